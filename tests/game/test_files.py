import gzip
from pathlib import Path

import pytest

from game.files import path_of_address, read_file, read_start, typed_path, typed_paths
from play.archive.files import ArchiveFiles
from play.game_file import expanded
from play.game_file import read_file as read_game_file
from play.lists.sources import has_several_games, source_of
from tests.play.lists.listed import WORDING
from tests.samples import D6, F5
from tests.wthor_files import archive, names_file, record


def packed(path: Path, data: bytes) -> Path:
    path.write_bytes(gzip.compress(data))
    return path


def test_gzip_files(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.txt.gz", b"f5d6\n")
    assert read_file(path) == b"f5d6\n"
    assert read_start(path, 3) == b"f5d"
    assert len(read_game_file(path).game.moves) == 2
    path.write_bytes(gzip.compress(b"f5") + gzip.compress(b"d6"))
    assert read_file(path) == b"f5d6", "several parts are one file"
    path = packed(tmp_path / "bomb.gz", bytes(3_000_000))
    with pytest.raises(OSError, match="larger than 1 MB"):
        read_file(path, 1_000_000)
    assert len(read_file(path, 3_000_000)) == 3_000_000


@pytest.mark.parametrize("cut", [3, 12, 20, -1])
def test_damaged_gzip(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"f5d6c3" * 100)[:cut])
    with pytest.raises(OSError, match="damaged or cut off"):
        read_file(path)


def test_wthor_may_be_gzip(tmp_path: Path) -> None:
    games = packed(tmp_path / "WTH_1977.wtb.gz", archive(*[record([F5, D6], black=0, white=1)] * 2))
    packed(tmp_path / "WTHOR.JOU.gz", names_file("Ann", "Ben"))
    assert ArchiveFiles.of(tmp_path).games == [games]
    assert read_game_file(games, 2).black == "Ann"
    assert has_several_games(games)
    assert source_of(games).read(WORDING, lambda _share: None).number == 2
    assert expanded(str(tmp_path)) == ([str(games)], [])


# Paths as users type, paste and drop them

FILE = "/home/anna/my games.ggf"


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, "/home/anna")
    monkeypatch.setattr("platform.node", lambda: "Desk")
    monkeypatch.setattr("game.files.sys.platform", "linux")


@pytest.mark.usefixtures("anna")
@pytest.mark.parametrize(
    "text",
    [
        FILE,
        "~/my games.ggf",
        *(f"{mark[0]}{FILE}{mark[1]}" for mark in ('""', "''", "“”", "„“", "‘’", "«»")),
        '"~/my games.ggf"',
        "file:///home/anna/my%20games.ggf",
        "FILE://localhost/home/anna/my%20games.ggf",
        "file://desk/home/anna/my games.ggf",
        "file:/home/anna/my%20games.ggf",
        "'file:///home/anna/my%20games.ggf'",
    ],
)
def test_paths_are_read_in_every_notation(text: str) -> None:
    assert typed_path(text) == Path(FILE)
    assert typed_paths(f"# from a list\r\n{text}\r\n{text}\r\n") == [Path(FILE)] * 2


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("file:///C:/Games/a%20b.ggf", "C:/Games/a b.ggf"),
        ("file://C:/Games/a.ggf", "C:/Games/a.ggf"),
        ("file:///C|/Games/a.ggf", "C:/Games/a.ggf"),
        ("file://localhost/C:/Games/a.ggf", "C:/Games/a.ggf"),
        ("file:///C:\\Games\\a.ggf", "C:\\Games\\a.ggf"),
        ("file://server/share/a.ggf", "//server/share/a.ggf"),
        ("file:////server/share/a.ggf", "//server/share/a.ggf"),
    ],
)
def test_windows_file_urls(text: str, path: str) -> None:
    assert path_of_address(text, is_windows=True) == path


def test_only_urls_have_percent_escapes() -> None:
    assert typed_path("file:///%E9%BB%92.ggf") == Path("/黒.ggf")
    assert typed_path("100%25.ggf") == Path("100%25.ggf")
    assert typed_path("file:///a%23b#c?d") == Path("/a#b#c?d")


@pytest.mark.usefixtures("anna")
@pytest.mark.parametrize("text", ["https://example.org/a.ggf", "smb://desk/a.ggf", "file://server/a.ggf"])
def test_urls_of_other_computers_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="this address is not a file on this computer"):
        typed_path(text)


@pytest.mark.parametrize("text", ["", "f5d6c3", "(;GM[2]B[f5])", "# a remark\nf5d6", "a.ggf", "/a.ggf\nf5"])
def test_other_texts_are_not_paths(text: str) -> None:
    assert typed_paths(text) == []
