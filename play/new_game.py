"""The choices for a new game: its players, its clock, and its start."""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ai.even_openings import even_opening
from game.board import Color
from game.clock import TimeControl
from game.records.any_format import first_part, lacks_side, parse_game, with_side
from game.records.record import Record
from game.records.transcript import on_one_line
from game.starts import Start, parse_start
from game.text import N_, _
from game.tree import Game
from play.players import Seat, Seats
from play.settings import Density, Settings
from play.starts import PATTERNS, chosen_starts

NO_CLOCK: Final = TimeControl()
EXPECTED: Final = {
    Start.XOT: N_("Type the path of an XOT list."),
    Start.SCORED: N_("Type plies and scores, as in 10:-2..2."),
}
WHO_IS_TO_MOVE: Final = N_("Who is to move? Choose below: the text has 64 squares but no side.")


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game: a `start`, which `chosen_starts` may read from `text`, or if None the `text` of a game or
    position, with its `record` if already read.
    `turn` is the side to move for 64 squares without one; `either` assigns the `seats` at random. `density`
    is how much to show of games of this kind from now on; None changes nothing.
    """

    seats: Seats
    control: TimeControl = NO_CLOCK
    start: Start | None = Start.STANDARD
    text: str = ""
    turn: Color | None = None
    either: bool = False
    record: Record | None = field(default=None, compare=False)
    density: Density | None = field(default=None, compare=False)
    coach: bool | None = field(default=None, compare=False)

    @classmethod
    def last(cls, settings: Settings, is_watched: bool = False) -> "NewGame":
        """Returns the last choices for a game of the user, or of the computer against itself."""
        seats = settings.watched if is_watched else settings.seats
        either, text = settings.either and not is_watched, settings.start_text
        return cls(seats, settings.control, settings.start, text, either=either)

    def drawn_seats(self, chance: Random) -> Seats:
        black, white = self.seats
        return (white, black) if self.either and chance.random() < 0.5 else (black, white)

    @classmethod
    def of_text(cls, text: str, seats: Seats, control: TimeControl) -> "NewGame":
        """Returns the offer for a text: a game for two people without a clock, a position for `seats`."""
        line, record = on_one_line(first_part(text)), None
        with suppress(ValueError):  # the dialog shows the problem where the user can fix it
            record = parse_game(text)
        if record is None or not record.game.moves:
            return cls(seats, control, None, line, record=record)
        players = Seat(name=record.black), Seat(name=record.white)
        return cls(players, start=None, text=line, record=record)

    def game(self) -> Game:
        """Creates the game, which may take seconds. Raises ValueError for an unusable `text`."""
        if self.start in PATTERNS:
            text = "xot:" * (self.start is Start.XOT) + self.text.strip()
            if PATTERNS[self.start].fullmatch(text) is None:
                raise ValueError(_(EXPECTED[self.start]))
            return parse_start(chosen_starts(text, 1, Random().getrandbits(32), [])[0])
        if self.start is not None:
            return self.start.new_game(Random(), even_opening)
        if not self.text.strip():
            raise ValueError(
                _("Type or paste a transcript (f5d6c3…) or a position (64 squares and the side to move).")
            )
        if self.turn is None and lacks_side(self.text):
            raise ValueError(_(WHO_IS_TO_MOVE))
        text = self.text if self.turn is None else with_side(self.text, self.turn)
        game = (self.record or parse_game(text)).game
        if game.result() is not None and not game.moves:
            raise ValueError(_("In this position neither side can move: the game is already over."))
        return game
