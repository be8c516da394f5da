"""Sentences that name keys: '{undo}' in one of them becomes the key which that action has now."""

from __future__ import annotations

import re
from collections import defaultdict
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


def keyed(sentence: str, **values: object) -> str:
    """The sentence with the keys of the actions it names, and with `values` as by `format`.

    'Undo ({undo}) brings it back' is 'Undo (Z) brings it back', or 'Undo brings it back' without a key.
    """
    names = {identity: key.name for identity, key in _keys.items()}
    return _EMPTY.sub("", sentence.format_map(defaultdict(lambda: NO_KEY, names | values)))
