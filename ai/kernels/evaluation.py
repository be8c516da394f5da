"""What a position is worth before the end: counted features, weighted by the stage of the game."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from ai.kernels.intrinsics import popcount
from ai.kernels.stability import stable_discs
from ai.weights import MAX_SCORE, STAGE_EMPTIES, WEIGHT_SCALE, WEIGHTS

_WEIGHTS = np.array(WEIGHTS, np.int64)
_CORNERS = np.uint64(0x8100000000000081)
_X_SQUARES = np.uint64(0x0042000000004200)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_N1, _N8, _N7, _N9 = (np.uint64(n) for n in (1, 8, 7, 9))


@njit(uint64(uint64), cache=True, nogil=True)
def neighbours(bits: int) -> int:
    """The squares next to a disc of `bits` (and those between them)."""
    wide = bits | ((bits << _N1) & _NOT_A) | ((bits >> _N1) & _NOT_H)
    return wide | (wide << _N8) | (wide >> _N8)


@njit(int64(uint64, uint64, uint64, uint64), cache=True, nogil=True)
def evaluate(player: int, opponent: int, moves: int, replies: int) -> int:
    """Tenths of a disc for `player`, to move; `moves` and `replies` are the legal moves of both sides.

    The formula is that of reference.evaluate, which says it plainly.
    """
    empty = ~(player | opponent)
    row = uint64(popcount(empty) // STAGE_EMPTIES)
    free = empty & _CORNERS
    diagonal = (free << _N9 | free >> _N9 | free << _N7 | free >> _N7) & _X_SQUARES
    beside = ((free & _NOT_H) << _N1) | ((free & _NOT_A) >> _N1) | free << _N8 | free >> _N8
    mine, theirs = stable_discs(player, opponent), stable_discs(opponent, player)
    total = (
        _WEIGHTS[row, 0]
        + _WEIGHTS[row, 1] * (popcount(moves) - popcount(replies))
        + _WEIGHTS[row, 2] * (popcount(neighbours(opponent) & empty) - popcount(neighbours(player) & empty))
        + _WEIGHTS[row, 3] * (popcount(player & _CORNERS) - popcount(opponent & _CORNERS))
        + _WEIGHTS[row, 4] * (popcount(player & diagonal) - popcount(opponent & diagonal))
        + _WEIGHTS[row, 5] * (popcount(player & beside) - popcount(opponent & beside))
        + _WEIGHTS[row, 6] * (popcount(mine) - popcount(theirs))
        + _WEIGHTS[row, 7] * (popcount(player) - popcount(opponent))
    )
    if total < 0:
        return max(-((WEIGHT_SCALE // 2 - total) // WEIGHT_SCALE), -MAX_SCORE)
    return min((total + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE)
