"""A search in two panels: in a sentence, with the line that is expected; and in figures, depth by depth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Preparation, Progress
from game.board import Color, Move
from game.evaluation import Evaluation, surest
from ui.actions import Action
from ui.boxes import Box, area, button, column, grow, picture, row, switch, text
from ui.input import with_key_names
from ui.panels import tips
from ui.panels.panel import COLOURS, SIGNS, BoxPanel
from ui.panels.verdict import MoveLine, move_line
from ui.text import N_, _
from ui.text.wording import (
    capitalised,
    describe_chances,
    describe_depth,
    describe_preparation,
    for_black,
    format_count,
    format_depth,
    format_duration,
    format_move,
    format_score,
    format_share,
    format_worth,
    search_name,
)
from ui.theme import LARGE, NORMAL, SMALL, Theme

# Heights of the rows, at a scale of 1.
SENTENCE: Final = 26  # of a line
WORDS: Final = 17  # of a line
BAR: Final = 4
CHIPS: Final = 24
FOOT: Final = 32
# Narrower than this inside, the sentence has three lines in place of two.
NARROW: Final = 440

INTRODUCTION: Final = N_(
    "While the computer thinks, this shows its best move and what it is worth, the line it expects, and "
    "how much work it took. Hint ({hint}) makes it think about your move."
)


@dataclass(frozen=True, slots=True)
class SearchModel:
    """One search as it stands; without `progress` there has been none. `sentence` says what goes on, `known`
    is what else is known of its position.

    `title` names the move it is for and `state` who makes it and how long it took; it is dimmed when it is
    neither for the position on the board nor for the move that led there. It `has_chosen` once a weak level
    has come to its choice, which need not be the best move; `why` is what else there is to say of the move.
    Of an outside engine `sentence` has its own figures, too.
    `pv` is the line with the colour that makes each move; a pass is a move of its own.
    """

    progress: Progress | None = None
    counters: Counters | None = None
    is_running: bool = False
    known: Evaluation | None = None
    is_dimmed: bool = False
    sentence: str = ""
    title: str = ""
    state: str = ""
    has_chosen: bool = False
    why: tuple[str, ...] = ()
    time_share: float | None = None
    threads: int = 1
    preparation: Preparation | None = None
    pv: tuple[tuple[Move, Color], ...] = ()
    hovered_pv_move: int | None = None
    is_outside: bool = False

    @property
    def worth(self) -> Evaluation | None:
        return surest((None if self.progress is None else self.progress.evaluation, self.known))

    def ink(self, colour: str) -> str:
        """The name of a colour as it is written here: all the same in a dimmed panel."""
        return "quiet" if self.is_dimmed else colour


class ThinkingPanel(BoxPanel[SearchModel]):
    def __init__(
        self, theme: Theme, rect: Rect, switched: Sequence[Action] = (), opened: Sequence[Action] = ()
    ) -> None:
        """`switched` are the searches of a switch; `opened` opens the numbers."""
        super().__init__(theme, rect)
        self._opens = row(*(button(action, height=FOOT) for action in opened))
        self._switch = switch(switched, height=FOOT)

    @classmethod
    def height(cls, width: int) -> int:
        """What it needs with this width, at a scale of 1."""
        lines = 1 if width - 32 >= NARROW else 2
        return 24 + (1 + lines) * SENTENCE + 6 + BAR + 4 + WORDS * 3 + 6 + CHIPS + FOOT

    @property
    def _is_narrow(self) -> bool:
        return self.room.width < self.theme.px(NARROW)

    def content(self, model: SearchModel) -> Box:
        progress, preparation = model.progress, model.preparation
        share, colour = model.time_share, "accent" if model.is_running else "disabled"
        if preparation is not None:
            share, colour = preparation.done / max(1, preparation.total), "warning"
        if progress is None:
            return column(*self._introduction(model, share), grow(), self._foot(model))
        bar = picture(partial(self._draw_share, share, colour), 0, BAR)
        most = 3 if self._is_narrow else 2
        ink = model.ink("text")
        sentence = text(
            model.sentence, LARGE, NORMAL, SMALL, ink=ink, bold=True, lines=most, tip=tips.SEARCH[0]
        )
        high = row(area("", 0, most * SENTENCE), grow(column(sentence, grow())), gap=0)
        state = text(model.state, SMALL, ink="quiet", lines=1, tip=tips.SEARCH[1])
        title = grow(text(model.title, SMALL, ink="quiet", lines=1, order=1, tip=tips.SEARCH[1]))
        line = move_line(self, 0, MoveLine("", model.pv, ringed=model.hovered_pv_move))
        chips = row(line, area("", 0, CHIPS - 4), gap=0, tip=tips.SEARCH[3])
        words = grow(
            column(self._worth(model, progress), self._note(model), gap=0, tip=tips.SEARCH[2], order=1)
        )
        return column(high, bar, row(title, state, gap=12), words, chips, self._foot(model), gap=3)

    def _draw_share(self, share: float | None, colour: str, surface: Surface, place: Rect) -> None:
        if share is not None:
            self.bar(surface, place, share, colour)

    def _introduction(self, model: SearchModel, share: float | None) -> Iterator[Box]:
        yield text(_("No search yet"), bold=True)
        if model.preparation is not None:
            yield text(describe_preparation(model.preparation), SMALL, ink="quiet", lines=1)
            yield picture(partial(self._draw_share, share, "warning"), 0, BAR)
        yield text(with_key_names(_(INTRODUCTION)), SMALL, ink="quiet", lines=9, order=1)

    def _worth(self, model: SearchModel, progress: Progress) -> Box | None:
        found = model.worth
        if found is None:
            return None
        sure = replace(progress, depth=found.depth, kind=found.kind, confidence=found.confidence)
        words = f"{capitalised(format_worth(found.score, found.kind))} · {describe_depth(sure)}"
        return text(words, SMALL, ink=model.ink("text"), lines=1)

    def _note(self, model: SearchModel) -> Box:
        """What the compiler does, or why the move: whole sentences, as far as they have room."""
        if model.preparation is not None:
            return text(describe_preparation(model.preparation), SMALL, ink="quiet", lines=1)
        offered = (" ".join(model.why), *model.why, "")
        note = next(words for words in offered if self.theme.width(words, SMALL) <= self.room.width)
        return text(note, SMALL, ink="quiet", lines=1)

    def _foot(self, model: SearchModel) -> Box:
        """The numbers' button, how fast it is, and the switch of the searches."""
        said, counters = "", model.counters
        if model.progress is not None and counters is not None and counters.nodes:
            speed = _("{count} positions a second", count=format_count(counters.nodes_per_second))
            cuts = _("{share} of cuts by the first move", share=format_share(counters.first_move_cuts))
            used = sum(box.widths(self.theme)[0] for box in (self._opens, self._switch))
            room = self.room.width - used - 2 * self.theme.px(8)
            offered = (f"{speed} · {cuts}", speed, "")
            said = next(words for words in offered if not words or self.theme.width(words, SMALL) <= room)
        return row(
            self._opens, grow(text(said, SMALL, ink="quiet", lines=1, tip=tips.SEARCH[4])), self._switch
        )


