"""A race: several searches of one position against each other."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import pygame

from ui.layout import Frame
from ui.pages.board_page import BoardPage, Refresh
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.race import state
from ui.pages.lab.race.commands import KEYS, RaceCommands
from ui.pages.lab.race.view import RaceView
from ui.text import _
from ui.theme import Theme
from ui.window import Window

# How often a second the figures of a running race are made anew.
REFRESH: Final = 12


class RacePart(BoardPage[RaceCommands, RaceView, state.RaceState]):
    keys = KEYS

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab.board)
        self.animator.speed = 0.0
        self.commands = RaceCommands(window, lab)
        self._refresh = Refresh(REFRESH)
        self._is_picture_due = False

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    @property
    def must_hold(self) -> bool:
        """Only while its search would take a core from a race."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        commands, self.frame = self.commands, frame
        lanes = len(commands.setup.lanes)
        self.view = RaceView(theme, frame, lanes, commands.tabs.shown, self.window.actions)
        self._refresh.forget()
        self._settle()

    def on_open(self) -> None:
        super().on_open()
        self.commands.change(board=self.commands.lab.board)

    def on_leave(self) -> None:
        """Stop the race, for the game needs the cores; what it has found stays to be read."""
        if self.commands.race is not None:
            self.commands.race.stop()
        super().on_leave()

    def close(self) -> None:
        if self.commands.race is not None:
            self.commands.race.close()

    def update(self, dt: float) -> None:  # noqa: ARG002 - a race counts its own time
        self.commands.update()
        if self._is_picture_due:
            self._save_picture()
        self._is_picture_due, self.commands.wants_picture = self.commands.wants_picture, False
        self._settle()

    def _settle(self) -> None:
        """Settle what is to be drawn."""
        commands = self.commands
        is_running = commands.is_running
        made_from = commands.setup, commands.race, is_running, commands.refused, commands.in_hand
        if self._refresh.is_due(made_from, is_running):
            self.state = state.make(commands.setup, commands.race, commands.refused)
            self.animator.show(commands.setup.board)
            self.view.update(self.state)

    def handle(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - all that can be done are buttons
        return False

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
