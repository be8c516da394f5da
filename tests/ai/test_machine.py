"""How a search shares the machine: memory, and the priority of threads."""

import ctypes
import os
import platform
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from ai import machine, preparation
from ai.engine import Engine
from ai.limits import Limit
from ai.machine import check_table_size
from game.board import Board
from tests.ui.command_line import run_python

GET_ATTRIBUTES = {"x86_64": 315, "aarch64": 275}
Value = TypeVar("Value")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux weighs threads one by one")

# Allocates blocks of 4 MB and frees every other one; prints the share that is no longer held.
BLOCKS = """
import gc, psutil, numpy
from ai.machine import return_large_blocks
return_large_blocks()
numpy.ones(1 << 21)  # so large a block raises glibc's size
before = psutil.Process().memory_info().rss
blocks = [numpy.ones(1 << 19) for _ in range(40)]
full = psutil.Process().memory_info().rss
del blocks[::2]
print((full - psutil.Process().memory_info().rss) / (full - before))
"""


def test_two_tables_may_exceed_the_memory() -> None:
    megabytes = int(0.75 * psutil.virtual_memory().available) >> 20
    check_table_size(megabytes)
    with pytest.raises(ValueError, match=rf"^2 tables of {megabytes:,} MB do not fit into memory: [\d,]+ MB"):
        check_table_size(megabytes, tables=2)
    for wrong, problem in ((0, "at least 1 MB, not 0"), (1 << 30, "a table of 1,0")):
        with pytest.raises(ValueError, match=problem):
            check_table_size(wrong)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is set")
def test_freed_large_blocks_return_to_the_system() -> None:
    assert float(run_python("-c", BLOCKS, check=True).stdout) == pytest.approx(0.5, abs=0.05)


# Priority


def of_a_search(gives_way: bool, ask: Callable[[int], Value]) -> Value:
    """Returns what `ask` finds about the thread that searches with the kernels."""
    assert preparation.wait(60).is_ready
    before = set(threading.enumerate())
    with closing(Engine(1, gives_way=gives_way)) as engine:
        analysis = engine.analyse(Board.initial(), Limit())
        while not analysis.progress.depth:
            time.sleep(0.001)
        names = {thread.name: thread for thread in set(threading.enumerate()) - before}
        worker = names.get("polite", names["search"])
        assert worker.native_id is not None
        return ask(worker.native_id)


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Returns the file of the load average, with that of an idle machine."""
    path = tmp_path / "loadavg"
    path.write_text("0.00 0.01 0.05 1/123 4567\n", "ascii")
    monkeypatch.setattr(machine, "_LOAD", path)
    return path


def niceness(thread: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, thread)


def time_slice(thread: int) -> int:
    """Returns the time slice in nanoseconds; 0 if Linux has none."""
    size = machine.ATTRIBUTES.size
    found = ctypes.create_string_buffer(size)
    number = GET_ATTRIBUTES[platform.machine()]
    assert ctypes.CDLL(None).syscall(number, thread, found, size, 0) == 0
    return int(machine.ATTRIBUTES.unpack(found.raw)[5])


@linux_only
def test_a_search_gives_way_to_the_window_but_not_to_busy_programs(load: Path) -> None:
    mine = niceness(threading.get_native_id())
    assert of_a_search(False, niceness) == mine
    assert of_a_search(True, niceness) == min(mine + machine.NICENESS, 19)
    assert niceness(threading.get_native_id()) == mine
    load.write_text("8.00 7.01 5.05 99/123 4567\n", "ascii")
    assert of_a_search(True, niceness) == mine
    load.unlink()
    assert of_a_search(True, niceness) == min(mine + machine.NICENESS, 19)


@linux_only
@pytest.mark.usefixtures("load")
def test_a_search_that_gives_way_has_a_long_time_slice() -> None:
    mine = time_slice(threading.get_native_id())
    if mine == 0 or os.sched_getscheduler(0) not in (os.SCHED_OTHER, os.SCHED_BATCH):
        pytest.skip("this Linux knows no slices of time, or this process is not like others")
    assert of_a_search(False, time_slice) == mine
    assert of_a_search(True, time_slice) == machine.SLICE
    assert time_slice(threading.get_native_id()) == mine


@linux_only
@pytest.mark.usefixtures("load")
def test_a_sched_idle_thread_keeps_its_time_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """So does a thread on a processor whose system calls are not known."""
    before, name = time_slice(threading.get_native_id()), platform.machine()
    monkeypatch.setattr(os, "sched_getscheduler", lambda _thread: os.SCHED_IDLE)
    assert of_a_search(True, time_slice) == before
    monkeypatch.undo()
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")

    def ask(thread: int) -> int:
        monkeypatch.setattr(platform, "machine", lambda: name)
        return time_slice(thread)

    assert of_a_search(True, ask) == before
