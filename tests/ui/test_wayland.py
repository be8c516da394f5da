"""A real window on Wayland, under weston: the picture, mouse and keys, the clipboard, sizes, closing.

Weston leaves the frame of a window to the program, which has one, with buttons, if libdecor is installed.
"""

import ctypes.util
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.board import Color, parse_square
from play.players import Seat
from play.settings import AnimationSpeed, Settings
from play.store import Store
from tests.display import TOOLS, WAYLAND_TOOLS, compositor, missing_tools, x_server
from tests.ui.command_line import ROOT, run_python
from tests.ui.driving import disc_in, play_layout
from tests.waiting import comes_true
from ui.layout import Frame
from ui.theme import Theme

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(missing_tools(TOOLS + WAYLAND_TOOLS)), reason=f"needs {', '.join(TOOLS + WAYLAND_TOOLS)}"
    ),
]

SCREEN = (1200, 800)
SIZE = (980, 660)
# Pixels of the X server's screen to the right of weston.
MARGIN = 40
# Buttons of libdecor's frame, from the upper right corner of the window's inside, in points.
CLOSE, MAXIMISE = (-17, -12), (-49, -12)
HAS_FRAME = ctypes.util.find_library("decor-0") is not None
ANSWER_SECONDS = 60
DRIVER = """
import pygame
from play.settings import Settings
from ui.display import Display
display = Display(Settings())
display.surface.fill("red")
display.show()
print(pygame.display.get_driver())
display.close()
"""


def run(*command: str, on: dict[str, str]) -> str:
    return subprocess.run(command, env=on, capture_output=True, text=True, check=False).stdout


