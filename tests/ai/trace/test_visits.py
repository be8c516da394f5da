"""The tree of a trace and its cover of minimax's, compared with ones made node by node."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random

import numpy as np
import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.trace.coverage import Cover, Coverage
from ai.trace.events import Trace, record
from ai.trace.tree import LEAF_REASONS, NO_NODE, Bound, NodeKind
from ai.trace.visits import NO_STEP, TraceTree
from game.board import Board
from tests.ai.positions import PLAIN_ORDERS, positions
from tests.ai.trace.replay import walk
from tests.play.plain_searches import Line, Plain


@pytest.fixture(scope="module")
def trees() -> list[tuple[Trace, TraceTree]]:
    traces = [
        record(board, Choice(algorithm, 1 + index % 3, PLAIN_ORDERS[index % 3], memory, index % 4 == 2))
        for index, (board, memory) in enumerate(zip(positions(Random(1), 4), 2 * [*Memory], strict=False))
        for algorithm in Algorithm
    ]
    return [(trace, TraceTree(trace)) for trace in traces]


def test_children_and_sizes(trees: list[tuple[Trace, TraceTree]]) -> None:
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
            spared = nodes.move_count[node] - len(set(seen))
            assert nodes.spared[node] == (spared if nodes.cut[node] != NO_STEP else 0)
        assert (nodes.size == size).all()


def test_columns_are_inside_their_parents_and_apart(trees: list[tuple[Trace, TraceTree]]) -> None:
    for trace, nodes in trees:
        assert sorted(nodes.start.tolist()) == list(range(len(nodes))), "parents before children"
        if trace.choice.algorithm is not Algorithm.SSS:
            assert (nodes.start == np.arange(len(nodes))).all(), "depth first it is the order of time"
        inner = np.flatnonzero(nodes.parent != NO_NODE)
        above = nodes.parent[inner]
        assert (nodes.start[inner] > nodes.start[above]).all()
        assert (nodes.start[inner] + nodes.size[inner] <= nodes.start[above] + nodes.size[above]).all()


def test_bounds_hold() -> None:
    """Of every value, also of SSS*, in which a state below its hope is exact."""
    for index, board in enumerate(positions(Random(4), 4)):
        depth = 1 + index % 3
        plain = Plain(board, depth)
        for algorithm in list(Algorithm)[1:]:
            nodes = TraceTree(record(board, Choice(algorithm, depth, memory=Memory.POSITIONS)))
            for node in range(0, len(nodes), 1 + len(nodes) // 40):
                if nodes.kind[node] == NodeKind.OPEN:
                    continue
                exact, value = plain.minimax(tuple(nodes.line(node))), int(nodes.value[node])
                is_true = {
                    Bound.EXACT: exact == value,
                    Bound.LOWER: exact >= value,
                    Bound.UPPER: exact <= value,
                }
                assert is_true.get(Bound(nodes.bound[node]), exact <= value)


# The cover


def walked(trace: Trace, lines: Sequence[Line], steps: Set[int]) -> dict[int, list[Cover]]:
    """Returns the cover of each line of moves after each of the steps."""
    states: dict[int, list[Cover]] = {}
    now: dict[Line, Cover] = {}
    cuts: set[Line] = set()  # whose last visit was cut

    def cover_of(line: Line) -> Cover:
        above = line
        while above and above not in now:
            above = above[:-1]
        known = now.get(above, Cover.NOT_YET)
        return known if above == line else Cover.CUT_OFF if above in cuts else Cover.NOT_YET

    for step, (call, stack) in enumerate(walk(trace)):
        node, line = stack[-1], tuple(frame.move for frame in stack[1:])
        if call[0] is Event.ENTER:
            now[line] = Cover.UNDER_WAY
            cuts.discard(line)
        elif call[0] is Event.CUT:
            cuts.add(line)
        elif call[0] is Event.LEAVE:
            value, reason = call[4:]
            now[line] = Cover.EXACT
            if reason not in LEAF_REASONS and not node.alpha < value < node.beta:
                now[line] = Cover.CUT_SHORT if value >= node.beta else Cover.ALL_TRIED
        if step in steps:
            states[step] = [cover_of(line) for line in lines]
    return states


@pytest.mark.parametrize("order", [Order.STATIC, Order.WORST_FIRST])
@pytest.mark.parametrize("algorithm", list(Algorithm)[:4])
def test_the_cover_matches_a_plain_walk(algorithm: Algorithm, order: Order) -> None:
    met: set[int] = set()
    rng = Random(4)
    for board in positions(rng, 4):
        depth = 2 if board.empties > 30 else 3
        whole = TraceTree(record(board, Choice(Algorithm.MINIMAX, depth, order)))
        trace = record(board, Choice(algorithm, depth, order))
        coverage = Coverage(whole, TraceTree(trace))
        lines = [tuple(whole.line(node)) for node in range(len(whole))]
        steps = {0, 1, len(trace) - 1, *(rng.randrange(len(trace)) for _ in range(25))}
        for step, covers in walked(trace, lines, steps).items():
            assert coverage.at(step).tolist() == covers
            met |= set(covers)
    assert met >= {Cover.NOT_YET, Cover.UNDER_WAY, Cover.EXACT}
    if algorithm is not Algorithm.MINIMAX:
        assert met == set(Cover)


@pytest.mark.parametrize("algorithm", Algorithm)
def test_a_node_is_again_if_the_same_moves_led_to_one_before(algorithm: Algorithm) -> None:
    seen = set[tuple[int, ...]]()
    tree = TraceTree(record(Board.initial(), Choice(algorithm, 3, memory=Memory.POSITIONS)))
    for node, is_again in enumerate(tree.is_again.tolist()):
        line = tuple(tree.line(node))
        assert is_again == (line in seen)
        seen.add(line)
    again = Algorithm.PVS, Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS
    assert (len(seen) < len(tree)) == (algorithm in again)


def test_spared_nodes_are_those_of_the_moves_cut_off() -> None:
    whole, tree = (
        TraceTree(record(Board.initial(), Choice(algorithm, 4)))
        for algorithm in (Algorithm.MINIMAX, Algorithm.ALPHABETA)
    )
    coverage, cut = Coverage(whole, tree), np.flatnonzero(tree.spared)
    assert len(cut)
    # Alpha-beta visits each node once, so what it spares and what it enters are the whole tree.
    assert sum(coverage.spared(node) for node in cut.tolist()) + len(tree) == len(whole)
