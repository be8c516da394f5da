"""The index of an archive: every position of every game, by a key that all eight symmetries share.

Positions with n discs more than the start form one segment, sorted by key; an entry has the number of its
game and the move played there. The arrays are memory-mapped, and positions are found by bisection.

    games.bin    a line of JSON: names, problems of the files, the place up to which they are read, the number
                 of games; then the games (the type GAME), and in UTF-8 the texts of those not from WTHOR
    0.bin ...    the segments: for all entries the keys (uint64), the numbers of the games (uint32), and the
                 canonical squares played there, NO_MOVE at the end of a game (uint8)

Each file is written in one step: the next start resumes an interrupted build.
"""

import contextlib
import hashlib
import json
import logging
import mmap
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from ai.boards import NO_MOVE, Bitboards, Bytes, canonical, flips, pass_where_stuck
from ai.files import UNFINISHED, write_file
from ai.machine import give_way
from ai.programs import Child
from game.board import Board, Ending, Move, move_name, squares
from game.files import LARGEST_FILE, open_file, read_file
from game.records.record import MOST_DISCS
from game.text import _
from game.tree import given_plies
from play.archive.files import ArchiveFiles, no_games
from play.archive.games import ENDINGS, GAME, NAMED, Games, Reading, cost_of
from play.files import and_more
from play.lists.table import PLIES

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

# Changes with the format of the files, so that an older index is rebuilt.
FORMAT: Final = 6
# Black's discs in a draw, and the number of possible disc counts.
DRAW: Final = 32
ENDS: Final = MOST_DISCS + 1
# In the folder of an index: the path of its archive; the file of its games.
FOLDER_FILE: Final = "folder.txt"
GAMES_FILE: Final = "games.bin"
# In the cache: the lock of the program that makes an index.
LOCK_FILE: Final = "archive.lock"
# Seconds without a change after which no other window is still writing an unfinished index.
STALE: Final = 3600.0
# Seconds of reading after which the games read are saved.
KEPT: Final = 10.0

Segment = tuple[Bitboards, NDArray[np.uint32], Bytes]


@dataclass(frozen=True, slots=True)
class Played:
    """The number of games, and how they ended: Black's wins, draws, and Black's mean lead in those that ended
    on the board, None if there are none.
    """

    games: int = 0
    black: int = 0
    drawn: int = 0
    lead: float | None = None

    @property
    def score(self) -> float:
        """Black's share of the points, 0 .. 1: a draw counts a half."""
        return (self.black + self.drawn / 2) / self.games


@dataclass(frozen=True, slots=True)
class IndexedPosition:
    """A position with its key in an index; `forms` maps symmetric moves to the same number."""

    segment: int
    key: np.uint64
    forms: Mapping[Move, int]

    @classmethod
    def of(cls, board: Board) -> "IndexedPosition":
        """Builds the key of a position, after its pass if it must pass, because records leave passes out."""
        board = board.after_pass()
        legal = list(squares(board.legal_moves()))
        count = max(1, len(legal))
        own, other = (np.full(count, bits, np.uint64) for bits in (board.player, board.opponent))
        turns = np.full(count, board.turn, np.uint8)
        keys, moves = canonical(own, other, turns, np.array(legal or [NO_MOVE], np.uint8))
        return cls(PLIES - board.empties, keys[0], dict(zip(legal, map(int, moves), strict=False)))


@dataclass(frozen=True, slots=True)
class PositionGames:
    """The games with a position: totals, also by move (symmetric ones are one), numbers and years."""

    played: Played
    by_form: Mapping[int, Played]
    numbers: NDArray[np.uint32]
    years: tuple[int, int] | None  # the first and the last


