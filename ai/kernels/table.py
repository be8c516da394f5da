"""The transposition table: one array of uint64, [key, data] pairs in clusters of one cache line.

The key is the full 64-bit hash. Entries of the middle game (scores in tenths of a disc) and of the endgame
(in discs) have different keys for the same position, so neither is ever taken for the other.
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, njit, uint64, void

LOWER = 1
UPPER = 2
EXACT = 3
NO_MOVE = 64

# What the hash of a position starts from, by the kind of search that stores it.
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
_N8, _N16, _N24, _N29, _N32 = (np.uint64(n) for n in (8, 16, 24, 29, 32))
# Scores are stored above zero.
_SCORE_BIAS = 0x4000
# An entry of an earlier search is given up before any of this one, whatever its depth.
_AGE_PENALTY = 256
# Words looked at to estimate how full the table is.
_FILL_SAMPLE = 1 << 13


def new_table(megabytes: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """An empty table of the largest power of two of clusters that fits, aligned to a cache line."""
    clusters = 1 << ((megabytes << 20) // (8 * CLUSTER_WORDS)).bit_length() - 1
    words = np.zeros((clusters + 1) * CLUSTER_WORDS, np.uint64)
    skip = -words.ctypes.data % 64 // 8
    return words[skip : skip + clusters * CLUSTER_WORDS]


@njit(uint64(uint64, uint64, uint64), cache=True, nogil=True)
def position_key(player: int, opponent: int, kind: int) -> int:
    """A mix of both bitboards in the manner of SplitMix (Steele, Lea & Flood 2014); `kind` as above."""
    key = (player ^ kind) * _MIX_1
    key = ((key ^ (key >> _N32)) + opponent) * _MIX_2
    key = (key ^ (key >> _N29)) * _MIX_3
    return key ^ (key >> _N32)


@njit(uint64(uint64[::1], uint64), cache=True, nogil=True)
def probe(table: Any, key: int) -> int:
    """The data stored for `key`, 0 if there is none."""
    start = (key * uint64(CLUSTER_WORDS)) & uint64(table.size - 1)
    for entry in range(CLUSTER_ENTRIES):
        place = start + uint64(2 * entry)
        if table[place] == key:
            return table[place + uint64(1)]
    return uint64(0)


@njit(int64(uint64), cache=True, nogil=True)
def data_score(data: int) -> int:
    return int64(data & _WORD) - _SCORE_BIAS


@njit(int64(uint64), cache=True, nogil=True)
def data_depth(data: int) -> int:
    return int64((data >> _N16) & _BYTE)


@njit(int64(uint64), cache=True, nogil=True)
def data_bound(data: int) -> int:
    return int64((data >> _N24) & np.uint64(3))


@njit(int64(uint64), cache=True, nogil=True)
def data_move(data: int) -> int:
    return int64((data >> _N32) & _BYTE)


@njit(void(uint64[::1], uint64, int64, int64, int64, int64, int64), cache=True, nogil=True)
def store(table: Any, key: int, score: int, depth: int, bound: int, move: int, age: int) -> None:
    """Keep what was found; it replaces the entry of the same position, else the shallowest or an old one.

    Opposite bounds that meet are an exact score: so a PV re-search, which proves no more than that its first
    value cannot be improved, leaves an exact entry. The move is that of the lower bound, the one that proves
    something.
    """
    start = (key * uint64(CLUSTER_WORDS)) & uint64(table.size - 1)
    place = start
    least = int64(1 << 30)
    for entry in range(CLUSTER_ENTRIES):
        here = start + uint64(2 * entry)
        if table[here] == key:
            place = here
            data = table[here + uint64(1)]
            if data_depth(data) == depth and data_score(data) == score and data_bound(data) + bound == EXACT:
                if bound == UPPER:
                    move = data_move(data)
                bound = EXACT
            break
        data = table[here + uint64(1)]
        worth = data_depth(data)
        if int64(data >> (_N32 + _N8)) != age:
            worth -= _AGE_PENALTY
        if worth < least:
            least = worth
            place = here
    table[place] = key
    table[place + uint64(1)] = (
        uint64(score + _SCORE_BIAS)
        | uint64(depth) << _N16
        | uint64(bound) << _N24
        | uint64(move) << _N32
        | uint64(age) << (_N32 + _N8)
    )


@njit(int64(uint64[::1], int64), cache=True, nogil=True)
def filled(table: Any, age: int) -> int:
    """Entries of this age per thousand, in a sample from the start of the table."""
    sample = min(table.size, _FILL_SAMPLE)
    entries = 0
    for place in range(1, sample, 2):
        data = table[uint64(place)]
        entries += data != 0 and int64(data >> (_N32 + _N8)) == age
    return entries * 2000 // sample
