"""The archive that the user has chosen, and the user's own games: indexes of both, made in the background."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from platformdirs import user_cache_path

from ai.boards import NO_MOVE
from ai.files import temporary_folder
from game.board import Board, Color, Move, Result
from game.records.record import Record
from game.text import _, reason_of, used
from game.tree import given_plies
from play.archive.files import ArchiveFiles
from play.archive.games import GAME, Games
from play.archive.index import (
    DRAW,
    ArchiveIndex,
    IndexedPosition,
    Played,
    PositionGames,
    index_folder,
    make_index_apart,
)
from play.library import Library
from play.library_file import KeptGame, LibraryError
from play.lists.rows import ListError
from play.lists.sources import GameSource, Report, squares_of_kept, table_of_games
from play.lists.table import Field, GameTable, IntArray, Query, Wording
from play.record_players import own_color, own_side
from play.repertoire import games_of

logger = logging.getLogger(__name__)

# Seconds to wait for the background work to end, and between two checks of it.
PATIENCE: Final = 2.0
LOOK: Final = 0.02

ArchiveGame = tuple[bytes, int, int]  # a game of the user: squares, the user's discs, given plies


@dataclass(frozen=True, slots=True)
class Lookup:
    """The statistics of a position: of the archive (`all`), and of the user's `own` games, in which the user
    counts as Black. `moves` are all legal ones; symmetric ones share a number in `forms`, and figures.
    """

    all: Played
    own: Played
    moves: Mapping[Move, tuple[Played, Played]]
    forms: Mapping[Move, int]
    years: tuple[int, int] | None


class Stopped(Exception):
    """The archive being read is no longer wanted."""


class ArchiveReader:
    """A reader of an archive and the user's own games in the background; queries never wait."""

    def __init__(
        self,
        wording: Wording,
        library: Library,
        cache: Path | None = None,
        names: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """`cache` is the folder for indexes, by default the user's; `names` returns the user's names."""
        self.folder: Path | None = None
        self.index: ArchiveIndex | None = None
        self.own: ArchiveIndex | None = None
        """The index of the user's finished games in the `library` and the archive."""
        self.table: GameTable | None = None  # the games of the index, to be searched and sorted
        self.share = 0.0  # the share of the index that is made, 0 .. 1
        self._archive_problem = self._library_problem = ""
        self.damaged: tuple[str, ...] = ()
        """Sentences about damaged files of the archive; the rest is used."""
        self.unread = ""  # which files of its folder are not read, in a sentence
        self._wording, self._library, self._cache = wording, library, cache
        self.is_reading = False
        self._made_from: object = None  # where the index is, and the language of the table
        self._began: tuple[float, float] | None = None  # when the building began, and at which share
        self._work: threading.Thread | None = None
        self._names = names
        self._own_lock = threading.Lock()
        self._own_from: object = None  # what `own` was made from
        self._asked: tuple[object, Lookup, IntArray] | None = None
        self._searched: tuple[object, IntArray] | None = None

    def open(self, folder: Path | None) -> None:
        """Reads an archive in the background, None for none; the same one only if its files have changed."""
        if folder != self.folder:
            self.folder = None if folder is None else Path(folder)  # a new object for each reading
            self.table, self.index, self._made_from = None, None, None
            self.share, self._archive_problem, self.damaged, self.unread = 0.0, "", (), ""
        elif self.is_reading:
            return
        self.is_reading = folder is not None
        if self.folder is not None:
            self._work = threading.Thread(target=self._read, args=(self.folder,), name="archive", daemon=True)
            self._work.start()

    @property
    def problem(self) -> str:
        """Why there is no index of the archive, or else of the own games, in a sentence."""
        return self._archive_problem or self._library_problem

    @property
    def seconds_left(self) -> float | None:
        """The estimated time until the index is made; None if it is not known."""
        since, before = self._began or (0.0, 1.0)
        gone = self.share - before
        return (time.monotonic() - since) / gone * (1 - self.share) if gone > 0 else None

    def read_own(self) -> None:
        """Reads the user's own games in the background, since games or names may have changed."""
        threading.Thread(target=self._read_own, name="library", daemon=True).start()

    def close(self) -> None:
        """Ends the background work, which the next start resumes; does not wait for a disk that hangs."""
        self.open(None)
        if self._work is not None:
            self._work.join(PATIENCE)

    def look_up(self, board: Board) -> Lookup:
        """Returns the statistics of a position, without games of the archive until there is an index."""
        return self._find(board)[0]

    def rows(self, board: Board, query: Query) -> IntArray:
        """Returns the games of the archive with a position that match a query, as rows of the table."""
        numbers = self._find(board)[1]
        if self.table is None:
            return numbers[:0]
        if self._searched is None or self._searched[0] != (board, self.index, query):
            self._searched = (board, self.index, query), self.table.rows(query, numbers)
        return self._searched[1]

    def open_game(self, row: int) -> Record:
        """Returns a game of the table. Raises ListError."""
        assert self.index is not None
        return self.index.games.open(row)

    def _find(self, board: Board) -> tuple[Lookup, IntArray]:
        asked = board, self.index, self.own
        if self._asked is None or self._asked[0] != asked:
            position = IndexedPosition.of(board)
            none = PositionGames(Played(), {}, np.empty(0, np.uint32), None)
            found = none if self.index is None else self.index.find(position)
            own = none if self.own is None else self.own.find(position)
            moves = {
                move: (found.by_form.get(form, Played()), own.by_form.get(form, Played()))
                for move, form in position.forms.items()
            }
            looked_up = Lookup(found.played, own.played, moves, position.forms, found.years)
            self._asked = asked, looked_up, found.numbers.astype(np.int32)
        return self._asked[1:]

    def _read(self, folder: Path) -> None:
        """Loads an archive at normal priority: a low-priority thread that holds the GIL blocks the window."""
        problem = ""
        try:
            self._load(folder)
        except Stopped:
            return
        except OSError as error:
            reason, place = error.strerror or error, error.filename
            problem = _("The archive in {folder} cannot be read: {reason}", folder=folder, reason=reason)
            if str(place) != str(folder):  # the index cannot be written
                problem = _("The archive cannot be used: {reason}", reason=f"{place or folder}: {reason}")
        except Exception as error:
            logger.exception("The archive cannot be used")
            problem = _("The archive cannot be used: {reason}", reason=reason_of(error))
        if self.folder is folder:
            self._archive_problem, self.is_reading = problem, False
            self._read_own()

    def _load(self, folder: Path) -> None:
        """Loads or makes the index of an archive. Raises OSError, ValueError and Stopped."""

        def report(share: float) -> None:
            if self.folder is not folder:
                raise Stopped
            self._began = self._began or (time.monotonic(), share)
            self.share = share

        cache, files, self._began = self._cache or _own_cache(), ArchiveFiles.of(folder), None
        place = index_folder(files, cache)
        if self.folder is folder:
            self.unread = files.describe_unread()
        language = used()
        if (place, language) == self._made_from:
            return
        index = ArchiveIndex.kept(place)
        if index is None:
            place = make_index_apart(folder, cache, report)
            index = ArchiveIndex.load(place)
        report(1.0)
        self.table, self.damaged, self.index = None, index.problems, index
        table = table_of_games(index.games, self._wording)
        if self.folder is folder:
            self._made_from, self.table = (place, language), table

    def _read_own(self) -> None:
        with self._own_lock:
            names, table, index = self._names(), self.table, self.index
            try:
                games = self._library.games()
            except LibraryError as error:
                self._library_problem = _("The library cannot be read: {reason}", reason=error)
                return
            self._library_problem = ""
            if (made_from := (games, names, table)) == self._own_from:
                return
            archive = () if table is None or index is None else own_in_archive(index, table, names)
            self.own, self._own_from = own_index(games, names, archive), made_from


class ArchiveSource(GameSource):
    """The games of the archive in a folder, from the reader that the explorer uses."""

    def __init__(self, reader: ArchiveReader, folder: Path) -> None:
        self.title, self.folder = str(folder), folder
        self._reader, self._games = reader, Games(np.empty(0, GAME))

    def read(self, wording: Wording, report: Report) -> GameTable:  # noqa: ARG002 - that of the reader
        reader = self._reader
        reader.open(self.folder)
        while reader.is_reading and reader.folder == self.folder:
            time.sleep(LOOK)
        index, table = reader.index, reader.table
        if reader.folder != self.folder or index is None or table is None:
            raise ListError(reader.problem)
        self._games, self.problems = index.games, [*filter(None, [reader.problem]), *index.problems]
        return table

    def open(self, game: int) -> Record:
        return self._games.open(game)


def own_index(
    games: Sequence[KeptGame], names: frozenset[str], archive: Iterable[ArchiveGame]
) -> ArchiveIndex:
    """Indexes the user's finished games of library and `archive`, each once, by the user's discs."""
    own: list[ArchiveGame] = []
    for game in games:
        color = own_side(game, names)
        if game.result is not None and game.line and color is not None:
            own.append((squares_of_kept(game), _discs(game.result, color), given_plies(game.event)))
    own += set(archive).difference(own)
    made = games_of([line for line, _discs, _given in own])
    made.records["score"] = [discs for _line, discs, _given in own]
    index = ArchiveIndex.of(made)
    index.given = np.array([given for *_, given in own], np.uint8)
    return index


def own_in_archive(index: ArchiveIndex, table: GameTable, names: frozenset[str]) -> Iterator[ArchiveGame]:
    for row in table.mine(names).nonzero()[0].tolist():
        color = own_color(table.text(row, Field.BLACK), table.text(row, Field.WHITE), names)
        game = index.games.records[row]
        score = int(game["score"])
        squares = bytes(game["moves"][game["moves"] < NO_MOVE])
        yield squares, score if color is Color.BLACK else 64 - score, int(index.given[row])


def _discs(result: Result, color: Color) -> int:
    """Returns one side's discs, changed if need be to show the winner of a game that time decided."""
    discs = result.black if color is Color.BLACK else result.white
    if result.winner is None:
        return DRAW
    return max(DRAW + 1, discs) if result.winner is color else min(DRAW - 1, discs)


def _own_cache() -> Path:
    """Returns the folder for indexes. Raises OSError if there is none."""
    try:
        return user_cache_path("nullwindow", appauthor=False)
    except RuntimeError:  # a user without a home
        return temporary_folder()
