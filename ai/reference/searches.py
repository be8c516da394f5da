"""The searches of the textbooks, in the plainest Python.

All but minimax are fail-soft: a value r <= alpha is an upper bound, r >= beta a lower bound, between them r
is exact. Values are tenths of a disc (discs at the end of a game); a pass costs no depth. The observer of the
tree gets every step; slow motion shows this source without its calls (ai/trace/source.py). MTD(f) and
aspiration, which call these searches with one window after another, are in ai/search/drivers.py.
"""

from collections.abc import Hashable, Iterator
from enum import Enum
from typing import Final

from ai.limits import Order
from ai.reference.tree import Event, Tree, TreePosition
from ai.telemetry import Reason
from ai.weights import MAX_SCORE
from game.board import PASS, Bitboard, Move

INFINITE: Final = MAX_SCORE + 1  # above every value
_UNKNOWN: Final = (-1, -INFINITE, INFINITE)  # of a node that is not in the table: depth and bounds


class Memory(Enum):
    """What a transposition table takes for the same node.

    By positions: the same discs, however they came about; the best move found there is searched first the
    next time. By paths: the same moves; so a tree is searched, as by SSS*.
    """

    OFF = "off"
    POSITIONS = "positions"
    PATHS = "paths"


class Searches:
    """Minimax, alpha-beta, PVS and SCOUT.

    `best` holds the best move of every position whose value was above alpha.
    """

    def __init__(self, tree: Tree, memory: Memory = Memory.OFF) -> None:
        self.best: dict[tuple[Bitboard, Bitboard], Move] = {}
        self._tree = tree
        self._observer = tree.observer
        self._memory = memory
        self._bounds: dict[Hashable, tuple[int, int, int]] = {}
        self._line: list[Move] = []  # the moves that lead to the node, the root's first

    def minimax(self, position: TreePosition) -> int:
        """Shannon 1950. The whole tree."""
        known = self._enter(position, -INFINITE, INFINITE)
        if known is not None:  # a leaf, or in the table
            return known
        best = -INFINITE
        for child in self._children(position):
            value = -self.minimax(child)
            if value > best:
                best = value
                self._improve(position, child, value)
        return self._leave(position, -INFINITE, INFINITE, best)

    def alphabeta(self, position: TreePosition, alpha: int, beta: int) -> int:
        """Hart & Edwards 1961; Knuth & Moore 1975. With a null window it is Pearl's TEST (1980)."""
        known = self._enter(position, alpha, beta)
        if known is not None:  # a leaf, or in the table
            return known
        best = -INFINITE
        for child in self._children(position):
            lower = max(alpha, best)
            value = -self.alphabeta(child, -beta, -lower)
            if value > best:
                best = value
                if value > alpha:
                    self._improve(position, child, value)
                if value >= beta:
                    self._observer.note(Event.CUT, position, value=value, move=child.move)
                    break
        return self._leave(position, alpha, beta, best)

    def pvs(self, position: TreePosition, alpha: int, beta: int) -> int:
        """Marsland & Campbell 1982; Reinefeld 1983, who searches no exact value again. Also NegaScout. The
        first move is expected to be best.
        """
        known = self._enter(position, alpha, beta)
        if known is not None:  # a leaf, or in the table
            return known
        best = -INFINITE
        for child in self._children(position):
            lower = max(alpha, best)
            if best == -INFINITE:
                value = -self.pvs(child, -beta, -lower)
            else:
                if lower + 1 < beta:
                    self._observer.note(Event.NULL_WINDOW, position, lower, lower + 1, move=child.move)
                value = -self.pvs(child, -lower - 1, -lower)
                if lower < value < beta and not self._is_exact(child):
                    self._observer.note(Event.RESEARCH, position, lower, beta, value, move=child.move)
                    value = -self.pvs(child, -beta, -value)
            if value > best:
                best = value
                if value > alpha:
                    self._improve(position, child, value)
                if value >= beta:
                    self._observer.note(Event.CUT, position, value=value, move=child.move)
                    break
        return self._leave(position, alpha, beta, best)

    def scout(self, position: TreePosition) -> int:
        """Pearl 1980. The first move is evaluated, the others are tested, and only what passes is evaluated.

        An evaluation knows no window.
        """
        known = self._enter(position, -INFINITE, INFINITE)
        if known is not None:  # a leaf, or in the table
            return known
        best = -INFINITE
        for child in self._children(position):
            if best == -INFINITE:
                value = -self.scout(child)
            else:
                self._observer.note(Event.NULL_WINDOW, position, best, best + 1, move=child.move)
                value = -self.alphabeta(child, -best - 1, -best)
                if value > best:
                    self._observer.note(Event.RESEARCH, position, best, INFINITE, value, move=child.move)
                    value = -self.scout(child)
            if value > best:
                best = value
                self._improve(position, child, value)
        return self._leave(position, -INFINITE, INFINITE, best)

    # What all have in common

    def _enter(self, position: TreePosition, alpha: int, beta: int) -> int | None:
        """The value of a node that need not be searched: the table has it, or it is a leaf."""
        self._observer.note(Event.ENTER, position, alpha, beta)
        self._line[len(position.path) :] = [position.move]
        if self._memory is not Memory.OFF:
            depth, lower, upper = self._bounds.get(self._key(position), _UNKNOWN)
            if depth == position.depth and (lower >= beta or upper <= alpha or lower == upper):
                value = lower if lower >= beta else upper
                self._observer.note(Event.ANSWER, position, value=value)
                self._observer.note(Event.LEAVE, position, alpha, beta, value, Reason.TABLE)
                return value
        leaf = self._tree.leaf(position)
        if leaf is None:
            return None
        value, reason = leaf
        self._store(position, -INFINITE, INFINITE, value)
        self._observer.note(Event.LEAVE, position, alpha, beta, value, reason)
        return value

    def _leave(self, position: TreePosition, alpha: int, beta: int, value: int) -> int:
        self._store(position, alpha, beta, value)
        if value >= beta and (move := self.best[position.player, position.opponent]) != PASS:
            self._tree.memory.learn(len(position.path), position.depth, move)
        reason = Reason.CUT if value >= beta else Reason.ALL_MOVES
        self._observer.note(Event.LEAVE, position, alpha, beta, value, reason)
        return value

    def _is_exact(self, child: TreePosition) -> bool:
        """Whether the value of a child that failed low is no mere bound: it is a leaf, or all its moves led
        to leaves. Behind a pass there may be more, and the table may have given a bound.
        """
        return child.depth < 1 or (
            child.depth == 1 and self._memory is Memory.OFF and not self._tree.must_pass(child)
        )

    def _children(self, position: TreePosition) -> Iterator[TreePosition]:
        first = None
        if self._memory is Memory.POSITIONS or self._tree.order is Order.PV_FIRST:
            first = self.best.get((position.player, position.opponent))
        return self._tree.children(position, first)

    def _improve(self, position: TreePosition, child: TreePosition, value: int) -> None:
        self.best[position.player, position.opponent] = child.move
        self._observer.note(Event.IMPROVE, position, value=value, move=child.move)

    def _store(self, position: TreePosition, alpha: int, beta: int, value: int) -> None:
        """Keeps what a search with this window has proved, beside what was known of the same depth before."""
        if self._memory is Memory.OFF:
            return
        key = self._key(position)
        depth, lower, upper = self._bounds.get(key, _UNKNOWN)
        if depth != position.depth:
            lower, upper = -INFINITE, INFINITE
        if value > alpha:
            lower = value
        if value < beta:
            upper = value
        self._bounds[key] = position.depth, lower, upper

    def _key(self, position: TreePosition) -> Hashable:
        if self._memory is Memory.PATHS:
            return tuple(self._line[: len(position.path) + 1])  # places change where the order learns
        return position.player, position.opponent
