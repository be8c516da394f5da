"""Figures of the window: how soon it is there, how soon commands take effect, whether it stands a storm, and
what it costs while it is idle, with how soon it answers a click then.

    python -m benchmarks.window [start] [commands] [storm] [idle]      all four unless some are named

`start` and `idle` need Xvfb with openbox, wmctrl and xdotool, `idle` Linux, too; the others use SDL's dummy
driver.
"""

from __future__ import annotations

import json
import os
import random
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
from typing import TYPE_CHECKING

from ai.limits import Algorithm
from benchmarks import ROOT
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from play.settings import Density, Settings
from play.store import Store
from tests.display import titles, virtual_display, wait_until

if TYPE_CHECKING:
    from ui.app import App

STARTS = 5
COMMANDS = 20
STORM_SECONDS = 30.0
SWITCHES_PER_SECOND = 20
PAGES = ("play", "review", "practice", "lab", "edit")
IDLE_SECONDS = 10.0
# Share of a processor and wakes a second, at most; the first also of a window that is minimised.
IDLE_SHARE, IDLE_WAKES, MINIMISED_SHARE = 0.015, 100.0, 0.005
CLICKS = 100
# Seconds after which a window without input is idle, and between two clicks on it.
UNTIL_IDLE = 3.0
BETWEEN = (1.0, 1.6)
# Opens the page that is named, minimised if that is named, too; writes where its button for sounds is as soon
# as it is idle, and a line for each picture that answers a click.
IDLE = """
import sys, time
from ui import app, cli
import pygame

class Watched(app.App):
    clicks, is_new = 0, True

    def _take_events(self, events):
        super()._take_events(events)
        self.clicks = sum(event.type == pygame.MOUSEBUTTONUP for event in events)

    def frame(self):
        if self.is_new and self.page.identity != sys.argv[1]:
            self.open_page(self.page_of(sys.argv[1]))
        super().frame()
        if self.is_new and self._is_idle() and not self._was_preparing and self._rest is None:
            self.is_new = False
            if sys.argv[2:]:
                self.display.window.minimize()
            print(self.display.window.handle, *self.toolbar.rect_of("mute").center, flush=True)
        for _ in range(self.clicks):
            print(time.monotonic(), flush=True)

app.App = Watched
sys.exit(cli.main([]))
"""
COMPUTER = Seat(Algorithm.PVS, level=10, seconds=1.0)


def start() -> None:
    """Window visible, and the computer's first move, on a warm and on an empty compile cache."""
    with virtual_display() as screen, tempfile.TemporaryDirectory() as cache:
        warm = screen | {"XDG_CACHE_HOME": cache}
        subprocess.run(
            [sys.executable, "main.py", "compile"], cwd=ROOT, env=warm, check=True, capture_output=True
        )
        _report_start("warm cache", [one_start(warm) for _ in range(STARTS)], 1.5)
        empty = []
        for _ in range(STARTS):
            with tempfile.TemporaryDirectory() as nothing:
                empty.append(one_start(screen | {"XDG_CACHE_HOME": nothing}))
        _report_start("empty cache", empty, 2.0)


def _report_start(name: str, starts: list[tuple[float, float]], target: float) -> None:
    windows, moves = ([start[n] for start in starts] for n in range(2))
    print(
        f"window visible, {name}: median {statistics.median(windows):.2f} s, worst {max(windows):.2f} s "
        f"(at most {target} s)"
    )
    print(
        f"first move after the window, {name}, 1 s per move: median {statistics.median(moves):.2f} s, "
        f"worst {max(moves):.2f} s (at most 2.0 s on a warm cache)"
    )


def one_start(screen: dict[str, str], looks: Settings | None = None) -> tuple[float, float]:
    """Seconds until the window is there, and from then until the computer has moved; with these looks."""
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home) / "nullwindow")
        settings = replace(looks or Settings(), muted=True, book=False, seats=(COMPUTER, Seat()))
        store.save_settings(replace(settings, welcomed=True, playing=Density.ANALYSE))
        store.close()
        began = time.perf_counter()
        environment = screen | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment)
        assert wait_until(lambda: "Nullwindow" in titles(screen), 30)
        visible = time.perf_counter()

        def has_moved() -> bool:
            try:
                return ";B[" in json.loads((store.directory / "game.json").read_text("utf-8"))["game"]
            except FileNotFoundError:
                return False

        assert wait_until(has_moved, 30)
        moved = time.perf_counter()
        program.terminate()
        program.wait()
    return visible - began, moved - visible


def commands() -> None:
    """From the command to its effect, the worker at rest or on the new question, while it searches."""
    from ui.app import App

    for name in ("stop", "undo", "new game", "quit"):
        seconds = []
        for _ in range(COMMANDS):
            with tempfile.TemporaryDirectory() as home:
                app = App(Store(Path(home)))
                session = app.session
                session.apply(replace(session.settings, book=False))  # it is a search that is interrupted
                session.start_match((Seat(), replace(COMPUTER, seconds=60.0)), TimeControl(), Game())
                session.match.play(37)
                _until_depth(app, 8)
                analysis = app.session.match.thinking.analysis
                assert analysis is not None
                began = time.perf_counter()
                if name == "new game":
                    app.session.start_match(app.session.match.seats, app.session.match.control, Game())
                elif name == "quit":
                    app.do("quit")
                    app.close()
                else:
                    app.do(name)
                while not analysis.is_done:
                    time.sleep(0.0002)
                seconds.append(analysis.started + analysis.counters().seconds - began)
                if name != "quit":
                    app.close()
        print(f"{name} while searching: median {1000 * statistics.median(seconds):.1f} ms, "
              f"worst {1000 * max(seconds):.1f} ms of {COMMANDS} (at most 50 ms)")  # fmt: skip


