"""What each depth took, on a logarithmic scale, and each lane against the first, on a linear one around 1."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame
from pygame import Rect, Surface

from ui.pages.lab.race.lanes import LaneStyle, draw_sign
from ui.panels.panel import Panel
from ui.panels.tips import COUNTS_CHART, RATIO_CHART
from ui.text import _
from ui.text.wording import format_count
from ui.theme import NORMAL, SMALL

# The shortest axes in depths and decades, so that they seldom change.
LEAST_DEPTHS: Final = 6
LEAST_DECADES: Final = 4
# Of the chart of ratios: what it shows at least, and at the most; what is beyond stands at the edge.
RATIOS: Final = (0.75, 1.25)
LEAST_RATIO: Final = 0.0
MOST_RATIO: Final = 2.0
RATIO_STEP: Final = 0.25
# Between two lines of it: the first of these for which there is room.
RATIO_LINES: Final = (0.05, 0.1, 0.25, 0.5, 1.0)
# The first depths are a few nodes each, and do not make the scale.
RATIO_DEPTH: Final = 3
# Between two lines of a chart, at a scale of 1, and between two depths.
LINE_GAP: Final = 22
DEPTH_GAP: Final = 22
# Left of a plot, for the labels of its lines.
LABELS: Final = 44


@dataclass(frozen=True, slots=True)
class Curve:
    """(depth, value) of each finished depth of a lane."""

    style: LaneStyle
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class RaceChartModel:
    """`note` stands behind the title; `deepest` is the last depth of the race."""

    title: str
    note: str
    curves: tuple[Curve, ...]
    deepest: int
    is_timed: bool = False
    far: tuple[tuple[str, LaneStyle], ...] = ()
    """Words on curves that have left the scale."""


class RaceChart(Panel[RaceChartModel]):
    """What both charts share: a title, an axis of depths, and curves with signs."""

    def paint(self, surface: Surface, model: RaceChartModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        left, room = (inside.left, inside.top - px(4)), inside.width
        end = self.write(surface, model.title, "text", NORMAL, True, room=room, topleft=left)
        right = inside.right
        for text, style in model.far:
            place = self.write(surface, text, "text", SMALL, midright=(right, end.centery))
            draw_sign(surface, theme, style, (place.left - px(10), end.centery + 1), px(3))
            right = place.left - px(26)
        note = theme.ellipsized(model.note, SMALL, right - end.right - px(8))
        if len(note) > 1:
            self.write(surface, note, "quiet", SMALL, midleft=(end.right + px(8), end.centery + px(1)))
        plot = Rect(inside.left + px(LABELS), end.bottom + px(10), inside.width - px(LABELS + 8), 0)
        plot.height = inside.bottom - px(10) - plot.top
        if plot.height < px(LINE_GAP):
            return
        depths = max(LEAST_DEPTHS, model.deepest)
        self._draw_depths(surface, plot, depths)
        self.draw_lines(surface, plot, model)
        if not any(curve.points for curve in model.curves):
            words = theme.text(_("No depth is finished yet"), SMALL, "quiet")
            ground = words.get_rect(center=plot.center)
            surface.fill(theme["card"], ground.inflate(px(16), 0))
            surface.blit(words, ground)
        for curve in reversed(model.curves):  # the first lane on top
            places = [
                (plot.left + plot.width * (depth - 1) / (depths - 1), self.height_of(value, plot, model))
                for depth, value in curve.points
            ]
            for (before, _before), (after, _after) in pairwise(zip(places, curve.points, strict=True)):
                pygame.draw.aaline(surface, theme[curve.style.colour], before, after, px(2))
            for at in places:
                draw_sign(surface, theme, curve.style, at, px(3))

    def _draw_depths(self, surface: Surface, plot: Rect, depths: int) -> None:
        every = max(1, -(-depths * self.theme.px(DEPTH_GAP) // max(1, plot.width)))
        for depth in range(1, depths + 1, every):
            x = plot.left + plot.width * (depth - 1) // (depths - 1)
            self.write(surface, str(depth), "quiet", SMALL, midtop=(x, plot.bottom + self.theme.px(3)))

    def line(self, surface: Surface, plot: Rect, y: float, label: str, colour: str = "edge") -> None:
        theme = self.theme
        surface.fill(theme[colour], (plot.left, round(y), plot.width, max(1, theme.px(1))))
        self.write(surface, label, "quiet", SMALL, midright=(plot.left - theme.px(8), round(y)))

    @abstractmethod
    def draw_lines(self, surface: Surface, plot: Rect, model: RaceChartModel) -> None:
        """The lines of some values, with their labels."""

    @abstractmethod
    def height_of(self, value: float, plot: Rect, model: RaceChartModel) -> float:
        """Where a value lies, from above."""


class CostChart(RaceChart):
    """Nodes, or time in microseconds: a decade has the same height wherever it is."""

    tip = COUNTS_CHART

    def draw_lines(self, surface: Surface, plot: Rect, model: RaceChartModel) -> None:
        decades = _decades(model)
        step = max(1, -(-decades * self.theme.px(LINE_GAP) // plot.height))
        for decade in range(0, decades + 1, step):
            y = plot.bottom - plot.height * decade / decades
            self.line(surface, plot, y, _label(10**decade, model.is_timed))

    def height_of(self, value: float, plot: Rect, model: RaceChartModel) -> float:
        return plot.bottom - plot.height * math.log10(max(1.0, value)) / _decades(model)


def _label(value: int, is_timed: bool) -> str:
    """'10 k', '10 ms'"""
    if is_timed:
        for size, text in ((10**6, _("{seconds} s")), (10**3, _("{milliseconds} ms"))):
            if value >= size:
                return text.format(seconds=value // size, milliseconds=value // size)
        return _("{microseconds} µs").format(microseconds=value)
    return format_count(value).replace(".0", "")


def _decades(model: RaceChartModel) -> int:
    most = max((value for curve in model.curves for _depth, value in curve.points), default=1.0)
    return max(LEAST_DECADES, math.ceil(math.log10(max(1.0, most))))


class RatioChart(RaceChart):
    """Linear around 1. A value beyond the edge is drawn at the edge."""

    tip = RATIO_CHART

    def draw_lines(self, surface: Surface, plot: Rect, model: RaceChartModel) -> None:
        low, high = ratio_scale(model.curves)
        most = max(1, plot.height // self.theme.px(LINE_GAP))
        step = next((step for step in RATIO_LINES if (high - low) / step <= most), RATIO_LINES[-1])
        for n in range(-round((1 - low) / step), round((high - 1) / step) + 1):
            ratio = 1 + n * step
            if low - 1e-6 <= ratio <= high + 1e-6:
                y = self.height_of(ratio, plot, model)
                self.line(surface, plot, y, f"{ratio:.4g}", "edge" if n else "disabled")

    def height_of(self, value: float, plot: Rect, model: RaceChartModel) -> float:
        low, high = ratio_scale(model.curves)
        return plot.bottom - plot.height * (min(high, max(low, value)) - low) / (high - low)


def ratio_scale(curves: Sequence[Curve]) -> tuple[float, float]:
    """The least and the greatest ratio of the scale: whole steps around what there is."""
    ratios = [value for curve in curves for depth, value in curve.points if depth >= RATIO_DEPTH]
    low = math.floor(min(ratios, default=1.0) / RATIO_STEP) * RATIO_STEP
    high = math.ceil(max(ratios, default=1.0) / RATIO_STEP) * RATIO_STEP
    return max(LEAST_RATIO, min(RATIOS[0], low)), min(MOST_RATIO, max(RATIOS[1], high))
