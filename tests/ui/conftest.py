"""The window of these tests is SDL's dummy, which needs no screen and no loudspeaker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import text
from play.settings import AnimationSpeed, Density, HintStep, Language, Settings
from play.store import Store
from tests.samples import PERSON
from tests.ui.driving import start
from ui import cli
from ui.app import App
from ui.text.languages import LOCALES

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def _language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """That of the variables, whatever the settings of who runs the tests say; afterwards English again."""
    monkeypatch.setattr(cli, "kept_language", lambda: Language.SYSTEM)
    yield
    text.use(text.ENGLISH, LOCALES)


@pytest.fixture(autouse=True)
def _fonts() -> None:
    """For what writes without a window; one that was closed has taken them with it."""
    pygame.font.init()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path)
    settings = Settings(
        animation=AnimationSpeed.OFF, muted=True, watch_pace=0.0, book=False, welcomed=True,
        playing=Density.ANALYSE, hints=HintStep.FIGURES,
    )  # fmt: skip
    store.save_settings(settings)
    return store


@pytest.fixture
def app(store: Store) -> Iterator[App]:
    """The window in the middle of a game of two people."""
    app = App(store)
    app.display.window.size = (1280, 800)  # more than SDL's dummy screen has
    start(app, PERSON, PERSON)
    yield app
    if app.is_running:
        app.close()
