"""An outside program as a player: it speaks NBoard and is asked for moves over its pipes, as by a host.

How long a move takes is the program's own affair (its flags), that of `set depth`, or that of a clock: then
the game it is told has one, and the seconds of each move. The protocol has no word for a new game, so what
the program remembers of the last one it keeps.
"""

from __future__ import annotations

import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final

from ai.arena.report import MoveReport
from ai.programs import Program
from game.clock import TimeControl
from game.files import read_lines
from game.plain_text import quoted
from game.records.ggf import ggf
from game.records.nboard import ANSWER, NEWEST_VERSION, NODESTATS, parse_answer, parse_nodes
from game.records.record import Record
from game.text import _
from game.tree import Game

# Seconds until a program has started and answered its first ping: it may have large files to load.
START_PATIENCE: Final = 60.0
# Seconds in which a program that compiles at its first start must be done with it.
COMPILE_PATIENCE: Final = 600.0
# Seconds beyond its time for a move after which a program is given up.
PATIENCE: Final = 60.0
# Seconds for a move when only its depth is limited.
PATIENCE_WITH_DEPTH: Final = 600.0
# Seconds until a program that was told to quit is ended.
QUIT_PATIENCE: Final = 5.0

# What is set for a program whose clock alone limits its moves: a whole game.
DEEPEST: Final = 60

# Seconds between two tries to hand on a line, and the wait for what a failed program still writes.
QUEUE_SECONDS: Final = 0.1
LISTEN_SECONDS: Final = 0.5

# Words in the status of this project's own engine while it is not yet at its full speed.
UNREADY: Final = ("Preparing", "Compiling")

# Bytes of a line that are read, and lines that wait to be read and that come before an answer.
LONGEST_LINE: Final = 10_000
MOST_LINES: Final = 1000
# How much of what a program wrote on standard error is shown when it fails.
SHOWN_ERRORS: Final = 500
# How much of an answer that is none.
SHOWN_ANSWER: Final = 80


class EngineError(Exception):
    """A program could not be started, ended, or did not answer as it should; says which and what it wrote."""


