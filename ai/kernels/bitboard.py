"""The rules, compiled: uint64 twins of the functions of the same names in game/board.py."""

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
    """The discs turned by a disc of `player` on the empty `square`; 0 if it turns none."""
    return flips_vector(player, opponent, square)


@kernel(UniTuple(uint64, 2)(uint64, uint64, int64))
def make_move(player: int, opponent: int, square: int) -> tuple[int, int]:
    """The discs of the side then to move, and those of `player`."""
    turned = flips_vector(player, opponent, square)
    return opponent ^ turned, player ^ turned ^ (ONE << uint64(square))


@kernel(int64(uint64, uint64))
def final_score(player: int, opponent: int) -> int:
    """Discs ahead for `player` at the end of a game, the empties going to the winner."""
    mine, theirs = popcount(player), popcount(opponent)
    if mine > theirs:
        return 64 - 2 * theirs
    if mine < theirs:
        return 2 * mine - 64
    return 0


def _flip_counts() -> Any:
    """[8 places][256 lines]: discs turned on a full line by a disc at the place; the bits are own discs."""
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
    """How many discs `player` turns on the only empty `square` of the board.

    Each line through it is gathered into a byte by a multiplication and looked up.
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
    """Leaves of the tree of `depth` plies; a pass costs a ply, a game that ended earlier is one leaf."""
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
