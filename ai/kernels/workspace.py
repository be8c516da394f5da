"""The data of one thread of a search: NumPy records, together its SearchContext."""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import from_dtype, types

from ai.patterns import PATTERNS, STAGE_SIZE, STAGES
from ai.telemetry import FIELDS

_WIDEST = 32
LANES = -(-len(PATTERNS) // _WIDEST) * _WIDEST  # one per pattern, in whole vectors of _WIDEST lanes

# The row that a search and its handle share; see ai/telemetry.py.
TELEMETRY = np.dtype([(field, np.int64) for field in FIELDS])
# A node of the recorded tree (see recording.py): the position, seen by the side to move; the nodes counted
# before it; its result, 0 while it is open; the row of its parent; and its window, in discs if `is_exact`,
# else in tenths of a disc.
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
MOVES_ROOM = 48  # more than the moves of any position, in vectors of 16 lanes
# Up to this number of empties, one vector of eight sorts the moves of a position. `boards` and `replies` hold
# for the square of each move the discs of the side then to move, and its legal moves.
FEW_EMPTIES = 8
RECORDED_ROWS = 1 << 16  # the first seven plies of a midgame search have up to 30,000 nodes
# One search of one thread: its Algorithm, the Order of its moves, its selectivity (see ai/error_model.py);
# move lists, pattern states, killers (a bit each) and history, nearly all indexed by the number of empties
# instead of the ply. Then the recorded tree: the least depth with rows, the row of the innermost node, and
# the rows, which take no memory before they are used. For several threads: the marks of the positions that
# this thread is searching, and the empties of the one it goes back to (see sharing.py).
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
        ("open_marks", np.uint64, 65),
        ("resume_empties", np.int64),
    ]
)
MARKS = 1 << 14
ORDERS = 1 << 12
# Shared by the threads of a search (see sharing.py): their number, the keys of positions being searched, and
# sorted moves; the last bits of a key are the index in both.
ORDER = np.dtype([("key", np.uint64), ("moves", np.int8, MOVES_ROOM)])
CREW = np.dtype([("threads", np.int64), ("marks", np.uint64, MARKS), ("orders", ORDER, ORDERS)])
# The weights of all terms; the address and the number of the words of the transposition table. As an array it
# would take a quarter of the time: Numba counts references at every call, for all threads in one place.
WEIGHTS = np.dtype([("values", np.int16, STAGES * STAGE_SIZE)])
TABLE = np.dtype([("address", np.int64), ("size", np.int64)])
TELEMETRY_TYPE = from_dtype(TELEMETRY)
WORKSPACE_TYPE = from_dtype(WORKSPACE)
CREW_TYPE = from_dtype(CREW)
WEIGHTS_TYPE = from_dtype(WEIGHTS)
TABLE_TYPE = from_dtype(TABLE)


class SearchContext(NamedTuple):
    """The records that the kernels search with, as one argument. A table of size 0 is off."""

    telemetry: Any
    workspace: Any
    weights: Any
    table: Any
    crew: Any


CONTEXT_TYPE: Final = types.NamedTuple(
    (TELEMETRY_TYPE, WORKSPACE_TYPE, WEIGHTS_TYPE, TABLE_TYPE, CREW_TYPE), SearchContext
)
