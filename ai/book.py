"""The opening book: what is known of a position before any search, through all eight symmetries.

A position is kept once, turned so that its two numbers (player, opponent) are smallest; its moves are those
of that. Standard library only and quick to load: the book is asked before NumPy and Numba are there.

The file, all numbers little-endian:

    0   8 bytes   magic and version, MAGIC
    8   uint32    size of the file in bytes
    12  uint32    number of positions, n
    16  uint32    number of moves, m
    20  uint32    bytes of the command that made the book, UTF-8, which follows the header
    24  32 bytes  fingerprint: SHA-256 of the 24 bytes before it and of all that comes after it
    56  command
    ..  zlib      of the sorted positions: n uint64 player, n uint64 opponent, n uint8 number of moves;
                  of the moves, best first: m uint8 square, m int16 tenths of a disc for the side to move
"""

from __future__ import annotations

import hashlib
import math
import struct
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from ai.files import unpack
from game.board import Board, Color, Move, Square
from game.files import read_file
from game.symmetry import SYMMETRIES, Position, Symmetry, inverse, transform_bits, transform_square
from game.text import _

MAGIC: Final = b"NWBOOK\x00\x01"
_HEADER: Final = struct.Struct("<8s4I")
_FINGERPRINT_BYTES: Final = 32
# Of a book, packed or not: of some hundred thousand positions. What is larger is something else.
_MOST_BYTES: Final = 1 << 25
# Scores are kept in these parts of a disc.
_PARTS: Final = 10

# Discs within which moves count as equal to the best: any of them may be played ...
EQUAL_DISCS: Final = 1.0
# ... with a likelihood that falls by a factor e for this many discs.
_TEMPERATURE: Final = 0.3

SHIPPED: Final = Path(__file__).resolve().parent.parent / "assets" / "book.bin"
"""The book that travels with the program."""


class BookError(ValueError):
    """A book that cannot be used: which file, and why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move and what it was found to be worth, in discs for the side to move."""

    move: Move
    score: float


class Book:
    """Moves by position; a position that is not known has none."""

    def __init__(self, positions: Mapping[Position, Mapping[Square, int]], command: str = "") -> None:
        """`positions` are canonical, their scores tenths of a disc; `command` says how they were found."""
        self._positions = {
            position: tuple(sorted(moves.items(), key=lambda entry: (-entry[1], entry[0])))
            for position, moves in positions.items()
        }
        self.command = command

    def __len__(self) -> int:
        return len(self._positions)

    def moves(self, board: Board) -> tuple[BookMove, ...]:
        """What is known of the moves of `board`, best first; of moves that mirror each other, all."""
        found, symmetries = self._look_up(board)
        scores = {
            transform_square(square, inverse(symmetry)): score / _PARTS
            for square, score in found
            for symmetry in symmetries
        }
        return tuple(
            BookMove(move, score) for move, score in sorted(scores.items(), key=lambda entry: -entry[1])
        )

    def choose(self, board: Board, rng: Random) -> BookMove | None:
        """One of the moves that are worth as much as the best; None if the position is not known."""
        found, symmetries = self._look_up(board)
        if not found:
            return None
        best = found[0][1]
        equal = [entry for entry in found if best - entry[1] <= EQUAL_DISCS * _PARTS]
        likelihoods = [math.exp((score - best) / _PARTS / _TEMPERATURE) for _, score in equal]
        square, score = rng.choices(equal, likelihoods)[0]
        return BookMove(transform_square(square, inverse(rng.choice(symmetries))), score / _PARTS)

    def line(self, board: Board, move: Move) -> tuple[Move, ...]:
        """`move` and the best answers, as far as the book goes."""
        line = [move]
        board = board.play(move)
        while known := self.moves(board):
            line.append(known[0].move)
            board = board.play(line[-1])
        return tuple(line)

    def to_bytes(self) -> bytes:
        """The file: `parse` gives the same book back."""
        positions = sorted(self._positions)
        moves = [entry for position in positions for entry in self._positions[position]]
        columns = (
            array("Q", [player for player, _ in positions]),
            array("Q", [opponent for _, opponent in positions]),
            array("B", [len(self._positions[position]) for position in positions]),
            array("B", [square for square, _ in moves]),
            array("h", [score for _, score in moves]),
        )
        command = self.command.encode()
        content = b"".join(_little_endian(column).tobytes() for column in columns)
        body = command + zlib.compress(content, level=9)
        size = _HEADER.size + _FINGERPRINT_BYTES + len(body)
        header = _HEADER.pack(MAGIC, size, len(positions), len(moves), len(command))
        return header + hashlib.sha256(header + body).digest() + body

    def _look_up(self, board: Board) -> tuple[tuple[tuple[Square, int], ...], tuple[Symmetry, ...]]:
        """What is known of the canonical position, and which symmetries lead to it."""
        seen = {
            symmetry: (transform_bits(board.player, symmetry), transform_bits(board.opponent, symmetry))
            for symmetry in SYMMETRIES
        }
        position = min(seen.values())
        symmetries = tuple(symmetry for symmetry in SYMMETRIES if seen[symmetry] == position)
        return self._positions.get(position, ()), symmetries


def load(path: Path = SHIPPED) -> Book:
    """Read a book. Raises BookError."""
    try:
        data = read_file(path, _MOST_BYTES)
    except OSError as error:
        raise BookError(path, _("it cannot be read ({reason})", reason=error.strerror or error)) from error
    return parse(data, path)


def parse(data: bytes, path: Path) -> Book:
    """The book in `data`, the bytes of the file `path`. Raises BookError for anything but a whole book."""
    start = _HEADER.size + _FINGERPRINT_BYTES
    header, fingerprint = data[: _HEADER.size], data[_HEADER.size : start]
    if not data.startswith(MAGIC) or hashlib.sha256(header + data[start:]).digest() != fingerprint:
        raise BookError(path, _("its fingerprint does not match its content"))
    _magic, _size, positions, moves, command_size = _HEADER.unpack(header)
    begin = start + command_size
    content = unpack(data[begin:], _MOST_BYTES)
    return Book(_positions_in(content, positions, moves), data[start:begin].decode())


def _positions_in(content: bytes, positions: int, moves: int) -> dict[Position, dict[Square, int]]:
    columns = []
    begin = 0
    for code, count in (("Q", positions), ("Q", positions), ("B", positions), ("B", moves), ("h", moves)):
        column = array(code)
        end = begin + count * column.itemsize
        column.frombytes(content[begin:end])
        columns.append(_little_endian(column))
        begin = end
    players, opponents, counts, found, scores = columns
    entries = zip(found, scores, strict=True)
    return {
        (player, opponent): dict(islice(entries, count))
        for player, opponent, count in zip(players, opponents, counts, strict=True)
    }


def _little_endian(column: array[int]) -> array[int]:
    """The column, swapped where the machine has the other order: from the file or for it."""
    if sys.byteorder == "big":
        column.byteswap()
    return column


def board_of(position: Position) -> Board:
    """A canonical position as a board, with Black to move."""
    return Board(*position, Color.BLACK)
