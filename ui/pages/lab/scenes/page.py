"""A scene of the path: the same position in all four, and the same board in the same place."""

from __future__ import annotations

import pygame

from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.lab.commands import RACE_SCENE, LabCommands
from ui.pages.lab.scenes.commands import KEYS_LINE, SceneCommands
from ui.pages.lab.scenes.state import SceneState, make_state
from ui.pages.lab.scenes.view import SceneView
from ui.theme import Theme
from ui.window import Window


class ScenePart(BoardPage[SceneCommands, SceneView, SceneState]):
    keys = KEYS_LINE

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab.board)
        self.animator.speed = 0.0
        self.commands = SceneCommands(window, lab)

    @property
    def is_idle(self) -> bool:
        commands = self.commands
        is_searching = commands.scenes is not None and not (commands.scenes.scenes or commands.scenes.problem)
        return not (commands.is_playing or is_searching)

    @property
    def must_hold(self) -> bool:
        """Only while its search would take a core from a race."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        settings, actions = self.window.settings, self.window.actions
        answers = [action.identity for action in self.commands.predict.rows]
        self.view = SceneView(theme, frame, settings, self.commands.lab.scene, actions, answers)
        self._settle()

    def on_open(self) -> None:
        super().on_open()
        self.commands.open()
        if self.commands.lab.scene == RACE_SCENE and self.commands.race is not None:
            self.commands.race.start()

    def on_cover(self) -> None:
        super().on_cover()
        self.commands.pause()

    def on_leave(self) -> None:
        self.commands.leave()
        super().on_leave()

    def close(self) -> None:
        self.commands.close()

    def update(self, dt: float) -> None:
        self.commands.update(dt)
        self._settle()

    def _settle(self) -> None:
        self.state = make_state(self.commands)
        self.animator.show(self.state.board)
        self.view.update(self.state)

    def handle(self, event: pygame.event.Event) -> bool:
        """All that can be done are buttons, but a question has digits for its answers."""
        return event.type == pygame.KEYDOWN and self.commands.predict.take_key(event.key)
