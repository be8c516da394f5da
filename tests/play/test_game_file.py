"""Files that the user names: problems are reported, and endless files are not read."""

import os
import sys
from datetime import datetime
from pathlib import Path

import pytest

from game.records.ggf import ggf, parse_ggf
from game.records.pgn import pgn, read_pgn
from game.records.record import Record, date_text
from game.records.sgf import read_sgf, sgf
from game.tree import Game
from play.game_file import GameFileReader, dated
from tests.waiting import wait_until


def opened(path: Path) -> GameFileReader:
    opening = GameFileReader(path)
    wait_until(lambda: opening.is_done)
    return opening


def test_single_game_is_read_and_several_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.sgf"
    path.write_text("(;GM[2]PB[Anna];B[f5])", "utf-8")
    found = opened(path)
    assert found.problem == ""
    assert found.record is not None
    assert (found.record.black, len(found.record.game.moves)) == ("Anna", 1)
    (tmp_path / "two.sgf").write_text("(;GM[2]PB[Anna];B[f5])(;GM[2];B[d3])", "utf-8")
    several = opened(tmp_path / "two.sgf")
    assert (several.record, several.problem) == (None, "")
    monkeypatch.setattr("play.game_file.LARGEST_GAME", 10)
    large = opened(path)
    assert (large.record, large.problem) == (None, "")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "game.txt cannot be opened: no game was found"),
        (b"\x89PNG\r\n\x1a\n", "game.txt cannot be opened: this is not a text file"),
        (b"a1 d6 c3", "game.txt cannot be opened: ply 1: 'a1' is not a legal move for Black"),
        (None, "game.txt cannot be read: No such file or directory"),
    ],
)
def test_bad_file_is_reported_with_its_name(data: bytes | None, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    if data is not None:
        path.write_bytes(data)
    opening = opened(path)
    assert (opening.record, opening.problem) == (None, problem)


def test_too_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("play.game_file.LARGEST_LIST", 10)
    (tmp_path / "large.txt").write_bytes(b"f5" * 10)
    assert opened(tmp_path / "large.txt").problem == "large.txt cannot be read: it is larger than 0 MB"
    assert opened(tmp_path).problem == f"{tmp_path.name} cannot be read: this is a folder"


@pytest.mark.skipif(sys.platform == "win32", reason="has neither")
def test_devices_and_pipes_are_refused(tmp_path: Path) -> None:
    assert opened(Path("/dev/zero")).problem == "zero cannot be read: this is a device or a pipe, not a file"
    os.mkfifo(tmp_path / "pipe")
    assert opened(tmp_path / "pipe").problem == "pipe cannot be read: this is a device or a pipe, not a file"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read all")
def test_unreadable_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(b"f5")
    (tmp_path / "game.txt").chmod(0)
    assert opened(tmp_path / "game.txt").problem == "game.txt cannot be read: Permission denied"


@pytest.mark.parametrize(
    ("day", "text"),
    [
        (datetime(2025, 1, 1), "2025"),
        (datetime(2025, 3, 4), "2025-03-04"),
        (datetime(2025, 1, 1, 9), "2025-01-01 09:00:00"),
    ],
)
def test_number_in_the_file_does_not_appear_in_the_date(day: datetime, text: str) -> None:
    """The user sees only the year; GGF, which the library uses, keeps the number."""
    record = dated(Record(Game(moves=(37,)), date=day), 7)
    assert (date_text(record.date), parse_ggf(ggf(record)).date) == (text, record.date)
    assert read_sgf(sgf(record)).date == read_pgn(pgn(record)).date == day
