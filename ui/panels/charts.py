"""Nodes per depth (log scale) and score by move (a fixed, squeezed scale)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Iteration
from game.evaluation import Evaluation, Kind
from ui import paint
from ui.panels.panel import Panel
from ui.text.wording import format_count, format_score, squeezed
from ui.theme import NORMAL, SMALL, Theme

# The axes begin with at least so many depths and decades of nodes, so that they seldom jump.
LEAST_DEPTHS: Final = 12
LEAST_DECADES: Final = 6
# A game has at most 60 discs to place; passes may make the list a little longer.
LEAST_MOVES: Final = 60

# The drivers over PVS have its colour: the window offers none of them.
COLOURS: Final = dict.fromkeys(Algorithm, "pvs") | {
    Algorithm.MINIMAX: "minimax",
    Algorithm.ALPHABETA: "alphabeta",
}


@dataclass(frozen=True, slots=True)
class NodesModel:
    """The depths of the search shown, and those of the last search with the other algorithm."""

    iterations: tuple[Iteration, ...]
    other: tuple[Iteration, ...]


class NodesChart(Panel[NodesModel]):
    def paint(self, surface: Surface, model: NodesModel) -> None:
        theme = self.theme
        self.card(surface)
        inside = self.inside
        top = inside.top - theme.px(4)
        title = self.write(surface, "Nodes per depth", "text", NORMAL, True, topleft=(inside.left, top))
        plot = Rect(inside.left + theme.px(36), title.bottom + theme.px(8), inside.width - theme.px(36), 0)
        plot.height = inside.bottom - theme.px(10) - plot.top
        both = (*model.iterations, *model.other)
        depths = max([LEAST_DEPTHS, *(i.depth for i in both)])
        decades = max([LEAST_DECADES, *(math.ceil(math.log10(max(1, i.nodes))) for i in both)])
        self._draw_axes(surface, plot, depths, decades)

        def place_of(iteration: Iteration) -> tuple[float, float]:
            share = math.log10(max(1, iteration.nodes)) / decades
            return (
                plot.left + plot.width * (iteration.depth - 1) / max(1, depths - 1),
                plot.bottom - plot.height * share,
            )

        if model.other:
            colour = theme[COLOURS[model.other[-1].algorithm]]
            points = [place_of(i) for i in model.other]
            paint.dashed_line(surface, colour, points, max(1, theme.px(1)), theme.px(4))
        for before, after in zip(model.iterations, model.iterations[1:], strict=False):
            colour = theme[COLOURS[after.algorithm]]
            paint.smooth_line(surface, colour, (place_of(before), place_of(after)), theme.px(2))
        for iteration in model.iterations:
            draw_mark(surface, theme, iteration.algorithm, place_of(iteration))
        self._draw_legend(surface, plot, model)
        if not both:
            self.write(surface, "no search yet", "quiet", SMALL, center=plot.center)

    def _draw_legend(self, surface: Surface, plot: Rect, model: NodesModel) -> None:
        """In the upper left corner, where the curves never are."""
        px = self.theme.px
        now = {i.algorithm for i in model.iterations}
        before = {i.algorithm for i in model.other}
        y = plot.top + px(6)
        for algorithm in (*sorted(now, reverse=True), *before):
            label = algorithm.label if algorithm in now else f"{algorithm.label}, last"
            place = plot.left + px(14), y
            name = self.write(surface, label, COLOURS[algorithm], SMALL, midleft=place)
            draw_mark(surface, self.theme, algorithm, (name.left - px(7), name.centery + px(1)))
            y += px(15)

    def _draw_axes(self, surface: Surface, plot: Rect, depths: int, decades: int) -> None:
        theme = self.theme
        step = max(1, -(-decades // max(1, plot.height // theme.px(22))))
        for decade in range(0, decades + 1, step):
            y = round(plot.bottom - plot.height * decade / decades)
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, theme.px(1))))
            label = format_count(10**decade).replace(".0", "")
            self.write(surface, label, "quiet", SMALL, midright=(plot.left - theme.px(4), y))
        every = max(1, -(-depths * theme.px(20) // max(1, plot.width)))
        for depth in range(1, depths + 1, every):
            x = plot.left + plot.width * (depth - 1) // max(1, depths - 1)
            self.write(surface, str(depth), "quiet", SMALL, midtop=(x, plot.bottom + theme.px(1)))


def draw_mark(surface: Surface, theme: Theme, algorithm: Algorithm, at: tuple[float, float]) -> None:
    """A shape that says the same as the algorithm's colour: a diamond for alpha-beta, a dot for PVS."""
    colour, r = theme[COLOURS[algorithm]], theme.px(3)
    if algorithm is Algorithm.ALPHABETA:
        x, y = at
        pygame.draw.polygon(surface, colour, ((x, y - r - 1), (x + r + 1, y), (x, y + r + 1), (x - r - 1, y)))
    else:
        mark = paint.dot(r, paint.rgba(colour))
        surface.blit(mark, mark.get_rect(center=at))


