"""The card over the board on the first start of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame import Rect, Surface

from ui import paint
from ui.actions import Action
from ui.buttons import ButtonRow
from ui.text import N_, _
from ui.theme import NORMAL, TITLE, Theme

TITLE_LINE: Final = N_("Welcome to Othello")
WORDS: Final = N_("Two players place discs and turn those between their own. What would you like to do?")
WIDTH: Final = 340
BUTTON: Final = 40
GAP: Final = 8


class WelcomeCard:
    """A greeting, and below each other buttons for the actions, of which the first stands out."""

    def __init__(self, theme: Theme, board: Rect, actions: Sequence[Action]) -> None:
        self.theme = theme
        px = theme.px
        width = min(px(WIDTH), board.width - px(16))
        self._words = theme.text(_(WORDS), NORMAL, "quiet", room=width - px(48))
        top = px(64) + self._words.get_height() + px(16)
        self.rect = Rect(0, 0, width, top + len(actions) * px(BUTTON + GAP) + px(16))
        self.rect.center = board.center
        self.buttons = ButtonRow(theme, has_pictures=False)
        for n, action in enumerate(actions):
            place = Rect(
                self.rect.left + px(24),
                self.rect.top + top + n * px(BUTTON + GAP),
                width - px(48),
                px(BUTTON),
            )
            self.buttons.add(place, action, "primary" if n == 0 else "plain")

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        theme, px = self.theme, self.theme.px
        fill, edge = paint.rgba(theme["card"], 248), paint.rgba(theme["accent"])
        surface.blit(paint.rounded(self.rect.size, px(10), fill, edge, px(1)), self.rect)
        title = theme.text(_(TITLE_LINE), TITLE, "text", True)
        surface.blit(title, (self.rect.left + px(24), self.rect.top + px(18)))
        surface.blit(self._words, (self.rect.left + px(24), self.rect.top + px(62)))
