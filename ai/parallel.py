"""Several threads that search one tree together: young brothers wait (Feldmann, Monien, Mysliwietz &
Vornberger 1990).

The plies near the root are searched here, in Python. A node's first move is searched by one thread, for the
others wait for the bound it brings; then any free thread may take the next of its brothers. A tree that is
small enough is one kernel call. The threads share the table; each has a workspace and a telemetry row of its
own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from ai.compiled import CompiledSearcher
from ai.limits import ALL_TECHNIQUES, Algorithm, Techniques
from ai.node import Node
from ai.telemetry import Abandoned, Slot, Telemetry
from game.board import Bitboard, Move, flips
from game.evaluation import FULL_WIDTH

# So many plies below the root are split, if the trees below them are worth it: they have at least so many
# plies or, in the endgame, empties. While a thread has nothing to do, more plies are. With more than that the
# threads wait for Python, with fewer for each other. Measured on FFO #40-#44 and 20 middle games.
_SPLIT_PLIES: Final = 3
_IDLE_PLIES: Final = 2
_LEAST_DEPTH: Final = 10
_LEAST_EMPTIES: Final = 16


@dataclass(eq=False, slots=True)
class _Split:
    """A node whose brothers may be searched by any thread. Changed under the lock of the crew only."""

    node: Node
    outside: tuple[_Split, ...]  # the splits it lies in, from the root down
    left: list[tuple[Move, Bitboard]]  # moves nobody has begun and what they turn, the best last
    best: int
    best_move: Move
    improved: Callable[[Move, int], None] | None = None
    working: int = 0  # threads inside besides the one that opened it
    is_cut: bool = False  # no more of it is searched
    is_void: bool = False  # ... because a thread gave up: its best is not the best of all

    @property
    def path(self) -> tuple[_Split, ...]:
        return (*self.outside, self)


@dataclass(eq=False, slots=True)
class _Hand:
    """One thread's means to search. `path` is what it is working for, the innermost split last."""

    searcher: CompiledSearcher
    path: tuple[_Split, ...] = ()

    @property
    def row(self) -> Telemetry:
        return self.searcher.row


