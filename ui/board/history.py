"""What the discs of a position have behind them, and the moves of a line before they are on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.board import PASS, Bitboard, Board, Color, Move, Square
from game.tree import Node


def move_numbers(node: Node) -> tuple[tuple[Square, int], ...]:
    """(square, number) of each disc placed on the way to a position, the first 1; passes have none."""
    placed = (move for move in node.path if move != PASS)
    return tuple((square, number) for number, square in enumerate(placed, start=1))


def last_disc(node: Node) -> Square | None:
    """The square of the disc placed last; None at the beginning."""
    return _before_passes(node).move


def turned_discs(node: Node) -> Bitboard:
    """The discs that the last disc placed has turned; none at the beginning."""
    node = _before_passes(node)
    return 0 if node.move is None or node.parent is None else node.parent.board.flips(node.move)


def playable(board: Board, moves: Iterable[Move]) -> Iterator[tuple[Move, Color]]:
    """The moves, each with the colour that makes it, up to one that is not legal."""
    for move in moves:
        if not board.is_legal(move):
            return
        yield move, board.turn
        board = board.play(move)


def _before_passes(node: Node) -> Node:
    while node.move == PASS and node.parent is not None:
        node = node.parent
    return node
