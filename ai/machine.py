"""How a search shares the machine: the size of its table, and the processor left to the window."""

import ctypes
import os
import platform
import struct
import sys
import threading
from pathlib import Path
from typing import Final

from game.files import read_file
from game.text import _, ngettext

LEAST_MEGABYTES: Final = 1
_MEGABYTE: Final = 1 << 20
# Of glibc's `mallopt`: from which size on a block has pages of its own, which the system gets back.
_M_MMAP_THRESHOLD: Final = -3


def check_table_size(megabytes: int, tables: int = 1) -> None:
    """Raises ValueError, with a sentence for people, when that many tables of this size do not fit."""
    if megabytes < LEAST_MEGABYTES:
        sentence = _("the table needs at least {least} MB, not {megabytes}")
        raise ValueError(sentence.format(least=LEAST_MEGABYTES, megabytes=megabytes))
    import psutil  # here, so that the command line starts at once

    free = psutil.virtual_memory().available // _MEGABYTE
    if tables * megabytes > free:
        sentence = ngettext(
            "a table of {megabytes} MB does not fit into memory: {free} MB are free",
            "{tables} tables of {megabytes} MB do not fit into memory: {free} MB are free",
            tables,
        )
        raise ValueError(sentence.format(tables=tables, megabytes=f"{megabytes:,}", free=f"{free:,}"))


def return_large_blocks() -> None:
    """Let blocks from a megabyte on go back to the system as soon as they are free.

    glibc does so at first, but raises the size with each that it sees, to 32 MB, and keeps as much in the
    heap of every thread: pictures and recorded trees, which come and go, leave the program larger and
    larger. Other systems are left as they are.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _MEGABYTE)


def return_free_pages() -> None:
    """Give whole free pages between blocks in use back to the system, which takes milliseconds."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)


# How much nicer than the window a thread is that gives way to it (0 to 19). While two processors search, a
# tick of the clock makes the window late in 34 of 10,000 frames with 10, in 15 with 15, in 19 with 19.
# Where other programs keep the processors busy it would wait for them with the interpreter in its hands, and
# the window for it: there 87 % of clicks were answered within 100 ms, and all with 0.
NICENESS: Final = 15
# Since Linux 6.12 a thread may say for how many nanoseconds it wants to go on at a time, and one that wakes
# and wants less comes first, at once. Otherwise it may wait for the next tick of the clock, 4 ms, which makes
# a frame late. 100 ms is the most.
SLICE: Final = 50_000_000

# sched(7), sched_setattr(2); the system calls have no function in every C library, and no name in Python.
_SET_ATTRIBUTES: Final = {"x86_64": 314, "aarch64": 274}
# `sched_attr` in its first version: size, policy, flags, nice, priority, runtime, deadline, period.
ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")

# What runs while a search begins and is no other program: that search, and the window.
_OWN_RUNNING: Final = 2
_LOAD: Final = Path("/proc/loadavg")


def is_busy() -> bool:
    """Whether other programs keep all processors busy; False where the system does not say so."""
    try:
        running = int(read_file(_LOAD).split()[3].partition(b"/")[0])
    except (OSError, ValueError, IndexError):
        return False
    return running - _OWN_RUNNING >= (os.cpu_count() or 1)


def give_way() -> None:
    """Let this thread and those it starts wait for others.

    Linux weighs threads one by one; other systems favour the window in front by themselves. What the system
    does not know changes nothing.
    """
    if sys.platform != "linux":
        return
    thread = threading.get_native_id()
    niceness = min(os.getpriority(os.PRIO_PROCESS, thread) + NICENESS, 19)
    os.setpriority(os.PRIO_PROCESS, thread, niceness)
    number = _SET_ATTRIBUTES.get(platform.machine())
    policy = os.sched_getscheduler(thread)
    if number is not None and policy in (os.SCHED_OTHER, os.SCHED_BATCH):
        wanted = ATTRIBUTES.pack(ATTRIBUTES.size, policy, 0, niceness, 0, SLICE, 0, 0)
        ctypes.CDLL(None).syscall(number, thread, wanted, 0)
