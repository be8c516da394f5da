"""The window on the screen: its surface, its size and the pointer on it.

SDL 2 does not report whether the desktop prefers light windows or less motion, so the system is queried in
the background: it may be slow.
"""

import ctypes
import io
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, Final

import pygame

from ai.programs import output_of
from game.text import _
from play.settings import Settings
from ui.assets import ASSETS, CannotRun, MissingAsset, read_asset
from ui.layout import MIN_SIZE

ICON: Final = "icon.png"
# SDL falls back on these when there is no screen; the program uses them only on request.
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
# Pixels (width, height) that a desktop takes for its bars and the frame of a window.
DESKTOP_BARS: Final = (16, 96)

# The largest surface, in multiples of MIN_SIZE, of a window below it: no desktop's window needs more.
LARGEST_ENLARGEMENT: Final = 4


class NoDisplay(CannotRun):
    """No window can be opened: there is no screen, or opening it failed."""


class Display:
    """The window, placed as it was left, but no larger than the free part of the desktop."""

    def __init__(self, settings: Settings) -> None:
        """Raises NoDisplay."""
        try:
            pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER", "") != driver:
                raise pygame.error(_("no screen was found"))
            if driver in ("x11", *INVISIBLE_DRIVERS):
                # The processor draws everything: a detour through OpenGL costs time and opens the window
                # twice. On Wayland SDL has no other way.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            pygame.font.init()
            screens = pygame.display.get_desktop_sizes()
            position = reachable(settings.window_position, settings.window_size, screens)
            widths, heights = zip(*screens, strict=True)
            desktop = screens[0] if position is None else (max(widths), max(heights))
            size, least = fitting(settings.window_size, desktop)
            place = pygame.WINDOWPOS_UNDEFINED if position is None else position
            self.window = pygame.Window("Nullwindow", size, place, resizable=True, allow_high_dpi=True)
            self.window.minimum_size = least
            if position is not None:
                self.window.position = position  # again: on X11 the frame is unknown before
            self.window.get_surface()  # SDL on Wayland reopens the window for it
            self.is_maximized, self._is_full = settings.maximized, False
            if settings.fullscreen:
                self.set_fullscreen(True)
            elif self.is_maximized:
                self.window.maximize()
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
        """The surface to draw on, in pixels; a resize replaces it. A window below MIN_SIZE scales it down."""
        screen = self.window.get_surface()
        size = canvas_size(screen.get_size())
        if size == screen.get_size():
            return screen
        if self._canvas is None or self._canvas.get_size() != size:
            self._canvas = pygame.Surface(size, 0, screen)
        return self._canvas

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The sizes of the window and of the surface: a change of either rebuilds everything."""
        return self.window.size, self.surface.get_size()

    @property
    def pixels_per_point(self) -> float:
        """Pixels of the surface per point: 2 on a Retina screen (macOS), elsewhere 1, more below MIN_SIZE."""
        return self.surface.get_width() / max(1, self.window.size[0])

    def in_pixels(self, event: pygame.event.Event) -> pygame.event.Event:
        position = self._on_surface(event.pos) if hasattr(event, "pos") else self.pointer
        return pygame.event.Event(event.type, event.dict | {"pos": position})

    @property
    def pointer(self) -> tuple[int, int]:
        return self._on_surface(pygame.mouse.get_pos())

    def _on_surface(self, position: tuple[int, int]) -> tuple[int, int]:
        scale = self.pixels_per_point
        return int(position[0] * scale), int(position[1] * scale)

    def set_fullscreen(self, is_full: bool) -> None:
        """Enters or leaves full screen. Leaving maximises a maximised window again: SDL on X11 does not."""
        self._is_full = is_full
        if is_full:
            if self.is_maximized:
                self.window.restore()  # so that SDL keeps its normal place
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
            if self.is_maximized:
                self.window.maximize()

    def track_maximized(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED) and not self._is_full:
            self.is_maximized = event.type == pygame.WINDOWMAXIMIZED

    @property
    def placement(self) -> dict[str, Any]:
        """The settings that reopen the window as it is; size and position only of a normal window."""
        if self.is_maximized or self._is_full:
            return {"maximized": self.is_maximized}
        placement = {"maximized": False, "window_size": self.window.size}
        if pygame.display.get_driver() == "wayland":
            return placement  # it does not report positions
        return placement | {"window_position": self.window.position}

    def show(self) -> None:
        screen, drawn = self.window.get_surface(), self.surface
        if drawn.get_size() != screen.get_size():
            pygame.transform.smoothscale(drawn, screen.get_size(), screen)
        self.window.flip()

    def close(self) -> None:
        # Before SDL frees it: a Window collected later would free whatever is then at its address.
        self.window.destroy()
        pygame.quit()


def reachable(
    position: tuple[int, int] | None, size: tuple[int, int], screens: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    """Returns the position if the middle of the window's upper edge can be on a screen, else None: of
    several screens only the sizes are known.
    """
    width, height = (sum(lengths) for lengths in zip(*screens, strict=True))
    left, top = (0, 0) if len(screens) == 1 else (-width, -height)
    if position is None or not left <= position[0] + size[0] // 2 < width or not top <= position[1] < height:
        return None
    return position


def canvas_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Returns the size to draw at: at least MIN_SIZE, in the screen's proportions unless it is a sliver."""
    factor = max(1.0, *(least / max(1, length) for length, least in zip(screen, MIN_SIZE, strict=True)))
    if factor == 1.0:
        return screen
    width, height = (
        max(least, min(round(factor * length), LARGEST_ENLARGEMENT * least))
        for length, least in zip(screen, MIN_SIZE, strict=True)
    )
    return width, height


