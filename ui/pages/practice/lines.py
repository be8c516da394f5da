"""The lines that one can walk through after an answer, a chip for every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color, Move
from game.tree import Node
from ui import paint
from ui.panels.panel import MOVE_CHIPS, Panel
from ui.panels.tips import LINES, Tip, in_window
from ui.text.wording import format_move
from ui.theme import NORMAL, SMALL

TITLE_ROW: Final = 30
ROW: Final = 28
CHIP: Final = 22
CHIP_WIDTH: Final = 34
CHIP_GAP: Final = 5
LABEL: Final = 56


@dataclass(frozen=True, slots=True)
class LineRow:
    """Moves and who makes them, from a node on; `here` is the one that was walked to, if any."""

    label: str
    start: Node
    moves: tuple[tuple[Move, Color], ...]
    here: int | None = None


@dataclass(frozen=True, slots=True)
class LinesModel:
    """`note` stands where there is no line."""

    title: str
    rows: tuple[LineRow, ...] = ()
    note: str = ""


class LinesPanel(Panel[LinesModel]):
    _beside_title = 0

    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6)
        title = Rect(inside.left, top, inside.width - self._beside_title, px(TITLE_ROW))
        rows = Rect(inside.left, title.bottom + px(2), inside.width, 0)
        rows.height = self.rect.height - px(4) - rows.top
        return in_window(self.rect, [(title, LINES), (rows, LINES)])

    def place_buttons(self, widths: list[int], gap: int) -> list[Rect]:
        """Where buttons of these widths go beside the title, in the window."""
        inside, px = self.inside.move(self.rect.topleft), self.theme.px
        total = sum(widths) + gap * (len(widths) - 1)
        self._beside_title = total + gap
        left, places = inside.right + px(4) - total, []
        for width in widths:
            places.append(Rect(left, inside.top - px(6), width, px(TITLE_ROW)))
            left += width + gap
        return places

    def move_at(self, position: tuple[int, int]) -> tuple[LineRow, int] | None:
        """The row and the place in it of the move under a pixel of the window."""
        if self.model is None:
            return None
        local = self.local(position)
        for number, row in enumerate(self.model.rows):
            for at, chip in self._chips(number, row):
                if chip.collidepoint(local):
                    return row, at
        return None

    def _chips(self, number: int, row: LineRow) -> list[tuple[int, Rect]]:
        """As many as there is room for, around the current move."""
        px, inside = self.theme.px, self.inside
        width, gap = px(CHIP_WIDTH), px(CHIP_GAP)
        left = inside.left + px(LABEL)
        count = max(1, (inside.right - left - px(14) + gap) // (width + gap))
        top = inside.top + px(TITLE_ROW + 2) + number * px(ROW) + (px(ROW) - px(CHIP)) // 2
        if top + px(CHIP) > self.rect.height - px(4):
            return []
        first = max(0, min(len(row.moves) - count, (row.here or 0) - count // 2))
        shown = range(first, min(len(row.moves), first + count))
        return [(at, Rect(left + n * (width + gap), top, width, px(CHIP))) for n, at in enumerate(shown)]

    def paint(self, surface: Surface, model: LinesModel) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        self.card(surface)
        middle = inside.top - px(6) + px(TITLE_ROW) // 2
        title = theme.ellipsized(model.title, NORMAL, inside.width - self._beside_title, True)
        self.write(surface, title, "text", NORMAL, True, midleft=(inside.left, middle))
        if model.note:
            note = theme.text(model.note, SMALL, "quiet", False, inside.width)
            surface.blit(note, (inside.left, inside.top + px(TITLE_ROW + 4)))
        for number, row in enumerate(model.rows):
            chips = self._chips(number, row)
            if not chips:
                return
            label = theme.ellipsized(row.label, SMALL, px(LABEL - 6))
            self.write(surface, label, "quiet", SMALL, midleft=(inside.left, chips[0][1].centery))
            for at, place in chips:
                self._draw_chip(surface, place, row.moves[at], at == row.here)
            if chips[-1][0] < len(row.moves) - 1:
                end = chips[-1][1].right + px(4), chips[-1][1].centery
                self.write(surface, "…", "quiet", SMALL, midleft=end)

    def _draw_chip(self, surface: Surface, place: Rect, move: tuple[Move, Color], is_here: bool) -> None:
        theme, px = self.theme, self.theme.px
        fill, ink = MOVE_CHIPS[move[1]]
        edge, width = ("accent", px(2)) if is_here else ("hover", px(1))
        shape = paint.rounded(
            place.size, px(4), paint.rgba(theme[fill]), paint.rgba(theme[edge]), max(1, width)
        )
        surface.blit(shape, place)
        self.write(surface, format_move(move[0]), ink, SMALL, is_here, center=place.center)
        if is_here:
            surface.fill(
                theme["accent"], (place.left + px(4), place.bottom + px(2), place.width - px(8), px(2))
            )
