"""The ideas that lessons teach beginners, and what they count. The Play page loads this with its coach."""

from enum import Enum
from typing import Final

from ai.reference.evaluation import stable_discs
from game.board import Board, Move, legal_moves, squares
from play.reasons import ReasonKind


class Idea(Enum):
    """The ideas, in the order in which they are taught."""

    CORNERS = "corners"
    BESIDE_CORNERS = "beside_corners"
    FEW_DISCS = "few_discs"
    FEW_MOVES = "few_moves"
    QUIET = "quiet"
    EDGES = "edges"
    WEDGES = "wedges"
    STABLE = "stable"
    PARITY = "parity"
    COUNTING = "counting"

    @property
    def number(self) -> int:
        return list(Idea).index(self) + 1


# Positions of each lesson.
STEPS: Final = 5
# Ideas whose answer is shown on the squares of the position itself.
COUNTED: Final = (
    *(Idea.BESIDE_CORNERS, Idea.FEW_DISCS, Idea.FEW_MOVES, Idea.QUIET, Idea.STABLE, Idea.COUNTING),
)
# The reasons for the moves of ideas that count nothing.
REASONS: Final = {
    Idea.EDGES: frozenset({ReasonKind.SAFE_EDGE}),
    Idea.PARITY: frozenset({ReasonKind.EVEN_REGION, ReasonKind.LAST_IN_REGION}),
}


def counts(idea: Idea, board: Board) -> dict[Move, int]:
    """Returns the count of an idea for each move: discs turned, replies left, new replies, discs made stable.
    Empty if it counts nothing; the fewest is best except for STABLE.
    """
    moves = {move: board.play(move) for move in squares(board.legal_moves())}
    before = legal_moves(board.opponent, board.player)
    stable = stable_discs(board.player, board.opponent)
    match idea:
        case Idea.FEW_DISCS:
            return {move: board.flips(move).bit_count() for move in moves}
        case Idea.FEW_MOVES:
            return {move: after.legal_moves().bit_count() for move, after in moves.items()}
        case Idea.QUIET:
            return {move: (after.legal_moves() & ~before).bit_count() for move, after in moves.items()}
        case Idea.STABLE:
            return {
                move: (stable_discs(after.opponent, after.player) & ~stable).bit_count()
                for move, after in moves.items()
            }
    return {}
