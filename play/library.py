"""The library of the games played here, opened and reviewed: one database row per game, with its whole tree.

The row of a match that was continued in two ways has both. Moves that were taken out of a game leave its row
only if no other window has changed the row. A deleted game is only marked, and can be restored.
"""

import logging
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from game.board import PASS, Board, Color, Ending, Move, Result, move_name
from game.records.ggf import ggf, one_line, parse_ggf, read_ggf
from game.records.record import (
    UNKNOWN_RESULT,
    Record,
    check_length,
    clean_line,
    date_text,
    is_day,
    lose_as_reported,
    parse_date,
    parse_result,
    reported_end,
    result_text,
)
from game.text import _, reason_of
from game.tree import Game
from play.library_file import (
    COLUMNS,
    KeptGame,
    LibraryCopy,
    LibraryError,
    LibraryFile,
    Source,
    insert,
    kept_game,
    row_of,
    text_of,
)
from play.match import clock_at
from play.record_players import PROGRAM, player_name, seats_of, written_players
from play.saved_game import SavedGame

logger = logging.getLogger(__name__)

# The date of a game without a time of day; microseconds are its index in a file (`dated`).
DAY: Final = re.compile(r"DT\[(\d{4}-\d\d-\d\d) 00:00:00(?:\.\d{6})?\]")


