"""The menu of the toolbar: what is used more rarely, with names and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from pygame import Rect

from ui.actions import Action
from ui.dialogs.dialog import Dialog
from ui.text import _

WIDTH: Final = 360
LINE: Final = 36
MARGIN: Final = 12
KEYS: Final = 120


class MenuDialog(Dialog[Sequence[Action], Callable[[str], object]]):
    """A line for each action; the listener does the one that is chosen. It hangs from its button."""

    def __init__(self, actions: Sequence[Action], do: Callable[[str], object], button: Rect) -> None:
        super().__init__(actions, do)
        self._button = button

    def fill(self) -> None:
        px, actions = self.theme.px, self.choice
        self.open_window(_("More"), (WIDTH, LINE * len(actions) + 72))
        room = self.manager.window_resolution[0] - self.window.rect.width
        self.window.set_position((min(self._button.left, room), self._button.bottom))
        for n, action in enumerate(actions):
            width = self.inside.width - 2 * px(MARGIN)
            place = Rect(px(MARGIN), px(4) + n * px(LINE), width - px(KEYS), px(LINE - 4))
            words = action.shown_label
            button = self.button(place, words, partial(self._do, action.identity), tip=_(action.tip))
            if not action.is_possible():
                button.disable()
            self.label(
                Rect(place.right + px(8), place.top, px(KEYS - 8), place.height), action.shown_keys, "@quiet"
            )

    def _do(self, identity: str) -> None:
        self.close()
        self.listener(identity)
