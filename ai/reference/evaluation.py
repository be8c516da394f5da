"""The evaluation and the stable discs of a position by the plainest rules: the oracles of the kernels."""

import sys
from array import array
from typing import Final

from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS, STAGE_EMPTIES, STAGE_SIZE
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, Weights, default_weights
from game.board import DIRECTIONS, FULL, Bitboard, connected, legal_moves, shift, squares

# One long integer holds the weight indices of all patterns, a lane of bits for each, so that a disc is one
# addition. No lane is ever below 0, so none borrows from the next.
_LANE_BITS: Final = 32
_LANES: Final = range(0, _LANE_BITS * len(PATTERNS), _LANE_BITS)
_BYTES: Final = _LANE_BITS // 8 * len(PATTERNS)
# What a disc on each square adds, and the indices for each number of empties without any discs.
_DISCS: Final = tuple(
    sum(
        3 ** pattern.squares.index(square) << lane
        for pattern, lane in zip(PATTERNS, _LANES, strict=True)
        if square in pattern.squares
    )
    for square in range(64)
)
_CENTRES: Final = tuple(
    sum(
        empties // STAGE_EMPTIES * STAGE_SIZE + pattern.centre << lane
        for pattern, lane in zip(PATTERNS, _LANES, strict=True)
    )
    for empties in range(65)
)


def evaluate(player: Bitboard, opponent: Bitboard, weights: Weights | None = None) -> int:
    """Returns the score for `player`, to move, in tenths of a disc: the sum of its weights, rounded, clamped.

    Without `weights` it uses the program's default weights.
    """
    values = (weights or default_weights()).values
    empties = 64 - (player | opponent).bit_count()
    lanes = _CENTRES[empties]
    for square in squares(player):
        lanes += _DISCS[square]
    for square in squares(opponent):
        lanes -= _DISCS[square]
    total = sum(map(values.__getitem__, array("I", lanes.to_bytes(_BYTES, sys.byteorder))))
    stage = empties // STAGE_EMPTIES * STAGE_SIZE
    moves = min(legal_moves(player, opponent).bit_count(), MOST_MOVES)
    replies = min(legal_moves(opponent, player).bit_count(), MOST_MOVES)
    total += values[stage + MOBILITY_FIRST + moves * (MOST_MOVES + 1) + replies]
    total += values[stage + EMPTIES_FIRST + empties]
    return max(min((total + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)


def count_discs(player: Bitboard, opponent: Bitboard) -> int:
    """Returns the current disc lead of `player` in tenths of a disc, as beginners' books evaluate."""
    return ONE_DISC * (player.bit_count() - opponent.bit_count())


# Both directions of each axis.
_AXES: Final = tuple(tuple(way for way in DIRECTIONS if abs(way[0]) == distance) for distance in (1, 8, 9, 7))

# For each square and axis: the whole line, and the neighbours on it, only one at the border.
_LINES: Final = tuple(
    tuple(
        (connected(disc, FULL, (ahead, back)), shift(disc, *ahead) | shift(disc, *back))
        for ahead, back in _AXES
    )
    for disc in (1 << square for square in range(64))
)


def stable_discs(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """Returns the discs of `player` that a local rule proves safe for ever, as a fixpoint.

    A disc is stable if on each of the four axes the line through it is completely full, or a neighbour on
    that axis is the border or a stable disc of the same colour.
    """
    discs = player | opponent
    stable = 0
    while True:
        grown = stable
        for square in squares(player & ~stable):
            if all(
                near.bit_count() < 2 or stable & near or discs & line == line for line, near in _LINES[square]
            ):
                grown |= 1 << square
        if grown == stable:
            return stable
        stable = grown
