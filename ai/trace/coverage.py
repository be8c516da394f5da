"""How far a search has covered minimax's tree by a step, node by node.

Both searches have the same position, depth and order of moves, and no table.
"""

from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.trace.tree import NO_NODE, Bound
from ai.trace.visits import NO_STEP, TraceTree


class Cover(IntEnum):
    """What a search knows of a node of minimax's tree; the first members have the numbers of NodeKind."""

    UNDER_WAY = 0
    EXACT = 1
    CUT_SHORT = 2  # a lower bound: a value was enough
    ALL_TRIED = 3  # an upper bound: no value was enough
    NOT_YET = 4
    CUT_OFF = 5  # never searched, because a node above it was cut


_COVER_OF_BOUND: Final = np.zeros(len(Bound), np.uint8)
_COVER_OF_BOUND[[Bound.LOWER, Bound.UPPER, Bound.EXACT]] = Cover.CUT_SHORT, Cover.ALL_TRIED, Cover.EXACT


class Coverage:
    def __init__(self, whole: TraceTree, tree: TraceTree) -> None:
        """Compares `tree`, the tree of a search, with `whole`, the tree of minimax."""
        # For each node of the search, the node of `whole` with the same moves from the root.
        self.node: NDArray[np.int64] = np.zeros(len(tree), np.int64)
        for ply in range(1, tree.plies):
            nodes = np.flatnonzero(tree.ply == ply)
            self.node[nodes] = whole.child(self.node[tree.parent[nodes]], tree.place[nodes])
        self._whole = whole
        self._tree = tree
        self._by_ply = [np.flatnonzero(whole.ply == ply) for ply in range(1, whole.plies)]
        self._cover = _COVER_OF_BOUND[tree.bound]

    def newest(self, step: int) -> NDArray[np.int64]:
        """Returns for each node of `whole` the latest node of the search there by `step`, or NO_NODE."""
        newest = np.full(len(self._whole), NO_NODE, np.int64)
        entered = int(np.searchsorted(self._tree.first, step, "right"))
        newest[self.node[:entered]] = np.arange(entered)  # the last of several visits stays
        return newest

    def at(self, step: int) -> NDArray[np.uint8]:
        """Returns the Cover of each node of `whole` after `step`."""
        tree, newest = self._tree, self.newest(step)
        seen = newest != NO_NODE
        cover = np.where(tree.last[newest] <= step, self._cover[newest], Cover.UNDER_WAY)
        cover[~seen] = Cover.NOT_YET
        is_cut = seen & (tree.cut[newest] != NO_STEP) & (tree.cut[newest] <= step)
        for nodes in self._by_ply:
            unseen = nodes[~seen[nodes]]
            is_cut[unseen] = is_cut[self._whole.parent[unseen]]
        cover[is_cut & ~seen] = Cover.CUT_OFF
        return cover.astype(np.uint8)

    def step_of(self, node: int) -> int:
        """Returns the step in which the search first enters a node of `whole`, or else cuts one above it."""
        above = node
        while not len(visits := np.flatnonzero(self.node == above)):
            above = int(self._whole.parent[above])
        steps = self._tree.first if above == node else self._tree.cut
        return int(steps[visits[0]])

    def spared(self, node: int) -> int:
        """Counts the nodes of `whole` that belong to moves that this node of the search has not tried."""
        here = int(self.node[node])
        tried = {int(self._tree.place[child]) for child in self._tree.children(node)}
        below: NDArray[Any] = self._whole.children(here)
        return sum(int(self._whole.size[child]) for place, child in enumerate(below) if place not in tried)
