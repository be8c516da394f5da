"""The tree of the game as every plain search sees it: what its leaves are worth, and its moves in order."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from ai.limits import Order
from ai.telemetry import Reason
from ai.weights import ONE_DISC
from game.board import CORNERS, PASS, Bitboard, Move, Square, final_score, flips, legal_moves, squares

# The way from the root, Dewey's notation: the place of each move among its brothers, from 0.
Path: TypeAlias = tuple[int, ...]

NO_MOVE: Final[Move] = -2


class TreePosition(NamedTuple):
    """A node of the tree, seen by the side to move, `depth` plies above the leaves.

    `move` led here, NO_MOVE at the root. A pass is a move that uses up no depth.
    """

    player: Bitboard
    opponent: Bitboard
    depth: int
    move: Move = NO_MOVE
    path: Path = ()


class Event(IntEnum):
    """The steps of a search, and their fields. Values and windows are seen by the side to move in the
    position; `move` leads to the child in question.
    """

    ENTER = 0  # a node begins, with its window: alpha, beta
    LEAVE = 1  # it ends: that window, a value, fail-soft (exact inside), and the Reason in `detail`
    ANSWER = 2  # the table has a value that is good enough
    MOVES = 3  # `moves` in the order in which they will be searched; [PASS] if there are none
    NULL_WINDOW = 4  # is the next move better than alpha? beta = alpha + 1
    RESEARCH = 5  # it is: at least `value`, from which it is searched again, up to beta
    IMPROVE = 6  # this move is the best so far, and better than alpha: value
    CUT = 7  # `value` is not below beta: the moves after this one are skipped
    ANOTHER_PASS = 8  # the root is searched, or searched once more, with this window
    PUSH = 9  # SSS*: into OPEN; solved in `detail`, the merit for the side to move at the root in `value`
    POP = 10  # SSS*: the state of the highest merit is taken from OPEN
    PURGE = 11  # SSS*: struck from OPEN, as a brother of it was good enough


class Observer:
    """This one does nothing. What `note` raises ends the search."""

    def note(
        self, event: Event, position: TreePosition, alpha: int = 0, beta: int = 0, value: int = 0,
        detail: int = 0, *, move: Move = NO_MOVE, moves: Sequence[Move] = (),
    ) -> None: ...  # fmt: skip


SILENT: Final = Observer()

Evaluate: TypeAlias = Callable[[Bitboard, Bitboard], int]

_CORNER_REPLIES: Final = 4  # replies of the opponent that a corner is worth


def children(player: Bitboard, opponent: Bitboard) -> Iterator[tuple[Move, Bitboard, Bitboard]]:
    """Each legal move, and the discs of both sides after it, those of the side then to move first."""
    for square in squares(legal_moves(player, opponent)):
        turned = flips(player, opponent, square)
        yield square, opponent ^ turned, player ^ turned ^ (1 << square)


def worth(player: Bitboard, opponent: Bitboard, square: Square) -> int:
    """A beginner's view of a move: the replies it leaves, in each of which there may be a corner."""
    turned = flips(player, opponent, square)
    replies = legal_moves(opponent ^ turned, player ^ turned ^ 1 << square)
    corners = (CORNERS >> square & 1) - (replies & CORNERS).bit_count()
    return _CORNER_REPLIES * corners - replies.bit_count()


class Tree:
    """`evaluate` values the leaves; a finished game counts `unit` for each disc."""

    def __init__(
        self,
        evaluate: Evaluate,
        order: Order = Order.UNSORTED,
        observer: Observer = SILENT,
        unit: int = ONE_DISC,
    ) -> None:
        self.observer = observer
        self._evaluate = evaluate
        self._order = order
        self._unit = unit

    def leaf(self, position: TreePosition) -> tuple[int, Reason] | None:
        """The value of a position that is not searched on, for the side to move."""
        player, opponent = position.player, position.opponent
        if not legal_moves(player, opponent) and not legal_moves(opponent, player):
            return self._unit * final_score(player, opponent), Reason.GAME_OVER
        if position.depth <= 0:
            return self._evaluate(player, opponent), Reason.EVALUATED
        return None

    def guess(self, root: TreePosition) -> int:
        """What the root is expected to be worth, before any search."""
        return round(self._evaluate(root.player, root.opponent) * self._unit / ONE_DISC)

    def must_pass(self, position: TreePosition) -> bool:
        return not legal_moves(position.player, position.opponent)

    def children(self, position: TreePosition, first: Move | None = None) -> Iterator[TreePosition]:
        """The positions after each move, in order. Where moves are sorted, `first` goes before all others."""
        player, opponent, depth, _, path = position
        moves = self._moves(player, opponent)
        if self._order is Order.STATIC and first in moves:
            moves.remove(first)
            moves.insert(0, first)
        self.observer.note(Event.MOVES, position, moves=moves)
        for place, move in enumerate(moves):
            if move == PASS:
                yield TreePosition(opponent, player, depth, PASS, (*path, place))
            else:
                turned = flips(player, opponent, move)
                rest = player ^ turned ^ 1 << move
                yield TreePosition(opponent ^ turned, rest, depth - 1, move, (*path, place))

    def _moves(self, player: Bitboard, opponent: Bitboard) -> list[Move]:
        moves = list(squares(legal_moves(player, opponent)))
        if self._order is not Order.UNSORTED:
            is_sorted = self._order is Order.STATIC
            moves.sort(key=lambda square: worth(player, opponent, square), reverse=is_sorted)
        return moves or [PASS]
