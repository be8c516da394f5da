"""Measures frame times: python -m benchmarks.frames [PART ...] [--seconds N] [--size WIDTH HEIGHT]

The parts are `play` (the computer against itself), `person` (full strength against a person), `scenes`,
`steps`, `race` and `tree` of the Lab, and `review`; all of them run unless some are named. `looks` runs only
if it is named: it measures the start of the window and the frames of Play in every theme, on every board and
in every language, each three times, in turn, because the load of a machine varies. Needs Xvfb, openbox and
wmctrl.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, cast

from ai.limits import Algorithm, Limit
from ai.reference.choice import Choice
from benchmarks.watch import Frames
from benchmarks.window import one_start
from game.board import squares
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from play.race import Preset, parse_lanes
from play.settings import Language, Settings
from play.slow_motion import SPEEDS, Phase
from play.store import Store
from tests.display import virtual_display
from tests.samples import random_game

if TYPE_CHECKING:
    from ui.app import App
    from ui.pages.lab.page import LabPage
    from ui.pages.review.page import ReviewPage

# The nodes of minimax from the initial position, 7 plies deep.
NODES: Final = 65005
LANES: Final = "pvs,alphabeta,pvs:order=none,pvs:table=off"
ROUNDS: Final = 3
USUAL: Final = Settings(Language.ENGLISH, theme="dark", muted=True, book=False, welcomed=True)
COMPUTER: Final = Seat(Algorithm.PVS, seconds=1.0)


@contextmanager
def window(settings: Settings) -> Iterator[App]:
    """Yields a window of this process as soon as the kernels are ready."""
    from ai import preparation
    from ui.app import App

    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        store.save_settings(settings)
        app = App(store)
        while not preparation.progress().is_over:
            app.frame()
        yield app
        app.close()


def measured(app: App, seconds: float, turn: Callable[[int], object] = lambda _number: None) -> Frames:
    """Returns the frames of `seconds`, each from one picture to the next; calls `turn(n)` before frame n."""
    frames, began = Frames(), perf_counter()
    last = began
    while last - began < seconds:
        turn(frames.number + 1)
        app.frame()
        now = perf_counter()
        frames.add(1000 * (now - last))
        last = now
    return frames


def measure(
    name: str, app: App, seconds: float, turn: Callable[[int], object] = lambda _number: None
) -> None:
    print(f"{name:28} {measured(app, seconds, turn)}", flush=True)


def watch_computer(app: App) -> None:
    app.session.start_match((COMPUTER, COMPUTER), TimeControl(), Game())


def play(app: App, seconds: float) -> None:
    """Measures games of the computer against itself, at a second a move."""
    app.do("page_play")
    watch_computer(app)

    def go_on(_number: int) -> None:
        if app.session.match.result is not None:
            watch_computer(app)

    measure("play, PVS against PVS", app, seconds, go_on)


def person(app: App, seconds: float) -> None:
    """Measures games against a person, a second a move for both; the computer also thinks ahead."""
    app.do("page_play")
    chance, seats = Random(1), (Seat(), COMPUTER)

    def go_on(_number: int) -> None:
        app.quiet_frames = 0  # as if the pointer moved
        match = app.session.match
        if match.result is not None or match.seats != seats:
            app.session.start_match(seats, TimeControl(), Game())
        elif match.phase is MatchPhase.HUMAN and match.clock.spent >= 1:
            match.play(chance.choice(list(squares(match.board.legal_moves()))))

    measure("play, PVS against a person", app, seconds, go_on)


def scenes(app: App, seconds: float) -> None:
    """Measures the scenes of PVS and of the race while they play."""
    app.do("page_lab")
    page = cast("LabPage", app.page)
    for number, name in ((4, "scene 4, PVS"), (6, "scene 6, the race")):
        app.do(f"lab_scene_{number}")
        while page.scenes.commands.scene is None and number < 6:
            app.frame()
        if page.is_idle:  # the race begins by itself
            app.do("scene_play")
        measure(name, app, seconds)


def steps(app: App, seconds: float) -> None:
    """Measures playback at full speed, dragging the line and zooming, over the whole tree of minimax."""
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

    def go_on(_number: int) -> None:
        if not model.is_playing:
            model.go_to(0)
            model.play()

    measure(f"playing, {model.speed:,.0f} steps a second", app, seconds, go_on)
    model.pause()
    plot = page.view.tree.plot
    down = {"pos": (plot.left + 1, plot.centery), "button": 1}
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, down))
    measure(
        "dragging", app, seconds, lambda n: move(plot.left + 7 * n % plot.width, plot.top + n % plot.height)
    )
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, down))
    measure("zooming", app, seconds, lambda n: zoom(plot.left + 3 * n % plot.width, plot.centery, n))


def race(app: App, seconds: float) -> None:
    """Measures a race of four lanes, as many at a time as there are cores."""
    app.do("page_lab")
    app.do("lab_race")
    commands = cast("LabPage", app.page).race.commands
    commands.set_preset(Preset("four", "four", "four", parse_lanes(LANES), 12))
    commands.change(limit=Limit(seconds=seconds / 2))
    app.do("race_start")
    measure("race, 4 lanes", app, seconds)
    assert commands.is_running or len(os.sched_getaffinity(0)) > 2
    app.do("race_start")


def tree(app: App, seconds: float) -> None:
    """Measures the growing tree of a running search, and zooming in it."""
    app.do("page_lab")
    app.do("lab_tree")
    page = cast("LabPage", app.page).tree
    page.commands.limit = Limit(seconds=2 * seconds)
    page.commands.search()
    measure("live tree", app, seconds)
    plot = page.view.tree.plot.move(page.view.tree.rect.topleft)
    measure(
        "live tree, zooming", app, seconds, lambda n: zoom(plot.left + 3 * n % plot.width, plot.centery, n)
    )
    page.commands.close()


def review(app: App, seconds: float) -> None:
    """Measures the review of a game of 60 moves, then dragging the graph while its hints run."""
    import pygame

    app.session.start_match((Seat(), Seat()), TimeControl(), random_game(1))
    app.do("page_review")
    page = cast("ReviewPage", app.page)
    app.do("review_start")
    measure("review", app, seconds)
    app.do("review_stop")
    app.do("review_hints")
    plot = page.view.layout.graph
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=plot.center, button=1))
    measure("hints, dragging", app, seconds, lambda n: move(plot.left + 3 * n % plot.width, plot.centery))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=plot.center, button=1))


def move(x: int, y: int) -> None:
    """Posts a pointer move with the left button held."""
    import pygame

    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(3, 0), buttons=(1, 0, 0)))


def zoom(x: int, y: int, number: int) -> None:
    """Posts a turn of the wheel: in for forty frames, then out again."""
    import pygame

    notch = 1 if number // 40 % 2 == 0 else -1
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(3, 0), buttons=(0, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, pos=(x, y), x=0, y=notch))


def all_looks() -> Iterator[tuple[str, Settings]]:
    """Yields the default look, then all others that differ from it in one setting."""
    from ui.colours import BOARDS, THEMES, offered

    yield "dark, English", USUAL
    yield from ((f"theme {theme}", replace(USUAL, theme=theme)) for theme in offered(THEMES))
    yield from ((f"board {board}", replace(USUAL, board=board)) for board in offered(BOARDS))
    for language in (Language.CHINESE, Language.JAPANESE, Language.RUSSIAN):
        yield language.value, replace(USUAL, language=language)


def looks(seconds: float, size: tuple[int, int]) -> None:
    shown = {name: replace(settings, window_size=size) for name, settings in all_looks()}
    starts: dict[str, list[float]] = {name: [] for name in shown}
    frames = {name: Frames() for name in shown}
    for _round in range(ROUNDS):
        for name, settings in shown.items():
            starts[name].append(one_start(dict(os.environ), settings)[0])
            with window(settings) as app:
                watch_computer(app)
                frames[name].join(measured(app, seconds))
    for name in shown:
        print(f"{name:16} window after {statistics.median(starts[name]):.2f} s   {frames[name]}", flush=True)


PARTS: Final = {each.__name__: each for each in (play, person, scenes, steps, race, tree, review)}


def main() -> int:
    parser = argparse.ArgumentParser(description="measure how even the window runs")
    parser.add_argument("parts", nargs="*", metavar="PART", help="(default: all but looks)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each (default: %(default)s)")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 800), help="(default: 1280 800)")
    options = parser.parse_args()
    if unknown := {*options.parts} - {*PARTS, "looks"}:
        parser.error(f"no part is called {min(unknown)}: {', '.join(PARTS)}, looks")
    width, height = options.size
    with virtual_display(width + 100, height + 100) as screen:
        os.environ |= screen | {"SDL_AUDIODRIVER": "dummy"}
        parts = [PARTS[name] for name in options.parts or PARTS if name != "looks"]
        if parts:
            with window(replace(USUAL, window_size=(width, height))) as app:
                print("{}x{}".format(*app.layout.window.size))
                for part in parts:
                    part(app, options.seconds)
        if "looks" in options.parts:
            looks(options.seconds, (width, height))
    return 0


if __name__ == "__main__":
    sys.exit(main())
