"""Builds trees from the rows that the kernels write: the first plies of each iteration of a search.

There is a row for every node with enough plies left (ai/kernels/recording.py), and one for each window of
the root, entered and left here.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ai.kernels.recording import NO_DEPTH, NO_ROW, NODES_BIT, SCORE_BIAS, SCORE_BIT, enter, leave
from ai.kernels.workspace import RECORDED_ROWS, ROW
from ai.limits import Algorithm, SearchNode
from ai.reference.tree import NO_MOVE
from ai.telemetry import Reason
from ai.trace.tree import NO_NODE, Array, RecordedTree, kinds_of
from game.board import PASS

# Nodes with less depth are not recorded: in plies in the middle game, in empties in the endgame.
LEAST_DEPTH: Final = 2
LEAST_EMPTIES: Final = 5
WHOLE: Final = 4  # plies; middle-game iterations up to this depth are recorded to their leaves
REFRESH: Final = 0.2  # seconds before a snapshot of the running iteration is renewed
KEPT_ROWS: Final = 1 << 18  # of all finished iterations together; beyond that the oldest are dropped
_SCORE_MASK: Final = np.uint64((1 << NODES_BIT - SCORE_BIT) - 1)
_REASON_MASK: Final = np.uint64((1 << SCORE_BIT) - 1)


class RowRecorder:
    """Opens and closes the rows of the root, and builds the trees; `trees` may be called from any thread."""

    def __init__(self, plies: int, telemetry: Any, workspace: Any) -> None:
        """Records `plies` below the root of the search with this telemetry and workspace."""
        self._plies = plies
        self._telemetry = telemetry
        self._workspace = workspace
        self._lock = threading.Lock()
        self._finished: list[_Rows | RecordedTree] = []  # rows until their tree is first requested
        self._running: RecordedTree | None = None  # the last snapshot
        self._made = -1.0  # the time of the snapshot
        self._root: SearchNode | None = None
        self._row = NO_ROW  # of the root
        self._is_open = False  # the root is being searched, or was when its iteration was abandoned
        self._iteration = -1
        self._origin = 0  # nodes counted before the iteration

    # Called by the search

    def open_root(self, root: SearchNode, iteration: int) -> None:
        """Begins a window of the root in this iteration."""
        with self._lock:
            if self._is_open or iteration != self._iteration:
                self._begin_tree(iteration)
            self._root, self._is_open = root, True
            position = np.uint64(root.player), np.uint64(root.opponent)
            question = (root.alpha, root.beta, root.depth, root.exact)
            self._row = int(enter(*position, *question, self._telemetry, self._workspace))
            if self._row != NO_ROW:
                least = LEAST_EMPTIES if root.exact else LEAST_DEPTH if root.depth > WHOLE else 0
                self._workspace["recorded_depth"] = max(root.depth - self._plies, least)

    def close_root(self, score: int) -> None:
        """Ends the window with this score. A root never closed was abandoned, and its iteration with it."""
        with self._lock:
            assert self._root is not None
            is_cut = score >= self._root.beta and self._root.algorithm is not Algorithm.MINIMAX
            reason = Reason.CUT if is_cut else Reason.ALL_MOVES
            leave(self._row, score, int(reason), self._telemetry, self._workspace)
            self._workspace["recorded_depth"] = NO_DEPTH
            self._is_open = False

    def close(self) -> None:
        """Ends the search; an unfinished iteration stays as it is."""
        with self._lock:
            self._finish_tree()

    def _begin_tree(self, iteration: int) -> None:
        if iteration != self._iteration:  # else the last attempt was abandoned
            self._finish_tree()
        self._workspace["open_row"] = NO_ROW
        self._telemetry["recorded"] = 0
        self._origin = int(self._telemetry["nodes"])
        self._iteration = iteration
        self._running = None

    def _finish_tree(self) -> None:
        """Keeps the rows of the iteration; their tree is built on request, not while the search waits."""
        if self._root is not None:
            self._finished = _newest([*self._finished, self._rows_so_far(is_finished=not self._is_open)])
        self._root = self._running = None

    # Called by others

    def trees(self) -> tuple[RecordedTree, ...]:
        """Returns the trees of all iterations, the running one last; finished ones stay the same objects.

        The tree of the running iteration is rebuilt when it is older than REFRESH.
        """
        with self._lock:
            finished = [_tree(each) if isinstance(each, _Rows) else each for each in self._finished]
            self._finished = [*finished]
            if self._root is None:
                return tuple(finished)
            now = time.monotonic()
            if self._running is None or now - self._made >= REFRESH:
                self._running, self._made = _tree(self._rows_so_far(is_finished=False)), now
            return (*finished, self._running)

    def _rows_so_far(self, is_finished: bool) -> "_Rows":
        assert self._root is not None
        written = self._workspace["rows"][: self._telemetry["recorded"]]
        rows = written.view(np.uint8).copy().view(ROW)  # a copy of rows would take much longer
        # The search goes on meanwhile, and bytes are copied in any order, so a node could seem open below a
        # closed one. So open rows are read again, from the root down, and the number of nodes last.
        is_open = np.flatnonzero(rows["result"] == 0)
        rows["result"][is_open] = written["result"][is_open]
        now = int(self._telemetry["nodes"])
        return _Rows(rows, self._root, self._iteration, self._origin, now, is_finished)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The data of a tree. `origin` and `now` are counts of nodes: before the iteration, and so far."""

    rows: Array
    root: SearchNode
    iteration: int
    origin: int
    now: int
    is_finished: bool

    def __len__(self) -> int:
        return len(self.rows)


