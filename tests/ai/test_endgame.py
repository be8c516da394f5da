"""The exact solver on the endgame problems of the FFO (Fédération Française d'Othello)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.telemetry import Slot, new_telemetry
from game.records.obf import Problem, parse_obf

FFO = Path(__file__).resolve().parents[2] / "assets" / "positions" / "ffo.obf"
# More than these take seconds.
MOST_EMPTIES = 18
PROBLEMS = [
    problem for problem in parse_obf(FFO.read_text("utf-8"))[0] if problem.board.empties <= MOST_EMPTIES
]

SEARCHER = CompiledSearcher(16)


@pytest.mark.parametrize("problem", PROBLEMS, ids=[problem.comment for problem in PROBLEMS])
@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_ffo(problem: Problem, algorithm: Algorithm) -> None:
    board = problem.board
    telemetry = new_telemetry()
    telemetry[Slot.WANTED] = algorithm
    SEARCHER.clear()
    SEARCHER.begin(telemetry)
    assert SEARCHER.endgame(board.player, board.opponent, -64, 64, algorithm) == problem.best
    for move, score in problem.scores:
        after = board.play(move)
        replied = SEARCHER.endgame(after.player, after.opponent, -64, 64, algorithm)
        assert (replied if after.turn is board.turn else -replied) == score
