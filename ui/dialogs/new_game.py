"""The new-game dialog in a person's words: against whom, with which disc, how strong; the rest under More."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from random import Random
from typing import Final

import pygame
import pygame_gui
from pygame import Rect
from pygame_gui.core import ObjectID, UIElement
from pygame_gui.elements import UIHorizontalSlider, UILabel

from ai.even_openings import even_opening
from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.records.any_format import describe_error, lacks_side, parse_game, with_side
from game.starts import Start
from game.tree import Game
from play.players import Opponent, Seat, Seats
from play.settings import Settings
from ui.dialogs.dialog import BUTTON, FIELD_ROW, MARGIN, WIDGET, Dialog
from ui.text import N_, _
from ui.text.level_wording import describe_level, name_level
from ui.text.new_game_wording import (
    clock_label,
    own_clock,
    search_label,
    seconds_label,
    side_label,
    start_label,
    turn_label,
)
from ui.text.results_wording import describe_adaptive, format_opponent
from ui.text.wording import format_color
from ui.theme import Theme

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
WHO_IS_TO_MOVE: Final = N_("Who is to move? Choose it below: the text has 64 squares and no side.")
# The computer one meets who has met none.
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
class NewGame:
    """What a new game is made of; `text` is a game or a position, used when `start` is None.

    `turn` is the side to move of 64 squares that do not tell it. With `either` chance decides which of the
    two `seats` is Black's.
    """

    seats: Seats
    control: TimeControl = CONTROLS[0]
    start: Start | None = Start.STANDARD
    text: str = ""
    turn: Color | None = None
    either: bool = False

    @classmethod
    def last(cls, settings: Settings) -> NewGame:
        """What was chosen last."""
        return cls(settings.seats, settings.control, settings.start, either=settings.either)

    def drawn_seats(self, chance: Random) -> Seats:
        """Who plays what."""
        black, white = self.seats
        return (white, black) if self.either and chance.random() < 0.5 else (black, white)

    @classmethod
    def of_text(cls, text: str, seats: Seats, control: TimeControl) -> NewGame:
        """What to offer for a text: a game to two people, by their names if it has them, without a clock; a
        position to `seats` with their clock.
        """
        try:
            record = parse_game(text)
        except ValueError:
            return cls(seats, control, None, text)
        if not record.game.moves:
            return cls(seats, control, None, text)
        return cls((Seat(name=record.black), Seat(name=record.white)), start=None, text=text)

    def game(self) -> Game:
        """The game at its beginning. Raises ValueError when `text` is no legal game."""
        if self.start is not None:
            return self.start.new_game(Random(), even_opening)
        if not self.text.strip():
            raise ValueError(
                _("Type or paste a transcript (f5d6c3…) or a position (64 squares and the side to move).")
            )
        if self.turn is None and lacks_side(self.text):
            raise ValueError(_(WHO_IS_TO_MOVE))
        game = parse_game(self.text if self.turn is None else with_side(self.text, self.turn)).game
        if game.result() is not None and not game.moves:
            raise ValueError(_("In this position neither side can move: the game is already over."))
        return game


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which parts of the dialog there are; another one means other rows."""

    kind: Kind
    has_more: bool
    own_clock: bool = False


class NewGameDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        chosen: NewGame,
        adaptive_level: int,
        start: Callable[[NewGame, Game], None],
        open_games: Callable[[], object],
        edit_board: Callable[[], None] | None = None,
        has_more: bool = False,
        own_clock: tuple[str, str] | None = None,
    ) -> None:
        """`start` is called with the choice and its game when the dialog is accepted, `open_games` when the
        games played before are asked for, and `edit_board`, if there is one, to set up a position. An
        opponent that adapts has the `adaptive_level` today. Of what is under More `own_clock` is what has
        been typed of a clock of one's own.
        """
        shown = _Shown(Kind.of(chosen.seats), has_more or chosen.start is None, own_clock is not None)
        super().__init__(manager, theme, _("New game"), (WIDTH, _height(shown, chosen)))
        self._adaptive_level = adaptive_level
        self._start = start
        self._open_games = open_games
        self._edit_board = edit_board
        self._chosen = chosen
        self._own_clock = own_clock or OWN_CLOCK
        computers = [seat for seat in chosen.seats if not seat.is_human]
        self._computers = (computers[0], computers[-1]) if computers else (COMPUTER, COMPUTER)
        self._color = next((c for c in Color if chosen.seats[c].is_human), Color.BLACK)
        self._shown = shown
        self._fill()

    # Building

    def _fill(self) -> None:
        shown, px = self._shown, self.theme.px
        chosen = self._chosen
        kinds = Rect(px(MARGIN), self._top, self.inside.width - 2 * px(MARGIN), px(WIDGET))
        self._top += px(CHOICE_ROW + 4)
        self.kinds = self.choices(
            kinds, tuple(Kind), shown.kind, lambda kind: _(kind.value), self.choose_kind
        )
        if shown.kind is Kind.COMPUTER:
            side = None if chosen.either else self._color
            sides = self.row(_("You play"))
            self.sides = self.choices(sides, SIDES, side, side_label, self.choose_side)
        self.levels: list[tuple[UIHorizontalSlider, UILabel, UILabel | None]] = []
        labels = {Kind.COMPUTER: [_("Level")], Kind.WATCH: [format_color(color) for color in Color]}
        for label, seat in zip(labels.get(shown.kind, []), self._computers, strict=False):
            self._level_row(label, seat)
        place = self.row("")
        more = Rect(px(MARGIN), place.top, px(BUTTON), place.height)
        self.more = self.button(more, _("Less") if shown.has_more else _("More"), self.toggle_more)
        self.more.set_tooltip(_("The search, the clock, and where the game begins"))
        if shown.kind is not Kind.FRIEND:
            self._seconds_row(place)
        if shown.has_more:
            self._fill_more()
        self.buttons(_("Play"))
        self.games = self.button_at_left(_("Games"), partial(self._leave_for, self._open_games))
        self.games.set_tooltip(_("The library, the archive: games to look at again"))
        if self._edit_board is not None:
            self.edit = self.button_at_left(_("Edit board"), partial(self._leave_for, self._edit_board), 1)
            self.edit.set_tooltip(_("Set up a position, to play, review or race it"))
        self._settle()

    def _level_row(self, label: str, seat: Seat) -> None:
        """The slider with the name beside it; the sentence below, where it is the only one. Only against a
        person an opponent can adapt.
        """
        px = self.theme.px
        place = self.row(label)
        can_adapt = self._shown.kind is Kind.COMPUTER
        level = ADAPTIVE if can_adapt and seat.adapts else seat.level
        most = ADAPTIVE if can_adapt else FULL_STRENGTH
        slider = self.slider(Rect(place.topleft, (px(SLIDER), place.height)), level, (1, most))
        left = place.left + px(SLIDER + 16)
        name = UILabel(
            Rect(left, place.top, place.right - left, place.height), "", self.manager, container=self.window
        )
        sentence = None
        if self._shown.kind is Kind.COMPUTER:
            line = Rect(px(MARGIN), self._top - px(8), self.inside.width - 2 * px(MARGIN), px(WORDS))
            self._top += px(WORDS - 4)
            sentence = UILabel(
                line, "", self.manager, container=self.window, object_id=ObjectID(class_id="@quiet")
            )
        self.levels.append((slider, name, sentence))

    def _seconds_row(self, place: Rect) -> None:
        px, seconds = self.theme.px, self._computers[0].seconds
        words = Rect(place.left, place.top, px(SECONDS_LABEL), place.height)
        self.seconds_label = UILabel(words, _("Computer thinks up to"), self.manager, container=self.window)
        place = Rect(words.right, place.top, place.right - words.right, place.height)
        self.thinking = self.menu(place, sorted({*THINKING, seconds}), seconds, seconds_label)

    def _fill_more(self) -> None:
        chosen, shown = self._chosen, self._shown
        self.searches = []
        labels = {
            Kind.COMPUTER: [_("It searches by")],
            Kind.WATCH: [_("Black searches by"), _("White searches by")],
        }
        for label, seat in zip(labels.get(shown.kind, []), self._computers, strict=False):
            algorithm = seat.algorithm or Algorithm.PVS
            self.searches.append(self.menu(self.row(label), ALGORITHMS, algorithm, search_label))
        known = CONTROLS if chosen.control in CONTROLS else (*CONTROLS, chosen.control)
        controls = (*known, None)
        control = None if shown.own_clock else chosen.control
        self.control = self.menu(self.row(_("Clock for both sides")), controls, control, clock_label)
        if shown.own_clock:
            self._fill_own_clock()
        self.begin = self.menu(self.row(_("Start")), STARTS, chosen.start, start_label)
        if chosen.start is None:
            self.text = self.entry(
                self.field_row(_("Transcript or position")),
                chosen.text,
                _("e.g. f5d6c3d3c4, or 64 squares and the side to move"),
            )
            self.turn = self.menu(self.row(_("To move")), TURNS, chosen.turn, turn_label)

    def _fill_own_clock(self) -> None:
        px, place = self.theme.px, self.field_row("")
        left, fields = place.left, []
        units = (_("min for the game"), _("s for each move"))
        for text, unit in zip(self._own_clock, units, strict=True):
            fields.append(self.entry(Rect(left, place.top, px(ENTRY), place.height), text, "0"))
            words = Rect(left + px(ENTRY + 4), place.top, place.width // 2 - px(ENTRY + 8), place.height)
            UILabel(words, unit, self.manager, container=self.window)
            left += place.width // 2
        self.minutes, self.seconds = fields

    def _refill(self, shown: _Shown, chosen: NewGame) -> None:
        """Other rows for another choice; the keyboard stays where it was."""
        self._keep_fields()
        at = self.focusable.index(self.focus) if self.focus in self.focusable else None
        self._shown, self._chosen = shown, chosen
        self.take_away((WIDTH, _height(shown, chosen)))
        self._fill()
        if at is not None:
            self.focus = self.focusable[min(at, len(self.focusable) - 1)]

    # What is chosen

    def choose_kind(self, kind: Kind) -> None:
        """Show the rows for another kind of game."""
        if kind is not self._shown.kind:
            self._refill(replace(self._shown, kind=kind), self._chosen_now())

    def choose_side(self, side: Color | None) -> None:
        """Let the person play these discs; None is either."""
        self._keep_fields()
        self._color = side if side is not None else self._color
        self._refill(self._shown, replace(self._chosen_now(), either=side is None))

    def toggle_more(self) -> None:
        """Unfold or fold what most games do without."""
        self._refill(replace(self._shown, has_more=not self._shown.has_more), self._chosen_now())

    def _keep_fields(self) -> None:
        """Remember what the widgets say of the computers and of the clock: they may go."""
        shown = self._shown
        chosen = [self._opponent(slider) for slider, _name, _sentence in self.levels]
        if chosen:
            searches = [menu.value for menu in self.searches] if shown.has_more else [None]
            pairs = zip(self._computers, (chosen[0], chosen[-1]), (searches[0], searches[-1]), strict=True)
            first, second = (
                replace(
                    seat,
                    level=opponent.level,
                    adapts=opponent.adapts,
                    algorithm=search or seat.algorithm,
                    seconds=self.thinking.value,
                )
                for seat, opponent, search in pairs
            )
            self._computers = first, second
        if shown.has_more and shown.own_clock:
            self._own_clock = self.minutes.get_text(), self.seconds.get_text()

    def _opponent(self, slider: UIHorizontalSlider) -> Opponent:
        """What stands at this place of the slider."""
        place = round(slider.get_current_value())
        if place == ADAPTIVE:
            return Opponent(self._adaptive_level, adapts=True)
        return Opponent(place)

    def _chosen_now(self) -> NewGame:
        """What the widgets say now, but for a clock of one's own, which may be no clock yet."""
        self._keep_fields()
        chosen, kind = self._chosen, self._shown.kind
        if self._shown.has_more:
            control, start = self.control.value or chosen.control, self.begin.value
            chosen = replace(chosen, control=control, start=start)
            if self._chosen.start is None:
                chosen = replace(chosen, text=self.text.get_text(), turn=self.turn.value)
        people = [Seat(name=seat.name if seat.is_human else "") for seat in chosen.seats]
        if kind is Kind.COMPUTER:
            person, computer = people[self._color], self._computers[0]
            seats = (person, computer) if self._color is Color.BLACK else (computer, person)
        else:
            seats = (people[0], people[1]) if kind is Kind.FRIEND else self._computers
        return replace(chosen, seats=seats, either=chosen.either and kind is Kind.COMPUTER)

    def choice(self) -> NewGame:
        """What the widgets say now. Raises ValueError for a clock that is none."""
        chosen = self._chosen_now()
        if self._shown.own_clock:
            return replace(chosen, control=own_clock(*self._own_clock))
        return chosen

    def accept(self) -> None:
        field: UIElement | None = self.minutes if self._shown.own_clock and self._shown.has_more else None
        try:
            choice = self.choice()
            field = self.text if self._shown.has_more and choice.start is None else None
            game = choice.game()
        except ValueError as error:
            self.say_error(describe_error(error), field)
        else:
            self.close()
            self._start(choice, game)

    def _leave_for(self, other: Callable[[], object]) -> None:
        self.close()
        other()

    def process(self, event: pygame.event.Event) -> None:
        if event.type in (
            pygame_gui.UI_DROP_DOWN_MENU_CHANGED,
            pygame_gui.UI_TEXT_ENTRY_CHANGED,
            pygame_gui.UI_HORIZONTAL_SLIDER_MOVED,
        ):
            self.changed()
        super().process(event)

    def changed(self) -> None:
        chosen = self._chosen_now()
        if self._shown.has_more:
            shown = replace(self._shown, own_clock=self.control.value is None)
            if shown != self._shown or (chosen.start is None) != (self._chosen.start is None):
                self._refill(shown, chosen)
                return
        self._settle()

    def _settle(self) -> None:
        """What follows from the values: the words for a level, a time where it matters, a side that lacks."""
        opponents = [self._opponent(slider) for slider, _name, _sentence in self.levels]
        for opponent, (_slider, name, sentence) in zip(opponents, self.levels, strict=True):
            name.set_text(format_opponent(opponent) if opponent.adapts else name_level(opponent.level))
            if sentence is not None:
                sentence.set_text(describe_adaptive() if opponent.adapts else describe_level(opponent.level))
        if self._shown.kind is not Kind.FRIEND:
            matters = FULL_STRENGTH in (opponent.level for opponent in opponents)
            for element in (self.seconds_label, self.thinking.element):
                _show(element, matters)
        is_sideless, field = False, None
        if self._shown.has_more and self._chosen.start is None:
            is_sideless = lacks_side(self.text.get_text())
            _enable(self.turn.element, is_sideless)
            is_sideless, field = is_sideless and self.turn.value is None, self.turn.element
        self.say_error(_(WHO_IS_TO_MOVE) if is_sideless else "", field)

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> NewGameDialog:
        chosen = self._chosen_now()
        own_clock = self._own_clock if self._shown.own_clock else None
        made = NewGameDialog(
            manager, theme, chosen, self._adaptive_level, self._start, self._open_games, self._edit_board,
            self._shown.has_more, own_clock,
        )  # fmt: skip
        made._computers = self._computers  # a friend has none, and may yet go
        made._color = self._color
        return made


def _height(shown: _Shown, chosen: NewGame) -> int:
    """Of the window, at a scale of 1."""
    rows = {Kind.COMPUTER: 4, Kind.FRIEND: 2, Kind.WATCH: 4}[shown.kind]
    words = WORDS if shown.kind is Kind.COMPUTER else 0
    if shown.has_more:
        rows += {Kind.COMPUTER: 3, Kind.FRIEND: 2, Kind.WATCH: 4}[shown.kind]
        rows += shown.own_clock + 2 * (chosen.start is None)
    fields = shown.has_more * (shown.own_clock + (chosen.start is None))
    return 140 + CHOICE_ROW * rows + FIELD_ROW * fields + words


def _show(element: UIElement, is_on: bool) -> None:
    if is_on:
        element.show()
    else:
        element.hide()


def _enable(element: UIElement, is_on: bool) -> None:
    if is_on:
        element.enable()
    else:
        element.disable()
