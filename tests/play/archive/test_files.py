"""Which files of a folder are read, and how the others are reported."""

import gzip
import os
import sys
from pathlib import Path
from random import Random

import pytest

from game.board import Board
from game.records.ggf import ggf
from game.records.pgn import pgn
from game.records.record import Record
from game.records.sgf import sgf
from play.archive import files as files_module
from play.archive.files import ArchiveFiles
from play.archive.index import ArchiveIndex, IndexedPosition, index_folder, make_index
from tests import wthor_files
from tests.samples import random_game

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Builds six files of one game each, in nested folders, with junk beside them."""
    chance, folder = Random(5), tmp_path / "archive"
    for name, write in (("a.ggf", ggf), ("x/b.sgf", sgf), ("x/y/c.PGN", pgn), ("x/y/d.pgn.gz", pgn)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        text = write(Record(random_game(chance), "Ann", "Ben", "+2.00")).encode()
        (folder / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    for name, year in (("z/WTH_1999.wtb", 1999), ("WTH_2000.WTB", 2000)):
        (folder / name).parent.mkdir(exist_ok=True)
        record = wthor_files.record((37, 43), 40, 40, 1, 1, 2)
        (folder / name).write_bytes(wthor_files.archive(record, year=year))
    (folder / "z" / "WTHOR.JOU").write_bytes(wthor_files.names_file("", "Eve", "Fay"))
    for name in ("notes.txt", "x/book.pdf", "x/y/pictures.zip", "z/more.doc"):
        (folder / name).touch()
    for name in (".DS_Store", "x/._b.sgf", "Thumbs.db", "x/desktop.ini", "__MACOSX/a.ggf", ".git/e.ggf"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("rubbish")
    return folder


def test_subfolders_are_read_and_unread_files_named(folder: Path, tmp_path: Path) -> None:
    files = ArchiveFiles.of(folder)
    assert [files.name(path) for path in files.games] == [
        "WTH_2000.WTB", "a.ggf", "x/b.sgf", "x/y/c.PGN", "x/y/d.pgn.gz", "z/WTH_1999.wtb"
    ]  # fmt: skip
    assert [files.name(path) for path in files.names] == ["z/WTHOR.JOU"]
    assert files.describe_unread() == ("4 files are not read: notes.txt, x/book.pdf, x/y/pictures.zip …")
    index = ArchiveIndex.load(make_index(folder, tmp_path / "cache"))
    assert (index.find(IndexedPosition.of(Board.initial())).played.games, index.problems) == (6, ())
    assert [index.games.open(row).black for row in (0, 5)] == ["", "Eve"], "names are those of its folder"


@pytest.mark.parametrize("name", ["x/y/c.PGN", "z/WTHOR.JOU", "x/y/new.sgf"])
def test_a_change_in_a_subfolder_needs_another_index(folder: Path, tmp_path: Path, name: str) -> None:
    before = index_folder(ArchiveFiles.of(folder), tmp_path)
    (folder / "x" / "more.txt").touch()
    assert index_folder(ArchiveFiles.of(folder), tmp_path) == before
    (folder / name).write_bytes(b"f5d6")
    assert index_folder(ArchiveFiles.of(folder), tmp_path) != before


@needs_links
def test_links_are_followed_but_to_no_folder_twice(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "e.ggf").touch()
    (tmp_path / "elsewhere" / "back").symlink_to(folder)
    for name, target in (("0", "."), ("x/up", ".."), ("x/loop", "loop"), ("y", tmp_path / "elsewhere")):
        (folder / name).symlink_to(target)
    before = ArchiveFiles.of(folder)
    names = [before.name(path) for path in before.games]
    assert len(names) == len(set(names)) == 7
    assert "y/e.ggf" in names
    assert before.unread == ["notes.txt", "x/book.pdf", "x/loop", "x/y/pictures.zip", "z/more.doc"]


def test_an_unreadable_subfolder_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def forbidding(path: str) -> object:
        if Path(path) in (folder / "x", forbidden):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    forbidden = folder / "x"
    monkeypatch.setattr(os, "scandir", forbidding)
    files = ArchiveFiles.of(folder)
    assert (files.unread, len(files.games)) == (["notes.txt", "x (Permission denied)", "z/more.doc"], 3)
    forbidden = folder
    with pytest.raises(PermissionError):
        ArchiveFiles.of(folder)


def test_too_many_files_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_module, "MOST_FILES", 10)
    with pytest.raises(ValueError, match="has more than 10 files: choose a folder with only games"):
        ArchiveFiles.of(folder)
