"""Virtual screens for tests that drive the real window: Xvfb with a window manager, and weston."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.waiting import comes_true

TOOLS = ("Xvfb", "openbox", "xdotool", "wmctrl", "import")
WAYLAND_TOOLS = ("weston", "weston-screenshooter", "wl-copy", "wl-paste")
# Variables that the tests, or their user, may have set.
HIDDEN = ("SDL_VIDEODRIVER", "SDL_FRAMEBUFFER_ACCELERATION", "WAYLAND_DISPLAY", "DISPLAY")
WESTON = """
[core]
idle-time=0
[shell]
panel-position=none
background-color=0xff336699
animation=none
startup-animation=none
locking=false
"""


def missing_tools(tools: tuple[str, ...] = TOOLS) -> list[str]:
    return [tool for tool in tools if shutil.which(tool) is None]


@contextmanager
def x_server(width: int = 1400, height: int = 900) -> Iterator[dict[str, str]]:
    """Starts a screen; yields the environment that programs need to appear on it."""
    reader, writer = os.pipe()
    # Without -noreset it restarts each time the last client leaves, and refuses new clients meanwhile.
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()  # written when the server is ready
    try:
        yield _environment() | {"DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait()


@contextmanager
def virtual_display(width: int = 1400, height: int = 900) -> Iterator[dict[str, str]]:
    """Starts a screen with a window manager; yields the environment that programs need to appear on it."""
    with x_server(width, height) as environment:
        manager = subprocess.Popen(
            ["openbox"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            # A window that opens while the manager starts may wait for it forever.
            assert comes_true(lambda: _has_manager(environment), 30), "openbox does not answer"
            yield environment
        finally:
            manager.terminate()
            manager.wait()


@contextmanager
def compositor(
    size: tuple[int, int], scale: int, screen: dict[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Starts weston with `size` in points; yields the environment that programs need to appear in it.

    It has a mouse and a keyboard only on the screen of an X server, where it takes the upper left corner.
    """
    with TemporaryDirectory() as folder:
        settings = Path(folder) / "weston.ini"
        settings.write_text(WESTON, "utf-8")
        environment = _environment() | {"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "wayland-test"}
        backend = "headless" if screen is None else "x11"
        weston = subprocess.Popen(
            ["weston", f"--backend={backend}-backend.so", f"--width={size[0]}", f"--height={size[1]}",
             f"--scale={scale}", "--use-pixman", "--debug", "--socket=wayland-test", f"--config={settings}"],
            env=environment if screen is None else environment | {"DISPLAY": screen["DISPLAY"]},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert comes_true((Path(folder) / "wayland-test").exists, 30), "weston does not answer"
            yield environment
        finally:
            weston.terminate()
            weston.wait()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in HIDDEN}


def _has_manager(environment: dict[str, str]) -> bool:
    return subprocess.run(["wmctrl", "-m"], env=environment, capture_output=True, check=False).returncode == 0


def titles(environment: dict[str, str]) -> list[str]:
    """Returns the titles of the windows on the screen."""
    done = subprocess.run(["wmctrl", "-l"], env=environment, capture_output=True, text=True, check=False)
    return [line.split(maxsplit=3)[3] for line in done.stdout.splitlines() if len(line.split()) > 3]
