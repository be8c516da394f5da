"""What a review says of a move: the discs it lost against the best one, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.board import Move
from game.evaluation import FULL_WIDTH

# Discs a move loses, from which on it has a mark.
DUBIOUS: Final = 2.0
MISTAKE: Final = 4.0
BLUNDER: Final = 8.0


class Mark(Enum):
    """The signs of annotated games, the mildest first."""

    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move among its alternatives. Scores are in discs, + for the side that made the move.

    `best` is what the best move was worth, `played` what this one was: both by searches that looked equally
    far, `depth` plies from the position before the move, or both exact. `confidence` is that of the search
    in percent, as in Evaluation.
    """

    best: float
    played: float
    depth: int
    is_exact: bool
    confidence: int = FULL_WIDTH
    better: tuple[Move, ...] = ()
    """The line of the best move from the position before; empty where none was better."""
    refutation: tuple[Move, ...] = ()
    """The best answers to the move; empty where nothing was better, or it ended the game."""
    seconds: float | None = None
    """What the review gave each position; None: it searched to a fixed depth."""

    @property
    def loss(self) -> float:
        """Discs, to the tenth; never below 0, for two estimates may contradict each other."""
        return max(0.0, round(self.best - self.played, 1))

    @property
    def loses_the_result(self) -> bool:
        """Whether a win became a draw or a loss, or a draw a loss; only of what is exact can that be said."""
        return self.is_exact and _outcome(self.played) < _outcome(self.best)

    @property
    def mark(self) -> Mark | None:
        """None below DUBIOUS discs; a move that loses the result is a mistake at least."""
        if self.loss >= BLUNDER:
            return Mark.BLUNDER
        if self.loss >= MISTAKE or self.loses_the_result:
            return Mark.MISTAKE
        return Mark.DUBIOUS if self.loss >= DUBIOUS else None


def _outcome(score: float) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)
