"""The chosen archive, read in the background."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from game import text
from game.board import Board
from game.openings import parse_openings
from game.records.ggf import ggf
from game.records.record import Record
from game.tree import Game
from play.archive import index as index_module
from play.archive import reader as reader_module
from play.archive.files import ArchiveFiles
from play.archive.index import Played
from play.archive.reader import ArchiveReader
from play.library import Library
from play.library_file import Source
from play.lists.sources import table_of_games
from play.lists.table import Field, Query
from play.record_players import own_names
from tests import wthor_files
from tests.play.lists.listed import WORDING
from tests.waiting import PATIENCE, wait_until
from tests.wthor_files import record

F5, D6 = 37, 43
FEW_OPENINGS = parse_openings("moves,en\n")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "wthor"
    folder.mkdir()
    records = record((F5, D6), 40), record((F5,), 20)
    (folder / "WTH_2001.wtb").write_bytes(wthor_files.archive(*records, year=2001))
    return folder


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes indexes here: starting a process takes longer than reading these archives."""
    monkeypatch.setattr(reader_module, "make_index_apart", index_module.make_index)


def reader_in(place: Path) -> ArchiveReader:
    """Returns a reader that knows no openings, which take long to look up."""
    wording = replace(WORDING, openings=lambda: FEW_OPENINGS)
    return ArchiveReader(wording, Library(place / "library.sqlite", []), place / "cache")


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[ArchiveReader]:
    reader = reader_in(tmp_path)
    yield reader
    reader.close()


def read(reader: ArchiveReader, archive: Path | None) -> None:
    """Opens an archive and waits until it is read or has a problem."""
    reader.open(archive)
    wait_until(lambda: not reader.is_reading)


def is_working() -> bool:
    return any(thread.name == "archive" for thread in threading.enumerate())


def found_after(reader: ArchiveReader, *moves: int) -> int:
    """Returns how many games have the position after these moves."""
    return reader.look_up(Game(moves=moves).board).all.games


