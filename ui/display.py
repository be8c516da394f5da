"""Opens the window."""

from __future__ import annotations

import os
from typing import Final

import pygame

from play.settings import Settings
from ui.assets import ASSETS
from ui.layout import MIN_SIZE

# SDL falls back on these when there is no screen; only who asks for them gets a window nobody sees.
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")


class NoDisplay(Exception):
    """There is no screen to open a window on."""


def open_window(settings: Settings) -> pygame.Window:
    """The window as it was left, but no larger than the screen. Raises NoDisplay."""
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER", "") != driver:
            raise pygame.error("no screen was found")
        pygame.font.init()
        most = pygame.display.get_desktop_sizes()[0]
        size = min(settings.window_size[0], most[0]), min(settings.window_size[1], most[1])
        window = pygame.Window("Nullwindow", size, resizable=True, allow_high_dpi=True)
        window.minimum_size = MIN_SIZE
        if settings.fullscreen:
            window.set_fullscreen(desktop=True)
    except pygame.error as error:
        raise NoDisplay(
            f"Nullwindow needs a display to open its window ({error}); 'match' and 'bench' work without one."
        ) from error
    icon = ASSETS / "icon.png"
    if icon.exists():
        window.set_icon(pygame.image.load(icon))
    return window
