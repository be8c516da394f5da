"""Figures of the window: how soon it is there, how soon commands take effect, whether it stands a storm.

    python -m benchmarks.window [start] [commands] [storm]      all three unless some are named

`start` needs a screen or Xvfb with openbox and wmctrl; the others use SDL's dummy driver.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
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


if __name__ == "__main__":
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    chosen = sys.argv[1:] or ["start", "commands", "storm"]
    for part in chosen:
        if part not in ("start", "commands", "storm"):
            sys.exit(f"{part!r} is not start, commands or storm")
    if "start" in chosen:
        start()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    if "commands" in chosen:
        commands()
    if "storm" in chosen:
        storm()
