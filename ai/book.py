"""The opening book: what positions are worth, known before any search, through all eight symmetries.

Its moves lead from one of its positions to another. Where the best move leads out of it, the book ends.

The file is packed by gzip: a line with the command that made it, then the positions in rising order, each as
18 bytes, big-endian: its two numbers (player, opponent), turned so that they are smallest, and its worth for
the side to move in tenths of a disc.

Standard library only: the book is asked before NumPy and Numba are loaded.
"""

from __future__ import annotations

import gzip
import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from struct import Struct
from typing import Final

from ai.limits import MoveScore
from game.board import KEPT_POSITIONS, Board, Color, Move, squares
from game.evaluation import Evaluation, Kind
from game.files import read_file
from game.symmetry import BitboardPair, canonical
from game.text import _
from game.tree import Node

# Of a book of a million positions, packed or not: a larger file is something else.
_MOST_BYTES: Final = 1 << 25
_START: Final = b"Nullwindow book: "
_POSITION: Final = Struct(">QQ")
_ENTRY: Final = Struct(">QQh")

PARTS: Final = 10
"""Of a disc: scores are kept in whole ones."""

# Discs within which moves count as equal to the best: any of them may be played,
EQUAL_DISCS: Final = 1.0
# with a likelihood that falls by a factor e for this many discs.
_TEMPERATURE: Final = 0.3

# The program's own book.
SHIPPED: Final = Path(__file__).resolve().parent.parent / "assets" / "book.bin.gz"


class BookError(ValueError):
    """A book that cannot be used: the file, and the reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")


class Book:
    """Moves by position; an unknown position has none."""

    def __init__(self, content: bytes) -> None:
        """`content` is that of a file, unpacked. Raises ValueError."""
        start, _newline, self._entries = content.partition(b"\n")
        if not start.startswith(_START) or len(self._entries) % _ENTRY.size:
            raise ValueError(start[:80])
        self.command = start.removeprefix(_START).decode()

    def __len__(self) -> int:
        return len(self._entries) // _ENTRY.size

    def score(self, board: Board) -> float | None:
        """What a position is worth in discs for the side to move; None if it is not known."""
        key = _POSITION.pack(*canonical(board))
        index = bisect_left(range(len(self)), key, key=self._key)
        if index == len(self) or self._key(index) != key:
            return None
        *_position, score = _ENTRY.unpack_from(self._entries, index * _ENTRY.size)
        return float(score / PARTS)

    def _key(self, index: int) -> bytes:
        start = index * _ENTRY.size
        return self._entries[start : start + _POSITION.size]

    @lru_cache(KEPT_POSITIONS)  # noqa: B019, a program has one book
    def moves(self, board: Board) -> tuple[MoveScore, ...]:
        """The known moves of `board`, best first, without lines; of moves that mirror each other, all."""
        worth = self.score(board)
        if worth is None:
            return ()
        scores = {move: self.score(board.play(move)) for move in squares(board.legal_moves())}
        known = [
            MoveScore(move, 0.0 - score, 0, Kind.BOOK) for move, score in scores.items() if score is not None
        ]
        known.sort(key=lambda each: -each.score)
        return tuple(known) if known and known[0].score >= worth else ()

    def choose(self, board: Board, rng: Random) -> MoveScore | None:
        """One of the moves that are worth as much as the best; None if the position is not known."""
        known = self.moves(board)
        if not known:
            return None
        equal = [each for each in known if known[0].score - each.score <= EQUAL_DISCS]
        likelihoods = [math.exp((each.score - known[0].score) / _TEMPERATURE) for each in equal]
        return rng.choices(equal, likelihoods)[0]

    def line(self, board: Board, move: Move) -> tuple[Move, ...]:
        """`move` and the best answers, as far as the book goes."""
        line = [move]
        board = board.play(move)
        while known := self.moves(board):
            line.append(known[0].move)
            board = board.play(line[-1])
        return tuple(line)

    def note(self, node: Node) -> None:
        """Notes in a node what its position is worth."""
        score = self.score(node.board)
        if score is not None:
            node.note(Evaluation(node.board.turn.sign * score, 0, Kind.BOOK))

    def scores(self, board: Board) -> tuple[MoveScore, ...]:
        """`moves` with the lines that follow."""
        return tuple(replace(found, pv=self.line(board, found.move)) for found in self.moves(board))


def packed(scores: Mapping[BitboardPair, int], command: str) -> bytes:
    """The file of a book; `scores` of canonical positions are tenths of a disc for the side to move."""
    entries = (_ENTRY.pack(*position, score) for position, score in sorted(scores.items()))
    return gzip.compress(b"".join((_START, command.encode(), b"\n", *entries)), mtime=0)


def load(path: Path = SHIPPED) -> Book:
    """Reads a book. Raises BookError."""
    try:
        return Book(read_file(path, _MOST_BYTES))
    except OSError as error:
        raise BookError(path, _("it cannot be read ({reason})", reason=error.strerror or error)) from error
    except ValueError as error:
        raise BookError(path, _("this is not an opening book")) from error


def board_of(position: BitboardPair) -> Board:
    """A canonical position as a board, with Black to move."""
    return Board(*position, Color.BLACK)
