"""A card with a judgement: a title, sentences, and buttons beside or below them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color, Move
from play.refutation import MOST_MOVES
from ui.layout import side_by_side
from ui.panels.panel import MOVE_CHIPS, Model, Panel
from ui.panels.tips import Tip
from ui.text.wording import format_move
from ui.theme import NORMAL, SMALL, Theme

BUTTON: Final = 30
# Of the title where no buttons are beside it.
TITLE: Final = 22


# Rows of moves, their words, and the gap between two moves.
CHIPS: Final = 24
WORDS: Final = 64
CHIP_GAP: Final = 4
# Where the title may have two lines.
HIGH: Final = 120
# ... and where all lines have a row.
HIGHER: Final = 138
# Of one with what two analysts say, and of a row for the buttons.
ANALYSTS: Final = 165
BUTTON_ROW: Final = 32


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line of moves: what it is, the moves with who makes them, and how many of them are on the board, or
    which is `ringed`. Words without moves have the whole row, and may have an `ink`.
    """

    words: str
    moves: tuple[tuple[Move, Color], ...] = ()
    shown: int | None = None
    ringed: int | None = None
    ink: str = ""


@dataclass(frozen=True, slots=True)
class VerdictModel:
    """`colour` is the title's, a name of the theme; `sentences` follow it, and below them stand `lines`."""

    title: str
    colour: str
    sentences: tuple[str, ...]
    lines: tuple[MoveLine, ...] = ()


class ButtonsPanel(Panel[Model]):
    """It has buttons beside its title, or in a row below it all."""

    _beside_title = 0  # what the buttons take of the title's row

    def place_buttons(self, widths: list[int], gap: int, is_narrow: bool = False) -> list[Rect]:
        """Where buttons of these widths go, in the window: beside the title, or below it all."""
        inside, px = self.inside.move(self.rect.topleft), self.theme.px
        total = sum(widths) + gap * (len(widths) - 1)
        self._beside_title = 0 if is_narrow else total + gap
        left = inside.left if is_narrow else inside.right + px(4) - total
        top = inside.bottom + px(6) - px(BUTTON) if is_narrow else inside.top - px(6)
        return side_by_side((left, top), widths, px(BUTTON), gap)


class VerdictPanel(ButtonsPanel[VerdictModel]):
    def __init__(self, theme: Theme, rect: Rect, title: str, words: str) -> None:
        """The sentences are the tips of the title and of what follows it."""
        super().__init__(theme, rect)
        self._tips = title, words

    def meanings(self) -> Iterable[Tip]:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6)
        title = Rect(inside.left, top, inside.width - self._beside_title, self._title_height)
        words = Rect(inside.left, title.bottom + px(2), inside.width, 0)
        words.height = self._bottom - words.top
        return zip((title, words), self._tips, strict=True)

    @property
    def _bottom(self) -> int:
        """Of the sentences."""
        px = self.theme.px
        return self.inside.bottom + (px(10) if self._beside_title else px(4) - px(BUTTON))

    @property
    def _title_height(self) -> int:
        return self.theme.px(BUTTON if self._beside_title else TITLE)

    def move_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """The line and how many of its moves there are up to the one under the pointer, from 1."""
        rows = [] if self.model is None else self._rows(self.model)
        local = self.local(position)
        found = (
            (number, k + 1)
            for row, (number, line) in enumerate(reversed(rows))
            for k in range(len(line.moves))
            if self._chip(line, row, k).collidepoint(local)
        )
        return next(found, None)

    def _rows(self, model: VerdictModel) -> list[tuple[int, MoveLine]]:
        """The lines with their numbers: where there is little room the one on the board alone."""
        is_high = self.rect.height >= self.theme.px(HIGHER)
        return [(n, line) for n, line in enumerate(model.lines) if is_high or line.shown is not None]

    def _chip(self, line: MoveLine, row: int, move: int) -> Rect:
        """Where a move goes in a row, counted from below; with -1 the words before it."""
        px, inside = self.theme.px, self.inside
        top, words = self._bottom - (row + 1) * px(CHIPS), px(WORDS) if line.words else 0
        if move < 0:
            return Rect(inside.left, top, words if line.moves else inside.width, px(CHIPS))
        step = min(px(38), (inside.width - words) // MOST_MOVES)
        return Rect(inside.left + words + move * step, top + px(2), step - px(CHIP_GAP), px(CHIPS - 4))

    def paint(self, surface: Surface, model: VerdictModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        room = inside.width - self._beside_title
        lines = [model.title]
        if self.rect.height >= px(HIGH):
            first, *others = theme.lines(model.title, NORMAL, room, True)
            lines = [first, " ".join(others)] if others else [first]
        y = inside.top - px(6) + (self._title_height - px(TITLE)) // 2 // len(lines)
        for line in lines:
            place = inside.left, y + px(TITLE) // 2
            self.write(surface, line, model.colour, NORMAL, True, room=room, midleft=place)
            y += px(TITLE - 2)
        y = max(y, inside.top - px(6) + self._title_height) + px(4)
        rows = self._rows(model)
        bottom = self._bottom - len(rows) * px(CHIPS)
        for number, sentence in enumerate(model.sentences):
            picture = theme.text(sentence, SMALL, "text", False, inside.width)
            if y + picture.get_height() > bottom:
                if number > 0:  # what has no room is left out; the first says what counts
                    break
                picture = theme.text(theme.ellipsized(sentence, SMALL, inside.width), SMALL, "text")
            y = surface.blit(picture, (inside.left, y)).bottom + px(2)
        for row, (_number, moves) in enumerate(reversed(rows)):
            self._draw_line(surface, row, moves)

    def _draw_line(self, surface: Surface, row: int, line: MoveLine) -> None:
        """Moves that are on the board have the edge of what is chosen; as many as there is room for."""
        words = self._chip(line, row, -1)
        ink = line.ink or ("text" if line.shown is not None else "quiet")
        self.write(surface, line.words, ink, SMALL, room=words.width - CHIP_GAP, midleft=words.midleft)
        for n, (move, color) in enumerate(line.moves):
            fill, ink = MOVE_CHIPS[color]
            place = self._chip(line, row, n)
            if place.right > self.inside.right:
                break
            is_marked = n < (line.shown or 0) or n == line.ringed
            self.theme.box(surface, place, fill, "warning" if is_marked else "hover", 4)
            self.write(surface, format_move(move), ink, SMALL, center=place.center)
