"""The new-game dialog: opponent, discs and level first, everything else under More.

For two people it shows their names and the clock at once.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Final

import pygame
from pygame import Rect
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.records.any_format import lacks_side
from game.records.record import MAX_NAME
from game.records.transcript import describe_error
from game.starts import Start
from game.tree import Game
from play.engines_file import EngineLine
from play.new_game import WHO_IS_TO_MOVE, NewGame
from play.players import Seat, Seats
from play.settings import Density, Settings
from play.thinking import Thinking
from ui.dialogs.dialog import BUTTON, FIELD_ROW, LABEL, WIDGET, Dialog, in_background
from ui.dialogs.fields import Menu, TextField, enable, is_on
from ui.text import N_, _, pgettext
from ui.text.new_game_wording import (
    clock_label,
    describe_adaptive,
    describe_level,
    engine_parts,
    parse_clock,
    seconds_label,
    side_label,
    start_label,
    turn_label,
)
from ui.text.wording import PROGRAM, search_name
from ui.theme import NORMAL

ALGORITHMS: Final = (Algorithm.PVS, Algorithm.ALPHABETA)
# Stands for the level that follows the user's results.
ADAPTIVE: Final = 0
THINKING: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
CONTROLS: Final = (
    TimeControl(),
    TimeControl(per_move=10),
    TimeControl(per_move=30),
    TimeControl(per_game=60),
    TimeControl(per_game=180, increment=2),
    TimeControl(per_game=300),
    TimeControl(per_game=300, increment=5),
    TimeControl(per_game=900),
    TimeControl(per_game=1500, increment=10),
)
EXAMPLE: Final = "10:-2..2"  # of a start by score
# Label and example of the text field, for starts that need one.
TEXTS: Final = {
    Start.XOT: (N_("XOT list"), N_("a file, eight plies a line; xot.txt#17 is line 17")),
    Start.SCORED: (N_("Plies: Black's score"), EXAMPLE),
    None: (N_("Transcript or position"), N_("e.g. f5d6c3d3c4, or 64 squares and the side to move")),
}
SIDES: Final = (*Color, None)
"""The sides the user can play; None leaves it to chance."""
# The opponent in a user's first game.
COMPUTER: Final = Settings().seats[1]
# The initial values of a custom clock: minutes for the game, and seconds added by each move.
OWN_CLOCK: Final = ("5", "3")
# Lengths at a scale of 1.
WIDTH: Final = 744
CHOICE_ROW: Final = 44
WORDS: Final = 22
CHECK_ROW: Final = 38
SENTENCE_LINES: Final = 2
ENTRY: Final = 64
SUITS_ME: Final = 104
SECONDS_LABEL: Final = 240


class Mode(Enum):
    COMPUTER = N_("Against the computer")
    FRIEND = N_("Against a friend")
    WATCH = N_("Watch the computer")

    @classmethod
    def of(cls, seats: Seats) -> "Mode":
        people = sum(seat.is_human for seat in seats)
        return (cls.WATCH, cls.COMPUTER, cls.FRIEND)[people]


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The values of the dialog. With `has_own_clock` the clock is `clock`: minutes and seconds as texts."""

    chosen: NewGame
    """Its seats hold the names of people; the fields below decide where computers sit."""
    adaptive_level: int
    """The current level of an adaptive opponent."""
    mode: Mode
    color: Color
    """The user's side against the computer, unless it is left to chance."""
    opponent: Seat
    watched: Seats
    has_more: bool
    densities: Mapping[Mode, Density]
    """How much is shown of games with a computer."""
    has_own_clock: bool = False
    clock: tuple[str, str] = OWN_CLOCK
    engines: Mapping[str, EngineLine] = field(default_factory=dict)
    """The external engines that can be chosen."""
    problem: str = ""
    """Why there are no engines."""
    has_coach: bool = False

    @classmethod
    def of(
        cls, chosen: NewGame, adaptive_level: int, settings: Settings, thinking: Thinking | None = None
    ) -> "NewGameForm":
        """Returns the form to begin with, as chosen before; `thinking` lists the external engines."""
        mode = Mode.of(chosen.seats)
        is_watched = mode is Mode.WATCH
        played = settings.seats if is_watched else chosen.seats
        opponent = next((seat for seat in (*played, *settings.seats) if not seat.is_human), COMPUTER)
        watched = chosen.seats if is_watched else settings.watched
        color = next((color for color in Color if played[color].is_human), Color.BLACK)
        densities = {Mode.COMPUTER: settings.playing, Mode.WATCH: settings.watching}
        has_more = chosen.start in TEXTS
        form = cls(chosen, adaptive_level, mode, color, opponent, watched, has_more, densities)
        form = replace(form, has_coach=settings.coach)
        if thinking is not None:
            form = replace(form, engines=thinking.listed, problem=thinking.list_problem)
        return form

    @property
    def rows(self) -> tuple[object, ...]:
        """The values that decide which rows are shown."""
        outside = [seat.outside for seat in self.computers]
        return self.mode, self.has_more, self.has_own_clock, self.chosen.start, outside

    @property
    def height(self) -> int:
        """The height of the window at a scale of 1."""
        clock, text = self.has_clock * (1 + self.has_own_clock), self.text_rows
        rows = 4 + clock + self.has_more * (1 + len(self.own)) + text
        fields = self.has_clock * self.has_own_clock + (text > 0)
        has_sentence = self.mode is Mode.COMPUTER and not self.opponent.outside
        sentence = SENTENCE_LINES * WORDS + 8 if has_sentence else 0
        box = 0 if self.mode is Mode.FRIEND else CHECK_ROW
        return 140 + (WIDGET + self.row_gap) * rows + FIELD_ROW * fields + sentence + box

    @property
    def text_rows(self) -> int:
        """The number of rows that specify the start further."""
        return self.has_more * (2 if self.chosen.start is None else self.chosen.start in TEXTS)

    @property
    def row_gap(self) -> int:
        """The gap between two rows, smaller when the form is at its longest."""
        return 8 if self.has_own_clock and self.text_rows else CHOICE_ROW - WIDGET

    @property
    def has_clock(self) -> bool:
        return self.has_more or self.mode is Mode.FRIEND

    @property
    def own(self) -> list[Seat]:
        """The computer players that are levels of this program."""
        return [seat for seat in self.computers if not seat.outside]

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The computer players of the current mode."""
        return {Mode.COMPUTER: (self.opponent,), Mode.FRIEND: (), Mode.WATCH: self.watched}[self.mode]

    def with_computers(self, computers: Sequence[Seat]) -> "NewGameForm":
        """Returns the form with these computer players."""
        if self.mode is Mode.WATCH:
            return replace(self, watched=(computers[0], computers[1]))
        return replace(self, opponent=computers[0]) if computers else self

    def with_engines(self, names: Sequence[str]) -> "NewGameForm":
        """Returns the form with engines of these names as computer players; '' is this program."""
        usual = COMPUTER if self.mode is Mode.COMPUTER else Seat(Algorithm.PVS)
        players = zip(self.computers, names, strict=True)
        found = (
            seat if seat.outside == name else Seat(outside=name) if name else usual for seat, name in players
        )
        return self.with_computers(list(found))

    def with_level(self, number: int, level: int) -> "NewGameForm":
        """Returns the form with a level, or ADAPTIVE, for the computer player `number`."""
        adapts, computers = level == ADAPTIVE, list(self.computers)
        level = self.adaptive_level if adapts else level
        computers[number] = replace(computers[number], level=level, adapts=adapts)
        return self.with_computers(computers)

    def with_mode(self, mode: Mode) -> "NewGameForm":
        either = self.chosen.either and self.mode is Mode.COMPUTER
        return replace(self, mode=mode, chosen=replace(self.chosen, either=either))

    def with_side(self, side: Color | None) -> "NewGameForm":
        """Returns the form with this side for the user; None leaves it to chance."""
        chosen = replace(self.chosen, either=side is None)
        return replace(self, color=self.color if side is None else side, chosen=chosen)

    def new_game(self) -> NewGame:
        """Returns the game to start. Raises ValueError for an invalid clock."""
        black, white = (Seat(name=seat.name if seat.is_human else "") for seat in self.chosen.seats)
        if self.mode is Mode.COMPUTER:
            if self.chosen.start is not None:
                black = white = Seat()  # the names belong to games of two people
            is_black = self.color is Color.BLACK
            black, white = (black, self.opponent) if is_black else (self.opponent, white)
        elif self.mode is Mode.WATCH:
            black, white = self.watched
        return replace(
            self.chosen,
            seats=(black, white),
            control=parse_clock(*self.clock) if self.has_own_clock else self.chosen.control,
            either=self.chosen.either and self.mode is Mode.COMPUTER,
            density=self.densities.get(self.mode),
            coach=self.has_coach if self.mode is Mode.COMPUTER else None,
        )


@dataclass(frozen=True, slots=True)
class NewGameListener:
    """The callbacks for accepting the dialog, or leaving it for another one."""

    start: Callable[[NewGame, Game], None]
    open_games: Callable[[], object]
    open_tournament: Callable[[], object]
    edit_board: Callable[[], None] | None = None


class NewGameDialog(Dialog[NewGameForm, NewGameListener]):
    _search: "tuple[NewGame, Future[Game]] | None" = None  # for a start that takes seconds to find

    # Building

    def fill(self) -> None:
        form = self.choice
        self.open_window(_("New game"), (WIDTH, form.height))
        self.row_gap = form.row_gap
        px, modes = self.theme.px, self.take(WIDGET, self.row_gap + 4)
        self.modes = self.choices(modes, tuple(Mode), form.mode, lambda mode: _(mode.value), self.choose_mode)
        labels = {Mode.COMPUTER: [_("Level")], Mode.WATCH: [color.label for color in Color]}
        rows = zip(labels.get(form.mode, ()), form.computers, strict=True)
        self.players: list[Menu[str]] = []
        self.levels = [self._player_row(n, label, seat) for n, (label, seat) in enumerate(rows)]
        if form.mode is Mode.COMPUTER:
            side = None if form.chosen.either else form.color
            self.sides = self.choices(self.row(_("You play")), SIDES, side, side_label, self.choose_side)
        if form.mode is Mode.FRIEND:
            self.names = [
                self.entry(self.row(color.label), seat.name if seat.is_human else "", _("Name"))
                for color, seat in zip(Color, form.chosen.seats, strict=True)
            ]
            self._fill_clock()
        else:
            is_shown = form.densities[form.mode] is Density.ANALYSE
            first, second = self.parts(self.check_row(), 0, 0)
            self.density = self.check_box(_("Show what the computer thinks"), is_shown, place=first)
            if form.mode is Mode.COMPUTER:
                tip = _("Warn before a move that gives something away; coached games do not count")
                self.coach = self.check_box(_("With a coach"), form.has_coach, tip, second)
            self.take(4)
        more, _gap, place = self.parts(self.take(WIDGET, self.row_gap), BUTTON, LABEL - BUTTON, 0, gap=0)
        words, tip = _("Less") if form.has_more else _("More"), _("Where the game begins, and more")
        self.more = self.button(more, words, self.toggle_more, tip=tip)
        if form.has_more:
            self._fill_more(place)
        else:
            words = self.theme.ellipsized(self._describe_more(), NORMAL, place.width - px(8))
            self.label(place, words, "@quiet")
        self.buttons(pgettext("button", "Play"))
        tip = _("Games from the library or the archive")
        self.games = self.link(_("Games"), self.listener.open_games, tip=tip)
        tip = _("Two to twelve players, of this program and others: who is strongest?")
        self.tournament = self.link(_("Tournament"), self.listener.open_tournament, 1, tip)
        if self.listener.edit_board is not None:
            tip = _("Set up a position to play, review or race")
            self.edit = self.link(_("Edit board"), self.listener.edit_board, 2, tip)
        self._apply_changes()

    def _player_row(self, number: int, label: str, seat: Seat) -> dict[int, UIButton]:
        """Adds the row of a player: its engine, if there are several, and its limit or level buttons."""
        px, engines = self.theme.px, self.choice.engines
        if not engines and not any(each.outside for each in self.choice.computers):
            place = self.row(label)
        else:
            menu, place = self.parts(self.take(WIDGET, self.row_gap), LABEL - 8, 0)
            names = list(dict.fromkeys(("", *engines, seat.outside)))
            side = f"{label}: " if self.choice.mode is Mode.WATCH else ""
            self.players.append(self.menu(menu, names, seat.outside, lambda name: side + (name or PROGRAM)))
        if not seat.outside:
            return self._level_buttons(number, place, seat)
        words = " · ".join(engine_parts(engines.get(seat.outside)))
        shown = self.theme.ellipsized(words, NORMAL, place.width - px(8))
        self.label(place, shown, "@quiet").set_tooltip(words)
        return {}

    def _level_buttons(self, number: int, place: Rect, seat: Seat) -> dict[int, UIButton]:
        """Adds a button for each level; against the user, one for the adaptive level comes first."""
        px = self.theme.px
        chosen = ADAPTIVE if seat.adapts else seat.level
        levels = list(range(1, FULL_STRENGTH + 1))
        made = {}
        if self.choice.mode is Mode.COMPUTER:
            first, place = self.parts(place, SUITS_ME, 0)
            (made[ADAPTIVE],) = self.choices(
                first, (ADAPTIVE,), chosen, lambda _level: _("Suits me"), partial(self.choose_level, number)
            )
        made |= zip(levels, self.choices(place, levels, chosen, str, partial(self.choose_level, number)),
                    strict=True)  # fmt: skip
        if self.choice.mode is Mode.COMPUTER:
            words = (
                describe_adaptive(self.choice.adaptive_level) if seat.adapts else describe_level(seat.level)
            )
            lines = self.theme.lines(words, NORMAL, first.union(place).width - px(8))
            self.take(0, -8)  # close to the buttons
            for line in lines[:SENTENCE_LINES]:
                self.label(self.parts(self.take(WORDS), LABEL, 0, gap=0)[1], line)
            self.take(8 + WORDS * (SENTENCE_LINES - len(lines)))
        return made

    def _describe_more(self) -> str:
        """Returns the hidden options in a line."""
        form = self.choice
        control = None if form.has_own_clock else form.chosen.control
        clock = [] if form.has_clock else [clock_label(control)]
        return " · ".join([*clock, start_label(form.chosen.start)])

    def _fill_more(self, first: Rect) -> None:
        """Adds the options; the thinking time goes into `first`, the free room beside the More button."""
        form = self.choice
        labels = {Mode.COMPUTER: [_("Its search")], Mode.WATCH: [_("Black's search"), _("White's search")]}
        self.searches = [
            self.menu_row(label, ALGORITHMS, seat.algorithm or Algorithm.PVS, search_name)
            for label, seat in zip(labels.get(form.mode, ()), form.computers, strict=True)
            if not seat.outside
        ]
        if form.own:
            words, place = self.parts(first, SECONDS_LABEL, 0, gap=0)
            self.label(words, _("Full strength thinks up to"))
            seconds = form.own[0].seconds
            self.thinking = self.menu(place, sorted({*THINKING, seconds}), seconds, seconds_label)
        if form.mode is not Mode.FRIEND:
            self._fill_clock()
        self.begin = self.menu_row(_("Start"), (*Start, None), form.chosen.start, start_label)
        if form.chosen.start in TEXTS:
            label, example = TEXTS[form.chosen.start]
            self.text = self.entry(self.field_row(_(label)), form.chosen.text, _(example))
        if form.chosen.start is None:
            self.turn = self.menu_row(_("To move"), (None, *Color), form.chosen.turn, turn_label)

    def _fill_clock(self) -> None:
        form = self.choice
        known = CONTROLS if form.chosen.control in CONTROLS else (*CONTROLS, form.chosen.control)
        control = None if form.has_own_clock else form.chosen.control
        self.control = self.menu_row(_("Clock for both sides"), (*known, None), control, clock_label)
        if not form.has_own_clock:
            return
        first, first_unit, second, second_unit = self.parts(self.field_row(""), ENTRY, 0, ENTRY, 0, gap=4)
        minutes, seconds = self.choice.clock
        self.minutes, self.seconds = self.entry(first, minutes, "0"), self.entry(second, seconds, "0")
        self.label(first_unit, _("min for the game"))
        self.label(second_unit, _("s for each move"))

    def _show(self, form: NewGameForm) -> None:
        """Rebuilds the rows for another form; the keyboard focus stays where it is."""
        at = self.focusable.index(self.focus) if self.focus in self.focusable else None
        self.choice = form
        self.refill()
        if at is not None:
            self.focus = self.focusable[min(at, len(self.focusable) - 1)]

    # Choices

    def choose_mode(self, mode: Mode) -> None:
        if mode is not self.choice.mode:
            self._show(self.chosen().with_mode(mode))

    def choose_side(self, side: Color | None) -> None:
        """Chooses the side of the user; None leaves it to chance."""
        self._show(self.chosen().with_side(side))

    def choose_level(self, number: int, level: int) -> None:
        """Chooses a level, or ADAPTIVE, for the computer player `number`."""
        self._show(self.chosen().with_level(number, level))

    def process(self, event: pygame.event.Event) -> None:
        """Handles an event; a digit is a level (0 the tenth) unless it is typed into a field."""
        is_typed = event.type == pygame.KEYDOWN and not isinstance(self.focus, TextField)
        name = (event.unicode or pygame.key.name(event.key)) if is_typed else ""
        has_level = self.choice.mode is Mode.COMPUTER and not self.choice.opponent.outside
        if has_level and name in tuple("1234567890"):
            self.choose_level(0, int(name) or FULL_STRENGTH)
        else:
            super().process(event)

    def toggle_more(self) -> None:
        """Shows or hides the options that most games do not need."""
        self._show(replace(self.chosen(), has_more=not self.choice.has_more))

    def chosen(self) -> NewGameForm:
        form = self.choice
        chosen = form.chosen
        if form.mode is Mode.FRIEND:
            black, white = (Seat(name=field.get_text().strip()[:MAX_NAME]) for field in self.names)
            chosen = replace(chosen, seats=(black, white))
        else:
            density = Density.ANALYSE if is_on(self.density) else Density.PLAY
            form = replace(form, densities={**form.densities, form.mode: density})
        if form.mode is Mode.COMPUTER:
            form = replace(form, has_coach=is_on(self.coach))
        if form.has_clock:
            if form.has_own_clock:
                form = replace(form, clock=(self.minutes.get_text(), self.seconds.get_text()))
            control = self.control.value
            chosen = replace(chosen, control=control or chosen.control)
            form = replace(form, has_own_clock=control is None)
        if form.has_more:
            if chosen.start in TEXTS:
                text, turn = self.text.get_text(), self.turn.value if chosen.start is None else None
                record = chosen.record if (text, turn) == (chosen.text, chosen.turn) else None
                chosen = replace(chosen, text=text, turn=turn, record=record)
            if self.begin.value is not chosen.start:
                text = EXAMPLE if self.begin.value is Start.SCORED else ""
                chosen = replace(chosen, start=self.begin.value, text=text, record=None)
            own = (
                replace(seat, algorithm=search.value, seconds=self.thinking.value)
                for seat, search in zip(form.own, self.searches, strict=True)
            )
            form = form.with_computers([seat if seat.outside else next(own) for seat in form.computers])
        form = replace(form, chosen=chosen)
        return form.with_engines([menu.value for menu in self.players]) if self.players else form

    def accept(self) -> None:
        if self._search is not None:
            return
        form = self.chosen()
        field: UIElement | None = self.minutes if form.has_own_clock and form.has_clock else None
        try:
            choice = form.new_game()
        except ValueError as error:
            self.show_error(describe_error(error), field)
            return
        if choice.start in (Start.XOT, Start.SCORED):
            self.show_message(_("Looking for an opening …"))
            self._search = choice, in_background(choice.game, "opening")
        else:
            self._start(choice, choice.game)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._search is not None

    def update(self) -> None:
        super().update()
        if self._search is not None and self._search[1].done():
            (choice, game), self._search = self._search, None
            self._start(choice, game.result)

    def _start(self, choice: NewGame, game_of: Callable[[], Game]) -> None:
        try:
            game = game_of()
        except ValueError as error:
            self.show_error(describe_error(error), self.text if self.choice.text_rows else None)
        else:
            self.close()
            self.listener.start(choice, game)

    def changed(self) -> None:
        form = self.chosen()
        if form.rows != self.choice.rows:
            self._show(form)
        else:
            self._apply_changes()

    def _apply_changes(self) -> None:
        """Enables the time and the side to move only when they matter, and shows problems."""
        if self.choice.has_more and self.choice.own:
            enable(self.thinking, any(seat.level == FULL_STRENGTH for seat in self.choice.own))
        self.show_error(self.choice.problem)
        if self.choice.has_more and self.choice.chosen.start is None:
            is_sideless = lacks_side(self.text.get_text())
            enable(self.turn, is_sideless)
            if is_sideless and self.turn.value is None:
                self.show_error(_(WHO_IS_TO_MOVE), self.turn)
