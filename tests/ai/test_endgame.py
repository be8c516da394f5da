"""The exact solver on the endgame problems of the FFO (Fédération Française d'Othello)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.telemetry import Slot, new_telemetry
from game.board import Board, parse_square

with (Path(__file__).parent.parent / "data" / "ffo.csv").open(encoding="utf-8", newline="") as file:
    PROBLEMS = list(csv.DictReader(file))

SEARCHER = CompiledSearcher(16)


@pytest.mark.parametrize("problem", PROBLEMS, ids=[problem["id"] for problem in PROBLEMS])
@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_ffo(problem: dict[str, str], algorithm: Algorithm) -> None:
    board = Board.from_text(problem["board"] + problem["side"])
    score, best = int(problem["score"]), {parse_square(name) for name in problem["best_moves"].split()}
    telemetry = new_telemetry()
    telemetry[Slot.WANTED] = algorithm
    SEARCHER.clear()
    SEARCHER.begin(telemetry)
    assert SEARCHER.endgame(board.player, board.opponent, -64, 64, algorithm) == score
    after = board.play(min(best))
    replied = SEARCHER.endgame(after.player, after.opponent, -64, 64, algorithm)
    assert (replied if after.turn is board.turn else -replied) == score
