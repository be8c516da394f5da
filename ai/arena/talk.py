"""The lines that a host exchanges with a program it has started, and its time limits for answers.

Any fault of the program raises an EngineError, whose text includes the standard error of the program.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Full, Queue
from subprocess import PIPE, TimeoutExpired
from threading import Thread
from typing import IO, Final

from ai.programs import Program
from game.board import Board
from game.clock import TimeControl
from game.files import read_lines
from game.plain_text import quoted
from game.text import _

# Seconds
START_PATIENCE: Final = 60.0  # until the first answers: a program may have large files to load
COMPILE_PATIENCE: Final = 600.0  # for a program that compiles at its first start
PATIENCE: Final = 60.0  # beyond the time for a move
PATIENCE_WITH_DEPTH: Final = 600.0  # for a move when only its depth is limited
QUIT_PATIENCE: Final = 5.0  # from the command to quit to the end of the program
QUEUE_SECONDS: Final = 0.1  # between two attempts to put or get a line
LISTEN_SECONDS: Final = 0.5  # to wait for the last errors of a failed program
REST_SECONDS: Final = 0.01  # after a burst of lines

DEEPEST: Final = 60  # plies of a whole game, for a program that only its clock limits
MOVES: Final = DEEPEST // 2  # of a side in a game
LONGEST_LINE: Final = 10_000  # bytes read of one line
MOST_LINES: Final = 1000  # lines in the queue, and lines kept before an answer
BURST: Final = 100  # lines that are read without a rest
SHOWN_ERRORS: Final = 500  # bytes of standard error that are shown when a program fails
SHOWN_ANSWER: Final = 80  # characters of a wrong answer


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of a move. `depth` and `clock` are sent to the program. `seconds` is how long a move takes
    by the program's own flags: it serves to detect a hanging program sooner.
    """

    seconds: float | None = None
    depth: int | None = None
    clock: TimeControl = field(default_factory=TimeControl)

    @property
    def patience(self) -> float:
        """Seconds to wait for a move."""
        if self.seconds is not None:
            return self.seconds + PATIENCE
        if self.clock.per_game is None:
            return PATIENCE_WITH_DEPTH
        return self.clock.per_game + MOVES * self.clock.increment + PATIENCE


class EngineError(Exception):
    """A program could not start, ended, or gave a wrong answer; the text has its name and its errors."""


