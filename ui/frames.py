"""Measures the frames of the window while the computer plays itself."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from ai import preparation
from ai.limits import Algorithm
from game.clock import TimeControl
from game.records.record import Record
from game.tree import Game
from play.players import Seat
from play.store import Store
from ui.app import App
from ui.arguments import DONE, fail


def bench_frames(seconds: float) -> int:
    """Let the computer play itself at full strength and print how long the frames took; the exit status.

    Raises NoDisplay. A frame is measured from one picture to the next.
    """
    seat = Seat(Algorithm.PVS, seconds=1.0)
    with TemporaryDirectory() as directory:  # a measurement leaves the settings and the game alone
        app = App(Store(Path(directory)), Record())
        session = app.session
        app.sounds.muted = True
        session.apply(replace(session.settings, book=False))  # it is searching that takes time
        while app.is_running and not preparation.progress().is_over:
            app.frame()
        ready = preparation.progress()
        if ready.has_failed or not app.is_running:
            app.close()
            return fail(ready.text if ready.has_failed else "The window was closed: nothing is measured")
        session.start_match((seat, seat), TimeControl(), Game())
        times = [perf_counter()]
        while app.is_running and times[-1] - times[0] < seconds:
            app.frame()
            times.append(perf_counter())
            if session.match.result is not None:
                session.start_match((seat, seat), TimeControl(), Game())
        app.close()
    frames = sorted(1000 * (after - before) for before, after in itertools.pairwise(times))
    width, height = app.layout.window.size
    print(f"{len(frames)} frames in {times[-1] - times[0]:.1f} s at {width}x{height}, PVS against PVS")
    for name, share in (("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999)):
        print(f"{name:>8}  {frames[min(len(frames) - 1, int(share * len(frames)))]:6.1f} ms")
    print(f"{'worst':>8}  {frames[-1]:6.1f} ms")
    print(f"{'<= 20 ms':>8}  {100 * sum(f <= 20 for f in frames) / len(frames):6.2f} %")
    return DONE
