"""The file of labelled games: what the step `games` writes and the step `dataset` reads.

A database of SQLite with one table, `games`: where a game comes from (an Origin and a number, which are the
key) and the game, little-endian:

    u8     where it comes from: 1 the WTHOR archive, 2 self-play, 3 strong self-play
    u8     whose turn it is at the start, 0 Black, 1 White
    u8     moves
    u8     0
    u64    the number of the game there: the year and the record (year << 32 | record), or the seed
    u64    Black's discs at the start
    u64    White's discs at the start
    u8     for each move its square, 64 for a pass (all are there)
    9 bytes for each move, the label of the position before it:
        u8   kind of the score: 0 none, 1 the result of the game played on, 2 exact by solving
        u8   plies of the search score, 0 without one
        i16  score, tenths of a disc for the side to move
        i16  search score, likewise; in strong self-play the mean of these plies and one less
        u8   another move than the one of the game, 64 for none
        i16  what the position after that is worth for the side to move there, exact where the score is exact,
             else by a search like the one here
"""

import sqlite3
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple, Self

from ai.training.arguments import StepError
from game.board import PASS, Board, Move

SUFFIX: Final = ".games"

START: Final = struct.Struct("<BBBxQQQ")
LABEL: Final = struct.Struct("<BBhhBh")
PASS_BYTE: Final = 64
NO_OTHER: Final = 64


class Origin(IntEnum):
    WTHOR = 1
    PLAY = 2
    STRONG = 3


class Source(NamedTuple):
    """Where a game comes from; no two games of one file have the same."""

    origin: Origin
    number: int

    @classmethod
    def wthor(cls, year: int, record: int) -> "Source":
        return cls(Origin.WTHOR, year << 32 | record)

    def text(self) -> str:
        if self.origin is Origin.WTHOR:
            return f"WTHOR {self.number >> 32}, record {self.number & 0xFFFFFFFF}"
        sort = "strong self-play" if self.origin is Origin.STRONG else "self-play"
        return f"{sort}, seed {self.number}"


class LabelKind(IntEnum):
    """What a score is."""

    NONE = 0
    RESULT = 1  # what the game came to, by play that was not perfect all the way
    EXACT = 2


class Label(NamedTuple):
    """What is known of a position, in tenths of a disc for the side to move; `depth` 0: no search score.

    And of the one after an `other` move than that of the game, for the side to move there: its exact score
    where this one is exact, else that of a search of the same sort.
    """

    kind: LabelKind = LabelKind.NONE
    score: int = 0
    depth: int = 0
    search: int = 0
    other: Move = NO_OTHER
    other_score: int = 0


@dataclass(frozen=True, slots=True)
class LabelledGame:
    """labels[n] is of the position before moves[n]; passes are moves."""

    source: Source
    start: Board
    moves: tuple[Move, ...]
    labels: tuple[Label, ...]

    def payload(self) -> bytes:
        (origin, number), board, count = self.source, self.start, len(self.moves)
        start = START.pack(origin, board.turn, count, number, board.black, board.white)
        moves = bytes(PASS_BYTE if move == PASS else move for move in self.moves)
        labels = (
            LABEL.pack(kind, depth, score, search, other, other_score)
            for kind, score, depth, search, other, other_score in self.labels
        )
        return b"".join((start, moves, *labels))


def source_of(payload: bytes) -> Source:
    origin, _, _, number, _, _ = START.unpack_from(payload)
    return Source(Origin(origin), number)


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    """Raises StepError in place of what SQLite raises."""
    try:
        yield
    except sqlite3.Error as error:
        raise StepError(f"{path}: {error}") from error


def read(path: Path) -> list[bytes]:
    """The payloads of all games. Raises StepError when it is no file of games."""
    with _errors(path), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
        return [payload for (payload,) in database.execute("SELECT payload FROM games ORDER BY rowid")]


class Writer:
    """Appends games to a file, which is made if it is not there. `sources` are those of the games in it."""

    def __init__(self, path: Path) -> None:
        """Raises StepError when it is no file of games, and OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        columns = "origin INTEGER, number INTEGER, payload BLOB, PRIMARY KEY (origin, number)"
        with _errors(path), ExitStack() as undo:
            self._database = sqlite3.connect(path)
            undo.callback(self._database.close)
            self._database.execute(f"CREATE TABLE IF NOT EXISTS games ({columns})")
            rows = self._database.execute("SELECT origin, number FROM games")
            self.sources = {Source(Origin(origin), number) for origin, number in rows}
            undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def append(self, games: Sequence[LabelledGame]) -> None:
        """Those that are not in the file yet; all or none of them. Raises StepError."""
        rows = ((*game.source, game.payload()) for game in games)
        with _errors(self.path), self._database:
            self._database.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?)", rows)
        self.sources.update(game.source for game in games)


# Of this many games one is for validation, and one for the test.
_PARTS: Final = 20


class Split(IntEnum):
    TRAIN = 0
    VALIDATION = 1
    TEST = 2

    @property
    def file_name(self) -> str:
        return f"{self.name.lower()}.npy"


def split_of(source: Source) -> Split:
    """By the game, never by the position, and the same in every run: 90, 5 and 5 of a hundred games."""
    part = zlib.crc32(f"{source.origin:d} {source.number}".encode()) % _PARTS
    return Split(part) if part in (Split.VALIDATION, Split.TEST) else Split.TRAIN
