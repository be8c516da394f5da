"""Distributes work to processes on this machine, or through Dask to a cluster.

If a worker dies, only its task is lost, and another worker repeats it. Results return to this process, which
alone writes files. Anyone who can reach a Dask scheduler without a key can run code there.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from threading import Lock
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ai import preparation
from ai.programs import Child, wait_for_messages
from game.text import _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")

_TASKS_PER_WORKER: Final = 3  # queued for each Dask worker: keeps it busy, and little is lost
_RETRIES: Final = 5  # how often a task whose worker died is repeated; a scheduler has its own number
_MOST_ON_WINDOWS: Final = 60  # processes that Windows can wait for at once
_PATIENCE: Final = 30  # seconds to wait for the scheduler, and for its first worker


class ClusterError(Exception):
    """The cluster is not available, or was lost."""


def _give_up(_task: object) -> Any:
    raise ClusterError(_("workers keep dying on one task: {reason}", reason=_("its process has ended")))


class Pool:
    """A pool of processes on this machine, which any thread may pause and end."""

    def __init__(self, workers: int, retries: int = _RETRIES, gives_way: bool = False) -> None:
        """Repeats a task up to `retries` times if it kills its process; `gives_way` means lowest priority."""
        self.workers = min(workers, _MOST_ON_WINDOWS) if sys.platform == "win32" else workers
        self._retries, self._gives_way = retries, gives_way
        self._at_work: dict[Child, tuple[Any, int]] = {}  # the task, and how many processes it has killed
        self._is_paused = self._is_ended = False
        self._lock = Lock()

    def set_paused(self, is_paused: bool) -> None:
        """Suspends the processes in the middle of their work, or resumes them; results do not change."""
        with self._lock:
            self._is_paused = is_paused
            for child in self._at_work:
                child.set_paused(is_paused)

    def end(self) -> None:
        """Ends the processes; a running `map` returns."""
        with self._lock:
            self._is_ended = True
            for child in self._at_work:
                child.end()

    def _forget(self, *children: Child) -> None:
        with self._lock:
            for child in children:
                del self._at_work[child]

    def map(
        self, work: Callable[[T], R], tasks: Iterable[T], lost: Callable[[T], R] = _give_up
    ) -> Generator[R, None, None]:
        """Like `Cluster.map`, but fetches a task only when a process is free; `lost` makes the result of a
        task that is given up. If `work` returns a generator, yields its items, too, before its result.
        """
        waiting = iter(tasks)

        def assign(task: T, retries: int = 0, child: Child | None = None) -> None:
            with self._lock:
                if child is None:
                    child = stack.enter_context(closing(Child(_do, work)))
                    if self._gives_way:
                        child.give_way()
                self._at_work[child] = task, retries
                if self._gives_way:
                    child.set_paused(self._is_paused)
                if self._is_ended:
                    child.end()
            child.send(task)

        with ExitStack() as stack, ExitStack() as first:
            # Before they are closed: afterwards other processes may have their ids.
            first.callback(lambda: self._forget(*self._at_work))
            for task in islice(waiting, self.workers):
                assign(task)
            while self._at_work:
                for child in wait_for_messages(list(self._at_work)):
                    task, retries = self._at_work[child]
                    free: Child | None = child
                    try:
                        result, is_over = child.receive()
                        if not is_over:
                            yield result
                            continue
                        self._forget(child)
                    except EOFError:
                        self._forget(child)
                        child.close()
                        if self._is_ended:
                            return
                        if retries < self._retries:
                            assign(task, retries + 1)
                            continue
                        free, result = None, lost(task)
                    yield result
                    for task in islice(waiting, 1):
                        assign(task, child=free)


def _do(parent: Connection, work: Callable[[Any], object]) -> None:
    """Runs in a child: sends the items that each task yields, then its result."""
    while True:
        result = work(parent.recv())
        if isinstance(result, GeneratorType):
            result = finish(result, lambda news: parent.send((news, False)))
        parent.send((result, True))


def finish(work: Generator[T, None, R], follow: Callable[[T], object]) -> R:
    """Runs a generator, calls `follow` with each item, and returns the result."""
    while True:
        try:
            news = next(work)
        except StopIteration as end:
            result: R = end.value
            return result
        follow(news)


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def workers(self) -> int:
        """The number of threads of all present workers, at least 1. Raises ClusterError."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:
            raise ClusterError(_("lost the connection to the scheduler: {reason}", reason=error)) from error
        return max(1, sum(threads.values()))

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yields the results of `work` in any order; fetches only a few tasks ahead. Raises the errors of
        `work`, and ClusterError if the cluster is lost or a task has killed too many workers.
        """
        from distributed import KilledWorker, as_completed

        waiting = iter(tasks)
        ready = as_completed()

        def fill() -> None:
            for task in islice(waiting, max(0, _TASKS_PER_WORKER * self.workers - ready.count())):
                ready.add(self._client.submit(work, task, pure=False))

        fill()
        for future in ready:
            if future.status == "cancelled":  # the scheduler does not know it any more
                raise ClusterError(_("lost the connection to the scheduler"))
            error = future.exception() if future.status == "error" else None
            if isinstance(error, KilledWorker):
                raise ClusterError(_("workers keep dying on one task: {reason}", reason=error)) from error
            if error is not None:
                raise error
            yield future.result()
            fill()


@contextmanager
def cluster(scheduler: str | None, workers: int) -> Iterator[Cluster | Pool]:
    """Yields the cluster of `scheduler`, or a pool on this machine if that is None. Raises ClusterError."""
    if scheduler is None:
        ready = preparation.wait()  # first, or every process would compile the kernels
        if not ready.is_ready:
            raise ClusterError(_(ready.text))
        yield Pool(workers)
        return
    with _remote(scheduler) as client:
        yield Cluster(client)


def _remote(scheduler: str) -> Client:
    if not scheduler.strip():
        raise ClusterError(_("the scheduler's address is missing: use one like tcp://10.0.0.1:8786"))
    if scheduler.startswith("inproc:"):
        sentence = _("{scheduler} is not the address of another process: use one like tcp://10.0.0.1:8786")
        raise ClusterError(sentence.format(scheduler=scheduler))
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("dask", "distributed"):
            raise
        sentence = _(
            "--scheduler needs Dask, which is not installed; run in a copy of the source: {command}, or "
            "{other}",
            command="pip install -r requirements-cluster.txt",
            other="pip install '.[cluster]'",
        )
        raise ClusterError(sentence) from error
    for name in ("distributed", "distributed.client"):  # they report each dead worker
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except Exception as error:  # its type depends on the kind of address
        sentence = _("no Dask scheduler answers at {scheduler}: {reason}", scheduler=scheduler, reason=error)
        raise ClusterError(sentence) from error
    if not scheduler.startswith("tls://"):
        sentence = _(
            "The scheduler at {scheduler} requires no key: anyone who can reach it can run any code there. "
            "docs/training.md explains how to use TLS"
        )
        print(sentence.format(scheduler=scheduler), file=sys.stderr)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        client.close()
        sentence = _("no worker joined the scheduler at {scheduler} within {seconds} s")
        raise ClusterError(sentence.format(scheduler=scheduler, seconds=_PATIENCE)) from error
    return client
