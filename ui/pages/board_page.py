"""The base of pages with a board: the paused match, input, animation, shared actions, tabs, lessons."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import pygame
from pygame import Surface

from game.board import Board, Color, Move, Square, square_name
from game.tree import Game, Node
from play.match import Match
from play.refutation import Refutation, review_move
from play.review import mistakes_in
from ui.actions import Action, Actions, Gesture, Group, Place
from ui.board.board_view import LONGEST_STEP, Animator, BoardScene, BoardView
from ui.board.lesson import Lesson
from ui.buttons import ButtonRow
from ui.input import ARROWS, InputState, Key, code_of, is_plain
from ui.layout import Frame, see_below
from ui.pages.page import GameOpener, Page, StatusLine
from ui.pages.see import SeeCommands, SeePanel
from ui.panels.panel import Panel
from ui.panels.tips import Tip
from ui.text import N_, _
from ui.window import Window

if TYPE_CHECKING:
    from play.lists.sources import GameSource


# How long a square that cannot be played shows the reason, and how long it shakes.
REFUSAL_SECONDS: Final = 2.5
SHAKE_SECONDS: Final = 0.35


@dataclass(frozen=True, slots=True)
class PageState:
    """Everything that a page shows in one frame; subclasses add fields."""

    scene: BoardScene
    status: str
    is_problem: bool


PanelOfState = tuple[Panel[Any], Callable[[Any], Any]]
"""A panel, and the function that returns its model from the state of the page."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A square that cannot be played, the reason, and the seconds since it was tried."""

    square: Square
    sentence: str
    past: float = 0.0


