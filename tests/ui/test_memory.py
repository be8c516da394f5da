"""The window when memory or threads are scarce."""

import gc
import threading
import weakref
from collections.abc import Iterator
from unittest.mock import Mock

import pygame
import pytest

from ai import preparation
from play.settings import Settings
from play.store import Store
from tests.quick import quick
from tests.ui.command_line import Command
from tests.ui.driving import page, resize
from ui import cli, paint, sound
from ui.app import MOST_LAYOUTS, QUIET_FRAMES, App
from ui.commands import window
from ui.sound import Sounds

forget = paint.forget  # the other tests replace it


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Turns off the garbage collector, so that only reference counts free objects."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(
    ("layouts", "quiet"),
    quick([(MOST_LAYOUTS + 1, 0), (1, QUIET_FRAMES + 2)], 1, are_rows=True),
    ids=["resizing", "at rest"],
)
def test_replaced_themes_are_freed(app: App, layouts: int, quiet: int) -> None:
    assert preparation.wait().is_ready
    resize(app, (1500, 900))  # objects made before the kernels were ready may stay
    theme = weakref.ref(app.theme)
    for n in range(layouts):
        resize(app, ((1900, 1000), (1100, 700))[n % 2])
    for _ in range(quiet):
        app.frame()
    assert theme() is None


@pytest.mark.usefixtures("_no_collection")
def test_a_replaced_layout_is_freed_at_once(app: App) -> None:
    assert preparation.wait().is_ready
    app.frame()
    for size in ((1100, 700), (1600, 900)):
        before = [weakref.ref(thing) for thing in (page(app).view, app.toolbar, *page(app).button_rows)]
        resize(app, size)
        assert not any(thing() for thing in before)


def test_pictures_of_former_window_sizes_are_freed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paint, "forget", forget)

    def kept_after(*sizes: tuple[int, int]) -> int:
        for size in sizes:
            resize(app, size)
        return paint.rounded.cache_info().currsize

    once = kept_after((1000, 700), (1280, 800))
    assert once > 0
    assert kept_after((1100, 700), (1200, 800), (900, 640), (1600, 900), (1280, 800)) == once


def test_loaded_objects_are_frozen_for_the_collector() -> None:
    assert preparation.wait().is_ready
    assert gc.get_freeze_count() > 50_000


def test_the_window_starts_no_threads_for_its_widgets(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of them cannot start, the others keep the program from ever ending."""
    begun: list[str] = []
    start = threading.Thread.start

    def noted(thread: threading.Thread) -> None:
        begun.append(type(thread).__module__)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", noted)
    window = App(store)
    window.do("settings")
    window.frame()
    window.close()
    assert "threading" in begun, "those of the engines"
    assert not [module for module in begun if module.startswith("pygame_gui")]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (pygame.error("Out of memory"), "The window cannot be opened: Out of memory"),
        (MemoryError(), "Not enough memory: "),
        (RuntimeError("can't start new thread"), "The system has no more threads for this program, or no "),
    ],
)
def test_a_window_that_cannot_open_is_reported_in_one_sentence(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr("ui.app.App", Mock(side_effect=error))
    out, err = command(status=1)
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith(told)


def test_internal_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "run", Mock(side_effect=RuntimeError("the engine is closed")))
    with pytest.raises(RuntimeError, match="the engine is closed"):
        cli.main([])


@pytest.mark.parametrize("error", [MemoryError(), ImportError("numpy")])
def test_without_memory_there_are_no_sounds(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "synthesised", Mock(side_effect=error))
    sounds = Sounds(Settings(volume=0.5))
    sounds.prepare()
    sounds.worker.join()
    assert sounds.problem == "No sound: not enough memory."
    sounds.play("disc")
    sounds.close()
