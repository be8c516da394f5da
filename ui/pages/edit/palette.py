"""What can be put on a board, how much of it is there, and places for the buttons that choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import COUNT, TO_MOVE, Tip
from ui.text import _
from ui.theme import LARGE, NORMAL

# Lengths at a scale of 1.
PICTURE: Final = 52
DISC: Final = 38
BUTTON: Final = 32
GAP: Final = 12
SMALL_GAP: Final = 6
LABEL: Final = 104


@dataclass(frozen=True, slots=True)
class PaletteModel:
    """How many squares are black, white and empty."""

    black: int
    white: int
    empty: int


class PalettePanel(Panel[PaletteModel]):
    def tips(self) -> list[Tip]:
        row, choice, side = self._row(1), self.choice, self.side
        above = Rect(choice.left, choice.top - self.theme.px(PICTURE), choice.width, self.theme.px(PICTURE))
        label = Rect(row.left, row.top, 0, row.height).move(self.rect.topleft)
        label.width = side.left - label.left
        return [(above.clip(self.rect), COUNT), (label, TO_MOVE)]

    def _row(self, number: int) -> Rect:
        """A row of buttons, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6) + px(PICTURE) + number * px(BUTTON + GAP)
        return Rect(inside.left, top, inside.width, px(BUTTON))

    @property
    def choice(self) -> Rect:
        """Where the buttons of the three kinds of squares go, in the window."""
        row = self._row(0)
        row.width -= row.width % 3
        return row.move(self.rect.topleft)

    def kind_at(self, position: tuple[int, int]) -> int | None:
        """Over which of the three buttons of `choice` a pixel of the window lies."""
        choice = self.choice
        above = Rect(choice.left, choice.top - self.theme.px(PICTURE), choice.width, self.theme.px(PICTURE))
        return 3 * (position[0] - above.left) // above.width if above.collidepoint(position) else None

    @property
    def side(self) -> Rect:
        """Where the buttons of the side to move go, in the window."""
        row, label = self._row(1), self.theme.px(LABEL)
        return Rect(row.left + label, row.top, row.width - label, row.height).move(self.rect.topleft)

    def places(self, count: int) -> list[Rect]:
        """Places in the window for the buttons of the last row."""
        row, gap = self._row(2).move(self.rect.topleft), self.theme.px(SMALL_GAP)
        width = (row.width - gap * (count - 1)) // count
        return [Rect(row.left + n * (width + gap), row.top, width, row.height) for n in range(count)]

    def paint(self, surface: Surface, model: PaletteModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        choice = self.choice.move(-self.rect.left, -self.rect.top)
        width, middle = choice.width // 3, choice.top - px(PICTURE) // 2
        counts = (Color.BLACK, model.black), (Color.WHITE, model.white), (None, model.empty)
        for n, (color, count) in enumerate(counts):
            words = theme.text(str(count), LARGE, "text", True)
            left = choice.left + n * width + (width - px(DISC + 8) - words.get_width()) // 2
            self._picture(surface, color, (left + px(DISC) // 2, middle))
            surface.blit(words, words.get_rect(midleft=(left + px(DISC + 8), middle)))
        row = self._row(1)
        self.write(surface, _("To move"), "quiet", NORMAL, midleft=(row.left, row.centery))

    def _picture(self, surface: Surface, color: Color | None, centre: tuple[int, int]) -> None:
        theme, size = self.theme, self.theme.px(DISC)
        cell = Rect(0, 0, size, size)
        cell.center = centre
        felt, edge = paint.rgba(theme["felt"]), paint.rgba(theme["grid"])
        surface.blit(paint.rounded(cell.size, theme.px(4), felt, edge, max(1, theme.px(1))), cell)
        if color is not None:
            colour = paint.rgba(theme["black_disc" if color is Color.BLACK else "white_disc"])
            disc = paint.othello_disc(round(size * 0.83), color is Color.WHITE, colour)
            surface.blit(disc, disc.get_rect(center=centre))
