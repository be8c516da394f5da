"""The dialog that opens a file with a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pygame_gui
from pygame import Rect

from play.files import is_folder
from play.game_file import Listing, Opened, Opening
from ui.dialogs.dialog import MARGIN, ListBox
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import _
from ui.theme import Theme


class OpenFileDialog(FileDialog):
    """The file is read in the background; Cancel or Escape let it be.

    Where the system has no file dialog, a list shows the folder one is in; Enter goes into folders.
    """

    purpose = Purpose.OPEN

    def __init__(
        self, manager: pygame_gui.UIManager, theme: Theme, folder: Path, show: Callable[[Opened], None]
    ) -> None:
        """`show` is called with what was opened; `folder` is where to begin."""
        height = 206 if FileDialog.has_system(self.purpose) else 520
        super().__init__(manager, theme, _("Open file"), (640, height))
        self._show = show
        self._folder = folder
        self._opening: Opening | None = None
        self._listing: Listing | None = None
        self._list: ListBox[Path] | None = None
        self.file_row()
        if not self.browse.is_enabled:
            self._list = self._make_list()
            self._enter(folder)
        self.manager.set_focus_set({self.path})
        self.focus = self.path
        self.buttons(_("Open"))
        self.say(_("A game or a position, in any format; it can be dropped on the window, too"))

    def _make_list(self) -> ListBox[Path]:
        px, inside = self.theme.px, self.inside
        top = self._top
        place = Rect(px(MARGIN), top, inside.width - 2 * px(MARGIN), inside.height - top - px(92))
        return self.list_box(place, (), str)

    def _enter(self, folder: Path) -> None:
        self._folder = folder
        self._listing = Listing(folder)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._opening is not None or self._listing is not None

    def open(self, path: Path) -> None:
        self.set_path(path)
        self.accept()

    def process(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION:
            self.changed()
        super().process(event)

    def changed(self) -> None:
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
            self._show(opening.opened)

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

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> OpenFileDialog:
        dialog = OpenFileDialog(manager, theme, self._folder, self._show)
        dialog.take_over(self)
        dialog._opening = self._opening
        return dialog
