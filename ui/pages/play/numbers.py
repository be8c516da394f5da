"""The numbers of a search: what it has done, and what each depth has found."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Progress
from game.board import Color
from ui.layout import shared_out
from ui.pages.play.thinking import SearchModel
from ui.panels import tips
from ui.panels.charts import COLOURS, draw_mark
from ui.panels.panel import Panel
from ui.text import N_, _
from ui.text.wording import (
    for_black,
    format_count,
    format_depth,
    format_duration,
    format_move,
    format_score,
    format_share,
    search_name,
)
from ui.theme import NORMAL, SMALL

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
    (
        N_("First cuts"),
        N_(
            "The share of cutoffs made by the first move tried: the better the moves are sorted, the "
            "nearer this is to 100 %, and the faster alpha-beta and PVS are."
        ),
    ),
    (
        N_("Re-searches"),
        N_(
            "The share of null-window searches that had to be repeated with an open window because the "
            "move was better than expected: the price PVS pays for its bet that the first move is the "
            "best."
        ),
    ),
    (
        N_("Table hits"),
        N_("The share of look-ups in the transposition table that found the position already searched."),
    ),
    (
        N_("Table fill"),
        N_(
            "How much of the transposition table this search has filled. When it is full, the less "
            "useful positions are forgotten; choose a larger one in the settings ({settings})."
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
    (N_("Time"), "", False),
    (N_("Search"), "", True),
)
"""Of the table: the heading, the widest text below it, and whether it begins on the left."""

SCORE: Final = 2
"""The one whose heading has a disc, for whom the scores are."""
TIME: Final = 4
"""The column that is left out first."""


class NumbersPanel(Panel[SearchModel]):
    def meanings(self) -> Iterable[tips.Tip]:
        table = self._table_top
        found = list(zip(self._figures(), (meaning for _name, meaning in FIGURES), strict=True))
        height = self.rect.height - self.theme.px(2) - table
        for (start, end), sentence in zip(self._columns(), tips.COLUMNS, strict=True):
            if height > 0:
                found.append((Rect(start, table, end - start, height), sentence))
        return found

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

    def _draw_table(self, surface: Surface, model: SearchModel, progress: Progress) -> None:
        """The finished depths, newest on top."""
        theme, px = self.theme, self.theme.px
        inside, height = self.inside, px(TABLE_ROW)
        top = self._table_top
        rows = (inside.bottom + px(6) - top) // height - 1
        if rows < 1 or not progress.iterations:
            return
        columns = self._columns()
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
            if left == right:
                continue
            if starts_left:
                self.write(surface, text, colour, SMALL, topleft=(left, top))
            else:
                self.write(surface, text, colour, SMALL, topright=(right, top))
