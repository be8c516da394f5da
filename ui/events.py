"""Waits for events of the window in the system's own queue.

`pygame.event.wait` polls every millisecond. SDL's own function sleeps until the system has an event.
"""

import ctypes
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pygame

# Seconds within which events, such as press and release of a tap, are handled in one frame.
TOGETHER: Final = 0.001


def events_within(milliseconds: int) -> list[pygame.event.Event]:
    """Returns all events, waiting at most this long for the first; [] if none arrives."""
    wait = _sdl_wait()
    if wait is None:
        return [event for event in (pygame.event.wait(milliseconds), *pygame.event.get()) if event.type]
    if wait(None, milliseconds):
        time.sleep(TOGETHER)
    return pygame.event.get()


@cache
def _sdl_wait() -> Callable[..., Any] | None:
    """Returns SDL's function from the library that pygame has loaded; None if it cannot be found."""
    try:
        # A lookup in pygame's module also finds functions of its libraries, but not on Windows.
        library = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
        wait = library.SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    wait.argtypes = ctypes.c_void_p, ctypes.c_int
    return wait
