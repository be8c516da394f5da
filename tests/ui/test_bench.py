"""The command `bench`, and the positions that it measures."""

import signal
from typing import Any

import pytest

from ai.bench import runs, signature
from benchmarks import FFO, MIDDLEGAMES, read_problems
from game.board import Color
from game.symmetry import symmetric_boards
from tests.ui.command_line import Command


def test_ctrl_c_ends_a_measurement(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def press_and_search(*what: Any) -> runs.BenchRun:
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.raise_signal(signal.SIGINT)
        return runs.search(*what)

    monkeypatch.setattr(signature, "search", press_and_search)
    assert "Traceback" not in command("bench", status=130).err


def test_ffo_problems_are_in_numerical_order() -> None:
    problems = read_problems(FFO)
    assert list(problems) == list(range(1, 60))
    assert all(problem.comment == f"FFO {number}" for number, problem in problems.items())


def test_there_are_twenty_different_middle_games() -> None:
    boards = [problem.board for problem in read_problems(MIDDLEGAMES).values()]
    assert (
        len({min(face.text() for face in symmetric_boards(board)) for board in boards}) == len(boards) == 20
    )
    assert {64 - board.empties for board in boards} == set(range(20, 31))
    assert {board.turn for board in boards} == {Color.BLACK, Color.WHITE}
    assert all(board.legal_moves().bit_count() > 5 for board in boards)
