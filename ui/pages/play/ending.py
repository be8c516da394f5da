"""The strip under the board when a game is over: the result and what can be done next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame import Rect, Surface

from ui import paint
from ui.actions import Action
from ui.buttons import ButtonRow
from ui.pages.play.layout import STRIP
from ui.theme import LARGE, NORMAL, SMALL, Theme

BUTTON: Final = 32
PADDING: Final = 14
GAP: Final = 8


class EndStrip:
    """A title, a line below it, and buttons for the actions, of which the first stands out.

    They stand beside the words, or below them where `rect` is high enough for that.
    """

    def __init__(
        self,
        theme: Theme,
        rect: Rect,
        title: str,
        line: str,
        actions: Sequence[Action],
    ) -> None:
        self.theme = theme
        self.rect = rect
        self.title = title
        self.line = line
        px = theme.px
        widths = [theme.width(action.shown_label, NORMAL) + px(28) for action in actions]
        row = sum(widths) + px(GAP) * (len(widths) - 1)
        is_high = rect.height > px(STRIP)
        left = rect.left + px(PADDING) if is_high else rect.right - px(PADDING) - row
        top = rect.bottom - px(BUTTON + 10) if is_high else rect.centery - px(BUTTON) // 2
        self._room = (rect.right - px(PADDING) if is_high else left - px(GAP)) - rect.left - px(PADDING)
        self.buttons = ButtonRow(theme, has_pictures=False)
        for action, width in zip(actions, widths, strict=True):
            place = Rect(left, top, width, px(BUTTON))
            self.buttons.add(place, action, "primary" if action is actions[0] else "plain")
            left += width + px(GAP)

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        theme, px = self.theme, self.theme.px
        fill, edge = paint.rgba(theme["card"]), paint.rgba(theme["accent"])
        surface.blit(paint.rounded(self.rect.size, px(10), fill, edge, px(1)), self.rect)
        x, y = self.rect.left + px(PADDING), self.rect.top + px(4)
        size = LARGE if theme.width(self.title, LARGE, True) <= self._room else NORMAL
        title = theme.text(theme.ellipsized(self.title, size, self._room, True), size, "text", True)
        surface.blit(title, (x, y))
        line_size = NORMAL if theme.width(self.line, NORMAL) <= self._room else SMALL
        line = theme.text(theme.ellipsized(self.line, line_size, self._room), line_size, "quiet")
        surface.blit(line, (x, y + title.get_height()))
