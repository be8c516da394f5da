"""The parts of the page Play at their places while the tree is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pygame import Surface

from game.board import Color
from play.settings import Settings
from play.tree_cursor import NodeFacts
from ui.actions import Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow
from ui.layout import Frame
from ui.pages.play.state import ViewState
from ui.pages.tree.layout import TreeLayout
from ui.pages.tree.node import NodeModel, NodePanel
from ui.pages.tree.panel import BUTTONS, TreeModel, TreePanel
from ui.panels.panel import Panel
from ui.panels.players import PlayerPanel
from ui.panels.tips import Tip
from ui.theme import Theme
from ui.tree_view import line_scene


@dataclass(frozen=True, slots=True)
class TreeState:
    """All that is shown besides the match; `on_board` is the node whose position is on the board."""

    tree: TreeModel
    node: NodeModel
    on_board: NodeFacts | None


class TreeView:
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        actions: Actions,
    ) -> None:
        self.layout = layout = TreeLayout.of(frame)
        self.board = BoardView(theme, layout, settings.coordinates)
        self.players = tuple(PlayerPanel(theme, layout.players, color) for color in Color)
        self.node = NodePanel(theme, layout.node)
        self.tree = TreePanel(theme, layout.tree)
        buttons = ButtonRow(theme, hides=True)
        for name, place in zip(BUTTONS, self.tree.button_places, strict=True):
            buttons.add(place, actions[name])
        self.button_rows = (buttons,)

    @property
    def tips(self) -> list[Tip]:
        panels: tuple[Panel[Any], ...] = (*self.players, self.node, self.tree)
        return [tip for panel in panels for tip in panel.tips()]

    def update(self, match: ViewState, state: TreeState) -> None:
        """Update every part."""
        for panel, card in zip(self.players, match.players, strict=True):
            panel.update(card)
        self.node.update(state.node)
        self.tree.update(state.tree)

    def draw(self, surface: Surface, animator: Animator, match: ViewState, state: TreeState) -> None:
        """Draw all but the buttons; changes nothing."""
        for panel in self.players:
            panel.draw(surface)
        self.node.draw(surface)
        self.tree.draw(surface)
        shown = state.on_board
        if shown is None:
            self.board.draw(surface, animator, match.scene)
        else:
            line = tuple(move for move, __ in shown.line)
            self.board.draw(surface, Animator(shown.board, 0.0), line_scene(shown.board, line))
