"""Which move to try first: killers, history and a static pre-sort (the table's move is tried before any
sort).
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import int64, types, uint64, void
from numba.extending import intrinsic

from ai.kernels import kernel
from ai.kernels.bitboard import final_score
from ai.kernels.evaluation import change_sides, evaluate, follow
from ai.kernels.intrinsics import first_square, flips_vector, mobility_vector, popcount
from ai.kernels.workspace import MEANS_TYPE, WORKSPACE, WORKSPACE_TYPE
from ai.limits import Order
from ai.weights import MAX_SCORE, ONE_DISC

_I32: Final = ir.IntType(32)
_I64: Final = ir.IntType(64)
_LANES: Final = 16
_ENTRIES: Final = ir.VectorType(_I32, _LANES)
# Where the unsorted moves stand in a workspace, in bytes.
_OFFSET: Final = dict(WORKSPACE.fields or {})["unsorted"][1]

_ONE = np.uint64(1)
_CORNERS = np.uint64(0x8100000000000081)
_UNSORTED = int(Order.UNSORTED)
_KILLERS = int(Order.KILLERS)
_FULL = int(Order.FULL)

# Depths of at least this are sorted by the opponent's mobility after the move; below it is not worth its
# cost.
MOBILITY_DEPTH = 2
# One reply less for the opponent, in tenths of a disc; and where the evaluation, too, has a say.
MOBILITY_WEIGHT = 40
EVALUATED_MOBILITY_WEIGHT = 10
# ... and what a corner among these replies costs on top.
CORNER_REPLY_WEIGHT = 30
# What a killer gains.
KILLER_BONUS = 15
# History is halved when it reaches this, and counts for at most HISTORY_SHARE.
HISTORY_LIMIT = 1 << 16
HISTORY_SHARE = 48
# Near the end: what a corner among the replies costs besides, and what an odd quadrant is worth.
CORNER_REPLY_COST = 80
PARITY_BONUS = 12
# In the middle game the evaluation orders the moves from the first of these depths on, and looks one ply
# further from each of the others. Measured on 20 middle games at depth 12.
_FORESEEN_DEPTHS = (5, 9)
# A solver evaluates the position after each move from this many empties on (with fewer it costs more than it
# saves), and from these on it looks one ply further for each. Measured on FFO #31-#44.
EVALUATED_EMPTIES = 11
_FORESEEN_EMPTIES = (15, 18, 20)

# The worth of a square by itself, for the first quarter of the board and mirrored into the others.
_QUARTER = ((30, -10, 6, 4), (-10, -20, -3, -2), (6, -3, 2, 1), (4, -2, 1, 0))
SQUARE_VALUES = np.array(
    [_QUARTER[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)], np.int64
)
# Squares of about the same worth together, the best first.
GROUPS = np.array(
    [
        sum(1 << square for square in range(64) if low <= SQUARE_VALUES[square] < high)
        for low, high in ((30, 99), (1, 30), (-3, 1), (-99, -3))
    ],
    np.uint64,
)
# The quadrant at a1, and the first squares of all four.
_QUADRANT = np.uint64(0x000000000F0F0F0F)
_QUADRANT_CORNERS = np.uint64(0x0000001100000011)
_N1, _N2, _N8, _N16 = (np.uint64(n) for n in (1, 2, 8, 16))


@kernel(uint64(uint64))
def odd_quadrants(empty: int) -> int:
    """The quadrants of the board with an odd number of empties: there the last move is likely to be ours.

    The empties are added up without carry along rows of four, then over four rows.
    """
    empty ^= empty >> _N1
    empty ^= empty >> _N2
    empty ^= empty >> _N8
    empty ^= empty >> _N16
    return (empty & _QUADRANT_CORNERS) * _QUADRANT


@intrinsic
def _above(_context: Any, workspace: Any, _first: Any, _entry: Any) -> Any:
    """Of the 16 entries of `unsorted` from `first` on, a bit for each that is greater than `entry`."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        record, first, entry = arguments
        start = builder.bitcast(record, ir.IntType(8).as_pointer())
        place = builder.add(builder.shl(first, _I64(2)), _I64(_OFFSET))
        entries = builder.load(builder.bitcast(builder.gep(start, [place]), _ENTRIES.as_pointer()), align=4)
        single = builder.insert_element(ir.Constant(_ENTRIES, ir.Undefined), entry, _I32(0))
        order = ir.Constant(_ENTRIES, [_I32(0)] * _LANES)
        every = builder.shuffle_vector(single, ir.Constant(_ENTRIES, ir.Undefined), order)
        bits = builder.bitcast(builder.icmp_signed(">", entries, every), ir.IntType(_LANES))
        return builder.zext(bits, _I64)

    return types.uint64(workspace, types.int64, types.int32), generate


