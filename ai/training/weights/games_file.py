"""The file of labelled games: what the step `games` writes and the step `dataset` reads.

Little-endian. A header of 16 bytes: the magic b"NWGAMES" and a line end, the version (u16), 6 zeros. Then the
games, each in a frame: the mark b"GAME", the length of what follows the frame (u16), its CRC-32 (u32). Then

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

Games are appended one by one. A file that ends in the middle of a game, because a writer was killed, is cut
there when the next one opens it. A frame that does not check is reported, and reading goes on at the next
that does.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

from ai.files import AppendedFile
from ai.training.arguments import StepError
from game.board import PASS, Board, Move

SUFFIX: Final = ".games"
MAGIC: Final = b"NWGAMES\n"
VERSION: Final = 2

HEADER: Final = struct.Struct("<8sH6x")
FRAME: Final = struct.Struct("<4sHI")
START: Final = struct.Struct("<BBBxQQQ")
LABEL: Final = struct.Struct("<BBhhBh")
MARK: Final = b"GAME"
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
    def wthor(cls, year: int, record: int) -> Source:
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


class GamesFileError(StepError):
    """The file, the place in it, and what is wrong there."""

    def __init__(self, path: Path, offset: int, reason: str) -> None:
        super().__init__(f"{path}: byte {offset}: {reason}")
        self.path = path
        self.offset = offset
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Contents:
    """The payloads of the good games, and what is wrong with the rest.

    `end` is where a game cut off at the end of the file begins, else the length of the file.
    """

    payloads: list[bytes]
    damages: list[GamesFileError]
    end: int

    def sources(self) -> set[Source]:
        return {source_of(payload) for payload in self.payloads}


def source_of(payload: bytes) -> Source:
    origin, _, _, number, _, _ = START.unpack_from(payload)
    return Source(Origin(origin), number)


def read(path: Path) -> Contents:
    """Raises GamesFileError when it is no file of games, and OSError."""
    data = path.read_bytes()
    if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise GamesFileError(path, 0, "this is no file of labelled games")
    _, version = HEADER.unpack_from(data)
    if version != VERSION:
        raise GamesFileError(path, len(MAGIC), f"its version is {version}, and only {VERSION} can be read")
    payloads, damages = [], []
    offset = HEADER.size
    while offset < len(data):
        payload, problem = _frame(data, offset)
        if not problem:
            payloads.append(payload)
            offset += FRAME.size + len(payload)
            continue
        following = _next_frame(data, offset + 1)
        if following is None and problem == _CUT_OFF:
            damages.append(GamesFileError(path, offset, f"{problem} ({len(data) - offset} bytes)"))
            return Contents(payloads, damages, offset)
        following = len(data) if following is None else following
        damages.append(GamesFileError(path, offset, f"{problem}; {following - offset} bytes are left out"))
        offset = following
    return Contents(payloads, damages, len(data))


class Writer(AppendedFile):
    """Appends games to a file, which is made if it is not there. `sources` are those of the games in it."""

    def __init__(self, path: Path) -> None:
        """`damages` says what is wrong with the file. Raises GamesFileError, and OSError."""
        self.damages: list[GamesFileError] = []
        self.sources: set[Source] = set()
        path.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(path)
        try:
            if self.end < HEADER.size and HEADER.pack(MAGIC, VERSION).startswith(path.read_bytes()):
                self.cut(0)
                self.write(HEADER.pack(MAGIC, VERSION))
            else:
                contents = read(path)
                self.damages = contents.damages
                self.sources = contents.sources()
                self.cut(contents.end)
        except BaseException:
            self.close()
            raise

    def append(self, games: Iterable[LabelledGame]) -> None:
        """Those that are not in the file yet. Raises OSError; then the file ends with the last whole game."""
        for game in games:
            if game.source not in self.sources:
                payload = game.payload()
                self.write(FRAME.pack(MARK, len(payload), zlib.crc32(payload)) + payload)
                self.sources.add(game.source)


_CUT_OFF: Final = "the last game is cut off"


def _frame(data: bytes, offset: int) -> tuple[bytes, str]:
    """(The payload of the frame here, '') or (b'', what is wrong with it)."""
    if len(data) - offset < FRAME.size:
        return b"", _CUT_OFF
    mark, length, check = FRAME.unpack_from(data, offset)
    if mark != MARK:
        return b"", "no game begins here"
    begin = offset + FRAME.size
    if begin + length > len(data):
        return b"", _CUT_OFF
    payload = data[begin : begin + length]
    if zlib.crc32(payload) != check:
        return b"", "the game is damaged, its checksum differs"
    return payload, _problem(payload)


def _next_frame(data: bytes, offset: int) -> int | None:
    """Where the next good frame begins."""
    while (offset := data.find(MARK, offset)) >= 0:
        if not _frame(data, offset)[1]:
            return offset
        offset += 1
    return None


def _problem(payload: bytes) -> str:
    """Why it cannot be a game, or ''."""
    if len(payload) < START.size:
        return f"a game has at least {START.size} bytes, not {len(payload)}"
    origin, turn, count, _, black, white = START.unpack_from(payload)
    length = START.size + count * (1 + LABEL.size)
    if len(payload) != length:
        return f"a game of {count} moves has {length} bytes, not {len(payload)}"
    if origin not in (Origin.WTHOR, Origin.PLAY, Origin.STRONG) or turn > 1 or black & white:
        return "its start is no position"
    return ""


# Of this many games one is for validation, and one for the test.
_PARTS: Final = 20


class Split(IntEnum):
    TRAIN = 0
    VALIDATION = 1
    TEST = 2

    @property
    def file_name(self) -> str:
        return f"{self.name.lower()}.positions"


def split_of(source: Source) -> Split:
    """By the game, never by the position, and the same in every run: 90, 5 and 5 of a hundred games."""
    part = zlib.crc32(f"{source.origin:d} {source.number}".encode()) % _PARTS
    return Split(part) if part in (Split.VALIDATION, Split.TEST) else Split.TRAIN
