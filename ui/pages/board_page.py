"""What pages with a board share: the game that waits while they are open, the input, and discs in motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import pygame
from pygame import Surface

from game.board import Board, Square
from play.match import Match
from ui.actions import Action, Gesture
from ui.board.animation import LONGEST_STEP, Animator
from ui.board.board_view import BoardView, Scene
from ui.buttons import ButtonRow
from ui.input import InputState
from ui.pages.page import Page, Status
from ui.panels.panel import Panel
from ui.panels.tips import Tip
from ui.text import _
from ui.window import Window


class Commands(Protocol):
    @property
    def rows(self) -> tuple[Action | Gesture, ...]: ...


@dataclass(frozen=True, slots=True)
class PageState:
    """All that a page shows in one frame: this, and what a subclass adds."""

    scene: Scene
    status: str
    is_problem: bool


class BoardPageView:
    """A board, panels and buttons at their places, for one size of the window; a subclass puts them there."""

    button_rows: tuple[ButtonRow, ...] = ()
    tips: list[Tip]

    def show_panels(self, board: BoardView, names: Iterable[str]) -> None:
        """Show these panels, attributes of the view that are called as their models are in the state."""
        self.show_parts(board, ((getattr(self, name), attrgetter(name)) for name in names))

    def show_parts(self, board: BoardView, parts: Iterable[tuple[Panel[Any], Callable[[Any], Any]]]) -> None:
        """Show these panels, each with the function that finds its model in the state of the page."""
        self.board = board
        self._parts = tuple(parts)
        self.find_tips()

    def find_tips(self) -> None:
        self.tips = [tip for panel, _model_of in self._parts for tip in panel.tips()]

    def update(self, state: Any) -> None:
        """Show this in every panel."""
        for panel, model_of in self._parts:
            panel.update(model_of(state))

    def draw(self, surface: Surface, animator: Animator, state: Any) -> None:
        """Draw all but the buttons; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        self.draw_panels(surface)

    def draw_panels(self, surface: Surface) -> None:
        for panel, _model_of in self._parts:
            panel.draw(surface)


AnyCommands = TypeVar("AnyCommands", bound=Commands)
AnyView = TypeVar("AnyView", bound=BoardPageView)
AnyState = TypeVar("AnyState", bound=PageState)


class BoardPage(Page, Generic[AnyCommands, AnyView, AnyState]):
    """While it is open the match is paused, if `must_hold`, and searches for no hints; then it goes on.

    Each kind of mouse event has a method, keys have `on_key`; `follow_board` animates what has changed.
    """

    keys: ClassVar[str] = ""
    """What the line at the bottom says of the keys, marked for translation."""

    commands: AnyCommands
    view: AnyView
    """Made for each layout."""
    state: AnyState
    """Made in `update`, read in `draw`."""

    def __init__(self, window: Window, board: Board) -> None:
        """`board` is what it shows first."""
        self.window = window
        self.input = InputState()
        self.animator = Animator(board, window.animation_speed)
        self.is_dragging = False
        self._held: Match | None = None  # paused by this page

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self.commands.rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.view.button_rows

    @property
    def tips(self) -> Sequence[Tip]:
        return self.view.tips

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(self.keys))

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    @property
    def must_hold(self) -> bool:
        """Whether the match is to be paused."""
        return True

    # Life

    def on_open(self) -> None:
        self.hold_match()
        self.match.hold_hints()

    def on_cover(self) -> None:
        self.let_go()

    def on_leave(self) -> None:
        self.match.release_hints()
        self.release_match()

    def hold_match(self) -> None:
        """Pause the match if it must be; one that a person has paused stays as it is."""
        match = self.match
        if self.must_hold and not match.is_paused:
            match.pause()
            self._held = match if match.is_paused else None

    def release_match(self) -> None:
        """Resume the match, if this page has paused it."""
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def let_go(self) -> None:
        """Forget what is under the pointer and what is dragged or half typed."""
        self.input = InputState()
        self.is_dragging = False

    def follow_board(self, board: Board, dt: float) -> bool:
        """Animate and sound the difference between the board shown and this one; whether there is any."""
        animator, before = self.animator, self.animator.board
        animator.speed = self.window.animation_speed
        if board != before:
            animator.show(board)
            if board.empties != before.empties:
                self.window.sounds.play("disc")
        if animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")
        return board != before

    # Mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self.on_key(event)
        if event.type == pygame.MOUSEMOTION:
            self.on_motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.on_press(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.on_release(event)
        elif event.type == pygame.MOUSEWHEEL:
            self.on_wheel(event)
        elif event.type == pygame.WINDOWLEAVE:
            self.let_go()
        return True

    def on_key(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of the board's own, as those of squares: the others are keys of actions."""
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.use_square(square)
        return is_used

    def use_square(self, square: Square) -> None:
        """A square is typed."""

    def on_motion(self, event: pygame.event.Event) -> None:
        self.hover(event.pos)
        self.is_dragging = self.is_dragging and bool(event.buttons[0])
        if self.is_dragging:
            self.drag_to(event.pos)

    def on_press(self, event: pygame.event.Event) -> None:
        if event.button == 1:
            self.click(event.pos)

    def on_release(self, event: pygame.event.Event) -> None:
        self.is_dragging = self.is_dragging and event.button != 1

    def hover(self, position: tuple[int, int]) -> None:
        """The mouse is here, and takes over from the keyboard."""
        self.input = InputState(self.view.board.layout.square_at(position))

    def click(self, position: tuple[int, int]) -> None:
        """The left button is pressed here; with `is_dragging` set, `drag_to` follows."""

    def drag_to(self, position: tuple[int, int]) -> None:
        """Called until the button is released."""

    def on_wheel(self, event: pygame.event.Event) -> None:
        pass


class Refresh:
    """When a state is made anew: if what it is made from has changed, and during a search `rate` times a
    second.
    """

    def __init__(self, rate: int) -> None:
        self._interval = 1 / rate
        self._made_from: object = None
        self._made_at = 0.0

    def is_due(self, made_from: object, is_searching: bool = False) -> bool:
        """After True the state must be made."""
        now = time.perf_counter()
        if made_from == self._made_from and not (is_searching and now - self._made_at >= self._interval):
            return False
        self._made_from, self._made_at = made_from, now
        return True

    def forget(self) -> None:
        """Make the state next time in any case."""
        self._made_from = None