class WaylandWindow:
    """The program in weston, opened with `size`; `screen` is the environment of an X server with a mouse."""

    def __init__(
        self,
        weston: dict[str, str],
        home: Path,
        size: tuple[int, int],
        scale: int,
        screen: dict[str, str] | None = None,
    ) -> None:
        self.weston = weston | {
            "SDL_AUDIODRIVER": "dummy",
            "XDG_CONFIG_HOME": str(home),
            "XDG_DATA_HOME": str(home),
        }
        self.home, self.scale, self.screen = home, scale, screen
        self.bar = Theme(1.0)["bar"]
        self.process = subprocess.Popen([sys.executable, str(ROOT / "main.py")], env=self.weston)
        assert self.has_size(*size)
        if screen is not None:  # weston follows a mouse once it enters, which it may have missed
            self.do("mousemove", scale * SCREEN[0] + MARGIN // 2, MARGIN, "sleep", 0.2)

    def picture(self) -> pygame.Surface:
        """Returns the whole screen, in pixels."""
        if self.screen is None:
            for path in self.home.glob("wayland-screenshot*.png"):
                path.unlink()
            subprocess.run(["weston-screenshooter"], env=self.weston, cwd=self.home, check=True)
            (path,) = self.home.glob("wayland-screenshot*.png")
        else:
            path = self.home / "picture.bmp"
            subprocess.run(["import", "-window", "root", str(path)], env=self.screen, check=True)
        return pygame.image.load(path)

    def has_size(self, *size: int) -> bool:
        """Waits until the inside has this size in points; returns whether it has, and notes its place."""

        def is_found() -> bool:
            bars = pygame.mask.from_threshold(self.picture(), self.bar, (1, 1, 1, 255)).get_bounding_rects()
            self.inside = bars[0].unionall(bars[1:]) if bars else pygame.Rect(0, 0, 0, 0)
            return self.inside.size == (size[0] * self.scale, size[1] * self.scale)

        return comes_true(is_found, ANSWER_SECONDS)

    def place(self, square: str) -> pygame.Rect:
        cell = play_layout(Frame.of(*self.inside.size)).cell(parse_square(square))
        return cell.move(self.inside.topleft)

    def shows(self, **discs: Color | None) -> bool:
        def is_shown() -> bool:
            picture = self.picture()
            return all(disc_in(picture, self.place(name)) is color for name, color in discs.items())

        return comes_true(is_shown, ANSWER_SECONDS)

    def do(self, *command: object) -> None:
        subprocess.run(["xdotool", *map(str, command)], env=self.screen, check=True)

    def point(self, x: float, y: float) -> None:
        """Moves the mouse to a pixel of the screen. Weston drops a click that comes at once."""
        self.do("mousemove", round(x), round(y), "sleep", 0.1)

    def click(self, square: str) -> None:
        self.point(*self.place(square).center)
        self.do("click", 1)

    def press(self, button: tuple[int, int]) -> None:
        """Clicks a button of the frame."""
        x, y = self.inside.topright
        self.point(x + self.scale * button[0], y + self.scale * button[1])
        self.do("click", 1)

    def resize(self, dx: int, dy: int) -> None:
        """Drags the lower right corner while the modifier key of weston is held."""
        x, y = self.inside.right - 40, self.inside.bottom - 40
        self.point(x, y)
        self.do("keydown", "super", "sleep", 0.1, "mousedown", 3, "sleep", 0.2)
        for share in (0.5, 1):
            self.point(x + share * dx * self.scale, y + share * dy * self.scale)
        self.do("mouseup", 3, "keyup", "super")

    def opens_dialog(self, key: str) -> bool:
        """Presses a key; returns whether a dialog then darkens the bars."""
        self.do("key", key)
        corner = self.inside.left + 3, self.inside.top + 3
        return comes_true(lambda: self.picture().get_at(corner) != self.bar, ANSWER_SECONDS / 6)

    def is_over(self) -> bool:
        """Waits for the end; returns whether it was clean."""
        return self.process.wait(ANSWER_SECONDS) == 0


@pytest.fixture
def settings(tmp_path: Path) -> Callable[[], Settings]:
    """Saves settings for two people without animation; returns a function that reads them."""
    store = Store(tmp_path / "nullwindow")
    store.save_settings(
        Settings(
            animation=AnimationSpeed.OFF, muted=True, window_size=SIZE, seats=(Seat(), Seat()), book=False,
            welcomed=True, theme="dark",
        )
    )  # fmt: skip
    store.close()

    def kept() -> Settings:
        store = Store(tmp_path / "nullwindow")
        store.close()
        return store.load_settings()

    return kept


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("scale", [1, 2])
def test_the_picture_is_sharp(tmp_path: Path, scale: int) -> None:
    with compositor(SCREEN, scale) as weston:
        window = WaylandWindow(weston, tmp_path, SIZE, scale)
        assert window.shows(d4=Color.WHITE, e4=Color.BLACK, d5=Color.BLACK, e5=Color.WHITE, f5=None)
        pixels = pygame.surfarray.array3d(window.picture().subsurface(window.inside)).sum(axis=2)
        between = np.abs(np.diff(pixels.astype(int), axis=0))[::2]  # zero if points were only enlarged
        assert between.max() > 300
        window.process.send_signal(signal.SIGTERM)
        assert window.is_over()


@pytest.mark.parametrize("scale", [1, 2])
def test_mouse_keys_clipboard_sizes_and_closing(
    tmp_path: Path, settings: Callable[[], Settings], scale: int
) -> None:
    width, height = SCREEN
    with (
        x_server(scale * width + MARGIN, scale * height) as screen,
        compositor(SCREEN, scale, screen) as weston,
    ):
        window = WaylandWindow(weston, tmp_path, SIZE, scale, screen)
        window.click("f5")
        assert window.shows(f5=Color.BLACK, e5=Color.BLACK)
        window.do("key", "d", "key", "6")
        assert window.shows(d6=Color.WHITE, d5=Color.WHITE)

        window.do("key", "ctrl+c")
        assert comes_true(lambda: run("wl-paste", "-n", on=weston) == "f5d6", ANSWER_SECONDS)
        # With SIGPIPE ignored: else wl-copy dies with its text if SDL has not waited for its answer.
        subprocess.run(["wl-copy", "f5f6e6"], env=weston, check=True, restore_signals=False)
        window.click("a1")  # wl-copy had the keyboard
        assert any(window.opens_dialog("ctrl+v") for _ in range(5)), "wl-copy answered too late"
        window.do("key", "Return")
        assert window.shows(f6=Color.WHITE, e6=Color.BLACK, d6=None)

        window.resize(-60, -10)
        assert window.has_size(SIZE[0] - 60, SIZE[1] - 10)
        window.do("key", "F11")
        assert window.has_size(*SCREEN)
        window.click("f4")
        assert window.shows(f4=Color.WHITE)
        window.do("key", "F11")
        assert window.has_size(SIZE[0] - 60, SIZE[1] - 10)
        if not HAS_FRAME:
            window.do("key", "ctrl+q")
            assert window.is_over()
            return
        window.press(MAXIMISE)
        full = width, height + 2 * MAXIMISE[1]
        assert window.has_size(*full)
        window.click("a1")  # the frame had the keyboard
        window.do("key", "F11")
        assert window.has_size(*SCREEN)
        window.do("key", "F11")
        assert window.has_size(*full)
        window.press(CLOSE)
        assert window.is_over()
        kept = settings()
        assert kept.maximized
        assert kept.window_size == (SIZE[0] - 60, SIZE[1] - 10)

        window = WaylandWindow(weston, tmp_path, full, scale, screen)
        window.press(MAXIMISE)
        assert window.has_size(*kept.window_size)
        window.press(CLOSE)
        assert window.is_over()
        assert not settings().maximized


def test_the_four_combinations_of_x11_and_wayland(tmp_path: Path) -> None:
    """Also if one is named that does not answer; if both answer, SDL chooses X11."""
    with x_server() as screen, compositor(SCREEN, 1) as weston:
        on_x, on_wayland = {"DISPLAY": screen["DISPLAY"]}, {"WAYLAND_DISPLAY": weston["WAYLAND_DISPLAY"]}
        no_x, no_wayland = {"DISPLAY": ":65000"}, {"WAYLAND_DISPLAY": "wayland-nowhere"}
        asked = {"SDL_VIDEODRIVER": "wayland"}
        nowhere = {"WAYLAND_DISPLAY": "", "WAYLAND_DEBUG": "client", "XDG_CONFIG_HOME": str(tmp_path)}
        for given, driver in (
            (on_x | on_wayland, "x11"), (on_x, "x11"), (on_wayland, "wayland"), ({}, ""),
            (on_x | no_wayland, "x11"), (no_x | on_wayland, "wayland"), (no_x | no_wayland, ""),
            (on_x | on_wayland | asked, "wayland"), (on_x | no_wayland | asked, ""),
        ):  # fmt: skip
            environment = {name: value for name, value in (weston | nowhere | given).items() if value}
            program = ["-c", DRIVER] if driver else ["main.py"]
            done = run_python(*program, env=environment)
            assert done.stdout.split()[-1:] == ([driver] if driver else []), (given, done.stderr)
            assert ('set_app_id("nullwindow")' in done.stderr) == (driver == "wayland")
            if not driver:
                assert done.returncode == 1
                assert "needs a display" in done.stderr
                assert len(done.stderr.splitlines()) == 1
