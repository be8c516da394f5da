"""Messages to the person, each shown beside the status line for a while, and until there is input."""

from typing import Final

TOAST_SECONDS: Final = 6.0


class Toasts:
    """A queue: `current` is shown until its time is over and there is input, then comes the next."""

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
        """Show it after those that are waiting."""
        self._waiting.append(text)

    def answer(self, text: str, seconds: float = TOAST_SECONDS) -> None:
        """Show what came of what the person has just done: at once, and in place of the last answer."""
        if self._answer in self._waiting:
            self._waiting.remove(self._answer)
        self._answer = text
        self._waiting.insert(0, text)
        self._left = seconds

    def take_back(self) -> None:
        """Remove the last answer, which is no longer true: what it was about has been undone."""
        if self._answer in self._waiting:
            if self._answer == self.current:
                self._left = TOAST_SECONDS
            self._waiting.remove(self._answer)

    def update(self, dt: float, has_input: bool = True) -> None:
        if self._waiting:
            self._left -= dt
            if self._left <= 0 and has_input:
                self._waiting.pop(0)
                self._left = TOAST_SECONDS
