"""What a review says of each side: the discs it lost, when, by which mistakes, and how often it was right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from game.board import Color
from game.judgement import DUBIOUS, Judgement, Mark
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
    """A move in which there was a choice."""

    node: Node
    color: Color
    phase: GamePhase
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class SideReport:
    """Of one side's moves that were judged; those without a choice are not among them."""

    moves: tuple[JudgedMove, ...]

    @property
    def lost(self) -> float:
        """Discs, in all."""
        return sum(move.judgement.loss for move in self.moves)

    def lost_in(self, phase: GamePhase) -> float:
        return sum(move.judgement.loss for move in self.moves if move.phase is phase)

    def count(self, mark: Mark) -> int:
        return sum(move.judgement.mark is mark for move in self.moves)

    @property
    def accuracy(self) -> float | None:
        """Share of the moves, 0 .. 1, that lost less than DUBIOUS discs; None without a move."""
        good = sum(move.judgement.loss < DUBIOUS for move in self.moves)
        return good / len(self.moves) if self.moves else None


def judged_moves(line: Sequence[Node]) -> tuple[JudgedMove, ...]:
    """The moves of a line that a review has judged, in order."""
    return tuple(
        JudgedMove(node, before.board.turn, GamePhase.of(before.board.empties), node.judgement)
        for before, node in pairwise(line)
        if node.judgement is not None
    )


def reports(line: Sequence[Node]) -> tuple[SideReport, SideReport]:
    """Black's and White's, indexed by Color."""
    moves = judged_moves(line)
    black, white = (tuple(move for move in moves if move.color is color) for color in Color)
    return SideReport(black), SideReport(white)
