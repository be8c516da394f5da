"""Perft: the number of move sequences of a given length, against published and independently computed counts.

The convention of the published list (A) takes a forced pass as one ply, that of the other list (D) as none.
In both a game that ends before the asked depth counts as one leaf.
"""

from __future__ import annotations

import pytest

from game.board import PASS, Bitboard, Board, flips, legal_moves, squares
from tests.samples import PASS_COUNTS, START, START_COUNTS, START_COUNTS_FREE_PASS

# Plain Python visits about 200,000 inner nodes a second: counts above this belong to the slow tests.
QUICK_LEAVES = 250_000
SLOW_LEAVES = 11_000_000


def perft(player: Bitboard, opponent: Bitboard, depth: int, pass_plies: int) -> int:
    """Leaves `depth` plies below; a forced pass takes `pass_plies` (1: convention A, 0: convention D)."""
    if depth == 0:
        return 1
    moves = legal_moves(player, opponent)
    if not moves:
        return perft(opponent, player, depth - pass_plies, pass_plies) if legal_moves(opponent, player) else 1
    if depth == 1:
        return moves.bit_count()
    leaves = 0
    for square in squares(moves):
        turned = flips(player, opponent, square)
        leaves += perft(opponent ^ turned, player ^ turned ^ 1 << square, depth - 1, pass_plies)
    return leaves


def perft_of_boards(board: Board, depth: int) -> int:
    """Convention A again, through the public face of Board and without shortcuts."""
    if depth == 0 or board.is_over():
        return 1
    moves = [PASS] if board.must_pass() else list(squares(board.legal_moves()))
    return sum(perft_of_boards(board.play(move), depth - 1) for move in moves)


def cases(low: int, high: int) -> list[tuple[str, int, int, int]]:
    """(board, depth, pass plies, leaves) for all counts with low < leaves <= high."""
    tables = {START.text(): (START_COUNTS, START_COUNTS_FREE_PASS)} | PASS_COUNTS
    return [
        (text, depth, pass_plies, leaves)
        for text, (one_ply, free) in tables.items()
        for pass_plies, counts in ((1, one_ply), (0, free))
        for depth, leaves in enumerate(counts, 1)
        if low < leaves <= high
    ]


@pytest.mark.parametrize(("text", "depth", "pass_plies", "leaves"), cases(0, QUICK_LEAVES))
def test_counts(text: str, depth: int, pass_plies: int, leaves: int) -> None:
    board = Board.from_text(text)
    assert perft(board.player, board.opponent, depth, pass_plies) == leaves


@pytest.mark.parametrize(
    ("depth", "leaves"),
    [(8, START_COUNTS[7]), pytest.param(9, START_COUNTS[8], marks=pytest.mark.slow)],
)
def test_counts_from_the_start(depth: int, leaves: int) -> None:
    board = Board.initial()
    assert perft(board.player, board.opponent, depth, 1) == leaves


@pytest.mark.slow
@pytest.mark.parametrize(("text", "depth", "pass_plies", "leaves"), cases(QUICK_LEAVES, SLOW_LEAVES))
def test_deep_counts(text: str, depth: int, pass_plies: int, leaves: int) -> None:
    board = Board.from_text(text)
    assert perft(board.player, board.opponent, depth, pass_plies) == leaves


@pytest.mark.parametrize(
    ("text", "depth", "leaves"),
    [(START.text(), 6, START_COUNTS[5])] + [(text, 5, counts[0][4]) for text, counts in PASS_COUNTS.items()],
)
def test_counts_through_boards(text: str, depth: int, leaves: int) -> None:
    assert perft_of_boards(Board.from_text(text), depth) == leaves
