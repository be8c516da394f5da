"""The tree of a trace: a node for each visit of a position, with the steps in which it was searched.

Columns stand in the order of the moves, in which SSS* does not search.
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
_PLACES: Final = 512  # more than there are moves in a node
_MOVES: Final = 1 << 20  # more than there are moves in all, those of written trees among them


class TraceTree(SearchTree):
    """A node that is OPEN at the end was struck from the list of SSS*."""

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
        self.place = entered["detail"]  # of the move among those of its parent
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
        # The step of the entry, and in `last` that of the end, or when it could not end any more.
        self.first = entries
        self.last = np.full(count, len(trace), np.int64)
        self.last[left["node"]] = leaves
        for nodes in by_ply[1:]:
            self.last[nodes] = np.minimum(self.last[nodes], self.last[parent[nodes]])
        self.visit = self._visits()  # how often searched before below the same visit of its parent
        # The step in which its moves were put in order, and that of its cut; NO_STEP if none.
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
            # A state is solved when nothing else promises more: if it keeps less than was hoped, just that.
            is_hope = self.kind == np.where(self.ply % 2 == 0, NodeKind.CUT, NodeKind.ALL)
            bound[(self.kind != NodeKind.OPEN) & ~is_hope] = Bound.EXACT
        return bound

    @cached_property
    def is_again(self) -> Array:
        """Whether the moves that lead to a node had led to one before it."""
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
        """From the root to each node."""
        paths = list[Path]()
        for parent, place in zip(self.parent.tolist(), self.place.tolist(), strict=True):
            paths.append(() if parent == NO_NODE else (*paths[parent], place))
        return paths

    def children(self, node: int) -> Array:
        """By the order of the moves, visits of the same move by time."""
        return self._children[self._child_starts[node] : self._child_starts[node + 1]]

    def child(self, node: Array, place: Array) -> Array:
        """The visits of the moves at these places, of nodes that searched each move just once."""
        return self._children[self._child_starts[node] + place]

    def moves(self, node: int) -> list[int]:
        """In the order of the search; empty where it did not come to that."""
        start = self._move_starts[node]
        moves: list[int] = self._move_lists[start : start + self.move_count[node]].tolist()
        return moves

    # How the arrays are made, without a loop over the nodes

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
        """How far each node stands behind the first of the same parent and place."""
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
    nodes: int  # positions entered, searched again or not
    again: int  # those among them that the same moves had led to before
    leaves: int  # those valued by the evaluation, or as the game is over
    null_windows: int  # those entered with a null window
    cut_off: int  # moves that were not looked at, as their node was left early
    researches: int  # moves that were searched again after a null window
    answers: int  # of the table


class Tally:
    """Looks the numbers up; every question is a few binary searches."""

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
        """With the event at `step`."""
        counts = {name: int(np.searchsorted(steps, step, "right")) for name, steps in self._steps.items()}
        cuts = int(np.searchsorted(self._cuts, step, "right"))
        return Counts(cut_off=int(self._cut_off[cuts]), **counts)
