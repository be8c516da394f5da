"""The row of 64-bit numbers that a search and its handle share without a lock.

The search counts in it and the window reads; STOP and WANTED go the other way. Standard library only, so that
a handle can exist before NumPy is loaded; the kernels see the same memory as a record with these fields.
"""

from array import array
from enum import IntEnum
from typing import TypeAlias

Telemetry: TypeAlias = "array[int]"


class Slot(IntEnum):
    STOP = 0  # set from outside: return at once
    WANTED = 1  # set from outside: the algorithm to search with
    ABANDONED = 2  # set by a search that saw one of these; what it returned means nothing
    NODES = 3
    CUTOFFS = 4
    FIRST_CUTOFFS = 5  # ... made by the first move searched
    NULL_WINDOWS = 6  # moves searched with a null window
    RESEARCHES = 7  # ... and searched again
    PROBES = 8
    HITS = 9
    CANCELLED = 10  # set by another thread of the same search: what this one does is not needed any more
    TABLE_FILL = 11  # entries of the table written by this search, per thousand
    ANSWERS = 12  # probes that ended the search of their position
    LEAVES = 13  # nodes where no plies were left: the evaluation said what they are worth
    RECORDED = 14  # rows of the recorded tree, see ai/kernels/recording.py


class Reason(IntEnum):
    """Why a search left a node."""

    OPEN = 0  # it did not: it is being searched, or was when the search was abandoned
    ALL_MOVES = 1  # all have been searched
    CUT = 2  # a move was too good for the opponent to let it come to this
    TABLE = 3  # the table knew a bound that was good enough
    ENHANCED = 4  # ... of a position after one of the moves (enhanced transposition cutoff)
    PROBCUT = 5  # the evaluation or a shallow search predicted it
    STABILITY = 6  # discs that cannot be turned any more are too many
    GAME_OVER = 7
    PASSED = 8  # nothing to play: the score is that of the same position for the other side
    HANDED_ON = 9  # a kernel that records nothing searched it
    EVALUATED = 10  # no plies were left: the evaluation said what it is worth


class Abandoned(Exception):
    """STOP or CANCELLED was set, another algorithm is wanted, or a better searcher is ready: what was being
    searched is void.
    """


FIELDS = tuple(slot.name.lower() for slot in Slot)

# Numbers that follow a row in memory, unused: two threads that count in one cache line, or in two that the
# processor fetches as a pair, slow each other down.
_PADDING = 16


def new_telemetry(wanted: int = 0) -> Telemetry:
    """A row of zeros, one number for each Slot, but for the algorithm that is WANTED."""
    row = array("q", [0] * (len(Slot) + _PADDING))
    row[Slot.WANTED] = wanted
    return row
