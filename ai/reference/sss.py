"""SSS* (state space search), which keeps a list: Stockman 1979, "A minimax algorithm better than alpha-beta?"

The cases of the operator Gamma are numbered as in Campbell & Marsland 1983 ("A comparison of minimax tree
search algorithms"). Of two states of one merit the one further left in the tree goes first, as Roizen &
Pearl (1983) showed is needed for it never to look at a leaf that alpha-beta does not.
"""

from bisect import insort
from typing import NamedTuple

from ai.reference.searches import INFINITE
from ai.reference.tree import Event, Path, Tree, TreePosition
from ai.telemetry import Reason


class SssState(NamedTuple):
    """A node in OPEN. Its merit is the most that the side to move at the root can still hope for through it;
    it is solved once nothing below it can change that. In the order of OPEN: the highest merit first, then
    the leftmost.
    """

    minus_merit: int
    path: Path
    is_solved: bool


def is_max(path: Path) -> bool:
    """Whether the side that is to move at the root is to move here. (A pass is a move, too.)"""
    return len(path) % 2 == 0


class StateSpaceSearch:
    def __init__(self, tree: Tree, root: TreePosition) -> None:
        self._tree = tree
        self._observer = tree.observer
        self._root = root
        self._nodes: dict[Path, TreePosition] = {root.path: root}  # all that were ever made
        self._hopes: dict[Path, int] = {}  # the merit each was entered with
        self._open: list[SssState] = []
        self._merit = INFINITE  # the highest in OPEN, at the last look

    def solve(self) -> int:
        """Stockman 1979; cases as in Campbell & Marsland 1983."""
        self._observer.note(Event.ANOTHER_PASS, self._root, INFINITE - 1, INFINITE)
        self._push(self._root, False, INFINITE)
        while True:
            node, is_solved, merit = self._pop()
            if not is_solved:
                self.expand(node, merit)
            elif node is self._root:
                return merit
            else:
                self.climb(node, merit)

    def expand(self, node: TreePosition, merit: int) -> None:
        """Gamma for a live node: what has to be looked at to solve it."""
        self._hopes[node.path] = merit
        self._observer.note(Event.ENTER, node, *self._window(node))
        leaf = self._tree.leaf(node)
        if leaf is not None:  # case 4
            value, reason = leaf
            seen = value if is_max(node.path) else -value
            self._observer.note(Event.LEAVE, node, *self._window(node), value, reason)
            self._push(node, True, min(merit, seen))
            return
        children = list(self._tree.children(node))
        self._nodes |= {child.path: child for child in children}
        if not is_max(node.path):  # case 5: one by one
            self._push(children[0], False, merit)
            return
        for child in children:  # case 6: one's own all at once
            self._push(child, False, merit)

    def climb(self, node: TreePosition, merit: int) -> None:
        """Gamma for a solved node: what that means for the one above it."""
        parent = self._nodes[node.path[:-1]]
        following = self._nodes.get((*node.path[:-1], node.path[-1] + 1))
        if not is_max(node.path):  # case 1: no other move of one's own can be better
            self._observer.note(Event.IMPROVE, parent, value=merit, move=node.move)
            self._observer.note(Event.CUT, parent, value=merit, move=node.move)
            self._purge(parent)
            self._solve(parent, merit, Reason.CUT)
        elif following is not None:  # case 2: the opponent's next move
            self._push(following, False, merit)
        else:  # case 3: the opponent has no other
            self._solve(parent, merit, Reason.ALL_MOVES)

    def _solve(self, node: TreePosition, merit: int, reason: Reason) -> None:
        value = merit if is_max(node.path) else -merit
        self._observer.note(Event.LEAVE, node, *self._window(node), value, reason)
        self._push(node, True, merit)

    def _pop(self) -> tuple[TreePosition, bool, int]:
        """The best state: its node, whether it is solved, and its merit."""
        state = self._open.pop(0)
        node, merit = self._nodes[state.path], -state.minus_merit
        if merit < self._merit:
            self._observer.note(Event.ANOTHER_PASS, self._root, merit - 1, merit)
        self._merit = merit
        self._observer.note(Event.POP, node, value=merit, detail=state.is_solved)
        return node, state.is_solved, merit

    def _push(self, node: TreePosition, is_solved: bool, merit: int) -> None:
        self._observer.note(Event.PUSH, node, value=merit, detail=is_solved)
        insort(self._open, SssState(-merit, node.path, is_solved))

    def _purge(self, above: TreePosition) -> None:
        """Strikes out all states below a node."""
        length = len(above.path)
        kept = []
        for state in self._open:
            if state.path[:length] == above.path:
                node, merit = self._nodes[state.path], -state.minus_merit
                self._observer.note(Event.PURGE, node, value=merit, detail=state.is_solved)
            else:
                kept.append(state)
        self._open = kept

    def _window(self, node: TreePosition) -> tuple[int, int]:
        """Is the node worth the merit it was entered with, or less? A null window, as for MT-SSS*."""
        hope = self._hopes[node.path]
        return (hope - 1, hope) if is_max(node.path) else (-hope, 1 - hope)
