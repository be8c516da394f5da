"""A position as the window shows it, drawn for itself at any size."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pygame
from pygame import Rect

from game.board import PASS
from game.tree import Node
from ui.board.animation import Animator
from ui.board.board_view import BoardView, Scene
from ui.layout import BoardPlace
from ui.theme import Theme

# The board of a window at a scale of 1, in pixels.
DESIGN_SIDE = 680


@dataclass(frozen=True)
class _Place(BoardPlace):
    board: Rect


def board_png(node: Node, side: int) -> bytes:
    """A square of `side` pixels with the position of a node, its last move and its marks."""
    theme = Theme(side / DESIGN_SIDE)
    surface = pygame.Surface((side, side))
    surface.fill(theme["frame"])
    view = BoardView(theme, _Place(surface.get_rect()))
    last = node.move if node.move is not None and node.move != PASS else None
    scene = Scene(last_disc=last, turn=node.board.turn, marks=tuple(node.marks.items()))
    view.draw(surface, Animator(node.board, 0.0), scene)
    file = BytesIO()
    pygame.image.save(surface, file, "board.png")
    return file.getvalue()
