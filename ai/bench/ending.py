"""How a long piece of work came to its end: what it had found until then is reported all the same."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from game.text import _


class Ending:
    """Keeps what ended a block, Ctrl-C or an error, until the report is out.

    with Ending() as ending:
        ...  # many searches
    ...  # the report of those that are done
    ending.raise_error()
    """

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __enter__(self) -> Ending:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        self.error = error
        return isinstance(error, Exception | KeyboardInterrupt)

    @property
    def was_interrupted(self) -> bool:
        """By Ctrl-C, or by a signal that the command line takes for it."""
        return isinstance(self.error, KeyboardInterrupt)

    @property
    def problem(self) -> str | None:
        """What went wrong, for people; None if nothing did."""
        if self.error is None or self.was_interrupted:
            return None
        if isinstance(self.error, MemoryError):
            return _("there is not enough memory")
        return str(self.error) or type(self.error).__name__

    def as_json(self) -> dict[str, Any]:
        return {"interrupted": self.was_interrupted, "problem": self.problem}

    def raise_error(self) -> None:
        """Raise what ended the block, if it was not its own end."""
        if self.error is not None:
            raise self.error
