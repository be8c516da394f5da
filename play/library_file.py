"""The file of the library: an SQLite database with a row for each game.

Every change is a transaction with a rollback journal: a killed program leaves the state before or after it.
A lock beside the file lets one program write at a time. A damaged file is kept under another name, and its
readable games go into a new file.
"""

import contextlib
import hashlib
import itertools
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeVar

from filelock import FileLock, Timeout

from ai.files import behind_links, put_in_place, write_file
from game.board import Board, Result, move_name
from game.files import check_kind, read_file
from game.records.ggf import event_of, parse_ggf_header
from game.records.record import MAX_LENGTH, parse_result
from game.text import N_, _
from play.files import free_name

# The most bytes of the file: some hundred thousand games with their reviews.
LARGEST_LIBRARY: Final = 1_000_000_000
# The version of the tables.
FORMAT: Final = 2
# "Null": the application id of SQLite, which identifies the file.
APPLICATION: Final = 0x4E756C6C
# Seconds to wait for a change by another program.
PATIENCE: Final = 5.0
# The most seconds for one use of a library, and the steps of SQLite between two checks of the time.
LONGEST_WORK: Final = 60.0
STEPS: Final = 100_000
# Seconds between two attempts at the lock: short, so that all programs get their turn.
POLL: Final = 0.005
IN_USE: Final = N_("another program is writing to it: try again")
# Seconds between two attempts to repair a damaged file.
MEND_AGAIN: Final = 60.0
# The most bytes of a value: a character has up to four.
LONGEST_VALUE: Final = 4 * MAX_LENGTH
# The most rows looked up one by one in the hole of a damaged table.
MOST_PROBES: Final = 10_000
SCHEMA: Final = {
    "games": """CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    result TEXT NOT NULL,
    moves INTEGER NOT NULL,
    line TEXT NOT NULL,
    source TEXT NOT NULL,
    deleted TEXT,
    ggf TEXT NOT NULL)""",
    "games_began": "CREATE INDEX games_began ON games (began)",
}
# The last is the part of the GGF that holds the event.
COLUMNS: Final = (
    "id, began, black, white, result, moves, line, source, deleted, substr(ggf, instr(ggf, 'EV%5B'), 1200)"
)
# The start of a game in the raw bytes, for files without readable tables.
GAME: Final = re.compile(rb"\(;GM\[Othello\]")

T = TypeVar("T")


class LibraryError(Exception):
    """The library cannot be read or written; the message is a sentence about it."""


class Damaged(sqlite3.DatabaseError):
    """The file is a database, but not of an intact library."""


class UnreachableFile(sqlite3.OperationalError):
    """The file cannot be opened."""


