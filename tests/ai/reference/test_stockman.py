"""SSS* and what it turned out to be: Plaat, Schaeffer, Pijls & de Bruin 1996, "Best-first fixed-depth minimax
algorithms".
"""

from __future__ import annotations

from random import Random

import pytest

from ai.limits import Algorithm
from ai.reference.choice import Choice
from ai.reference.searches import Memory
from game.board import Board
from tests.ai.positions import PLAIN_ORDERS, positions
from tests.ai.reference.counting import counted


def check_leaves(boards: list[Board], depths: list[int]) -> int:
    """MT-SSS* with a table of paths values the leaves that SSS* values, in that order; how many in all."""
    total = 0
    for index, board in enumerate(boards):
        depth = depths[index % len(depths)]
        for order in PLAIN_ORDERS:
            listed = counted(board, Choice(Algorithm.SSS, depth, order)).leaves
            remembered = counted(board, Choice(Algorithm.MT_SSS, depth, order, Memory.PATHS)).leaves
            assert listed == remembered, (board.text(), depth, order)
            assert len(set(listed)) == len(listed), "no leaf is valued twice"
            total += len(listed)
    return total


def test_sss_and_mt_sss_value_the_same_leaves_in_the_same_order() -> None:
    assert check_leaves(list(positions(Random(1), 14)), [1, 2, 3, 4]) > 2000


@pytest.mark.slow
def test_sss_and_mt_sss_value_the_same_leaves_of_200_positions() -> None:
    assert check_leaves(list(positions(Random(2), 200)), [1, 2, 3, 4, 5]) > 100_000


def test_sss_values_no_leaf_that_alpha_beta_does_not() -> None:
    """Stockman 1979, with the ties broken as Roizen & Pearl (1983) say."""
    for index, board in enumerate(positions(Random(3), 12)):
        for order in PLAIN_ORDERS:
            best_first = counted(board, Choice(Algorithm.SSS, 1 + index % 4, order)).leaves
            depth_first = counted(board, Choice(Algorithm.ALPHABETA, 1 + index % 4, order)).leaves
            assert set(best_first) <= set(depth_first), board.text()


def test_with_a_table_of_positions_the_leaves_are_fewer() -> None:
    """So the equality is one of trees: a program's table knows more."""
    paths = by_position = 0
    for board in positions(Random(4), 6):
        paths += len(counted(board, Choice(Algorithm.MT_SSS, 4, memory=Memory.PATHS)).leaves)
        by_position += len(counted(board, Choice(Algorithm.MT_SSS, 4, memory=Memory.POSITIONS)).leaves)
    assert by_position < paths