class EngineProcess:
    """A running program and its lines. Not thread-safe: one question at a time."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        """Starts the program in `folder`, which may also contain it. Raises EngineError."""
        self.name = " ".join(command)
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self.wrote = b""  # the end of standard error
        self.on_line: Callable[[str], object] | None = None  # `read_until` calls it with each line
        self.unnumbered = 0  # answers of GTP expected to commands without a number
        self._is_closed = self._is_asked = False
        program = command[0]
        if folder is not None and os.path.isfile(folder / program):  # noqa: PTH113 - which raises nothing
            program = str((folder / program).absolute())
        elif os.path.dirname(program):  # noqa: PTH120 - else it is in PATH
            program = os.path.abspath(program)  # noqa: PTH100 - `folder` may be another one
        try:
            command = program, *command[1:]
            pipes = {"stdin": PIPE, "stdout": PIPE, "stderr": PIPE}
            self._process = Program(command, ends_with_us=True, cwd=folder, **pipes)
        except OSError as error:
            sentence = _("{program} cannot be started: {reason}")
            reason = _("this is a folder") if os.path.isdir(program) else error.strerror or error  # noqa: PTH112 - as above
            raise EngineError(sentence.format(program=self.name, reason=reason)) from error
        self._reader = Thread(target=self._read, name="engine", daemon=True)
        self._listener = Thread(target=self._listen, name="engine's errors", daemon=True)
        self._reader.start()
        self._listener.start()

    def send(self, *lines: str) -> None:
        """Sends the lines. Raises EngineError if the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode("ascii", "replace"))
            self._process.stdin.flush()
        except OSError as error:
            word = repr(lines[0].partition(" ")[0])
            raise self.failure(_("{program} ended before receiving {word}"), word=word) from error

    def read_until(
        self,
        is_last: Callable[[str], bool],
        question: str,
        patience: float,
        ends: Callable[[], bool] = bool,
    ) -> Sequence[str]:
        """Returns the last lines up to one that `is_last`, or until `ends()`, polled at least every 0.1 s.

        Raises EngineError after `patience` seconds, however much the program writes, and if it ends.
        """
        self._is_asked = True
        read: deque[str] = deque(maxlen=MOST_LINES)
        deadline = time.monotonic() + patience
        while not ends() and not (read and is_last(read[-1])):
            try:
                if time.monotonic() > deadline:
                    raise Empty
                line = self._lines.get(timeout=max(0.0, min(QUEUE_SECONDS, deadline - time.monotonic())))
            except Empty:
                if time.monotonic() < deadline:
                    continue
                has_ended = self._process.poll() is not None  # and a child process holds its output
                self._process.end_all()
                sentence = (
                    _("{program} ended without answering {question}")
                    if has_ended
                    else _("{program} did not answer {question} within {seconds} s")
                )
                raise self.failure(sentence, question=repr(question), seconds=f"{patience:g}") from None
            if line is None:
                with suppress(TimeoutExpired):
                    self._process.wait(LISTEN_SECONDS)
                sentence = (
                    _("{program} closed its output without answering {question}")
                    if self._process.poll() is None
                    else _("{program} ended without answering {question}")
                )
                raise self.failure(sentence, question=repr(question))
            read.append(line.strip())
            if self.on_line is not None:
                self.on_line(read[-1])
        self._is_asked = False
        return read

    def kill(self) -> None:
        """Ends the program and its child processes at once, from any thread; `read_until` then fails."""
        self._process.end_all()

    def failure(self, sentence: str, **fields: str) -> EngineError:
        """Returns an error: a translated sentence about the `program`, and the errors it wrote."""
        self._listener.join(LISTEN_SECONDS)
        wrote = self.wrote.decode("utf-8", "replace").strip()
        problem = sentence.format(program=self.name, **fields)
        if not wrote:
            return EngineError(problem)
        return EngineError(_("{problem}; it wrote: {text}").format(problem=problem, text=wrote))

    def illegal(self, answer: str, board: Board) -> EngineError:
        """Returns the error for an answer that is not a legal move in this position."""
        sentence = _("{program} answered {answer}, which is not a legal move in {position}")
        return self.failure(sentence, answer=quoted(answer, SHOWN_ANSWER), position=board.text())

    def close(self) -> None:
        """Sends "quit" unless the program is thinking; ends it and its children. May be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._process.poll() is None and not self._is_asked:
            with suppress(EngineError, TimeoutExpired):
                self.send("quit")
                self._process.wait(QUIT_PATIENCE)
        self._process.end_all()
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError):  # unsent lines no longer matter
            self._process.stdin.close()
        streams = (self._reader, self._process.stdout), (self._listener, self._process.stderr)
        for thread, stream in streams:
            thread.join(QUIT_PATIENCE)
            if stream is not None and not thread.is_alive():  # a child that has left the group may hold it
                stream.close()

    def _read(self) -> None:
        for line in self._lines_of(self._process.stdout):
            self._queue_line(line.decode("utf-8", "replace"))
        self._queue_line(None)

    def _queue_line(self, line: str | None) -> None:
        """Waits until the queue has room for the line; drops the line once `close` was called."""
        while not self._is_closed:
            with suppress(Full):
                self._lines.put(line, timeout=QUEUE_SECONDS)
                return

    def _listen(self) -> None:
        for line in self._lines_of(self._process.stderr):
            self.wrote = (self.wrote + line)[-SHOWN_ERRORS:]

    def _lines_of(self, stream: IO[bytes] | None) -> Iterator[bytes]:
        """Yields lines, with rests that free the processor for the window: a program may write endlessly."""
        assert stream is not None
        for number, line in enumerate(read_lines(stream, LONGEST_LINE), start=1):
            yield line
            if number % BURST == 0 and not self._is_closed:
                time.sleep(REST_SECONDS)
