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
# Of the columns, in a wide card and in a narrow one, and what makes it narrow.
NAME: Final = (160, 124)
BEST: Final = (92, 84)
TOTAL: Final = (112, 84)
NARROW: Final = 700
# How much of its colour the first part of a bar has: letters on it must be seen.
TINT: Final = 0.82
# Between two labels of the axis.
DECADE: Final = 44


@dataclass(frozen=True, slots=True)
class LaneModel:
    """`totals` are (depth, what was counted up to it), `running` is what is counted now; `best` and `total`
    are two lines each, the first of `best` a move and its score. A `fault` replaces the details, its depths
    are `wrong`.
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
    wrong: tuple[int, ...] = ()


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
        inside, plot = self.inside, self._plot(self.model)
        columns = (
            (inside.left, plot.left, SEARCHES),
            (plot.left, plot.right, PLIES),
            (plot.right, self._best_right, LANE_BEST),
            (self._best_right, self._total_right, LANE_TOTAL),
        )
        return [
            (Rect(left, 0, right - left, self.rect.height), sentence) for left, right, sentence in columns
        ]

    # Places

    def _width(self, widths: tuple[int, int]) -> int:
        return self.theme.px(widths[self.rect.width < self.theme.px(NARROW)])

    @property
    def _total_right(self) -> int:
        return self.inside.right - self.has_buttons * self.theme.px(2 * BUTTON + 3 * BUTTON_GAP)

    @property
    def _best_right(self) -> int:
        return self._total_right - self._width(TOTAL)

    def _plot(self, model: LanesModel | None) -> Rect:
        """The room of all bars."""
        px, inside = self.theme.px, self.inside
        left, right = inside.left + self._width(NAME), self._best_right
        if model is None or any(lane.best for lane in model.lanes):
            right -= self._width(BEST)
        height = self.rect.height - px(HEAD + AXIS + PADDING)
        height -= 0 if model is None or model.true is None else px(TRUE)
        return Rect(left, px(HEAD), right - left - px(8), height)

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
        self.write(surface, _("Searches"), "text", NORMAL, True, midleft=(self.inside.left, y))
        note, room = _("on a logarithmic scale"), plot.width
        self.write(surface, note, "quiet", SMALL, room=room, midleft=(plot.left, y))
        if any(lane.best for lane in model.lanes):
            place, room = (self._best_right, y), self._width(BEST)
            self.write(surface, _("Best so far"), "quiet", SMALL, room=room, midright=place)
        self.write(surface, model.counted, "quiet", SMALL, midright=(self._total_right, y))
        counted = [total for lane in model.lanes for _depth, total in lane.totals]
        most = max((*counted, *(lane.running or 0 for lane in model.lanes)), default=10)
        decades = max(1, math.ceil(math.log10(max(most, 10))))
        self._draw_axis(surface, plot, decades, model.is_timed)
        height = plot.height // len(model.lanes)
        for n, lane in enumerate(model.lanes):
            row = Rect(self.inside.left, plot.top + n * height, self.inside.width, height)
            self._draw_name(surface, lane, row)
            thick = min(height - px(8), px(BAR_MOST))
            bar = Rect(plot.left, row.centery - thick // 2, plot.width, thick)
            self._draw_bar(surface, bar, lane, decades)
            if lane.best is not None:
                at, room = (self._best_right, row.centery - px(9)), self._width(BEST)
                write_parts(self, surface, lane.best[0], "text", room, midright=at)
                at = self._best_right, row.centery + px(9)
                self.write(surface, lane.best[1], "quiet", SMALL, room=room, midright=at)
            self._draw_total(surface, lane, row.centery)
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

    def _draw_name(self, surface: Surface, lane: LaneModel, row: Rect) -> None:
        px, room = self.theme.px, self._width(NAME) - self.theme.px(SIGN + 8)
        words, colour = (lane.fault, "mistake_text") if lane.fault else (lane.details, "quiet")
        y = row.centery - (px(9) if words else 0)
        self.write(surface, SIGNS[lane.algorithm], COLOURS[lane.algorithm], midleft=(row.left, y))
        self.write(surface, lane.name, "text", NORMAL, True, room=room, midleft=(row.left + px(SIGN), y))
        at = row.left + px(SIGN), row.centery + px(9)
        self.write(surface, words, colour, SMALL, room=room, midleft=at)

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
            if depth in lane.wrong:
                pygame.draw.rect(surface, self.theme["mistake"], part, max(2, self.theme.px(2)))
            if part.width >= self.theme.px(16):
                text = self.theme.text(str(depth), SMALL, "on_kind", True)
                surface.blit(text, text.get_rect(center=part.center))
            left = max(left, right)
        if lane.running is not None:
            part = Rect(left, place.top, max(2, x_of(lane.running) - left), place.height)
            pygame.draw.rect(surface, self.theme["warning"], part, max(1, self.theme.px(1)))

    def _draw_total(self, surface: Surface, lane: LaneModel, y: int) -> None:
        px, right, ink = self.theme.px, self._total_right, "warning" if lane.has_won else "text"
        room, up = self._width(TOTAL) - px(8), px(9) if lane.total[1] else 0
        text = self.write(surface, lane.total[0], ink, NORMAL, True, room=room, midright=(right, y - up))
        self.write(surface, lane.total[1], "quiet", SMALL, room=room, midright=(right, y + px(9)))
        if lane.has_won:
            star = paint.icon("best", px(18), paint.rgba(self.theme[ink]))
            surface.blit(star, star.get_rect(midright=(text.left - px(4), text.centery)))

    def _draw_true(self, surface: Surface, first: LaneModel, lane: LaneModel) -> None:
        """Two lanes as long as they are, to correct the eye."""
        px, inside = self.theme.px, self.inside
        top = self.rect.height - px(TRUE - 10)
        said = _("On a true scale: {first}, and {other}").format(first=first.name, other=lane.name)
        self.write(surface, said, "text", SMALL, True, room=inside.width, bottomleft=(inside.left, top))
        bar, share = Rect(inside.left, top + px(4), inside.width, px(9)), lane.totals[-1][1]
        surface.fill(self.theme[COLOURS[first.algorithm]], bar)
        bar.top, bar.width = bar.bottom + px(2), max(2, round(bar.width * share / first.totals[-1][1]))
        surface.fill(self.theme[COLOURS[lane.algorithm]], bar)


def decade_label(value: int, is_timed: bool) -> str:
    """'10 k', '10 ms'"""
    if is_timed:
        for size, text in ((10**6, _("{seconds} s")), (10**3, _("{milliseconds} ms"))):
            if value >= size:
                return text.format(seconds=value // size, milliseconds=value // size)
        return _("{microseconds} µs").format(microseconds=value)
    return format_count(value).replace(".0", "")
