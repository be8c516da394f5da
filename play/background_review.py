"""Reviews many games in the background, in processes of low priority.

A file holds the work, so that a restart resumes it: first the effort, then the games, as `row 12` of the
library or as GGF, and `done 7` once the game of line 7 is reviewed. The reviews go into the library.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import takewhile
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from ai import preparation
from ai.cluster import Pool
from ai.files import add_line, is_there, lines_of, write_file
from ai.limits import spare_processors
from ai.machine import DEFAULT_MEGABYTES
from game.records.ggf import parse_ggf
from game.records.record import check_length
from game.text import _, ngettext, reason_of
from play.files import and_more, free_name
from play.library import Library
from play.library_file import LibraryError
from play.review_file import Effort, ReviewFileError, lock_file

logger = logging.getLogger(__name__)

# Seconds without another search before the review goes on, and between two checks of the preparation.
REST: Final = 1.0
# Attempts at a game whose process dies.
ATTEMPTS: Final = 2
# Seconds that `close` waits for the thread to end.
PATIENCE: Final = 5.0
IN_LIBRARY, DONE, DROPPED = "row ", "done ", "dropped "
GAMES: Final = IN_LIBRARY, "(;"


def _unreviewed(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yields the games still to do, with the numbers of their lines."""
    done = {line.partition(" ")[2] for line in lines if line.startswith((DONE, DROPPED))}
    games = ((number, line) for number, line in enumerate(lines, start=1) if line.startswith(GAMES))
    return ((number, line) for number, line in games if str(number) not in done)


