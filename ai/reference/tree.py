"""The game tree that all plain searches use: the values of its leaves, and the order of its moves."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from ai.limits import Order
from ai.telemetry import Reason
from ai.weights import ONE_DISC
from game.board import CORNERS, PASS, Bitboard, Move, Square, final_score, flips, legal_moves, squares

# The path from the root in Dewey notation: the place of each move among its siblings, from 0.
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
    """The steps of a search, and their fields. Values and windows are those of the side to move in the
    position; `move` leads to the child in question.
    """

    ENTER = 0  # a node begins, with its window: alpha, beta
    LEAVE = 1  # a node ends: the same window, a fail-soft value (exact inside), and the Reason in `detail`
    ANSWER = 2  # the table has a value that is good enough
    MOVES = 3  # `moves` in the order of the search, [PASS] if there are none; in `detail` a First
    NULL_WINDOW = 4  # tests whether the next move is better than alpha; beta = alpha + 1
    RESEARCH = 5  # the move is better, at least `value`: it is searched again from there up to beta
    IMPROVE = 6  # the move is the best so far, with a `value` above alpha
    CUT = 7  # `value` is not below beta: the moves after this one are skipped
    ANOTHER_PASS = 8  # the root is searched (again), with this window; `detail`: 1 + a new Order, or 0
    PUSH = 9  # SSS*: a state is added to OPEN; `detail`: whether solved, `value`: merit for the root's side
    POP = 10  # SSS*: the state of the highest merit is taken from OPEN
    PURGE = 11  # SSS*: a state is removed from OPEN, because a sibling was good enough


class First(IntEnum):
    """Why the first of several moves is first."""

    ANY = 0  # by board order, or by a rule
    BEST_BEFORE = 1  # it was the best when the position was last searched
    KILLER = 2
    HISTORY = 3
    EVALUATION = 4


class Observer:
    """Gets the events of a search; the base class does nothing. An exception from `note` ends the search."""

    def note(
        self, event: Event, position: TreePosition, alpha: int = 0, beta: int = 0, value: int = 0,
        detail: int = 0, *, move: Move = NO_MOVE, moves: Sequence[Move] = (),
    ) -> None: ...  # fmt: skip


SILENT: Final = Observer()

Evaluate: TypeAlias = Callable[[Bitboard, Bitboard], int]

_CORNER_REPLIES: Final = 4  # replies of the opponent that a corner is worth
_KILLERS: Final = 2  # moves per ply, as in the textbooks


def _after(player: Bitboard, opponent: Bitboard, square: Square) -> tuple[Bitboard, Bitboard]:
    """Returns the discs of both sides after a move, those of the side then to move first."""
    turned = flips(player, opponent, square)
    return opponent ^ turned, player ^ turned ^ 1 << square


def children(player: Bitboard, opponent: Bitboard) -> Iterator[tuple[Move, Bitboard, Bitboard]]:
    """Yields each legal move, and the discs of both sides after it, those of the side then to move first."""
    for square in squares(legal_moves(player, opponent)):
        yield square, *_after(player, opponent, square)


def worth(player: Bitboard, opponent: Bitboard, square: Square) -> int:
    """Returns a beginner's value of a move: few replies and a corner are good, corner replies are bad."""
    replies = legal_moves(*_after(player, opponent, square))
    corners = (CORNERS >> square & 1) - (replies & CORNERS).bit_count()
    return _CORNER_REPLIES * corners - replies.bit_count()


