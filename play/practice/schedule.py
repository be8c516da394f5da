"""When something comes back: a box system in the manner of Leitner (1972), in days.

What fails comes back the next day, and after each right answer later. What is practised before its day is not
moved by a right answer, for little had been forgotten; by a wrong one it begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

DAYS: Final = (1, 3, 7, 21, 60, 180)
"""After a failure, then after 1, 2, ... right answers in a row since."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """`right` answers in a row; the day it is `due`, None where it was known at first sight: never."""

    right: int
    due: date | None

    def is_due(self, today: date) -> bool:
        """Also where the day is later than an answer of today would put it: the clock was wrong that day."""
        return self.due is not None and not today < self.due <= today + _wait(self.right)


def answered(before: Schedule | None, is_right: bool, today: date) -> Schedule:
    """The schedule after an answer; None before stands for what was never tried."""
    if not is_right:
        return Schedule(0, today + timedelta(DAYS[0]))
    if before is None:
        return Schedule(1, None)
    if not before.is_due(today):
        return before
    right = before.right + 1
    return Schedule(right, today + _wait(right))


def _wait(right: int) -> timedelta:
    return timedelta(DAYS[min(right, len(DAYS) - 1)])