class BoardPageView:
    """The board, panels and buttons for one size of the window; subclasses place them."""

    button_rows: tuple[ButtonRow, ...] = ()
    _turn = 0
    """The index of the panel to update next."""

    def show_panels(self, board: BoardView, names: Iterable[str]) -> None:
        """Shows these panels; each name is an attribute of the view, and of the state for its model."""
        self.show_parts(board, ((getattr(self, name), attrgetter(name)) for name in names))

    def show_parts(self, board: BoardView | None, parts: Iterable[PanelOfState]) -> None:
        if board is not None:
            self.board = board
        self._parts = tuple(parts)

    def add_see(self, frame: Frame, actions: Actions) -> None:
        """Adds the card of See if the frame has room for it."""
        if frame.see:
            card = SeePanel(self.board.theme, see_below(self.board.layout.board, frame), actions)
            self._parts += ((card, attrgetter("scene.sights")),)
            self.button_rows += (card.buttons,)

    @property
    def panels(self) -> list[Panel[Any]]:
        """The panels that have a model to show."""
        return [panel for panel, _model_of in self._parts if panel.model is not None]

    @property
    def tips(self) -> list[Tip]:
        return [tip for panel in self.panels for tip in panel.tips()]

    def update(self, state: Any) -> None:
        """Updates every panel from the state; panels whose model is None stay as they are."""
        for panel, model_of in self._parts:
            if (model := model_of(state)) is not None:
                panel.update(model)

    def update_in_turn(self, state: Any) -> None:
        """Repaints at most one changed panel a frame, so discs move evenly; empty panels do not count."""
        for n in range(self._turn, self._turn + len(self._parts)):
            panel, model_of = self._parts[n % len(self._parts)]
            model, shown = model_of(state), panel.model
            if model is not None and model != shown:
                panel.update(model)
                if shown is not None:
                    self._turn = (n + 1) % len(self._parts)
                    break

    def draw(self, surface: Surface, animator: Animator, state: Any) -> None:
        """Draws everything but the buttons; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        self.draw_panels(surface)

    def draw_panels(self, surface: Surface) -> None:
        for panel in self.panels:
            panel.draw(surface)


class ViewPage(Page):
    """A page with rows from its `commands`, and buttons and tips from its `view`, built for each layout.

    Until it is left, the match is paused (if `must_pause`) and searches no hints.
    """

    window: Window
    commands: Any
    view: Any
    _held: Match | None = None  # paused by this page
    _steps = False  # whether that was to pause after the next move

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def must_pause(self) -> bool:
        return True

    def on_open(self) -> None:
        self.pause_match()
        self.match.pause_hints()

    def on_leave(self) -> None:
        self.match.resume_hints()
        self.release_match()

    def pause_match(self) -> None:
        """Pauses the match if `must_pause`; a match that the user has paused stays as it is."""
        match = self.match
        if self.must_pause and not match.is_paused:
            self._steps = match.is_stepping
            match.pause()
            self._held = match if match.is_paused else None

    def release_match(self) -> None:
        """Resumes the match if this page has paused it."""
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
            if self._steps:
                self.match.step()
        self._held = None

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        rows: tuple[Action | Gesture, ...] = self.commands.rows
        return rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        rows: tuple[ButtonRow, ...] = self.view.button_rows
        return rows

    @property
    def tips(self) -> Sequence[Tip]:
        tips: Sequence[Tip] = self.view.tips
        return tips


AnyCommands = TypeVar("AnyCommands")
AnyView = TypeVar("AnyView", bound=BoardPageView)
AnyState = TypeVar("AnyState", bound=PageState)


class BoardPage(ViewPage, Generic[AnyCommands, AnyView, AnyState]):
    """A page with a board.

    Each kind of mouse event has a method, keys have `on_key`; `follow_board` animates changes.
    """

    keys: ClassVar[str] = ""
    """The keys that the status line shows, marked for translation."""

    commands: AnyCommands
    view: AnyView
    state: AnyState
    """The state, built in `update` and read in `draw`."""

    def __init__(self, window: Window, board: Board) -> None:
        """`board` is the first board shown."""
        self.window = window
        self.input = InputState()
        self.animator = Animator(board, window.animation_speed)
        self.is_dragging = False
        self._refused: Refusal | None = None

    @property
    def status(self) -> StatusLine:
        return StatusLine(self.state.status, self.state.is_problem, _(self.keys))

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    # Life cycle

    def on_hide(self) -> None:
        self.clear_input()

    def clear_input(self) -> None:
        """Forgets the square under the pointer, a drag and half-typed input."""
        self.input = InputState()
        self.is_dragging = False

    def follow_board(self, board: Board, dt: float, animator: Animator | None = None) -> bool:
        """Animates the change from the board shown to this one, with sound; returns whether they differ."""
        animator = animator or self.animator
        before = animator.board
        animator.speed = self.window.animation_speed
        if board != before:
            animator.show(board)
            if board.empties != before.empties:
                self.window.sounds.play("disc")
        if animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")
        return board != before

    def refuse(self, board: Board, square: Square) -> None:
        """Shows for some seconds why a square cannot be played."""
        is_taken = (board.black | board.white) >> square & 1
        sentence = _("{square} is taken") if is_taken else _("{square} turns no discs")
        self._refused = Refusal(square, sentence.format(square=square_name(square)))

    def follow_refusal(self, dt: float, is_asked: bool) -> None:
        """Ends the refusal after its time, or when no move `is_asked` for any more."""
        if (refused := self._refused) is not None:
            refused = replace(refused, past=refused.past + dt)
            self._refused = refused if is_asked and refused.past < REFUSAL_SECONDS else None

    def show_refusal(self) -> None:
        """Adds to the state a ring on the square, shaking at first, and the reason below the board."""
        if (refused := self._refused) is not None:
            shake = refused.past / SHAKE_SECONDS if self.window.animation_speed else 0.0
            ring = refused.square, shake if shake < 1 else 0.0
            scene = replace(self.state.scene, refused=ring, caption=refused.sentence)
            self.state = replace(self.state, scene=scene)

    def show_sights(self, see: SeeCommands) -> None:
        """Adds to the state what See shows on the board."""
        scene = replace(self.state.scene, sights=see.sights(self.animator.board))
        self.state = replace(self.state, scene=scene)

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
            self.clear_input()
        return True

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles keys of the board, such as names of squares; returns False for keys of actions."""
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.use_square(square)
        return is_used

    def use_square(self, square: Square) -> None:
        """Handles a typed square."""

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
        """Handles a move of the mouse, which takes over from the keyboard."""
        self.input = InputState(self.view.board.layout.square_at(position))

    def click(self, position: tuple[int, int]) -> None:
        """Handles a press of the left button; if `is_dragging` is set, calls of `drag_to` follow."""

    def drag_to(self, position: tuple[int, int]) -> None:
        """Handles a drag, until the button is released."""

    def on_wheel(self, event: pygame.event.Event) -> None:
        pass


