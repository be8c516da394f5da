"""The dialog of the sounds, by keys and clicks."""

from __future__ import annotations

import pygame
import pytest

from play.settings import SoundSet
from tests.ui.driving import dialog_of, do, open_dialog, press, push_in_dialog, resize
from ui.app import App
from ui.dialogs.settings import SettingsDialog, SoundDialog
from ui.layout import MIN_SIZE
from ui.sound import SoundName


def open_sounds(app: App) -> SoundDialog:
    do(app, "settings")
    push_in_dialog(app, "Sounds")
    return dialog_of(app, SoundDialog)


@pytest.fixture
def played(app: App, monkeypatch: pytest.MonkeyPatch) -> list[SoundName]:
    played: list[SoundName] = []
    monkeypatch.setattr(app.sounds, "play", played.append)
    return played


def test_every_change_is_heard_at_once(app: App, played: list[SoundName]) -> None:
    dialog = open_sounds(app)
    dialog.choose(dialog.sounds, SoundSet.GLASS)
    assert (app.settings.sounds, app.sounds.settings.sounds) == (SoundSet.GLASS, SoundSet.GLASS)
    dialog.volume.set_current_value(20)
    dialog.changed()
    assert app.sounds.settings.volume == pytest.approx(0.2)
    dialog.clock_volume.set_current_value(90)
    dialog.changed()
    assert app.sounds.settings.clock_volume == pytest.approx(0.9)
    assert played == ["disc", "disc", "tick"]


def test_cancel_takes_all_back_and_return_keeps_it(app: App, played: list[SoundName]) -> None:
    before = app.settings
    dialog = open_sounds(app)
    dialog.choose(dialog.sounds, SoundSet.GLASS)
    press(app, pygame.K_ESCAPE)
    assert app.settings == before
    assert app.sounds.settings.sounds is SoundSet.WOOD
    dialog = open_sounds(app)
    dialog.choose(dialog.sounds, SoundSet.GLASS)
    press(app, pygame.K_RETURN)
    assert app.settings.sounds is SoundSet.GLASS
    assert played == ["disc", "disc"]


def test_what_was_chosen_in_the_settings_is_kept_on_the_way(app: App) -> None:
    settings = open_dialog(app, "settings", SettingsDialog)
    settings.boxes["think_ahead"].set_state(True)
    settings.changed()
    push_in_dialog(app, "Sounds")
    press(app, pygame.K_ESCAPE)
    assert app.settings.think_ahead
    assert app.session.thinking.settings.think_ahead


def test_it_fits_the_least_window_and_stays_when_that_changes(app: App) -> None:
    dialog = open_sounds(app)
    dialog.volume.set_current_value(30)
    dialog.changed()
    resize(app, MIN_SIZE)
    again = dialog_of(app, SoundDialog)
    assert again.chosen().volume == pytest.approx(0.3)
    inside = again.window.rect
    for element in again.focusable:
        assert inside.contains(element.rect)
