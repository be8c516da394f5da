"""What one thread of a search reads and writes besides the table, as NumPy records."""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from ai.patterns import PATTERNS
from ai.telemetry import FIELDS

# A number for every pattern, and room up to a whole number of the widest vectors.
_WIDEST = 32
LANES = -(-len(PATTERNS) // _WIDEST) * _WIDEST

# The row that a search and its handle share; see ai/telemetry.py.
TELEMETRY = np.dtype([(field, np.int64) for field in FIELDS])
# A node of the recorded tree (see recording.py): the position, seen by the side to move; how many nodes were
# counted before it; how it ended, 0 until then; the row above it; and what was asked, in discs if `is_exact`,
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
# The first seven plies of a search of the middle game are up to 30,000 nodes.
RECORDED_ROWS = 1 << 16
# Room for the move lists, pattern states, killers and history of one search, all by the number of empties,
# which falls with every move and so takes the place of the ply; in which order it tries moves (Order of
# ai/limits.py) and how selective it is (see probcut.py). Last the recorded tree: from which depth on there
# are rows, which is that of the innermost node, and the rows, which take no memory before they are used.
WORKSPACE = np.dtype(
    [
        ("age", np.int64),
        ("order", np.int64),
        ("moves", np.int64, (65, 40)),
        ("keys", np.uint64, 40),
        ("turned", np.uint64, 40),
        ("features", np.int16, (65, LANES)),
        ("killers", np.int64, (65, 2)),
        ("history", np.int64, (2, 64)),
        ("confidence", np.int64),
        ("margins", np.int16, (64, 64)),
        ("doubts", np.int16, (64, 64)),
        ("recorded_depth", np.int64),
        ("open_row", np.int64),
        ("rows", ROW, RECORDED_ROWS),
    ]
)
TELEMETRY_TYPE = from_dtype(TELEMETRY)
WORKSPACE_TYPE = from_dtype(WORKSPACE)
