"""Reviews of many games, here, by processes of this machine, or by a Dask cluster. Every game begins with an
empty table, so their order does not matter. Tasks and results are lines of text.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from ai.book import BookError, load
from ai.engine import Engine
from game.files import read_file
from game.plain_text import printable
from game.records.any_format import count_games, is_wthor, parse_game, read_games, read_names
from game.records.encoding import decoded
from game.records.ggf import ggf, parse_ggf
from game.records.record import UNKNOWN_RESULT, result_text
from game.records.wthor import NO_NAMES, Names
from game.text import _
from play.files import cannot_read
from play.review import Review, ReviewPhase
from play.review_file import Effort, identity, reviewed_ggf

# Bytes of some hundred thousand games: larger files are something else.
LARGEST_FILE: Final = 500_000_000


class BatchError(ValueError):
    """No more games can be reviewed; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class ReviewTask:
    identity: str
    ggf: str


Map: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Like the built-in `map`, but with results in any order."""


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """A file, and the number of its games, good and bad."""

    name: str
    data: bytes
    count: int
    names: Names = NO_NAMES  # names of players, for WTHOR

    @classmethod
    def read(cls, path: Path) -> "ReviewSource":
        """Reads a file. Raises ValueError with a sentence that names it."""
        try:
            data = read_file(path, LARGEST_FILE)
        except OSError as error:
            raise ValueError(cannot_read(path, error)) from error
        try:
            count = count_games(data)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
        if not count:
            raise ValueError(_("{path}: no game was found", path=path))
        # Problems with the names do not matter for a review.
        names = read_names(path)[0] if is_wthor(data) else NO_NAMES
        return cls(printable(str(path)), data, count, names)


def queued(
    sources: Sequence[ReviewSource], known: Iterable[str], leave_out: Callable[[str], None]
) -> Iterator[ReviewTask]:
    """Yields games that are not `known`, each once; `leave_out` gets problems, and '' for known games."""
    seen = set(known)
    for source in sources:
        for found in read_games(source.data, source.names):
            if found.problem:
                leave_out(f"{source.name}: {found.problem}")
            elif (name := identity(found.record)) in seen:
                leave_out("")
            else:
                seen.add(name)
                yield ReviewTask(name, ggf(found.record))


@contextmanager
def this_process() -> Iterator[Map]:
    """Provides a `map` that reviews one game after the other in this process."""
    try:
        yield map
    finally:
        _close_engine()


@contextmanager
def workers_of(scheduler: str | None, workers: int) -> Iterator[Map]:
    """Opens workers of a scheduler, or local processes; repeats games of dead ones. Raises BatchError."""
    from ai.cluster import ClusterError, cluster

    try:
        with cluster(scheduler, workers) as found:
            yield found.map
    except ClusterError as error:
        raise BatchError(str(error)) from error


def review_all(
    tasks: Iterable[ReviewTask], effort: Effort, threads: int, megabytes: int, spread: Map
) -> Iterator[str]:
    """Yields the line of each reviewed game; each review has a table of `megabytes`. Raises BatchError."""
    return spread(partial(review_task, effort=effort, threads=threads, megabytes=megabytes), tasks)


def review_task(task: ReviewTask, effort: Effort, threads: int, megabytes: int) -> str:
    """Reviews a game, in the worker; returns its line. Raises BatchError."""
    engine = _engine(megabytes)
    engine.clear_and_allocate()
    record = parse_ggf(task.ggf)
    line = record.game.line
    for node, following in zip(line, (*line[1:], None), strict=True):
        if following is None or following.judgement is None:  # other scores must not change the results
            node.evaluations.clear()
    review = Review(record.game, engine, effort.limit, threads, effort.solved, record.game.end.line)
    review.run()
    if review.phase is not ReviewPhase.DONE:
        raise BatchError(_("a game cannot be reviewed: {reason}", reason=review.problem))
    if record.result == UNKNOWN_RESULT:
        record = replace(record, result=result_text(record.game.board.result()))
    return reviewed_ggf(record, task.identity, effort)


def answer_lines(
    lines: Iterable[bytes], out: IO[bytes], effort: Effort, threads: int, megabytes: int
) -> Iterator[str]:
    """Writes the line of each reviewed game; if there is none, writes an empty one and yields the problem."""
    with this_process():
        for line in lines:
            problem, answer = "", ""
            try:
                answer = _review_line(line, effort, threads, megabytes)
            except ValueError as error:
                problem = str(error)
            out.write(f"{answer}\n".encode())
            out.flush()
            if problem:
                yield problem


def review_numbered(task: tuple[int, str], effort: Effort, megabytes: int) -> tuple[int, str, str]:
    """Returns the number of a task, the line of its reviewed game, and its problem; one of these is ''."""
    number, text = task
    try:
        return number, _review_line(text.encode(), effort, 1, megabytes), ""
    except ValueError as error:
        return number, "", str(error)


def _review_line(line: bytes, effort: Effort, threads: int, megabytes: int) -> str:
    """Reviews the game of a line. Raises ValueError."""
    record = parse_game(decoded(line))
    return review_task(ReviewTask(identity(record), ggf(record)), effort, threads, megabytes)


_own = threading.local()
"""The engine of each thread: a Dask worker may have several, and an engine has one search at a time."""


def _engine(megabytes: int) -> Engine:
    """Returns this thread's engine, which it makes on first use. Raises BatchError."""
    if getattr(_own, "megabytes", None) != megabytes:
        _close_engine()
        try:
            book = load()
        except BookError as error:
            sentence = _("The opening book cannot be used: {problem}. Reinstall Nullwindow", problem=error)
            raise BatchError(sentence) from error
        _own.engine, _own.megabytes = Engine(megabytes, book, expected_scores=True), megabytes
    engine: Engine = _own.engine
    return engine


def _close_engine() -> None:
    if hasattr(_own, "engine"):
        _own.engine.close()
        del _own.engine, _own.megabytes
