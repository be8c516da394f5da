"""Why a move was bad: one reason that a learner can check by counting on the board."""

from dataclasses import dataclass
from enum import Enum
from functools import partial, reduce
from typing import Final

from ai.reference.evaluation import stable_discs
from game.board import CORNERS, PASS, Bitboard, Board, Move, Square, parse_square, squares
from game.evaluation import Judgement
from play.reasons import left_in_region
from play.refutation import lost_corners

# At most FEW_MOVES for the mover, and at least MANY_MOVES, and twice as many, for the opponent.
FEW_MOVES: Final = 4
MANY_MOVES: Final = 5
# Plies of best play after the move within which a corner falls, or discs become stable.
MOST_PLIES: Final = 8
# A player with more moves is not short of moves.
FREE_MOVES: Final = 9
# The least number of extra moves for the opponent, or missing ones for the mover, against the best move.
MORE_MOVES: Final = 3
# The least surplus of newly stable discs, against the best line, that is a reason.
LEAST_STABLE: Final = 3
# In the first EARLY_MOVES moves, turning TOO_MANY more discs than the best move is a reason, MORE only if
# there is no other.
EARLY_MOVES: Final = 20
TOO_MANY: Final = 6
MORE: Final = 2

# The corners, each with its X-square.
DIAGONALS: Final = {
    parse_square(corner): parse_square(beside)
    for corner, beside in (("a1", "b2"), ("h1", "g2"), ("a8", "b7"), ("h8", "g7"))
}

_Moves = tuple[Move, ...]


class CoachReasonKind(Enum):
    """The kinds of reasons, the weightiest first."""

    CORNER = "corner"  # the opponent can now take one of the corners `squares`, and could not before
    WIPEOUT = "wipeout"  # the opponent can play the first of `line`, which turns all discs of the mover
    RESULT = "result"  # a win or a draw is lost, exactly
    MOBILITY = "mobility"  # the opponent has `theirs` moves; after the first of `line` the mover has `ours`
    NEXT_CORNER = "next_corner"  # with best play the opponent takes the corner `squares` at the end of `line`
    STABLE = "stable"  # after `line` the opponent's discs `squares` are stable, and were not before
    PARITY = "parity"  # `theirs` squares are left in the region, an odd number: the opponent can be last
    TOO_MANY = "too_many"  # the move turned `ours` discs, the best move `theirs`
    LEAVES = "leaves"  # the best move takes the corner `squares`
    BESIDE = "beside"  # the move is on the X-square of the empty corner `squares`; the best move is on none
    OPENS = "opens"  # the opponent has `theirs` moves, after the best move only `ours`
    CLOSES = "closes"  # after the first of `line` the mover has `ours` moves, with best play `theirs`
    LOSS = "loss"  # discs; nothing more is known


@dataclass(frozen=True, slots=True)
class CoachReason:
    """A reason; the meaning of its fields depends on `kind`."""

    kind: CoachReasonKind
    squares: tuple[Square, ...] = ()
    line: tuple[Move, ...] = ()
    """The moves after the bad move, beginning with the opponent's."""
    ours: int = 0
    theirs: int = 0

    def answer(self, judgement: Judgement) -> Move | None:
        """Returns the opponent's move: to the corner, else by the line, else the best; None for a pass."""
        corners = self.squares if self.kind is CoachReasonKind.CORNER else ()
        moves = *corners, *self.line[:1], *judgement.refutation[:1]
        return next((move for move in moves if move != PASS), None)


def corner_beside(board: Board, move: Move) -> Square | None:
    """Returns the empty corner whose X-square this is; None for other squares."""
    empty = ~(board.black | board.white)
    return next((corner for corner, near in DIAGONALS.items() if near == move and empty >> corner & 1), None)


def coach_reason(board: Board, move: Move, judgement: Judgement) -> CoachReason:
    """Returns the weightiest reason against a legal move that is not a pass."""
    played = (move, *board.play(move).legal_part(judgement.refutation))
    better = board.legal_part(judgement.better)
    if lost := lost_corners(board, move, better):
        return CoachReason(CoachReasonKind.CORNER, lost)
    if (found := _wipeout(board, move)) is not None:
        return found
    if judgement.loses_the_result:
        return CoachReason(CoachReasonKind.RESULT, line=played[1:])
    found_by_lines = (find(board, played, better) for find in _FINDERS)
    return next(filter(None, found_by_lines), CoachReason(CoachReasonKind.LOSS))


def _wipeout(board: Board, move: Move) -> CoachReason | None:
    after = board.play(move)
    for answer in squares(after.legal_moves()):
        if not after.play(answer).discs(board.turn):
            return CoachReason(CoachReasonKind.WIPEOUT, line=(answer,))
    return None