class ArchiveIndex:
    """Every position of some `games`, and the games that have it; `problems` are sentences on their faults.
    Positions of the `given` plies (games,), the set openings that events name, are not found.
    """

    def __init__(self, games: Games, segments: Sequence[Segment], problems: Sequence[str] = ()) -> None:
        self.games, self.problems, self._segments = games, tuple(problems), segments
        given = np.array([given_plies(name) for name in games.names], np.uint8)
        self.given = given[games.records["event"]]
        is_counted = games.records["ending"] == ENDINGS.index(Ending.FINISHED)
        self._ends = games.records["score"] + np.where(is_counted, 0, ENDS).astype(np.uint8)
        dates = games.records["date"]
        years = dates.astype("<M8[Y]").astype(np.int64) + 1970
        self._years = np.where(np.isnat(dates), 0, years).astype(np.uint16)

    @classmethod
    def load(cls, folder: Path) -> "ArchiveIndex":
        """Reads the index in a folder. Raises OSError, ValueError and other errors of NumPy."""
        games, problems, _place = _load_games(folder)
        segments = _segments(folder, len(games.records))
        if len(segments) <= PLIES:
            raise ValueError(f"the index in {folder} is not whole")
        return cls(games, segments, list(map(str, problems)))

    @classmethod
    def kept(cls, folder: Path) -> "ArchiveIndex | None":
        """Returns the index in a folder; None if it is missing or damaged, and has to be rebuilt."""
        try:
            return cls.load(folder)
        except FileNotFoundError:
            return None
        except Exception:  # NumPy raises EOFError, TokenError and others for damaged files
            logger.exception("The index cannot be read")
            return None

    @classmethod
    def of(cls, games: Games) -> "ArchiveIndex":
        """Builds an index of games in memory, without files."""
        problems: list[str] = []
        return cls(games, list(positions(games, problems)), problems)

    def find(self, position: IndexedPosition) -> PositionGames:
        is_known = 0 <= position.segment <= PLIES
        keys, numbers, moves = self._segments[position.segment if is_known else 0]
        first, last = (int(np.searchsorted(keys, position.key, side)) for side in ("left", "right"))
        found = slice(first, last if is_known else first)
        chosen = self.given[numbers[found]] <= position.segment
        numbers, moves = numbers[found][chosen], moves[found][chosen]
        ends = moves.astype(np.intp) * 2 * ENDS + self._ends[numbers]
        counts = np.bincount(ends, minlength=(NO_MOVE + 1) * 2 * ENDS).reshape(NO_MOVE + 1, 2, ENDS)
        forms = {form: _played(counts[form]) for form in set(position.forms.values()) if counts[form].any()}
        years = self._years[numbers]
        years = years[years > 0]
        between = (int(years.min()), int(years.max())) if len(years) else None
        return PositionGames(_played(counts.sum(axis=0)), forms, numbers, between)

    def entries(self, segment: int, keys: Bitboards) -> tuple[NDArray[np.intp], NDArray[np.uint32], Bytes]:
        """Returns the games with these positions of a segment, as arrays (n,): the index in `keys`, the game,
        and the canonical square played there.
        """
        known, numbers, moves = self._segments[segment]
        first, last = (np.searchsorted(known, keys, side) for side in ("left", "right"))
        sizes = last - first
        at = np.arange(sizes.sum()) + np.repeat(last - np.cumsum(sizes), sizes)
        return np.repeat(np.arange(len(keys)), sizes), numbers[at], moves[at]


def _played(counts: NDArray[np.intp]) -> Played:
    """Sums up `counts` (2, ENDS): the games that ended with each number of Black's discs, first those that
    ended on the board.
    """
    games, counted = int(counts.sum()), int(counts[0].sum())
    leads = int(counts[0] @ np.arange(-MOST_DISCS, MOST_DISCS + 1, 2))
    black, drawn = counts[:, DRAW + 1 :].sum(), counts[:, DRAW].sum()
    return Played(games, int(black), int(drawn), leads / counted if counted else None)


