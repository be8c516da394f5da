"""The cards of a scene: its sentence, what each side is sure of, minimax's tree, figures, race, time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ai.trace.coverage import Cover
from ai.trace.sentences import Score
from ai.trace.tree import Array, NodeKind
from ai.trace.visits import TraceTree
from game.board import Color
from play.scene_sentences import Times
from play.scenes import Certainty
from ui import paint
from ui.pages.lab.race.lanes import LaneStyle, draw_sign
from ui.panels.panel import Panel
from ui.panels.tips import KINDS, SCENE_RACE, SCENE_SENTENCE, SCENE_SURE, SCENE_TIME, SCENE_TREE, Tip
from ui.text import _
from ui.text.wording import squeezed
from ui.theme import LARGE, NORMAL, SMALL, TITLE
from ui.tree_view import NOT_YET, WHOLE, Colours, Icicle, draw_legend

HEAD: Final = 24
LINE: Final = 20
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class SentenceModel:
    text: str
    colour: str
    detail: str = ""


class SentencePanel(Panel[SentenceModel]):
    """In the largest letters in which it fits."""

    tip = SCENE_SENTENCE

    def paint(self, surface: Surface, model: SentenceModel) -> None:
        inside = self.inside
        detail = self.theme.text(model.detail, NORMAL, "quiet", room=inside.width)
        room = inside.height - (detail.get_height() if model.detail else 0)
        pictures = (
            self.theme.text(model.text, size, "text", True, room=inside.width) for size in (TITLE, LARGE)
        )
        small = self.theme.text(model.text, NORMAL, "text", True, room=inside.width)
        shown = next((each for each in pictures if each.get_height() <= room), small)
        top = inside.centery - (shown.get_height() + inside.height - room) // 2
        surface.blit(shown, (inside.left, top))
        if model.detail:
            surface.blit(detail, (inside.left, top + shown.get_height()))

    def edge(self, model: SentenceModel) -> str:
        return model.colour


@dataclass(frozen=True, slots=True)
class SureModel:
    """For each ply the moves that lead there, and what each side is sure of, `unit` parts to a disc."""

    rows: tuple[tuple[str, Certainty], ...]
    unit: int


class SurePanel(Panel[SureModel]):
    """One axis for both sides, White's scores to the left: Black has all from its bar on to the right, White
    all to the left of its own. Where they do not overlap is the cut.
    """

    tip = SCENE_SURE

    def paint(self, surface: Surface, model: SureModel) -> None:
        px, inside = self.theme.px, self.inside
        self.write(surface, _("What each side is sure of"), "text", NORMAL, True, room=inside.width,
                   midleft=(inside.left, px(20)))  # fmt: skip
        top, fits = px(HEAD + 12), max(1, (inside.bottom - px(HEAD + 12)) // px(46))
        for n, (line, certainty) in enumerate(model.rows[-fits:]):
            row = Rect(inside.left, top + n * px(46), inside.width, px(42))
            self._draw_row(surface, row, line, certainty, model.unit)

    def _draw_row(self, surface: Surface, row: Rect, line: str, sure: Certainty, unit: int) -> None:
        """The moves that lead there, and at the right who is sure of what, or what is asked."""
        px, theme = self.theme.px, self.theme
        ink, y, right = "warning" if sure.is_cut else "text", row.top + px(7), row.right
        ends = ((Color.WHITE, sure.high), (Color.BLACK, sure.low))
        for color, end in ends[sure.is_question :]:
            if end is not None:
                said = f"> {self._worth(end, unit)} ?" if sure.is_question else self._worth(end, unit)
                right = self.write(surface, said, ink, SMALL, midright=(right, y)).left - px(10)
                self.disc(surface, sure.turn if sure.is_question else color, (right, y), px(5))
                right -= px(14)
        place = row.left, y
        self.write(surface, line, ink, SMALL, room=right - row.left, midleft=place)
        axis = Rect(row.left, row.top + px(18), row.width, px(16))
        theme.box(surface, axis, "well", radius=3)
        low, high = (None if end is None else self._x_of(axis, end, unit) for end in (sure.low, sure.high))
        if sure.is_question and low is not None:
            surface.fill(theme["warning"], (low - px(1), axis.top, max(3, px(3)), axis.height))
            return
        half = axis.height // 2
        if low is not None:
            black = Rect(low, axis.top, axis.right - low, half)
            surface.fill(theme["black_chip"], black)
            pygame.draw.rect(surface, theme["quiet"], black, max(1, px(1)))
        if high is not None:
            white = Rect(axis.left, axis.top + half, high - axis.left, half)
            surface.fill(theme["white_chip"], white)
            pygame.draw.rect(surface, theme["quiet"], white, max(1, px(1)))
        if sure.is_cut and low is not None and high is not None:
            surface.fill(theme["warning"], (high, axis.top, max(3, low - high), axis.height))
        surface.fill(theme["quiet"], (axis.centerx, axis.top, max(1, px(1)), axis.height))

    @staticmethod
    def _worth(value: int, unit: int) -> str:
        """'+2.8 White': for the side it is good for."""
        color = Color.BLACK if value >= 0 else Color.WHITE
        return f"{Score(abs(value), unit)} {color.label}" if value else "0"

    @staticmethod
    def _x_of(axis: Rect, value: int, unit: int) -> int:
        return round(axis.centerx + axis.width / 2 * squeezed(value / unit))


@dataclass(frozen=True, eq=False, slots=True)
class CoverModel:
    """Minimax's tree, and what is known of its nodes after `step` of a search."""

    tree: TraceTree
    cover: NDArray[np.uint8]
    step: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CoverModel) and (self.tree, self.step) == (other.tree, other.step)


