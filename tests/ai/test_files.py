import os
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from ai import files

ON_POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are of POSIX")
# The number of a user and of a group that are not the tester's.
STRANGER = 54321


@pytest.mark.parametrize(
    ("winerror", "refusals", "pauses"),
    [
        *((winerror, 2, 2) for winerror in files.IN_USE),
        (files.IN_USE[0], 100, len(files.PAUSES)),
        (None, 1, 0),  # where it is not allowed at all
    ],
)
def test_replacing_a_file_in_use_is_retried_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winerror: int | None, refusals: int, pauses: int
) -> None:
    written, place = tmp_path / "game.json.new", tmp_path / "game.json"
    written.write_text("new", "utf-8")
    place.write_text("old", "utf-8")
    replace, left, slept = Path.replace, [winerror] * refusals, list[float]()

    def refuse(written: Path, place: Path) -> Path:
        if not left:
            return replace(written, place)
        error = PermissionError(13, "The process cannot access the file")
        if left.pop() is not None:
            error.winerror = winerror  # type: ignore[attr-defined, unused-ignore]
        raise error

    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setattr(Path, "replace", refuse)
    is_replaced = refusals == 2
    with nullcontext() if is_replaced else pytest.raises(PermissionError):
        files.put_in_place(written, place)
    assert place.read_text("utf-8") == ("new" if is_replaced else "old")
    assert written.exists() is not is_replaced
    assert slept == list(files.PAUSES[:pauses])


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_a_replaced_file_keeps_its_mode_and_new_ones_get_the_default(tmp_path: Path) -> None:
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
    (tmp_path / "a" / "b" / "c").mkdir(parents=True, mode=0o700)
    return [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]


@ON_POSIX
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize(
    ("owner", "group", "mode", "passes"),
    [
        *((-1, -1, mode, True) for mode in (0o755, 0o700, 0o711)),
        (-1, -1, 0o1777, True),  # as /tmp is: others can add files, and exchange none of this user's
        (-1, -1, 0o775, True),  # a group that has only this user
        (-1, -1, 0o757, False),
        *((-1, STRANGER, mode, mode != 0o775) for mode in (0o775, 0o1775, 0o755)),
        *((STRANGER, -1, mode, False) for mode in (0o755, 0o1777)),
    ],
)
def test_parent_folders_must_be_safe_from_others(
    tmp_path: Path, level: int, owner: int, group: int, mode: int, passes: bool
) -> None:
    path = folders(tmp_path)[level]
    if (owner, group) != (-1, -1) and os.getuid() != 0:
        pytest.skip("only root can give a file to others")
    os.chown(path, owner, group)
    path.chmod(mode)
    folder = tmp_path / "a" / "b" / "c"
    if passes:
        assert files.make_private(folder / "kernels") == folder / "kernels"
    else:
        with pytest.raises(PermissionError, match=f"another user could replace files in {path}$"):
            files.make_private(folder / "kernels")


@ON_POSIX
def test_links_to_a_private_folder_are_resolved(tmp_path: Path) -> None:
    """A link that appears after the resolution is an error: its target has not been checked."""
    inner = folders(tmp_path)[-1]
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert files.make_private(tmp_path / "link" / "b" / "c" / "kernels") == inner / "kernels"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.path.realpath", os.fspath)
        with pytest.raises(NotADirectoryError):
            files.make_private(tmp_path / "link" / "b" / "c" / "kernels")


@ON_POSIX
def test_a_container_trusts_the_owner_of_outside_files(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = files._UNMAPPED_USER
    monkeypatch.setattr(files, "read_file", lambda _path: b"0 0 4294967295\n")
    assert outside not in files._trusted_users()
    monkeypatch.setattr(files, "read_file", lambda _path: b"0 100000 1000\n1000 1000 1\n")
    assert files._trusted_users() == {0, os.getuid(), outside}
