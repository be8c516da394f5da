"""Values as JSON has them: each reader takes what was found, and raises a ValueError when it is of no use.

The message goes on after the name of the value: 'must be a number, not "loud"'.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

# How much of a value an error message shows.
SHOWN_CHARS: Final = 40
# Nothing that is measured here comes near it.
MAX_NUMBER: Final = 1e300

E = TypeVar("E", bound=Enum)


def read_text(found: Any) -> str:
    if not isinstance(found, str):
        raise ValueError(f"must be a text, not {shown(found)}")
    return found


def read_flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise ValueError(f"must be true or false, not {shown(found)}")
    return found


def read_number(found: Any, least: float = -MAX_NUMBER, most: float = MAX_NUMBER) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < MAX_NUMBER:
        raise ValueError(f"must be a number, not {shown(found)}")
    if not least <= found <= most:
        limits = f"at least {least:g}" if most == MAX_NUMBER else f"from {least:g} to {most:g}"
        raise ValueError(f"must be {limits}, not {shown(found)}")
    return float(found)


def read_whole(found: Any, least: int, most: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise ValueError(f"must be a whole number from {least} to {most}, not {shown(found)}")
    return found


def read_list(found: Any, length: int | None = None) -> list[Any]:
    if not isinstance(found, list) or (length is not None and len(found) != length):
        wanted = "a list" if length is None else f"a list of {length}"
        raise ValueError(f"must be {wanted}, not {shown(found)}")
    return found


def one_of(choices: type[E]) -> Callable[[Any], E]:
    """The reader of one of the values of `choices`."""

    def read(found: Any) -> E:
        for choice in choices:
            if choice.value == found:
                return choice
        raise ValueError(f"must be one of {', '.join(c.value for c in choices)}, not {shown(found)}")

    return read


def shown(found: Any) -> str:
    """What was found, cut to a length that fits into a sentence."""
    if isinstance(found, list | dict):
        return f"a list of {len(found)}" if isinstance(found, list) else "an object"
    text = json.dumps(found)
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS] + "…"
