"""A cursor in the tree of a game: it moves along lines, between variations and into new ones."""

from collections.abc import Sequence

from game.board import PASS, Board, Move
from game.tree import Edit, Game, Node, to_the_end


class Cursor:
    """A current node in the tree of `game`, independent of the game's own current node.

    `line` runs from the start through `node` to an end: along the previous line if possible, else by main
    continuations. `main` is the main line of the game. Playing a move here adds it to the tree.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.node = game.node
        self.line: Sequence[Node] = tuple(game.line)
        self.main: Sequence[Node] = game.main

    def visit(self, node: Node) -> None:
        self.node = node
        if node not in self.line:
            self.line = to_the_end(node.line, self.main)

    def go(self, plies: int) -> None:
        """Moves `plies` along the line, back if negative, but not beyond its ends."""
        self.go_to(self.node.ply + plies)

    def can_go(self, plies: int) -> bool:
        return 0 <= self.node.ply + plies < len(self.line)

    def go_to(self, ply: int) -> None:
        """Goes to the position after `ply` moves of the line, or to its nearest end."""
        self.node = self.line[min(len(self.line) - 1, max(0, ply))]

    @property
    def can_switch_variation(self) -> bool:
        return self._fork is not None

    def switch_variation(self, step: int) -> None:
        """Visits the sibling `step` places after the last node up to here that has siblings, cyclically."""
        fork = self._fork
        if fork is not None and fork.parent is not None:
            neighbours = fork.parent.children
            self.visit(neighbours[(neighbours.index(fork) + step) % len(neighbours)])

    @property
    def _fork(self) -> Node | None:
        """The last node at or before this one that has siblings."""
        before = reversed(self.line[: self.node.ply + 1])
        return next((node for node in before if node.parent and len(node.parent.children) > 1), None)

    @property
    def next_board(self) -> Board:
        return self.node.board.after_pass()

    # Changing the tree

    def play(self, move: Move) -> bool:
        """Plays a move, new or not, with the passes around it; returns whether the move is legal."""
        if move == PASS or not self.next_board.is_legal(move):
            return False
        before = [PASS] * self.node.must_pass
        after = [PASS] * self.next_board.play(move).must_pass()
        self.visit(self.game.extend(self.node, [*before, move, *after]))
        self.refresh()
        return True

    def show(self, node: Node, moves: Sequence[Move]) -> None:
        """Adds the legal part of a line of moves after a node, and goes to its first move."""
        if legal := node.board.legal_part(moves):
            self.visit(self.game.extend(node, legal))
            self.go_to(node.ply + 1)
            self.refresh()

    @property
    def can_promote(self) -> bool:
        return self._variation is not None

    def promote(self) -> None:
        """Makes the variation that leads here the main continuation where it branches off."""
        if (variation := self._variation) is not None:
            self.game.promote(variation)
            self.refresh()

    @property
    def can_delete(self) -> bool:
        """Whether the move here can be deleted: not at the root, nor if it led to the game's current node."""
        return self.node.parent is not None and not self.game.node.is_below(self.node)

    def delete(self) -> None:
        """Removes the move that led here and all moves after it."""
        if self.can_delete and self.node.parent is not None:
            gone, self.node = self.node, self.node.parent
            self.game.delete(gone)
            self.refresh()

    def undo_edit(self) -> Edit:
        """Undoes the last edit, goes to its place and returns it. Raises IndexError if there is none."""
        return self._look_at(self.game.undo_edit())

    def redo_edit(self) -> Edit:
        """The reverse of `undo_edit`."""
        return self._look_at(self.game.redo_edit())

    def _look_at(self, edit: Edit) -> Edit:
        self.node = edit.place
        self.refresh()
        return edit

    @property
    def _variation(self) -> Node | None:
        """The first node on the way here that is outside the main line."""
        return next((node for node in self.node.line if node not in self.main), None)

    @property
    def played(self) -> Sequence[Node]:
        """The main line up to the end of the game, without later moves that were only tried."""
        end = self.game.end
        return self.main[: end.ply + 1] if end in self.main else self.main

    def refresh(self) -> None:
        """Updates the lines after a change to the tree; keeps as much of the line as still exists."""
        self.main = self.game.main
        self.line = to_the_end(self.node.line, (*self.line, *self.main))
