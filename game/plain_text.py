"""What people and other programs have written: whole numbers in it, and how much of it a message shows."""

from __future__ import annotations

from typing import Final

# A number of so many digits is larger than anything here may be.
_MOST_DIGITS: Final = 20
# What is longer than a few sentences holds something that was pasted by mistake.
_MOST_CHARS: Final = 400


def parse_digits(text: str) -> int | None:
    """'7' or '007' -> 7; None for anything but the digits 0 to 9. Of a number that is larger than all limits
    only the first digits are read, which are larger, too: Python reads no thousands of them.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text.lstrip("0")[:_MOST_DIGITS] or "0")


def quoted(text: str, chars: int) -> str:
    """In quotes, the first `chars` at most: of signs that cannot be printed fewer, for each takes many."""
    shown = repr(text[: chars + 1])
    return shown if len(shown) <= chars + 2 else f"{shown[: chars + 1]}…{shown[-1]}"


def shortened(message: str) -> str:
    """A message that quotes somebody, without the middle of what is too long."""
    if len(message) <= _MOST_CHARS:
        return message
    half = _MOST_CHARS // 2
    return f"{message[:half]}…{message[-half:]}"
