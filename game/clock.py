"""Clocks. A reading is a frozen value, so that the one before a move can be put back by undo."""

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
    """Seconds per move and per game; None is unlimited. After each move `increment` joins the game time."""

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
    """Reads `300`, `5:00` or `5:00+2`, the time of a game and the increment. Raises ValueError."""
    match = CONTROL.fullmatch(text.strip())
    total = 0.0 if match is None else 60 * int(match["minutes"] or 0) + float(match["seconds"])
    if match is None or not total:
        sentence = _("a clock is minutes:seconds and an increment, such as 5:00+2, not {text}")
        raise ValueError(sentence.format(text=quoted(text)))
    return TimeControl(per_game=total, increment=float(match["more"] or 0))


@dataclass(frozen=True, slots=True)
class Clock:
    """One reading of both clocks, in seconds. What the side to move has `spent` on this move is not yet taken
    off what it has `remaining` of its game (None when unlimited).
    """

    control: TimeControl
    remaining: tuple[float | None, float | None]
    spent: float = 0.0

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        return cls(control, (control.per_game, control.per_game))

    def ticked(self, seconds: float) -> "Clock":
        """The reading after the side to move has thought on."""
        return replace(self, spent=self.spent + seconds)

    def moved(self, color: Color) -> "Clock":
        """The reading after a move of `color`: its time is taken off, and the increment added."""
        return self.settled(color, self.control.increment)

    def settled(self, turn: Color, more: float = 0.0) -> "Clock":
        """The reading with the time of the side to move taken off, and `more` added."""
        left = self.remaining[turn]
        if left is None:
            return replace(self, spent=0.0)
        mine, other = max(0.0, left - self.spent) + more, self.remaining[turn.other]
        return replace(self, remaining=(mine, other) if turn is Color.BLACK else (other, mine), spent=0.0)

    def after_moves(self, black: int, white: int) -> "Clock":
        """Adds the increment for each move, or takes it away if the number is negative. That alone loses
        no game on time: a second is left, or what was left of one.
        """
        one, other = (
            None if left is None else max(min(left, 1.0), left + count * self.control.increment)
            for left, count in zip(self.remaining, (black, white), strict=True)
        )
        return replace(self, remaining=(one, other))

    def game_time(self, color: Color, turn: Color) -> float | None:
        """Seconds `color` has left of its game, when `turn` is the side to move; None if unlimited."""
        left = self.remaining[color]
        if left is None:
            return None
        return max(0.0, left - self.spent) if color is turn else left

    def time_for_move(self, turn: Color) -> float | None:
        """Seconds until the side to move loses on time; None if it never does."""
        limits = [t for t in (self.control.per_move, self.remaining[turn]) if t is not None]
        return max(0.0, min(limits) - self.spent) if limits else None

    def has_fallen(self, turn: Color) -> bool:
        """Whether the side to move has overstepped its time."""
        return self.time_for_move(turn) == 0
