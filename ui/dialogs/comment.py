"""The dialog that says something about a position."""

from __future__ import annotations

from collections.abc import Callable

import pygame_gui
from pygame import Rect

from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _
from ui.theme import Theme


class CommentDialog(Dialog):
    """On one line; what was written elsewhere on several becomes one when it is changed."""

    def __init__(
        self, manager: pygame_gui.UIManager, theme: Theme, title: str, text: str, keep: Callable[[str], None]
    ) -> None:
        super().__init__(manager, theme, title, (640, 176))
        self._title = title
        self._before = text
        self._keep = keep
        px = theme.px
        place = Rect(px(MARGIN), px(MARGIN) // 2, self.inside.width - 2 * px(MARGIN), px(32))
        self.line = self.entry(place, " ".join(text.split()), _("What is to be said of this position"))
        self.manager.set_focus_set({self.line})
        self.focus = self.line
        self.buttons(_("Done"))

    def accept(self) -> None:
        text = self.line.get_text().strip()
        if text != " ".join(self._before.split()):
            self._keep(text)
        self.close()

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> CommentDialog:
        dialog = CommentDialog(manager, theme, self._title, self._before, self._keep)
        dialog.line.set_text(self.line.get_text())
        return dialog
