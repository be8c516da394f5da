"""The worth of a position before the end: the weights of its patterns, looked up and added.

The states of all patterns (see ai/patterns.py) stand in a row of the workspace's `features`, one row for each
number of empties. A move changes few of them: a row is made from the one before by vector additions, as the
patterns that a square belongs to are the lanes of one constant vector.
"""

import os
from functools import cache
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import int64, types, uint64, void
from numba.core import cgutils

from ai import network
from ai.kernels import kernel
from ai.kernels.intrinsics import (
    constant_table,
    first_square,
    instruction,
    lowest_bit,
    place_in,
    popcount,
)
from ai.kernels.workspace import LANES, WEIGHTS, WEIGHTS_TYPE, WORKSPACE, WORKSPACE_TYPE
from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS, STAGE_EMPTIES, STAGE_SIZE
from ai.weights import MAX_SCORE, WEIGHT_SCALE

COUNT: Final = len(PATTERNS)

_OFFSET: Final = dict(WORKSPACE.fields or {})["features"][1]  # of the features in a workspace, in bytes

_VALUES: Final = dict(WEIGHTS.fields or {})["values"][1]  # of the weights, likewise

_ONE = np.uint64(1)
_MOBILITY_ROW = MOST_MOVES + 1
_HALF = WEIGHT_SCALE // 2
_STATE_UNIT: Final = 8
_USES_NETWORK = bool(network.USED)

_I16: Final = ir.IntType(16)
_I64: Final = ir.IntType(64)
_ROW: Final = ir.VectorType(_I16, LANES)
_PART: Final = ir.VectorType(_I16, 16)


@cache
def _coefficients() -> list[Any]:
    """For each square, what a disc on it counts in each pattern, as a constant vector."""
    rows = [[0] * LANES for _ in range(64)]
    # With the network a state counts eight times, so that four times as much are the bytes of its row.
    patterns, unit = (network.PATTERNS, _STATE_UNIT) if network.USED else (PATTERNS, 1)
    for lane, pattern in enumerate(patterns):
        for place, square in enumerate(pattern.squares):
            rows[square][lane] = unit * 3**place
    return [ir.Constant(_ROW, [ir.Constant(_I16, each) for each in row]) for row in rows]


def _row(builder: Any, workspace: Any, empties: Any) -> Any:
    """The address of the row of features for a number of empties."""
    place = builder.add(builder.mul(empties, _I64(2 * LANES)), _I64(_OFFSET))
    return place_in(builder, workspace, place, _ROW)


@instruction(types.void, WORKSPACE_TYPE, types.int64, types.int64, types.int64, types.uint64)
def _follow(builder: Any, record: Any, source: Any, to: Any, square: Any, turned: Any) -> None:
    """Writes row `to`: row `source` after a disc on `square` turned those of `turned`, seen by the other
    side.

    The disc counts once, a turned disc twice: it was the opponent's.
    """
    table = constant_table(builder.module, "nullwindow.coefficients", _coefficients(), align=64)
    zero = _I64(0)

    def coefficients(of_square: Any) -> Any:
        return parts(builder.gep(table, [zero, of_square], inbounds=True), 32)

    places = range(LANES // 16)

    def parts(place: Any, align: int) -> list[Any]:
        start = builder.bitcast(place, _PART.as_pointer())
        return [builder.load(builder.gep(start, [_I64(part)]), align=align) for part in places]

    def add(left: list[Any], right: list[Any]) -> list[Any]:
        return [builder.add(one, other) for one, other in zip(left, right, strict=True)]

    old = parts(_row(builder, record, source), 2)
    begun = add(old, coefficients(square))
    before = builder.basic_block
    loop = builder.append_basic_block("turned.loop")
    done = builder.append_basic_block("turned.done")
    builder.cbranch(builder.icmp_unsigned("!=", turned, zero), loop, done)

    builder.position_at_end(loop)
    left, total = builder.phi(_I64), [builder.phi(_PART) for _ in places]
    twice = coefficients(lowest_bit(builder, left))
    next_total = add(add(total, twice), twice)
    next_left = builder.and_(left, builder.sub(left, _I64(1)))
    left.add_incoming(turned, before)
    left.add_incoming(next_left, loop)
    for part in places:
        total[part].add_incoming(begun[part], before)
        total[part].add_incoming(next_total[part], loop)
    builder.cbranch(builder.icmp_unsigned("!=", next_left, zero), loop, done)

    builder.position_at_end(done)
    final = [builder.phi(_PART) for _ in places]
    nothing = ir.Constant(_PART, [_I16(0)] * 16)
    start = builder.bitcast(_row(builder, record, to), _PART.as_pointer())
    for part in places:
        final[part].add_incoming(begun[part], before)
        final[part].add_incoming(next_total[part], loop)
    for part in places:
        builder.store(builder.sub(nothing, final[part]), builder.gep(start, [_I64(part)]), align=2)


@instruction(types.int64, WORKSPACE_TYPE, WEIGHTS_TYPE, types.int64, types.uint64)
def _sum_of_patterns(builder: Any, record: Any, values: Any, empties: Any, stage: Any) -> Any:
    """The sum of the weights of all patterns by the states in a row.

    Loads are atomic, which costs nothing: LLVM would make them vectors, and take those apart again.
    """
    i32 = ir.IntType(32)
    row = builder.bitcast(_row(builder, record, empties), _I16.as_pointer())
    table = builder.gep(place_in(builder, values, _I64(_VALUES), _I16), [stage])
    total = i32(0)
    for lane, pattern in enumerate(PATTERNS):
        state = builder.load_atomic(builder.gep(row, [_I64(lane)]), "unordered", 2)
        place = builder.gep(table, [_I64(pattern.centre)])
        weight = builder.load_atomic(builder.gep(place, [builder.sext(state, _I64)]), "unordered", 2)
        total = builder.add(total, builder.sext(weight, i32))
    return builder.sext(total, _I64)


_NETWORK: Final = dict(network.NETWORK.fields or {})
_I8, _I32 = ir.IntType(8), ir.IntType(32)
_SUMS: Final = ir.VectorType(_I16, 16)
_PRODUCTS: Final = ir.VectorType(_I32, 8)
_ROW_BYTES: Final = 32
_AT_ONCE: Final = int(os.environ.get("NW_AT_ONCE", "6"))


def _products(builder: Any, left: Any, right: Any) -> Any:
    """The products of 16 numbers of 16 bits, added in pairs."""
    kind = ir.FunctionType(_PRODUCTS, [_SUMS, _SUMS])
    name = "llvm.x86.avx2.pmadd.wd"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [left, right])


