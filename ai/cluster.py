"""Work shared out by Dask: on this machine's cores, or unchanged on a cluster.

A worker that dies loses its task only, which another one does again. Results come back to this process, the
only one that writes files.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, TypeVar

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed

from ai import preparation
from game.text import _

Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks that wait for each worker: enough to keep it busy, few enough to lose little and to keep memory small.
_TASKS_PER_WORKER: Final = 3
# After how many deaths of workers over one task it is taken for their cause; a scheduler has its own number.
_DEATHS: Final = 20
# What a worker of this machine runs first: Ctrl-C reaches it too, but it is this process that ends it.
_LEAVE_INTERRUPTS: Final = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
# Seconds to wait for the scheduler, and for its first worker.
_PATIENCE: Final = 30


class ClusterError(Exception):
    """There is no cluster to work on, or it was lost."""


class Cluster:
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

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """What `work` makes of each task, as it is ready, in any order. What `work` raises is raised here.

        Only a few tasks are taken ahead of the results. Raises ClusterError when the cluster is lost, or when
        a task has cost too many workers their lives.
        """
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
def cluster(scheduler: str | None, workers: int) -> Iterator[Cluster]:
    """The cluster of a scheduler, or without one processes on this machine. Raises ClusterError."""
    for name in ("distributed", "distributed.client"):  # a dead worker is no news, it is replaced
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        with _local(workers) as local, Client(local) as client:
            yield Cluster(client)
    else:
        with _remote(scheduler) as client:
            yield Cluster(client)


def _local(workers: int) -> LocalCluster:
    ready = preparation.wait()  # here, for else every worker would compile the same
    if not ready.is_ready:
        raise ClusterError(_(ready.text))
    dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS})
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        preload=[_LEAVE_INTERRUPTS],
        silence_logs=logging.CRITICAL,
    )


def _remote(scheduler: str) -> Client:
    if not scheduler.strip():
        raise ClusterError(_("the address of the scheduler is missing: give one like tcp://10.0.0.1:8786"))
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError) as error:  # TypeError: tls:// without certificates
        sentence = _("no Dask scheduler answers at {scheduler}: {reason}", scheduler=scheduler, reason=error)
        raise ClusterError(sentence) from error
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
