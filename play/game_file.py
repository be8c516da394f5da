"""Reading a game from a file that somebody names: the command line waits for it, a window must not."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from game.records.any_format import count_games, describe_error, read_game, read_names
from game.records.record import Record
from game.records.wthor import SUFFIX as WTHOR_SUFFIX

# All games of a year in WTHOR take a hundredth of it: larger files are something else.
LARGEST_FILE: Final = 50_000_000
# In rubbish of that size one search for a sign takes a quarter of a second, in which nothing else can run.
LARGEST_IN_BACKGROUND: Final = 16_000_000
# Of a folder so many entries are listed.
MOST_ENTRIES: Final = 1000


def read_file(path: Path, number: int = 1, say: Callable[[str], None] | None = None) -> Record:
    """A game of a file. `say` hears of files of names beside it that are damaged.

    Where it does not tell its date it has that of the file, and the second game a microsecond more: the
    library knows a match by when it began, and so keeps a game that is opened every day once.

    Raises OSError, or a ValueError for people.
    """
    data, written = _content(path, LARGEST_FILE)
    return _record(path, data, written, number, say)


def _content(path: Path, most: int) -> tuple[bytes, datetime]:
    with path.open("rb") as file:
        data = file.read(most + 1)
        written = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime)
    if len(data) > most:
        raise ValueError("this file is too large to be a game")
    return data, written


def _record(
    path: Path, data: bytes, written: datetime, number: int, say: Callable[[str], None] | None
) -> Record:
    names, problems = read_names(path) if path.suffix.lower() == WTHOR_SUFFIX else (None, [])
    for problem in problems:
        if say is not None:
            say(problem)
    record = read_game(data, number, names)
    return replace(record, date=(record.date or written) + timedelta(microseconds=number - 1))


@dataclass(frozen=True, slots=True)
class Opened:
    """The first game of a file that has so many `games`."""

    path: Path
    record: Record
    games: int


class Opening:
    """A file that is read in the background: of a slow drive, of a network, or of many games.

    Nothing waits for it. Once it `is_done`, `opened` is there, or `problem` says why not.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened: Opened | None = None
        self.problem = f"{path.name or path} cannot be opened"
        self._work = threading.Thread(target=self._read, name="opening", daemon=True)
        self._work.start()

    @property
    def is_done(self) -> bool:
        return not self._work.is_alive()

    def _read(self) -> None:
        name = self.path.name or str(self.path)
        try:
            check_kind(self.path)
            data, written = _content(self.path, LARGEST_IN_BACKGROUND)
            record = _record(self.path, data, written, 1, None)
            self.opened, self.problem = Opened(self.path, record, count_games(data)), ""
        except OSError as error:
            self.problem = f"{name} cannot be read: {error.strerror or error}"
        except ValueError as error:
            self.problem = f"{name} cannot be opened: {describe_error(error)}"


def check_kind(path: Path) -> None:
    """Raises OSError, and ValueError for what is there but is no file: reading it might not end."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise ValueError("this is a folder")
    if not stat.S_ISREG(mode):
        raise ValueError("this is a device, not a file")


class Listing:
    """What is in a folder, read in the background: folders first, by name, and so many entries at most.

    Once it `is_done`, `folders` and `files` are there, or `problem` says why not.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folders: tuple[Path, ...] = ()
        self.files: tuple[Path, ...] = ()
        self.problem = ""
        self._work = threading.Thread(target=self._read, name="listing", daemon=True)
        self._work.start()

    @property
    def is_done(self) -> bool:
        return not self._work.is_alive()

    def _read(self) -> None:
        try:
            with os.scandir(self.folder) as found:
                entries = [
                    (entry.is_dir(), Path(entry.path))
                    for entry in islice(found, MOST_ENTRIES)
                    if not entry.name.startswith(".")
                ]
        except OSError as error:
            self.problem = f"{self.folder} cannot be read: {error.strerror or error}"
            return
        entries.sort(key=lambda entry: entry[1].name.casefold())
        self.folders = tuple(path for is_folder, path in entries if is_folder)
        self.files = tuple(path for is_folder, path in entries if not is_folder)
