"""How the program sounds; every change is heard at once."""

from __future__ import annotations

from dataclasses import replace

from pygame_gui.elements import UIHorizontalSlider

from play.settings import Settings, SoundSet
from ui.dialogs.live import LiveDialog
from ui.text import _


class SoundDialog(LiveDialog):
    def fill(self) -> None:
        self.open_window(_("Sounds"), (480, 290))
        settings = self.choice
        self.sounds = self.menu_row(_("Sounds"), tuple(SoundSet), settings.sounds, sounds_label)
        self.volume = self._slider_row(_("Volume of the discs"), settings.volume)
        self.clock_volume = self._slider_row(_("Volume of the clock"), settings.clock_volume)
        self.buttons(_("Done"))
        self.say(_("The last ten seconds of your clock are heard, one by one."))

    def _slider_row(self, label: str, volume: float) -> UIHorizontalSlider:
        return self.slider(self.row(label), round(100 * volume), (0, 100))

    def chosen(self) -> Settings:
        return replace(
            self.choice,
            sounds=self.sounds.value,
            volume=self.volume.get_current_value() / 100,
            clock_volume=self.clock_volume.get_current_value() / 100,
        )

    def changed(self) -> None:
        before, self.choice = self.choice, self.listener.apply(self.chosen())
        if self.choice != before:
            self.listener.play("tick" if self.choice.clock_volume != before.clock_volume else "disc")


def sounds_label(sounds: SoundSet) -> str:
    return {SoundSet.WOOD: _("Wood"), SoundSet.GLASS: _("Glass")}[sounds]
