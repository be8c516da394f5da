"""Killers and history at each step of a trace, compared with the tables of the search itself."""

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.evaluation import evaluate
from ai.reference.searches import INFINITE, Searches
from ai.reference.tree import CutMemory, Event, First, Observer, Tree, TreePosition
from ai.trace.events import record
from ai.trace.learned import Learned, Learning
from ai.trace.sentences import Phrase, sentence_at
from ai.trace.visits import TraceTree
from game.board import Board
from tests.ai.positions import random_position


class Watcher(Observer):
    """Keeps a copy of the tables at every step."""

    memory: CutMemory

    def __init__(self) -> None:
        self.found: list[tuple[dict[int, list[int]], dict[tuple[int, int], int]]] = []

    def note(self, *_arguments: object, **_fields: object) -> None:
        killers = {ply: list(moves) for ply, moves in self.memory.killers.items()}
        self.found.append((killers, dict(self.memory.history)))


@pytest.mark.parametrize("order", [Order.KILLERS, Order.HISTORY])
@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_tables_match_the_search_at_each_step(algorithm: Algorithm, order: Order) -> None:
    """Except at a cut, from which the trace learns at once, the search a moment later."""
    board = random_position(Random(3), 30)
    watcher = Watcher()
    tree = Tree(evaluate, order, watcher)
    watcher.memory = tree.memory
    searches, root = Searches(tree), TreePosition(board.player, board.opponent, 3)
    search = searches.pvs if algorithm is Algorithm.PVS else searches.alphabeta
    search(root, -INFINITE, INFINITE)
    trace = record(board, Choice(algorithm, 3, order))
    learning, steps = Learning(trace), [n for n in range(len(trace)) if trace.events["kind"][n] != Event.CUT]
    assert len(watcher.found) == len(trace)
    for step in (*steps, *reversed(steps[::7])):
        learned, (killers, points) = learning.at(step), watcher.found[step]
        assert learned is not None
        rows = {ply: [move for move, _points in moves] for ply, moves in learned.rows if moves}
        if order is Order.KILLERS:
            assert rows == killers
            continue
        assert {(ply, move): each for ply, moves in learned.rows for move, each in moves} == points
        assert all(
            points[ply, a] >= points[ply, b] for ply, moves in rows.items() for a, b in pairwise(moves)
        )


def test_the_reason_of_a_first_move_is_in_the_tables() -> None:
    board, seen = random_position(Random(3), 30), set[First]()
    for order in (Order.KILLERS, Order.HISTORY):
        trace = record(board, Choice(Algorithm.ALPHABETA, 3, order))
        learning = Learning(trace)
        lists = iter(trace.move_lists.tolist())
        for step in trace.steps(Event.MOVES).tolist():
            event, learned = trace.events[step], learning.at(step)
            moves, why = [next(lists) for _move in range(event["value"])], First(int(event["detail"]))
            assert isinstance(learned, Learned)
            known = dict(learned.at(int(event["ply"])))
            assert (why is not First.ANY) == (moves[0] in known and len(moves) > 1)
            best = [move for move in known if move in moves]
            assert moves[: len(best)] == best or order is Order.HISTORY
            seen.add(why)
    assert seen == {First.ANY, First.KILLER, First.HISTORY}


def test_each_of_several_orders_begins_with_empty_tables() -> None:
    orders = (Order.UNSORTED, Order.KILLERS, Order.HISTORY)
    trace = record(Board.initial(), Choice(Algorithm.ALPHABETA, 4, orders=orders))
    learning = Learning(trace)
    begun = trace.steps(Event.ANOTHER_PASS).tolist()
    assert [learning.order_at(step) for step in begun] == list(orders)
    assert learning.at(begun[0]) is None
    for step in begun[1:]:
        learned, before = learning.at(step), learning.at(step - 1)
        assert learned is not None
        assert not any(moves for _ply, moves in learned.rows)
        assert before is None or any(moves for _ply, moves in before.rows)
    empty = record(Board.initial(), Choice(Algorithm.ALPHABETA, 4, Order.HISTORY))
    assert empty.score == trace.score


def test_two_threads_learn_from_one_trace() -> None:
    """A page is made in one while the window shows a step of the same run."""
    trace = record(random_position(Random(3), 30), Choice(Algorithm.ALPHABETA, 3, Order.HISTORY))
    learning, steps = Learning(trace), range(0, len(trace), 97)
    wanted = [learning.at(step) for step in steps]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(2) as pool:
            forwards = pool.submit(lambda: [learning.at(step) for step in steps])
            backwards = pool.submit(lambda: [learning.at(step) for step in reversed(steps)])
            found = forwards.result(), backwards.result()[::-1]
    finally:
        sys.setswitchinterval(interval)
    assert found == (wanted, wanted)


def test_each_of_several_orders_begins_at_its_first_depth() -> None:
    trace = record(Board.initial(), Choice(Algorithm.ALPHABETA, 3, orders=(Order.UNSORTED, Order.PV_FIRST)))
    nodes = TraceTree(trace)
    said = [sentence_at(trace, nodes, step).phrase for step in trace.steps(Event.ANOTHER_PASS).tolist()]
    assert said == [Phrase.ORDER, Phrase.ORDER, *3 * [Phrase.DEEPEN]]
