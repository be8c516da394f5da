"""Positions to learn from: their file, what `read` gives to the fit, and how games become positions.

The file: 32 bytes of header (little-endian: the magic b"NWPOSIT\\n", the version u16, the bytes of a row u16,
the CRC-32 of all rows u32, the number of rows u64, 8 zeros), then the rows as POSITION has them.
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit

from ai.boards import least
from ai.files import write_file
from ai.kernels.bitboard import flips, legal_moves
from ai.kernels.intrinsics import popcount
from ai.training.arguments import StepError
from ai.training.weights.games_file import LABEL, NO_OTHER, PASS_BYTE, START, LabelKind, Split
from game.symmetry import SYMMETRIES, transform_bits

MAGIC: Final = b"NWPOSIT\n"
VERSION: Final = 1
HEADER: Final = struct.Struct("<8sHHIQ8x")

POSITION: Final = np.dtype(
    [
        ("player", "<u8"),  # to move; of the eight symmetries the one with the least numbers
        ("opponent", "<u8"),
        ("score", "<i2"),  # tenths of a disc for the player, if `kind` is not LabelKind.NONE
        ("search", "<i2"),  # likewise, by a search, if `depth` is not 0
        ("kind", "u1"),  # a LabelKind
        ("depth", "u1"),  # plies
        ("weight", "u1"),  # how many games had it, at most MOST_WEIGHT
        ("empties", "u1"),
    ]
)
Positions = np.ndarray[Any, np.dtype[np.void]]

MOST_WEIGHT: Final = 255

# Rows as they come from the games, before equal positions are one: `weight` is a Split.
_ONE = np.uint64(1)
_PASS = PASS_BYTE
_NONE, _EXACT = int(LabelKind.NONE), int(LabelKind.EXACT)
_TURN_AT, _COUNT_AT, _BLACK_AT, _WHITE_AT = 1, 2, 12, 20
_MOVES_AT, _LABEL_SIZE, _OTHER_AT = START.size, LABEL.size, 6
# Rows that are turned to their least symmetry at once: copies of them take some megabytes.
_AT_ONCE: Final = 1 << 20


class PositionsError(StepError):
    """A file that is none; the sentence names it and the place."""

    def __init__(self, path: Path, offset: int, reason: str) -> None:
        super().__init__(f"{path}: byte {offset}: {reason}; make it again with the step dataset")


def read(path: Path) -> Positions:
    """Rows of POSITION. Raises StepError."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise StepError(f"{path}: {error.strerror}; the step dataset makes it") from error
    with file:
        header = file.read(HEADER.size)
        if len(header) < HEADER.size or not header.startswith(MAGIC):
            raise PositionsError(path, 0, "this is no file of positions")
        _, version, size, check, count = HEADER.unpack(header)
        if (version, size) != (VERSION, POSITION.itemsize):
            raise PositionsError(
                path, len(MAGIC), f"version {version} with rows of {size} bytes cannot be read"
            )
        length = path.stat().st_size
        if length != HEADER.size + count * size:
            raise PositionsError(
                path, length, f"{count:,} rows end at byte {HEADER.size + count * size}, the file here"
            )
        rows = np.fromfile(file, POSITION)
    if zlib.crc32(rows.view(np.uint8).data) != check:
        raise PositionsError(path, HEADER.size, "the rows are damaged, their checksum differs")
    return rows


def write(path: Path, rows: Positions) -> None:
    """Under its name the file is there as a whole or not at all. Raises OSError."""
    data = np.ascontiguousarray(rows).view(np.uint8).data
    header = HEADER.pack(MAGIC, VERSION, POSITION.itemsize, zlib.crc32(data), len(rows))
    write_file(path, header, data)