def _mobility(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    theirs, ours = _moves_after(board, played)
    if _is_shut_in(theirs, ours) and not _is_shut_in(*_moves_after(board, better)):
        return CoachReason(CoachReasonKind.MOBILITY, line=played[1:2], ours=ours, theirs=theirs)
    return None


def _is_shut_in(theirs: int, ours: int) -> bool:
    return theirs >= MANY_MOVES and FEW_MOVES >= ours >= 0 and theirs >= 2 * ours


def _moves_after(board: Board, line: _Moves) -> tuple[int, int]:
    """Counts the opponent's moves after the first of `line` and the mover's after the second; each is -1 if
    unknown, the mover's also if the opponent must pass.
    """
    if not line:
        return -1, -1
    after = board.play(line[0])
    theirs = after.legal_moves().bit_count()
    if not theirs or len(line) < 2:
        return theirs, -1
    answered = after.play(line[1])
    return theirs, -1 if answered.is_over() else answered.legal_moves().bit_count()


def _next_corner(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    found = _line_to_corner(board, played)
    if not found or _line_to_corner(board, better):
        return None
    return CoachReason(CoachReasonKind.NEXT_CORNER, found[-1:], found[1:])


def _leaves(_board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    taken = tuple(move for move in better[:1] if CORNERS >> move & 1)
    return CoachReason(CoachReasonKind.LEAVES, taken) if taken and not CORNERS >> played[0] & 1 else None


def _line_to_corner(board: Board, line: _Moves) -> _Moves:
    """Returns the line up to the opponent's first corner; empty if the opponent takes none."""
    place = board
    for count, move in enumerate(line[: MOST_PLIES + 1], 1):
        if place.turn is not board.turn and move != PASS and CORNERS >> move & 1:
            return line[:count]
        place = place.play(move)
    return ()


def _stable(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    """Finds the shortest part of the line that makes LEAST_STABLE more discs stable than the better line."""
    length = min(len(played), len(better) or MOST_PLIES, MOST_PLIES)
    for count in range(2, length + 1):
        won = _made_stable(board, played[:count])
        more = won.bit_count() - _made_stable(board, better[:count]).bit_count()
        if more >= LEAST_STABLE:
            return CoachReason(CoachReasonKind.STABLE, tuple(squares(won)), played[1:count])
    return None


def _made_stable(board: Board, line: _Moves) -> Bitboard:
    """Returns the opponent's discs that are stable after a line, and were not before."""
    other, after = board.turn.other, reduce(Board.play, line, board)
    before = stable_discs(board.opponent, board.player)
    return stable_discs(after.discs(other), after.discs(board.turn)) & ~before


def _parity(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    left, kept = (left_in_region(board, line[0]) or 0 if line else 0 for line in (played, better))
    if not left.bit_count() % 2 or kept.bit_count() % 2:
        return None
    return CoachReason(CoachReasonKind.PARITY, played[:1], theirs=left.bit_count())


def _too_many(board: Board, played: _Moves, better: _Moves, least: int = TOO_MANY) -> CoachReason | None:
    if not better or Board.initial().empties - board.empties >= EARLY_MOVES:
        return None
    ours, theirs = (board.flips(line[0]).bit_count() for line in (played, better))
    return CoachReason(CoachReasonKind.TOO_MANY, ours=ours, theirs=theirs) if ours >= theirs + least else None


def _opens(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    (theirs, _), (least, _) = _moves_after(board, played), _moves_after(board, better)
    return (
        CoachReason(CoachReasonKind.OPENS, ours=least, theirs=theirs)
        if theirs >= max(MANY_MOVES, least + MORE_MOVES) and least >= 0
        else None
    )


def _closes(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    (_, ours), (_, most) = _moves_after(board, played), _moves_after(board, better)
    is_reason = 0 <= ours <= min(FREE_MOVES, most - MORE_MOVES)
    return (
        CoachReason(CoachReasonKind.CLOSES, line=played[1:2], ours=ours, theirs=most) if is_reason else None
    )


def _beside(board: Board, played: _Moves, better: _Moves) -> CoachReason | None:
    near, best = (corner_beside(board, line[0]) if line else None for line in (played, better))
    return CoachReason(CoachReasonKind.BESIDE, (near,)) if near is not None and best is None else None


_FINDERS: Final = (
    *(_mobility, _next_corner, _stable, _parity, _too_many),
    *(_leaves, _beside, _opens, _closes, partial(_too_many, least=MORE)),
)
