"""The rules, compiled: uint64 twins of the functions of the same names in game/board.py."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from ai.kernels.intrinsics import first_square, flips_vector, mobility_vector, popcount

_ONE = np.uint64(1)


@njit(uint64(uint64, uint64), cache=True, nogil=True)
def legal_moves(player: int, opponent: int) -> int:
    return mobility_vector(player, opponent)


@njit(uint64(uint64, uint64, int64), cache=True, nogil=True)
def flips(player: int, opponent: int, square: int) -> int:
    """The discs turned by a disc of `player` on the empty `square`; 0 if it turns none."""
    return flips_vector(player, opponent, square)


@njit(int64(uint64, uint64), cache=True, nogil=True)
def final_score(player: int, opponent: int) -> int:
    """Discs ahead for `player` at the end of a game, the empties going to the winner."""
    mine, theirs = popcount(player), popcount(opponent)
    if mine > theirs:
        return 64 - 2 * theirs
    if mine < theirs:
        return 2 * mine - 64
    return 0


@njit(int64(uint64, uint64, int64), cache=True, nogil=True)
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
        moves &= moves - _ONE
        turned = flips_vector(player, opponent, square)
        leaves += perft(opponent ^ turned, player ^ turned ^ (_ONE << uint64(square)), depth - 1)
    return leaves
