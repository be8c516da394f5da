"""The parts of the page Practice at their places, for one size of the window."""

from __future__ import annotations

from typing import Any, Final

import pygame_gui
from pygame import Surface

from play.settings import Coordinates
from ui.actions import Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.layout import Frame
from ui.pages.practice.commands import BUTTONS, SECTIONS
from ui.pages.practice.layout import PracticeLayout
from ui.pages.practice.state import PracticeState
from ui.panels.panel import Panel
from ui.panels.practice.lines import LinesPanel
from ui.panels.practice.progress import ProgressPanel
from ui.panels.practice.task import TaskPanel
from ui.panels.tips import Tips
from ui.theme import Theme
from ui.toolbar import ButtonRow, button_width, segments

BUTTON_GAP: Final = 6
PADDING: Final = 18


class PracticeView:
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        frame: Frame,
        coordinates: Coordinates,
        actions: Actions,
    ) -> None:
        self.layout = layout = PracticeLayout.of(frame)
        self.board = BoardView(theme, layout, coordinates)
        self.task = TaskPanel(theme, layout.task)
        self.lines = LinesPanel(theme, layout.lines)
        self.progress = ProgressPanel(theme, layout.progress)
        buttons, shown = ButtonRow(theme), [actions[name] for name in BUTTONS]
        widths = [button_width(theme, action, PADDING) for action in shown]
        places = self.lines.place_buttons(widths, theme.px(BUTTON_GAP))
        for action, place in zip(shown, places, strict=True):
            buttons.add(manager, place, action)
        sections = segments(manager, layout.sections, [actions[name] for name in SECTIONS])
        self.button_rows: tuple[ButtonRow, ...] = (sections, buttons)
        panels: tuple[Panel[Any], ...] = (self.task, self.lines, self.progress)
        Tips(manager).update(tip for panel in panels for tip in panel.tips())

    def update(self, state: PracticeState) -> None:
        self.task.update(state.task)
        self.lines.update(state.lines)
        self.progress.update(state.progress)

    def draw(self, surface: Surface, animator: Animator, state: PracticeState) -> None:
        """Draw all but the widgets; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        for panel in (self.task, self.lines, self.progress):
            panel.draw(surface)