def standing(evaluation: Evaluation) -> str:
    """Who is ahead by how much: 'Black +4.2', 'White wins', 'White +12 exactly'."""
    side = "Black" if evaluation.score > 0 else "White"
    if evaluation.kind is Kind.OUTCOME:
        return f"{side} wins" if evaluation.score else "a draw"
    return f"{side} {format_score(abs(evaluation.score), evaluation.kind)}" if evaluation.score else "even"


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """Evaluations by ply, + for Black."""

    evaluations: tuple[tuple[int, Evaluation], ...]
    cursor: int
    moves: int


class ScoreChart(Panel[ScoreModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self._moves = 0

    @property
    def _plot(self) -> Rect:
        inside, px = self.inside, self.theme.px
        top = inside.top + px(22)
        return Rect(inside.left + px(28), top, inside.width - px(32), inside.bottom + px(2) - top)

    def cursor_at(self, position: tuple[int, int]) -> int | None:
        """The ply under the pointer, None beside the plot."""
        local = self.local(position)
        plot = self._plot
        if not plot.inflate(self.theme.px(12), self.theme.px(4)).collidepoint(local):
            return None
        ply = round((local[0] - plot.left) / plot.width * max(LEAST_MOVES, self._moves))
        return min(self._moves, max(0, ply))

    def draw(self, surface: Surface, model: ScoreModel) -> None:
        self._moves = model.moves
        super().draw(surface, model)

    def paint(self, surface: Surface, model: ScoreModel) -> None:
        theme = self.theme
        self.card(surface)
        inside, plot = self.inside, self._plot
        plies = max(LEAST_MOVES, model.moves)
        title = self.write(
            surface, "Score by move", "text", NORMAL, True, topleft=(inside.left, inside.top - theme.px(4))
        )
        here = dict(model.evaluations).get(model.cursor)
        if here is not None:
            said = theme.ellipsized(standing(here), SMALL, inside.right - title.right - theme.px(8))
            self.write(surface, said, "quiet", SMALL, midright=(inside.right, title.centery))
        middle = plot.centery
        surface.fill(theme["black_chip"], (plot.left, plot.top, plot.width, middle - plot.top))
        surface.fill(theme["raised"], (plot.left, middle, plot.width, plot.bottom - middle))
        for discs, label in ((64, "+64"), (16, "+16"), (0, "0"), (-16, "−16"), (-64, "−64")):
            y = round(middle - plot.height / 2 * squeezed(discs))
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, theme.px(1))))
            if abs(discs) != 64 or plot.height > theme.px(64):
                self.write(surface, label, "quiet", SMALL, midright=(plot.left - theme.px(4), y))
        self.write(surface, "Black", "quiet", SMALL, topright=(plot.right - theme.px(4), plot.top))
        self.write(surface, "White", "quiet", SMALL, bottomright=(plot.right - theme.px(4), plot.bottom))

        def place_of(ply: int, score: float) -> tuple[float, float]:
            return plot.left + plot.width * ply / plies, middle - plot.height / 2 * squeezed(score)

        points = [place_of(ply, e.score) for ply, e in model.evaluations]
        paint.smooth_line(surface, theme["text"], points, max(1, theme.px(1.5)))
        for ply, evaluation in model.evaluations:
            at = place_of(ply, evaluation.score)
            size = theme.px(2)
            if evaluation.kind in (Kind.ESTIMATE, Kind.BOOK):
                mark = paint.dot(size, paint.rgba(theme["text"]))
                surface.blit(mark, mark.get_rect(center=at))
            else:
                surface.fill(
                    theme["good"], Rect(round(at[0]) - size, round(at[1]) - size, 2 * size, 2 * size)
                )
        x = round(place_of(model.cursor, 0)[0])
        surface.fill(theme["accent"], (x, plot.top, max(1, theme.px(1)), plot.height))
        if here is not None:
            mark = paint.dot(theme.px(4), paint.rgba(theme["accent"]))
            surface.blit(mark, mark.get_rect(center=place_of(model.cursor, here.score)))
