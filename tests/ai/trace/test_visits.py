"""The tree of a trace, array by array, against one that is made node by node."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ai.limits import Algorithm
from ai.reference import evaluate
from ai.reference.choice import Choice, search
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.trace.events import Trace, record
from ai.trace.tree import NO_NODE, Bound, NodeKind
from ai.trace.visits import NO_STEP, TraceTree
from ai.weights import ONE_DISC
from game.board import Board, final_score
from tests.ai.positions import PLAIN_ORDERS, positions


@pytest.fixture(scope="module")
def trees() -> list[tuple[Trace, TraceTree]]:
    """Of every search of a few positions."""
    traces = [
        record(board, Choice(algorithm, 1 + index % 3, PLAIN_ORDERS[index // 2 % 3], memory, index % 4 == 2))
        for index, (board, memory) in enumerate(zip(positions(Random(1), 6), 2 * [*Memory], strict=True))
        for algorithm in Algorithm
    ]
    return [(trace, TraceTree(trace)) for trace in traces]


def test_the_arrays_are_those_of_the_events(trees: list[tuple[Trace, TraceTree]]) -> None:
    for trace, nodes in trees:
        for node in range(0, len(nodes), 1 + len(nodes) // 50):
            first, last = int(nodes.first[node]), int(nodes.last[node])
            entry = trace.events[first]
            assert (entry["kind"], entry["node"]) == (Event.ENTER, node)
            assert (nodes.alpha[node], nodes.beta[node]) == (entry["alpha"], entry["beta"])
            if nodes.kind[node] != NodeKind.OPEN:
                left = trace.events[last]
                assert (left["kind"], left["node"], left["value"]) == (Event.LEAVE, node, nodes.value[node])
            else:
                assert trace.choice.algorithm is Algorithm.SSS
                assert last == nodes.last[nodes.parent[node]]
            if nodes.moved[node] != NO_STEP:
                assert trace.events[int(nodes.moved[node])]["value"] == len(nodes.moves(node))


def test_families_and_sizes(trees: list[tuple[Trace, TraceTree]]) -> None:
    for _, nodes in trees:
        children: dict[int, list[int]] = {node: [] for node in range(NO_NODE, len(nodes))}
        for node, parent in enumerate(nodes.parent.tolist()):
            children[parent].append(node)
        size = np.ones(len(nodes), int)
        for node in reversed(range(len(nodes))):  # a child is entered after its parent
            size[node] += sum(size[child] for child in children[node])
            by_place = sorted(children[node], key=lambda child: (nodes.place[child], child))
            assert nodes.children(node).tolist() == by_place
            seen: list[int] = []
            for child in by_place:
                assert nodes.visit[child] == seen.count(nodes.place[child])
                assert nodes.moves(node)[nodes.place[child]] == nodes.move[child]
                seen.append(int(nodes.place[child]))
            searched = len(set(seen))
            cut = int(nodes.cut[node])
            assert nodes.spared[node] == (nodes.move_count[node] - searched if cut != NO_STEP else 0)
        assert (nodes.size == size).all()


def test_columns_stand_inside_their_parents_and_apart(trees: list[tuple[Trace, TraceTree]]) -> None:
    for trace, nodes in trees:
        assert sorted(nodes.start.tolist()) == list(range(len(nodes))), (
            "from left to right, parents before children"
        )
        if trace.choice.algorithm is not Algorithm.SSS:
            assert (nodes.start == np.arange(len(nodes))).all(), "depth first it is the order of time"
        inner = np.flatnonzero(nodes.parent != NO_NODE)
        above = nodes.parent[inner]
        assert (nodes.start[inner] > nodes.start[above]).all()
        assert (nodes.start[inner] + nodes.size[inner] <= nodes.start[above] + nodes.size[above]).all()
        for ply in range(nodes.plies):
            whole = nodes.columns(ply, 0, len(nodes), len(nodes))
            row = np.flatnonzero(nodes.ply == ply)
            row = row[np.argsort(nodes.start[row])]
            assert whole.node.tolist() == row.tolist()
            assert whole.left.tolist() == nodes.start[row].tolist()
            assert (whole.width == nodes.size[row]).all()


def test_bounds_are_true() -> None:
    """Of every value, also those of SSS*, of which a state less than its hope is exact."""
    for index, board in enumerate(positions(Random(4), 8)):
        depth = 1 + index % 3
        for algorithm in list(Algorithm)[1:]:
            nodes = TraceTree(record(board, Choice(algorithm, depth, memory=Memory.POSITIONS)))
            for node in range(0, len(nodes), 1 + len(nodes) // 40):
                if nodes.kind[node] == NodeKind.OPEN:
                    continue
                position = board
                for move in nodes.line(node):
                    position = position.play(move)
                exact = exact_value(position, int(nodes.depth[node]))
                value = int(nodes.value[node])
                if nodes.bound[node] == Bound.EXACT:
                    assert exact == value
                elif nodes.bound[node] == Bound.LOWER:
                    assert exact >= value
                else:
                    assert exact <= value


def exact_value(board: Board, depth: int) -> int:
    if board.is_over():
        return ONE_DISC * final_score(board.player, board.opponent)
    if depth == 0:
        return evaluate(board.player, board.opponent)
    return search(board, Choice(Algorithm.ALPHABETA, depth))


def test_an_icicle_of_65005_nodes_is_small() -> None:
    trace = record(Board.initial(), Choice(Algorithm.MINIMAX, 7))
    assert len(trace.parents) == len(trace.steps(Event.ENTER)) == 65_005
    assert trace.events.nbytes < 20 * len(trace)
    nodes = TraceTree(trace)
    for ply in range(nodes.plies):
        assert len(nodes.columns(ply, 100.5, 60_000.25, 800).node) <= 800