class Refresh:
    """Decides when to rebuild a state: if its sources have changed, and in a search `rate` times a second."""

    def __init__(self, rate: int = 10) -> None:
        self._interval = 1 / rate
        self._made_from: object = None
        self._made_at = 0.0

    def is_due(self, made_from: object, is_searching: bool = False) -> bool:
        """Returns whether to rebuild the state; after True the caller must do so."""
        now = time.perf_counter()
        if made_from == self._made_from and not (is_searching and now - self._made_at >= self._interval):
            return False
        self._made_from, self._made_at = made_from, now
        return True

    def forget(self) -> None:
        """Makes the state due in any case."""
        self._made_from = None


# More plies than any game has.
FAR: Final = 200


def travel_rows(
    prefix: str,
    go: Callable[[int], object],
    can_go: Callable[[int], bool],
    *,
    has_arrows: bool = True,
    group: Group = Group.PLAY,
    ends: tuple[str, str] = (N_("To the beginning of the game"), N_("To the end of the game")),
) -> tuple[Action, ...]:
    """Returns the actions back, on, first, last. `go` gets plies, also beyond the line; `ends` are tips."""

    def row(name: str, label: str, tip: str, plies: int, *keys: int) -> Action:
        first, *others = map(Key, keys)
        end = N_("This is the first position") if plies < 0 else N_("This is the last position")
        return Action(f"{prefix}{name}", label, tip, partial(go, plies), (first,), group, icon=name,
                      is_possible=lambda: can_go(-1 if plies < 0 else 1), aliases=tuple(others),
                      why_not=end)  # fmt: skip

    arrows = ((pygame.K_LEFT,), (pygame.K_RIGHT,)) if has_arrows else ((), ())
    return (
        row("back", N_("One move back"), N_("To the position before the last move"), -1,
            *arrows[0], pygame.K_PAGEUP),
        row("on", N_("One move forward"), N_("To the position after the next move"), +1,
            *arrows[1], pygame.K_PAGEDOWN),
        row("first", N_("First position"), ends[0], -FAR, pygame.K_HOME),
        row("last", N_("Last position"), ends[1], +FAR, pygame.K_END),
    )  # fmt: skip


