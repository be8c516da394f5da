"""Where everything of the page Review is: pure geometry, from the window's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import EVALUATION_BAR, GAP, PANEL_MIN, SMALL_GAP, TRAVEL, BoardPlace, Frame

# Lengths at a scale of 1.
BETWEEN: Final = 12
SUMMARY: Final = 122
# Where the panel is lower, two lines less of each side are told.
LOW: Final = 600
SUMMARY_LOW: Final = 86
VERDICT: Final = 104
# Where the panel is narrower, the buttons of the verdict have a row of their own.
NARROW: Final = 500
BUTTON_ROW: Final = 32
GRAPH_LEAST: Final = 104
GRAPH_MOST: Final = 240
# The panel is wider than that of the page Play: the graph likes width.
PANEL_MOST: Final = 760


@dataclass(frozen=True)
class ReviewLayout(BoardPlace):
    evaluation: Rect
    board: Rect
    summary: Rect
    graph: Rect
    verdict: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""

    @classmethod
    def of(cls, frame: Frame) -> ReviewLayout:
        scale = frame.scale

        def px(length: float) -> int:
            return round(length * scale)

        gap, small, between = px(GAP), px(SMALL_GAP), px(BETWEEN)
        width, height = frame.window.size
        top, bottom = frame.page.top + gap, frame.page.bottom - gap
        room = bottom - top
        bar = px(EVALUATION_BAR) + small
        if height > width:
            side = min(width - 2 * gap - bar, round(room * 0.55))
            left = (width - side - bar) // 2
            board = Rect(left + bar, top, side, side)
            panel = Rect(gap, board.bottom + gap, width - 2 * gap, bottom - board.bottom - gap)
        else:
            side = min(room, width - 3 * gap - bar - px(PANEL_MIN))
            panel_width = min(px(PANEL_MOST), width - 3 * gap - bar - side)
            spare = width - 3 * gap - bar - side - panel_width
            left = gap + spare // 2
            board = Rect(left + bar, top + (room - side) // 2, side, side)
            panel = Rect(board.right + gap, top, panel_width, room)
        evaluation = Rect(board.left - bar, board.top, bar - small, board.height)
        is_low = panel.height < px(LOW)
        summary = Rect(panel.left, panel.top, panel.width, px(SUMMARY_LOW if is_low else SUMMARY))
        verdict_height = px(VERDICT) + (px(BUTTON_ROW) if panel.width < px(NARROW) else 0)
        travel = Rect(panel.left, panel.bottom - px(TRAVEL), panel.width, px(TRAVEL))
        spare = panel.height - summary.height - verdict_height
        graph_height = min(px(GRAPH_MOST), max(px(GRAPH_LEAST), spare // 3))
        graph = Rect(panel.left, summary.bottom + between, panel.width, graph_height)
        verdict = Rect(panel.left, graph.bottom + between, panel.width, verdict_height)
        moves = Rect(panel.left, verdict.bottom + between, panel.width, 0)
        moves.height = travel.top - small - moves.top
        return cls(evaluation, board, summary, graph, verdict, moves, travel)