class BackgroundReview:
    """Call `update` once a frame; only `close` blocks. Adds sentences for the user to `messages`."""

    def __init__(self, library: Library, path: Path, messages: list[str]) -> None:
        """`path` is the file of the work, which resumes as soon as the search is compiled."""
        self.total = self.done = 0  # games, including those before a restart; 0 until the file is read
        self.is_paused = False
        self._library, self._path, self._messages = library, path, messages
        self._work: Thread | None = None
        self._lock = Lock()
        self._pool: Pool | None = None
        self._is_new = True
        self._is_wanted = False
        self._is_forgotten = False
        self._worked, self._seconds = 0, 0.0  # games since the start, and the seconds they took
        self._updated, self._busy_until = time.monotonic(), 0.0

    @property
    def is_running(self) -> bool:
        return self._work is not None and self._work.is_alive()

    @property
    def seconds_left(self) -> float | None:
        """The estimated time left, by the mean time of games since the start; None before the first."""
        return self._seconds / self._worked * (self.total - self.done) if self._worked else None

    def start(self, games: Iterable[str], effort: Effort | None) -> None:
        """Reviews `games`, lines for the file, or without `effort` those left in it. No-op while running."""
        if self.is_running:
            return
        self.total = self.done = self._worked = 0
        self._is_wanted, self._is_forgotten, self._seconds = True, False, 0.0
        self._failed: list[tuple[int, str]] = []  # line numbers with reasons
        self._sent: dict[int, str] = {}  # by line number, the games being reviewed
        self._work = Thread(target=self._run, args=(games, effort), name="reviews", daemon=True)
        self._work.start()

    def stop(self) -> None:
        """Stops and forgets the remaining games; finished reviews stay."""
        self._is_forgotten = True
        self._end()

    def close(self) -> None:
        """Stops; the next start of the program resumes."""
        self._end()
        if self._work is not None:
            self._work.join(PATIENCE)

    def update(self, is_busy: bool) -> None:
        """Pauses while another search `is_busy`."""
        if self._is_new and preparation.progress().is_over:
            self._is_new = False
            if is_there(self._path):
                self.start((), None)
        now, before = time.monotonic(), self._updated
        self._updated = now
        if is_busy:
            self._busy_until = now + REST
        if self._pool is not None and not self.is_paused:
            self._seconds += now - before
        if (now < self._busy_until) is not self.is_paused:
            with self._lock:
                self.is_paused = not self.is_paused
                if self._pool is not None:
                    self._pool.set_paused(self.is_paused)

    def _end(self) -> None:
        with self._lock:
            self._is_wanted = False
            if self._pool is not None:
                self._pool.end()

    def _run(self, games: Iterable[str], effort: Effort | None) -> None:
        try:
            lock = lock_file(self._path)
        except ReviewFileError as error:
            if effort is not None:  # else another window resumes it
                self._messages.append(str(error))
            return
        try:
            found = dict.fromkeys(takewhile(lambda _line: self._is_wanted, games))
            if effort is not None and self._is_wanted:
                left = (line for _number, line in _unreviewed(lines_of(self._path)))  # of the earlier work
                text = "\n".join((effort.text(), *dict.fromkeys((*left, *found)), ""))
                write_file(self._path, text.encode("utf-8", "replace"))
            while self._is_wanted and not preparation.wait(REST).is_over:
                continue
            if self._is_wanted:
                self._review_all()
        except Exception as error:
            logger.exception("The reviews have ended")
            reason = reason_of(error)
            if isinstance(error, OSError):
                reason = f"{error.filename} ({error.strerror})"
            self._messages.append(_("The games cannot be reviewed: {reason}", reason=reason))
        finally:
            if self._is_forgotten:
                self._path.unlink(missing_ok=True)
            lock.release()

    def _review_all(self) -> None:
        """Reviews the games left in the file. Raises OSError and LibraryError."""
        from play.review_batch import review_numbered  # loads NumPy

        lines = lines_of(self._path)
        try:
            effort = Effort.parse(lines[0] if lines else "")
        except ValueError:
            self._path.rename(free_name(self._path, "damaged"))
            raise LibraryError(_("{name} is damaged", name=self._path.name)) from None
        left = dict(_unreviewed(lines))
        self.total = sum(line.startswith(GAMES) for line in lines)
        self.done = self.total - len(left)
        if not preparation.is_ready():
            raise LibraryError(_(preparation.progress().text))
        with self._lock:
            if not self._is_wanted:
                return
            workers = min(spare_processors(), len(left))
            self._pool = pool = Pool(workers, ATTEMPTS - 1, gives_way=True)
            pool.set_paused(self.is_paused)
        work = partial(review_numbered, effort=effort, megabytes=DEFAULT_MEGABYTES)
        try:
            with closing(pool.map(work, self._tasks(left), _lost)) as answers:
                for number, answer, problem in answers:
                    if not self._is_wanted:
                        return
                    sent = self._sent.pop(number)
                    try:
                        self._keep(left[number], sent, answer, problem)
                        self._finish(number, DONE)
                    except ValueError as error:
                        self._failed.append((number, f"{left[number][:60]} ({error})"))
                        self._finish(number, DROPPED)
        finally:
            with self._lock:
                self._pool = None
        if not self._is_wanted:
            return
        reviewed = sum(line.startswith(DONE) for line in lines_of(self._path))
        self._path.unlink(missing_ok=True)
        said = ngettext(
            "{count} game reviewed; see your totals in My play (page Practice)",
            "{count} games reviewed; see your totals in My play (page Practice)",
            reviewed,
        )
        self._messages.append(said.format(count=f"{reviewed:,}"))
        if self._failed:
            reasons = [reason for _number, reason in sorted(self._failed)]
            self._messages.append(_("Not reviewed: {reason}", reason=and_more(reasons)))

    def _tasks(self, left: Mapping[int, str]) -> Iterator[tuple[int, str]]:
        """Yields the texts of the games with their line numbers; drops games deleted meanwhile."""
        for number, line in left.items():
            text = self._library.text(row) if (row := _row(line)) is not None else line
            if text:
                self._sent[number] = text
                yield number, text
            else:
                self._finish(number, DROPPED)

    def _finish(self, number: int, how: str) -> None:
        add_line(self._path, f"{how}{number}")
        self.done, self._worked = self.done + 1, self._worked + 1

    def _keep(self, line: str, sent: str, answer: str, problem: str) -> None:
        """Stores the review of the game that was `sent`. Raises OSError, LibraryError, and ValueError for a
        game without a review.
        """
        if problem:
            raise ValueError(problem)
        check_length(answer)
        record, row = parse_ggf(answer), _row(line)
        if row is None and not self._library.keep_record(record):
            raise LibraryError(_("the library cannot be written"))
        if row is not None:
            self._library.add_review(row, parse_ggf(sent).game, record.game)


def _row(line: str) -> int | None:
    return int(line.removeprefix(IN_LIBRARY)) if line.startswith(IN_LIBRARY) else None


def _lost(task: tuple[int, str]) -> tuple[int, str, str]:
    return task[0], "", _("the process that reviewed it has ended")
