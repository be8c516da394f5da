"""The transposition table: one array of uint64, [check, data] pairs in clusters of one cache line.

Threads share it without locks. The check is the hash of the position xor the data, so a pair that mixes the
entries of two threads matches no position (Hyatt & Mann 2002). Entries of the middle game (scores in tenths
of a disc) and of the endgame (in discs) have different hashes for the same position.

The data, from the lowest bit: lower bound (16 bits), upper bound (16), depth (8), move (8), age (8),
confidence in percent (8).
"""

from typing import Any

import numpy as np
from numba import boolean, int64, uint64, void
from numba.types import UniTuple

from ai.kernels import kernel
from ai.kernels.bitboard import make_move
from ai.kernels.intrinsics import ONE, first_square, prefetch, reverse_bytes, set_word_at, word_at
from ai.kernels.workspace import CONTEXT_TYPE, TABLE, TABLE_TYPE
from ai.limits import Order
from ai.telemetry import Reason

NO_MOVE = 64
UNKNOWN = -(1 << 20)  # the score in `probe_bounds` when none is known

# The seed of a position's hash, by the kind of search that stores it.
MIDGAME = np.uint64(0)
ENDGAME = np.uint64(0x6A09E667F3BCC909)

# Entries per cluster, and the words they take: 4 pairs are the 64 bytes of a cache line.
CLUSTER_ENTRIES = 4
CLUSTER_WORDS = 2 * CLUSTER_ENTRIES

_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_3 = np.uint64(0x94D049BB133111EB)
_BYTE = np.uint64(0xFF)
_WORD = np.uint64(0xFFFF)
_N16, _N32, _N40, _N48, _N56 = (np.uint64(n) for n in (16, 32, 40, 48, 56))
# The bias keeps stored bounds positive; the extreme bounds mean that nothing is known.
_BIAS = 0x4000
LEAST_BOUND = -0x3FFF
MOST_BOUND = 0x3FFF
_AGE_PENALTY = 256  # of entries of earlier searches: they are replaced before any of this one


