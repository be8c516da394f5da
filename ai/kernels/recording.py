"""Records the first plies of a search: a row of the workspace for each node with enough plies left.

The telemetry counts the rows; ai/trace/rows.py reads them while they are being written. When all are taken,
no more nodes are recorded, but open ones are still closed.
"""

from typing import Any, Final

import numpy as np
from numba import boolean, int64, uint64

from ai.kernels import kernel
from ai.kernels.intrinsics import publish
from ai.kernels.workspace import RECORDED_ROWS, TELEMETRY_TYPE, WORKSPACE_TYPE

NO_DEPTH: Final = 1 << 10  # deeper than any node: nothing is recorded
NO_ROW: Final = -1  # the row of an unrecorded node, and the parent of a root
# The first bits of the parts of a result: reason (from bit 0), score, nodes. The bias keeps scores positive.
SCORE_BIT: Final = 8
NODES_BIT: Final = 24
SCORE_BIAS: Final = 0x4000
_SCORE_BIT, _NODES_BIT = np.uint64(SCORE_BIT), np.uint64(NODES_BIT)


@kernel(int64(uint64, uint64, int64, int64, int64, boolean, TELEMETRY_TYPE, WORKSPACE_TYPE))
def enter(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    is_exact: bool,
    telemetry: Any,
    workspace: Any,
) -> int:
    """Opens a row for a node not counted yet, below the innermost one; returns NO_ROW if all are taken."""
    row = telemetry.recorded
    if row >= RECORDED_ROWS:
        return NO_ROW
    parent = workspace.open_row
    entry = workspace.rows[row]
    entry.player = player
    entry.opponent = opponent
    entry.entered = telemetry.nodes
    entry.result = 0
    entry.parent = parent
    entry.alpha = alpha
    entry.beta = beta
    entry.depth = depth
    entry.ply = 0 if parent == NO_ROW else workspace.rows[parent].ply + 1
    entry.is_exact = is_exact
    publish()
    telemetry.recorded = row + 1
    workspace.open_row = row
    return row


@kernel(int64(int64, int64, int64, TELEMETRY_TYPE, WORKSPACE_TYPE))
def leave(row: int, score: int, reason: int, telemetry: Any, workspace: Any) -> int:
    """Returns the score of a node after closing its row, if it has one. The result is a single word, so that
    a thread that reads the row meanwhile sees all of it or nothing.
    """
    if row != NO_ROW:
        entry = workspace.rows[row]
        nodes = telemetry.nodes - entry.entered
        publish()
        entry.result = uint64(nodes) << _NODES_BIT | uint64(score + SCORE_BIAS) << _SCORE_BIT | uint64(reason)
        workspace.open_row = entry.parent
    return score
