"""Reads games from files: at once for the command line, in the background for a window."""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from glob import glob
from pathlib import Path
from typing import Final

from ai.files import UNFINISHED, is_there
from game import files
from game.records.any_format import count_games, is_wthor, read_game, read_names
from game.records.record import Record, is_day
from game.records.transcript import describe_error
from game.records.wthor import NO_NAMES, PLAYERS_SUFFIX, TOURNAMENTS_SUFFIX, Names
from game.text import _
from play.files import cannot_read, is_folder

# Bytes of two hundred thousand games: larger files are something else.
LARGEST_LIST: Final = 200_000_000
# Bytes. In rubbish of this size one search for a character blocks all threads for a quarter of a second.
# Larger files are not a game, but perhaps a list of many.
LARGEST_GAME: Final = 16_000_000


def read_file(name: str | Path, number: int = 1, say: Callable[[str], None] | None = None) -> Record:
    """Reads a game from a file or "-"; calls `say` with problems of its names. Raises OSError, ValueError."""
    data, names, problems = read_input(name)
    for problem in problems:
        if say is not None:
            say(problem)
    return dated(read_game(data, number, names), number - 1)


def read_input(name: str | Path) -> tuple[bytes, Names, list[str]]:
    """Returns the data of a file or "-", the WTHOR names beside it and their problems. Raises OSError."""
    data = files.read_input(name, LARGEST_LIST)
    is_alone = name == files.STANDARD_INPUT or not is_wthor(data)
    return data, *((NO_NAMES, []) if is_alone else read_names(Path(name)))


def read_bytes(path: Path) -> bytes:
    """Returns the data of a file of games. Raises OSError."""
    return files.read_file(path, LARGEST_LIST)


def expanded(name: str) -> tuple[list[str], list[OSError]]:
    """Returns the files that a name means, and the errors of unreadable folders. A folder means all files
    below it, a pattern all its matches unless a file has that name; hidden and unfinished files and WTHOR's
    files of names are left out.
    """
    is_pattern = not is_there(Path(name)) and any(sign in name for sign in "*?[")
    found, errors = list[str](), list[OSError]()
    for path in sorted(glob(name, recursive=True)) if is_pattern else [name]:  # noqa: PTH207 - from any folder
        found += _files_in(path, errors) if is_folder(Path(path)) else [path]
    left_out = (UNFINISHED, PLAYERS_SUFFIX, TOURNAMENTS_SUFFIX)
    unpacked = {path: path.lower().removesuffix(".gz") for path in found}
    wanted = [path for path in found if path == name or not unpacked[path].endswith(left_out)]
    return wanted or [name] * is_pattern, errors


def _files_in(path: str, errors: list[OSError]) -> Iterator[str]:
    for folder, folders, names in os.walk(path, onerror=errors.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(folder, name)  # noqa: PTH118 - a path stays as it was typed


def dated(record: Record, number: int) -> Record:
    """Adds a game's index as microseconds to a date without a time, so that games of one day differ."""
    if record.date is None or not is_day(record.date):
        return record
    return replace(record, date=record.date + timedelta(microseconds=number))


class GameFileReader:
    """Reads a file in the background. Once it `is_done`, `problem` is a sentence, '' if all went well;
    `record` is None for a list of games.
    """

    def __init__(self, path: Path, charset: str = "") -> None:
        self.path = path
        self.charset = charset
        self.record: Record | None = None
        self.problem = _("{name} cannot be opened", name=path.name or path)
        self._work = threading.Thread(target=self._read, name="opening", daemon=True)
        self._work.start()

    @property
    def is_done(self) -> bool:
        return not self._work.is_alive()

    def _read(self) -> None:
        name = self.path.name or str(self.path)
        try:
            data = read_bytes(self.path)
            is_list = len(data) > LARGEST_GAME or count_games(data, self.charset) > 1
            if not is_list:
                names = read_names(self.path)[0] if is_wthor(data) else NO_NAMES
                self.record = dated(read_game(data, 1, names, self.charset), 0)
            self.problem = ""
        except OSError as error:
            self.problem = cannot_read(name, error)
        except ValueError as error:
            self.problem = _("{name} cannot be opened: {reason}", name=name, reason=describe_error(error))
