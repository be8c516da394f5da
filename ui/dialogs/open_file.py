"""The dialog that opens a file with a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pygame import Rect

from play.files import is_folder
from play.game_file import Listing, Opened, Opening
from ui.dialogs.dialog import MARGIN
from ui.dialogs.fields import ListBox
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import _


class OpenFileDialog(FileDialog[Path, Callable[[Opened], None]]):
    """The file is read in the background; Cancel or Escape let it be.

    Where the system has no file dialog, a list shows the folder one is in; Enter goes into folders.
    """

    purpose = Purpose.OPEN

    def __init__(self, folder: Path, show: Callable[[Opened], None]) -> None:
        """Begin in `folder`; `show` is called with what was opened."""
        super().__init__(folder, show)
        self._opening: Opening | None = None
        self._listing: Listing | None = None
        self._list: ListBox[Path] | None = None

    def fill(self) -> None:
        self.open_window(_("Open file"), (640, 206 if self.has_system(self.purpose) else 520))
        self.file_row()
        if not self.browse.is_enabled:
            self._list = self._make_list()
            self._enter(self.choice)
        self.focus_text(self.path)
        self.buttons(_("Open"))
        self.say(_("A game or a position, in any format; it can be dropped on the window, too"))

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
            self.say_error(_("Type where the file is, or drop it on the window"), self.path)
            return
        try:
            path = Path(self.wanted).expanduser().absolute()
        except RuntimeError:
            self.say_error(_("The home directory in this path is not known: write it without ~"), self.path)
            return
        except OSError as error:  # the working directory is gone
            self.say_error(error.strerror or str(error), self.path)
            return
        if self._list is not None and is_folder(path):
            self._enter(path)
            return
        self._opening = Opening(path)
        self.say(_("{file} is read …").format(file=path.name or path))

    def update(self) -> None:
        super().update()
        if self._listing is not None and self._listing.is_done:
            listing, self._listing = self._listing, None
            self._fill(listing)
        opening = self._opening
        if opening is None or not opening.is_done:
            return
        self._opening = None
        if opening.opened is None:
            self.say_error(opening.problem, self.path)
        else:
            self.close()
            self.listener(opening.opened)

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
