"""Nodes per depth (log scale) and score by move (a fixed, squeezed scale)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from game.board import Color
from game.evaluation import Evaluation, Kind
from ui.panels.panel import Model, Panel
from ui.panels.tips import SCORES
from ui.text import _
from ui.text.wording import format_worth, signed, squeezed
from ui.theme import NORMAL, SMALL, Theme

# A game has at most 60 discs to place; passes may make the list a little longer.
LEAST_MOVES: Final = 60
# The drivers over PVS have its colour: the window offers none of them.
COLOURS: Final = dict.fromkeys(Algorithm, "pvs") | {
    Algorithm.MINIMAX: "minimax",
    Algorithm.ALPHABETA: "alphabeta",
}


def draw_mark(surface: Surface, theme: Theme, algorithm: Algorithm, at: tuple[float, float]) -> None:
    """A shape that says the same as the algorithm's colour: a diamond for alpha-beta, a dot for PVS."""
    colour, r = theme[COLOURS[algorithm]], theme.px(3)
    x, y = at
    if algorithm is Algorithm.ALPHABETA:
        corners = ((x, y - r - 1), (x + r + 1, y), (x, y + r + 1), (x - r - 1, y))
        pygame.draw.polygon(surface, colour, corners)
        pygame.draw.aalines(surface, colour, True, corners)
    else:
        pygame.draw.aacircle(surface, colour, at, r)


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """What is known along the line one walks: (moves made, evaluation), `cursor` where one stands, and after
    which move it `turned`.
    """

    evaluations: tuple[tuple[int, Evaluation], ...]
    cursor: int
    moves: int
    turned: int | None = None


Places = Sequence[tuple[float, float]]
"""Points of a curve in a card."""
Anchor = dict[str, tuple[int, int]]
"""Where words begin or end, e.g. `{"topleft": (8, 8)}`."""


class ScorePlot(Panel[Model]):
    """Scores by move on a squeezed scale, + for Black: click or drag along it to travel."""

    reach: ClassVar[int]
    """Above and below the plot, how far the pointer may be from it."""

    @property
    @abstractmethod
    def _plot(self) -> Rect:
        """In the card's own coordinates."""

    @property
    @abstractmethod
    def _moves(self) -> int:
        """How many moves the line has."""

    @property
    def _most(self) -> int:
        return max(LEAST_MOVES, self._moves)

    def ply_at(self, position: tuple[int, int]) -> int | None:
        """The number of moves made at the pointer, None beside the plot."""
        local, plot, px = self.local(position), self._plot, self.theme.px
        if self.model is None or not plot.inflate(px(12), px(self.reach)).collidepoint(local):
            return None
        return min(self._moves, max(0, round((local[0] - plot.left) / plot.width * self._most)))

    def _place_of(self, ply: int, score: float) -> tuple[float, float]:
        plot = self._plot
        x = plot.left + plot.width * ply / self._most
        return x, plot.centery - plot.height / 2 * squeezed(score)

    def _draw_curve(self, surface: Surface, places: Sequence[tuple[float, float]]) -> None:
        width = max(1, round(1.5 * self.theme.scale))
        for before, after in pairwise(places):
            pygame.draw.aaline(surface, self.theme["text"], before, after, width)

    def _write_beside(
        self, surface: Surface, words: str, colour: str, places: Sequence[Anchor], lines: Sequence[Places]
    ) -> None:
        """Write words at the first of the places where no line goes through them, or not at all."""
        picture = self.theme.text(words, SMALL, colour)
        for anchor in places:
            place = picture.get_rect(**anchor)
            if not any(place.clipline(*ends) for line in lines for ends in pairwise(line)):
                surface.blit(picture, place)
                return

    def _draw_cursor(self, surface: Surface, ply: int) -> None:
        x, plot = round(self._place_of(ply, 0)[0]), self._plot
        surface.fill(self.theme["accent"], (x, plot.top, max(1, self.theme.px(1)), plot.height))


class ScoreChart(ScorePlot[ScoreModel]):
    tip = SCORES
    reach = 4

    @property
    def _plot(self) -> Rect:
        inside, px = self.inside, self.theme.px
        top = inside.top + px(22)
        return Rect(inside.left + px(28), top, inside.width - px(32), inside.bottom + px(2) - top)

    @property
    def _moves(self) -> int:
        return 0 if self.model is None else self.model.moves

    def paint(self, surface: Surface, model: ScoreModel) -> None:
        theme, px = self.theme, self.theme.px
        inside, plot = self.inside, self._plot
        title = self.write(
            surface, _("Score by move"), "text", NORMAL, True, topleft=(inside.left, inside.top - px(4))
        )
        here = dict(model.evaluations).get(model.cursor)
        if here is not None:
            room, right = inside.right - title.right - px(8), (inside.right, title.centery)
            worth = format_worth(here.score, here.kind)
            self.write(surface, worth, "quiet", SMALL, room=room, midright=right)
        places = [
            (self._place_of(ply, evaluation.score), evaluation) for ply, evaluation in model.evaluations
        ]
        self._draw_ground(surface, plot, [place for place, _evaluation in places])
        self._draw_curve(surface, [place for place, _evaluation in places])
        for place, evaluation in places:
            if evaluation.kind in (Kind.ESTIMATE, Kind.BOOK):
                pygame.draw.aacircle(surface, theme["text"], place, px(2))
            else:
                mark = Rect(0, 0, px(4), px(4))
                mark.center = round(place[0]), round(place[1])
                surface.fill(theme["good"], mark)
        self._draw_cursor(surface, model.cursor)
        if here is not None:
            centre = self._place_of(model.cursor, here.score)
            pygame.draw.aacircle(surface, theme["accent"], centre, px(4))
        turned = dict(model.evaluations).get(-1 if model.turned is None else model.turned)
        if turned is not None and model.turned is not None:
            centre = self._place_of(model.turned, turned.score)
            pygame.draw.aacircle(surface, theme["mistake_text"], centre, px(5))
            mark = Rect(0, 0, px(1), plot.height)
            mark.midtop = round(centre[0]), plot.top
            surface.fill(theme["mistake_text"], mark)

    def _draw_ground(self, surface: Surface, plot: Rect, curve: Places) -> None:
        """Black's half above, White's below, and the lines of some scores."""
        theme, px = self.theme, self.theme.px
        middle = plot.centery
        surface.fill(theme["plot_black"], (plot.left, plot.top, plot.width, middle - plot.top))
        surface.fill(theme["plot_white"], (plot.left, middle, plot.width, plot.bottom - middle))
        for discs in (64, 16, 0, -16, -64):
            y = round(middle - plot.height / 2 * squeezed(discs))
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, px(1))))
            if abs(discs) != 64 or plot.height > px(64):
                label = signed(f"{discs:+}")
                self.write(surface, label, "quiet", SMALL, midright=(plot.left - px(4), y))
        # On the left, where most games are about even and the curve is not.
        left, right = plot.left + px(4), plot.right - px(4)
        above: list[Anchor] = [{"topleft": (left, plot.top)}, {"topright": (right, plot.top)}]
        below: list[Anchor] = [{"bottomleft": (left, plot.bottom)}, {"bottomright": (right, plot.bottom)}]
        self._write_beside(surface, Color.BLACK.label, "quiet", above, [curve])
        self._write_beside(surface, Color.WHITE.label, "quiet", below, [curve])
