"""The parts of a race at their places, for one size of the window and one number of lanes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from play.race import PRESETS
from play.settings import Coordinates
from ui.actions import Action, Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, content_width, segments
from ui.layout import BETWEEN, GAP, TAB_ROW, BoardPlace, Frame, below, two_columns, two_rows
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.lab.race.cards import WHY_REST, WHY_ROW, ConditionsPanel, WhyPanel
from ui.pages.lab.race.charts import CostChart, RatioChart
from ui.pages.lab.race.lanes import HEADER, PADDING, LanesPanel
from ui.panels.panel import RADIUS
from ui.theme import Theme

# Lengths at a scale of 1.
CONTROLS: Final = 52
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
        px = frame.px
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
            conditions = below(Rect(room.left, room.top, side, room.height), board, between)
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
            tabs = Rect(rest.left, rest.top, rest.width, px(TAB_ROW))
            page = below(rest, tabs, between)
            lane = min(px(FOLDED_LANE), (page.height - px(HEADER + 2 * PADDING)) // lanes)
            counts, ratio = two_rows(page, between)
            return cls(board, conditions, controls, tabs, page, lane, counts, ratio, page, is_folded=True)
        counts, ratio = (two_rows if is_narrow else two_columns)(middle, between)
        tabs = Rect(rest.left, rest.top, rest.width, 0)
        return cls(board, conditions, controls, tabs, upper, lane, counts, ratio, why, is_folded=False)


LANES_TAB, CHARTS_TAB, WHY_TAB = TABS = ("race_tab_lanes", "race_tab_charts", "race_tab_why")
"""What a folded page shows one of, by the actions that choose it."""
RACES: Final = tuple(f"race_preset_{preset.identity}" for preset in PRESETS)
COUNTED: Final = ("race_nodes", "race_time")
BUTTON: Final = 32
BUTTON_GAP: Final = 8
# The frame of a board is at least so wide where it says the files and ranks.
COORDINATES: Final = 15


class RaceView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, lanes: int, tab: str, actions: Actions) -> None:
        """`tab` is the one in sight where the page is folded."""
        self.theme = theme
        self.layout = layout = RaceLayout.of(frame, lanes)
        margin = layout.felt.top - layout.board.top
        board = BoardView(
            theme, layout, Coordinates.OUTSIDE if margin >= theme.px(COORDINATES) else Coordinates.NONE
        )
        self.conditions = ConditionsPanel(theme, layout.conditions)
        self.lanes = LanesPanel(theme, layout.lanes, layout.lane_height)
        self.counts = CostChart(theme, layout.counts_chart)
        self.ratios = RatioChart(theme, layout.ratio_chart)
        self.why = WhyPanel(theme, layout.why)
        parts = {LANES_TAB: ["lanes"], CHARTS_TAB: ["counts", "ratios"], WHY_TAB: ["why"]}
        tabs = [tab] if layout.is_folded else TABS
        names = ["conditions", *(name for each in tabs for name in parts[each])]
        self.show_panels(board, names)
        self.controls = self._controls(actions)
        rows = [self.controls]
        if layout.is_folded:
            rows.append(segments(theme, layout.tabs, [actions[name] for name in TABS]))
        if LANES_TAB in tabs:
            rows.append(self._lane_buttons(actions, lanes))
        self.button_rows = tuple(rows)

    # The buttons

    def _controls(self, actions: Actions) -> ButtonRow:
        """Start and the races at the left, what is counted and one more lane at the right."""
        px, row, place = self.theme.px, ButtonRow(self.theme), self.layout.controls
        inside = place.inflate(-2 * px(12), 0)
        groups = [["race_start"], [*RACES], ["race_add"], [*COUNTED]]
        wanted = [[self._width(actions[name]) for name in names] for names in groups]
        gaps = (len(groups) - 1) * px(BUTTON_GAP)
        factor = min(1.0, (inside.width - gaps) / sum(map(sum, wanted)))
        left, top, height = float(inside.left), place.centery - px(BUTTON) // 2, px(BUTTON)
        spare = inside.width - gaps - factor * sum(map(sum, wanted))
        for names, widths in zip(groups, wanted, strict=True):
            left += spare if names == ["race_add"] else 0
            for name, width in zip(names, widths, strict=True):
                end = left + width * factor
                button = Rect(round(left), top, round(end) - round(left), height)
                row.add(button, actions[name], "segment" if len(names) > 1 else "plain")
                left = end
            left += px(BUTTON_GAP)
        return row

    def _width(self, action: Action) -> int:
        return content_width(self.theme, action) + self.theme.px(21)

    def _lane_buttons(self, actions: Actions, lanes: int) -> ButtonRow:
        row = ButtonRow(self.theme)
        for n in range(lanes):
            change, remove = self.lanes.button_rects(n)
            row.add(change, actions[f"race_change_{n + 1}"])
            row.add(remove, actions[f"race_remove_{n + 1}"])
        return row

    def update(self, state: PageState) -> None:
        super().update(state)
        self.find_tips()  # the facts of the conditions come and go

    def draw(self, surface: Surface, animator: Animator, state: PageState) -> None:
        super().draw(surface, animator, state)
        self.theme.box(surface, self.layout.controls, "card", "edge", RADIUS)
