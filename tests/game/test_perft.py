"""Perft: the number of move sequences of a given length, against published and independently computed counts.

A forced pass counts as one ply; a game that ends before the given depth counts as one leaf.
"""

import pytest

from game.board import PASS, Board, squares
from tests.samples import PASS_COUNTS, START, START_COUNTS


def perft(board: Board, depth: int) -> int:
    """Counts the leaves `depth` plies below; a forced pass takes one ply."""
    if depth == 0 or board.is_over():
        return 1
    if depth == 1:
        return board.legal_moves().bit_count() or 1
    moves = list(squares(board.legal_moves())) or [PASS]
    return sum(perft(board.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("text", [START.text(), *PASS_COUNTS])
@pytest.mark.parametrize("most", [20_000, pytest.param(3_100_000, marks=pytest.mark.slow)])
def test_perft_counts(text: str, most: int) -> None:
    counts = PASS_COUNTS.get(text, START_COUNTS)
    for depth, leaves in enumerate(counts, 1):
        assert leaves > most or perft(Board.from_text(text), depth) == leaves