def pv_with_colors(progress: Progress) -> tuple[tuple[Move, Color], ...]:
    """The PV with the colour that makes each move; a pass is a move of its own."""
    turn = progress.board.turn
    return tuple((move, turn if n % 2 == 0 else turn.other) for n, move in enumerate(progress.pv))


# The height of a row, at a scale of 1.
TABLE_ROW: Final = 19
# In a lower card the table has the room of the line about chances.
CHANCES_FROM: Final = 150
# Narrower than this the figures take two rows.
FIGURES_IN_ONE_ROW: Final = 440
# What the mark of an algorithm takes before its name.
MARK: Final = 12
# Between two columns of the table at least.
COLUMN_GAP: Final = 6

FIGURES: Final = (
    (N_("Nodes"), N_("Positions this search has visited."), 0.155),
    (N_("Speed"), N_("Positions visited per second."), 0.19),
    (N_("First cuts"),
     N_("The share of cutoffs made by the first move tried: the better the moves are sorted, the "
        "nearer this is to 100 %, and the faster alpha-beta and PVS are."), 0.155),
    (N_("Re-searches"),
     N_("The share of null-window searches that had to be repeated with an open window because the move "
        "was better than expected: the price PVS pays for its bet that the first move is the best."), 0.2),
    (N_("Table hits"),
     N_("The share of look-ups in the transposition table that found the position already searched."), 0.165),
    (N_("Table fill"),
     N_("How much of the transposition table this search has filled. When it is full, the less "
        "useful positions are forgotten; choose a larger one in the settings ({settings})."), 0.135),
)  # fmt: skip
"""What the figures are called, what they mean, and their shares of the row, by the widest text of each; to be
translated when shown.
"""

COLUMNS: Final = (
    (N_("Depth"), "60@99%", True),
    (N_("Move"), "H8", True),
    (N_("Score"), "+64.0", False),
    (N_("Nodes"), "999.9 M", False),
    (N_("Time"), "", False),
    (N_("Search"), "", True),
)
"""Of the table: the heading, the widest text below it, and whether it begins on the left."""

SCORE: Final = 2
"""The one whose heading has a disc, for whom the scores are."""
TIME: Final = 4
"""The column that is left out first."""


