"""The lanes of a race: a bar for each, in the colour of its search, with a part for each depth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ui import paint
from ui.pages.lab.cards import COLOURS, SIGNS, write_parts
from ui.panels.panel import Panel
from ui.panels.tips import LANE_BEST, LANE_TOTAL, PLIES, SEARCHES, Tip
from ui.text import _
from ui.text.wording import format_count
from ui.theme import NORMAL, SMALL
from ui.tree_view import Parts

# Lengths at a scale of 1.
HEAD: Final = 32
AXIS: Final = 24
TRUE: Final = 44
PADDING: Final = 8
BAR_MOST: Final = 48
SIGN: Final = 20
BUTTON: Final = 28
BUTTON_GAP: Final = 4
# Of the columns; a card that is narrower than this has the words of a lane above its bar.
NAME: Final = 160
BEST: Final = 92
TOTAL: Final = 112
NARROW: Final = 700
WORDS: Final = 20
# How much of its colour the first part of a bar has: letters on it must be seen.
TINT: Final = 0.82
# Between two labels of the axis.
DECADE: Final = 44


@dataclass(frozen=True, slots=True)
class LaneModel:
    """`totals` are (depth, what was counted up to it), `running` is what is counted now; `best` and `total`
    are two lines each, the first of `best` a move and its score. A `fault` replaces the details.
    """

    algorithm: Algorithm
    name: str
    details: str
    totals: tuple[tuple[int, float], ...]
    total: tuple[str, str] = ("", "")
    running: float | None = None
    best: tuple[Parts, str] | None = None
    has_won: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class LanesModel:
    """`counted` says what is counted: positions, or microseconds if it `is_timed`. With a `true` lane that
    and the first are shown as long as they are.
    """

    lanes: tuple[LaneModel, ...]
    counted: str
    is_timed: bool = False
    true: LaneModel | None = None


class LanesPanel(Panel[LanesModel]):
    """On a logarithmic scale: each line is ten times more."""

    has_buttons = True
    """Whether each lane has two, at its right."""

    def meanings(self) -> list[Tip]:
        plot, height = self._plot(self.model), self.rect.height
        bands = [Rect(0, 0, self.rect.width, height)]
        left, right = plot.left, plot.right
        if self._is_narrow:
            left = right = self._best_right - self.theme.px(BEST)
            bands = [Rect(row.topleft, (row.width, self.theme.px(WORDS))) for row in self._rows(self.model)]
        columns = (
            (self.inside.left, left, SEARCHES),
            (right, self._best_right, LANE_BEST),
            (self._best_right, self._total_right, LANE_TOTAL),
        )
        return [
            (Rect(plot.left, 0, self._total_right - plot.left, height), PLIES),
            *(
                (Rect(begin, band.top, end - begin, band.height), words)
                for band in bands
                for begin, end, words in columns
            ),
        ]

    # Places

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self.theme.px(NARROW)

    @property
    def _total_right(self) -> int:
        return self.inside.right - self.has_buttons * self.theme.px(2 * BUTTON + 3 * BUTTON_GAP)

    @property
    def _best_right(self) -> int:
        return self._total_right - self.theme.px(TOTAL)

    def _plot(self, model: LanesModel | None) -> Rect:
        """The room of all bars."""
        px, inside = self.theme.px, self.inside
        left, right = inside.left, self._total_right
        if not self._is_narrow:
            left, right = left + px(NAME), self._best_right
            if model is None or any(lane.best for lane in model.lanes):
                right -= px(BEST)
        height = self.rect.height - px(HEAD + AXIS + PADDING)
        height -= 0 if model is None or model.true is None else px(TRUE)
        return Rect(left, px(HEAD), right - left - px(8), height)

    def _rows(self, model: LanesModel | None) -> list[Rect]:
        plot, lanes = self._plot(model), 1 if model is None else len(model.lanes)
        height = plot.height // lanes
        return [
            Rect(self.inside.left, plot.top + n * height, self.inside.width, height) for n in range(lanes)
        ]

    def _bar_of(self, row: Rect, plot: Rect) -> Rect:
        """The bar of a lane: in the middle of its row, or below its words."""
        px = self.theme.px
        top = px(WORDS) if self._is_narrow else 0
        thick = min(row.height - top - px(8), px(BAR_MOST))
        return Rect(plot.left, row.top + top + (row.height - top - thick) // 2, plot.width, thick)

    def button_rects(self, lane: int, lanes: int) -> tuple[Rect, Rect]:
        """Where the buttons that change and remove a lane go, in the window."""
        px, plot = self.theme.px, self._plot(None)
        remove = Rect(0, 0, px(BUTTON), px(BUTTON))
        remove.midright = self.inside.right, plot.top + (2 * lane + 1) * plot.height // (2 * lanes)
        remove.move_ip(self.rect.topleft)
        return remove.move(-px(BUTTON + BUTTON_GAP), 0), remove

    # Drawing

    def paint(self, surface: Surface, model: LanesModel) -> None:
        px, plot, y = self.theme.px, self._plot(model), self.theme.px(20)
        title = self.write(surface, _("Searches"), "text", NORMAL, True, midleft=(self.inside.left, y))
        left = max(plot.left, title.right + px(12))
        self.write(surface, _("on a logarithmic scale"), "quiet", SMALL, midleft=(left, y))
        if any(lane.best for lane in model.lanes) and not self._is_narrow:
            place, room = (self._best_right, y), px(BEST)
            self.write(surface, _("Best so far"), "quiet", SMALL, room=room, midright=place)
        self.write(surface, model.counted, "quiet", SMALL, midright=(self._total_right, y))
        counted = [total for lane in model.lanes for _depth, total in lane.totals]
        most = max((*counted, *(lane.running or 0 for lane in model.lanes)), default=10)
        decades = max(1, math.ceil(math.log10(max(most, 10))))
        self._draw_axis(surface, plot, decades, model.is_timed)
        for row, lane in zip(self._rows(model), model.lanes, strict=True):
            self._draw_bar(surface, self._bar_of(row, plot), lane, decades)
            write = self._write_line if self._is_narrow else self._write_columns
            write(surface, lane, row)
        if model.true is not None:
            self._draw_true(surface, model.lanes[0], model.true)

    def _draw_axis(self, surface: Surface, plot: Rect, decades: int, is_timed: bool) -> None:
        """A line for each power of ten."""
        every = max(1, -(-decades * self.theme.px(DECADE) // plot.width))
        for n in range(decades + 1):
            x = plot.left + round(plot.width * n / decades)
            surface.fill(self.theme["edge"], (x, plot.top, max(1, self.theme.px(1)), plot.height))
            if n % every == 0:
                at = x, plot.bottom + self.theme.px(2)
                self.write(surface, decade_label(10**n, is_timed), "quiet", SMALL, midtop=at)

    def _write_columns(self, surface: Surface, lane: LaneModel, row: Rect) -> None:
        """Two lines each: the search, its best move and what it took."""
        px, y, (words, colour) = self.theme.px, row.centery, _said(lane)
        room, at = px(NAME - SIGN - 8), y - (px(9) if words else 0)
        self._write_name(surface, lane, (row.left, at), room)
        self.write(surface, words, colour, SMALL, room=room, midleft=(row.left + px(SIGN), y + px(9)))
        if lane.best is not None:
            write_parts(self, surface, lane.best[0], "text", px(BEST), midright=(self._best_right, y - px(9)))
            at_best = self._best_right, y + px(9)
            self.write(surface, lane.best[1], "quiet", SMALL, room=px(BEST), midright=at_best)
        self._write_total(surface, lane, y - (px(9) if lane.total[1] else 0))
        at_total = self._total_right, y + px(9)
        self.write(surface, lane.total[1], "quiet", SMALL, room=px(TOTAL - 8), midright=at_total)

    def _write_line(self, surface: Surface, lane: LaneModel, row: Rect) -> None:
        """The same above the bar, as far as there is room for it."""
        px, (words, colour) = self.theme.px, _said(lane)
        y = row.top + px(WORDS // 2 + 4)
        right = self._write_total(surface, lane, y) - px(12)
        left = self._write_name(surface, lane, (row.left, y), right - row.left) + px(8)
        left = self.write(surface, words, colour, SMALL, room=right - left, midleft=(left, y)).right + px(12)
        if lane.best is not None:
            parts = lane.best[0] if len(lane.best[0]) > 1 else (lane.best[1],)
            right = write_parts(self, surface, parts, "text", right - left, midright=(right, y)).left - px(12)
        if self.theme.width(lane.total[1], SMALL) <= right - left:
            self.write(surface, lane.total[1], "quiet", SMALL, midright=(right, y))

    def _write_name(self, surface: Surface, lane: LaneModel, at: tuple[int, int], room: int) -> int:
        """Returns where it ends."""
        px = self.theme.px
        self.write(surface, SIGNS[lane.algorithm], COLOURS[lane.algorithm], midleft=at)
        place = at[0] + px(SIGN), at[1]
        return self.write(surface, lane.name, "text", NORMAL, True, room=room, midleft=place).right

    def _write_total(self, surface: Surface, lane: LaneModel, y: int) -> int:
        """With a star if it has won; returns where it begins."""
        px, ink, at = self.theme.px, "warning" if lane.has_won else "text", (self._total_right, y)
        text = self.write(surface, lane.total[0], ink, NORMAL, True, room=px(TOTAL - 8), midright=at)
        if not lane.has_won:
            return text.left
        star = paint.icon("best", px(18), paint.rgba(self.theme[ink]))
        return surface.blit(star, star.get_rect(midright=(text.left - px(4), text.centery))).left

    def _draw_bar(self, surface: Surface, place: Rect, lane: LaneModel, decades: int) -> None:
        """Each part brighter than the one before; what is searched now is an outline."""

        def x_of(total: float) -> int:
            return place.left + round(place.width * math.log10(max(total, 1)) / decades)

        left, colour = place.left, self.theme[COLOURS[lane.algorithm]]
        for n, (depth, total) in enumerate(lane.totals):
            right = x_of(total)
            part = Rect(left, place.top, max(1, right - left - 1), place.height)
            share = TINT + (1 - TINT) * (n + 1) / len(lane.totals)
            surface.fill(self.theme["card"].lerp(colour, share), part)
            if part.width >= self.theme.px(16):
                text = self.theme.text(str(depth), SMALL, "on_kind", True)
                surface.blit(text, text.get_rect(center=part.center))
            left = max(left, right)
        if lane.running is not None:
            part = Rect(left, place.top, max(2, x_of(lane.running) - left), place.height)
            pygame.draw.rect(surface, self.theme["warning"], part, max(1, self.theme.px(1)))

    def _draw_true(self, surface: Surface, first: LaneModel, lane: LaneModel) -> None:
        """Two lanes as long as they are, to correct the eye."""
        px, inside = self.theme.px, self.inside
        top = self.rect.height - px(TRUE - 10)
        said = _("On a true scale: {first}, and {other}", first=first.name, other=lane.name)
        self.write(surface, said, "text", SMALL, True, room=inside.width, bottomleft=(inside.left, top))
        bar, share = Rect(inside.left, top + px(4), inside.width, px(9)), lane.totals[-1][1]
        surface.fill(self.theme[COLOURS[first.algorithm]], bar)
        bar.top, bar.width = bar.bottom + px(2), max(2, round(bar.width * share / first.totals[-1][1]))
        surface.fill(self.theme[COLOURS[lane.algorithm]], bar)


def _said(lane: LaneModel) -> tuple[str, str]:
    """What is said beside the name of a lane, and its ink."""
    return (lane.fault, "mistake_text") if lane.fault else (lane.details, "quiet")


def decade_label(value: int, is_timed: bool) -> str:
    """'10 k', '10 ms'"""
    if is_timed:
        for size, text in ((10**6, _("{seconds} s")), (10**3, _("{milliseconds} ms"))):
            if value >= size:
                return text.format(seconds=value // size, milliseconds=value // size)
        return _("{microseconds} µs", microseconds=value)
    return format_count(value).replace(".0", "")
