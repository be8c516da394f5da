"""A screen of its own for the tests that drive the real window: Xvfb with a window manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOOLS = ("Xvfb", "openbox", "xdotool", "wmctrl", "import")


def missing_tools() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


@contextmanager
def virtual_display(width: int = 1400, height: int = 900) -> Iterator[dict[str, str]]:
    """Start a screen; yields the environment that programs need to appear on it."""
    reader, writer = os.pipe()
    # Without -noreset it would begin anew, and refuse whoever comes then, each time the last client leaves.
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()  # written when the server is ready
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["DISPLAY"] = f":{number}"
    manager = subprocess.Popen(
        ["openbox"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        # A window that is opened while the manager begins can wait for it for ever.
        assert wait_until(lambda: _has_manager(environment), 30), "openbox does not answer"
        yield environment
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def _has_manager(environment: dict[str, str]) -> bool:
    return subprocess.run(["wmctrl", "-m"], env=environment, capture_output=True, check=False).returncode == 0


def titles(environment: dict[str, str]) -> list[str]:
    """The titles of the windows on the screen."""
    done = subprocess.run(["wmctrl", "-l"], env=environment, capture_output=True, text=True, check=False)
    return [line.split(maxsplit=3)[3] for line in done.stdout.splitlines() if len(line.split()) > 3]


def wait_until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Whether it came true within `seconds`."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
