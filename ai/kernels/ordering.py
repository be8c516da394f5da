"""Which move to try first: killers, history and a static pre-sort (the table's move is tried before any
sort).
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, int64, njit, uint64, void

from ai.kernels.intrinsics import first_square, flips_vector, mobility_vector, popcount
from ai.telemetry import FIELDS

_ONE = np.uint64(1)
_CORNERS = np.uint64(0x8100000000000081)

TELEMETRY = np.dtype([(field, np.int64) for field in FIELDS])
# Room for the move lists, killers and history of one search, all by the number of empties, which falls with
# every move and so takes the place of the ply.
WORKSPACE = np.dtype(
    [
        ("age", np.int64),
        ("moves", np.int64, (65, 40)),
        ("killers", np.int64, (65, 2)),
        ("history", np.int64, (2, 64)),
    ]
)
TELEMETRY_TYPE = from_dtype(TELEMETRY)
WORKSPACE_TYPE = from_dtype(WORKSPACE)

# Depths of at least this are sorted by the opponent's mobility after the move; below it is not worth its
# cost.
MOBILITY_DEPTH = 2
# One reply less for the opponent, in units of the static square value.
MOBILITY_WEIGHT = 40
# ... and what a corner among these replies costs on top.
CORNER_REPLY_WEIGHT = 30
# What a killer gains.
KILLER_BONUS = 30
# History is halved when it reaches this, and counts for at most HISTORY_SHARE.
HISTORY_LIMIT = 1 << 16
HISTORY_SHARE = 24
# An odd quadrant near the end is worth that much of MOBILITY_WEIGHT.
PARITY_BONUS = 12

# The worth of a square by itself, for the first quarter of the board and mirrored into the others.
_QUARTER = ((60, -20, 12, 8), (-20, -40, -6, -4), (12, -6, 4, 2), (8, -4, 2, 0))
SQUARE_VALUES = np.array(
    [_QUARTER[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)], np.int64
)
_QUADRANTS = np.array(
    [0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000], np.uint64
)


@njit(uint64(uint64), cache=True, nogil=True)
def odd_quadrants(empty: int) -> int:
    """The quadrants of the board with an odd number of empties: there the last move is likely to be ours."""
    odd = uint64(0)
    for quadrant in _QUADRANTS:
        if popcount(empty & quadrant) & 1:
            odd |= quadrant
    return odd


@njit(void(WORKSPACE_TYPE, int64, int64, int64, int64), cache=True, nogil=True)
def insert_move(workspace: Any, row: int, count: int, worth: int, square: int) -> None:
    """Put a move into the `count` sorted ones of the row, best first, as worth * 64 + square."""
    entry = worth * 64 + square
    place = count
    while place > 0 and workspace.moves[row, place - 1] < entry:
        workspace.moves[row, place] = workspace.moves[row, place - 1]
        place -= 1
    workspace.moves[row, place] = entry


@njit(int64(uint64, uint64, uint64, int64, WORKSPACE_TYPE), cache=True, nogil=True)
def sort_midgame(player: int, opponent: int, moves: int, depth: int, workspace: Any) -> int:
    """Sort `moves` into the row of the workspace for this number of empties; how many there are."""
    row = popcount(~(player | opponent))
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - _ONE
        worth = SQUARE_VALUES[square] + HISTORY_SHARE * workspace.history[row & 1, square] // HISTORY_LIMIT
        if square == workspace.killers[row, 0] or square == workspace.killers[row, 1]:
            worth += KILLER_BONUS
        if depth >= MOBILITY_DEPTH:
            turned = flips_vector(player, opponent, square)
            replies = mobility_vector(opponent ^ turned, player ^ turned ^ (_ONE << uint64(square)))
            worth -= MOBILITY_WEIGHT * popcount(replies) + CORNER_REPLY_WEIGHT * popcount(replies & _CORNERS)
        insert_move(workspace, row, count, worth, square)
        count += 1
    return count


@njit(int64(uint64, uint64, uint64, WORKSPACE_TYPE), cache=True, nogil=True)
def sort_endgame(player: int, opponent: int, moves: int, workspace: Any) -> int:
    """The same near the end: fastest first (fewest replies), then odd quadrants."""
    empty = ~(player | opponent)
    row = popcount(empty)
    odd = odd_quadrants(empty)
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - _ONE
        turned = flips_vector(player, opponent, square)
        replies = mobility_vector(opponent ^ turned, player ^ turned ^ (_ONE << uint64(square)))
        worth = -MOBILITY_WEIGHT * (popcount(replies) + popcount(replies & _CORNERS))
        if odd & (_ONE << uint64(square)):
            worth += PARITY_BONUS
        insert_move(workspace, row, count, worth, square)
        count += 1
    return count


@njit(void(WORKSPACE_TYPE, int64, int64, int64), cache=True, nogil=True)
def reward(workspace: Any, row: int, square: int, depth: int) -> None:
    """Remember the move that made a cutoff, as killer of its ply and in the history (Schaeffer 1983)."""
    if workspace.killers[row, 0] != square:
        workspace.killers[row, 1] = workspace.killers[row, 0]
        workspace.killers[row, 0] = square
    workspace.history[row & 1, square] += depth * depth
    if workspace.history[row & 1, square] >= HISTORY_LIMIT:
        for other in range(64):
            workspace.history[row & 1, other] //= 2
