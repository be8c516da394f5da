"""What a trace holds is what the search did, and what the search did can be checked from it alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, Evaluator, search
from ai.reference.searches import Memory
from ai.trace.events import MAX_EVENTS, EventRecorder, Trace, record
from game.board import Board
from tests.ai.positions import PLAIN_ORDERS, positions, random_position
from tests.ai.trace.replay import calls_of, check_best_first, check_depth_first, logged


def check(board: Board, choice: Choice) -> Trace:
    """The two stories are one, and it holds."""
    trace = record(board, choice)
    assert (trace.score, calls_of(trace)) == logged(board, choice), (board.text(), choice)
    if choice.algorithm is Algorithm.SSS:
        check_best_first(trace)
    else:
        check_depth_first(trace)
    return trace


@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_a_trace_replayed_is_the_search(count: int) -> None:
    """Every search of every position, the other choices in turn."""
    must_pass = events = 0
    for index, board in enumerate(positions(Random(1), count)):
        depth = 1 + index % (3 if count < 100 else 5)
        order = PLAIN_ORDERS[index % 3] if depth < 5 else Order.STATIC
        memory, evaluator = list(Memory)[index // 2 % 3], list(Evaluator)[index % 2]
        scores = set()
        for algorithm in Algorithm:
            choice = Choice(algorithm, depth, order, memory, index % 4 == 3, evaluator)
            if algorithm in (Algorithm.MTDF, Algorithm.MT_SSS) and depth > 3 and memory is Memory.OFF:
                choice = replace(choice, memory=Memory.POSITIONS)
            trace = check(board, choice)
            events += len(trace)
            scores.add(trace.score)
        assert len(scores) == 1, (board.text(), depth)
        must_pass += board.must_pass()
    assert must_pass >= count / 4
    assert events > 10_000


@pytest.mark.parametrize("algorithm", Algorithm)
def test_progress_grows_to_one_and_what_a_tick_raises_ends_the_search(algorithm: Algorithm) -> None:
    shares: list[float] = []
    choice = Choice(algorithm, 3, memory=Memory.POSITIONS)
    record(random_position(Random(1), 20), choice, shares.append)
    assert len(shares) >= 5
    assert shares == sorted(shares)
    assert [share for share in shares if not 0 <= share < 1] == [1.0]
    ticks: list[float] = []

    def tick(share: float) -> None:
        ticks.append(share)
        if len(ticks) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        record(random_position(Random(1), 20), choice, tick)
    assert ticks == shares[:3]
    for board in [board for board in positions(Random(3), 60) if board.empties <= 6][:3]:
        check(board, Choice(algorithm, None, memory=Memory.POSITIONS, aspiration=True))  # in discs


@pytest.mark.parametrize(
    ("algorithm", "depth", "order"),
    [
        (Algorithm.MINIMAX, 7, Order.STATIC),
        (Algorithm.MT_SSS, 5, Order.WORST_FIRST),
        (Algorithm.MT_SSS, 6, Order.UNSORTED),
        (Algorithm.MTDF, 6, Order.WORST_FIRST),
    ],
)
def test_a_search_foreseen_too_long_is_refused(algorithm: Algorithm, depth: int, order: Order) -> None:
    ticks: list[float] = []

    def tick(share: float) -> None:
        ticks.append(share)
        raise TimeoutError

    with pytest.raises(ValueError, match=r"about [\d,]+ positions, but only 670,000 can be recorded"):
        record(random_position(Random(1), 20), Choice(algorithm, depth, order), tick)
    assert ticks == []


def test_a_search_that_turns_out_too_long_ends() -> None:
    choice = Choice(Algorithm.PVS, 4)
    recorder = EventRecorder(choice, lambda _: None, most=500)
    with pytest.raises(ValueError, match="more than 500 steps"):
        search(random_position(Random(1), 20), choice, recorder)
    assert len(recorder.trace(Board.initial(), choice, 0)) == 500
    assert MAX_EVENTS == 2_000_000


def test_scores_and_merits_fit_into_their_fields() -> None:
    """The widest window, on a board where one side has all."""
    board = Board.from_text("XO" + "-" * 62 + " X")
    for algorithm in Algorithm:
        trace = record(board, Choice(algorithm, 2))
        assert trace.score == 640
        assert np.abs(trace.events["beta"]).max() <= 642
