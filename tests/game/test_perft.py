"""Perft: the number of move sequences of a given length, against published and independently computed counts.

The convention of the published list (A) takes a forced pass as one ply, that of the other list (D) as none.
In both a game that ends before the asked depth counts as one leaf.
"""

from __future__ import annotations

import pytest

from game.board import PASS, Bitboard, Board, flips, legal_moves, squares

# Depth 1, 2, ...: convention A, convention D.
START = Board.initial().text()
START_COUNTS = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)
START_COUNTS_FREE_PASS = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320)

# Positions in which passes come early: white must pass at once (three real games), a whole endgame
# tree (FFO #1) and one with passes from the fourth ply on (FFO #40).
PASSES = {
    "-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O": (
        (1, 4, 19, 126, 948, 7777, 66437, 589519),
        (4, 19, 126, 948, 7777, 66442, 589584),
    ),
    "--XXXXXX---OOO-----OOO----OOOOO----OOO------O------------------- O": (
        (1, 9, 36, 427, 2550, 31558, 237207, 2947929),
        (9, 36, 427, 2567, 31600, 238153, 2951981),
    ),
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X": (
        (8, 57, 416, 2785, 17784, 102573, 547711, 2558142, 10646066),
        (8, 57, 416, 2785, 17792, 102682, 548387, 2564780, 10678439),
    ),
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X": (
        (10, 30, 305, 1325, 12843, 63589, 561645, 2954588),
        (10, 30, 305, 1357, 12927, 64973, 566642, 3008908),
    ),
    "XXXXX-----OO----X-OO-----O-OOO--OOOOOO-----OOO------------------ O": (
        (1, 6, 26, 228, 1667, 17483, 153299, 1723368),
        (6, 26, 228, 1690, 17574, 154540, 1731195),
    ),
}

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
    tables = {START: (START_COUNTS, START_COUNTS_FREE_PASS)} | PASSES
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


@pytest.mark.parametrize(("depth", "leaves"), [(8, START_COUNTS[7]), (9, START_COUNTS[8])])
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
    [(START, 6, START_COUNTS[5])] + [(text, 5, counts[0][4]) for text, counts in PASSES.items()],
)
def test_counts_through_boards(text: str, depth: int, leaves: int) -> None:
    assert perft_of_boards(Board.from_text(text), depth) == leaves