class NBoardEngine:
    """A running program. Not thread-safe: one question at a time."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        clock: float | None = None,
    ) -> None:
        """Start it in `folder`, and wait until it can play at its full speed.

        `seconds` is what its flags make a move take: with it a program that hangs is found out sooner;
        `clock` is what it has for a game. Raises EngineError.
        """
        self._name = " ".join(command)
        self._depth = DEEPEST if depth is None and clock is not None else depth
        self._control = TimeControl(per_game=clock)
        longest = clock if seconds is None else seconds
        self._patience = PATIENCE_WITH_DEPTH if longest is None else longest + PATIENCE
        self._pings = 0
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self._wrote = b""  # on standard error, the end of it
        self._is_closed = False
        pipe = subprocess.PIPE
        try:
            self._process = Program(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            sentence = _("{program} cannot be started: {reason}")
            reason = error.strerror or error
            raise EngineError(sentence.format(program=self._name, reason=reason)) from error
        self._reader = Thread(target=self._read, name="engine", daemon=True)
        self._listener = Thread(target=self._listen, name="engine's errors", daemon=True)
        self._reader.start()
        self._listener.start()
        try:
            self._send(f"nboard {NEWEST_VERSION}")
            self._await_pong(START_PATIENCE)
            self._warm_up()
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Nothing: the protocol has no word for it."""

    def choose(self, game: Game, seed: int) -> MoveReport:  # noqa: ARG002 - not its affair
        """A legal move for the side to move. Raises EngineError."""
        self._set_game(game)
        asked = time.perf_counter()
        self._send("go")
        *before, (_word, answer) = self._read_until(ANSWER, self._patience, "go")
        seconds = time.perf_counter() - asked
        try:
            noted = parse_answer(answer)
        except ValueError:
            noted = None
        if noted is None or not game.board.is_legal(noted.move):
            raise self._failure(
                _("{program} answered {answer}, which is no legal move in {position}"),
                answer=quoted(answer, SHOWN_ANSWER),
                position=game.board.text(),
            )
        nodes = [parse_nodes(rest) for word, rest in before if word == NODESTATS]
        return MoveReport(
            game.node.ply + 1, game.board.turn, noted.move, seconds, noted.score, nodes[-1] if nodes else 0
        )

    def close(self) -> None:
        """Tell it to quit, and end it, if it does not, and what it has started. May be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._process.poll() is None:
            with suppress(EngineError, subprocess.TimeoutExpired):
                self._send("quit")
                self._process.wait(QUIT_PATIENCE)
        self._process.end_all()
        self._process.wait()
        process = self._process
        assert process.stdin is not None
        with suppress(BrokenPipeError):  # what was not sent is of no use any more
            process.stdin.close()
        for thread, stream in ((self._reader, process.stdout), (self._listener, process.stderr)):
            thread.join(QUIT_PATIENCE)
            if stream is not None and not thread.is_alive():  # a child that has left the group may hold it
                stream.close()

    def _warm_up(self) -> None:
        """Let it choose first moves until it does so at its full speed."""
        deadline = time.monotonic() + COMPILE_PATIENCE
        while time.monotonic() < deadline:
            self._set_game(Game())
            self._send("go")
            told = self._read_until(ANSWER, self._patience, "go")
            statuses = [rest for word, rest in told if word == "status"]
            if not any(word in status for status in statuses for word in UNREADY):
                return
        raise self._failure(_("{program} was not ready after {seconds} s"), seconds=f"{COMPILE_PATIENCE:.0f}")

    def _set_game(self, game: Game) -> None:
        self._await_pong(self._patience)
        self._send(f"set game {ggf(Record(game, controls=(self._control, self._control), place='NBoard'))}")
        if self._depth is not None:
            self._send(f"set depth {self._depth}")

    def _await_pong(self, patience: float) -> None:
        self._pings += 1
        ping = f"ping {self._pings}"
        self._send(ping)
        while self._read_until("pong", patience, ping)[-1][1].split()[:1] != [str(self._pings)]:
            continue

    def _read_until(self, wanted: str, patience: float, question: str) -> Sequence[tuple[str, str]]:
        """The first word and the rest of each of the last lines, up to one whose first word is `wanted`."""
        told: deque[tuple[str, str]] = deque(maxlen=MOST_LINES)
        deadline = time.monotonic() + patience
        while True:
            try:
                if time.monotonic() > deadline:  # though it writes and writes
                    raise Empty
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                self._process.end_all()
                raise self._failure(
                    _("{program} has not answered {question} for {seconds} s"),
                    question=repr(question),
                    seconds=f"{patience:g}",
                ) from None
            if line is None:
                raise self._failure(
                    _("{program} ended instead of answering {question}"), question=repr(question)
                )
            word, _space, rest = line.strip().partition(" ")
            told.append((word, rest.strip()))
            if word == wanted:
                return told

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode("ascii", "replace") + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._failure(
                _("{program} ended before it was told {word}"), word=repr(line.partition(" ")[0])
            ) from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in read_lines(self._process.stdout, LONGEST_LINE):
            self._put(line.decode("utf-8", "replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Wait until there is room for a line; drop it once the program is closed."""
        while not self._is_closed:
            with suppress(Full):
                self._lines.put(line, timeout=QUEUE_SECONDS)
                return

    def _listen(self) -> None:
        assert self._process.stderr is not None
        while wrote := self._process.stderr.readline(LONGEST_LINE):
            self._wrote = (self._wrote + wrote)[-SHOWN_ERRORS:]

    def _failure(self, sentence: str, **fields: str) -> EngineError:
        """By a translated sentence about the `program`, with what it wrote."""
        self._listener.join(LISTEN_SECONDS)
        wrote = self._wrote.decode("utf-8", "replace").strip()
        problem = sentence.format(program=self._name, **fields)
        if not wrote:
            return EngineError(problem)
        return EngineError(_("{problem}; it wrote: {text}").format(problem=problem, text=wrote))
