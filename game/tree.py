"""A game as a tree: its start, the moves played and tried, and a current node.

A node is a position and the move that led there; a pass is a move too. Going back and playing another move
keeps the old ones as a variation.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.board import Board, Color, Ending, Move, Result, Square, move_name
from game.clock import Clock
from game.evaluation import Evaluation, Judgement, Kind, MoveScore, surest

# Given plies by name: an XOT opening has eight; `8r14` of GGS is a random start of 14 discs.
XOT_PLIES: Final = 8
MOST_GIVEN: Final = 56  # no start has more
GIVEN: Final = re.compile(r"\bXOT\b|\b8r(\d\d)\b")


def given_plies(name: str) -> int:
    """Returns the plies of the set opening in the name of a start or event: `XOT 17`, `8r14`; else 0."""
    found = GIVEN.search(name)
    plies = 0 if found is None else int(found[1] or XOT_PLIES + 4) - 4
    return plies if 0 <= plies <= MOST_GIVEN else 0


class Shape(Enum):
    """Marks on squares, by their names in SGF."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    CROSS = "cross"


SquareMark = Shape | str
"""A shape, or a short label."""


class Node:
    """A position in a game, the move that led there, the clock after it, and what is known of both.

    `children` are the continuations, the main one first. The root has neither move nor parent. `seconds` is
    the time of the move in a record; a match has clocks instead. A square has at most one of `marks`. The
    first `given` plies of the game are a set opening.
    """

    __slots__ = (
        "_rules", "board", "children", "clock", "comment", "evaluations", "given", "judgement", "marks",
        "move", "parent", "ply", "scores", "seconds",
    )  # fmt: skip

    def __init__(self, board: Board, move: Move | None = None, parent: "Node | None" = None) -> None:
        self.board = board
        self.move = move
        self.parent = parent
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.given: int = 0 if parent is None else parent.given
        self.clock: Clock | None = None
        self.seconds: float | None = None
        self.comment = ""
        self.marks: dict[Square, SquareMark] = {}
        self.evaluations: dict[Kind, Evaluation] = {}  # the surest of each kind
        self.scores: dict[Move, MoveScore] = {}  # the surest of each move from here
        self.judgement: Judgement | None = None  # of the move, from a review
        self.children: list[Node] = []
        self._rules: tuple[Result | None, bool] | None = None  # cached: a view reads it many times a frame

    @property
    def is_given(self) -> bool:
        """Whether the move that led here belongs to the set opening."""
        return 0 < self.ply <= self.given

    @property
    def result(self) -> Result | None:
        """The result by discs; None if the game is not over here."""
        return self._by_the_rules[0]

    @property
    def must_pass(self) -> bool:
        return self._by_the_rules[1]

    @property
    def _by_the_rules(self) -> tuple[Result | None, bool]:
        if self._rules is None:
            self._rules = self.board.result(), self.board.must_pass()
        return self._rules

    @property
    def path(self) -> tuple[Move, ...]:
        """The moves from the root, which identify the node: `Game.node_at` finds it by them."""
        return tuple(node.move for node in self.line if node.move is not None)

    @property
    def line(self) -> "list[Node]":
        """All nodes from the root to this one, both included."""
        line = [self]
        while (parent := line[-1].parent) is not None:
            line.append(parent)
        return line[::-1]

    @property
    def evaluation(self) -> Evaluation | None:
        """The surest known evaluation; the result if the game is over here."""
        if (result := self.result) is not None:
            return Evaluation(result.black - result.white, 0, Kind.EXACT)
        return surest(self.evaluations.values())

    def note(self, found: Evaluation) -> None:
        """Stores an evaluation, unless a surer one of its kind is known."""
        self.evaluations[found.kind] = surest((self.evaluations.get(found.kind), found)) or found

    def note_scores(self, found: Iterable[MoveScore]) -> bool:
        """Stores scores of moves, unless surer ones are known; returns whether any changed."""
        before = dict(self.scores)
        for each in found:
            self.scores[each.move] = surest((self.scores.get(each.move), each)) or each
        return self.scores != before

    def child(self, move: Move) -> "Node | None":
        """Returns the continuation with `move`, None if it is not in the tree."""
        return next((child for child in self.children if child.move == move), None)

    def add(self, move: Move) -> "Node":
        """Returns the continuation with `move`, added if it is not in the tree. Raises IllegalMove."""
        child = self.child(move)
        if child is None:
            child = Node(self.board.play(move), move, self)
            self.children.append(child)
        return child

    def is_below(self, other: "Node") -> bool:
        """Whether this node is `other` or comes after it."""
        node: Node | None = self
        while node is not None and node.ply > other.ply:
            node = node.parent
        return node is other

    def walk(self) -> "Iterator[Node]":
        """Yields this node and all after it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class EditKind(Enum):
    """Kinds of changes to the tree."""

    ADD = "add"
    DELETE = "delete"
    PROMOTE = "promote"
    COMMENT = "comment"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class _Content:
    """The parts of a node that can be edited."""

    children: tuple[Node, ...]
    comment: str
    marks: dict[Square, SquareMark]

    @classmethod
    def of(cls, node: Node) -> "_Content":
        return cls(tuple(node.children), node.comment, dict(node.marks))


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to the content of `node`; `child` is the continuation added, deleted or promoted, if any."""

    kind: EditKind
    node: Node
    child: Node | None
    before: _Content
    after: _Content

    @property
    def place(self) -> Node:
        """The node that shows the edit: `child`, or `node` if `child` is not in the tree."""
        return self.child if self.child is not None and self.child in self.node.children else self.node