class Table:
    """The words of the table, and a record of them for the kernels."""

    def __init__(self, megabytes: int) -> None:
        """Allocates the largest power of two of clusters that fits, empty and aligned to cache lines; none
        for 0 megabytes. Raises MemoryError.
        """
        clusters = 1 << ((megabytes << 20) // (8 * CLUSTER_WORDS)).bit_length() - 1 if megabytes else 0
        room = np.zeros((clusters + 1) * CLUSTER_WORDS, np.uint64)
        skip = -room.ctypes.data % 64 // 8
        self.words = room[skip : skip + clusters * CLUSTER_WORDS]
        self.record: np.void = np.zeros(1, TABLE)[0]
        self.record["address"] = self.words.ctypes.data
        self.record["size"] = self.words.size


@kernel(uint64(uint64, uint64, uint64))
def position_key(player: int, opponent: int, kind: int) -> int:
    """Hashes both bitboards with the factors of SplitMix (Steele, Lea & Flood 2014); `kind` is the seed.

    Products carry upwards only, so their bytes are reversed and multiplied again: when the opponent is added,
    each bit of the player has changed half of the others, and no discs of the opponent can undo that.
    """
    key = reverse_bytes((player ^ kind) * _MIX_1) * _MIX_2 + opponent
    key = reverse_bytes(key * _MIX_3) * _MIX_1
    return key ^ (key >> _N32)


@kernel(void(TABLE_TYPE, uint64))
def prefetch_entry(table: Any, key: int) -> None:
    """Prefetches the cluster of `key`, which will be probed soon."""
    prefetch(table.address, (key * uint64(CLUSTER_WORDS)) & uint64(table.size - 1))


@kernel(uint64(TABLE_TYPE, uint64))
def probe(table: Any, key: int) -> int:
    """Returns the data stored for `key`, 0 if there is none."""
    start = (key * uint64(CLUSTER_WORDS)) & uint64(table.size - 1)
    for entry in range(CLUSTER_ENTRIES):
        place = start + uint64(2 * entry)
        data = word_at(table.address, place + uint64(1))
        if word_at(table.address, place) ^ data == key:
            return data
    return uint64(0)


@kernel(int64(uint64))
def data_lower(data: int) -> int:
    return int64(data & _WORD) - _BIAS


@kernel(int64(uint64))
def data_upper(data: int) -> int:
    return int64((data >> _N16) & _WORD) - _BIAS


@kernel(int64(uint64))
def data_depth(data: int) -> int:
    return int64((data >> _N32) & _BYTE)


@kernel(int64(uint64))
def data_move(data: int) -> int:
    return int64((data >> _N40) & _BYTE)


@kernel(int64(uint64))
def data_age(data: int) -> int:
    return int64((data >> _N48) & _BYTE)


@kernel(int64(uint64))
def data_confidence(data: int) -> int:
    return int64(data >> _N56)


@kernel(void(TABLE_TYPE, uint64, int64, int64, int64, int64, int64, int64, int64))
def store(
    table: Any, key: int, score: int, alpha: int, beta: int, depth: int, move: int, age: int, confidence: int
) -> None:
    """Stores the fail-soft `score` of a window over the entry of the same position, else over the shallowest,
    of earlier searches first. A deeper entry of the position by an earlier search stays: it is needed again.

    Bounds of the same depth and confidence are merged. A score at or below alpha keeps the old move, because
    it proves no best move.
    """
    lower = score if score > alpha else LEAST_BOUND
    upper = score if score < beta else MOST_BOUND
    start = (key * uint64(CLUSTER_WORDS)) & uint64(table.size - 1)
    place = start
    least = int64(1 << 30)
    for entry in range(CLUSTER_ENTRIES):
        here = start + uint64(2 * entry)
        data = word_at(table.address, here + uint64(1))
        if word_at(table.address, here) ^ data == key:
            place = here
            if data_depth(data) > depth and data_age(data) != age:
                return
            if data_depth(data) == depth and data_confidence(data) == confidence:
                lower = max(lower, data_lower(data)) if upper >= data_lower(data) else lower
                upper = min(upper, data_upper(data)) if lower <= data_upper(data) else upper
            if score <= alpha and data_move(data) != NO_MOVE:
                move = data_move(data)
            break
        worth = data_depth(data)
        if data_age(data) != age:
            worth -= _AGE_PENALTY
        if worth < least:
            least = worth
            place = here
    data = (
        uint64(lower + _BIAS)
        | uint64(upper + _BIAS) << _N16
        | uint64(depth) << _N32
        | uint64(move) << _N40
        | uint64(age) << _N48
        | uint64(confidence) << _N56
    )
    set_word_at(table.address, place, key ^ data)
    set_word_at(table.address, place + uint64(1), data)


@kernel(
    UniTuple(int64, 2)(uint64, uint64, uint64, int64, int64, int64, uint64, uint64, boolean, CONTEXT_TYPE)
)
def probe_bounds(
    player: int,
    opponent: int,
    moves: int,
    alpha: int,
    beta: int,
    depth: int,
    key: int,
    kind: int,
    is_enhanced: bool,
    context: Any,
) -> tuple[int, int]:
    """Returns (score, TABLE or ENHANCED) of a position if the table has a bound that is good enough: as deep
    as `depth`, and with the confidence of the workspace; else (UNKNOWN, move to try first or NO_MOVE). `key`
    is the hash of the position, of this `kind`.

    With `is_enhanced` it also probes the positions after the moves (enhanced transposition cutoff; Schaeffer
    & Plaat 1996). All of them are prefetched before the first is probed, so that memory is waited for once.
    """
    telemetry, workspace, table = context.telemetry, context.workspace, context.table
    telemetry.probes += 1
    data = probe(table, key)
    move = NO_MOVE
    if data != 0:
        if workspace.order != Order.UNSORTED:
            move = data_move(data)
        if data_depth(data) >= depth and data_confidence(data) >= workspace.confidence:
            known = data_lower(data)
            if known >= beta:
                telemetry.answers += 1
                return known, Reason.TABLE
            known = data_upper(data)
            if known <= alpha or known == data_lower(data):
                telemetry.answers += 1
                return known, Reason.TABLE
    if is_enhanced:
        count = 0
        while moves:
            square = first_square(moves)
            moves &= moves - ONE
            child, rest = make_move(player, opponent, square)
            child_key = position_key(child, rest, kind)
            prefetch_entry(table, child_key)
            workspace.keys[count] = child_key
            count += 1
        for place in range(count):
            data = probe(table, workspace.keys[place])
            if (
                data != 0
                and data_depth(data) >= depth - 1
                and -data_upper(data) >= beta
                and data_confidence(data) >= workspace.confidence
            ):
                telemetry.answers += 1
                return -data_upper(data), Reason.ENHANCED
    return UNKNOWN, move
