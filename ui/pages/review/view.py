"""The parts of the page Review at their places, for one size of the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.tree import Node
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import button_width, icon_row, row_of
from ui.layout import (
    BETWEEN,
    EVALUATION_BAR,
    GAP,
    PANEL_MIN,
    SMALL_GAP,
    TRAVEL_ROW,
    BoardPlace,
    Frame,
    beside_board,
    is_wide,
    two_columns,
)
from ui.pages.board_page import BoardPageView
from ui.pages.review.moves import MovesPanel
from ui.pages.review.overview import GraphPanel, SummaryPanel
from ui.panels import tips
from ui.panels.evaluation import EvaluationBar
from ui.panels.verdict import ANALYSTS, BUTTON_ROW, VerdictPanel
from ui.theme import Theme

VERDICT_BUTTONS: Final = ("review_mistake_back", "review_mistake_on", "review_why")
TRAVEL_BUTTONS: Final = ("review_first", "review_back", "review_on", "review_last")
"""The page's own buttons, by their actions."""
BUTTON_GAP: Final = 6
PADDING: Final = 18
# Lengths at a scale of 1.
SUMMARY: Final = 122
# In a lower panel each side has two lines less.
LOW: Final = 600
SUMMARY_LOW: Final = 86
VERDICT: Final = 104
# Where the panel is narrower, the buttons of the verdict have a row of their own.
NARROW: Final = 500
GRAPH_LEAST: Final = 104
# The most that the board takes of a tall window.
TALL_SHARE: Final = 0.55


@dataclass(frozen=True)
class ReviewLayout(BoardPlace):
    evaluation: Rect
    summary: Rect
    graph: Rect
    verdict: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""

    @classmethod
    def of(cls, frame: Frame, has_analysts: bool = False) -> ReviewLayout:
        """Two analysts have more room, which is that of the summary."""
        px = frame.px
        between, bar = px(BETWEEN), px(EVALUATION_BAR) + px(SMALL_GAP)
        room = frame.page.height - 2 * px(GAP)
        board, panel = beside_board(frame, bar, px(PANEL_MIN), room, TALL_SHARE)
        evaluation = Rect(board.left - bar, board.top, px(EVALUATION_BAR), board.height)
        has_columns = is_wide(panel, frame.scale)
        column, moves = two_columns(panel, between) if has_columns else (panel, Rect(panel))
        is_low = panel.height < px(LOW)
        summary = Rect(column.left, column.top, column.width, px(SUMMARY_LOW if is_low else SUMMARY))
        verdict_height = px(ANALYSTS if has_analysts else VERDICT)
        verdict_height += px(BUTTON_ROW) if column.width < px(NARROW) else 0
        if has_analysts:
            summary.height, summary.top = 0, column.top - between
        travel = Rect(moves.left, panel.bottom - px(TRAVEL_ROW), moves.width, px(TRAVEL_ROW))
        spare = column.bottom - summary.bottom - verdict_height
        graph_height = spare - 2 * between if has_columns else max(px(GRAPH_LEAST), spare // 3)
        graph = Rect(column.left, summary.bottom + between, column.width, graph_height)
        verdict = Rect(column.left, graph.bottom + between, column.width, verdict_height)
        if not has_columns:
            moves.top = verdict.bottom + between
        moves.height = travel.top - px(SMALL_GAP) - moves.top
        return cls(board, evaluation, summary, graph, verdict, moves, travel)


class ReviewView(BoardPageView):
    def __init__(
        self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions, has_analysts: bool
    ) -> None:
        self.layout = layout = ReviewLayout.of(frame, has_analysts)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        self.summary = SummaryPanel(theme, layout.summary)
        self.graph = GraphPanel(theme, layout.graph)
        said = (tips.ANALYSTS, tips.OPINIONS) if has_analysts else (tips.VERDICT, tips.VERDICT_WORDS)
        self.verdict = VerdictPanel(theme, layout.verdict, *said)
        self.moves = MovesPanel(theme, layout.moves)
        shown = [actions[name] for name in VERDICT_BUTTONS]
        widths = [button_width(theme, action, PADDING) for action in shown]
        is_narrow = layout.verdict.width < theme.px(NARROW)
        places = self.verdict.place_buttons(widths, theme.px(BUTTON_GAP), is_narrow)
        travel = [actions[name] for name in TRAVEL_BUTTONS]
        self.button_rows = (row_of(theme, shown, places), icon_row(theme, layout.travel, travel))
        names = ("evaluation", "graph", "verdict", "moves", *(() if has_analysts else ("summary",)))
        self.show_panels(BoardView(theme, layout, coordinates), names)

    def node_at(self, position: tuple[int, int]) -> Node | None:
        """The move of the list under the pointer."""
        return self.moves.node_at(position) if self.layout.moves.collidepoint(position) else None
