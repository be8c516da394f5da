"""The row of 64-bit numbers that a search and its handle share without a lock.

The search writes its counts and the window reads them; STOP and WANTED go the other way. The kernels see the
same memory as a record with these fields. Standard library only, so that a handle can exist before NumPy is
loaded.
"""

from array import array
from enum import IntEnum
from typing import TypeAlias

Telemetry: TypeAlias = "array[int]"


class Slot(IntEnum):
    STOP = 0  # set from outside: return at once
    WANTED = 1  # set from outside: the algorithm to search with
    ABANDONED = 2  # set by a search that saw one of these: its return value is void
    NODES = 3
    CUTOFFS = 4
    FIRST_CUTOFFS = 5  # ... made by the first move searched
    NULL_WINDOWS = 6  # moves searched with a null window
    RESEARCHES = 7  # ... and searched again
    PROBES = 8
    CANCELLED = 9  # set by another thread of the same search: this one is no longer needed
    ANSWERS = 10  # probes that ended the search of their position
    LEAVES = 11  # nodes scored by the evaluation, as no plies were left
    RECORDED = 12  # rows of the recorded tree, see ai/kernels/recording.py


class Reason(IntEnum):
    """Why a search left a node."""

    OPEN = 0  # it is being searched, or was when the search was abandoned
    ALL_MOVES = 1  # all moves have been searched
    CUT = 2  # a move was so good that the opponent avoids this node
    TABLE = 3  # the table had a sufficient bound
    ENHANCED = 4  # ... for the position after a move (enhanced transposition cutoff)
    PROBCUT = 5  # the evaluation or a shallow search predicted a cutoff
    STABILITY = 6  # too many discs can never be flipped again
    GAME_OVER = 7
    PASSED = 8  # no legal move: the score is that of the same position for the other side
    HANDED_ON = 9  # searched by a kernel that records nothing
    EVALUATED = 10  # no plies were left


class Abandoned(Exception):
    """The search is void: STOP or CANCELLED is set, or another algorithm or a better searcher takes over."""


FIELDS = tuple(slot.name.lower() for slot in Slot)

# Unused numbers after a row: threads that write to one cache line, or a pair of lines, slow each other down.
_PADDING = 16


def new_telemetry(wanted: int = 0) -> Telemetry:
    """Returns a row with the WANTED algorithm and zeros for all other Slots."""
    row = array("q", [0] * (len(Slot) + _PADDING))
    row[Slot.WANTED] = wanted
    return row
