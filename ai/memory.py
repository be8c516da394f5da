"""How large a transposition table may be on this machine."""

from __future__ import annotations

from typing import Final

import psutil

LEAST_MEGABYTES: Final = 1
_MEGABYTE: Final = 1 << 20


def check_table_size(megabytes: int, tables: int = 1) -> None:
    """Raises ValueError for a table that cannot be, or not so many times, with a sentence for people."""
    if megabytes < LEAST_MEGABYTES:
        raise ValueError(f"the table needs at least {LEAST_MEGABYTES} MB, not {megabytes}")
    free = psutil.virtual_memory().available // _MEGABYTE
    if tables * megabytes > free:
        many = "a table" if tables == 1 else f"{tables} tables"
        do = "does" if tables == 1 else "do"
        raise ValueError(f"{many} of {megabytes:,} MB {do} not fit into memory: {free:,} MB are free")
