"""`bench` on the command line: its arguments, its positions, what it prints where, and its exit status."""

from __future__ import annotations

import _thread
import json
import threading
from pathlib import Path
from types import ModuleType

import pytest

from ai.bench import signature
from game.board import Color
from game.symmetry import symmetric_boards
from tests.ui.command_line import Command
from ui import VERSION, assets
from ui.commands import bench, solve


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", range(7, 8)),
        ("20-39", range(20, 40)),
        ("1-59", range(1, 60)),
        ("0000000019-00000000020", range(19, 21)),
    ],
)
def test_problems_are_named_by_number_or_range(text: str, numbers: range) -> None:
    assert bench.parse_numbers(text) == numbers


def test_people_get_a_table(command: Command) -> None:
    out, err = command("bench", "ffo", "1-2")
    heading, *rows, empty, total = out.splitlines()
    assert [row.split()[:3] for row in rows] == [["FFO", "1", "14"], ["FFO", "2", "14"]]
    assert heading.startswith("position")
    assert not empty
    assert total.startswith("2 solved: 2 ok")
    assert err.splitlines()[1:] == ["The fast search is ready"]


def test_programs_get_one_object_and_people_the_table(command: Command) -> None:
    out, err = command("bench", "ffo", "2", "--json")
    values = json.loads(out)
    assert values["version"] == VERSION
    assert [row["comment"] for row in values["positions"]] == ["FFO 2"]
    assert {"threads", "table_megabytes", "algorithm"} <= set(values)
    assert err.splitlines()[-1].endswith("ok")


def test_a_wrong_result_is_told(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_file(tmp_path, monkeypatch, assets.read_asset(bench.FFO).decode().replace("G8:+18", "G8:+16", 1))
    assert "WRONG: the file says +16" in command("bench", "ffo", "1-2", status=1).out


@pytest.mark.parametrize(
    ("text", "reason"),
    [(None, "No such file or directory"), ("XO X; A1:+2;\n", "line 1: a board has 64 squares")],
)
def test_positions_that_are_not_there_are_told(
    text: str | None, reason: str, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_file(tmp_path, monkeypatch, text)
    problem = command("bench", "ffo", "1", status=1).err.splitlines()[-1]
    assert problem.startswith(f"assets/{bench.FFO} cannot be read ({reason}")
    assert problem.endswith("reinstall Nullwindow")


def put_file(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    """Let `text` be the file of the FFO problems, or none be there."""
    monkeypatch.setattr(assets, "ASSETS", folder)
    if text is not None:
        (folder / bench.FFO).parent.mkdir()
        (folder / bench.FFO).write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("measurement", "work", "arguments"),
    [
        (signature, "search", []),
        (solve, "search", ["ffo", "57-59"]),
    ],
)
def test_ctrl_c_ends_a_measurement(
    measurement: ModuleType,
    work: str,
    arguments: list[str],
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_at_work = threading.Event()
    do = getattr(measurement, work)

    def begin(*what: object) -> object:
        is_at_work.set()
        return do(*what)

    def press() -> None:
        assert is_at_work.wait(60)
        _thread.interrupt_main()

    monkeypatch.setattr(measurement, work, begin)
    presses = threading.Thread(target=press)
    presses.start()
    said = command("bench", *arguments, status=130)
    presses.join()
    assert "Traceback" not in said.err


def test_the_problems_stand_in_the_order_of_their_numbers() -> None:
    problems = bench.read_problems(bench.FFO)
    assert list(problems) == list(range(1, bench.MOST_FFO + 1))
    assert all(problem.comment == f"FFO {number}" for number, problem in problems.items())


def test_the_middle_games_are_twenty_different_ones() -> None:
    boards = [problem.board for problem in bench.read_problems(bench.MIDDLEGAMES).values()]
    assert (
        len({min(face.text() for face in symmetric_boards(board)) for board in boards}) == len(boards) == 20
    )
    assert {64 - board.empties for board in boards} == set(range(20, 31))
    assert {board.turn for board in boards} == {Color.BLACK, Color.WHITE}
    assert all(board.legal_moves().bit_count() > 5 for board in boards)
