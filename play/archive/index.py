"""The index of an archive: every position of every game, by what is the same in all eight symmetries.

Positions with n discs more than the start are a segment of their own, sorted by key; an entry has the number
of its game and the move played there. The larger arrays lie in files that are mapped into memory: opening an
index reads the games, and the numbers to see that they are whole; a position is found by bisection.

    games.npy       the games, one file after the other (the type GAME)
    keys.npy        uint64, the entries of all segments one after the other
    numbers.npy     uint32, of each entry the number of its game
    moves.npy       uint8, of each entry the canonical square played there, NO_MOVE at the end of a game
    segments.npy    int64, 62: where the segments begin, and the end
    texts.npy       uint8, the texts of those that are not of WTHOR
    words.json      the names that the games mean, and what is wrong with their files, a sentence each
"""

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.boards import NO_MOVE, Bitboards, Bytes, canonical, flips, pass_where_stuck
from ai.files import UNFINISHED
from ai.machine import give_way
from ai.programs import Child
from game.board import Board, Move, move_name, squares
from game.files import check_kind, read_file
from game.records.record import MOST_DISCS
from game.text import _
from play.archive.games import GAME, GAMES, NAMED, SOURCES, Games, archive_files, read_files
from play.files import and_more
from play.lists.table import PLIES

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Changes when the files do, so that an older index is made again.
FORMAT: Final = 4
# Black's discs of a draw, and how many numbers of discs there are.
DRAW: Final = 32
ENDS: Final = MOST_DISCS + 1
# In the folder of an index: of which archive it is.
FOLDER_FILE: Final = "folder.txt"
WORDS_FILE: Final = "words.json"
# What another window is writing is never that old, in seconds.
STALE: Final = 3600.0
ARRAYS: Final = ("games", "texts", "keys", "numbers", "moves", "segments")
# The share of reading the files in making an index.
READING: Final = 0.3


@dataclass(frozen=True, slots=True)
class Played:
    """How often something was played, and how those games ended: won by Black, drawn, and Black's lead in
    discs, on average.
    """

    games: int = 0
    black: int = 0
    drawn: int = 0
    lead: float = 0.0

    @property
    def score(self) -> float:
        """Black's share of the points, 0 .. 1: a draw counts a half."""
        return (self.black + self.drawn / 2) / self.games


@dataclass(frozen=True, slots=True)
class Position:
    """A position as an index knows it: its key, and of each legal move what is the same for moves that are
    alike by symmetry.
    """

    segment: int
    key: np.uint64
    forms: Mapping[Move, int]

    @classmethod
    def of(cls, board: Board) -> "Position":
        """Records leave passes out, so a position is found as it is after its pass."""
        board = board.after_pass()
        legal = list(squares(board.legal_moves()))
        count = max(1, len(legal))
        own, other = (np.full(count, bits, np.uint64) for bits in (board.player, board.opponent))
        turns = np.full(count, board.turn, np.uint8)
        keys, moves = canonical(own, other, turns, np.array(legal or [NO_MOVE], np.uint8))
        return cls(PLIES - board.empties, keys[0], dict(zip(legal, map(int, moves), strict=False)))


@dataclass(frozen=True, slots=True)
class Found:
    """The games that have a position: all, and those of each move (alike ones are one); which, and when."""

    played: Played
    by_form: Mapping[int, Played]
    numbers: NDArray[np.uint32]
    years: tuple[int, int] | None
    """The first and the last."""


