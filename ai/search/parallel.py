"""Several threads that search one tree together: the calling thread, and helpers.

Each searches the whole tree, and defers moves that others are searching (see ai/kernels/sharing.py). All
share one table; each has its own workspace and telemetry row.
"""

import logging
import threading
from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.compiled import CompiledSearcher
from ai.kernels.workspace import CREW
from ai.limits import ALL_TECHNIQUES, Algorithm, SearchNode, Techniques
from ai.telemetry import Abandoned, Slot, Telemetry
from ai.trace.rows import RowRecorder
from game.board import Bitboard, Move

logger = logging.getLogger(__name__)

# Helpers join only in trees of at least this size, in plies or in empties to the end of the game.
_LEAST_DEPTH: Final = 7
_LEAST_EMPTIES: Final = 13


class Crew:
    """A searcher with several threads, which live until `close`."""

    solves_endgames: Final = True

    def __init__(self, searcher: CompiledSearcher, threads: int) -> None:
        """`searcher` belongs to the calling thread; all threads use its table."""
        self._changed = threading.Condition()
        self._shared: SearchNode | None = None  # the tree of the helpers
        self._generation = 0  # counts the changes of `_shared`
        self._busy = 0  # helpers that are searching
        self._is_closed = False
        self._has_table = False  # without one no thread sees the results of others
        self._problem: BaseException | None = None  # the error of a helper
        self._leader = searcher
        self._searchers = [searcher, *(CompiledSearcher(0, searcher.weights) for _ in range(threads - 1))]
        self._record: np.void = np.zeros(1, CREW)[0]
        self._record["threads"] = threads
        self._helpers = [
            threading.Thread(target=self._help, args=(each,), name=f"search helper {number}", daemon=True)
            for number, each in enumerate(self._searchers[1:], start=1)
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
        return len(self._searchers)

    @property
    def recorder(self) -> RowRecorder | None:
        """The recorder of the calling thread; in its tree, results of other threads appear as table hits."""
        return self._leader.recorder

    def begin(
        self, rows: Sequence[Telemetry], techniques: Techniques = ALL_TECHNIQUES, record: int = 0
    ) -> None:
        """Prepares a search that counts into `rows`, one for each thread; only the leader records."""
        self._hand_out(None)
        with self._changed:  # some may still be in the last search
            self._changed.wait_for(lambda: self._busy == 0)
            self._problem = None  # drops an error left by the last search
        self._record["marks"] = self._record["orders"] = 0
        self._has_table = techniques.table and self._leader.table.words.size > 0
        for searcher, row in zip(self._searchers, rows, strict=True):
            searcher.begin(row, techniques, record if searcher is self._leader else 0)
            searcher.join(self._record, self._leader)

    def rest(self) -> None:
        """Stops the helpers. Raises the error of a helper that failed."""
        self._hand_out(None)
        self._raise_problem()

    def close(self) -> None:
        """Ends the threads of the helpers."""
        self._hand_out(None)
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for helper in self._helpers:
            helper.join()

    # --- what the root calls

    def share(self, root: SearchNode) -> None:
        """Makes the helpers search this tree as well, if it is large enough, until the next call."""
        is_large = root.depth >= (_LEAST_EMPTIES if root.exact else _LEAST_DEPTH)
        is_helped = is_large and self._has_table and root.algorithm is not Algorithm.MINIMAX
        self._hand_out(root if is_helped else None)

    def search(self, node: SearchNode) -> int:
        """Searches a node and returns its score. Raises Abandoned, or the error of a helper."""
        score = self._leader.search(node)
        self._raise_problem()
        return score

    def best_reply(
        self, player: Bitboard, opponent: Bitboard, exact: bool, solved_empties: int = 0
    ) -> Move | None:
        return self._leader.best_reply(player, opponent, exact, solved_empties)

    def nodes(self) -> int:
        return sum(searcher.nodes() for searcher in self._searchers)

    # --- the helpers

    def _hand_out(self, root: SearchNode | None) -> None:
        """Gives all helpers a new tree, or none; they abandon their current one."""
        with self._changed:
            if root is None and self._shared is None:
                return
            self._shared = root
            self._generation += 1
            for helper in self._searchers[1:]:
                helper.row[Slot.CANCELLED] = 1
            self._changed.notify_all()

    def _raise_problem(self) -> None:
        problem, self._problem = self._problem, None
        if problem is not None:
            raise problem from None

    def _help(self, searcher: CompiledSearcher) -> None:
        taken = 0
        while True:
            with self._changed:
                while self._shared is None or taken == self._generation:
                    if self._is_closed:
                        return
                    self._changed.wait()
                root, taken = self._shared, self._generation
                self._busy += 1
                searcher.row[Slot.CANCELLED] = searcher.row[Slot.ABANDONED] = 0
            try:
                searcher.search(root)
            except Abandoned:
                pass
            except BaseException as error:
                logger.exception("A helper has failed")
                self._problem = error
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()
