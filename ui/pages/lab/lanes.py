"""The lanes of a race: a bar for each, in the colour of its search, with a part for each depth."""

import math
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ui import paint
from ui.pages.lab.cards import write_parts
from ui.panels.panel import COLOURS, SIGNS, Panel
from ui.panels.tips import LANE_BEST, LANE_TOTAL, PLIES, SEARCHES
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
# Of the words above a bar, and of what a lane took in them.
WORDS: Final = 20
TOTAL: Final = 112
# How much of its colour the first part of a bar has: letters on it must be seen.
TINT: Final = 0.82
# Between two labels of the axis.
DECADE: Final = 44


@dataclass(frozen=True, slots=True)
class LaneModel:
    """`totals` are (depth, positions up to it), `running` is how many they are now; `total` is that in words,
    and more of it. `best` is a move, its score and how far was looked; a `fault` replaces the details.
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
    """`counted` is what the positions are called. With a `true` lane that and the first are shown as long as
    they are.
    """

    lanes: tuple[LaneModel, ...]
    counted: str
    true: LaneModel | None = None


class LanesPanel(Panel[LanesModel]):
    """On a logarithmic scale: each line is ten times more."""

    has_buttons = True
    """Whether each lane has two, at its right."""

    # Places

    @property
    def _total_right(self) -> int:
        return self.inside.right - self.has_buttons * self.theme.px(2 * BUTTON + 3 * BUTTON_GAP)

    def _plot(self, model: LanesModel | None = None) -> Rect:
        """The room of all bars."""
        px, inside = self.theme.px, self.inside
        height = self.rect.height - px(HEAD + AXIS + PADDING)
        height -= 0 if model is None or model.true is None else px(TRUE)
        return Rect(inside.left, px(HEAD), self._total_right - inside.left - px(8), height)

    def _bars(self, model: LanesModel) -> list[Rect]:
        """Of the lanes, each below its words; both are in the middle of the lane's part of the height."""
        px, plot, words = self.theme.px, self._plot(model), self.theme.px(WORDS)
        height = plot.height // len(model.lanes)
        thick = min(height - words - px(6), px(BAR_MOST))
        top = plot.top + (height - words - thick) // 2 + words
        return [Rect(plot.left, top + n * height, plot.width, thick) for n in range(len(model.lanes))]

    def button_rects(self, lane: int, lanes: int) -> tuple[Rect, Rect]:
        """Where the buttons that change and remove a lane go, in the window."""
        px, plot = self.theme.px, self._plot()
        remove = Rect(0, 0, px(BUTTON), min(px(BUTTON), plot.height // lanes - px(2)))
        remove.midright = self.inside.right, plot.top + (2 * lane + 1) * plot.height // (2 * lanes)
        remove.move_ip(self.rect.topleft)
        return remove.move(-px(BUTTON + BUTTON_GAP), 0), remove

    # Drawing

    def paint(self, surface: Surface, model: LanesModel) -> None:
        px, y = self.theme.px, self.theme.px(20)
        self.notes.append((Rect(0, 0, self._total_right, self.rect.height), PLIES))
        title = self.write(surface, _("Searches"), "text", NORMAL, True, midleft=(self.inside.left, y))
        left = title.right + px(12)
        self.write(surface, _("on a logarithmic scale"), "quiet", SMALL, midleft=(left, y))
        self.write(surface, model.counted, "quiet", SMALL, midright=(self._total_right, y))
        counted = [total for lane in model.lanes for _depth, total in lane.totals]
        most = max((*counted, *(lane.running or 0 for lane in model.lanes)), default=10)
        decades = max(1, math.ceil(math.log10(max(most, 10))))
        bars = self._bars(model)
        self._draw_axis(surface, model, bars, decades)
        for lane, bar in zip(model.lanes, bars, strict=True):
            self._draw_bar(surface, bar, lane, decades)
            self._write_words(surface, lane, Rect(bar.left, bar.top - px(WORDS), bar.width, px(WORDS)))
        if model.true is not None:
            self._draw_true(surface, model.lanes[0], model.true)

    def _draw_axis(self, surface: Surface, model: LanesModel, bars: list[Rect], decades: int) -> None:
        """A line for each power of ten."""
        plot = self._plot(model)
        every = max(1, -(-decades * self.theme.px(DECADE) // plot.width))
        for n in range(decades + 1):
            x = plot.left + round(plot.width * n / decades)
            for bar in bars:
                surface.fill(self.theme["edge"], (x, bar.top, max(1, self.theme.px(1)), bar.height))
            if n % every == 0:
                at = x, plot.bottom + self.theme.px(2)
                self.write(surface, format_count(10**n).replace(".0", ""), "quiet", SMALL, midtop=at)

    def _write_words(self, surface: Surface, lane: LaneModel, place: Rect) -> None:
        """The search, its best move and what it took, as far as there is room."""
        px, ink = self.theme.px, "warning" if lane.has_won else "text"
        y = place.centery - px(1)  # clear of the bar
        total = Rect(self._total_right - px(TOTAL), place.top, px(TOTAL), place.height)
        best = total.move(-px(TOTAL), 0)
        self.notes += [(place, SEARCHES), (best, LANE_BEST), (total, LANE_TOTAL)]
        right = self.write(surface, lane.total[0], ink, NORMAL, True, midright=(self._total_right, y)).left
        if lane.has_won:
            star = paint.icon("best", px(18), paint.rgba(self.theme[ink]))
            right = surface.blit(star, star.get_rect(midright=(right - px(4), y))).left
        self.write(surface, SIGNS[lane.algorithm], COLOURS[lane.algorithm], midleft=(place.left, y))
        room, at = right - place.left - px(SIGN + 12), (place.left + px(SIGN), y)
        left = self.write(surface, lane.name, "text", NORMAL, True, room=room, midleft=at).right + px(8)
        words, colour = (lane.fault, "mistake_text") if lane.fault else (lane.details, "quiet")
        room = right - px(12) - left
        left = self.write(surface, words, colour, SMALL, room=room, midleft=(left, y)).right
        for parts, colour in ((lane.total[1:], "quiet"), (lane.best, "text")):
            room = right - left - px(24)
            right = write_parts(self, surface, parts, colour, room, midright=(right - px(12), y)).left

    def _draw_bar(self, surface: Surface, place: Rect, lane: LaneModel, decades: int) -> None:
        """Each part brighter than the one before; what is searched now is an outline."""

        def x_of(total: int) -> int:
            return place.left + round(place.width * math.log10(max(total, 1)) / decades)

        left, colour = place.left, self.theme[COLOURS[lane.algorithm]]
        for n, (depth, total) in enumerate(lane.totals):
            right = x_of(total)
            part = Rect(left, place.top, max(1, right - left - 1), place.height)
            share = TINT + (1 - TINT) * (n + 1) / len(lane.totals)
            surface.fill(self.theme["card"].lerp(colour, share), part)
            if part.width >= self.theme.px(16) and part.height >= self.theme.px(12):
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
        said = _("To scale: {first}, and {other}", first=first.name, other=lane.name)
        self.write(surface, said, "text", SMALL, True, room=inside.width, bottomleft=(inside.left, top))
        bar, share = Rect(inside.left, top + px(4), inside.width, px(9)), lane.totals[-1][1]
        surface.fill(self.theme[COLOURS[first.algorithm]], bar)
        bar.top, bar.width = bar.bottom + px(2), max(2, round(bar.width * share / first.totals[-1][1]))
        surface.fill(self.theme[COLOURS[lane.algorithm]], bar)
