"""Sentences that name keys: '{undo}' in one of them becomes the key which that action has now."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ui.input import Key

# What stands for an action that has no key, and such a sign in brackets, which says nothing then.
NO_KEY: Final = "–"
_EMPTY: Final = re.compile(rf"\s*[(（]\s*{NO_KEY}\s*[)）]")

_find_key: Callable[[str], Key | None] = dict[str, Key]().get


def use_keys(find: Callable[[str], Key | None]) -> None:
    """Let sentences name the keys it finds from now on, by the identities of their actions."""
    global _find_key
    _find_key = find


class _Values(dict[str, object]):
    """Names of keys are made only where a sentence has them: sentences of the status are, in every frame."""

    def __missing__(self, identity: str) -> str:
        key = _find_key(identity)
        return NO_KEY if key is None else key.name


def keyed(sentence: str, **values: object) -> str:
    """The sentence with the keys of the actions it names, and with `values` as by `format`.

    'Undo ({undo}) brings it back' is 'Undo (Z) brings it back', or 'Undo brings it back' without a key.
    """
    return _EMPTY.sub("", sentence.format_map(_Values(values)))
