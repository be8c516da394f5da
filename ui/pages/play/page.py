"""The Play page: play a game and watch the search."""

import math
import time
from dataclasses import replace
from typing import ClassVar, Final

import pygame
from pygame import Surface

from game.board import PASS, Board, Square, squares
from game.tree import Node
from play.match import Match, MatchPhase
from play.session import ANSWER_PACE
from ui.assets import read_openings
from ui.buttons import ButtonRow
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain
from ui.layout import Frame
from ui.pages.board_page import BoardPage, Refresh
from ui.pages.page import StatusLine
from ui.pages.play.cards import WelcomeCard, WelcomeModel
from ui.pages.play.commands import PlayCommands
from ui.pages.play.live_tree import LiveTree
from ui.pages.play.state import (
    ViewState,
    figures_key,
    glide,
    make_figures,
    make_state,
    make_tree,
    with_coach,
    with_end,
    with_lesson,
    with_past,
)
from ui.pages.play.view import TABS, CardKind, PlayShape, PlayView
from ui.panels.verdict import VerdictPanel
from ui.text import _
from ui.text.languages import OWN_NAMES
from ui.text.wording import black_share, format_opening
from ui.theme import Theme
from ui.window import Window

LAST_SECONDS: Final = 10
# Seconds for one turn of the ring around the move being searched.
TURN_SECONDS: Final = 2.0


class ClockTicks:
    def __init__(self) -> None:
        self._last: tuple[Node, int] | None = None

    def is_due(self, match: Match) -> bool:
        """Returns whether one of a human player's last seconds for a move has begun since the last call."""
        left = match.clock.time_for_move(match.turn) if match.phase is MatchPhase.HUMAN else None
        if left is None or not 0 < left <= LAST_SECONDS:
            return False
        before, self._last = self._last, (match.game.node, math.ceil(left))
        return self._last != before


WELCOME: Final = ("welcome_never", "welcome_little", "welcome_well", "welcome_two", "welcome_watch")
"""The actions of the answers on the welcome card."""


