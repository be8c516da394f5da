from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ai import files

ON_POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are of POSIX")
# The number of a user and of a group that are not the tester's.
STRANGER = 54321


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


def folders(tmp_path: Path) -> list[Path]:
    """Three folders, each in the one before."""
    found = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    found[-1].mkdir(parents=True, mode=0o700)
    return found


@ON_POSIX
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize(
    ("owner", "group", "mode", "passes"),
    [
        (None, None, 0o755, True),
        (None, None, 0o700, True),
        (None, None, 0o711, True),
        (None, None, 0o1777, True),  # as /tmp is: others can add files, and exchange none of this user's
        (None, None, 0o775, True),  # a group that has only this user
        (None, None, 0o757, False),
        (None, STRANGER, 0o775, False),
        (None, STRANGER, 0o1775, True),
        (None, STRANGER, 0o755, True),
        (STRANGER, None, 0o755, False),
        (STRANGER, None, 0o1777, False),
    ],
)
def test_no_other_user_may_exchange_a_folder_above(
    tmp_path: Path, level: int, owner: int | None, group: int | None, mode: int, passes: bool
) -> None:
    path = folders(tmp_path)[level]
    if owner is not None or group is not None:
        if os.getuid() != 0:
            pytest.skip("only root can give a file to others")
        os.chown(path, -1 if owner is None else owner, -1 if group is None else group)
    path.chmod(mode)
    folder = tmp_path / "a" / "b" / "c"
    if passes:
        assert files.make_private(folder / "kernels") == folder / "kernels"
    else:
        with pytest.raises(PermissionError, match=f"another user could exchange what is in {path}$"):
            files.make_private(folder / "kernels")


@ON_POSIX
def test_a_folder_is_used_where_it_lies_not_through_links(tmp_path: Path) -> None:
    """A link that is put there after it was resolved is an error: what it leads to has not been checked."""
    inner = folders(tmp_path)[-1]
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert files.make_private(tmp_path / "link" / "b" / "c" / "kernels") == inner / "kernels"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.path.realpath", os.fspath)
        with pytest.raises(NotADirectoryError):
            files.make_private(tmp_path / "link" / "b" / "c" / "kernels")


@ON_POSIX
def test_a_container_trusts_the_owner_of_what_lies_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = files._UNMAPPED_USER
    monkeypatch.setattr(files, "read_file", lambda _path: b"0 0 4294967295\n")
    assert outside not in files._trusted_users()
    monkeypatch.setattr(files, "read_file", lambda _path: b"0 100000 1000\n1000 1000 1\n")
    assert files._trusted_users() == {0, os.getuid(), outside}
