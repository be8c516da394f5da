"""What is asked for and what came of it, how practice has gone, and the lines to walk through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color, Move
from game.tree import Node
from play.practice.progress import PracticeTally
from ui.panels import tips
from ui.panels.panel import MOVE_CHIPS, Panel
from ui.panels.verdict import BUTTON, ButtonsPanel
from ui.text import _
from ui.text.wording import format_move
from ui.theme import LARGE, NORMAL, SMALL

DISC: Final = 8
LINE_GAP: Final = 3
NOTE: Final = 22


@dataclass(frozen=True, slots=True)
class TaskModel:
    """`colour` is the title's, a name of the theme; `turn` the side to move, while the task is open.

    `note` says at the bottom what it is taken from.
    """

    title: str
    sentences: tuple[str, ...] = ()
    note: str = ""
    colour: str = "text"
    turn: Color | None = None


class TaskPanel(Panel[TaskModel]):
    def meanings(self) -> list[tips.Tip]:
        px, inside = self.theme.px, self.inside
        note = Rect(inside.left, 0, inside.width, px(NOTE))
        note.bottom = inside.bottom + px(8)
        task = Rect(inside.left, inside.top - px(4), inside.width, note.top - inside.top + px(4))
        return [(task, tips.TASK), (note, tips.TASK_NOTE)]

    def paint(self, surface: Surface, model: TaskModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        left, y = inside.left, inside.top - px(4)
        if model.turn is not None:
            centre = left + px(DISC), y + px(13)
            self.disc(surface, model.turn, centre, px(DISC))
            left += px(2 * DISC + 10)
        title = theme.text(model.title, LARGE, model.colour, True, inside.right - left)
        y = surface.blit(title, (left, y)).bottom + px(6)
        bottom = inside.bottom + px(6)
        if model.note:
            place, room = (inside.left, bottom), inside.width
            bottom = self.write(surface, model.note, "quiet", SMALL, room=room, bottomleft=place).top
        for sentence in model.sentences:
            for size in (NORMAL, SMALL):
                picture = theme.text(sentence, size, "text", False, inside.width)
                if y + picture.get_height() <= bottom:
                    break
            else:
                picture = theme.text(theme.ellipsized(sentence, SMALL, inside.width), SMALL, "text")
                if y + picture.get_height() > bottom:
                    return
            y = surface.blit(picture, (inside.left, y)).bottom + px(LINE_GAP)


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
    def meanings(self) -> list[tips.Tip]:
        px, inside = self.theme.px, self.inside
        half, top, figures = inside.width * 2 // 3, inside.top - px(6), self._figures_top
        width = inside.width // len(tips.PROGRESS_FIGURES)
        chart = Rect(inside.left, figures + px(FIGURES), inside.width, 0)
        chart.height = self.rect.height - px(2) - chart.top
        return [
            (Rect(inside.left, top, half, figures - top), tips.PROGRESS),
            (Rect(inside.left + half, top, inside.width - half, figures - top), tips.RIGHT_WRONG),
            *((Rect(inside.left + n * width, figures, width, px(FIGURES)), sentence)
              for n, sentence in enumerate(tips.PROGRESS_FIGURES)),
            (chart, tips.DAYS),
        ]  # fmt: skip

    @property
    def _figures_top(self) -> int:
        title = self.theme.text(" ", NORMAL, "text", True).get_height()
        return self.inside.top - self.theme.px(6) + title + self.theme.px(4)

    def paint(self, surface: Surface, model: ProgressModel) -> None:
        px, inside = self.theme.px, self.inside
        y = inside.top - px(6)
        title = self.write(surface, model.title, "text", NORMAL, True, topleft=(inside.left, y))
        y = self._figures_top
        width = inside.width // len(model.figures)
        for n, (value, name) in enumerate(model.figures):
            left = inside.left + n * width
            self.write(surface, value, "text", LARGE, True, topleft=(left, y))
            self.write(surface, name, "quiet", SMALL, room=width - px(6), topleft=(left, y + px(24)))
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
        ago = _("{days} days ago", days=len(days) - 1)
        self.write(surface, ago, "quiet", SMALL, topleft=(plot.left, below))
        self.write(surface, _("today"), "quiet", SMALL, topright=(plot.right, below))
        if not any(tally.answers for tally in days):
            between = plot.centerx, plot.top + plot.height // 4  # two of the lines
            self.write(surface, _("No answers yet"), "quiet", SMALL, center=between)


ROW: Final = 28
CHIP: Final = 22
CHIP_WIDTH: Final = 34
CHIP_GAP: Final = 5
LABEL: Final = 56


@dataclass(frozen=True, slots=True)
class LineRow:
    """Moves and who makes them, from a node on; `here` is the one that was walked to, if any."""

    label: str
    start: Node
    moves: tuple[tuple[Move, Color], ...]
    here: int | None = None


@dataclass(frozen=True, slots=True)
class LinesModel:
    """`note` stands where there is no line."""

    title: str
    rows: tuple[LineRow, ...] = ()
    note: str = ""


class LinesPanel(ButtonsPanel[LinesModel]):
    def meanings(self) -> list[tips.Tip]:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6)
        title = Rect(inside.left, top, inside.width - self._beside_title, px(BUTTON))
        rows = Rect(inside.left, title.bottom + px(2), inside.width, 0)
        rows.height = self.rect.height - px(4) - rows.top
        return [(title, tips.LINES), (rows, tips.LINES)]

    def move_at(self, position: tuple[int, int]) -> tuple[LineRow, int] | None:
        """The row and the place in it of the move under a pixel of the window."""
        if self.model is None:
            return None
        local = self.local(position)
        for number, row in enumerate(self.model.rows):
            for at, chip in self._chips(number, row):
                if chip.collidepoint(local):
                    return row, at
        return None

    def _chips(self, number: int, row: LineRow) -> list[tuple[int, Rect]]:
        """As many as there is room for, around the current move."""
        px, inside = self.theme.px, self.inside
        width, gap = px(CHIP_WIDTH), px(CHIP_GAP)
        left = inside.left + px(LABEL)
        count = max(1, (inside.right - left - px(14) + gap) // (width + gap))
        top = inside.top + px(BUTTON + 2) + number * px(ROW) + (px(ROW) - px(CHIP)) // 2
        if top + px(CHIP) > self.rect.height - px(4):
            return []
        first = max(0, min(len(row.moves) - count, (row.here or 0) - count // 2))
        shown = range(first, min(len(row.moves), first + count))
        return [(at, Rect(left + n * (width + gap), top, width, px(CHIP))) for n, at in enumerate(shown)]

    def paint(self, surface: Surface, model: LinesModel) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        place = inside.left, inside.top - px(6) + px(BUTTON) // 2
        room = inside.width - self._beside_title
        self.write(surface, model.title, "text", NORMAL, True, room=room, midleft=place)
        if model.note:
            note = theme.text(model.note, SMALL, "quiet", False, inside.width)
            surface.blit(note, (inside.left, inside.top + px(BUTTON + 4)))
        for number, row in enumerate(model.rows):
            chips = self._chips(number, row)
            if not chips:
                return
            place = inside.left, chips[0][1].centery
            self.write(surface, row.label, "quiet", SMALL, room=px(LABEL - 6), midleft=place)
            for at, chip in chips:
                self._draw_chip(surface, chip, row.moves[at], at == row.here)
            if chips[-1][0] < len(row.moves) - 1:
                end = chips[-1][1].right + px(4), chips[-1][1].centery
                self.write(surface, "…", "quiet", SMALL, midleft=end)

    def _draw_chip(self, surface: Surface, place: Rect, move: tuple[Move, Color], is_here: bool) -> None:
        theme, px = self.theme, self.theme.px
        fill, ink = MOVE_CHIPS[move[1]]
        edge, width = ("accent", 2) if is_here else ("hover", 1)
        theme.box(surface, place, fill, edge, width=width)
        self.write(surface, format_move(move[0]), ink, SMALL, is_here, center=place.center)
        if is_here:
            surface.fill(
                theme["accent"], (place.left + px(4), place.bottom + px(2), place.width - px(8), px(2))
            )