class CoverIcicle(Icicle):
    cover: NDArray[np.uint8]
    inks: Colours

    def colours_of(self, nodes: Array) -> Colours:
        colours: Colours = self.inks[self.cover[nodes]]
        return colours

    def label_of(self, node: int) -> tuple[str, str]:
        is_bright = self.cover[node] in (Cover.EXACT, Cover.CUT_SHORT, Cover.ALL_TRIED)
        return super().label_of(node)[0], "on_kind" if is_bright else "text"


class CoverPanel(Panel[CoverModel]):
    """It never moves: what is cut off stays where it would have been."""

    _icicle: CoverIcicle | None = None

    def meanings(self) -> list[Tip]:
        head = Rect(self.inside.left, self.theme.px(8), self.inside.width, self.theme.px(HEAD))
        return [(head, KINDS), (self.plot, SCENE_TREE)]

    @property
    def plot(self) -> Rect:
        inside, top = self.inside, self.theme.px(8 + HEAD + 4)
        return Rect(inside.left, top, inside.width, max(1, inside.bottom - top))

    def paint(self, surface: Surface, model: CoverModel) -> None:
        theme, px, inside, y = self.theme, self.theme.px, self.inside, self.theme.px(20)
        right = inside.right - theme.width(_("cut off"), SMALL)
        self.write(surface, _("cut off"), "quiet", SMALL, midleft=(right, y))
        surface.fill(theme["mistake"], (right - px(12), y - px(4), px(8), px(8)))
        left = draw_legend(self, surface, (NodeKind.PV, NodeKind.CUT, NodeKind.ALL), right - px(24), y)
        title = _("The tree of minimax, and what is left of it")
        self.write(
            surface, title, "text", NORMAL, True, room=left - inside.left - px(GAP), midleft=(inside.left, y)
        )
        if self._icicle is None or self._icicle.tree is not model.tree:
            self._icicle = CoverIcicle(theme, self.plot, model.tree, WHOLE)
            self._icicle.inks = self._inks()
        self._icicle.cover = model.cover
        self._icicle.paint(surface)

    def _inks(self) -> Colours:
        """Of each Cover: what is not looked at yet or any more is dim."""
        names = ("hover", "hover", "kind_pv", "kind_cut", "kind_all", "mistake")
        well = np.array(tuple(self.theme["well"])[:3])
        inks = np.array([tuple(self.theme[name])[:3] for name in names], np.float64)
        dim = [Cover.NOT_YET, Cover.CUT_OFF]
        inks[dim] = NOT_YET * inks[dim] + (1 - NOT_YET) * well
        return inks.astype(np.uint8)


@dataclass(frozen=True, slots=True)
class NumbersModel:
    """Figures with what they are called."""

    figures: tuple[tuple[str, int], ...]


class NumbersPanel(Panel[NumbersModel]):
    tip = SCENE_TREE

    def paint(self, surface: Surface, model: NumbersModel) -> None:
        inside, px = self.inside, self.theme.px
        for n, (name, number) in enumerate(model.figures):
            y = inside.top + px(4) + n * px(LINE)
            text = self.write(surface, f"{number:,}", "text", NORMAL, True, midright=(inside.right, y))
            room = text.left - inside.left - px(8)
            self.write(surface, name, "quiet", SMALL, room=room, midleft=(inside.left, y))


