"""The NBoard protocol, the engine's side of it, versions 1 and 2: lines of text in and out.

A `NBoardSession` has no thread of its own: `receive` takes a line of the host, `poll` moves the running
request on. A request is a generator that sends what its search has found and yields while it has to wait;
once it is dropped nothing of it can come late. `serve` joins a session to a stream
of lines.
"""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from ai import preparation, timing
from ai.engine import Analysis, Engine
from ai.limits import FULL_STRENGTH, Algorithm, Iteration, Limit, MoveScore, Options, Progress
from game.board import PASS, Board, final_score
from game.evaluation import Kind
from game.plain_text import shortened
from game.records.any_format import MAX_LENGTH
from game.records.ggf import NotedMove, parse_ggf, played
from game.records.nboard import (
    NEWEST_VERSION,
    analysis_line,
    answer_line,
    nodestats_line,
    parse_whole_number,
    search_line,
)
from game.records.record import Record

NAME: Final = "Nullwindow"

# Plies to look ahead for a host that never says how many.
DEFAULT_DEPTH: Final = 12
# The host's depth is that of the middle game. The end is solved from this many times the depth in empties on,
# which takes no longer, and from SOLVED_EMPTIES at most, which takes a second.
SOLVED_PER_DEPTH: Final = 2
SOLVED_EMPTIES: Final = 20
# The most plies a host may ask for: a whole game.
DEEPEST: Final = 60

# Seconds between two looks at a running search.
POLL_SECONDS: Final = 0.005

# Bytes of a line that are read: of the longest games.
LONGEST_LINE: Final = 2 * MAX_LENGTH
# Bytes of lines that are read before they are answered.
MOST_AHEAD: Final = 256_000_000
# Seconds for what waits when the host ends the session.
END_SECONDS: Final = 1.0
QUIT: Final = "quit"

# Version 1 sends a move without a word before it.
BARE_MOVE: Final = re.compile(r"([a-h][1-8]|pa|pas|pass)(/.*)?", re.IGNORECASE)

# What a request gives when it has nothing more to say.
_ENDED: Final = object()


