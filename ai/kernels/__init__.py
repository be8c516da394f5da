"""Compiled code only; each file imports only those before it: intrinsics, bitboard, stability, workspace,
evaluation, table, ordering, midgame, endgame, expansion. Beside them measure, for `bench evaluate` alone.
Importing any of them first sets the folder of the compile cache.
"""

from ai.cache import use_cache_folder

CACHE_FOLDER, CACHE_WARNING = use_cache_folder()
