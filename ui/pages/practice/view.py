"""The parts of the page Practice, and their places for one size of the window."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from play.practice.progress import PracticeTally, Section
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.boxes import Box, area, column, grow, picture, row, solve, text
from ui.buttons import segments
from ui.layout import BETWEEN, PANEL_MIN, BoardPlace, Frame, beside_board, is_wide
from ui.list_view import ColumnLook, Lines
from ui.pages.board_page import BoardPageView
from ui.pages.review.explorer_cards import WIDE, ListPanel
from ui.panels import tips
from ui.panels.panel import BoxPanel
from ui.panels.verdict import MANY, VerdictPanel
from ui.text import N_, _
from ui.theme import LARGE, NORMAL, SMALL, Theme

SECTION_BUTTONS: Final = (*(f"practice_{section.value}" for section in Section), "practice_play")
LINE_BUTTONS: Final = ("practice_back", "practice_on", "practice_best", "practice_own")
"""The page's own buttons, by their actions."""
# Heights of the cards at a scale of 1: of the task, in a low panel, and beside a list, where it has no note.
TASK: Final = 176
TASK_LOW: Final = 152
TASK_SHORT: Final = 130
LINES: Final = 136
PROGRESS: Final = 320
# With large text in a small window.
LEAST_TASK: Final = 120
LEAST_LINES: Final = 112
LEAST_PROGRESS: Final = 96
LOW: Final = 568
SECTIONS: Final = 36


OPENINGS: Final = (
    ColumnLook(N_("Opening"), 84, 0.4),
    ColumnLook(N_("Games"), 58, is_number=True, colour="quiet"),
    ColumnLook(N_("Due"), 76, is_number=True),
    ColumnLook("", 8),
    ColumnLook(N_("Line"), 84, 1.0, colour="quiet"),
)
"""The last two are in wide lists alone."""


@dataclass(frozen=True)
class PracticeLayout(BoardPlace):
    sections: Rect
    task: Rect
    lines: Rect
    progress: Rect

    @classmethod
    def of(cls, frame: Frame, theme: Theme, has_list: bool = False) -> "PracticeLayout":
        board, panel = beside_board(frame, frame.px(PANEL_MIN))
        high = TASK_SHORT if has_list else TASK if panel.height >= frame.px(LOW) else TASK_LOW
        task, lines = area("task", 0, high, least=LEAST_TASK), area("lines", 0, LINES, least=LEAST_LINES)
        progress = grow(area("progress", 0, LEAST_PROGRESS), PROGRESS)
        if frame.is_portrait or is_wide(panel, frame.scale):
            left = column(grow(task, TASK), grow(lines, LINES), gap=BETWEEN)
            cards = [grow(row(grow(left), grow(progress), gap=BETWEEN))]
        elif has_list:
            cards = [task, lines, progress]
        else:
            cards = [grow(task, TASK), grow(lines, LINES), progress]
        whole = column(area("sections", 0, SECTIONS), *cards, gap=BETWEEN)
        return cls.with_areas(board, solve(whole, theme, panel).areas)


class PracticeView(BoardPageView):
    progress: "ProgressPanel | OwnPanel"

    def __init__(
        self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions, has_list: bool
    ) -> None:
        self.layout = layout = PracticeLayout.of(frame, theme, has_list)
        self.task = TaskPanel(theme, layout.task)
        buttons = [actions[name] for name in LINE_BUTTONS]
        self.lines = VerdictPanel(theme, layout.lines, (tips.LINES, tips.LINES), buttons)
        self.progress = ProgressPanel(theme, layout.progress)
        if has_list:
            columns = OPENINGS[: None if layout.progress.width >= frame.px(WIDE) else -2]
            self.progress = OwnPanel(theme, layout.progress, columns, tips.REPERTOIRE)
        sections = segments(theme, layout.sections, [actions[name] for name in SECTION_BUTTONS])
        self.button_rows = (sections, self.lines.buttons)
        self.show_panels(BoardView(theme, layout, coordinates), ("task", "lines", "progress"))


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


class TaskPanel(BoxPanel[TaskModel]):
    def content(self, model: TaskModel) -> Box:
        disc = None if model.turn is None else self.disc_box(model.turn, 16)
        title = text(model.title, LARGE, NORMAL, SMALL, ink=model.colour, bold=True)
        sentences = (text(each, NORMAL, SMALL, lines=MANY, order=1) for each in model.sentences)
        note = text(model.note, SMALL, ink="quiet", lines=1, tip=tips.TASK_NOTE) if model.note else None
        return column(row(disc, grow(title), gap=10), *sentences, grow(), note, tip=tips.TASK)


