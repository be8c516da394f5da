"""Exports of a game."""

import os
import sys
from datetime import datetime
from pathlib import Path

import pytest

from ai.files import write_file
from game.records.any_format import parse_game
from game.records.record import Record
from game.records.transcript import parse_transcript
from play.sharing import AlreadyThere, Form, file_name, save_files, shared_text

BOARDS = (Form.LINES, Form.OBF)


@pytest.fixture
def record() -> Record:
    game = parse_transcript("f5d6c3d3c4")
    game.go_to(2)
    return Record(game, black="Ann/1", white="Böb", date=datetime(2026, 11, 22, 12))


@pytest.mark.parametrize("form", [Form.GGF, Form.SGF])
def test_whole_game_is_exported(record: Record, form: Form) -> None:
    back = parse_game(shared_text(form, record, record.game.node))
    assert (back.game.moves, back.white) == (record.game.moves, "Böb")


def test_other_formats_have_the_position_in_view(record: Record) -> None:
    texts = {
        form: shared_text(form, record, record.game.node) for form in (*BOARDS, Form.TRANSCRIPT, Form.SVG)
    }
    assert [parse_game(texts[form]).game.start for form in BOARDS] == [record.game.board] * 2
    assert texts[Form.TRANSCRIPT] == "f5d6\n"
    assert texts[Form.SVG].startswith("<svg ")


@pytest.mark.parametrize("form", [Form.PNG, Form.WEB])
def test_png_and_web_page_are_not_text(record: Record, form: Form) -> None:
    with pytest.raises(ValueError, match="no text"):
        shared_text(form, record, record.game.node)


def test_a_file_is_named_by_day_and_players(record: Record) -> None:
    assert file_name(record, Form.SGF) == "2026-11-22 Ann_1 - Böb.sgf"
    assert file_name(Record(), Form.PNG) == "_ - _.png"
    year = datetime(2025, 1, 1, microsecond=254)
    assert file_name(Record(date=year), Form.GGF) == "2025 _ - _.ggf"
    assert "DT[2025]" in shared_text(Form.GGF, Record(date=year), record.game.node)


def test_existing_file_is_replaced_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "game.ggf"
    assert save_files(f" {path} ", {".x": b"one"}) == path
    with pytest.raises(AlreadyThere, match=r"the file game\.ggf already exists"):
        save_files(str(path), {".x": b"two"})
    assert path.read_bytes() == b"one"
    save_files(str(path), {".x": b"two"}, may_replace=True)
    assert path.read_bytes() == b"two"
    assert [found.name for found in path.parent.iterdir()] == ["game.ggf"], "nothing unfinished is left"


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes with names")
def test_non_files_are_never_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    (tmp_path / "file").touch()
    reasons = {
        tmp_path: "is a folder",
        pipe: "a pipe, not a file",
        link: "a pipe, not a file",
        tmp_path / "file" / "x": ".",
    }
    for path, reason in reasons.items():
        with pytest.raises(OSError, match=reason):
            save_files(str(path), {".x": b""}, may_replace=True)
    assert pipe.is_fifo()
    assert link.is_symlink()


@pytest.mark.parametrize("path", ["", "  ", "/", "~nobody-of-that-name/game.ggf"])
def test_a_path_without_a_name_or_a_home_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"name|home"):
        save_files(path, {".x": b""})


def test_several_files_are_all_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: Path, data: bytes) -> None:
        if (place.suffix, data) == (".c", b"new"):
            raise OSError(28, "No space left on device")
        write_file(place, data)

    (tmp_path / "x.a").write_bytes(b"old")
    monkeypatch.setattr("play.sharing.write_file", refuse)
    with pytest.raises(OSError, match="No space"):
        save_files(str(tmp_path / "x.a"), dict.fromkeys((".a", ".b", ".c"), b"new"), may_replace=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"x.a": b"old"}


def test_name_of_several_files_needs_the_first_suffix(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"the name must end in \.a"):
        save_files(str(tmp_path / "x.b"), {".a": b"", ".b": b""}, may_replace=True)
    assert not list(tmp_path.iterdir())
