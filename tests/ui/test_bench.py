"""`bench` on the command line, and the positions that are measured."""

from __future__ import annotations

import _thread
import threading
from typing import Any

import pytest

from ai.bench import runs, signature
from benchmarks.positions import FFO, MIDDLEGAMES, read_problems
from game.board import Color
from game.symmetry import symmetric_boards
from tests.ui.command_line import Command


def test_ctrl_c_ends_a_measurement(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    is_at_work = threading.Event()

    def begin(*what: Any) -> runs.Run:
        is_at_work.set()
        return runs.search(*what)

    def press() -> None:
        assert is_at_work.wait(60)
        _thread.interrupt_main()

    monkeypatch.setattr(signature, "search", begin)
    presses = threading.Thread(target=press)
    presses.start()
    said = command("bench", status=130)
    presses.join()
    assert "Traceback" not in said.err


def test_the_problems_stand_in_the_order_of_their_numbers() -> None:
    problems = read_problems(FFO)
    assert list(problems) == list(range(1, 60))
    assert all(problem.comment == f"FFO {number}" for number, problem in problems.items())


def test_the_middle_games_are_twenty_different_ones() -> None:
    boards = [problem.board for problem in read_problems(MIDDLEGAMES).values()]
    assert (
        len({min(face.text() for face in symmetric_boards(board)) for board in boards}) == len(boards) == 20
    )
    assert {64 - board.empties for board in boards} == set(range(20, 31))
    assert {board.turn for board in boards} == {Color.BLACK, Color.WHITE}
    assert all(board.legal_moves().bit_count() > 5 for board in boards)
