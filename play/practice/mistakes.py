"""Positions of the person's games in which another move was clearly better, and the search of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ai.limits import Limit, Progress
from game.board import Board, Color, Move
from game.evaluation import Kind
from game.judgement import MISTAKE
from game.tree import Node
from play.players import Seat, Seats

# Discs by which the best move is better than every other.
CLEAR: Final = 2.0
# The empties up to which a position is solved, and the depth of the search of other positions.
SOLVED_EMPTIES: Final = 18
DEPTH: Final = 12
# Plies of a line that are kept.
LINE_PLIES: Final = 10
# What `play.library.player_name` calls a person against the computer.
YOU: Final = "You"


@dataclass(frozen=True, slots=True)
class RatedMove:
    """What a move is worth, in discs for its side; `line` begins with it, as far as it is known."""

    move: Move
    score: float
    line: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position and what was `played` in it. `found` has all moves, the best first, once it was searched."""

    board: Board
    played: Move
    found: tuple[RatedMove, ...] = ()
    is_exact: bool = False

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def is_clear(self) -> bool:
        """Whether one move is CLEAR better than the others, so that it can be asked for."""
        return len(self.found) > 1 and self.found[0].score - self.found[1].score >= CLEAR

    @property
    def limit(self) -> Limit:
        """Of the search that it needs."""
        return Limit(solve=True) if self.board.empties <= SOLVED_EMPTIES else Limit(depth=DEPTH)

    def searched(self, progress: Progress) -> Mistake:
        """With what a search of all moves has found."""
        found = found_in(progress)
        is_exact = all(entry.kind is Kind.EXACT for entry in progress.scores)
        return replace(self, found=found, is_exact=is_exact)


def found_in(progress: Progress) -> tuple[RatedMove, ...]:
    """What a search has found of all moves, the best first."""
    scores = sorted(progress.scores, key=lambda entry: -entry.score)
    return tuple(RatedMove(entry.move, entry.score, entry.pv[:LINE_PLIES]) for entry in scores)


def mistakes_of(line: Sequence[Node], seats: Seats) -> list[Mistake]:
    """Where people lost MISTAKE discs and more by moves of a reviewed line that they made in this program."""
    return [
        Mistake(before.board, node.move)
        for before, node in pairwise(line)
        if node.judgement is not None
        and node.move is not None
        and node.judgement.loss >= MISTAKE
        and _was_played_here(node, before, seats[before.board.turn], before.board.turn)
    ]


def _was_played_here(node: Node, before: Node, seat: Seat, color: Color) -> bool:
    """Whether a person made a move in this program: in other games the players are not known.

    A match leaves its clock before and after a move. One that is opened from the library has seconds, and the
    names that it gives to people who have none.
    """
    if not seat.is_human:
        return False
    has_clocks = node.clock is not None and (before.clock is not None or before.parent is None)
    if not seat.name:
        return has_clocks
    return seat.name == YOU or (
        seat.name == color.name.capitalize() and (has_clocks or node.seconds is not None)
    )
