"""The common part of the NBoard and GTP engines: the session of one host, and the loop that serves it.

A session has no thread: `receive` handles a line of the host, `poll` advances the running request, which is a
generator that yields while it waits; a dropped request can therefore send nothing late.
"""

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import ClassVar, Final

from ai.engine import Analysis, Engine
from ai.limits import Limit, Options
from game.board import Board
from game.records.record import MAX_LENGTH

NAME: Final = "Nullwindow"

# Seconds between two polls of a running search.
POLL_SECONDS: Final = 0.005

# The most bytes read of a line: enough for the longest game.
LONGEST_LINE: Final = 2 * MAX_LENGTH
# The most bytes of lines that are read ahead of their answers.
MOST_AHEAD: Final = 256_000_000
# Seconds for waiting lines when the host ends the session.
END_SECONDS: Final = 1.0
QUIT: Final = "quit"

# The mark of a finished request.
_ENDED: Final = object()


class HostSession(ABC):
    """The session of one host, and its running request."""

    answers_in_order: ClassVar = False  # whether a line waits for the request before it

    def __init__(
        self, engine: Engine, send: Callable[[str], None], options: Options, seconds: float | None
    ) -> None:
        """Calls `send` with each line for the host; searches with `options`, for `seconds` a move."""
        self._engine = engine
        self._send = send
        self._options = options
        self._seconds = seconds
        self._request: Iterator[None] | None = None
        self._analysis: Analysis | None = None

    @property
    def is_thinking(self) -> bool:
        return self._request is not None

    @abstractmethod
    def receive(self, line: str) -> bool:
        """Answers one line; returns False if it ends the session."""

    def poll(self) -> None:
        """Advances the request, which sends its new results."""
        if self._request is not None and next(self._request, _ENDED) is _ENDED:
            self._request = None

    def stop(self) -> None:
        """Drops the request, and stops its search."""
        self._request = None
        if self._analysis is not None:
            self._analysis.stop()

    def _begin(self, request: Iterator[None]) -> None:
        self.stop()
        self._request = request
        self.poll()

    def _analyse(self, board: Board, limit: Limit, options: Options) -> Analysis:
        self._analysis = self._engine.analyse(board, limit, options)
        return self._analysis


def serve(session: HostSession, lines: Iterable[str]) -> None:
    """Answers `lines` until they end or one of them ends the session. A thread reads ahead, to notice their
    end: waiting lines then have END_SECONDS or, before QUIT in a session that answers in order, any time.
    """
    received: SimpleQueue[str | None] = SimpleQueue()
    end = math.inf
    read_bytes = answered_bytes = 0
    failed: list[OSError] = []

    def read() -> None:
        nonlocal end, read_bytes
        seconds = END_SECONDS
        try:
            for line in lines:
                received.put(line)
                first, second, *_others = (*line.split(None, 2), "", "")
                if first == QUIT or (second == QUIT and first.isdigit()):
                    seconds = math.inf if session.answers_in_order else END_SECONDS
                    return
                read_bytes += sys.getsizeof(line)
                while read_bytes - answered_bytes > MOST_AHEAD:
                    time.sleep(POLL_SECONDS)
        except OSError as error:
            failed.append(error)
        finally:
            end = time.monotonic() + seconds
            received.put(None)

    # A read cannot be interrupted, so the end does not wait for the thread.
    Thread(target=read, name="host", daemon=True).start()
    while True:
        if session.is_thinking and session.answers_in_order and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
            session.poll()
            continue
        try:
            line = received.get(timeout=POLL_SECONDS if session.is_thinking else None)
        except Empty:
            session.poll()
            continue
        if line is None or time.monotonic() > end or not session.receive(line):
            session.stop()
            if failed:
                raise failed[0]
            return
        answered_bytes += sys.getsizeof(line)
