"""What a person can ask for: one table, from which toolbar, keys, tips and the help sheet are made."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import pygame

from ui.input import ARROWS, ENTER, MODIFIERS, Key
from ui.text import N_, _
from ui.text.wording import capitalised


class Group(Enum):
    """The columns of the help sheet, as far as there is something in them."""

    EDIT = N_("Edit")
    PRACTICE = N_("Practice")
    LINES = N_("Lines")
    PLAY = N_("Play")
    SEARCH = N_("Search")
    SEE = N_("See")
    TREE = N_("Tree")
    WINDOW = N_("Window")


class Place(Enum):
    """Where in the toolbar an action has its button, or in its menu a line."""

    GAME = "game"
    TRAVEL = "travel"
    SEARCH = "search"
    LEFT = "left"
    MORE = "more"
    """Behind the others: the button that opens the menu."""
    MENU = "menu"
    """What is used more rarely, in a list that opens."""
    RIGHT = "right"


GROUPS = (Place.GAME, Place.TRAVEL, Place.SEARCH, Place.LEFT)
"""What stands at the left of the toolbar, group by group."""


@dataclass(frozen=True, slots=True)
class Action:
    """A row of the table. `label` and the sentence `tip` are marked for translation.

    `aliases` are keys no list shows. What is not possible now has a grey button, and its keys show `why_not`.
    `is_on` says whether the button stays down; then it says `label_on`, if there is one, and `label_rest`
    while it is only begun, as `is_begun` says. A page's own buttons need no place in the toolbar. `icon` is
    the picture on its button (a file in assets/icons), and `icon_on` that while it is down; beside it the
    button `has_words`, where there is room. `short` is what a button says in a toolbar with little room.
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
    is_begun: Callable[[], bool] = lambda: False
    label_rest: str = ""
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
        """The label in the language of the window, as it is now."""
        if self.label_on and self.is_on():
            return _(self.label_on)
        if self.label_rest and self.is_begun():
            return _(self.label_rest)
        return _(self.label_done if self.label_done and self.is_done() else self.label)

    @property
    def name(self) -> str:
        """What a list of actions calls it, however it is now."""
        return capitalised(_(self.label))

    @property
    def refusal(self) -> str:
        """The sentence shown when its key is pressed while it is not possible."""
        return _(self.why_not) if self.why_not else _("{name} is not possible now", name=self.name)

    @property
    def shown_keys(self) -> str:
        """'Z, Backspace'."""
        return ", ".join(key.name for key in self.keys)

    @property
    def shown_tip(self) -> str:
        """The label where only a picture stands for it, the tip, and the first key if there is one."""
        is_picture = bool(self.icon) and not self.has_words
        tip = _("{name}: {tip}", name=_(self.label), tip=_(self.tip)) if is_picture else _(self.tip)
        return f"{tip} ({self.keys[0].name})" if self.keys else tip


@dataclass(frozen=True, slots=True)
class Gesture:
    """A way to use the keyboard that is no single action: a row of the help sheet alone."""

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
    """The table of what can be done now: the window's actions and those of the page that is open."""

    def __init__(self, *rows: Action | Gesture) -> None:
        """Raises ValueError when two actions have one identity or one key."""
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
        """The action a pressed key stands for."""
        pressed = Key.of(event)
        return next((action for action in self if pressed in action.all_keys), None)

    def perform(self, identity: str) -> None:
        """Do it, if it is possible now."""
        action = self[identity]
        if action.is_possible():
            action.perform()


Keys = tuple[tuple[str, str], ...]
"""Identities of actions and texts of keys, as the settings have them."""

# What keys are called in the settings: 'z', 'f2', 'page up' is 'pageup'.
CODES: Final[Mapping[str, int]] = {
    name.removeprefix("K_").lower(): code for name, code in vars(pygame).items() if name.startswith("K_")
}

# What plain keys are for, whatever the page.
TAKEN: Final = (*ARROWS, *ENTER, *MODIFIERS, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_UNKNOWN)
SQUARES: Final = (*range(pygame.K_a, pygame.K_h + 1), *range(pygame.K_1, pygame.K_8 + 1))


def parse_key(text: str) -> Key | None:
    """A key as the settings have it, 'ctrl+shift+c'; None for what names no key that an action can have."""
    *held, name = text.lower().split("+")
    code, control, shift = CODES.get(name, pygame.K_UNKNOWN), "ctrl" in held, "shift" in held
    if code in TAKEN or not set(held) <= {"ctrl", "shift"}:
        return None
    if not control and (code in SQUARES or (shift and not pygame.K_a <= code <= pygame.K_z)):
        return None
    return Key(code, control=control, shift=shift)


def wrong_keys(keys: Keys, tables: Iterable[Sequence[Action]]) -> Iterator[str]:
    """A sentence for each that cannot be used: of no action in these tables, or no key of an action."""
    known = {action.identity for actions in tables for action in actions}
    for identity, text in keys:
        if identity not in known:
            yield _("The settings give a key to an action that does not exist: {action}", action=identity)
        elif parse_key(text) is None:
            yield _("The settings name a key that no action can have: {key}", key=text)


def with_keys(rows: Iterable[Action | Gesture], keys: Keys) -> list[Action | Gesture]:
    """Returns the rows with the chosen keys as their first ones; a key belongs to one action only."""
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
