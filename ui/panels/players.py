"""The two players: name, colour, level, clock, discs; the one to move has the accent's edge and a sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from ui import paint
from ui.panels.panel import Panel
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

# A card at least this wide has room for large figures beside a name.
ROOMY: Final = 200


@dataclass(frozen=True, slots=True)
class PlayerCard:
    color: Color
    name: str
    line: str
    discs: int
    is_to_move: bool
    is_short_of_time: bool = False


class PlayerPanel(Panel[PlayerCard]):
    def __init__(self, theme: Theme, players: Rect, color: Color) -> None:
        gap = theme.px(12)
        width = (players.width - gap) // 2
        left = players.left if color is Color.BLACK else players.right - width
        super().__init__(theme, Rect(left, players.top, width, players.height))

    def paint(self, surface: Surface, model: PlayerCard) -> None:
        theme = self.theme
        self.card(surface, "accent" if model.is_to_move else "edge")
        middle = self.rect.height // 2
        diameter = theme.px(28)
        name = "black_disc" if model.color is Color.BLACK else "white_disc"
        disc = paint.othello_disc(diameter, model.color is Color.WHITE, paint.rgba(theme[name]))
        centre = theme.px(27)
        rim = paint.dot(diameter // 2 + 1, paint.rgba(theme["hover"]))
        surface.blit(rim, rim.get_rect(center=(centre, middle)))
        surface.blit(disc, disc.get_rect(center=(centre, middle)))
        size = TITLE if self.rect.width >= theme.px(ROOMY) else LARGE
        right = self.rect.width - theme.px(14), middle
        count = self.write(surface, str(model.discs), "text", size, True, midright=right)
        left = theme.px(50)
        room = count.left - left - theme.px(6)
        if model.is_to_move:
            x, y, r = theme.px(5), middle, theme.px(5)
            pygame.draw.polygon(surface, theme["accent"], ((x, y - r), (x + r, y), (x, y + r)))
        title = theme.ellipsized(model.name, NORMAL, room, True)
        self.write(surface, title, "text", NORMAL, True, midleft=(left, middle - theme.px(9)))
        self.write(
            surface,
            theme.ellipsized(model.line, SMALL, room),
            "warning" if model.is_short_of_time else "quiet",
            SMALL,
            midleft=(left, middle + theme.px(10)),
        )
