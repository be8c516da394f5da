"""Many games reviewed behind everything else, by processes of this program that give way to all others.

What is to do is in a file: its first line is the effort, the others are games, as `row 12` of the library or
as GGF, and `done 7` says that the game of line 7 is. So it goes on after a restart, also of a killed program.
The reviews go into the library: with games that were played or opened they are in one place, where they are
found, exported and added up.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from ai import preparation
from ai.files import add_line, is_there, lines_of, write_file
from ai.programs import Child
from game.records.ggf import parse_ggf
from game.records.record import check_length
from game.text import _, ngettext, reason_of
from play.files import and_more, free_name
from play.library import Library
from play.library_file import LibraryError
from play.review_file import Effort, ReviewFileError, lock_file
from play.settings import processors

if TYPE_CHECKING:
    import psutil

logger = logging.getLogger(__name__)

# Of the table of each process.
MEGABYTES: Final = 64
NICENESS: Final = 19
# Seconds without another search before it goes on, and between two looks at what is made ready.
REST: Final = 1.0
# Processes that may end over one game.
ATTEMPTS: Final = 2
# Seconds that the end of the processes may take.
PATIENCE: Final = 5.0
IN_LIBRARY, DONE = "row ", "done "
GAMES: Final = IN_LIBRARY, "(;"


class Reviewer:
    """A process that is sent games, and answers with what a review has found; another one if it dies."""

    def __init__(self, effort: Effort, is_paused: bool) -> None:
        self._effort = effort
        self.process: psutil.Process | None = None
        self._child: Child | None = None
        self._is_paused, self._is_ended = is_paused, False
        self._lock = Lock()

    def review(self, ggf: str) -> str:
        """The line of the reviewed game; '' where the process ends over it.

        Raises OSError, and ValueError with the reason why it cannot be reviewed.
        """
        for _attempt in range(ATTEMPTS):
            if (child := self._started()) is None:
                break
            with suppress(EOFError):
                child.send(ggf)
                answer: str = child.receive()
                return answer
            self._drop()
        return ""

    def set_paused(self, is_paused: bool) -> None:
        """Suspend the process in the middle of its search, which changes no result; or resume it."""
        import psutil  # not before it is needed

        with self._lock, suppress(psutil.Error):  # it may have ended
            self._is_paused = is_paused
            if self.process is not None:
                self.process.suspend() if is_paused else self.process.resume()

    def end(self) -> None:
        """From any thread."""
        with self._lock:
            self._is_ended = True
            if self._child is not None:
                self._child.end()

    def close(self) -> None:
        """In the thread that asks it."""
        self.end()
        self._drop()

    def _started(self) -> Child | None:
        import psutil

        from play.review_batch import answer_parent

        with self._lock:
            if self._child is None and not self._is_ended:
                self._child = Child(answer_parent, self._effort, MEGABYTES)
                with suppress(psutil.Error):
                    process = psutil.Process(self._child.pid)
                    process.nice(NICENESS if psutil.POSIX else psutil.IDLE_PRIORITY_CLASS)
                    if self._is_paused:
                        process.suspend()
                    self.process = process
            return self._child

    def _drop(self) -> None:
        with self._lock:
            child, self._child, self.process = self._child, None, None
        if child is not None:
            child.close()


def _left(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The games that are still to do, with the numbers of their lines."""
    done = {line.removeprefix(DONE) for line in lines if line.startswith(DONE)}
    games = ((number, line) for number, line in enumerate(lines, start=1) if line.startswith(GAMES))
    return ((number, line) for number, line in games if str(number) not in done)


