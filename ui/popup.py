"""A list of actions that unfolds under a button, until one is chosen or Escape is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame_gui
from pygame import Rect

from ui.actions import Action
from ui.text import _
from ui.theme import NORMAL, Theme
from ui.toolbar import ButtonRow

ITEM: Final = 32
# Over all other widgets of the page.
LAYER: Final = 50


class Popup:
    """Open as long as it is there. The keyboard is on one of its buttons; when it leaves them, it closes."""

    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        name: str,
        anchor: Rect,
        room: Rect,
        actions: Sequence[Action],
    ) -> None:
        """`name` says what it is the list of; `anchor` is the button it hangs from, inside `room`."""
        self.name = name
        self.buttons = ButtonRow()
        self.identities = [action.identity for action in actions]
        px = theme.px
        widest = max(theme.width(_(action.label), NORMAL) for action in actions) + px(28)
        height = px(ITEM)
        place = Rect(anchor.left, anchor.bottom + px(4), max(anchor.width, widest), height * len(actions))
        place = place.clamp(room)
        for n, action in enumerate(actions):
            item = Rect(place.left, place.top + n * height, place.width, height)
            self.buttons.add(manager, item, action, "@menu_item", LAYER)
        self.buttons.update()

    @property
    def first(self) -> str:
        """Where the keyboard begins: what is chosen now, else the first that is possible."""
        usable = self.buttons.usable
        return next((name for name in usable if self.buttons.is_down(name)), usable[0])

    def beside(self, identity: str | None, step: int) -> str:
        """The next or the last usable one, as in a ring."""
        usable = self.buttons.usable
        at = usable.index(identity) if identity in usable else -1
        return usable[(at + step) % len(usable)]

    def close(self) -> None:
        self.buttons.close()
