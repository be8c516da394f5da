"""Events of the window, and waiting for them in the system's own queue.

`pygame.event.wait` looks for events every millisecond. SDL's own function sleeps until the system has one.
"""

import ctypes
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pygame

# Seconds within which events belong together, as press and release of a tap do: one picture answers them.
TOGETHER: Final = 0.001


def events_within(milliseconds: int) -> list[pygame.event.Event]:
    """Returns all events, waiting at most so long for the first; [] where none comes."""
    wait = _sdl_wait()
    if wait is None:
        return [event for event in (pygame.event.wait(milliseconds), *pygame.event.get()) if event.type]
    if wait(None, milliseconds):
        time.sleep(TOGETHER)
    return pygame.event.get()


@cache
def _sdl_wait() -> Callable[..., Any] | None:
    """Returns SDL's function, from the library that pygame has loaded; None where it cannot be found."""
    try:
        # A search in pygame's module finds what its libraries have, but not on Windows.
        library = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
        wait = library.SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    wait.argtypes = ctypes.c_void_p, ctypes.c_int
    return wait
