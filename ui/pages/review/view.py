"""The parts of the page Review at their places, for one size of the window."""

from __future__ import annotations

from typing import Any, Final

import pygame_gui
from pygame import Surface

from game.tree import Node
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.layout import Frame
from ui.pages.review.commands import BUTTONS, TRAVEL
from ui.pages.review.layout import NARROW, ReviewLayout
from ui.pages.review.state import ReviewState
from ui.panels import tips
from ui.panels.evaluation import EvaluationBar
from ui.panels.panel import Panel
from ui.panels.review.graph import GraphPanel
from ui.panels.review.moves import MovesPanel
from ui.panels.review.summary import SummaryPanel
from ui.panels.review.verdict import VerdictPanel
from ui.panels.tips import Tips
from ui.theme import Theme
from ui.toolbar import ButtonRow, button_width, icon_row

BUTTON_GAP: Final = 6
PADDING: Final = 18


class ReviewView:
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        frame: Frame,
        coordinates: Coordinates,
        actions: Actions,
    ) -> None:
        self.theme = theme
        self.layout = layout = ReviewLayout.of(frame)
        self.board = BoardView(theme, layout, coordinates)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        self.summary = SummaryPanel(theme, layout.summary)
        self.graph = GraphPanel(theme, layout.graph)
        self.verdict = VerdictPanel(theme, layout.verdict, tips.VERDICT, tips.VERDICT_WORDS)
        self.moves = MovesPanel(theme, layout.moves)
        buttons = ButtonRow(theme)
        shown = [actions[name] for name in BUTTONS]
        widths = [button_width(theme, action, PADDING) for action in shown]
        is_narrow = layout.verdict.width < theme.px(NARROW)
        places = self.verdict.place_buttons(widths, theme.px(BUTTON_GAP), is_narrow)
        for action, place in zip(shown, places, strict=True):
            buttons.add(manager, place, action)
        travel = icon_row(manager, theme, layout.travel, [actions[name] for name in TRAVEL])
        self.button_rows: tuple[ButtonRow, ...] = (buttons, travel)
        Tips(manager).update(tip for panel in self._panels for tip in panel.tips())

    @property
    def _panels(self) -> tuple[Panel[Any], ...]:
        return self.evaluation, self.summary, self.graph, self.verdict, self.moves

    def node_at(self, position: tuple[int, int]) -> Node | None:
        """The move of the list under the pointer."""
        return self.moves.node_at(position) if self.layout.moves.collidepoint(position) else None

    def update(self, state: ReviewState) -> None:
        self.evaluation.update(state.evaluation)
        self.summary.update(state.summary)
        self.graph.update(state.graph)
        self.verdict.update(state.verdict)
        self.moves.update(state.moves)

    def draw(self, surface: Surface, animator: Animator, state: ReviewState) -> None:
        """Draw all but the widgets; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        for panel in self._panels:
            panel.draw(surface)
