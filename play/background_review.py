"""Many games reviewed behind everything else, by processes of this program that give way to all others.

What is to do is in a file: its first line is the effort, the others are games, as `row 12` of the library or
as GGF, and `done 7` says that the game of line 7 is. So it goes on after a restart, also of a killed program.
The reviews go into the library: with games that were played or opened they are in one place, where they are
found, exported and added up.
"""

import subprocess
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from ai import preparation
from ai.files import add_line, is_there, lines_of, write_file
from ai.machine import check_table_size
from ai.programs import Program, own_command
from game.records.ggf import parse_ggf
from game.records.record import check_length
from game.text import _, ngettext
from play.files import cannot_read, free_name
from play.library import Library
from play.library_file import LibraryError
from play.review_file import Effort, ReviewFileError, lock_file
from play.settings import processors

# Of the table of each process, as of the command `review`.
MEGABYTES: Final = 64
NICENESS: Final = 19
# Seconds without another search before it goes on.
REST: Final = 1.0
# Processes that may end over one game.
ATTEMPTS: Final = 2
# Seconds that the end of the processes may take.
PATIENCE: Final = 5.0
IN_LIBRARY, DONE = "row ", "done "


class Reviewer:
    """A process that is sent games, and answers with what a review has found."""

    def __init__(self, effort: Effort) -> None:
        """Raises OSError."""
        import psutil  # not before it is needed

        limit = effort.limit
        how = ("--seconds", limit.seconds) if limit.depth is None else ("--depth", limit.depth)
        means = (*how, "--solve", effort.solved, "--hash", MEGABYTES, "--threads", 1)
        self._program = Program(
            own_command("review", "-", *map(str, means)), ends_with_us=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        self.process = psutil.Process(self._program.pid)
        self._refused = psutil.Error  # where it has ended
        with suppress(psutil.Error):
            self.process.nice(NICENESS if psutil.POSIX else psutil.IDLE_PRIORITY_CLASS)

    def ask(self, ggf: str) -> str:
        """The line of the reviewed game, with its end; '' where the process has ended."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        try:
            self._program.stdin.write(f"{ggf}\n".encode())
            self._program.stdin.flush()
            return self._program.stdout.readline().decode()
        except (OSError, ValueError):
            return ""

    def hold(self, is_held: bool) -> None:
        """Freeze the process in the middle of its search, which so finds the same; or let it go on."""
        with suppress(self._refused):
            self.process.suspend() if is_held else self.process.resume()

    def end(self) -> None:
        self._program.end_all()

    def close(self) -> None:
        """End it in the thread that asks it."""
        self.end()
        with suppress(OSError), self._program:
            pass


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
                    reviewer.hold(self.is_paused)

    def _begin(self, games: Iterable[str], effort: Effort | None) -> None:
        self.total = self.done = self._worked = 0
        self._is_wanted, self._is_forgotten, self._seconds = True, False, 0.0
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
            if effort is not None:
                write_file(
                    self._path,
                    "\n".join((effort.text(), *dict.fromkeys(games), "")).encode("utf-8", "replace"),
                )
            self._review_all()
        except OSError as error:
            self._messages.append(cannot_read(self._path, error))
        except Exception as error:  # noqa: BLE001 - said, whatever it is
            self._messages.append(_("The games cannot be reviewed: {reason}", reason=error))
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
            aside = free_name(self._path, "damaged")
            self._path.rename(aside)
            raise LibraryError(_("{name} is damaged", name=self._path.name)) from None
        done = {line.removeprefix(DONE) for line in lines if line.startswith(DONE)}
        todo = [(n, line) for n, line in enumerate(lines, start=1) if line.startswith((IN_LIBRARY, "(;"))]
        waiting = deque((n, line) for n, line in todo if str(n) not in done)
        self.done, self.total = len(todo) - len(waiting), len(todo)
        if not preparation.wait().is_ready:
            raise LibraryError(_(preparation.progress().text))
        count = min(max(1, processors() - 1), len(waiting))
        try:
            check_table_size(MEGABYTES, count)
        except ValueError:
            count = 1
        failed: list[str] = []
        trouble: list[Exception] = []
        threads = [
            Thread(target=self._serve, args=(waiting, effort, failed, trouble), name="reviews", daemon=True)
            for _number in range(count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if trouble:
            raise trouble[0]
        if not self._is_wanted:
            return
        self._path.unlink(missing_ok=True)
        reviewed = self.total - len(failed)
        said = ngettext("{count} game is reviewed", "{count} games are reviewed", reviewed)
        said = said.format(count=f"{reviewed:,}")
        if failed:
            sentence = ngettext(
                "{done}; {count} could not be: {reason}", "{done}; {count} could not be, the first: {reason}",
                len(failed),
            )  # fmt: skip
            said = sentence.format(done=said, count=f"{len(failed):,}", reason=failed[0])
        self._messages.append(said)

    def _serve(
        self,
        waiting: deque[tuple[int, str]],
        effort: Effort,
        failed: list[str],
        trouble: list[Exception],
    ) -> None:
        """Review one game after the other, until there is none or something else is wrong than a game."""
        reviewers: list[Reviewer] = []  # the one that is at work
        try:
            while self._is_wanted and waiting:
                number, line = waiting.popleft()
                try:
                    self._review(line, effort, reviewers)
                except ValueError as error:
                    failed.append(str(error))
                with self._lock:
                    if self._is_wanted:
                        add_line(self._path, f"{DONE}{number}")
                        self.done, self._worked = self.done + 1, self._worked + 1
        except Exception as error:  # noqa: BLE001 - said by the thread that waits for this one
            trouble.append(error)
            self._end()
        finally:
            self._close(reviewers)

    def _review(self, line: str, effort: Effort, reviewers: list[Reviewer]) -> None:
        """Raises OSError, LibraryError, and ValueError for what cannot be reviewed."""
        row = int(line.removeprefix(IN_LIBRARY)) if line.startswith(IN_LIBRARY) else None
        text = line if row is None else self._library.text(row)
        if not text:
            return  # deleted meanwhile
        answer = ""
        for _attempt in range(ATTEMPTS):
            if not reviewers:
                reviewers.append(self._open(effort))
            answer = reviewers[0].ask(text)
            if answer or not self._is_wanted:
                break
            self._close(reviewers)
        if not self._is_wanted:
            return
        if not answer.strip():
            raise ValueError(
                _("the process that reviewed it has ended") if not answer else _("it is no game")
            )
        check_length(answer)
        record = parse_ggf(answer)
        if row is not None:
            self._library.add_review(row, record.game)
        elif not self._library.keep_record(record):
            raise LibraryError(_("the library cannot be written"))

    def _open(self, effort: Effort) -> Reviewer:
        reviewer = Reviewer(effort)
        with self._lock:
            self._reviewers.append(reviewer)
            if not self._is_wanted:
                reviewer.end()
            elif self.is_paused:
                reviewer.hold(True)
        return reviewer

    def _close(self, reviewers: list[Reviewer]) -> None:
        for reviewer in reviewers:
            with self._lock:
                self._reviewers.remove(reviewer)
            reviewer.close()
        reviewers.clear()
