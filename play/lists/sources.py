"""The sources of lists: they read games no further than a list needs, and a chosen game whole."""

import time
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.boards import NO_MOVE, Bytes
from game.board import Result
from game.files import read_start
from game.records.any_format import FoundGame, is_wthor, split_games
from game.records.record import (
    GIVEN_UP,
    MOST_DISCS,
    ON_TIME,
    Record,
    date_text,
    lead_text,
    parse_result,
)
from game.records.transcript import describe_error
from game.records.wthor import HEADER, SUFFIX
from game.text import _
from play.archive.games import GAME, Games, read_files
from play.files import cannot_read
from play.game_file import read_bytes
from play.library import Library
from play.library_file import KeptGame, LibraryError
from play.lists.rows import GameRow, ListError, open_text, row_of_text
from play.lists.table import NONE, PLIES, Column, Field, GameTable, OpeningFinder, Wording

# A long text is first shown with this many games, and then each time they have grown by this factor.
FIRST_SHOWN: Final = 200
GROWTH: Final = 4
# How a result is written for each of the ENDINGS.
ENDING_SIGNS: Final = "", f":{ON_TIME}", f":{GIVEN_UP}"
# Seconds after which a reader yields to other threads.
SHIFT: Final = 0.002

Report = Callable[[GameTable], None]


class GameSource(ABC):
    """The games of one place; `title` is the name of that place, such as a file or a folder."""

    title: str
    problems: Sequence[str] = ()  # sentences about faults of what was read; the rest is listed

    @abstractmethod
    def read(self, wording: Wording, report: Report) -> GameTable:
        """Reads all games; `report` gets those so far, and may raise to end the work. Raises ListError."""

    @abstractmethod
    def open(self, game: int) -> Record:
        """Returns a game of those last read, whole or with its `problem`. Raises ListError."""


class LibrarySource(GameSource):
    """The games of the library, or its deleted games."""

    def __init__(self, library: Library, is_deleted: bool = False) -> None:
        self.title = _("the library")
        self.library = library
        self.is_deleted = is_deleted
        self.games: list[KeptGame] = []

    def read(self, wording: Wording, report: Report) -> GameTable:  # noqa: ARG002 - it is read at once
        try:
            self.games = self.library.games(self.is_deleted)
        except LibraryError as error:
            raise ListError(_("The library cannot be read: {reason}", reason=error)) from error
        table = _Rows()
        for game in self.games:
            line = squares_of_kept(game)
            table.add(GameRow(game.date, game.black, game.white, game.result, game.moves, line, game.event))
        return table.table(wording)

    def open(self, game: int) -> Record:
        try:
            return self.library.open(self.games[game])
        except (LibraryError, ValueError) as error:
            raise ListError(_("The game cannot be opened: {reason}", reason=describe_error(error))) from error


class TextSource(GameSource):
    """A text of several games, of any format: from a file, or pasted or dropped."""

    def __init__(self, place: Path | str, charset: str = "") -> None:
        self.title = place.name if isinstance(place, Path) else _("the pasted or dropped text")
        self.place = place
        self.charset = charset
        self._texts = bytearray()
        self._ends = array("Q", [0])

    def read(self, wording: Wording, report: Report) -> GameTable:
        try:
            data = self.place if isinstance(self.place, str) else read_bytes(self.place)
            return self._read(split_games(data, self.charset), wording, report)
        except OSError as error:
            raise ListError(cannot_read(self.title, error)) from error
        except ValueError as error:
            raise ListError(f"{self.title}: {error}") from error

    def _read(self, parts: Iterable[tuple[int, str]], wording: Wording, report: Report) -> GameTable:
        self._texts, self._ends = bytearray(), array("Q", [0])
        self.problems = problems = list[str]()
        rows = _Rows()
        due, turn = FIRST_SHOWN, time.perf_counter() + SHIFT
        for number, (line, text) in enumerate(parts, start=1):
            self._texts += text.encode("utf-8", "surrogatepass")
            self._ends.append(len(self._texts))
            row, problem = row_of_text(text, number)
            rows.add(row)
            if problem is not None:
                problems.append(FoundGame(Record(problem=problem), number, line).problem)
            if number == due:
                report(rows.table(wording))
                due *= GROWTH
            if time.perf_counter() > turn:
                time.sleep(0)
                turn = time.perf_counter() + SHIFT
        return rows.table(wording)

    def open(self, game: int) -> Record:
        begin, end = self._ends[game : game + 2]
        return open_text(self._texts[begin:end].decode("utf-8", "surrogatepass"), game)


