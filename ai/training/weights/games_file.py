"""Games with labelled positions, and their file: written by the step `games`, read by the step `dataset`.

The file is an SQLite database with one table, `labelled`: an Origin and a number (year << 32 | record, or the
seed), which are the key, and the positions of the game as rows of POSITION (see positions.py).
"""

import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np

from ai.training.arguments import StepError
from ai.training.weights.positions import POSITION, LabelKind, Positions, Split
from game.board import Board, Move

SUFFIX: Final = ".games"
NO_OTHER: Final = 64
LEAST_EMPTIES: Final = 8  # below, the solver needs no evaluation


class Origin(IntEnum):
    WTHOR = 1
    PLAY = 2


class GameId(NamedTuple):
    """The source of a game, unique within a file."""

    origin: Origin
    number: int

    @classmethod
    def wthor(cls, year: int, record: int) -> "GameId":
        return cls(Origin.WTHOR, year << 32 | record)


class Label(NamedTuple):
    """The score of a position, in tenths of a disc for the side to move; and the score after an `other` move
    than that of the game, for the side to move there: exact if the first score is, else unknown.
    """

    kind: LabelKind = LabelKind.NONE
    score: int = 0
    other: Move = NO_OTHER
    other_score: int = 0


@dataclass(frozen=True, slots=True)
class LabelledGame:
    """A game whose labels[n] belongs to boards[n]; the last board may have none."""

    source: GameId
    boards: tuple[Board, ...]
    labels: tuple[Label, ...]

    def positions(self) -> Positions:
        """Returns the game's positions, without unlabelled ones near its end, and those after other moves."""
        rows = []
        for board, (kind, score, other, other_score) in zip(self.boards, self.labels, strict=False):
            if kind or board.empties >= LEAST_EMPTIES:
                rows.append(_row(board, kind, score))
            if other != NO_OTHER:
                is_exact = kind is LabelKind.EXACT
                rows.append(_row(board.play(other), kind if is_exact else LabelKind.NONE, other_score))
        return np.array(rows, POSITION)


def _row(board: Board, kind: LabelKind, score: int) -> tuple[int, ...]:
    return board.player, board.opponent, score, kind, 1, board.empties


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    """Converts the errors of SQLite and of `_source` to StepError."""
    try:
        yield
    except (sqlite3.Error, ValueError) as error:
        raise StepError(f"{path}: {error}") from error


def _source(origin: int, number: int, size: int) -> GameId:
    """Returns the source of the game in a row. Raises ValueError for positions of another version."""
    if origin not in set(Origin) or size % POSITION.itemsize:
        raise ValueError("its games are of another version; make them anew with the step games")
    return GameId(Origin(origin), number)


def read(path: Path) -> dict[GameId, bytes]:
    """Returns the positions of all games. Raises StepError if `path` is not a file of games."""
    with _errors(path), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
        rows = database.execute("SELECT * FROM labelled ORDER BY rowid")
        return {_source(origin, number, len(found)): found for origin, number, found in rows}


class Writer:
    """Appends games to a file, created if missing. `sources` are the ids of the games in the file."""

    def __init__(self, path: Path) -> None:
        """Opens the file. Raises StepError if it is not a file of games, and OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        columns = "origin INTEGER, number INTEGER, positions BLOB, PRIMARY KEY (origin, number)"
        with _errors(path), ExitStack() as undo:
            self._database = sqlite3.connect(path)
            undo.callback(self._database.close)
            self._database.execute(f"CREATE TABLE IF NOT EXISTS labelled ({columns})")
            rows = self._database.execute("SELECT origin, number, length(positions) FROM labelled")
            self.sources = {_source(*row) for row in rows}
            undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def append(self, games: Mapping[GameId, bytes]) -> None:
        """Appends those games that are new, all or none. Raises StepError."""
        rows = ((*source, positions) for source, positions in games.items())
        with _errors(self.path), self._database:
            self._database.executemany("INSERT OR IGNORE INTO labelled VALUES (?, ?, ?)", rows)
        self.sources.update(games)


_PARTS: Final = 20  # one in this many games is for validation, one for the test


def split_of(source: GameId) -> Split:
    """Returns the split of a whole game, the same in every run: 90, 5 and 5 of a hundred games."""
    part = zlib.crc32(f"{source.origin:d} {source.number}".encode()) % _PARTS
    return Split(part) if part in (Split.VALIDATION, Split.TEST) else Split.TRAIN
