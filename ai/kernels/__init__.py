"""Compiled code only; each file imports only those above it: intrinsics, bitboard, stability, evaluation,
table, ordering, endgame, midgame. Importing any of them first sets the folder of the compile cache.
"""

from ai.cache import use_cache_folder

CACHE_FOLDER, CACHE_WARNING = use_cache_folder()
