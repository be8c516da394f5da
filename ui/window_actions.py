"""What can be done on every page: sound, settings, full screen, the help sheet, quitting."""

from __future__ import annotations

from dataclasses import replace

import pygame

from ui.actions import Action, Gesture, Group, Place
from ui.dialogs.help import HelpDialog
from ui.dialogs.results import ResultsDialog
from ui.dialogs.rules import RulesDialog
from ui.dialogs.settings import SettingsDialog
from ui.input import Key
from ui.text import N_
from ui.window import Window


def window_actions(window: Window) -> tuple[Action | Gesture, ...]:
    def toggle_sound() -> None:
        window.apply(replace(window.settings, muted=not window.settings.muted))

    def toggle_fullscreen() -> None:
        window.apply(replace(window.settings, fullscreen=not window.settings.fullscreen))

    def open_help() -> None:
        window.open_dialog(HelpDialog(window.actions.rows, open_rules))

    def open_rules() -> None:
        window.open_dialog(RulesDialog(window.animation_speed))

    def open_results() -> None:
        window.open_dialog(ResultsDialog(window.session.results))

    def open_settings() -> None:
        window.open_dialog(SettingsDialog(window.settings, window))

    return (
        Action("mute", N_("Sound"), N_("Sound on or off"), toggle_sound, (Key(pygame.K_m),),
               Group.WINDOW, Place.RIGHT, is_on=lambda: window.settings.muted, label_on=N_("Muted"),
               icon="sound", icon_on="muted"),
        Action("help", N_("Keys"), N_("Everything the keyboard can do"), open_help,
               (Key(pygame.K_F1),), Group.WINDOW, Place.RIGHT, icon="help"),
        Action("rules", N_("Rules"), N_("How Othello is played, on six boards"), open_rules,
               (Key(pygame.K_F2),), Group.WINDOW),
        Action("results", N_("Results"), N_("Games won and lost against each level"), open_results,
               (Key(pygame.K_F3),), Group.WINDOW),
        Action("settings", N_("Settings"),
               N_("Sound, animation, memory of the search, what the board shows"), open_settings,
               (Key(pygame.K_o),), Group.WINDOW, Place.RIGHT, icon="settings"),
        Action("fullscreen", N_("Full screen"), N_("The whole screen, or a window again"),
               toggle_fullscreen, (Key(pygame.K_F11),), Group.WINDOW),
        Action("leave_fullscreen", N_("Leave full screen"), N_("Back to a window"),
               toggle_fullscreen, (Key(pygame.K_ESCAPE),), Group.WINDOW,
               is_possible=lambda: window.settings.fullscreen),
        Gesture(N_("Tab, then Enter"), N_("Walk to a button, press it"), Group.WINDOW),
        Action("quit", N_("Quit"), N_("Close the window; the game is kept"), window.quit,
               (Key(pygame.K_q, control=True),), Group.WINDOW),
    )  # fmt: skip
