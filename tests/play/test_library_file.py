"""The library file: damaged, written by two programs at once, by killed programs, or on a full disk."""

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ai.files import delete_unfinished
from game.records.ggf import ggf
from play import library_file
from play.library import Library, record_of
from play.library_file import FORMAT, KeptGame, LibraryError, Source, insert, row_of
from tests.play.stored import BEGAN, game_of

ROOT = Path(__file__).resolve().parents[2]
# A program that keeps one game after another until it is killed, and prints each that is kept.
KEEPING = """
import sys
from pathlib import Path
from tests.play.stored import game_of
from play.library import Library, record_of
first, messages = int(sys.argv[2]), []
library = Library(Path(sys.argv[1]), messages)
while True:
    assert library.keep(game_of(first)), messages
    print(first, flush=True)
    first += 1
"""


def library_of(path: Path, games: int) -> Library:
    """Returns a library with one game for each second, all but the first written at once."""
    library = Library(path, [])
    assert library.keep(game_of(0))
    records = map(record_of, map(game_of, range(1, games)))
    rows = [row_of(ggf(record), record.date or BEGAN, Source.PLAYED) for record in records]
    library._file.write(lambda connection: [insert(connection, row) for row in rows])
    return library


def messages(library: Library) -> list[str]:
    return library._messages


def reopened(library: Library) -> Library:
    return Library(library.path, [])


def changed(library: Library, command: str) -> Library:
    """Returns the library opened again after a command in SQL."""
    with closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute(command)
    return reopened(library)


def seconds(games: list[KeptGame]) -> list[int]:
    return sorted(round((kept.date - BEGAN).total_seconds()) for kept in games)


