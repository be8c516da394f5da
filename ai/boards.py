"""The rules and symmetries of `game` for many positions at once, on arrays of shape (n,).

A position is (own, other), uint64: the discs of the side to move and those of its opponent.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.board import DIRECTIONS, shift
from game.symmetry import SYMMETRIES, transform_bits, transform_square

Bitboards = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

NO_MOVE: Final = 64  # in a list of moves, after the end of the game
_LONGEST_FLIP: Final = 6
# The square to which each symmetry moves each square; NO_MOVE stays.
_SQUARES_AFTER: Final = np.array(
    [[*(transform_square(square, symmetry) for square in range(64)), NO_MOVE] for symmetry in SYMMETRIES],
    np.uint8,
)


def legal_moves(own: Bitboards, other: Bitboards) -> Bitboards:
    """Returns the squares where the side to move can play."""
    empty = ~(own | other)
    legal = np.zeros_like(own)
    for direction in DIRECTIONS:
        run = shift(own, *direction) & other
        for _ in range(_LONGEST_FLIP - 1):
            run |= shift(run, *direction) & other
        legal |= shift(run, *direction) & empty
    return legal


def flips(own: Bitboards, other: Bitboards, squares: Bytes) -> Bitboards:
    """Returns the discs that a move on each of `squares` (below 64) flips: 0 if the move is illegal."""
    placed = np.uint64(1) << squares.astype(np.uint64)
    turned = np.zeros_like(own)
    for direction in DIRECTIONS:
        run = shift(placed, *direction) & other
        for _ in range(_LONGEST_FLIP - 1):
            run |= shift(run, *direction) & other
        closed = (shift(run, *direction) & own) != 0
        turned |= np.where(closed, run, np.uint64(0))
    turned[((own | other) & placed) != 0] = 0
    return turned


def pass_where_stuck(own: Bitboards, other: Bitboards, turns: Bytes) -> None:
    """Passes, in place, in the positions where only the opponent can move."""
    stuck = legal_moves(own, other) == 0
    stuck[stuck] = legal_moves(other[stuck], own[stuck]) != 0
    own[stuck], other[stuck] = other[stuck], own[stuck]
    turns[stuck] = 1 - turns[stuck]


def canonical(own: Bitboards, other: Bitboards, turns: Bytes, moves: Bytes) -> tuple[Bitboards, Bytes]:
    """Returns (keys, moves), which are the same for all eight symmetries of a position.

    A key is a 64-bit hash of the position and of the color to move (`turns`). A move is its smallest square
    in all symmetries that give the canonical form, so that a symmetric position has one for equivalent moves.
    """
    seen = [(transform_bits(own, symmetry), transform_bits(other, symmetry)) for symmetry in SYMMETRIES]
    least_own, least_other = least(seen)
    least_moves = np.full(moves.shape, NO_MOVE, np.uint8)
    for symmetry, (this_own, this_other) in enumerate(seen):
        is_form = (this_own == least_own) & (this_other == least_other)
        here = np.where(is_form, _SQUARES_AFTER[symmetry][moves], np.uint8(NO_MOVE))
        least_moves = np.minimum(least_moves, here)
    keys = _mixed(_mixed(least_own + (turns + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)) + least_other)
    return keys, least_moves


def least(seen: Iterable[Sequence[Bitboards]]) -> tuple[Bitboards, Bitboards]:
    """Returns the smallest of several views of each position, compared by `own`, then by `other`."""
    (own, other), *others = seen
    for this_own, this_other in others:
        is_less = (this_own < own) | ((this_own == own) & (this_other < other))
        own, other = np.where(is_less, this_own, own), np.where(is_less, this_other, other)
    return own, other


def _mixed(bits: Bitboards) -> Bitboards:
    """Applies the finalizer of SplitMix64 (Steele, Lea & Flood 2014)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