def _newest(trees: Sequence[_Rows | RecordedTree]) -> list[_Rows | RecordedTree]:
    """Returns the last trees that fit into KEPT_ROWS, and the very last in any case."""
    room = KEPT_ROWS - len(trees[-1])
    first = len(trees) - 1
    while first > 0 and room >= len(trees[first - 1]):
        first -= 1
        room -= len(trees[first])
    return [*trees[first:]]


def _tree(read: _Rows) -> RecordedTree:
    rows, root = read.rows, read.root
    result, parent = rows["result"], rows["parent"].astype(np.int64)
    reason = (result & _REASON_MASK).astype(np.int8)
    is_open = reason == Reason.OPEN
    value = (result >> np.uint64(SCORE_BIT) & _SCORE_MASK).astype(np.int64) - SCORE_BIAS
    value[is_open] = 0
    nodes = (result >> np.uint64(NODES_BIT)).astype(np.int64)
    nodes[is_open] = read.now - rows["entered"][is_open]
    alpha, beta = rows["alpha"].astype(np.int64), rows["beta"].astype(np.int64)
    move, is_look = _moves(rows, parent)
    arrays: dict[str, Array] = {name: rows[name].astype(np.int64) for name in ("ply", "depth")}
    arrays |= {name: rows[name].copy() for name in ("player", "opponent")}
    arrays |= {"parent": parent, "move": move, "is_look": is_look, "is_exact": rows["is_exact"].astype(bool)}
    arrays |= {"alpha": alpha, "beta": beta, "value": value, "kind": kinds_of(value, alpha, beta, is_open)}
    arrays |= {"reason": reason, "start": rows["entered"] - read.origin, "size": nodes}
    for array in arrays.values():
        array.flags.writeable = False
    return RecordedTree(
        iteration=read.iteration,
        algorithm=root.algorithm,
        root_depth=root.depth,
        to_the_end=root.exact,
        confidence=root.confidence,
        is_finished=read.is_finished,
        is_full=len(rows) >= RECORDED_ROWS,
        width=read.now - read.origin,
        **arrays,
    )


def _moves(rows: Array, parent: Array) -> tuple[Array, Array]:
    """Finds (the move that led to each node, whether it is a look at the same position) by the positions."""
    above = rows[np.maximum(parent, 0)]
    placed = (rows["player"] | rows["opponent"]) ^ (above["player"] | above["opponent"])
    is_root = parent == NO_NODE
    is_same = (placed == 0) & ~is_root
    move = np.full(len(rows), NO_MOVE, np.int64)
    is_move = (placed != 0) & ~is_root
    move[is_move] = np.log2(placed[is_move].astype(np.float64)).astype(np.int64)
    is_look = is_same & (rows["player"] == above["player"])
    move[is_same & ~is_look] = PASS
    return move, is_look
