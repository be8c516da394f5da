"""What a search leaves of minimax's tree, against a walk through its events one by one."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random

import numpy as np
import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.tree import Event
from ai.telemetry import Reason
from ai.trace.coverage import Cover, Coverage
from ai.trace.events import Trace, record
from ai.trace.visits import TraceTree
from game.board import Board, Move
from tests.ai.positions import positions

Line = tuple[Move, ...]


def walked(trace: Trace, lines: Sequence[Line], steps: Set[int]) -> dict[int, list[Cover]]:
    """After each of the steps: the cover of each of the lines of moves."""
    states: dict[int, list[Cover]] = {}
    now: dict[Line, Cover] = {}
    cuts: set[Line] = set()  # whose last visit was cut
    entered: dict[int, Line] = {}
    windows: dict[int, tuple[int, int]] = {}

    def cover_of(line: Line) -> Cover:
        above = line
        while above and above not in now:
            above = above[:-1]
        known = now.get(above, Cover.NOT_YET)
        return known if above == line else Cover.CUT_OFF if above in cuts else Cover.NOT_YET

    for step, event in enumerate(trace.events):
        node = int(event["node"])
        if event["kind"] == Event.ENTER:
            parent = int(trace.parents[node])
            entered[node] = (*entered[parent], int(event["move"])) if parent >= 0 else ()
            windows[node] = int(event["alpha"]), int(event["beta"])
            now[entered[node]] = Cover.UNDER_WAY
            cuts.discard(entered[node])
        elif event["kind"] == Event.CUT:
            cuts.add(entered[node])
        elif event["kind"] == Event.LEAVE:
            alpha, beta = windows[node]
            cover = Cover.CUT_SHORT if event["value"] >= beta else Cover.EXACT
            if event["value"] <= alpha:
                cover = Cover.ALL_TRIED
            if event["detail"] in (Reason.EVALUATED, Reason.GAME_OVER):
                cover = Cover.EXACT
            now[entered[node]] = cover
        if step in steps:
            states[step] = [cover_of(line) for line in lines]
    return states


@pytest.mark.parametrize("order", [Order.STATIC, Order.WORST_FIRST])
@pytest.mark.parametrize(
    "algorithm", [Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.SCOUT]
)
def test_the_cover_is_that_of_a_plain_walk(algorithm: Algorithm, order: Order) -> None:
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


def test_what_a_node_spares_is_what_its_other_moves_would_have_cost() -> None:
    board = Board.initial()
    whole = TraceTree(record(board, Choice(Algorithm.MINIMAX, 4)))
    tree = TraceTree(record(board, Choice(Algorithm.ALPHABETA, 4)))
    coverage = Coverage(whole, tree)
    cut = np.flatnonzero(tree.spared)
    assert len(cut)
    # Alpha-beta visits each node once, so what it spares and what it enters are the whole tree.
    assert sum(coverage.spared(node) for node in cut.tolist()) + len(tree) == len(whole)