class Library:
    """The games in the database at `path`; adds problems to `messages`, one sentence each."""

    def __init__(self, path: Path, messages: list[str]) -> None:
        self.path = path
        self._messages = messages
        self._file = LibraryFile(path, messages)
        self._reported: object = None  # the last game that could not be stored, and why

    def keep(self, saved: SavedGame) -> bool:
        """Stores a game, merged with what other windows stored of the match; returns False on failure."""
        source = Source.PLAYED if saved.opened_record is None else Source.OPENED
        return self.keep_record(record_of(saved), source, saved.copy)

    def keep_record(
        self, record: Record, source: Source = Source.OPENED, copy: LibraryCopy | None = None
    ) -> bool:
        """As `keep`, for a record; undeletes its row. `copy` is that row as this window last stored it."""
        date = record.date if copy is None else copy.began or record.date
        seats = seats_of(record)
        names = zip((record.black, record.white), Color, strict=True)
        black, white = (name or player_name(seats, color) for name, color in names)
        named = replace(record, black=black, white=white, date=date, problem=None)
        try:
            own = self._file.write(lambda connection: _put(connection, named, source, copy))
            if copy is not None:
                copy.note(*own)
        except Exception as error:  # the caller then stores the game elsewhere
            logger.exception("The game cannot be kept")
            before, self._reported = self._reported, (record.date, str(error))
            if before != self._reported:  # a running review stores its game every second
                place = error if isinstance(error, LibraryError) else f"{self.path} ({reason_of(error)})"
                self._messages.append(_("The game cannot be saved in {place}.", place=place))
            return False
        self._reported = None
        return True

    def games(self, deleted: bool = False) -> list[KeptGame]:
        """Returns all games, or all deleted ones, the newest first. Raises LibraryError."""
        wanted = "deleted IS NOT NULL" if deleted else "deleted IS NULL"
        query = f"SELECT {COLUMNS} FROM games WHERE {wanted} ORDER BY began DESC, id DESC"
        return self._file.read(lambda connection: [kept_game(row) for row in connection.execute(query)], [])

    def open(self, kept: KeptGame) -> Record:
        """Reads a game, at its last move. Raises LibraryError, and ValueError for a damaged text."""
        texts = self._texts([kept.key])
        if not texts:
            raise LibraryError(_("{path} (the game is no longer there)", path=self.path))
        record = read_ggf(texts[0])
        return replace(record, date=record.date or kept.date)

    def text(self, number: int) -> str:
        """Returns the GGF of the row of this number, '' if it is gone or deleted. Raises LibraryError."""
        return "".join(self._texts([(number,)], "id = ? AND deleted IS NULL"))

    def reviewed(self, after: int, count: int) -> list[tuple[KeptGame, str]]:
        """Returns the next `count` reviewed games after row `after`, with their GGF. Raises LibraryError."""
        wanted = "deleted IS NULL AND id > ? AND instr(ggf, 'JUDGE') > 0"
        query = f"SELECT {COLUMNS}, ggf FROM games WHERE {wanted} ORDER BY id LIMIT ?"

        def read(connection: sqlite3.Connection) -> list[tuple[KeptGame, str]]:
            rows = connection.execute(query, (after, count))
            return [(kept_game(columns), text_of(text)) for *columns, text in rows]

        return self._file.read(read, [])

    def add_review(self, number: int, asked: Game, reviewed: Game) -> None:
        """Adds the results for the `asked` game to a row that still has its moves; later changes of the row
        stay. Raises LibraryError, and ValueError if the game gets too long.
        """

        def add(connection: sqlite3.Connection) -> None:
            query = "SELECT ggf FROM games WHERE id = ? AND deleted IS NULL"
            for (text,) in connection.execute(query, (number,)).fetchall():
                kept, found = parse_ggf(text_of(text)), reviewed.copy()
                if found.start != kept.game.start or not _has(kept.game, found.node.path):
                    continue
                for node in asked.root.walk():
                    if not _has(kept.game, node.path) and _has(found, node.path):
                        found.delete(found.node_at(node.path))
                for node in found.root.walk():
                    node.comment, node.marks = "", {}
                added = _text_of(_merged(replace(kept, game=found), kept))
                check_length(added)
                connection.execute("UPDATE games SET ggf = ? WHERE id = ?", (added, number))

        self._file.write(add)

    def delete(self, games: Sequence[KeptGame]) -> None:
        """Marks games as deleted. Raises LibraryError."""
        now = datetime.now().isoformat(" ", "seconds")
        statement = "UPDATE games SET deleted = ? WHERE id = ? AND began = ? AND deleted IS NULL"
        self._change(statement, games, now)

    def restore(self, games: Sequence[KeptGame]) -> None:
        """Restores deleted games. Raises LibraryError."""
        self._change("UPDATE games SET deleted = NULL WHERE id = ? AND began = ?", games)

    def remove(self, games: Sequence[KeptGame]) -> None:
        """Removes deleted games for good. Raises LibraryError."""
        self._change("DELETE FROM games WHERE id = ? AND began = ? AND deleted IS NOT NULL", games)

    def exported(self, games: Sequence[KeptGame]) -> str:
        """Returns the games with their whole trees, a line of GGF each. Raises LibraryError."""
        return "".join(f"{DAY.sub(_day, text, 1)}\n" for text in self._texts(game.key for game in games))

    def _change(self, statement: str, games: Sequence[KeptGame], *values: object) -> None:
        rows = [(*values, *game.key) for game in games]
        self._file.write(lambda connection: connection.executemany(statement, rows))

    def _texts(self, keys: Iterable[Sequence[object]], wanted: str = "id = ? AND began = ?") -> list[str]:
        query = f"SELECT ggf FROM games WHERE {wanted}"

        def read(connection: sqlite3.Connection) -> list[str]:
            rows = (connection.execute(query, key).fetchone() for key in keys)
            return [text_of(row[0]).rstrip("\n") for row in rows if row is not None]

        return self._file.read(read, [])


