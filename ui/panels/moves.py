"""The move list: click or drag along it to travel through the game; the wheel scrolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import PASS, Color, Move, square_name
from ui import paint
from ui.panels.panel import Panel
from ui.theme import NORMAL, SMALL, Theme

ROW: Final = 22
HEADER: Final = 26
NUMBER: Final = 28
LEAST_COLUMN: Final = 50


@dataclass(frozen=True, slots=True)
class MoveListModel:
    moves: tuple[tuple[Move, Color], ...]
    cursor: int
    heading: str


class MoveList(Panel[MoveListModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        room = self.inside.width - theme.px(NUMBER)
        fits = room // theme.px(LEAST_COLUMN)
        self._columns = 10 if fits >= 10 else 8 if fits >= 8 else max(2, fits // 2 * 2)
        self._scroll = 0
        self._seen: tuple[int, int] | None = None
        self._count = 0

    @property
    def _rows_shown(self) -> int:
        return max(1, (self.inside.height - self.theme.px(HEADER)) // self.theme.px(ROW))

    def _cell(self, index: int) -> Rect:
        inside = self.inside
        width = (inside.width - self.theme.px(NUMBER)) // self._columns
        row, column = divmod(index, self._columns)
        top = inside.top + self.theme.px(HEADER) + (row - self._scroll) * self.theme.px(ROW)
        return Rect(inside.left + self.theme.px(NUMBER) + column * width, top, width, self.theme.px(ROW))

    def cursor_at(self, position: tuple[int, int]) -> int | None:
        """The number of moves played once the move under the pointer has been made, None beside the list."""
        local = self.local(position)
        for index in range(self._count):
            cell = self._cell(index)
            if cell.collidepoint(local) and self._is_shown(index):
                return index + 1
        return None

    def _is_shown(self, index: int) -> bool:
        return 0 <= index // self._columns - self._scroll < self._rows_shown

    def scroll(self, rows: int) -> None:
        last = max(0, -(-self._count // self._columns) - self._rows_shown)
        self._scroll = min(last, max(0, self._scroll + rows))
        self._painted = None

    def draw(self, surface: Surface, model: MoveListModel) -> None:
        """Keeps the current move in sight whenever it has changed."""
        self._count = len(model.moves)
        if (model.cursor, self._count) != self._seen:
            self._seen = (model.cursor, self._count)
            row = max(0, model.cursor - 1) // self._columns
            self.scroll(min(0, row - self._scroll) + max(0, row - self._scroll - self._rows_shown + 1))
        super().draw(surface, model)

    def paint(self, surface: Surface, model: MoveListModel) -> None:
        theme = self.theme
        self.card(surface)
        inside = self.inside
        heading = self.write(
            surface, "Moves", "text", NORMAL, True, topleft=(inside.left, inside.top - theme.px(4))
        )
        room = inside.right - heading.right - theme.px(12)
        self.write(
            surface,
            theme.ellipsized(model.heading, SMALL, room),
            "quiet",
            SMALL,
            midleft=(heading.right + theme.px(12), heading.centery),
        )
        if not model.moves:
            self.write(
                surface, "No moves yet.", "quiet", SMALL, topleft=(inside.left, inside.top + theme.px(HEADER))
            )
        for index, (move, color) in enumerate(model.moves):
            if not self._is_shown(index):
                continue
            cell = self._cell(index)
            if index % self._columns == 0:
                self.write(surface, str(index + 1), "quiet", SMALL, midleft=(inside.left, cell.centery))
            is_current = index + 1 == model.cursor
            if is_current:
                mark = paint.rounded(
                    cell.inflate(-theme.px(2), -theme.px(2)).size,
                    theme.px(4),
                    paint.rgba(theme["accent"], 110),
                )
                surface.blit(mark, mark.get_rect(center=cell.center))
            chip = "black_chip" if color is Color.BLACK else "white_chip"
            disc = paint.dot(theme.px(4), paint.rgba(theme[chip]), paint.rgba(theme["quiet"]))
            surface.blit(disc, disc.get_rect(midleft=(cell.left + theme.px(6), cell.centery)))
            text = "–" if move == PASS else square_name(move)
            colour = "quiet" if index >= model.cursor else "text"
            self.write(
                surface, text, colour, NORMAL, is_current, midleft=(cell.left + theme.px(20), cell.centery)
            )
