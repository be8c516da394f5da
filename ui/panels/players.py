"""The two players: name, colour, level, clock, discs; the one to move has the accent's edge and a sign."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import CARD
from ui.theme import DISPLAY, LARGE, NORMAL, SMALL, TITLE, Theme

# A card at least this wide has large figures beside a name; one less wide than NARROW has smaller gaps.
ROOMY: Final = 200
NARROW: Final = 170
# Between the two cards, where the button is that exchanges them, and that.
BETWEEN: Final = 48
SWAP: Final = 36
# A card this high has a large clock.
HIGH: Final = 90


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """`clock` is the time left, '' without one; `parts` is what else to say, as far as there is room."""

    color: Color
    name: str
    clock: str
    parts: tuple[str, ...]
    discs: int
    is_to_move: bool
    is_short_of_time: bool = False


def swap_place(theme: Theme, players: Rect) -> Rect:
    """The button between the cards."""
    place = Rect(0, 0, theme.px(SWAP), theme.px(SWAP))
    place.center = players.center
    return place


class PlayerPanel(Panel[PlayerCard]):
    tip = CARD

    def __init__(self, theme: Theme, players: Rect, color: Color) -> None:
        """`players` is the room for both."""
        gap = theme.px(BETWEEN)
        width = (players.width - gap) // 2
        left = players.left if color is Color.BLACK else players.right - width
        super().__init__(theme, Rect(left, players.top, width, players.height))

    def edge(self, model: PlayerCard) -> str:
        return "accent" if model.is_to_move else "edge"

    def _draw_large_clock(self, surface: Surface, model: PlayerCard) -> None:
        colour = "warning" if model.is_short_of_time else "text" if model.is_to_move else "quiet"
        theme, room = self.theme, self.rect.width - self.theme.px(24)
        fits = (size for size in (DISPLAY, TITLE) if theme.width(model.clock, size, True) <= room)
        place = self.rect.width // 2, self.rect.height - theme.px(10)
        self.write(surface, model.clock, colour, next(fits, LARGE), True, midbottom=place)

    def paint(self, surface: Surface, model: PlayerCard) -> None:
        theme, px = self.theme, self.theme.px
        is_large = self.rect.height >= px(HIGH)
        middle = px(32) if is_large else self.rect.height // 2
        if is_large:
            self._draw_large_clock(surface, model)
            model = replace(model, clock="")
        is_narrow = self.rect.width < px(NARROW)
        diameter = px(24 if is_narrow else 28)
        name = "black_disc" if model.color is Color.BLACK else "white_disc"
        disc = paint.othello_disc(diameter, model.color is Color.WHITE, paint.rgba(theme[name]))
        centre = (px(22 if is_narrow else 27), middle)
        pygame.draw.aacircle(surface, theme["hover"], centre, diameter // 2 + 1)
        surface.blit(disc, disc.get_rect(center=centre))
        if model.is_to_move:
            x, r = px(5), px(5)
            pygame.draw.polygon(surface, theme["accent"], ((x, middle - r), (x + r, middle), (x, middle + r)))
        size = TITLE if self.rect.width >= px(ROOMY) else LARGE
        right = self.rect.width - px(10 if is_narrow else 14), middle
        count = self.write(surface, str(model.discs), "text", size, True, midright=right)
        left = px(38 if is_narrow else 50)
        room = count.left - left - px(5 if is_narrow else 6)
        fits = ((NORMAL, True), (SMALL, True))
        size, bold = next((face for face in fits if theme.width(model.name, *face) <= room), (SMALL, False))
        beside = theme.width(model.clock, LARGE) + px(8) if model.clock else 0
        lines = (" · ".join(model.parts[:count]) for count in range(len(model.parts), 0, -1))
        line = next((line for line in lines if theme.width(line, SMALL) <= room - beside), "")
        y = middle - px(11 if model.clock else 9 if line else 0)
        self.write(surface, model.name, "text", size, bold, room=room, midleft=(left, y))
        y = middle + px(10)
        if model.clock:
            colour = "warning" if model.is_short_of_time else "text"
            self.write(surface, model.clock, colour, LARGE, midleft=(left, y))
        self.write(surface, line, "quiet", SMALL, midleft=(left + beside, y + px(2 if model.clock else 0)))
