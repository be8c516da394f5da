"""A real window on a virtual screen: real mouse and key events, and checks of the picture."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game.board import Board, Color, parse_square
from game.clock import TimeControl
from game.tree import Game
from play.players import Seat
from play.saved_game import SavedGame
from play.settings import AnimationSpeed, Settings
from play.store import Store
from tests.ui.command_line import ROOT
from tests.ui.driving import disc_in, play_layout
from tests.waiting import comes_true
from ui.layout import Frame

SIZE = (1280, 800)
LAYOUT = play_layout(Frame.of(*SIZE))
START_SECONDS = 30
ANSWER_SECONDS = 60


class Window:
    """The program on a screen, driven as by a user."""

    def __init__(self, screen: dict[str, str], home: Path) -> None:
        self.screen = screen | {
            "SDL_AUDIODRIVER": "dummy",
            "XDG_CONFIG_HOME": str(home),
            "XDG_DATA_HOME": str(home),
        }
        self.picture_file = home / "picture.png"
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py")], env=self.screen, stderr=subprocess.PIPE, text=True
        )
        self.id = ""
        assert comes_true(self._is_found, START_SECONDS)

    def _is_found(self) -> bool:
        listed = self._run("wmctrl", "-l").stdout.split()
        self.id = listed[0] if "Nullwindow" in listed else ""
        return self.id != ""

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self.screen, capture_output=True, text=True, check=False)

    def click(self, position: tuple[int, int]) -> None:
        self._run(
            "xdotool", "mousemove", "--window", self.id, str(position[0]), str(position[1]), "click", "1"
        )

    def key(self, *names: str) -> None:
        self._run("xdotool", "key", "--clearmodifiers", *names)

    def geometry(self) -> tuple[int, ...]:
        """Returns place and size of the inside, in pixels of the screen."""
        lines = self._run("xdotool", "getwindowgeometry", "--shell", self.id).stdout.splitlines()
        found = dict(line.split("=") for line in lines)
        return tuple(int(found[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def comes_to(self, *geometry: int) -> bool:
        return comes_true(lambda: self.geometry() == geometry, ANSWER_SECONDS)

    def arrange(self, *arguments: str) -> None:
        """Does what a user does with the window manager."""
        self._run("wmctrl", "-i", "-r", self.id, *arguments)

    def picture(self) -> pygame.Surface:
        self._run("import", "-window", self.id, str(self.picture_file))
        return pygame.image.load(self.picture_file)

    def disc(self, square: str) -> Color | None:
        """Returns the disc that the picture shows on a square."""
        return disc_in(self.picture(), LAYOUT.cell(parse_square(square)))

    def shows(self, **discs: Color | None) -> bool:
        """Waits for these discs; returns whether the picture shows them."""
        return comes_true(
            lambda: all(self.disc(name) is color for name, color in discs.items()), ANSWER_SECONDS
        )

    def close(self) -> None:
        """Closes the window; its end must be clean."""
        self._run("wmctrl", "-i", "-c", self.id)
        _, errors = self.process.communicate(timeout=ANSWER_SECONDS)
        assert self.process.returncode == 0
        assert "Traceback" not in errors


OpenWindow = Callable[..., Window]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "nullwindow")


@pytest.fixture
def open_window(screen: dict[str, str], tmp_path: Path, store: Store) -> OpenWindow:
    """Returns a function that opens a window without animation, by default for two people."""

    def open_it(*seats: Seat, board: Board | None = None) -> Window:
        two = (seats[0], seats[1]) if seats else (Seat(), Seat())
        off = AnimationSpeed.OFF
        store.save_settings(
            Settings(animation=off, muted=True, window_size=SIZE, seats=two, book=False, welcomed=True)
        )
        if board is not None:
            store.save_game(SavedGame(Game(board), two, TimeControl(), None, datetime.now()))
        store.close()  # the window needs the files for itself
        return Window(screen, tmp_path)

    return open_it


def test_mouse_and_keyboard_play_to_the_end(open_window: OpenWindow, tmp_path: Path) -> None:
    """After Black's move White has none and passes; Black's second move ends the game."""
    window = open_window(board=Board.from_text("-OX" + "-" * 53 + "XXXXXXO- X"))
    assert window.shows(a1=None, b1=Color.WHITE, g8=Color.WHITE)
    window.click(LAYOUT.cell(parse_square("a1")).center)
    assert window.shows(a1=Color.BLACK, b1=Color.BLACK)
    window.key("z")
    assert window.shows(a1=None, b1=Color.WHITE)
    window.key("a", "1")
    assert window.shows(a1=Color.BLACK, b1=Color.BLACK)

    def black_can_go_on() -> bool:
        window.key("h", "8")
        return window.disc("h8") is Color.BLACK

    assert comes_true(black_can_go_on, ANSWER_SECONDS), "the pass is over after a while"
    assert window.shows(h8=Color.BLACK, g8=Color.BLACK)
    window.close()
    assert Store(tmp_path / "nullwindow").load_game() is None


@pytest.mark.slow
def test_the_window_reopens_with_its_state_and_place(open_window: OpenWindow, tmp_path: Path) -> None:
    def is_kept(**settings: object) -> bool:
        kept = json.loads((tmp_path / "nullwindow" / "settings.json").read_text("utf-8"))
        return all(kept[name] == value for name, value in settings.items())

    window = open_window()

    def is_arranged() -> bool:
        """Asks again: a window manager may drop requests while the window opens."""
        if window.geometry()[2:] != (1000, 700):
            window.arrange("-e", "0,150,60,1000,700")
        return is_kept(window_size=[1000, 700])

    assert comes_true(is_arranged, ANSWER_SECONDS)
    normal = window.geometry()
    window.arrange("-b", "add,maximized_vert,maximized_horz")
    assert comes_true(lambda: window.geometry()[2] == 1400, ANSWER_SECONDS)
    large = window.geometry()
    window.key("F11")
    assert window.comes_to(0, 0, 1400, 900)
    window.key("F11")
    assert window.comes_to(*large)
    window.close()
    assert is_kept(maximized=True, fullscreen=False, window_size=[1000, 700])

    window = Window(window.screen, tmp_path)
    assert window.comes_to(*large)
    window.key("F11")
    assert window.comes_to(0, 0, 1400, 900)
    window.close()
    assert is_kept(maximized=True, fullscreen=True)

    window = Window(window.screen, tmp_path)
    assert window.comes_to(0, 0, 1400, 900)
    window.key("F11")
    assert window.comes_to(*large)
    window.arrange("-b", "remove,maximized_vert,maximized_horz")
    assert window.comes_to(*normal)
    window.close()
    assert is_kept(maximized=False, fullscreen=False, window_size=[1000, 700])
