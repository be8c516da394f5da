"""A race: several searches of one position against each other."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import pygame
from pygame import Rect

from play.race import PRESETS
from ui.buttons import ButtonRow, segments
from ui.layout import BETWEEN, TAB_ROW, Frame, below
from ui.pages.board_page import Refresh
from ui.pages.lab.bars import Buttons
from ui.pages.lab.cards import LINE, FactsPanel, facts_height
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import LabPart, LabView
from ui.pages.lab.race import state
from ui.pages.lab.race.commands import KEYS, LANES_TAB, TABS, WHY_TAB, RaceCommands
from ui.pages.lab.race.lanes import AXIS, HEAD, PADDING, LanesPanel
from ui.text import _
from ui.theme import Theme
from ui.window import Window

# How often a second the figures of a running race are made anew.
REFRESH: Final = 12
# Of a lane at least; where there is less room, lanes and table share one place by tabs.
LANE: Final = 40

RACES: Final = tuple(f"race_preset_{preset.identity}" for preset in PRESETS)
PARTS: Final = {LANES_TAB: "lanes", WHY_TAB: "why"}


class RaceView(LabView):
    def __init__(self, theme: Theme, frame: Frame, commands: RaceCommands, window: Window) -> None:
        actions, px, lanes = window.actions, theme.px, len(commands.setup.lanes)
        groups: list[Buttons] = [
            ("plain", [actions["race_start"]]),
            ("segment", [actions[name] for name in RACES]),
            ("plain", [actions["race_add"]]),
            ("segment", [actions["race_nodes"], actions["race_time"]]),
        ]
        super().__init__(theme, frame, window.settings, groups)
        body, between = self.layout.body, px(BETWEEN)
        low = px(LINE) + facts_height(theme, body.width, len(state.WHY), lanes)
        least = px(HEAD + AXIS + PADDING) + lanes * px(LANE)
        upper = Rect(body.left, body.top, body.width, body.height - low - between)
        why = below(body, upper, between)
        tabs: tuple[str, ...] = TABS
        self.is_folded = upper.height < least
        if self.is_folded:
            row = Rect(body.left, body.top, body.width, px(TAB_ROW))
            self.button_rows += (segments(theme, row, [actions[name] for name in TABS]),)
            upper = why = below(body, row, between)
            tabs = (commands.tabs.shown,)
        self.conditions = FactsPanel(theme, self.layout.side)
        self.lanes, self.why = LanesPanel(theme, upper), FactsPanel(theme, why)
        self.why.values = lanes
        self.show_panels(self.board, ["conditions", "time", *(PARTS[tab] for tab in tabs)])
        if LANES_TAB in tabs:
            buttons = ButtonRow(theme)
            for n in range(lanes):
                change, remove = self.lanes.button_rects(n, lanes)
                buttons.add(change, actions[f"race_change_{n + 1}"])
                buttons.add(remove, actions[f"race_remove_{n + 1}"])
            self.button_rows += (buttons,)


class RacePart(LabPart[RaceCommands, RaceView, state.RaceState]):
    keys = KEYS

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, RaceCommands(window, lab))
        self._refresh = Refresh(REFRESH)
        self._is_picture_due = False

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    # Life

    def make_view(self, theme: Theme, frame: Frame) -> RaceView:
        self._refresh.forget()
        return RaceView(theme, frame, self.commands, self.window)

    def make_state(self) -> state.RaceState:
        commands = self.commands
        return state.make(commands.setup, commands.race, commands.refused, commands.at)

    def on_open(self) -> None:
        super().on_open()
        self.commands.change(board=self.commands.lab.board)

    def close(self) -> None:
        self.commands.close()

    def update(self, dt: float) -> None:
        commands = self.commands
        commands.update(dt)
        if self._is_picture_due:
            self._save_picture()
        self._is_picture_due, commands.wants_picture = commands.wants_picture, False
        is_running = commands.is_running
        made_from = (
            *(commands.setup, commands.race, is_running, commands.refused, commands.in_hand, commands.at),
        )
        if self._refresh.is_due(made_from, is_running):
            self.settle()

    def _save_picture(self) -> None:
        folder = self.window.session.store.pictures
        path = folder / f"race-{datetime.now():%Y-%m-%d-%H%M%S}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.window.display.surface.subsurface(self.frame.page), path)
        except (OSError, pygame.error) as error:
            self.window.toasts.answer(_("The picture could not be saved: {reason}").format(reason=error))
        else:
            self.window.toasts.answer(_("The picture is saved as {path}").format(path=path))