def from_games(
    payloads: Sequence[bytes], splits: Sequence[Split]
) -> tuple[dict[Split, Positions], dict[int, int]]:
    """(The positions of each split, the games with an illegal move by their index and its ply, from 1).

    Positions that are the same under one of the symmetries are one row: the mean of the exact scores if
    there are any, else of the results; of the search scores those of the greatest depth. A position of games
    of several splits belongs to the first of them, and only the games of that one count: so nothing that is
    learned from is tested with.
    """
    lengths = [len(payload) for payload in payloads]
    offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
    data = np.frombuffer(b"".join(payloads), np.uint8)
    rows = np.zeros(2 * sum(payload[_COUNT_AT] for payload in payloads), POSITION)
    illegal = np.zeros(len(payloads), np.int64)
    count = _unpack(data, offsets, np.array(splits, np.uint8), rows, illegal)
    rows = rows[:count]
    for part in np.array_split(rows, count // _AT_ONCE + 1):
        sides = [np.ascontiguousarray(part[side]) for side in ("player", "opponent")]
        faces = ([transform_bits(side, symmetry) for side in sides] for symmetry in SYMMETRIES)
        part["player"], part["opponent"] = least(faces)
    order = np.lexsort((rows["opponent"], rows["player"]))
    merged = np.zeros(count, POSITION)
    split_of_row = np.zeros(count, np.uint8)
    count = _merge(rows, order, merged, split_of_row)
    merged, split_of_row = merged[:count], split_of_row[:count]
    bad = {int(game): int(illegal[game]) for game in np.flatnonzero(illegal)}
    return {split: merged[split_of_row == split] for split in Split}, bad


@njit
def _word(data: Any, offset: int) -> int:
    word = np.uint64(0)
    for byte in range(8):
        word |= np.uint64(data[offset + byte]) << np.uint64(8 * byte)
    return word


@njit
def _short(data: Any, offset: int) -> int:
    value = np.int64(data[offset]) | np.int64(data[offset + 1]) << 8
    return value - 65536 if value >= 32768 else value


@njit
def _unpack(data: Any, offsets: Any, splits: Any, rows: Any, illegal: Any) -> int:
    """Replay every game and write a row for each labelled position; returns how many.

    Of a game with an illegal move nothing is kept, and its ply is written to `illegal`.
    """
    count = 0
    for game in range(len(splits)):
        start = offsets[game]
        first = count
        moves = np.int64(data[start + _COUNT_AT])
        player, opponent = _word(data, start + _BLACK_AT), _word(data, start + _WHITE_AT)
        if data[start + _TURN_AT] != 0:
            player, opponent = opponent, player
        label = start + _MOVES_AT + moves
        for ply in range(moves):
            kind, depth = data[label], data[label + 1]
            if kind != _NONE or depth != 0:
                row = rows[count]
                row.player, row.opponent = player, opponent
                row.kind = kind
                row.depth = depth
                row.score = _short(data, label + 2)
                row.search = _short(data, label + 4)
                row.weight = splits[game]
                row.empties = popcount(~(player | opponent))
                count += 1
            square = np.int64(data[start + _MOVES_AT + ply])
            other = np.int64(data[label + _OTHER_AT])
            is_legal = True
            if other != NO_OTHER and (kind == _EXACT or depth != 0):
                turned = _turned(player, opponent, other)
                is_legal = turned != 0
                is_exact = kind == _EXACT
                value = _short(data, label + _OTHER_AT + 1)
                row = rows[count]
                moved = player | turned | _ONE << np.uint64(other)
                row.player, row.opponent = opponent & ~turned, moved
                row.kind, row.depth = (_EXACT, 0) if is_exact else (_NONE, depth)
                row.score, row.search = (value, 0) if is_exact else (0, value)
                row.weight = splits[game]
                row.empties = popcount(~(player | opponent)) - 1
                count += 1
            label += _LABEL_SIZE
            turned = _turned(player, opponent, square)
            if square == _PASS:
                is_legal &= legal_moves(player, opponent) == 0 and legal_moves(opponent, player) != 0
            else:
                is_legal &= turned != 0
            if not is_legal:
                illegal[game] = ply + 1
                count = first
                break
            if square != _PASS:
                turned_player = player | turned | _ONE << np.uint64(square)
                player, opponent = opponent & ~turned, turned_player
            else:
                player, opponent = opponent, player
    return count


@njit
def _turned(player: int, opponent: int, square: int) -> int:
    """The discs a move turns; 0 if it is not legal."""
    if square >= 64 or (player | opponent) >> np.uint64(square) & _ONE != 0:
        return np.uint64(0)
    return flips(player, opponent, square)


@njit
def _merge(rows: Any, order: Any, merged: Any, split_of_row: Any) -> int:
    """Make one row of equal positions, which follow each other in `order`; returns how many are left."""
    count = 0
    begin = 0
    while begin < len(order):
        first = rows[order[begin]]
        end = begin
        split = first.weight
        while end < len(order):
            row = rows[order[end]]
            if row.player != first.player or row.opponent != first.opponent:
                break
            split = min(split, row.weight)
            end += 1

        kind, depth, games = 0, 0, 0
        for place in range(begin, end):
            row = rows[order[place]]
            if row.weight == split:
                games += 1
                kind = max(kind, row.kind)
                depth = max(depth, row.depth)
        scores, score, searches, search = 0, 0, 0, 0
        for place in range(begin, end):
            row = rows[order[place]]
            if row.weight == split and kind != _NONE and row.kind == kind:
                scores += 1
                score += row.score
            if row.weight == split and depth != 0 and row.depth == depth:
                searches += 1
                search += row.search

        out = merged[count]
        out.player, out.opponent, out.empties = first.player, first.opponent, first.empties
        out.kind, out.depth = kind, depth
        out.weight = min(games, MOST_WEIGHT)
        out.score = round(score / scores) if scores else 0
        out.search = round(search / searches) if searches else 0
        split_of_row[count] = split
        count += 1
        begin = end
    return count
