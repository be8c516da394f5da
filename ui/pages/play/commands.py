"""The commands of the Play page, and their rows in the table of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

import pygame

from ai.limits import Algorithm
from game.board import Board, Color
from game.clock import TimeControl
from game.records.record import Record
from game.records.transcript import transcript
from game.starts import Start
from game.tree import Game, Node
from play.coach import IDEAS, Coach, CoachPraise
from play.match import Match, MatchPhase
from play.players import Seat
from play.practice.lesson import Idea
from play.reasons import ReasonKind
from play.review import reviewed_share
from play.settings import WATCH_SPEEDS, Density, HintStep, Language, Settings
from play.turning import TurningPointReview
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key, with_key_names
from ui.pages.analysis import AnalysisCommands
from ui.pages.board_page import GameCommands, Lessons, Tabs, next_option, travel_rows
from ui.pages.play.view import TABS
from ui.pages.see import SeeCommands
from ui.text import N_, _, current_language, format_number, ngettext
from ui.text.languages import OWN_NAMES
from ui.text.people import describe_own_game
from ui.text.wording import format_watch_speed, search_name
from ui.window import Window

if TYPE_CHECKING:
    from play.new_game import NewGame
    from play.practice.walk import GameWalk
    from ui.pages.review.commands import ReviewCommands

TAB_LABELS: Final = (N_("Think"), N_("Tree"), N_("Moves"))
FRIENDS: Final = N_("Two people are playing: the computer stays out of it until the end")


class PlayCommands(GameCommands):
    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.lessons = Lessons(window, lambda: self.is_analysing)
        self._turning: TurningPointReview | None = None
        self.coach = Coach()
        self.analysis = AnalysisCommands(
            window,
            lambda: self.is_analysing and self.match.shows_hints,
            self.show_analysis,
            lambda: self.has_engine,
            FRIENDS,
        )
        self.see = SeeCommands(window, lambda: self.is_analysing)
        self.tabs = Tabs(window, dict(zip(TABS, TAB_LABELS, strict=True)), Group.SEARCH)
        self._walk: tuple[TurningPointReview, GameWalk] | None = None
        self._next: tuple[tuple[object, ...], tuple[Action, ...]] = (), ()
        self._look: tuple[Node, Node] | None = None  # the node of the game, and the earlier one shown

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        """The actions of the page; their places in the window depend on the match."""
        rows = self._welcome_rows() + self._game_rows() + self._card_rows() + self._search_rows()
        return rows + self.see.rows + self._record_rows()

    @property
    def match(self) -> Match:
        return self.window.session.match

    def _game_rows(self) -> tuple[Action | Gesture, ...]:
        session = self.window.session
        is_lost = self.match.game.is_lost_on_time and not session.can_undo
        rematch = N_("Rematch")
        if self.person is not None:
            rematch = N_("Rematch as White") if self.person is Color.BLACK else N_("Rematch as Black")

        def can_review() -> bool:
            return self.match.result is not None and bool(self.match.game.root.children)

        return (
            Action("new_game", N_("New game"), N_("Players, levels, clocks and start position"),
                   lambda: self._open_new_game(self._last_choice), (Key(pygame.K_n),),
                   aliases=(Key(pygame.K_n, control=True),), short=N_("New"), place=Place.GAME),
            Action("again", N_("Again"), N_("A new game with the same choices"), self.play_again,
                   (Key(pygame.K_n, control=True, shift=True),), place=Place.MENU, icon="again"),
            Action("undo", N_("Undo"), N_("Back to your last move, or to the previous game"), self.undo,
                   (Key(pygame.K_z), Key(pygame.K_BACKSPACE)), is_possible=lambda: session.can_undo,
                   aliases=(Key(pygame.K_z, control=True),), icon="undo", has_words=True,
                   place=None if is_lost else Place.TRAVEL,
                   why_not=N_("A game lost on time cannot be taken back") if is_lost else ""),
            Action("redo", N_("Redo"), N_("Redo what was undone"), self.redo,
                   (Key(pygame.K_y),), is_possible=lambda: session.can_redo,
                   aliases=(Key(pygame.K_y, control=True),), place=Place.MENU, icon="redo"),
            Gesture(N_("Arrows, Enter"), N_("Move on the board, play")),
            Gesture(N_("a – h, then 1 – 8"), N_("Play that square")),
            *travel_rows("", self.go, self.can_go, has_arrows=False),
            Action("swap", N_("Swap"), N_("Swap the sides"), self.swap, (Key(pygame.K_x),),
                   is_possible=lambda: self.match.can_swap, icon="swap",
                   place=None if self.is_analysing else Place.MENU),
            Action("rematch", rematch, N_("The same players with colours swapped"), self.rematch),
            Action("review_game", N_("Review"), N_("Search every position of this game and judge every move"),
                   self.review, (Key(pygame.K_r),), is_possible=can_review,
                   why_not=N_("Review a game here when it is over, or on the page Review at any time")),
        )  # fmt: skip

    def _card_rows(self) -> tuple[Action, ...]:
        """Returns the actions on the cards of the coach and of the end of a game."""
        session = self.window.session
        level = session.next_level
        return (
            Action("coach_off", N_("Switch the coach off"), "", self.toggle_coach, icon="close",
                   is_possible=lambda: self.is_coaching),
            Action("take_back", N_("Take back"), N_("Enter: move again"), self.take_back,
                   is_possible=lambda: self.coach.mistake is not None, icon="undo", has_words=True),
            Action("show_mistake", N_("Show me"), N_("What the move allows, played on the board"),
                   self.toggle_lesson, is_possible=lambda: self.coach.mistake is not None, icon="show",
                   has_words=True),
            Action("play_on", N_("Play on"), N_("Space, or a click on the board: the computer answers"),
                   self.coach.dismiss, is_possible=lambda: self.coach.mistake is not None),
            Action("learn_end", self._learn_label, N_("Find the better moves, one after the other"),
                   self.learn_from_end, is_possible=lambda: bool(self.walk and self.walk.questions),
                   icon="coach", has_words=True),
            Action("without_coach", N_("Play without the coach"), N_("A new game that counts"),
                   self.play_without_coach),
            Action("next_level", _("Level {level}", level=level) if level else N_("Another level"),
                   N_("The same game against a more suitable level"), session.try_next_level,
                   is_possible=lambda: session.next_level is not None),
        )  # fmt: skip

    @property
    def _learn_label(self) -> str:
        if self.walk is None:
            return _("Finding your mistakes")
        count = len(self.walk.questions)
        if count < len(self.walk.mistakes):
            return _("Learn from {count} of your mistakes", count=count)
        return ngettext("Learn from your {count} mistake", "Learn from your {count} mistakes", count).format(
            count=count
        )

    def _search_rows(self) -> tuple[Action, ...]:
        why_not = "" if self.has_engine else FRIENDS
        hint_tip = N_("Marks your moves from best to bad, for this turn only")
        if self.is_analysing:
            hint_tip = N_("How good each legal move is, surer as the search goes on")

        def can_switch() -> bool:
            match = self.match
            has_search = match.algorithm_side is not None or not match.is_watched
            return match.phase is not MatchPhase.OVER and has_search and self.has_engine

        def switch() -> None:
            is_pvs = self.match.algorithm is Algorithm.PVS
            self.match.switch(Algorithm.ALPHABETA if is_pvs else Algorithm.PVS)
            said = _("Search from now on: {name}", name=search_name(self.match.algorithm))
            self.window.toasts.answer(said)

        return (
            Action("hint", N_("Hint"), hint_tip, self.toggle_hints, (Key(pygame.K_t),), Group.SEARCH,
                   is_possible=lambda: self.has_engine and (self.match.can_hint or self.match.wants_hints),
                   why_not=why_not,
                   is_on=lambda: self.match.shows_hints, icon="hint", has_words=True,
                   place=Place.SEARCH if self.is_analysing or self.match.density != "friends" else None),
            *self.analysis.rows,
            Action("hint_step", N_("More or less hint detail"),
                   N_("Hints as shapes, as words, or as scores"),
                   self.change_hints, (Key(pygame.K_w),), Group.SEARCH, place=Place.MENU,
                   is_possible=lambda: self.match.shows_hints, icon="more"),
            Action("pause", N_("Pause"), N_("Pause the game and its clocks, and go on from there"),
                   lambda: self.match.resume() if self.match.is_paused else self.match.pause(),
                   (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.match.phase is not MatchPhase.OVER,
                   is_on=lambda: self.match.is_paused, label_on=N_("Resume"), place=Place.MENU,
                   icon="pause", icon_on="play"),
            Action("coach", N_("Coach"),
                   N_("Warn before a move that gives something away; coached games do not count"),
                   self.toggle_coach, (Key(pygame.K_q),), Group.SEARCH, place=Place.MENU, icon="coach",
                   is_possible=lambda: self.person is not None, is_on=lambda: self.window.settings.coach),
            Action("why", N_("Why not?"),
                   N_("Where the game turned, or what a move costs: shown on the board"), self.toggle_lesson,
                   (Key(pygame.K_l),), Group.SEARCH, icon="show", has_words=True,
                   place=Place.LEFT if self.is_analysing else None,
                   is_possible=lambda: self.can_toggle_lesson, is_on=lambda: self.lessons.is_on,
                   why_not=why_not),
            self.learn_row("learn", self.learn, lambda: self.match.game),
            Action("density", N_("Think"), N_("Everything about the search, or just the game"),
                   self.change_density, (Key(pygame.K_v),), Group.SEARCH, why_not=why_not,
                   is_possible=lambda: self.has_engine, is_on=lambda: self.is_analysing),
            Action("step", N_("Step"), N_("Let the computer make one move, then pause"),
                   lambda: self.match.step(), (Key(pygame.K_PERIOD),), Group.SEARCH,
                   is_possible=lambda: self.match.can_step, place=Place.MENU, icon="step"),
            Action("stop", N_("Stop"), N_("End the search without playing a move"),
                   lambda: self.match.stop(), (Key(pygame.K_s),), Group.SEARCH,
                   is_possible=lambda: self.can_stop, place=Place.MENU, icon="stop"),
            Action("move_now", N_("Move now"), N_("Play the best move found so far"),
                   lambda: self.match.move_now(), (Key(pygame.K_j),), Group.SEARCH,
                   is_possible=lambda: self.match.phase is MatchPhase.THINKING, place=Place.MENU,
                   icon="move_now"),
            Action("switch", N_("Switch alpha-beta / PVS"), N_("Search with the other algorithm from now on"),
                   switch, (Key(pygame.K_p),), Group.SEARCH, is_possible=can_switch, why_not=why_not),
            Action("alphabeta", N_("Alpha-beta"),
                   N_("Search with alpha-beta from now on, also in the running search"),
                   lambda: self.match.switch(Algorithm.ALPHABETA), (), Group.SEARCH, is_possible=can_switch,
                   is_on=lambda: self.match.algorithm is Algorithm.ALPHABETA),
            Action("pvs", N_("PVS"), N_("Search with PVS from now on, also in the running search"),
                   lambda: self.match.switch(Algorithm.PVS), (), Group.SEARCH, is_possible=can_switch,
                   is_on=lambda: self.match.algorithm is Algorithm.PVS),
            Action("faster", N_("Watch faster"), N_("More positions of a watched search each second"),
                   partial(self.change_speed, +1), (Key(pygame.K_PLUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
            Action("slower", N_("Watch slower"), N_("Fewer positions of a watched search each second"),
                   partial(self.change_speed, -1), (Key(pygame.K_MINUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_KP_MINUS),)),
            *self.tabs.rows,
        )  # fmt: skip

    def _record_rows(self) -> tuple[Action, ...]:
        return (
            self.games_row("games", Place.LEFT if self.match.is_watched else Place.MENU),
            self.open_file_row(),
            self.save_row("save", lambda: self.match, lambda: self.shown_node),
            Action("copy", N_("Copy the game"), N_("The moves, as a transcript on the clipboard"),
                   self.copy, (Key(pygame.K_c, control=True),), Group.WINDOW),
            Action("paste", N_("Paste a game"),
                   N_("Continue from the transcript or position on the clipboard"),
                   self.window.files.paste, (Key(pygame.K_v, control=True),), Group.WINDOW),
            self.copy_position_row("copy_position", lambda: self.shown_node.board),
            self.edit_board_row(lambda: self.shown_node.board),
        )  # fmt: skip

    # Players and games

    @property
    def is_welcoming(self) -> bool:
        """Whether the welcome card is wanted: until the user answers or dismisses it, or plays a move."""
        is_untouched = not self.match.game.root.children and self.match.result is None
        return is_untouched and not self.window.settings.welcomed

    def _welcome_rows(self) -> tuple[Action, ...]:
        def row(name: str, label: str, tip: str, perform: Callable[[], object]) -> Action:
            return Action(f"welcome_{name}", label, tip, perform, is_possible=lambda: self.is_welcoming,
                          is_on=lambda: name == current_language())  # fmt: skip

        return (
            row("never", N_("Never"), N_("The rules in a minute, then an easy game with the coach."),
                self.welcome_never),
            row("little", N_("A little"), N_("An easy game with the coach."), partial(self._begin_easy, 2)),
            row("well", N_("I know it well"), N_("Choose the computer's strength."), self.welcome_well),
            row("two", N_("Two of us"), N_("Your names, and a clock."), self.welcome_two),
            row("watch", N_("Just watch"), N_("The computer plays itself and thinks aloud."),
                self.welcome_watch),
            *(row(each.value, name, "", partial(self.speak, each)) for each, name in OWN_NAMES.items()),
            row("skip", N_("Skip"), N_("Play with the current settings"), self.dismiss_welcome),
        )  # fmt: skip

    def dismiss_welcome(self) -> None:
        self.window.change(welcomed=True)

    def welcome_never(self) -> None:
        """Starts the easiest game and opens the rules."""
        self._begin_easy(1)
        self.window.do("rules")

    def speak(self, language: Language) -> None:
        self.window.apply(replace(self.window.settings, language=language))

    def _begin_easy(self, level: int) -> None:
        """Starts a coached game with Black against the computer, whose level adapts from `level` on."""
        session, seats = self.window.session, Settings().seats
        self.window.change(welcomed=True, coach=True, playing=Density.PLAY, seats=seats, either=False)
        session.results.set_first_level(level)
        session.start_match(seats, TimeControl(), Game())

    def welcome_well(self) -> None:
        """Opens the dialog of a new game against the computer at a middle level."""
        self.window.change(welcomed=True, coach=False, playing=Density.ANALYSE)
        seats = self.window.settings.seats
        black, white = (seat if seat.is_human else replace(seat, level=5, adapts=False) for seat in seats)
        self._open_new_game(replace(self._last_choice, seats=(black, white)))

    def welcome_two(self) -> None:
        """Opens the dialog of a new game between two people, for their names and a clock."""
        self.dismiss_welcome()
        self._open_new_game(replace(self._last_choice, seats=(Seat(), Seat())))

    def welcome_watch(self) -> None:
        """Starts a game of the computer against itself, by default with both algorithms at full strength."""
        session = self.window.session
        self._begin(partial(session.start_match, session.settings.watched, TimeControl(), Game()))

    def rematch(self) -> None:
        """Starts again with the sides swapped; opens the dialog of a new game if the players are unknown."""
        session, start = self.window.session, self.match.game.start
        if self.match.knows_players:
            self.window.change(friends=Density.PLAY)
            session.rematch()
        elif start == Board.initial():
            self._open_new_game(replace(self._last_choice, start=Start.STANDARD))
        else:
            self.open_text(start.text())

    @property
    def _last_choice(self) -> NewGame:
        from play.new_game import NewGame  # imports all formats

        return NewGame.last(self.window.settings, self.match.is_watched)

    def play_again(self) -> None:
        choice = self._last_choice
        if choice.text or choice.start in (Start.XOT, Start.SCORED):  # slow to find, or its text is missing
            self._open_new_game(choice)
            return
        self.window.toasts.answer(_("A new game has begun"))
        self.start_game(choice, choice.game())

    def _open_new_game(self, chosen: NewGame) -> None:
        self.window.offer_game(chosen, self.match.board)

    def start_game(self, choice: NewGame, game: Game) -> None:
        is_watched = not any(seat.is_human for seat in choice.seats)
        self.window.change(friends=Density.PLAY)  # Think, if on at the end, is off in the next game
        if choice.density is not None:
            self.window.change(**{"watching" if is_watched else "playing": choice.density})
        if choice.coach is not None:
            self.window.change(coach=choice.coach)
        if choice.start is not None:
            self.window.change(control=choice.control, start=choice.start, start_text=choice.text)
            if is_watched:
                self.window.change(watched=choice.seats)
            else:
                self.window.change(seats=choice.seats, either=choice.either)
        seats, start = choice.drawn_seats(Random()), self.window.session.start_match
        self._begin(partial(start, seats, choice.control, game, choice.start))

    def open_record(self, record: Record) -> None:
        self._begin(partial(self.window.session.open, record))

    def _begin(self, begin: partial[None]) -> None:
        """Replaces the game with another and shows how to bring it back."""
        self.dismiss_welcome()
        is_begun = bool(self.match.game.root.children)
        begin()
        if is_begun:
            said = _("The previous game is kept: Undo ({undo}) brings it back")
            if self.match.can_undo and self.match.stays_at_live_position:
                said = _("The previous game is kept: Undo ({undo}) at the start of this one brings it back")
            elif self.match.can_undo:
                said = _("The previous game is kept: {first}, then Undo ({undo}) brings it back")
            self.window.toasts.answer(with_key_names(said))

    def open_text(self, text: str) -> None:
        """Opens the dialog of a new game that starts from the game or position in `text`."""
        from play.new_game import NewGame

        settings = self.window.settings
        self._open_new_game(NewGame.of_text(text, settings.seats, settings.control))

    @property
    def past(self) -> Node | None:
        """The earlier position looked back at while the game goes on; None once the game has moved on."""
        look = self._look
        return None if look is None or look[0] is not self.match.game.node else look[1]

    @property
    def shown_node(self) -> Node:
        """The position on the board: an earlier one in a look back, else that of the game."""
        return self.past or self.match.game.node

    def go(self, plies: int) -> None:
        """Moves along the line of the game, at most to its ends."""
        self.travel(self.shown_node.ply + plies)

    def travel(self, ply: int) -> None:
        """Goes to a position of the line; a match that stays at its live one only shows earlier ones."""
        match, node = self.match, self.match.game.node
        if not match.stays_at_live_position:
            match.travel(ply)
        else:
            self._look = None if ply >= node.ply else (node, match.game.line[max(0, ply)])
            if self._look is not None:
                self.lessons.close()

    def end_look(self) -> None:
        self._look = None

    def can_go(self, plies: int) -> bool:
        if plies < 0:
            return self.shown_node.parent is not None
        return self.past is not None or (self.match.game.can_redo and not self.match.stays_at_live_position)

    def undo(self) -> None:
        match, seats = self.match, self.match.seats
        self.end_look()
        self.window.session.undo()
        if self.match is not match or self.match.seats != seats:
            self.window.toasts.take_back()  # the toast says that Undo brings the game back

    def redo(self) -> None:
        self.end_look()
        self.window.session.redo()

    def swap(self) -> None:
        self.match.swap_sides()
        said = with_key_names(_("The sides are swapped: Undo ({undo}) swaps them back"))
        if self.match.has_swapped_here:
            self.window.toasts.answer(said)
        else:  # swapped back
            self.window.toasts.take_back()

    def review(self) -> None:
        self._show_review().begin()

    def learn(self) -> None:
        page = self.window.page
        self._show_review().learn(lambda: self.window.open_page(page))

    def _show_review(self) -> ReviewCommands:
        from ui.pages.review.page import ReviewPage

        self.window.session.opened = None
        return self.window.show(ReviewPage).commands

    def copy(self) -> None:
        self.window.copy(transcript(self.match.game), _("The transcript is on the clipboard"))

    # The search

    def toggle_hints(self) -> None:
        self.end_look()
        self.match.toggle_hints()

    def show_analysis(self) -> None:
        if not self.is_analysing:
            self.change_density()
        if not self.match.shows_hints:
            self.toggle_hints()

    def toggle_coach(self) -> None:
        self.window.change(coach=not self.window.settings.coach)
        said = _("The coach is off: “…” brings it back")
        if self.window.settings.coach:
            said = _("The coach is on: games with it do not count for results or level")
        self.window.toasts.answer(said)

    @property
    def turning(self) -> TurningPointReview | None:
        """The search for the turning point of the finished game on the board; None before the end."""
        found = self._turning
        return found if found is not None and found.end is self.match.game.node else None

    def update_turning_point(self, dt: float) -> None:
        """Starts or continues the search for where a finished game turned; stops it if the game goes on."""
        game, session = self.match.game, self.window.session
        if game.node.result is None or game.node.ply == 0:
            self.stop_turning()
            return
        if self.turning is None:
            self._turning = TurningPointReview(game, session.engines.review, session.settings.threads)
        if self.turning is not None:
            self.turning.update(dt)

    def stop_turning(self) -> None:
        """Stops the search for the turning point, to free the engine."""
        if self._turning is not None and not self._turning.is_final:
            self._turning.stop()

    @property
    def can_toggle_lesson(self) -> bool:
        """Whether the user can ask about a move or close a lesson."""
        turning = self.turning
        has_turn = turning is not None and turning.is_final and turning.refutation is not None
        can_hint = self.has_engine and self.match.can_hint
        return self.lessons.is_on or has_turn or can_hint or self.coach.mistake is not None

    def toggle_lesson(self) -> None:
        """Closes an open lesson; otherwise opens one about the mistake that the coach found, the move where
        the game turned, or the square pointed at. Without any of these it waits for the next square.
        """
        lessons, node, turning, mistake = self.lessons, self.match.game.node, self.turning, self.coach.mistake
        self.end_look()
        if lessons.is_on:
            lessons.close()
        elif mistake is not None:
            lessons.ask(node, mistake.found.move, mistake.found, None, mistake.found.board)
        elif turning is not None and (found := turning.refutation) is not None:
            lessons.ask(node, found.move, found, turning.number, found.board)
        elif not lessons.ask(node, lessons.target):
            lessons.choose(node)

    # The coach

    @property
    def person(self) -> Color | None:
        """The side of the only human player, whom the coach helps; None if both or neither are human."""
        people = [color for color in Color if self.match.seats[color].is_human]
        return people[0] if len(people) == 1 else None

    @property
    def has_engine(self) -> bool:
        """Whether the page offers help from an engine: not while two people play their own game."""
        match = self.match
        if match.density != "friends" or match.result is not None:
            return True
        return match.game.line[-1].result is not None or not match.knows_players

    @property
    def is_coaching(self) -> bool:
        return self.window.settings.coach and self.person is not None and self.match.result is None

    @property
    def ideas_met(self) -> frozenset[Idea]:
        met = self.window.settings.ideas.split()
        return frozenset(idea for idea in IDEAS if idea.value in met)

    def introduce_idea(self) -> None:
        """Introduces the next new idea on the board; praise for a taken corner introduces corners."""
        met, remark = self.ideas_met, self.coach.remark
        if isinstance(remark, CoachPraise) and remark.reason.kind is ReasonKind.TAKES_CORNER:
            found = Idea.CORNERS if Idea.CORNERS not in met else None
        else:
            found = None if remark is not None else self.coach.introduce_idea(self.match.game.node, met)
        if found is not None:
            self.window.change(ideas=f"{self.window.settings.ideas} {found.value}".strip())

    def take_back(self) -> None:
        self.coach.dismiss()
        self.undo()

    def play_without_coach(self) -> None:
        self.window.change(coach=False)
        self.window.session.start_again(self.match.seats)

    # The end of a game

    @property
    def walk(self) -> GameWalk | None:
        """The mistakes of the human player in the finished game; None until they are known."""
        turning, person = self.turning, self.person
        if turning is None or not turning.is_final or person is None:
            return None
        if self._walk is None or self._walk[0] is not turning:
            self._walk = turning, self._walk_through(turning.line)
        return self._walk[1]

    def _walk_through(self, line: Sequence[Node]) -> GameWalk:
        from play.practice.walk import GameWalk  # imports all of Practice

        assert self.person is not None
        own = None if self.match.was_swapped else self.person
        return GameWalk(line, self.person, self.window.session.book, own)

    def learn_from_end(self) -> None:
        from ui.pages.practice.page import PracticePage

        turning, page = self.turning, self.window.page
        if self.walk is not None and turning is not None:
            turning.keep_in(self.match.game)
            walk = self._walk_through(self.match.game.node.line)
            self.window.show(PracticePage).commands.learn(walk, lambda: self.window.open_page(page))

    def renew_turning(self) -> None:
        """Discards `turning` once the whole game is reviewed; `update_turning_point` then uses the review."""
        if self.turning is not None and reviewed_share(self.match.game.node.line) == 1:
            self._turning = None

    @property
    def next_steps(self) -> tuple[Action, ...]:
        """The actions offered at the end of a game, the most useful first."""
        match, level = self.match, self.window.session.next_level
        was_coached = match.was_coached and self.window.settings.coach
        can_learn = self.person is not None and self.turning is not None
        can_learn = can_learn and (self.walk is None or bool(self.walk.questions))
        key = match, match.seats, can_learn, self.walk, level, was_coached, current_language()
        if key != self._next[0]:
            names = ("learn_end",) * can_learn + ("rematch", "review_game")
            names += ("without_coach",) * was_coached or ("next_level",) * (level is not None)
            rows = {row.identity: row for row in self.rows if isinstance(row, Action)}
            self._next = key, tuple(rows[name] for name in names)
        return self._next[1]

    @property
    def level_words(self) -> str:
        """The score of two named players after several games, a first win at a level, or what the result did
        to an adaptive level; '' if none applies.
        """
        if sum((score := self.window.session.score).values()) > 1:
            (one, ours), (other, theirs) = score.items()
            return f"{one} {format_number(ours, 'g')} – {format_number(theirs, 'g')} {other}"
        session, adapting = self.window.session, [seat for seat in self.match.seats if seat.adapts]
        if session.is_first_win:
            return _("Your first win at this level")
        if not adapting or self.person is None:
            return ""
        if self.match.was_coached:
            return _("Level {level} again: the coach helped", level=adapting[0].level)
        level = session.results.adaptive_level
        words = _("Level {level} again") if level == adapting[0].level else _("Level {level} next")
        return words.format(level=level)

    @property
    def standing_words(self) -> str:
        """How well the user played, compared with tournament players; '' until known and in coached games."""
        turning, person = self.turning, self.person
        if turning is None or not turning.is_final or person is None or self.match.was_coached:
            return ""
        return describe_own_game(turning.tallies[person])

    @property
    def can_stop(self) -> bool:
        match = self.match
        is_hinting = match.thinking.is_hinting and match.thinking.is_searching
        return match.phase is MatchPhase.THINKING or is_hinting

    @property
    def is_analysing(self) -> bool:
        is_wanted = getattr(self.window.settings, self.match.density) is Density.ANALYSE
        return is_wanted and self.has_engine

    def change_hints(self) -> None:
        """Shows more in the hints: shapes, then words, then figures, then shapes again."""
        steps = tuple(HintStep)
        self.window.change(hints=steps[(steps.index(self.window.settings.hints) + 1) % len(steps)])

    def change_density(self) -> None:
        density = Density.PLAY if self.is_analysing else Density.ANALYSE
        self.window.change(**{self.match.density: density})

    def change_speed(self, step: int) -> None:
        speed = next_option(WATCH_SPEEDS, self.window.settings.watch_speed, step)
        self.window.change(watch_speed=speed)
        said = _("The computer against itself: {speed}", speed=format_watch_speed(speed))
        self.window.toasts.answer(said)
