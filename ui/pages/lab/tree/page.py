"""The live tree: a search of the position, and the first plies of the tree of each of its iterations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from ai import preparation
from ui.board.board_view import Scene
from ui.layout import Frame
from ui.pages.lab.cards import FactsModel, FactsPanel, TimeModel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import LabPart, LabState, LabView
from ui.pages.lab.tree.commands import KEYS_LINE, TreeCommands
from ui.pages.lab.trees import LivePanel, TreeModel
from ui.pages.lab.wording import depth_of, describe_node, describe_tree, node_facts, unit_of
from ui.panels.tips import NODE_LINE, NODE_WORDS
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.wording import capitalised, describe_preparation
from ui.theme import Theme
from ui.tree_view import format_line, line_scene
from ui.window import Window

BUTTONS: Final = ("iteration_before", "iteration_after", "zoom_in", "zoom_out", "whole_tree")
INTRODUCTION: Final = N_(
    "A column is a position, as wide as the search below it was large; below it stand the positions after its"
    " moves, from left to right as they were searched. Point at one, or walk with the arrow keys."
)
FULL: Final = N_("There was no room to record the rest: it is missing in the lower rows.")


@dataclass(frozen=True, slots=True)
class TreeState(LabState):
    tree: TreeModel
    node: FactsModel


class TreeView(LabView):
    tree: LivePanel
    node: FactsPanel


class TreePart(LabPart[TreeCommands, TreeView, TreeState]):
    keys = KEYS_LINE
    is_pulled_by_left = True

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, TreeCommands(window, lab))

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    # Life

    def make_view(self, theme: Theme, frame: Frame) -> TreeView:
        actions = self.window.actions
        start, buttons = [actions["tree_start"]], [actions[name] for name in BUTTONS]
        view = TreeView(theme, frame, self.window.settings, [("plain", start), ("plain", buttons)])
        view.node = FactsPanel(theme, view.layout.side)
        view.tree = LivePanel(theme, view.layout.body)
        view.show_panels(view.board, ("node", "tree", "time"))
        self.commands.update(0.0)
        return view

    def on_open(self) -> None:
        super().on_open()
        commands = self.commands
        if commands.runner is None or commands.board != commands.lab.board:
            commands.search()

    def close(self) -> None:
        self.commands.close()

    def make_state(self) -> TreeState:
        commands, cursor = self.commands, self.commands.cursor
        node, hovered, board = cursor.node, None, commands.board
        if cursor.tree is not None:
            self.view.tree.look_at(cursor.tree, commands.viewport, board.turn)
        if self.pointer is not None and not self.is_pulled and not commands.is_walking:
            found = self.view.tree.node_at(self.pointer)
            hovered = None if found is None else found[1]
        node = node if hovered is None else hovered
        scene = Scene(turn=board.turn)
        card = FactsModel(
            _("A node of the tree"), (), ((_(INTRODUCTION), "quiet"),), (NODE_WORDS, NODE_WORDS)
        )
        if cursor.tree is not None and node is not None:
            tree, turn, board = cursor.tree, board.turn, cursor.board(node)
            scene = line_scene(board, tuple(tree.line(node)))
            words = describe_node(tree, node, turn, commands.is_running)
            facts = node_facts(tree, node, turn, unit_of(tree, node))
            title = format_line(tuple(tree.line(node)))
            card = FactsModel(
                title if tree.line(node) else capitalised(title),
                facts,
                ((words, "quiet"),),
                (NODE_LINE, NODE_WORDS),
            )
        shown = self._tree(hovered)
        problem = commands.problem or (commands.runner.error if commands.runner is not None else "")
        status = problem or shown.note or shown.message[0]
        return TreeState(scene, status, bool(problem), board, self._time(), shown, card)

    def _time(self) -> TimeModel:
        """Of the iterations."""
        cursor = self.commands.cursor
        if cursor.tree is None or cursor.analysis is None:
            return TimeModel()
        last = max(1, len(cursor.trees) - 1)
        ticks = tuple(n / last for n in range(len(cursor.trees)))
        return TimeModel(cursor.place / last, ticks, depth_of(cursor.analysis, cursor.tree))

    def _tree(self, hovered: int | None) -> TreeModel:
        commands, cursor = self.commands, self.commands.cursor
        turn = commands.board.turn
        title = f"{commands.lane.name} · {turn.label}"
        if cursor.analysis is None or cursor.tree is None:
            return TreeModel(title, message=self._message())
        return TreeModel(
            title,
            turn,
            cursor.tree,
            commands.viewport,
            hovered,
            cursor.node,
            describe_tree(cursor.analysis, cursor.tree),
            _(FULL) if cursor.tree.is_full else "",
        )

    def _message(self) -> tuple[str, str]:
        """(A title, why there is no tree and what can be done)."""
        if self.commands.is_running:
            waits = "" if preparation.is_ready() else describe_preparation(preparation.progress())
            return _("The search begins"), waits or _("Its tree is there in a moment.")
        if self.commands.cursor.analysis is None:
            said = _("Start ({tree_start}) searches the position, and the tree of the search grows here.")
            return _("No search yet"), keyed(said)
        return _("No tree"), _("The search ended before it had recorded anything.")

    # The mouse

    def on_motion(self, event: pygame.event.Event) -> None:
        self.commands.is_walking = False
        super().on_motion(event)

    def click(self, position: tuple[int, int]) -> None:
        """Choose a node; again, to see it as wide as the icicle."""
        cursor, found = self.commands.cursor, self.view.tree.node_at(position)
        node = None if found is None else found[1]
        if node is not None and node == cursor.node:
            self.commands.fill()
        cursor.node = node
