"""The tree of a game as a list: its main line in columns, and under each row what else was tried there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pygame import Rect, Surface

from game.board import PASS, Color
from game.evaluation import Mark
from game.tree import Node
from ui.pages.review.overview import MARK_COLOURS
from ui.panels.moves import HEADER, ROW, MoveColumns
from ui.panels.tips import GAME_TREE, MOVES, Tip
from ui.theme import SMALL, Theme

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
    """Another continuation of a position; `depth` counts the lines it branches off, from 1.

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


class MovesPanel(MoveColumns[MovesModel]):
    number, least_column, columns, above, spare = 26, 84, (2, 4, 6), 6, 8
    _rows = 0

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self._cells: list[_Cell] = []
        self._labels: list[tuple[int, int, str]] = []  # row, left, text
        self._edges: list[tuple[int, int]] = []  # row, left: beside variations

    def meanings(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top, rows = inside.top - px(6), self._top(self._top_row)
        heading = Rect(inside.left, top, inside.width, rows - top)
        listed = Rect(inside.left, rows, inside.width, self._rows_shown * px(ROW))
        return [(heading, MOVES), (listed, GAME_TREE)]

    def node_at(self, position: tuple[int, int]) -> Node | None:
        """The move under the pointer."""
        local = self.local(position)
        return next((cell.entry.node for cell in self._cells if self._rect(cell).collidepoint(local)), None)

    def update(self, model: MovesModel) -> None:
        """Scrolls to the current move when it has changed."""
        if self.model == model:
            return
        before, self.model = self.model, model
        self._place(model)
        if before is None or before.here is not model.here:
            row = next((cell.row for cell in self._cells if cell.entry.node is model.here), 0)
            self._turn_so_far(row)
        else:
            self._turn_to(self._top_row)
        self._repaint(model)

    # Where everything goes

    def _place(self, model: MovesModel) -> None:
        px, inside, columns = self.theme.px, self.inside, self._columns
        width = (inside.width - px(self.number)) // columns
        self._cells, self._labels, self._edges, self._rows = [], [], [], 0
        for first in range(0, len(model.main), columns):
            number = 1 + sum(entry.node.move != PASS for entry in model.main[:first])
            self._labels.append((self._rows, inside.left, str(number)))
            here = model.main[first : first + columns]
            for n, entry in enumerate(here):
                left = inside.left + px(self.number) + n * width
                self._cells.append(_Cell(entry, self._rows, left, width))
            self._rows += 1
            self._place_variations(model.asides[first : first + len(here)])
        self._place_variations(model.asides[len(model.main) :])

    def _place_variations(self, asides: Sequence[Sequence[Variation]]) -> None:
        """Below what was placed before, wrapped like text."""
        theme, px, inside = self.theme, self.theme.px, self.inside
        for variation in chain.from_iterable(asides):
            begin = inside.left + px(INDENT) * variation.depth
            self._edges.append((self._rows, begin - px(8)))
            self._labels.append((self._rows, begin, variation.prefix))
            left = begin + theme.width(variation.prefix, SMALL) + px(BETWEEN)
            for entry in variation.entries:
                width = sum(theme.width(text, self._size) for text, _colour in _parts(entry)) + px(8)
                if left + width > inside.right and left > begin:
                    self._rows, left = self._rows + 1, begin
                    self._edges.append((self._rows, begin - px(8)))
                self._cells.append(_Cell(entry, self._rows, left, width))
                left += width
            self._rows += 1

    def _rect(self, cell: _Cell) -> Rect:
        """Empty where it is not in sight."""
        height = self._row if self._is_shown(cell.row) else 0
        return Rect(cell.left, self._top(cell.row), cell.width, height)

    def _top(self, row: int) -> int:
        return self.inside.top + self.theme.px(HEADER - 4) + (row - self._top_row) * self._row

    # Drawing

    def paint(self, surface: Surface, model: MovesModel) -> None:
        theme, px = self.theme, self.theme.px
        self._draw_heading(surface, model.heading, is_empty=not model.main and not any(model.asides))
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
            self._draw_ground(surface, rect)
        left = self._draw_disc(surface, rect, cell.entry.color) if has_chip else rect.left + px(4)
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