def _put(
    connection: sqlite3.Connection, record: Record, source: Source, copy: LibraryCopy | None
) -> tuple[str, datetime, int]:
    """Inserts a game, or merges it into the rows of the same match, which began at the same moment.

    The game replaces its `copy`, and is undeleted. Returns its text without the additions of other windows,
    when it began (without a date: was first opened), and its row. Raises ValueError if it is too long.
    """
    names = [clean_line(_writable(one_line(name))) for name in (record.black, record.white)]
    began = record.date or _first_opened(connection, record, names) or datetime.now()
    record = replace(record, date=began)
    moments = began.isoformat(), began.isoformat()
    if is_day(began):
        moments = began.replace(microsecond=0).isoformat(), began.replace(microsecond=999_999).isoformat()
    query = "SELECT id, black, white, ggf FROM games WHERE began BETWEEN ? AND ?"
    texts: dict[int, str] = {}
    strangers = set()
    for number, *players, text in connection.execute(query, moments):
        texts[number] = text_of(text)
        if players != names:
            strangers.add(number)
    copies = {number for number, text in texts.items() if copy is not None and copy.is_of(text)}
    own_rows = copies | ({copy.row} & texts.keys() if copy is not None else set())
    is_known = source is Source.PLAYED and not is_day(began)
    matches = (
        (number, _of_same_match(text, record, is_known or number in own_rows))
        for number, text in texts.items()
        if is_known or number in own_rows or number not in strangers
    )
    kept = {number: before for number, before in matches if before is not None}
    if not is_known and not own_rows:  # of similar games, all with this main line, else the first
        own_line = _main_line(record)
        same = {number: before for number, before in kept.items() if _main_line(before) == own_line}
        kept = same or dict(islice(kept.items(), 1))
    is_copy = copies == set(kept)
    own = record
    for before in kept.values():
        own = _with_what_was_known(own, before)
        record = own if is_copy else _merged(record, before)
    own_text, text = _text_of(own), _text_of(record)
    check_length(text)
    if not kept:
        return own_text, began, insert(connection, row_of(text, began, source))
    first, *others = kept
    _, black, white, result, moves, line, _, _, _ = row_of(text, began, source)
    values = (black, white, result, moves, line, text, first)
    columns = "black = ?, white = ?, result = ?, moves = ?, line = ?, ggf = ?, deleted = NULL"
    connection.execute(f"UPDATE games SET {columns} WHERE id = ?", values)
    connection.executemany("DELETE FROM games WHERE id = ?", [(other,) for other in others])
    return own_text, began, first


def _first_opened(connection: sqlite3.Connection, record: Record, names: list[str]) -> datetime | None:
    own = _main_line(record)
    is_standard = record.game.start == Board.initial()
    line = "".join(move_name(move) for move in own if move != PASS and is_standard)
    query = "SELECT began, ggf FROM games WHERE source = ? AND black = ? AND white = ? AND line = ?"
    for began, text in connection.execute(query, (Source.OPENED.value, *names, line)):
        kept = _of_same_match(text_of(text), record, is_known=False)
        if kept is not None and _main_line(kept) == own:
            return datetime.fromisoformat(began)
    return None


def _text_of(record: Record) -> str:
    return _writable(ggf(record))


def _writable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def record_of(saved: SavedGame) -> Record:
    """Returns the record for the library, at the end of its main line, or where it was lost on time."""
    game = saved.game.copy()
    nodes = list(game.root.walk())
    swaps = [max(node.ply for node in game.line if nodes[at].is_below(node)) for at in saved.swaps]
    clock = game.node.clock
    if clock is not None and clock.has_expired(game.board.turn) and not game.board.is_over():
        game.lose_on_time(game.board.turn)
    controls = saved.control, saved.control
    opened = saved.opened_record or Record(controls=controls, place=PROGRAM, event=game.start_name)
    end = reported_end(opened, game)
    if game.is_lost_on_time:
        game.make_main(game.node)
    else:
        last = end or game.main[-1]
        if len(game.line) > 1 and last.is_below(game.line[-1]):  # later moves were only tried
            last = game.line[-1]
        game.end_at(last)
    result = result_text(game.result())
    if end is not None and result == UNKNOWN_RESULT:
        result = opened.result
    for node in game.line[1:]:
        assert node.parent is not None
        if node.seconds is None and node.parent.clock is not None:
            node.seconds = node.parent.clock.spent or None
    black, white = (player_name(saved.seats, color) for color in Color)
    ratings = (
        opened.ratings[0] if black == opened.black else None,
        opened.ratings[1] if white == opened.white else None,
    )
    reading = clock_at(saved.game.node, saved.control).settled(saved.game.board.turn)
    goes_on = saved.control.is_limited and result == UNKNOWN_RESULT
    players = written_players(saved.seats, saved.opened_record, swaps, reading if goes_on else None)
    record = replace(opened, game=game, black=black, white=white, result=result, date=saved.began)
    record = replace(record, ratings=ratings, players=players)
    lose_as_reported(record)
    return record


