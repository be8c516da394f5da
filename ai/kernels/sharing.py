"""How several threads share the search of one tree: ABDADA (Weill 1996), as simplified by Kerrigan.

Each thread searches the whole tree, and finds the results of the others in the table. It marks the position
after a move before searching it, and defers positions that are marked already, until the table mostly has
them. When it has finished one, it inverts the mark: other threads inside that position go back to it and
probe the table. Moves are sorted once for all threads. No thread waits, and there is no lock: a lost mark
costs nodes, never a score.
"""

from typing import Any

import numpy as np
from numba import boolean, int64, uint64, void

from ai.kernels import kernel
from ai.kernels.intrinsics import ONE, popcount
from ai.kernels.recording import NO_ROW, leave
from ai.kernels.workspace import CONTEXT_TYPE, CREW_TYPE, MARKS, ORDERS
from ai.telemetry import Reason

_LAST = np.uint64(MARKS - 1)
_LAST_ORDER = np.uint64(ORDERS - 1)
# The value of ABANDONED if only the position with `resume_empties` empties and those below are abandoned.
_OVERTAKEN = 2


@kernel(boolean(uint64, CREW_TYPE))
def is_marked(key: int, crew: Any) -> bool:
    """Returns whether a thread is searching the position of this key."""
    return crew.marks[key & _LAST] == key


@kernel(void(uint64, int64, CONTEXT_TYPE))
def mark(key: int, empties: int, context: Any) -> None:
    """Marks a position that this thread begins to search, and to which `check_overtaken` may return."""
    context.crew.marks[key & _LAST] = key
    context.workspace.open_marks[empties] = key


@kernel(boolean(uint64, int64, int64, CONTEXT_TYPE))
def close_mark(key: int, empties: int, row: int, context: Any) -> bool:
    """Closes a position, a child of the node of this `row`. Returns whether this thread was sent back to it,
    and must enter it again for the score in the table.
    """
    telemetry, workspace = context.telemetry, context.workspace
    workspace.open_marks[empties] = 0
    if telemetry.abandoned != _OVERTAKEN:
        context.crew.marks[key & _LAST] = ~key
        return False
    if workspace.resume_empties != empties:
        return False
    telemetry.abandoned = 0
    while row != NO_ROW and workspace.open_row != row:
        leave(workspace.open_row, workspace.rows[workspace.open_row].beta, Reason.TABLE, telemetry, workspace)
    return True


@kernel(boolean(int64, CONTEXT_TYPE))
def check_overtaken(empties: int, context: Any) -> bool:
    """Returns whether the search is abandoned. Sets ABANDONED if another thread has finished the position of
    this many empties, or an open one above it; `resume_empties` is then that of the one nearest to the root.
    """
    workspace, crew = context.workspace, context.crew
    while empties <= 64 and workspace.open_marks[empties] != 0:
        key = workspace.open_marks[empties]
        if crew.marks[key & _LAST] == ~key:
            context.telemetry.abandoned = _OVERTAKEN
            workspace.resume_empties = empties
        empties += 1
    return context.telemetry.abandoned != 0


@kernel(int64(uint64, uint64, int64, CONTEXT_TYPE))
def recall_order(key: int, moves: int, empties: int, context: Any) -> int:
    """Writes `moves` into the workspace row in the order kept by a thread; returns their number, -1 if none
    has kept it.
    """
    order = context.crew.orders[key & _LAST_ORDER]
    if order.key != key:
        return -1
    count = popcount(moves)
    for place in range(count):
        square = order.moves[place]
        context.workspace.moves[empties, place] = square
        moves &= ~(ONE << uint64(square))
    return count if moves == 0 else -1


@kernel(void(uint64, int64, int64, CONTEXT_TYPE))
def keep_order(key: int, count: int, empties: int, context: Any) -> None:
    order = context.crew.orders[key & _LAST_ORDER]
    order.key = key
    for place in range(count):
        order.moves[place] = context.workspace.moves[empties, place]
