"""Sentences of the program to the person, each shown for a while beside the status line, and until the person
does something: nobody misses one by looking away.
"""

from __future__ import annotations

from typing import Final

TOAST_SECONDS: Final = 6.0


class Toasts:
    """A queue: `current` is shown until its time is over and somebody is there, then comes the next."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._left = TOAST_SECONDS
        self._answer = ""

    @property
    def current(self) -> str | None:
        return self._waiting[0] if self._waiting else None

    @property
    def is_in_time(self) -> bool:
        """Whether `current` has been shown for less than its time."""
        return bool(self._waiting) and self._left > 0

    def add(self, text: str) -> None:
        """Say something when what was to be said before has been."""
        self._waiting.append(text)

    def answer(self, text: str) -> None:
        """Say something about what the person has just done: at once, and instead of the last answer."""
        if self._answer in self._waiting:
            self._waiting.remove(self._answer)
        self._answer = text
        self._waiting.insert(0, text)
        self._left = TOAST_SECONDS

    def take_back(self) -> None:
        """The last answer is true no more: it has been undone."""
        if self._answer in self._waiting:
            if self._answer == self.current:
                self._left = TOAST_SECONDS
            self._waiting.remove(self._answer)

    def update(self, dt: float, is_somebody_there: bool = True) -> None:
        """Let `dt` seconds pass."""
        if self._waiting:
            self._left -= dt
            if self._left <= 0 and is_somebody_there:
                self._waiting.pop(0)
                self._left = TOAST_SECONDS
