"""Where the games of a list come from: the library, a file of many games, WTHOR files.

To be listed a game is read no further than it must be; the one that is chosen is read whole.
"""

import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.board import Board, Result
from game.files import read_start
from game.records.any_format import (
    FoundGame,
    is_wthor,
    read_header,
    read_names,
    read_text,
    split_games,
)
from game.records.record import Record, date_text, lead_text, parse_result
from game.records.transcript import describe_error
from game.records.wthor import DEFAULT_EMPTIES, HEADER, SUFFIX, Names, WthorGame, read_wthor
from game.text import _
from play.archive.index import GAME, archive_files, read_parts
from play.files import cannot_read
from play.game_file import dated, read_bytes
from play.library import Library
from play.library_file import KeptGame, LibraryError
from play.lists.table import Column, Field, GameTable, OpeningFinder, Wording, squares_of

# A long text is first shown with this many games, and then whenever there are GROWTH times more.
FIRST_SHOWN: Final = 200
GROWTH: Final = 4
# Seconds after which a reader gives other threads their turn.
SHIFT: Final = 0.002
# The most entries listed of a folder.
MOST_ENTRIES: Final = 1000
# How a game of GGF begins: inside of another one, of which a bracket is missing.
ANOTHER_GAME: Final = re.compile(r"\(;\s{0,9}GM\s{0,9}\[")

Report = Callable[[GameTable], None]


class ListError(Exception):
    """A list or a game of it cannot be read; the message is a sentence."""


class GameSource(ABC):
    """The games of one place; `title` says which that is: the name of a file, or of a folder."""

    title: str
    problems: Sequence[str] = ()
    """What is wrong with what was read, a sentence each; the rest is listed."""

    @abstractmethod
    def read(self, wording: Wording, report: Report) -> GameTable:
        """All games; `report` gets those that are there already, and ends the work by an exception.

        Raises ListError.
        """

    @abstractmethod
    def open(self, game: int) -> Record | Path:
        """One game of those last read, whole, or with its `problem`; or where it is. Raises ListError."""


class GameRow(NamedTuple):
    """What lists show of a game. `date` is None if unknown, and its time midnight if unknown."""

    date: datetime | None
    black: str
    white: str
    result: Result | None
    moves: int
    line: bytes  # the squares from the standard start; b"" from another one
    event: str = ""


class LibrarySource(GameSource):
    """The library, or the deleted games of it."""

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
        return _table([_row_of_kept(game) for game in self.games], wording)

    def open(self, game: int) -> Record:
        try:
            return self.library.open(self.games[game])
        except LibraryError as error:
            raise ListError(_("The game cannot be opened: {reason}", reason=error)) from error
        except ValueError as error:
            raise ListError(_("The game cannot be opened: {reason}", reason=describe_error(error))) from error


class TextSource(GameSource):
    """A text of several games, of any format: that of a file, or one that was pasted or dropped."""

    def __init__(self, place: Path | str, charset: str = "") -> None:
        self.title = place.name if isinstance(place, Path) else _("what was pasted or dropped")
        self.place = place
        self.charset = charset
        self._texts: list[str] = []

    def read(self, wording: Wording, report: Report) -> GameTable:
        try:
            if isinstance(self.place, str):
                return self._read(split_games(self.place), wording, report)
            return self._read(split_games(read_bytes(self.place), self.charset), wording, report)
        except OSError as error:
            raise ListError(cannot_read(self.title, error)) from error
        except ValueError as error:
            raise ListError(f"{self.title}: {error}") from error

    def _read(self, parts: Iterable[tuple[int, str]], wording: Wording, report: Report) -> GameTable:
        self._texts = []
        self.problems = problems = list[str]()
        rows: list[GameRow] = []
        due, turn = FIRST_SHOWN, time.perf_counter() + SHIFT
        for line, text in parts:
            self._texts.append(text)
            row, problem = _row_of_text(text, len(self._texts))
            rows.append(row)
            if problem is not None:
                problems.append(FoundGame(Record(problem=problem), len(self._texts), line).problem)
            if len(rows) == due:
                report(_table(rows, wording))
                due *= GROWTH
            if time.perf_counter() > turn:
                time.sleep(0)
                turn = time.perf_counter() + SHIFT
        return _table(rows, wording)

    def open(self, game: int) -> Record:
        try:
            record = read_text(self._texts[game])
        except ValueError as error:
            sentence = _("Game {number} cannot be opened: {reason}")
            raise ListError(sentence.format(number=game + 1, reason=describe_error(error))) from error
        return dated(record, game)


