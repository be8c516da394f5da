"""Operations of a few processor instructions, as LLVM IR: bit counts, moves and flips on four axes at once.

The vectors are LLVM's own, so they compile for any processor (AVX2, NEON or plain 64-bit words).
"""

from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

ONE: Final = np.uint64(1)

_I32: Final = ir.IntType(32)
_I64: Final = ir.IntType(64)
_LANES: Final = 4
_VECTOR: Final = ir.VectorType(_I64, _LANES)

# The four axes as shifts: horizontal, diagonal, vertical, diagonal. Each is walked upwards and downwards.
_SHIFTS: Final = (1, 7, 8, 9)
_STEPS: Final = ((1, 0), (-1, 1), (0, 1), (1, 1))
_INNER_FILES: Final = 0x7E7E7E7E7E7E7E7E
_FULL: Final = 0xFFFFFFFFFFFFFFFF


def instruction(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Returns a decorator that makes a function callable by kernels, with arguments of these types (None:
    any). The decorated function gets a builder and writes the LLVM IR of the call.
    """

    def decorate(write: Callable[..., Any]) -> Any:
        @wraps(write)
        def typed(_context: Any, *given: Any) -> Any:
            kinds = [
                found if wanted is None else wanted for found, wanted in zip(given, arguments, strict=True)
            ]

            def generate(target: Any, builder: Any, _signature: Any, values: Any) -> Any:
                written = write(builder, *values)
                return target.get_dummy_value() if result is types.void else written

            return result(*kinds), generate

        return intrinsic(typed)

    return decorate


def constant_table(module: Any, name: str, rows: list[Any], align: int) -> Any:
    """Returns a constant array of rows of one type, created once per LLVM module."""
    table = module.globals.get(name)
    if table is None:
        table = ir.GlobalVariable(module, ir.ArrayType(rows[0].type, len(rows)), name)
        table.linkage = "internal"
        table.global_constant = True
        table.align = align
        table.initializer = ir.Constant(table.value_type, rows)
    return table


def lowest_bit(builder: Any, bits: Any) -> Any:
    """Returns the number of the lowest set bit; undefined if `bits` is 0."""
    return builder.cttz(bits, ir.Constant(ir.IntType(1), 1))


def place_in(builder: Any, record: Any, offset: Any, kind: Any) -> Any:
    """Returns the address of a value of this LLVM type in a record, at an offset in bytes."""
    start = builder.bitcast(record, ir.IntType(8).as_pointer())
    return builder.bitcast(builder.gep(start, [offset]), kind.as_pointer())


def splat(builder: Any, value: Any, kind: Any) -> Any:
    """Returns a vector of this type with the same value in every lane."""
    nothing = ir.Constant(kind, ir.Undefined)
    single = builder.insert_element(nothing, value, _I32(0))
    return builder.shuffle_vector(
        single, nothing, ir.Constant(ir.VectorType(_I32, kind.count), [_I32(0)] * kind.count)
    )


def _lanes(values: Iterable[int]) -> Any:
    return ir.Constant(_VECTOR, [ir.Constant(_I64, value) for value in values])


def _union(builder: Any, vector: Any) -> Any:
    lanes = [builder.extract_element(vector, ir.Constant(_I32, lane)) for lane in range(_LANES)]
    return builder.or_(builder.or_(lanes[0], lanes[1]), builder.or_(lanes[2], lanes[3]))


def rays(square: int, sign: int) -> list[int]:
    """Returns for each axis the squares beyond `square` up to the border, upwards (+1) or downwards (-1)."""
    rays = []
    for dx, dy in _STEPS:
        x, y, ray = square % 8 + sign * dx, square // 8 + sign * dy, 0
        while 0 <= x < 8 and 0 <= y < 8:
            ray |= 1 << (8 * y + x)
            x, y = x + sign * dx, y + sign * dy
        rays.append(ray)
    return rays


@cache
def _pairs_of_rays() -> list[Any]:
    """Returns for each square the constant vectors of its rays upwards and downwards."""
    pair = ir.ArrayType(_VECTOR, 2)
    return [ir.Constant(pair, [_lanes(rays(square, sign)) for sign in (1, -1)]) for square in range(64)]


@instruction(types.int64, types.uint64)
def popcount(builder: Any, bits: Any) -> Any:
    """Returns the number of set bits in a uint64."""
    return builder.ctpop(bits)


@instruction(types.int64, types.uint64)
def first_square(builder: Any, bits: Any) -> Any:
    """Returns the lowest square of a bitboard that is not empty."""
    return lowest_bit(builder, bits)


@instruction(types.uint64, types.uint64)
def reverse_bytes(builder: Any, bits: Any) -> Any:
    """Returns a uint64 with its bytes in reverse order."""
    return builder.bswap(bits)


def _word_at(builder: Any, address: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(address, _I64.as_pointer()), [index])


@instruction(types.uint64, types.int64, types.uint64)
def word_at(builder: Any, address: Any, index: Any) -> Any:
    """Returns the uint64 at this index of the array at an address."""
    return builder.load(_word_at(builder, address, index))


@instruction(types.void, types.int64, types.uint64, types.uint64)
def set_word_at(builder: Any, address: Any, index: Any, value: Any) -> None:
    builder.store(value, _word_at(builder, address, index))


@instruction(types.void, types.int64, types.uint64)
def prefetch(builder: Any, address: Any, index: Any) -> None:
    """Requests the cache line of a word; the caller does not wait for memory."""
    place = builder.bitcast(_word_at(builder, address, index), ir.IntType(8).as_pointer())
    kind = ir.FunctionType(ir.VoidType(), [place.type, _I32, _I32, _I32])
    hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    read, keep, data = (ir.Constant(_I32, number) for number in (0, 3, 1))
    builder.call(hint, [place, read, keep, data])


@instruction(types.void)
def publish(builder: Any) -> None:
    """Makes a thread that sees a later write see all earlier writes, too (a release fence)."""
    builder.fence("release")


@instruction(types.uint64, types.uint64, types.uint64)
def mobility_vector(builder: Any, player: Any, opponent: Any) -> Any:
    """Returns the legal moves of `player`. Runs of opponent discs grow by doubling (Kogge & Stone 1973), with
    one axis per lane.
    """
    one, two = _lanes(_SHIFTS), _lanes(2 * shift for shift in _SHIFTS)
    own = splat(builder, player, _VECTOR)
    # A run must not wrap round the sides of the board, so only vertical ones may use the outer files.
    files = _lanes(_FULL if shift == 8 else _INNER_FILES for shift in _SHIFTS)
    line = builder.and_(splat(builder, opponent, _VECTOR), files)
    arrivals = []
    for move in (builder.shl, builder.lshr):
        run = builder.and_(line, move(own, one))
        run = builder.or_(run, builder.and_(line, move(run, one)))
        pairs = builder.and_(line, move(line, one))
        run = builder.or_(run, builder.and_(pairs, move(run, two)))
        run = builder.or_(run, builder.and_(pairs, move(run, two)))
        arrivals.append(move(run, one))
    reached = _union(builder, builder.or_(*arrivals))
    return builder.and_(reached, builder.not_(builder.or_(player, opponent)))


@instruction(types.uint64, types.uint64, types.uint64, types.int64)
def flips_vector(builder: Any, player: Any, opponent: Any, square: Any) -> Any:
    """Returns the discs that `player` turns on the empty `square`: on each ray the run to the first own disc.

    Upwards the run ends at the lowest bit of the ray that is not an opponent disc, found by carry; downwards
    at the highest, found by smearing the ray towards the border in steps of its shift.
    """
    table = constant_table(builder.module, "nullwindow.rays", _pairs_of_rays(), align=32)
    zero = ir.Constant(_I64, 0)
    up, down = (
        builder.load(builder.gep(table, [zero, square, ir.Constant(_I64, side)], inbounds=True), align=32)
        for side in (0, 1)
    )
    own, other = splat(builder, player, _VECTOR), splat(builder, opponent, _VECTOR)
    nothing, unit = _lanes((0,) * _LANES), _lanes((1,) * _LANES)

    stops = builder.and_(up, builder.not_(other))
    end = builder.and_(builder.and_(stops, builder.sub(nothing, stops)), own)
    upward = builder.and_(up, builder.sub(end, unit))
    upward = builder.select(builder.icmp_unsigned("!=", end, nothing), upward, nothing)

    reach = builder.and_(down, builder.not_(other))
    for times in (1, 2, 4):
        step = _lanes(times * shift for shift in _SHIFTS)
        reach = builder.or_(reach, builder.lshr(reach, step))
    beyond = builder.lshr(reach, _lanes(_SHIFTS))
    end = builder.and_(builder.and_(builder.and_(reach, builder.not_(beyond)), down), own)
    downward = builder.and_(down, builder.not_(reach))
    downward = builder.select(builder.icmp_unsigned("!=", end, nothing), downward, nothing)
    return _union(builder, builder.or_(upward, downward))
