"""How threads that search one tree keep out of each other's way: ABDADA (Weill 1996), as Kerrigan simplified
it.

Each thread searches the whole tree, and finds the results of others in the table. It marks the position after
a move before it searches it, and leaves marked ones until last, when the table mostly has them. After each
move it asks the table whether another thread has finished the node. No thread waits, and there is no lock: a
lost mark costs nodes, never a score.
"""

from typing import Any

import numpy as np
from numba import boolean, uint64, void

from ai.kernels import kernel
from ai.kernels.workspace import CREW_TYPE, MARKS

_LAST = np.uint64(MARKS - 1)


@kernel(boolean(uint64, CREW_TYPE))
def is_marked(key: int, crew: Any) -> bool:
    """Whether a thread searches the position of this key."""
    return crew.marks[key & _LAST] == key


@kernel(void(uint64, CREW_TYPE))
def mark(key: int, crew: Any) -> None:
    crew.marks[key & _LAST] = key


@kernel(void(uint64, CREW_TYPE))
def unmark(key: int, crew: Any) -> None:
    crew.marks[key & _LAST] = 0
