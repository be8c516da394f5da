from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from game.files import read_file, read_start
from play.archive.files import ArchiveFiles
from play.game_file import read_file as read_game_file
from play.lists.sources import has_several_games, source_of
from tests.play.lists.listed import WORDING
from tests.samples import D6, F5
from tests.wthor_files import archive, names_file, record


def packed(path: Path, data: bytes) -> Path:
    path.write_bytes(gzip.compress(data))
    return path


def test_packed_file(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.txt.gz", b"f5d6\n")
    assert read_file(path) == b"f5d6\n"
    assert read_start(path, 3) == b"f5d"
    assert len(read_game_file(path).game.moves) == 2
    path.write_bytes(gzip.compress(b"f5") + gzip.compress(b"d6"))
    assert read_file(path) == b"f5d6", "several parts are one file"
    path = packed(tmp_path / "bomb.gz", bytes(3_000_000))
    with pytest.raises(OSError, match="more than 1 MB"):
        read_file(path, 1_000_000)
    assert len(read_file(path, 3_000_000)) == 3_000_000


@pytest.mark.parametrize("cut", [3, 12, 20, -1])
def test_damaged(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"f5d6c3" * 100)[:cut])
    with pytest.raises(OSError, match="damaged or cut off"):
        read_file(path)


def test_archive(tmp_path: Path) -> None:
    games = packed(tmp_path / "WTH_1977.wtb.gz", archive(*[record([F5, D6], black=0, white=1)] * 2))
    packed(tmp_path / "WTHOR.JOU.gz", names_file("Ann", "Ben"))
    (tmp_path / "WTHOR.JOU").write_bytes(names_file("Ann", "Ben"))
    assert ArchiveFiles.of(tmp_path).games == [games]
    assert read_game_file(games, 2).black == "Ann"
    assert has_several_games(games)
    assert source_of(games).read(WORDING, lambda _share: None).number == 2