@dataclass(frozen=True, slots=True)
class ProgressModel:
    """`figures` are values with what they are, `days` the answers of each day, the last one's today's."""

    title: str
    figures: tuple[tuple[str, str], ...]
    days: tuple[PracticeTally, ...]


# The least height of the axis in answers, so that one answer is no tower.
LEAST_ANSWERS: Final = 4
# Of the chart, at least, and of the numbers beside it.
CHART: Final = 46
AXIS: Final = 20


class ProgressPanel(BoxPanel[ProgressModel]):
    def content(self, model: ProgressModel) -> Box:
        title = grow(text(model.title, bold=True, lines=1, tip=tips.PROGRESS))
        figures = row(
            *(
                grow(
                    column(
                        text(value, LARGE, bold=True, lines=1),
                        text(name, SMALL, ink="quiet", lines=2),
                        gap=0,
                        tip=tip,
                    )
                )
                for (value, name), tip in zip(model.figures, tips.PROGRESS_FIGURES, strict=False)
            ),
            gap=6,
        )
        legend = (
            row(picture(partial(self._draw_bar, is_right), 9, 9), text(word, SMALL, ink="quiet"), gap=5)
            for word, is_right in ((_("right"), True), (_("wrong"), False))
        )
        ago = _("{days} days ago", days=len(model.days) - 1)
        ends = row(
            area("", AXIS),
            *(text(ago, SMALL, ink="quiet"), grow(), text(_("today"), SMALL, ink="quiet")),
            gap=0,
        )
        chart = grow(picture(partial(self._draw_chart, model.days), 0, CHART))
        return column(
            row(title, row(*legend, gap=12, tip=tips.RIGHT_WRONG)),
            figures,
            grow(column(chart, ends, gap=2, tip=tips.DAYS, order=1)),
        )

    def _draw_bar(self, is_right: bool, surface: Surface, place: Rect) -> None:
        """Full for right answers, hollow for wrong ones."""
        if is_right:
            surface.fill(self.theme["good"], place)
        else:
            pygame.draw.rect(surface, self.theme["mistake_text"], place, max(1, self.theme.px(1)))

    def _draw_chart(self, days: tuple[PracticeTally, ...], surface: Surface, place: Rect) -> None:
        px, most = self.theme.px, max(LEAST_ANSWERS, *(tally.answers for tally in days))
        plot = Rect(place.left + px(AXIS), place.top + px(10), place.width - px(AXIS), place.height - px(10))
        for count in (0, most // 2, most):
            y = plot.bottom - plot.height * count // most
            surface.fill(self.theme["edge"], (plot.left, y, plot.width, max(1, px(1))))
            self.write(surface, str(count), "quiet", SMALL, midright=(plot.left - px(6), y))
        step = plot.width / len(days)
        for n, tally in enumerate(days):
            left = plot.left + round(n * step)
            width = max(2, round((n + 1) * step) - round(n * step) - px(3))
            right, whole = (round(plot.height * count / most) for count in (tally.right, tally.answers))
            if tally.right:
                self._draw_bar(True, surface, Rect(left, plot.bottom - right, width, right))
            if tally.wrong:
                place = Rect(left, plot.bottom - whole, width, whole - right - (px(1) if right else 0))
                self._draw_bar(False, surface, place)
        if not any(tally.answers for tally in days):
            between = plot.centerx, plot.top + plot.height // 4  # two of the lines
            self.write(surface, _("No answers yet"), "quiet", SMALL, center=between)


@dataclass(frozen=True, slots=True)
class OwnModel:
    """`empty` is said where there are no rows."""

    title: str
    note: str
    rows: tuple[tuple[str, ...], ...]
    empty: str
    chosen: int | None = None


class OwnPanel(ListPanel[OwnModel]):
    def update(self, model: OwnModel) -> None:
        if model != self.model:
            self.list.show_lines(Lines(model.rows), model.chosen, model.empty)
            super().update(model)

    def head(self, model: OwnModel) -> Box:
        return row(
            grow(text(model.title, bold=True, lines=1)), text(model.note, SMALL, ink="quiet"), area("", 0)
        )

    def is_sign_at(self, position: tuple[int, int]) -> bool:
        return self._in_list(position)[0] >= self.list.edges[-1][0]
