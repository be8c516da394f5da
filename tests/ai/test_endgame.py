"""The exact solver on the endgame problems of the FFO (Fédération Française d'Othello)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from game.board import Board
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
    telemetry = new_telemetry(algorithm)
    SEARCHER.clear()
    SEARCHER.begin(telemetry)
    assert SEARCHER.search(Node.endgame(board, -64, 64, algorithm)) == problem.best
    for move, score in problem.scores:
        after = board.play(move)
        replied = SEARCHER.search(Node.endgame(after, -64, 64, algorithm))
        assert (replied if after.turn is board.turn else -replied) == score


def test_two_positions_of_one_ending_are_not_taken_for_each_other() -> None:
    """The table gave the score of another position when keys were mixed less well."""
    board = Board.from_text("XXXXX---OXOXXOO-OXXOXO--OXXXOO-O-OXXXOXO-OOOOXOO-OO--XXOOOOOOOX- O")
    telemetry = new_telemetry(Algorithm.PVS)
    SEARCHER.clear()
    SEARCHER.begin(telemetry)
    for alpha in range(-14, 0, 2):
        score = SEARCHER.search(Node.endgame(board, alpha, alpha + 1, Algorithm.PVS))
        assert (score > alpha) == (alpha < -6)
