"""Who says what a position is worth, so that the evaluation can learn it: the compiled searches.

Importing this file loads NumPy, Numba and every kernel.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final, NamedTuple

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from ai.weights import MAX_SCORE, ONE_DISC, Weights, WeightsError, load
from game.board import PASS, Board, Move, squares

# Enough for 20 empties; emptying a larger one before every game takes longer than it saves.
TABLE_MEGABYTES: Final = 4
# Scores that are kept count in these parts of a disc, whatever the search counts in.
TENTHS: Final = 10

MOST_DISCS: Final = 64


class WeightsFile(NamedTuple):
    """Weights by their place, for tasks: small, and each worker loads them once."""

    path: Path
    fingerprint: str

    @classmethod
    def of(cls, path: Path) -> WeightsFile:
        """Raises WeightsError when the file cannot be used."""
        return cls(path.resolve(), load(path).fingerprint)

    def load(self) -> Weights:
        """Raises WeightsError, also when there are other weights by now or on this machine."""
        weights = load(self.path)
        if weights.fingerprint != self.fingerprint:
            raise WeightsError(
                f"{self.path}: its weights have the fingerprint {weights.fingerprint}, but the command was"
                f" started with {self.fingerprint}: every machine needs the same file there"
            )
        return weights


class Teacher:
    """One searcher and its table; without `weights` the evaluation is the program's own."""

    def __init__(self, table_megabytes: int = TABLE_MEGABYTES, weights: Weights | None = None) -> None:
        self._searcher = CompiledSearcher(table_megabytes, weights)
        self.new_game()

    def new_game(self) -> None:
        """Forget everything, so that what a game is given does not depend on those before it."""
        row = new_telemetry(Algorithm.PVS)
        self._searcher.clear()
        self._searcher.begin(row)

    def search(self, board: Board, depth: int) -> tuple[int, Move]:
        """(The score so many plies ahead in tenths of a disc for the side to move; a move, the best one found
        from 2 plies on).
        """
        node = Node.midgame(board, -MAX_SCORE, MAX_SCORE, depth, Algorithm.PVS)
        score = round(self._searcher.search(node) * TENTHS / ONE_DISC)
        if board.must_pass():
            return score, PASS
        move = self._searcher.best_reply(board.player, board.opponent, exact=False)
        return score, next(squares(board.legal_moves())) if move is None else move

    def solve(self, board: Board, least: int = -MOST_DISCS, guess: int = -MOST_DISCS) -> int:
        """The exact score in discs for the side to move; it is known to be at `least` that.

        By null windows (MTD(f), Plaat, Schaeffer, Pijls & de Bruin 1996), the first at the `guess`: where no
        better move is left than the one that proved `least`, one is enough.
        """
        lower, upper = least, MOST_DISCS
        alpha = guess
        while lower < upper:
            alpha = min(max(alpha, lower), upper - 1)
            score = self._test(board, alpha)
            if score > alpha:
                lower = alpha = score
            else:
                upper = score
                alpha = score - 1
        return lower

    def perfect_move(self, board: Board, score: int) -> Move:
        """A move that keeps the exact `score`, which `solve` has just found."""
        if board.must_pass():
            return PASS
        remembered = self._searcher.best_reply(board.player, board.opponent, exact=True)
        moves = sorted(squares(board.legal_moves()), key=lambda move: move != remembered)
        for move in moves:
            if self._test(board.play(move), -score) <= -score:
                return move
        raise ValueError(f"no move reaches {score:+} in {board.text()}")

    def _test(self, board: Board, alpha: int) -> int:
        """Fail-soft, in discs: above `alpha` a lower bound of the score, else an upper bound."""
        return self._searcher.search(Node.endgame(board, alpha, alpha + 1, Algorithm.PVS))


@functools.cache
def shared_teacher(weights: WeightsFile | None = None) -> Teacher:
    """The one of this process with these weights. Raises WeightsError."""
    return Teacher(weights=weights and weights.load())
