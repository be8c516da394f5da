"""Many positions at a time: the rules and the symmetries of `game`, on arrays of 64-bit numbers.

All arrays are of the shape (n,). A position is (own, other), uint64: the discs of the side to move and those
of its opponent.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.board import DIRECTIONS
from game.symmetry import SYMMETRIES, transform_square

Bitboards = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

# What a record has in place of a move at the end of its game.
NO_MOVE: Final = 64
_LONGEST_FLIP: Final = 6
# Where each square lies after each symmetry, NO_MOVE included.
_SQUARES_AFTER: Final = np.array(
    [[*(transform_square(square, symmetry) for square in range(64)), NO_MOVE] for symmetry in SYMMETRIES],
    np.uint8,
)


def _shifted(bits: Bitboards, shift: int, arrive: int) -> Bitboards:
    moved = bits << np.uint64(shift) if shift > 0 else bits >> np.uint64(-shift)
    return moved & np.uint64(arrive)


def legal_moves(own: Bitboards, other: Bitboards) -> Bitboards:
    """The squares where the side to move can play."""
    empty = ~(own | other)
    legal = np.zeros_like(own)
    for shift, arrive in DIRECTIONS:
        run = _shifted(own, shift, arrive) & other
        for _ in range(_LONGEST_FLIP - 1):
            run |= _shifted(run, shift, arrive) & other
        legal |= _shifted(run, shift, arrive) & empty
    return legal


def flips(own: Bitboards, other: Bitboards, squares: Bytes) -> Bitboards:
    """The discs that a move on each of `squares`, which are below 64, turns: 0 where it is not legal."""
    placed = np.uint64(1) << squares.astype(np.uint64)
    turned = np.zeros_like(own)
    for shift, arrive in DIRECTIONS:
        run = _shifted(placed, shift, arrive) & other
        for _ in range(_LONGEST_FLIP - 1):
            run |= _shifted(run, shift, arrive) & other
        closed = (_shifted(run, shift, arrive) & own) != 0
        turned |= np.where(closed, run, np.uint64(0))
    turned[((own | other) & placed) != 0] = 0
    return turned


def pass_where_stuck(own: Bitboards, other: Bitboards, turns: Bytes) -> None:
    """Make the passes, in place, of those who have no move where their opponents have."""
    stuck = legal_moves(own, other) == 0
    stuck[stuck] = legal_moves(other[stuck], own[stuck]) != 0
    own[stuck], other[stuck] = other[stuck], own[stuck]
    turns[stuck] = 1 - turns[stuck]


def canonical(own: Bitboards, other: Bitboards, turns: Bytes, moves: Bytes) -> tuple[Bitboards, Bytes]:
    """(keys, moves): what is the same for a position in all its eight symmetries.

    A key is a hash of 64 bits, of the color to move in `turns`, too. A move is the smallest square that it
    lies on in any symmetry which brings the position into its canonical form, so that equal moves of a
    symmetric position are one.
    """
    seen = [(_transformed(own, symmetry), _transformed(other, symmetry)) for symmetry in SYMMETRIES]
    least_own, least_other = seen[0]
    for this_own, this_other in seen[1:]:
        smaller = (this_own < least_own) | ((this_own == least_own) & (this_other < least_other))
        least_own = np.where(smaller, this_own, least_own)
        least_other = np.where(smaller, this_other, least_other)
    least_moves = np.full(moves.shape, NO_MOVE, np.uint8)
    for symmetry, (this_own, this_other) in enumerate(seen):
        is_form = (this_own == least_own) & (this_other == least_other)
        here = np.where(is_form, _SQUARES_AFTER[symmetry][moves], np.uint8(NO_MOVE))
        least_moves = np.minimum(least_moves, here)
    return _hashed(least_own, least_other, turns), least_moves


def _transformed(bits: Bitboards, symmetry: int) -> Bitboards:
    if symmetry & 1:
        for shift, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
            low = np.uint64(mask)
            bits = ((bits >> np.uint64(shift)) & low) | ((bits & low) << np.uint64(shift))
    if symmetry & 2:
        bits = bits.byteswap()
    if symmetry & 4:
        for shift, mask in ((28, 0x0F0F0F0F00000000), (14, 0x3333000033330000), (7, 0x5500550055005500)):
            difference = np.uint64(mask) & (bits ^ (bits << np.uint64(shift)))
            bits = bits ^ difference ^ (difference >> np.uint64(shift))
    return bits


def _hashed(own: Bitboards, other: Bitboards, turns: Bytes) -> Bitboards:
    """Two rounds of the finalizer of SplitMix64 (Steele, Lea & Flood 2014)."""
    return _mixed(_mixed(own + (turns + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)) + other)


def _mixed(bits: Bitboards) -> Bitboards:
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
