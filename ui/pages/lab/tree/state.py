"""All that is shown of the live tree, as one value made in `update`. No drawing."""

from __future__ import annotations

from dataclasses import dataclass

from ai import preparation
from play.race import deepest_possible
from play.tree_cursor import Missing, NodeFacts
from ui.board.board_view import Scene
from ui.pages.board_page import PageState
from ui.pages.lab.tree.commands import TreeCommands
from ui.pages.lab.tree.panel import Iteration, TreeModel
from ui.pages.lab.tree.view import NodeModel
from ui.pages.lab.tree.wording import FULL, describe_missing, describe_tree, name_tree
from ui.text import _
from ui.text.race_wording import describe_limit
from ui.tree_view import line_scene


@dataclass(frozen=True, slots=True)
class TreeState(PageState):
    tree: TreeModel
    node: NodeModel


def make_state(commands: TreeCommands, hovered: int | None, facts: NodeFacts | None) -> TreeState:
    """`facts` are of the node that is pointed at or chosen."""
    scene = Scene(turn=commands.board.turn)
    if facts is not None:
        scene = line_scene(facts.board, tuple(move for move, __ in facts.line))
    tree = _tree_model(commands, hovered)
    refused = _refused(commands)
    return TreeState(
        scene, refused or tree.note or tree.message[0], bool(refused), tree,
        NodeModel(facts, commands.is_running),
    )  # fmt: skip


def _refused(commands: TreeCommands) -> str:
    """Why this search is not made."""
    deepest = deepest_possible(commands.board, (commands.lane,), commands.limit)
    if deepest is None:
        return "" if commands.runner is None else commands.runner.error
    said = _("{plies} are too many for minimax here: take {deepest} at the most, or seconds")
    return said.format(plies=describe_limit(commands.limit), deepest=deepest)


def _tree_model(commands: TreeCommands, hovered: int | None) -> TreeModel:
    cursor, analysis = commands.cursor, commands.cursor.analysis
    title = f"{commands.lane.name} · {commands.board.turn.label}"
    missing = cursor.missing
    if missing is Missing.NO_SEARCH and commands.is_running:
        missing = Missing.BEGINNING if preparation.is_ready() else Missing.PLAIN
    if missing is not None:
        return TreeModel(title, message=describe_missing(missing))
    assert analysis is not None
    assert cursor.tree is not None
    return TreeModel(
        title,
        tuple(Iteration(tree, name_tree(analysis, tree), tree.algorithm) for tree in cursor.trees),
        cursor.tree,
        commands.viewport,
        hovered,
        cursor.node,
        describe_tree(analysis, cursor.tree),
        _(FULL) if cursor.tree.is_full else "",
    )
