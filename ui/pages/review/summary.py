"""What a game was called, and how well each side played it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color
from ui.panels import tips
from ui.panels.panel import Panel
from ui.panels.tips import Tip, in_window
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


# The share of the first row that the opening takes, from the left.
OPENING: Final = 0.55


class SummaryPanel(Panel[SummaryModel]):
    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top, half = inside.top - px(5), inside.left + round(OPENING * inside.width)
        found = [
            (Rect(inside.left, top, half - inside.left, px(LINE)), tips.OPENING),
            (Rect(half, top, inside.right - half, px(LINE)), tips.REVIEWED),
        ]
        for color in Color:
            place, rows = self._side(color), (tips.SIDE, tips.LOST, tips.PHASES, tips.ACCURACY)
            for number, sentence in enumerate(rows):
                row = Rect(place.left, self._row_top(place, number), place.width, px(LINE - 2))
                if number < 2 or row.bottom <= place.bottom + px(10):
                    found.append((row, sentence))
        return in_window(self.rect, found)

    def _side(self, color: Color) -> Rect:
        """The room of a side's rows, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        width, top = inside.width // 2, inside.top + px(LINE - 1)
        return Rect(inside.left + color * width, top, width - px(8), inside.bottom - top)

    def _row_top(self, place: Rect, number: int) -> int:
        """Of a row of a side: first its name, then what it lost, then the details."""
        px = self.theme.px
        return place.top + (px(LINE) + (number - 1) * px(LINE - 2) if number else 0)

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
        for side in model.sides:
            self._draw_side(surface, side, self._side(side.color))

    def _draw_side(self, surface: Surface, side: SideModel, place: Rect) -> None:
        theme, px = self.theme, self.theme.px
        centre = place.left + px(6), place.top + px(LINE) // 2
        self.disc(surface, side.color, centre, px(6))
        name = theme.ellipsized(side.name, NORMAL, place.width - px(18), bold=True)
        self.write(surface, name, "text", NORMAL, True, midleft=(place.left + px(18), centre[1]))
        rows = ((side.lost, "text"), *((detail, "quiet") for detail in side.details))
        for number, (text, colour) in enumerate(rows, start=1):
            y = self._row_top(place, number)
            if y + px(LINE) > place.bottom + px(8):
                break
            words = theme.ellipsized(text, SMALL, place.width)
            self.write(surface, words, colour, SMALL, topleft=(place.left, y))
