"""The evaluation of a position before the end of the game: the sum of the weights of its patterns.

The states of all patterns (see ai/patterns.py) form a row of the workspace's `features`, one row for each
number of empties. A move changes few of them, so each row is computed from the previous one by vector
additions: a constant vector for each square has a lane for every pattern.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import int64, types, uint64, void

from ai.kernels import kernel
from ai.kernels.intrinsics import constant_table, first_square, instruction, lowest_bit, place_in, popcount
from ai.kernels.workspace import LANES, WEIGHTS_TYPE, WORKSPACE, WORKSPACE_TYPE
from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS, STAGE_EMPTIES, STAGE_SIZE
from ai.weights import MAX_SCORE, WEIGHT_SCALE

COUNT: Final = len(PATTERNS)

_OFFSET: Final = dict(WORKSPACE.fields or {})["features"][1]  # of the features in a workspace, in bytes

_ONE = np.uint64(1)
_MOBILITY_ROW = MOST_MOVES + 1
_HALF = WEIGHT_SCALE // 2

_I16: Final = ir.IntType(16)
_I64: Final = ir.IntType(64)
_ROW: Final = ir.VectorType(_I16, LANES)


@cache
def _coefficients() -> list[Any]:
    """Returns for each square a constant vector of what a disc on it adds to the state of each pattern."""
    rows = [[0] * LANES for _ in range(64)]
    for lane, pattern in enumerate(PATTERNS):
        for place, square in enumerate(pattern.squares):
            rows[square][lane] = 3**place
    return [ir.Constant(_ROW, [ir.Constant(_I16, each) for each in row]) for row in rows]


def _row(builder: Any, workspace: Any, empties: Any) -> Any:
    """Returns the address of the row of features for a number of empties."""
    place = builder.add(builder.mul(empties, _I64(2 * LANES)), _I64(_OFFSET))
    return place_in(builder, workspace, place, _ROW)


@instruction(types.void, WORKSPACE_TYPE, types.int64, types.int64, types.int64, types.uint64)
def _follow(builder: Any, record: Any, source: Any, to: Any, square: Any, turned: Any) -> None:
    """Writes row `to`: row `source` after a disc on `square` turns `turned`, seen by the other side.

    The new disc counts once; a turned disc counts twice, because it was the opponent's.
    """
    table = constant_table(builder.module, "nullwindow.coefficients", _coefficients(), align=64)
    zero = _I64(0)

    def coefficients(of_square: Any) -> Any:
        return builder.load(builder.gep(table, [zero, of_square], inbounds=True), align=64)

    old = builder.load(_row(builder, record, source), align=2)
    begun = builder.add(old, coefficients(square))
    before = builder.basic_block
    loop = builder.append_basic_block("turned.loop")
    done = builder.append_basic_block("turned.done")
    builder.cbranch(builder.icmp_unsigned("!=", turned, zero), loop, done)

    builder.position_at_end(loop)
    left, total = builder.phi(_I64), builder.phi(_ROW)
    twice = coefficients(lowest_bit(builder, left))
    next_total = builder.add(builder.add(total, twice), twice)
    next_left = builder.and_(left, builder.sub(left, _I64(1)))
    left.add_incoming(turned, before)
    left.add_incoming(next_left, loop)
    total.add_incoming(begun, before)
    total.add_incoming(next_total, loop)
    builder.cbranch(builder.icmp_unsigned("!=", next_left, zero), loop, done)

    builder.position_at_end(done)
    final = builder.phi(_ROW)
    final.add_incoming(begun, before)
    final.add_incoming(next_total, loop)
    nothing = ir.Constant(_ROW, [_I16(0)] * LANES)
    builder.store(builder.sub(nothing, final), _row(builder, record, to), align=2)


@instruction(types.int64, WORKSPACE_TYPE, WEIGHTS_TYPE, types.int64, types.uint64)
def _sum_of_patterns(builder: Any, record: Any, values: Any, empties: Any, stage: Any) -> Any:
    """Returns the sum of the pattern weights selected by the states in a row.

    Atomic loads cost nothing, and stop LLVM from making vectors of them only to take these apart again.
    """
    i32 = ir.IntType(32)
    row = builder.bitcast(_row(builder, record, empties), _I16.as_pointer())
    table = builder.gep(builder.bitcast(values, _I16.as_pointer()), [stage])
    total = i32(0)
    for lane, pattern in enumerate(PATTERNS):
        state = builder.load_atomic(builder.gep(row, [_I64(lane)]), "unordered", 2)
        place = builder.gep(table, [_I64(pattern.centre)])
        weight = builder.load_atomic(builder.gep(place, [builder.sext(state, _I64)]), "unordered", 2)
        total = builder.add(total, builder.sext(weight, i32))
    return builder.sext(total, _I64)


@kernel(void(WORKSPACE_TYPE, int64, int64, uint64))
def follow(workspace: Any, empties: int, square: int, turned: int) -> None:
    """Computes the row of states after a move, at `empties` - 1, from the row before it, at `empties`."""
    _follow(workspace, empties, empties - 1, square, turned)


@kernel(void(WORKSPACE_TYPE, int64))
def change_sides(workspace: Any, empties: int) -> None:
    """Converts the states of a position to those seen by the other side."""
    for lane in range(LANES):
        workspace.features[empties, lane] = -workspace.features[empties, lane]


@kernel(void(WORKSPACE_TYPE, uint64, uint64))
def place_discs(workspace: Any, player: int, opponent: int) -> None:
    """Computes the states of a position from scratch."""
    empties = popcount(~(player | opponent))
    for lane in range(LANES):
        workspace.features[empties, lane] = 0
    for discs in (player, opponent):
        while discs:
            _follow(workspace, empties, empties, first_square(discs), uint64(0))
            change_sides(workspace, empties)
            discs &= discs - _ONE
        change_sides(workspace, empties)


@kernel(int64(WORKSPACE_TYPE, int64, uint64, uint64, WEIGHTS_TYPE))
def evaluate(workspace: Any, empties: int, moves: int, replies: int, weights: Any) -> int:
    """Returns the score for the side to move in tenths of a disc, by the formula of `evaluate` in
    ai/reference/evaluation.py; `moves` and `replies` are the legal moves of both sides.
    """
    stage = uint64(empties // STAGE_EMPTIES * STAGE_SIZE)
    mobility = min(popcount(moves), MOST_MOVES) * _MOBILITY_ROW + min(popcount(replies), MOST_MOVES)
    total = (
        int64(weights.values[stage + uint64(MOBILITY_FIRST + mobility)])
        + weights.values[stage + uint64(EMPTIES_FIRST + empties)]
        + _HALF
    )
    total += _sum_of_patterns(workspace, weights, empties, stage)
    return max(min(total // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)