class ArchiveIndex:
    """Every position of some `games`, and in which of them it is; `problems` are what is wrong with those."""

    def __init__(
        self,
        games: Games,
        keys: Bitboards,
        numbers: NDArray[np.uint32],
        moves: Bytes,
        segments: NDArray[np.int64],
        problems: Sequence[str] = (),
    ) -> None:
        self.games, self.problems = games, tuple(problems)
        self._keys, self._numbers, self._moves, self._segments = keys, numbers, moves, segments
        self._scores = np.ascontiguousarray(games.records["score"])
        dates = games.records["date"]
        years = dates.astype("<M8[Y]").astype(np.int64) + 1970
        self._years = np.where(np.isnat(dates), 0, years).astype(np.uint16)

    @classmethod
    def load(cls, folder: Path) -> "ArchiveIndex":
        """The index in a folder of files. Where they are not there or not whole it raises OSError or
        ValueError, and NumPy what it likes.
        """
        for name in ARRAYS:
            check_kind(folder / f"{name}.npy")
        games, texts, keys, numbers, moves, segments = (
            np.load(folder / f"{name}.npy", None if name == "games" else "r", allow_pickle=False)
            for name in ARRAYS
        )
        names, problems = json.loads(read_file(folder / WORDS_FILE))
        lengths = {len(keys), len(numbers), len(moves), int(segments[-1])}
        is_whole = (
            games.dtype == GAME
            and len(segments) == PLIES + 2
            and len(lengths) == 1
            and segments[0] == 0
            and bool((np.diff(segments) >= 0).all())
            and moves.max(initial=0) <= NO_MOVE
            and games["score"].max(initial=0) <= MOST_DISCS
            and max(games[name].max(initial=0) for name in NAMED) < len(names)
            and (games["begin"] + games["size"]).max(initial=0) <= len(texts)
            and numbers.max(initial=0) < len(games)
        )
        if not is_whole:
            raise ValueError(f"the index in {folder} is not whole")
        words = Games(games, list(map(str, names)), texts)
        return cls(words, keys, numbers, moves, segments, list(map(str, problems)))

    @classmethod
    def kept(cls, folder: Path) -> "ArchiveIndex | None":
        """The index in a folder, None where there is none, or none that is whole: then it is made anew."""
        try:
            return cls.load(folder)
        except Exception:  # noqa: BLE001 - of damaged files NumPy raises EOFError, TokenError and others
            return None

    @classmethod
    def of(cls, games: Games) -> "ArchiveIndex":
        """Of games that are no file's, in memory."""
        problems: list[str] = []
        return cls(games, *_positions(games, problems, lambda _share: None), problems)

    def find(self, position: Position) -> Found:
        entries = self._entries(position)
        numbers, moves = self._numbers[entries], self._moves[entries]
        ends = moves.astype(np.intp) * ENDS + self._scores[numbers]
        counts = np.bincount(ends, minlength=(NO_MOVE + 1) * ENDS).reshape(NO_MOVE + 1, ENDS)
        forms = {form: _played(counts[form]) for form in set(position.forms.values()) if counts[form].any()}
        years = self._years[numbers]
        years = years[years > 0]
        between = (int(years.min()), int(years.max())) if len(years) else None
        return Found(_played(counts.sum(axis=0)), forms, numbers, between)

    def _entries(self, position: Position) -> slice:
        """Where a position is among the entries."""
        if not 0 <= position.segment <= PLIES:
            return slice(0, 0)
        begin, end = map(int, self._segments[position.segment : position.segment + 2])
        there = self._keys[begin:end]
        first, last = (int(np.searchsorted(there, position.key, side)) for side in ("left", "right"))
        return slice(begin + first, begin + last)


def _played(counts: NDArray[np.intp]) -> Played:
    """`counts` (ENDS,) are the games that ended with each number of Black's discs."""
    games = int(counts.sum())
    leads = int(counts @ np.arange(-MOST_DISCS, MOST_DISCS + 1, 2))
    lead = leads / games if games else 0.0
    return Played(games, int(counts[DRAW + 1 :].sum()), int(counts[DRAW]), lead)


# Making an index


def index_folder(folder: Path, cache: Path) -> Path:
    """Where the index of an archive is kept: it has the name of all that it depends on. Raises OSError."""
    digest = hashlib.sha256(repr((FORMAT, os.path.realpath(folder))).encode("utf-8", "surrogateescape"))
    for path in archive_files(folder, SOURCES):
        try:
            state = path.stat()
            known = path.name, state.st_size, state.st_mtime_ns
        except OSError as error:  # a link that leads nowhere; its reader reports it
            known = path.name, 0, error.errno or 0
        digest.update(repr(known).encode("utf-8", "surrogateescape"))
    return cache / f"archive-{digest.hexdigest()[:16]}"


