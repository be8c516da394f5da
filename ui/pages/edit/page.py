"""The page Edit board: a position is set up; nobody moves, and the game waits until one leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from game.board import PASS, Board, Color, Square
from game.clock import TimeControl
from game.records.any_format import describe_error
from game.symmetry import Symmetry
from game.tree import Game
from play.match import Match
from play.players import Seat
from play.position_editor import PositionEditor, why_unplayable
from ui.actions import Action, Gesture
from ui.board.animation import Animator
from ui.clipboard import read_clipboard
from ui.dialogs.new_game import NewGame, NewGameDialog
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain
from ui.layout import Frame
from ui.pages.edit.actions import KEYS, edit_actions
from ui.pages.edit.layout import EditLayout
from ui.pages.edit.state import EditState, make_state
from ui.pages.edit.view import EditView
from ui.pages.page import Page, Status
from ui.pages.play.page import PlayPage
from ui.pages.race.page import RacePage
from ui.pages.review.page import ReviewPage
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.wording import capitalised
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.window import Window

# An animation never moves on by more than this in one frame, so it does not jump after a rest.
LONGEST_STEP: Final = 0.03
# Where the keyboard begins: d4.
FIRST_SQUARE: Final[Square] = 27
KINDS: Final = (Color.BLACK, Color.WHITE, None)
"""What can be chosen, from left to right."""
DISC_KEYS: Final = {"1": Color.BLACK, "2": Color.WHITE, "0": None}
LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""


class EditPage(Page):
    """It has no place in the switch: `edit` is called before it is opened, and it goes back by itself."""

    identity: ClassVar[str] = "edit"
    label: ClassVar[str] = N_("Edit board")

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.editor = PositionEditor(self.match.board)
        self.chosen: Color | None = Color.BLACK
        self.input = InputState()
        self.animator = Animator(self.editor.board, window.animation_speed)
        self._shown = self.editor.board
        self._go_back: Callable[[], object] = lambda: None
        self._held: Match | None = None  # by this page: nobody moves meanwhile
        self._clicked: Square | None = None  # last, and the pointer has not left it
        self._button: int | None = None  # of the mouse, held down since it was pressed on the board
        self._drawing: Color | None = None  # what it puts on the squares it is drawn over
        self._made_from: object = None
        self._rows = edit_actions(self)

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self._rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.view.button_rows

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(KEYS))

    @property
    def is_idle(self) -> bool:
        return not self.animator.is_moving

    # Living

    def edit(self, board: Board, go_back: Callable[[], object]) -> None:
        """Begin with a board; what was edited before is a step back. Cancel goes back."""
        self.editor.begin(board)
        self._go_back = go_back
        self._shown = board
        self.animator = Animator(board, self.window.animation_speed)

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self._let_go()
        self.theme = theme
        self.view = EditView(manager, theme, frame, self.window.settings, self.window.actions)
        self._made_from = None
        self._settle()

    def on_open(self) -> None:
        match = self.match
        if not match.is_paused:
            match.pause()
            self._held = match if match.is_paused else None

    def on_cover(self) -> None:
        self._let_go()

    def on_leave(self) -> None:
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def _let_go(self) -> None:
        self.input = InputState()
        self._button = self._clicked = None

    def update(self, dt: float) -> None:
        board, before = self.editor.board, self._shown
        self.animator.speed = self.window.animation_speed
        if board != before:
            self._shown = board
            self.animator.show(board)
            if board.empties != before.empties:
                self.window.sounds.play("disc")
        if self.animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")
        self._settle()

    def _settle(self) -> None:
        key = self.editor.board, self.chosen, self.input, self.window.settings.show_legal_moves
        if key != self._made_from:
            self._made_from = key
            self.state: EditState = make_state(self.editor, *key[1:])
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    # The mouse

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._take_key(event)
        if event.type == pygame.MOUSEMOTION:
            self._moved(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT, RIGHT):
            self._pressed(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == self._button:
            self._button = None
        elif event.type == pygame.MOUSEWHEEL:
            square = self.layout.square_at(event.pos)
            if square is not None and event.y:
                self.editor.cycle(square, 1 if event.y > 0 else -1)
        elif event.type == pygame.WINDOWLEAVE:
            self._let_go()
        return True

    @property
    def layout(self) -> EditLayout:
        return self.view.layout

    def _moved(self, event: pygame.event.Event) -> None:
        """The mouse is here, and takes over from the keyboard. With a button held it draws."""
        square = self.layout.square_at(event.pos)
        self.input = InputState(square)
        if square != self._clicked:
            self._clicked = None
        if self._button is None or not event.buttons[self._button - 1]:
            self._button = None
        elif square is not None and self._clicked is None:
            self.editor.put(square, self._drawing)

    def _pressed(self, event: pygame.event.Event) -> None:
        """A disc is put; where it is already, the square goes on changing."""
        square, kind = self.layout.square_at(event.pos), self.view.palette.kind_at(event.pos)
        if kind is not None:
            self.choose(KINDS[kind])
        if square is None:
            return
        is_again = square == self._clicked or self.editor.color_at(square) is self.chosen
        if event.button == RIGHT:
            self.editor.put(square, None)
        elif self.chosen is not None and is_again:
            self.editor.cycle(square)
        else:
            self.editor.put(square, self.chosen)
        self.input = InputState(square)
        self._button, self._drawing = event.button, self.editor.color_at(square)
        self._clicked = square if event.button == LEFT else None

    # The keyboard

    def _take_key(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of the board's own: what is left are keys of actions."""
        code, cursor = code_of(event), self.input.cursor
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.input = InputState(cursor=square)
            self._put(self.chosen)
        elif is_used or not is_plain(event):
            return is_used
        elif code in ARROWS:
            self._move_cursor(ARROWS[code])
        elif cursor is not None and event.unicode in DISC_KEYS:
            self.choose(DISC_KEYS[event.unicode])
            self._put(self.chosen)
        elif cursor is not None and code in (*ENTER, pygame.K_SPACE):
            self._put(self.chosen)
        elif cursor is not None and code == pygame.K_DELETE:
            self._put(None)
        elif code == pygame.K_ESCAPE and cursor is not None:
            self.input = InputState()
        elif code == pygame.K_ESCAPE:
            self.cancel()
        else:
            return False
        return True

    def _move_cursor(self, step: tuple[int, int]) -> None:
        cursor = self.input.cursor
        if cursor is None:
            cursor = self.input.square if self.input.square is not None else FIRST_SQUARE
        else:
            x, y = cursor % 8 + step[0], cursor // 8 + step[1]
            cursor = min(7, max(0, x)) + 8 * min(7, max(0, y))
        self.input = InputState(cursor=cursor)

    def _put(self, color: Color | None) -> None:
        if self.input.cursor is not None:
            self.editor.put(self.input.cursor, color)

    # Editing

    def choose(self, color: Color | None) -> None:
        self.chosen = color

    def change_side(self) -> None:
        self.editor.set_turn(self.editor.board.turn.other)

    def transform(self, symmetry: Symmetry) -> None:
        self.editor.transform(symmetry)

    def copy(self) -> None:
        pygame.scrap.put_text(self.editor.board.text())
        self.window.toasts.answer(_("The position is on the clipboard"))

    def paste(self) -> None:
        """The position of a text on the clipboard, if it is one."""
        try:
            text = read_clipboard()
            if not text.strip():
                raise ValueError(_("The clipboard is empty: copy a transcript or a position first"))
            self.editor.read(text)
        except ValueError as error:
            self.window.toasts.answer(capitalised(describe_error(error)))
        else:
            self.window.toasts.answer(
                keyed(_("The position is on the board: Undo ({edit_undo}) takes it back"))
            )

    # The end

    @property
    def can_play(self) -> bool:
        return why_unplayable(self.editor.board) is None

    @property
    def can_race(self) -> bool:
        """Nothing is searched where the side to move must pass."""
        return bool(self.editor.board.legal_moves())

    def play(self) -> None:
        """Ask who is to play it; until the answer the page stays."""
        settings = self.window.settings
        offered = NewGame.of_text(self.editor.board.text(), settings.seats, settings.control)
        self.window.open_dialog(
            NewGameDialog(
                self.window.dialogs,
                self.theme,
                offered,
                self.window.session.results.adaptive_level,
                self._start,
                self._ask_for_game,
            )
        )

    def _start(self, choice: NewGame, game: Game) -> None:
        self.window.show(PlayPage).commands.start_game(choice, game)

    def _ask_for_game(self) -> None:
        self.window.show(PlayPage).ask_for_game()

    def review(self) -> None:
        """The position becomes the game: one of two people, without a clock. Where nobody moves by himself, a
        pass that must come is made.
        """
        session, board = self.window.session, self.editor.board
        game = Game(board, (PASS,) if board.must_pass() else ())
        is_begun = bool(self.match.game.root.children)
        session.start_match((Seat(), Seat()), TimeControl(), game, None)
        self.window.show(ReviewPage)
        if is_begun:
            said = keyed(_("The game before is kept: Undo ({undo}) on the page Play brings it back"))
            self.window.toasts.answer(said)

    def race(self) -> None:
        board = self.editor.board
        self.window.show(RacePage).commands.take_board(board)

    def cancel(self) -> None:
        self._go_back()
