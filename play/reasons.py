"""The reasons for a move: its effects by the rules alone, counted on the boards before and after it."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from ai.reference.evaluation import stable_discs
from game.board import CORNERS, FULL, Bitboard, Board, Color, Square, connected, flips, legal_moves, squares

# The most moves of the other side that count as few.
FEW_MOVES: Final = 3
# The most empty squares on the board, and in a region, at which the region is counted.
PARITY_EMPTIES: Final = 20
LARGEST_REGION: Final = 8
# Moves whose reasons are cached.
KEPT: Final = 256


class Edge(Enum):
    TOP = 0x00000000000000FF
    BOTTOM = 0xFF00000000000000
    LEFT = 0x0101010101010101
    RIGHT = 0x8080808080808080


class ReasonKind(Enum):
    """The kinds of reasons, the most important first; the values describe the fields of MoveReason."""

    ENDS_GAME = "neither side can move afterwards"
    TAKES_CORNER = "the square itself is a corner"
    GIVES_CORNER = "the other side may take the corners `squares`, and could not before"
    MAKES_PASS = "the other side must pass"
    KEEPS_CORNER = "the other side could take the corners `squares`, and may not any more"
    SAFE_EDGE = "all discs of the mover on `edge`, two at least, are stable, and were not all before"
    WINS_STABLE = "`count` more discs of the mover are stable, besides a corner alone"
    GIVES_STABLE = (
        "the other side may play the first of `squares`, could not before, and makes `count` stable"
    )
    FEW_MOVES = "the other side has `count` moves, FEW_MOVES at most and fewer than before"
    FEWEST_MOVES = "the other side has `count` moves, fewer than after any other move"
    LAST_IN_REGION = "all squares around it were taken, others elsewhere were empty"
    EVEN_REGION = "`count` connected squares stay empty around it, an even number, others elsewhere"


BAD: Final = (ReasonKind.GIVES_CORNER, ReasonKind.GIVES_STABLE)  # reasons against a move


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A fact about a move of `side`; `kind` defines the meaning of the other fields."""

    kind: ReasonKind
    side: Color
    squares: tuple[Square, ...] = ()
    count: int = 0
    edge: Edge | None = None

    @property
    def is_good(self) -> bool:
        return self.kind not in BAD


@lru_cache(KEPT)
def reasons(board: Board, square: Square) -> tuple[MoveReason, ...]:
    """Returns the reasons of a move, the most important first. Raises IllegalMove. Discs are stable if the
    local rule of ai/reference/evaluation.py proves it; regions are connected in eight directions.
    """
    after = board.play(square)
    if after.is_over():
        return (MoveReason(ReasonKind.ENDS_GAME, board.turn),)
    found = _corners(board, square, after) + _stability(board, square, after)
    found += _mobility(board, after) + _parity(board, square)
    order = list(ReasonKind)
    return tuple(sorted(found, key=lambda reason: order.index(reason.kind)))


def _corners(board: Board, square: Square, after: Board) -> list[MoveReason]:
    if CORNERS >> square & 1:
        return [MoveReason(ReasonKind.TAKES_CORNER, board.turn, (square,))]
    before = legal_moves(board.opponent, board.player) & CORNERS
    now = after.legal_moves() & CORNERS
    changes = (ReasonKind.GIVES_CORNER, now & ~before), (ReasonKind.KEEPS_CORNER, before & ~now)
    return [MoveReason(kind, board.turn, tuple(squares(corners))) for kind, corners in changes if corners]


def _stability(board: Board, square: Square, after: Board) -> list[MoveReason]:
    """Finds what the move makes stable, and the worst of the replies that it newly allows, except corners."""
    before, now = stable_discs(board.player, board.opponent), stable_discs(after.opponent, after.player)
    won = (now & ~before).bit_count()
    own = ((edge, after.opponent & edge.value) for edge in Edge)
    several = ((edge, discs) for edge, discs in own if discs.bit_count() > 1)
    safe = (edge for edge, discs in several if discs & ~before and not discs & ~now)
    found = []
    if (edge := next(safe, None)) is not None:
        found.append(MoveReason(ReasonKind.SAFE_EDGE, board.turn, edge=edge))
    elif won > bool(CORNERS >> square & 1):
        found.append(MoveReason(ReasonKind.WINS_STABLE, board.turn, count=won))
    given = {
        answer: _won_by(after, answer)
        for answer in squares(after.legal_moves() & ~legal_moves(board.opponent, board.player) & ~CORNERS)
    }
    worst = max(given, key=lambda answer: given[answer], default=None)
    if worst is not None and given[worst]:
        found.append(MoveReason(ReasonKind.GIVES_STABLE, board.turn, (worst,), given[worst]))
    return found


def _won_by(board: Board, square: Square) -> int:
    turned = flips(board.player, board.opponent, square)
    now = stable_discs(board.player | turned | 1 << square, board.opponent & ~turned)
    return (now & ~stable_discs(board.player, board.opponent)).bit_count()


def _mobility(board: Board, after: Board) -> list[MoveReason]:
    count = after.legal_moves().bit_count()
    if count == 0:
        return [MoveReason(ReasonKind.MAKES_PASS, board.turn)]
    if count <= FEW_MOVES and count < legal_moves(board.opponent, board.player).bit_count():
        return [MoveReason(ReasonKind.FEW_MOVES, board.turn, count=count)]
    moves = [board.play(move) for move in squares(board.legal_moves())]
    if all(other == after or other.legal_moves().bit_count() > count for other in moves) and len(moves) > 1:
        return [MoveReason(ReasonKind.FEWEST_MOVES, board.turn, count=count)]
    return []


def _parity(board: Board, square: Square) -> list[MoveReason]:
    left = left_in_region(board, square)
    if left is None or left.bit_count() + 1 == board.empties or left.bit_count() % 2:
        return []
    if not left:
        return [MoveReason(ReasonKind.LAST_IN_REGION, board.turn, (square,))]
    return [MoveReason(ReasonKind.EVEN_REGION, board.turn, (square,), left.bit_count())]


def left_in_region(board: Board, square: Square) -> Bitboard | None:
    """Returns the connected squares that stay empty around a move; None if the move splits them, or if too
    many squares are empty to count them.
    """
    region = connected(1 << square, ~(board.black | board.white) & FULL)
    left = region & ~(1 << square)
    is_late = board.empties <= PARITY_EMPTIES and region.bit_count() <= LARGEST_REGION
    return left if is_late and connected(left & -left, left) == left else None
