"""What a game was called, and how well each side played it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from ui.panels.panel import Panel
from ui.theme import NORMAL, SMALL

LINE: Final = 20


@dataclass(frozen=True, slots=True)
class SideModel:
    """`lost` is in words; `details` follow on lines of their own."""

    color: Color
    name: str
    lost: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryModel:
    """`title` is the name of the opening, `line` its moves, `note` how the game was reviewed."""

    title: str
    line: str
    note: str
    sides: tuple[SideModel, SideModel]


class SummaryPanel(Panel[SummaryModel]):
    def paint(self, surface: Surface, model: SummaryModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        top = inside.top - px(5)
        note = theme.ellipsized(model.note, SMALL, inside.width // 2)
        noted = self.write(surface, note, "quiet", SMALL, midright=(inside.right, top + px(LINE) // 2))
        room = noted.left - inside.left - px(12)
        title = theme.ellipsized(model.title, NORMAL, room, bold=True)
        written = self.write(surface, title, "text", NORMAL, True, midleft=(inside.left, top + px(LINE) // 2))
        left = written.right + px(8)
        line = theme.ellipsized(model.line, SMALL, noted.left - left - px(12))
        self.write(surface, line, "quiet", SMALL, midleft=(left, written.centery))
        width = inside.width // 2
        for side in model.sides:
            place = Rect(inside.left + side.color * width, top + px(LINE + 4), width - px(8), 0)
            place.height = inside.bottom - place.top
            self._draw_side(surface, side, place)

    def _draw_side(self, surface: Surface, side: SideModel, place: Rect) -> None:
        theme, px = self.theme, self.theme.px
        chip = "black_chip" if side.color is Color.BLACK else "white_chip"
        centre = place.left + px(6), place.top + px(LINE) // 2
        pygame.draw.aacircle(surface, theme[chip], centre, px(6))
        pygame.draw.aacircle(surface, theme["quiet"], centre, px(6), max(1, px(1)))
        name = theme.ellipsized(side.name, NORMAL, place.width - px(18), bold=True)
        self.write(surface, name, "text", NORMAL, True, midleft=(place.left + px(18), centre[1]))
        y = place.top + px(LINE)
        for text, colour in ((side.lost, "text"), *((detail, "quiet") for detail in side.details)):
            if y + px(LINE) > place.bottom + px(8):
                break
            words = theme.ellipsized(text, SMALL, place.width)
            self.write(surface, words, colour, SMALL, topleft=(place.left, y))
            y += px(LINE - 2)
