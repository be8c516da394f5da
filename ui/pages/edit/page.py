"""The page Edit board: a position is set up, and the game waits until the page is left."""

from collections.abc import Callable
from typing import ClassVar, Final

import pygame

from game.board import Board, Color, Square
from ui.board.board_view import Animator
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain
from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.edit.commands import EditCommands
from ui.pages.edit.view import EditState, EditView, make
from ui.text import N_
from ui.theme import Theme
from ui.window import Window

# Where the keyboard begins: d4.
FIRST_SQUARE: Final[Square] = 27
KINDS: Final = (Color.BLACK, Color.WHITE, None)
"""What can be chosen, from left to right."""
DISC_KEYS: Final = {"1": Color.BLACK, "2": Color.WHITE, "0": None}
LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""


class EditPage(BoardPage[EditCommands, EditView, EditState]):
    """It has no place in the switch: `edit` is called before it is opened, and it goes back by itself."""

    identity: ClassVar[str] = "edit"
    keys = N_("Arrows, then Space or 1 2 0 · . side · N play · Esc cancel · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.commands = EditCommands(window)
        self.editor = self.commands.editor
        self._clicked: Square | None = None  # last, and the pointer has not left it
        self._button: int | None = None  # of the mouse, held down since it was pressed on the board
        self._drawing: Color | None = None  # what it puts on the squares it is drawn over

    @property
    def is_idle(self) -> bool:
        return not self.animator.is_moving

    # Life

    def edit(self, board: Board, go_back: Callable[[], object]) -> None:
        """Begin with a board; what was edited before is a step back. Cancel goes back."""
        self.editor.begin(board)
        self.commands.go_back = go_back
        self.animator = Animator(board)

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.let_go()
        self.view = EditView(theme, frame, self.window.settings, self.window.actions)
        self._settle()

    def let_go(self) -> None:
        super().let_go()
        self._button = self._clicked = None

    def update(self, dt: float) -> None:
        self.follow_board(self.editor.board, dt)
        self._settle()

    def _settle(self) -> None:
        self.state = make(self.commands, self.input)
        self.view.update(self.state)

    # The mouse

    def on_motion(self, event: pygame.event.Event) -> None:
        """The mouse is here, and takes over from the keyboard. With a button held it draws."""
        square = self.view.layout.square_at(event.pos)
        self.input = InputState(square)
        if square != self._clicked:
            self._clicked = None
        if self._button is None or not event.buttons[self._button - 1]:
            self._button = None
        elif square is not None and self._clicked is None:
            self.editor.put(square, self._drawing)

    def on_press(self, event: pygame.event.Event) -> None:
        """A disc is put; where it is already, the square goes on changing."""
        if event.button not in (LEFT, RIGHT):
            return
        square, kind = self.view.layout.square_at(event.pos), self.view.palette.kind_at(event.pos)
        if kind is not None:
            self.commands.choose(KINDS[kind])
        if square is None:
            return
        chosen = self.commands.chosen
        is_again = square == self._clicked or self.editor.board.color_at(square) is chosen
        if event.button == RIGHT:
            self.editor.put(square, None)
        elif chosen is not None and is_again:
            self.editor.cycle(square)
        else:
            self.editor.put(square, chosen)
        self.input = InputState(square)
        self._button, self._drawing = event.button, self.editor.board.color_at(square)
        self._clicked = square if event.button == LEFT else None

    def on_release(self, event: pygame.event.Event) -> None:
        if event.button == self._button:
            self._button = None

    def on_wheel(self, event: pygame.event.Event) -> None:
        square = self.view.layout.square_at(event.pos)
        if square is not None and event.y:
            self.editor.cycle(square, 1 if event.y > 0 else -1)

    # The keyboard

    def on_key(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of the board's own: what is left are keys of actions."""
        code, cursor = code_of(event), self.input.cursor
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.input = InputState(cursor=square)
            self.editor.put(square, self.commands.chosen)
        elif is_used or not is_plain(event):
            return is_used
        elif code in ARROWS:
            self.input = self.input.moved(code, FIRST_SQUARE)
        elif cursor is not None and event.unicode in DISC_KEYS:
            self.commands.choose(DISC_KEYS[event.unicode])
            self.editor.put(cursor, self.commands.chosen)
        elif cursor is not None and code in (*ENTER, pygame.K_SPACE):
            self.editor.put(cursor, self.commands.chosen)
        elif cursor is not None and code == pygame.K_DELETE:
            self.editor.put(cursor, None)
        elif code == pygame.K_ESCAPE and cursor is not None:
            self.input = InputState()
        elif code == pygame.K_ESCAPE:
            self.commands.go_back()
        else:
            return False
        return True
