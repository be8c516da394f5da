"""A node of the tree of a plain search."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from game.board import Bitboard, Move

Path: TypeAlias = tuple[int, ...]
"""The way from the root, Dewey's notation: the place of each move among its brothers, from 0."""

NO_MOVE: Final[Move] = -2


class Position(NamedTuple):
    """A node of the tree, seen by the side to move, `depth` plies above the leaves.

    `move` led here, NO_MOVE at the root. A pass is a move that uses up no depth.
    """

    player: Bitboard
    opponent: Bitboard
    depth: int
    move: Move = NO_MOVE
    path: Path = ()