class BackgroundReview:
    """Call `update` once a frame; nothing waits. What is to be said is added to `messages`."""

    def __init__(self, library: Library, path: Path, messages: list[str]) -> None:
        """`path` is the file of what is to do; that is gone on with as soon as there is a fast search."""
        self.total = self.done = 0
        """Games, with those before a restart; 0 while they are looked up."""
        self.is_paused = False
        self._library, self._path, self._messages = library, path, messages
        self._work: Thread | None = None
        self._lock = Lock()
        self._reviewers: list[Reviewer] = []
        self._is_new = True
        self._is_wanted = False
        self._is_forgotten = False
        self._worked, self._seconds = 0, 0.0  # games since the start, and how long that took
        self._updated, self._busy_until = time.monotonic(), 0.0

    @property
    def is_running(self) -> bool:
        return self._work is not None and self._work.is_alive()

    @property
    def seconds_left(self) -> float | None:
        """By what the games since the start have taken; None before the first."""
        return self._seconds / self._worked * (self.total - self.done) if self._worked else None

    def start(self, games: Iterable[str], effort: Effort) -> None:
        """Review `games`, lines of the file, which are made in the background. No effect while it runs."""
        if not self.is_running:
            self._begin(games, effort)

    def stop(self) -> None:
        """Forget what is still to do; the reviews that are there stay."""
        self._is_forgotten = True
        self._end()

    def close(self) -> None:
        """The next start of the program goes on."""
        self._end()
        if self._work is not None:
            self._work.join(PATIENCE)

    def update(self, is_busy: bool) -> None:
        """Pause while another search `is_busy`."""
        if self._is_new and preparation.progress().is_over:
            self._is_new = False
            if is_there(self._path) and not self.is_running:
                self._begin((), None)
        now, before = time.monotonic(), self._updated
        self._updated = now
        if is_busy:
            self._busy_until = now + REST
        if self._reviewers and not self.is_paused:
            self._seconds += now - before
        if (now < self._busy_until) is not self.is_paused:
            with self._lock:
                self.is_paused = not self.is_paused
                for reviewer in self._reviewers:
                    reviewer.set_paused(self.is_paused)

    def _begin(self, games: Iterable[str], effort: Effort | None) -> None:
        self.total = self.done = self._worked = 0
        self._is_wanted, self._is_forgotten, self._seconds = True, False, 0.0
        self._failed: list[tuple[int, str]] = []  # numbers of lines, and why
        self._waiting: deque[tuple[int, str]] = deque()  # lines with their numbers
        self._work = Thread(target=self._run, args=(games, effort), name="reviews", daemon=True)
        self._work.start()

    def _end(self) -> None:
        with self._lock:
            self._is_wanted = False
            for reviewer in self._reviewers:
                reviewer.end()

    # In the threads

    def _run(self, games: Iterable[str], effort: Effort | None) -> None:
        try:
            lock = lock_file(self._path)
        except ReviewFileError as error:
            if effort is not None:  # else another window goes on with it
                self._messages.append(str(error))
            return
        try:
            found = dict.fromkeys(takewhile(lambda _line: self._is_wanted, games))
            if effort is not None and self._is_wanted:
                left = (line for _number, line in _left(lines_of(self._path)))  # what was begun before
                text = "\n".join((effort.text(), *dict.fromkeys((*left, *found)), ""))
                write_file(self._path, text.encode("utf-8", "replace"))
            while self._is_wanted and not preparation.wait(REST).is_over:
                continue
            if self._is_wanted:
                self._review_all()
        except Exception as error:
            logger.exception("The reviews have ended")
            reason = (
                f"{error.filename} ({error.strerror})" if isinstance(error, OSError) else reason_of(error)
            )
            self._messages.append(_("The games cannot be reviewed: {reason}", reason=reason))
        finally:
            if self._is_forgotten:
                self._path.unlink(missing_ok=True)
            lock.release()

    def _review_all(self) -> None:
        """Raises OSError and LibraryError."""
        lines = lines_of(self._path)
        try:
            effort = Effort.parse(lines[0] if lines else "")
        except ValueError:
            self._path.rename(free_name(self._path, "damaged"))
            raise LibraryError(_("{name} is damaged", name=self._path.name)) from None
        self._waiting = deque(_left(lines))
        self.total = sum(line.startswith(GAMES) for line in lines)
        self.done = self.total - len(self._waiting)
        if not preparation.is_ready():
            raise LibraryError(_(preparation.progress().text))
        count = min(max(1, processors() - 1), len(self._waiting))
        with ThreadPoolExecutor(max(1, count), "reviews") as pool:
            for served in [pool.submit(self._serve, effort) for _number in range(count)]:
                served.result()
        if not self._is_wanted:
            return
        self._path.unlink(missing_ok=True)
        reviewed = self.total - len(self._failed)
        said = ngettext(
            "{count} game reviewed; My play (page Practice) has your totals",
            "{count} games reviewed; My play (page Practice) has your totals",
            reviewed,
        )
        self._messages.append(said.format(count=f"{reviewed:,}"))
        if self._failed:
            reasons = [reason for _number, reason in sorted(self._failed)]
            self._messages.append(_("Not reviewed: {reason}", reason=and_more(reasons)))

    def _serve(self, effort: Effort) -> None:
        """Review one game after the other. Raises what is wrong with more than a game; then all end."""
        reviewer = Reviewer(effort, self.is_paused)
        with self._lock:
            self._reviewers.append(reviewer)
            reviewer.set_paused(self.is_paused)
        try:
            while self._is_wanted and self._waiting:
                number, line = self._waiting.popleft()
                try:
                    self._review(line, reviewer)
                except ValueError as error:
                    self._failed.append((number, f"{line[:60]} ({error})"))
                with self._lock:
                    if self._is_wanted:
                        add_line(self._path, f"{DONE}{number}")
                        self.done, self._worked = self.done + 1, self._worked + 1
        except Exception:
            self._end()
            raise
        finally:
            with self._lock:
                self._reviewers.remove(reviewer)
            reviewer.close()

    def _review(self, line: str, reviewer: Reviewer) -> None:
        """Raises OSError, LibraryError, and ValueError for what cannot be reviewed."""
        row = int(line.removeprefix(IN_LIBRARY)) if line.startswith(IN_LIBRARY) else None
        text = line if row is None else self._library.text(row)
        answer = reviewer.review(text) if text else ""  # it may be deleted
        if not (text and self._is_wanted):
            return
        if not answer:
            raise ValueError(_("the process that reviewed it has ended"))
        check_length(answer)
        record = parse_ggf(answer)
        if row is not None:
            self._library.add_review(row, parse_ggf(text).game, record.game)
        elif not self._library.keep_record(record):
            raise LibraryError(_("the library cannot be written"))
