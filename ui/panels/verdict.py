"""A card with a judgement: a title, sentences, lines of moves, and buttons beside the title or at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import Any, Final

from pygame import Rect, Surface

from game.board import Color, Move
from play.refutation import MOST_MOVES
from play.two_lines import MOST_STEPS
from ui.actions import Action
from ui.boxes import Box, TextBox, button, column, grow, picture, row, text
from ui.panels.panel import MOVE_CHIPS, BoxPanel
from ui.text.wording import format_move
from ui.theme import LARGE, NORMAL, SMALL, Theme

# A move in a line at most, and the words before the moves.
CHIP: Final = 34
CHIP_HEIGHT: Final = 20
WORDS: Final = 60
GAP: Final = 4
# Where the title may have two lines, and where it is large.
HIGH: Final = 120
HIGHER: Final = 260
# Lines that a text which may be cut has at most.
MANY: Final = 99


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line of moves: what it is, the moves with who makes them, and how many of them are on the board, or
    which is `ringed`. Words without moves have the whole row.
    """

    words: str
    moves: tuple[tuple[Move, Color], ...] = ()
    shown: int | None = None
    ringed: int | None = None


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


@dataclass(frozen=True, eq=False, kw_only=True)
class CommentBox(TextBox):
    """A text of which the lines from `first` on are in sight; an ellipsis says that more follow."""

    first: int = 0

    def fitted(self, theme: Theme, rect: Rect) -> tuple[int, tuple[str, ...]]:
        size, _count = self.choice(theme, rect)
        count, hidden = self.in_sight(theme, rect)
        first = min(self.first, hidden)
        *shown, last = theme.lines(self.words, size, rect.width)[first : first + count]
        return size, (*shown, theme.ellipsized(f"{last} …", size, rect.width) if first < hidden else last)

    def in_sight(self, theme: Theme, rect: Rect) -> tuple[int, int]:
        """How many lines are in sight in a place, and how many are not."""
        size, count = self.choice(theme, rect)
        return count, len(theme.lines(self.words, size, rect.width)) - count


def move_line(panel: BoxPanel[Any], number: int, line: MoveLine, width: int = 0) -> Box:
    """As many moves as have room, all of the card's or this `width`, around the last one on the board; words
    alone have the whole row. The target of a move is this number and how many moves there are up to it.
    """
    ink, order = "text" if line.shown is not None else "quiet", int(line.shown is None)
    if not line.moves:
        return text(line.words, SMALL, ink=ink, lines=1, order=order)
    theme, px = panel.theme, panel.theme.px
    room = (width or panel.room.width) - (px(WORDS) + px(GAP) if line.words else 0)
    step, count = px(CHIP) + px(GAP), len(line.moves)
    step = step if width else min(step, room // min(max(count, MOST_MOVES), MOST_STEPS))
    fits = count if count * step <= room else (room - theme.width("…", SMALL)) // step
    first = max(0, min(count - fits, (line.shown or 0) - fits // 2))
    shown = range(first, min(count, first + fits))
    wide = (step - px(GAP)) / theme.scale
    chips = (
        picture(partial(_draw_chip, panel, line, n), wide, CHIP_HEIGHT, target=(number, n + 1)) for n in shown
    )
    label = text(line.words, SMALL, ink=ink, lines=1, width=WORDS) if line.words else None
    more = text("…", SMALL, ink="quiet") if shown.stop < count else None
    return row(label, *chips, more, gap=GAP, order=order)


def _draw_chip(panel: BoxPanel[Any], line: MoveLine, at: int, surface: Surface, place: Rect) -> None:
    """A move that is on the board has the edge of what is chosen."""
    move, color = line.moves[at]
    fill, ink = MOVE_CHIPS[color]
    is_marked = at < (line.shown or 0) or at == line.ringed
    panel.theme.box(surface, place, fill, "warning" if is_marked else "hover")
    panel.write(surface, format_move(move), ink, SMALL, center=place.center)


class VerdictPanel(BoxPanel[VerdictModel]):
    padding = (16, 8)

    def __init__(
        self,
        theme: Theme,
        rect: Rect,
        tips: tuple[str, str],
        actions: Sequence[Action] = (),
        button_padding: int = 18,
        is_narrow: bool = False,
    ) -> None:
        """The tips are those of the title and of what follows it. A narrow card ends with its buttons."""
        super().__init__(theme, rect)
        self._tips, self._is_narrow = tips, is_narrow
        self._buttons = (
            row(*(button(action, padding=button_padding) for action in actions), gap=6) if actions else None
        )
        self._first = 0  # line of the comment that is in sight

    def content(self, model: VerdictModel) -> Box:
        lines = 2 if self.rect.height >= self.theme.px(HIGH) else 1
        sizes = (LARGE, NORMAL) if self.rect.height >= self.theme.px(HIGHER) else ()
        title = text(model.title, *sizes, ink=model.colour, bold=True, lines=lines, tip=self._tips[0])
        first = [text(words, SMALL, lines=MANY, order=1) for words in model.sentences[:1]]
        others = (text(words, SMALL, order=3) for words in model.sentences[1:])
        if model.comment:
            first.append(
                CommentBox(words=model.comment, sizes=(SMALL,), lines=MANY**2, order=2, first=self._first)
            )
        between = grow() if model.sentences else None
        body = column(
            *first, *others, between, *starmap(partial(move_line, self), enumerate(model.lines)),
            tip=self._tips[1], name="words", order=1, share=1,
        )  # fmt: skip
        if self._is_narrow or self._buttons is None:
            return column(title, body, self._buttons)
        return column(row(grow(title), self._buttons, gap=6), body)

    def move_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """The line and how many of its moves there are up to the one under the pointer, from 1."""
        found: tuple[int, int] | None = self.at(position)
        return found

    def are_words_at(self, position: tuple[int, int]) -> bool:
        """Whether the pointer is below the title, above the buttons."""
        words = self.placed.areas.get("words")
        return words is not None and words.collidepoint(self.local(position))

    def update(self, model: VerdictModel) -> None:
        """Another comment is read from its beginning."""
        if self.model is not None and self.model.comment != model.comment:
            self._first = 0
        super().update(model)

    def scroll(self, lines: int | None = None) -> bool:
        """Go on in the comment, without a number by all that is in sight; whether there was more of it."""
        before, model = self._first, self.model
        for box, rect in self.placed.places:
            if isinstance(box, CommentBox) and model is not None:
                count, hidden = box.in_sight(self.theme, rect)
                self._first = max(0, min(before + (count if lines is None else lines), hidden))
                if self._first != before:
                    self._repaint(model)
                    return True
        return False
