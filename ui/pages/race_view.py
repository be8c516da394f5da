"""The parts of the page Race at their places, for one size of the window and one number of lanes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pygame_gui
from pygame import Rect, Surface

from play.settings import Coordinates
from ui import paint
from ui.actions import Action, Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.layout import Frame
from ui.pages.race_state import RaceState
from ui.panels.panel import RADIUS, Panel
from ui.panels.race.charts import CountsChart, RaceChart, RatioChart, TimesChart
from ui.panels.race.conditions import ConditionsPanel
from ui.panels.race.lanes import LanesPanel
from ui.panels.race.why import WhyPanel
from ui.panels.tips import Tips
from ui.race_layout import RaceLayout
from ui.theme import Theme
from ui.toolbar import ButtonRow, content_width, segments

LANES_TAB, CHARTS_TAB, WHY_TAB = TABS = ("race_tab_lanes", "race_tab_charts", "race_tab_why")
"""What a folded page shows one of, by the actions that choose it."""
LEFT: Final = ("race_start", "race_presets", "race_limit", "race_add")
COUNTED: Final = ("race_nodes", "race_time")
SHARE: Final = "race_share"
BUTTON: Final = 32
GAP: Final = 8
SEGMENT: Final = 72
# The frame of a board is at least so wide where it says the files and ranks.
COORDINATES: Final = 15


class RaceView:
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        frame: Frame,
        lanes: int,
        is_timed: bool,
        tab: str,
        actions: Actions,
    ) -> None:
        """`tab` is the one in sight where the page is folded."""
        self.theme = theme
        self.tab = tab
        self.layout = layout = RaceLayout.of(frame, lanes)
        margin = layout.felt.top - layout.board.top
        self.board = BoardView(
            theme, layout, Coordinates.OUTSIDE if margin >= theme.px(COORDINATES) else Coordinates.NONE
        )
        self.conditions = ConditionsPanel(theme, layout.conditions)
        self.lanes = LanesPanel(theme, layout.lanes, layout.lane_height)
        counts = TimesChart if is_timed else CountsChart
        self.counts: RaceChart = counts(theme, layout.counts_chart)
        self.ratios = RatioChart(theme, layout.ratio_chart)
        self.why = WhyPanel(theme, layout.why)
        self.controls = self._controls(manager, actions)
        rows = [self.controls]
        if layout.is_folded:
            rows.append(segments(manager, layout.tabs, [actions[name] for name in TABS]))
        if self.shows(LANES_TAB):
            rows.append(self._lane_buttons(manager, actions, lanes))
        rows.append(ButtonRow(theme))
        rows[-1].add(manager, self.conditions.button_rect, actions["race_position"])
        self._told = Tips(manager)
        Tips(manager).update(tip for panel in self._panels for tip in panel.tips())
        self.button_rows: tuple[ButtonRow, ...] = tuple(rows)

    def shows(self, tab: str) -> bool:
        """Whether a part of the page is in sight: always, unless it is folded."""
        return not self.layout.is_folded or self.tab == tab

    @property
    def _panels(self) -> list[Panel[Any]]:
        """What is in sight besides the conditions, whose facts come and go."""
        panels: list[Panel[Any]] = []
        if self.shows(LANES_TAB):
            panels.append(self.lanes)
        if self.shows(CHARTS_TAB):
            panels += [self.counts, self.ratios]
        if self.shows(WHY_TAB):
            panels.append(self.why)
        return panels

    # The buttons

    def _controls(self, manager: pygame_gui.UIManager, actions: Actions) -> ButtonRow:
        px, row, place = self.theme.px, ButtonRow(self.theme), self.layout.controls
        inside = place.inflate(-2 * px(12), 0)
        top, height = place.centery - px(BUTTON) // 2, px(BUTTON)
        shown, counted = [actions[name] for name in (*LEFT, SHARE)], [actions[name] for name in COUNTED]
        width = max(px(SEGMENT), *(self._width(action) for action in counted))
        gaps = (len(shown) + 1) * px(GAP) + len(counted) * width
        if sum(map(self._width, shown)) + gaps > inside.width:  # words alone
            shown = [replace(action, icon="") for action in shown]
        *at_left, share = shown
        left = inside.left
        for action in at_left:
            style = "@primary" if action.is_primary else None
            row.add(manager, Rect(left, top, self._width(action), height), action, style)
            left += self._width(action) + px(GAP)
        right = inside.right - self._width(share)
        segment = right - px(GAP) - len(counted) * width
        for n, action in enumerate(counted):
            row.add(manager, Rect(segment + n * width, top, width, height), action, "@segment")
        row.add(manager, Rect(right, top, self._width(share), height), share)
        return row

    def _width(self, action: Action) -> int:
        return content_width(self.theme, action) + self.theme.px(21)

    def _lane_buttons(self, manager: pygame_gui.UIManager, actions: Actions, lanes: int) -> ButtonRow:
        row = ButtonRow(self.theme)
        for n in range(lanes):
            change, remove = self.lanes.button_rects(n)
            row.add(manager, change, actions[f"race_change_{n + 1}"])
            row.add(manager, remove, actions[f"race_remove_{n + 1}"])
        return row

    # Living

    def update(self, state: RaceState) -> None:
        """Let every part in sight take up what it shows."""
        if self.conditions.model != state.conditions:
            self.conditions.update(state.conditions)
            self._told.update(self.conditions.tips())
        if self.shows(LANES_TAB):
            self.lanes.update(state.lanes)
        if self.shows(CHARTS_TAB):
            self.counts.update(state.counts)
            self.ratios.update(state.ratios)
        if self.shows(WHY_TAB):
            self.why.update(state.why)

    def draw(self, surface: Surface, animator: Animator, state: RaceState) -> None:
        """Draw all but the widgets; changes nothing."""
        theme, px, controls = self.theme, self.theme.px, self.layout.controls
        self.board.draw(surface, animator, state.scene)
        self.conditions.draw(surface)
        fill, edge = paint.rgba(theme["card"]), paint.rgba(theme["edge"])
        surface.blit(paint.rounded(controls.size, px(RADIUS), fill, edge, px(1)), controls)
        if self.shows(LANES_TAB):
            self.lanes.draw(surface)
        if self.shows(CHARTS_TAB):
            self.counts.draw(surface)
            self.ratios.draw(surface)
        if self.shows(WHY_TAB):
            self.why.draw(surface)
