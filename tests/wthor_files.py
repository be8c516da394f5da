"""WTHOR files, built byte by byte for tests."""

from collections.abc import Sequence

from game.board import PASS, Move
from game.records.wthor import HEADER, PLAYER_SIZE, RECORD


def record(
    moves: Sequence[Move],
    score: int = 34,
    theoretical: int = 41,
    tournament: int = 1,
    black: int = 346,
    white: int = 843,
) -> bytes:
    squares = bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in moves if move != PASS)
    return RECORD.pack(tournament, black, white, score, theoretical, squares)


def archive(
    *records: bytes, count: int | None = None, year: int = 1977, size: int = 8, empties: int = 24
) -> bytes:
    count = len(records) if count is None else count
    return HEADER.pack(20, 7, 5, 22, count, 0, year, size, 0, empties, 0) + b"".join(records)


def names_file(*names: str, size: int = PLAYER_SIZE, count: int | None = None) -> bytes:
    header = HEADER.pack(20, 26, 2, 16, 0, len(names) if count is None else count, 0, 0, 0, 0, 0)
    return header + b"".join(name.encode("latin-1").ljust(size, b"\0") for name in names)
