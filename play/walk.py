"""Walking through a game without playing it: along its lines, between its variations, and into new ones."""

from __future__ import annotations

from collections.abc import Sequence

from game.board import PASS, Board, Move
from game.tree import Game, Node


class Walk:
    """Where somebody stands who looks at `game`; the game itself stays where it is.

    `line` leads from the start over the `node` one stands on to the end, by main continuations unless one has
    come from elsewhere. `main` is the main line of the game. What is played becomes part of the game's tree.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.node = game.node
        self.line: Sequence[Node] = tuple(game.line)
        self.main: Sequence[Node] = game.main

    def visit(self, node: Node) -> None:
        """Stand on a node of the tree."""
        self.node = node
        if node not in self.line:
            self.line = _extended(node.line, self.main)

    def go(self, plies: int) -> None:
        """So many moves on, or back where it is less than 0, as far as the line goes."""
        self.node = self.line[min(len(self.line) - 1, max(0, self.node.ply + plies))]

    def can_go(self, plies: int) -> bool:
        """Whether the line goes so far."""
        return 0 <= self.node.ply + plies < len(self.line)

    def go_to(self, ply: int) -> None:
        """To the position after so many moves of the line, as far as it goes."""
        self.go(ply - self.node.ply)

    @property
    def has_neighbours(self) -> bool:
        """Whether the line goes on otherwise somewhere at or before the node."""
        return self._fork is not None

    def turn_aside(self, step: int) -> None:
        """To the next of the continuations of the last position that has several, at or before the node."""
        fork = self._fork
        if fork is not None and fork.parent is not None:
            neighbours = fork.parent.children
            self.visit(neighbours[(neighbours.index(fork) + step) % len(neighbours)])

    @property
    def _fork(self) -> Node | None:
        """The last node at or before this one that has neighbours."""
        before = reversed(self.line[: self.node.ply + 1])
        return next((node for node in before if node.parent and len(node.parent.children) > 1), None)

    @property
    def next_board(self) -> Board:
        """Where the next move is made: the position one stands in, after the pass if there must be one."""
        board = self.node.board
        return board.play(PASS) if self.node.must_pass else board

    # Changing the tree

    def play(self, move: Move) -> bool:
        """Try a move: it is followed if the tree has it, else it becomes a variation. Whether it is legal.

        A pass that must come before or after it is made, too.
        """
        if move == PASS or not self.next_board.is_legal(move):
            return False
        if self.node.must_pass:
            self.visit(self.game.add(self.node, PASS))
        self.visit(self.game.add(self.node, move))
        if self.node.must_pass:
            self.visit(self.game.add(self.node, PASS))
        self.refresh()
        return True

    def show(self, node: Node, moves: Sequence[Move]) -> None:
        """Put what follows a node into the tree, as far as it is legal, and stand on its first move."""
        last = node
        for move in moves:
            if not last.board.is_legal(move):
                break
            last = self.game.add(last, move)
        if last is not node:
            self.visit(last)
            self.go_to(node.ply + 1)
            self.refresh()

    @property
    def can_promote(self) -> bool:
        return self._variation is not None

    def promote(self) -> None:
        """Make the variation one stands in the main line where it begins."""
        if (variation := self._variation) is not None:
            self.game.promote(variation)
            self.refresh()

    @property
    def can_delete(self) -> bool:
        """Not what the game itself has come through."""
        return self.node.parent is not None and not self.game.node.is_below(self.node)

    def delete(self) -> None:
        """Take the move that led here away, with all after it."""
        if self.can_delete and self.node.parent is not None:
            gone, self.node = self.node, self.node.parent
            self.game.delete(gone)
            self.refresh()

    def undo_edit(self) -> None:
        """Take back the last edit, if there is one. What was played again since a deletion has become part
        of what was deleted.
        """
        if self.game.can_undo_edit:
            self.game.undo_edit()
            self.node = self.game.node_at(self.node.path)
            self.refresh()

    @property
    def _variation(self) -> Node | None:
        """The first node on the way here that is not of the main line."""
        return next((node for node in self.node.line if node not in self.main), None)

    def refresh(self) -> None:
        """The tree has changed: the line goes on as far as it still does, then by main continuations."""
        self.main = self.game.main
        self.line = _extended(self.node.line, (*self.line, *self.main))


def _extended(line: list[Node], wanted: Sequence[Node]) -> Sequence[Node]:
    """A line and what follows it: nodes of `wanted` where the tree has them, else the main continuations."""
    while children := line[-1].children:
        line.append(next((child for child in children if child in wanted), children[0]))
    return tuple(line)
