"""An opening played from memory: the other side replies from the line, then from the book."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ai.book import EQUAL_DISCS, Book
from game.board import Board, Color, Move, square_name, squares
from game.cursor import Cursor
from game.openings import Opening
from game.symmetry import BitboardPair, canonical
from game.tree import Game, Node
from play.repertoire import lost_by


@dataclass(frozen=True, slots=True)
class Departure:
    """A `move` at `node` that was not `wanted`, None if given up; `lost` are discs by the book, if known."""

    node: Node
    move: Move | None
    wanted: tuple[Move, ...]
    lost: float | None
    is_in_line: bool


class Drill:
    """A line that is played from memory; symmetric lines are the same."""

    def __init__(
        self,
        opening: Opening,
        color: Color,
        book: Book | None,
        chance: Random,
        other_line: Callable[[Board], Opening | None] = lambda _board: None,
    ) -> None:
        """`other_line` finds another line of the user with a position: a move there continues with it."""
        self.opening = opening
        self.color = color
        self.cursor = Cursor(Game())
        self.departure: Departure | None = None  # where the line was left, if it was
        self.has_ended = False  # whether the line is done and the book knows no more
        self._book = book
        self._chance = chance
        self._other_line = other_line
        self._positions = _positions(opening.moves)
        self._reply()

    @property
    def key(self) -> str:
        return key_of(self.opening, self.color)

    @property
    def is_line_done(self) -> bool:
        return self.departure is None and self._is_past(self.cursor.game.node)

    @property
    def is_over(self) -> bool:
        return self.has_ended or self.departure is not None

    @property
    def is_right(self) -> bool:
        return self.departure is None

    def _is_past(self, node: Node) -> bool:
        return node.ply >= len(self.opening.moves)

    def wanted(self, node: Node) -> tuple[Move, ...]:
        """Returns the line's moves at a node, symmetric ones included; beyond it, the best of the book."""
        board = node.board
        if not self._is_past(node):
            return self._moves_to(node.ply + 1, board)
        known = self._book.moves(board) if self._book is not None else ()
        return tuple(entry.move for entry in known if known[0].score - entry.score <= EQUAL_DISCS)

    def play(self, move: Move) -> bool:
        """Plays the user's move, or tries one when all is over; returns whether it is legal."""
        node = self.cursor.node
        if not node.board.is_legal(move) or not self.cursor.play(move):
            return False
        if not self.is_over:
            self._judge(node, move)
        return True

    def _judge(self, node: Node, move: Move) -> None:
        wanted, is_in_line = self.wanted(node), not self._is_past(node)
        if move not in wanted and is_in_line and (other := self._other_line(node.board.play(move))):
            self.opening, self._positions, wanted = other, _positions(other.moves), (move,)
        if move in wanted:
            self._follow()
            self._reply()
        else:
            self.departure = Departure(node, move, wanted, lost_by(self._book, node.board, move), is_in_line)

    def give_up(self) -> None:
        node = self.cursor.node
        if not self.is_over:
            self.departure = Departure(node, None, self.wanted(node), None, not self._is_past(node))
            self.show_best()

    def show_best(self) -> None:
        """Shows the wanted move where the line was left, with the moves that follow."""
        if self.departure is not None:
            self.cursor.show(self.departure.node, self.line_from(self.departure.node))

    @property
    def has_answer(self) -> bool:
        return self.departure is not None and self.departure.move is not None

    def show_answer(self) -> None:
        """Shows the move that left the line."""
        if self.departure is not None and self.departure.move is not None:
            self.cursor.show(self.departure.node, (self.departure.move,))

    def line_from(self, node: Node) -> tuple[Move, ...]:
        """Returns the rest of the line from a node; beyond the line, that of the book."""
        if self._is_past(node):
            wanted = self.wanted(node)
            return self._book.line(node.board, wanted[0]) if wanted and self._book is not None else ()
        moves: list[Move] = []
        game = Game(node.board)
        for ply in range(node.ply + 1, len(self._positions)):
            moves.append(self._moves_to(ply, game.board)[0])
            game.play(moves[-1])
        return tuple(moves)

    def _moves_to(self, ply: int, board: Board) -> tuple[Move, ...]:
        """Returns the legal moves to a position of the line, or a symmetric one; the line's move first."""
        legal = sorted(squares(board.legal_moves()), key=lambda move: move != self.opening.moves[ply - 1])
        return tuple(move for move in legal if canonical(board.play(move)) == self._positions[ply])

    def _reply(self) -> None:
        """Plays for the other side; ends the drill if line and book have no move."""
        while not self.has_ended:
            node = self.cursor.node
            wanted = self.wanted(node)
            if not wanted:
                self.has_ended = True
            elif node.board.turn is self.color:
                return
            else:
                self.cursor.play(self._answer(node, wanted))
                self._follow()

    def _answer(self, node: Node, wanted: Sequence[Move]) -> Move:
        chosen = self._book.choose(node.board, self._chance) if self._book and self._is_past(node) else None
        return wanted[0] if chosen is None else chosen.move

    def _follow(self) -> None:
        self.cursor.game.visit(self.cursor.node)


def default_color(opening: Opening) -> Color:
    """Returns the side for which a line is meant: the one that moves last."""
    return Color((len(opening.moves) - 1) % 2)


def key_of(opening: Opening, color: Color) -> str:
    """Returns a key such as 'f5d6c3 white'."""
    return f"{''.join(map(square_name, opening.moves))} {color.name.lower()}"


def _positions(moves: Sequence[Move]) -> list[BitboardPair]:
    game = Game()
    for move in moves:
        game.play(move)
    return [canonical(node.board) for node in game.line]
