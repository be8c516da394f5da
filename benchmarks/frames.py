"""How even the window runs while the computer plays itself: python -m benchmarks.frames [SECONDS]

At full strength, a second a move, for 60 s by default. A frame is measured from one picture to the next.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
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


def main(seconds: float) -> int:
    seat = Seat(Algorithm.PVS, seconds=1.0)
    with TemporaryDirectory() as directory:  # a measurement leaves the settings and the game alone
        app = App(Store(Path(directory)), Record())
        session = app.session
        app.apply(replace(app.settings, muted=True, book=False))  # it is searching that takes time
        while app.is_running and not preparation.progress().is_over:
            app.frame()
        session.start_match((seat, seat), TimeControl(), Game())
        times = [perf_counter()]
        while app.is_running and times[-1] - times[0] < seconds:
            app.frame()
            times.append(perf_counter())
            if session.match.result is not None:
                session.start_match((seat, seat), TimeControl(), Game())
        size = app.layout.window.size
        app.close()
    frames = sorted(1000 * (after - before) for before, after in pairwise(times))
    if not frames:
        print("The window was closed: nothing was measured", file=sys.stderr)
        return 1
    print(f"{len(frames)} frames in {times[-1] - times[0]:.1f} s at {size[0]}x{size[1]}, PVS against PVS")
    for name, share in (("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999), ("worst", 1.0)):
        print(f"{name:>8}  {frames[min(len(frames) - 1, int(share * len(frames)))]:6.1f} ms")
    print(f"{'<= 20 ms':>8}  {100 * sum(each <= 20 for each in frames) / len(frames):6.2f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
