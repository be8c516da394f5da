"""How practice has gone: some figures, and the answers of each day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from play.practice.progress import PracticeTally
from ui.panels.panel import Panel
from ui.panels.tips import DAYS, PROGRESS, PROGRESS_FIGURES, RIGHT_WRONG, Tip, in_window
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL

FIGURES: Final = 42
# In a lower card there is no chart.
CHART_LEAST: Final = 44
# The least height of the axis in answers, so that one answer is no tower.
LEAST_ANSWERS: Final = 4


@dataclass(frozen=True, slots=True)
class ProgressModel:
    """`figures` are values with what they are; `days` the answers of each day, the last one's today's."""

    title: str
    figures: tuple[tuple[str, str], ...]
    days: tuple[PracticeTally, ...]


class ProgressPanel(Panel[ProgressModel]):
    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        half, top, figures = inside.width * 2 // 3, inside.top - px(6), self._figures_top
        width = inside.width // len(PROGRESS_FIGURES)
        chart = Rect(inside.left, figures + px(FIGURES), inside.width, 0)
        chart.height = self.rect.height - px(2) - chart.top
        return in_window(self.rect, [
            (Rect(inside.left, top, half, figures - top), PROGRESS),
            (Rect(inside.left + half, top, inside.width - half, figures - top), RIGHT_WRONG),
            *((Rect(inside.left + n * width, figures, width, px(FIGURES)), sentence)
              for n, sentence in enumerate(PROGRESS_FIGURES)),
            (chart, DAYS),
        ])  # fmt: skip

    @property
    def _figures_top(self) -> int:
        title = self.theme.text(" ", NORMAL, "text", True).get_height()
        return self.inside.top - self.theme.px(6) + title + self.theme.px(4)

    def paint(self, surface: Surface, model: ProgressModel) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        self.card(surface)
        y = inside.top - px(6)
        title = self.write(surface, model.title, "text", NORMAL, True, topleft=(inside.left, y))
        y = self._figures_top
        width = inside.width // len(model.figures)
        for n, (value, name) in enumerate(model.figures):
            left = inside.left + n * width
            self.write(surface, value, "text", LARGE, True, topleft=(left, y))
            words = theme.ellipsized(name, SMALL, width - px(6))
            self.write(surface, words, "quiet", SMALL, topleft=(left, y + px(24)))
        plot = Rect(inside.left + px(20), y + px(FIGURES + 12), inside.width - px(20), 0)
        plot.height = inside.bottom - px(12) - plot.top
        if plot.height >= px(CHART_LEAST):
            self._draw_legend(surface, title)
            self._draw_chart(surface, plot, model.days)

    def _draw_legend(self, surface: Surface, title: Rect) -> None:
        px = self.theme.px
        x, y = self.inside.right, title.centery
        for name, is_right in ((_("wrong"), False), (_("right"), True)):
            words = self.write(surface, name, "quiet", SMALL, midright=(x, y))
            mark = Rect(0, 0, px(9), px(9))
            mark.midright = words.left - px(5), y + px(1)
            self._draw_bar(surface, mark, is_right)
            x = mark.left - px(12)

    def _draw_bar(self, surface: Surface, place: Rect, is_right: bool) -> None:
        """Full for right answers, hollow for wrong ones."""
        theme, px = self.theme, self.theme.px
        if is_right:
            surface.fill(theme["good"], place)
        else:
            pygame.draw.rect(surface, theme["mistake_text"], place, max(1, px(1)))

    def _draw_chart(self, surface: Surface, plot: Rect, days: tuple[PracticeTally, ...]) -> None:
        theme, px = self.theme, self.theme.px
        most = max(LEAST_ANSWERS, *(tally.answers for tally in days))
        for count in (0, most // 2, most):
            y = plot.bottom - plot.height * count // most
            surface.fill(theme["edge"], (plot.left, y, plot.width, max(1, px(1))))
            self.write(surface, str(count), "quiet", SMALL, midright=(plot.left - px(6), y))
        step = plot.width / len(days)
        for n, tally in enumerate(days):
            left = plot.left + round(n * step)
            width = max(2, round((n + 1) * step) - round(n * step) - px(3))
            height = round(plot.height * tally.right / most)
            whole = round(plot.height * tally.answers / most)
            if tally.right:
                self._draw_bar(surface, Rect(left, plot.bottom - height, width, height), True)
            if tally.wrong:
                place = Rect(left, plot.bottom - whole, width, whole - height - (px(1) if height else 0))
                self._draw_bar(surface, place, False)
        below = plot.bottom + px(2)
        ago = _("{days} days ago").format(days=len(days) - 1)
        self.write(surface, ago, "quiet", SMALL, topleft=(plot.left, below))
        self.write(surface, _("today"), "quiet", SMALL, topright=(plot.right, below))
        if not any(tally.answers for tally in days):
            between = plot.centerx, plot.top + plot.height // 4  # two of the lines
            self.write(surface, _("No answers yet"), "quiet", SMALL, center=between)
