"""How even the frames of the Lab, Play and Review are, on a screen of its own.

    python -m benchmarks.pages [SECONDS [WIDTH HEIGHT]]      10 for each measurement and 1280 800 by default

Needs Xvfb and openbox.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, cast

from ai.limits import Algorithm, Limit
from ai.reference.choice import Choice
from game.board import PASS, squares
from game.clock import TimeControl
from game.tree import Game
from play.players import Seat
from play.race import Preset, parse_lanes
from play.settings import Settings
from play.slow_motion import SPEEDS, Phase
from play.store import Store
from tests.display import virtual_display

if TYPE_CHECKING:
    from ui.app import App
    from ui.pages.lab.page import LabPage
    from ui.pages.review.page import ReviewPage

# Of minimax from the first position, 7 plies deep.
NODES = 65005
LANES = "pvs,alphabeta,pvs:order=none,pvs:table=off"


def measure(name: str, app: App, seconds: float, turn: Callable[[int], None]) -> None:
    """Print how long frames took, each measured from one picture to the next; `turn` comes before frame n."""
    times = [perf_counter()]
    while times[-1] - times[0] < seconds:
        turn(len(times))
        app.frame()
        times.append(perf_counter())
    frames = sorted(1000 * (after - before) for before, after in itertools.pairwise(times))
    even = 100 * sum(frame <= 20 for frame in frames) / len(frames)
    print(
        f"{name:28} {len(frames):5} frames  median {frames[len(frames) // 2]:5.1f}  "
        f"99 % {frames[int(0.99 * len(frames))]:5.1f}  worst {frames[-1]:5.1f} ms  <= 20 ms {even:6.2f} %",
        flush=True,
    )


def steps(app: App, seconds: float) -> None:
    """Play at full speed, drag the line and zoom, over the whole tree of minimax."""
    import pygame

    app.do("page_lab")
    app.do("lab_steps")
    page = cast("LabPage", app.page).steps
    model = page.commands.model
    page.commands.choose(Choice(algorithm=Algorithm.MINIMAX, depth=7))
    began = perf_counter()
    while model.phase is Phase.SEARCHING:
        app.frame()
    assert len(model.runs[0].tree) == NODES, model.job.problem
    print(f"minimax, 7 plies: {NODES:,} nodes written down in {perf_counter() - began:.2f} s")
    model.speed = SPEEDS[-1]

    def play(_n: int) -> None:
        if not model.is_playing:
            model.go_to(0)
            model.play()

    measure(f"playing, {model.speed:,.0f} steps a second", app, seconds, play)
    model.pause()
    plot = page.view.tree.plot
    down = {"pos": (plot.left + 1, plot.centery), "button": 1}
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, down))

    def drag(n: int) -> None:
        at = (plot.left + 7 * n % plot.width, plot.top + n % plot.height)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(7, 1), buttons=(1, 0, 0)))

    measure("dragging", app, seconds, drag)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, down))

    def zoom(n: int) -> None:
        notch = 1 if n // 40 % 2 == 0 else -1
        at = (plot.left + 3 * n % plot.width, plot.centery)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(3, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, pos=at, x=0, y=notch))

    measure("zooming", app, seconds, zoom)


def race(app: App, seconds: float) -> None:
    """Four lanes, as many at a time as there are cores; then the same on the page Play."""
    app.do("page_lab")
    app.do("lab_race")
    page = cast("LabPage", app.page).race
    page.commands.set_preset(Preset("four", "four", "four", parse_lanes(LANES), 12))
    page.commands.change(limit=Limit(seconds=seconds / 2))
    app.do("race_start")
    measure("race, 4 lanes", app, seconds, lambda _n: None)
    assert page.commands.race is not None
    assert page.commands.is_running or len(os.sched_getaffinity(0)) > 2
    app.do("race_start")
    app.do("page_play")
    seat = Seat(Algorithm.PVS, seconds=1.0)
    app.session.start_match((seat, seat), TimeControl(), Game())
    measure("play, PVS against PVS", app, seconds, lambda _n: None)


def scenes(app: App, seconds: float) -> None:
    """The third scene and the race, played."""
    app.do("page_lab")
    page = cast("LabPage", app.page)
    for number, name in ((3, "scene 3, PVS"), (4, "scene 4, the race")):
        app.do(f"lab_scene_{number}")
        while page.scenes.commands.scene is None and number < 4:
            app.frame()
        if page.is_idle:  # the race begins by itself
            app.do("scene_play")
        measure(name, app, seconds, lambda _n: None)


def tree(app: App, seconds: float) -> None:
    """The trees of a search that goes on, and zooming in the one that grows."""
    import pygame

    app.do("page_lab")
    app.do("lab_tree")
    page = cast("LabPage", app.page).tree
    page.commands.limit = Limit(seconds=2 * seconds)
    page.commands.search()
    measure("live tree", app, seconds, lambda _n: None)
    plot = page.view.tree.plot.move(page.view.tree.rect.topleft)

    def zoom(n: int) -> None:
        at = (plot.left + 3 * n % plot.width, plot.centery)
        notch = 1 if n // 40 % 2 == 0 else -1
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, pos=at, x=0, y=notch))

    measure("live tree, zooming", app, seconds, zoom)
    page.commands.close()


def review(app: App, seconds: float) -> None:
    """A game of 60 moves reviewed, its hints, and the graph dragged while they run."""
    import pygame

    chance, game = Random(1), Game()
    while not game.board.is_over():
        game.play(chance.choice(list(squares(game.board.legal_moves())) or [PASS]))
    app.session.start_match((Seat(), Seat()), TimeControl(), game)
    app.do("page_review")
    page = cast("ReviewPage", app.page)
    app.do("review_start")
    measure("review", app, seconds, lambda _n: None)
    assert page.commands.review is not None
    print(f"with {page.commands.review.left} positions left")
    app.do("review_stop")
    app.do("review_hints")
    plot = page.view.layout.graph

    def drag(n: int) -> None:
        at = (plot.left + 3 * n % plot.width, plot.centery)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(3, 0), buttons=(1, 0, 0)))

    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=plot.center, button=1))
    measure("hints, dragging", app, seconds, drag)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=plot.center, button=1))


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    width, height = map(int, sys.argv[2:4] or (1280, 800))
    with virtual_display(width + 100, height + 100) as screen, tempfile.TemporaryDirectory() as home:
        os.environ |= screen | {"SDL_AUDIODRIVER": "dummy"}
        from ai import preparation
        from ui.app import App

        store = Store(Path(home))
        store.save_settings(Settings(muted=True, book=False, window_size=(width, height), welcomed=True))
        app = App(store)
        while not preparation.progress().is_ready:
            app.frame()
        print("{}x{}".format(*app.layout.window.size))
        scenes(app, seconds)
        steps(app, seconds)
        race(app, seconds)
        tree(app, seconds)
        review(app, seconds)
        app.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
