"""The opening book: scores of positions, known before any search, in all eight symmetries.

Its moves lead from one book position to another. It ends at a position whose best move leads out of the book.

The file is compressed by gzip: a line with the command that made it, then the positions in ascending order,
each as 18 bytes, big-endian: the bitboards (player, opponent) of the canonical form, and the score for the
side to move in tenths of a disc.

Standard library only: the book is used before NumPy and Numba are loaded.
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

# Size limit of a file, compressed or not: more than a million positions need. A larger file is no book.
_MOST_BYTES: Final = 1 << 25
_START: Final = b"Nullwindow book: "
_POSITION: Final = Struct(">QQ")
_ENTRY: Final = Struct(">QQh")

PARTS: Final = 10
"""Units per disc: scores are kept as whole units."""

# Moves within this many discs of the best one count as equal to it: any of them may be played.
EQUAL_DISCS: Final = 1.0
# Among these, a move that is worse by this many discs is e times less likely.
_TEMPERATURE: Final = 0.3

# The book that comes with the program.
SHIPPED: Final = Path(__file__).resolve().parent.parent / "assets" / "book.bin.gz"


class BookError(ValueError):
    """A book cannot be used; the text has the file and the reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")


class Book:
    """The scores and moves of known positions; an unknown position has no moves."""

    def __init__(self, content: bytes) -> None:
        """Reads `content`, an uncompressed file. Raises ValueError."""
        start, _newline, self._entries = content.partition(b"\n")
        if not start.startswith(_START) or len(self._entries) % _ENTRY.size:
            raise ValueError(start[:80])
        self.command = start.removeprefix(_START).decode()

    def __len__(self) -> int:
        return len(self._entries) // _ENTRY.size

    def score(self, board: Board) -> float | None:
        """Returns the score of a position in discs for the side to move; None if it is unknown."""
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
        """Returns the known moves of `board`, best first, without lines; includes all symmetric moves."""
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
        """Draws one of the moves that count as equal to the best; None if no move is known."""
        known = self.moves(board)
        if not known:
            return None
        equal = [each for each in known if known[0].score - each.score <= EQUAL_DISCS]
        likelihoods = [math.exp((each.score - known[0].score) / _TEMPERATURE) for each in equal]
        return rng.choices(equal, likelihoods)[0]

    def line(self, board: Board, move: Move) -> tuple[Move, ...]:
        """Returns `move` and the best moves after it, as far as the book goes."""
        line = [move]
        board = board.play(move)
        while known := self.moves(board):
            line.append(known[0].move)
            board = board.play(line[-1])
        return tuple(line)

    def note(self, node: Node) -> None:
        """Stores in a node the score of its position, if that is known."""
        score = self.score(node.board)
        if score is not None:
            node.note(Evaluation(node.board.turn.sign * score, 0, Kind.BOOK))

    def scores(self, board: Board) -> tuple[MoveScore, ...]:
        """Returns `moves` with the lines that follow them."""
        return tuple(replace(found, pv=self.line(board, found.move)) for found in self.moves(board))


def packed(scores: Mapping[BitboardPair, int], command: str) -> bytes:
    """Returns a book file; `scores` of canonical positions are tenths of a disc for the side to move."""
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
    """Returns a canonical position as a board with Black to move."""
    return Board(*position, Color.BLACK)
