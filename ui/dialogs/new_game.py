"""The new-game dialog: who plays, how strong, how long, and from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

import pygame
import pygame_gui
from pygame import Rect

from ai.even_openings import even_opening
from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.records.any_format import describe_error, lacks_side, parse_game, with_side
from game.starts import Start
from game.tree import Game
from play.players import Seat, Seats
from ui.dialogs.dialog import Dialog
from ui.text import N_, _
from ui.text.wording import format_color, format_level, format_start
from ui.theme import Theme

PLAYERS: Final = (None, Algorithm.PVS, Algorithm.ALPHABETA)
"""A person, or the computer with a search."""
LEVELS: Final = tuple(range(1, FULL_STRENGTH + 1))
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
TURNS: Final = (None, *Color)
WHO_IS_TO_MOVE: Final = N_("Who is to move? Choose it above: the text has 64 squares and no side.")


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a new game is made of; `text` is a game or a position, used when `start` is None.

    `turn` is the side to move of 64 squares that do not tell it.
    """

    seats: Seats
    control: TimeControl = CONTROLS[0]
    start: Start | None = Start.STANDARD
    text: str = ""
    turn: Color | None = None

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


class NewGameDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        chosen: NewGame,
        start: Callable[[NewGame, Game], None],
        open_games: Callable[[], object],
        edit_board: Callable[[], None] | None = None,
    ) -> None:
        """`start` is called with the choice and its game when the dialog is accepted, `open_games` when the
        games played before are asked for, and `edit_board`, if there is one, to set up a position.
        """
        super().__init__(manager, theme, _("New game"), (640, 480))
        self._start = start
        self._open_games = open_games
        self._edit_board = edit_board
        self._chosen = chosen
        self.players = []
        for color in Color:
            place = self.row(format_color(color))
            half = (place.width - theme.px(8)) // 2
            seat = chosen.seats[color]
            player_place = Rect(place.left, place.top, half, place.height)
            player = self.menu(player_place, PLAYERS, seat.algorithm, player_label)
            left = place.left + half + theme.px(8)
            level_place = Rect(left, place.top, place.right - left, place.height)
            level = self.menu(level_place, LEVELS, seat.level, level_label)
            self.players.append((player, level))
        seconds = next((s.seconds for s in chosen.seats if not s.is_human), chosen.seats[1].seconds)
        times = sorted({*THINKING, seconds})
        self.thinking = self.menu(self.row(_("Computer thinks up to")), times, seconds, seconds_label)
        controls = CONTROLS if chosen.control in CONTROLS else (*CONTROLS, chosen.control)
        self.control = self.menu(self.row(_("Clock for both sides")), controls, chosen.control, control_label)
        self.begin = self.menu(self.row(_("Start")), STARTS, chosen.start, start_label)
        self.text = self.entry(
            self.row(_("Transcript or position")),
            chosen.text,
            _("e.g. f5d6c3d3c4, or 64 squares and the side to move"),
        )
        self.turn = self.menu(self.row(_("To move")), TURNS, chosen.turn, turn_label)
        self.buttons(_("Play"))
        self.games = self.button_at_left(_("Games"), partial(self._leave_for, open_games))
        self.games.set_tooltip(_("The library, the archive: games to look at again"))
        if edit_board is not None:
            self.edit = self.button_at_left(_("Edit board"), partial(self._leave_for, edit_board), 1)
            self.edit.set_tooltip(_("Set up a position, to play, review or race it"))
        self.changed()

    def choice(self) -> NewGame:
        """What the widgets say now."""
        seconds = self.thinking.value
        seats = tuple(
            Seat(player.value, level.value, seconds, name=seat.name if player.value is None else "")
            for seat, (player, level) in zip(self._chosen.seats, self.players, strict=True)
        )
        return replace(
            self._chosen,
            seats=(seats[0], seats[1]),
            control=self.control.value,
            start=self.begin.value,
            text=self.text.get_text(),
            turn=self.turn.value,
        )

    def accept(self) -> None:
        choice = self.choice()
        try:
            game = choice.game()
        except ValueError as error:
            self.say_error(describe_error(error))
        else:
            self.close()
            self._start(choice, game)

    def _leave_for(self, other: Callable[[], object]) -> None:
        self.close()
        other()

    def process(self, event: pygame.event.Event) -> None:
        if event.type in (pygame_gui.UI_DROP_DOWN_MENU_CHANGED, pygame_gui.UI_TEXT_ENTRY_CHANGED):
            self.changed()
        super().process(event)

    def changed(self) -> None:
        """Levels belong to computers, the text to its start, and the side to move to a text without it."""
        for player, level in self.players:
            _enable(level.element, player.value is not None)
        people = all(player.value is None for player, _level in self.players)
        _enable(self.thinking.element, not people)
        _enable(self.text, self.begin.value is None)
        is_sideless = self.begin.value is None and lacks_side(self.text.get_text())
        _enable(self.turn.element, is_sideless)
        self.say_error(_(WHO_IS_TO_MOVE) if is_sideless and self.turn.value is None else "")

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> NewGameDialog:
        return NewGameDialog(manager, theme, self.choice(), self._start, self._open_games, self._edit_board)


def player_label(algorithm: Algorithm | None) -> str:
    if algorithm is None:
        return _("Person")
    return _("Computer, PVS") if algorithm is Algorithm.PVS else _("Computer, alpha-beta")


def level_label(level: int) -> str:
    return f"{level}  {format_level(level)}"


def seconds_label(seconds: float) -> str:
    return _("{seconds} s per move").format(seconds=f"{seconds:g}")


def control_label(control: TimeControl) -> str:
    """'No clock', '10 s per move', '3 min + 2 s per move'."""
    if control.per_game is None:
        return _("No clock") if control.per_move is None else seconds_label(control.per_move)
    minutes = f"{control.per_game / 60:g}"
    if control.increment:
        text = _("{minutes} min + {seconds} s per move")
        return text.format(minutes=minutes, seconds=f"{control.increment:g}")
    return _("{minutes} min per game").format(minutes=minutes)


def start_label(start: Start | None) -> str:
    return _("From text") if start is None else format_start(start)


def turn_label(turn: Color | None) -> str:
    return _("As the text says") if turn is None else format_color(turn)


def _enable(element: pygame_gui.core.UIElement, is_on: bool) -> None:
    if is_on:
        element.enable()
    else:
        element.disable()
