"""The banner over the board when a game is over: the result and what can be done next."""

from __future__ import annotations

from typing import Final

import pygame_gui
from pygame import Rect, Surface
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton

from ui import paint
from ui.theme import LARGE, NORMAL, TITLE, Theme

BUTTONS: Final = (("New game", "new_game"), ("Rematch", "rematch"), ("Look at the board", "close_banner"))
"""The buttons and the actions they stand for."""


class Banner:
    def __init__(
        self, manager: pygame_gui.UIManager, theme: Theme, board: Rect, title: str, line: str
    ) -> None:
        self.theme = theme
        self.title = title
        self.line = line
        px = theme.px
        self.rect = Rect(0, 0, min(board.width - px(16), px(456)), px(152))
        self.rect.center = board.center
        gap = px(8)
        widths = [px(104), px(96), px(160)]
        left = self.rect.centerx - (sum(widths) + 2 * gap) // 2
        self._actions: dict[UIButton, str] = {}
        for (text, action), width in zip(BUTTONS, widths, strict=True):
            place = Rect(left, self.rect.bottom - px(48), width, px(32))
            style = ObjectID(class_id="@primary") if action == "new_game" else None
            self._actions[UIButton(place, text, manager, object_id=style)] = action
            left += width + gap

    def draw(self, surface: Surface) -> None:
        """Below the widgets: draw before the manager does."""
        theme, px = self.theme, self.theme.px
        card = paint.rounded(
            self.rect.size, px(10), paint.rgba(theme["card"], 245), paint.rgba(theme["accent"]), px(1)
        )
        surface.blit(card, self.rect)
        for text, size, colour, y in (
            (self.title, TITLE, "text", 36),
            (self.line, NORMAL if theme.width(self.line, LARGE) > self.rect.width else LARGE, "quiet", 74),
        ):
            picture = theme.text(text, size, colour, size == TITLE)
            surface.blit(picture, picture.get_rect(center=(self.rect.centerx, self.rect.top + px(y))))

    def action_of(self, element: object) -> str | None:
        return next((action for button, action in self._actions.items() if button is element), None)

    def close(self) -> None:
        for button in self._actions:
            button.kill()