@dataclass(frozen=True, slots=True)
class BarsModel:
    """For each search its sign, its name, (depth, positions so far) of its depths, and whether it has won."""

    lanes: tuple[tuple[LaneStyle, str, tuple[tuple[int, int], ...], bool], ...]
    most: int


class BarsPanel(Panel[BarsModel]):
    """On a logarithmic scale, in the order of the textbooks."""

    tip = SCENE_RACE

    def paint(self, surface: Surface, model: BarsModel) -> None:
        px, inside = self.theme.px, self.inside
        self.write(surface, _("Positions looked at"), "text", NORMAL, True, midleft=(inside.left, px(20)))
        self.write(surface, _("on a logarithmic scale"), "quiet", SMALL, midright=(inside.right, px(20)))
        names = max(self.theme.width(name, NORMAL, True) for __, name, ___, ____ in model.lanes) + px(28)
        plot = Rect(inside.left + names, px(HEAD + 16), inside.width - names - px(112), 0)
        plot.height = inside.bottom - plot.top
        height = plot.height // len(model.lanes)
        whole = next((total for __, ___, rows, ____ in model.lanes[:1] for _depth, total in rows[-1:]), 0)
        for n, (style, name, totals, has_won) in enumerate(model.lanes):
            y = plot.top + n * height + height // 2
            draw_sign(surface, self.theme, style, (inside.left + px(8), y), px(5))
            self.write(surface, name, "text", NORMAL, True, midleft=(inside.left + px(20), y))
            self._draw_bar(
                surface,
                Rect(plot.left, y - height // 3, plot.width, 2 * height // 3),
                style,
                totals,
                model.most,
            )
            if totals:
                ink, said = "warning" if has_won else "text", f"{totals[-1][1]:,}"
                text = self.write(surface, said, ink, NORMAL, True, midright=(inside.right, y - px(8)))
                if n:
                    fewer = Times(max(whole, totals[-1][1]), totals[-1][1]).text()
                    said = _("{times} times fewer").format(times=fewer)
                    self.write(
                        surface, said, "quiet", SMALL, room=px(104), midright=(inside.right, y + px(9))
                    )
                if has_won:
                    star = paint.icon("best", px(18), paint.rgba(self.theme[ink]))
                    surface.blit(star, star.get_rect(midright=(text.left - px(4), text.centery)))

    def _draw_bar(
        self, surface: Surface, place: Rect, style: LaneStyle, totals: tuple[tuple[int, int], ...], most: int
    ) -> None:
        """A part for each depth, each brighter than the one before."""
        left = place.left
        for n, (depth, total) in enumerate(totals):
            right = place.left + round(place.width * math.log10(max(total, 1)) / math.log10(max(most, 10)))
            share = 0.4 + 0.6 * (n + 1) / len(totals)
            colour = self.theme["card"].lerp(self.theme[style.colour], share)
            part = Rect(left, place.top, max(1, right - left - 1), place.height)
            surface.fill(colour, part)
            if part.width >= self.theme.px(16):
                text = self.theme.text(str(depth), SMALL, "on_kind", True)
                surface.blit(text, text.get_rect(center=part.center))
            left = max(left, right)


@dataclass(frozen=True, slots=True)
class TimeModel:
    """How much of the scene has gone by, `ticks` of it are what it is about, all as shares; and in words."""

    share: float
    ticks: tuple[float, ...]
    words: str


class TimePanel(Panel[TimeModel]):
    """The buttons stand at its left, up to `buttons`, in the window."""

    tip = SCENE_TIME
    buttons = 0

    @property
    def line(self) -> Rect:
        left = self.buttons - self.rect.left + self.theme.px(24)
        return Rect(
            left, self.rect.height // 2 + self.theme.px(4), self.inside.right - left, self.theme.px(4)
        )

    def paint(self, surface: Surface, model: TimeModel) -> None:
        px, line = self.theme.px, self.line
        self.write(
            surface, model.words, "quiet", SMALL, room=line.width, midright=(line.right, line.top - px(12))
        )
        self.bar(surface, line, model.share)
        for tick in model.ticks:
            x = line.left + round(tick * line.width)
            ink = "alphabeta" if tick <= model.share else "disabled"
            surface.fill(self.theme[ink], (x, line.top - px(4), max(2, px(2)), px(12)))
        pygame.draw.aacircle(
            surface, self.theme["warning"], (line.left + round(model.share * line.width), line.centery), px(6)
        )
