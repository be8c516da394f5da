"""Measures the window in a separate process: python -m benchmarks.window [start] [idle] [loaded]

`start` measures how soon the window is visible and the computer has moved; `idle` the cost of an idle window,
and its delay after a click. `loaded` measures, beside busy processes, cost and delay of the first picture,
the delay after clicks during a search, and how soon a search that gives way stops. All three run unless some
are named. Needs Linux, Xvfb with openbox, wmctrl and xdotool; `loaded` also needs root, to give the screen
priority over the busy processes.
"""

from __future__ import annotations

import json
import os
import re
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
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Algorithm, Limit
from benchmarks import ROOT
from benchmarks.times import MIDGAME_STOPS, middle_games
from play.players import Seat
from play.settings import Density, Settings
from play.store import Store
from tests.display import titles, virtual_display
from tests.ui.command_line import run_main
from tests.waiting import comes_true

STARTS: Final = 5
PAGES: Final = ("play", "review", "practice", "lab", "edit")
IDLE_SECONDS: Final = 10.0
# The most that an idle window may take: share of a processor, wakes a second, and share when minimised.
IDLE_SHARE, IDLE_WAKES, MINIMISED_SHARE = 0.015, 100.0, 0.005
# Seconds after which a window without input is idle, or searches with compiled kernels.
UNTIL_IDLE: Final = 3.0
UNTIL_SEARCH: Final = 5.0
# The clicks on an idle window and on a loaded one, and the range of seconds between two.
IDLE_CLICKS, LOADED_CLICKS = 100, 200
BETWEEN_IDLE, BETWEEN_LOADED = (1.0, 1.6), (0.15, 0.45)
BUSY: Final = 8
LOADED_STARTS: Final = 3
STOPS: Final = 50
# Limits on a loaded machine: seconds of processor and clock for the first picture, seconds for the picture
# after a click, and the share of clicks for which that must hold.
FIRST_CPU, FIRST_WALL, ANSWER, ANSWERED = 0.6, 4.0, 0.1, 0.99
# The niceness of the clicking process and of the screen, so that only the program is late.
HASTE: Final = -15
AS_USUAL: Final = ("nice", "-n", str(-HASTE))
COMPUTER: Final = Seat(Algorithm.PVS, level=10, seconds=1.0)
# Opens a page by name. Prints a line after the first picture, or once it is idle (perhaps minimised): clock,
# processor time, window and place of its button for sounds; then the clock for each click, after its picture.
PROGRAM: Final = """
import sys, time
from ui import app, cli
import pygame

class Watched(app.App):
    clicks, is_new = 0, True

    def _take_events(self, events):
        super()._take_events(events)
        self.clicks = sum(event.type == pygame.MOUSEBUTTONUP for event in events)

    def frame(self):
        page, moment = sys.argv[1:]
        if self.is_new and self.page.identity != page:
            self.open_page(self.page_of(page))
        super().frame()
        is_idle = self._is_idle() and not self._was_preparing and self._rest is None
        if self.is_new and (moment == "first" or is_idle):
            self.is_new = False
            if moment == "minimised":
                self.display.window.minimize()
            place = self.display.window.handle, *self.toolbar.rect_of("mute").center
            print(time.monotonic(), time.process_time(), *place, flush=True)
        for _ in range(self.clicks):
            print(time.monotonic(), flush=True)

app.App = Watched
sys.exit(cli.main([]))
"""


def start() -> None:
    """Measures the time to a visible window and to the first move, with a warm and an empty compile cache."""
    with virtual_display() as screen, tempfile.TemporaryDirectory() as cache:
        warm = screen | {"XDG_CACHE_HOME": cache}
        run_main("compile", env=warm, check=True)
        _report_start("warm cache", [one_start(warm) for _ in range(STARTS)], 1.5)
        empty = []
        for _ in range(STARTS):
            with tempfile.TemporaryDirectory() as nothing:
                empty.append(one_start(screen | {"XDG_CACHE_HOME": nothing}))
        _report_start("empty cache", empty, 2.0)


def _report_start(name: str, starts: list[tuple[float, float]], target: float) -> None:
    windows, moves = zip(*starts, strict=True)
    print(f"window visible, {name}: {_spread(windows)} (at most {target} s)")
    print(f"first move after the window, {name}, 1 s per move: {_spread(moves)} (at most 2 s, warm)")


def one_start(screen: dict[str, str], looks: Settings | None = None) -> tuple[float, float]:
    """Returns the seconds until the window is visible, and from then until the computer has moved."""
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home) / "nullwindow")
        settings = replace(looks or Settings(), muted=True, book=False, seats=(COMPUTER, Seat()))
        store.save_settings(replace(settings, welcomed=True, playing=Density.ANALYSE))
        store.close()
        began = time.perf_counter()
        environment = screen | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment)
        assert comes_true(lambda: "Nullwindow" in titles(screen), 30)
        visible = time.perf_counter()

        def has_moved() -> bool:
            try:
                return ";B[" in json.loads((store.directory / "game.json").read_text("utf-8"))["game"]
            except FileNotFoundError:
                return False

        assert comes_true(has_moved, 30)
        moved = time.perf_counter()
        program.terminate()
        program.wait()
    return visible - began, moved - visible


