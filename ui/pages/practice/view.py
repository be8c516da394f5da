"""The parts of the page Practice at their places, for one size of the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from play.practice.progress import Section
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import button_width, row_of, segments
from ui.layout import BETWEEN, GAP, PANEL_MIN, BoardPlace, Frame, below, beside_board, is_wide, two_columns
from ui.pages.board_page import BoardPageView
from ui.pages.practice.cards import LinesPanel, ProgressPanel, TaskPanel
from ui.theme import Theme

SECTION_BUTTONS: Final = tuple(f"practice_{section.value}" for section in Section)
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
# The share of a tall window that the board takes.
TALL_SHARE: Final = 0.55


@dataclass(frozen=True)
class PracticeLayout(BoardPlace):
    sections: Rect
    task: Rect
    lines: Rect
    progress: Rect

    @classmethod
    def of(cls, frame: Frame) -> PracticeLayout:
        px = frame.px
        between = px(BETWEEN)
        room = frame.page.height - 2 * px(GAP)
        board, panel = beside_board(frame, 0, px(PANEL_MIN), room, TALL_SHARE)
        sections = Rect(panel.left, panel.top, panel.width - panel.width % 3, px(SECTIONS))
        rest = below(panel, sections, between)
        if frame.is_portrait or is_wide(panel, frame.scale):
            column, progress = two_columns(rest, between)
            task = Rect(column.left, column.top, column.width, 0)
            task.height = (column.height - between + px(TASK - LINES)) // 2
            return cls(board, sections, task, below(column, task, between), progress)
        spare = max(0, rest.height - px(TASK + LINES + PROGRESS_MOST) - 2 * between)
        least = px(TASK if rest.height >= px(LOW) else TASK_LOW)
        task = Rect(rest.left, rest.top, rest.width, least + spare // 3)
        lines = Rect(rest.left, task.bottom + between, rest.width, px(LINES) + spare // 3)
        return cls(board, sections, task, lines, below(rest, lines, between))


class PracticeView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions) -> None:
        self.layout = layout = PracticeLayout.of(frame)
        self.task = TaskPanel(theme, layout.task)
        self.lines = LinesPanel(theme, layout.lines)
        self.progress = ProgressPanel(theme, layout.progress)
        shown = [actions[name] for name in LINE_BUTTONS]
        widths = [button_width(theme, action, PADDING) for action in shown]
        places = self.lines.place_buttons(widths, theme.px(BUTTON_GAP))
        sections = segments(theme, layout.sections, [actions[name] for name in SECTION_BUTTONS])
        self.button_rows = (sections, row_of(theme, shown, places))
        self.show_panels(BoardView(theme, layout, coordinates), ("task", "lines", "progress"))
