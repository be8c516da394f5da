"""The lanes of a race: each has a bar in the colour of its search, with a part for each depth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ui import paint
from ui.actions import Action
from ui.boxes import Box, area, button, column, grow, picture, row, text
from ui.pages.lab.cards import PartsBox
from ui.panels.panel import COLOURS, SIGNS, BoxPanel
from ui.panels.tips import LANE_BEST, LANE_TOTAL, PLIES, SEARCHES
from ui.text import _
from ui.text.wording import format_count
from ui.theme import NORMAL, SMALL, Theme
from ui.tree_view import Parts

# Lengths at a scale of 1.
HEAD: Final = 24
AXIS: Final = 24
SCALE: Final = 44  # the two lanes to scale
BAR: Final = 48  # a bar, at most
WORDS: Final = 26  # above a bar
SIGN: Final = 20
BUTTON: Final = 28
# The share of colour in the first part of a bar, so that letters on it are readable.
TINT: Final = 0.82
# The least distance between two labels of the axis.
DECADE: Final = 44


@dataclass(frozen=True, slots=True)
class LaneModel:
    """`totals` are (depth, positions up to it), `running` is the number so far; `total` is that as text, and
    the time, a ratio or both. `best` is a move, its score and its depth; a `fault` replaces the details.
    """

    algorithm: Algorithm
    name: str
    details: str
    totals: tuple[tuple[int, int], ...]
    total: tuple[str, str] = ("", "")
    running: int | None = None
    best: Parts = ()
    has_won: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class LanesModel:
    """`counted` names the unit of the totals. A `true` lane and the first are also shown to scale."""

    lanes: tuple[LaneModel, ...]
    counted: str
    true: LaneModel | None = None


class LanesPanel(BoxPanel[LanesModel]):
    """Lanes on a logarithmic scale: each line stands for ten times the one before."""

    def __init__(self, theme: Theme, rect: Rect, buttons: Sequence[Sequence[Action]] = ()) -> None:
        """`buttons` are the actions at the right of each lane."""
        super().__init__(theme, rect)
        self._buttons = buttons

    def content(self, model: LanesModel) -> Box:
        counted = [total for lane in model.lanes for _depth, total in lane.totals]
        most = max((*counted, *(lane.running or 0 for lane in model.lanes)), default=10)
        decades = max(1, math.ceil(math.log10(max(most, 10))))
        to_scale = None if model.true is None else self._to_scale(model.lanes[0], model.true)
        words = self.theme.line_height(model.counted, NORMAL, True) / self.theme.scale
        line = max(WORDS, words, BUTTON if self._buttons else 0)
        number, room = len(model.lanes), self.room.height / self.theme.scale - (SCALE if to_scale else 0)
        high = max(HEAD, words) if room >= max(HEAD, words) + number * line else 0  # no heading in a low card
        low = AXIS if room >= high + AXIS + number * line else 0
        bar = max(0, min(BAR, (room - high - low) / number - line))
        lanes = (grow(self._lane(lane, decades, bar)) for lane in model.lanes)
        axis = picture(partial(self._draw_axis, decades), 0, AXIS) if low else None
        sides = [
            grow(row(*(button(action, height=BUTTON) for action in each), gap=4)) for each in self._buttons
        ]
        title = row(
            text(_("Searches"), bold=True, lines=1),
            text(_("on a logarithmic scale"), SMALL, ink="quiet", lines=1, order=1),
            *(grow(), text(model.counted, SMALL, ink="quiet", lines=1)),
            gap=12,
        )
        heading = row(grow(title), area("", 0, high), gap=0) if high else None
        left = row(grow(column(heading, *lanes, axis, gap=0)), area("", 0), tip=PLIES, share=1)
        right = column(area("", 0, high), *sides, area("", 0, low), gap=0) if sides else None
        return column(grow(row(left, right, gap=0)), to_scale)

    def _lane(self, lane: LaneModel, decades: int, height: float) -> Box:
        """Returns the words of a lane above its bar, centred in the height of the lane."""
        bar = picture(partial(self._draw_bar, lane, decades), 0, height)
        return column(grow(), self._words(lane), bar, grow(), gap=0)

    def _words(self, lane: LaneModel) -> Box:
        """Returns the search, its best move and its cost, as far as they fit."""
        ink = "warning" if lane.has_won else "text"
        words, colour = (lane.fault, "mistake_text") if lane.fault else (lane.details, "quiet")
        sign = text(SIGNS[lane.algorithm], ink=COLOURS[lane.algorithm], width=SIGN)
        return row(
            row(
                row(sign, text(lane.name, bold=True, lines=1), gap=0),
                text(words, SMALL, ink=colour, lines=1, order=3) if words else None,
                tip=SEARCHES,
                share=1,
            ),
            PartsBox(panel=self, parts=lane.best, ink="text", tip=LANE_BEST, order=2),
            row(
                PartsBox(panel=self, parts=lane.total[1:], ink="quiet", order=1),
                picture(self._draw_star, 18, 18) if lane.has_won else None,
                text(lane.total[0], ink=ink, bold=True, lines=1) if lane.total[0] else None,
                tip=LANE_TOTAL,
            ),
            gap=12,
        )

    def _draw_star(self, surface: Surface, place: Rect) -> None:
        surface.blit(paint.icon("best", place.width, paint.rgba(self.theme["warning"])), place)

    def _draw_axis(self, decades: int, surface: Surface, place: Rect) -> None:
        every = max(1, -(-decades * self.theme.px(DECADE) // place.width))
        for n in range(0, decades + 1, every):
            at = place.left + round(place.width * n / decades), place.top + self.theme.px(2)
            self.write(surface, format_count(10**n).replace(".0", ""), "quiet", SMALL, midtop=at)

    def _draw_bar(self, lane: LaneModel, decades: int, surface: Surface, place: Rect) -> None:
        """Draws depths in ever stronger colours, over lines for powers of ten; the running one in outline."""

        def x_of(total: int) -> int:
            return place.left + round(place.width * math.log10(max(total, 1)) / decades)

        for n in range(decades + 1):
            line = x_of(10**n), place.top, max(1, self.theme.px(1)), place.height
            surface.fill(self.theme["edge"], line)
        left, colour = place.left, self.theme[COLOURS[lane.algorithm]]
        for n, (depth, total) in enumerate(lane.totals):
            right = x_of(total)
            part = Rect(left, place.top, max(1, right - left - 1), place.height)
            share = TINT + (1 - TINT) * (n + 1) / len(lane.totals)
            surface.fill(self.theme["card"].lerp(colour, share), part)
            if part.width >= self.theme.px(16) and part.height >= self.theme.px(12):
                self.write(surface, str(depth), "on_kind", SMALL, True, center=part.center)
            left = max(left, right)
        if lane.running is not None:
            part = Rect(left, place.top, max(2, x_of(lane.running) - left), place.height)
            pygame.draw.rect(surface, self.theme["warning"], part, max(1, self.theme.px(1)))

    def _to_scale(self, first: LaneModel, lane: LaneModel) -> Box:
        """Returns two lanes to scale, since the logarithmic bars mislead the eye."""
        title = _("To scale: {first}, and {other}", first=first.name, other=lane.name)
        bars = (
            picture(partial(self._draw_share, each, each.totals[-1][1] / first.totals[-1][1]), 0, 9)
            for each in (first, lane)
        )
        return column(text(title, SMALL, bold=True, lines=1), *bars, gap=2, order=1)

    def _draw_share(self, lane: LaneModel, share: float, surface: Surface, place: Rect) -> None:
        size = max(2, round(place.width * share)), place.height
        surface.fill(self.theme[COLOURS[lane.algorithm]], (place.topleft, size))