class NumbersPanel(BoxPanel[SearchModel]):
    def content(self, model: SearchModel) -> Box:
        """The figures, below them the chances, and the table, which is drawn as far as it has room."""
        counters, table = model.counters, grow(picture(partial(self._draw_table, model)))
        if counters is None:
            return column(text(_("No search yet"), ink="quiet"), table)
        values = (
            format_count(counters.nodes),
            _("{count}/s", count=format_count(counters.nodes_per_second)),
            format_share(counters.first_move_cuts),
            format_share(counters.research_share),
            format_share(counters.hit_share),
            format_share(counters.table_fill),
        )
        in_row = 6 if self.room.width >= self.theme.px(FIGURES_IN_ONE_ROW) else 3
        figures = [
            grow(
                column(
                    text(_(name), SMALL, ink="quiet", lines=1),
                    text(value, ink=model.ink("text"), bold=True),
                    gap=0,
                    tip=meaning,
                ),
                share if in_row == 6 else 1.0,
            )
            for (name, meaning, share), value in zip(FIGURES, values, strict=True)
        ]
        rows = (row(*figures[n : n + in_row], gap=4) for n in range(0, len(figures), in_row))
        found, progress = model.worth, model.progress
        chances = ""
        if found is not None and progress is not None and self.room.height >= self.theme.px(CHANCES_FROM):
            chances = describe_chances(found, progress.board)
        said = text(chances, SMALL, ink=model.ink("text"), lines=2, order=1) if chances else None
        return column(*rows, said, table)

    def _columns(self) -> list[tuple[int, int]]:
        """Where each column of the table begins and ends, what is left over spread between them.

        Where there is no room for the names of the searches, their marks alone say which it was, and where
        there is none for the time its column has no width.
        """
        theme, inside = self.theme, self.inside
        widths = [
            max(theme.width(_(name), SMALL), theme.width(widest, SMALL)) for name, widest, _left in COLUMNS
        ]
        widths[SCORE] = max(widths[SCORE], theme.width(_(COLUMNS[SCORE][0]), SMALL) + theme.px(12))
        widths[TIME] = max(widths[TIME], theme.width(format_duration(99.9), SMALL))
        mark = theme.px(MARK)
        names = (search_name(algorithm) for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS))
        widths[-1] = mark + max(theme.width(name, SMALL) for name in names)
        gaps = len(widths) - 1
        if sum(widths) + gaps * theme.px(COLUMN_GAP) > inside.width:
            widths[-1] = mark
        if sum(widths) + gaps * theme.px(COLUMN_GAP) > inside.width:
            widths[TIME] = 0
        gap = (inside.width - sum(widths)) / gaps
        starts = accumulate(widths[:-1], lambda left, width: left + width + gap, initial=float(inside.left))
        return [(round(left), round(left + width)) for left, width in zip(starts, widths, strict=True)]

    def _draw_table(self, model: SearchModel, surface: Surface, place: Rect) -> None:
        """The finished depths, newest on top."""
        theme, px, progress = self.theme, self.theme.px, model.progress
        inside, top, height = self.inside, place.top, px(TABLE_ROW)
        rows = place.height // height - 1
        if rows < 1 or progress is None or not progress.iterations:
            return
        columns, low = self._columns(), self.rect.height - px(2) - top
        self.notes += [
            (Rect(start, top, end - start, low), sentence)
            for (start, end), sentence in zip(columns, tips.COLUMNS, strict=True)
        ]
        has_names = columns[-1][1] - columns[-1][0] > px(MARK)
        names = [_(name) for name, _text, _left in COLUMNS]
        self._draw_row(surface, top, columns, names if has_names else names[:-1], ["quiet"] * len(names))
        left = columns[SCORE][1] - theme.width(names[SCORE], SMALL) - px(7)
        self.disc(surface, Color.BLACK, (left, top + height // 2 - px(1)), px(4))
        line = top + height - px(1)
        pygame.draw.line(surface, theme["edge"], (inside.left, line), (inside.right, line), max(1, px(1)))
        first = 1
        if model.has_chosen and progress.score is not None:  # else no row would have it
            worth = format_score(for_black(progress.score, progress.board.turn), progress.kind)
            depth = format_depth(progress.depth, progress.kind, progress.confidence)
            texts = [depth, format_move(progress.move), worth]
            self._draw_row(surface, top + height, columns, texts, [model.ink("warning")] * 3)
            first, rows = 2, rows - 1
        for n, found in enumerate(progress.iterations[: -rows - 1 : -1], start=first):
            y = top + n * height
            colour = COLOURS[found.algorithm]
            texts = [
                format_depth(found.depth, found.kind, found.confidence),
                format_move(found.move),
                format_score(for_black(found.score, progress.board.turn), found.kind),
                format_count(found.nodes),
                format_duration(found.seconds),
                search_name(found.algorithm),
            ]
            self.write(surface, SIGNS[found.algorithm], colour, SMALL, topleft=(columns[-1][0], y))
            inks = [colour, *[model.ink("text")] * 4, colour]
            self._draw_row(surface, y, columns, texts if has_names else texts[:-1], inks)

    def _draw_row(
        self, surface: Surface, top: int, columns: list[tuple[int, int]], texts: list[str], colours: list[str]
    ) -> None:
        """One text in each column; the last one leaves room for a mark."""
        rows = zip(COLUMNS, columns, texts, colours, strict=False)
        for n, ((*__, starts_left), (left, right), words, colour) in enumerate(rows):
            if n == len(COLUMNS) - 1:
                left += self.theme.px(MARK)
            if left == right:
                continue
            if starts_left:
                self.write(surface, words, colour, SMALL, topleft=(left, top))
            else:
                self.write(surface, words, colour, SMALL, topright=(right, top))
