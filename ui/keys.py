"""Chosen keys: which action has another key than usual, and which action loses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import pygame

from ui.actions import Action, Gesture
from ui.input import ARROWS, ENTER, MODIFIERS, Key
from ui.text import _

Keys = tuple[tuple[str, str], ...]
"""Identities of actions and texts of keys, as the settings have them."""

# What keys are called in the settings: 'z', 'f2', 'page up' is 'pageup'.
CODES: Final[Mapping[str, int]] = {
    name.removeprefix("K_").lower(): code for name, code in vars(pygame).items() if name.startswith("K_")
}
NAMES: Final[Mapping[int, str]] = {code: name for name, code in CODES.items()}

# What plain keys are for, whatever the page.
TAKEN: Final = (*ARROWS, *ENTER, *MODIFIERS, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_UNKNOWN)
SQUARES: Final = (*range(pygame.K_a, pygame.K_h + 1), *range(pygame.K_1, pygame.K_8 + 1))


def key_text(key: Key) -> str:
    """'ctrl+shift+c', the inverse of `parse_key`."""
    return "ctrl+" * key.control + "shift+" * key.shift + NAMES[key.code]


def parse_key(text: str) -> Key | None:
    """None for what names no key that an action can have."""
    *held, name = text.lower().split("+")
    if name not in CODES or not set(held) <= {"ctrl", "shift"}:
        return None
    key = Key(CODES[name], control="ctrl" in held, shift="shift" in held)
    return None if why_not(key) else key


def why_not(key: Key) -> str:
    """Why no action can have this key, in a sentence; '' where one can."""
    if key.code in TAKEN or key.code not in NAMES:
        return _("This key cannot be changed: it navigates, chooses or closes, or has no name.")
    if key.code in SQUARES and not key.control:
        return _("A to H and 1 to 8 are for typing squares: take another key, or hold Ctrl.")
    if key.shift and not (key.control or pygame.K_a <= key.code <= pygame.K_z):
        return _("Shift works only together with Ctrl or a letter.")
    return ""


def with_keys(rows: Iterable[Action | Gesture], keys: Keys) -> list[Action | Gesture]:
    """The rows of a page with the chosen keys. Each takes the place of the action's first key.

    No other action of the page keeps that key; of two actions with the same chosen key the first has it.
    """
    own: dict[str, Key] = {}
    known = list(rows)
    identities = {row.identity for row in known if isinstance(row, Action)}
    for identity, text in keys:
        key = parse_key(text)
        if key is not None and identity in identities and key not in own.values():
            own[identity] = key
    return [_with_key(row, own) if isinstance(row, Action) else row for row in known]


def _with_key(action: Action, own: Mapping[str, Key]) -> Action:
    chosen = [own[action.identity]] if action.identity in own else []
    kept = [key for key in action.keys[len(chosen) :] if key not in own.values()]
    aliases = tuple(key for key in action.aliases if key not in own.values())
    return replace(action, keys=(*chosen, *kept), aliases=aliases)


def owners(tables: Iterable[Sequence[Action]], identity: str, key: Key) -> list[Action]:
    """The other actions that have this key now, on a page where the action is."""
    found: dict[str, Action] = {}
    for actions in tables:
        if any(action.identity == identity for action in actions):
            found |= {a.identity: a for a in actions if a.identity != identity and key in a.all_keys}
    return list(found.values())


def changed(keys: Keys, identity: str, key: Key | None) -> Keys:
    """With another key for an action, None for its usual one; another action that was given it loses it."""
    text = None if key is None else key_text(key)
    rest = {name: found for name, found in keys if name != identity and found != text}
    return tuple(sorted((rest | {identity: text}).items() if text is not None else rest.items()))


def unknown(keys: Keys) -> list[str]:
    """Texts in the settings that name no key."""
    return [text for _identity, text in keys if parse_key(text) is None]