class CutMemory:
    """The moves that caused cutoffs so far. Plies count from the root, so each belongs to one side.

    Killers (Akl & Newborn 1977, "The principal continuation and the killer heuristic"): the last moves that
    cut at each ply, newest first. History (Schaeffer 1983, "The history heuristic"; 1989): points for each
    move of a side, wherever it cut, and more of them far from the leaves, where a cut saves most.
    """

    def __init__(self) -> None:
        self.killers: dict[int, list[Move]] = {}
        self.history: Counter[tuple[int, Move]] = Counter()
        """Points by (ply modulo 2, move)."""

    def learn(self, ply: int, depth: int, move: Move) -> None:
        """Records a move that caused a cutoff `depth` plies above the leaves."""
        killers = self.killers.setdefault(ply, [])
        self.killers[ply] = [move, *(killer for killer in killers if killer != move)][:_KILLERS]
        self.history[ply % 2, move] += 1 << depth

    def killer_rank(self, ply: int, move: Move) -> int:
        killers = self.killers.get(ply, [])
        return killers.index(move) if move in killers else _KILLERS


class Tree:
    """A game tree; `evaluate` values its leaves, and a finished game counts `unit` for each disc."""

    def __init__(
        self,
        evaluate: Evaluate,
        order: Order = Order.UNSORTED,
        observer: Observer = SILENT,
        unit: int = ONE_DISC,
    ) -> None:
        self.observer = observer
        self.order = order
        self.memory = CutMemory()
        self._evaluate = evaluate
        self._unit = unit

    def leaf(self, position: TreePosition) -> tuple[int, Reason] | None:
        """Returns the value of a leaf for the side to move, and its Reason; None if it is no leaf."""
        player, opponent = position.player, position.opponent
        if not legal_moves(player, opponent) and not legal_moves(opponent, player):
            return self._unit * final_score(player, opponent), Reason.GAME_OVER
        if position.depth <= 0:
            return self._evaluate(player, opponent), Reason.EVALUATED
        return None

    def guess(self, root: TreePosition) -> int:
        """Returns the expected value of the root before any search."""
        return round(self._evaluate(root.player, root.opponent) * self._unit / ONE_DISC)

    def must_pass(self, position: TreePosition) -> bool:
        return not legal_moves(position.player, position.opponent)

    def children(self, position: TreePosition, first: Move | None = None) -> Iterator[TreePosition]:
        """Yields the position after each move, in order. If moves are sorted, `first` precedes all others."""
        player, opponent, depth, _, path = position
        moves, why = self._moves(position)
        if self.order not in (Order.UNSORTED, Order.WORST_FIRST) and first in moves:
            moves.remove(first)
            moves.insert(0, first)
            why = First.BEST_BEFORE
        self.observer.note(Event.MOVES, position, detail=why if len(moves) > 1 else First.ANY, moves=moves)
        for place, move in enumerate(moves):
            if move == PASS:
                yield TreePosition(opponent, player, depth, PASS, (*path, place))
            else:
                child, rest = _after(player, opponent, move)
                yield TreePosition(child, rest, depth - 1, move, (*path, place))

    def _moves(self, position: TreePosition) -> tuple[list[Move], First]:
        """Returns the moves in order, and why the first is first; moves of equal rank stay as in UNSORTED."""
        player, opponent, depth, _, path = position
        moves, ply, why = list(squares(legal_moves(player, opponent))), len(path), First.ANY
        if not moves:
            return [PASS], why
        if self.order in (Order.STATIC, Order.WORST_FIRST):
            is_sorted = self.order is Order.STATIC
            moves.sort(key=lambda square: worth(player, opponent, square), reverse=is_sorted)
        elif self.order is Order.KILLERS:
            moves.sort(key=lambda square: self.memory.killer_rank(ply, square))
            why = First.KILLER if moves[0] in self.memory.killers.get(ply, []) else why
        elif self.order is Order.HISTORY:
            moves.sort(key=lambda square: -self.memory.history[ply % 2, square])
            why = First.HISTORY if self.memory.history[ply % 2, moves[0]] else why
        elif self.order is Order.EVALUATION and depth > 1 and len(moves) > 1:
            # One ply above the leaves sorting would cost as much as searching.
            moves.sort(key=lambda square: self._evaluate(*_after(player, opponent, square)))
            why = First.EVALUATION
        return moves, why