def fitting(wanted: tuple[int, int], desktop: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns (the size of the window, its least size) on a desktop of this size, in pixels."""
    room = desktop[0] - DESKTOP_BARS[0], desktop[1] - DESKTOP_BARS[1]
    least = min(MIN_SIZE[0], desktop[0]), min(MIN_SIZE[1], desktop[1])
    width, height = (max(lo, min(wish, hi)) for wish, hi, lo in zip(wanted, room, least, strict=True))
    return (width, height), least


# The settings of the desktop portal, and those of GNOME: the portal's own setting for motion is newer.
# https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
_PORTAL: Final = (
    "gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Desktop",
    "--object-path", "/org/freedesktop/portal/desktop",
    "--method", "org.freedesktop.portal.Settings.ReadAll",
    "['org.freedesktop.appearance', 'org.gnome.desktop.interface']",
)  # fmt: skip
_LIGHT: Final = "'color-scheme': <uint32 2>"
_LESS_MOTION: Final = ("'reduced-motion': <uint32 1>", "'enable-animations': <false>")
_MACOS: Final = ("defaults", "read", "-g", "AppleInterfaceStyle")
_MACOS_MOTION: Final = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")
# The parameter of SystemParametersInfo, from winuser.h.
_GET_CLIENT_AREA_ANIMATION: Final = 0x1042
_WINDOWS: Final = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
# Seconds that the system may take to answer.
PATIENCE: Final = 3.0


class SystemPreferences:
    """The preferences of the system at the last query; dark, with motion, if it reports none."""

    def __init__(self) -> None:
        self.prefers_light = False
        self.prefers_less_motion = False
        self._asking: threading.Thread | None = None

    def ask(self) -> None:
        """Queries the system in the background, as preferences may change. An invisible window stays dark."""
        if pygame.display.get_driver() in INVISIBLE_DRIVERS:
            return
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._ask, name="system preferences", daemon=True)
            self._asking.start()

    def _ask(self) -> None:
        self.prefers_light, self.prefers_less_motion = system_preferences()


def system_preferences() -> tuple[bool, bool]:
    """Returns whether the system now prefers light windows, and whether it prefers less motion."""
    if sys.platform == "win32":
        return _windows_is_light(), _windows_reduces_motion()
    if sys.platform == "darwin":
        style, motion = output_of(_MACOS, PATIENCE), output_of(_MACOS_MOTION, PATIENCE)
        return style is not None and "Dark" not in style, motion is not None and motion.strip() == "1"
    answer = output_of(_PORTAL, PATIENCE) or ""
    return _LIGHT in answer, any(words in answer for words in _LESS_MOTION)


def _windows_is_light() -> bool:
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _WINDOWS) as key:  # type: ignore[attr-defined,unused-ignore]
            value, _kind = winreg.QueryValueEx(key, "AppsUseLightTheme")  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return bool(value)


def _windows_reduces_motion() -> bool:
    moves = ctypes.c_int(1)
    ctypes.windll.user32.SystemParametersInfoW(  # type: ignore[attr-defined,unused-ignore]
        _GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(moves), 0
    )
    return not moves.value
