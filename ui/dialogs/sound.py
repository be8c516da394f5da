"""How the program sounds; every change is heard at once, and Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame
import pygame_gui

from play.settings import Settings, SoundSet
from ui.dialogs.dialog import Dialog
from ui.sound import SoundName
from ui.text import _
from ui.theme import Theme

SIZE: Final = (480, 290)


class SoundDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        settings: Settings,
        apply: Callable[[Settings], Settings],
        play: Callable[[SoundName], None],
        before: Settings | None = None,
    ) -> None:
        """`apply` is called with every change, and `play` to let it be heard; `before` is what Cancel goes
        back to.
        """
        super().__init__(manager, theme, _("Sounds"), SIZE)
        self._settings = settings
        self._before = before or settings
        self._apply, self._play = apply, play
        self.sounds = self.menu(self.row(_("Sounds")), tuple(SoundSet), settings.sounds, sounds_label)
        self.volume = self.slider(self.row(_("Volume of the discs")), round(100 * settings.volume), (0, 100))
        self.clock_volume = self.slider(
            self.row(_("Volume of the clock")), round(100 * settings.clock_volume), (0, 100)
        )
        self.buttons(_("Done"))
        self.say(_("The last ten seconds of your clock are heard, one by one."))

    def choice(self) -> Settings:
        """What the widgets say now."""
        return replace(
            self._settings,
            sounds=self.sounds.value,
            volume=self.volume.get_current_value() / 100,
            clock_volume=self.clock_volume.get_current_value() / 100,
        )

    def accept(self) -> None:
        self._before = self.choice()
        self.close()

    def close(self) -> None:
        super().close()
        self._apply(self._before)

    def process(self, event: pygame.event.Event) -> None:
        if event.type in (pygame_gui.UI_DROP_DOWN_MENU_CHANGED, pygame_gui.UI_HORIZONTAL_SLIDER_MOVED):
            self.changed()
        super().process(event)

    def changed(self) -> None:
        before, self._settings = self._settings, self._apply(self.choice())
        if self._settings != before:
            self._play("tick" if self._settings.clock_volume != before.clock_volume else "disc")

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> SoundDialog:
        return SoundDialog(manager, theme, self.choice(), self._apply, self._play, self._before)


def sounds_label(sounds: SoundSet) -> str:
    return {SoundSet.WOOD: _("Wood"), SoundSet.GLASS: _("Glass")}[sounds]