def _day(tag: re.Match[str]) -> str:
    return f"DT[{date_text(parse_date(tag[1]))}]"


def _of_same_match(text: str, record: Record, is_known: bool) -> Record | None:
    """Reads a text of the same match as `record`; None if it is another match, or unreadable. The time it
    began identifies a match that `is_known`, as this program played it. Others may share players and date:
    then one game must contain the other's main line, with no other result.
    """
    try:
        kept = parse_ggf(text)
    except ValueError:
        return None
    is_same = kept.game.start == record.game.start
    is_same = is_same and (is_known or _is_same_game(kept, record))
    return replace(kept, date=record.date) if is_same else None


def _is_same_game(kept: Record, record: Record) -> bool:
    """Compares moves and results. Two results mean two games, unless one game has the other only as a
    variation, both end by the discs, or one continues the other and they began in the same second.
    """
    one, other = sorted((_main_line(kept), _main_line(record)), key=len)
    if not (_has(kept.game, _main_line(record)) or _has(record.game, _main_line(kept))):
        return False
    results = {_reported(kept), _reported(record)} - {None}
    is_prefix = other[: len(one)] == one
    if len(results) < 2 or not is_prefix:
        return True
    return Game(kept.game.start, one).node.result is not None if one == other else not is_day(record.date)


def _with_what_was_known(record: Record, kept: Record) -> Record:
    """Adds the stored evaluations and times of its moves; a stored main line keeps its players and end."""
    game = record.game.copy()
    game.learn(kept.game)
    is_same = _main_line(record) in (_main_line(kept), kept.game.moves)
    is_known = is_same and _has_no_other_result(record, kept)
    if is_known and not game.is_lost_on_time:
        game.end_at(game.node_at(kept.game.node.path))
    return _described(kept if is_known else record, game, kept)


def _merged(record: Record, kept: Record) -> Record:
    """Adds all that is stored. If that includes the game, the stored main line, players and result stay."""
    line, line_before = _main_line(record), kept.game.node.path
    is_known = _has(kept.game, line) and _has_no_other_result(record, kept)
    game = record.game.copy()
    game.merge(kept.game)
    end = game.node_at(line_before if is_known else line)
    game.make_main(end)
    game.end_at(end)
    return _described(kept if is_known else record, game, kept)


def _has_no_other_result(record: Record, kept: Record) -> bool:
    return _reported(record) in (None, _reported(kept))


def _reported(record: Record) -> Result | None:
    """Returns a record's result, uncounted as finished: some programs write 64 discs for uncounted wins."""
    result = parse_result(record.result)
    if result is None or result.ending is not Ending.UNCOUNTED:
        return result
    return replace(result, ending=Ending.FINISHED)


def _described(record: Record, game: Game, kept: Record) -> Record:
    described = replace(record, game=game, event=kept.event, round=kept.round, ratings=kept.ratings)
    lose_as_reported(described)
    return described


def _has(game: Game, line: Iterable[Move]) -> bool:
    try:
        game.node_at(line)
    except KeyError:
        return False
    return True


def _main_line(record: Record) -> tuple[Move, ...]:
    return record.game.end.path
