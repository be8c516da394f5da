"""A whole game: what it was called, how well each side played, and its scores move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from game.evaluation import Mark
from ui import paint
from ui.panels import tips
from ui.panels.charts import LEAST_MOVES, Anchor, Places, ScorePlot
from ui.panels.panel import Panel
from ui.panels.tips import GRAPH, Tip
from ui.text import _
from ui.text.key_names import keyed
from ui.text.wording import signed, squeezed
from ui.theme import NORMAL, SMALL

MARK_COLOURS: Final = {Mark.DUBIOUS: "warning", Mark.MISTAKE: "alphabeta", Mark.BLUNDER: "mistake_text"}
TICKS: Final = (64, 16, 4, 0, -4, -16, -64)
# Below this height of the plot only every second of them has its number.
TALL: Final = 120
# Where the edge around a sign is drawn.
AROUND: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
# The part where scores are exact, of 255.
SHADE_ALPHA: Final = 26

Point = tuple[int, float]
"""The number of moves made, and the discs that Black is ahead."""


@dataclass(frozen=True, slots=True)
class GraphMark:
    ply: int
    score: float
    mark: Mark


@dataclass(frozen=True, slots=True)
class GraphModel:
    """`points` of the game and of the current `variation`; from the ply `exact` on, scores are exact.

    `cursor` is the ply of the current position, `seconds` what each move took: (ply, seconds). `passes` are
    the plies of the passes, which do not count among the moves that are written below.
    """

    points: tuple[Point, ...]
    variation: tuple[Point, ...]
    marks: tuple[GraphMark, ...]
    exact: int | None
    cursor: int
    moves: int
    seconds: tuple[tuple[int, float], ...] = ()
    passes: tuple[int, ...] = ()


class GraphPanel(ScorePlot[GraphModel]):
    tip = GRAPH
    reach = 8

    @property
    def _plot(self) -> Rect:
        inside, px = self.inside, self.theme.px
        return Rect(inside.left + px(28), inside.top, inside.width - px(32), inside.height - px(14))

    @property
    def _moves(self) -> int:
        return 0 if self.model is None else self.model.moves

    def paint(self, surface: Surface, model: GraphModel) -> None:
        theme, px = self.theme, self.theme.px
        plot = self._plot
        curve = [self._place_of(ply, score) for ply, score in model.points]
        aside = [self._place_of(ply, score) for ply, score in model.variation]
        self._draw_ground(surface, plot, model, [curve, aside])
        self._draw_seconds(surface, plot, model, [curve, aside])
        self._draw_curve(surface, curve)
        if len(curve) == 1:
            pygame.draw.aacircle(surface, theme["text"], curve[0], px(2))
        if len(aside) > 1:
            paint.dashed_line(surface, theme["pvs"], aside, max(1, px(1)), px(4))
        for point in aside[-1:]:
            pygame.draw.aacircle(surface, theme["pvs"], point, px(2))
        self._draw_cursor(surface, model.cursor)
        for found in model.marks:
            self._draw_mark(surface, plot, found)
        if not (model.points or model.marks):
            words = keyed(_("No score is known yet: Review ({review_start}) finds them"))
            room = Rect(0, 0, theme.width(words, SMALL) + px(8), px(SMALL + 6))
            room.center = plot.center
            surface.fill(theme["card"], room)  # no line goes through the words
            self.write(surface, words, "quiet", SMALL, center=plot.center)

    def _draw_mark(self, surface: Surface, plot: Rect, found: GraphMark) -> None:
        theme, px = self.theme, self.theme.px
        colour = MARK_COLOURS[found.mark]
        centre = self._place_of(found.ply, found.score)
        pygame.draw.aacircle(surface, theme[colour], centre, px(4))
        above = centre[1] - px(18) > plot.top
        anchor = round(centre[0]), round(centre[1]) + (px(-5) if above else px(5))
        where = {"midbottom": anchor} if above else {"midtop": anchor}
        sign = theme.text(found.mark.value, SMALL, colour, True)
        place = sign.get_rect(**where)
        edge = pygame.mask.from_surface(sign).to_surface(setcolor=theme["card"], unsetcolor=(0, 0, 0, 0))
        for step in AROUND:  # so that no line goes through it
            surface.blit(edge, place.move(px(step[0]), px(step[1])))
        surface.blit(sign, place)

    def _draw_ground(self, surface: Surface, plot: Rect, model: GraphModel, lines: Sequence[Places]) -> None:
        theme, px = self.theme, self.theme.px
        if model.exact is not None:
            left = round(self._place_of(model.exact, 0)[0])
            right = round(self._place_of(model.moves, 0)[0])
            shade = Surface((max(1, right - left), plot.height), pygame.SRCALPHA)
            shade.fill(paint.rgba(theme["accent"], SHADE_ALPHA))
            surface.blit(shade, (left, plot.top))
            word = _("exact")
            if theme.width(word, SMALL) + px(8) < right - left:
                below, above = (left + px(4), plot.bottom - px(2)), (left + px(4), plot.top + px(2))
                places: list[Anchor] = [{"bottomleft": below}, {"topleft": above}]
                self._write_beside(surface, word, "pvs", places, lines)
        for n, discs in enumerate(TICKS):
            y = round(plot.centery - plot.height / 2 * squeezed(discs))
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, px(1))))
            if n % 2 or plot.height >= px(TALL) or discs == 0:
                label = signed(f"{discs:+}")
                self.write(surface, label, "quiet", SMALL, midright=(plot.left - px(5), y))
        for number in range(0, LEAST_MOVES + 1, 10):
            ply = number
            for passed in model.passes:
                ply += passed <= ply
            x = round(self._place_of(ply, 0)[0])
            self.write(surface, str(number), "quiet", SMALL, midtop=(x, plot.bottom + px(1)))

    def _draw_seconds(self, surface: Surface, plot: Rect, model: GraphModel, lines: Sequence[Places]) -> None:
        """Bars from below, the longest a quarter of the plot."""
        longest = max((seconds for _ply, seconds in model.seconds), default=0.0)
        if longest <= 0:
            return
        width = max(1, plot.width // self._most - self.theme.px(2))
        for ply, seconds in model.seconds:
            height = round(plot.height / 4 * seconds / longest)
            x = round(self._place_of(ply, 0)[0])
            surface.fill(self.theme["hover"], (x - width // 2, plot.bottom - height, width, height))
        words = _("seconds per move, {seconds} at most", seconds=f"{longest:,.3g}")
        if plot.height >= self.theme.px(TALL) and self.theme.width(words, SMALL) <= plot.width:
            left, right, edge = plot.left, plot.right, self.theme.px(4)
            over = plot.bottom - plot.height // 4
            places: list[Anchor] = [
                {"bottomleft": (left + edge, over)}, {"bottomright": (right - edge, over)},
                {"topleft": (left + edge, plot.top)}, {"topright": (right - edge, plot.top)},
            ]  # fmt: skip
            self._write_beside(surface, words, "quiet", places, lines)


LINE: Final = 20


@dataclass(frozen=True, slots=True)
class SideModel:
    """`lost` is in words; `details` follow on lines of their own."""

    color: Color
    name: str
    lost: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryModel:
    """`title` is the name of the opening, `line` its moves, `note` how the game was reviewed."""

    title: str
    line: str
    note: str
    sides: tuple[SideModel, SideModel]


# The share of the first row that the opening takes, from the left.
OPENING: Final = 0.55


class SummaryPanel(Panel[SummaryModel]):
    def meanings(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top, half = inside.top - px(5), inside.left + round(OPENING * inside.width)
        found = [
            (Rect(inside.left, top, half - inside.left, px(LINE)), tips.OPENING),
            (Rect(half, top, inside.right - half, px(LINE)), tips.REVIEWED),
        ]
        for color in Color:
            place, rows = self._side(color), (tips.SIDE, tips.LOST, tips.PHASES, tips.ACCURACY)
            for number, sentence in enumerate(rows):
                row = Rect(place.left, self._row_top(place, number), place.width, px(LINE - 2))
                if number < 2 or row.bottom <= place.bottom + px(10):
                    found.append((row, sentence))
        return found

    def _side(self, color: Color) -> Rect:
        """The room of a side's rows, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        width, top = inside.width // 2, inside.top + px(LINE - 1)
        return Rect(inside.left + color * width, top, width - px(8), inside.bottom - top)

    def _row_top(self, place: Rect, number: int) -> int:
        """Of a row of a side: first its name, then what it lost, then the details."""
        px = self.theme.px
        return place.top + (px(LINE) + (number - 1) * px(LINE - 2) if number else 0)

    def paint(self, surface: Surface, model: SummaryModel) -> None:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(5)
        place, room = (inside.right, top + px(LINE) // 2), inside.width // 2
        noted = self.write(surface, model.note, "quiet", SMALL, room=room, midright=place)
        place, room = (inside.left, place[1]), noted.left - inside.left - px(12)
        title = self.write(surface, model.title, "text", NORMAL, True, room=room, midleft=place)
        place, room = (title.right + px(8), title.centery), noted.left - title.right - px(20)
        self.write(surface, model.line, "quiet", SMALL, room=room, midleft=place)
        for side in model.sides:
            self._draw_side(surface, side, self._side(side.color))

    def _draw_side(self, surface: Surface, side: SideModel, place: Rect) -> None:
        px = self.theme.px
        centre = place.left + px(6), place.top + px(LINE) // 2
        self.disc(surface, side.color, centre, px(6))
        left, room = (place.left + px(18), centre[1]), place.width - px(18)
        self.write(surface, side.name, "text", NORMAL, True, room=room, midleft=left)
        rows = ((side.lost, "text"), *((detail, "quiet") for detail in side.details))
        for number, (text, colour) in enumerate(rows, start=1):
            y = self._row_top(place, number)
            if y + px(LINE) > place.bottom + px(8):
                break
            self.write(surface, text, colour, SMALL, room=place.width, topleft=(place.left, y))
