"""How large a transposition table may be on this machine."""

from __future__ import annotations

from typing import Final

import psutil

LEAST_MEGABYTES: Final = 1
_MEGABYTE: Final = 1 << 20


def check_table_size(megabytes: int) -> None:
    """Raises ValueError for a table that cannot be, with a sentence for people."""
    if megabytes < LEAST_MEGABYTES:
        raise ValueError(f"the table needs at least {LEAST_MEGABYTES} MB, not {megabytes}")
    free = psutil.virtual_memory().available // _MEGABYTE
    if megabytes > free:
        raise ValueError(f"a table of {megabytes:,} MB does not fit into memory: {free:,} MB are free")
