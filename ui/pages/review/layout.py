"""Where everything of the page Review is: pure geometry, from the window's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import (
    BETWEEN,
    EVALUATION_BAR,
    GAP,
    PANEL_MIN,
    SMALL_GAP,
    TRAVEL,
    BoardPlace,
    Frame,
    beside_board,
    is_wide,
    two_columns,
)

# Lengths at a scale of 1.
SUMMARY: Final = 122
# Where the panel is lower, two lines less of each side are told.
LOW: Final = 600
SUMMARY_LOW: Final = 86
VERDICT: Final = 104
# Where the panel is narrower, the buttons of the verdict have a row of their own.
NARROW: Final = 500
BUTTON_ROW: Final = 32
GRAPH_LEAST: Final = 104
# Of a tall window the board takes so much at most.
TALL_SHARE: Final = 0.55


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

        between, bar = px(BETWEEN), px(EVALUATION_BAR) + px(SMALL_GAP)
        room = frame.page.height - 2 * px(GAP)
        board, panel = beside_board(frame, bar, px(PANEL_MIN), room, TALL_SHARE)
        evaluation = Rect(board.left - bar, board.top, px(EVALUATION_BAR), board.height)
        has_columns = is_wide(panel, scale)
        column, moves = two_columns(panel, between) if has_columns else (panel, Rect(panel))
        is_low = panel.height < px(LOW)
        summary = Rect(column.left, column.top, column.width, px(SUMMARY_LOW if is_low else SUMMARY))
        verdict_height = px(VERDICT) + (px(BUTTON_ROW) if column.width < px(NARROW) else 0)
        travel = Rect(moves.left, panel.bottom - px(TRAVEL), moves.width, px(TRAVEL))
        spare = column.height - summary.height - verdict_height
        graph_height = spare - 2 * between if has_columns else max(px(GRAPH_LEAST), spare // 3)
        graph = Rect(column.left, summary.bottom + between, column.width, graph_height)
        verdict = Rect(column.left, graph.bottom + between, column.width, verdict_height)
        if not has_columns:
            moves.top = verdict.bottom + between
        moves.height = travel.top - px(SMALL_GAP) - moves.top
        return cls(evaluation, board, summary, graph, verdict, moves, travel)
