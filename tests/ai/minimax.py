"""What the searches are compared with."""

from __future__ import annotations

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from ai.weights import MAX_SCORE
from game.board import PASS, Board, Move

PLAIN = CompiledSearcher(0)


class Minimax:
    """The scores of the moves of one position, in tenths of a disc."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._scores: dict[tuple[Move, int], int] = {}

    def score(self, move: Move, depth: int) -> int:
        if (move, depth) not in self._scores:
            left = depth if move == PASS else depth - 1
            PLAIN.begin(new_telemetry(Algorithm.MINIMAX))
            window = (-MAX_SCORE - 1, MAX_SCORE + 1)
            node = Node.midgame(self._board.play(move), *window, left, Algorithm.MINIMAX)
            self._scores[move, depth] = -PLAIN.search(node)
        return self._scores[move, depth]