def pages(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return [data[n : n + 4096] for n in range(0, len(data), 4096)]


def damage_a_page_of_games(path: Path) -> None:
    whole = pages(path)
    held = [n for n, page in enumerate(whole) if page[0] == 13 and b"GM[Othello]" in page]
    whole[held[len(held) // 2]] = b"\xff" * 4096
    path.write_bytes(b"".join(whole))


def test_games_of_a_corrupt_file_are_recovered(tmp_path: Path) -> None:
    library = library_of(tmp_path / "library.sqlite", 20)
    damaged = b"\xff" * 4096 + b"".join(pages(library.path)[1:])
    library.path.write_bytes(damaged)
    again = reopened(library)
    assert len(again.games()) == 20
    (message,) = messages(again)
    assert message == (
        "library.sqlite is damaged. The file is kept as library.sqlite.damaged; its readable games "
        f"(20) are used: {library.path}"
    )
    assert (tmp_path / "library.sqlite.damaged").read_bytes() == damaged
    assert again.keep(game_of(99))
    assert len(reopened(library).games()) == 21


def test_rows_around_a_damaged_page_are_recovered(tmp_path: Path) -> None:
    library = library_of(tmp_path / "library.sqlite", 120)
    library.delete(library.games()[:1])
    damage_a_page_of_games(library.path)
    again = reopened(library)
    games = again.games()
    assert 100 < len(games) < 119
    assert (seconds(games)[0], [kept.is_deleted for kept in again.games(deleted=True)]) == (0, [True])
    assert len(messages(again)) == 1
    assert all(again.open(kept).game.moves for kept in games)


@pytest.mark.parametrize(
    "content",
    [b"", b"SQLite format 3\0", b"a letter to my aunt", bytes(100_000)],
    ids=["0", "head", "text", "zeros"],
)
def test_library_replaces_any_other_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(content)
    library = Library(path, [])
    assert library.keep(game_of(1))
    assert len(library.games()) == 1
    asides = list(tmp_path.glob("*.damaged"))
    assert [aside.read_bytes() for aside in asides] == ([content] if content else [])
    assert len(messages(library)) == len(asides)


def test_another_database_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE games (name TEXT)")
    library = Library(path, [])
    assert library.games() == []
    assert "library.sqlite is damaged" in messages(library)[0]
    path.write_bytes(b"once more")
    assert reopened(library).games() == []
    names = {each.name for each in tmp_path.iterdir()}
    assert names >= {"library.sqlite.damaged", "library.sqlite.damaged-2"}


def test_wrong_types_count_as_damage(tmp_path: Path) -> None:
    library = library_of(tmp_path / "library.sqlite", 3)
    odd = library.games()[1]
    changed(library, "UPDATE games SET began = 'tomorrow' WHERE id = 1")
    again = changed(library, "UPDATE games SET ggf = x'ff00' WHERE id = 2")
    games = again.games()
    assert len(again.exported([*games, odd]).splitlines()) == 2
    with pytest.raises(LibraryError, match="the game is no longer there"):
        again.open(odd)
    assert seconds(games) == [0, 2], "the first one's text has the date, too"
    assert sorted(kept.id for kept in games) == [1, 3], "whoever has a list from before finds the same games"
    assert len(messages(again)) == 1


@pytest.mark.parametrize(
    "change",
    ["ggf = x'ff00'", "ggf = CAST(ggf AS BLOB)", "began = began || '+00:00'"],
    ids=["no text", "bytes of a text", "time zone"],
)
def test_bad_row_is_reported_and_blocks_no_save(tmp_path: Path, change: str) -> None:
    library = library_of(tmp_path / "library.sqlite", 3)
    again = changed(library, f"UPDATE games SET {change} WHERE id = 2")
    again.games()
    assert again.keep(game_of(1, "f5f6e6")), "it began when the odd one did"
    assert (seconds(again.games()), len(messages(again))) == ([0, 1, 2], 1)
    assert "library.sqlite is damaged. The file is kept as library.sqlite.damaged" in messages(again)[0]


def test_library_of_version_1_0_still_works(tmp_path: Path) -> None:
    """It has one more table, which was always empty."""
    library = library_of(tmp_path / "library.sqlite", 1)
    changed(library, "PRAGMA user_version = 1")
    again = changed(library, "CREATE TABLE taken (name TEXT PRIMARY KEY)")
    assert again.keep(game_of(2))
    assert len(again.games()) == 2
    assert messages(again) == []


def test_library_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    library = library_of(tmp_path / "library.sqlite", 1)
    again = changed(library, f"PRAGMA user_version = {FORMAT + 1}")
    before = library.path.read_bytes()
    with pytest.raises(LibraryError, match="written by a newer Nullwindow"):
        again.games()
    assert not again.keep(game_of(2))
    assert "written by a newer Nullwindow" in messages(again)[0]
    assert library.path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything may be written")
def test_read_only_library_can_be_read(tmp_path: Path) -> None:
    library = library_of(tmp_path / "library.sqlite", 2)
    library.path.chmod(0o400)
    again = reopened(library)
    assert len(again.games()) == 2
    assert not again.keep(game_of(7))
    (message,) = messages(again)
    assert message == f"The game cannot be saved in {library.path} (attempt to write a readonly database)."


def test_unreadable_library_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 1)

    def refuse(path: Path, **_options: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(LibraryError, match="Permission denied"):
        library.games()


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 2)
    connect = library_file._connect

    def limited(path: Path, mode: str) -> sqlite3.Connection:
        connection = connect(path, mode)
        connection.execute("PRAGMA max_page_count = 1")  # it is never smaller than the file is now
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(library_file, "_connect", limited)
        large = game_of(5)
        large.game.comment(large.game.root, "x" * 100_000)
        assert not library.keep(large)
    assert messages(library) == [f"The game cannot be saved in {library.path} (database or disk is full)."]
    assert len(library.games()) == 2
    assert library.keep(large)


def test_keep_gives_up_on_a_locked_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 1)
    with (
        closing(sqlite3.connect(library.path, isolation_level=None)) as other,
        monkeypatch.context() as patch,
    ):
        patch.setattr(library_file, "PATIENCE", 0.05)
        other.execute("BEGIN IMMEDIATE")
        assert not library.keep(game_of(2))
        assert len(library.games()) == 1, "who reads need not wait"
        other.execute("ROLLBACK")
    monkeypatch.undo()
    assert library.keep(game_of(2))
    (message,) = messages(library)
    assert "(another program is writing to it: try again)" in message


def test_no_game_is_kept_during_a_repair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 120)
    other = reopened(library)
    assert len(other.games()) == 120, "it has looked at all pages while they were whole"
    damage_a_page_of_games(library.path)
    kept: list[bool] = []
    salvaged = library_file.salvaged

    def keep_meanwhile(path: Path) -> list[tuple[object, ...]]:
        games = salvaged(path)
        kept.append(other.keep(game_of(900)))
        return games

    monkeypatch.setattr(library_file, "PATIENCE", 0.05)
    monkeypatch.setattr(library_file, "salvaged", keep_meanwhile)
    assert reopened(library).games()
    assert kept == [False]
    assert "(another program is writing to it: try again)" in messages(other)[-1]
    assert other.keep(game_of(900))
    assert 900 in seconds(reopened(library).games())


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("file://server/share/An%20n/library.sqlite", "file:////server/share/An%20n/library.sqlite"),
        ("file:////server/share/library.sqlite", "file:////server/share/library.sqlite"),
        ("file:///C:/Ann/library.sqlite", "file:///C:/Ann/library.sqlite"),
        ("file:///home/ann/a%3Fb/library.sqlite", "file:///home/ann/a%3Fb/library.sqlite"),
    ],
)
def test_library_address_has_no_host(uri: str, address: str) -> None:
    assert library_file.address(uri) == address


@pytest.mark.parametrize("uri", ["file://server/share/library.sqlite", "file:///nowhere/library.sqlite"])
def test_failed_open_is_not_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uri: str) -> None:
    library = library_of(tmp_path / "library.sqlite", 2)
    with monkeypatch.context() as patch:
        patch.setattr(library_file, "address", lambda _uri: uri)
        with pytest.raises(LibraryError):
            library.games()
        assert not library.keep(game_of(3))
        assert len(messages(library)) == 1
    assert len(library.games()) == 2
    assert {path.name for path in tmp_path.iterdir()} <= {"library.sqlite", "library.sqlite.lock"}