class WthorSource(GameSource):
    """A file of WTHOR, or all of a folder, one after the other, with the names that lie beside them."""

    def __init__(self, path: Path) -> None:
        self.title = path.name if path.is_file() else str(path)
        self.path = path
        self._games: NDArray[Any]

    def read(self, wording: Wording, report: Report) -> GameTable:  # noqa: ARG002 - it is read at once
        parts: list[NDArray[Any]] = [np.empty(0, GAME)]
        problems: list[str] = []
        try:
            files = [self.path] if self.path.is_file() else archive_files(self.path)
        except OSError as error:
            raise ListError(cannot_read(self.title, error)) from error
        for part in read_parts(files, problems):
            parts.append(part)
            time.sleep(0)
        games = np.concatenate(parts)
        if not len(games):
            nothing = _("There are no games in {place}", place=self.title)
            raise ListError(problems[0] if problems else nothing)
        table = self.table_of(games, wording)
        self.problems = [*problems, *self.problems]
        return table

    def table_of(self, games: NDArray[Any], wording: Wording) -> GameTable:
        """Of the games of all files, which have been read."""
        beside = self.path if self.path.is_file() else self.path / "games"
        self._games, (self._names, self.problems) = games, read_names(beside)
        return _table_of_wthor(games, self._names, wording)

    def open(self, game: int) -> Record:
        found = self._games[game]
        number = game - int(np.argmax(self._games["year"] == found["year"]))
        moves = tuple(int(move) for move in found["moves"] if move < 64)
        played = WthorGame(
            int(found["year"]), number, 0, int(found["tournament"]), int(found["black"]), int(found["white"]),
            int(found["score"]), int(found["theoretical"]), DEFAULT_EMPTIES, moves,
        )  # fmt: skip
        return dated(read_wthor(played, self._names), number)


class FolderSource(GameSource):
    """What is in a folder, with the one above it first, in place of games; MOST_ENTRIES at most."""

    def __init__(self, folder: Path) -> None:
        self.title, self.folder = str(folder), folder
        self.paths: list[Path] = []

    def read(self, wording: Wording, report: Report) -> GameTable:  # noqa: ARG002 - it is read at once
        try:
            with os.scandir(self.folder) as found:
                entries = sorted(
                    (not entry.is_dir(), entry.name.casefold(), Path(entry.path))
                    for entry in islice(found, MOST_ENTRIES)
                    if not entry.name.startswith(".")
                )
        except OSError as error:
            raise ListError(cannot_read(self.folder, error)) from error
        self.paths = [self.folder.parent, *(path for *_order, path in entries)]
        names = ["../", *(path.name + "/" * (not is_file) for is_file, _name, path in entries)]
        return _table([GameRow(None, name, "", None, 0, b"") for name in names], wording)

    def open(self, game: int) -> Path:
        return self.paths[game]


def source_of(path: Path, charset: str = "") -> WthorSource | TextSource:
    """A folder of WTHOR files, or a file of games, in `charset` if one was chosen. Raises OSError."""
    is_archive = path.is_dir() or (not charset and is_wthor(read_start(path, HEADER.size)))
    return WthorSource(path) if is_archive else TextSource(path, charset)


def has_several_games(path: Path) -> bool:
    """Whether a file is a list. Raises OSError, and ValueError for what is no file of games."""
    data = read_bytes(path)
    if is_wthor(data):
        return SUFFIX in map(str.lower, path.suffixes)
    return len(list(islice(split_games(data), 2))) > 1


# Rows


def squares_of_kept(game: KeptGame) -> bytes:
    squares = game.line.encode("ascii", "replace")
    pairs = zip(squares[::2], squares[1::2], strict=False)
    return bytes((file - ord("a")) % 8 + (rank - ord("1")) % 8 * 8 for file, rank in pairs)


