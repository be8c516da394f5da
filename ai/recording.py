"""The first plies of the tree that one iteration of a search has searched, as arrays that change no more.

They are recorded by ai/recorder.py. Importing this file does not load Numba.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import floor
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ai.limits import Algorithm

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

# In place of a move, for the root and for a shallower search of the position itself.
NO_MOVE: Final = 64
# In place of the parent of a root.
NO_NODE: Final = -1


class NodeKind(IntEnum):
    """What the value of a node is; OPEN as long as it has none."""

    OPEN = 0
    PV = 1  # inside the window: exact
    CUT = 2  # at least beta: a lower bound
    ALL = 3  # at most alpha: an upper bound


class Columns(NamedTuple):
    """The nodes of one ply as columns, from left to right: `node` are their places in the arrays of the tree,
    `left` where they begin and `width` how wide they are, in nodes or in pixels.
    """

    node: Array
    left: Array
    width: Array


@dataclass(frozen=True, eq=False, repr=False)
class RecordedTree:
    """One iteration. Of every array element n is node n; parents come before their children, and of two nodes
    the one that was searched first.

    `iteration` is its place in `Progress.iterations`, once it is finished. `depth_wanted` is that of the
    root, in plies, or the empties where the search goes `to_the_end`. There is a root for every window of the
    root, one after the other: the windows of aspiration, the passes of MTD(f).

    `parent` is -1 for a root. `move` led to the node: a square, PASS, or NO_MOVE for a root and where
    `is_look`: that is a shallower search of the same position, for ProbCut or internal deepening, and its
    window is its own. `player` and `opponent` are the position, seen by the side to move, as are `alpha`,
    `beta` and `value`: in tenths of a disc, or in discs where `is_exact`. `depth` is what is left, in plies
    or empties. `nodes` counts the node and all below it, recorded or not, so far; `start` the nodes of the
    iteration before it. `kind` is a NodeKind, `reason` a Reason; `value` is 0 while the kind is OPEN.

    `width` counts all nodes of the iteration so far. With `is_full` the room was not enough: from some moment
    on none was recorded.
    """

    iteration: int
    algorithm: Algorithm
    depth_wanted: int
    to_the_end: bool
    confidence: int
    is_finished: bool
    is_full: bool
    width: int
    parent: Array
    move: Array
    is_look: Array
    ply: Array
    depth: Array
    player: Array
    opponent: Array
    is_exact: Array
    alpha: Array
    beta: Array
    value: Array
    kind: Array
    reason: Array
    start: Array
    nodes: Array

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def plies(self) -> int:
        """Of which there are columns, the root's included."""
        return len(self._by_ply)

    @cached_property
    def _by_ply(self) -> tuple[Array, ...]:
        """The nodes of each ply, in the order they were searched."""
        order = np.argsort(self.ply, kind="stable")
        ends = np.searchsorted(self.ply[order], np.arange(1, int(self.ply.max(initial=-1)) + 1))
        return tuple(np.split(order, ends)) if len(order) else ()

    def columns(
        self, ply: int, left: float = 0.0, right: float | None = None, pixels: int | None = None
    ) -> Columns:
        """The columns of a ply between `left` and `right`, in nodes from the start (None: to the end).

        With `pixels`, the width of the picture, columns are in whole pixels, at least one wide, and of those
        that would lie in the same pixel only the one is there of which most is seen: never more columns than
        pixels.
        """
        right = float(self.width) if right is None else right
        node = self._by_ply[ply] if 0 <= ply < self.plies else np.zeros(0, np.intp)
        start, width = self.start[node], self.nodes[node]
        # Columns of one ply lie side by side, so those that are seen are next to each other.
        seen = slice(np.searchsorted(start + width, left, "right"), np.searchsorted(start, right, "left"))
        node, start, width = node[seen], start[seen], width[seen]
        if pixels is None:
            return Columns(node, start, width)
        scale = pixels / max(right - left, 1e-9)
        first = np.clip(np.floor((start - left) * scale), 0, pixels - 1).astype(np.int64)
        last = np.clip(np.floor((start + width - left) * scale), 0, pixels).astype(np.int64)
        size = np.maximum(last - first, 1)
        shown = np.minimum(start + width, right) - np.maximum(start, left)
        order = np.lexsort((-shown, first))
        kept = np.sort(order[np.diff(first[order], prepend=-1) > 0])
        return Columns(node[kept], first[kept], size[kept])

    def line(self, node: int) -> list[int]:
        """The moves from the root to a node, without those of looks."""
        moves: list[int] = []
        while node != NO_NODE:
            if self.move[node] != NO_MOVE:
                moves.append(int(self.move[node]))
            node = int(self.parent[node])
        return moves[::-1]

    def at(self, ply: int, place: float) -> int | None:
        """The node of a ply whose column is at `place`, in nodes from the start; None where there is none."""
        node = floor(place)  # columns begin and end at whole nodes
        found = self.columns(ply, node, node + 1)
        return int(found.node[0]) if len(found.node) else None
