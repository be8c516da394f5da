"""The engine: `Engine.analyse` starts a search in its worker thread and returns a handle to it at once.

Importing this file is quick: NumPy, Numba and the kernels are loaded by `ai.preparation` in the background,
and the reference search is used meanwhile.
"""

from __future__ import annotations

import atexit
import logging
import sys
import threading
import time
from bisect import bisect_right
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Final

from ai import preparation
from ai.book import Book
from ai.expectation import Expectation, expectation_of
from ai.limits import FULL_STRENGTH, Algorithm, Counters, Limit, Options, Progress
from ai.machine import DEFAULT_MEGABYTES, LEAST_MEGABYTES, check_table_size, give_way, is_busy
from ai.reference.searcher import ReferenceSearcher
from ai.search.root import RootSearch, Searcher, first_progress
from ai.telemetry import Slot, new_telemetry
from ai.weights import Weights, default_weights
from game.board import Board
from game.evaluation import Kind
from game.symmetry import BitboardPair

if TYPE_CHECKING:
    from ai.compiled import CompiledSearcher
    from ai.search.parallel import Crew
    from ai.trace.rows import RowRecorder
    from ai.trace.tree import RecordedTree

logger = logging.getLogger(__name__)

# Seconds a thread may hold the interpreter lock (default 5 ms): the end of a search involves three threads.
_SWITCH_INTERVAL: Final = 0.001

# A search is stopped this long before its limit, to leave the kernel and deliver the result,
_SAFETY_SECONDS: Final = 0.006
# but never more than this share of a short limit.
_SAFETY_SHARE: Final = 0.2

# The slots that are fields of Counters.
_COUNTED: Final = (
    *(Slot.NODES, Slot.CUTOFFS, Slot.FIRST_CUTOFFS, Slot.NULL_WINDOWS, Slot.RESEARCHES),
    *(Slot.PROBES, Slot.ANSWERS, Slot.LEAVES),
)

# Waits are divided into steps of this many seconds: on Windows Ctrl-C does not end a wait without a limit.
_WAIT_STEP: Final = 0.2
# The longest wait in seconds: threading raises OverflowError beyond some weeks (Windows) or centuries.
_LONGEST_WAIT: Final = 3600.0


