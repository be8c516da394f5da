"""Trees written by the user as text, for every plain search: `((3 12 8)(2 4 6)(14 5 2))`.

A node is its branches in parentheses; a leaf is a whole number, its value for MAX, who moves at the root
unless the text begins with `min`. Branches need not be equally deep.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import Final

from ai.reference.tree import SILENT, Event, Observer, Path, Tree, TreePosition
from ai.telemetry import Reason
from game.board import Color, Move
from game.nodes import LEAVES, NODES, WIDEST
from game.plain_text import shortened
from game.text import _

DEEPEST: Final = 6
MOST_LEAVES: Final = WIDEST
LARGEST: Final = 99
# The limits of randomly drawn trees.
PLIES: Final = range(2, 5)
BRANCHES: Final = range(2, 5)
LARGEST_DRAWN: Final = 9

_TOKEN: Final = re.compile(r"[\s,]*(?:([()])|(-?\d+)(?![^\s,()])|([^\s,()]+))")
_ROOT: Final = re.compile(r"\s*(max|min)\b[\s:]*", re.IGNORECASE)
NAMED: Final = {
    "textbook": "((3 12 8)(2 4 6)(14 5 2))",
    "pvs_wins": "(((-3 -6 0)(-1 4 -8)(-5 3 -3))((6 3 8)(-9 -2 -4)(2 4 1))((4 -4 -4)(2 2 -8)(-3 -6 -3)))",
    "pvs_loses": "(((1 -5)(3 -8))((-7 8)(-6 2)))",
    "order": "(((1 -8 8)(7 2 5)(-2 3 -5))((7 -3 -2)(4 5 6)(-8 -9 -7))((5 7 5)(1 -8 6)(-2 4 3)))",
}
"""The textbook's; one where PVS needs fewer nodes than alpha-beta, one where it needs more; and one in which
alpha-beta needs all nodes, but half of them with the branches of each node the other way round.
"""

Branches = tuple["Branches | int", ...]
"""A node: its branches, or the values of leaves."""


class Arrangement(Enum):
    """The order of the branches in a randomly drawn tree."""

    SORTED = "sorted"  # the best for the side to move first
    UNSORTED = "unsorted"
    WORST_FIRST = "worst"


@dataclass(frozen=True)
class WrittenTree:
    """A tree parsed from text or drawn; `is_max`: MAX moves at the root. Values are for MAX, who is Black."""

    branches: Branches
    is_max: bool = True

    @property
    def turn(self) -> Color:
        return Color.BLACK if self.is_max else Color.WHITE

    @property
    def depth(self) -> int:
        return height(self.branches)

    @property
    def is_even(self) -> bool:
        """Whether all leaves are equally deep."""
        return len(set(_depths(self.branches))) == 1

    @property
    def leaves(self) -> int:
        return sum(1 for _depth in _depths(self.branches))

    @cached_property
    def moves(self) -> dict[Path, Move]:
        """The number of the move that leads to each node and leaf, for `node_name`. The root has one, too.

        Nodes are numbered row by row, leaves by their parent and their place.
        """
        found: dict[Path, Move] = {}
        row: list[tuple[Path, Branches]] = [((), self.branches)]
        count = 0
        while row:
            below: list[tuple[Path, Branches]] = []
            for path, branches in row:
                found[path] = NODES + count
                for place, branch in enumerate(branches):
                    if isinstance(branch, tuple):
                        below.append(((*path, place), branch))
                    else:
                        found[*path, place] = LEAVES + MOST_LEAVES * count + place
                count += 1
            row = below
        return found

    def text(self) -> str:
        """Returns the text that `parse_tree` reads."""
        return ("" if self.is_max else "min ") + _text(self.branches)

    def at(self, path: Path) -> Branches | int:
        """Returns the node or leaf at the end of this path from the root."""
        found: Branches | int = self.branches
        for place in path:
            assert isinstance(found, tuple)
            found = found[place]
        return found

    def is_max_at(self, ply: int) -> bool:
        return self.is_max is (ply % 2 == 0)


class WrittenNodes(Tree):
    """A written tree for the searches: `player` of a position is the number of its node, depth its height."""

    def __init__(self, tree: WrittenTree, observer: Observer = SILENT) -> None:
        super().__init__(lambda _player, _opponent: 0, observer=observer, unit=1)
        self._tree = tree

    def root(self) -> TreePosition:
        return TreePosition(self._tree.moves[()], 0, self._tree.depth)

    def guess(self, root: TreePosition) -> int:  # noqa: ARG002
        """Makes MTD(f) first test whether MAX's value is at least 0, whoever moves at the root."""
        return 0 if self._tree.is_max else 1

    def leaf(self, position: TreePosition) -> tuple[int, Reason] | None:
        found = self._tree.at(position.path)
        if isinstance(found, tuple):
            return None
        return found if self._tree.is_max_at(len(position.path)) else -found, Reason.EVALUATED

    def must_pass(self, position: TreePosition) -> bool:  # noqa: ARG002 - a written tree has no passes
        return False

    def children(self, position: TreePosition, first: Move | None = None) -> Iterator[TreePosition]:  # noqa: ARG002
        branches = self._tree.at(position.path)
        assert isinstance(branches, tuple)
        paths = [(*position.path, place) for place in range(len(branches))]
        moves = [self._tree.moves[path] for path in paths]
        self.observer.note(Event.MOVES, position, moves=moves)
        for branch, path, move in zip(branches, paths, moves, strict=True):
            yield TreePosition(move, 0, height(branch), move, path)


