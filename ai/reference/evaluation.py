"""What a position is worth, and which of its discs can never be turned again, by the plainest rules: the
oracles of ai/kernels/evaluation.py and stability.py.
"""

from __future__ import annotations

import sys
from array import array
from typing import Final

from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS, STAGE_EMPTIES, STAGE_SIZE
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, Weights, default_weights
from game.board import Bitboard, Square, legal_moves, squares

# The places of the weights of all patterns stand in one long integer, a lane of these bits for each: then a
# disc is one addition. No lane ever lies below 0, so none borrows from the next.
_LANE_BITS: Final = 32
_LANES: Final = range(0, _LANE_BITS * len(PATTERNS), _LANE_BITS)
_BYTES: Final = _LANE_BITS // 8 * len(PATTERNS)
# What a disc on each square adds, and where the places begin with each number of empties.
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
    """The estimate for `player`, to move, in tenths of a disc: the sum of its weights, rounded, clamped.

    Without `weights` it is the program's own. Which weights these are says `ai.patterns.places`.
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
    """The evaluation of a first book: who has more discs now, in tenths of a disc."""
    return ONE_DISC * (player.bit_count() - opponent.bit_count())


def _offset(square: Square, dx: int, dy: int) -> Square | None:
    x, y = square % 8 + dx, square // 8 + dy
    return 8 * y + x if 0 <= x < 8 and 0 <= y < 8 else None


def _line(square: Square, dx: int, dy: int) -> Bitboard:
    """All squares of the line through `square` along one axis."""
    line = 1 << square
    for sign in (1, -1):
        step = _offset(square, sign * dx, sign * dy)
        while step is not None:
            line |= 1 << step
            step = _offset(step, sign * dx, sign * dy)
    return line


_AXES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))

# For each square and axis: the whole line, the squares next to it on the axis, and whether one of these is
# off the board.
_LINES: Final = tuple(tuple(_line(square, dx, dy) for dx, dy in _AXES) for square in range(64))
_NEXT: Final = tuple(
    tuple(
        sum(1 << near for near in (_offset(square, dx, dy), _offset(square, -dx, -dy)) if near is not None)
        for dx, dy in _AXES
    )
    for square in range(64)
)
_AT_BORDER: Final = tuple(
    tuple(_offset(square, dx, dy) is None or _offset(square, -dx, -dy) is None for dx, dy in _AXES)
    for square in range(64)
)


def stable_discs(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The discs of `player` that a local rule proves safe for ever, as a fixpoint.

    A disc is stable if on each of the four axes the line through it is completely full, or a neighbour on
    that axis is the border or a stable disc of the same colour.
    """
    discs = player | opponent
    stable = 0
    while True:
        grown = stable
        for square in squares(player & ~stable):
            if all(
                border or stable & near or discs & line == line
                for line, near, border in zip(_LINES[square], _NEXT[square], _AT_BORDER[square], strict=True)
            ):
                grown |= 1 << square
        if grown == stable:
            return stable
        stable = grown
