"""The new-game dialog in a person's words: against whom, with which disc, how strong; the rest under More."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from pygame import Rect
from pygame_gui.core import UIElement
from pygame_gui.elements import UIHorizontalSlider, UILabel

from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.records.any_format import describe_error, lacks_side
from game.starts import Start
from game.tree import Game
from play.new_game import WHO_IS_TO_MOVE, NewGame
from play.players import Seat, Seats
from play.settings import Settings
from ui.dialogs.dialog import BUTTON, FIELD_ROW, MARGIN, WIDGET, Dialog
from ui.dialogs.fields import enable, show
from ui.text import N_, _
from ui.text.new_game_wording import (
    clock_label,
    describe_adaptive,
    describe_level,
    format_strength,
    own_clock,
    seconds_label,
    side_label,
    start_label,
    turn_label,
)
from ui.text.wording import search_name

ALGORITHMS: Final = (Algorithm.PVS, Algorithm.ALPHABETA)
# Behind the levels on the slider: the one that follows a person's results.
ADAPTIVE: Final = FULL_STRENGTH + 1
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
STARTS: Final = (*Start, None)
"""Kinds of positions to begin from; None is a text of one's own."""
SIDES: Final = (*Color, None)
"""Which discs a person plays; None leaves it to chance."""
TURNS: Final = (None, *Color)
# The opponent of a person who has had none yet.
COMPUTER: Final = Settings().seats[1]
# What a clock of one's own begins with: minutes for the game, and seconds added by each move.
OWN_CLOCK: Final = ("5", "3")
# Heights, at a scale of 1: of the rows of choices, and of a line of words.
WIDTH: Final = 640
CHOICE_ROW: Final = 44
WORDS: Final = 22
ENTRY: Final = 64
SLIDER: Final = 200
SECONDS_LABEL: Final = 184


class Kind(Enum):
    """Who meets whom."""

    COMPUTER = N_("Against the computer")
    FRIEND = N_("Against a friend")
    WATCH = N_("Watch the computer")

    @classmethod
    def of(cls, seats: Seats) -> Kind:
        people = sum(seat.is_human for seat in seats)
        return (cls.WATCH, cls.COMPUTER, cls.FRIEND)[people]


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """All that the dialog asks. With `own_clock` the clock is `clock`, texts of minutes and seconds."""

    chosen: NewGame
    """Its seats name the people; where computers sit is said by what follows."""
    adaptive_level: int
    """Today's level of an opponent that adapts."""
    kind: Kind
    color: Color
    """The side of the person who plays against the computer, unless either side may be."""
    computers: Seats
    """Both are alike, unless they play each other."""
    has_more: bool
    own_clock: bool = False
    clock: tuple[str, str] = OWN_CLOCK

    @classmethod
    def of(cls, chosen: NewGame, adaptive_level: int) -> NewGameForm:
        """What to begin with."""
        computers = [seat for seat in chosen.seats if not seat.is_human] or [COMPUTER]
        color = next((color for color in Color if chosen.seats[color].is_human), Color.BLACK)
        both = computers[0], computers[-1]
        return cls(chosen, adaptive_level, Kind.of(chosen.seats), color, both, chosen.start is None)

    @property
    def rows(self) -> tuple[object, ...]:
        """What it shows: something else means other rows."""
        return self.kind, self.has_more, self.own_clock, self.chosen.start is None

    @property
    def height(self) -> int:
        """Of the window, at a scale of 1."""
        levels, against_computer = len(self.shown_computers), self.kind is Kind.COMPUTER
        rows = 2 + against_computer + levels
        words = WORDS * against_computer
        if self.has_more:
            rows += 2 + levels + self.own_clock + 2 * (self.chosen.start is None)
        fields = self.has_more * (self.own_clock + (self.chosen.start is None))
        return 140 + CHOICE_ROW * rows + FIELD_ROW * fields + words

    @property
    def shown_computers(self) -> tuple[Seat, ...]:
        """Those whose level is asked."""
        return self.computers[: {Kind.COMPUTER: 1, Kind.FRIEND: 0, Kind.WATCH: 2}[self.kind]]

    def of_kind(self, kind: Kind) -> NewGameForm:
        either = self.chosen.either and self.kind is Kind.COMPUTER
        return replace(self, kind=kind, chosen=replace(self.chosen, either=either))

    def of_side(self, side: Color | None) -> NewGameForm:
        """With these discs for the person; None is either."""
        chosen = replace(self.chosen, either=side is None)
        return replace(self, color=self.color if side is None else side, chosen=chosen)

    def new_game(self) -> NewGame:
        """Raises ValueError for a clock that is none."""
        black, white = (Seat(name=seat.name if seat.is_human else "") for seat in self.chosen.seats)
        if self.kind is Kind.COMPUTER:
            computer = self.computers[0]
            black, white = (black, computer) if self.color is Color.BLACK else (computer, white)
        elif self.kind is Kind.WATCH:
            black, white = self.computers
        return replace(
            self.chosen,
            seats=(black, white),
            control=own_clock(*self.clock) if self.own_clock else self.chosen.control,
            either=self.chosen.either and self.kind is Kind.COMPUTER,
        )


