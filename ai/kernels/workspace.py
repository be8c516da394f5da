"""What one thread of a search works with: NumPy records, all together its SearchContext."""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import from_dtype, types

from ai.network import NETWORK
from ai.patterns import PATTERNS, STAGE_SIZE, STAGES
from ai.telemetry import FIELDS

_WIDEST = 32
LANES = -(-len(PATTERNS) // _WIDEST) * _WIDEST  # one for every pattern, in whole vectors of the widest

# The row that a search and its handle share; see ai/telemetry.py.
TELEMETRY = np.dtype([(field, np.int64) for field in FIELDS])
# A node of the recorded tree (see recording.py): the position, seen by the side to move; the nodes counted
# before it; its result, 0 until then; the row above it; and its window, in discs if `is_exact`, else in
# tenths of a disc.
ROW = np.dtype(
    [
        ("player", np.uint64),
        ("opponent", np.uint64),
        ("entered", np.int64),
        ("result", np.uint64),
        ("parent", np.int32),
        ("alpha", np.int16),
        ("beta", np.int16),
        ("depth", np.int16),
        ("ply", np.int8),
        ("is_exact", np.int8),
    ],
    align=True,
)
MOVES_ROOM = 48  # for the moves of a position, of which there are fewer, in vectors of 16 lanes
# Up to this number of empties the moves of a position are sorted in one vector of eight. The board after
# each move is kept by its square: the discs of the side to move then, and its legal moves.
FEW_EMPTIES = 8
RECORDED_ROWS = 1 << 16  # the first seven plies of a search of the middle game are up to 30,000 nodes
# One search of one thread: its Algorithm, the Order of its moves, its selectivity (see ai/error_model.py);
# move lists, pattern states, killers (a bit each) and history, nearly all by the number of empties, which
# takes the place of the ply. Last the recorded tree: the depth from which on there are rows, the row of the
# innermost node, and the rows, which take no memory before they are used.
WORKSPACE = np.dtype(
    [
        ("algorithm", np.int64),
        ("age", np.int64),
        ("order", np.int64),
        ("moves", np.int8, (65, MOVES_ROOM)),
        ("keys", np.uint64, MOVES_ROOM),
        ("unsorted", np.int32, (65, MOVES_ROOM)),
        ("boards", np.uint64, (FEW_EMPTIES + 1, 64)),
        ("replies", np.uint64, (FEW_EMPTIES + 1, 64)),
        ("features", np.int16, (65, LANES)),
        ("killers", np.uint64, (65, 2)),
        ("history", np.int64, (2, 64)),
        ("confidence", np.int64),
        ("margins", np.int16, (64, 64)),
        ("static_margins", np.int16, (64, 64)),
        ("recorded_depth", np.int64),
        ("open_row", np.int64),
        ("rows", ROW, RECORDED_ROWS),
    ]
)
MARKS = 1 << 14
# What the threads of a search share (see sharing.py): their number, and the keys of positions that one of
# them searches, each at its place by its last bits.
CREW = np.dtype([("threads", np.int64), ("marks", np.uint64, MARKS)])
# The weights of all terms; the address of the words of the transposition table, and their number: Numba
# counts the users of an array, at every call and for all threads in one place, a quarter of the time.
WEIGHTS = np.dtype([("network", NETWORK), ("values", np.int16, STAGES * STAGE_SIZE)])
TABLE = np.dtype([("address", np.int64), ("size", np.int64)])
TELEMETRY_TYPE = from_dtype(TELEMETRY)
WORKSPACE_TYPE = from_dtype(WORKSPACE)
CREW_TYPE = from_dtype(CREW)
WEIGHTS_TYPE = from_dtype(WEIGHTS)
TABLE_TYPE = from_dtype(TABLE)


class SearchContext(NamedTuple):
    """What the kernels search with, as one argument: records of these types. A table of size 0 is off."""

    telemetry: Any
    workspace: Any
    weights: Any
    table: Any
    crew: Any


CONTEXT_TYPE: Final = types.NamedTuple(
    (TELEMETRY_TYPE, WORKSPACE_TYPE, WEIGHTS_TYPE, TABLE_TYPE, CREW_TYPE), SearchContext
)
