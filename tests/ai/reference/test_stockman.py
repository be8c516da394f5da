"""SSS* and what it turned out to be: Plaat, Schaeffer, Pijls & de Bruin 1996, "Best-first fixed-depth minimax
algorithms".
"""

from __future__ import annotations

from random import Random

import pytest

from ai.limits import Algorithm
from ai.reference.choice import Choice
from ai.reference.searches import Memory
from tests.ai.positions import PLAIN_ORDERS, positions
from tests.ai.reference.counting import counted


@pytest.mark.parametrize("count", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_sss_and_mt_sss_value_the_same_leaves_in_the_same_order(count: int) -> None:
    """With a table of paths."""
    total = 0
    for index, board in enumerate(positions(Random(1), count)):
        depth = 1 + index % (4 if count < 100 else 5)
        for order in PLAIN_ORDERS:
            listed = counted(board, Choice(Algorithm.SSS, depth, order)).leaves
            remembered = counted(board, Choice(Algorithm.MT_SSS, depth, order, Memory.PATHS)).leaves
            assert listed == remembered, (board.text(), depth, order)
            assert len(set(listed)) == len(listed), "no leaf is valued twice"
            total += len(listed)
    assert total > 100 * count


def test_sss_values_no_leaf_that_alpha_beta_does_not() -> None:
    """Stockman 1979, with the ties broken as Roizen & Pearl (1983) say."""
    for index, board in enumerate(positions(Random(3), 12)):
        for order in PLAIN_ORDERS:
            best_first = counted(board, Choice(Algorithm.SSS, 1 + index % 4, order)).leaves
            depth_first = counted(board, Choice(Algorithm.ALPHABETA, 1 + index % 4, order)).leaves
            assert set(best_first) <= set(depth_first), board.text()
