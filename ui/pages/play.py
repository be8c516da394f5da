"""The page Play: a game is played, and the search can be watched."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from ai.limits import Algorithm
from game.board import PASS, Board, squares
from game.clock import TimeControl
from game.records.any_format import first_part
from game.records.record import Record
from game.tree import Game
from play.match import Phase
from play.players import Seat
from play.settings import Density, HintStep
from ui.actions import Action, Gesture
from ui.clock_ticks import ClockTicks
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import NewGame, NewGameDialog
from ui.dialogs.settings import PACES
from ui.ending import EndStrip
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain
from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.page import Status
from ui.pages.play_actions import play_actions
from ui.pages.play_view import SEARCH_TAB, PlayView
from ui.pages.review.page import ReviewPage
from ui.pages.tree.part import KEYS_LINE, TreePart
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.wording import describe_result, format_result
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.view_state import ViewState, ViewStateMaker
from ui.welcome import WelcomeCard
from ui.window import Window

WATCHED: Final = (Seat(Algorithm.PVS), Seat(Algorithm.ALPHABETA))
"""Who meets whom for somebody who only wants to watch."""


class PlayPage(BoardPage):
    identity: ClassVar[str] = "play"
    label: ClassVar[str] = N_("Play")

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.tab = SEARCH_TAB
        self.ending: EndStrip | None = None
        self.welcome: WelcomeCard | None = None
        self._ended: tuple[object, ...] = ()
        self._dragging = False
        self._shown = (self.match.game.node, self.match.result)
        self._maker = ViewStateMaker()
        self._ticks = ClockTicks()
        self.tree = TreePart()
        self._rows = play_actions(self)

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self.tree.actions(self._rows)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        rows = self.tree.view.button_rows if self.tree.is_open else self.view.button_rows
        cards = [card.buttons for card in (self.ending, self.welcome) if card is not None]
        return *rows, *cards

    @property
    def status(self) -> Status:
        keys = _(KEYS_LINE) if self.tree.is_open else self.state.keys
        return Status(self.state.status, self.state.is_problem, keys)

    @property
    def position(self) -> Board:
        return self.match.board

    @property
    def is_idle(self) -> bool:
        match = self.match
        return (
            not self.animator.is_moving
            and not match.thinking.is_searching
            and match.phase in (Phase.HUMAN, Phase.PAUSED, Phase.OVER)
            and not (match.phase is Phase.HUMAN and match.is_timed)
            and not (match.can_hint and match.wants_hints and not match.thinking.is_hinting)
        )

    # Living

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self.manager, self.theme = manager, theme
        self.input = InputState()  # what was under the mouse is no longer there
        self.ending = self.welcome = None
        if self.tree.is_open:
            self.tree.lay_out(manager, theme, frame, self.window.settings, self.window.actions)
        else:
            self._shape = self._wanted_shape
            self.view = PlayView(
                manager, theme, frame, self.window.settings, self.tab, self.window.actions, *self._shape
            )  # fmt: skip
        self._place_ending()
        self._settle(0.0)

    @property
    def must_hold(self) -> bool:
        """A running clock waits while the page is covered."""
        return self.match.is_timed

    def on_open(self) -> None:
        self.release_match()

    def on_cover(self) -> None:
        super().on_cover()
        self.hold_match()

    def on_leave(self) -> None:
        """What `on_cover` has paused waits until the page is open again."""

    def let_go(self) -> None:
        super().let_go()
        self._dragging = False
        self.tree.let_go()

    def update(self, dt: float) -> None:
        self._follow_match(dt)
        if self.window.focus is not None:
            self.input = replace(self.input, typed_file=None)
        if self._ticks.is_due(self.match):
            self.window.sounds.play("tick")
        self._follow_shape()
        self._settle(dt)

    def _settle(self, dt: float) -> None:
        """Settle all that is to be drawn."""
        self._place_welcome()
        glides_for = dt if self.window.animation_speed else math.inf
        self.state: ViewState = self._maker.make(self.match, self.window.settings, self.input, glides_for)
        if self.tree.is_open:
            self.tree.update(self.match.thinking.newest, self.state, self.input)
        else:
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        if self.tree.is_open:
            self.tree.draw(surface, self.animator, self.state)
        else:
            self.view.draw(surface, self.animator, self.state)
        for card in (self.ending, self.welcome):
            if card is not None:
                card.draw(surface)

    def _follow_match(self, dt: float) -> None:
        """Show and sound what has happened in the match since the last frame."""
        match, before = self.match, self.animator.board
        self.follow_board(match.board, dt)
        if (match.game.node, match.result) == self._shown:
            return
        self._shown = match.game.node, match.result
        self.input = replace(self.input, typed_file=None)
        if match.game.node.move == PASS and match.board.empties == before.empties:
            self.window.sounds.play("pass")
        if match.result is not None:
            self.window.sounds.play("end")

    @property
    def _wants_ending(self) -> bool:
        """Whether there is an end to be told of; the last discs turn before."""
        return self.match.result is not None and not (self.tree.is_open or self.animator.is_moving)

    def _place_ending(self) -> None:
        """The strip for the result of this game, if it has one."""
        result = self.match.result
        if self.ending is not None:
            self.ending.close()
            self.ending = None
        if result is not None and self._wants_ending:
            names = ("rematch", "review_game", "next_level")
            actions = [action for action in map(self._action, names) if action.is_possible()]
            self.ending = EndStrip(
                self.manager, self.theme, self.view.layout.ending, format_result(result),
                describe_result(self.match.seats, result, self.match.board), actions,
            )  # fmt: skip
        self._ended = self._end

    @property
    def _end(self) -> tuple[object, ...]:
        """What the strip depends on."""
        return (self.match, self.match.result, self.match.seats) if self._wants_ending else ()

    @property
    def _wanted_shape(self) -> tuple[bool, bool, bool]:
        """What the layout follows from: whether the game is over, is shown alone, and has a clock."""
        control = self.match.control
        has_clock = control.per_game is not None or control.per_move is not None
        is_brief = not self.is_analysing
        return self._wants_ending, is_brief, is_brief and has_clock

    def _follow_shape(self) -> None:
        """Make room for the strip when a game has ended, for another density, and for a clock."""
        if not self.tree.is_open and self._shape != self._wanted_shape:
            self.window.rebuild()
        elif self._end != self._ended:
            self._place_ending()

    def _place_welcome(self) -> None:
        """Until something has been done on the board or with the card, on the first start of all."""
        is_untouched = not self.match.game.root.children and self.match.result is None
        wanted = is_untouched and not (self.window.settings.welcomed or self.tree.is_open)
        if wanted and self.welcome is None:
            actions = [self._action(name) for name in ("welcome_play", "welcome_watch", "welcome_rules")]
            self.welcome = WelcomeCard(self.manager, self.theme, self.view.layout.board, actions)
        elif not wanted and self.welcome is not None:
            self.welcome.close()
            self.welcome = None
            self._used_welcome()

    # Mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN and self.tree.is_open and self.tree.handle(event):
            self.input = InputState()
            return True
        return super().handle(event)

    def on_motion(self, event: pygame.event.Event) -> None:
        self._moved(event.pos)
        self._dragging = self._dragging and bool(event.buttons[0])
        if self._dragging:
            self._travel_to(event.pos)

    def on_press(self, event: pygame.event.Event) -> None:
        if event.button == 1:
            self._clicked(event.pos)

    def on_release(self, event: pygame.event.Event) -> None:
        self._dragging = self._dragging and event.button != 1

    def on_wheel(self, event: pygame.event.Event) -> None:
        if self.tree.is_open:
            return
        if self.view.layout.board.collidepoint(event.pos):
            self.match.travel(self.match.game.node.ply - event.y)
        else:
            self.view.turn_wheel(event.pos, event.y)

    def _moved(self, position: tuple[int, int]) -> None:
        """The mouse is here, and takes over from the keyboard."""
        self.input = InputState()
        if self.tree.is_open:
            self.input = InputState(self.tree.view.layout.square_at(position))
        elif not self._is_on_card(position):
            self.input = InputState(self.view.layout.square_at(position), self.view.pv_move_at(position))

    def _is_on_card(self, position: tuple[int, int]) -> bool:
        cards = (self.ending, self.welcome)
        return any(card is not None and card.rect.collidepoint(position) for card in cards)

    def _clicked(self, position: tuple[int, int]) -> None:
        self._moved(position)
        if self.input.square is not None:
            self.match.play(self.input.square)
        elif not self.tree.is_open and not self._is_on_card(position):
            self._dragging = self.view.travel_target(position) is not None
            self._travel_to(position)

    def _travel_to(self, position: tuple[int, int]) -> None:
        target = self.view.travel_target(position)
        if target is not None:
            self.match.travel(target)

    def on_key(self, event: pygame.event.Event) -> bool:
        self.input, square, is_used = self.input.typed(event)
        code = code_of(event)
        if square is not None:
            self.match.play(square)
            self.input = InputState()
        elif is_used or not is_plain(event):
            return is_used
        elif code in ARROWS and not self.tree.is_open:
            self.input = self.input.moved(code, next(squares(self.match.board.legal_moves()), 27))
        elif code in ENTER and not self.tree.is_open:
            self._enter()
        elif code == pygame.K_ESCAPE:
            return self._escape()
        else:
            return False
        return True

    def _enter(self) -> None:
        if self.ending is not None:
            self.window.actions.perform("rematch")
        elif self.welcome is not None and self.input.cursor is None:
            self.welcome_play()
        elif self.input.cursor is not None:
            self.match.play(self.input.cursor)

    def _escape(self) -> bool:
        if self.input != InputState(self.input.square, self.input.pv_move):
            self.input = InputState()
        elif self.tree.is_open:
            self.toggle_tree()
        elif self.welcome is not None:
            self._used_welcome()
        else:
            return False
        return True

    # Actions

    @property
    def is_analysing(self) -> bool:
        """Whether all that is known of the search is shown, and not the game alone."""
        settings = self.window.settings
        density = settings.watching if self.match.is_watched else settings.playing
        return density is Density.ANALYSE

    def change_hints(self) -> None:
        """Let hints say more, up to figures, and then only shapes again."""
        settings, steps = self.window.settings, tuple(HintStep)
        step = steps[(steps.index(settings.hints) + 1) % len(steps)]
        self.window.session.settings = replace(settings, hints=step)

    def change_density(self) -> None:
        """Show the game alone, or the search too, in games of this kind."""
        settings, session = self.window.settings, self.window.session
        density = Density.PLAY if self.is_analysing else Density.ANALYSE
        if self.match.is_watched:
            session.settings = replace(settings, watching=density)
        else:
            session.settings = replace(settings, playing=density)

    def _used_welcome(self) -> None:
        self.window.session.settings = replace(self.window.settings, welcomed=True)

    def welcome_play(self) -> None:
        """Ask for a first game."""
        self._used_welcome()
        self.ask_new_game()

    def welcome_watch(self) -> None:
        """The two searches against each other, at full strength."""
        self._used_welcome()
        self._begin(partial(self.window.session.start_match, WATCHED, TimeControl(), Game()))

    def welcome_rules(self) -> None:
        """Show how Othello is played."""
        self._used_welcome()
        self.window.actions.perform("rules")

    def _action(self, identity: str) -> Action:
        return self.window.actions[identity]

    def ask_new_game(self) -> None:
        self._open_new_game(NewGame.last(self.window.settings))

    def play_again(self) -> None:
        """Begin what was chosen last, without asking."""
        choice = NewGame.last(self.window.settings)
        self.start_game(choice, choice.game())

    def _open_new_game(self, chosen: NewGame) -> None:
        dialog = NewGameDialog(
            self.window.dialogs,
            self.theme,
            chosen,
            self.window.session.results.adaptive_level,
            self.start_game,
            self.ask_for_game,
            self.edit_board,
        )
        self.window.open_dialog(dialog)

    def start_game(self, choice: NewGame, game: Game) -> None:
        """Begin what was chosen in the dialog."""
        session = self.window.session
        if choice.start is not None:
            session.settings = replace(
                session.settings,
                seats=choice.seats, either=choice.either, control=choice.control, start=choice.start,
            )  # fmt: skip
        seats = choice.drawn_seats(Random())
        self._begin(partial(session.start_match, seats, choice.control, game, choice.start))

    def ask_for_game(self, file: Path | None = None) -> bool:
        window = self.window
        store, archive = window.session.store, window.settings.archive
        dialog = GamesDialog(
            window.dialogs, self.theme, store, archive, self._open_record, file,
            show_results=partial(window.actions.perform, "results"),
        )  # fmt: skip
        window.open_dialog(dialog)
        return True

    def _open_record(self, record: Record) -> None:
        self._begin(partial(self.window.session.open, record))

    def open_record(self, record: Record) -> bool:
        self._open_record(record)
        return True

    def edit_board(self) -> None:
        self.window.edit_board(self.match.board)

    def _begin(self, begin: partial[None]) -> None:
        """Let another game take the place of this one, and say that it is not lost."""
        is_begun = bool(self.match.game.root.children)
        begin()
        if is_begun and self.match.can_undo:
            said = keyed(_("The game before is kept: {first}, then Undo ({undo}) brings it back"))
            self.window.toasts.answer(said)
        elif is_begun:
            self.window.toasts.answer(keyed(_("The game before is kept: Undo ({undo}) brings it back")))

    def undo(self) -> None:
        match, seats = self.match, self.match.seats
        self.window.session.undo()
        if self.match is not match or self.match.seats != seats:
            self.window.toasts.take_back()  # what was said to come back has come back

    def swap(self) -> None:
        self.match.swap_sides()
        self.window.toasts.answer(keyed(_("The sides are exchanged: Undo ({undo}) takes it back")))

    @property
    def can_level_up(self) -> bool:
        """Whether a person has met the computer, and it can be stronger."""
        return self.match.result is not None and self.window.session.can_level_up

    def next_level(self) -> None:
        """Begin a game against the next stronger level."""
        self.window.session.level_up()

    @property
    def can_review(self) -> bool:
        return self.match.result is not None and bool(self.match.game.root.children)

    def review(self) -> None:
        """Open the page Review on this game, and begin."""
        self.window.show(ReviewPage).commands.begin()

    def toggle_tree(self) -> None:
        self.tree.is_open = not self.tree.is_open
        self.window.rebuild()

    def switch(self) -> None:
        is_pvs = self.match.algorithm is Algorithm.PVS
        self.match.switch(Algorithm.ALPHABETA if is_pvs else Algorithm.PVS)

    def change_pace(self, step: int) -> None:
        session = self.window.session
        now = session.settings.watch_pace
        steps = [pace for pace in PACES if (pace > now if step > 0 else pace < now)]
        pace = (steps[0] if step > 0 else steps[-1]) if steps else now
        session.settings = replace(session.settings, watch_pace=pace)
        text = _("The computer against itself: at least {seconds} s between two moves")
        self.window.toasts.answer(text.format(seconds=f"{pace:g}"))

    def is_tab(self, tab: str) -> bool:
        return self.tab == tab

    def show_tab(self, tab: str) -> None:
        self.tab = tab
        if self.view.layout.is_folded:
            self.window.rebuild()

    def open_text(self, text: str) -> bool:
        """Offer the game as the start of a new one."""
        settings = self.window.settings
        line = " ".join(first_part(text).split())
        self._open_new_game(NewGame.of_text(line, settings.seats, settings.control))
        return True
