"""Pictures of a position as the window shows it, at any size."""

from io import BytesIO

import pygame
from pygame import Surface

from game.board import PASS
from game.tree import Node
from play.settings import Coordinates
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.layout import BoardPlace
from ui.theme import Theme

# The side of the board in a window at a scale of 1, in pixels.
DESIGN_SIDE = 680


def board_png(node: Node, side: int, has_coordinates: bool = True) -> bytes:
    """Returns a PNG of `side` by `side` pixels: the position of a node, its last move and its marks."""
    theme, surface = Theme(side / DESIGN_SIDE), Surface((side, side))
    coordinates = Coordinates.OUTSIDE if has_coordinates else Coordinates.NONE
    surface.fill(theme["frame"])
    last = node.move if node.move is not None and node.move != PASS else None
    scene = BoardScene(last_disc=last, turn=node.board.turn, marks=tuple(node.marks.items()))
    view = BoardView(theme, BoardPlace(surface.get_rect()), coordinates)
    view.draw(surface, Animator(node.board, 0.0), scene)
    file = BytesIO()
    pygame.image.save(surface, file, "board.png")
    return file.getvalue()
