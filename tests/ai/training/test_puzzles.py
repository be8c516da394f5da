"""The step that makes the endgames of the page Practice."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.engine import Engine
from ai.training import puzzles as step
from ai.training.__main__ import main
from ai.training.arguments import DONE, FAILED
from ai.training.puzzles import puzzles
from ai.training.weights.games import read_archive
from game.records.obf import obf, parse_obf
from game.records.wthor import WthorGame
from tests.samples import random_game
from tests.wthor_files import archive, record

COUNTS = {8: 3, 9: 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of random games."""
    folder = tmp_path_factory.mktemp("wthor")
    games = (random_game(seed).moves for seed in range(200))
    data = archive(*(record(tuple(move for move in moves if move >= 0)) for moves in games))
    (folder / "WTH_1999.wtb").write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def records(folder: Path) -> list[WthorGame]:
    return read_archive(folder, print)[0]


def test_it_goes_on_where_it_was_stopped(records: list[WthorGame], engine: Engine) -> None:
    whole = [obf(problem) for problem in puzzles(engine, records, COUNTS, 1)]
    assert len(whole) == 5
    for done in (1, 3, 4):
        made, errors = parse_obf("\n".join(whole[:done]))
        assert not errors
        rest = [obf(problem) for problem in puzzles(engine, records, COUNTS, 1, made)]
        assert [*whole[:done], *rest] == whole
    assert [obf(problem) for problem in puzzles(engine, records, COUNTS, 2)] != whole


def test_few_are_found_at_sight_and_few_win_by_discs_alone(records: list[WthorGame], engine: Engine) -> None:
    found = list(puzzles(engine, records, {9: 10}, 1))
    assert sum("depth 1," in problem.comment for problem in found) <= 2
    assert sum(problem.scores[1][1] > 0 for problem in found) <= 3
    assert all(problem.scores[0][1] > problem.scores[1][1] for problem in found)


def test_the_command_writes_the_file_and_ends_a_line_that_was_cut(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step, "EMPTIES", range(8, 10))
    file = tmp_path / "puzzles.obf"
    command = ["puzzles", str(folder), "--count", "2", "--output", str(file)]
    assert main(command) == DONE
    whole = file.read_text("utf-8")
    assert len(parse_obf(whole)[0]) == 4
    file.write_text(whole[: whole.rindex(";")], "utf-8")
    assert main(command) == DONE
    assert file.read_text("utf-8") == whole


def test_a_foreign_file_is_kept(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.obf"
    file.write_text("% mine\n", "utf-8")
    assert main(["puzzles", str(folder), "--output", str(file)]) == FAILED
    assert "was made in another way" in capsys.readouterr().err
    assert file.read_text("utf-8") == "% mine\n"


def test_a_folder_without_games_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", str(tmp_path)]) == FAILED
    assert str(tmp_path) in capsys.readouterr().err
