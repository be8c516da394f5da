"""The tree of a search, as arrays that no longer change. Importing this module does not load Numba.

Knuth & Moore (1975) number the kinds of nodes; the names are those of Marsland & Popowich (1985).
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import floor
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ai.limits import Algorithm
from ai.reference.tree import NO_MOVE
from ai.telemetry import Reason

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

NO_NODE: Final = -1  # the parent of a root


class NodeKind(IntEnum):
    """What the value of a node means; OPEN while it has none."""

    OPEN = 0
    PV = 1  # inside the window: exact
    CUT = 2  # at least beta: a lower bound
    ALL = 3  # at most alpha: an upper bound


class Bound(IntEnum):
    """How a value relates to the true one."""

    NONE = 0
    LOWER = 1
    UPPER = 2
    EXACT = 3

    def turned(self) -> "Bound":
        """Returns the bound for the other side, whose value has the opposite sign."""
        return {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(self, self)


BOUND_OF_KIND: Final = np.array([Bound.NONE, Bound.EXACT, Bound.LOWER, Bound.UPPER], np.uint8)
LEAF_REASONS: Final = (Reason.EVALUATED, Reason.GAME_OVER)


class Columns(NamedTuple):
    """The nodes of one ply as columns, from left to right: their indices in the arrays of the tree, and
    their left ends and widths, in nodes or in pixels.
    """

    node: Array
    left: Array
    width: Array


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SearchTree:
    """A searched tree. Element n of every array belongs to node n; nodes are in the order in which they were
    entered, so parents precede their children. A node that is searched again is another node.

    `parent` is NO_NODE for a root; each window of the root has one. `move` led to the node: a square, PASS,
    or NO_MOVE for a root. `depth` is the number of plies or empties left. `alpha`, `beta` and `value` are
    those of the side to move; `value` is 0 while the `kind`, a NodeKind, is OPEN. `reason` is a Reason.

    A node is a column of the icicle, from `start` on and `size` wide, which counts the node and all nodes
    below it, recorded or not. `width` is that of the whole tree.
    """

    width: int
    parent: Array
    move: Array
    ply: Array
    depth: Array
    alpha: Array
    beta: Array
    value: Array
    kind: Array
    reason: Array
    start: Array
    size: Array

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def bound(self) -> Array:
        bound = BOUND_OF_KIND[self.kind]
        bound[np.isin(self.reason, LEAF_REASONS)] = Bound.EXACT
        return bound

    @property
    def plies(self) -> int:
        """The number of rows of the icicle, the root's included."""
        return len(self._by_ply)

    @cached_property
    def _by_ply(self) -> tuple[Array, ...]:
        """The nodes of each ply, from left to right."""
        order = np.lexsort((self.start, self.ply))
        ends = np.searchsorted(self.ply[order], np.arange(1, int(self.ply.max(initial=-1)) + 1))
        return tuple(np.split(order, ends)) if len(order) else ()

    def columns(
        self, ply: int, left: float = 0.0, right: float | None = None, pixels: int | None = None
    ) -> Columns:
        """Returns the columns of a ply from `left` to `right`, in nodes from the start (None: to the end).

        With `pixels`, the width of the picture, columns are in whole pixels, at least one wide, and among
        those that begin in the same pixel only the widest visible one is kept: at most one column per pixel.
        """
        right = float(self.width) if right is None else right
        node = self._by_ply[ply] if 0 <= ply < self.plies else np.zeros(0, np.intp)
        start, width = self.start[node], self.size[node]
        # The columns of a ply do not overlap, so the visible ones are consecutive.
        seen = slice(np.searchsorted(start + width, left, "right"), np.searchsorted(start, right, "left"))
        node, start, width = node[seen], start[seen], width[seen]
        if pixels is None or not len(node):
            return Columns(node, start, width)
        scale = pixels / max(right - left, 1e-9)
        first = np.clip(np.floor((start - left) * scale), 0, pixels - 1).astype(np.int64)
        last = np.clip(np.floor((start + width - left) * scale), 0, pixels).astype(np.int64)
        shown = np.minimum(start + width, right) - np.maximum(start, left)
        begins = np.flatnonzero(np.diff(first, prepend=-1))  # the first column of each pixel
        most = np.repeat(np.maximum.reduceat(shown, begins), np.diff(begins, append=len(first)))
        widest = np.flatnonzero(shown == most)
        kept = widest[np.diff(first[widest], prepend=-1) > 0]
        return Columns(node[kept], first[kept], np.maximum(last - first, 1)[kept])

    def at(self, ply: int, place: float) -> int | None:
        """Returns the node of a ply whose column is at `place`, in nodes from the start; None if none is."""
        node = floor(place)  # columns begin and end at whole nodes
        found = self.columns(ply, node, node + 1)
        return int(found.node[0]) if len(found.node) else None

    def path(self, node: int) -> list[int]:
        """Returns the nodes from the root to `node`."""
        path = []
        while node != NO_NODE:
            path.append(node)
            node = int(self.parent[node])
        return path[::-1]

    def line(self, node: int) -> list[int]:
        """Returns the moves from the root to a node; looks have none."""
        moves = (int(self.move[each]) for each in self.path(node))
        return [move for move in moves if move != NO_MOVE]


def kinds_of(value: Array, alpha: Array, beta: Array, is_open: Array) -> Array:
    kind = np.full(len(value), NodeKind.PV, np.uint8)
    kind[value >= beta] = NodeKind.CUT
    kind[value <= alpha] = NodeKind.ALL
    kind[is_open] = NodeKind.OPEN
    return kind


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RecordedTree(SearchTree):
    """The first plies of one iteration of a kernel search, see ai/trace/rows.py.

    `iteration` is its index in `Progress.iterations`, once it is finished. `root_depth` is the depth of the
    root in plies, or its empties if the search goes `to_the_end`. A node that `is_look` is a shallower search
    of the same position, for ProbCut or internal deepening: it has no move, and a separate window. `player`
    and `opponent` are the position, seen by the side to move. Values are in tenths of a disc, or in discs if
    `is_exact`. `start` and `size` count nodes so far. If `is_full`, there was no room for the last nodes.
    """

    iteration: int
    algorithm: Algorithm
    root_depth: int
    to_the_end: bool
    confidence: int
    is_finished: bool
    is_full: bool
    is_look: Array
    player: Array
    opponent: Array
    is_exact: Array
