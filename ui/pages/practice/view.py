"""The parts of the Practice page that ask questions, and their places for one size of the window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from play.practice.exercise import Finding
from play.practice.progress import PracticeTally, Section
from play.practice.walk import GameWalk, Walk
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.boxes import Box, area, button, column, grow, picture, row, solve, text
from ui.buttons import segments
from ui.layout import BETWEEN, PANEL_MIN, BoardPlace, Frame, beside_board, is_wide
from ui.list_view import ColumnLook, Lines
from ui.pages.board_page import BoardPageView
from ui.pages.review.explorer_cards import WIDE, ListPanel
from ui.panels import tips
from ui.panels.charts import ScoreGraph
from ui.panels.panel import BoxPanel
from ui.panels.verdict import MANY, VerdictPanel
from ui.text import N_, _
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

SECTION_BUTTONS: Final = (*(f"practice_{section.value}" for section in Section), "practice_play")
LINE_BUTTONS: Final = ("practice_back", "practice_on", "practice_best", "practice_own")
"""The actions of the buttons on the card of lines."""

# Heights of a section's cards at a scale of 1: the question (usual, in a low panel, above a list) and others.
TASK: Final = 176
TASK_LOW: Final = 152
TASK_SHORT: Final = 130
LINES: Final = 136
PROGRESS: Final = 320
# Least heights, for large text in a small window.
LEAST_TASK: Final = 120
LEAST_LINES: Final = 112
LEAST_PROGRESS: Final = 96
LOW: Final = 568
SECTIONS: Final = 36
# In a lesson or a game: the least width beside the board, as in a calm game, and the heights.
PANEL: Final = 300
CARD: Final = 300
LEAST_CARD: Final = 196
BELOW: Final = 200
LEAST_BELOW: Final = 80
REMEMBER: Final = 92
# A narrower card with more than one text has smaller letters.
NARROW: Final = 400
SEGMENT: Final = 6
BUTTON: Final = 40
PADDING: Final = 28
# The most buttons in a row.
BUTTONS: Final = 2

FOUND, MISSED, PLAYED = "✓", "×", "?"
"""Signs beside a disc."""
COLOURS: Final = {Finding.FIRST: "good", Finding.SECOND: "warning", Finding.SHOWN: "mistake_text"}
OPEN, NOW = "edge", "accent"
"""The colours of the segments of open questions, and of the current one."""

OPENINGS: Final = (
    ColumnLook(N_("Opening"), 84, 0.4),
    ColumnLook(N_("Games"), 58, is_number=True, colour="quiet"),
    ColumnLook(N_("Cost"), 48, is_number=True, tip=N_("What your worst move loses by the book.")),
    ColumnLook(N_("Due"), 76, is_number=True),
    ColumnLook("", 8),
    ColumnLook(N_("Line"), 84, 1.0, colour="quiet"),
)
"""The columns of the list of openings, the last two only in a wide list."""


@dataclass(frozen=True)
class PracticeLayout(BoardPlace):
    sections: Rect
    question: Rect
    lines: Rect
    below: Rect

    @classmethod
    def of_section(cls, frame: Frame, theme: Theme, has_list: bool = False) -> "PracticeLayout":
        board, panel = beside_board(frame, frame.px(PANEL_MIN))
        high = TASK_SHORT if has_list else TASK if panel.height >= frame.px(LOW) else TASK_LOW
        card, lines = area("question", 0, high, least=LEAST_TASK), area("lines", 0, LINES, least=LEAST_LINES)
        below = grow(area("below", 0, LEAST_PROGRESS), PROGRESS)
        if frame.is_portrait or is_wide(panel, frame.scale):
            left = column(grow(card, TASK), grow(lines, LINES), gap=BETWEEN)
            cards = [grow(row(grow(left), grow(below), gap=BETWEEN))]
        elif has_list:
            cards = [card, lines, below]
        else:
            cards = [grow(card, TASK), grow(lines, LINES), below]
        whole = column(area("sections", 0, SECTIONS), *cards, gap=BETWEEN)
        return cls.with_areas(board, solve(whole, theme, panel).areas)

    @classmethod
    def of_walk(cls, frame: Frame, theme: Theme, is_lesson: bool, is_done: bool = False) -> "PracticeLayout":
        """Lays out a lesson or a game. While questions are asked the card keeps its height, so that its
        buttons stay in place; at the end of a game the card grows to hold the findings.
        """
        board, panel = beside_board(frame, frame.px(PANEL))
        card = area("question", 0, CARD, least=LEAST_CARD)
        below = area("below", 0, REMEMBER if is_lesson else BELOW, least=LEAST_BELOW, order=1)
        if frame.is_portrait:
            content = row(grow(card), grow(below), gap=BETWEEN)
        elif is_done and not is_lesson:
            content = column(grow(card), below, gap=BETWEEN)
        else:
            content = column(card, below, grow(), gap=BETWEEN)
        return cls.with_areas(board, solve(content, theme, panel).areas)


def has_lines(walk: Walk) -> bool:
    """Returns whether the lines are shown: in a game, once its question is answered."""
    return walk.idea is None and walk.task is not None and walk.task.is_over


class PracticeView(BoardPageView):
    def __init__(
        self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions,
        walk: Walk | None, has_list: bool = False,
    ) -> None:  # fmt: skip
        """Builds the view of a lesson or a game, or of a section (no `walk`) with a list or the figures."""
        if walk is None:
            layout = PracticeLayout.of_section(frame, theme, has_list)
        else:
            layout = PracticeLayout.of_walk(frame, theme, walk.idea is not None, walk.is_done)
        self.layout = layout
        self.question = QuestionPanel(theme, layout.question, actions)
        self.button_rows = (self.question.buttons,)
        self.list: ListCardPanel | None = None
        names = ["question", "lines"]
        if walk is None:
            sections = segments(theme, layout.sections, [actions[name] for name in SECTION_BUTTONS])
            self.button_rows += (sections,)
            if has_list:
                columns = OPENINGS[: None if layout.below.width >= frame.px(WIDE) else -2]
                self.list = ListCardPanel(theme, layout.below, columns, tips.REPERTOIRE)
            self.progress = self.list or ProgressPanel(theme, layout.below)
            names.append("progress")
        elif not has_lines(walk):
            names[1:] = ["graph" if isinstance(walk, GameWalk) else "remember"] * bool(layout.below.height)
            self.graph = ScoreGraph(theme, layout.below, has_title=True)
            self.remember = RememberPanel(theme, layout.below)
        if "lines" in names:
            place, count = (layout.lines, None) if walk is None else (layout.below, 2)
            buttons = [actions[name] for name in LINE_BUTTONS[:count]]
            self.lines = VerdictPanel(theme, place, (tips.LINES, tips.LINES), buttons)
            self.button_rows += (self.lines.buttons,)
        self.show_panels(BoardView(theme, layout, coordinates), names)


InkedLines = tuple[tuple[str, str], ...]
"""Lines of text, each with its colour."""


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """`lines` are large, each with its colour, and `details` follow them; `turn` is the side to move while a
    question is open. `findings` hold for each question the move number, 'played → best' and how it was found.
    """

    heading: str
    lines: InkedLines
    details: tuple[str, ...] = ()
    place: str = ""
    segments: tuple[str, ...] = ()
    turn: Color | None = None
    buttons: tuple[str, ...] = ()
    findings: tuple[tuple[str, str, Finding], ...] = ()


class QuestionPanel(BoxPanel[QuestionModel]):
    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        self._actions = actions

    def content(self, model: QuestionModel) -> Box:
        """Returns the content; questions of a lesson or a game have segments, and buttons at the bottom."""
        tip = "" if model.segments else tips.TASK_NOTE
        heading = grow(text(model.heading, NORMAL, SMALL, ink="quiet", lines=1, tip=tip))
        place = text(model.place, NORMAL, SMALL, ink="quiet") if model.place else None
        disc = None if model.turn is None else self.disc_box(model.turn, 20 if model.segments else 14)
        head, turn = [row(disc, heading)] if model.heading else [], None
        if model.segments:
            head = [row(heading, place), self.segments_box(model.segments, SEGMENT, 6)]
            if model.turn is not None:
                side = _("{side} to move", side=model.turn.label)
                turn = row(disc, grow(text(side, LARGE, NORMAL)), order=2)
        is_narrow = self.rect.width < self.theme.px(NARROW) and len(model.lines) + len(model.details) > 1
        is_low = self.rect.height < self.theme.px(LEAST_CARD)
        sizes = (LARGE, NORMAL, SMALL) if is_low or is_narrow else (TITLE, LARGE, NORMAL, SMALL)
        lines = (text(words, *sizes, ink=ink, bold=True) for words, ink in model.lines)
        small = sizes[-2:] if is_low else sizes[-3:]
        details = (text(words, *small, lines=MANY, order=1) for words in model.details)
        said = column(
            *head, *lines, turn, *details, *map(self._finding, model.findings), grow(),
            gap=4 if is_low else 8, tip=tips.QUESTION if model.segments else tips.TASK,
        )  # fmt: skip
        buttons = [
            button(self._actions[name], height=BUTTON, least=28, padding=PADDING) for name in model.buttons
        ]
        rows = [row(*buttons[n : n + BUTTONS], gap=8) for n in range(0, len(buttons), BUTTONS)]
        if not rows and model.segments:
            rows = [area("", 0, BUTTON, least=28)]
        return column(grow(said), *rows, gap=8)

    def _finding(self, finding: tuple[str, str, Finding]) -> Box:
        number, moves, how = finding
        words = {Finding.FIRST: _("found"), Finding.SECOND: _("second try"), Finding.SHOWN: _("shown")}
        said = f"{MISSED if how is Finding.SHOWN else FOUND} {words[how]}"
        return row(
            text(number, NORMAL, SMALL, ink="quiet", width=90), grow(text(moves, NORMAL, bold=True, lines=1)),
            text(said, NORMAL, SMALL, ink=COLOURS[how], lines=1), gap=8, order=3,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RememberModel:
    heading: str
    sentence: str


class RememberPanel(BoxPanel[RememberModel]):
    def content(self, model: RememberModel) -> Box:
        heading = text(model.heading, NORMAL, SMALL, ink="quiet", lines=1)
        return column(
            heading, text(model.sentence, LARGE, NORMAL, SMALL, bold=True), grow(), tip=tips.REMEMBER
        )


@dataclass(frozen=True, slots=True)
class ProgressModel:
    """`figures` are values with their names; `days` are the answers of each day, today's last."""

    title: str
    figures: tuple[tuple[str, str], ...]
    days: tuple[PracticeTally, ...]