def test_an_index_is_made_once(reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (found_after(reader), is_working()) == (0, False), "nothing is known without an archive"
    read(reader, archive)
    after = Board.initial().play(F5)
    assert (found_after(reader), found_after(reader, F5)) == (2, 2)
    assert sorted(found.games for found, _own in reader.look_up(after).moves.values()) == [0, 0, 1]
    monkeypatch.setattr(reader_module, "make_index_apart", lambda *_: pytest.fail("it is there"))
    read(reader, None)
    read(reader, archive)
    assert found_after(reader, F5) == 2


def test_damage_is_reported_at_every_start(archive: Path, tmp_path: Path) -> None:
    path = archive / "WTH_2001.wtb"
    path.write_bytes(path.read_bytes()[:-8])
    for _ in range(2):
        with closing(reader_in(tmp_path)) as reader:
            read(reader, archive)
            assert reader.damaged == ("WTH_2001.wtb: byte 84: game 2 is cut off after 60 of 68 bytes",)


def test_archive_texts_follow_the_program_language(archive: Path, tmp_path: Path) -> None:
    wording = replace(WORDING, result=lambda _result: text.used()[0])
    reader = ArchiveReader(wording, Library(tmp_path / "library.sqlite", []), tmp_path / "cache")
    before = text.used()
    try:
        for language in ("ja", "ru", "ru"):
            text.use(language, tmp_path)
            read(reader, archive)
            assert reader.table is not None
            assert reader.table.text(0, Field.RESULT) == language
    finally:
        text.use(*before)
        reader.close()


@pytest.mark.slow
def test_a_damaged_index_is_rebuilt(reader: ArchiveReader, archive: Path, tmp_path: Path) -> None:
    read(reader, archive)
    (place,) = (tmp_path / "cache").glob("archive-*")
    damages = [*(("games", each) for each in ("", "cut", "numbers", "pipe")), ("1", "cut"), ("60", "numbers")]
    for name, damage in damages:
        file = place / f"{name}.bin"
        data = file.read_bytes()
        spoilt = {"": b"", "cut": data[:-1], "numbers": data[:-4] + b"\xff\xff\xff\x7f"}
        if damage in spoilt:
            file.write_bytes(spoilt[damage])
        elif sys.platform != "win32":
            file.unlink()
            os.mkfifo(file)
        read(reader, None)
        read(reader, archive)
        found = reader.problem, found_after(reader), found_after(reader, F5)
        assert found == ("", 2, 2), (name, damage)


@pytest.mark.parametrize(("change", "games", "damaged"), [("more", 3, 0), ("truncated", 1, 1)])
def test_changed_files_are_reread_when_the_archive_is_opened(
    reader: ArchiveReader,
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    games: int,
    damaged: int,
) -> None:
    read(reader, archive)
    before = reader.index
    if change == "more":
        (archive / "more.ggf").write_text(ggf(Record(Game(moves=(F5, D6)), "Ann", "Ben", "+2.00")), "utf-8")
    else:
        first = archive / "WTH_2001.wtb"
        first.write_bytes(first.read_bytes()[:-1])
    read(reader, archive)
    assert reader.index is not before
    assert (found_after(reader), len(reader.damaged)) == (games, damaged)
    monkeypatch.setattr(reader_module, "make_index_apart", lambda *_: pytest.fail("it is there"))
    before = reader.index
    read(reader, archive)
    assert (reader.index is before, reader.problem) == (True, "")


def test_a_missing_folder_is_reported_and_its_games_stay(reader: ArchiveReader, archive: Path) -> None:
    read(reader, archive)
    archive.rename(archive.with_name("elsewhere"))
    read(reader, archive)
    assert "cannot be read" in reader.problem
    assert found_after(reader) == 2
    archive.with_name("elsewhere").rename(archive)
    read(reader, archive)
    assert reader.problem == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names are of others")
def test_pipes_and_dead_links_are_named_and_skipped(reader: ArchiveReader, archive: Path) -> None:
    os.mkfifo(archive / "a.wtb")
    (archive / "b.wtb").symlink_to(archive / "nowhere")
    read(reader, archive)
    assert [said.partition(" ")[0].rstrip(":") for said in reader.damaged] == ["a.wtb", "b.wtb"]
    assert found_after(reader) == 2


def test_closing_does_not_wait(reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()
    monkeypatch.setattr(reader_module, "PATIENCE", 0.05)
    monkeypatch.setattr(
        ArchiveFiles, "of", lambda folder: answers.wait(PATIENCE) and ArchiveFiles(folder, [archive])
    )
    reader.open(archive)
    reader.close()
    assert is_working()
    answers.set()
    wait_until(lambda: not is_working())


def test_read_and_write_errors_are_reported(reader: ArchiveReader, archive: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "cache").touch()
    wanted = f"The archive cannot be used: {tmp_path / 'cache'}: "
    problems = {tmp_path / "nowhere": "nowhere", tmp_path / "empty": "no games", archive: wanted}
    for folder, problem in problems.items():
        read(reader, folder)
        assert problem in reader.problem


@pytest.mark.parametrize(
    ("error", "reason"),
    [(MemoryError(), "there is not enough memory"), (RuntimeError("Odd: this"), "Odd: this")],
)
def test_unexpected_errors_end_the_reading(
    error: Exception, reason: str, reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_module, "make_index_apart", MagicMock(side_effect=error))
    read(reader, archive)
    assert reader.problem == f"The archive cannot be used: {reason}"


def test_added_files_are_found(reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(folder: Path, cache: Path, tell: Callable[[float], None]) -> Path:
        made = index_module.make_index(folder, cache, tell)
        (archive / "more.ggf").write_text(ggf(Record(Game(moves=(F5, D6)), result="+2.00")), "utf-8")
        monkeypatch.setattr(reader_module, "make_index_apart", index_module.make_index)
        return made

    monkeypatch.setattr(reader_module, "make_index_apart", make)
    for games in (2, 3):
        read(reader, archive)
        assert (reader.problem, found_after(reader)) == ("", games)


def test_closing_an_archive_ends_indexing(
    reader: ArchiveReader, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = threading.Event(), threading.Event()
    make = index_module.make_index

    def slow(folder: Path, cache: Path, tell: Callable[[float], None]) -> Path:
        reached.set()
        assert go_on.wait(PATIENCE)
        return make(folder, cache, tell)

    monkeypatch.setattr(reader_module, "make_index_apart", slow)
    reader.open(archive)
    assert reached.wait(PATIENCE)
    reader.open(None)
    go_on.set()
    wait_until(lambda: not is_working())
    assert reader.index is None
    assert list((tmp_path / "cache").glob("*.new")), "another start goes on with it"


def test_time_left_and_unread(reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(folder: Path, cache: Path, report: Callable[[float], None]) -> Path:
        monkeypatch.setattr("play.archive.reader.time.monotonic", lambda: clock[0])
        for share, seconds, left in ((0.75, 100.0, None), (0.8, 102.0, 8.0), (0.95, 108.0, 2.0)):
            clock[0] = seconds
            report(share)
            known.append((reader.share, reader.seconds_left, left))
        monkeypatch.undo()
        return index_module.make_index(folder, cache)

    clock, known = [0.0], list[tuple[float, float | None, float | None]]()
    (archive / "notes.txt").touch()
    monkeypatch.setattr(reader_module, "make_index_apart", make)
    read(reader, archive)
    assert [share for share, _left, _right in known] == [0.75, 0.8, 0.95], "of what an earlier start has done"
    for _share, left, right in known:
        assert left == (right and pytest.approx(right))
    assert reader.unread == "1 file is not read: notes.txt"


def test_games_of_a_position_are_searched_and_sorted(reader: ArchiveReader, archive: Path) -> None:
    (archive / "WTH_2003.wtb").write_bytes(wthor_files.archive(record((F5, D6), 30), year=2003))
    read(reader, archive)
    after = Board.initial().play(F5).play(D6)
    assert reader.rows(after, Query("", Field.DATE, is_descending=True)).tolist() == [2, 0]
    assert reader.rows(after, Query("year:2001")).tolist() == [0]
    assert (reader.look_up(after).years, reader.open_game(2).game.moves) == ((2001, 2003), (F5, D6))


def own_games(reader: ArchiveReader, archive: Path | None, board: Board) -> Played:
    """Reads again (None: only the library); returns the user's games with `board`."""
    before = reader.own
    if archive is None:
        reader.read_own()
    else:
        reader.open(archive)
    wait_until(lambda: reader.own is not before)
    return reader.look_up(board).own


def test_own_games_count_with_either_colour(reader: ArchiveReader, tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite", [])
    names = (("You", "Nullwindow PVS 5"), ("Nullwindow PVS 5", "Ann"), ("Ann", "Ben"))
    for day, (black, white) in enumerate(names, start=1):
        kept = Record(Game(moves=(F5, D6)), black, white, "+10", date=datetime(2026, 1, day, 12, 30))
        library.keep_record(kept, Source.PLAYED)
    library.keep_record(Record(Game(moves=(F5,)), "You", "Nullwindow PVS 5", date=datetime(2026, 2, 1, 9)))
    own = own_games(reader, None, Board.initial().play(F5))
    assert (own.games, own.score) == (2, 0.5), "won with Black, lost with White"


def test_an_unreadable_library_is_named_until_it_can_be_read(reader: ArchiveReader, tmp_path: Path) -> None:
    folder = tmp_path / "library.sqlite"
    folder.mkdir()
    reader.read_own()
    wait_until(lambda: reader.problem.startswith("The library cannot be read: "))
    folder.rmdir()
    reader.read_own()
    wait_until(lambda: not reader.problem)


def test_own_games_are_found_by_name_in_library_and_archive(archive: Path, tmp_path: Path) -> None:
    """A game in both counts once; under another name other games are the user's."""
    library, names = Library(tmp_path / "library.sqlite", []), ["tamenori HIDESHI"]
    records = record((F5, D6), 40, 40, 1, 1, 2), record((F5,), 20, 20, 1, 2, 1)
    (archive / "WTH_2001.wtb").write_bytes(wthor_files.archive(*records, year=2001))
    (archive / "WTH.JOU").write_bytes(wthor_files.names_file("", "Tamenori Hideshi", "Leader Imre"))
    after = Board.initial().play(F5)
    with closing(ArchiveReader(WORDING, library, tmp_path / "cache", lambda: own_names(names[0]))) as reader:
        own = own_games(reader, archive, after)
        assert (own.games, own.score) == (2, 1.0)
        library.keep_record(reader.open_game(0))
        zoe = Record(Game(moves=(F5,)), "Zoe", "Tamenori  Hideshi", "+2", date=datetime(2026, 1, 1))
        library.keep_record(zoe)
        for name, games in (("tamenori HIDESHI", 3), ("Zoe", 1)):
            names[0] = name
            own = own_games(reader, None, after)
            assert own.games == games
        assert own.score == 1.0


def test_own_archive_games_are_those_against_the_program(reader: ArchiveReader, archive: Path) -> None:
    names = (("You", "Nullwindow PVS 5"), ("Nullwindow PVS 5", "You"), ("Ann", "Nullwindow PVS 5"))
    games = (Record(Game(moves=(F5, D6)), *pair, "+10") for pair in names)
    (archive / "own.ggf").write_text("\n".join(map(ggf, games)))
    own = own_games(reader, archive, Board.initial())
    assert (own.games, own.score) == (2, 0.5), "won with Black, the same game twice, lost with White"


def test_stale_read_is_dropped(reader: ArchiveReader, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first reading of the folder still builds its table when the second begins."""
    may_go_on, real = threading.Event(), table_of_games
    waiting: list[bool] = []

    def slow(*arguments: Any) -> Any:
        if not waiting:
            waiting.append(True)
            may_go_on.wait(PATIENCE)
        return real(*arguments)

    monkeypatch.setattr(reader_module, "table_of_games", slow)
    reader.open(archive)
    wait_until(lambda: bool(waiting))
    first = reader._work
    assert first is not None
    reader.open(None)
    real_load = reader._load

    def later(folder: Path) -> None:
        first.join()
        real_load(folder)

    monkeypatch.setattr(reader, "_load", later)
    reader.open(archive)
    may_go_on.set()
    wait_until(lambda: not reader.is_reading)
    assert reader.index is not None
    assert reader.table is not None
