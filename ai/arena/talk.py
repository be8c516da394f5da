"""The lines between a host and a program that it has started, and the patience of the host.

Whatever a program does wrong ends in an EngineError, a sentence with what it wrote on standard error.
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
QUIT_PATIENCE: Final = 5.0  # between the command to quit and the end
QUEUE_SECONDS: Final = 0.1  # between two tries to hand on a line
LISTEN_SECONDS: Final = 0.5  # for the last words of a failed program
REST_SECONDS: Final = 0.01  # after a burst of lines

DEEPEST: Final = 60  # of a program whose clock alone limits its moves: a whole game
LONGEST_LINE: Final = 10_000  # bytes of a line that are read
MOST_LINES: Final = 1000  # that wait to be read, and that come before an answer
BURST: Final = 100  # lines that are read without a rest
SHOWN_ERRORS: Final = 500  # bytes of standard error that are shown when a program fails
SHOWN_ANSWER: Final = 80  # characters of a wrong answer


@dataclass(frozen=True, slots=True)
class Allowance:
    """`depth` and `clock` are passed to the program. `seconds` is how long its flags make a move take: with
    it a program that hangs is found out sooner.
    """

    seconds: float | None = None
    depth: int | None = None
    clock: TimeControl = field(default_factory=TimeControl)

    @property
    def patience(self) -> float:
        """Seconds to wait for a move."""
        longest = self.clock.per_game if self.seconds is None else self.seconds
        return PATIENCE_WITH_DEPTH if longest is None else longest + PATIENCE


class EngineError(Exception):
    """A program could not start, ended, or gave a wrong answer; the text has its name and what it wrote."""


class Talk:
    """A running program and its lines. Not thread-safe: one question at a time."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        """Starts it in `folder`, where it may be as well. Raises EngineError."""
        self.name = " ".join(command)
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self.wrote = b""  # the end of standard error
        self.on_line: Callable[[str], object] | None = None  # gets each line, in the thread that asks
        self.unnumbered = 0  # expected answers of GTP to questions without a number
        self._is_closed = self._is_asked = False
        program = Path(command[0])
        if folder is not None and os.path.isfile(folder / program):  # noqa: PTH113 - which raises nothing
            program = (folder / program).absolute()
        try:
            command = str(program), *command[1:]
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
        """Raises EngineError when the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode("ascii", "replace"))
            self._process.stdin.flush()
        except OSError as error:
            word = repr(lines[0].partition(" ")[0])
            raise self.failure(_("{program} ended before it was told {word}"), word=word) from error

    def read_until(
        self,
        is_last: Callable[[str], bool],
        question: str,
        patience: float,
        ends: Callable[[], bool] = bool,
    ) -> Sequence[str]:
        """The last lines, up to one that `is_last`, or until it `ends`, which is asked some times a second.

        Raises EngineError after `patience` seconds, however much the program writes, and when it ends.
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
                has_ended = self._process.poll() is not None  # and what it has started holds its output
                self._process.end_all()
                sentence = (
                    _("{program} ended instead of answering {question}")
                    if has_ended
                    else _("{program} has not answered {question} for {seconds} s")
                )
                raise self.failure(sentence, question=repr(question), seconds=f"{patience:g}") from None
            if line is None:
                with suppress(TimeoutExpired):
                    self._process.wait(LISTEN_SECONDS)
                sentence = (
                    _("{program} closed its output instead of answering {question}")
                    if self._process.poll() is None
                    else _("{program} ended instead of answering {question}")
                )
                raise self.failure(sentence, question=repr(question))
            read.append(line.strip())
            if self.on_line is not None:
                self.on_line(read[-1])
        self._is_asked = False
        return read

    def kill(self) -> None:
        """Ends it and what it has started at once, from any thread; a question then fails."""
        self._process.end_all()

    def failure(self, sentence: str, **fields: str) -> EngineError:
        """By a translated sentence about the `program`, with what it wrote."""
        self._listener.join(LISTEN_SECONDS)
        wrote = self.wrote.decode("utf-8", "replace").strip()
        problem = sentence.format(program=self.name, **fields)
        if not wrote:
            return EngineError(problem)
        return EngineError(_("{problem}; it wrote: {text}").format(problem=problem, text=wrote))

    def illegal(self, answer: str, board: Board) -> EngineError:
        """For an answer that is no move of this position."""
        sentence = _("{program} answered {answer}, which is not a legal move in {position}")
        return self.failure(sentence, answer=quoted(answer, SHOWN_ANSWER), position=board.text())

    def close(self) -> None:
        """Asks it to quit, unless it thinks, and ends it and what it has started. May be called twice."""
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
        with suppress(OSError):  # unsent lines are of no use any more
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
        """Waits until there is room for a line; drops it once the program is closed."""
        while not self._is_closed:
            with suppress(Full):
                self._lines.put(line, timeout=QUEUE_SECONDS)
                return

    def _listen(self) -> None:
        for line in self._lines_of(self._process.stderr):
            self.wrote = (self.wrote + line)[-SHOWN_ERRORS:]

    def _lines_of(self, stream: IO[bytes] | None) -> Iterator[bytes]:
        """Leaves the processor to the window now and then: a program may write without end."""
        assert stream is not None
        for number, line in enumerate(read_lines(stream, LONGEST_LINE), start=1):
            yield line
            if number % BURST == 0 and not self._is_closed:
                time.sleep(REST_SECONDS)
