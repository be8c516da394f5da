"""The banner over the board when a game is over: the result and what can be done next."""

from __future__ import annotations

from collections.abc import Sequence

import pygame_gui
from pygame import Rect, Surface

from ui import paint
from ui.actions import Action
from ui.theme import LARGE, NORMAL, TITLE, Theme
from ui.toolbar import ButtonRow


class Banner:
    """A title, a line below it, and buttons for the actions, of which the first stands out."""

    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        board: Rect,
        title: str,
        line: str,
        actions: Sequence[Action],
    ) -> None:
        self.theme = theme
        self.title = title
        self.line = line
        px = theme.px
        gap = px(8)
        words = [theme.width(action.shown_label, NORMAL) for action in actions]
        spare = board.width - px(16) - 2 * gap - sum(words) - gap * (len(words) - 1)
        padding = max(px(8), min(px(32), spare // len(words)))  # on a small board they draw together
        widths = [width + padding for width in words]
        row = sum(widths) + gap * (len(widths) - 1)
        self.rect = Rect(0, 0, min(board.width - px(16), max(px(456), row + px(32))), px(152))
        self.rect.center = board.center
        left = self.rect.centerx - row // 2
        self.buttons = ButtonRow()
        for action, width in zip(actions, widths, strict=True):
            place = Rect(left, self.rect.bottom - px(48), width, px(32))
            self.buttons.add(manager, place, action, "@primary" if action is actions[0] else None)
            left += width + gap

    def draw(self, surface: Surface) -> None:
        """Below the widgets: draw before the manager does."""
        theme, px = self.theme, self.theme.px
        card = paint.rounded(
            self.rect.size, px(10), paint.rgba(theme["card"], 245), paint.rgba(theme["accent"]), px(1)
        )
        surface.blit(card, self.rect)
        room = self.rect.width - px(24)
        line_size = LARGE if theme.width(self.line, LARGE) <= room else NORMAL
        for text, size, colour, y in (
            (self.title, TITLE, "text", 36),
            (theme.ellipsized(self.line, line_size, room), line_size, "quiet", 74),
        ):
            picture = theme.text(text, size, colour, size == TITLE)
            surface.blit(picture, picture.get_rect(center=(self.rect.centerx, self.rect.top + px(y))))

    def close(self) -> None:
        self.buttons.close()
