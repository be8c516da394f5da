"""What a searcher is asked. Standard library only."""

from __future__ import annotations

from typing import NamedTuple

from ai.limits import Algorithm
from game.board import Bitboard, Move
from game.evaluation import FULL_WIDTH


class Node(NamedTuple):
    """A position seen by the side to move, and the window its score is searched in.

    With `exact` scores are discs at the end of the game and `depth` is the number of empties; else they are
    tenths of a disc, `depth` plies ahead. Below FULL_WIDTH the search is selective.
    """

    player: Bitboard
    opponent: Bitboard
    alpha: int
    beta: int
    depth: int
    algorithm: Algorithm
    exact: bool
    confidence: int = FULL_WIDTH

    def child(self, move: Move, turned: Bitboard, alpha: int, beta: int) -> Node:
        """The position after a move that turns these discs, seen by the other side; the window is this
        side's.
        """
        rest = self.player ^ turned ^ 1 << move
        how = (self.algorithm, self.exact, self.confidence)
        return Node(self.opponent ^ turned, rest, -beta, -alpha, self.depth - 1, *how)

    def passed(self) -> Node:
        """The same position, seen and to be played by the other side; a pass costs no depth."""
        return self._replace(player=self.opponent, opponent=self.player, alpha=-self.beta, beta=-self.alpha)
