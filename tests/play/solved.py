"""The exact score of a position by the solver, to check other answers."""

from ai.engine import Engine
from ai.limits import Limit
from game.board import PASS, Board

# Seconds within which every position of these tests is solved.
PATIENCE = 120.0


def solved(engine: Engine, board: Board) -> float:
    """Returns the exact score for the side to move, by a search on an empty table."""
    result = board.result()
    if result is not None:
        return board.turn.sign * (result.black - result.white)
    if board.must_pass():
        return -solved(engine, board.play(PASS))
    engine.clear_and_allocate()
    score = engine.analyse(board, Limit(solve=True)).result(PATIENCE).score
    assert score is not None
    return score