@dataclass(frozen=True, slots=True)
class NewGameListener:
    """`start` is called with the choice and its game when the dialog is accepted, `open_games` when the games
    played before are asked for, and `edit_board`, if there is one, to set up a position.
    """

    start: Callable[[NewGame, Game], None]
    open_games: Callable[[], object]
    edit_board: Callable[[], None] | None = None


class NewGameDialog(Dialog[NewGameForm, NewGameListener]):
    # Building

    def fill(self) -> None:
        form = self.choice
        self.open_window(_("New game"), (WIDTH, form.height))
        px = self.theme.px
        kinds = Rect(px(MARGIN), self._top, self.inside.width - 2 * px(MARGIN), px(WIDGET))
        self._top += px(CHOICE_ROW + 4)
        self.kinds = self.choices(kinds, tuple(Kind), form.kind, lambda kind: _(kind.value), self.choose_kind)
        if form.kind is Kind.COMPUTER:
            side = None if form.chosen.either else form.color
            self.sides = self.choices(self.row(_("You play")), SIDES, side, side_label, self.choose_side)
        self.levels: list[tuple[UIHorizontalSlider, UILabel, UILabel | None]] = []
        labels = {Kind.COMPUTER: [_("Level")], Kind.WATCH: [color.label for color in Color]}
        for label, seat in zip(labels.get(form.kind, ()), form.shown_computers, strict=True):
            self._level_row(label, seat)
        place = self.row("")
        self.more = self.button(
            Rect(px(MARGIN), place.top, px(BUTTON), place.height),
            _("Less") if form.has_more else _("More"),
            self.toggle_more,
            tip=_("The search, the clock, and where the game begins"),
        )
        if form.kind is not Kind.FRIEND:
            self._seconds_row(place)
        if form.has_more:
            self._fill_more()
        self.buttons(_("Play"))
        tip = _("The library, the archive: games to look at again")
        self.games = self.link(_("Games"), self.listener.open_games, tip=tip)
        if self.listener.edit_board is not None:
            tip = _("Set up a position, to play, review or race it")
            self.edit = self.link(_("Edit board"), self.listener.edit_board, 1, tip)
        self._settle()

    def _level_row(self, label: str, seat: Seat) -> None:
        """A slider with its name and sentence. Only against a person can an opponent adapt."""
        px = self.theme.px
        place = self.row(label)
        can_adapt = self.choice.kind is Kind.COMPUTER
        level = ADAPTIVE if can_adapt and seat.adapts else seat.level
        most = ADAPTIVE if can_adapt else FULL_STRENGTH
        slider = self.slider(Rect(place.topleft, (px(SLIDER), place.height)), level, (1, most))
        left = place.left + px(SLIDER + 16)
        name = self.label(Rect(left, place.top, place.right - left, place.height), "")
        sentence = None
        if self.choice.kind is Kind.COMPUTER:
            line = Rect(px(MARGIN), self._top - px(8), self.inside.width - 2 * px(MARGIN), px(WORDS))
            self._top += px(WORDS - 4)
            sentence = self.label(line, "", "@quiet")
        self.levels.append((slider, name, sentence))

    def _seconds_row(self, place: Rect) -> None:
        px, seconds = self.theme.px, self.choice.computers[0].seconds
        words = Rect(place.left, place.top, px(SECONDS_LABEL), place.height)
        self.seconds_label = self.label(words, _("Computer thinks up to"))
        place = Rect(words.right, place.top, place.right - words.right, place.height)
        self.thinking = self.menu(place, sorted({*THINKING, seconds}), seconds, seconds_label)

    def _fill_more(self) -> None:
        form = self.choice
        labels = {
            Kind.COMPUTER: [_("It searches by")],
            Kind.WATCH: [_("Black searches by"), _("White searches by")],
        }
        self.searches = [
            self.menu_row(label, ALGORITHMS, seat.algorithm or Algorithm.PVS, search_name)
            for label, seat in zip(labels.get(form.kind, ()), form.shown_computers, strict=True)
        ]
        known = CONTROLS if form.chosen.control in CONTROLS else (*CONTROLS, form.chosen.control)
        control = None if form.own_clock else form.chosen.control
        self.control = self.menu_row(_("Clock for both sides"), (*known, None), control, clock_label)
        if form.own_clock:
            self._fill_own_clock()
        self.begin = self.menu_row(_("Start"), STARTS, form.chosen.start, start_label)
        if form.chosen.start is None:
            self.text = self.entry(
                self.field_row(_("Transcript or position")),
                form.chosen.text,
                _("e.g. f5d6c3d3c4, or 64 squares and the side to move"),
            )
            self.turn = self.menu_row(_("To move"), TURNS, form.chosen.turn, turn_label)

    def _fill_own_clock(self) -> None:
        px, place = self.theme.px, self.field_row("")
        left, fields = place.left, []
        units = (_("min for the game"), _("s for each move"))
        for text, unit in zip(self.choice.clock, units, strict=True):
            fields.append(self.entry(Rect(left, place.top, px(ENTRY), place.height), text, "0"))
            words = Rect(left + px(ENTRY + 4), place.top, place.width // 2 - px(ENTRY + 8), place.height)
            self.label(words, unit)
            left += place.width // 2
        self.minutes, self.seconds = fields

    def _show(self, form: NewGameForm) -> None:
        """Other rows for another choice; the keyboard stays where it was."""
        at = self.focusable.index(self.focus) if self.focus in self.focusable else None
        self.choice = form
        self.refill()
        if at is not None:
            self.focus = self.focusable[min(at, len(self.focusable) - 1)]

    # What is chosen

    def choose_kind(self, kind: Kind) -> None:
        """Show the rows for another kind of game."""
        if kind is not self.choice.kind:
            self._show(self.chosen().of_kind(kind))

    def choose_side(self, side: Color | None) -> None:
        """Let the person play these discs; None is either."""
        self._show(self.chosen().of_side(side))

    def toggle_more(self) -> None:
        """Unfold or fold what most games do without."""
        self._show(replace(self.chosen(), has_more=not self.choice.has_more))

    def chosen(self) -> NewGameForm:
        form = self.choice
        if self.levels:
            form = replace(form, computers=self._chosen_computers())
        if form.has_more:
            if form.own_clock:
                form = replace(form, clock=(self.minutes.get_text(), self.seconds.get_text()))
            chosen, control = form.chosen, self.control.value
            if chosen.start is None:
                chosen = replace(chosen, text=self.text.get_text(), turn=self.turn.value)
            chosen = replace(chosen, control=control or chosen.control, start=self.begin.value)
            form = replace(form, chosen=chosen, own_clock=control is None)
        return form

    def _chosen_computers(self) -> Seats:
        chosen = []
        for n, seat in enumerate(self.choice.computers):
            shown = min(n, len(self.levels) - 1)
            level, adapts = self._strength(self.levels[shown][0])
            algorithm = self.searches[shown].value if self.choice.has_more else seat.algorithm
            seconds = self.thinking.value
            chosen.append(replace(seat, level=level, adapts=adapts, algorithm=algorithm, seconds=seconds))
        return chosen[0], chosen[1]

    def _strength(self, slider: UIHorizontalSlider) -> tuple[int, bool]:
        """The level at this place of the slider, and whether it adapts."""
        place = round(slider.get_current_value())
        return (self.choice.adaptive_level, True) if place == ADAPTIVE else (place, False)

    def accept(self) -> None:
        form = self.chosen()
        field: UIElement | None = self.minutes if form.own_clock and form.has_more else None
        try:
            choice = form.new_game()
            field = self.text if form.has_more and form.chosen.start is None else None
            game = choice.game()
        except ValueError as error:
            self.say_error(describe_error(error), field)
        else:
            self.close()
            self.listener.start(choice, game)

    def changed(self) -> None:
        form = self.chosen()
        if form.rows != self.choice.rows:
            self._show(form)
        else:
            self._settle()

    def _settle(self) -> None:
        """What follows from the values: the words for a level, a time where it matters, a side that lacks."""
        has_full_strength = False
        for slider, name, sentence in self.levels:
            level, adapts = self._strength(slider)
            name.set_text(format_strength(level, adapts))
            if sentence is not None:
                sentence.set_text(describe_adaptive() if adapts else describe_level(level))
            has_full_strength |= level == FULL_STRENGTH
        if self.choice.kind is not Kind.FRIEND:
            for element in (self.seconds_label, self.thinking):
                show(element, has_full_strength)
        is_sideless, field = False, None
        if self.choice.has_more and self.choice.chosen.start is None:
            is_sideless = lacks_side(self.text.get_text())
            enable(self.turn, is_sideless)
            is_sideless, field = is_sideless and self.turn.value is None, self.turn
        self.say_error(_(WHO_IS_TO_MOVE) if is_sideless else "", field)
