"""The tree of a trace: a node for each visit of a position, with the steps in which it was searched.

Columns are in the order of the moves, which is not the order in which SSS* searches.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ai.limits import Algorithm
from ai.reference.tree import Event, Path
from ai.telemetry import Reason
from ai.trace.events import Trace
from ai.trace.tree import LEAF_REASONS, NO_NODE, Array, Bound, NodeKind, SearchTree, kinds_of

NO_STEP: Final = -1
_PLACES: Final = 512  # more than the moves of any node
_MOVES: Final = 1 << 20  # more than the number of any move, written trees included


class TraceTree(SearchTree):
    """The tree of a trace. A node that is OPEN at the end was removed from the list of SSS*."""

    def __init__(self, trace: Trace) -> None:
        entries, leaves = trace.steps(Event.ENTER), trace.steps(Event.LEAVE)
        entered, left = trace.events[entries], trace.events[leaves]
        count, parent, ply = len(entries), trace.parents, entered["ply"]
        value, reason = np.zeros(count, np.int16), np.full(count, Reason.OPEN, np.uint8)
        value[left["node"]], reason[left["node"]] = left["value"], left["detail"]
        by_ply = [np.flatnonzero(ply == n) for n in range(int(ply.max()) + 1)]
        size = np.ones(count, np.int64)
        for nodes in by_ply[:0:-1]:
            np.add.at(size, parent[nodes], size[nodes])
        self.place = entered["detail"]  # of the move among the moves of the parent
        self._children = np.lexsort((self.place, parent))  # by parent, then by place, then by time
        self._child_starts = np.searchsorted(parent[self._children], np.arange(count + 1))
        super().__init__(
            width=count,
            parent=parent,
            move=entered["move"],
            ply=ply,
            depth=entered["depth"],
            alpha=entered["alpha"],
            beta=entered["beta"],
            value=value,
            kind=kinds_of(value, entered["alpha"], entered["beta"], reason == Reason.OPEN),
            reason=reason,
            start=self._starts(parent, by_ply, size),
            size=size,
        )
        self.is_sss = trace.choice.algorithm is Algorithm.SSS
        # The step of entry; `last` is the step of exit, or the one from which there can be none any more.
        self.first = entries
        self.last = np.full(count, len(trace), np.int64)
        self.last[left["node"]] = leaves
        for nodes in by_ply[1:]:
            self.last[nodes] = np.minimum(self.last[nodes], self.last[parent[nodes]])
        self.visit = self._visits()  # earlier searches of the same move in the same visit of the parent
        # The steps in which a node's moves were ordered and in which it was cut; NO_STEP if none.
        self.moved, self.cut = (self._steps_of(trace, kind) for kind in (Event.MOVES, Event.CUT))
        made = trace.events[trace.steps(Event.MOVES)]
        self.move_count, self._move_starts = np.zeros((2, count), np.int64)
        self.move_count[made["node"]] = made["value"]
        self._move_starts[made["node"]] = np.cumsum(made["value"], dtype=np.int64) - made["value"]
        self._move_lists = trace.move_lists
        seen = parent[(self.visit == 0) & (ply > 0)]
        searched = np.bincount(seen, minlength=count)
        # Moves that were cut off unseen.
        self.spared = np.where(reason == Reason.CUT, self.move_count - searched, 0)

    @cached_property
    def bound(self) -> Array:
        bound = super().bound.copy()
        if self.is_sss:
            # A state is solved when nothing else promises more: if its value misses the hope, it is exact.
            is_hope = self.kind == np.where(self.ply % 2 == 0, NodeKind.CUT, NodeKind.ALL)
            bound[(self.kind != NodeKind.OPEN) & ~is_hope] = Bound.EXACT
        return bound

    @cached_property
    def is_again(self) -> Array:
        """Whether the moves that lead to each node also lead to an earlier node."""
        eldest = np.zeros(len(self), np.int64)  # the first node after the same moves
        for ply in range(1, self.plies):
            nodes = np.flatnonzero(self.ply == ply)
            lines = eldest[self.parent[nodes]] * _MOVES + self.move[nodes]
            _unique, first, which = np.unique(lines, return_index=True, return_inverse=True)
            eldest[nodes] = nodes[first][which]
        is_again: Array = eldest < np.arange(len(self))
        return is_again

    @cached_property
    def paths(self) -> list[Path]:
        """The path from the root to each node."""
        paths = list[Path]()
        for parent, place in zip(self.parent.tolist(), self.place.tolist(), strict=True):
            paths.append(() if parent == NO_NODE else (*paths[parent], place))
        return paths

    def children(self, node: int) -> Array:
        """Returns the children in the order of the moves, visits of the same move by time."""
        return self._children[self._child_starts[node] : self._child_starts[node + 1]]

    def child(self, node: Array, place: Array) -> Array:
        """Returns the children at these places, of nodes that searched each move just once."""
        return self._children[self._child_starts[node] + place]

    def moves(self, node: int) -> list[int]:
        """Returns the moves of a node in the order of the search; empty if they were never generated."""
        start = self._move_starts[node]
        moves: list[int] = self._move_lists[start : start + self.move_count[node]].tolist()
        return moves

    # Build the arrays without a loop over the nodes

    def _starts(self, parent: Array, by_ply: list[Array], size: Array) -> Array:
        start = np.zeros(len(parent), np.int64)
        order = self._children  # all roots come first, as NO_NODE is less than any node
        before = np.empty(len(order), np.int64)  # nodes in the columns to the left
        before[order] = np.cumsum(size[order]) - size[order]
        start[by_ply[0]] = before[by_ply[0]]
        for nodes in by_ply[1:]:
            above = parent[nodes]
            eldest = order[self._child_starts[above]]
            start[nodes] = start[above] + 1 + before[nodes] - before[eldest]
        return start

    def _visits(self) -> Array:
        """Counts for each node the earlier ones with the same parent and place."""
        order = self._children
        who = self.parent[order].astype(np.int64) * _PLACES + self.place[order]
        rank = np.arange(len(order))
        begins = np.diff(who, prepend=who[:1] - 1) != 0
        visit = np.empty(len(order), np.int64)
        visit[order] = rank - np.maximum.accumulate(np.where(begins, rank, 0))
        return visit

    def _steps_of(self, trace: Trace, kind: Event) -> Array:
        found = np.full(len(self), NO_STEP, np.int64)
        found[trace.events["node"][trace.steps(kind)]] = trace.steps(kind)
        return found


@dataclass(frozen=True, slots=True)
class Counts:
    nodes: int  # positions entered, repeated ones included
    again: int  # nodes that the same moves had led to before
    leaves: int  # nodes valued by the evaluation, or by the end of the game
    null_windows: int  # nodes entered with a null window
    cut_off: int  # moves that were not searched, because their node was cut
    researches: int  # moves that were searched again after a null window
    answers: int  # nodes whose value was in the table


class Tally:
    """Looks up the Counts of a trace at a step, with a few binary searches."""

    def __init__(self, trace: Trace, nodes: TraceTree) -> None:
        self._cuts = trace.steps(Event.CUT)
        self._steps = {
            "nodes": nodes.first,
            "again": nodes.first[nodes.is_again],
            "leaves": np.sort(nodes.last[np.isin(nodes.reason, LEAF_REASONS)]),
            "null_windows": nodes.first[nodes.alpha.astype(int) + 1 == nodes.beta],
            "researches": trace.steps(Event.RESEARCH),
            "answers": trace.steps(Event.ANSWER),
        }
        self._cut_off = np.append(0, np.cumsum(nodes.spared[trace.events["node"][self._cuts]]))

    def at(self, step: int) -> Counts:
        """Returns the counts after the event at `step`."""
        counts = {name: int(np.searchsorted(steps, step, "right")) for name, steps in self._steps.items()}
        cuts = int(np.searchsorted(self._cuts, step, "right"))
        return Counts(cut_off=int(self._cut_off[cuts]), **counts)
