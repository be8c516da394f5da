"""Where two searches diverge, checked by plain searches of those positions without a trace."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, search
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import Event, Observer
from ai.trace.events import Trace, record
from ai.trace.visits import TraceTree
from game.board import Board, Color, Move, squares
from game.sentences import Line, Worth
from play.slow_motion import DifferenceKind, Divergence, difference_of, first_difference
from tests.samples import random_game

BOARDS = [random_game(seed, plies=plies).board for seed, plies in ((1, 20), (4, 52))]
DEPTH = 3
CHOICES = [
    *(Choice(algorithm, DEPTH) for algorithm in Algorithm),
    Choice(Algorithm.PVS, DEPTH, Order.UNSORTED),
    Choice(Algorithm.PVS, DEPTH, Order.PV_FIRST),
    Choice(Algorithm.ALPHABETA, DEPTH, memory=Memory.POSITIONS),
    Choice(Algorithm.PVS, DEPTH, aspiration=True),
]
PAIRS = list(itertools.combinations(CHOICES, 2))
Found = list[tuple[Board, tuple[Choice, Choice], Divergence]]


def traced(board: Board, choice: Choice) -> tuple[Trace, TraceTree]:
    trace = record(board, choice)
    return trace, TraceTree(trace)


def after(board: Board, line: Sequence[int]) -> Board:
    return reduce(Board.play, line, board)


def worth(board: Board, depth: int, turn: Color) -> int:
    """Returns the value for a side by plain minimax."""
    if depth == 0 or board.is_over():
        return 0
    score = search(board, Choice(Algorithm.MINIMAX, depth), Observer())
    return score if board.turn is turn else -score


def plies_left(line: Sequence[int]) -> int:
    """Returns the plies left after a line; a pass costs none."""
    return DEPTH - sum(move >= 0 for move in line)


@pytest.fixture(scope="module")
def found() -> Found:
    found = []
    for board in BOARDS:
        runs = {choice: traced(board, choice) for choice in CHOICES}
        for pair in PAIRS:
            difference = difference_of(runs[pair[0]], runs[pair[1]])
            if difference is not None:
                found.append((board, pair, difference))
    return found


def square(difference: Divergence, name: str) -> Move:
    line = difference.fields[name]
    assert isinstance(line, Line)
    return line.moves[0]


def test_sentences_have_all_fields_and_legal_moves(found: Found) -> None:
    for board, pair, difference in found:
        here = after(board, difference.line)
        assert pair[difference.explainer] in CHOICES
        assert difference.fields["color"] is here.turn
        wanted = {*re.findall(r"{(\w+)}", difference.kind.value)} - {"one", "two"}
        assert wanted <= difference.fields.keys()
        for name in wanted & {"move", "best", "rival"}:
            move = square(difference, name)
            assert move < 0 or here.legal_moves() >> move & 1
    kinds = {difference.kind for *__, difference in found}
    assert kinds >= set(DifferenceKind) - {DifferenceKind.OTHER, DifferenceKind.QUESTION}
    assert DifferenceKind.OTHER not in kinds


def known_to(found: Found, algorithm: Algorithm, rival: Algorithm) -> Iterator[tuple[Board, Divergence]]:
    """Yields for each board (the position where the two diverge, what the first search knew)."""
    pair = {Choice(algorithm, DEPTH), Choice(rival, DEPTH)}
    differences = [each for each in found if set(each[1]) == pair]
    assert len(differences) == len(BOARDS)
    for board, choices, difference in differences:
        assert choices[difference.explainer].algorithm is algorithm
        yield after(board, difference.line), difference


def test_bet_is_on_the_minimax_best_so_far(found: Found) -> None:
    """PVS against alpha-beta: until they diverge, both know the exact values of the earlier moves."""
    for node, difference in known_to(found, Algorithm.PVS, Algorithm.ALPHABETA):
        assert difference.kind is DifferenceKind.BET
        best, alpha = square(difference, "best"), difference.fields["alpha"]
        assert isinstance(alpha, Worth)
        if left := plies_left([*difference.line, best]):
            assert node.turn.sign * alpha.value == worth(node.play(best), left, node.turn)


def test_narrower_window_agrees_with_minimax(found: Found) -> None:
    """Alpha-beta against minimax: the bound is the value of an earlier move, which minimax forgets."""
    for node, difference in known_to(found, Algorithm.ALPHABETA, Algorithm.MINIMAX):
        assert difference.kind is DifferenceKind.NARROWER
        move = square(difference, "move")
        alpha, beta, low, high = (difference.fields[name] for name in ("alpha", "beta", "low", "high"))
        assert isinstance(alpha, Worth)
        ends = [Worth(node.turn.sign * end, alpha.unit) for end in (-INFINITE, INFINITE)]
        assert ([low, high], beta) == (ends, high)
        if left := plies_left([*difference.line, move]):
            others = [other for other in squares(node.legal_moves()) if other != move]
            values = [worth(node.play(other), left, node.turn) for other in others]
            assert node.turn.sign * alpha.value in values


def test_orders_diverge_at_their_first_different_move() -> None:
    board = BOARDS[0]
    orders = Order.STATIC, Order.UNSORTED
    one, two = (traced(board, Choice(Algorithm.PVS, DEPTH, order)) for order in orders)
    difference = difference_of(one, two)
    assert difference is not None
    assert difference.kind is DifferenceKind.ORDER
    lists = []
    for _trace, tree in (one, two):
        node = next(n for n in range(len(tree)) if tuple(tree.line(n)) == difference.line)
        lists.append(tree.moves(node))
    differ = [(Line((a,)), Line((b,))) for a, b in zip(*lists, strict=True) if a != b]
    assert (difference.fields["move"], difference.fields["rival"]) == differ[0]


def test_identical_searches_do_not_differ_but_a_shorter_one_does() -> None:
    run = traced(BOARDS[0], Choice(depth=2))
    assert difference_of(run, run) is None
    shorter = replace(run[0], events=run[0].events[:-1])
    assert first_difference(run[0], shorter) == len(shorter)
    difference = difference_of(run, (shorter, run[1]))
    assert difference is not None
    assert (difference.kind, Event(run[0].events[-1]["kind"])) == (DifferenceKind.OTHER, Event.LEAVE)