def make_index(folder: Path, cache: Path, report: Callable[[float], None] = lambda _share: None) -> Path:
    """Read an archive and write its index, in one step; returns its folder, named as the files were before.

    `report` gets the share that is done, 0 .. 1; an exception from it ends the work. Raises OSError, and
    ValueError when there is no game in the folder.
    """
    place = index_folder(folder, cache)
    problems: list[str] = []
    games = read_files(archive_files(folder), problems, lambda share: report(READING * share))
    if not len(games.records):
        nothing = _("an archive is a folder of {suffix} files", suffix=", ".join(GAMES))
        reason = and_more(problems) if problems else nothing
        raise ValueError(_("there are no games in {folder}: {reason}", folder=folder, reason=reason))
    cache.mkdir(parents=True, exist_ok=True)
    written = Path(tempfile.mkdtemp(prefix="archive-", suffix=UNFINISHED, dir=cache))
    try:
        positions = _positions(games, problems, lambda share: report(READING + (1 - READING) * share))
        arrays: tuple[NDArray[Any], ...] = (games.records, games.texts, *positions)
        for name, array in zip(ARRAYS, arrays, strict=True):
            with (written / f"{name}.npy").open("wb") as file:
                np.save(file, array, allow_pickle=False)
                file.flush()
                os.fsync(file.fileno())
        (written / WORDS_FILE).write_text(json.dumps((games.names, problems)), "ascii")
        (written / FOLDER_FILE).write_text(os.path.realpath(folder), "utf-8", "surrogateescape")
        if ArchiveIndex.kept(place) is None:
            shutil.rmtree(place, ignore_errors=True)  # one that is damaged
        if not place.exists():  # another window may have been faster, and reads it
            written.replace(place)
    finally:
        shutil.rmtree(written, ignore_errors=True)
    _delete_others(place)
    return place


def make_index_apart(folder: Path, cache: Path, report: Callable[[float], None]) -> Path:
    """As `make_index`, in a process of its own, which leaves this one its time and its interpreter."""
    child = Child(_serve, folder, cache)
    try:
        while isinstance(said := child.receive(), float):
            report(said)
    except EOFError:
        raise ValueError(_("the process that makes its index has ended")) from None
    finally:
        child.close(gently=True)
    place: Path = said
    return place


def _serve(parent: "Connection", folder: Path, cache: Path) -> None:
    """In a child: send the shares that are done, and at last the folder of the index."""
    give_way()
    parent.send(make_index(folder, cache, parent.send))


def _delete_others(place: Path) -> None:
    """Older indexes of the same archive, and what a killed program was writing, as far as possible."""
    folder = (place / FOLDER_FILE).read_bytes()
    for other in place.parent.glob("archive-*"):
        with contextlib.suppress(OSError):
            if other.suffix == UNFINISHED:
                is_old = other.stat().st_mtime < time.time() - STALE
            else:
                is_old = other != place and read_file(other / FOLDER_FILE) == folder
            if is_old:
                shutil.rmtree(other, ignore_errors=True)


def _positions(
    games: Games, problems: list[str], report: Callable[[float], None]
) -> tuple[Bitboards, NDArray[np.uint32], Bytes, NDArray[np.int64]]:
    """Keys, numbers, moves and segments. A game with an illegal move ends before it."""
    start, lines = Board.initial(), games.records["moves"]
    numbers = np.arange(len(lines), dtype=np.uint32)
    own, other = (np.full(len(lines), bits, np.uint64) for bits in (start.player, start.opponent))
    turns = np.full(len(lines), start.turn, np.uint8)
    keys, names, moves, segments = [], [], [], [0]
    for ply in range(PLIES + 1):
        here = lines[numbers, ply] if ply < PLIES else np.full(len(numbers), NO_MOVE, np.uint8)
        pass_where_stuck(own, other, turns)
        turned = flips(own, other, here % 64)
        illegal = (here != NO_MOVE) & (turned == 0)
        problems += [_illegal(games, number, ply) for number in numbers[illegal]]
        here = np.where(illegal, np.uint8(NO_MOVE), here)
        key, form = canonical(own, other, turns, here)
        order = np.argsort(key, kind="stable")
        keys.append(key[order])
        names.append(numbers[order])
        moves.append(form[order])
        segments.append(segments[-1] + len(order))
        on = here != NO_MOVE
        placed = np.uint64(1) << (here[on] % 64).astype(np.uint64)
        own, other = other[on] & ~turned[on], own[on] | turned[on] | placed
        numbers, turns = numbers[on], 1 - turns[on]
        report((ply + 1) / (PLIES + 1))
    segment_array = np.array(segments, np.int64)
    return np.concatenate(keys), np.concatenate(names), np.concatenate(moves), segment_array


def _illegal(games: Games, number: int, ply: int) -> str:
    game = games.records[number]
    sentence = _("{file}: game {number} is read up to ply {ply}: {square} is not legal there")
    square, file = move_name(int(game["moves"][ply])), games.names[game["file"]]
    return sentence.format(file=file, number=game["number"] + 1, ply=ply, square=square)
