"""The user's actions: one table, from which toolbar, keys, tips and the help sheet are built."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import pygame

from ui.input import ARROWS, ENTER, MODIFIERS, Key
from ui.text import N_, _
from ui.text.wording import capitalised


class Group(Enum):
    """The columns of the help sheet; empty ones are left out."""

    EDIT = N_("Edit")
    PRACTICE = N_("Practice")
    LINES = N_("Lines")
    PLAY = N_("Play")
    SEARCH = N_("Search")
    SEE = N_("See")
    TREE = N_("Tree")
    WINDOW = N_("Window")


class Place(Enum):
    """The place of an action's button in the toolbar, or of its line in the toolbar's menu."""

    GAME = "game"
    TRAVEL = "travel"
    SEARCH = "search"
    LEFT = "left"
    MORE = "more"
    """After the other groups: the button that opens the menu."""
    MENU = "menu"
    """Less common actions, as lines of the menu."""
    RIGHT = "right"


GROUPS = (Place.GAME, Place.TRAVEL, Place.SEARCH, Place.LEFT)
"""The groups of buttons at the left of the toolbar, in order."""


@dataclass(frozen=True, slots=True)
class Action:
    """A row of the table. `label` and the sentence `tip` are marked for translation.

    `aliases` are keys that no list shows. While an action is not possible, its button is grey and its keys
    show `why_not`. The button stays down while `is_on`, with `label_on` if given; it shows `label_alternate`
    while `is_alternate`, `label_done` once `is_done`. Buttons of a page itself need no `place`. `icon` is the
    picture on the button (a file in assets/icons), `icon_on` the one while down; `has_words` adds the label
    beside it where there is room. `short` is the label in a toolbar with little room.
    """

    identity: str
    label: str
    tip: str
    perform: Callable[[], object]
    keys: tuple[Key, ...] = ()
    group: Group = Group.PLAY
    place: Place | None = None
    is_possible: Callable[[], bool] = lambda: True
    is_on: Callable[[], bool] = lambda: False
    label_on: str = ""
    is_alternate: Callable[[], bool] = lambda: False
    label_alternate: str = ""
    is_done: Callable[[], bool] = lambda: False
    label_done: str = ""
    is_primary: bool = False
    aliases: tuple[Key, ...] = ()
    short: str = ""
    icon: str = ""
    icon_on: str = ""
    has_words: bool = False
    why_not: str = ""

    @property
    def all_keys(self) -> tuple[Key, ...]:
        return self.keys + self.aliases

    @property
    def shown_label(self) -> str:
        """The label for the current state of the action, translated."""
        if self.label_on and self.is_on():
            return _(self.label_on)
        if self.label_alternate and self.is_alternate():
            return _(self.label_alternate)
        return _(self.label_done if self.label_done and self.is_done() else self.label)

    @property
    def name(self) -> str:
        """The name in lists of actions, whatever the state of the action."""
        return capitalised(_(self.label))

    @property
    def refusal(self) -> str:
        """The sentence shown when the user presses a key of the action while it is not possible."""
        return _(self.why_not) if self.why_not else _("{name} is not possible now", name=self.name)

    @property
    def shown_keys(self) -> str:
        """The keys as text: 'Z, Backspace'."""
        return ", ".join(key.name for key in self.keys)

    @property
    def shown_tip(self) -> str:
        """The label if the button shows only a picture, then the tip and the first key, if any."""
        is_picture = bool(self.icon) and not self.has_words
        tip = _("{name}: {tip}", name=_(self.label), tip=_(self.tip)) if is_picture else _(self.tip)
        return f"{tip} ({self.keys[0].name})" if self.keys else tip


@dataclass(frozen=True, slots=True)
class Gesture:
    """A use of the keyboard that is not a single action: a row that only the help sheet shows."""

    keys: str
    label: str
    group: Group = Group.PLAY

    @property
    def name(self) -> str:
        return _(self.label)

    @property
    def shown_keys(self) -> str:
        return _(self.keys)


class Actions:
    """The table of current actions: those of the window and of the open page."""

    def __init__(self, *rows: Action | Gesture) -> None:
        """Raises ValueError if two actions share an identity or a key."""
        self.rows = rows
        self._by_identity = {action.identity: action for action in self}
        keys = [key for action in self for key in action.all_keys]
        if len(self._by_identity) < len(list(self)) or len(set(keys)) < len(keys):
            raise ValueError("two actions have the same identity or the same key")

    def __iter__(self) -> Iterator[Action]:
        return (row for row in self.rows if isinstance(row, Action))

    def __contains__(self, identity: str) -> bool:
        return identity in self._by_identity

    def __getitem__(self, identity: str) -> Action:
        return self._by_identity[identity]

    def of_key(self, event: pygame.event.Event) -> Action | None:
        """Returns the action of the key in a KEYDOWN event, None if there is none."""
        pressed = Key.of(event)
        return next((action for action in self if pressed in action.all_keys), None)

    def perform(self, identity: str) -> None:
        """Performs the action if it is possible now."""
        action = self[identity]
        if action.is_possible():
            action.perform()


Keys = tuple[tuple[str, str], ...]
"""Pairs of an action's identity and a key as text, from the settings."""

# Codes of keys by their names in the settings: 'z', 'f2', 'pageup'.
CODES: Final[Mapping[str, int]] = {
    name.removeprefix("K_").lower(): code for name, code in vars(pygame).items() if name.startswith("K_")
}

# Keys with a fixed use on every page: TAKEN always, SQUARES (they type a square) unless Ctrl is held.
TAKEN: Final = (*ARROWS, *ENTER, *MODIFIERS, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_UNKNOWN)
SQUARES: Final = (*range(pygame.K_a, pygame.K_h + 1), *range(pygame.K_1, pygame.K_8 + 1))


def parse_key(text: str) -> Key | None:
    """Parses a key of the settings, such as 'ctrl+shift+c'; returns None if no action can have it."""
    *held, name = text.lower().split("+")
    code, control, shift = CODES.get(name, pygame.K_UNKNOWN), "ctrl" in held, "shift" in held
    if code in TAKEN or not set(held) <= {"ctrl", "shift"}:
        return None
    if not control and (code in SQUARES or (shift and not pygame.K_a <= code <= pygame.K_z)):
        return None
    return Key(code, control=control, shift=shift)


def wrong_keys(keys: Keys, tables: Iterable[Sequence[Action]]) -> Iterator[str]:
    """Yields a sentence for each entry with an unknown action or with a key that no action can have."""
    known = {action.identity for actions in tables for action in actions}
    for identity, text in keys:
        if identity not in known:
            yield _("The settings give a key to an unknown action: {action}", action=identity)
        elif parse_key(text) is None:
            yield _("The settings use a key that cannot be assigned: {key}", key=text)


def with_keys(rows: Iterable[Action | Gesture], keys: Keys) -> list[Action | Gesture]:
    """Returns the rows; a chosen key replaces the first key of its action and is removed from all others."""
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