class PlayPage(BoardPage[PlayCommands, PlayView, ViewState]):
    identity: ClassVar[str] = "play"

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.commands = self.games = PlayCommands(window)
        self.welcome: WelcomeCard | None = None
        self._shown = (self.match.game.node, self.match.result)
        self._share = 0.5  # Black's share of the evaluation bar
        self._opening: tuple[Node | None, str] = (None, "")  # the last node looked up, and its opening
        self._refresh, self._tree_refresh = Refresh(), Refresh()
        self._tree = LiveTree()
        self._ticks = ClockTicks()
        self._drags_pace = False
        self._holds_lesson = False

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        if self.welcome is not None:
            return (self.welcome.buttons,)
        swap = [self.view.swap] if self.match.can_swap else []
        return *self.view.button_rows, *swap

    @property
    def status(self) -> StatusLine:
        return StatusLine(self.state.status, self.state.is_problem, self.state.keys)

    @property
    def position(self) -> Board:
        return self.match.board

    @property
    def is_idle(self) -> bool:
        match = self.match
        turning = self.commands.turning
        return (
            not self.animator.is_moving
            and not match.thinking.is_searching
            and not (self.commands.lessons.is_moving or self.commands.coach.is_searching)
            and (turning is None or turning.is_final)
            and self._refused is None
            and (match.phase is not MatchPhase.THINKING or self.commands.coach.mistake is not None)
            and match.phase is not MatchPhase.PASSING
            and not (match.phase is MatchPhase.HUMAN and match.is_timed and not match.was_coached)
            and not (match.can_hint and match.wants_hints and not match.thinking.is_hinting)
        )

    # Life cycle

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.theme = theme
        self.input = InputState()  # what was under the mouse has moved
        self.welcome = None
        settings, actions, tab = self.window.settings, self.window.actions, self.commands.tabs.shown
        frame = self.commands.see.in_frame(frame)
        self.view = PlayView(theme, frame, settings, tab, actions, self._wanted_shape)
        self.view.add_see(frame, actions)
        self._apply_changes(0.0)

    @property
    def must_pause(self) -> bool:
        """Whether the match pauses while the page is covered: only a timed one does."""
        return self.match.is_timed

    def on_open(self) -> None:
        self.commands.renew_turning()
        self.release_match()

    def on_hide(self) -> None:
        super().on_hide()
        self.pause_match()

    def on_leave(self) -> None:
        """Ends the lesson and the searches of the page; a match paused by `on_hide` waits for `on_open`."""
        self.commands.lessons.close()
        self.commands.stop_turning()
        self.commands.coach.stop()
        self.commands.analysis.analyst.end()

    def close(self) -> None:
        self.commands.coach.close()

    def update(self, dt: float) -> None:
        self._follow_lesson(dt)
        self._follow_match(dt)
        self.follow_refusal(dt, self.match.awaits_person)
        if self.window.focus is not None:
            self.input = replace(self.input, typed_file=None)
        if self._ticks.is_due(self.match):
            self.window.sounds.play("tick")
        self.commands.analysis.update(self.match.game.node, self.match.thinking.is_hinting)
        self._follow_shape()
        self._apply_changes(dt)

    def _name_of_opening(self) -> str:
        """Returns the name of the current opening; '' if Think is off or no name is known."""
        node = self.match.game.node
        if not self.commands.is_analysing or not node.ply:
            return ""
        if self._opening[0] is not node:
            found = read_openings().of(node)
            self._opening = node, "" if found is None else format_opening(found)
        return self._opening[1]

    def _apply_changes(self, dt: float) -> None:
        self._place_welcome()
        match, analysis = self.match, self.commands.analysis
        input_state = replace(self.input, pv_move=analysis.place(self.input.pv_move))
        if self._refresh.is_due(figures_key(match, input_state), is_searching=True):
            opening, second = self._name_of_opening(), analysis.second
            self._figures = make_figures(match, input_state, self._tree, opening, second)
        elif self._tree_refresh.is_due(
            (match.thinking.newest, match.result), is_searching=True
        ):  # never in the same frame as the figures
            self._tree = make_tree(match)
            self._figures = replace(self._figures, tree=self._tree)
        is_awaited = match.game.node.evaluation is None and match.thinking.is_searching
        target = self._share if is_awaited else black_share(match.game.node.evaluation)
        self._share = glide(self._share, target, dt if self.window.animation_speed else math.inf)
        phase = time.perf_counter() / TURN_SECONDS % 1 if self.window.animation_speed else 0.0
        self.state = make_state(match, self.window.settings, input_state, self._figures, self._share, phase)
        lesson, pointed = self.commands.lessons.open, self.commands.lessons.target
        card = self.view.shape.card
        if card is CardKind.COACH:
            steps = tuple(self.window.actions[name] for name in ("take_back", "show_mistake", "play_on"))
            coach, met = self.commands.coach, self.commands.ideas_met
            self.state = with_coach(self.state, coach, match, pointed, met, steps)
        elif card is CardKind.END:
            known, can_undo = self.commands, self.window.session.can_undo
            words, steps = (known.level_words, known.standing_words), known.next_steps
            why = self.window.actions["why"]
            self.state = with_end(self.state, match, can_undo, known.turning, *words, steps, why)
        if lesson is not None:
            self.state = with_lesson(self.state, lesson)
        elif (past := self.commands.past) is not None:
            self.state = with_past(self.state, match.game, past)
        elif self.commands.lessons.is_choosing:
            said = _("Choose the move: click or type its square, and see what it costs")
            self.state = replace(self.state, status=said)
        self.show_refusal()
        self.show_sights(self.commands.see)
        if self.animator.is_moving:
            self.state = replace(self.state, scene=replace(self.state.scene, legal=0))
        update = self.view.update_in_turn if self.animator.is_moving else self.view.update
        update(self.state)

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if self.welcome is not None:
            self.welcome.draw(surface)

    def _follow_lesson(self, dt: float) -> None:
        """Pauses the match during a lesson, runs the coach, and looks for where a finished game turned."""
        lessons, match, coach = self.commands.lessons, self.match, self.commands.coach
        lessons.target = self.input.square if self.input.square is not None else self.input.cursor
        lessons.update(match.game.node, dt)
        is_coaching = self.commands.is_coaching and lessons.open is None
        is_counted = match.began in self.window.session.results.games
        match.was_coached = match.was_coached or (
            is_coaching and match.phase is MatchPhase.HUMAN and not is_counted
        )
        coach.follow(match.game.node, is_coaching and match.phase is MatchPhase.HUMAN, dt)
        is_seen = not self.animator.is_moving or match.is_watched or match.pace < ANSWER_PACE
        is_seen = is_seen or self.commands.past is not None  # only a look back is being animated
        is_answer = match.phase in (MatchPhase.THINKING, MatchPhase.PASSING)
        match.is_held = is_answer and (coach.is_judging or coach.mistake is not None or not is_seen)
        if is_coaching and match.phase is MatchPhase.HUMAN:
            self.commands.introduce_idea()
        if lessons.open is not None:
            match.pause_hints()
            self.pause_match()
        elif self._holds_lesson:
            match.resume_hints()
            self.release_match()
        self._holds_lesson = lessons.open is not None
        if not self.animator.is_moving:
            self.commands.update_turning_point(dt)

    def _follow_match(self, dt: float) -> None:
        match, before = self.match, self.animator.board
        lesson = self.commands.lessons.open
        self.follow_board(self.commands.shown_node.board if lesson is None else lesson.board, dt)
        if (match.game.node, match.result) == self._shown:
            return
        self._shown = match.game.node, match.result
        self.input = replace(self.input, typed_file=None)
        if match.game.node.move == PASS and match.board.empties == before.empties:
            self.window.sounds.play("pass")
        if match.result is not None:
            self.window.sounds.play("end")

    @property
    def _is_ended(self) -> bool:
        """Whether the page shows the end of the game, which it does once the last discs have turned."""
        return self.match.result is not None and (not self.animator.is_moving or self.view.shape.is_over)

    @property
    def _wanted_shape(self) -> PlayShape:
        match, commands = self.match, self.commands
        is_calm, control = not commands.is_analysing, match.control
        has_clock = is_calm and control.is_limited
        card = CardKind.NONE
        if commands.lessons.open is not None:
            card = CardKind.VERDICT
        elif self._is_ended:
            card = CardKind.END
        elif commands.is_coaching:
            card = CardKind.COACH
        return PlayShape(
            self._is_ended, is_calm, has_clock and not match.was_coached, match.is_watched,
            commands.has_engine, card, commands.is_welcoming,
        )  # fmt: skip

    def _follow_shape(self) -> None:
        """Rebuilds the page if it needs another shape: at the end of a game, for Think, a clock or a card."""
        if self.view.shape != (wanted := self._wanted_shape):
            if wanted.card not in (CardKind.NONE, CardKind.COACH):
                self.commands.tabs.shown = TABS[0]
            self.window.rebuild()

    def _place_welcome(self) -> None:
        """Shows the welcome card until the user plays, answers or dismisses it; an open overlay hides it."""
        is_wanted, actions = self.commands.is_welcoming, self.window.actions
        if is_wanted and self.welcome is None and not self.window.overlay.is_open:
            answers = tuple(actions[name] for name in WELCOME)
            languages = tuple(actions[f"welcome_{language.value}"] for language in OWN_NAMES)
            self.welcome = WelcomeCard(self.theme, self.view.layout.welcome)
            self.welcome.update(WelcomeModel(answers, languages, actions["welcome_skip"]))
        elif not (is_wanted or self.window.settings.welcomed):
            self.welcome = None
            self.commands.dismiss_welcome()
        elif self.window.overlay.is_open:
            self.welcome = None

    # Mouse and keyboard

    def on_wheel(self, event: pygame.event.Event) -> None:
        if self.view.layout.board.collidepoint(event.pos):
            lesson = self.commands.lessons.open
            self.commands.go(-event.y) if lesson is None else lesson.go(-event.y)
            return
        for panel in (self.view.moves, self.view.analysis):
            if panel.model is not None and panel.rect.collidepoint(event.pos):
                panel.scroll(-event.y)

    def hover(self, position: tuple[int, int]) -> None:
        self.input = InputState()
        if not self._is_on_card(position):
            view = self.view
            self.input = InputState(view.layout.square_at(position), view.analysis.line_at(position))

    def _is_on_card(self, position: tuple[int, int]) -> bool:
        return self.welcome is not None and self.welcome.rect.collidepoint(position)

    def click(self, position: tuple[int, int]) -> None:
        self.hover(position)
        lesson, card = self.commands.lessons.open, self.view.card
        place = card.move_at(position) if isinstance(card, VerdictPanel) else None
        if self.input.square is not None:
            self.use_square(self.input.square)
        elif lesson is not None and place is not None:
            lesson.show(place)
        elif not self._is_on_card(position):
            pace = self.view.pace
            self._drags_pace = pace is not None and bool(pace.at(position))
            self.is_dragging = self._drags_pace or self.view.travel_target(position) is not None
            self.drag_to(position)

    def on_press(self, event: pygame.event.Event) -> None:
        """Shows what a move costs if the right button is pressed on its square."""
        square = self.view.layout.square_at(event.pos)
        is_past = self.commands.past is not None
        if event.button == 3 and square is not None and self.commands.can_toggle_lesson and not is_past:
            self.commands.lessons.ask(self.match.game.node, square)
        else:
            super().on_press(event)

    def drag_to(self, position: tuple[int, int]) -> None:
        if self._drags_pace and self.view.pace is not None:
            self.window.change(watch_speed=self.view.pace.speed_at(position))
            return
        target = self.view.travel_target(position)
        if target is not None:
            self.commands.travel(target)

    def on_key(self, event: pygame.event.Event) -> bool:
        self.input, square, is_used = self.input.typed(event)
        code = code_of(event)
        if square is not None:
            self.use_square(square)
            self.input = InputState()
        elif is_used or not is_plain(event):
            return is_used
        elif self.commands.lessons.on_key(event):
            return True
        elif self.welcome is not None and event.unicode in tuple("12345"):
            self.window.do(WELCOME[int(event.unicode) - 1])
        elif code in ARROWS:
            self.input = self.input.moved(code, next(squares(self.match.board.legal_moves()), 27))
        elif code in ENTER:
            self._enter()
        elif code == pygame.K_SPACE and self.commands.coach.mistake is not None:
            self.commands.coach.dismiss()
        elif code == pygame.K_ESCAPE:
            return self._escape()
        else:
            return False
        return True

    def _enter(self) -> None:
        lessons = self.commands.lessons
        if lessons.is_on and self.input.cursor is not None:
            lessons.ask(self.match.game.node, self.input.cursor)
        elif self.commands.coach.mistake is not None:
            self.commands.take_back()
        elif self._is_ended:
            self.window.do(self.commands.next_steps[0].identity)
        elif self.welcome is not None and self.input.cursor is None:
            self.commands.welcome_never()
        elif self.input.cursor is not None:
            self.use_square(self.input.cursor)

    def use_square(self, square: Square) -> None:
        """Plays a square or refuses it; a lesson, a look back or the coach's warning takes it instead."""
        match = self.match
        if self.commands.lessons.use_square(match.game.node, square):
            return
        if self.commands.past is not None:
            self.commands.end_look()
            return
        if self.commands.coach.mistake is not None:
            self.commands.coach.dismiss()
            return
        if match.play(square):
            match.wants_hints = match.wants_hints and self.commands.is_analysing
        elif match.awaits_person:
            self.refuse(match.board, square)

    def _escape(self) -> bool:
        if self.input != InputState(self.input.square, self.input.pv_move):
            self.input = InputState()
        elif self.welcome is not None:
            self.commands.dismiss_welcome()
        elif self.commands.past is not None:
            self.commands.end_look()
        else:
            return False
        return True
