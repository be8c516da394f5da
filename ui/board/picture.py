"""A position as the window shows it, drawn for itself at any size."""

from __future__ import annotations

from io import BytesIO

import pygame
from pygame import Surface

from game.board import PASS
from game.tree import Node
from play.settings import Coordinates
from ui.board.animation import Animator
from ui.board.board_view import BoardView, Scene
from ui.layout import BoardPlace
from ui.theme import Theme

# The board of a window at a scale of 1, in pixels.
DESIGN_SIDE = 680


class Painter:
    """Draws positions on a square of `side` pixels, one after the other: `surface` has the last one."""

    def __init__(self, side: int, has_coordinates: bool = True) -> None:
        self._theme = Theme(side / DESIGN_SIDE)
        self.surface = Surface((side, side))
        coordinates = Coordinates.OUTSIDE if has_coordinates else Coordinates.NONE
        self._view = BoardView(self._theme, BoardPlace(self.surface.get_rect()), coordinates)

    def paint(self, node: Node) -> None:
        """The position of a node, its last move and its marks."""
        self.surface.fill(self._theme["frame"])
        last = node.move if node.move is not None and node.move != PASS else None
        scene = Scene(last_disc=last, turn=node.board.turn, marks=tuple(node.marks.items()))
        self._view.draw(self.surface, Animator(node.board, 0.0), scene)


def board_png(node: Node, side: int, has_coordinates: bool = True) -> bytes:
    """A square of `side` pixels with the position of a node, its last move and its marks."""
    painter = Painter(side, has_coordinates)
    painter.paint(node)
    file = BytesIO()
    pygame.image.save(painter.surface, file, "board.png")
    return file.getvalue()