class GameCommands(GameOpener):
    def __init__(self, window: Window) -> None:
        self.window = window

    def open_games_dialog(self, given: GameSource | None = None, tab: str = "LIBRARY") -> None:
        from ui.dialogs.games import GamesDialog, Tab

        shown = Tab[tab] if given is None else Tab.FILE
        self.window.open_dialog(GamesDialog(given, self.open_record, self.window, shown))

    def games_row(self, identity: str, place: Place = Place.LEFT) -> Action:
        return Action(identity, N_("Games"), N_("Games from the library or the archive"),
                      self.open_games_dialog, (Key(pygame.K_o, control=True),), Group.WINDOW, place,
                      icon="games", has_words=True)  # fmt: skip

    def open_file_row(self) -> Action:
        return Action("open_file", N_("Open file"), N_("A game or a position from a file, in any format"),
                      partial(self.open_games_dialog, tab="FILE"),
                      (Key(pygame.K_o, control=True, shift=True),), Group.WINDOW, Place.MENU,
                      icon="open")  # fmt: skip

    def save_row(
        self, identity: str, match: Callable[[], Match], node: Callable[[], Node], place: Place = Place.MENU
    ) -> Action:
        return Action(identity, N_("Save"), N_("Save or copy the game, the position or a picture of it"),
                      lambda: self._save(match(), node()), (Key(pygame.K_s, control=True),), Group.WINDOW,
                      place, icon="save", has_words=True)  # fmt: skip

    def _save(self, match: Match, node: Node) -> None:
        """Opens the dialog that saves a game, with its moves so far, or its position at `node`."""
        from play.library import record_of
        from play.saved_game import SavedGame
        from ui.dialogs.share import Share, ShareDialog

        record, opened = record_of(SavedGame.of(match)), match.opened_record
        if opened is not None and opened.date is None:
            record = replace(record, date=None)  # the date of opening is not the date of play
        share = Share(record, node, self.window.folder)
        self.window.open_dialog(ShareDialog(share, self.window.report_saved))

    def learn_row(self, identity: str, learn: Callable[[], object], game: Callable[[], Game]) -> Action:
        return Action(identity, N_("Learn from this game"),
                      N_("Find better moves than a side's worst mistakes, on the page Practice"),
                      learn, (Key(pygame.K_l, shift=True),), Group.SEARCH, Place.MENU,
                      lambda: can_learn(game()), icon="best")  # fmt: skip

    def copy_position_row(self, identity: str, board: Callable[[], Board]) -> Action:
        return Action(identity, N_("Copy the position"), N_("64 squares and the side to move"),
                      lambda: self.window.copy(board().text(), _("The position is on the clipboard")),
                      (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW)  # fmt: skip

    def edit_board_row(self, board: Callable[[], Board]) -> Action:
        return Action("edit_board", N_("Edit board"), N_("Set up a position to play, review or race"),
                      lambda: self.window.edit_board(board()), (Key(pygame.K_e, control=True),),
                      Group.WINDOW, Place.MENU, icon="edit")  # fmt: skip


def can_learn(game: Game) -> bool:
    """Returns whether a game has a known mistake, or is over, so that a review may find some."""
    has_mistakes = any(mistakes_in(game.main, color) for color in Color)
    return has_mistakes or (game.main[-1].result is not None and len(game.main) > 1)


class Tabs:
    """The tabs of a page or panel that shows one of its parts at a time."""

    def __init__(self, window: Window, labels: Mapping[str, str], group: Group = Group.WINDOW) -> None:
        """`labels` has the identity and label of each tab's action; the first tab is shown at first."""
        self.shown = next(iter(labels))
        self._window = window
        self.rows = tuple(
            Action(tab, label, "", partial(self.show, tab), (), group, is_on=partial(self._is_shown, tab))
            for tab, label in labels.items()
        )

    def show(self, tab: str) -> None:
        self.shown = tab
        self._window.rebuild()

    def _is_shown(self, tab: str) -> bool:
        return self.shown == tab


def next_option(options: Sequence[float], now: float, step: int) -> float:
    """Returns the next of the ascending options, up or down; `now` if there is none."""
    further = [option for option in options if (option > now if step > 0 else option < now)]
    return now if not further else further[0] if step > 0 else further[-1]


class Lessons:
    """The open lesson, if any: it belongs to one position of the game, and closes when that is left."""

    def __init__(self, window: Window, has_scores: Callable[[], bool] = lambda: True) -> None:
        self.open: Lesson | None = None
        self.is_choosing = False
        """Whether the next square opens its lesson instead of being played."""
        self.target: Square | None = None
        """The square under the pointer or the keyboard cursor."""
        self._window = window
        self._has_scores = has_scores
        self._node: Node | None = None

    @property
    def is_on(self) -> bool:
        return self.open is not None or self.is_choosing

    @property
    def is_moving(self) -> bool:
        return self.open is not None and self.open.is_moving

    def ask(
        self, node: Node, move: Move | None, known: Refutation | None = None, turn: int | None = None,
        board: Board | None = None,
    ) -> bool:  # fmt: skip
        """Opens the lesson of a move on `board`, else on the board of the open lesson, else of `node`, to
        which the lesson belongs; returns whether the move is legal there.
        """
        board = board or (self.open.start if self.open is not None else node.board.after_pass())
        if move is None or not board.is_legal(move):
            return False
        self.close()
        self.open, self._node = self._make(board, move, known, turn), node
        return True

    def _make(self, board: Board, move: Move, known: Refutation | None, turn: int | None) -> Lesson:
        session = self._window.session
        review = None if known else review_move(board, move, session.engines.hints, session.settings.threads)
        return Lesson(board, move, known, review, turn, has_scores=self._has_scores())

    def choose(self, node: Node) -> None:
        """Makes the next square that is clicked or typed open its lesson."""
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
        """Handles a square that was clicked or typed; returns whether it is used up."""
        return self.is_on and (self.ask(node, square) or self.open is not None)

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key, arrows to step and Escape to close the lesson; returns whether it is used up."""
        code = code_of(event)
        if not self.is_on or not is_plain(event):
            return False
        if code == pygame.K_ESCAPE:
            self.close()
        elif self.open is not None and code in ARROWS:
            self.open.go(sum(ARROWS[code]))  # left and up go back
        else:
            return False
        return True
