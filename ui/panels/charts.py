"""A graph of scores by move on one of two scales, and the evaluation bar, with Black's share below."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from game.evaluation import Evaluation, Kind, Mark
from game.tree import Node
from ui import paint
from ui.input import with_key_names
from ui.panels.moves import MARK_COLOURS
from ui.panels.panel import Panel
from ui.panels.tips import EVALUATION, GRAPH, SCORES
from ui.text import _, format_number
from ui.text.wording import format_worth, signed, squeezed
from ui.theme import NORMAL, SMALL, Theme

# A game has at most 60 moves, and perhaps a few passes. The scale of a shorter one ends at the next multiple
# of TEN, but never before LEAST_MOVES.
WHOLE_GAME: Final = 60
TEN: Final = 10
LEAST_MOVES: Final = 20
TICKS: Final = (64, 16, 4, 0, -4, -16, -64)
# An even scale ends at the first of these that covers all scores.
LINEAR_ENDS: Final = (8, 16, 32, 64)
# The loss in discs from which on the bar of a move has its full length.
MOST_LOST: Final = 16.0
# How far the colour of a bar fades from that of its sign to that of the card: signs are written on bars.
FAINT: Final = 0.6
# In a plot lower than this only every second line of the scale has its number.
TALL: Final = 120
# A plot lower than this has no numbers of moves.
LEAST_PLOT: Final = 56
# The offsets at which the edge around a sign is drawn.
AROUND: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
# Opacity of the shade where scores are exact, of 255.
SHADE_ALPHA: Final = 24

MARKS: Final = tuple(Mark)

Places = Sequence[tuple[float, float]]
"""Points of a curve in a card."""
Anchor = dict[str, tuple[int, int]]
"""An anchor of a text, e.g. `{"topleft": (8, 8)}`."""


@dataclass(frozen=True, slots=True)
class GraphModel:
    """The figures of a game, by ply: evaluations, Black's scores in a `variation`, the marks of moves, the
    `seconds` they took and the discs they lost. `passes` do not count in the numbers of moves; `cursor` is
    the current ply, of `moves`. If `is_linear` the scale is even, else it is steeper near zero.
    """

    evaluations: tuple[tuple[int, Evaluation], ...]
    cursor: int
    moves: int
    marks: tuple[tuple[int, Mark], ...] = ()
    variation: tuple[tuple[int, float], ...] = ()
    seconds: tuple[tuple[int, float], ...] = ()
    passes: tuple[int, ...] = ()
    losses: tuple[tuple[int, float], ...] = ()
    is_linear: bool = False


def known_along(line: Iterable[Node]) -> tuple[tuple[int, Evaluation], ...]:
    """Returns the known evaluations of a line by ply, from the end of its set opening on."""
    known = ((node.ply, node.evaluation) for node in line if node.ply >= node.given)
    return tuple((ply, found) for ply, found in known if found is not None)


class ScoreGraph(Panel[GraphModel]):
    """A graph of the scores by move, + for Black; a click or drag along it goes to a move."""

    def __init__(self, theme: Theme, rect: Rect, has_title: bool = False, beside: int = 0) -> None:
        """`beside` pixels at the right stay free for buttons."""
        super().__init__(theme, rect)
        self._has_title, self._beside = has_title, beside

    @property
    def _plot(self) -> Rect:
        """The plot in the card's coordinates: above the numbers of moves if there is room for them."""
        inside, px = self.inside, self.theme.px
        top = inside.top + px(22) * self._has_title
        height = inside.bottom - px(14) - top
        if height < px(LEAST_PLOT):
            height = inside.bottom + px(2) - top
        return Rect(inside.left + px(28), top, inside.width - px(32) - self._beside, height)

    @property
    def _most(self) -> int:
        """The last ply of the scale."""
        if self.model is None:
            return LEAST_MOVES
        last = max(self.model.moves, *dict(self.model.variation), 0)
        return max(LEAST_MOVES, last, min(WHOLE_GAME, -(-last // TEN) * TEN))

    def ply_at(self, position: tuple[int, int]) -> int | None:
        """Returns the ply under the pointer, limited to the game; None outside the plot."""
        local, plot, px = self.local(position), self._plot, self.theme.px
        if self.model is None or not plot.inflate(px(12), px(8)).collidepoint(local):
            return None
        return min(self.model.moves, max(0, round((local[0] - plot.left) / plot.width * self._most)))

    def _place_of(self, ply: int, score: float) -> tuple[float, float]:
        plot = self._plot
        x = plot.left + plot.width * ply / self._most
        return x, plot.centery - plot.height / 2 * self._share_of(score)

    @property
    def _linear_end(self) -> int:
        """The end of an even scale, in discs; 0 for the other scale."""
        if self.model is None or not self.model.is_linear:
            return 0
        scores = [found.score for _ply, found in self.model.evaluations]
        most = max((abs(score) for score in (*scores, *dict(self.model.variation).values())), default=0.0)
        return next((end for end in LINEAR_ENDS if end >= most), LINEAR_ENDS[-1])

    def _share_of(self, score: float) -> float:
        """Returns the height of a score as a share of half of the plot, -1 to 1."""
        end = self._linear_end
        return min(1.0, max(-1.0, score / end)) if end else squeezed(score)

    def paint(self, surface: Surface, model: GraphModel) -> None:
        theme, px, plot = self.theme, self.theme.px, self._plot
        own = Rect(0, 0, self.inside.right - self._beside, self.rect.height)  # buttons have their own tips
        self.notes.append((own, SCORES if self._has_title else GRAPH))
        known = dict(model.evaluations)
        here = known.get(model.cursor)
        if self._has_title:
            self._draw_title(surface, here)
        curve = [self._place_of(ply, found.score) for ply, found in model.evaluations]
        aside = [self._place_of(ply, score) for ply, score in model.variation]
        scores = {ply: found.score for ply, found in known.items()}
        marks = [(self._place_of(ply, scores.get(ply, 0.0)), mark) for ply, mark in model.marks]
        signs = list(self._signs(plot, marks))
        x = round(self._place_of(model.cursor, 0)[0])
        bars = self._bars(plot, model)
        lines: list[Places] = [curve, aside, [(x, plot.top), (x, plot.bottom)], *(ends for ends, _ in bars)]
        lines += (_outline(place) for place, _sign in signs)
        lines += (_outline(Rect(x - px(4), y - px(4), px(8), px(8))) for (x, y), _mark in marks)
        self._draw_ground(surface, plot, model, lines)
        width = max(1, plot.width // self._most - px(2))
        for ((at, top), (_at, end)), colour in bars:
            surface.fill(colour, (at - width // 2, min(top, end), width, abs(end - top)))
        self._draw_words(surface, plot, model, lines)
        for ends in pairwise(curve):
            pygame.draw.aaline(surface, theme["text"], *ends, max(1, round(1.5 * theme.scale)))
        for ply, found in model.evaluations:
            if not {ply - 1, ply + 1} <= known.keys():  # else the curve shows it
                pygame.draw.aacircle(surface, theme["text"], self._place_of(ply, found.score), px(2))
        if len(aside) > 1:
            paint.dashed_line(surface, theme["pvs"], aside, max(1, px(1)), px(4))
        for point in aside[-1:]:
            pygame.draw.aacircle(surface, theme["pvs"], point, px(2))
        surface.fill(theme["accent"], (x, plot.top, max(1, px(1)), plot.height))
        if here is not None and not aside:
            place = self._place_of(model.cursor, here.score)
            pygame.draw.aacircle(surface, theme["accent"], place, px(4))
        for centre, mark in marks:
            pygame.draw.aacircle(surface, theme[MARK_COLOURS[mark]], centre, px(4))
        for spot, sign in signs:
            edge = pygame.mask.from_surface(sign).to_surface(setcolor=theme["card"], unsetcolor=(0, 0, 0, 0))
            for step in AROUND:  # so that no line crosses it
                surface.blit(edge, spot.move(px(step[0]), px(step[1])))
            surface.blit(sign, spot)
        if not (self._has_title or model.evaluations or model.marks):
            words = with_key_names(_("No scores yet: Review ({review_start}) finds them"))
            room = Rect(0, 0, theme.width(words, SMALL) + px(8), px(SMALL + 6))
            room.center = plot.center
            surface.fill(theme["card"], room)  # so that no line crosses the words
            self.write(surface, words, "quiet", SMALL, center=plot.center)

    def _draw_title(self, surface: Surface, here: Evaluation | None) -> None:
        px, inside = self.theme.px, self.inside
        place = inside.left, inside.top - px(4)
        title = self.write(surface, _("Score by move"), "text", NORMAL, True, topleft=place)
        if here is not None:
            room, place = inside.right - title.right - px(8), (inside.right, title.centery)
            self.write(
                surface, format_worth(here.score, here.kind), "quiet", SMALL, room=room, midright=place
            )

    def _signs(
        self, plot: Rect, marks: Sequence[tuple[tuple[float, float], Mark]]
    ) -> Iterator[tuple[Rect, Surface]]:
        """Places signs just above or below their marks, the worst first; leaves out those without room."""
        px, taken = self.theme.px, list[Rect]()
        for (x, y), mark in sorted(marks, key=lambda each: MARKS.index(each[1]), reverse=True):
            sign = self.theme.text(mark.value, SMALL, MARK_COLOURS[mark], True)
            places = (sign.get_rect(**{edge: (round(x), round(y) + way * px(5))})
                      for edge, way in (("midbottom", -1), ("midtop", 1)))  # fmt: skip
            free = (each for each in places if each.inflate(px(4), 0).collidelist(taken) < 0)
            if place := next(filter(plot.contains, free), None):
                taken.append(place)
                yield place, sign

    def _draw_ground(self, surface: Surface, plot: Rect, model: GraphModel, lines: list[Places]) -> None:
        """Draws Black's half above, White's below, lines at some scores, and a shade over exact scores."""
        theme, px, middle = self.theme, self.theme.px, plot.centery
        surface.fill(theme["plot_black"], (plot.left, plot.top, plot.width, middle - plot.top))
        surface.fill(theme["plot_white"], (plot.left, middle, plot.width, plot.bottom - middle))
        end = self._linear_end
        for n, discs in enumerate((end, end // 2, 0, -end // 2, -end) if end else TICKS):
            y = round(middle - plot.height / 2 * self._share_of(discs))
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, px(1))))
            if n % 2 or plot.height >= px(TALL) or discs == 0:
                label = signed(f"{discs:+}")
                self.write(surface, label, "quiet", SMALL, midright=(plot.left - px(5), y))
        for number in range(0, self._most + 1, TEN) if plot.bottom < self.inside.bottom else ():
            ply = number
            for passed in model.passes:
                ply += passed <= ply
            if ply > self._most:
                break
            x = round(self._place_of(ply, 0)[0])
            self.write(surface, str(number), "quiet", SMALL, midtop=(x, plot.bottom + px(1)))
        exact = list(takewhile(lambda known: known[1].kind is Kind.EXACT, reversed(model.evaluations)))
        if len(exact) > 1:  # the result alone needs no shade
            left, right = (round(self._place_of(ply, 0)[0]) for ply in (exact[-1][0], model.moves))
            shade = Surface((max(1, right - left), plot.height), pygame.SRCALPHA)
            shade.fill(paint.rgba(theme["accent"], SHADE_ALPHA))
            surface.blit(shade, (left, plot.top))
            word = _("exact")
            if theme.width(word, SMALL) + px(8) < right - left:
                below, above = (left + px(4), plot.bottom - px(2)), (left + px(4), plot.top + px(2))
                self._write_beside(surface, word, "pvs", [{"bottomleft": below}, {"topleft": above}], lines)

    def _bars(self, plot: Rect, model: GraphModel) -> list[tuple[Places, pygame.Color]]:
        """Returns ends and colours of bars: each move's loss from above, faint, and its time from below."""
        theme = self.theme
        longest = max((seconds for _ply, seconds in model.seconds), default=0.0)
        colours = {ply: MARK_COLOURS[mark] for ply, mark in model.marks}
        lost = ((ply, plot.top, min(1.0, loss / MOST_LOST),
                 theme[colours.get(ply, "quiet")].lerp(theme["card"], FAINT))
                for ply, loss in model.losses)  # fmt: skip
        took = ((ply, plot.bottom, -seconds / longest, theme["hover"]) for ply, seconds in model.seconds)
        bars: list[tuple[Places, pygame.Color]] = []
        for ply, y, share, colour in (*lost, *took):
            x = round(self._place_of(ply, 0)[0])
            bars.append((((x, y), (x, y + round(plot.height / 4 * share))), colour))
        return bars

    def _draw_words(self, surface: Surface, plot: Rect, model: GraphModel, lines: list[Places]) -> None:
        """Writes the name of each half, and what the bars from below are, at the edges or beyond the bars."""
        above, under, edge = plot.top + plot.height // 4, plot.bottom - plot.height // 4, self.theme.px(4)
        longest = max((seconds for _ply, seconds in model.seconds), default=0.0)
        words = _("seconds per move, {seconds} at most", seconds=format_number(longest, ",.3g"))
        has_room = plot.height >= self.theme.px(TALL) and self.theme.width(words, SMALL) <= plot.width
        top, bottom = ("top", plot.top), ("bottom", plot.bottom)
        for text, ends in (
            (Color.BLACK.label, (top, ("top", above))),
            (Color.WHITE.label, (bottom, ("bottom", under))),
            (words if longest > 0 and has_room else "", (("bottom", under), ("top", above))),
        ):
            # Prefer the left: most games are about even there, so the curve is in the middle.
            sides = (("left", plot.left + edge), ("right", plot.right - edge))
            places: list[Anchor] = [{end + side: (x, y)} for end, y in ends for side, x in sides]
            self._write_beside(surface, text, "quiet", places, lines)

    def _write_beside(
        self, surface: Surface, words: str, colour: str, places: Sequence[Anchor], lines: list[Places]
    ) -> None:
        """Writes words at the first place that no line crosses; adds their edge to `lines`."""
        picture = self.theme.text(words, SMALL, colour)
        for anchor in places:
            place = picture.get_rect(**anchor)
            if not any(place.clipline(*ends) for line in lines for ends in pairwise(line)):
                surface.blit(picture, place)
                edge = place.topleft, place.topright, place.bottomright, place.bottomleft, place.topleft
                lines.append(edge)
                return


def _outline(place: Rect) -> Places:
    """Returns the outline of a place and a diagonal, so that words inside it also cross a line."""
    corners = place.topleft, place.topright, place.bottomright, place.bottomleft
    return *corners, place.topleft, place.bottomright


class EvaluationBar(Panel[float]):
    """A vertical bar; its model is Black's share, 0 to 1, which glides to that of the score."""

    tip = EVALUATION

    def paint(self, surface: Surface, model: float) -> None:
        theme = self.theme
        width, height = self.rect.size
        radius = theme.px(6)
        edge = paint.rgba(theme["hover"])
        surface.blit(paint.rounded(self.rect.size, radius, paint.rgba(theme["white_chip"]), edge), (0, 0))
        black = paint.rounded(self.rect.size, radius, paint.rgba(theme["black_chip"]), edge)
        top = round(height * (1 - model))
        surface.blit(black, (0, top), (0, top, width, height - top))
        surface.fill(theme["quiet"], (theme.px(2), height // 2, width - 2 * theme.px(2), max(1, theme.px(1))))
