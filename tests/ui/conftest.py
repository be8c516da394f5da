"""These tests use the dummy drivers of SDL, which need no screen and no loudspeaker."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.core.surface_cache import SurfaceCache

from ai import book, log
from game import text
from game.records.record import Record
from game.tree import Game
from play.practice import exercise
from play.settings import Coordinates, Settings
from play.store import Store
from tests.play.scripted import ScriptedEngine
from tests.ui.command_line import Command, Said
from tests.ui.driving import STILL, OpenPage, start_of_strangers
from ui import cli, paint, sound
from ui.app import App
from ui.board.board_view import BoardView
from ui.display import Display
from ui.pages.page import Page
from ui.pages.play.page import PlayPage
from ui.text.languages import LOCALES
from ui.theme import Theme

# Replaced by `_drawn_when_looked_at`.
FRAME, CLOSE, SURFACE = App.frame, App.close, vars(Display)["surface"].fget

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
# SDL would turn a SIGTERM to the tests into a QUIT event, and the window of one test would stop drawing.
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"


class Shapes(SurfaceCache):
    """A cache of widget shapes for all windows; pygame_gui has one for each, and packs it over frames."""

    def update(self) -> None:
        """Packs nothing."""

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        if surface.get_height() < 200:  # whole dialogs take megabytes
            super().add_surface_to_cache(surface, string_id)


@pytest.fixture(autouse=True, scope="session")
def _made_once() -> Iterator[None]:
    """Keeps sounds, the opening book, the endgames, the ground of the board, pictures and widths of texts and
    widget shapes: most of the cost of opening a window or a dialog. The screen is larger than SDL's dummy
    one, so the window is laid out once.
    """
    grounds: dict[tuple[object, ...], pygame.Surface] = {}
    lines: dict[tuple[object, ...], pygame.Surface] = {}
    widths: dict[tuple[object, ...], int] = {}
    draw, measure, render = BoardView._draw_ground, Theme._width, Theme._line

    def ground(view: BoardView, coordinates: Coordinates) -> pygame.Surface:
        theme, place = view.theme, view.layout.board
        key = (*theme.written.values(), theme.scale, *place.size, coordinates)
        return grounds.setdefault(key, grounds.get(key) or draw(view, coordinates))

    def width(theme: Theme, words: str, size: int, bold: bool = False) -> int:
        key = (words, size, bold, theme.scale, theme.language)
        if key not in widths:
            widths[key] = measure(theme, words, size, bold)
        return widths[key]

    def line(theme: Theme, words: str, size: int, ink: str, bold: bool, room: int) -> pygame.Surface:
        key = (words, size, theme.written[ink], bold, room, theme.scale, theme.language)
        if key not in lines:
            lines[key] = render(theme, words, size, ink, bold, room)
        return lines[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theme, "_width", width)
        patch.setattr(Theme, "_line", line)
        patch.setattr("pygame_gui.core.ui_appearance_theme.SurfaceCache", cache(Shapes))
        patch.setattr(paint, "forget", lambda: None)
        patch.setattr(BoardView, "_draw_ground", ground)
        patch.setattr(sound, "synthesised", cache(sound.synthesised))
        patch.setattr("ui.assets.load", lru_cache(maxsize=1)(book.load))
        patch.setattr(exercise, "parse_puzzles", cache(exercise.parse_puzzles))
        patch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
        yield


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Takes the language from the environment, and restores English; pytest reports crashes. Frames follow
    without a pause, even if nothing happens, and a letter counts at once after a dialog.
    """
    monkeypatch.setattr(cli, "kept_settings", Settings)
    monkeypatch.setattr(log, "begin_window", lambda: False)
    monkeypatch.setattr("ui.app.FRAMES_PER_SECOND", 1000)
    monkeypatch.setattr("ui.app.IDLE_WAIT", 1)
    monkeypatch.setattr("ui.app.LETTERS_REST", 0.0)
    pygame.font.init()  # closing a window also quits the fonts
    yield
    text.use(text.ENGLISH, LOCALES)


@pytest.fixture(autouse=True)
def _drawn_when_looked_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draws a frame only when its surface is read or the test ends: drawing changes nothing and takes most of
    a frame. Frames of slow tests are drawn at once.
    """
    if request.node.get_closest_marker("slow"):
        yield
        return
    waiting = dict[Display, App]()

    def frame(app: App) -> None:
        waiting.pop(app.display, None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "draw", lambda: None)
            patch.setattr(app.display, "show", lambda: None)
            FRAME(app)
        waiting[app.display] = app

    def look(display: Display) -> Any:
        if app := waiting.pop(display, None):
            app.draw()
        return SURFACE(display)

    def close(app: App) -> None:
        if waiting.pop(app.display, None):
            app.draw()
        CLOSE(app)

    monkeypatch.setattr(App, "frame", frame)
    monkeypatch.setattr(App, "close", close)
    monkeypatch.setattr(Display, "surface", property(look))
    yield
    while waiting:
        _display, app = waiting.popitem()
        app.draw()


@pytest.fixture
def drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "frame", FRAME)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Returns a function that runs a command and returns its output."""

    def carry_out(*arguments: object, status: int = 0) -> Said:
        assert cli.main([*map(str, arguments)]) == status
        return Said(*capsys.readouterr())

    return carry_out


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path)
    store.save_settings(STILL)
    return store


@pytest.fixture
def opened() -> Iterator[list[App]]:
    """Yields a list of programs; those still running at the end are closed."""
    opened: list[App] = []
    yield opened
    for app in opened:
        if app.is_running:
            app.close()


@pytest.fixture
def open_page(store: Store, opened: list[App]) -> OpenPage:
    """Returns a function that opens the program on a page, with a game."""

    def open_it(
        kind: type[Page] = PlayPage, record: Record | None = None, *, game: Game | None = None, **changes: Any
    ) -> App:
        """`game` is played by two strangers; `changes` apply to the settings."""
        if changes:
            store.save_settings(replace(STILL, **changes))
        opened.append(app := App(store, record))
        if game is not None:
            start_of_strangers(app, game)
        else:
            app.frame()
        if kind is not PlayPage:
            app.show(kind)
            app.frame()
        return app

    return open_it


@pytest.fixture
def reopen(opened: list[App]) -> Callable[[App], App]:
    """Returns a function that closes a program and opens it again."""

    def reopen(app: App) -> App:
        app.close()
        app.is_running = False
        opened.append(again := App(Store(app.session.store.directory)))
        again.frame()
        return again

    return reopen


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """Yields one program for all tests of a module, which must close no other."""
    store = Store(tmp_path_factory.mktemp("home"))
    store.save_settings(STILL)
    app = App(store)
    yield app
    app.close()


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Returns the window with a new game of two people."""
    return open_page(game=Game())
