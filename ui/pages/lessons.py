"""Why not this move? What pages with a board share to answer it: which move is asked for, and its lesson."""

from __future__ import annotations

import pygame

from game.board import Board, Move, Square
from game.tree import Node
from play.refutation import Refutation, inquiry
from ui.board.lesson import Lesson
from ui.input import code_of, is_plain
from ui.window import Window

# The steps that keys go in a lesson.
STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -1, pygame.K_DOWN: 1}


class Lessons:
    """The lesson that is open, if any. It is of one position of the game, and ends when that is left."""

    def __init__(self, window: Window) -> None:
        self.open: Lesson | None = None
        self.is_choosing = False
        """Whether the next square is asked for in place of being played."""
        self.target: Square | None = None
        """What the mouse or the keyboard is on."""
        self._window = window
        self._node: Node | None = None

    @property
    def is_on(self) -> bool:
        return self.open is not None or self.is_choosing

    @property
    def is_moving(self) -> bool:
        return self.open is not None and self.open.is_moving

    def ask(
        self, node: Node, move: Move | None, known: Refutation | None = None, title: str = "",
        board: Board | None = None,
    ) -> bool:  # fmt: skip
        """Open the lesson of a move of `board`, else of the lesson that is open, else of `node`, which it
        belongs to; whether the move is legal there.
        """
        board = board or (self.open.start if self.open is not None else node.board.after_pass())
        if move is None or not board.is_legal(move):
            return False
        self.close()
        session = self._window.session
        review = None if known else inquiry(board, move, session.engines.hints, session.settings.threads)
        self.open, self._node = Lesson(board, move, known, review, title), node
        return True

    def choose(self, node: Node) -> None:
        """Ask for the next square that is clicked or typed."""
        self.is_choosing, self._node = True, node

    def close(self) -> None:
        if self.open is not None and self.open.review is not None:
            self.open.review.pause()
        self.open, self.is_choosing = None, False

    def update(self, node: Node, dt: float) -> None:
        if node is not self._node:
            self.close()
        elif self.open is not None:
            self.open.update(dt, self._window.animation_speed)

    # Mouse and keyboard

    def use_square(self, node: Node, square: Square) -> bool:
        """Whether a square that was clicked or typed is taken."""
        return self.is_on and (self.ask(node, square) or self.open is not None)

    def on_key(self, event: pygame.event.Event) -> bool:
        """Whether a key is taken: arrows go step by step, Escape ends it."""
        code = code_of(event)
        if not self.is_on or not is_plain(event):
            return False
        if code == pygame.K_ESCAPE:
            self.close()
        elif self.open is not None and code in STEPS:
            self.open.go(STEPS[code])
        else:
            return False
        return True
