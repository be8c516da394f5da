"""The window on the screen: its surface, its size, and where the mouse is on it."""

from __future__ import annotations

import io
import os
from typing import Final

import pygame

from game.text import _
from play.settings import Settings
from ui.assets import ASSETS, MissingAsset, read_asset
from ui.layout import MIN_SIZE

ICON: Final = "icon.png"
# SDL falls back on these when there is no screen: they are used only where they are asked for.
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
# What a desktop takes for its own bars and for the frame of a window, in pixels.
DESKTOP_BARS: Final = (16, 96)

# No desktop makes a window so narrow that more is needed.
LARGEST_ENLARGEMENT: Final = 4


class NoDisplay(Exception):
    """There is no screen to open a window on, or not the means for it."""


class Display:
    """The window as it was left, but no larger than what the desktop leaves."""

    def __init__(self, settings: Settings) -> None:
        """Raises NoDisplay."""
        try:
            pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER", "") != driver:
                raise pygame.error(_("no screen was found"))
            pygame.font.init()
            size, least = fitting(settings.window_size, pygame.display.get_desktop_sizes()[0])
            self.window = pygame.Window("Nullwindow", size, resizable=True, allow_high_dpi=True)
            self.window.minimum_size = least
            if settings.fullscreen:
                self.window.set_fullscreen(desktop=True)
        except pygame.error as error:
            sentence = _(
                "Nullwindow needs a display to open its window ({reason}); 'match' and 'bench' work without "
                "one."
            )
            raise NoDisplay(sentence.format(reason=error)) from error
        self._canvas: pygame.Surface | None = None
        try:
            self.window.set_icon(pygame.image.load(io.BytesIO(read_asset(ICON))))
        except pygame.error as error:
            raise MissingAsset(ASSETS / ICON, error) from error

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on, in pixels; a resize replaces it.

        It has room for everything: where the desktop forces a smaller window, its picture is shown smaller.
        """
        screen = self.window.get_surface()
        size = canvas_size(screen.get_size())
        if size == screen.get_size():
            return screen
        if self._canvas is None or self._canvas.get_size() != size:
            self._canvas = pygame.Surface(size, 0, screen)
        return self._canvas

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Of the window and of the surface: everything is made anew when one of them changes."""
        return self.window.size, self.surface.get_size()

    @property
    def pixels_per_point(self) -> float:
        """Of the surface, in each of the units that sizes of windows and places of the mouse are told in.

        2 on a Retina screen of macOS, where these are points; elsewhere 1, and more in a window too small.
        """
        return self.surface.get_width() / max(1, self.window.size[0])

    def in_pixels(self, event: pygame.event.Event) -> pygame.event.Event:
        """A mouse event with its position on the surface."""
        position = self._on_surface(event.pos) if hasattr(event, "pos") else self.pointer
        return pygame.event.Event(event.type, event.dict | {"pos": position})

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the mouse is on the surface."""
        return self._on_surface(pygame.mouse.get_pos())

    def _on_surface(self, position: tuple[int, int]) -> tuple[int, int]:
        scale = self.pixels_per_point
        return int(position[0] * scale), int(position[1] * scale)

    def set_fullscreen(self, is_full: bool) -> None:
        if is_full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()

    def show(self) -> None:
        """Show what has been drawn."""
        screen, drawn = self.window.get_surface(), self.surface
        if drawn.get_size() != screen.get_size():
            pygame.transform.smoothscale(drawn, screen.get_size(), screen)
        self.window.flip()

    def close(self) -> None:
        # Before SDL frees it: a Window collected later would free whatever then lies in its place.
        self.window.destroy()
        pygame.quit()


def canvas_size(screen: tuple[int, int]) -> tuple[int, int]:
    """The size to draw for a screen of this size: at least MIN_SIZE, in the proportions of the screen.

    A sliver is bounded: it is drawn in no more than LARGEST_ENLARGEMENT times MIN_SIZE.
    """
    factor = max(1.0, *(least / max(1, length) for length, least in zip(screen, MIN_SIZE, strict=True)))
    if factor == 1.0:
        return screen
    width, height = (
        max(least, min(round(factor * length), LARGEST_ENLARGEMENT * least))
        for length, least in zip(screen, MIN_SIZE, strict=True)
    )
    return width, height


def fitting(wanted: tuple[int, int], desktop: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """(The size of the window, its least size) on a desktop of this size, in pixels."""
    room = desktop[0] - DESKTOP_BARS[0], desktop[1] - DESKTOP_BARS[1]
    least = min(MIN_SIZE[0], desktop[0]), min(MIN_SIZE[1], desktop[1])
    width, height = (max(lo, min(wish, hi)) for wish, hi, lo in zip(wanted, room, least, strict=True))
    return (width, height), least
