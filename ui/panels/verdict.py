"""A card with a judgement: a title, sentences, and buttons beside or below them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color, Move
from play.refutation import MOST_MOVES
from ui.layout import side_by_side
from ui.panels.panel import MOVE_CHIPS, Panel
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
    """`colour` is the title's, a name of the theme; `sentences` follow it, the `comment` after the first of
    them, as far as it has room, and below them stand `lines`.
    """

    title: str
    colour: str
    sentences: tuple[str, ...]
    lines: tuple[MoveLine, ...] = ()
    comment: str = ""


class VerdictPanel(Panel[VerdictModel]):
    """It has buttons beside its title, or in a row below it all."""

    _beside_title = 0  # what the buttons take of the title's row
    _first = _hidden = _fitting = 0  # lines of the comment: the first in sight, those out of it, those in it

    def __init__(self, theme: Theme, rect: Rect, title: str, words: str) -> None:
        """The sentences are the tips of the title and of what follows it."""
        super().__init__(theme, rect)
        self._tips = title, words

    def place_buttons(self, widths: list[int], gap: int, is_narrow: bool = False) -> list[Rect]:
        """Where buttons of these widths go, in the window: beside the title, or below it all."""
        inside, px = self.inside.move(self.rect.topleft), self.theme.px
        total = sum(widths) + gap * (len(widths) - 1)
        self._beside_title = 0 if is_narrow else total + gap
        left = inside.left if is_narrow else inside.right + px(4) - total
        top = inside.bottom + px(6) - px(BUTTON) if is_narrow else inside.top - px(6)
        return side_by_side((left, top), widths, px(BUTTON), gap)

    def meanings(self) -> Iterable[Tip]:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6)
        title = Rect(inside.left, top, inside.width - self._beside_title, self._title_height)
        words = Rect(inside.left, title.bottom + px(2), inside.width, 0)
        words.height = self._bottom - words.top
        return zip((title, words), self._tips, strict=True)

    def are_words_at(self, position: tuple[int, int]) -> bool:
        """Whether the pointer is below the title, above the buttons."""
        _title, (words, _tip) = self.meanings()
        return words.collidepoint(self.local(position))

    def update(self, model: VerdictModel) -> None:
        """Another comment is read from its beginning."""
        if self.model is not None and self.model.comment != model.comment:
            self._first = 0
        super().update(model)

    def scroll(self, lines: int | None = None) -> bool:
        """Go on in the comment, without a number by all that is in sight; whether there was more of it."""
        before, wanted = self._first, self._first + (self._fitting if lines is None else lines)
        self._first = max(0, min(wanted, self._hidden))
        if self.model is not None and self._first != before:
            self._repaint(self.model)
        return self._first != before

    def _comment_lines(self, comment: str, room: int) -> list[str]:
        """Those that have room, from the first in sight; an ellipsis says that more follow."""
        width, height = self.inside.width, self.theme.text("", SMALL, "text").get_height() + self.theme.px(2)
        lines = self.theme.lines(comment, SMALL, width)
        self._fitting = max(1, room // height)
        self._hidden = max(0, len(lines) - self._fitting)
        *shown, last = lines[self._first :][: self._fitting]
        if self._first < self._hidden:
            last = self.theme.ellipsized(f"{last} …", SMALL, width)
        return [*shown, last]

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
            (number, at + 1)
            for number, line, place in rows
            for at, chip in self._chips(line, place)
            if chip.collidepoint(local)
        )
        return next(found, None)

    def _rows(self, model: VerdictModel) -> list[tuple[int, MoveLine, Rect]]:
        """The lines with their numbers and places: where there is no room for all the one on the board alone.
        They are at the bottom, but where there are no sentences above them.
        """
        px, inside = self.theme.px, self.inside
        top = inside.top - px(2) + self._title_height
        room = self._bottom - top - px(TITLE - 6 if model.sentences else 0)
        is_high = room >= len(model.lines) * px(CHIPS)
        lines = [(n, line) for n, line in enumerate(model.lines) if is_high or line.shown is not None]
        if model.sentences:
            top = self._bottom - len(lines) * px(CHIPS)
        return [
            (number, line, Rect(inside.left, top + row * px(CHIPS), inside.width, px(CHIPS)))
            for row, (number, line) in enumerate(lines)
        ]

    def _chips(self, line: MoveLine, place: Rect) -> list[tuple[int, Rect]]:
        """As many moves as there is room for, around the last one on the board, with their numbers from 0."""
        px, words = self.theme.px, self.theme.px(WORDS) if line.words else 0
        room = place.width - words
        step, number = min(px(38), room // MOST_MOVES), len(line.moves)
        fits = room // step if number * step <= room else (room - px(12)) // step
        first = max(0, min(number - fits, (line.shown or 0) - fits // 2))
        size = step - px(CHIP_GAP), px(CHIPS - 4)
        left, top = place.left + words, place.top + px(2)
        shown = range(first, min(number, first + fits))
        return [(at, Rect((left + n * step, top), size)) for n, at in enumerate(shown)]

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
        bottom = rows[0][2].top if rows else self._bottom
        pictures = [theme.text(each, SMALL, "text", False, inside.width) for each in model.sentences]
        if model.comment:
            room = bottom - y - sum(picture.get_height() + px(2) for picture in pictures[:1])
            pictures[1:1] = (
                theme.text(line, SMALL, "text") for line in self._comment_lines(model.comment, room)
            )
        for number, picture in enumerate(pictures):
            if y + picture.get_height() > bottom:
                if number > 0 or not model.sentences:  # it is left out; the first says what counts
                    break
                first = theme.ellipsized(model.sentences[0], SMALL, inside.width)
                picture = theme.text(first, SMALL, "text")
            y = surface.blit(picture, (inside.left, y)).bottom + px(2)
        for _number, moves, row in rows:
            self._draw_line(surface, moves, row)

    def _draw_line(self, surface: Surface, line: MoveLine, place: Rect) -> None:
        """Moves that are on the board have the edge of what is chosen."""
        px, ink = self.theme.px, line.ink or ("text" if line.shown is not None else "quiet")
        room = (px(WORDS) if line.moves else place.width) - px(CHIP_GAP)
        self.write(surface, line.words, ink, SMALL, room=room, midleft=place.midleft)
        chips = self._chips(line, place)
        for at, chip in chips:
            fill, ink = MOVE_CHIPS[line.moves[at][1]]
            is_marked = at < (line.shown or 0) or at == line.ringed
            self.theme.box(surface, chip, fill, "warning" if is_marked else "hover", 4)
            self.write(surface, format_move(line.moves[at][0]), ink, SMALL, center=chip.center)
        if chips and chips[-1][0] < len(line.moves) - 1:
            end = chips[-1][1].right + px(4), place.centery
            self.write(surface, "…", "quiet", SMALL, midleft=end)
