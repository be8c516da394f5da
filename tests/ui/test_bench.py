"""`bench` on the command line: its arguments, its positions, what it prints where, and its exit status."""

from __future__ import annotations

import _thread
import json
import threading
from pathlib import Path
from types import ModuleType

import pytest

from ai.bench import algorithms, ffo, perft, threads
from game.board import Color
from game.symmetry import symmetric_boards
from ui import VERSION, assets, cli
from ui.commands import bench


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


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["ffo"], "the following arguments are required: A-B"),
        (["ffo", "x"], "'x' names no problems: give a number or a range of 1 to 59, as 20-39"),
        (["ffo", "20-"], "'20-' names no problems"),
        (["ffo", "1-2-3"], "'1-2-3' names no problems"),
        (["ffo", "²"], "'²' names no problems"),
        (["ffo", "39-20"], "'39-20' ends before it begins: the lower number comes first, as in 20-39"),
        (["ffo", "0-70"], "'0-70' leaves the collection: its problems have the numbers 1 to 59"),
        (["ffo", "60"], "'60' leaves the collection"),
        (["ffo", "9" * 5000], "leaves the collection"),
        (["ffo", "7", "--algorithm", "minimax"], "minimax would take for ever"),
        (["ffo", "7", "--algorithm", "edax"], "'edax' names no search"),
        (["ffo", "7", "--threads", "0"], "the number of threads must be a whole number from 1 to"),
        (["ffo", "7", "--hash", "999999"], "--hash: a table of 999,999 MB does not fit into memory"),
        (["perft", "--depth", "14"], "the depth must be a whole number from 1 to 13, not '14'"),
        (["algorithms", "--depth", "0"], "the depth must be a whole number from 1 to 24, not '0'"),
        (["threads", "--threads", "two"], "not 'two'"),
        (["everything"], "invalid choice: 'everything'"),
        (["--frames", "20", "perft"], "--frames measures the window, so it goes without"),
    ],
)
def test_a_wrong_measurement_is_answered_with_one_sentence(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *arguments]) == 2
    out, err = capsys.readouterr()
    assert problem in err
    assert len(err.splitlines()) == 1
    assert out == ""


@pytest.mark.parametrize("measurement", ["perft", "ffo", "algorithms", "threads", "evaluate"])
def test_help(measurement: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", measurement, "--help"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 110


# What is printed


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "ffo", "1-2"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["FFO", "1", "2", "sum"]
    assert err.splitlines()[1:] == ["The fast search is ready"]


@pytest.mark.parametrize("arguments", [["ffo", "2", "--json"], ["--json", "ffo", "2"]])
def test_programs_get_one_object_and_people_the_table_beside_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *arguments]) == 0
    out, err = capsys.readouterr()
    values = json.loads(out)
    assert values["version"] == VERSION
    assert [row["number"] for row in values["positions"]] == [2]
    assert {"threads", "table_megabytes", "algorithm"} <= set(values)
    assert err.splitlines()[-1].endswith("all ok")


def test_a_wrong_result_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = assets.read_asset(bench.FFO).decode()
    put_file(tmp_path, monkeypatch, text.replace("G8:+18", "G8:+16", 1))
    assert cli.main(["bench", "ffo", "1-2"]) == 1
    assert "WRONG: +16 g8" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "reason"),
    [(None, "No such file or directory"), ("XO X; A1:+2;\n", "line 1: a board has 64 squares")],
)
def test_positions_that_are_not_there_are_told(
    text: str | None,
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    put_file(tmp_path, monkeypatch, text)
    assert cli.main(["bench", "ffo", "1"]) == 1
    problem = capsys.readouterr().err.splitlines()[-1]
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
        (perft, "count", ["perft", "--depth", "13"]),
        (ffo, "search", ["ffo", "57-59"]),
        (threads, "search", ["threads"]),
        (algorithms, "search", ["algorithms", "--depth", "24"]),
    ],
)
def test_ctrl_c_ends_a_measurement(
    measurement: ModuleType,
    work: str,
    arguments: list[str],
    capsys: pytest.CaptureFixture[str],
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
    assert cli.main(["bench", *arguments]) == 130
    presses.join()
    assert "Traceback" not in capsys.readouterr().err


# The positions


def test_the_problems_stand_in_the_order_of_their_numbers() -> None:
    problems = bench.read_problems(bench.FFO)
    assert list(problems) == list(range(1, ffo.MOST + 1))
    assert all(problem.comment == f"FFO {number}" for number, problem in problems.items())


def test_the_middle_games_are_twenty_different_ones() -> None:
    boards = [problem.board for problem in bench.read_problems(bench.MIDDLEGAMES).values()]
    assert (
        len({min(face.text() for face in symmetric_boards(board)) for board in boards}) == len(boards) == 20
    )
    assert {64 - board.empties for board in boards} == set(range(20, 31))
    assert {board.turn for board in boards} == {Color.BLACK, Color.WHITE}
    assert all(board.legal_moves().bit_count() > 5 for board in boards)
