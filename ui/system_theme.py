"""Whether the desktop prefers light or dark windows. SDL 2 does not say, so the system is asked.

A program that answers may take its time, or never answer: it is asked in the background.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Final

import pygame

from ui.display import INVISIBLE_DRIVERS

# The desktop portal's word for it: 0 says nothing, 1 dark, 2 light.
# https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
_PORTAL: Final = (
    "gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Desktop",
    "--object-path", "/org/freedesktop/portal/desktop",
    "--method", "org.freedesktop.portal.Settings.Read", "org.freedesktop.appearance", "color-scheme",
)  # fmt: skip
_MACOS: Final = ("defaults", "read", "-g", "AppleInterfaceStyle")
_WINDOWS: Final = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
# How many seconds the system may take to answer.
PATIENCE: Final = 3.0


class SystemTheme:
    """What the system said when it was asked last; dark where it does not say."""

    def __init__(self) -> None:
        self.prefers_light = False
        self._asking: threading.Thread | None = None

    def ask(self) -> None:
        """Ask in the background; it may have changed since. For a window that nobody sees it is dark."""
        if pygame.display.get_driver() in INVISIBLE_DRIVERS:
            return
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._ask, name="system theme", daemon=True)
            self._asking.start()

    def _ask(self) -> None:
        self.prefers_light = system_prefers_light()


def system_prefers_light() -> bool:
    """Whether it says so, now."""
    if sys.platform == "win32":
        return _windows_says_light()
    if sys.platform == "darwin":
        answer = _answer_of(_MACOS)
        return answer is not None and "Dark" not in answer
    return "uint32 2" in (_answer_of(_PORTAL) or "")


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
