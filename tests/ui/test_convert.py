from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from game.board import parse_square
from game.records.any_format import read_games
from game.records.ggf import ggf
from game.records.record import Record
from game.tree import Game
from tests.samples import FINAL_1977
from tests.ui.command_line import Command, run_main


def test_files_of_any_format(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "games.txt.gz"
    source.write_bytes(gzip.compress(f"f5d6c3\n{FINAL_1977}\n".encode()))
    for name in ("a.ggf", "b.SGF", "c.pgn", "d.txt"):
        said = command("convert", source, tmp_path / name)
        assert (said.out, said.err) == ("", "2 games written\n")
        games = [found.record.game for found in read_games((tmp_path / name).read_bytes())]
        assert [len(game.moves) for game in games] == [3, 61]
        source = tmp_path / name


def test_what_is_lost_is_told(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Black "Ann"]\n\n1. f5 {good} d6\n\n[Black "Bob"]\n\n1. f5\n')
    said = command("convert", source, tmp_path / "a.txt")
    assert said.err == "2 games written\nlost: comments of 1 game\nlost: players of 2 games\n"


def test_what_was_tried_after_a_game_is_not_written_as_played(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.ggf"
    game = Game(moves=[parse_square(name) for name in ("f5", "d6")])
    game.add(game.node, parse_square("c3"))
    source.write_text(ggf(Record(game)))
    assert command("convert", source, "-", "--to", "txt").out == "f5d6\n"
    assert "lost: moves of 1 game" in command("convert", source, tmp_path / "b.sgf").err
    source.write_text(ggf(Record(game, result="+64.00:r")))
    for form in ("sgf", "pgn"):
        said = command("convert", source, tmp_path / f"a.{form}")
        assert "lost: variations of 1 game" in said.err
        (found,) = read_games((tmp_path / f"a.{form}").read_bytes())
        assert len(found.record.game.main) == 3


def test_standard_output_and_bad_games(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.txt"
    source.write_text("f5d6\nf5a1\n")
    said = command("convert", source, "-", "--to", "txt", status=1)
    assert said.out == "f5d6\nf5\n"
    assert said.err == (
        f"{source}: game 2, line 2: ply 2: 'a1' is not a legal move for White\n2 games written\n"
    )


def test_standard_output_gets_the_bytes_of_the_file(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Black "Зоя\N{BEL}"]\n\n1. f5 d6\n', "utf-8")
    run_main("convert", source, tmp_path / "b.pgn")
    coded = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = run_main("convert", source, "-", "--to", "pgn", env=coded, text=False)
    assert done.stdout == (tmp_path / "b.pgn").read_bytes()
    assert "Зоя" in (tmp_path / "b.pgn").read_text("utf-8")


def test_wthor_is_three_files(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(f'[Event "Cup"]\n[Black "Ann"]\n\n{FINAL_1977}\n')
    command("convert", source, tmp_path / "b.wtb")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "b.jou", "b.trn", "b.wtb"]
    command("convert", tmp_path / "b.wtb", tmp_path / "c.pgn")
    assert '[Black "Ann"]' in (tmp_path / "c.pgn").read_text()
    (tmp_path / "b.wtb").unlink()
    said = command("convert", source, tmp_path / "b.wtb", status=1)
    assert said.err == "there is already a file b.jou: --replace overwrites it\n"
    assert not (tmp_path / "b.wtb").exists()
    command("convert", source, tmp_path / "b.wtb", "--replace")


@pytest.mark.parametrize(
    ("text", "arguments", "problem"),
    [
        ("f5", ["b"], "the format is not clear from 'b': use --to with one of ggf, sgf, pgn, txt, obf, wtb"),
        ("f5", ["-", "--to", "wtb"], "WTHOR is three files, which standard output cannot hold"),
        ("f5", ["b.wtb"], "there is no game in it that can be written"),
        (FINAL_1977, ["b.jou", "--to", "wtb"], "the name must end in .wtb"),
        ("words", ["b.sgf"], "there is no game in it that can be written"),
        ("", ["b.sgf"], "there is no game in it that can be written"),
        ("\0\1\2\3" * 9, ["b.sgf"], "this is neither a text file nor a WTHOR file"),
        ("f5", ["a/b.sgf"], "a/b.sgf cannot be written: "),
        (None, ["b.sgf"], "cannot be read: "),
    ],
)
def test_what_cannot_be_done(
    text: str | None, arguments: list[str], problem: str, tmp_path: Path, command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("a").write_text(text, encoding="utf-8")
    status = 2 if "b" in arguments or "-" in arguments else 1  # the command line was wrong
    said = command("convert", "a", *arguments, status=status)
    assert problem in said.err.splitlines()[-1]
    assert {path.name for path in tmp_path.iterdir()} <= {"a"}


def test_a_file_is_not_written_over(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.txt"
    source.write_text("f5d6")
    said = command("convert", source, source, status=1)
    assert "there is already a file a.txt" in said.err
    assert source.read_text() == "f5d6"
