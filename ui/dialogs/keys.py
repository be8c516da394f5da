"""The list of actions with their keys: choose one, press another key; a key in use is announced."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame
import pygame_gui
from pygame import Rect

from play.settings import Settings
from ui.actions import Action
from ui.dialogs.dialog import MARGIN
from ui.dialogs.live import LiveDialog, SettingsListener
from ui.input import CONTROL, MODIFIERS, Key, code_of
from ui.keys import Keys, changed, owners, unknown, why_not
from ui.text import _

SIZE: Final = (640, 600)


class KeysDialog(LiveDialog):
    def __init__(self, choice: Settings, listener: SettingsListener) -> None:
        super().__init__(choice, listener)
        self._waits_for: Action | None = None
        self._refused: Key | None = None  # that another action has: pressed once more, it is taken
        self._index = 0  # of the chosen action
        self._keys_used = True

    def fill(self) -> None:
        self.open_window(_("Change keys"), SIZE)
        px = self.theme.px
        self.actions = self._all_actions()
        place = Rect(px(MARGIN), px(8), self.inside.width - 2 * px(MARGIN), self._buttons_top - px(52))
        self.list = self.list_box(place, self.actions, self.line)
        if self.actions:
            self.list.choose(min(self._index, len(self.actions) - 1))
        self.change = self.button_at_left(_("Change"), self._wait)
        self.usual = self.button_at_left(_("Usual key"), self._reset, 1)
        self.buttons(_("Done"))
        self.focus = self.list.element
        if wrong := unknown(self.choice.keys):
            self.say_error(_("The settings name a key that is none: {key}").format(key=wrong[0]))

    def keep(self) -> None:
        self._index = self.list.index or 0

    def _all_actions(self) -> list[Action]:
        """Every action with a name of letters, once."""
        found: dict[str, Action] = {}
        self._pages: dict[str, list[str]] = {}  # where each action is
        for page, rows in self.listener.tables().items():
            for row in rows:
                if isinstance(row, Action) and row.name[:1].isalnum():
                    found.setdefault(row.identity, row)
                    self._pages.setdefault(row.identity, []).append(page)
        return list(found.values())

    def line(self, action: Action) -> str:
        """'Undo (Play): Z, Backspace', 'Sound: M', 'Rematch (Play): no key'"""
        keys = action.shown_keys or _("no key")
        pages = self._pages[action.identity]
        if len(pages) > 1:
            return _("{action}: {keys}").format(action=action.name, keys=keys)
        return _("{action} ({page}): {keys}").format(action=action.name, page=_(pages[0]), keys=keys)

    # What a person does

    def _wait(self) -> None:
        action = self.list.value
        if action is not None:
            self._waits_for, self._refused = action, None
            self.say(_("Press the new key for {action}; Escape leaves it.").format(action=action.name))

    def _reset(self) -> None:
        action = self.list.value
        if action is not None:
            self._set(changed(self.choice.keys, action.identity, None))

    def process(self, event: pygame.event.Event) -> None:
        if self._waits_for is not None and event.type == pygame.KEYDOWN:
            if event.key not in MODIFIERS:
                self._take_key(self._waits_for, event)
        elif event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION:
            self._wait()
        else:
            super().process(event)

    def accept(self) -> None:
        """Enter in the list changes the key of the chosen action; elsewhere it is Done."""
        if self._keys_used and self.focus is self.list.element:
            self._wait()
        else:
            super().accept()

    def _take_key(self, action: Action, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self._waits_for = None
            self.say("")
            return
        control = bool(event.mod & CONTROL)
        key = Key(code_of(event), control, control and bool(event.mod & pygame.KMOD_SHIFT))
        if reason := why_not(key):
            self.say_error(reason)
            return
        taken = owners(self.listener.tables().values(), action.identity, key)
        if taken and key != self._refused:
            self._refused = key
            names = ", ".join(other.name for other in taken)
            self.say_error(
                _("{key} is the key of {actions}: press it again to take it.").format(
                    key=key.name, actions=names
                )
            )
            return
        self._set(changed(self.choice.keys, action.identity, key))

    def _set(self, keys: Keys) -> None:
        """Make it true at once, and show it in the list."""
        self._waits_for = self._refused = None
        self.choice = self.listener.apply(replace(self.choice, keys=keys))
        index = self.list.index or 0
        self.actions = self._all_actions()
        self.list.fill(self.actions, [self.line(action) for action in self.actions])
        self.list.choose(index)
        self.say(self.line(self.actions[index]))
