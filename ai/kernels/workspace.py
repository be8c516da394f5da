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
# Room for the move lists, pattern states, killers and history of one search, all by the number of empties,
# which falls with every move and so takes the place of the ply; in which order it tries moves (Order of
# ai/limits.py) and how selective it is (see probcut.py).
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
    ]
)
TELEMETRY_TYPE = from_dtype(TELEMETRY)
WORKSPACE_TYPE = from_dtype(WORKSPACE)
