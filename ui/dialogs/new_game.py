"""The new-game dialog: who plays, how strong, how long, and from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import pygame
import pygame_gui
from pygame import Rect

from ai.even_openings import even_opening
from ai.levels import level as level_of
from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.game import Game
from game.records.transcript import parse_transcript
from game.starts import Start
from play.match import Seat, Seats
from play.settings import sentence
from ui.dialogs.dialog import Dialog
from ui.theme import Theme

PERSON: Final = "Person"
PLAYERS: Final = {
    PERSON: None,
    "Computer, PVS": Algorithm.PVS,
    "Computer, alpha-beta": Algorithm.ALPHABETA,
}
THINKING: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
CLOCKS: Final = {
    "No clock": TimeControl(),
    "10 s per move": TimeControl(per_move=10),
    "30 s per move": TimeControl(per_move=30),
    "1 min per game": TimeControl(per_game=60),
    "3 min + 2 s per move": TimeControl(per_game=180, increment=2),
    "5 min per game": TimeControl(per_game=300),
    "5 min + 5 s per move": TimeControl(per_game=300, increment=5),
    "15 min per game": TimeControl(per_game=900),
    "25 min + 10 s per move": TimeControl(per_game=1500, increment=10),
}
FROM_TEXT: Final = "From text"
STARTS: Final = {start.label: start for start in Start}


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a new game is made of; `text` is a transcript or a position, used when `start` is None."""

    seats: Seats = (Seat(), Seat(Algorithm.PVS, level=3))
    control: TimeControl = CLOCKS["No clock"]
    start: Start | None = Start.STANDARD
    text: str = ""

    def game(self) -> Game:
        """The game at its beginning. Raises ValueError when `text` is no legal game."""
        if self.start is not None:
            return self.start.new_game(Random(), even_opening)
        if not self.text.strip():
            raise ValueError(
                "Type or paste a transcript (f5d6c3…) or a position (64 squares and the side to move)."
            )
        game = parse_transcript(self.text)
        if game.result() is not None and not game.moves:
            raise ValueError("In this position neither side can move: the game is already over.")
        return game


class NewGameDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        chosen: NewGame,
        start: Callable[[NewGame, Game], None],
    ) -> None:
        """`start` is called with the choice and its game when the dialog is accepted."""
        super().__init__(manager, theme, "New game", (640, 480))
        self._start = start
        self._chosen = chosen
        self._players = []
        for color in Color:
            place = self.row(color.label)
            half = (place.width - theme.px(8)) // 2
            seat = chosen.seats[color]
            who = next(name for name, algorithm in PLAYERS.items() if algorithm == seat.algorithm)
            player = self.drop_down(Rect(place.left, place.top, half, place.height), tuple(PLAYERS), who)
            left = place.left + half + theme.px(8)
            level = self.drop_down(
                Rect(left, place.top, place.right - left, place.height), LEVEL_NAMES, level_name(seat.level)
            )
            self._players.append((player, level))
        seconds = next((s.seconds for s in chosen.seats if not s.is_human), chosen.seats[1].seconds)
        thinking = tuple(seconds_name(s) for s in sorted({*THINKING, seconds}))
        self._thinking = self.drop_down(self.row("Computer thinks up to"), thinking, seconds_name(seconds))
        clock = next((name for name, control in CLOCKS.items() if control == chosen.control), "No clock")
        self._clock = self.drop_down(self.row("Clock for both sides"), tuple(CLOCKS), clock)
        begin = chosen.start.label if chosen.start is not None else FROM_TEXT
        self._begin = self.drop_down(self.row("Start"), (*STARTS, FROM_TEXT), begin)
        self._text = self.entry(
            self.row("Transcript or position"),
            chosen.text,
            "e.g. f5d6c3d3c4, or 64 squares and the side to move",
        )
        self.buttons("Play")
        self.changed()

    def choice(self) -> NewGame:
        """What the widgets say now."""
        seconds = float(self._thinking.selected_option[0].split()[0])
        seats = tuple(
            Seat(PLAYERS[player.selected_option[0]], LEVEL_NAMES.index(level.selected_option[0]) + 1, seconds)
            for player, level in self._players
        )
        begin = self._begin.selected_option[0]
        return replace(
            self._chosen,
            seats=(seats[0], seats[1]),
            control=CLOCKS[self._clock.selected_option[0]],
            start=STARTS.get(begin),
            text=self._text.get_text(),
        )

    def accept(self) -> None:
        choice = self.choice()
        try:
            game = choice.game()
        except ValueError as error:
            self.say_error(sentence(error))
            return
        self.close()
        self._start(choice, game)

    def process(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            self.changed()
        elif event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self.say_error("")
        super().process(event)

    def changed(self) -> None:
        """Levels belong to computers, and the text to its start."""
        for player, level in self._players:
            _enable(level, player.selected_option[0] != PERSON)
        people = all(player.selected_option[0] == PERSON for player, _ in self._players)
        _enable(self._thinking, not people)
        _enable(self._text, self._begin.selected_option[0] == FROM_TEXT)
        self.say_error("")

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> NewGameDialog:
        return NewGameDialog(manager, theme, self.choice(), self._start)


def level_name(level: int) -> str:
    return f"{level}  {level_of(level).name}"


LEVEL_NAMES: Final = tuple(level_name(level) for level in range(1, FULL_STRENGTH + 1))


def seconds_name(seconds: float) -> str:
    return f"{seconds:g} s per move"


def _enable(element: pygame_gui.core.UIElement, is_on: bool) -> None:
    if is_on:
        element.enable()
    else:
        element.disable()
