"""The parts of the page Practice, and their places for one size of the window."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from play.practice.progress import PracticeTally, Section
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import button_width, row_of, segments
from ui.layout import BETWEEN, PANEL_MIN, BoardPlace, Frame, below, beside_board, is_wide, two_columns
from ui.list_view import ColumnLook, Lines
from ui.pages.board_page import BoardPageView
from ui.pages.review.explorer_cards import FILTER, WIDE, ListPanel
from ui.panels import tips
from ui.panels.panel import Panel
from ui.panels.verdict import VerdictPanel
from ui.text import N_, _
from ui.theme import LARGE, NORMAL, SMALL, Theme

SECTION_BUTTONS: Final = (*(f"practice_{section.value}" for section in Section), "practice_play")
LINE_BUTTONS: Final = ("practice_back", "practice_on", "practice_best", "practice_own")
"""The page's own buttons, by their actions."""
BUTTON_GAP: Final = 6
PADDING: Final = 18
# Lengths at a scale of 1.
SECTIONS: Final = 36
TASK: Final = 176
# In a lower panel the words of the task are smaller, and there is room for the chart.
TASK_LOW: Final = 152
LOW: Final = 520
LINES: Final = 136
# More of the panel is not needed for the progress.
PROGRESS_MOST: Final = 320


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
    def of(cls, frame: Frame, has_list: bool = False) -> "PracticeLayout":
        """Beside a list, which has the room that is left, the task has no note."""
        px = frame.px
        between = px(BETWEEN)
        board, panel = beside_board(frame, 0, px(PANEL_MIN))
        sections = Rect(panel.left, panel.top, panel.width - panel.width % 4, px(SECTIONS))
        rest = below(panel, sections, between)
        if frame.is_portrait or is_wide(panel, frame.scale):
            column, progress = two_columns(rest, between)
            task = Rect(column.left, column.top, column.width, 0)
            task.height = (column.height - between + px(TASK - LINES)) // 2
            return cls(board, sections, task, below(column, task, between), progress)
        spare = 0 if has_list else max(0, rest.height - px(TASK + LINES + PROGRESS_MOST) - 2 * between)
        least = px(TASK if rest.height >= px(LOW) else TASK_LOW) - px(NOTE) * has_list
        task = Rect(rest.left, rest.top, rest.width, least + spare // 3)
        lines = Rect(rest.left, task.bottom + between, rest.width, px(LINES) + spare // 3)
        return cls(board, sections, task, lines, below(rest, lines, between))


class PracticeView(BoardPageView):
    progress: "ProgressPanel | OwnPanel"

    def __init__(
        self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions, has_list: bool
    ) -> None:
        self.layout = layout = PracticeLayout.of(frame, has_list)
        self.task = TaskPanel(theme, layout.task)
        self.lines = VerdictPanel(theme, layout.lines, tips.LINES, tips.LINES)
        self.progress = ProgressPanel(theme, layout.progress)
        if has_list:
            columns = OPENINGS[: None if layout.progress.width >= frame.px(WIDE) else -2]
            self.progress = OwnPanel(theme, layout.progress, columns, tips.REPERTOIRE)
        shown = [actions[name] for name in LINE_BUTTONS]
        widths = [button_width(theme, action, PADDING) for action in shown]
        places = self.lines.place_buttons(widths, theme.px(BUTTON_GAP))
        sections = segments(theme, layout.sections, [actions[name] for name in SECTION_BUTTONS])
        self.button_rows = (sections, row_of(theme, shown, places))
        self.show_panels(BoardView(theme, layout, coordinates), ("task", "lines", "progress"))


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
            self.disc(surface, model.turn, (left + px(DISC), y + px(13)), px(DISC))
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
    """`figures` are values with what they are, `days` the answers of each day, the last one's today's."""

    title: str
    figures: tuple[tuple[str, str], ...]
    days: tuple[PracticeTally, ...]


class ProgressPanel(Panel[ProgressModel]):
    def meanings(self) -> list[tips.Tip]:
        px, inside = self.theme.px, self.inside
        half, top, figures = inside.width * 2 // 3, inside.top - px(6), self._figures_top
        if self.model is not None and not self.model.days:
            return [(self._whole, tips.WALK)]
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
        if model.days and plot.height >= px(CHART_LEAST):
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


@dataclass(frozen=True, slots=True)
class OwnModel:
    """`empty` is said where there are no rows."""

    title: str
    note: str
    rows: tuple[tuple[str, ...], ...]
    empty: str
    chosen: int | None = None


class OwnPanel(ListPanel[OwnModel]):
    def __init__(self, theme: Theme, rect: Rect, columns: Sequence[ColumnLook], tip: str) -> None:
        super().__init__(theme, rect, columns)
        self.meaning = tip

    def meanings(self) -> list[tips.Tip]:
        return [(self._whole, self.meaning)]

    def update(self, model: OwnModel) -> None:
        if model != self.model:
            self.list.show_lines(Lines(model.rows), model.chosen, model.empty)
            super().update(model)

    def paint(self, surface: Surface, model: OwnModel) -> None:
        px, inside = self.theme.px, self.inside
        y = inside.top - px(8) + px(FILTER) // 2
        self.write(surface, model.title, "text", NORMAL, True, midleft=(inside.left, y))
        self.write(surface, model.note, "quiet", SMALL, midright=(inside.right, y))
        self.paint_list(surface)

    def is_sign_at(self, position: tuple[int, int]) -> bool:
        """Whether it is in the last column."""
        return self._in_list(position)[0] >= self.list.edges[-1][0]
