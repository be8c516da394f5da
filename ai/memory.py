"""How large a transposition table may be on this machine, and what becomes of memory that is free again."""

from __future__ import annotations

import ctypes
import platform
from typing import Final

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
