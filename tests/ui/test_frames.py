"""`bench --frames`: what it prints, and when it ends."""

from __future__ import annotations

import pygame
import pytest

from ai import preparation
from ai.limits import Preparation
from tests.ui.command_line import Command
from ui.app import App

COMPILING = Preparation(3, 11, "Compiling the fast search, once")
FAILED = Preparation(
    0, 11, "The fast search cannot be used (ImportError: x); the plain one plays on", has_failed=True
)


class ClosedApp(App):
    """A window that somebody closes in its first frame."""

    def frame(self) -> None:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        super().frame()


def test_the_frames_of_some_moments(command: Command) -> None:
    preparation.wait()
    out = command("bench", "--frames", "0.3").out.splitlines()
    assert out[0].endswith("PVS against PVS")
    assert [line.rpartition("  ")[0].strip()[:6] for line in out[1:]] == [
        "median",
        "99 %",
        "99.9 %",
        "worst",
        "<= 20 ",
    ]


@pytest.mark.parametrize(
    ("ready", "said"), [(COMPILING, "The window was closed: nothing was measured"), (FAILED, FAILED.text)]
)
def test_it_ends_though_the_search_is_never_ready(
    ready: Preparation, said: str, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr(preparation, "progress", lambda: ready)
    if not ready.has_failed:
        monkeypatch.setattr("ui.app.App", ClosedApp)
    assert command("bench", "--frames", "20", status=1) == ("", f"{said}\n")
