"""The refutation of a move: what it costs, and the lines that show why, from a review of this one move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.engine import Engine
from ai.limits import Limit
from game.board import Board, Color, Move, Square
from game.evaluation import Judgement
from game.tree import Game
from play.reasons import ReasonKind, reasons
from play.review import Review

# The plies of the search, and the empties up to which it is exact: usually half a second.
PLIES: Final = 16
SOLVED: Final = 20
# The most moves of a line.
MOST_MOVES: Final = 8
# A line ends once it shows one of these gains, or makes FEW_STABLE discs or more stable.
GAINS: Final = (ReasonKind.TAKES_CORNER, ReasonKind.SAFE_EDGE, ReasonKind.ENDS_GAME)
FEW_STABLE: Final = 3


@dataclass(frozen=True, slots=True)
class Refutation:
    """A legal move of `board` and its judgement."""

    board: Board
    move: Move
    judgement: Judgement

    @property
    def corners(self) -> tuple[Square, ...]:
        return lost_corners(self.board, self.move, self.judgement.better)

    @property
    def lines(self) -> tuple[tuple[Move, ...], ...]:
        """The move with best play after it, and the better line, if any; each ends once its gain shows."""
        turn, found = self.board.turn, self.judgement
        lines = [shown_line(self.board, (self.move, *found.refutation), turn.other)]
        if found.better:
            lines.append(shown_line(self.board, found.better, turn))
        return tuple(lines)


def shown_line(board: Board, moves: Sequence[Move], gainer: Color) -> tuple[Move, ...]:
    """Returns the moves until `gainer` wins a corner or stable discs or the game ends, MOST_MOVES at most."""
    shown: list[Move] = []
    for move in board.legal_part(moves[:MOST_MOVES]):
        shown.append(move)
        mover, before, board = board.turn, board, board.play(move)
        if board.is_over() or (mover is gainer and _gains(before, move)):
            break
    return tuple(shown)


def _gains(board: Board, move: Move) -> bool:
    return not board.must_pass() and any(
        reason.kind in GAINS or (reason.kind is ReasonKind.WINS_STABLE and reason.count >= FEW_STABLE)
        for reason in reasons(board, move)
    )


def lost_corners(board: Board, move: Move, better: Sequence[Move] = ()) -> tuple[Square, ...]:
    """Returns the corners that the other side may take after a move, but neither before it nor after the best
    move, the first of `better`.
    """
    kept = given_corners(board, better[0]) if better else ()
    return tuple(square for square in given_corners(board, move) if square not in kept)


def given_corners(board: Board, move: Move) -> tuple[Square, ...]:
    """Returns the corners that the other side may take after a legal move, and could not before."""
    found = reasons(board, move)
    return next((reason.squares for reason in found if reason.kind is ReasonKind.GIVES_CORNER), ())


def review_move(board: Board, move: Move, engine: Engine, threads: int) -> Review:
    """Starts a review that judges a legal move: the last node gets the judgement, None for an only move."""
    return Review(Game(board, (move,)), engine, Limit(depth=PLIES), threads, SOLVED)
