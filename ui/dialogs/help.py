"""The help sheet: every key on one page."""

from __future__ import annotations

from typing import Final

import pygame_gui
from pygame import Rect
from pygame_gui.core import ObjectID
from pygame_gui.elements import UILabel

from ui.dialogs.dialog import MARGIN, Dialog
from ui.theme import Theme

KEYS: Final = (
    (
        "Play",
        (
            ("Arrows, Enter", "move on the board, play"),
            ("a – h, then 1 – 8", "play that square"),
            ("Z  or  Backspace", "undo"),
            ("Y", "redo"),
            ("Home / End", "first / last position"),
            ("Page Up / Page Down", "one move back / on"),
            ("N", "new game"),
            ("X", "swap sides"),
        ),
    ),
    (
        "Search",
        (
            ("P", "switch alpha-beta / PVS"),
            ("T", "hints on / off"),
            ("Space", "pause / resume"),
            ("S", "stop the search"),
            ("J", "move now"),
            (". (period)", "one step of the computer"),
            ("+ / −", "faster / slower watching"),
        ),
    ),
    (
        "Window",
        (
            ("Ctrl+C / Ctrl+V", "copy / paste the game"),
            ("Ctrl+Shift+C", "copy the position"),
            ("M", "sound on / off"),
            ("F11", "full screen"),
            ("O", "settings"),
            ("F1", "this sheet"),
            ("Tab, then Enter", "walk to a button, press it"),
            ("Ctrl+Q", "quit"),
        ),
    ),
)
"""What the keys do, in three columns; the README prints the same list."""


class HelpDialog(Dialog):
    def __init__(self, manager: pygame_gui.UIManager, theme: Theme) -> None:
        super().__init__(manager, theme, "Keys", (860, 448))
        px = theme.px
        width = (self.inside.width - 2 * px(MARGIN)) // len(KEYS)
        for column, (title, rows) in enumerate(KEYS):
            left = px(MARGIN) + column * width
            self._label(Rect(left, px(8), width, px(28)), title, "@heading")
            for n, (keys, meaning) in enumerate(rows):
                top = px(40 + 36 * n)
                self._label(Rect(left, top, width - px(8), px(20)), keys)
                self._label(Rect(left, top + px(17), width - px(8), px(18)), meaning, "@quiet")
        self.buttons("Close", cancel=None)

    def _label(self, place: Rect, text: str, style: str | None = None) -> None:
        UILabel(
            place, text, self.manager, container=self.window,
            object_id=ObjectID(class_id=style) if style else None,
        )  # fmt: skip

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> HelpDialog:
        return HelpDialog(manager, theme)