def height(branch: Branches | int) -> int:
    """Returns the number of plies to the farthest leaf."""
    return 1 + max(map(height, branch)) if isinstance(branch, tuple) else 0


def parse_tree(text: str) -> WrittenTree:
    """Reads a written tree. Raises ValueError that names the place in the text."""
    text = text.replace("−", "-")  # the minus sign with which leaves are shown
    found = _ROOT.match(text)
    is_max = found is None or found[1].lower() == "max"
    place = found.end() if found else 0
    stack: list[list[Branches | int]] = [[]]
    leaves = 0
    while (token := _TOKEN.match(text, place)) is not None:
        parenthesis, number, other = token.groups()
        start, place = token.end() - len(token[0].lstrip(" \t\r\n,")), token.end()
        if other is not None:
            word = shortened(other)
            raise _error(text, start, _("“{found}” is neither a number nor a parenthesis", found=word))
        if len(stack) == 1 and stack[0]:
            raise _error(text, start, _("the tree ends before this"))
        if parenthesis == "(":
            stack.append([])
            if len(stack) > DEEPEST + 1:
                raise _error(text, start, _("a tree has at most {most} plies", most=DEEPEST))
        elif parenthesis == ")":
            branches = tuple(stack.pop())
            if not stack:
                raise _error(text, start, _("this parenthesis was never opened"))
            if not branches:
                raise _error(text, start, _("these parentheses are empty"))
            stack[-1].append(branches)
        else:
            leaves += 1
            if len(stack) == 1:
                raise _error(text, start, _("a tree must begin with a parenthesis"))
            if leaves > MOST_LEAVES:
                raise _error(text, start, _("a tree has at most {most} leaves", most=MOST_LEAVES))
            if len(number) > len(str(-LARGEST)) + 1 or abs(int(number)) > LARGEST:
                raise _error(text, start, _("leaves are from -{most} to {most}", most=LARGEST))
            stack[-1].append(int(number))
    if len(stack) > 1:
        raise _error(text, len(text), _("a parenthesis is not closed"))
    if not stack[0]:
        raise _error(text, place, _("a tree must begin with a parenthesis"))
    root = stack[0][0]
    assert isinstance(root, tuple)
    return WrittenTree(root, is_max)


def _error(text: str, place: int, reason: str) -> ValueError:
    """Returns an error with the place, from 1, and the text there."""
    sentence = _("character {place}: {reason}", place=place + 1, reason=reason)
    shown = text[place : place + 12].strip()
    return ValueError(f"{sentence}: {shown!r}" if shown else sentence)


def check_size(plies: int, branches: int) -> None:
    """Raises ValueError for `plies` or `branches` outside PLIES or BRANCHES."""
    if plies not in PLIES or branches not in BRANCHES:
        sentence = _("a random tree has {plies} plies and {branches} branches at each node")
        raise ValueError(
            sentence.format(plies=f"{PLIES[0]}–{PLIES[-1]}", branches=f"{BRANCHES[0]}–{BRANCHES[-1]}")
        )


def draw_tree(
    seed: int, plies: int = 3, branches: int = 3, arrangement: Arrangement = Arrangement.UNSORTED
) -> WrittenTree:
    """Draws a random tree, the same for the same arguments everywhere. Raises ValueError as `check_size`."""
    check_size(plies, branches)
    random = Random(seed)

    def draw(depth: int) -> Branches | int:
        if depth == plies:
            return random.randint(-LARGEST_DRAWN, LARGEST_DRAWN)
        below = [draw(depth + 1) for _branch in range(branches)]
        if arrangement is not Arrangement.UNSORTED:
            is_max = depth % 2 == 0
            is_best_first = arrangement is Arrangement.SORTED
            below.sort(key=lambda branch: worth(branch, not is_max), reverse=is_max is is_best_first)
        return tuple(below)

    drawn = draw(0)
    assert isinstance(drawn, tuple)
    return WrittenTree(drawn)


def worth(branch: Branches | int, is_max: bool) -> int:
    """Returns the minimax value for MAX, who moves here if `is_max`."""
    if isinstance(branch, int):
        return branch
    return (max if is_max else min)(worth(below, not is_max) for below in branch)


def _depths(branch: Branches | int) -> Iterator[int]:
    if isinstance(branch, int):
        yield 0
        return
    for below in branch:
        yield from (1 + depth for depth in _depths(below))


def _text(branch: Branches | int) -> str:
    if isinstance(branch, int):
        return str(branch)
    joined = ""
    for below in map(_text, branch):
        joined += below if not joined or below.startswith("(") or joined.endswith(")") else f" {below}"
    return f"({joined})"
