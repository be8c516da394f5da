"""The tree of a trace as arrays, one entry for each visit of a node, and its icicle.

A node that is searched again is a node again. In the icicle every node is a column as wide as the number of
nodes below it and itself; its children stand in it from left to right, in the order of their moves.

Knuth & Moore (1975) number the kinds of nodes; the names are those of Marsland & Popowich (1985).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.recording import Columns, NodeKind
from ai.reference.observer import Reason
from ai.trace.recording import NO_NODE, Event, Trace

# Why a node ended that never did: its state was struck from OPEN.
PURGED: Final = len(Reason)
NO_STEP: Final = -1
# More than there are moves in a position.
_PLACES: Final = 64


class Bound(IntEnum):
    """What a value says of the true one."""

    NONE = 0
    LOWER = 1
    UPPER = 2
    EXACT = 3

    def turned(self) -> Bound:
        """Seen by the other side, with the sign of the value changed."""
        return {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(self, self)


class Nodes:
    """All arrays are indexed by the node; windows and values are those of its side to move."""

    def __init__(self, trace: Trace) -> None:
        events = trace.events
        entries, leaves = trace.steps(Event.ENTER), trace.steps(Event.LEAVE)
        entered, left = events[entries], events[leaves]
        count = len(entries)
        self.parent = trace.parents
        self.move, self.place = entered["move"], entered["detail"]
        self.ply, self.depth = entered["ply"], entered["depth"]
        self.alpha, self.beta = entered["alpha"], entered["beta"]
        self.first = entries
        """The step of its entry, and in `last` that of its end, or when its end was out of the question."""
        self.last = np.full(count, len(trace), np.int64)
        self.last[left["node"]] = leaves
        self.value = np.zeros(count, np.int16)
        self.value[left["node"]] = left["value"]
        self.reason = np.full(count, PURGED, np.uint8)
        """A Reason, or PURGED."""
        self.reason[left["node"]] = left["detail"]
        self.kind, self.bound = self._kinds(trace.choice.algorithm)

        self._plies = [np.flatnonzero(self.ply == ply) for ply in range(int(self.ply.max()) + 1)]
        for nodes in self._plies[1:]:
            above = self.last[self.parent[nodes]]
            self.last[nodes] = np.minimum(self.last[nodes], above)
        self.size = self._sizes()
        """Nodes below it and itself."""
        self._children, self._child_starts = self._families()
        self.visit = self._visits()
        """0, or how often it had been searched before below the same visit of its parent."""
        self.x = self._lay_out()
        """Where its column begins; it is `size` wide."""
        self._plies = [nodes[np.argsort(self.x[nodes])] for nodes in self._plies]  # from left to right
        self.move_count, self._move_starts = self._count_moves(trace)
        self.moved = self._steps_of(trace, Event.MOVES)
        """The step in which its moves were put in order, and in `cut` that of its cut; NO_STEP if none."""
        self.cut = self._steps_of(trace, Event.CUT)
        self._move_lists = trace.move_lists
        self.spared = self._count_spared()
        """Moves that were cut off before anything was seen of them."""

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def plies(self) -> int:
        """Rows of the icicle: the root is one, too."""
        return len(self._plies)

    def children(self, node: int) -> NDArray[np.int64]:
        """By the order of the moves, visits of the same move by time."""
        return self._children[self._child_starts[node] : self._child_starts[node + 1]]

    def moves(self, node: int) -> list[int]:
        """In the order in which they were to be searched; none where it did not come to that."""
        start = self._move_starts[node]
        moves: list[int] = self._move_lists[start : start + self.move_count[node]].tolist()
        return moves

    def line(self, node: int) -> list[int]:
        """The nodes from the root to `node`."""
        line = []
        while node != NO_NODE:
            line.append(node)
            node = int(self.parent[node])
        return line[::-1]

    def columns(self, ply: int, left: float, right: float, pixels: int) -> Columns:
        """The row of `ply` between x = left and x = right, drawn on so many pixels.

        A pixel shows the node under its middle, so the cost is that of the pixels and not of the nodes.
        Pixels without a node are in no column.
        """
        nodes = self._plies[ply]
        middles = left + (np.arange(pixels) + 0.5) * ((right - left) / pixels)
        index = np.searchsorted(self.x[nodes], middles, "right") - 1
        shown = nodes[np.maximum(index, 0)]
        inside = (index >= 0) & (middles < self.x[shown] + self.size[shown])
        shown = np.where(inside, shown, NO_NODE)
        start = np.flatnonzero(np.diff(shown, prepend=NO_NODE - 1))
        width = np.diff(start, append=pixels)
        is_node = shown[start] != NO_NODE
        return Columns(shown[start][is_node], start[is_node], width[is_node])

    def at(self, ply: int, x: float) -> int | None:
        """The node whose column is drawn there, None where there is none."""
        columns = self.columns(ply, x, x, 1)
        return int(columns.node[0]) if len(columns.node) else None

    # How the arrays are made, without a loop over the nodes

    def _kinds(self, algorithm: Algorithm) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        ended = self.reason != PURGED
        is_high, is_low = ended & (self.value >= self.beta), ended & (self.value <= self.alpha)
        kind = np.where(ended, NodeKind.PV, NodeKind.OPEN).astype(np.uint8)
        kind[is_high], kind[is_low] = NodeKind.CUT, NodeKind.ALL
        bound = np.where(ended, Bound.EXACT, Bound.NONE).astype(np.uint8)
        bound[is_high], bound[is_low] = Bound.LOWER, Bound.UPPER
        bound[self.reason <= Reason.GAME_OVER] = Bound.EXACT
        if algorithm is Algorithm.SSS:
            # A state is solved when nothing else promises more: if it keeps less than was hoped, just that.
            is_hope = np.where(self.ply % 2 == 0, is_high, is_low)
            bound[ended & ~is_hope] = Bound.EXACT
        return kind, bound

    def _sizes(self) -> NDArray[np.int64]:
        size = np.ones(len(self.parent), np.int64)
        for nodes in self._plies[:0:-1]:
            np.add.at(size, self.parent[nodes], size[nodes])
        return size

    def _families(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        order = np.lexsort((np.arange(len(self.parent)), self.place, self.parent))
        starts = np.searchsorted(self.parent[order], np.arange(len(self.parent) + 1))
        return order, starts

    def _visits(self) -> NDArray[np.int64]:
        """For nodes in the order of families: how far they are behind the first of the same parent and
        place.
        """
        order = self._children
        who = self.parent[order].astype(np.int64) * _PLACES + self.place[order]
        rank = np.arange(len(order))
        begins = np.diff(who, prepend=who[:1] - 1) != 0
        visit = np.empty(len(order), np.int64)
        visit[order] = rank - np.maximum.accumulate(np.where(begins, rank, 0))
        return visit

    def _lay_out(self) -> NDArray[np.int64]:
        x = np.zeros(len(self.parent), np.int64)
        order = self._children  # all roots come first, as NO_NODE is less than any node
        before = np.cumsum(self.size[order]) - self.size[order]
        offset = np.empty(len(order), np.int64)
        offset[order] = before
        roots = self._plies[0]
        x[roots] = offset[roots]
        for nodes in self._plies[1:]:
            parents = self.parent[nodes]
            eldest = order[self._child_starts[parents]]
            x[nodes] = x[parents] + 1 + offset[nodes] - offset[eldest]
        return x

    def _count_moves(self, trace: Trace) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        made = trace.events[trace.steps(Event.MOVES)]
        lengths = made["value"].astype(np.int64)
        count, start = np.zeros(len(self.parent), np.int64), np.zeros(len(self.parent), np.int64)
        count[made["node"]] = lengths
        start[made["node"]] = np.cumsum(lengths) - lengths
        return count, start

    def _steps_of(self, trace: Trace, kind: Event) -> NDArray[np.int64]:
        found = np.full(len(self.parent), NO_STEP, np.int64)
        found[trace.events["node"][trace.steps(kind)]] = trace.steps(kind)
        return found

    def _count_spared(self) -> NDArray[np.int64]:
        seen = self.visit == 0
        seen[self._plies[0]] = False
        searched = np.bincount(self.parent[seen], minlength=len(self.parent))
        return np.where(self.reason == Reason.CUT, self.move_count - searched, 0)
