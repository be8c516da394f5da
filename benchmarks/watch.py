"""Watches a run: memory, threads, open files, frames, and the saved game."""

from __future__ import annotations

import ctypes
import gc
import json
import statistics
import threading
from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from game.board import Move
from play.match import Match
from play.players import Seat, Seats
from play.saved_game import SavedGame, parse_saved_game

# A frame within these milliseconds is even: a 60th of a second, and a little.
EVEN: Final = 20.0
# Seconds by which the saved game may lag behind the board.
WRITING: Final = 1.0
# The share by which memory at rest may grow between the first minutes and the last.
MAY_GROW: Final = 0.05
# The number of rests at each end of a run whose medians are compared, and its largest share of all rests:
# caches make one rest differ from the next by up to 5 %.
COMPARED: Final = 10
SHARE_COMPARED: Final = 0.25


class Trouble(Exception):
    """A failure that ends a run."""


class Frames:
    """Frame times in milliseconds: four bytes each, so that memory grows little over hours."""

    def __init__(self, milliseconds: Iterable[float] = ()) -> None:
        self._milliseconds = array("f", milliseconds)

    def add(self, milliseconds: float) -> None:
        self._milliseconds.append(milliseconds)

    def join(self, others: Frames) -> None:
        self._milliseconds += others._milliseconds

    @property
    def number(self) -> int:
        return len(self._milliseconds)

    @property
    def even(self) -> float:
        """The share of frames that are even."""
        return sum(each <= EVEN for each in self._milliseconds) / max(1, self.number)

    def at(self, share: float) -> float:
        """Returns the time that this share of the frames took at most."""
        return sorted(self._milliseconds)[min(self.number - 1, int(share * self.number))]

    def __str__(self) -> str:
        return (
            f"{self.number:,} frames, {100 * self.even:.2f} % within {EVEN:g} ms, median {self.at(0.5):.1f}, "
            f"99 % within {self.at(0.99):.1f}, worst {self.at(1):.1f} ms"
        )


@dataclass(frozen=True, slots=True)
class Rest:
    """The resources of the program at rest; memory in bytes, without mapped files and freed memory."""

    minute: float
    memory: int
    threads: int
    files: int

    @classmethod
    def now(cls, minute: float) -> Rest:
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        process = psutil.Process()
        held = process.memory_info()
        return cls(minute, held.rss - held.shared, process.num_threads(), process.num_fds())


@dataclass(frozen=True, slots=True)
class Place:
    """A game and the current place in it."""

    start: str
    moves: tuple[Move, ...]
    cursor: int
    seats: Seats

    @classmethod
    def of(cls, saved: SavedGame | Match) -> Place:
        # A person has no level, whatever a dialog has left in the seat.
        black, white = (Seat(name=seat.name) if seat.is_human else seat for seat in saved.seats)
        return cls(saved.game.start.text(), saved.game.moves, saved.game.node.ply, (black, white))


class SavedGameWatch:
    """Compares the saved game with recent states of the board. A missing file is the place None."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._key: object = None
        self._seen: deque[tuple[float, Place | None]] = deque()
        self.most_behind = 0

    def see(self, match: Match, now: float) -> None:
        """Records the state of the board if it has changed."""
        key = (id(match), match.game.changes, match.seats, match.result)
        if key != self._key:
            self._key = key
            is_over = match.result is not None and not match.game.can_redo
            self._seen.append((now, None if is_over else Place.of(match)))
        while len(self._seen) > 2 and self._seen[2][0] < now - WRITING:
            self._seen.popleft()

    def read(self) -> Place | None:
        """Reads the saved game. Raises Trouble for a file without a game or with an unusable value."""
        try:
            content = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise Trouble(f"the saved game is damaged: {error}") from error
        problems: list[str] = []
        try:
            saved = parse_saved_game(content, problems.append)
        except ValueError as error:
            raise Trouble(f"the saved game cannot be read: {error}") from error
        if problems:
            raise Trouble(f"the saved game has faults: {'; '.join(problems)}")
        return Place.of(saved)

    def check(self) -> None:
        """Raises Trouble unless the saved game is the board now, one change ago or within WRITING seconds."""
        found = self.read()
        places = [place for _time, place in self._seen]
        if found is None and len(self._seen) > 1 and self._seen[-1][0] != self._seen[0][0]:
            return  # one game is removed, and the next not yet saved
        if found not in places:
            raise Trouble(f"the saved game is {found}, and on the board were {places}")
        behind = places[::-1].index(found)
        self.most_behind = max(self.most_behind, behind)

    def is_up_to_date(self) -> bool:
        return bool(self._seen) and self.read() == self._seen[-1][1]


@dataclass
class Watch:
    """Everything observed during a run."""

    frames: Frames = field(default_factory=Frames)
    rests: list[Rest] = field(default_factory=list)
    _problems: list[str] = field(default_factory=list)

    def __enter__(self) -> Watch:
        self._hook = threading.excepthook
        threading.excepthook = self._thread_ended
        return self

    def __exit__(self, *_error: object) -> None:
        threading.excepthook = self._hook

    def _thread_ended(self, how: threading.ExceptHookArgs) -> None:
        name = how.thread.name if how.thread is not None else "?"
        self._problems.append(f"thread {name!r} ended with {how.exc_value!r}")
        self._hook(how)

    def warn(self, text: str) -> None:
        """Records an unexpected message of the program as a problem."""
        self._problems.append(f"the program says: {text}")

    def check(self) -> None:
        """Raises Trouble if any problem has been recorded."""
        if self._problems:
            raise Trouble("; ".join(self._problems))

    def rest(self, minute: float) -> Rest:
        self.rests.append(Rest.now(minute))
        return self.rests[-1]

    def compared(self, settled: float) -> tuple[Rest, Rest]:
        """Returns the medians of the first rests from minute `settled` on, and of the last ones."""
        count = max(1, min(COMPARED, int(SHARE_COMPARED * len(self.rests))))
        first = [rest for rest in self.rests if rest.minute >= settled][:count] or self.rests[-1:]
        return _median(first), _median(self.rests[-count:])

    def growth(self, settled: float) -> list[str]:
        """Returns a sentence for each count that has grown since minute `settled`."""
        before, after = self.compared(settled)
        grown = []
        if after.memory > before.memory * (1 + MAY_GROW):
            share = after.memory / before.memory - 1
            grown.append(f"memory has grown by {100 * share:.1f} %, more than {100 * MAY_GROW:g} %")
        for what in ("threads", "files"):
            if getattr(after, what) > getattr(before, what):
                grown.append(f"{getattr(after, what)} {what} at rest, and {getattr(before, what)} before")
        return grown

    def table(self, settled: float) -> str:
        before, after = self.compared(settled)
        memory, threads, files = (
            [getattr(rest, name) for rest in self.rests] for name in ("memory", "threads", "files")
        )
        return (
            f"memory at rest: {_megabytes(before.memory)} after {settled:g} minutes, "
            f"{_megabytes(after.memory)} at the end ({100 * (after.memory / before.memory - 1):+.1f} %); "
            f"least {_megabytes(min(memory))}, most {_megabytes(max(memory))}\n"
            f"threads at rest: {min(threads)} to {max(threads)}\n"
            f"open files at rest: {min(files)} to {max(files)}\n"
            f"{self.frames}"
        )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"


def _median(rests: Sequence[Rest]) -> Rest:
    return Rest(
        rests[0].minute,
        int(statistics.median(rest.memory for rest in rests)),
        int(statistics.median_high([rest.threads for rest in rests])),
        int(statistics.median_high([rest.files for rest in rests])),
    )
