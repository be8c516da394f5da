"""How a search shares the machine: the memory of its table, and the processor it leaves to the window."""

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
DEFAULT_MEGABYTES: Final = 64
_MEGABYTE: Final = 1 << 20
# A parameter of glibc's `mallopt`: the least size of a block with its own pages, which are returned on free.
_M_MMAP_THRESHOLD: Final = -3


def check_table_size(megabytes: int, tables: int = 1) -> None:
    """Raises ValueError, with a message for the user, if `tables` tables of this size do not fit."""
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
    """Makes glibc return blocks of a megabyte or more to the system as soon as they are free.

    Otherwise glibc raises that size up to 32 MB, and keeps as much in the heap of every thread: temporary
    pictures and recorded trees would make the program larger and larger.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _MEGABYTE)


def return_free_pages() -> None:
    """Gives whole free pages between blocks in use back to the system, which takes milliseconds."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)


# The niceness (0 to 19) added to a thread that gives way to the window: with less, more frames are late. If
# other programs keep the processors busy, such a thread would wait while it holds the interpreter lock, and
# the window would wait for it; then it must not give way.
NICENESS: Final = 15
# The time slice of such a thread in nanoseconds (Linux 6.12 and later, 100 ms at most): a thread that wakes
# with a shorter slice preempts it at once, not at the next clock tick, which would make a frame late.
SLICE: Final = 50_000_000

# The numbers of the system call sched_setattr(2), for which Python and some C libraries have no function.
_SET_ATTRIBUTES: Final = {"x86_64": 314, "aarch64": 274}
# `sched_attr` in its first version: size, policy, flags, nice, priority, runtime, deadline, period.
ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")

# Threads of this program that run while a search begins: the search and the window.
_OWN_RUNNING: Final = 2
_LOAD: Final = Path("/proc/loadavg")


def is_busy() -> bool:
    """Returns whether other programs keep all processors busy; False if the system does not report it."""
    try:
        running = int(read_file(_LOAD).split()[3].partition(b"/")[0])
    except (OSError, ValueError, IndexError):
        return False
    return running - _OWN_RUNNING >= (os.cpu_count() or 1)


def give_way() -> None:
    """Lowers the priority of this thread and those it starts on Linux; others favour the front window."""
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
