"""Many games reviewed, by this process one after the other, by others on this machine, or by a Dask cluster.

Every game begins with an empty table, so what is found does not depend on which came before. A task and its
result are lines of text: what a worker needs, and all it gives back.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

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

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Some hundred thousand games: larger files are something else.
LARGEST_FILE: Final = 500_000_000


class BatchError(ValueError):
    """Why no more games can be reviewed: a sentence for people."""


@dataclass(frozen=True, slots=True)
class ReviewTask:
    identity: str
    ggf: str


Map: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""As the built-in `map`, but in any order."""


# The games of files


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """A file, and how many games it has, good and bad."""

    name: str
    data: bytes
    count: int
    names: Names = NO_NAMES  # of the players, for WTHOR

    @classmethod
    def read(cls, path: Path) -> "ReviewSource":
        """Raises ValueError with a sentence that names the file."""
        try:
            data = read_file(path, LARGEST_FILE)
        except OSError as error:
            raise ValueError(cannot_read(path, error)) from error
        try:
            count = count_games(data)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
        if not count:
            raise ValueError(_("{path}: there is no game in it", path=path))
        # What is wrong with the names is no matter for a review.
        names = read_names(path)[0] if is_wthor(data) else NO_NAMES
        return cls(printable(str(path)), data, count, names)


class Queue:
    """The games of all files that are not known yet; one that is there several times comes once.

    They are read as they are asked for. `leave_out` is called for each that is left out: with a sentence
    where it is no game, with '' where it is known, or was there before.
    """

    def __init__(
        self, sources: Sequence[ReviewSource], known: set[str], leave_out: Callable[[str], None]
    ) -> None:
        self._sources = sources
        self._known = set(known)
        self._leave_out = leave_out

    def __iter__(self) -> Iterator[ReviewTask]:
        for source in self._sources:
            for found in read_games(source.data, source.names):
                if found.problem:
                    self._leave_out(f"{source.name}: {found.problem}")
                elif (name := identity(found.record)) in self._known:
                    self._leave_out("")
                else:
                    self._known.add(name)
                    yield ReviewTask(name, ggf(found.record))


# Reviewing them


@contextmanager
def this_process() -> Iterator[Map]:
    """One game after the other, here."""
    try:
        yield map
    finally:
        _close_engine()


@contextmanager
def workers_of(scheduler: str | None, workers: int) -> Iterator[Map]:
    """The workers of a scheduler, or without one processes of this machine. Raises BatchError.

    A worker that dies loses the game it works on, which another one reviews.
    """
    from ai.cluster import ClusterError, cluster

    try:
        with cluster(scheduler, workers) as found:
            yield found.map
    except ClusterError as error:
        raise BatchError(str(error)) from error


def review_all(
    tasks: Iterable[ReviewTask], effort: Effort, threads: int, megabytes: int, spread: Map
) -> Iterator[str]:
    """The line of each reviewed game, as it is ready; `megabytes` are those of the table of each review.

    Raises BatchError.
    """
    return spread(partial(review_task, effort=effort, threads=threads, megabytes=megabytes), tasks)


def review_task(task: ReviewTask, effort: Effort, threads: int, megabytes: int) -> str:
    """Runs where the work is done. Raises BatchError."""
    engine = _engine(megabytes)
    engine.start_anew()
    record = parse_ggf(task.ggf)
    for node in record.game.line:  # scores of the record must not change what is found
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
    """Answer each game with its line, what is none with an empty one: then why, in a sentence."""
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


def answer_parent(parent: "Connection", effort: Effort, megabytes: int) -> None:
    """In a child: answer each game as `answer_lines` does, what is none with a ValueError that says why."""
    with this_process():
        while True:
            try:
                parent.send(_review_line(parent.recv().encode(), effort, 1, megabytes))
            except ValueError as error:
                parent.send(ValueError(str(error)))  # pickle cannot make all kinds again


def _review_line(line: bytes, effort: Effort, threads: int, megabytes: int) -> str:
    """Raises ValueError."""
    record = parse_game(decoded(line))
    return review_task(ReviewTask(identity(record), ggf(record)), effort, threads, megabytes)


_own = threading.local()
"""A worker of Dask may have several threads, and an engine searches one position at a time."""


def _engine(megabytes: int) -> Engine:
    """That of this thread, which is made when it is first asked for. Raises BatchError."""
    if getattr(_own, "megabytes", None) != megabytes:
        _close_engine()
        try:
            book = load()
        except BookError as error:
            sentence = _("There is no opening book: {problem}. Reinstall Nullwindow", problem=error)
            raise BatchError(sentence) from error
        _own.engine, _own.megabytes = Engine(megabytes, book, for_people=True), megabytes
    engine: Engine = _own.engine
    return engine


def _close_engine() -> None:
    if hasattr(_own, "engine"):
        _own.engine.close()
        del _own.engine, _own.megabytes