# Least height of the axis in answers, so that a single answer has a low bar.
LEAST_ANSWERS: Final = 4
# Least height of the chart, and width of the numbers beside it.
CHART: Final = 46
AXIS: Final = 20


class ProgressPanel(BoxPanel[ProgressModel]):
    def content(self, model: ProgressModel) -> Box:
        title = grow(text(model.title, bold=True, lines=1, tip=tips.PROGRESS))
        figures = (
            column(
                text(value, LARGE, bold=True, lines=1),
                text(name, SMALL, ink="quiet", lines=2),
                gap=0,
                tip=tip,
            )
            for (value, name), tip in zip(model.figures, tips.PROGRESS_FIGURES, strict=False)
        )
        legend = (
            row(picture(partial(self._draw_bar, is_right), 9, 9), text(word, SMALL, ink="quiet"), gap=5)
            for word, is_right in ((_("right"), True), (_("wrong"), False))
        )
        ago = _("{days} days ago", days=len(model.days) - 1)
        ends = text(ago, SMALL, ink="quiet"), grow(), text(_("today"), SMALL, ink="quiet")
        chart = grow(picture(partial(self._draw_chart, model.days), 0, CHART))
        return column(
            row(title, row(*legend, gap=12, tip=tips.RIGHT_WRONG)),
            row(*map(grow, figures), gap=6),
            grow(column(chart, row(area("", AXIS), *ends, gap=0), gap=2, tip=tips.DAYS, order=1)),
        )

    def _draw_bar(self, is_right: bool, surface: Surface, place: Rect) -> None:
        """Draws a bar: filled for right answers, hollow for wrong ones."""
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
            between = plot.centerx, plot.top + plot.height // 4  # halfway between two grid lines
            self.write(surface, _("No answers yet"), "quiet", SMALL, center=between)


@dataclass(frozen=True, slots=True)
class ListModel:
    """`empty` is the text shown if there are no rows."""

    title: str
    note: str
    rows: Sequence[tuple[str, ...]]
    empty: str
    chosen: int | None = None


class ListCardPanel(ListPanel[ListModel]):
    def update(self, model: ListModel) -> None:
        if model != self.model:
            self.list.show_lines(Lines(model.rows), model.chosen, model.empty)
            super().update(model)

    def head(self, model: ListModel) -> Box:
        return row(
            grow(text(model.title, bold=True, lines=1)), text(model.note, SMALL, ink="quiet"), area("", 0)
        )

    def is_sign_at(self, position: tuple[int, int]) -> bool:
        return self._in_list(position)[0] >= self.list.edges[-1][0]
