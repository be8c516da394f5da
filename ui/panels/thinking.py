"""The thinking panel: what the search has found, how far it is, and why it is fast."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Preparation, Progress
from game.board import Color, Move
from game.evaluation import Kind
from ui import paint
from ui.panels.charts import COLOURS, draw_mark
from ui.panels.panel import Panel
from ui.text.wording import (
    describe_depth,
    describe_score,
    format_count,
    format_depth,
    format_duration,
    format_move,
    format_score,
    format_share,
    format_threads,
)
from ui.theme import DISPLAY, NORMAL, SMALL, TITLE, Theme

# Heights of the rows, at a scale of 1.
SWITCH: Final = 32
BEST: Final = 48
WORDS: Final = 20
BAR: Final = 4
FIGURE: Final = 40
CHIPS: Final = 24
TABLE_ROW: Final = 20
# Narrower than this the figures take two rows.
FIGURES_IN_ONE_ROW: Final = 400

FIGURES: Final = (
    ("Nodes", "Positions this search has visited."),
    ("Speed", "Positions visited per second."),
    (
        "First cuts",
        "Of all cutoffs, the share made by the first move tried: the better the moves are sorted, the nearer "
        "to 100 % this is, and the faster alpha-beta and PVS are.",
    ),
    (
        "Re-searches",
        "Of all null-window searches, the share that had to be repeated with an open window because the move "
        "was better than expected: the price PVS pays for its bet that the first move is the best.",
    ),
    (
        "Table hits",
        "Of all look-ups in the transposition table, the share that found the position already searched.",
    ),
    (
        "Table fill",
        "How much of the transposition table this search has filled. In a full one the less useful positions "
        "are forgotten; a larger one can be had in the settings (O).",
    ),
)
"""What the figures are called and what they mean."""

FIGURE_WIDTHS: Final = (0.155, 0.19, 0.155, 0.2, 0.165, 0.135)
"""Shares of the row, by the widest text of each."""

COLUMNS: Final = (("Depth", 0.0, 0.14), ("Move", 0.16, 0.28), ("Score", 0.28, 0.44), ("Nodes", 0.44, 0.62),
                  ("Time", 0.62, 0.76), ("Search", 0.81, 1.0))  # fmt: skip
"""Headings of the table and where each column begins and ends, as shares of the width."""


@dataclass(frozen=True, slots=True)
class SearchModel:
    """One search as it stands; `headline` says whether it runs and how long."""

    progress: Progress | None
    counters: Counters | None
    is_running: bool
    headline: str
    time_share: float | None
    threads: int
    preparation: Preparation | None
    hovered_chip: int | None


class ThinkingPanel(Panel[SearchModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self._chips: list[Rect] = []

    # Places, in the card's own coordinates

    @property
    def switch_rect(self) -> Rect:
        """Where the algorithm buttons go, in the window."""
        inside = self.inside.move(self.rect.topleft)
        px = self.theme.px
        return Rect(inside.left, inside.top - px(4), px(176), px(SWITCH))

    def figure_rects(self) -> list[Rect]:
        """Where the figures are, in the window."""
        return [rect.move(self.rect.topleft) for rect in self._figures()]

    def _figures(self) -> list[Rect]:
        inside, px = self.inside, self.theme.px
        top = inside.top + px(SWITCH + 4 + BEST + WORDS + BAR + 14)
        if inside.width >= px(FIGURES_IN_ONE_ROW):
            ends = [round(inside.width * share) for share in accumulate(FIGURE_WIDTHS, initial=0.0)]
            return [Rect(inside.left + a, top, b - a, px(FIGURE)) for a, b in pairwise(ends)]
        width = inside.width // 3
        return [
            Rect(inside.left + n % 3 * width, top + n // 3 * px(FIGURE), width, px(FIGURE))
            for n in range(len(FIGURES))
        ]

    def chip_at(self, position: tuple[int, int]) -> int | None:
        """The index of the PV's chip under the pointer."""
        local = self.local(position)
        return next((n for n, chip in enumerate(self._chips) if chip.collidepoint(local)), None)

    def paint(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        self._chips = []
        inside = self.inside
        switch = self.switch_rect.move(-self.rect.left, -self.rect.top)
        well = paint.rounded(switch.size, px(6), paint.rgba(theme["well"]))
        surface.blit(well, switch)
        room = inside.right - switch.right - px(12)
        headline = theme.ellipsized(model.headline, SMALL, room)
        self.write(surface, headline, "quiet", SMALL, midright=(inside.right, switch.centery))
        top = switch.bottom + px(6)
        progress = model.progress
        if model.preparation is not None:
            self._draw_preparation(surface, model.preparation)
        if progress is None or progress.score is None:
            waits = "Searching the first depth …" if model.is_running else "No search yet."
            advice = "" if model.is_running else "Hint (T) starts one for your move."
            self.write(surface, waits, "text", NORMAL, True, topleft=(inside.left, top + px(12)))
            for n, line in enumerate(self._wrapped(advice, SMALL, inside.width)):
                self.write(surface, line, "quiet", SMALL, topleft=(inside.left, top + px(36 + 18 * n)))
        else:
            self._draw_best(surface, progress, model.threads, top)
        bar_top = inside.top + px(SWITCH + 4 + BEST + WORDS + 2)
        if model.preparation is None:
            self._draw_bar(
                surface, bar_top, model.time_share or 0.0, "accent" if model.is_running else "disabled"
            )
        if model.counters is not None:
            self._draw_figures(surface, model.counters)
        if progress is not None and progress.pv:
            self._draw_chips(surface, progress, model.hovered_chip)
        self._draw_table(surface, progress)

    def _draw_best(self, surface: Surface, progress: Progress, threads: int, top: int) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        turn = progress.board.turn
        assert progress.score is not None
        middle = top + px(BEST) // 2
        move = self.write(
            surface, format_move(progress.move), "text", DISPLAY, True, midleft=(inside.left, middle)
        )
        colour = "good" if progress.score > 0 else "mistake_text" if progress.score < 0 else "text"
        score = format_score(progress.score, progress.kind)
        self.write(surface, score, colour, TITLE, True, midleft=(move.right + px(14), middle + px(2)))
        depth = describe_depth(progress)
        self.write(surface, depth, "text", NORMAL, True, midright=(inside.right, middle - px(8)))
        if progress.kind is Kind.BOOK:
            self.write(surface, "no search", "quiet", SMALL, midright=(inside.right, middle + px(11)))
        else:
            self._draw_search(surface, progress.algorithm, threads, (inside.right, middle + px(11)))
        words = f"{turn.label} to move: {describe_score(progress.score, progress.kind, turn)}"
        words = theme.ellipsized(words, SMALL, inside.width)
        self.write(surface, words, "quiet", SMALL, topleft=(inside.left, top + px(BEST - 2)))

    def _draw_search(
        self, surface: Surface, algorithm: Algorithm, threads: int, midright: tuple[int, int]
    ) -> None:
        px = self.theme.px
        text = algorithm.label if threads == 1 else f"{algorithm.label} · {format_threads(threads)}"
        label = self.write(surface, text, COLOURS[algorithm], SMALL, midright=midright)
        draw_mark(surface, self.theme, algorithm, (label.left - px(7), label.centery + px(1)))

    def _draw_bar(self, surface: Surface, top: int, share: float, colour: str) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        size = (inside.width, px(BAR))
        surface.blit(paint.rounded(size, px(2), paint.rgba(theme["edge"])), (inside.left, top))
        done = round(inside.width * min(1.0, share))
        if done >= px(BAR):
            surface.blit(paint.rounded((done, px(BAR)), px(2), paint.rgba(theme[colour])), (inside.left, top))

    def _draw_preparation(self, surface: Surface, preparation: Preparation) -> None:
        """One line over the bar while the kernels are being compiled."""
        px = self.theme.px
        top = self.inside.top + px(SWITCH + 4 + BEST + WORDS + 2)
        self._draw_bar(surface, top, preparation.done / max(1, preparation.total), "warning")

    def _draw_figures(self, surface: Surface, counters: Counters) -> None:
        px = self.theme.px
        values = (
            format_count(counters.nodes),
            f"{format_count(counters.nodes_per_second)}/s",
            format_share(counters.first_move_cuts),
            format_share(counters.research_share),
            format_share(counters.hit_share),
            format_share(counters.table_fill),
        )
        for (name, _), value, rect in zip(FIGURES, values, self._figures(), strict=True):
            self.write(surface, name, "quiet", SMALL, topleft=rect.topleft)
            self.write(surface, value, "text", NORMAL, True, topleft=(rect.left, rect.top + px(16)))

    @property
    def _chips_top(self) -> int:
        return self._figures()[-1].bottom + self.theme.px(4)

    def _draw_chips(self, surface: Surface, progress: Progress, hovered: int | None) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        x = inside.left
        height = px(CHIPS - 4)
        for n, (move, color) in enumerate(line_colours(progress)):
            text = format_move(move)
            width = theme.width("H8", SMALL, False) + px(12)
            if x + width > inside.right:
                break
            rect = Rect(x, self._chips_top, width, height)
            fill, ink = ("black_chip", "text") if color is Color.BLACK else ("white_chip", "black_chip")
            edge = "warning" if hovered == n else "hover"
            shape = paint.rounded(rect.size, px(4), paint.rgba(theme[fill]), paint.rgba(theme[edge]), px(1))
            surface.blit(shape, rect)
            self.write(surface, text, ink, SMALL, center=rect.center)
            self._chips.append(rect)
            x = rect.right + px(5)

    def _draw_table(self, surface: Surface, progress: Progress | None) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        top = self._chips_top + px(CHIPS + 4)
        rows = (inside.bottom + px(6) - top) // px(TABLE_ROW) - 1
        if rows < 1:
            return
        for name, start, end in COLUMNS:
            self._cell(surface, name, top, start, end, "quiet")
        line = top + px(TABLE_ROW) - px(2)
        pygame.draw.line(surface, theme["edge"], (inside.left, line), (inside.right, line), max(1, px(1)))
        if progress is None:
            return
        for n, row in enumerate(reversed(progress.iterations[-rows:])):
            y = top + (n + 1) * px(TABLE_ROW)
            colour = COLOURS[row.algorithm]
            texts = (
                format_depth(row.depth, row.kind, row.confidence),
                format_move(row.move),
                format_score(row.score, row.kind),
                format_count(row.nodes),
                format_duration(row.seconds),
                row.algorithm.label,
            )
            mark = (inside.left + inside.width * COLUMNS[-1][1] - px(8), y + px(9))
            draw_mark(surface, theme, row.algorithm, mark)
            for (name, start, end), text in zip(COLUMNS, texts, strict=True):
                self._cell(surface, text, y, start, end, colour if name in ("Depth", "Search") else "text")

    def _cell(self, surface: Surface, text: str, top: int, start: float, end: float, colour: str) -> None:
        inside = self.inside
        if start in (0.0, COLUMNS[1][1], COLUMNS[-1][1]):
            self.write(surface, text, colour, SMALL, topleft=(inside.left + round(inside.width * start), top))
        else:
            self.write(surface, text, colour, SMALL, topright=(inside.left + round(inside.width * end), top))

    def _wrapped(self, text: str, size: int, room: int) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            if lines and self.theme.width(f"{lines[-1]} {word}", size) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines


def line_colours(progress: Progress) -> list[tuple[Move, Color]]:
    """The PV with the colour that makes each move; a pass is an entry of its own."""
    turn = progress.board.turn
    line = []
    for move in progress.pv:
        line.append((move, turn))
        turn = turn.other
    return line
