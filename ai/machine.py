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
# Of glibc's `mallopt`: the size from which on a block has pages of its own, which the system gets back.
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
    """Makes glibc return blocks from a megabyte on to the system as soon as they are free.

    It raises that size by itself, to 32 MB, and keeps as much in the heap of every thread: pictures and
    recorded trees, which come and go, would make the program larger and larger.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _MEGABYTE)


def return_free_pages() -> None:
    """Returns whole free pages between blocks in use to the system, which takes milliseconds."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)


# How much nicer than the window a thread is that gives way to it (0 to 19): with less the window is late more
# often. Where other programs keep the processors busy such a thread would wait with the interpreter in its
# hands, and the window for it; there it must not give way.
NICENESS: Final = 15
# Nanoseconds for which a thread wants to run on at a time (Linux 6.12 and later, 100 ms at most): one that
# wakes and wants less comes first at once, instead of at the next tick of the clock, which makes a frame
# late.
SLICE: Final = 50_000_000

# sched_setattr(2), a system call without a name in Python, and without a function in some C libraries.
_SET_ATTRIBUTES: Final = {"x86_64": 314, "aarch64": 274}
# `sched_attr` in its first version: size, policy, flags, nice, priority, runtime, deadline, period.
ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")

# Processes that run while a search begins and are no other program: that search, and the window.
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
    """Lowers the priority of this thread and those it starts, on Linux; others favour the window in front."""
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
