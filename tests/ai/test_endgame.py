"""The exact solver: on the endgame problems of the FFO (Fédération Française d'Othello), and on the last
squares against plain minimax, in every null window and the open one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.telemetry import new_telemetry
from game.board import PASS, Board, final_score, squares
from game.records.obf import Problem, parse_obf
from tests.ai.positions import endgame_node, random_discs, random_position

FFO = Path(__file__).resolve().parents[2] / "assets" / "positions" / "ffo.obf"
# More than these take seconds.
MOST_EMPTIES = 18
PROBLEMS = [
    problem for problem in parse_obf(FFO.read_text("utf-8"))[0] if problem.board.empties <= MOST_EMPTIES
]

SEARCHER = CompiledSearcher(16)


def begun(algorithm: Algorithm, searcher: CompiledSearcher = SEARCHER) -> CompiledSearcher:
    searcher.clear()
    searcher.begin(new_telemetry(algorithm))
    return searcher


@pytest.mark.parametrize("problem", PROBLEMS, ids=[problem.comment for problem in PROBLEMS])
@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_ffo(problem: Problem, algorithm: Algorithm) -> None:
    board, searcher = problem.board, begun(algorithm)
    assert searcher.search(endgame_node(board, -64, 64, algorithm)) == problem.best
    for move, score in problem.scores:
        after = board.play(move)
        replied = searcher.search(endgame_node(after, -64, 64, algorithm))
        assert (replied if after.turn is board.turn else -replied) == score


def test_two_positions_of_one_ending_are_not_taken_for_each_other() -> None:
    """The table gave the score of another position when keys were mixed less well."""
    board = Board.from_text("XXXXX---OXOXXOO-OXXOXO--OXXXOO-O-OXXXOXO-OOOOXOO-OO--XXOOOOOOOX- O")
    searcher = begun(Algorithm.PVS)
    for alpha in range(-14, 0, 2):
        score = searcher.search(endgame_node(board, alpha, alpha + 1, Algorithm.PVS))
        assert (score > alpha) == (alpha < -6)


def perfect(board: Board) -> int:
    """What perfect play comes to, in discs for the side to move."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    return max(-perfect(board.play(move)) for move in list(squares(board.legal_moves())) or [PASS])


@pytest.mark.parametrize("empties", range(1, 8))
def test_the_last_squares_are_those_of_minimax(empties: int) -> None:
    random = Random(empties)
    searcher = begun(Algorithm.PVS, CompiledSearcher(0))
    boards = [random_position(random, 60 - empties), *(random_discs(random, empties) for _ in range(15))]
    for board in boards:
        exact = perfect(board)
        assert searcher.search(endgame_node(board, -65, 65, Algorithm.PVS)) == exact, board.text()
        for alpha in range(-65, 65):
            found = searcher.search(endgame_node(board, alpha, alpha + 1, Algorithm.PVS))
            if exact > alpha:
                assert alpha < found <= exact, (board.text(), alpha)
            else:
                assert exact <= found <= alpha, (board.text(), alpha)
