"""The rectangles of the page Play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import (
    BETWEEN,
    EVALUATION_BAR,
    FOLD_HEIGHT,
    FOLD_WIDTH,
    GAP,
    PANEL_MIN,
    PLAYERS,
    SMALL_GAP,
    TABS,
    TALL_SHARE,
    TRAVEL,
    BoardPlace,
    Frame,
    below,
    beside_board,
    is_wide,
    two_columns,
)

PANEL_UNFOLDED_MIN: Final = 440
# The cards of the players with a large clock; the search folded to one line.
LARGE_PLAYERS: Final = 112
SEARCH_LINE: Final = 60
# Under the board at the end of a game: its height with words and buttons side by side, and with the buttons
# below them, where the board is less wide than that.
STRIP: Final = 56
HIGH_STRIP: Final = 96
WIDE_STRIP: Final = 600
# Each of the two charts over the moves, as a share of a column.
COLUMN_CHART: Final = 0.29


@dataclass(frozen=True)
class PlayLayout(BoardPlace):
    """Of a folded panel all three tabs have the same place; in a brief one, which shows the game alone, the
    search has a line. A wide one has two columns, and in a brief one the graph of the scores, for which there
    is no room elsewhere.
    """

    evaluation: Rect
    board: Rect
    panel: Rect
    players: Rect
    is_folded: bool
    tabs: Rect
    thinking: Rect
    nodes_chart: Rect
    score_chart: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""
    ending: Rect
    """What is said at the end of a game; without any height as long as it goes on."""

    @classmethod
    def of(
        cls,
        frame: Frame,
        has_evaluation_bar: bool = True,
        is_over: bool = False,
        is_brief: bool = False,
        has_clock: bool = False,
    ) -> PlayLayout:
        """`has_clock` makes the cards of a brief panel large."""
        scale = frame.scale

        def px(length: float) -> int:
            return round(length * scale)

        gap, small, between = px(GAP), px(SMALL_GAP), px(BETWEEN)
        bar = px(EVALUATION_BAR) + small if has_evaluation_bar else 0
        is_tall = frame.is_portrait
        is_low = frame.page.width < FOLD_WIDTH * scale or frame.window.height < FOLD_HEIGHT * scale
        least = px(PANEL_MIN if is_low or is_brief else PANEL_UNFOLDED_MIN)
        room = frame.page.height - 2 * gap
        highest, strip = round(room * TALL_SHARE) if is_tall else room, 0
        if is_over:
            widest = frame.page.width - 2 * gap - (0 if is_tall else gap + least)
            strip = px(STRIP if min(widest, highest - px(STRIP)) >= px(WIDE_STRIP) else HIGH_STRIP)
            highest -= strip + small
        board, panel = beside_board(frame, bar, least, highest, TALL_SHARE)
        if strip and is_tall:
            panel.top, panel.height = panel.top + strip + small, panel.height - strip - small
        evaluation = Rect(board.left - bar, board.top, bar - small if bar else 0, board.height)
        ending = Rect(board.left - bar, board.bottom + small, board.width + bar, strip)
        has_columns = is_wide(panel, scale) and (has_evaluation_bar or not is_brief)
        is_folded = (is_tall or is_low) and not (is_brief or has_columns)
        left, right = two_columns(panel, between) if has_columns else (panel, panel)
        cards = LARGE_PLAYERS if is_brief and has_clock else PLAYERS
        players = Rect(left.left, left.top, left.width, px(cards))
        rest = below(left, players, between)
        tabs = Rect(rest.left, rest.top, rest.width, px(TABS) if is_folded else 0)
        page = below(rest, tabs, small) if is_folded else right if has_columns else rest
        travel = Rect(page.left, page.bottom - px(TRAVEL), page.width, px(TRAVEL))
        moves = Rect(page.left, page.top, page.width, travel.top - small - page.top)
        nodes = score = Rect(rest.left, rest.bottom, 0, 0)
        thinking = page if is_folded else rest
        if is_brief:
            thinking = Rect(rest.left, rest.top, rest.width, px(SEARCH_LINE))
            if has_columns:
                score = below(rest, thinking, between)
            else:
                moves = below(moves, thinking, between)
        elif is_folded:
            half = (page.height - between) // 2
            nodes = Rect(page.left, page.top, page.width, half)
            score = below(page, nodes, between)
        elif has_columns:
            chart = round(moves.height * COLUMN_CHART)
            score = Rect(page.left, page.top, page.width, chart)
            nodes = Rect(page.left, score.bottom + between, page.width, chart)
            moves = below(moves, nodes, between)
        else:
            chart = px(132) + (rest.height - px(620)) // 6
            moves_height = px(108) + (rest.height - px(620)) // 4
            moves = Rect(page.left, moves.bottom - moves_height, page.width, moves_height)
            top = moves.top - between - chart
            nodes, score = two_columns(Rect(page.left, top, page.width, chart), between)
            thinking.height = top - between - rest.top
        return cls(
            evaluation, board, panel, players, is_folded, tabs, thinking, nodes, score, moves, travel, ending
        )
