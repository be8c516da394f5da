"""The opening book: moves of positions before any search, through all eight symmetries.

A position is kept once, turned so that its two numbers (player, opponent) are smallest, with its moves. The
file is JSON packed by gzip; scores are tenths of a disc for the side to move:

    {"command": "...", "positions": [[player, opponent, {"19": -2, "26": -5}], ...]}

Standard library only: the book is asked before NumPy and Numba are loaded.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from ai.limits import MoveScore
from game.board import Board, Color, Move, Square, squares
from game.evaluation import Evaluation, Kind
from game.files import read_file
from game.symmetry import SYMMETRIES, BitboardPair, Symmetry, inverse, symmetric_boards, transform_square
from game.text import _
from game.tree import Node

# Of a book of some hundred thousand positions, packed or not: a larger file is something else.
_MOST_BYTES: Final = 1 << 25
# Scores are kept in these parts of a disc.
_PARTS: Final = 10

# Discs within which moves count as equal to the best: any of them may be played,
EQUAL_DISCS: Final = 1.0
# with a likelihood that falls by a factor e for this many discs.
_TEMPERATURE: Final = 0.3

# The program's own book.
SHIPPED: Final = Path(__file__).resolve().parent.parent / "assets" / "book.json.gz"


class BookError(ValueError):
    """A book that cannot be used: the file, and the reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move and its worth in discs for the side to move."""

    move: Move
    score: float


class Book:
    """Moves by position; an unknown position has none."""

    def __init__(self, positions: Mapping[BitboardPair, Mapping[Square, int]], command: str = "") -> None:
        """`positions` are canonical, their scores tenths of a disc; `command` says how they were found."""
        self._positions = {
            position: tuple(sorted(moves.items(), key=lambda entry: (-entry[1], entry[0])))
            for position, moves in positions.items()
        }
        self.command = command
        self._by_squares: dict[int, list[BitboardPair]] = {}  # which have discs on them
        for position in self._positions:
            self._by_squares.setdefault(position[0] | position[1], []).append(position)

    def __len__(self) -> int:
        return len(self._positions)

    def moves(self, board: Board) -> tuple[BookMove, ...]:
        """The known moves of `board`, best first; of moves that mirror each other, all."""
        found, symmetries = self._look_up(board)
        scores = {
            transform_square(square, inverse(symmetry)): score / _PARTS
            for square, score in found
            for symmetry in symmetries
        }
        best_first = sorted(scores.items(), key=lambda entry: -entry[1])
        return tuple(BookMove(*entry) for entry in best_first)

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

    def note(self, node: Node) -> None:
        """Notes in a node what its position is worth."""
        found, _symmetries = self._look_up(node.board)
        score = found[0][1] if found else self._score_of_leaf(node.board)
        if score is not None:
            node.note(Evaluation(node.board.turn.sign * score / _PARTS, 0, Kind.BOOK))

    def _score_of_leaf(self, board: Board) -> int | None:
        """The worth of a position in which the book has no moves, by a move that leads there."""
        for seen in symmetric_boards(board):
            discs = seen.player | seen.opponent
            for square in squares(discs):
                for before in self._by_squares.get(discs ^ 1 << square, ()):
                    score = dict(self._positions[before]).get(square)
                    if score is not None and _position(board_of(before).play(square)) == _position(seen):
                        return -score
        return None

    def scores(self, board: Board) -> tuple[MoveScore, ...]:
        """`moves` with the lines that follow."""
        return tuple(
            MoveScore(found.move, found.score, 0, Kind.BOOK, pv=self.line(board, found.move))
            for found in self.moves(board)
        )

    def to_bytes(self) -> bytes:
        """The content of the file, as `load` reads it."""
        positions = [[*position, dict(moves)] for position, moves in sorted(self._positions.items())]
        text = json.dumps({"command": self.command, "positions": positions}, separators=(",", ":"))
        return gzip.compress(text.encode(), mtime=0)

    def _look_up(self, board: Board) -> tuple[tuple[tuple[Square, int], ...], tuple[Symmetry, ...]]:
        """(the moves of the canonical position, the symmetries that lead to it)."""
        seen = list(map(_position, symmetric_boards(board)))
        position = min(seen)
        symmetries = tuple(symmetry for symmetry in SYMMETRIES if seen[symmetry] == position)
        return self._positions.get(position, ()), symmetries


def load(path: Path = SHIPPED) -> Book:
    """Reads a book. Raises BookError."""
    try:
        found = json.loads(read_file(path, _MOST_BYTES))
        positions = {
            (player, opponent): {int(square): score for square, score in moves.items()}
            for player, opponent, moves in found["positions"]
        }
        return Book(positions, found["command"])
    except OSError as error:
        raise BookError(path, _("it cannot be read ({reason})", reason=error.strerror or error)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BookError(path, _("this is not an opening book")) from error


def _position(board: Board) -> BitboardPair:
    return board.player, board.opponent


def board_of(position: BitboardPair) -> Board:
    """A canonical position as a board, with Black to move."""
    return Board(*position, Color.BLACK)