class Game:
    """A start, a tree, and its current `node`. `go_to` moves along `line`: from the start through `node` to
    the end, by main continuations unless another line was chosen.
    """

    def __init__(self, start: Board | None = None, moves: Iterable[Move] = ()) -> None:
        """Raises IllegalMove if one of `moves` cannot be played from `start`."""
        self.root = Node(start or Board.initial())
        self.node = self.root
        self.line: Sequence[Node] = (self.root,)
        self._edits: list[Edit] = []
        self._undone_edits: list[Edit] = []
        self._lost_on_time: Color | None = None
        self.changes = 0
        """The number of changes to the tree and to `node`."""
        self.start_name = ""
        """The name of the set opening with the given moves, if there are any."""
        for move in moves:
            self.play(move)

    def copy(self) -> "Game":
        """Returns a copy of the tree, at the same place but with new nodes and without edits to undo."""
        copy = Game(self.start)
        twins = {self.root: copy.root}
        for node in self.root.walk():
            if node.parent is not None:
                parent = twins[node.parent]
                twins[node] = Node(node.board, node.move, parent)
                parent.children.append(twins[node])
            _note_all(twins[node], node)
            twins[node].clock = node.clock
        copy.line = tuple(twins[node] for node in self.line)
        copy.node = twins[self.node]
        copy.name_start(self.start_name)
        copy.changes = self.changes
        copy._lost_on_time = self._lost_on_time
        return copy

    def name_start(self, name: str) -> None:
        """Marks the moves of the set opening in `name`, for which neither side is judged."""
        self.start_name = name
        given = given_plies(name) if self.start == Board.initial() else 0  # games of GGS begin after them
        for node in self.root.walk():
            node.given = given

    # The current node

    @property
    def start(self) -> Board:
        return self.root.board

    @property
    def board(self) -> Board:
        return self.node.board

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the line, including those after `node`."""
        return self.line[-1].path

    @property
    def boards(self) -> tuple[Board, ...]:
        """boards[n] is the position before moves[n]; one more board than moves."""
        return tuple(node.board for node in self.line)

    @property
    def main(self) -> tuple[Node, ...]:
        """The main line: from the start to the end by main continuations."""
        return to_the_end([self.root])

    @property
    def end(self) -> Node:
        """The end of the played line; after a loss on time `node`, as later moves were only tried."""
        return self.node if self.is_lost_on_time else self.line[-1]

    @property
    def can_redo(self) -> bool:
        return self.node.ply + 1 < len(self.line)

    @property
    def content_hash(self) -> int:
        """A hash of the whole tree: moves, comments, marks, judgements, analyses."""
        return hash(
            tuple(
                (
                    *(node.ply, node.move, node.comment, frozenset(node.marks.items()), node.judgement),
                    frozenset(node.scores.values()),
                )
                for node in self.root.walk()
            )
        )

    @property
    def has_variations(self) -> bool:
        return any(len(node.children) > 1 for node in self.root.walk())

    def node_at(self, path: Iterable[Move]) -> Node:
        """Returns the node that these moves reach from the start. Raises KeyError naming the missing move."""
        node = self.root
        for move in path:
            child = node.child(move)
            if child is None:
                raise KeyError(f"after {node.ply} moves the game has no continuation {move_name(move)}")
            node = child
        return node

    # Moving

    def play(self, move: Move) -> Board:
        """Plays a square or PASS at `node`: follows the line if that is its next move, else makes the move
        the main continuation. Undoes a loss on time. Raises IllegalMove.
        """
        child = self.add(self.node, move)
        if self.can_redo and self.line[self.node.ply + 1] is child:
            self._set_node(child)
        else:
            make_first(child)
            self.visit(child)
        return self.board

    def add(self, node: Node, move: Move) -> Node:
        """Returns the continuation of `node` with `move`, added if need be. Raises IllegalMove."""
        child = node.child(move)
        if child is None:
            child = node.add(move)
            self._undone_edits.clear()
            self.changes += 1
        return child

    def visit(self, node: Node) -> None:
        """Goes to a node of the tree; the line leads there and goes on by main continuations."""
        self.line = to_the_end(node.line)
        self._set_node(node)

    def end_at(self, node: Node) -> None:
        """Goes to a node of the tree and ends the line there: later moves were only tried."""
        self.visit(node)
        self.line = tuple(node.line)

    def go_to(self, ply: int) -> Board:
        """Goes to the position after `ply` moves of the line; a change of node undoes a loss on time.

        Raises IndexError beyond the ends of the line.
        """
        if not 0 <= ply < len(self.line):
            raise IndexError(f"the line has {len(self.line) - 1} moves, so there is no position {ply}")
        if ply != self.node.ply:
            self._set_node(self.line[ply])
        return self.board

    def _set_node(self, node: Node) -> None:
        self._lost_on_time = None
        self.node = node
        self.changes += 1

    # Editing

    def extend(self, node: Node, moves: Sequence[Move]) -> Node:
        """Adds moves after a node, as an edit if they are new; returns the last node. Raises IllegalMove."""
        for number, move in enumerate(moves):
            child = node.child(move)
            if child is None:
                before, last = _Content.of(node), node
                for added in moves[number:]:
                    last = self.add(last, added)
                self._note_edit(EditKind.ADD, node, node.children[-1], before)
                return last
            node = child
        return node

    def promote(self, node: Node) -> None:
        """Makes a node the main continuation of its parent. Raises ValueError for the root."""
        parent = _parent(node)
        before = _Content.of(parent)
        make_first(node)
        self._note_edit(EditKind.PROMOTE, parent, node, before)

    def make_main(self, node: Node) -> None:
        """Makes the main line lead to a node, without an edit."""
        for passed in node.line[1:]:
            make_first(passed)
        self.changes += 1

    def delete(self, node: Node) -> None:
        """Removes a node and its subtree; goes to the parent if inside it. Raises ValueError for the root."""
        parent = _parent(node)
        before = _Content.of(parent)
        parent.children.remove(node)
        self._note_edit(EditKind.DELETE, parent, node, before)
        if self.node.is_below(node):
            self.visit(parent)
        elif self.line[-1].is_below(node):
            self.line = to_the_end(self.node.line)

    def comment(self, node: Node, text: str) -> None:
        """Replaces the comment on a position."""
        if text != node.comment:
            before = _Content.of(node)
            node.comment = text
            self._note_edit(EditKind.COMMENT, node, None, before)

    def mark(self, node: Node, square: Square, mark: SquareMark | None) -> None:
        """Replaces the mark on a square; None removes it."""
        if mark != node.marks.get(square):
            before = _Content.of(node)
            node.marks.pop(square, None)
            if mark is not None:
                node.marks[square] = mark
            self._note_edit(EditKind.MARK, node, None, before)

    @property
    def can_undo_edit(self) -> bool:
        return any(self._can_restore(edit, edit.before) for edit in reversed(self._edits))

    def undo_edit(self) -> Edit:
        """Undoes the last edit and returns it; keeps the current node and the moves played since.

        Drops edits whose move was played since or leads to `node`. Raises IndexError if none is left.
        """
        while not self._can_restore(self._edits[-1], self._edits[-1].before):
            self._edits.pop()
        edit = self._edits.pop()
        if self._restore(edit, edit.before, edit.after):
            self._undone_edits.append(edit)
        else:  # later edits refer to nodes that no longer exist
            self._undone_edits.clear()
        return edit

    @property
    def can_redo_edit(self) -> bool:
        return any(self._can_restore(edit, edit.after) for edit in self._undone_edits[-1:])

    def redo_edit(self) -> Edit:
        """Reverses `undo_edit`, if the tree has not changed since. Raises IndexError if there is none."""
        edit = self._undone_edits.pop()
        self._restore(edit, edit.after, edit.before)
        self._edits.append(edit)
        return edit

    def _can_restore(self, edit: Edit, wanted: _Content) -> bool:
        """Returns whether the current node and all moves that were added and played since would stay."""
        gone = [child for child in edit.node.children if child is edit.child and child not in wanted.children]
        is_added = edit.kind is EditKind.ADD
        return not any(
            self.node.is_below(child) or (is_added and any(node.clock is not None for node in child.walk()))
            for child in gone
        )

    def _restore(self, edit: Edit, wanted: _Content, other: _Content) -> bool:
        """Restores `wanted`; returns whether all nodes played since stay in the tree, none being merged."""
        node = edit.node
        brings_back = edit.kind is EditKind.DELETE and edit.child not in node.children
        known = {*wanted.children, *other.children}
        since = [child for child in node.children if child not in known]
        node.children = list(wanted.children)
        node.comment, node.marks = wanted.comment, dict(wanted.marks)
        for child in since:
            _graft(node, child)
        for child in set(since).intersection(node.children, self.line):
            make_first(child)
        line = [self.root]
        for move in self.moves:
            if (following := line[-1].child(move)) is None:
                break
            line.append(following)
        self.line = to_the_end(line) if brings_back else tuple(line)
        self.node = line[self.node.ply]
        self.changes += 1
        return all(child in node.children for child in since)

    def _note_edit(self, kind: EditKind, node: Node, child: Node | None, before: _Content) -> None:
        self._edits.append(Edit(kind, node, child, before, _Content.of(node)))
        self._undone_edits.clear()
        self.changes += 1

    def merge(self, other: "Game") -> None:
        """Adds all that only `other` has; if both have a comment, mark or time, keeps this tree's. Raises
        ValueError for another start.
        """
        if other.start != self.start:
            raise ValueError("games that begin in different positions cannot be merged")
        _merge(self.root, other.copy().root)
        self.line = to_the_end(self.line)
        self.changes += 1

    def learn(self, other: "Game") -> None:
        """Adds evaluations, scores, judgements and times of another tree of this start to shared nodes."""
        pairs = [(self.root, other.root)]
        while pairs:
            node, twin = pairs.pop()
            _note_known(node, twin)
            twins = {child.move: child for child in twin.children}
            pairs += [(child, twins[child.move]) for child in node.children if child.move in twins]
        self.changes += 1

    # The end

    def lose_on_time(self, color: Color) -> None:
        """Ends the game because `color` has run out of time; no effect if the discs have ended it."""
        self._lost_on_time = color
        self.changes += 1

    @property
    def is_lost_on_time(self) -> bool:
        """Whether the game has ended here because a clock ran out."""
        return self._lost_on_time is not None and self.node.result is None

    def result(self) -> Result | None:
        """Returns the result at `node`, None while the game goes on there."""
        board, loser = self.board, self._lost_on_time
        if loser is None or self.node.result is not None:
            return self.node.result
        return Result(board.black.bit_count(), board.white.bit_count(), loser.other, Ending.TIME)


def to_the_end(line: Iterable[Node], wanted: Collection[Node] = ()) -> tuple[Node, ...]:
    """Extends a line to an end: by nodes of `wanted` if possible, else by main continuations."""
    nodes = list(line)
    while children := nodes[-1].children:
        nodes.append(next((child for child in children if child in wanted), children[0]))
    return tuple(nodes)


def make_first(node: Node) -> None:
    """Makes a node the main continuation of its parent. Raises ValueError for the root."""
    children = _parent(node).children
    children.remove(node)
    children.insert(0, node)


def _parent(node: Node) -> Node:
    if node.parent is None:
        raise ValueError("the start of a game is no variation: it can be neither promoted nor deleted")
    return node.parent


def _graft(parent: Node, child: Node) -> None:
    """Adds a continuation, or merges it into the one with the same move."""
    twin = None if child.move is None else parent.child(child.move)
    if twin is None:
        parent.children.append(child)
        child.parent = parent
    else:
        _merge(twin, child)


def _merge(node: Node, other: Node) -> None:
    """Moves everything that another node of the same position has to this one."""
    _note_all(node, other)
    node.clock = node.clock or other.clock
    for child in other.children:
        _graft(node, child)


def _note_all(node: Node, other: Node) -> None:
    """Adds all notes of another node of the same position."""
    _note_known(node, other)
    node.comment = node.comment or other.comment
    node.marks = other.marks | node.marks


def _note_known(node: Node, other: Node) -> None:
    for kind, found in other.evaluations.items():
        node.evaluations[kind] = surest((found, node.evaluations.get(kind))) or found
    node.note_scores([*other.scores.values(), *node.scores.values()])
    node.judgement = node.judgement or other.judgement
    if node.seconds is None:
        node.seconds = other.seconds
