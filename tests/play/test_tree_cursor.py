"""The cursor over the recorded trees of a search, on real trees that are shown one after the other."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial, reduce
from typing import Any, cast

import numpy as np
import pytest

from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Limit, Options
from ai.trace.tree import RecordedTree
from game.board import Board, Color
from game.records.transcript import parse_transcript
from play.thinking import RECORDED_PLIES
from play.tree_cursor import TreeCursor
from tests.play.scripted import ScriptedAnalysis
from tests.waiting import wait_until

BOARD = parse_transcript("f5d6c3d3c4f4f6f3e6e7").board


@pytest.fixture(scope="module")
def searched() -> Analysis:
    """Returns a finished search of seven plies by PVS."""
    engine = Engine(16)
    analysis = engine.analyse(BOARD, Limit(depth=7), Options(selective=False, record=RECORDED_PLIES))
    analysis.result()
    engine.close()
    return analysis


Trees = tuple[RecordedTree, ...]


@pytest.fixture(scope="module")
def trees(searched: Analysis) -> Trees:
    assert len(searched.trees()) == len(searched.progress.iterations) > 6
    return searched.trees()


class Shown(TreeCursor):
    """A cursor over trees that a test chooses."""

    tree: Any
    node: Any

    def __init__(self, searched: Analysis, trees: Trees = ()) -> None:
        super().__init__()
        self.scripted = ScriptedAnalysis(searched.board, searched.limit, searched.options)
        self.show(*trees)

    def show(self, *trees: RecordedTree) -> Any:
        """Adds searched trees and returns the tree that is shown."""
        self.scripted.recorded += trees
        self.follow(cast(Analysis, self.scripted))
        return self.tree


ShownOf = Callable[..., Shown]


@pytest.fixture
def shown_of(searched: Analysis) -> ShownOf:
    return partial(Shown, searched)


def test_newest_iteration_is_shown_unless_one_is_held(shown_of: ShownOf, trees: Trees) -> None:
    shown = shown_of(trees[:3])
    assert shown.tree is trees[2]
    assert shown.show(trees[3]) is trees[3], "it goes on with the search"
    shown.step(-1)
    assert shown.tree is trees[2]
    assert shown.show(trees[4]) is trees[2], "held"
    shown.select_tree(trees[4])
    assert shown.show(trees[5]) is trees[5], "the newest is not held"
    shown.select_tree(trees[0])
    assert not shown.can_step(-1)
    shown.step(-1)
    assert shown.tree is trees[0]
    shown.to_newest()
    assert shown.tree is trees[5]
    assert not shown.can_step(1)


def test_dropped_iteration_is_replaced_by_the_newest(shown_of: ShownOf, trees: Trees) -> None:
    shown = shown_of(trees[:4])
    shown.select_tree(trees[0])
    shown.scripted.recorded = trees[1:5]
    assert shown.show() is trees[4]
    assert shown.show(trees[5]) is trees[5]


def test_last_finished_iteration_is_the_newest_at_the_end(shown_of: ShownOf) -> None:
    engine = Engine(16)
    cut_short = engine.analyse(BOARD, Limit(), Options(record=RECORDED_PLIES))
    wait_until(lambda: len(cut_short.trees()) >= 6)
    cut_short.stop()
    cut_short.result()
    engine.close()
    trees = tuple(tree for tree in cut_short.trees() if tree.plies > 1)
    shown = shown_of(trees)
    assert shown.tree is trees[-1], "as long as the search runs"
    shown.scripted.end()
    newest = shown.show()
    assert newest.is_finished
    assert newest is (trees[-1] if trees[-1].is_finished else trees[-2])
    shown.select_tree(trees[-1])
    assert shown.tree is trees[-1], "the other one can still be seen"


def test_new_search_resets_cursor(shown_of: ShownOf, trees: Trees) -> None:
    shown = shown_of(trees)
    shown.select_tree(trees[2])
    shown.node = 1
    shown.scripted = shown_of().scripted
    shown.show()
    assert (shown.tree, shown.node) == (None, None)
    assert shown.show(*trees[:2]) is trees[1]
    shown.follow(None)
    assert shown.trees == ()


def test_arrows_walk_from_node_to_node(shown_of: ShownOf, trees: Trees) -> None:
    shown = shown_of(trees)
    tree = trees[-1]
    for begin in (shown.up, shown.down, lambda: shown.beside(1)):
        shown.node = None
        begin()
        assert shown.node == 0, "walking begins at the root"
    shown.down()
    assert (tree.parent[shown.node], shown.node) == (0, np.flatnonzero(tree.parent == 0)[0])
    shown.beside(1)
    assert tree.ply[shown.node] == 1
    assert tree.start[shown.node] >= tree.size[np.flatnonzero(tree.parent == 0)[0]]
    for _ in range(2):
        shown.up()
        assert tree.ply[shown.node] == 0, "above the root there is nothing"
    row = tree.columns(3).node
    shown.node = int(row[0])
    for node in row[:40]:
        assert shown.node == node
        shown.beside(1)
    for offset, end in ((-len(tree), 0), (len(tree), -1)):
        shown.beside(offset)
        assert shown.node == row[end]
    shown.node = leaf = int(np.flatnonzero(tree.ply == tree.plies - 1)[0])
    shown.down()
    assert shown.node == leaf


def test_node_has_the_board_of_its_moves(shown_of: ShownOf, trees: Trees) -> None:
    shown, tree = shown_of(trees), trees[-1]
    for node in range(0, len(tree), 97):
        assert shown.board(node) == reduce(Board.play, tree.line(node), BOARD)
    assert shown.board(0).turn is Color.BLACK


def test_a_chosen_node_is_found_again_in_the_next_iteration(shown_of: ShownOf, trees: Trees) -> None:
    shown = shown_of(trees[:5])
    tree = trees[4]
    deep = int(np.flatnonzero((tree.ply == 3) & ~tree.is_look)[0])
    shown.node = deep
    before = tree.line(deep)
    shown.show(trees[5])
    after = shown.tree.line(shown.node)
    assert after == before[: len(after)] != [], "as far down as it was searched on this way"
    shown.node = None
    shown.show(trees[6])
    assert shown.node is None


def test_a_chosen_node_stays_while_its_tree_grows(shown_of: ShownOf, trees: Trees) -> None:
    tree = trees[5]
    shown = shown_of((*trees[:5], cut(tree, 200)))
    shown.node = 150
    shown.scripted.recorded = (*trees[:5], cut(tree, 400))
    shown.show()
    assert shown.node == 150
    # The iteration restarts with another algorithm: number 150 is another node now.
    other = replace(trees[6], iteration=tree.iteration, algorithm=Algorithm.ALPHABETA)
    line = shown.tree.line(150)
    shown.scripted.recorded = (*trees[:5], other)
    shown.show()
    found = shown.tree.line(shown.node)
    assert found == line[: len(found)] != []


def cut(tree: RecordedTree, size: int) -> RecordedTree:
    """Returns a tree as it was when `size` nodes had been recorded."""
    arrays: dict[str, Any] = {
        field.name: getattr(tree, field.name)[:size] for field in fields(tree) if field.type == "Array"
    }
    return replace(tree, is_finished=False, **arrays)


def test_without_a_tree_there_is_nothing_to_walk_over(shown_of: ShownOf) -> None:
    shown = shown_of()
    shown.scripted.end()
    assert not shown.can_step(1)
    shown.down()
    shown.to_newest()
    assert shown.node is None
