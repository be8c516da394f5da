"""Sentences that name keys: '{undo}' in one of them becomes the key which that action has now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ui.input import Key

# What stands for an action that has no key, and such a sign in brackets, which says nothing then.
NO_KEY: Final = "–"
_EMPTY: Final = re.compile(rf"\s*[(（]\s*{NO_KEY}\s*[)）]")

_keys: dict[str, Key] = {}


def use_keys(keys: Mapping[str, Key]) -> None:
    """Let sentences name these keys from now on, by the identities of their actions."""
    _keys.clear()
    _keys.update(keys)


class _Values(dict[str, object]):
    """Names of keys are made only where a sentence has them: sentences of the status are, in every frame."""

    def __missing__(self, identity: str) -> str:
        return _keys[identity].name if identity in _keys else NO_KEY


def keyed(sentence: str, **values: object) -> str:
    """The sentence with the keys of the actions it names, and with `values` as by `format`.

    'Undo ({undo}) brings it back' is 'Undo (Z) brings it back', or 'Undo brings it back' without a key.
    """
    return _EMPTY.sub("", sentence.format_map(_Values(values)))
