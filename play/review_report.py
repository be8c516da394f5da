"""What a review says of a game: the moves that were judged, and the discs each side lost by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, Final

from game.board import Color, Move
from game.evaluation import DUBIOUS, Judgement, Mark
from game.tree import Node


class GamePhase(Enum):
    OPENING = "opening"
    MIDDLE = "middle game"
    END = "endgame"

    @classmethod
    def of(cls, empties: int) -> GamePhase:
        """By the empties before the move: twenty moves each."""
        if empties > OPENING_EMPTIES:
            return cls.OPENING
        return cls.MIDDLE if empties > END_EMPTIES else cls.END


OPENING_EMPTIES: Final = 40
END_EMPTIES: Final = 20


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move in which there was a choice. `ply` counts from 1, passes included; `empties` are those before
    the move.
    """

    ply: int
    color: Color
    move: Move
    empties: int
    judgement: Judgement

    @property
    def phase(self) -> GamePhase:
        return GamePhase.of(self.empties)

    @property
    def best(self) -> Move:
        return self.judgement.better[0] if self.judgement.better else self.move


class ReviewTally:
    """The judged moves of sides of games, each a player's in one game."""

    def __init__(self) -> None:
        self.sides = 0
        self.moves = 0
        self.good = 0
        """Moves that lost less than DUBIOUS discs."""
        self.lost: dict[GamePhase, float] = dict.fromkeys(GamePhase, 0.0)
        """Discs."""
        self.marks: Counter[Mark] = Counter()

    def add(self, moves: Iterable[JudgedMove]) -> None:
        """One side of one game."""
        self.sides += 1
        for move in moves:
            judgement = move.judgement
            self.moves += 1
            self.good += judgement.loss < DUBIOUS
            self.lost[move.phase] += judgement.loss
            if judgement.mark is not None:
                self.marks[judgement.mark] += 1

    @property
    def lost_in_all(self) -> float:
        return sum(self.lost.values())

    @property
    def accuracy(self) -> float | None:
        """Share of good moves, 0 .. 1; None without a move."""
        return self.good / self.moves if self.moves else None

    def as_json(self) -> dict[str, Any]:
        """Losses are in discs, of all sides together."""
        return {
            "sides": self.sides,
            "moves": self.moves,
            "lost": round(self.lost_in_all, 1),
            "lost_by_phase": {phase.value: round(lost, 1) for phase, lost in self.lost.items()},
            "marks": {mark.value: self.marks[mark] for mark in Mark},
            "accuracy": None if self.accuracy is None else round(self.accuracy, 4),
        }


def judged_moves(line: Sequence[Node]) -> tuple[JudgedMove, ...]:
    """The moves of a line that a review has judged, in order."""
    return tuple(
        JudgedMove(node.ply, before.board.turn, node.move, before.board.empties, node.judgement)
        for before, node in pairwise(line)
        if node.judgement is not None and node.move is not None
    )


def tallies_of(moves: Sequence[JudgedMove]) -> tuple[ReviewTally, ReviewTally]:
    """Black's and White's moves of one game, indexed by Color."""
    tallies = ReviewTally(), ReviewTally()
    for color in Color:
        tallies[color].add(move for move in moves if move.color is color)
    return tallies
