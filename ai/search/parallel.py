"""Several threads that search one tree together: the one that calls, and helpers.

What they share and how is in ai/kernels/splits.py: they hand each other their work inside the kernels,
without Python. They share the table; each has a workspace and a telemetry row of its own.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import numpy as np

from ai.compiled import CompiledSearcher
from ai.kernels.recording import NO_DEPTH
from ai.kernels.workspace import CREW
from ai.limits import ALL_TECHNIQUES, Algorithm, Node, Techniques
from ai.telemetry import Telemetry
from game.board import Bitboard, Move

# Nodes of fewer plies, or of fewer empties near the end of the game, are not split: their trees are searched
# sooner than shared. Measured on FFO #40-#44 and 20 middle games. Less than two plies cannot be split.
_LEAST_DEPTH: Final = 4
_LEAST_EMPTIES: Final = 13
# Seconds a helper sleeps after finding no moves for some time.
_NAP: Final = 0.00005


class Crew:
    """A searcher of several threads, which live until `close`."""

    solves_endgames: Final = True
    recorder: Final = None

    def __init__(self, searcher: CompiledSearcher, threads: int) -> None:
        """`searcher` brings the table; it is the one of the calling thread."""
        self._changed = threading.Condition()
        self._is_active = False  # helpers are wanted
        self._is_closed = False
        self._resting = 0  # helpers that wait until they are
        self._problem: BaseException | None = None  # what ended a helper's work
        self._leader = searcher
        self._searchers = [searcher, *(CompiledSearcher(0, searcher.weights) for _ in range(threads - 1))]
        self._shared: np.void = np.zeros(1, CREW)[0]
        self._shared["threads"] = threads
        self._shared["yield_address"] = _yield_address()
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

    def begin(self, rows: Sequence[Telemetry], techniques: Techniques = ALL_TECHNIQUES) -> None:
        """Count into these rows from now on, one for each thread."""
        with self._changed:  # some may not have come back from the last search yet
            self._changed.wait_for(lambda: self._resting == len(self._helpers))
            self._problem = None  # what one of them met after the last search was over
        for thread, (searcher, row) in enumerate(zip(self._searchers, rows, strict=True)):
            searcher.begin(row, techniques)
            searcher.join(self._shared, thread, self._leader)

    def close(self) -> None:
        """End the helpers."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for helper in self._helpers:
            helper.join()

    # --- what the root calls

    def search(self, node: Node) -> int:
        """The score of the whole tree below a node, by all threads. Raises Abandoned."""
        for searcher in self._searchers:
            searcher.be_confident(node.confidence)
        least = _LEAST_EMPTIES if node.exact else _LEAST_DEPTH
        self._shared["least_empties"] = _LEAST_EMPTIES
        self._shared["least_depth"] = NO_DEPTH if node.exact else _LEAST_DEPTH
        if node.depth < least or node.algorithm is Algorithm.MINIMAX:
            self._shared["least_depth"] = NO_DEPTH
            return self._leader.search(node)
        with self._helped():
            return self._leader.search(node)

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None:
        return self._leader.best_reply(player, opponent, exact)

    def table_fill(self) -> int:
        return self._leader.table_fill()

    def nodes(self) -> int:
        return sum(searcher.nodes() for searcher in self._searchers)

    # --- the helpers

    @contextmanager
    def _helped(self) -> Iterator[None]:
        """Meanwhile helpers look for work. Raises a helper's error, whatever else happens."""
        with self._changed:
            self._is_active = True
            self._shared["is_active"] = 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._is_active = False
                self._shared["is_active"] = 0
                self._changed.notify_all()
            problem, self._problem = self._problem, None
            if problem is not None:
                raise problem from None

    def _help(self, searcher: CompiledSearcher) -> None:
        """The life of a helper."""
        while True:
            with self._changed:
                self._resting += 1
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._is_active or self._is_closed)
                self._resting -= 1
                if self._is_closed:
                    return
            try:
                while self._is_active:
                    if not searcher.help_others():
                        time.sleep(_NAP)
            except BaseException as error:  # noqa: BLE001 - raised in the thread that asked
                self._problem = error
                with self._changed:
                    self._changed.wait_for(lambda: not self._is_active or self._is_closed)


def _yield_address() -> int:
    """The address of the system's function that yields to other threads; 0 where it is not known."""
    try:
        if sys.platform == "win32":
            function = ctypes.windll.kernel32.SwitchToThread
        else:
            function = ctypes.CDLL(None).sched_yield
    except (OSError, AttributeError):
        return 0
    return ctypes.cast(function, ctypes.c_void_p).value or 0
