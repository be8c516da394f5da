"""Paths as people type, paste and drop them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files import path_of_address, typed_path, typed_paths

FILE = "/home/anna/my games.ggf"


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, "/home/anna")
    monkeypatch.setattr("platform.node", lambda: "Desk")
    monkeypatch.setattr("game.files.sys.platform", "linux")


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
def test_a_path_is_read_however_it_is_written(text: str) -> None:
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
def test_addresses_of_windows(text: str, path: str) -> None:
    assert path_of_address(text, is_windows=True) == path


def test_percent_signs_are_bytes_of_a_name() -> None:
    assert typed_path("file:///%E9%BB%92.ggf") == Path("/黒.ggf")
    assert typed_path("100%25.ggf") == Path("100%25.ggf")
    assert typed_path("file:///a%23b#c?d") == Path("/a#b#c?d")


@pytest.mark.parametrize("text", ["https://example.org/a.ggf", "smb://desk/a.ggf", "file://server/a.ggf"])
def test_an_address_that_leads_elsewhere_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="this address leads to no file on this computer"):
        typed_path(text)


@pytest.mark.parametrize("text", ["", "f5d6c3", "(;GM[2]B[f5])", "# a remark\nf5d6", "a.ggf", "/a.ggf\nf5"])
def test_other_texts_are_no_paths(text: str) -> None:
    assert typed_paths(text) == []
