"""Parts of the move ordering: the worth of squares, killers, history, parity, and the sort itself.

midgame.py and endgame.py compute the worth of the moves of a position.
"""

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import int64, types, uint64, void
from numba.core import cgutils

from ai.kernels import kernel
from ai.kernels.intrinsics import ONE, first_square, instruction, place_in, popcount, splat
from ai.kernels.workspace import MOVES_ROOM, WORKSPACE, WORKSPACE_TYPE
from ai.limits import Order

_I64: Final = ir.IntType(64)
_LANES: Final = 16
_ENTRIES: Final = ir.VectorType(ir.IntType(32), _LANES)
_NUMBERS: Final = ir.VectorType(ir.IntType(16), 8)
_OFFSET: Final = dict(WORKSPACE.fields or {})["unsorted"][1]  # of the unsorted moves in a workspace, in bytes

CORNERS = np.uint64(0x8100000000000081)

# The history is halved when an entry reaches HISTORY_LIMIT, and adds at most HISTORY_SHARE to a worth.
HISTORY_LIMIT = 1 << 16
HISTORY_SHARE = 48
# The worth of a square by itself, for the first quarter of the board and mirrored into the others.
_QUARTER = ((30, -10, 6, 4), (-10, -20, -3, -2), (6, -3, 2, 1), (4, -2, 1, 0))
SQUARE_VALUES = np.array(
    [_QUARTER[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)], np.int64
)
# Groups of squares of about the same worth, best first.
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
    """Returns the quadrants with an odd number of empties, where the side to move is likely to play last.

    The empties are added up without carry along rows of four, then over four rows.
    """
    empty ^= empty >> _N1
    empty ^= empty >> _N2
    empty ^= empty >> _N8
    empty ^= empty >> _N16
    return (empty & _QUADRANT_CORNERS) * _QUADRANT


@instruction(types.uint64, WORKSPACE_TYPE, types.int64, types.int64, types.int32)
def _above(builder: Any, record: Any, empties: Any, first: Any, entry: Any) -> Any:
    """Returns a bit for each of 16 unsorted moves, from `first` on: whether it is greater than `entry`."""
    number = builder.add(builder.mul(empties, _I64(MOVES_ROOM)), first)
    place = builder.add(builder.shl(number, _I64(2)), _I64(_OFFSET))
    entries = builder.load(place_in(builder, record, place, _ENTRIES), align=4)
    every = splat(builder, entry, _ENTRIES)
    bits = builder.bitcast(builder.icmp_signed(">", entries, every), ir.IntType(_LANES))
    return builder.zext(bits, _I64)


@kernel(void(WORKSPACE_TYPE, int64, int64))
def sort_moves(workspace: Any, empties: int, count: int) -> None:
    """Writes the first `count` unsorted moves (worth * 64 + square) to the row of this position, best first.
    The place of each is the number of better ones, without a branch that the processor could mispredict.
    """
    all_of_them = (ONE << uint64(count)) - ONE
    for number in range(count):
        entry = workspace.unsorted[empties, number]
        better = _above(workspace, empties, 0, entry)
        if count > _LANES:
            better |= _above(workspace, empties, _LANES, entry) << uint64(_LANES)
            better |= _above(workspace, empties, 2 * _LANES, entry) << uint64(2 * _LANES)
        workspace.moves[empties, popcount(better & all_of_them)] = entry & 63


def _lanes_of_two(builder: Any, former: Any, later: Any) -> Any:
    pair = ir.Constant(ir.VectorType(_I64, 2), ir.Undefined)
    for lane, word in enumerate((former, later)):
        pair = builder.insert_element(pair, word, ir.Constant(ir.IntType(32), lane))
    return builder.bitcast(pair, _NUMBERS)


@instruction(types.uint64, types.uint64, types.uint64)
def greatest_of_eight(builder: Any, former: Any, later: Any) -> Any:
    """Returns the greatest of the eight unsigned 16-bit numbers in two words."""
    kind = ir.FunctionType(_NUMBERS.element, [_NUMBERS])
    reduce = cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.umax.v8i16")
    return builder.zext(builder.call(reduce, [_lanes_of_two(builder, former, later)]), _I64)


@instruction(types.UniTuple(types.uint64, 2), types.uint64, types.uint64, types.uint64)
def without_number(builder: Any, former: Any, later: Any, number: Any) -> Any:
    """Returns the two words with 0 in place of this 16-bit number."""
    numbers = _lanes_of_two(builder, former, later)
    every = splat(builder, builder.trunc(number, _NUMBERS.element), _NUMBERS)
    nothing = ir.Constant(_NUMBERS, [0] * _NUMBERS.count)
    left = builder.select(builder.icmp_unsigned("==", numbers, every), nothing, numbers)
    words = builder.bitcast(left, ir.VectorType(_I64, 2))
    lanes = [builder.extract_element(words, ir.Constant(ir.IntType(32), lane)) for lane in range(2)]
    return cgutils.pack_array(builder, lanes)


@kernel(uint64(WORKSPACE_TYPE, int64, uint64))
def first_group(workspace: Any, empties: int, moves: int) -> int:
    """Returns the moves to try first without sorting: killers, if the order has them; all if UNSORTED."""
    if workspace.order == Order.UNSORTED:
        return moves
    if workspace.order < Order.KILLERS:
        return uint64(0)
    return moves & (workspace.killers[empties, 0] | workspace.killers[empties, 1])


@kernel(int64(WORKSPACE_TYPE, int64, uint64))
def list_moves(workspace: Any, empties: int, moves: int) -> int:
    """Writes the moves into the workspace row unsorted, from a1 on; returns their number."""
    count = 0
    while moves:
        workspace.moves[empties, count] = first_square(moves)
        moves &= moves - ONE
        count += 1
    return count


@kernel(void(WORKSPACE_TYPE, int64, int64, int64))
def reward(workspace: Any, empties: int, square: int, depth: int) -> None:
    """Records the move that caused a cutoff, as a killer of its ply and in the history (Schaeffer 1983)."""
    killer = ONE << uint64(square)
    if workspace.killers[empties, 0] != killer:
        workspace.killers[empties, 1] = workspace.killers[empties, 0]
        workspace.killers[empties, 0] = killer
    workspace.history[empties & 1, square] += depth * depth
    if workspace.history[empties & 1, square] >= HISTORY_LIMIT:
        for other in range(64):
            workspace.history[empties & 1, other] //= 2
