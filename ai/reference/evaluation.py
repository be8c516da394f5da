"""What a position is worth, in plain Python: the oracle of ai/kernels/evaluation.py."""

from __future__ import annotations

import sys
from array import array
from typing import Final

from ai.patterns import (
    EMPTIES_FIRST,
    MOBILITY_FIRST,
    MOST_MOVES,
    PATTERNS,
    STAGE_EMPTIES,
    STAGE_SIZE,
)
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, Weights, default_weights
from game.board import Bitboard, legal_moves, squares

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
