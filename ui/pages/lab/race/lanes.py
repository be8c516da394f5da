"""The lanes of a race: a row for each search, a cell for each depth; each has a colour and a sign."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import LANE_BEST, LANE_TOTAL, PLIES, SEARCHES, Tip
from ui.text import _
from ui.theme import NORMAL, SMALL, Theme

Points = tuple[tuple[float, float], ...]


def _regular(corners: int, turn: float) -> Points:
    """The corners of a regular polygon around (0, 0), the first at `turn` of a whole turn from above."""
    angles = [2 * math.pi * (n / corners + turn) for n in range(corners)]
    return tuple((math.sin(angle), -math.cos(angle)) for angle in angles)


_CROSS: Final = tuple(
    (x / 2.8, y / 2.8)
    for x, y in (
        (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1),
        (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LaneStyle:
    """The name of a colour of the theme, and the shape of the sign: its corners, none for a dot."""

    colour: str
    corners: Points


OWN: Final = {
    Algorithm.ALPHABETA: LaneStyle("alphabeta", _regular(4, 0)),
    Algorithm.PVS: LaneStyle("pvs", ()),
    Algorithm.MINIMAX: LaneStyle("minimax", _regular(4, 1 / 8)),
}
"""Everywhere in the window; of several lanes with one algorithm the first has it."""
OTHERS: Final = (
    LaneStyle("green", _regular(3, 0)),
    LaneStyle("pink", _regular(3, 1 / 2)),
    LaneStyle("grey", _CROSS),
    LaneStyle("gold", _regular(5, 0)),
    OWN[Algorithm.MINIMAX],
    LaneStyle("text", _regular(6, 0)),
)


def lane_styles(algorithms: Sequence[Algorithm]) -> tuple[LaneStyle, ...]:
    """A style for each lane, no two alike; of six lanes at the most."""
    firsts = {
        algorithms.index(algorithm): style for algorithm, style in OWN.items() if algorithm in algorithms
    }
    free = [style for style in OTHERS if style not in firsts.values()]
    return tuple(firsts[n] if n in firsts else free.pop(0) for n in range(len(algorithms)))


def draw_sign(
    surface: Surface, theme: Theme, style: LaneStyle, at: tuple[float, float], radius: float
) -> None:
    colour = theme[style.colour]
    if not style.corners:
        pygame.draw.aacircle(surface, colour, at, radius)
        return
    r = radius * 1.2
    corners = [(at[0] + r * x, at[1] + r * y) for x, y in style.corners]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


# Widths at a scale of 1: of the columns in a wide panel and in a narrow one, and what makes it narrow.
NAME: Final = (168, 132)
BEST: Final = (92, 84)
TOTAL: Final = (78, 74)
NARROW: Final = 760
HEADER: Final = 26
PADDING: Final = 8  # above and below the lanes
BUTTON: Final = 28
BUTTON_GAP: Final = 4
CELL_MIN: Final = 38
CELL_GAP: Final = 3
CELL_MAX_HEIGHT: Final = 36
CELL_RADIUS: Final = 5
SIGN: Final = 20
# How much of a lane's colour is in the ground of a finished cell, and of one that is still filling.
TINT: Final = 0.28
RISING: Final = 0.2


@dataclass(frozen=True, slots=True)
class Cell:
    """What one depth took. While it is searched, `fill` says about how far it is, 0 .. 1."""

    depth: int
    text: str
    fill: float = 1.0
    is_running: bool = False
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class LaneModel:
    """`best` and `total` are two lines each, `figures` the row in the table of why. A `fault` replaces the
    details.
    """

    style: LaneStyle
    name: str
    details: str
    cells: tuple[Cell, ...]
    best: tuple[str, str]
    total: tuple[str, str]
    figures: tuple[str, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class LanesModel:
    """`deepest` is the last depth of the race, `front` the deepest one begun; `counted` what is counted."""

    lanes: tuple[LaneModel, ...]
    deepest: int
    front: int
    counted: str


class LanesPanel(Panel[LanesModel]):
    def __init__(self, theme: Theme, rect: Rect, lane_height: int) -> None:
        super().__init__(theme, rect)
        self.lane_height = lane_height

    def meanings(self) -> list[Tip]:
        px, inside, cells = self.theme.px, self.inside, self._cells
        header = self.theme.width(_("Plies"), SMALL) + px(16)
        lanes = (self.rect.height - px(2 * PADDING + HEADER)) // self.lane_height
        columns = (
            (inside.left, cells.left, SEARCHES),
            (cells.left, cells.right, PLIES),
            (cells.right, self._best_right, LANE_BEST),
            (self._best_right, self._total_right, LANE_TOTAL),
        )
        found = []
        for n, (left, right, sentence) in enumerate(columns):
            begin, end = left - header * (n == 1), right - header * (n == 0)  # the second one's is beside it
            found.append((Rect(begin, px(PADDING), end - begin, px(HEADER)), sentence))
            place = Rect(left, px(PADDING + HEADER), right - left, lanes * self.lane_height)
            found.append((place, sentence))
        return found

    # Places

    def button_rects(self, lane: int) -> tuple[Rect, Rect]:
        """Where the buttons that change and remove a lane go, in the window."""
        px, row = self.theme.px, self._row(lane).move(self.rect.topleft)
        remove = Rect(0, 0, px(BUTTON), px(BUTTON))
        remove.midright = row.right, row.centery
        return remove.move(-px(BUTTON + BUTTON_GAP), 0), remove

    def _row(self, lane: int) -> Rect:
        inside, px = self.inside, self.theme.px
        top = px(PADDING + HEADER) + lane * self.lane_height
        return Rect(inside.left, top, inside.width, self.lane_height)

    def _width(self, widths: tuple[int, int]) -> int:
        return self.theme.px(widths[self.rect.width < self.theme.px(NARROW)])

    @property
    def _total_right(self) -> int:
        return self.inside.right - self.theme.px(2 * BUTTON + 3 * BUTTON_GAP)

    @property
    def _best_right(self) -> int:
        return self._total_right - self._width(TOTAL)

    @property
    def _cells(self) -> Rect:
        """The room of all cells of all lanes."""
        left = self.inside.left + self._width(NAME)
        return Rect(left, 0, self._best_right - self._width(BEST) - left, self.rect.height)

    def _columns(self, model: LanesModel) -> dict[int, tuple[int, int]]:
        """Where the cells of a depth begin and end: of all depths, or as many of the last as there is room
        for."""
        room, px = self._cells, self.theme.px
        count = max(1, min(model.deepest, room.width // px(CELL_MIN + CELL_GAP)))
        first = max(1, min(model.front + 1, model.deepest) - count + 1)
        width = room.width / count
        return {
            first + n: (round(room.left + n * width), round(room.left + (n + 1) * width) - px(CELL_GAP))
            for n in range(count)
        }

    # Drawing

    def paint(self, surface: Surface, model: LanesModel) -> None:
        theme, px = self.theme, self.theme.px
        columns = self._columns(model)
        self._draw_header(surface, model, columns)
        for n, lane in enumerate(model.lanes):
            row = self._row(n)
            surface.fill(theme["edge"], (row.left, row.top, row.width, max(1, px(1))))
            self._draw_name(surface, lane, row)
            self._draw_cells(surface, lane, row, columns)
            self._draw_pair(surface, lane.best, self._best_right, row)
            self._draw_pair(surface, lane.total, self._total_right, row)

    def _draw_header(self, surface: Surface, model: LanesModel, columns: dict[int, tuple[int, int]]) -> None:
        y = self.theme.px(PADDING) + self.theme.px(HEADER) // 2
        place = self._cells.left - self.theme.px(10), y
        self.write(surface, _("Plies"), "quiet", SMALL, room=self._width(NAME), midright=place)
        for depth, (begin, end) in columns.items():
            self.write(surface, str(depth), "quiet", SMALL, center=((begin + end) // 2, y))
        self.write(surface, _("Searches"), "text", NORMAL, True, midleft=(self.inside.left, y))
        place = self._best_right, y
        self.write(surface, _("Best so far"), "quiet", SMALL, room=self._width(BEST), midright=place)
        self.write(surface, model.counted, "quiet", SMALL, midright=(self._total_right, y))

    def _draw_name(self, surface: Surface, lane: LaneModel, row: Rect) -> None:
        theme, px = self.theme, self.theme.px
        room = self._width(NAME) - px(8)
        draw_sign(surface, theme, lane.style, (row.left + px(6), row.centery - px(9)), px(5))
        place = row.left + px(SIGN), row.centery - px(9)
        self.write(surface, lane.name, "text", NORMAL, True, room=room - px(SIGN), midleft=place)
        words, colour = (lane.fault, "mistake_text") if lane.fault else (lane.details, "quiet")
        self.write(surface, words, colour, SMALL, room=room, midleft=(row.left, row.centery + px(10)))

    def _draw_pair(self, surface: Surface, pair: tuple[str, str], right: int, row: Rect) -> None:
        px = self.theme.px
        self.write(surface, pair[0], "text", NORMAL, True, midright=(right, row.centery - px(9)))
        self.write(surface, pair[1], "quiet", SMALL, midright=(right, row.centery + px(10)))

    def _draw_cells(
        self, surface: Surface, lane: LaneModel, row: Rect, columns: dict[int, tuple[int, int]]
    ) -> None:
        px = self.theme.px
        height = min(row.height - px(8), px(CELL_MAX_HEIGHT))
        shown = {cell.depth: cell for cell in lane.cells}
        for depth, (begin, end) in columns.items():
            place = Rect(begin, row.centery - height // 2 + max(1, px(1)) // 2, end - begin, height)
            self._draw_cell(surface, lane.style, shown.get(depth), place)

    def _draw_cell(self, surface: Surface, style: LaneStyle, cell: Cell | None, place: Rect) -> None:
        theme, px = self.theme, self.theme.px
        if cell is None:
            theme.box(surface, place, "well", radius=CELL_RADIUS)
            return
        tint = RISING if cell.is_running else TINT
        colour = paint.rgba(theme["card"].lerp(theme[style.colour], tint))
        full = paint.rounded(place.size, px(CELL_RADIUS), colour)
        if cell.is_running:
            theme.box(surface, place, "well", radius=CELL_RADIUS)
            filled = Rect(0, 0, round(place.width * cell.fill), place.height)
            surface.blit(full, place, filled)
            self._outline(surface, place, "warning")
        else:
            surface.blit(full, place)
            if cell.is_fault:
                self._outline(surface, place, "mistake")
        if theme.width(cell.text, NORMAL, True) + px(10) <= place.width:
            self.write(surface, cell.text, "text", NORMAL, True, center=place.center)
        else:
            self.write(surface, cell.text, "text", SMALL, center=place.center)

    def _outline(self, surface: Surface, place: Rect, colour: str) -> None:
        px = self.theme.px
        pygame.draw.rect(surface, self.theme[colour], place, max(1, px(1.5)), px(CELL_RADIUS))
