"""The last squares against plain minimax: every null window, and the open one."""

from __future__ import annotations

from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from game.board import PASS, Board, final_score, squares
from tests.ai.positions import random_discs, random_position


def perfect(board: Board) -> int:
    """What perfect play comes to, in discs for the side to move."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    return max(-perfect(board.play(move)) for move in list(squares(board.legal_moves())) or [PASS])


@pytest.mark.parametrize("empties", range(1, 8))
def test_the_last_squares_are_those_of_minimax(empties: int) -> None:
    random = Random(empties)
    searcher = CompiledSearcher(0)
    telemetry = new_telemetry(Algorithm.PVS)
    searcher.begin(telemetry)
    boards = [random_position(random, 60 - empties), *(random_discs(random, empties) for _ in range(15))]
    for board in boards:
        exact = perfect(board)
        assert searcher.search(Node.endgame(board, -65, 65, Algorithm.PVS)) == exact, board.text()
        for alpha in range(-65, 65):
            found = searcher.search(Node.endgame(board, alpha, alpha + 1, Algorithm.PVS))
            if exact > alpha:
                assert alpha < found <= exact, (board.text(), alpha)
            else:
                assert exact <= found <= alpha, (board.text(), alpha)
