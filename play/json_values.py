"""Readers of JSON values. Each raises a ValueError that continues after a name: 'must be text, not 5'."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, Final, TypeVar

from game.text import _

# The most characters of a value that an error message shows.
SHOWN_CHARS: Final = 40
# Far above every quantity in these files.
MAX_NUMBER: Final = 1e300

D = TypeVar("D")
E = TypeVar("E", bound=Enum)
T = TypeVar("T")


class NewerVersion(ValueError):
    """The file was written by a later version of the program, which may store more in it."""


def check_version(content: Mapping[str, Any], version: int) -> None:
    """Raises NewerVersion for a file of a later version than `version`."""
    found = content.get("version", version)
    if not isinstance(found, int) or found > version:
        raise NewerVersion(shown(found))


def read_text(found: Any) -> str:
    if not isinstance(found, str):
        raise ValueError(_("must be text, not {found}", found=shown(found)))
    return found


def read_flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise ValueError(_("must be true or false, not {found}", found=shown(found)))
    return found


def read_number(found: Any, least: float = -MAX_NUMBER, most: float = MAX_NUMBER) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < MAX_NUMBER:
        raise ValueError(_("must be a number, not {found}", found=shown(found)))
    if not least <= found <= most:
        sentence = (
            _("must be at least {least}, not {found}")
            if most == MAX_NUMBER
            else _("must be from {least} to {most}, not {found}")
        )
        raise ValueError(sentence.format(least=f"{least:g}", most=f"{most:g}", found=shown(found)))
    return float(found)


def read_whole(found: Any, least: int, most: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        sentence = _("must be a whole number from {least} to {most}, not {found}")
        raise ValueError(sentence.format(least=least, most=most, found=shown(found)))
    return found


def read_list(found: Any, length: int | None = None) -> list[Any]:
    if not isinstance(found, list) or (length is not None and len(found) != length):
        sentence = (
            _("must be a list, not {found}")
            if length is None
            else _("must be a list of {count}, not {found}")
        )
        raise ValueError(sentence.format(count=length, found=shown(found)))
    return found


def read_object(found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ValueError(_("must be an object, not {found}", found=shown(found)))
    return found


def read_date(found: Any) -> datetime:
    try:
        return datetime.fromisoformat(read_text(found)).replace(tzinfo=None)
    except ValueError as error:
        raise ValueError(_("must be a date and a time, not {found}", found=shown(found))) from error


def one_of(choices: type[E], found: Any) -> E:
    """Returns the member of `choices` with this value. Raises ValueError."""
    for choice in choices:
        if choice.value == found:
            return choice
    sentence = _("must be one of {choices}, not {found}")
    raise ValueError(sentence.format(choices=", ".join(c.value for c in choices), found=shown(found)))


def read_or(
    default: D, name: str, read: Callable[[Any], T], found: Any, say: Callable[[str], object]
) -> T | D:
    """Returns the value that `read` makes of `found`; if unusable, `default`, and tells `say` why."""
    try:
        return read(found)
    except ValueError as error:
        say(named(name, error))
        return default


def shown(found: Any) -> str:
    """Returns the value as text, short enough for a sentence."""
    if isinstance(found, list):
        return _("a list of {count}", count=len(found))
    if isinstance(found, dict):
        return _("an object")
    text = json.dumps(found)
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS] + "…"


def named(name: str, problem: ValueError) -> str:
    """Returns the sentence of a reader's problem with the value of this name."""
    return _("{name} {problem}", name=name, problem=problem)
