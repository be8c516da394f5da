"""Stable discs: those that no sequence of moves can turn, as far as a local rule proves it."""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.intrinsics import popcount

# A solver asks for `most_score` when alpha is at least this: only a high window can fail on it.
STABILITY_ALPHA = 12

_CORNERS = np.uint64(0x8100000000000081)
_SIDES = np.uint64(0x8181818181818181)
_ENDS = np.uint64(0xFF000000000000FF)
_BORDER = np.uint64(0xFF818181818181FF)
_FILE_A = np.uint64(0x0101010101010101)
_ROW = np.uint64(0xFF)
_N1, _N2, _N4, _N7, _N8, _N9 = (np.uint64(n) for n in (1, 2, 4, 7, 8, 9))
_N14, _N16, _N18, _N28, _N32, _N36 = (np.uint64(n) for n in (14, 16, 18, 28, 32, 36))
# Squares a diagonal step of 1, 2 or 4 can arrive on: towards file h (R) and towards file a (L).
_R1, _R2, _R4 = (np.uint64(m) for m in (0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC, 0xF0F0F0F0F0F0F0F0))
_L1, _L2, _L4 = (np.uint64(m) for m in (0x7F7F7F7F7F7F7F7F, 0x3F3F3F3F3F3F3F3F, 0x0F0F0F0F0F0F0F0F))


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


@kernel(uint64(uint64))
def full_diagonals_9(discs: int) -> int:
    """Lines parallel to a1-h8 without an empty square: an empty one is smeared along its line both ways."""
    up = ~discs
    down = up
    up |= (up << _N9) & _R1
    down |= (down >> _N9) & _L1
    up |= (up << _N18) & _R2
    down |= (down >> _N18) & _L2
    up |= (up << _N36) & _R4
    down |= (down >> _N36) & _L4
    return ~(up | down)


@kernel(uint64(uint64))
def full_diagonals_7(discs: int) -> int:
    """Lines parallel to h1-a8 without an empty square."""
    up = ~discs
    down = up
    up |= (up << _N7) & _L1
    down |= (down >> _N7) & _R1
    up |= (up << _N14) & _L2
    down |= (down >> _N14) & _R2
    up |= (up << _N28) & _L4
    down |= (down >> _N28) & _R4
    return ~(up | down)


@kernel(uint64(uint64, uint64))
def stable_discs(player: int, opponent: int) -> int:
    """The fixpoint for `player`: a disc is stable if on each of the four axes its line is completely full, or
    a neighbour on that axis is the border or a stable disc of the same colour.

    Steps that wrap round the board only arrive on the outer files, which have the border as a neighbour
    anyway.
    """
    discs = player | opponent
    rows = full_rows(discs) | _SIDES
    files = full_files(discs) | _ENDS
    if player & _CORNERS == 0 and player & rows & files == 0:
        return uint64(0)
    nines = full_diagonals_9(discs) | _BORDER
    sevens = full_diagonals_7(discs) | _BORDER
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
def most_score(player: int, opponent: int) -> int:
    """The score `player` cannot pass: the stable discs of the opponent stay the opponent's."""
    return 64 - 2 * popcount(stable_discs(opponent, player))