@pytest.mark.parametrize("step", ["shutil.copy2", "play.library_file.write_file"])
def test_irreparable_library_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    library = library_of(tmp_path / "library.sqlite", 120)
    damage_a_page_of_games(library.path)
    damaged, attempts = library.path.read_bytes(), 0

    def full(_source: object, target: object, **_options: object) -> None:
        nonlocal attempts
        attempts += 1
        if isinstance(target, Path):
            target.write_bytes(b"as much as there was room for")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    again = reopened(library)
    with monkeypatch.context() as patch:
        patch.setattr(step, full)
        for _ in range(3):
            assert not again.keep(game_of(900))
        with pytest.raises(LibraryError, match="cannot be repaired: No space left on device"):
            again.games()
    problem = f"{library.path} (it is damaged and cannot be repaired: No space left on device)."
    assert messages(again) == [f"The game cannot be saved in {problem}"]
    assert attempts == 1, "it takes a while and room, so it is not tried at every write"
    assert library.path.read_bytes() == damaged
    assert {path.name for path in tmp_path.iterdir()} <= {"library.sqlite", "library.sqlite.lock"}
    monkeypatch.setattr(library_file, "MEND_AGAIN", 0.0)
    assert again.keep(game_of(900))
    assert (tmp_path / "library.sqlite.damaged").read_bytes() == damaged
    assert 900 in seconds(again.games())


def test_failed_repair_restores_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 3)
    library.path.write_bytes(b"\xff" * 4096)
    journal = tmp_path / "library.sqlite-journal"

    def salvaged(_copy: Path) -> list[tuple[object, ...]]:
        journal.write_bytes(b"of a program that was killed")
        return []

    def refuse(path: Path, _data: bytes) -> None:
        assert not journal.exists(), "it would be played back into the new file"
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(library_file, "salvaged", salvaged)
    monkeypatch.setattr(library_file, "write_file", refuse)
    with pytest.raises(LibraryError):
        reopened(library).games()
    assert journal.read_bytes() == b"of a program that was killed"
    assert not list(tmp_path.glob("*.damaged*"))


@pytest.mark.skipif(os.name != "posix", reason="there a file that is being written cannot be deleted")
def test_other_window_does_not_break_a_repair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = library_of(tmp_path / "library.sqlite", 120)
    damage_a_page_of_games(library.path)
    replace = Path.replace

    def replace_later(path: Path, target: Path) -> Path:
        delete_unfinished(tmp_path, "library.sqlite")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replace_later)
    again = reopened(library)
    assert len(again.games()) > 100
    assert len(messages(again)) == 1


def start_keeping(path: Path, first: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", KEEPING, str(path), str(first)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kept_before_kill(program: subprocess.Popen[str]) -> list[int]:
    program.kill()
    out, errors = program.communicate()
    assert errors == ""
    return [int(line) for line in out.splitlines() if line]


def wait_for_line(program: subprocess.Popen[str]) -> int:
    assert program.stdout is not None
    return int(program.stdout.readline())


def test_two_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    programs = [start_keeping(path, first) for first in (0, 100_000)]
    kept = [wait_for_line(program) for program in programs for _ in range(10)]
    for program in programs:
        kept += kept_before_kill(program)
    library = Library(path, [])
    assert set(kept) <= set(seconds(library.games()))
    assert messages(library) == []


NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
FOUND = "'x' AS ggf, 'played' AS source, NULL AS deleted"
ONES = f"(VALUES {', '.join(['(1)'] * 400)})"


@pytest.mark.parametrize(
    "forged",
    [
        f"CREATE VIEW games AS {NUMBERS} SELECT i AS rowid, {FOUND} FROM n",
        f"CREATE VIEW games AS {NUMBERS} SELECT i AS rowid, {FOUND} FROM n WHERE i < 0",
        f"CREATE VIEW games AS SELECT {FOUND} FROM {', '.join([ONES] * 8)} WHERE 0 * random()",
        "CREATE VIEW games AS SELECT * FROM old",
    ],
)
def test_a_view_in_the_place_of_the_games_is_not_read(tmp_path: Path, forged: str) -> None:
    library = changed(library_of(tmp_path / "library.sqlite", 2), "ALTER TABLE games RENAME TO old")
    library = changed(library, forged)
    assert len(library.games()) == 2  # found fast, as texts in the pages of the file
    assert "its readable games (2) are used" in messages(library)[0]


def test_too_slow_query_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of a forged table may be computed without end."""
    library = library_of(tmp_path / "library.sqlite", 1)
    monkeypatch.setattr(library_file, "LONGEST_WORK", 0.1)
    with pytest.raises(LibraryError, match="interrupted"):
        library._file.read(lambda connection: connection.execute(f"{NUMBERS} SELECT max(i) FROM n"), None)
    monkeypatch.undo()
    assert len(library.games()) == 1
