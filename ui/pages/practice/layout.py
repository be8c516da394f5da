"""Where everything of the page Practice is: pure geometry, from the window's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import GAP, PANEL_MAX, PANEL_MIN, BoardPlace, Frame

# Lengths at a scale of 1.
BETWEEN: Final = 12
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

        gap, between = px(GAP), px(BETWEEN)
        width, height = frame.window.size
        top, bottom = frame.page.top + gap, frame.page.bottom - gap
        room = bottom - top
        if height > width:
            side = min(width - 2 * gap, round(room * TALL_SHARE))
            board = Rect((width - side) // 2, top, side, side)
            panel = Rect(gap, board.bottom + gap, width - 2 * gap, bottom - board.bottom - gap)
        else:
            side = min(room, width - 3 * gap - px(PANEL_MIN))
            panel_width = min(px(PANEL_MAX), width - 3 * gap - side)
            left = gap + (width - 3 * gap - side - panel_width) // 2
            board = Rect(left, top + (room - side) // 2, side, side)
            panel = Rect(board.right + gap, top, panel_width, room)
        sections = Rect(panel.left, panel.top, panel.width - panel.width % 3, px(SECTIONS))
        below = Rect(panel.left, sections.bottom + between, panel.width, 0)
        below.height = panel.bottom - below.top
        if height > width:  # two columns, for the panel is low and wide
            half = (panel.width - between) // 2
            task = Rect(below.left, below.top, half, (below.height - between + px(TASK - LINES)) // 2)
            lines = Rect(below.left, task.bottom + between, half, below.bottom - task.bottom - between)
            progress = Rect(task.right + between, below.top, below.right - task.right - between, below.height)
            return cls(board, sections, task, lines, progress)
        spare = max(0, below.height - px(TASK + LINES + PROGRESS_MOST) - 2 * between)
        least = px(TASK if below.height >= px(LOW) else TASK_LOW)
        task = Rect(below.left, below.top, below.width, least + spare // 3)
        lines = Rect(below.left, task.bottom + between, below.width, px(LINES) + spare // 3)
        progress = Rect(below.left, lines.bottom + between, below.width, 0)
        progress.height = below.bottom - progress.top
        return cls(board, sections, task, lines, progress)
