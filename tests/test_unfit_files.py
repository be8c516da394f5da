from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.files import read_file
from game.records.any_format import read_names
from play.files import Files
from play.library import Library
from play.library_file import LibraryError
from play.lists.sources import source_of
from play.review_batch import ReviewSource
from play.settings import Language
from tests.wthor_files import archive, names_file, record
from ui.assets import MissingAsset, read_asset
from ui.text import languages

DEVICE = "this is a device, not a file"


def link_to_zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(64_000_001)


# What may stand where a file is read, and what is said of it.
UNFIT = pytest.mark.parametrize(
    ("make", "reason"),
    [
        (link_to_zeros, DEVICE),
        (make_pipe, DEVICE),
        (make_folder, "this is a folder"),
        (make_large, "it has more than 64 MB"),
    ],
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such devices, nor pipes with names")
Make = Callable[[Path], None]


@UNFIT
def test_only_regular_files_of_some_size_are_read(tmp_path: Path, make: Make, reason: str) -> None:
    make(tmp_path / "file")
    with pytest.raises(OSError, match=reason) as raised:
        read_file(tmp_path / "file")
    assert (raised.value.strerror, raised.value.filename) == (reason, str(tmp_path / "file"))


@UNFIT
@pytest.mark.parametrize("suffix", ["JOU", "TRN"])
def test_names_beside_an_archive_are_regular_files(
    tmp_path: Path, make: Make, reason: str, suffix: str
) -> None:
    (tmp_path / "a.wtb").write_bytes(archive(record((19,))))
    (tmp_path / "b.jou").write_bytes(names_file("Anna", "Ben"))
    make(tmp_path / f"a.{suffix}")
    names, problems = read_names(tmp_path / "a.wtb")
    assert problems == [f"a.{suffix}: {reason}"]
    assert names.players == ("Anna", "Ben")


@UNFIT
@pytest.mark.parametrize(("name", "most"), [("settings.json", 1), ("game.json", 64)])
def test_kept_files_are_regular_ones(tmp_path: Path, make: Make, reason: str, name: str, most: int) -> None:
    make(tmp_path / name)
    messages: list[str] = []
    assert Files(tmp_path, messages).read(name, most * 1_000_000) is None
    assert messages[0].startswith(f"{name} cannot be read: {reason.replace('64', str(most))}. It is kept as")


@pytest.mark.parametrize("make", [link_to_zeros, make_pipe, make_folder])
@pytest.mark.parametrize("name", ["library.sqlite", "library.sqlite-journal"])
def test_a_library_is_a_regular_file(tmp_path: Path, make: Make, name: str) -> None:
    (tmp_path / "library.sqlite").write_bytes(bytes(100))
    (tmp_path / name).unlink(missing_ok=True)
    make(tmp_path / name)
    with pytest.raises(LibraryError, match="this is a "):
        Library(tmp_path / "library.sqlite", []).games()


@UNFIT
def test_games_of_older_versions_are_regular_files(tmp_path: Path, make: Make, reason: str) -> None:
    make(tmp_path / "old.ggf")
    messages: list[str] = []
    assert Library(tmp_path / "library.sqlite", messages, tmp_path).games() == []
    assert messages == [f"old.ggf is not in the list of games, for it cannot be read: {reason}"]


@UNFIT
def test_catalogues_and_assets_are_regular_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Make, reason: str
) -> None:
    (tmp_path / "ru" / "LC_MESSAGES").mkdir(parents=True)
    make(tmp_path / "ru" / "LC_MESSAGES" / "nullwindow.mo")
    make(tmp_path / "book.bin")
    monkeypatch.setattr(languages, "LOCALES", tmp_path)
    monkeypatch.setattr("ui.assets.ASSETS", tmp_path)
    assert f"cannot be read ({reason}): reinstall" in languages.speak(Language.RUSSIAN)
    with pytest.raises(MissingAsset, match=reason):
        read_asset("book.bin")


@pytest.mark.parametrize("make", [link_to_zeros, make_pipe])
def test_lists_of_games_are_regular_files(tmp_path: Path, make: Make) -> None:
    make(tmp_path / "games.ggf")
    with pytest.raises(OSError, match=DEVICE):
        source_of(tmp_path / "games.ggf")
    with pytest.raises(ValueError, match=DEVICE):
        ReviewSource.read(tmp_path / "games.ggf")
