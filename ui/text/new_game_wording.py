"""What the dialog New game calls its choices, and how a clock of one's own is read."""

from __future__ import annotations

from ai.limits import LONGEST_MOVE, Algorithm
from game.board import Color
from game.clock import TimeControl
from game.starts import Start
from ui.text import _
from ui.text.wording import capitalised, format_algorithm, format_color, format_start


def own_clock(minutes: str, seconds: str) -> TimeControl:
    """A clock as it is typed: minutes for the whole game, seconds that each move adds; seconds alone are the
    time for each move. Raises ValueError with a sentence for the person.
    """
    per_game, per_move = 60 * _number(minutes), _number(seconds)
    if max(per_game, per_move) > LONGEST_MOVE:
        raise ValueError(_("A clock has a day, 1440 minutes, at most."))
    if per_game:
        return TimeControl(per_game=per_game, increment=per_move)
    if per_move:
        return TimeControl(per_move=per_move)
    raise ValueError(_("A clock needs minutes for the game, seconds for each move, or both."))


def _number(text: str) -> float:
    """0 or more; a comma is a point, and nothing is 0."""
    try:
        number = float(text.strip().replace(",", ".") or 0)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ValueError(
            _("Of a clock, “{text}” is no number of minutes or seconds.").format(text=text.strip())
        )
    return number


def side_label(side: Color | None) -> str:
    return _("Either") if side is None else format_color(side)


def search_label(algorithm: Algorithm) -> str:
    return capitalised(format_algorithm(algorithm))


def seconds_label(seconds: float) -> str:
    return _("{seconds} s per move").format(seconds=f"{seconds:g}")


def clock_label(control: TimeControl | None) -> str:
    return _("One of your own …") if control is None else control_label(control)


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