def idle() -> None:
    """Measures processor time and wakes on each page and minimised, and the delay after a click."""
    with virtual_display() as screen:
        for name in (*PAGES, "minimised"):
            page, moment = ("play", name) if name == "minimised" else (name, "idle")
            with idle_window(screen, page, moment) as (window, _place):
                share, wakes = cost(window.pid, IDLE_SECONDS)
            most = MINIMISED_SHARE if name == "minimised" else IDLE_SHARE
            print(f"idle, {name}: {100 * share:.2f} % of a processor (at most {100 * most:.1f} %), "
                  f"{wakes:.0f} wakes a second (at most {IDLE_WAKES:.0f})", flush=True)  # fmt: skip
        with idle_window(screen, "play", "idle") as (window, place):
            seconds = sorted(answers(screen, window, place, IDLE_CLICKS, BETWEEN_IDLE))
        nearly_all = seconds[int(0.95 * len(seconds))]
        print(f"clicks on an idle window: {_spread(seconds)}, 95 % within {nearly_all:.4f}")


def loaded() -> None:
    """Measures the first picture, clicks during a search, and stops, beside busy processes."""
    preparation.wait()
    with busy(()):
        print(f"stop of a search: {_spread(stopping())}", flush=True)
    os.setpriority(os.PRIO_PROCESS, 0, HASTE)
    searching = Settings(muted=True, book=False, seats=(replace(COMPUTER, seconds=1000.0), Seat()),
                         welcomed=True, playing=Density.ANALYSE)  # fmt: skip
    costs, walls, seconds = [], [], list[float]()
    with virtual_display() as screen, busy(AS_USUAL):
        for number in range(LOADED_STARTS):
            began = time.monotonic()
            with program(screen, searching, AS_USUAL, "play", "first") as (window, (seen, cost, *place)):
                walls.append(float(seen) - began)
                costs.append(float(cost))
                if number == LOADED_STARTS - 1:
                    time.sleep(UNTIL_SEARCH)
                    seconds = list(answers(screen, window, place, LOADED_CLICKS, BETWEEN_LOADED))
    soon = sum(each <= ANSWER for each in seconds) / len(seconds)
    print(f"first picture: {_spread(costs)} of processor time (at most {FIRST_CPU} s), "
          f"there after {_spread(walls)} (at most {FIRST_WALL} s)")  # fmt: skip
    print(f"answers to clicks during a search: {100 * soon:.1f} % of {len(seconds)} within "
          f"{1000 * ANSWER:.0f} ms (at least {100 * ANSWERED:.0f} %); {_spread(seconds)}")  # fmt: skip


def _spread(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds):.4f} s, worst {max(seconds):.4f} s"


@contextmanager
def busy(prefix: Sequence[str]) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(BUSY):
            process = stack.enter_context(
                subprocess.Popen([*prefix, sys.executable, "-c", "while True: pass"])
            )
            stack.callback(process.kill)
        yield


def stopping() -> list[float]:
    """Returns the seconds from the stop of each search to its end."""
    rng = Random(2)
    engine = Engine(gives_way=True)
    seconds = []
    for board in middle_games(2, STOPS):
        analysis = engine.analyse(board, Limit())
        time.sleep(rng.uniform(*MIDGAME_STOPS))
        began = time.monotonic()
        analysis.stop()
        analysis.wait()
        seconds.append(time.monotonic() - began)
    engine.close()
    return seconds


@contextmanager
def program(
    screen: dict[str, str], settings: Settings, prefix: Sequence[str], *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Runs PROGRAM with these arguments; yields its process and the words of its first line."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        store = Store(Path(home) / "nullwindow")
        store.save_settings(settings)
        store.close()
        environment = screen | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        command = [*prefix, sys.executable, "-c", PROGRAM, *arguments]
        window = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        stack.enter_context(window)
        stack.callback(window.terminate)
        assert window.stdout is not None
        yield window, window.stdout.readline().split()


@contextmanager
def idle_window(
    screen: dict[str, str], page: str, moment: str
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Runs the program alone; yields its process once it is idle, and (window, x, y) of a button."""
    with program(screen, Settings(welcomed=True), (), page, moment) as (window, (_seen, _cost, *place)):
        time.sleep(UNTIL_IDLE)
        yield window, place


def cost(pid: int, seconds: float) -> tuple[float, float]:
    """Returns (share of a processor, wakes a second) of a process, all its threads together."""
    began, before, waited = time.monotonic(), _processor_seconds(pid), _waits(pid)
    time.sleep(seconds)
    passed, after, waits = time.monotonic() - began, _processor_seconds(pid), _waits(pid)
    wakes = sum(count - waited.get(thread, 0) for thread, count in waits.items())
    return (after - before) / passed, wakes / passed


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _waits(pid: int) -> dict[str, int]:
    """Returns how often each thread of a process has waited, by thread id."""
    line = re.compile(r"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {task.name: int(line.findall((task / "status").read_text("utf-8"))[0]) for task in tasks}


def answers(
    screen: dict[str, str],
    window: subprocess.Popen[str],
    place: Sequence[str],
    count: int,
    between: tuple[float, float],
) -> Iterator[float]:
    """Yields the seconds from each click on a button at (window, x, y) to the next picture."""
    assert window.stdout is not None
    rng = Random(1)
    with subprocess.Popen(["xdotool", "-"], env=screen, stdin=subprocess.PIPE, text=True) as pointer:
        assert pointer.stdin is not None
        pointer.stdin.write(f"mousemove --window {' '.join(place)}\n")
        pointer.stdin.flush()
        time.sleep(UNTIL_IDLE)
        for _ in range(count):
            time.sleep(rng.uniform(*between))
            clicked = time.monotonic()
            pointer.stdin.write("click 1\n")
            pointer.stdin.flush()
            yield float(window.stdout.readline()) - clicked


PARTS: Final = {each.__name__: each for each in (start, idle, loaded)}

if __name__ == "__main__":
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if unknown := {*sys.argv[1:]} - {*PARTS}:
        sys.exit(f"{min(unknown)!r} is not {', '.join(PARTS)}")
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
