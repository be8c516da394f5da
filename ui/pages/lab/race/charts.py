"""Each lane against the first, on a linear scale around 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame
from pygame import Rect, Surface

from ui.pages.lab.race.lanes import LaneStyle, draw_sign
from ui.panels.panel import Panel
from ui.panels.tips import RATIO_CHART
from ui.text import _
from ui.theme import NORMAL, SMALL

# The shortest axis in depths, so that it seldom changes.
LEAST_DEPTHS: Final = 6
# What is shown at least, and at the most; what is beyond stands at the edge.
RATIOS: Final = (0.75, 1.25)
LEAST_RATIO: Final = 0.0
MOST_RATIO: Final = 2.0
RATIO_STEP: Final = 0.25
# Between two lines: the first of these for which there is room.
RATIO_LINES: Final = (0.05, 0.1, 0.25, 0.5, 1.0)
# The first depths are a few nodes each, and do not make the scale.
RATIO_DEPTH: Final = 3
# Between two lines, at a scale of 1, and between two depths.
LINE_GAP: Final = 22
# Left of the plot, for the labels of its lines.
LABELS: Final = 44


@dataclass(frozen=True, slots=True)
class Curve:
    """(depth, ratio) of each finished depth of a lane."""

    style: LaneStyle
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class RatioModel:
    """`note` stands behind the title; `deepest` is the last depth of the race."""

    title: str
    note: str
    curves: tuple[Curve, ...]
    deepest: int
    far: tuple[tuple[str, LaneStyle], ...] = ()
    """Words on curves that have left the scale."""


class RatioChart(Panel[RatioModel]):
    """A value beyond the edge is drawn at the edge."""

    tip = RATIO_CHART

    def paint(self, surface: Surface, model: RatioModel) -> None:
        px, inside = self.theme.px, self.inside
        end = self._draw_title(surface, model)
        plot = Rect(inside.left + px(LABELS), end + px(10), inside.width - px(LABELS + 8), 0)
        plot.height = inside.bottom - px(10) - plot.top
        if plot.height < px(LINE_GAP):
            return
        low, high = ratio_scale(model.curves)
        depths = max(LEAST_DEPTHS, model.deepest)

        def place_of(depth: int, ratio: float) -> tuple[float, float]:
            share = (min(high, max(low, ratio)) - low) / (high - low)
            return plot.left + plot.width * (depth - 1) / (depths - 1), plot.bottom - plot.height * share

        self._draw_lines(
            surface, plot, [(ratio, place_of(1, ratio)[1]) for ratio in _lines(low, high, plot, px)]
        )
        for depth in range(1, depths + 1, max(1, -(-depths * px(LINE_GAP) // max(1, plot.width)))):
            x = round(place_of(depth, 1)[0])
            self.write(surface, str(depth), "quiet", SMALL, midtop=(x, plot.bottom + px(3)))
        if not any(curve.points for curve in model.curves):
            words = self.theme.text(_("No depth is finished yet"), SMALL, "quiet")
            ground = words.get_rect(center=plot.center)
            surface.fill(self.theme["card"], ground.inflate(px(16), 0))
            surface.blit(words, ground)
        for curve in reversed(model.curves):  # the first lane on top
            places = [place_of(*point) for point in curve.points]
            for before, after in pairwise(places):
                pygame.draw.aaline(surface, self.theme[curve.style.colour], before, after, px(2))
            for at in places:
                draw_sign(surface, self.theme, curve.style, at, px(3))

    def _draw_title(self, surface: Surface, model: RatioModel) -> int:
        """And at the right what has left the scale; returns where it ends."""
        theme, px, inside = self.theme, self.theme.px, self.inside
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
        return end.bottom

    def _draw_lines(self, surface: Surface, plot: Rect, lines: Sequence[tuple[float, float]]) -> None:
        for ratio, y in lines:
            colour = "disabled" if ratio == 1 else "edge"
            line = plot.left, round(y), plot.width, max(1, self.theme.px(1))
            surface.fill(self.theme[colour], line)
            at = plot.left - self.theme.px(8), round(y)
            self.write(surface, f"{ratio:.4g}", "quiet", SMALL, midright=at)


def _lines(low: float, high: float, plot: Rect, px: Callable[[float], int]) -> list[float]:
    """The ratios that have a line."""
    most = max(1, plot.height // px(LINE_GAP))
    step = next((step for step in RATIO_LINES if (high - low) / step <= most), RATIO_LINES[-1])
    ratios = (1 + n * step for n in range(-round((1 - low) / step), round((high - 1) / step) + 1))
    return [ratio for ratio in ratios if low - 1e-6 <= ratio <= high + 1e-6]


def ratio_scale(curves: Sequence[Curve]) -> tuple[float, float]:
    """The least and the greatest ratio of the scale: whole steps around what there is."""
    ratios = [value for curve in curves for depth, value in curve.points if depth >= RATIO_DEPTH]
    low = math.floor(min(ratios, default=1.0) / RATIO_STEP) * RATIO_STEP
    high = math.ceil(max(ratios, default=1.0) / RATIO_STEP) * RATIO_STEP
    return max(LEAST_RATIO, min(RATIOS[0], low)), min(MOST_RATIO, max(RATIOS[1], high))
