"""The cards of a scene: its sentence, what each side is sure of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from game.sentences import Worth
from play.scenes import Certainty
from ui.panels.panel import Panel
from ui.panels.tips import SCENE_SENTENCE, SCENE_SURE
from ui.text import _
from ui.text.wording import squeezed
from ui.theme import LARGE, NORMAL, SMALL, TITLE
from ui.tree_view import Parts, plain

HEAD: Final = 24


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
        ends = [(Color.BLACK, sure.low), (Color.WHITE, sure.high)]
        for color, end in ends[: 1 if sure.is_question else 2]:
            if end is not None:
                parts: Parts = (Worth(end, unit),)
                said = f"> {plain(parts)} ?" if sure.is_question else plain(parts)
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
    def _x_of(axis: Rect, value: int, unit: int) -> int:
        return round(axis.centerx + axis.width / 2 * squeezed(value / unit))
