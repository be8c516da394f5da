"""The parts of the page Race at their places, for one size of the window and one number of lanes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from pygame import Rect, Surface

from play.settings import Coordinates
from ui import paint
from ui.actions import Action, Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, content_width, segments
from ui.layout import GAP as PAGE_GAP
from ui.layout import Frame
from ui.pages.race.charts import CostChart, RatioChart
from ui.pages.race.conditions import ConditionsPanel
from ui.pages.race.lanes import LanesPanel
from ui.pages.race.layout import RaceLayout
from ui.pages.race.state import RaceState
from ui.pages.race.why import WhyPanel
from ui.panels.panel import RADIUS, Panel
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import NORMAL, Theme

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
# Of a list: the height of an entry, and its padding on both sides together.
ENTRY: Final = 32
ENTRY_PADDING: Final = 28


class RaceView:
    def __init__(self, theme: Theme, frame: Frame, lanes: int, tab: str, actions: Actions) -> None:
        """`tab` is the one in sight where the page is folded."""
        self.theme = theme
        self._actions = actions
        self.layout = layout = RaceLayout.of(frame, lanes)
        margin = layout.felt.top - layout.board.top
        self.board = BoardView(
            theme, layout, Coordinates.OUTSIDE if margin >= theme.px(COORDINATES) else Coordinates.NONE
        )
        self.conditions = ConditionsPanel(theme, layout.conditions)
        self.lanes = LanesPanel(theme, layout.lanes, layout.lane_height)
        self.counts = CostChart(theme, layout.counts_chart)
        self.ratios = RatioChart(theme, layout.ratio_chart)
        self.why = WhyPanel(theme, layout.why)
        panels: dict[str, list[Panel[Any]]] = {
            LANES_TAB: [self.lanes],
            CHARTS_TAB: [self.counts, self.ratios],
            WHY_TAB: [self.why],
        }
        tabs = [tab] if layout.is_folded else TABS
        # In sight, besides the conditions, whose facts come and go.
        self._panels = [panel for each in tabs for panel in panels[each]]
        self.controls = self._controls(actions)
        rows = [self.controls]
        if layout.is_folded:
            rows.append(segments(theme, layout.tabs, [actions[name] for name in TABS]))
        if LANES_TAB in tabs:
            rows.append(self._lane_buttons(actions, lanes))
        rows.append(ButtonRow(theme))
        rows[-1].add(self.conditions.button_rect, actions["race_position"])
        self._tips = [tip for panel in self._panels for tip in panel.tips()]
        self._rows = tuple(rows)
        self.list = ButtonRow(theme, has_pictures=False)
        self._list_name: str | None = None
        self._list_room = frame.page.inflate(-2 * theme.px(PAGE_GAP), 0)

    @property
    def tips(self) -> list[Tip]:
        return [*self._tips, *self.conditions.tips()]

    # The buttons

    def _controls(self, actions: Actions) -> ButtonRow:
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
            row.add(Rect(left, top, self._width(action), height), action)
            left += self._width(action) + px(GAP)
        right = inside.right - self._width(share)
        segment = right - px(GAP) - len(counted) * width
        for n, action in enumerate(counted):
            row.add(Rect(segment + n * width, top, width, height), action, "segment")
        row.add(Rect(right, top, self._width(share), height), share)
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

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.list, *self._rows

    def show_list(self, name: str | None, entries: Iterable[Action] = ()) -> None:
        """Show these entries as a list under the button `name`; None closes it."""
        if name == self._list_name:
            return
        self._list_name = name
        self.list = ButtonRow(self.theme, has_pictures=False)
        anchor = self.controls.rect_of(name)
        if anchor is None:
            return
        px, actions = self.theme.px, [self._actions[entry.identity] for entry in entries]
        widest = max(self.theme.width(_(action.label), NORMAL) for action in actions) + px(ENTRY_PADDING)
        height = px(ENTRY)
        place = Rect(anchor.left, anchor.bottom + px(4), max(anchor.width, widest), height * len(actions))
        place = place.clamp(self._list_room)
        for n, action in enumerate(actions):
            item = Rect(place.left, place.top + n * height, place.width, height)
            self.list.add(item, action, "entry")

    # Living

    def update(self, state: RaceState) -> None:
        """Show the state on every card in sight."""
        self.conditions.update(state.conditions)
        models: list[tuple[Panel[Any], object]] = [
            *((self.lanes, state.lanes), (self.counts, state.counts)),
            *((self.ratios, state.ratios), (self.why, state.why)),
        ]
        for panel, model in models:
            if panel in self._panels:
                panel.update(model)

    def draw(self, surface: Surface, animator: Animator, state: RaceState) -> None:
        """Draw all but the buttons; changes nothing."""
        theme, px, controls = self.theme, self.theme.px, self.layout.controls
        self.board.draw(surface, animator, state.scene)
        self.conditions.draw(surface)
        fill, edge = paint.rgba(theme["card"]), paint.rgba(theme["edge"])
        surface.blit(paint.rounded(controls.size, px(RADIUS), fill, edge, px(1)), controls)
        for panel in self._panels:
            panel.draw(surface)
