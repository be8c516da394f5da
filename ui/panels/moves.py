"""The move list: click or drag along it to travel through the game; the wheel scrolls."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pygame import Rect, Surface

from game.board import PASS, Color, Move, square_name
from ui import paint
from ui.panels.panel import Model, Panel
from ui.panels.tips import MOVES as HEADING
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL, Theme

ROW: Final = 22
HEADER: Final = 26
# Where a whole game fits in, rows and letters are larger by this.
LARGER: Final = 1.5
WHOLE_GAME: Final = 60


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """`number` counts the discs placed; that of a pass is the next one's."""

    move: Move
    color: Color
    number: int


@dataclass(frozen=True, slots=True)
class MoveListModel:
    """The moves of the current line; `cursor` is how many of them, with passes, have been made."""

    moves: tuple[MoveEntry, ...]
    cursor: int
    heading: str


def columns_for(theme: Theme, room: tuple[int, int], least: int, offered: Sequence[int]) -> tuple[int, float]:
    """(The number of columns of moves, how much larger than usual they can be) for a whole game to fill the
    room; a column is at least `least` wide.
    """
    for columns in offered:
        rows = -(-WHOLE_GAME // columns)
        if columns * theme.px(LARGER * least) <= room[0] and rows * theme.px(LARGER * ROW) <= room[1]:
            return columns, LARGER
    return max((n for n in offered if n * theme.px(least) <= room[0]), default=offered[0]), 1.0


class MoveColumns(Panel[Model]):
    """Moves in columns under a heading; the wheel scrolls them by rows."""

    number: ClassVar[int]
    """The width of the numbers at the left."""
    least_column: ClassVar[int]
    columns: ClassVar[Sequence[int]]
    """How many there may be."""
    above: ClassVar[int]
    """How much higher than the inside of the card the heading begins."""
    spare: ClassVar[int] = 0
    """What the rows may take of the padding below."""

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        room = self.inside.width - theme.px(self.number), self.inside.height - theme.px(HEADER)
        self._columns, self._larger = columns_for(theme, room, self.least_column, self.columns)
        self._row = theme.px(ROW * self._larger)
        self._size = LARGE if self._larger > 1 else NORMAL
        self._top_row = 0

    @property
    @abstractmethod
    def _rows(self) -> int:
        """How many there are, in sight or not."""

    @property
    def _rows_shown(self) -> int:
        room = self.inside.height + self.theme.px(self.spare) - self.theme.px(HEADER)
        return max(1, room // self._row)

    def _is_shown(self, row: int) -> bool:
        return 0 <= row - self._top_row < self._rows_shown

    def scroll(self, rows: int) -> None:
        """Move the list on by some rows, as far as it goes."""
        before = self._top_row
        self._turn_to(self._top_row + rows)
        if self.model is not None and self._top_row != before:
            self._repaint(self.model)

    def _turn_to(self, row: int) -> None:
        self._top_row = min(max(0, self._rows - self._rows_shown), max(0, row))

    def _turn_so_far(self, row: int) -> None:
        """Scroll as little as brings a row into sight."""
        self._turn_to(min(max(self._top_row, row - self._rows_shown + 1), row))

    def _draw_heading(self, surface: Surface, words: str, is_empty: bool) -> None:
        px, inside = self.theme.px, self.inside
        place = inside.left, inside.top - px(self.above)
        heading = self.write(surface, _("Moves"), "text", NORMAL, True, topleft=place)
        left = heading.right + px(12)
        place = left, heading.centery
        short = words.partition(" – ")[0]  # what can be done with them only where there is room
        words = words if self.theme.width(words, SMALL) <= inside.right - left else short
        self.write(surface, words, "quiet", SMALL, room=inside.right - left, midleft=place)
        if is_empty:
            place = inside.left, inside.top + px(HEADER)
            self.write(surface, _("No moves yet."), "quiet", SMALL, topleft=place)

    def _draw_ground(self, surface: Surface, cell: Rect) -> None:
        """Under the current move."""
        px = self.theme.px
        size = cell.inflate(-px(2), -px(2)).size
        mark = paint.rounded(size, px(4), paint.rgba(self.theme["best"]))
        surface.blit(mark, mark.get_rect(center=cell.center))

    def _draw_disc(self, surface: Surface, cell: Rect, color: Color) -> int:
        """Beside a move; returns where the move is written."""
        px = self.theme.px
        self.disc(surface, color, (cell.left + px(10 * self._larger), cell.centery), px(4 * self._larger))
        return cell.left + px(20 * self._larger)


class MoveList(MoveColumns[MoveListModel]):
    number, least_column, columns, above = 28, 50, (2, 4, 6, 8, 10), 4

    def meanings(self) -> list[Tip]:
        return [(Rect(0, 0, self.rect.width, self.inside.top + self.theme.px(HEADER - 4)), HEADING)]

    @property
    def _rows(self) -> int:
        return 0 if self.model is None else -(-len(self.model.moves) // self._columns)

    def _cell(self, index: int) -> Rect:
        inside, number = self.inside, self.theme.px(self.number)
        width = (inside.width - number) // self._columns
        row, column = divmod(index, self._columns)
        top = inside.top + self.theme.px(HEADER) + (row - self._top_row) * self._row
        return Rect(inside.left + number + column * width, top, width, self._row)

    @property
    def _shown(self) -> list[tuple[int, MoveEntry]]:
        """The moves in sight, with their places in the list."""
        entries = enumerate(() if self.model is None else self.model.moves)
        return [(n, entry) for n, entry in entries if self._is_shown(n // self._columns)]

    def ply_at(self, position: tuple[int, int]) -> int | None:
        """The number of moves played once the move under the pointer has been made, None beside the list."""
        local = self.local(position)
        return next((n + 1 for n, _entry in self._shown if self._cell(n).collidepoint(local)), None)

    def update(self, model: MoveListModel) -> None:
        """Keeps the current move in sight whenever it has changed."""
        before, after = self.model, (model.cursor, len(model.moves))
        if before is None or (before.cursor, len(before.moves)) != after:
            self.model = model
            self._turn_so_far(max(0, model.cursor - 1) // self._columns)
            self._repaint(model)
        else:
            super().update(model)

    def paint(self, surface: Surface, model: MoveListModel) -> None:
        self._draw_heading(surface, model.heading, is_empty=not model.moves)
        for index, entry in self._shown:
            self._draw_entry(surface, model, index, entry)

    def _draw_entry(self, surface: Surface, model: MoveListModel, index: int, entry: MoveEntry) -> None:
        cell, is_current = self._cell(index), index + 1 == model.cursor
        if index % self._columns == 0:
            place = self.inside.left, cell.centery
            self.write(surface, str(entry.number), "quiet", SMALL, midleft=place)
        if is_current:
            self._draw_ground(surface, cell)
        left = self._draw_disc(surface, cell, entry.color)
        text = "–" if entry.move == PASS else square_name(entry.move)
        colour = "quiet" if index >= model.cursor else "text"
        self.write(surface, text, colour, self._size, is_current, midleft=(left, cell.centery))
