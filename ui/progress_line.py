"""A progress bar: one line on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

from game.text import _, ngettext

# Signs of the bar.
WIDTH: Final = 24
# Seconds between two pictures.
PAUSE: Final = 0.1

_TO_THE_START: Final = f"\r{' ' * 78}\r"


class ProgressLine:
    """On standard error, and only where that is a terminal. What is printed besides goes above the line."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._drawn = -PAUSE

    def draw(self, done: int, worked: int) -> None:
        """`worked` of those that are done took time: the time left is estimated from these."""
        now = time.monotonic()
        if self._is_shown and (now - self._drawn >= PAUSE or done == self._total):
            self._drawn = now
            left = (now - self._began) / worked * (self._total - done) if worked else None
            text = line(done, self._total, left)
            print(f"{_TO_THE_START}{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            print(_TO_THE_START, end="", file=sys.stderr, flush=True)
            self._drawn = -PAUSE


def line(done: int, total: int, seconds_left: float | None) -> str:
    """'[######..................] 1,200 of 4,800 games, 3:20 min left'"""
    filled = WIDTH * done // total if total else WIDTH
    games = ngettext("{done} of {total} game", "{done} of {total} games", total)
    text = games.format(done=f"{done:,}", total=f"{total:,}")
    if seconds_left is not None:
        text = _("{done}, {time} left").format(done=text, time=duration(seconds_left))
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {text}"


def duration(seconds: float) -> str:
    """'45 s', '3:20 min', '12:05 h'."""
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return _("{seconds} s").format(seconds=rest)
    if minutes < 60:
        return _("{time} min").format(time=f"{minutes}:{rest:02}")
    return _("{time} h").format(time=f"{minutes // 60}:{minutes % 60:02}")
