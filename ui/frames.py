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
from game.plain_text import to_right
from game.records.record import Record
from game.text import _
from game.tree import Game
from play.players import Seat
from play.store import Store
from ui.app import App
from ui.arguments import DONE, fail


def bench_frames(seconds: float) -> int:
    """Print how long frames take while the computer plays itself at full strength; the exit status.

    Raises NoDisplay. A frame is measured from one picture to the next.
    """
    seat = Seat(Algorithm.PVS, seconds=1.0)
    with TemporaryDirectory() as directory:  # a measurement leaves the settings and the game alone
        app = App(Store(Path(directory)), Record())
        session = app.session
        app.apply(replace(app.settings, muted=True, book=False))  # it is searching that takes time
        while app.is_running and not preparation.progress().is_over:
            app.frame()
        ready = preparation.progress()
        if ready.has_failed or not app.is_running:
            app.close()
            closed = _("The window was closed: nothing was measured")
            return fail(_(ready.text) if ready.has_failed else closed)
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
    sentence = _("{count} frames in {seconds} s at {width}x{height}, PVS against PVS")
    lasted = f"{times[-1] - times[0]:.1f}"
    print(sentence.format(count=len(frames), seconds=lasted, width=width, height=height))
    shares = ((_("median"), 0.5), ("99 %", 0.99), ("99.9 %", 0.999), (_("worst"), 1.0))
    for name, share in shares:
        at = frames[min(len(frames) - 1, int(share * len(frames)))]
        lasted = _("{milliseconds} ms", milliseconds=f"{at:6.1f}")
        print(f"{to_right(name, 8)}  {lasted}")
    print(f"{'<= 20 ms':>8}  {100 * sum(f <= 20 for f in frames) / len(frames):6.2f} %")
    return DONE