@kernel(void(WORKSPACE_TYPE, int64, int64))
def sort_moves(workspace: Any, empties: int, count: int) -> None:
    """Put the first `count` of the unsorted moves, worth * 64 + square, into the row of this position, best
    first: each behind as many as are better, without a branch that the processor could guess wrong.
    """
    all_of_them = (_ONE << uint64(count)) - _ONE
    for number in range(count):
        entry = workspace.unsorted[number]
        better = _above(workspace, 0, entry)
        if count > _LANES:
            better |= _above(workspace, _LANES, entry) << uint64(_LANES)
            better |= _above(workspace, 2 * _LANES, entry) << uint64(2 * _LANES)
        workspace.moves[empties, popcount(better & all_of_them)] = entry & 63


@kernel(uint64(WORKSPACE_TYPE, int64, uint64))
def first_group(workspace: Any, empties: int, moves: int) -> int:
    """Those to try first where there is no time to sort: the killers, or all if none are wanted first."""
    if workspace.order == _UNSORTED:
        return moves
    if workspace.order < _KILLERS:
        return uint64(0)
    return moves & (workspace.killers[empties, 0] | workspace.killers[empties, 1])


@kernel(int64(WORKSPACE_TYPE, int64, uint64))
def list_moves(workspace: Any, empties: int, moves: int) -> int:
    """Leave the moves unsorted, a1 first; how many there are."""
    count = 0
    while moves:
        workspace.moves[empties, count] = first_square(moves)
        moves &= moves - _ONE
        count += 1
    return count


@kernel(int64(uint64, uint64, int64, int64, int64, MEANS_TYPE))
def foresee(player: int, opponent: int, alpha: int, beta: int, depth: int, means: Any) -> int:
    """A few plies of alpha-beta in tenths of a disc, corners first: only to order moves.

    Once it is told to leave its value means nothing; whoever searches the moves then leaves, too.
    """
    telemetry, workspace, weights = means.telemetry, means.workspace, means.weights
    if telemetry.stop | telemetry.cancelled != 0:
        return 0
    telemetry.nodes += 1
    empties = popcount(~(player | opponent))
    moves = mobility_vector(player, opponent)
    if depth <= 0 or moves == 0:
        replies = mobility_vector(opponent, player)
        if moves == 0 and replies == 0:
            return ONE_DISC * final_score(player, opponent)
        if depth <= 0:
            telemetry.leaves += 1
            return evaluate(workspace, empties, moves, replies, weights)
        change_sides(workspace, empties)
        score = -foresee(opponent, player, -beta, -alpha, depth, means)
        change_sides(workspace, empties)
        return score
    first = moves & _CORNERS
    later = moves ^ first
    best = -MAX_SCORE - 1
    while first | later:
        if first:
            square = first_square(first)
            first &= first - _ONE
        else:
            square = first_square(later)
            later &= later - _ONE
        turned = flips_vector(player, opponent, square)
        rest = player ^ turned ^ (_ONE << uint64(square))
        follow(workspace, empties, square, turned)
        lower = max(alpha, best)
        score = -foresee(opponent ^ turned, rest, -beta, -lower, depth - 1, means)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@kernel(int64(uint64, uint64, uint64, int64, MEANS_TYPE))