class NBoardSession:
    """One host's session: its game, its limits, and the request that is being answered."""

    def __init__(
        self, engine: Engine, send: Callable[[str], None], options: Options, seconds: float | None = None
    ) -> None:
        """`send` gets each line for the host; `options` say how to play, `seconds` how long a move takes.

        Without `seconds` it is the host that limits a move, by the clocks of its game and by its depth.
        """
        self._engine = engine
        self._send = send
        self._options = options
        self._seconds = seconds
        self._version = NEWEST_VERSION
        self._depth = DEFAULT_DEPTH
        self._record = Record()
        self._request: Iterator[None] | None = None
        self._analysis: Analysis | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": self._take_version,
            "set": self._set,
            "move": self._move,
            "go": lambda _: self._begin(self._go()),
            "hint": lambda text: self._begin(self._hint(parse_whole_number("hint", text))),
            "analyze": lambda _: self._begin(self._analyze()),
            "learn": self._learn,
            "ping": self._ping,
        }

    @property
    def is_thinking(self) -> bool:
        return self._request is not None

    def receive(self, line: str) -> bool:
        """Answer one line; False when it ends the session. Unknown commands are ignored, as hosts expect."""
        command, _, text = line.strip().replace("\t", " ").partition(" ")
        if command == QUIT:
            return False
        try:
            if command in self._commands:
                self._commands[command](text.strip())
            elif BARE_MOVE.fullmatch(command):
                self._move(command)
        except ValueError as error:
            self._complain(str(error))
        return True

    def poll(self) -> None:
        """Send what the request has found since."""
        if self._request is not None and next(self._request, _ENDED) is _ENDED:
            self._request = None

    def stop(self) -> None:
        """Drop the request, and end its search."""
        self._request = None
        if self._analysis is not None:
            self._analysis.stop()

    # What the host says

    def _take_version(self, text: str) -> None:
        self.stop()
        self._version = min(parse_whole_number("nboard", text), NEWEST_VERSION)
        self._send(f"set myname {NAME}")

    def _set(self, text: str) -> None:
        """`set contempt` is what a draw in the book is worth: here that is what it is, a draw."""
        what, _, value = text.partition(" ")
        if what == "game":
            self._replace_game(parse_ggf(value))
        elif what == "depth":
            self._depth = min(parse_whole_number("set depth", value.strip()), DEEPEST)
            self._send(f"set myname {NAME}{'' if self._seconds else self._depth}")

    def _move(self, text: str) -> None:
        self._replace_game(played(self._record, text))

    def _replace_game(self, record: Record) -> None:
        self.stop()
        self._record = record

    def _ping(self, text: str) -> None:
        self.stop()
        self._send(f"pong {text}".rstrip())

    def _learn(self, _: str) -> None:
        self._send(f"status {NAME} keeps no games in its book")
        self._send("learned")

    # What the host asks

    def _begin(self, request: Iterator[None]) -> None:
        self.stop()
        self._request = request
        self.poll()

    def _go(self) -> Iterator[None]:
        board = self._record.game.board
        if board.is_over():
            self._complain("the game is over, there is no move to choose")
        elif board.must_pass():
            self._send(answer_line(NotedMove(PASS)))
        else:
            self._say_thinking()
            analysis = self._analyse(board, self._limit_of_move(), self._options)
            while not analysis.is_done:
                yield
            self._complain_of_failure(analysis)
            self._say_nodes(analysis)
            found, seconds = analysis.progress, analysis.counters().seconds
            self._send(answer_line(NotedMove(found.move, found.score, seconds)))
            self._say_waiting()

    def _hint(self, moves: int) -> Iterator[None]:
        board = self._record.game.board
        if board.is_over():
            self._complain("the game is over, there is no move to evaluate")
            return
        self._say_thinking()
        options = replace(self._options, level=FULL_STRENGTH, all_moves=moves > 1, book=False)
        analysis = self._analyse(board, self._limit_of_depth(board), options)
        shown = 0
        is_done = False
        while not is_done:
            is_done = analysis.is_done  # asked before the progress is read: what is read then is the last
            progress = analysis.progress
            if len(progress.iterations) > shown:
                shown = len(progress.iterations)
                self._say_nodes(analysis)
                for line in _search_lines(progress, moves):
                    self._send(line)
            if not is_done:
                yield
        self._complain_of_failure(analysis)
        self._say_waiting()

    def _analyze(self) -> Iterator[None]:
        """From the last position back to the first, so that each finds in the table what follows it."""
        self._say_thinking()
        options = replace(self._options, level=FULL_STRENGTH, book=False)
        boards = self._record.game.boards
        for ply in reversed(range(len(boards))):
            board = boards[ply]
            score: float | None = final_score(board.player, board.opponent)
            if not board.is_over():
                analysis = self._analyse(board, self._limit_of_depth(board), options)
                while not analysis.is_done:
                    yield
                self._complain_of_failure(analysis)
                self._say_nodes(analysis)
                score = analysis.progress.score
            if score is not None:
                self._send(analysis_line(ply, score))
        self._say_waiting()

    def _analyse(self, board: Board, limit: Limit, options: Options) -> Analysis:
        self._analysis = self._engine.analyse(board, limit, options)
        return self._analysis

    # Limits

    def _limit_of_depth(self, board: Board) -> Limit:
        """The host's depth; near the end the exact result, if there is a solver."""
        solves = preparation.is_ready() and self._options.algorithm is not Algorithm.MINIMAX
        if solves and board.empties <= min(SOLVED_PER_DEPTH * self._depth, SOLVED_EMPTIES):
            return Limit(solve=True)
        return Limit(depth=self._depth)

    def _limit_of_move(self) -> Limit:
        if self._seconds is not None:
            return Limit(seconds=self._seconds)
        limit = self._limit_of_depth(self._record.game.board)
        if self._version < 2:
            return limit
        game = self._record.game
        clock = timing.clock_in(game, self._record.controls[game.board.turn])
        seconds = timing.seconds_for_move(game.board, clock)
        if seconds is None:
            return limit
        return Limit(seconds, limit.depth)  # what can be solved in the time the search knows best

    # Status and problems

    def _say_thinking(self) -> None:
        ready = preparation.progress()
        self._send(f"status {NAME} is thinking" if ready.is_ready else f"status {ready.text}")

    def _say_waiting(self) -> None:
        self._send(f"status {NAME} is waiting")

    def _complain(self, problem: str) -> None:
        """For the log of the host, and for the person in front of it."""
        problem = shortened(problem)
        self._send(f"warning {problem}")
        self._send(f"status {problem}")

    def _complain_of_failure(self, analysis: Analysis) -> None:
        if analysis.error is not None:
            self._complain(f"the search failed: {analysis.error!r}")

    def _say_nodes(self, analysis: Analysis) -> None:
        if self._version >= 2:
            counters = analysis.counters()
            self._send(nodestats_line(counters.nodes, counters.seconds))


def serve(session: NBoardSession, lines: Iterable[str]) -> None:
    """Answer `lines` until they end or one of them ends the session.

    They are read ahead of the answers, so that their end is noticed: what waits then has END_SECONDS left.
    """
    received: SimpleQueue[str | None] = SimpleQueue()
    end = math.inf
    read_bytes = answered_bytes = 0

    def read() -> None:
        nonlocal end, read_bytes
        try:
            for line in lines:
                received.put(line)
                if line.split(None, 1)[:1] == [QUIT]:
                    return
                read_bytes += sys.getsizeof(line)
                while read_bytes - answered_bytes > MOST_AHEAD:
                    time.sleep(POLL_SECONDS)
        finally:
            end = time.monotonic() + END_SECONDS
            received.put(None)

    # A read cannot be interrupted, so it is not waited for at the end.
    Thread(target=read, name="host", daemon=True).start()
    while True:
        try:
            line = received.get(timeout=POLL_SECONDS if session.is_thinking else None)
        except Empty:
            session.poll()
            continue
        if line is None or time.monotonic() > end or not session.receive(line):
            session.stop()
            return
        answered_bytes += sys.getsizeof(line)


def _search_lines(progress: Progress, moves: int) -> Iterator[str]:
    """The best moves, or the one best that is known when not every move has a score of its own."""
    candidates: Sequence[MoveScore | Iteration] = progress.scores[:moves] or progress.iterations[-1:]
    for candidate in candidates:
        pv = progress.pv if progress.pv[:1] == (candidate.move,) else (candidate.move,)
        depths = {Kind.ESTIMATE: str(candidate.depth), Kind.OUTCOME: "100%W", Kind.EXACT: "100%"}
        yield search_line(pv, candidate.score, depths[candidate.kind])
