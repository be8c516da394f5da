"""The tree of a game as a list: its main line in columns, and under each row what else was tried there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from game.judgement import Mark
from game.tree import Node
from ui import paint
from ui.pages.review.graph import MARK_COLOURS
from ui.panels.moves import HEADER, ROW, columns_for
from ui.panels.panel import Panel
from ui.panels.tips import GAME_TREE, MOVES, Tip, in_window
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL, Theme

NUMBER: Final = 26
LEAST_COLUMN: Final = 84
COLUMNS: Final = (2, 4, 6)
INDENT: Final = 12
BETWEEN: Final = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """A move of the tree: `text` says it, `note` what was lost or what it is worth."""

    node: Node
    text: str
    color: Color
    mark: Mark | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Variation:
    """What was tried otherwise after so many moves; `depth` counts what it is a variation of, from 1.

    `prefix` has the number of its first move.
    """

    depth: int
    prefix: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MovesModel:
    """`main` is the line of the game; `asides` has the variations that begin in each of its positions."""

    main: tuple[Entry, ...]
    asides: tuple[tuple[Variation, ...], ...]
    here: Node
    heading: str


@dataclass(frozen=True, slots=True)
class _Cell:
    entry: Entry
    row: int
    left: int
    width: int


class MovesPanel(Panel[MovesModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        room = self.inside.width - theme.px(NUMBER), self.inside.height - theme.px(HEADER)
        self._columns, self._larger = columns_for(theme, room, LEAST_COLUMN, COLUMNS)
        self._row = theme.px(ROW * self._larger)
        self._size = LARGE if self._larger > 1 else NORMAL

    _top_row = 0
    _cells: tuple[_Cell, ...] = ()
    _labels: tuple[tuple[int, int, str], ...] = ()  # row, left, text
    _edges: tuple[tuple[int, int], ...] = ()  # row, left: beside variations
    _rows = 0

    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top, rows = inside.top - px(6), self._top(self._top_row)
        heading = Rect(inside.left, top, inside.width, rows - top)
        listed = Rect(inside.left, rows, inside.width, self._rows_shown * px(ROW))
        return in_window(self.rect, [(heading, MOVES), (listed, GAME_TREE)])

    @property
    def _rows_shown(self) -> int:
        return max(1, (self.inside.height + self.theme.px(8) - self.theme.px(HEADER)) // self._row)

    def node_at(self, position: tuple[int, int]) -> Node | None:
        """The move under the pointer."""
        local = self.local(position)
        return next((cell.entry.node for cell in self._cells if self._rect(cell).collidepoint(local)), None)

    def scroll(self, rows: int) -> None:
        """Move the list on by so many rows, as far as it goes."""
        before = self._top_row
        self._turn_to(self._top_row + rows)
        if self.model is not None and self._top_row != before:
            self._repaint(self.model)

    def _turn_to(self, row: int) -> None:
        self._top_row = min(max(0, self._rows - self._rows_shown), max(0, row))

    def update(self, model: MovesModel) -> None:
        """Keeps the move one stands on in sight whenever it has changed."""
        if self.model == model:
            return
        before, self.model = self.model, model
        self._place(model)
        if before is None or before.here is not model.here:
            row = next((cell.row for cell in self._cells if cell.entry.node is model.here), 0)
            self._turn_to(min(max(self._top_row, row - self._rows_shown + 1), row))
        else:
            self._turn_to(self._top_row)
        self._repaint(model)

    # Where everything goes

    def _place(self, model: MovesModel) -> None:
        px, inside = self.theme.px, self.inside
        columns = self._columns
        width = (inside.width - px(NUMBER)) // columns
        cells: list[_Cell] = []
        labels: list[tuple[int, int, str]] = []
        edges: list[tuple[int, int]] = []
        row = 0
        for first in range(0, len(model.main), columns):
            labels.append((row, inside.left, str(first + 1)))
            here = model.main[first : first + columns]
            for n, entry in enumerate(here):
                cells.append(_Cell(entry, row, inside.left + px(NUMBER) + n * width, width))
            row += 1
            for asides in model.asides[first : first + len(here)]:
                for variation in asides:
                    row = self._place_variation(variation, row, cells, labels, edges)
        for asides in model.asides[len(model.main) :]:
            for variation in asides:
                row = self._place_variation(variation, row, cells, labels, edges)
        self._cells, self._labels, self._edges, self._rows = tuple(cells), tuple(labels), tuple(edges), row

    def _place_variation(
        self,
        variation: Variation,
        row: int,
        cells: list[_Cell],
        labels: list[tuple[int, int, str]],
        edges: list[tuple[int, int]],
    ) -> int:
        """Wrapped like text; returns the row after it."""
        theme, px, inside = self.theme, self.theme.px, self.inside
        begin = inside.left + px(INDENT) * variation.depth
        edges.append((row, begin - px(8)))
        labels.append((row, begin, variation.prefix))
        left = begin + theme.width(variation.prefix, SMALL) + px(BETWEEN)
        for entry in variation.entries:
            width = sum(theme.width(text, self._size) for text, _colour in _parts(entry)) + px(8)
            if left + width > inside.right and left > begin:
                row, left = row + 1, begin
                edges.append((row, begin - px(8)))
            cells.append(_Cell(entry, row, left, width))
            left += width
        return row + 1

    def _rect(self, cell: _Cell) -> Rect:
        """Empty where it is not in sight."""
        height = self._row if self._is_shown(cell.row) else 0
        return Rect(cell.left, self._top(cell.row), cell.width, height)

    def _top(self, row: int) -> int:
        return self.inside.top + self.theme.px(HEADER - 4) + (row - self._top_row) * self._row

    def _is_shown(self, row: int) -> bool:
        return 0 <= row - self._top_row < self._rows_shown

    # Drawing

    def paint(self, surface: Surface, model: MovesModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        place = inside.left, inside.top - px(6)
        heading = self.write(surface, _("Moves"), "text", NORMAL, True, topleft=place)
        left = heading.right + px(12)
        where = theme.ellipsized(model.heading, SMALL, inside.right - left)
        self.write(surface, where, "quiet", SMALL, midleft=(left, heading.centery))
        if not model.main and not any(model.asides):
            place = inside.left, inside.top + px(HEADER)
            self.write(surface, _("No moves yet."), "quiet", SMALL, topleft=place)
        for row, left, text in self._labels:
            if self._is_shown(row):
                centre = self._top(row) + self._row // 2
                self.write(surface, text, "quiet", SMALL, midleft=(left, centre))
        for row, left in self._edges:
            if self._is_shown(row):
                surface.fill(theme["accent"], (left, self._top(row), max(1, px(2)), self._row))
        main = {id(entry) for entry in model.main}
        for cell in self._cells:
            if self._is_shown(cell.row):
                self._draw_cell(surface, cell, model, has_chip=id(cell.entry) in main)
        self._draw_bar(surface)

    def _draw_cell(self, surface: Surface, cell: _Cell, model: MovesModel, has_chip: bool) -> None:
        theme, px = self.theme, self.theme.px
        rect = self._rect(cell)
        if cell.entry.node is model.here:
            size = rect.inflate(-px(2), -px(2)).size
            mark = paint.rounded(size, px(4), paint.rgba(theme["best"]))
            surface.blit(mark, mark.get_rect(center=rect.center))
        left = rect.left + px(4)
        if has_chip:
            chip = "black_chip" if cell.entry.color is Color.BLACK else "white_chip"
            centre, radius = (rect.left + px(10 * self._larger), rect.centery), px(4 * self._larger)
            pygame.draw.aacircle(surface, theme[chip], centre, radius)
            pygame.draw.aacircle(surface, theme["quiet"], centre, radius, max(1, px(1)))
            left = rect.left + px(20 * self._larger)
        for text, colour in _parts(cell.entry):
            if theme.width(text, self._size) <= rect.right - left:
                left = self.write(surface, text, colour, self._size, midleft=(left, rect.centery)).right

    def _draw_bar(self, surface: Surface) -> None:
        """How far the list is scrolled, where not all of it is in sight."""
        if self._rows <= self._rows_shown:
            return
        px = self.theme.px
        track = Rect(self.rect.width - px(7), self._top(self._top_row), px(3), self._rows_shown * self._row)
        height = max(px(16), track.height * self._rows_shown // self._rows)
        top = track.top + (track.height - height) * self._top_row // (self._rows - self._rows_shown)
        surface.fill(self.theme["hover"], (track.left, top, track.width, height))


def _parts(entry: Entry) -> Sequence[tuple[str, str]]:
    """What is written of a move, with colours of the theme."""
    parts = [(entry.text, "text")]
    if entry.mark is not None:
        parts.append((f" {entry.mark.value}", MARK_COLOURS[entry.mark]))
    if entry.note:
        parts.append((f" {entry.note}", MARK_COLOURS[entry.mark] if entry.mark is not None else "quiet"))
    return parts
