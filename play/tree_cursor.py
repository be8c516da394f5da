"""The recorded trees of the current or last search, and which tree and node of it are selected."""

from collections.abc import Callable, Sequence

import numpy as np

from ai.engine import Analysis
from ai.trace.tree import NO_NODE, RecordedTree
from game.board import Board, Color, Move


class TreeCursor:
    """The selected tree, the newest of a search unless an earlier one is held, and perhaps a node of it."""

    def __init__(self) -> None:
        self.analysis: Analysis | None = None
        self.trees: tuple[RecordedTree, ...] = ()
        """The trees of iterations that have more than the root."""
        self.tree: RecordedTree | None = None  # the selected one
        self.node: int | None = None  # the selected node of the tree
        self._held: int | None = None  # the selected iteration, None for the newest

    def follow(self, analysis: Analysis | None) -> None:
        if analysis is not self.analysis:
            self.analysis = analysis
            self.tree = self.node = self._held = None
        trees = () if analysis is None else analysis.trees()
        self.trees = tuple(tree for tree in trees if tree.plies > 1)
        self._look()

    def select_tree(self, tree: RecordedTree) -> None:
        """Selects one of the trees; with the newest one, also those that follow it."""
        self._held = None if tree is self._newest else tree.iteration
        self._look()

    def step(self, step: int) -> None:
        if self.can_step(step):
            self.select_tree(self.trees[self.place + step])

    def can_step(self, step: int) -> bool:
        return bool(self.trees) and 0 <= self.place + step < len(self.trees)

    def to_newest(self) -> None:
        self._held = None
        self._look()

    @property
    def _newest(self) -> RecordedTree | None:
        """The tree of the running iteration or, when none runs, of the last finished one."""
        if self.analysis is None or not self.trees:
            return None
        last, before = self.trees[-1], self.trees[-2:-1]
        is_cut_short = self.analysis.is_done and not last.is_finished
        return before[0] if is_cut_short and before else last

    @property
    def place(self) -> int:
        return next(n for n, tree in enumerate(self.trees) if tree is self.tree)

    def _look(self) -> None:
        held = next((tree for tree in self.trees if tree.iteration == self._held), None)
        if held is None:
            self._held = None  # the selected tree is no longer kept
        tree = held or self._newest
        if tree is self.tree:
            return
        if self.tree is not None and self.node is not None:
            self.node = None if tree is None else _found_again(self.tree, self.node, tree)
        self.tree = tree

    def up(self) -> None:
        self._walk(lambda tree, node: max(int(tree.parent[node]), 0))

    def down(self) -> None:
        self._walk(lambda tree, node: next(iter(np.flatnonzero(tree.parent == node).tolist()), node))

    def beside(self, step: int) -> None:
        """Moves by `step` nodes of the same ply, to the left if negative, as far as there are any."""

        def to(tree: RecordedTree, node: int) -> int:
            row = tree.columns(int(tree.ply[node])).node
            place = int(np.searchsorted(row, node)) + step
            return int(row[min(max(place, 0), len(row) - 1)])

        self._walk(to)

    def _walk(self, to: Callable[[RecordedTree, int], int]) -> None:
        if self.tree is not None and len(self.tree):
            self.node = 0 if self.node is None else to(self.tree, self.node)

    def board(self, node: int) -> Board:
        tree, analysis = self.tree, self.analysis
        assert tree is not None
        assert analysis is not None
        turn = turn_after(analysis.board.turn, tree.line(node))
        discs = int(tree.player[node]), int(tree.opponent[node])
        return Board(*(discs if turn is Color.BLACK else discs[::-1]), turn)


def turn_after(turn: Color, line: Sequence[Move]) -> Color:
    """Returns the side to move after a line, which includes passes."""
    return turn if len(line) % 2 == 0 else turn.other


def _found_again(old: RecordedTree, node: int, new: RecordedTree) -> int | None:
    """Finds the node in a newer state of its tree; in another tree, the last node of the same path in it."""
    is_same = node < len(new) and old.iteration == new.iteration and old.algorithm == new.algorithm
    if is_same and _position(old, node) == _position(new, node):
        return node
    found, above = None, NO_NODE
    for each in old.path(node):
        below = np.flatnonzero(new.parent == above)
        alike = [n for n in below.tolist() if _position(new, n) == _position(old, each)]
        if not alike:
            break
        found = above = max(alike, key=lambda n: int(new.size[n]))  # the largest of several visits
    return found


def _position(tree: RecordedTree, node: int) -> tuple[int, int, int, bool]:
    look = bool(tree.is_look[node])
    return int(tree.player[node]), int(tree.opponent[node]), int(tree.ply[node]), look