def sort_midgame(player: int, opponent: int, moves: int, depth: int, means: Any) -> int:
    """Sort `moves` into the row of the workspace for this number of empties; how many there are."""
    workspace = means.workspace
    empties = popcount(~(player | opponent))
    order = workspace.order
    if order == _UNSORTED:
        return list_moves(workspace, empties, moves)
    plies = int64(-1)
    if order == _FULL:
        for least in _FORESEEN_DEPTHS:
            plies += depth >= least
    weight = MOBILITY_WEIGHT if plies < 0 else EVALUATED_MOBILITY_WEIGHT
    killers = workspace.killers[empties, 0] | workspace.killers[empties, 1]
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - _ONE
        worth = SQUARE_VALUES[square]
        if order >= _KILLERS:
            worth += HISTORY_SHARE * workspace.history[empties & 1, square] // HISTORY_LIMIT
            if _ONE << uint64(square) & killers:
                worth += KILLER_BONUS
        if depth >= MOBILITY_DEPTH:
            turned = flips_vector(player, opponent, square)
            child = opponent ^ turned
            rest = player ^ turned ^ (_ONE << uint64(square))
            replies = mobility_vector(child, rest)
            worth -= weight * popcount(replies) + CORNER_REPLY_WEIGHT * popcount(replies & _CORNERS)
            if plies >= 0:
                follow(workspace, empties, square, turned)
                worth -= foresee(child, rest, -MAX_SCORE - 1, MAX_SCORE + 1, plies, means)
        workspace.unsorted[count] = worth * 64 + square
        count += 1
    sort_moves(workspace, empties, count)
    return count


@kernel(int64(uint64, uint64, uint64, MEANS_TYPE))
def sort_endgame(player: int, opponent: int, moves: int, means: Any) -> int:
    """The same near the end: fastest first (fewest replies), odd quadrants, and where the tree below is large
    the evaluation, some plies ahead where it is larger still.
    """
    workspace = means.workspace
    empty = ~(player | opponent)
    empties = popcount(empty)
    if workspace.order == _UNSORTED:
        return list_moves(workspace, empties, moves)
    is_evaluated = empties >= EVALUATED_EMPTIES and workspace.order == _FULL
    odd = odd_quadrants(empty)
    plies = int64(0)
    for least in _FORESEEN_EMPTIES:
        plies += empties >= least
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - _ONE
        turned = flips_vector(player, opponent, square)
        child = opponent ^ turned
        rest = player ^ turned ^ (_ONE << uint64(square))
        replies = mobility_vector(child, rest)
        worth = -MOBILITY_WEIGHT * popcount(replies) - CORNER_REPLY_COST * popcount(replies & _CORNERS)
        if odd & (_ONE << uint64(square)):
            worth += PARITY_BONUS
        if is_evaluated:
            follow(workspace, empties, square, turned)
            if plies > 0:
                worth -= foresee(child, rest, -MAX_SCORE - 1, MAX_SCORE + 1, plies, means)
            else:
                worth -= evaluate(
                    workspace, empties - 1, replies, mobility_vector(rest, child), means.weights
                )
        workspace.unsorted[count] = worth * 64 + square
        count += 1
    sort_moves(workspace, empties, count)
    return count


@kernel(void(WORKSPACE_TYPE, int64, int64, int64))
def reward(workspace: Any, empties: int, square: int, depth: int) -> None:
    """Remember the move that made a cutoff, as killer of its ply and in the history (Schaeffer 1983)."""
    killer = _ONE << uint64(square)
    if workspace.killers[empties, 0] != killer:
        workspace.killers[empties, 1] = workspace.killers[empties, 0]
        workspace.killers[empties, 0] = killer
    workspace.history[empties & 1, square] += depth * depth
    if workspace.history[empties & 1, square] >= HISTORY_LIMIT:
        for other in range(64):
            workspace.history[empties & 1, other] //= 2