class Analysis:
    """A handle to one search, for any thread; only `result` and `wait` block. `was_dropped` is True if the
    engine ended it early for a new search, a new table or `close`; `is_late` if its time limit did.
    """

    outside = ""  # the name of the external engine that searches; "" for this program
    has_begun = True  # False while an external engine is starting

    def __init__(self, board: Board, limit: Limit, options: Options) -> None:
        """Raises ValueError when the game is over."""
        self.board = board
        self.limit = limit
        self.options = options
        self._expectation: Expectation | None = None
        self._found = first_progress(board, options.algorithm)
        # The last values of `progress` and `progress_at`, each with the Progress from which it was computed.
        self._progress_cache = self._history_cache = self._found, self._found
        self.history: list[tuple[int, Progress]] = [(0, self._found)]
        """(nodes, progress) of a recorded search, with raw scores; `progress_at` has expected ones."""
        self.error: Exception | None = None
        self.was_dropped = self.is_late = False
        self.started = time.perf_counter()
        self.rows = [new_telemetry(options.algorithm) for _ in range(options.threads)]
        self._recorder: RowRecorder | None = None
        self._ended: float | None = None
        self._is_done = False
        # Held until the end. Not an Event: Ctrl-C in one leaves its lock locked, and the worker hangs.
        self._searching = threading.Lock()
        self._searching.acquire()

    @property
    def is_done(self) -> bool:
        return self._is_done

    @property
    def progress(self) -> Progress:
        """The current result. Expected scores are computed here, so that they cost the search no time."""
        self._progress_cache = self._for_people(self._found, self._progress_cache)
        return self._progress_cache[0]

    def progress_at(self, nodes: float) -> Progress:
        """Returns the result of a recorded search after this number of nodes."""
        found = self.history[bisect_right(self.history, nodes, key=itemgetter(0)) - 1][1]
        self._history_cache = self._for_people(found, self._history_cache)
        return self._history_cache[0]

    def _for_people(self, found: Progress, last: tuple[Progress, Progress]) -> tuple[Progress, Progress]:
        if found is last[1]:
            return last
        return found if self._expectation is None else self._expectation.progress(found), found

    def counters(self) -> Counters:
        """Returns the counters summed over all threads; the seconds stop when the search is done."""
        ended = time.perf_counter() if self._ended is None else self._ended

        def total(slot: Slot) -> int:
            return sum(row[slot] for row in self.rows)

        return Counters(seconds=ended - self.started, **{slot.name.lower(): total(slot) for slot in _COUNTED})

    def trees(self) -> tuple[RecordedTree, ...]:
        """Returns the first plies of the first thread's tree of each iteration. The running one is last,
        refreshed a few times a second. Empty until the kernels search, and if nothing is recorded.
        """
        return () if self._recorder is None else self._recorder.trees()

    def result(self, timeout: float | None = None) -> Progress:
        """Waits for the end, returns the result. Raises TimeoutError, or the error that ended the search."""
        if timeout is None:
            self.wait()
        elif not self._is_done_within(timeout):
            raise TimeoutError(f"the search was not done within {timeout} s")
        if self.error is not None:
            raise self.error
        return self.progress

    def wait(self) -> None:
        """Waits for the end, whether the search succeeds or fails."""
        while not self._is_done_within(_WAIT_STEP):
            pass

    @property
    def was_stopped(self) -> bool:
        """Whether the search was stopped, perhaps by its time limit; if not, it finished what it began."""
        return bool(self.rows[0][Slot.STOP])

    def stop(self) -> None:
        """Stops the search and returns at once; its finished iterations stay readable."""
        for row in self.rows:
            row[Slot.STOP] = 1

    def switch(self, algorithm: Algorithm) -> None:
        """Continues with another algorithm: drops the running iteration, keeps the finished ones."""
        self.options = replace(self.options, algorithm=algorithm)
        for row in reversed(self.rows):  # the first thread last: it shares the next root
            row[Slot.WANTED] = algorithm

    def _publish(self, progress: Progress) -> None:
        self._found = progress
        if self.options.record:
            self.history.append((sum(int(row[Slot.NODES]) for row in self.rows), progress))

    def finish(self) -> None:
        """Marks the search as done; its last progress is the result."""
        self._ended = time.perf_counter()
        if self._recorder is not None:
            self._recorder.close()
        self._is_done = True
        self._searching.release()

    def _is_done_within(self, seconds: float) -> bool:
        if not self._is_done and self._searching.acquire(timeout=max(0.0, seconds)):
            self._searching.release()  # for the next thread that waits
        return self._is_done