def _row_of_kept(game: KeptGame) -> GameRow:
    line = squares_of_kept(game)
    return GameRow(game.date, game.black, game.white, game.result, game.moves, line)


def _row_of_text(text: str, number: int) -> tuple[GameRow, ValueError | None]:
    """The `number`-th game, from 1, which is its name where it has no other, and what is wrong with it.

    What cannot be read is listed, too.
    """
    try:
        record, moves = read_header(text)
    except ValueError as error:
        return GameRow(None, f"#{number}", "", None, 0, b""), error
    problem = record.problem
    if problem is None and text.startswith("(") and ANOTHER_GAME.search(text, 1):
        problem = ValueError(_("it does not end before another game begins, so it is lost"))
    line = bytes(moves) if record.game.start == Board.initial() else b""
    black = record.black or f"#{number}" * (not record.white)
    result = parse_result(record.result)
    return GameRow(record.date, black, record.white, result, len(moves), line, record.event), problem


def _table(rows: Sequence[GameRow], wording: Wording) -> GameTable:
    finder = OpeningFinder(wording.openings())
    names = finder.find(squares_of([row.line for row in rows]))
    names[[not row.line for row in rows]] = -1
    minutes = [row.date and row.date.replace(second=0, microsecond=0) for row in rows]
    return GameTable(
        {
            Field.DATE: Column.of(minutes, minute_text, lambda date: date),
            Field.BLACK: Column.of_names([row.black for row in rows]),
            Field.WHITE: Column.of_names([row.white for row in rows]),
            Field.EVENT: Column.of_names([row.event for row in rows]),
            Field.RESULT: _results([row.result for row in rows], wording),
            Field.OPENING: _openings(names, finder, wording),
            Field.MOVES: Column.of([row.moves for row in rows], str, lambda moves: moves),
        }
    )


def _table_of_wthor(games: NDArray[Any], names: Names, wording: Wording) -> GameTable:
    finder = OpeningFinder(wording.openings())
    players, events = (
        [name(number) for number in range(int(max(games[field].max() for field in fields)) + 1)]
        for name, fields in ((names.player, ("black", "white")), (names.tournament, ("tournament",)))
    )
    years, year_codes = np.unique(games["year"], return_inverse=True)
    scores, score_codes = np.unique(games["score"], return_inverse=True)
    results = [parse_result(lead_text(2 * int(score) - 64)) for score in scores]
    moves = (games["moves"] < 64).sum(axis=1)
    return GameTable(
        {
            Field.DATE: Column.of_codes(year_codes, years.tolist(), str, lambda year: year),
            Field.BLACK: Column.of_names(players, games["black"]),
            Field.WHITE: Column.of_names(players, games["white"]),
            Field.EVENT: Column.of_names(events, games["tournament"]),
            Field.RESULT: _results(results, wording, score_codes),
            Field.OPENING: _openings(finder.find(games["moves"]), finder, wording),
            Field.MOVES: Column.of_codes(moves, range(61), str, lambda number: number),
        }
    )


def _results(results: Sequence[Result | None], wording: Wording, codes: NDArray[Any] | None = None) -> Column:
    """The column of the results of all games, or of some values with their `codes`."""

    def text(result: Result | None) -> str:
        return "" if result is None else wording.result(result)

    def words(result: Result | None) -> str:
        if result is None:
            return ""
        winner = "draw" if result.winner is None else result.winner.name.lower()
        return f"{wording.result(result)} {wording.result_sentence(result)} result:{winner}"

    def key(result: Result | None) -> int | None:
        return None if result is None else result.black - result.white

    if codes is None:
        return Column.of(results, text, key, words)
    return Column.of_codes(codes, results, text, key, words)


def _openings(numbers: NDArray[Any], finder: OpeningFinder, wording: Wording) -> Column:
    names = [wording.opening(opening) for opening in finder.openings]
    return Column.of_names(["", *names], numbers + 1)


def minute_text(date: datetime | None) -> str:
    """'2026-11-21 17:46'; without the time where it is midnight, and the year alone of its first day."""
    return date_text(date)[:16]
