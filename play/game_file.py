"""Reading a game from a file: the command line waits for it, a window must not."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from game import files
from game.records.any_format import count_games, is_wthor, read_game, read_names
from game.records.record import Record, is_day
from game.records.transcript import describe_error
from game.records.wthor import NO_NAMES
from game.text import _
from play.files import cannot_read

# Two hundred thousand games take it: larger files are something else.
LARGEST_LIST: Final = 200_000_000
# In rubbish of that size one search for a sign takes a quarter of a second, in which nothing else can run.
# What is larger is no game, but perhaps a list of many.
LARGEST_GAME: Final = 16_000_000


def read_file(path: Path, number: int = 1, say: Callable[[str], None] | None = None) -> Record:
    """A game of a file. `say` is called for each damaged file of names beside it.

    Raises OSError, or a ValueError for people.
    """
    return _record(path, read_bytes(path), number, say)


def read_bytes(path: Path) -> bytes:
    """What a file of games holds. Raises OSError."""
    return files.read_file(path, LARGEST_LIST)


def dated(record: Record, number: int) -> Record:
    """A game of which only the day is known with its place in the file, from 0, as microseconds: several of
    one day stay apart. When the file was written says nothing, for a copy of it was written later.
    """
    if record.date is None or not is_day(record.date):
        return record
    return replace(record, date=record.date + timedelta(microseconds=number))


def _record(
    path: Path, data: bytes, number: int, say: Callable[[str], None] | None, charset: str = ""
) -> Record:
    names, problems = read_names(path) if is_wthor(data) else (NO_NAMES, [])
    for problem in problems:
        if say is not None:
            say(problem)
    return dated(read_game(data, number, names, charset), number - 1)


class Opening:
    """A file that is read in the background: of a slow drive, of a network, or of many games.

    Nothing waits for it. Once it `is_done`, `problem` says what is wrong, '' if nothing is; `record` is None
    where there are several games, which the window lists.
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
            self.record = None if is_list else _record(self.path, data, 1, None, self.charset)
            self.problem = ""
        except OSError as error:
            self.problem = cannot_read(name, error)
        except ValueError as error:
            self.problem = _("{name} cannot be opened: {reason}", name=name, reason=describe_error(error))
