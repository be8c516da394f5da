"""A search in two panels: in a sentence, with the line that is expected; and in figures, depth by depth."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Preparation, Progress
from game.board import Color, Move
from game.evaluation import Evaluation, surest
from ui.input import with_key_names
from ui.layout import shared_out
from ui.panels import tips
from ui.panels.panel import COLOURS, MOVE_CHIPS, SIGNS, Panel
from ui.text import N_, _
from ui.text.wording import (
    capitalised,
    describe_preparation,
    describe_score,
    for_black,
    format_count,
    format_depth,
    format_duration,
    format_interval,
    format_move,
    format_score,
    format_share,
    search_name,
)
from ui.theme import LARGE, NORMAL, SMALL

# Heights of the rows, at a scale of 1.
SENTENCE: Final = 26  # of a line
WORDS: Final = 17  # of a line
BAR: Final = 4
CHIPS: Final = 24
FOOT: Final = 32
# Width of the algorithm switch, and of the button that opens the numbers.
SWITCH_WIDTH: Final = 176
NUMBERS_WIDTH: Final = 112
# Narrower than this inside, the sentence has three lines in place of two, and what a score means two.
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
        """The surest evaluation of the position."""
        return surest((None if self.progress is None else self.progress.evaluation, self.known))

    def ink(self, colour: str) -> str:
        """The name of a colour as it is written here: all the same in a dimmed panel."""
        return "quiet" if self.is_dimmed else colour


class ThinkingPanel(Panel[SearchModel]):
    # Places

    @classmethod
    def height(cls, width: int) -> int:
        """What it needs with this width, at a scale of 1."""
        lines = 1 if width - 32 >= NARROW else 2
        return 24 + (1 + lines) * SENTENCE + 6 + BAR + 4 + WORDS * (2 + lines) + 6 + CHIPS + FOOT

    @property
    def _is_narrow(self) -> bool:
        return self.inside.width < self.theme.px(NARROW)

    @property
    def switch_rect(self) -> Rect:
        """Where the algorithm buttons go, in the window."""
        return self._switch.move(self.rect.topleft)

    @property
    def numbers_rect(self) -> Rect:
        """Where the button goes that opens the numbers, in the window."""
        px, foot = self.theme.px, self._foot
        return Rect(foot.left - px(8), foot.top, px(NUMBERS_WIDTH), foot.height).move(self.rect.topleft)

    def pv_move_at(self, position: tuple[int, int]) -> int | None:
        """The place in the PV of the move under the pointer."""
        rects = [] if self.model is None else self._pv_rects(len(self.model.pv))
        local = self.local(position)
        return next((n for n, rect in enumerate(rects) if rect.collidepoint(local)), None)

    # The same in the card's own coordinates

    @property
    def _switch(self) -> Rect:
        foot, width = self._foot, self.theme.px(SWITCH_WIDTH)
        return Rect(foot.right - width, foot.top, width, foot.height)

    @property
    def _sentence(self) -> Rect:
        px, inside = self.theme.px, self.inside
        return Rect(inside.left, inside.top - px(6), inside.width, px(self._most_lines * SENTENCE))

    @property
    def _most_lines(self) -> int:
        return 3 if self._is_narrow else 2

    @property
    def _bar(self) -> Rect:
        px, inside = self.theme.px, self.inside
        return Rect(inside.left, self._sentence.bottom + px(6), inside.width, px(BAR))

    @property
    def _foot(self) -> Rect:
        px, inside = self.theme.px, self.inside
        return Rect(inside.left, self.rect.height - px(FOOT + 4), inside.width, px(FOOT))

    @property
    def _pv_top(self) -> int:
        return self._foot.top - self.theme.px(CHIPS + 2)

    def _pv_rects(self, count: int) -> list[Rect]:
        """As many moves of the line as fit; when they are not all, with room for an ellipsis after them."""
        inside, px = self.inside, self.theme.px
        width, gap = self.theme.width("H8", SMALL) + px(12), px(5)
        fits = (inside.width + gap) // (width + gap)
        if count > fits:
            fits = (inside.width - self.theme.width("…", SMALL)) // (width + gap)
        size = width, px(CHIPS - 4)
        return [Rect((inside.left + n * (width + gap), self._pv_top), size) for n in range(min(count, fits))]

    # Drawing

    def paint(self, surface: Surface, model: SearchModel) -> None:
        state = Rect(self._bar.bottomleft, (self._bar.width, self.theme.px(4 + WORDS)))
        chips = Rect(state.left, self._pv_top, state.width, self.theme.px(CHIPS))
        worth = Rect(state.bottomleft, (state.width, chips.top - state.bottom))
        places = self._sentence, state, worth, chips, self._foot
        self.notes += zip(places, tips.SEARCH, strict=True)
        self.theme.box(surface, self._switch, "well", radius=6)
        if model.preparation is not None:
            share = model.preparation.done / max(1, model.preparation.total)
            self.bar(surface, self._bar, share, "warning")
        if model.progress is None:
            self._draw_introduction(surface, model)
            return
        self._draw_sentence(surface, model)
        if model.preparation is None and model.time_share is not None:
            self.bar(surface, self._bar, model.time_share, "accent" if model.is_running else "disabled")
        self._draw_words(surface, model, model.progress)
        self._draw_pv(surface, model)
        if model.counters is not None and model.counters.nodes:
            self._draw_speed(surface, model.counters)

    def _draw_introduction(self, surface: Surface, model: SearchModel) -> None:
        """What will be seen here, while there is nothing to see."""
        theme, px, inside = self.theme, self.theme.px, self.inside
        top = self._sentence.top + px(4)
        self.write(surface, _("No search yet"), "text", NORMAL, True, topleft=(inside.left, top))
        top += px(24)
        if model.preparation is not None:
            said = describe_preparation(model.preparation)
            self.write(surface, said, "quiet", SMALL, room=inside.width, topleft=(inside.left, top))
            top = self._bar.top + px(BAR + 8)
        words = theme.text(with_key_names(_(INTRODUCTION)), SMALL, "quiet", room=inside.width)
        surface.blit(words, (inside.left, top))

    def _draw_sentence(self, surface: Surface, model: SearchModel) -> None:
        """In large letters; what a language has too many words for in smaller ones."""
        place, theme, most = self._sentence, self.theme, self._most_lines
        for size in (LARGE, NORMAL, SMALL):
            if len(theme.lines(model.sentence, size, place.width, True)) <= most:
                break
        lines = theme.first_lines(model.sentence, size, place.width, most, True)
        for n, line in enumerate(lines):
            top = place.top + n * theme.px(SENTENCE)
            self.write(surface, line, model.ink("text"), size, True, topleft=(place.left, top))

    def _draw_words(self, surface: Surface, model: SearchModel, progress: Progress) -> None:
        """Which search this is and its time, what the score means, and what else there is to say."""
        px, inside, theme = self.theme.px, self.inside, self.theme
        top = self._bar.bottom + px(4)
        state = self.write(surface, model.state, "quiet", SMALL, topright=(inside.right, top))
        room = state.left - inside.left - px(12)
        self.write(surface, model.title, "quiet", SMALL, room=room, topleft=(inside.left, top))
        evaluation, board = model.worth, progress.board
        if evaluation is not None:
            words, interval = (
                capitalised(describe_score(evaluation, board)),
                format_interval(evaluation, board.empties),
            )
            if interval and theme.width(f"{words} ({interval})", SMALL) <= inside.width:
                words = f"{words} ({interval})"
            lines = theme.lines(words, SMALL, inside.width)[: 2 if self._is_narrow else 1]
            for line in lines:
                top += px(WORDS)
                self.write(
                    surface, line, model.ink("text"), SMALL, room=inside.width, topleft=(inside.left, top)
                )
        self._draw_note(surface, model, top + px(WORDS))

    def _draw_note(self, surface: Surface, model: SearchModel, top: int) -> None:
        """What the compiler does, or why the move."""
        inside = self.inside
        if model.preparation is not None:
            note = describe_preparation(model.preparation)
        else:
            offered = (" ".join(model.why), *model.why, "")
            note = next(words for words in offered if self.theme.width(words, SMALL) <= inside.width)
        self.write(surface, note, "quiet", SMALL, room=inside.width, topleft=(inside.left, top))

    def _draw_speed(self, surface: Surface, counters: Counters) -> None:
        foot, px = self._foot, self.theme.px
        speed = _("{count} positions a second", count=format_count(counters.nodes_per_second))
        cuts = _("{share} of cuts by the first move", share=format_share(counters.first_move_cuts))
        room = foot.width - px(NUMBERS_WIDTH + SWITCH_WIDTH + 16)
        offered = (f"{speed} · {cuts}", speed, "")
        text = next(words for words in offered if not words or self.theme.width(words, SMALL) <= room)
        self.write(surface, text, "quiet", SMALL, midleft=(foot.left + px(NUMBERS_WIDTH), foot.centery))

    def _draw_pv(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        rects = self._pv_rects(len(model.pv))
        for n, (rect, (move, color)) in enumerate(zip(rects, model.pv, strict=False)):
            fill, ink = MOVE_CHIPS[color]
            edge = "warning" if model.hovered_pv_move == n else "hover"
            theme.box(surface, rect, fill, edge)
            self.write(surface, format_move(move), ink, SMALL, center=rect.center)
        if rects and len(rects) < len(model.pv):
            place = rects[-1].right + px(5), rects[-1].centery
            self.write(surface, "…", "quiet", SMALL, midleft=place)


def pv_with_colors(progress: Progress) -> tuple[tuple[Move, Color], ...]:
    """The PV with the colour that makes each move; a pass is a move of its own."""
    turn = progress.board.turn
    return tuple((move, turn if n % 2 == 0 else turn.other) for n, move in enumerate(progress.pv))


# Heights of the rows, at a scale of 1.
FIGURE: Final = 40
TABLE_ROW: Final = 19
# Narrower than this the figures take two rows.
FIGURES_IN_ONE_ROW: Final = 440
# What the mark of an algorithm takes before its name.
MARK: Final = 12
# Between two columns of the table at least.
COLUMN_GAP: Final = 6

FIGURES: Final = (
    (N_("Nodes"), N_("Positions this search has visited.")),
    (N_("Speed"), N_("Positions visited per second.")),
    (N_("First cuts"),
     N_("The share of cutoffs made by the first move tried: the better the moves are sorted, the "
        "nearer this is to 100 %, and the faster alpha-beta and PVS are.")),
    (N_("Re-searches"),
     N_("The share of zero-window searches that had to be repeated with an open window because the move "
        "was better than expected: the price PVS pays for its bet that the first move is the best.")),
    (N_("Table hits"),
     N_("The share of look-ups in the transposition table that found the position already searched.")),
    (N_("Table fill"),
     N_("How much of the transposition table this search has filled. When it is full, the less "
        "useful positions are forgotten; choose a larger one in the settings ({settings}).")),
)  # fmt: skip
"""What the figures are called and what they mean; to be translated when shown."""

FIGURE_WIDTHS: Final = (0.155, 0.19, 0.155, 0.2, 0.165, 0.135)
"""Shares of the row, by the widest text of each."""

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


class NumbersPanel(Panel[SearchModel]):
    @property
    def _table_top(self) -> int:
        return self._figures()[-1].bottom + self.theme.px(2)

    def _figures(self) -> list[Rect]:
        inside, px = self.inside, self.theme.px
        top = inside.top - px(6)
        if inside.width >= px(FIGURES_IN_ONE_ROW):
            return shared_out(Rect(inside.left, top, inside.width, px(FIGURE)), FIGURE_WIDTHS)
        width = inside.width // 3
        return [
            Rect(inside.left + n % 3 * width, top + n // 3 * px(FIGURE), width, px(FIGURE))
            for n in range(len(FIGURES))
        ]

    def _columns(self) -> list[tuple[int, int]]:
        """Where each column of the table begins and ends, what is left over spread between them.

        Where there is no room for the names of the searches, their marks alone say which it was, and where
        there is none for the time its column has no width.
        """
        theme, inside = self.theme, self.inside
        widths = [max(theme.width(_(name), SMALL), theme.width(text, SMALL)) for name, text, _left in COLUMNS]
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

    # Drawing

    def paint(self, surface: Surface, model: SearchModel) -> None:
        self.notes += zip(self._figures(), (meaning for _name, meaning in FIGURES), strict=True)
        if model.counters is not None:
            self._draw_figures(surface, model, model.counters)
        else:
            self.write(surface, _("No search yet"), "quiet", NORMAL, topleft=self.inside.topleft)
        if model.progress is not None:
            self._draw_table(surface, model, model.progress)

    def _draw_figures(self, surface: Surface, model: SearchModel, counters: Counters) -> None:
        px = self.theme.px
        values = (
            format_count(counters.nodes),
            _("{count}/s", count=format_count(counters.nodes_per_second)),
            format_share(counters.first_move_cuts),
            format_share(counters.research_share),
            format_share(counters.hit_share),
            format_share(counters.table_fill),
        )
        for (name, _meaning), value, rect in zip(FIGURES, values, self._figures(), strict=True):
            self.write(surface, _(name), "quiet", SMALL, room=rect.width - px(4), topleft=rect.topleft)
            place = rect.left, rect.top + px(16)
            self.write(surface, value, model.ink("text"), NORMAL, True, topleft=place)

    def _draw_table(self, surface: Surface, model: SearchModel, progress: Progress) -> None:
        """The finished depths, newest on top."""
        theme, px = self.theme, self.theme.px
        inside, height = self.inside, px(TABLE_ROW)
        top = self._table_top
        rows = (inside.bottom + px(6) - top) // height - 1
        if rows < 1 or not progress.iterations:
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
        for n, row in enumerate(progress.iterations[: -rows - 1 : -1], start=first):
            y = top + n * height
            colour = COLOURS[row.algorithm]
            texts = [
                format_depth(row.depth, row.kind, row.confidence),
                format_move(row.move),
                format_score(for_black(row.score, progress.board.turn), row.kind),
                format_count(row.nodes),
                format_duration(row.seconds),
                search_name(row.algorithm),
            ]
            self.write(surface, SIGNS[row.algorithm], colour, SMALL, topleft=(columns[-1][0], y))
            inks = [colour, *[model.ink("text")] * 4, colour]
            self._draw_row(surface, y, columns, texts if has_names else texts[:-1], inks)

    def _draw_row(
        self, surface: Surface, top: int, columns: list[tuple[int, int]], texts: list[str], colours: list[str]
    ) -> None:
        """One text in each column; the last one leaves room for a mark."""
        rows = zip(COLUMNS, columns, texts, colours, strict=False)
        for n, ((*__, starts_left), (left, right), text, colour) in enumerate(rows):
            if n == len(COLUMNS) - 1:
                left += self.theme.px(MARK)
            if left == right:
                continue
            if starts_left:
                self.write(surface, text, colour, SMALL, topleft=(left, top))
            else:
                self.write(surface, text, colour, SMALL, topright=(right, top))
