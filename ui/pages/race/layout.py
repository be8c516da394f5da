"""Where everything of the page Race is: pure geometry, from the window's size and the number of lanes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import BETWEEN, GAP, TABS, BoardPlace, Frame

# Lengths at a scale of 1.
CONTROLS: Final = 52
HEADER: Final = 26
PADDING: Final = 8  # above and below the lanes
WHY_ROW: Final = 20
WHY_REST: Final = 46  # of the table of why, besides its rows
# Of a lane: the more there are, the lower they are.
LANE_HEIGHTS: Final = {1: 56, 2: 56, 3: 52, 4: 48, 5: 44, 6: 41}
# The left column as a share of the width, its least and greatest width; the board leaves room below it.
LEFT_SHARE: Final = 0.235
LEFT_MIN: Final = 212
LEFT_MAX: Final = 420
BOARD_MOST: Final = 0.52
# In a window that is higher than wide, the board and what is beside it are above all else.
TALL_SHARE: Final = 0.42
# Below this width, at the window's scale, the charts are one above the other.
NARROW: Final = 1100
# Where a chart would be lower than this, lanes, charts and table share one place by tabs.
CHART_MIN: Final = 120
# A folded lane has room, but need not have all of it.
FOLDED_LANE: Final = 56


@dataclass(frozen=True)
class RaceLayout(BoardPlace):
    """The rectangles of the page. Of a folded page all tabs have the same place."""

    board: Rect
    conditions: Rect
    controls: Rect
    tabs: Rect
    lanes: Rect
    lane_height: int
    counts_chart: Rect
    ratio_chart: Rect
    why: Rect
    is_folded: bool

    @classmethod
    def of(cls, frame: Frame, lanes: int) -> RaceLayout:
        scale = frame.scale

        def px(length: float) -> int:
            return round(length * scale)

        gap, between = px(GAP), px(BETWEEN)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        if frame.is_portrait:
            side = round(room.width * TALL_SHARE)
            board = Rect(room.left, room.top, side, side)
            conditions = Rect(board.right + gap, room.top, room.right - board.right - gap, side)
            controls = Rect(room.left, board.bottom + gap, room.width, px(CONTROLS))
        else:
            side = max(px(LEFT_MIN), min(round(room.width * LEFT_SHARE), px(LEFT_MAX)))
            side = min(side, round(room.height * BOARD_MOST))
            board = Rect(room.left, room.top, side, side)
            top = board.bottom + between
            conditions = Rect(room.left, top, side, room.bottom - top)
            left = board.right + gap
            controls = Rect(left, room.top, room.right - left, px(CONTROLS))
        rest = Rect(controls.left, controls.bottom + between, controls.width, 0)
        rest.height = room.bottom - rest.top
        lane = px(LANE_HEIGHTS[lanes])
        upper = Rect(rest.left, rest.top, rest.width, px(HEADER + 2 * PADDING) + lanes * lane)
        is_narrow = frame.page.width < px(NARROW)
        low = px(WHY_REST + (WHY_ROW if is_narrow else 0)) + lanes * px(WHY_ROW)
        why = Rect(rest.left, rest.bottom - low, rest.width, low)
        middle = Rect(rest.left, upper.bottom + between, rest.width, 0)
        middle.height = why.top - between - middle.top
        if middle.height < px(CHART_MIN) * (1 + is_narrow):
            return cls._folded(board, conditions, controls, rest, lanes, px)
        counts, ratio = _halves(middle, between, is_narrow)
        tabs = Rect(rest.left, rest.top, rest.width, 0)
        return cls(board, conditions, controls, tabs, upper, lane, counts, ratio, why, is_folded=False)

    @classmethod
    def _folded(
        cls, board: Rect, conditions: Rect, controls: Rect, rest: Rect, lanes: int, px: Callable[[float], int]
    ) -> RaceLayout:
        tabs = Rect(rest.left, rest.top, rest.width, px(TABS))
        top = tabs.bottom + px(BETWEEN)
        page = Rect(rest.left, top, rest.width, rest.bottom - top)
        lane = min(px(FOLDED_LANE), (page.height - px(HEADER + 2 * PADDING)) // lanes)
        counts, ratio = _halves(page, px(BETWEEN), is_stacked=True)
        return cls(board, conditions, controls, tabs, page, lane, counts, ratio, page, is_folded=True)


def _halves(room: Rect, gap: int, is_stacked: bool) -> tuple[Rect, Rect]:
    """One above the other, or side by side."""
    if is_stacked:
        height = (room.height - gap) // 2
        first = Rect(room.left, room.top, room.width, height)
        return first, Rect(room.left, first.bottom + gap, room.width, room.bottom - first.bottom - gap)
    width = (room.width - gap) // 2
    first = Rect(room.left, room.top, width, room.height)
    return first, Rect(first.right + gap, room.top, room.right - first.right - gap, room.height)
