"""A card for a verdict: title, sentences, lines of moves, and buttons beside the title or at the end."""

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

# The largest width of a move in a line, and the width of the words before the moves.
CHIP: Final = 34
CHIP_HEIGHT: Final = 20
WORDS: Final = 60
GAP: Final = 4
# The least heights of a card whose title may have two lines, and of one whose title may be large.
HIGH: Final = 120
HIGHER: Final = 260
# The most lines of a text that may be cut.
MANY: Final = 99


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line of moves after its caption `words`, each with the side that makes it; `shown` of them are on the
    board, and the one at index `ringed` is marked. Words without moves fill the whole row.
    """

    words: str
    moves: tuple[tuple[Move, Color], ...] = ()
    shown: int | None = None
    ringed: int | None = None


@dataclass(frozen=True, slots=True)
class VerdictModel:
    """`colour` is the theme's name for the colour of the title. The `sentences` follow, the `comment` after
    the first of them, cut to the room there is, and the `lines` below.
    """

    title: str
    colour: str
    sentences: tuple[str, ...]
    lines: tuple[MoveLine, ...] = ()
    comment: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class CommentBox(TextBox):
    """A text that is scrolled to its line `first`; it ends with an ellipsis if more lines follow."""

    first: int = 0

    def fitted(self, theme: Theme, rect: Rect) -> tuple[int, tuple[str, ...]]:
        size, _count = self.choice(theme, rect)
        count, hidden = self.in_sight(theme, rect)
        first = min(self.first, hidden)
        *shown, last = theme.lines(self.words, size, rect.width)[first : first + count]
        return size, (*shown, theme.ellipsized(f"{last} …", size, rect.width) if first < hidden else last)

    def in_sight(self, theme: Theme, rect: Rect) -> tuple[int, int]:
        """Returns how many lines fit in a place, and how many do not."""
        size, count = self.choice(theme, rect)
        return count, len(theme.lines(self.words, size, rect.width)) - count


def move_line(panel: BoxPanel[Any], number: int, line: MoveLine, width: int = 0) -> Box:
    """Returns a line with as many moves as fit in `width` (0: the card), around the last one on the board.
    Words without moves fill the row. The target of a move is (`number`, its place in the line from 1).
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
    """Draws a move; one that is on the board or ringed has a highlighted edge."""
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
        """`tips` explain the title and the text below it. A narrow card has its buttons at the end."""
        super().__init__(theme, rect)
        self._tips, self._is_narrow = tips, is_narrow
        self._buttons = (
            row(*(button(action, padding=button_padding) for action in actions), gap=6) if actions else None
        )
        self._first = 0  # the first line of the comment in sight

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
        """Returns the line of the move under the pointer, and the place of the move in it, from 1."""
        found: tuple[int, int] | None = self.at(position)
        return found

    def are_words_at(self, position: tuple[int, int]) -> bool:
        """Returns whether a position in the window is on the text below the title."""
        words = self.placed.areas.get("words")
        return words is not None and words.collidepoint(self.local(position))

    def update(self, model: VerdictModel) -> None:
        """Shows a model; a new comment starts at its first line."""
        if self.model is not None and self.model.comment != model.comment:
            self._first = 0
        super().update(model)

    def scroll(self, lines: int | None = None) -> bool:
        """Scrolls the comment by `lines`, or by as many as are in sight; returns whether it moved."""
        before, model = self._first, self.model
        for box, rect in self.placed.places:
            if isinstance(box, CommentBox) and model is not None:
                count, hidden = box.in_sight(self.theme, rect)
                self._first = max(0, min(before + (count if lines is None else lines), hidden))
                if self._first != before:
                    self._repaint(model)
                    return True
        return False