class Engine:
    """A search engine: one worker thread, one transposition table, one search at a time."""

    def __init__(
        self,
        table_megabytes: int = DEFAULT_MEGABYTES,
        book: Book | None = None,
        weights: Weights | None = None,
        gives_way: bool = False,
        expected_scores: bool = False,
    ) -> None:
        """Uses `book` for searches whose options allow it; without `weights` the program's own are used.

        With `gives_way` searches leave the processor to the window, unless other programs would take it; the
        window then starts loading the kernels after its first frame. With `expected_scores` it publishes the
        scores expected with best play, not those that searches compare (ai/expectation.py).

        Raises ValueError if the table does not fit into memory, and WeightsError if the weights cannot be
        used; with `gives_way` the first search raises the WeightsError.
        """
        check_table_size(table_megabytes)
        self._given_weights = weights
        if not gives_way:
            self._weights()
        self._table_megabytes = table_megabytes
        self.book = book
        self._gives_way = gives_way
        self._for_people = expected_scores
        self._compiled: CompiledSearcher | None = None
        self._crew: Crew | None = None
        self._crew_gives_way = False
        # Ctrl-C can interrupt between any two steps of Python. Acquiring or releasing this lock is one step,
        # a condition takes several: so code that the main thread may run uses `with self._lock`.
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._waiting: Analysis | None = None
        self._running: Analysis | None = None
        self._must_clear = False
        self._mistakes: set[BitboardPair] = set()  # positions that levels reached by mistake, to avoid them
        self._is_closed = False
        self._worker = threading.Thread(target=self._work, name="search", daemon=True)
        self._watchdog = threading.Thread(target=self._watch, name="time limit", daemon=True)
        sys.setswitchinterval(min(_SWITCH_INTERVAL, sys.getswitchinterval()))
        if not gives_way:  # a window starts it after its first frame
            preparation.start()
        self._worker.start()
        self._watchdog.start()
        atexit.register(self.close)

    def _weights(self) -> Weights:
        return self._given_weights or default_weights()

    def analyse(self, board: Board, limit: Limit, options: Options | None = None) -> Analysis:
        """Starts a search and returns its handle at once; stops the previous search of this engine.

        Raises ValueError if the game is over in `board`, and RuntimeError after `close`.
        """
        analysis = Analysis(board, limit, options or Options())
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the engine is closed")
            self._stop_all()
            self._waiting = analysis
            self._changed.notify_all()
        return analysis

    def new_game(self) -> None:
        """Stops the search, and clears the table and the list of mistakes."""
        self.resize_table(self._table_megabytes)

    def clear_and_allocate(self) -> None:
        """Clears the table and waits until its memory is allocated, so that no search spends time on it.

        A search of one ply ensures that; it leaves nothing in the table.
        """
        self.new_game()
        self.analyse(Board.initial(), Limit(depth=1)).result()

    def resize_table(self, megabytes: int) -> None:
        """Stops the search and makes an empty table of this size. Raises ValueError if it does not fit."""
        if not LEAST_MEGABYTES <= megabytes <= self._table_megabytes:
            check_table_size(megabytes)
        with self._lock:
            self._stop_all()
            self._table_megabytes = megabytes
            self._must_clear = True
            self._changed.notify_all()

    def close(self, wait: bool = True) -> None:
        """Ends the threads; `wait` waits for them, which may take seconds. May be called twice."""
        with self._lock:
            self._is_closed = True
            self._stop_all()
            self._changed.notify_all()
        if wait:
            self._worker.join()
            self._watchdog.join()

    def _stop_all(self) -> None:
        for analysis in filter(None, (self._running, self._waiting)):
            analysis.was_dropped = True
            analysis.stop()
        if self._waiting is not None:
            self._waiting.finish()
            self._waiting = None

    # --- the worker

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._must_clear or self._is_closed)
                if self._is_closed:
                    break
                must_clear, self._must_clear = self._must_clear, False
                analysis, self._waiting = self._waiting, None
                self._running = analysis
                self._changed.notify_all()
            if must_clear:
                self._mistakes.clear()
                # While no search waits; if there is no memory, the next search raises the error.
                with suppress(MemoryError):
                    self._clear()
            if analysis is not None:
                self._run(analysis)
                with self._changed:
                    self._running = None
                analysis.finish()
        self._dismiss_crew()
        atexit.unregister(self.close)

    def _clear(self) -> None:
        if self._compiled is not None:
            self._dismiss_crew()  # it holds the old table
            self._compiled.clear(self._table_megabytes)

    def _run(self, analysis: Analysis) -> None:
        """Runs a search, in a thread of its own if it gives way: a thread cannot raise its priority again."""
        if not self._gives_way or is_busy():
            self._search(analysis, gives_way=False)
            return
        thread = threading.Thread(target=self._search, args=(analysis, True), name="polite")
        try:
            thread.start()
        except RuntimeError:  # the system has no more threads
            self._search(analysis, gives_way=False)
        else:
            thread.join()

    def _search(self, analysis: Analysis, gives_way: bool) -> None:
        begun: Searcher | None = None

        def searcher() -> Searcher:
            nonlocal begun
            if begun is None and preparation.is_ready():
                if gives_way:  # not earlier: the plain search holds the interpreter, which the window needs
                    give_way()
                if self._crew is not None and self._crew_gives_way is not gives_way:
                    self._dismiss_crew()
                self._crew_gives_way = gives_way
                begun = self._compiled_searcher(analysis)
            return begun or ReferenceSearcher(analysis.rows[0], preparation.is_ready, self._weights())

        try:
            if (answer := self._answer_of_book(analysis)) is not None:
                analysis._publish(answer)
                return
            if self._for_people:
                analysis._expectation = expectation_of(self._weights())
            question = analysis.board, analysis.limit, analysis.options
            publish, started = analysis._publish, analysis.started
            search = RootSearch(*question, analysis.rows[0], publish, started, self._mistakes)
            try:
                search.run(searcher)
            finally:
                if self._crew is not None and begun is self._crew:
                    self._crew.rest()
            if search.mistake is not None and (analysis.is_late or not analysis.was_stopped):  # it is played
                self._mistakes.add(search.mistake)
        except Exception as error:
            logger.exception("The search of %s has failed", analysis.board.text())
            analysis.error = error

    def _answer_of_book(self, analysis: Analysis) -> Progress | None:
        """Returns the book's result; None without one, if the book is off, or if one score is not enough."""
        board, options = analysis.board, analysis.options
        is_enough = options.level == FULL_STRENGTH and not options.all_moves and not analysis.limit.solve
        if self.book is None or not options.book or not is_enough:
            return None
        chosen = self.book.choose(board, Random(options.seed))
        if chosen is None:
            return None
        line = self.book.line(board, chosen.move)
        return replace(analysis._found, move=chosen.move, score=chosen.score, kind=Kind.BOOK, pv=line)

    def _compiled_searcher(self, analysis: Analysis) -> Searcher:
        """Returns the searcher, or the crew if there are several rows, ready to count into the rows."""
        rows, options = analysis.rows, analysis.options
        if self._compiled is None:
            from ai.compiled import CompiledSearcher

            self._compiled = CompiledSearcher(self._table_megabytes, self._weights())
        elif not self._compiled.table.words.size:
            self._clear()  # there was no memory for the last resize
        if len(rows) == 1:
            self._compiled.begin(rows[0], options.techniques, options.record)
            analysis._recorder = self._compiled.recorder
            return self._compiled
        if self._crew is None or self._crew.threads != len(rows):
            from ai.search.parallel import Crew

            self._dismiss_crew()
            self._crew = Crew(self._compiled, len(rows))
        self._crew.begin(rows, options.techniques, options.record)
        analysis._recorder = self._crew.recorder
        return self._crew

    def _dismiss_crew(self) -> None:
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    # --- the watchdog

    def _watch(self) -> None:
        """Stops the running search shortly before its time is up."""
        with self._changed:
            while not self._is_closed:
                left = _seconds_left(self._running)
                if self._running is not None and left is not None and left <= 0:
                    self._running.is_late = True
                    self._running.stop()
                    left = None
                self._changed.wait(None if left is None else min(left, _LONGEST_WAIT))


def _seconds_left(analysis: Analysis | None) -> float | None:
    """Returns the seconds until the search must be stopped; None without a limit."""
    seconds = None if analysis is None else analysis.limit.seconds
    if analysis is None or seconds is None:
        return None
    safety = min(_SAFETY_SECONDS, _SAFETY_SHARE * seconds)
    return analysis.started + seconds - safety - time.perf_counter()