class WthorSource(GameSource):
    """A file of WTHOR, with the files of names beside it."""

    def __init__(self, path: Path) -> None:
        self.title = path.name
        self.path = path
        self._games = Games(np.empty(0, GAME))

    def read(self, wording: Wording, report: Report) -> GameTable:  # noqa: ARG002 - it is read at once
        self.problems = problems = list[str]()
        self._games = read_files([self.path], problems)
        if not len(self._games.records):
            nothing = _("There are no games in {place}", place=self.title)
            raise ListError(problems[0] if problems else nothing)
        return table_of_games(self._games, wording)

    def open(self, game: int) -> Record:
        return self._games.open(game)


def source_of(path: Path, charset: str = "") -> WthorSource | TextSource:
    """Returns the source of a file of games, in `charset` if one was chosen. Raises OSError."""
    has_records = not charset and is_wthor(read_start(path, HEADER.size))
    return WthorSource(path) if has_records else TextSource(path, charset)


def has_several_games(path: Path) -> bool:
    """Whether a file is a list. Raises OSError, and ValueError if it is no file of games."""
    data = read_bytes(path)
    if is_wthor(data):
        return SUFFIX in map(str.lower, path.suffixes)
    return len(list(islice(split_games(data), 2))) > 1


def squares_of_kept(game: KeptGame) -> bytes:
    squares = game.line.encode("ascii", "replace")
    pairs = zip(squares[::2], squares[1::2], strict=False)
    return bytes((file - ord("a")) % 8 + (rank - ord("1")) % 8 * 8 for file, rank in pairs)


class _Rows:
    """The rows of a growing list, stored as numbers of their values."""

    def __init__(self) -> None:
        self._columns = [(dict[Any, int](), array("i")) for _column in range(6)]
        """By column, the number of each value in order of appearance, and the number for each game."""
        self._lines = bytearray()

    def add(self, row: GameRow) -> None:
        minute = row.date and row.date.replace(second=0, microsecond=0)
        values = minute, row.black, row.white, row.event, row.result, row.moves
        for (numbers, codes), value in zip(self._columns, values, strict=True):
            codes.append(numbers.setdefault(value, len(numbers)))
        self._lines += row.line[:PLIES].ljust(PLIES, bytes([NO_MOVE]))

    def table(self, wording: Wording) -> GameTable:
        columns = ((list(numbers), np.array(codes)) for numbers, codes in self._columns)
        (dates, date_codes), *names, (results, end_codes), (moves, move_codes) = columns
        lines = np.frombuffer(bytes(self._lines), np.uint8).reshape(-1, PLIES)
        known = [
            Column.of_codes(date_codes, dates, minute_text),
            *(Column.of_names(*column) for column in names),
            _results(results, end_codes, wording),
        ]
        return _table(known, lines, Column.of_codes(move_codes, moves, str), wording)


def table_of_games(games: Games, wording: Wording) -> GameTable:
    records = games.records
    dates, date_codes = np.unique(records["date"], return_inverse=True)
    kinds = len(ENDING_SIGNS)
    ends, end_codes = np.unique(records["score"] * np.uint16(kinds) + records["ending"], return_inverse=True)
    found = (divmod(int(end), kinds) for end in ends)
    leads = (lead_text(2 * discs - MOST_DISCS) + ENDING_SIGNS[ending] for discs, ending in found)
    black = Column.of_names(games.names, records["black"])
    known = [
        Column.of_codes(date_codes, dates.tolist(), minute_text),
        black,
        *(replace(black, codes=records[field].astype(np.int32)) for field in ("white", "event")),
        _results(list(map(parse_result, leads)), end_codes, wording),
    ]
    numbers = (records["moves"] < NO_MOVE).sum(axis=1)
    moves = Column.of_codes(numbers, range(PLIES + 1), str)
    return _table(known, records["moves"], moves, wording)


def _table(known: Sequence[Column], lines: Bytes, moves: Column, wording: Wording) -> GameTable:
    """Adds the openings of the games, whose squares are `lines` (n, PLIES), to their other columns."""
    finder = OpeningFinder(wording.openings())
    numbers = finder.find(lines)
    numbers[lines[:, 0] == NO_MOVE] = NONE
    openings = Column.of_names(["", *map(wording.opening, finder.openings)], numbers + 1)
    return GameTable(dict(zip(Field, (*known, openings, moves), strict=True)))


def _results(results: Sequence[Result | None], codes: NDArray[Any], wording: Wording) -> Column:
    def words(result: Result) -> str:
        winner = "draw" if result.winner is None else result.winner.name.lower()
        return f"{wording.result(result)} {wording.result_sentence(result)} result:{winner}"

    return Column.of_codes(codes, results, wording.result, lambda result: result.black - result.white, words)


def minute_text(date: datetime) -> str:
    """Returns '2026-11-21 17:46'; only the date if the time is midnight, only the year on its first day."""
    return date_text(date)[:16]
