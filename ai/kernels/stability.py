"""Stable discs, which no sequence of moves can turn, as far as a local rule proves it."""

from typing import Any

import numpy as np
from numba import int64, uint64
from numba.types import UniTuple

from ai.kernels import kernel
from ai.kernels.intrinsics import popcount

# The least alpha for which the solver computes `max_score`: only a high window can fail low by it.
STABILITY_ALPHA = 12

_CORNERS = np.uint64(0x8100000000000081)
_SIDES = np.uint64(0x8181818181818181)
_ENDS = np.uint64(0xFF000000000000FF)
_BORDER = np.uint64(0xFF818181818181FF)
_FILE_A = np.uint64(0x0101010101010101)
_ROW = np.uint64(0xFF)
_N1, _N2, _N4, _N7, _N8, _N9 = (np.uint64(n) for n in (1, 2, 4, 7, 8, 9))
_N16, _N32 = np.uint64(16), np.uint64(32)
# Squares that a diagonal step of 1, 2 or 4 can reach: towards file h, and towards file a.
_RIGHT = tuple(np.uint64(m) for m in (0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC, 0xF0F0F0F0F0F0F0F0))
_LEFT = tuple(np.uint64(m) for m in (0x7F7F7F7F7F7F7F7F, 0x3F3F3F3F3F3F3F3F, 0x0F0F0F0F0F0F0F0F))
_MASKS = UniTuple(uint64, 3)


@kernel(uint64(uint64))
def full_rows(discs: int) -> int:
    full = discs & (discs >> _N1)
    full &= full >> _N2
    full &= full >> _N4
    return (full & _FILE_A) * _ROW


@kernel(uint64(uint64))
def full_files(discs: int) -> int:
    full = discs & ((discs >> _N8) | (discs << (_N32 + _N16 + _N8)))
    full &= (full >> _N16) | (full << (_N32 + _N16))
    return full & ((full >> _N32) | (full << _N32))


@kernel(uint64(uint64, uint64, _MASKS, _MASKS))
def full_diagonals(discs: int, step: int, above: Any, below: Any) -> int:
    """Returns the full lines in steps of 9 (parallel to a1-h8) or 7, by smearing empty squares both ways."""
    up = down = ~discs
    up |= (up << step) & above[0]
    down |= (down >> step) & below[0]
    up |= (up << (_N2 * step)) & above[1]
    down |= (down >> (_N2 * step)) & below[1]
    up |= (up << (_N4 * step)) & above[2]
    down |= (down >> (_N4 * step)) & below[2]
    return ~(up | down)


@kernel(uint64(uint64, uint64))
def stable_discs(player: int, opponent: int) -> int:
    """Returns the stable discs of `player`, a fixpoint: a disc is stable if on each of the four axes its line
    is full, or a neighbour on that axis is the border or a stable disc of the same colour.

    Steps that wrap round the board only reach the outer files, which have the border as a neighbour anyway.
    """
    discs = player | opponent
    rows = full_rows(discs) | _SIDES
    files = full_files(discs) | _ENDS
    if player & _CORNERS == 0 and player & rows & files == 0:
        return uint64(0)
    nines = full_diagonals(discs, _N9, _RIGHT, _LEFT) | _BORDER
    sevens = full_diagonals(discs, _N7, _LEFT, _RIGHT) | _BORDER
    stable = player & rows & files & nines & sevens
    grown = uint64(0)
    while stable != grown:
        grown = stable
        stable = (
            player
            & (rows | stable << _N1 | stable >> _N1)
            & (files | stable << _N8 | stable >> _N8)
            & (nines | stable << _N9 | stable >> _N9)
            & (sevens | stable << _N7 | stable >> _N7)
        )
    return stable


@kernel(int64(uint64, uint64))
def max_score(player: int, opponent: int) -> int:
    """Returns the highest score that `player` can reach, as the opponent keeps all stable discs."""
    return 64 - 2 * popcount(stable_discs(opponent, player))
