"""What the searches are compared with."""

from __future__ import annotations

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.telemetry import new_telemetry
from ai.weights import MAX_SCORE
from game.board import PASS, Board, Move
from tests.ai.positions import midgame_node

PLAIN = CompiledSearcher(0)


class Minimax:
    """The scores of the moves of one position, in tenths of a disc."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._scores: dict[tuple[Move, int], int] = {}

    def score(self, move: Move, depth: int) -> int:
        if (move, depth) not in self._scores:
            left = depth if move == PASS else depth - 1
            self._scores[move, depth] = -_score(self._board.play(move), left)
        return self._scores[move, depth]

    def score_after(self, move: Move, reply: Move, depth: int) -> int:
        """For the side that makes the move."""
        return _score(self._board.play(move).play(reply), depth - 2 + (move == PASS))


def _score(board: Board, depth: int) -> int:
    PLAIN.begin(new_telemetry(Algorithm.MINIMAX))
    window = (-MAX_SCORE - 1, MAX_SCORE + 1)
    return PLAIN.search(midgame_node(board, *window, depth, Algorithm.MINIMAX))
