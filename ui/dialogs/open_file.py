"""The dialog that opens a file with a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame_gui

from play.game_file import Opened, Opening
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import _
from ui.theme import Theme


class OpenFileDialog(FileDialog):
    """The file is read in the background; Cancel or Escape let it be."""

    purpose = Purpose.OPEN

    def __init__(
        self, manager: pygame_gui.UIManager, theme: Theme, folder: str, show: Callable[[Opened], None]
    ) -> None:
        """`show` is called with what was opened; `folder` is where to begin."""
        super().__init__(manager, theme, _("Open file"), (640, 192))
        self._show = show
        self._opening: Opening | None = None
        self.file_row(folder, "")
        self.manager.set_focus_set({self.path})
        self.focus = self.path
        self.buttons(_("Open"))
        self.say(_("A game or a position, in any format; it can be dropped on the window, too"))

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._opening is not None

    def open(self, path: Path) -> None:
        self.path.set_text(str(path))
        self.accept()

    def accept(self) -> None:
        text = self.path.get_text().strip()
        if not text:
            self.say_error(_("Type where the file is, or drop it on the window"))
            return
        try:
            path = Path(text).expanduser()
        except RuntimeError:
            self.say_error(_("The home directory in this path is not known: write it without ~"))
            return
        self._opening = Opening(path)
        self.say(_("{file} is read …").format(file=path.name or path))

    def update(self) -> None:
        super().update()
        opening = self._opening
        if opening is None or not opening.is_done:
            return
        self._opening = None
        if opening.opened is None:
            self.say_error(opening.problem)
        else:
            self.close()
            self._show(opening.opened)

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> OpenFileDialog:
        dialog = OpenFileDialog(manager, theme, "", self._show)
        dialog.take_over(self)
        dialog._opening = self._opening
        return dialog
