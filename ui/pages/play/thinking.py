"""The thinking panel: what the search has found, how far it is, and why it is fast."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Preparation, Progress
from game.board import Color, Move
from game.evaluation import Evaluation, Kind
from ui.layout import shared_out
from ui.panels import tips
from ui.panels.charts import COLOURS, draw_mark
from ui.panels.panel import MOVE_CHIPS, Panel
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.wording import (
    capitalised,
    describe_depth,
    describe_preparation,
    describe_score,
    describe_sign,
    for_black,
    format_count,
    format_depth,
    format_duration,
    format_interval,
    format_move,
    format_score,
    format_share,
    format_threads,
    search_name,
)
from ui.theme import DISPLAY, NORMAL, SMALL, TITLE

# Heights of the rows, at a scale of 1.
SWITCH: Final = 32
BEST: Final = 48
WORDS: Final = 18  # of a line
BAR: Final = 4
FIGURE: Final = 40
CHIPS: Final = 24
TABLE_ROW: Final = 19
# Width of the algorithm switch.
SWITCH_WIDTH: Final = 176
# Narrower than this there is a line more for what a score means.
WORDS_IN_ONE_LINE: Final = 470
# Narrower than this the figures take two rows.
FIGURES_IN_ONE_ROW: Final = 440
# Between two columns of the table at least.
COLUMN_GAP: Final = 6
# What the mark of an algorithm takes before its name.
MARK: Final = 12

FIGURES: Final = (
    (N_("Nodes"), N_("Positions this search has visited.")),
    (N_("Speed"), N_("Positions visited per second.")),
    (
        N_("First cuts"),
        N_(
            "Of all cutoffs, the share made by the first move tried: the better the moves are sorted, the "
            "nearer to 100 % this is, and the faster alpha-beta and PVS are."
        ),
    ),
    (
        N_("Re-searches"),
        N_(
            "Of all null-window searches, the share that had to be repeated with an open window because the "
            "move was better than expected: the price PVS pays for its bet that the first move is the best."
        ),
    ),
    (
        N_("Table hits"),
        N_("Of all look-ups in the transposition table, the share that found the position already searched."),
    ),
    (
        N_("Table fill"),
        N_(
            "How much of the transposition table this search has filled. In a full one the less useful "
            "positions are forgotten; a larger one can be had in the settings ({settings})."
        ),
    ),
)
"""What the figures are called and what they mean; to be translated when shown."""

FIGURE_WIDTHS: Final = (0.155, 0.19, 0.155, 0.2, 0.165, 0.135)
"""Shares of the row, by the widest text of each."""

COLUMNS: Final = (
    (N_("Depth"), "60@99%", True),
    (N_("Move"), "H8", True),
    (N_("Score"), "+64.0", False),
    (N_("Nodes"), "999.9 M", False),
    (N_("Time"), "99.9 s", False),
    (N_("Search"), "", True),
)
"""Of the table: the heading, the widest text below it, and whether it begins on the left."""

INTRODUCTION: Final = N_(
    "While the computer thinks, this shows its best move and what it is worth, the line it expects, and how "
    "much work that was. Hint ({hint}) lets it think about your move."
)
SEARCHES: Final = (
    (Algorithm.ALPHABETA, N_("Leaves out what can no longer change the choice.")),
    (
        Algorithm.PVS,
        N_(
            "Does the same, and bets that the first move is the best: of the others it asks only whether "
            "they are better."
        ),
    ),
)
"""What the searches do, said while there is none to be seen."""


@dataclass(frozen=True, slots=True)
class SearchModel:
    """One search as it stands; without `progress` there has been none.

    `title` names the move it is for and `state` who makes it and how long it took; it is dimmed when it is
    neither for the position on the board nor for the move that led there. `choice` is what a weak level did
    on purpose, `why` what else there is to say of the move. `pv` is the line with the colour that makes each
    move; a pass is a move of its own.
    """

    progress: Progress | None = None
    counters: Counters | None = None
    is_running: bool = False
    is_dimmed: bool = False
    title: str = ""
    state: str = ""
    choice: str = ""
    why: tuple[str, ...] = ()
    time_share: float | None = None
    threads: int = 1
    preparation: Preparation | None = None
    pv: tuple[tuple[Move, Color], ...] = ()
    hovered_pv_move: int | None = None

    def ink(self, colour: str) -> str:
        """The name of a colour as it is written here: all the same in a dimmed panel."""
        return "quiet" if self.is_dimmed else colour


class ThinkingPanel(Panel[SearchModel]):
    # Places

    @property
    def switch_rect(self) -> Rect:
        """Where the algorithm buttons go, in the window."""
        return self._switch.move(self.rect.topleft)

    def pv_move_at(self, position: tuple[int, int]) -> int | None:
        """The place in the PV of the move under the pointer."""
        rects = [] if self.model is None else self._pv_rects(len(self.model.pv))
        local = self.local(position)
        return next((n for n, rect in enumerate(rects) if rect.collidepoint(local)), None)

    def meanings(self) -> list[tips.Tip]:
        px, inside = self.theme.px, self.inside
        left, top = self._switch.right + px(8), self._switch.top
        half, low = inside.left + round(inside.width * 0.6), self._bar.bottom
        table = self._pv_top + px(CHIPS + 2)
        found = [
            (Rect(left, top, inside.right - left, self._switch.height), tips.SEARCH_TITLE),
            (Rect(inside.left, self._best_top, half - inside.left, low - self._best_top), tips.BEST),
            (Rect(half, self._best_top, inside.right - half, low - self._best_top), tips.DEPTH),
            (Rect(inside.left, self._pv_top, inside.width, px(CHIPS)), tips.PV),
            *zip(self._figures(), (meaning for _name, meaning in FIGURES), strict=True),
        ]
        height = self.rect.height - px(2) - table
        for (start, end), sentence in zip(self._columns(), tips.COLUMNS, strict=True):
            if height > 0:
                found.append((Rect(start, table, end - start, height), sentence))
        return found

    # The same in the card's own coordinates

    @property
    def _switch(self) -> Rect:
        px = self.theme.px
        return Rect(self.inside.left, self.inside.top - px(4), px(SWITCH_WIDTH), px(SWITCH))

    @property
    def _best_top(self) -> int:
        return self._switch.bottom + self.theme.px(4)

    @property
    def _words_top(self) -> int:
        return self._best_top + self.theme.px(BEST - 1)

    @property
    def _bar(self) -> Rect:
        inside, px = self.inside, self.theme.px
        lines = 2 if inside.width >= px(WORDS_IN_ONE_LINE) else 3
        return Rect(inside.left, self._words_top + px(lines * WORDS + 2), inside.width, px(BAR))

    def _figures(self) -> list[Rect]:
        inside, px = self.inside, self.theme.px
        top = self._bar.top + px(BAR + 10)
        if inside.width >= px(FIGURES_IN_ONE_ROW):
            return shared_out(Rect(inside.left, top, inside.width, px(FIGURE)), FIGURE_WIDTHS)
        width = inside.width // 3
        return [
            Rect(inside.left + n % 3 * width, top + n // 3 * px(FIGURE), width, px(FIGURE))
            for n in range(len(FIGURES))
        ]

    @property
    def _pv_top(self) -> int:
        return self._figures()[-1].bottom

    def _pv_rects(self, count: int) -> list[Rect]:
        """As many moves of the line as fit; when they are not all, with room for an ellipsis after them."""
        inside, px = self.inside, self.theme.px
        width, gap = self.theme.width("H8", SMALL) + px(12), px(5)
        fits = (inside.width + gap) // (width + gap)
        if count > fits:
            fits = (inside.width - self.theme.width("…", SMALL)) // (width + gap)
        size = width, px(CHIPS - 4)
        return [Rect((inside.left + n * (width + gap), self._pv_top), size) for n in range(min(count, fits))]

    def _columns(self) -> list[tuple[int, int]]:
        """Where each column of the table begins and ends, what is left over spread between them.

        Where there is no room for the names of the searches, their marks alone say which it was.
        """
        theme, inside = self.theme, self.inside
        widths = [max(theme.width(_(name), SMALL), theme.width(text, SMALL)) for name, text, _left in COLUMNS]
        mark = theme.px(MARK)
        names = (search_name(algorithm) for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS))
        widths[-1] = mark + max(theme.width(name, SMALL) for name in names)
        gaps = len(widths) - 1
        if sum(widths) + gaps * theme.px(COLUMN_GAP) > inside.width:
            widths[-1] = mark
        gap = (inside.width - sum(widths)) / gaps
        starts = accumulate(widths[:-1], lambda left, width: left + width + gap, initial=float(inside.left))
        return [(round(left), round(left + width)) for left, width in zip(starts, widths, strict=True)]

    # Drawing

    def paint(self, surface: Surface, model: SearchModel) -> None:
        self.theme.box(surface, self._switch, "well", radius=6)
        if model.preparation is not None:
            share = model.preparation.done / max(1, model.preparation.total)
            self.bar(surface, self._bar, share, "warning")
        if model.progress is None:
            self._draw_introduction(surface, model)
            return
        self._draw_title(surface, model)
        top = self._words_top
        evaluation = model.progress.evaluation
        if evaluation is None:
            words = _("Searching the first depth …") if model.is_running else _("No depth was finished.")
            middle = self._best_top + self.theme.px(BEST) // 2
            self.write(surface, words, model.ink("text"), NORMAL, True, midleft=(self.inside.left, middle))
        else:
            self._draw_best(surface, model, model.progress, evaluation)
            top = self._draw_words(surface, model, evaluation, model.progress.board.empties)
        if model.preparation is None and model.time_share is not None:
            self.bar(surface, self._bar, model.time_share, "accent" if model.is_running else "disabled")
        self._draw_note(surface, model, top)
        if model.counters is not None:
            self._draw_figures(surface, model, model.counters)
        self._draw_pv(surface, model)
        self._draw_table(surface, model, model.progress)

    def _draw_introduction(self, surface: Surface, model: SearchModel) -> None:
        """What will be seen here, while there is nothing to see."""
        theme, px = self.theme, self.theme.px
        inside = self.inside
        top = self._best_top + px(8)
        self.write(surface, _("No search yet"), "text", NORMAL, True, topleft=(inside.left, top))
        top += px(24)
        if model.preparation is not None:
            self._draw_note(surface, model, self._bar.top - px(WORDS))
            top = self._bar.top + px(BAR + 12)
        words = theme.text(keyed(_(INTRODUCTION)), SMALL, "quiet", room=inside.width)
        top = surface.blit(words, (inside.left, top)).bottom + px(16)
        for algorithm, what in SEARCHES:
            draw_mark(surface, theme, algorithm, (inside.left + px(5), top + px(9)))
            left = inside.left + px(MARK + 4)
            name = search_name(algorithm)
            end = self.write(surface, name, COLOURS[algorithm], SMALL, True, topleft=(left, top))
            words = theme.text(_(what), SMALL, "quiet", room=inside.right - left)
            top = surface.blit(words, (left, end.bottom)).bottom + px(8)

    def _draw_title(self, surface: Surface, model: SearchModel) -> None:
        """Which search this is, in two short lines beside the switch."""
        px, right, middle = self.theme.px, self.inside.right, self._switch.centery
        room = right - self._switch.right - px(12)
        self.write(surface, model.title, "text", SMALL, room=room, bottomright=(right, middle + px(1)))
        self.write(surface, model.state, "quiet", SMALL, room=room, topright=(right, middle))

    def _draw_best(
        self, surface: Surface, model: SearchModel, progress: Progress, evaluation: Evaluation
    ) -> None:
        px, inside = self.theme.px, self.inside
        middle = self._best_top + px(BEST) // 2
        move = format_move(progress.move)
        place = inside.left, middle
        best = self.write(surface, move, model.ink("text"), DISPLAY, True, midleft=place)
        score, found = evaluation.score, progress.board.turn.sign * evaluation.score
        colour = "good" if found > 0 else "mistake_text" if found < 0 else "text"
        text, place = format_score(score, progress.kind), (best.right + px(14), middle - px(8))
        label = self.write(surface, text, model.ink(colour), TITLE, True, midleft=place)
        place = inside.right, middle - px(8)
        depth = self.write(surface, describe_depth(progress), model.ink("text"), NORMAL, True, midright=place)
        place = inside.right, middle + px(11)
        if progress.kind is Kind.BOOK:
            left = self.write(surface, _("no search"), "quiet", SMALL, midright=place).left
        else:
            name, colour = search_name(progress.algorithm), COLOURS[progress.algorithm]
            text = name if model.threads == 1 else f"{name} · {format_threads(model.threads)}"
            search = self.write(surface, text, colour, SMALL, midright=place)
            left = search.left - px(7)
            draw_mark(surface, self.theme, progress.algorithm, (left, search.centery + px(1)))
        place = best.right + px(14), middle + px(11)
        room = left - place[0] - px(8)
        sign = self.write(surface, describe_sign(), model.ink("text"), SMALL, room=room, midleft=place)
        interval = format_interval(evaluation, progress.board.empties)
        for before, end in ((label, depth.left), (sign, left)):
            place = before.right + px(8), before.centery
            if place[0] + self.theme.width(interval, SMALL) + px(8) <= end:
                self.write(surface, interval, model.ink("text"), SMALL, midleft=place)
                break

    def _draw_words(self, surface: Surface, model: SearchModel, evaluation: Evaluation, empties: int) -> int:
        """What the score means; returns where it ends."""
        words, top = capitalised(describe_score(evaluation, empties)), self._words_top
        for line in self.theme.lines(words, SMALL, self.inside.width):
            self.write(surface, line, model.ink("text"), SMALL, topleft=(self.inside.left, top))
            top += self.theme.px(WORDS - 1)
        return top

    def _draw_note(self, surface: Surface, model: SearchModel, top: int) -> None:
        """The line below, if there is one: what the compiler does, what a weak level did, or why the move."""
        theme, inside = self.theme, self.inside
        if top + theme.px(WORDS - 1) > self._bar.top:
            return
        if model.preparation is not None:
            note, colour = describe_preparation(model.preparation), "quiet"
        elif model.choice:
            note, colour = model.choice, model.ink("warning")
        else:
            offered, colour = (" ".join(model.why), *model.why, ""), "quiet"
            note = next(words for words in offered if theme.width(words, SMALL) <= inside.width)
        self.write(surface, note, colour, SMALL, room=inside.width, topleft=(inside.left, top))

    def _draw_figures(self, surface: Surface, model: SearchModel, counters: Counters) -> None:
        px = self.theme.px
        values = (
            format_count(counters.nodes),
            _("{count}/s").format(count=format_count(counters.nodes_per_second)),
            format_share(counters.first_move_cuts),
            format_share(counters.research_share),
            format_share(counters.hit_share),
            format_share(counters.table_fill),
        )
        for (name, _meaning), value, rect in zip(FIGURES, values, self._figures(), strict=True):
            self.write(surface, _(name), "quiet", SMALL, room=rect.width - px(4), topleft=rect.topleft)
            place = rect.left, rect.top + px(16)
            self.write(surface, value, model.ink("text"), NORMAL, True, topleft=place)

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

    def _draw_table(self, surface: Surface, model: SearchModel, progress: Progress) -> None:
        """The finished depths, newest on top."""
        theme, px = self.theme, self.theme.px
        inside, height = self.inside, px(TABLE_ROW)
        top = self._pv_top + px(CHIPS + 2)
        rows = (inside.bottom + px(6) - top) // height - 1
        if rows < 1 or not progress.iterations:
            return
        columns = self._columns()
        has_names = columns[-1][1] - columns[-1][0] > px(MARK)
        names = [_(name) for name, _text, _left in COLUMNS]
        self._draw_row(surface, top, columns, names if has_names else names[:-1], ["quiet"] * len(names))
        line = top + height - px(1)
        pygame.draw.line(surface, theme["edge"], (inside.left, line), (inside.right, line), max(1, px(1)))
        first = 1
        if model.choice and progress.score is not None:  # else no row would have it
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
            middle = columns[-1][0] + px(4), y + height // 2
            draw_mark(surface, theme, row.algorithm, middle)
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
            if starts_left:
                self.write(surface, text, colour, SMALL, topleft=(left, top))
            else:
                self.write(surface, text, colour, SMALL, topright=(right, top))


def pv_with_colors(progress: Progress) -> tuple[tuple[Move, Color], ...]:
    """The PV with the colour that makes each move; a pass is a move of its own."""
    turn = progress.board.turn
    return tuple((move, turn if n % 2 == 0 else turn.other) for n, move in enumerate(progress.pv))
