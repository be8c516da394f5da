"""The window while nothing happens: it does next to nothing."""

import sys

import pygame
import pytest

from benchmarks.window import IDLE_WAKES, cost, idle_window
from tests.ui.driving import post
from ui import events
from ui.app import App


@pytest.mark.usefixtures("drawn_at_once")
def test_a_minimised_window_is_not_drawn(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[str]()
    monkeypatch.setattr(app, "draw", lambda: shown.append("drawn"))
    monkeypatch.setattr(app.display, "show", lambda: shown.append("shown"))
    for kind, expected in (
        (pygame.WINDOWMINIMIZED, []),
        (pygame.MOUSEMOTION, []),
        (pygame.WINDOWRESTORED, ["drawn", "shown"]),
        (pygame.WINDOWMINIMIZED, []),
        (pygame.WINDOWEXPOSED, ["drawn", "shown"]),
    ):
        shown.clear()
        post(app, kind, **({"pos": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {}))
        assert shown == expected


@pytest.mark.parametrize("has_sdl", [True, False])
def test_the_first_event_ends_the_wait(app: App, has_sdl: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert app.is_running
    if not has_sdl:
        monkeypatch.setattr(events, "_sdl_wait", lambda: None)
    pygame.event.get()
    assert events.events_within(1) == []
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
    assert [event.type for event in events.events_within(60_000)] == [pygame.USEREVENT]


def test_sdl_itself_is_found() -> None:
    assert events._sdl_wait() is not None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts waits in /proc")
def test_an_idle_window_sleeps(screen: dict[str, str]) -> None:
    with idle_window(screen, "play", "idle") as (window, _place):
        assert cost(window.pid, 3.0)[1] < IDLE_WAKES
