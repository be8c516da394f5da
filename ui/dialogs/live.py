"""What dialogs of the settings share: every change is applied at once, and Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from play.settings import Settings
from ui.actions import Action, Gesture
from ui.dialogs.dialog import Dialog
from ui.sound import SoundName

Tables: TypeAlias = Mapping[str, Sequence[Action | Gesture]]
"""The rows of every page by its label, with the keys as they are now."""


@dataclass(frozen=True, slots=True)
class SettingsListener:
    """`apply` returns the settings that are true then; `clear` forgets what was searched."""

    apply: Callable[[Settings], Settings]
    clear: Callable[[], None]
    play: Callable[[SoundName], None]
    tables: Callable[[], Tables]
    open_dialog: Callable[[LiveDialog], None]


class LiveDialog(Dialog[Settings, SettingsListener]):
    def __init__(self, choice: Settings, listener: SettingsListener) -> None:
        super().__init__(choice, listener)
        self._before = choice

    def accept(self) -> None:
        self._before = self.chosen()
        self.close()

    def close(self) -> None:
        super().close()
        self.listener.apply(self._before)
