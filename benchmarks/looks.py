"""Whether the window is as fast in every theme, on every board, in every language: its start, and its frames.

    python -m benchmarks.looks [SECONDS]      of frames for each, 5 by default

Each is measured three times, all of them in turn, since a machine is busier at one time than at another. The
frames are those of the page Play at 1280x800 while the computer plays itself. Needs Xvfb, openbox and wmctrl.
"""

from __future__ import annotations

import itertools
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Final

from ai.limits import Algorithm
from benchmarks.window import one_start
from game.clock import TimeControl
from game.tree import Game
from play.players import Seat
from play.settings import Language, Settings
from play.store import Store
from tests.display import virtual_display

ROUNDS: Final = 3
SIZE: Final = (1280, 800)
USUAL: Final = Settings(Language.ENGLISH, theme="dark", muted=True, book=False, welcomed=True)


def looks() -> Iterator[tuple[str, Settings]]:
    """The usual one first, then all others that differ from it in one thing."""
    from ui.colours import BOARDS, THEMES, offered

    yield "dark, English", USUAL
    for theme in offered(THEMES):
        if theme != USUAL.theme:
            yield f"theme {theme}", replace(USUAL, theme=theme)
    for board in offered(BOARDS):
        if board != USUAL.board:
            yield f"board {board}", replace(USUAL, board=board)
    for language in (Language.CHINESE, Language.JAPANESE, Language.RUSSIAN):
        yield language.value, replace(USUAL, language=language)


def frames(settings: Settings, seconds: float) -> list[float]:
    """How long each took, in milliseconds, in the window of this process."""
    from ai import preparation
    from ui.app import App

    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        store.save_settings(settings)
        app = App(store)
        app.display.window.size = SIZE
        while not preparation.progress().is_over:
            app.frame()
        seat = Seat(Algorithm.PVS, seconds=1.0)
        app.session.start_match((seat, seat), TimeControl(), Game())
        times = [perf_counter()]
        while times[-1] - times[0] < seconds:
            app.frame()
            times.append(perf_counter())
        app.close()
    return [1000 * (after - before) for before, after in itertools.pairwise(times)]


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    with virtual_display() as screen:
        os.environ |= screen | {"SDL_AUDIODRIVER": "dummy"}
        shown = list(looks())
        starts: dict[str, list[float]] = {name: [] for name, _settings in shown}
        taken: dict[str, list[float]] = {name: [] for name, _settings in shown}
        for _round in range(ROUNDS):
            for name, settings in shown:
                starts[name].append(one_start(dict(os.environ), settings)[0])
                taken[name] += frames(settings, seconds)
        for name, _settings in shown:
            ordered = sorted(taken[name])
            even = 100 * sum(frame <= 20 for frame in ordered) / len(ordered)
            print(
                f"{name:16} window after {statistics.median(starts[name]):.2f} s (median of {ROUNDS})   "
                f"{len(ordered):5} frames, 99 % {ordered[int(0.99 * len(ordered))]:5.1f}, "
                f"worst {ordered[-1]:5.1f} ms, <= 20 ms {even:6.2f} %",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
