"""Game clocks. A reading is a frozen value, so that undo can restore the one before a move."""

import re
from dataclasses import dataclass, replace
from typing import Final

from game.board import Color
from game.plain_text import quoted
from game.text import _

CONTROL: Final = re.compile(
    r"(?:(?P<minutes>\d{1,4}):)?(?P<seconds>\d{1,5}(?:\.\d{1,3})?)(?:\+(?P<more>\d{1,4}(?:\.\d{1,3})?))?"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds per move and per game; None is unlimited. Each move adds `increment` to the game time."""

    per_move: float | None = None
    per_game: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.per_move is not None and not 0 < self.per_move < float("inf"):
            raise ValueError(_("seconds per move must be more than 0, not {seconds}", seconds=self.per_move))
        if self.per_game is not None and not 0 < self.per_game < float("inf"):
            raise ValueError(_("seconds per game must be more than 0, not {seconds}", seconds=self.per_game))
        if not 0 <= self.increment < float("inf"):
            sentence = _("the increment must be 0 seconds or more, not {seconds}", seconds=self.increment)
            raise ValueError(sentence)

    @property
    def is_limited(self) -> bool:
        return self.per_move is not None or self.per_game is not None


def parse_control(text: str) -> TimeControl:
    """Reads a game time, perhaps with an increment in seconds: `300`, `5:00`, `5:00+2`. Raises ValueError."""
    match = CONTROL.fullmatch(text.strip())
    total = 0.0 if match is None else 60 * int(match["minutes"] or 0) + float(match["seconds"])
    if match is None or not total:
        sentence = _("write a clock as minutes:seconds+increment, such as 5:00+2, not {text}")
        raise ValueError(sentence.format(text=quoted(text)))
    return TimeControl(per_game=total, increment=float(match["more"] or 0))


@dataclass(frozen=True, slots=True)
class Clock:
    """A reading of both clocks, in seconds. `remaining` is the game time of each side (None: unlimited), from
    which the time `spent` on this move by the side to move is not yet subtracted.
    """

    control: TimeControl
    remaining: tuple[float | None, float | None]
    spent: float = 0.0

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        return cls(control, (control.per_game, control.per_game))

    def ticked(self, seconds: float) -> "Clock":
        """Returns the reading after the side to move has thought for `seconds` more."""
        return replace(self, spent=self.spent + seconds)

    def moved(self, color: Color) -> "Clock":
        """Returns the reading after a move of `color`: subtracts the time spent, adds the increment."""
        return self.settled(color, self.control.increment)

    def settled(self, turn: Color, more: float = 0.0) -> "Clock":
        """Returns the reading with the time spent by the side to move subtracted and `more` added."""
        left = self.remaining[turn]
        if left is None:
            return replace(self, spent=0.0)
        mine, other = max(0.0, left - self.spent) + more, self.remaining[turn.other]
        return replace(self, remaining=(mine, other) if turn is Color.BLACK else (other, mine), spent=0.0)

    def after_moves(self, black: int, white: int) -> "Clock":
        """Returns the reading with the increment added for each move, or subtracted if the number is
        negative. At least a second remains, or what was left of one: the change alone loses no game on time.
        """
        one, other = (
            None if left is None else max(min(left, 1.0), left + count * self.control.increment)
            for left, count in zip(self.remaining, (black, white), strict=True)
        )
        return replace(self, remaining=(one, other))

    def game_time(self, color: Color, turn: Color) -> float | None:
        """Returns the seconds `color` has left for the game if `turn` is to move; None if unlimited."""
        left = self.remaining[color]
        if left is None:
            return None
        return max(0.0, left - self.spent) if color is turn else left

    def time_for_move(self, turn: Color) -> float | None:
        """Returns the seconds until the side to move loses on time; None if it never does."""
        limits = [t for t in (self.control.per_move, self.remaining[turn]) if t is not None]
        return max(0.0, min(limits) - self.spent) if limits else None

    def has_expired(self, turn: Color) -> bool:
        """Returns whether the side to move has run out of time."""
        return self.time_for_move(turn) == 0
