"""The move list: click or drag along it to travel through the game; the wheel scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import PASS, Color, Move, square_name
from ui import paint
from ui.panels.panel import Panel
from ui.panels.tips import MOVES as HEADING
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL, Theme

ROW: Final = 22
HEADER: Final = 26
NUMBER: Final = 28
LEAST_COLUMN: Final = 50
# Where a whole game fits in, rows and letters are larger by this.
LARGER: Final = 1.5
WHOLE_GAME: Final = 60
COLUMNS: Final = (2, 4, 6, 8, 10)


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """`number` counts the discs placed; that of a pass is the next one's."""

    move: Move
    color: Color
    number: int


@dataclass(frozen=True, slots=True)
class MoveListModel:
    """The moves of the line one walks along; `cursor` says how many of them, with passes, have been made."""

    moves: tuple[MoveEntry, ...]
    cursor: int
    heading: str


def columns_for(theme: Theme, room: tuple[int, int], least: int, offered: Sequence[int]) -> tuple[int, float]:
    """How many columns of moves, each at least so wide, and how much larger than usual they can be: so that a
    whole game fills the room, width and height.
    """
    for columns in offered:
        rows = -(-WHOLE_GAME // columns)
        if columns * theme.px(LARGER * least) <= room[0] and rows * theme.px(LARGER * ROW) <= room[1]:
            return columns, LARGER
    return max((n for n in offered if n * theme.px(least) <= room[0]), default=offered[0]), 1.0


class MoveList(Panel[MoveListModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        room = self.inside.width - theme.px(NUMBER), self.inside.height - theme.px(HEADER)
        self._columns, self._larger = columns_for(theme, room, LEAST_COLUMN, COLUMNS)
        self._row = theme.px(ROW * self._larger)
        self._top_row = 0

    def tips(self) -> list[Tip]:
        heading = Rect(
            self.rect.left, self.rect.top, self.rect.width, self.inside.top + self.theme.px(HEADER - 4)
        )
        return [(heading, HEADING)]

    @property
    def _count(self) -> int:
        return 0 if self.model is None else len(self.model.moves)

    @property
    def _rows_shown(self) -> int:
        return max(1, (self.inside.height - self.theme.px(HEADER)) // self._row)

    def _cell(self, index: int) -> Rect:
        inside = self.inside
        width = (inside.width - self.theme.px(NUMBER)) // self._columns
        row, column = divmod(index, self._columns)
        top = inside.top + self.theme.px(HEADER) + (row - self._top_row) * self._row
        return Rect(inside.left + self.theme.px(NUMBER) + column * width, top, width, self._row)

    def cursor_at(self, position: tuple[int, int]) -> int | None:
        """The number of moves played once the move under the pointer has been made, None beside the list."""
        local = self.local(position)
        for index in range(self._count):
            if self._is_shown(index) and self._cell(index).collidepoint(local):
                return index + 1
        return None

    def _is_shown(self, index: int) -> bool:
        return 0 <= index // self._columns - self._top_row < self._rows_shown

    def scroll(self, rows: int) -> None:
        """Move the list on by so many rows, as far as it goes."""
        before = self._top_row
        self._turn_to(self._top_row + rows)
        if self.model is not None and self._top_row != before:
            self._repaint(self.model)

    def _turn_to(self, row: int) -> None:
        last = max(0, -(-self._count // self._columns) - self._rows_shown)
        self._top_row = min(last, max(0, row))

    def update(self, model: MoveListModel) -> None:
        """Keeps the current move in sight whenever it has changed."""
        before, after = self.model, (model.cursor, len(model.moves))
        if before is None or (before.cursor, len(before.moves)) != after:
            self.model = model
            row = max(0, model.cursor - 1) // self._columns
            self._turn_to(min(max(self._top_row, row - self._rows_shown + 1), row))
            self._repaint(model)
        else:
            super().update(model)

    def paint(self, surface: Surface, model: MoveListModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        heading = self.write(
            surface, _("Moves"), "text", NORMAL, True, topleft=(inside.left, inside.top - px(4))
        )
        left = heading.right + px(12)
        where = theme.ellipsized(model.heading, SMALL, inside.right - left)
        self.write(surface, where, "quiet", SMALL, midleft=(left, heading.centery))
        if not model.moves:
            place = inside.left, inside.top + px(HEADER)
            self.write(surface, _("No moves yet."), "quiet", SMALL, topleft=place)
        for index, entry in enumerate(model.moves):
            if self._is_shown(index):
                self._draw_entry(surface, model, index, entry)

    def _draw_entry(self, surface: Surface, model: MoveListModel, index: int, entry: MoveEntry) -> None:
        theme, px = self.theme, self.theme.px
        cell = self._cell(index)
        if index % self._columns == 0:
            place = self.inside.left, cell.centery
            self.write(surface, str(entry.number), "quiet", SMALL, midleft=place)
        is_current = index + 1 == model.cursor
        if is_current:
            size = cell.inflate(-px(2), -px(2)).size
            mark = paint.rounded(size, px(4), paint.rgba(theme["best"]))
            surface.blit(mark, mark.get_rect(center=cell.center))
        chip = "black_chip" if entry.color is Color.BLACK else "white_chip"
        centre, radius = (cell.left + px(10 * self._larger), cell.centery), px(4 * self._larger)
        pygame.draw.aacircle(surface, theme[chip], centre, radius)
        pygame.draw.aacircle(surface, theme["quiet"], centre, radius, max(1, px(1)))
        text = "–" if entry.move == PASS else square_name(entry.move)
        colour = "quiet" if index >= model.cursor else "text"
        place = cell.left + px(20 * self._larger), cell.centery
        letters = LARGE if self._larger > 1 else NORMAL
        self.write(surface, text, colour, letters, is_current, midleft=place)
