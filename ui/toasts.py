"""Messages to the user, each shown in the status line for a while and until there is input."""

from typing import Final

TOAST_SECONDS: Final = 6.0


class Toasts:
    """A queue of messages: `current` is shown until its time is over and there is input, then the next."""

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
        """Shows a message after those that are waiting."""
        self._waiting.append(text)

    def answer(self, text: str, seconds: float = TOAST_SECONDS) -> None:
        """Shows the result of the user's last action at once, in place of the last such answer."""
        if self._answer in self._waiting:
            self._waiting.remove(self._answer)
        self._answer = text
        self._waiting.insert(0, text)
        self._left = seconds

    def take_back(self) -> None:
        """Removes the last answer, which is no longer true: its cause has been undone."""
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
