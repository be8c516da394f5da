"""Dialogs that ask for a file: a field for its path, a button for the system's dialog; one opens a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from pygame import Rect

from game.records.encoding import SETS
from play.files import is_folder
from play.game_file import Listing, Opening
from ui.dialogs.dialog import BUTTON, MARGIN, Choice, Dialog, Listener
from ui.dialogs.fields import ListBox
from ui.system_dialog import Purpose, SystemDialog, find_command
from ui.text import _
from ui.theme import drawable

GAP: Final = 8


class FileDialog(Dialog[Choice, Listener]):
    """A subclass makes its row with `file_row`; what the system's dialog answers is accepted at once."""

    purpose: Purpose

    def __init__(self, choice: Choice, listener: Listener) -> None:
        super().__init__(choice, listener)
        self._system: SystemDialog | None = None
        self._given: Path | None = None

    @property
    def has_system(self) -> bool:
        """Whether there is a dialog of the system."""
        return find_command(self.purpose, "", Path()) is not None

    @property
    def wanted(self) -> str:
        """The path in the field; as it was given, where the field cannot show all its signs."""
        text = str(self.path.get_text())
        is_given = self._given is not None and text == drawable(str(self._given))
        return str(self._given) if is_given else text.strip()

    def set_path(self, path: Path) -> None:
        self._given = path
        self.path.set_text(drawable(str(path)))

    def file_row(self) -> None:
        place = self.field_row(_("File"))
        width = self.theme.px(BUTTON)
        gap = self.theme.px(GAP)
        self.path = self.entry(
            Rect(place.left, place.top, place.width - width - gap, place.height), "", _("The path of a file")
        )
        place = Rect(place.right - width, place.top, width, place.height)
        self.browse = self.button(place, _("Browse"), self._browse)
        self.browse.set_tooltip(_("Your system's file dialog"))
        if not self.has_system:
            self.browse.disable()
            self.browse.set_tooltip(_("Neither zenity nor kdialog is installed: type the path of the file"))

    @property
    def is_busy(self) -> bool:
        return self._system is not None

    def _browse(self) -> None:
        if self._system is not None:
            return
        try:
            typed = Path(self.wanted or "~").expanduser()
        except RuntimeError:
            typed = Path()
        folder = next((place for place in (typed, *typed.parents) if is_folder(place)), Path())
        name = "" if folder == typed else typed.name
        try:
            command = find_command(self.purpose, self.title, folder.absolute(), name)
            if command is None:
                return
            self._system = SystemDialog(command)
        except OSError as error:
            said = _("Your system's file dialog cannot be opened: {reason}")
            self.say_error(said.format(reason=error.strerror or error), self.path)
        else:
            self.say(_("Your system's file dialog is open"))

    def update(self) -> None:
        if self._system is not None and self._system.is_done:
            chosen, self._system = self._system.chosen, None
            self.say("")
            if chosen is not None:
                self.set_path(chosen)
                self.accept()

    def close(self) -> None:
        if self._system is not None:
            self._system.close()
            self._system = None
        super().close()


class OpenFileDialog(FileDialog[Path, Callable[[Opening], None]]):
    """The file is read in the background; Cancel or Escape let it be.

    Where the system has no file dialog, a list shows the folder one is in; Enter goes into folders.
    """

    purpose = Purpose.OPEN

    def __init__(self, folder: Path, show: Callable[[Opening], None]) -> None:
        """Begin in `folder`; `show` is called with what was opened."""
        super().__init__(folder, show)
        self._opening: Opening | None = None
        self._listing: Listing | None = None
        self._list: ListBox[Path] | None = None
        self._charset = ""

    def keep(self) -> None:
        super().keep()
        self._charset = self.charset.value

    def fill(self) -> None:
        self.open_window(_("Open file"), (640, 254 if self.has_system else 568))
        self.file_row()
        names = {"": _("Automatic"), **SETS}
        self.charset = self.menu_row(_("Characters"), tuple(names), self._charset, names.__getitem__)
        if not self.browse.is_enabled:
            self._list = self._make_list()
            self._enter(self.choice)
        self.focus_text(self.path)
        self.buttons(_("Open"))
        self.say(_("A game or a position, in any format; you can also drop it on the window"))

    def _make_list(self) -> ListBox[Path]:
        px, inside = self.theme.px, self.inside
        top = self._top
        place = Rect(px(MARGIN), top, inside.width - 2 * px(MARGIN), inside.height - top - px(92))
        return self.list_box(place, (), str)

    def _enter(self, folder: Path) -> None:
        self.choice = folder
        self._listing = Listing(folder)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._opening is not None or self._listing is not None

    def open(self, path: Path) -> None:
        self.set_path(path)
        self.accept()

    def picked(self) -> None:
        """What is chosen in the list stands in the field."""
        if self._list is not None and self._list.value is not None:
            self.set_path(self._list.value)

    def accept(self) -> None:
        if not self.wanted:
            self.say_error(_("Type the path of the file, or drop it on the window"), self.path)
            return
        try:
            path = Path(self.wanted).expanduser().absolute()
        except RuntimeError:
            self.say_error(_("The home directory in this path is unknown: write it without ~"), self.path)
            return
        except OSError as error:  # the working directory is gone
            self.say_error(error.strerror or str(error), self.path)
            return
        if self._list is not None and is_folder(path):
            self._enter(path)
            return
        self._opening = Opening(path, self.charset.value)
        self.say(_("Reading {file} …", file=path.name or path))

    def update(self) -> None:
        super().update()
        if self._listing is not None and self._listing.is_done:
            listing, self._listing = self._listing, None
            self._fill(listing)
        opening = self._opening
        if opening is None or not opening.is_done:
            return
        self._opening = None
        if opening.problem:
            self.say_error(opening.problem, self.path)
        else:
            self.close()
            self.listener(opening)

    def _fill(self, listing: Listing) -> None:
        if self._list is None:
            return
        if listing.problem:
            self.say_error(listing.problem, self.path)
            return
        up = listing.folder.parent
        labels = [f"{path.name}/" for path in listing.folders] + [path.name for path in listing.files]
        self._list.fill((up, *listing.folders, *listing.files), ["../", *labels])
        self.say(str(listing.folder))
