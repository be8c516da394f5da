"""What is foretold of a search, against what it needs."""

from __future__ import annotations

from random import Random
from statistics import geometric_mean

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, estimate_nodes, minimax_nodes
from ai.reference.searches import Memory
from game.board import Board
from tests.ai.positions import PLAIN_ORDERS, positions, random_position
from tests.ai.reference.counting import counted


def test_the_whole_tree_is_counted_where_that_is_quick() -> None:
    assert minimax_nodes(Board.initial(), Choice(depth=7)) == (65_005, True)
    for index, board in enumerate(positions(Random(1), 20)):
        choice = Choice(Algorithm.MINIMAX, 1 + index % 3)
        assert minimax_nodes(board, choice) == (counted(board, choice).nodes, True), board.text()


def test_the_whole_tree_is_estimated_within_some_percent() -> None:
    nodes, is_exact = minimax_nodes(random_position(Random(1), 20), Choice(depth=7))
    assert not is_exact
    assert nodes > 10_000_000
    for seed in range(4):
        board = random_position(Random(seed), 24)
        exact, _ = minimax_nodes(board, Choice(depth=4))
        assert estimate_nodes(board, Choice(Algorithm.MINIMAX, 4)) == pytest.approx(exact, rel=0.1)


def test_an_estimate_is_of_the_right_order() -> None:
    for seed, algorithm in enumerate(list(Algorithm)[1:]):
        for order in PLAIN_ORDERS:
            board = random_position(Random(seed), 24)
            choice = Choice(algorithm, 4 if order is Order.STATIC else 3, order, Memory.POSITIONS)
            assert 0.1 < estimate_nodes(board, choice) / counted(board, choice).nodes < 6


@pytest.mark.slow
@pytest.mark.parametrize("order", [Order.STATIC, Order.UNSORTED])
@pytest.mark.parametrize("algorithm", [Algorithm.MTDF, Algorithm.MT_SSS])
def test_what_repeated_searches_of_the_root_need_without_a_table(algorithm: Algorithm, order: Order) -> None:
    ratios = []
    for seed in range(4):
        board, choice = random_position(Random(seed), 24), Choice(algorithm, 5, order)
        ratios.append(counted(board, choice).nodes / estimate_nodes(board, choice))
    assert 1 / 3 < geometric_mean(ratios) < 3