class Crew:
    """A searcher of several threads: the one that calls, and helpers that live until `close`."""

    solves_endgames: Final = True
    recorder: Final = None

    def __init__(self, searcher: CompiledSearcher, threads: int) -> None:
        """`searcher` brings the table; it is the one of the calling thread."""
        self._changed = threading.Condition()
        self._open: list[_Split] = []
        self._is_closed = False
        self._least_depth = 0
        self._idle = 0  # threads with nothing to do
        self._problem: BaseException | None = None  # what ended a helper's work, other than being stopped
        searchers = [searcher, *(searcher.partner() for _ in range(threads - 1))]
        self._hands = [_Hand(each) for each in searchers]
        self._helpers = [
            threading.Thread(target=self._help, args=(hand,), name=f"search helper {number}", daemon=True)
            for number, hand in enumerate(self._hands[1:], start=1)
        ]
        started = 0
        try:
            for helper in self._helpers:
                helper.start()
                started += 1
        except RuntimeError:  # the system has no more threads
            del self._helpers[started:]
            self.close()
            raise

    @property
    def threads(self) -> int:
        return len(self._hands)

    def begin(self, rows: Sequence[Telemetry], techniques: Techniques = ALL_TECHNIQUES) -> None:
        """Count into these rows from now on, one for each thread."""
        for hand, row in zip(self._hands, rows, strict=True):
            hand.searcher.begin(row, techniques, self._hands[0].searcher)

    def close(self) -> None:
        """End the helpers."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for helper in self._helpers:
            helper.join()

    # --- what the root calls

    def midgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        depth: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,
    ) -> int:
        """Tenths of a disc. Raises Abandoned."""
        return self._search_first(Node(player, opponent, alpha, beta, depth, algorithm, False, confidence))

    def endgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,
    ) -> int:
        """Discs. Raises Abandoned."""
        empties = 64 - (player | opponent).bit_count()
        return self._search_first(Node(player, opponent, alpha, beta, empties, algorithm, True, confidence))

    def search_brothers(
        self,
        root: Node,
        moves: Sequence[Move],
        best: int,
        best_move: Move,
        improved: Callable[[Move, int], None],
    ) -> tuple[int, Move]:
        """See SearcherOfBrothers."""
        self._begin_tree(root.depth, root.exact)
        left = [(move, flips(root.player, root.opponent, move)) for move in reversed(moves)]
        split = _Split(root, (), left, best, best_move, improved)
        with self._problems_raised():
            self._search_brothers(self._hands[0], split)
        if split.best >= root.beta:
            self._hands[0].row[Slot.CUTOFFS] += 1
        return split.best, split.best_move

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None:
        return self._hands[0].searcher.best_reply(player, opponent, exact)

    def table_fill(self) -> int:
        return self._hands[0].searcher.table_fill()

    def nodes(self) -> int:
        return sum(hand.searcher.nodes() for hand in self._hands)

    # --- the search

    def _begin_tree(self, depth: int, exact: bool) -> None:
        """`depth` is that of the root."""
        self._least_depth = max(depth - _SPLIT_PLIES, _LEAST_EMPTIES if exact else _LEAST_DEPTH)

    def _search_first(self, node: Node) -> int:
        """A position after a move of the root."""
        self._begin_tree(node.depth + 1, node.exact)
        with self._problems_raised():
            return self._search(self._hands[0], node)

    @contextmanager
    def _problems_raised(self) -> Iterator[None]:
        """A helper's error, in place of the Abandoned or the score that it led to."""
        try:
            yield
        finally:
            problem, self._problem = self._problem, None
            if problem is not None:
                raise problem from None

    def _search(self, hand: _Hand, node: Node) -> int:
        """The score of a node, by this thread and whoever else has time."""
        least = self._least_depth - (_IDLE_PLIES if self._idle else 0)
        if node.depth < least or node.algorithm is Algorithm.MINIMAX:
            return hand.searcher.search(node)
        known, moves = hand.searcher.expand(node)
        if known is not None:
            return known
        if not moves:
            return -self._search(hand, node.passed())
        first, turned = moves[0]
        best, best_move = -self._search(hand, node.child(first, turned, node.alpha, node.beta)), first
        if best < node.beta and len(moves) > 1:
            split = _Split(node, hand.path, moves[:0:-1], best, first)
            self._search_brothers(hand, split)
            best, best_move = split.best, split.best_move
        hand.searcher.remember(node, best, best_move, is_first=best_move == first)
        return best

    def _search_brother(self, hand: _Hand, split: _Split, move: Move, turned: Bitboard, lower: int) -> int:
        node = split.node
        if node.algorithm is Algorithm.ALPHABETA:
            return -self._search(hand, node.child(move, turned, lower, node.beta))
        hand.row[Slot.NULL_WINDOWS] += lower + 1 < node.beta
        score = -self._search(hand, node.child(move, turned, lower, lower + 1))
        if lower < score < node.beta:
            hand.row[Slot.RESEARCHES] += 1
            # Another thread may have raised the bound meanwhile.
            lower = min(max(score, split.best), node.beta - 1)
            score = -self._search(hand, node.child(move, turned, lower, node.beta))
        return score

    # --- the threads

    def _search_brothers(self, hand: _Hand, split: _Split) -> None:
        """Open the split to all, and leave it when everybody has. Raises Abandoned."""
        problem: BaseException | None = None
        with self._changed:
            hand.path = split.path
            self._open.append(split)
            self._changed.notify_all()
        try:
            self._work(hand, split)
            self._wait_and_help(hand, split)
        except BaseException as error:  # noqa: BLE001 - raised again when the others have left
            problem = error
            with self._changed:
                self._give_up(split, hand)
                self._changed.wait_for(lambda: not split.working)
        with self._changed:
            self._leave(hand, split.outside)
            if problem is not None and not isinstance(problem, Abandoned):
                raise problem
            if split.is_void or self._is_void(hand, split.node.algorithm):
                raise Abandoned

    def _work(self, hand: _Hand, split: _Split) -> None:
        """Search brothers until none is left. Raises Abandoned when something further out is void."""
        while True:
            with self._changed:
                if not split.left:
                    if split in self._open:
                        self._open.remove(split)
                    return
                move, turned = split.left.pop()
                lower = max(split.node.alpha, split.best)
            score = self._search_brother(hand, split, move, turned, lower)
            with self._changed:
                if score > split.best and not split.is_cut:
                    split.best, split.best_move = score, move
                    if split.improved is not None:
                        split.improved(move, score)
                    if score >= split.node.beta:
                        self._cut(split, hand)

    def _wait_and_help(self, hand: _Hand, split: _Split) -> None:
        """While others are inside, work on what they have opened there; elsewhere one could get lost."""
        while True:
            with self._changed:
                inner = None
                while split.working and inner is None:
                    inner = self._find(split)
                    if inner is None:
                        self._wait()
                if inner is None:
                    return
                self._enter(hand, inner)
            self._lend_a_hand(hand, inner, split.path)
            with self._changed:
                if self._is_void(hand, split.node.algorithm):
                    raise Abandoned

    def _help(self, hand: _Hand) -> None:
        """The life of a helper."""
        while True:
            with self._changed:
                while (split := self._find()) is None and not self._is_closed:
                    self._wait()
                if split is None:
                    return
                self._enter(hand, split)
            self._lend_a_hand(hand, split, ())

    def _lend_a_hand(self, hand: _Hand, split: _Split, path: tuple[_Split, ...]) -> None:
        """Work on a split that another thread has opened, once it is entered; then go back to `path`.

        Whatever happens the split is left, for its owner waits for that.
        """
        problem: BaseException | None = None
        try:
            self._work(hand, split)
        except BaseException as error:  # noqa: BLE001 - raised in the thread that asked
            problem = error
        with self._changed:
            if problem is not None:
                self._give_up(split, hand)
            if not isinstance(problem, Abandoned | None):
                self._problem = problem
            split.working -= 1
            self._leave(hand, path)
            self._changed.notify_all()

    # --- with the lock held

    def _enter(self, hand: _Hand, split: _Split) -> None:
        split.working += 1
        hand.path = split.path

    def _wait(self) -> None:
        """Have nothing to do until something changes."""
        self._idle += 1
        self._changed.wait()
        self._idle -= 1

    def _find(self, inside: _Split | None = None) -> _Split | None:
        """The open split with the largest trees, somewhere inside another one if that is given."""
        found = (
            split
            for split in self._open
            if (inside is None or inside in split.path) and not any(outer.is_cut for outer in split.path)
        )
        return max(found, key=lambda split: split.node.depth, default=None)

    def _give_up(self, split: _Split, hand: _Hand) -> None:
        """This thread did not finish what it took. If nobody called it off the split has no result."""
        if not any(each.is_cut for each in split.path):
            split.is_void = True
        self._cut(split, hand)

    def _cut(self, split: _Split, cutter: _Hand) -> None:
        """Nothing more of the split is searched: call off everybody else inside."""
        split.is_cut = True
        split.left.clear()
        if split in self._open:
            self._open.remove(split)
        for hand in self._hands:
            if hand is not cutter and split in hand.path:
                hand.row[Slot.CANCELLED] = 1
        self._changed.notify_all()

    def _leave(self, hand: _Hand, path: tuple[_Split, ...]) -> None:
        """Go back to working for `path`; being called off counts on only if it was for that."""
        hand.path = path
        hand.row[Slot.CANCELLED] = any(split.is_cut for split in path)
        hand.row[Slot.ABANDONED] = 0

    def _is_void(self, hand: _Hand, algorithm: Algorithm) -> bool:
        row = hand.row
        return bool(row[Slot.STOP] or row[Slot.CANCELLED] or row[Slot.WANTED] != algorithm)
