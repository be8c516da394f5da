import gc
import os
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import MagicMock

import psutil
import pytest

from ai.cluster import Cluster, ClusterError, Pool, cluster
from ai.training.weights.games_file import GameId, Origin, Writer, read
from tests.quick import quick


@pytest.fixture(scope="module", params=quick(["here", "Dask"], 1))
def two_workers(request: pytest.FixtureRequest) -> Iterator[Pool | Cluster]:
    if request.param == "here":
        with cluster(None, 2) as workers:
            yield workers
        return
    from distributed import LocalCluster  # so that children start quickly

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local,
        cluster(local.scheduler_address, 1) as workers,
    ):
        yield workers


def slow_game(task: tuple[Path, int]) -> tuple[int, GameId]:
    """Returns (process of the worker, its game); until then a file in the folder names the process."""
    folder, number = task
    sign = folder / f"{number} {os.getpid()}"
    sign.touch()
    time.sleep(0.05)
    sign.unlink()
    return os.getpid(), GameId(Origin.PLAY, number)


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die_in(folder: Path, times: int = 9) -> None:
    retries = len(list(folder.iterdir()))
    (folder / str(retries)).touch()
    if retries < times:
        os.kill(os.getpid(), signal.SIGKILL)


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")


@pytest.mark.slow
@posix_only
def test_a_killed_worker_loses_no_game(two_workers: Pool | Cluster, tmp_path: Path) -> None:
    assert two_workers.workers == 2
    path = tmp_path / "a.games"
    killed = 0
    made_by = set()
    with Writer(path) as file:
        for worker, game in two_workers.map(slow_game, [(tmp_path, number) for number in range(30)]):
            file.append({game: b""})
            made_by.add(worker)
            if not killed and len(file.sources) > 3:
                in_work = [sign.name for sign in tmp_path.iterdir() if " " in sign.name]
                for name in in_work[:1]:
                    killed = int(name.split()[1])
                    os.kill(killed, signal.SIGKILL)
    assert killed
    assert len(made_by) >= 2
    assert sorted(game.number for game in read(path)) == list(range(30))
    # Only the game that the killed worker was making was begun twice.
    assert [sign.name.split()[1] for sign in tmp_path.iterdir() if " " in sign.name] == [str(killed)]


def test_tasks_are_taken_a_few_ahead_and_errors_are_raised(two_workers: Pool | Cluster) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    results = two_workers.map(abs, tasks())
    first = next(results)
    assert first in taken
    assert len(taken) < 20
    assert sorted([first, *results]) == list(range(40))
    with pytest.raises(ValueError, match="three"):  # raised by the work
        list(two_workers.map(fail_at_three, range(10)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9"),
        ("tls://127.0.0.1:9", "no Dask scheduler answers at tls://127.0.0.1:9: TLS expects"),
        ("nonsense://", "no Dask scheduler answers at nonsense://"),
        ("inproc://x", "inproc://x is not the address of another process: use one like tcp:"),
        (" ", "the scheduler's address is missing"),
    ],
)
def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch, address: str, said: str) -> None:
    monkeypatch.setattr("ai.cluster._PATIENCE", 0.3)
    with pytest.raises(ClusterError, match=said), cluster(address, 1):
        pass
    gc.collect()  # closes the failed client now, not while the next one holds the lock that it needs


@pytest.mark.parametrize(("address", "is_told"), [("tcp://here:1", True), ("tls://here:1", False)])
def test_a_scheduler_without_tls_is_warned_of(
    address: str, is_told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("distributed.Client", MagicMock())
    with cluster(address, 1):
        pass
    assert ("anyone who can reach it can run any code" in capsys.readouterr().err) == is_told


@pytest.mark.slow
@posix_only
def test_a_task_that_kills_its_workers_is_abandoned(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="workers keep dying on one task"):
        list(Pool(2, retries=1).map(die_in, [tmp_path]))
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.slow
@posix_only
def test_dead_workers_leave_no_process_behind(tmp_path: Path) -> None:
    before = set(psutil.Process().children())
    results = Pool(1).map(partial(die_in, times=2), [tmp_path])
    next(results)
    assert len(set(psutil.Process().children()) - before) == 2  # the worker and its watch
    assert list(results) == []
