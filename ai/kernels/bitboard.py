"""The rules, compiled: uint64 versions of the functions with the same names in game/board.py."""

from typing import Any

import numpy as np
from numba import int64, uint64
from numba.types import UniTuple

from ai.kernels import kernel
from ai.kernels.intrinsics import ONE, first_square, flips_vector, mobility_vector, popcount, rays

_ROW = np.uint64(0xFF)
_FILE_A = np.uint64(0x0101010101010101)
_DIAGONAL = np.uint64(0x0102040810204080)
_N3, _N7, _N8, _N56 = (np.uint64(n) for n in (3, 7, 8, 56))


@kernel(uint64(uint64, uint64))
def legal_moves(player: int, opponent: int) -> int:
    return mobility_vector(player, opponent)


@kernel(uint64(uint64, uint64, int64))
def flips(player: int, opponent: int, square: int) -> int:
    """Returns the discs that `player` turns by playing the empty `square`; 0 if there are none."""
    return flips_vector(player, opponent, square)


@kernel(UniTuple(uint64, 2)(uint64, uint64, int64))
def make_move(player: int, opponent: int, square: int) -> tuple[int, int]:
    """Returns the discs after a move: those of the side now to move, and those of `player`."""
    turned = flips_vector(player, opponent, square)
    return opponent ^ turned, player ^ turned ^ (ONE << uint64(square))


@kernel(int64(uint64, uint64))
def final_score(player: int, opponent: int) -> int:
    """Returns the disc lead of `player` at the end of a game; empties count for the winner."""
    mine, theirs = popcount(player), popcount(opponent)
    if mine > theirs:
        return 64 - 2 * theirs
    if mine < theirs:
        return 2 * mine - 64
    return 0


def _flip_counts() -> Any:
    """Counts the discs turned on a line by playing its only empty square: [8 places][256 own-disc masks]."""
    counts = np.zeros((8, 256), np.uint8)
    for place in range(8):
        for line in range(256):
            below = [k for k in range(place) if line >> k & 1]
            above = [k for k in range(place + 1, 8) if line >> k & 1]
            turned = (place - max(below) - 1 if below else 0) + (min(above) - place - 1 if above else 0)
            counts[place, line] = turned
    return counts


# [64 squares][axis, as in `rays`]: the whole line through the square.
_LINES = np.array(
    [
        [up | down | 1 << square for up, down in zip(rays(square, 1), rays(square, -1), strict=True)]
        for square in range(64)
    ],
    np.uint64,
)
_FLIP_COUNTS = _flip_counts()


@kernel(int64(uint64, int64))
def last_flips(player: int, square: int) -> int:
    """Returns how many discs `player` turns by playing `square`, the only empty one on the board.

    A multiplication gathers each line through the square into a byte, which indexes a table.
    """
    x, y = uint64(square) & _N7, uint64(square) >> _N3
    row = (player >> (y * _N8)) & _ROW
    file = (((player >> x) & _FILE_A) * _DIAGONAL) >> _N56
    rising = ((player & _LINES[uint64(square), 3]) * _FILE_A) >> _N56
    falling = ((player & _LINES[uint64(square), 1]) * _FILE_A) >> _N56
    return (
        int64(_FLIP_COUNTS[x, row])
        + int64(_FLIP_COUNTS[y, file])
        + int64(_FLIP_COUNTS[x, rising])
        + int64(_FLIP_COUNTS[x, falling])
    )


@kernel(int64(uint64, uint64, int64))
def perft(player: int, opponent: int, depth: int) -> int:
    """Counts the leaves of the tree of `depth` plies; a pass is a ply, an earlier end of the game a leaf."""
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if depth <= 1 or mobility_vector(opponent, player) == 0:
            return 1
        return perft(opponent, player, depth - 1)
    if depth <= 1:
        return popcount(moves) if depth == 1 else 1
    leaves = 0
    while moves:
        square = first_square(moves)
        moves &= moves - ONE
        turned = flips_vector(player, opponent, square)
        leaves += perft(opponent ^ turned, player ^ turned ^ (ONE << uint64(square)), depth - 1)
    return leaves
