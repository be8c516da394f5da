"""The window on a loaded machine: python -m benchmarks.loaded [--busy N] [--clicks N] [--stops N]

With N busy processes beside it, prints what the first picture costs, how soon it comes, how soon clicks on a
button are seen while the computer searches, and how soon a search that gives way ends when it is stopped.
Needs Xvfb, openbox, xdotool and wmctrl, and root, so that the screen comes before the busy processes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import IO, Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Algorithm, Limit
from benchmarks import ROOT
from benchmarks.times import MIDGAME_STOPS, middle_games
from play.players import Seat
from play.settings import Density, Settings
from play.store import Store
from tests.display import virtual_display

STARTS: Final = 3
# Processor seconds and seconds of the first picture, and seconds of an answer, at most.
FIRST_CPU: Final = 0.6
FIRST_WALL: Final = 4.0
ANSWER: Final = 0.1
# Share of the answers that must come so soon.
ANSWERED: Final = 0.99
# The moments between two clicks, in seconds.
BETWEEN: Final = (0.15, 0.45)
# The niceness of what clicks and of the screen: only the program is to be late.
HASTE: Final = -15
AS_USUAL: Final = ("nice", "-n", str(-HASTE))
BUSY: Final = "while True: pass"
# Says when the first picture is there, and where to click, and then when each picture that answers is there.
WINDOW: Final = """
import sys, time
from ui import app, cli
import pygame

class Watched(app.App):
    frames = clicks = 0

    def _take_events(self, events):
        super()._take_events(events)
        self.clicks = sum(event.type == pygame.MOUSEBUTTONUP for event in events)

    def frame(self):
        super().frame()
        if not self.frames:
            place = self.display.window.handle, *self.toolbar.rect_of("mute").center
            print("first", time.monotonic(), time.process_time(), *place, flush=True)
        self.frames += 1
        for _ in range(self.clicks):
            print("answered", time.monotonic(), flush=True)

app.App = Watched
sys.exit(cli.main([]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="measure the window on a loaded machine")
    parser.add_argument("--busy", type=int, default=8, help="busy processes (default: %(default)s)")
    parser.add_argument("--clicks", type=int, default=200, help="(default: %(default)s)")
    parser.add_argument("--stops", type=int, default=50, help="(default: %(default)s)")
    options = parser.parse_args()
    preparation.wait()
    with busy(options.busy, ()):
        print(f"stop of a search: {_spread(stopping(options.stops))}", flush=True)
    os.setpriority(os.PRIO_PROCESS, 0, HASTE)
    with virtual_display() as screen, busy(options.busy, AS_USUAL):
        begun = [one_start(screen, 0) for _ in range(STARTS - 1)]
        begun.append(one_start(screen, options.clicks))
    costs, walls = [start[0] for start in begun], [start[1] for start in begun]
    answers = begun[-1][2]
    soon = sum(seconds <= ANSWER for seconds in answers) / len(answers)
    print(f"first picture: {_spread(costs)} of processor time (at most {FIRST_CPU} s), "
          f"there after {_spread(walls)} (at most {FIRST_WALL} s)")  # fmt: skip
    print(f"answers to clicks during a search: {100 * soon:.1f} % of {len(answers)} within "
          f"{1000 * ANSWER:.0f} ms (at least {100 * ANSWERED:.0f} %); {_spread(answers)}")  # fmt: skip
    return 0 if max(costs) <= FIRST_CPU and max(walls) <= FIRST_WALL and soon >= ANSWERED else 1


def _spread(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds):.3f} s, worst {max(seconds):.3f} s"


@contextmanager
def busy(count: int, prefix: Sequence[str]) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(count):
            process = stack.enter_context(subprocess.Popen([*prefix, sys.executable, "-c", BUSY]))
            stack.callback(process.kill)
        yield


def one_start(screen: dict[str, str], clicks: int) -> tuple[float, float, list[float]]:
    """Processor seconds and seconds until the first picture, and the seconds until each click is answered."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        store = Store(Path(home) / "nullwindow")
        seats = Seat(Algorithm.PVS, seconds=1000.0), Seat()  # the computer searches all the time
        store.save_settings(
            replace(Settings(), muted=True, book=False, seats=seats, welcomed=True, playing=Density.ANALYSE)
        )
        store.close()
        environment = screen | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        began = time.monotonic()
        window = subprocess.Popen(
            [*AS_USUAL, sys.executable, "-c", WINDOW],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.enter_context(window)
        stack.callback(window.terminate)
        assert window.stdout is not None
        _, seen, cost, *place = window.stdout.readline().split()
        answers = list(_clicks(screen, clicks, place, window.stdout)) if clicks else []
    return float(cost), float(seen) - began, answers


def _clicks(screen: dict[str, str], count: int, place: Sequence[str], shown: IO[str]) -> Iterator[float]:
    """Click so often at (window, x, y), and wait for each answer."""
    rng = Random(1)
    with subprocess.Popen(["xdotool", "-"], env=screen, stdin=subprocess.PIPE, text=True) as pointer:
        assert pointer.stdin is not None
        pointer.stdin.write(f"mousemove --window {' '.join(place)}\n")
        pointer.stdin.flush()
        time.sleep(5)  # the search begins, with the kernels as soon as they are there
        for _ in range(count):
            time.sleep(rng.uniform(*BETWEEN))
            clicked = time.monotonic()
            pointer.stdin.write("click 1\n")
            pointer.stdin.flush()
            yield float(shown.readline().split()[1]) - clicked


def stopping(count: int) -> list[float]:
    """Seconds from telling searches to stop until they have ended."""
    rng = Random(2)
    engine = Engine(gives_way=True)
    seconds = []
    for board in middle_games(2, count):
        analysis = engine.analyse(board, Limit())
        time.sleep(rng.uniform(*MIDGAME_STOPS))
        began = time.monotonic()
        analysis.stop()
        analysis.wait()
        seconds.append(time.monotonic() - began)
    engine.close()
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
