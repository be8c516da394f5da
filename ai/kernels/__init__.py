"""Compiled code only; each file imports only those before it: intrinsics, bitboard, stability, workspace,
recording, evaluation, table, ordering, probcut, splits, midgame, endgame, helping. Beside them measure, for
`bench evaluate` alone.
Importing any of them first sets the folder of the compile cache.
"""

from __future__ import annotations

from typing import Any

from numba import njit

from ai.cache import describe_in_memory, describe_unwritable, use_cache_folder

# Without a folder what is compiled stays in memory.
CACHE_FOLDER, CACHE_WARNING = use_cache_folder()


def keep_in_memory(error: OSError) -> None:
    """Compile without the folder, which cannot be written after all."""
    global CACHE_FOLDER, CACHE_WARNING
    if CACHE_FOLDER is not None:
        CACHE_WARNING = describe_in_memory(describe_unwritable(CACHE_FOLDER, error))
        CACHE_FOLDER = None


def kernel(signature: Any) -> Any:
    """Compile a function when its file is imported, and keep the machine code if there is a folder for it."""
    return njit(signature, cache=CACHE_FOLDER is not None, nogil=True)