def _all(kind: Any, number: int) -> Any:
    return ir.Constant(kind, [kind.element(number)] * kind.count)


def _clipped(builder: Any, sums: Any) -> Any:
    none, most = _all(sums.type, 0), _all(sums.type, network.ONE)
    sums = builder.select(builder.icmp_signed(">", sums, none), sums, none)
    return builder.select(builder.icmp_signed("<", sums, most), sums, most)


@instruction(types.int64, WORKSPACE_TYPE, WEIGHTS_TYPE, types.int64, types.int64)
def _network(builder: Any, record: Any, weights: Any, empties: Any, mobility: Any) -> Any:
    """The output of the network, in tenths of a disc, by the states in a row.

    A row of bytes is added as numbers of 16 bits, of which the upper bytes are added once more: what they
    count in the first sum is taken out of it in the end.
    """
    base = builder.bitcast(weights, _I8.as_pointer())
    states = builder.bitcast(_row(builder, record, empties), _I16.as_pointer())
    both, upper = _all(_SUMS, 0), _all(_SUMS, 0)
    eight = _all(_SUMS, 8)

    def add(place: Any) -> None:
        nonlocal both, upper
        row = builder.load(builder.bitcast(place, _SUMS.as_pointer()), align=32)
        both = builder.add(both, row)
        if network.WIDTH == 32:
            upper = builder.add(upper, builder.ashr(row, eight))

    rows = base
    for number, least in enumerate(network.BANDS[1:], 1):
        start = builder.gep(base, [_I64(number * network.ROWS * _ROW_BYTES)])
        rows = builder.select(builder.icmp_signed(">=", empties, _I64(least)), start, rows)
    for first, number in ((network.MOBILITY_FIRST, mobility), (network.EMPTIES_FIRST, empties)):
        start = builder.gep(rows, [_I64(_ROW_BYTES * first)])
        add(builder.gep(start, [builder.mul(number, _I64(_ROW_BYTES))]))
    for lane, pattern in enumerate(network.PATTERNS):
        if lane % _AT_ONCE == 0:
            builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)
        state = builder.load_atomic(builder.gep(states, [_I64(lane)]), "unordered", 2)
        first = builder.gep(rows, [_I64(_ROW_BYTES * pattern.centre)])
        first = builder.bitcast(first, _I32.as_pointer())
        add(builder.gep(first, [builder.sext(state, _I64)]))
    if network.WIDTH == 32:
        lower = builder.sub(
            builder.sub(both, builder.shl(upper, eight)), _all(_SUMS, 128 * (len(network.PATTERNS) + 2))
        )
        every = [lower, upper]
    else:
        every = [both]

    bucket = builder.lshr(empties, _I64(2))
    last = _I64(network.BUCKETS - 1)
    bucket = builder.select(builder.icmp_unsigned("<", bucket, last), bucket, last)

    def at(name: str, part: int, kind: Any) -> Any:
        """The vector of the bucket, `part` vectors into the field."""
        field, start = _NETWORK[name][:2]
        step = field.itemsize // network.BUCKETS
        size = kind.count * kind.element.width // 8
        place = builder.add(builder.mul(bucket, _I64(step)), _I64(start + part * size))
        return builder.load(builder.bitcast(builder.gep(base, [place]), kind.as_pointer()), align=4)

    parts = [_products(builder, sums, at("linear", part, _SUMS)) for part, sums in enumerate(every)]
    squares = []
    for part, sums in enumerate(every):
        sums = _clipped(builder, sums)
        squares.append(builder.lshr(builder.mul(sums, sums), eight))
        parts.append(_products(builder, squares[-1], at("squared", part, _SUMS)))
    # Neighbours as words: of two vectors by halves of each half, as the processor interleaves them.
    words, order = squares, [*range(8)]
    if network.WIDTH == 32:
        words, order = [], [*range(4), *range(8, 12), *range(4, 8), *range(12, 16)]
        for half in (0, 4):
            picked = [half + 8 * (place // 8) + place % 8 // 2 + 16 * (place % 2) for place in range(16)]
            mask = ir.Constant(ir.VectorType(_I32, 16), [_I32(place) for place in picked])
            words.append(builder.shuffle_vector(*squares, mask))
    words = [builder.bitcast(each, _PRODUCTS) for each in words]
    hidden = [at("hidden_bias", part, _PRODUCTS) for part in range(network.HIDDEN // 8)]
    for number, pair in enumerate(order):
        lane = ir.Constant(ir.VectorType(_I32, 8), [_I32(number % 8)] * 8)
        word = words[number // 8]
        inputs = builder.bitcast(builder.shuffle_vector(word, word, lane), _SUMS)
        for part in range(network.HIDDEN // 8):
            found = _products(builder, inputs, at("hidden", network.HIDDEN // 8 * pair + part, _SUMS))
            hidden[part] = builder.add(hidden[part], found)
    for part in range(network.HIDDEN // 8):
        sums = builder.ashr(hidden[part], _all(_PRODUCTS, network.HIDDEN_SHIFT))
        sums = builder.bitcast(_clipped(builder, sums), _SUMS)
        square = builder.lshr(_products(builder, sums, sums), _all(_PRODUCTS, network.SQUARE_SHIFT))
        numbers = builder.bitcast(at("last", part, _PRODUCTS), _SUMS)
        parts.append(_products(builder, builder.bitcast(square, _SUMS), numbers))
    total = parts[0]
    for part in parts[1:]:
        total = builder.add(total, part)
    kind = ir.FunctionType(_I32, [_PRODUCTS])
    reduce = cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.add.v8i32")
    start = builder.add(builder.mul(empties, _I64(4)), _I64(_NETWORK["bias"][1]))
    bias = builder.load(builder.bitcast(builder.gep(base, [start]), _I32.as_pointer()), align=4)
    out = builder.add(builder.call(reduce, [total]), bias)
    return builder.sext(builder.ashr(out, _I32(network.OUTPUT_SHIFT)), _I64)


@kernel(void(WORKSPACE_TYPE, int64, int64, uint64))
def follow(workspace: Any, empties: int, square: int, turned: int) -> None:
    """Writes the states of the position after the move, from those of the one with `empties` before it."""
    _follow(workspace, empties, empties - 1, square, turned)


@kernel(void(WORKSPACE_TYPE, int64))
def change_sides(workspace: Any, empties: int) -> None:
    """The same position seen by the other side."""
    for lane in range(LANES):
        workspace.features[empties, lane] = -workspace.features[empties, lane]


@kernel(void(WORKSPACE_TYPE, uint64, uint64))
def place_discs(workspace: Any, player: int, opponent: int) -> None:
    """Writes the states of a position from nothing."""
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
    """Tenths of a disc for the side to move, by the formula of reference.evaluate; `moves` and `replies` are
    the legal moves of both sides.
    """
    stage = uint64(empties // STAGE_EMPTIES * STAGE_SIZE)
    mobility = min(popcount(moves), MOST_MOVES) * _MOBILITY_ROW + min(popcount(replies), MOST_MOVES)
    if _USES_NETWORK:
        return max(min(_network(workspace, weights, empties, mobility), MAX_SCORE), -MAX_SCORE)
    total = (
        int64(weights.values[stage + uint64(MOBILITY_FIRST + mobility)])
        + weights.values[stage + uint64(EMPTIES_FIRST + empties)]
        + _HALF
    )
    total += _sum_of_patterns(workspace, weights, empties, stage)
    return max(min(total // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)