def _until_depth(app: App, depth: int) -> None:
    end = time.monotonic() + 120
    thinking = app.session.thinking
    while thinking.analysis is None or thinking.analysis.progress.depth < depth:
        app.frame()
        assert time.monotonic() < end, f"depth {depth} was not reached in two minutes"


def storm() -> None:
    """Switch the search 20 times a second for half a minute, resize and click meanwhile."""
    import pygame

    from ui.app import App

    rng = random.Random(1)
    seats = (replace(COMPUTER, seconds=0.7), replace(COMPUTER, algorithm=Algorithm.ALPHABETA, seconds=0.7))
    with tempfile.TemporaryDirectory() as home:
        app = App(Store(Path(home)))
        app.session.start_match(seats, app.session.match.control, Game())
        began, switches, clicks, resizes, games = time.monotonic(), 0, 0, 0, 0
        while time.monotonic() - began < STORM_SECONDS:
            app.frame()
            elapsed = time.monotonic() - began
            while switches < elapsed * SWITCHES_PER_SECOND:
                app.do("switch")
                switches += 1
            if elapsed > resizes:
                resizes += 1
                app.display.window.size = rng.choice([(900, 640), (1280, 800), (1600, 900), (1000, 1200)])
            width, height = app.display.surface.get_size()
            position = (rng.randrange(width), rng.randrange(60, height))
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=1))
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=position, button=1))
            clicks += 1
            if app.session.match.is_paused:
                app.do("last")
                app.do("pause")
            if app.session.match.phase is MatchPhase.OVER:
                games += 1
                app.session.start_match(seats, app.session.match.control, Game())
            assert app.session.match.problem is None, app.session.match.problem
        played = Game(app.session.match.game.start, app.session.match.game.moves)  # raises IllegalMove
        app.close()
    print(
        f"storm of {STORM_SECONDS:.0f} s: {switches} switches, {resizes} resizes, {clicks} clicks, "
        f"{games} games ended, {len(played.moves)} moves in the last, all legal, no error, no deadlock"
    )


def idle() -> None:
    """Processor time and wakes on each page, minimised, and until the picture after a click."""
    with virtual_display() as screen:
        for name in (*PAGES, "minimised"):
            arguments = ("play", name) if name == "minimised" else (name,)
            with idle_window(screen, *arguments) as (window, _place):
                share, wakes = cost(window.pid, IDLE_SECONDS)
            most = MINIMISED_SHARE if name == "minimised" else IDLE_SHARE
            print(f"idle, {name}: {100 * share:.2f} % of a processor (at most {100 * most:.1f} %), "
                  f"{wakes:.0f} wakes a second (at most {IDLE_WAKES:.0f})", flush=True)  # fmt: skip
        with idle_window(screen, "play") as (window, place):
            seconds = sorted(answers(screen, window, place))
        median, nearly_all = 1000 * statistics.median(seconds), 1000 * seconds[int(0.95 * len(seconds))]
        print(f"clicks on an idle window: median {median:.1f} ms, 95 % within {nearly_all:.1f}, "
              f"worst {1000 * seconds[-1]:.1f}")  # fmt: skip


@contextmanager
def idle_window(screen: dict[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The program as it is by itself, once it is idle, and (window, x, y) of a button."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        store = Store(Path(home) / "nullwindow")
        store.save_settings(Settings(welcomed=True))
        store.close()
        environment = screen | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        command = [sys.executable, "-c", IDLE, *arguments]
        window = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        stack.enter_context(window)
        stack.callback(window.terminate)
        assert window.stdout is not None
        place = window.stdout.readline().split()
        time.sleep(UNTIL_IDLE)
        yield window, place


def cost(pid: int, seconds: float) -> tuple[float, float]:
    """(Share of a processor, wakes a second) of a process, all its threads together."""
    began, before, waited = time.monotonic(), _processor_seconds(pid), _waits(pid)
    time.sleep(seconds)
    passed, after, waits = time.monotonic() - began, _processor_seconds(pid), _waits(pid)
    wakes = sum(count - waited.get(thread, 0) for thread, count in waits.items())
    return (after - before) / passed, wakes / passed


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _waits(pid: int) -> dict[str, int]:
    """How often each of its threads has waited."""
    line = re.compile(r"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {task.name: int(line.findall((task / "status").read_text("utf-8"))[0]) for task in tasks}


def answers(screen: dict[str, str], window: subprocess.Popen[str], place: Sequence[str]) -> Iterator[float]:
    """Seconds from each click on a button at (window, x, y) until the picture is there."""
    assert window.stdout is not None
    rng = random.Random(1)
    with subprocess.Popen(["xdotool", "-"], env=screen, stdin=subprocess.PIPE, text=True) as pointer:
        assert pointer.stdin is not None
        pointer.stdin.write(f"mousemove --window {' '.join(place)}\n")
        pointer.stdin.flush()
        time.sleep(UNTIL_IDLE)
        for _ in range(CLICKS):
            time.sleep(rng.uniform(*BETWEEN))
            clicked = time.monotonic()
            pointer.stdin.write("click 1\n")
            pointer.stdin.flush()
            yield float(window.stdout.readline()) - clicked


if __name__ == "__main__":
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    chosen = sys.argv[1:] or ["start", "commands", "storm", "idle"]
    for part in chosen:
        if part not in ("start", "commands", "storm", "idle"):
            sys.exit(f"{part!r} is not start, commands, storm or idle")
    if "start" in chosen:
        start()
    if "idle" in chosen:
        idle()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    if "commands" in chosen:
        commands()
    if "storm" in chosen:
        storm()
