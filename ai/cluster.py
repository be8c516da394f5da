"""Work shared out: to processes on this machine, or by Dask to a cluster.

A worker that dies loses its task only, which another one does again. Results come back to this process, the
only one that writes files. Nobody else can reach the processes on this machine; anyone who can reach a
scheduler of Dask without a key can run code there.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ai import preparation
from ai.programs import Child, wait_for_messages
from game.text import _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from distributed import Client, Future

T = TypeVar("T")
R = TypeVar("R")

# Tasks that wait for each worker of Dask: enough to keep it busy, few enough to lose little.
_TASKS_PER_WORKER: Final = 3
# After how many deaths of workers over one task it is taken for their cause; a scheduler has its own number.
_DEATHS: Final = 5
# Processes that Windows can wait for at a time.
_MOST_ON_WINDOWS: Final = 60
# Seconds to wait for the scheduler, and for its first worker.
_PATIENCE: Final = 30


class ClusterError(Exception):
    """There is no cluster to work on, or it was lost."""


class Pool:
    """Starts this number of processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """As `Cluster.map`; a task is taken when a process is free for it."""
        waiting = iter(tasks)
        at_work: dict[Child, tuple[T, int]] = {}  # and how many processes have died over it

        def assign(task: T, deaths: int = 0, child: Child | None = None) -> None:
            child = child or stack.enter_context(closing(Child(_do, work)))
            at_work[child] = task, deaths
            child.send(task)

        with ExitStack() as stack:
            for task in islice(waiting, self.workers):
                assign(task)
            while at_work:
                for child in wait_for_messages(list(at_work)):
                    task, deaths = at_work.pop(child)
                    try:
                        result: R = child.receive()
                    except EOFError:
                        child.close()
                        if deaths == _DEATHS:
                            reason = _("its process has ended")
                            raise ClusterError(
                                _("workers keep dying on one task: {reason}", reason=reason)
                            ) from None
                        assign(task, deaths + 1)
                        continue
                    yield result
                    for task in islice(waiting, 1):
                        assign(task, child=child)


def _do(parent: Connection, work: Callable[[Any], object]) -> None:
    """In a child: send the result of each task."""
    while True:
        parent.send(work(parent.recv()))


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def workers(self) -> int:
        """Threads of all the workers there are at the moment, at least 1. Raises ClusterError."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:
            raise ClusterError(_("lost the connection to the scheduler: {reason}", reason=error)) from error
        return max(1, sum(threads.values()))

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """What `work` makes of each task, as it is ready, in any order. What `work` raises is raised here.

        Only a few tasks are taken ahead of the results. Raises ClusterError when the cluster is lost, or when
        a task has cost too many workers their lives.
        """
        from distributed import KilledWorker, as_completed

        waiting = iter(tasks)
        ready = as_completed()

        def fill() -> None:
            for task in islice(waiting, max(0, _TASKS_PER_WORKER * self.workers - ready.count())):
                ready.add(self._client.submit(work, task, pure=False))

        fill()
        for future in ready:
            error = _error(future)
            if isinstance(error, KilledWorker):
                raise ClusterError(_("workers keep dying on one task: {reason}", reason=error)) from error
            if error is not None:
                raise error
            yield future.result()
            fill()


@contextmanager
def cluster(scheduler: str | None, workers: int) -> Iterator[Cluster | Pool]:
    """The cluster of a scheduler, or without one processes on this machine. Raises ClusterError."""
    if scheduler is None:
        ready = preparation.wait()  # here, for else every process would compile the same
        if not ready.is_ready:
            raise ClusterError(_(ready.text))
        yield Pool(min(workers, _MOST_ON_WINDOWS) if sys.platform == "win32" else workers)
        return
    with _remote(scheduler) as client:
        yield Cluster(client)


def _remote(scheduler: str) -> Client:
    if not scheduler.strip():
        raise ClusterError(_("the address of the scheduler is missing: give one like tcp://10.0.0.1:8786"))
    if scheduler.startswith("inproc:"):
        sentence = _("{scheduler} is no address of another process: give one like tcp://10.0.0.1:8786")
        raise ClusterError(sentence.format(scheduler=scheduler))
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("dask", "distributed"):
            raise
        sentence = _(
            "--scheduler needs Dask, which is not installed here; in a copy of the source: "
            "{command}, or {other}",
            command="pip install -r requirements-cluster.txt",
            other="pip install '.[cluster]'",
        )
        raise ClusterError(sentence) from error
    for name in ("distributed", "distributed.client"):  # a dead worker is no news, it is replaced
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except Exception as error:  # of each kind of address another one
        sentence = _("no Dask scheduler answers at {scheduler}: {reason}", scheduler=scheduler, reason=error)
        raise ClusterError(sentence) from error
    if not scheduler.startswith("tls://"):
        sentence = _(
            "The scheduler at {scheduler} asks for no key: anyone who can reach it can run any code there. "
            "docs/training.md says how to use TLS"
        )
        print(sentence.format(scheduler=scheduler), file=sys.stderr)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        client.close()
        sentence = _("the scheduler at {scheduler} has had no worker for {seconds} s")
        raise ClusterError(sentence.format(scheduler=scheduler, seconds=_PATIENCE)) from error
    return client


def _error(future: Future[Any]) -> BaseException | None:
    """What went wrong with a future that is done. Raises ClusterError when that is not known any more."""
    if future.status == "cancelled":
        raise ClusterError(_("lost the connection to the scheduler"))
    error: BaseException | None = future.exception() if future.status == "error" else None
    return error