class Source(Enum):
    """The source of a game."""

    PLAYED = "played"
    OPENED = "opened"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the library; `result` is None if unfinished. Neither `moves` nor `line` includes passes;
    `line` has the squares of the main line ('f5d6'), or is '' for a non-standard start.
    """

    id: int
    date: datetime
    black: str
    white: str
    result: Result | None
    moves: int
    line: str
    source: Source
    is_deleted: bool = False
    event: str = ""

    @property
    def key(self) -> tuple[int, str]:
        """The key of its row: SQLite may give the number of a removed game to another."""
        return self.id, self.date.isoformat()


class LibraryCopy:
    """The digest of a game as this window last stored it, which reveals changes by other windows; `row` and
    `began` are from the library. A match and its snapshots share one copy, used by the saving thread.
    """

    def __init__(self, digest: str = "", row: int = 0) -> None:
        self.digest, self.row = digest, row
        self.began: datetime | None = None

    def is_of(self, text: str) -> bool:
        return self.digest == _digest(text)

    def note(self, text: str, began: datetime, row: int) -> None:
        self.digest, self.began, self.row = _digest(text), began, row


class LibraryFile:
    """The database at `path`; adds repairs to `messages`, one sentence each."""

    def __init__(self, path: Path, messages: list[str]) -> None:
        self.path = behind_links(path)  # SQLite keeps its journal beside the file itself
        self._messages = messages
        self._is_checked = False
        self._failed_repair: tuple[float, str] | None = None  # the time of the last failed repair, and why

    def read(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Returns the result of `work`, or `default` if there is no file yet. Raises LibraryError."""
        try:
            self._check_kinds()
            is_there = self.path.stat().st_size > 0
        except (FileNotFoundError, NotADirectoryError):
            return default
        except OSError as error:
            raise LibraryError(f"{self.path} ({_reason(error)})") from error
        return self._run(lambda: self._attempt(work, "BEGIN")) if is_there else default

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` as one transaction. Raises LibraryError and whatever `work` raises."""

        def attempt() -> T:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._check_kinds()
            with self._held():
                return self._attempt(work, "BEGIN IMMEDIATE")

        return self._run(attempt)

    def _check_kinds(self) -> None:
        """Raises OSError if a file that SQLite reads is too large, a device or a pipe."""
        for end in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                check_kind(self.path.with_name(self.path.name + end), LARGEST_LIBRARY)

    def _run(self, attempt: Callable[[], T]) -> T:
        try:
            try:
                return attempt()
            except (sqlite3.DatabaseError, UnicodeError) as error:
                if not _is_damage(error):
                    raise
                self._mend()
                return attempt()
        except (sqlite3.Error, UnicodeError, OSError) as error:
            raise LibraryError(f"{self.path} ({_reason(error)})") from error

    def _lock(self) -> FileLock:
        """Returns the lock beside the file; SQLite locks only the file itself, which a repair replaces."""
        return FileLock(self.path.with_name(f"{self.path.name}.lock"), timeout=PATIENCE, poll_interval=POLL)

    @contextlib.contextmanager
    def _held(self) -> Iterator[None]:
        """Holds the lock for repairs and writes; if it cannot be made, SQLite's lock must do."""
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(self._lock())
            except Timeout as error:
                raise sqlite3.OperationalError(_(IN_USE)) from error
            except OSError:
                pass
            yield

    def _attempt(self, work: Callable[[sqlite3.Connection], T], begin: str) -> T:
        with contextlib.closing(_connect(self.path, "rw" if begin == "BEGIN" else "rwc")) as connection:
            connection.execute("PRAGMA page_count")  # rolls back an interrupted transaction
            is_new = self.path.stat().st_size == 0  # a file of less than a page is no database
            connection.execute(begin)
            with connection:  # ends in COMMIT, or ROLLBACK
                self._check(connection, is_new)
                return work(connection)

    def _check(self, connection: sqlite3.Connection, is_new: bool) -> None:
        """Checks the tables, creates those of a new file, and checks all pages once."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            sentence = _("{path} (written by a newer Nullwindow, so it is left as it is)", path=self.path)
            raise LibraryError(sentence)
        there = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        there.pop("taken", None)  # an empty table of version 1.0
        if is_new and not there:
            _create(connection)
        elif there != SCHEMA:
            raise Damaged(_("its tables are not those of a library"))
        if not self._is_checked:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise Damaged(answer)
            self._is_checked = True

    def _mend(self) -> None:
        """Sets the file aside and writes its readable games to a new one, in one program at a time. Raises
        LibraryError if that fails; for MEND_AGAIN seconds after, it raises that without a new attempt.
        """
        self._is_checked = False
        if self._failed_repair is not None and time.monotonic() < self._failed_repair[0] + MEND_AGAIN:
            raise LibraryError(self._failed_repair[1])
        try:
            with self._lock():
                if not self._is_damaged():
                    return  # another program has repaired it
                aside, games = self._replace()
        except Timeout as error:
            raise sqlite3.OperationalError(_("another program is repairing it")) from error
        except (OSError, sqlite3.Error) as error:
            sentence = _("{path} (it is damaged and cannot be repaired: {reason})")
            problem = sentence.format(path=self.path, reason=_reason(error))
            self._failed_repair = time.monotonic(), problem
            raise LibraryError(problem) from error
        self._failed_repair = None
        sentence = _(
            "{name} is damaged. The file is kept as {aside}; its readable games ({games}) are used: {path}"
        )
        path = self.path
        self._messages.append(sentence.format(name=path.name, aside=aside.name, games=games, path=path))

    def _replace(self) -> tuple[Path, int]:
        """Replaces the file, all or nothing; returns the path of the damaged one and the number of games."""
        aside = free_name(self.path, "damaged")
        journal, journal_aside = (path.with_name(f"{path.name}-journal") for path in (self.path, aside))
        with contextlib.ExitStack() as undo:
            undo.callback(aside.unlink, missing_ok=True)
            shutil.copy2(self.path, aside)
            games = salvaged(aside)
            database = database_of(games)
            if journal.exists():  # else SQLite would apply it to the new file
                put_in_place(journal, journal_aside)
                undo.callback(put_in_place, journal_aside, journal)
            write_file(self.path, database)
            undo.pop_all()
        return aside, len(games)

    def _is_damaged(self) -> bool:
        try:
            self._attempt(_read_all, "BEGIN")
        except (sqlite3.DatabaseError, UnicodeError) as error:
            return _is_damage(error)
        return False


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _create(connection: sqlite3.Connection) -> None:
    for statement in SCHEMA.values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def row_of(text: str, date: datetime, source: Source) -> tuple[object, ...]:
    """Returns the row of a game, without its number; `date` is for a text without one. Raises ValueError."""
    record, moves = parse_ggf_header(text)
    is_standard = record.game.start == Board.initial()
    line = "".join(map(move_name, moves)) if is_standard else ""
    began = (record.date or date).isoformat()
    return began, record.black, record.white, record.result, len(moves), line, source.value, None, text


def insert(connection: sqlite3.Connection, row: Sequence[object]) -> int:
    added = connection.execute(f"INSERT INTO games VALUES (NULL, {', '.join('?' * len(row))})", row)
    assert added.lastrowid is not None
    return added.lastrowid


def kept_game(row: Sequence[Any]) -> KeptGame:
    """Converts a row of COLUMNS. Raises Damaged."""
    number, began, black, white, result, moves, line, source, deleted, tree = row
    texts = (began, black, white, result, line, source)
    try:
        if not (all(isinstance(text, str) for text in texts) and isinstance(moves, int)):
            raise ValueError(_("a value has the wrong type"))
        date = datetime.fromisoformat(began)
        if date.tzinfo is not None:
            raise ValueError(_("a date with a time zone cannot be compared with the others"))
        return KeptGame(
            number, date, black, white, parse_result(result), moves, line,
            Source(source), deleted is not None, event_of(tree) if isinstance(tree, str) else "",
        )  # fmt: skip
    except ValueError as error:
        raise Damaged(str(error)) from error


def text_of(value: object) -> str:
    """Checks and returns the GGF of a row. Raises Damaged."""
    if not isinstance(value, str):
        raise Damaged(_("a game is not text"))
    return value


def salvaged(path: Path) -> list[tuple[object, ...]]:
    """Reads rows from a damaged file, each with its number, or None if that is lost."""
    rows: dict[int, tuple[Any, ...]] = {}
    with contextlib.suppress(sqlite3.Error), contextlib.closing(_connect(path, "ro")) as connection:
        connection.text_factory = bytes
        connection.set_authorizer(_only_table)
        _read_from_both_ends(connection, rows)
    found: list[tuple[int | None, tuple[Any, ...]]] = [*sorted(rows.items())]
    found = found or [(None, each) for each in _texts(read_file(path, LARGEST_LIBRARY))]
    games = [(number, *row) for number, each in found if (row := _salvaged(*each)) is not None]
    return list({row[-1]: row for row in games}.values())


def database_of(games: Sequence[Sequence[object]]) -> bytes:
    """Returns the bytes of a library file with these games, rows with their numbers."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        _create(connection)
        connection.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 10)})", games)
        connection.execute("COMMIT")
        return connection.serialize()


def _read_from_both_ends(connection: sqlite3.Connection, rows: dict[int, tuple[Any, ...]]) -> None:
    """Reads rows from the first on, from the last back, then by number those in the hole between."""
    query = "SELECT rowid, ggf, source, deleted FROM games"
    for order in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.DatabaseError):
            for number, *row in connection.execute(f"{query} ORDER BY rowid {order}"):
                rows[number] = tuple(row)
    hole = (number for number in range(min(rows, default=0), max(rows, default=0)) if number not in rows)
    for number in itertools.islice(hole, MOST_PROBES):
        with contextlib.suppress(sqlite3.DatabaseError):
            for _number, *row in connection.execute(f"{query} WHERE rowid = ?", (number,)):
                rows[number] = tuple(row)


def _texts(data: bytes) -> Iterator[tuple[bytes, bytes, None]]:
    """Yields the pieces of the raw bytes that begin like a game."""
    begins = [*(found.start() for found in GAME.finditer(data)), len(data)]
    for begin, following in itertools.pairwise(begins):
        yield data[begin : min(following, begin + LONGEST_VALUE)], Source.PLAYED.value.encode(), None


def _salvaged(ggf: Any, source: Any, deleted: Any) -> tuple[object, ...] | None:
    """Returns the row of a game, or None if it is unreadable."""
    if not isinstance(ggf, bytes):
        return None
    whole = ggf.decode("utf-8", "replace")
    end = whole.find(";)\n") + 2 if ";)\n" in whole else whole.rfind(";)") + 2
    text = whole[:end]
    came = next((known for known in Source if known.value.encode() == source), Source.OPENED)
    try:
        if "\ufffd" in text or len(text) > MAX_LENGTH:
            return None
        row = row_of(text, datetime.now(), came)
    except ValueError:
        return None
    when = deleted.decode("ascii", "replace") if isinstance(deleted, bytes) else None
    return (*row[:-2], when, text)


def address(uri: str) -> str:
    """Returns the URI of a file for SQLite, which accepts no host: that of a share joins the path."""
    return uri if uri.startswith("file:///") else uri.replace("file://", "file:////", 1)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{address(path.absolute().as_uri())}?mode={mode}"
    try:
        connection = sqlite3.connect(uri, timeout=PATIENCE, isolation_level=None, uri=True)
    except sqlite3.Error as error:  # its code could mean damage, but the file was not read
        raise UnreachableFile(str(error)) from error
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 0)  # one step with LIKE can take years
    end = time.monotonic() + LONGEST_WORK
    connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _only_table(action: int, table: str | None, _column: object, _file: object, view: str | None) -> int:
    """Restricts SQLite to reading the table: a forged file may have a view in its place that never ends."""
    is_own = action == sqlite3.SQLITE_READ and table == "games" and view is None
    return sqlite3.SQLITE_OK if is_own or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY


def _read_all(connection: sqlite3.Connection) -> None:
    """Raises an error for a bad row, or a table and index that disagree."""
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise Damaged(answer)
    for row in connection.execute(f"SELECT {COLUMNS}, ggf FROM games"):
        kept_game(row[:-1])
        text_of(row[-1])


def _is_damage(error: Exception) -> bool:
    """Returns whether the fault is in the file, not in the disk or another program that uses it."""
    if isinstance(error, UnreachableFile):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # raised by the sqlite3 module (undecodable text) or by us
        return isinstance(error, Damaged | UnicodeError) or "decode" in str(error)
    wrong = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG)
    return code & 0xFF in (*wrong, sqlite3.SQLITE_FORMAT)


def _reason(error: Exception) -> str:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
        return _(IN_USE)
    return (isinstance(error, OSError) and error.strerror) or str(error)
