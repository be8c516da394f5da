"""The list of moves: the main line of a game in columns, and its variations below each row."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pygame import Rect, Surface

from game.board import PASS, Color
from game.evaluation import Mark
from game.tree import Node
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import GAME_TREE, MOVES
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL, Theme

ROW: Final = 22
HEADER: Final = 26
# The width of the numbers of the rows.
NUMBER: Final = 26
INDENT: Final = 12
BETWEEN: Final = 6
# The size of the sign of a comment.
NOTED: Final = 12
# If a whole game fits even so, rows and letters are larger by this factor.
LARGER: Final = 1.5
WHOLE_GAME: Final = 60
MARK_COLOURS: Final = {Mark.DUBIOUS: "warning", Mark.MISTAKE: "alphabeta", Mark.BLUNDER: "mistake_text"}


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move of the tree: `text` names it, `note` is its loss or its value. A move that `is_ahead` has been
    taken back, one that `is_noted` has a comment.
    """

    node: Node
    text: str
    color: Color
    mark: Mark | None = None
    note: str = ""
    is_ahead: bool = False
    is_noted: bool = False


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation, nested `depth` levels below the main line; `prefix` numbers its first move."""

    depth: int
    prefix: str
    entries: tuple[MoveEntry, ...]


@dataclass(frozen=True, slots=True)
class MovesModel:
    """`variations` are the variations at each position of `main`; `is_noted`: the start has a comment."""

    main: tuple[MoveEntry, ...]
    here: Node
    heading: str
    variations: tuple[tuple[Variation, ...], ...] = ()
    is_noted: bool = False


@dataclass(frozen=True, slots=True)
class _Cell:
    entry: MoveEntry
    row: int
    left: int
    width: int


def columns_for(theme: Theme, room: tuple[int, int], least: int, offered: Sequence[int]) -> tuple[int, float]:
    """Returns the number of columns of `least` width or more, and LARGER if a whole game fits so, else 1."""
    for columns in offered:
        rows = -(-WHOLE_GAME // columns)
        if columns * theme.px(LARGER * least) <= room[0] and rows * theme.px(LARGER * ROW) <= room[1]:
            return columns, LARGER
    return max((n for n in offered if n * theme.px(least) <= room[0]), default=offered[0]), 1.0


class MovesPanel(Panel[MovesModel]):
    """The list of moves: a click on a move goes there, the wheel scrolls by rows."""

    def __init__(self, theme: Theme, rect: Rect, has_notes: bool = False) -> None:
        """With notes the panel shows the findings of a review, in wider columns."""
        super().__init__(theme, rect)
        self._has_notes = has_notes
        room = self.inside.width - theme.px(NUMBER), self.inside.height - theme.px(HEADER)
        offered = (84, (2, 4, 6)) if has_notes else (50, (2, 4, 6, 8, 10))
        self._columns, self._larger = columns_for(theme, room, *offered)
        self._row = theme.px(ROW * self._larger)
        self._size = LARGE if self._larger > 1 else NORMAL
        self._rows = self._top_row = 0
        self._cells: list[_Cell] = []
        self._labels: list[tuple[int, int, str]] = []  # row, left, text
        self._edges: list[tuple[int, int]] = []  # row, left of the rules beside variations

    def node_at(self, position: tuple[int, int]) -> Node | None:
        """Returns the position after the move under the pointer."""
        local = self.local(position)
        return next((cell.entry.node for cell in self._cells if self._rect(cell).collidepoint(local)), None)

    def update(self, model: MovesModel) -> None:
        """Shows the model; scrolls just enough to show the current move if it is new or was in sight."""
        if self.model == model:
            return
        before, self.model = self.model, model
        is_other = before is None or before.here is not model.here
        must_show = is_other or self._is_shown(self._row_of(model.here))
        self._place(model)
        if must_show:
            row = self._row_of(model.here)
            self._turn_to(min(max(self._top_row, row - self._rows_shown + 1), row))
        else:
            self._turn_to(self._top_row)
        self._repaint(model)

    def _row_of(self, node: Node) -> int:
        """Returns the row of a position, 0 for the first position."""
        return next((cell.row for cell in self._cells if cell.entry.node is node), 0)

    def scroll(self, rows: int) -> None:
        before = self._top_row
        self._turn_to(self._top_row + rows)
        if self.model is not None and self._top_row != before:
            self._repaint(self.model)

    def _turn_to(self, row: int) -> None:
        self._top_row = min(max(0, self._rows - self._rows_shown), max(0, row))

    # Placement

    def _place(self, model: MovesModel) -> None:
        px, inside, columns = self.theme.px, self.inside, self._columns
        width = (inside.width - px(NUMBER)) // columns
        self._cells, self._labels, self._edges, self._rows = [], [], [], 0
        for first in range(0, len(model.main), columns):
            number = 1 + sum(entry.node.move != PASS for entry in model.main[:first])
            self._labels.append((self._rows, inside.left, str(number)))
            here = model.main[first : first + columns]
            for n, entry in enumerate(here):
                left = inside.left + px(NUMBER) + n * width
                self._cells.append(_Cell(entry, self._rows, left, width))
            self._rows += 1
            self._place_variations(model.variations[first : first + len(here)])
        self._place_variations(model.variations[len(model.main) :])

    def _place_variations(self, variations: Sequence[Sequence[Variation]]) -> None:
        """Places variations below the previous rows, wrapped like text."""
        theme, px, inside = self.theme, self.theme.px, self.inside
        for variation in chain.from_iterable(variations):
            begin = inside.left + px(INDENT) * variation.depth
            self._edges.append((self._rows, begin - px(8)))
            self._labels.append((self._rows, begin, variation.prefix))
            left = begin + theme.width(variation.prefix, SMALL) + px(BETWEEN)
            for entry in variation.entries:
                width = sum(theme.width(text, self._size) for text, _colour in _parts(entry)) + px(8)
                width += px(NOTED + 3) * entry.is_noted
                if left + width > inside.right and left > begin:
                    self._rows, left = self._rows + 1, begin
                    self._edges.append((self._rows, begin - px(8)))
                self._cells.append(_Cell(entry, self._rows, left, width))
                left += width
            self._rows += 1

    @property
    def _rows_shown(self) -> int:
        room = self.inside.height + self.theme.px(8) - self.theme.px(HEADER)
        return max(1, room // self._row)

    def _is_shown(self, row: int) -> bool:
        return 0 <= row - self._top_row < self._rows_shown

    def _rect(self, cell: _Cell) -> Rect:
        """Returns the place of a cell, empty if it is not in sight."""
        height = self._row if self._is_shown(cell.row) else 0
        return Rect(cell.left, self._top(cell.row), cell.width, height)

    def _top(self, row: int) -> int:
        return self.inside.top + self.theme.px(HEADER - 4) + (row - self._top_row) * self._row

    # Drawing

    def paint(self, surface: Surface, model: MovesModel) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        top, rows = inside.top - px(6), self._top(self._top_row)
        self.notes.append((Rect(inside.left, top, inside.width, rows - top), MOVES))
        if self._has_notes:
            listed = Rect(inside.left, rows, inside.width, self._rows_shown * self._row)
            self.notes.append((listed, GAME_TREE))
        self._draw_heading(surface, model)
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
                self._draw_cell(surface, cell, cell.entry.node is model.here, id(cell.entry) in main)
        self._draw_bar(surface)

    def _draw_heading(self, surface: Surface, model: MovesModel) -> None:
        px, inside, words = self.theme.px, self.inside, model.heading
        place = inside.left, inside.top - px(6)
        heading = self.write(surface, _("Moves"), "text", NORMAL, True, topleft=place)
        left = self._draw_noted(surface, heading.midright) if model.is_noted else heading.right
        left += px(12)
        place = left, heading.centery
        short = words.partition(" – ")[0]  # a hint about clicks follows if there is room
        words = words if self.theme.width(words, SMALL) <= inside.right - left else short
        if self._has_notes or self.theme.width(words, SMALL) <= inside.right - left:
            self.write(surface, words, "quiet", SMALL, room=inside.right - left, midleft=place)
        if not model.main and not any(model.variations):
            place = inside.left, inside.top + px(HEADER)
            self.write(surface, _("No moves yet."), "quiet", SMALL, topleft=place)

    def _draw_cell(self, surface: Surface, cell: _Cell, is_here: bool, has_chip: bool) -> None:
        px, rect, larger = self.theme.px, self._rect(cell), self._larger
        left = rect.left + px(4)
        if is_here:
            ground = rect.inflate(-px(2), -px(2))
            surface.blit(paint.rounded(ground.size, px(4), paint.rgba(self.theme["best"])), ground)
        if has_chip:
            self.disc(surface, cell.entry.color, (rect.left + px(10 * larger), rect.centery), px(4 * larger))
            left = rect.left + px(20 * larger)
        for n, (text, colour) in enumerate(_parts(cell.entry)):
            face = self._size, is_here and has_chip and n == 0
            if self.theme.width(text, *face) <= rect.right - left:
                left = self.write(surface, text, colour, *face, midleft=(left, rect.centery)).right
            if n == 0 and cell.entry.is_noted:
                left = self._draw_noted(surface, (left, rect.centery))

    def _draw_noted(self, surface: Surface, at: tuple[int, int]) -> int:
        """Draws the sign of a comment; returns its right edge."""
        size = self.theme.px(NOTED)
        picture = paint.icon("comment", size, paint.rgba(self.theme["accent"]))
        return surface.blit(picture, (at[0] + self.theme.px(3), at[1] - size // 2)).right

    def _draw_bar(self, surface: Surface) -> None:
        """Draws a scroll bar if not all rows are in sight."""
        if self._rows <= self._rows_shown:
            return
        px = self.theme.px
        track = Rect(self.rect.width - px(7), self._top(self._top_row), px(3), self._rows_shown * self._row)
        height = max(px(16), track.height * self._rows_shown // self._rows)
        top = track.top + (track.height - height) * self._top_row // (self._rows - self._rows_shown)
        surface.fill(self.theme["hover"], (track.left, top, track.width, height))


def _parts(entry: MoveEntry) -> Sequence[tuple[str, str]]:
    """Returns the texts of a move, with colours of the theme."""
    parts = [(entry.text, "quiet" if entry.is_ahead else "text")]
    if entry.mark is not None:
        parts.append((f" {entry.mark.value}", MARK_COLOURS[entry.mark]))
    if entry.note:
        parts.append((f" {entry.note}", MARK_COLOURS[entry.mark] if entry.mark is not None else "quiet"))
    return parts