def _mapped(path: Path) -> Bytes:
    with open_file(path) as file:
        if not os.fstat(file.fileno()).st_size:  # an empty file cannot be mapped
            return np.empty(0, np.uint8)
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def _segments(folder: Path, games: int) -> list[Segment]:
    segments = list[Segment]()
    with contextlib.suppress(OSError):
        while len(segments) <= PLIES:
            data = _mapped(folder / f"{len(segments)}.bin")
            parts = np.split(data, np.array((8, 12)) * (len(data) // 13))
            keys, numbers, moves = parts[0].view(np.uint64), parts[1].view(np.uint32), parts[2]
            on = np.count_nonzero(segments[-1][2] != NO_MOVE) if segments else games
            is_whole = len(keys) == len(moves) == on and moves.max(initial=0) <= NO_MOVE
            if not (is_whole and numbers.max(initial=0) < games):
                break
            segments.append((keys, numbers, moves))
    return segments


def _load_games(folder: Path) -> tuple[Games, list[str], Sequence[int]]:
    """Reads games, problems of their files, and the place. Raises OSError, ValueError and TypeError."""
    with open_file(folder / GAMES_FILE) as file:
        head = file.readline(LARGEST_FILE)
    names, problems, place, count = json.loads(head)
    records, texts = np.split(_mapped(folder / GAMES_FILE)[len(head) :], [count * GAME.itemsize])
    games = records.view(GAME).copy()
    is_whole = (
        len(games) == count
        and games["score"].max(initial=0) <= MOST_DISCS
        and max(games[name].max(initial=0) for name in NAMED) < len(names)
        and (games["begin"] + games["size"]).max(initial=0) <= len(texts)
    )
    if not is_whole:
        raise ValueError(folder)
    return Games(games, list(map(str, names)), texts), problems, place


def index_folder(files: ArchiveFiles, cache: Path) -> Path:
    """Returns the folder of an index, which is named by a digest of all that it depends on."""
    folder = os.path.realpath(files.folder)
    digest = hashlib.sha256(repr((FORMAT, folder)).encode("utf-8", "surrogateescape"))
    for path in (*files.games, *files.names):
        try:
            state = path.stat()
            known = files.name(path), state.st_size, state.st_mtime_ns
        except OSError as error:  # such as a broken link; the reader reports it
            known = files.name(path), 0, error.errno or 0
        digest.update(repr(known).encode("utf-8", "surrogateescape"))
    return cache / f"archive-{digest.hexdigest()[:16]}"


def make_index(folder: Path, cache: Path, report: Callable[[float], None] = lambda _share: None) -> Path:
    """Reads an archive and writes its index; returns its folder. `report` gets the share done, 0 .. 1, and
    may raise to end the work, which another call resumes. Raises OSError, and ValueError if there is no
    game.
    """
    files, own = ArchiveFiles.of(folder), os.fsencode(os.path.realpath(folder))
    place = index_folder(files, cache)
    written = place.with_name(place.name + UNFINISHED)
    costs = np.array([cost_of(path) for path in files.games]).sum(axis=0)
    reading = float(costs[0] / max(costs.sum(), 1e-9))  # its share of the work
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / LOCK_FILE):
        if ArchiveIndex.kept(place) is None:
            shutil.rmtree(place, ignore_errors=True)  # a damaged one
            write_file(written / FOLDER_FILE, own)
            read = _read(files, written, lambda share: report(reading * share))
            games = read.games()
            if not len(games.records):
                shutil.rmtree(written)
                raise ValueError(no_games(folder, and_more(read.problems or [_("they are empty")])))
            done = len(_segments(written, len(games.records)))
            for ply, segment in enumerate(positions(games, read.problems, done), done):
                write_file(written / f"{ply}.bin", (array.tobytes() for array in segment))
                report(reading + (1 - reading) * (ply + 1) / (PLIES + 1))
            _keep(read, written)
            written.replace(place)
        _delete_others(place, own)
    return place


def _read(files: ArchiveFiles, written: Path, report: Callable[[float], None]) -> Reading:
    """Reads all files, saving what is read every KEPT seconds. Raises OSError, and what `report` raises."""
    read, due = Reading(), time.monotonic() + KEPT
    with contextlib.suppress(OSError, ValueError, TypeError, RecursionError):  # missing or damaged
        read = Reading(*_load_games(written))

    def keep_and_report(share: float) -> None:
        nonlocal due
        if time.monotonic() >= due:
            _keep(read, written)
            due = time.monotonic() + KEPT
        report(share)

    try:
        read.read([(files.name(path), path) for path in files.games], keep_and_report)
    finally:
        _keep(read, written)
    return read


def _keep(read: Reading, written: Path) -> None:
    games = read.games()
    head = json.dumps((games.names, list(dict.fromkeys(read.problems)), read.place, len(games.records)))
    data = f"{head}\n".encode(), games.records.tobytes(), games.texts.tobytes()
    write_file(written / GAMES_FILE, data)


def make_index_apart(folder: Path, cache: Path, report: Callable[[float], None]) -> Path:
    """Runs `make_index` in another process, which leaves processor and interpreter to this one."""
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
    """Runs in the child: sends the shares done, and at last the folder of the index."""
    give_way()
    parent.send(make_index(folder, cache, parent.send))


def _delete_others(place: Path, own: bytes) -> None:
    """Deletes older indexes of the archive and unfinished ones of killed programs, as far as possible."""
    for other in place.parent.glob("archive-*"):
        with contextlib.suppress(OSError):
            if other.suffix == UNFINISHED:
                is_old = other.stat().st_mtime < time.time() - STALE
            else:
                is_old = other != place and read_file(other / FOLDER_FILE) == own
            if is_old:
                shutil.rmtree(other, ignore_errors=True)


def positions(games: Games, problems: list[str], first: int = 0) -> Iterator[Segment]:
    """Yields the segments from number `first` on. A game with an illegal move ends before it."""
    start, lines = Board.initial(), games.records["moves"]
    numbers = np.arange(len(lines), dtype=np.uint32)
    own, other = (np.full(len(lines), bits, np.uint64) for bits in (start.player, start.opponent))
    turns = np.full(len(lines), start.turn, np.uint8)
    for ply in range(PLIES + 1):
        here = lines[numbers, ply] if ply < PLIES else np.full(len(numbers), NO_MOVE, np.uint8)
        pass_where_stuck(own, other, turns)
        turned = flips(own, other, here % 64)
        illegal = (here != NO_MOVE) & (turned == 0)
        problems += [_illegal(games, number, ply) for number in numbers[illegal]]
        here = np.where(illegal, np.uint8(NO_MOVE), here)
        if ply >= first:
            key, form = canonical(own, other, turns, here)
            order = np.argsort(key, kind="stable")
            yield key[order], numbers[order], form[order]
        on = here != NO_MOVE
        placed = np.uint64(1) << (here[on] % 64).astype(np.uint64)
        own, other = other[on] & ~turned[on], own[on] | turned[on] | placed
        numbers, turns = numbers[on], 1 - turns[on]


def _illegal(games: Games, number: int, ply: int) -> str:
    game = games.records[number]
    sentence = _("{file}: game {number} is read up to ply {ply}: {square} is not legal there")
    square, file = move_name(int(game["moves"][ply])), games.names[game["file"]]
    return sentence.format(file=file, number=game["number"] + 1, ply=ply, square=square)
