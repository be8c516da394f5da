"""Where everything of the page Practice is: pure geometry, from the window's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import BETWEEN, GAP, PANEL_MIN, BoardPlace, Frame, beside_board, is_wide, two_columns

# Lengths at a scale of 1.
SECTIONS: Final = 36
TASK: Final = 176
# In a lower panel the words of the task are smaller, and there is room for the chart.
TASK_LOW: Final = 152
LOW: Final = 520
LINES: Final = 136
# More of the panel is not needed for the progress.
PROGRESS_MOST: Final = 320
# Of a tall window the board takes so much.
TALL_SHARE: Final = 0.55


@dataclass(frozen=True)
class PracticeLayout(BoardPlace):
    board: Rect
    sections: Rect
    task: Rect
    lines: Rect
    progress: Rect

    @classmethod
    def of(cls, frame: Frame) -> PracticeLayout:
        def px(length: float) -> int:
            return round(length * frame.scale)

        between = px(BETWEEN)
        room = frame.page.height - 2 * px(GAP)
        board, panel = beside_board(frame, 0, px(PANEL_MIN), room, TALL_SHARE)
        sections = Rect(panel.left, panel.top, panel.width - panel.width % 3, px(SECTIONS))
        below = Rect(panel.left, sections.bottom + between, panel.width, 0)
        below.height = panel.bottom - below.top
        if frame.is_portrait or is_wide(panel, frame.scale):
            column, progress = two_columns(below, between)
            task = Rect(column.left, column.top, column.width, 0)
            task.height = (column.height - between + px(TASK - LINES)) // 2
            lines = Rect(column.left, task.bottom + between, column.width, 0)
            lines.height = column.bottom - lines.top
            return cls(board, sections, task, lines, progress)
        spare = max(0, below.height - px(TASK + LINES + PROGRESS_MOST) - 2 * between)
        least = px(TASK if below.height >= px(LOW) else TASK_LOW)
        task = Rect(below.left, below.top, below.width, least + spare // 3)
        lines = Rect(below.left, task.bottom + between, below.width, px(LINES) + spare // 3)
        progress = Rect(below.left, lines.bottom + between, below.width, 0)
        progress.height = below.bottom - progress.top
        return cls(board, sections, task, lines, progress)
