"""Whether the desktop prefers light windows, and less motion. SDL 2 does not say, so the system is asked.

The program that answers may be slow or never answer, so it is asked in the background.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from typing import Final

import pygame

from ui.display import INVISIBLE_DRIVERS

# The desktop portal's words. Those of GNOME are heard, too: the portal's own word for motion is younger.
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
# What SystemParametersInfo is asked, in winuser.h.
_GET_CLIENT_AREA_ANIMATION: Final = 0x1042
_WINDOWS: Final = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
# How many seconds the system may take to answer.
PATIENCE: Final = 3.0


class SystemPreferences:
    """What the system said when it was asked last; dark, and in motion, where it does not say."""

    def __init__(self) -> None:
        self.prefers_light = False
        self.prefers_less_motion = False
        self._asking: threading.Thread | None = None

    def ask(self) -> None:
        """Ask in the background; it may have changed since. For an invisible window it is dark."""
        if pygame.display.get_driver() in INVISIBLE_DRIVERS:
            return
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._ask, name="system preferences", daemon=True)
            self._asking.start()

    def _ask(self) -> None:
        self.prefers_light, self.prefers_less_motion = system_preferences()


def system_preferences() -> tuple[bool, bool]:
    """Whether it prefers light windows, and whether less motion, now."""
    if sys.platform == "win32":
        return _windows_says_light(), _windows_says_less_motion()
    if sys.platform == "darwin":
        style, motion = _answer_of(_MACOS), _answer_of(_MACOS_MOTION)
        return style is not None and "Dark" not in style, motion is not None and motion.strip() == "1"
    answer = _answer_of(_PORTAL) or ""
    return _LIGHT in answer, any(words in answer for words in _LESS_MOTION)


def _answer_of(command: tuple[str, ...]) -> str | None:
    """What a program writes, also where it fails; None when there is none or it does not end."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout


def _windows_says_light() -> bool:
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _WINDOWS) as key:  # type: ignore[attr-defined,unused-ignore]
            value, _kind = winreg.QueryValueEx(key, "AppsUseLightTheme")  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return bool(value)


def _windows_says_less_motion() -> bool:
    moves = ctypes.c_int(1)
    ctypes.windll.user32.SystemParametersInfoW(  # type: ignore[attr-defined,unused-ignore]
        _GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(moves), 0
    )
    return not moves.value
