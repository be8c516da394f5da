"""What the engine's sides of NBoard and GTP share: a session of one host, and the lines it is served by.

A session has no thread: `receive` takes a line of the host, `poll` moves the running request on, which is a
generator that yields while it has to wait; nothing of a dropped one can come late.
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

# Seconds between two looks at a running search.
POLL_SECONDS: Final = 0.005

# Bytes of a line that are read: of the longest games.
LONGEST_LINE: Final = 2 * MAX_LENGTH
# Bytes of lines that are read before they are answered.
MOST_AHEAD: Final = 256_000_000
# Seconds for what waits when the host ends the session.
END_SECONDS: Final = 1.0
QUIT: Final = "quit"

# What a request gives when it has nothing more to say.
_ENDED: Final = object()


class HostSession(ABC):
    """One host's session, and the request that is being answered."""

    answers_in_order: ClassVar = False  # whether a line waits until the request before it is answered

    def __init__(
        self, engine: Engine, send: Callable[[str], None], options: Options, seconds: float | None
    ) -> None:
        """`send` gets each line for the host; `options` say how to play, `seconds` how long a move takes."""
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
        """Answer one line; False when it ends the session."""

    def poll(self) -> None:
        """Send what the request has found since."""
        if self._request is not None and next(self._request, _ENDED) is _ENDED:
            self._request = None

    def stop(self) -> None:
        """Drop the request, and end its search."""
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
    """Answers `lines` until they end or one of them ends the session. They are read ahead, so that their end
    is noticed: what waits then has END_SECONDS or, before QUIT in a session that answers in order, any time.
    """
    received: SimpleQueue[str | None] = SimpleQueue()
    end = math.inf
    read_bytes = answered_bytes = 0

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
        finally:
            end = time.monotonic() + seconds
            received.put(None)

    # A read cannot be interrupted, so it is not waited for at the end.
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
            return
        answered_bytes += sys.getsizeof(line)
