from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ai import files


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    written, place = tmp_path / "game.json.new", tmp_path / "game.json"
    written.write_text("new", "utf-8")
    place.write_text("old", "utf-8")
    return written, place


class Refusing:
    """Stands in for Path.replace, as Windows refuses it some times before it is carried out."""

    def __init__(self, times: int, winerror: int | None) -> None:
        self.times = times
        self.winerror = winerror
        self.replace = Path.replace

    def __call__(self, written: Path, place: Path) -> Path:
        if self.times:
            self.times -= 1
            error = PermissionError(13, "The process cannot access the file")
            if self.winerror is not None:
                error.winerror = self.winerror  # type: ignore[attr-defined, unused-ignore]
            raise error
        return self.replace(written, place)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


def refuse(monkeypatch: pytest.MonkeyPatch, times: int, winerror: int | None) -> None:
    refusing = Refusing(times, winerror)
    monkeypatch.setattr(Path, "replace", lambda written, place: refusing(written, place))


@pytest.mark.parametrize("winerror", files.IN_USE)
def test_a_file_that_windows_says_is_open_is_replaced_a_moment_later(
    pair: tuple[Path, Path], pauses: list[float], monkeypatch: pytest.MonkeyPatch, winerror: int
) -> None:
    refuse(monkeypatch, 2, winerror)
    files.put_in_place(*pair)
    assert pair[1].read_text("utf-8") == "new"
    assert not pair[0].exists()
    assert pauses == list(files.PAUSES[:2])


def test_one_that_stays_open_is_left_as_it_is(
    pair: tuple[Path, Path], pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, 100, files.IN_USE[0])
    with pytest.raises(PermissionError):
        files.put_in_place(*pair)
    assert pair[1].read_text("utf-8") == "old"
    assert len(pauses) == len(files.PAUSES)


def test_where_it_is_not_allowed_at_all_nobody_waits(
    pair: tuple[Path, Path], pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, 1, None)
    with pytest.raises(PermissionError):
        files.put_in_place(*pair)
    assert pauses == []


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_a_file_has_the_mode_of_the_one_it_replaces_or_that_of_any_new_one(tmp_path: Path) -> None:
    path, other = tmp_path / "game", tmp_path / "other"
    other.touch()
    files.write_file(path, b"new")
    assert path.stat().st_mode == other.stat().st_mode
    for mode in (0o640, 0o604, 0o600):
        path.chmod(mode)
        files.write_file(path, b"newer")
        assert path.stat().st_mode & 0o777 == mode
    assert path.read_bytes() == b"newer"


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes with names")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe, not a file"):
        files.write_file(tmp_path / "pipe", b"text")
    assert [path.is_fifo() for path in tmp_path.iterdir()] == [True]
