"""Regenerates the pictures of the documents and the film of the README from the current window:

    python -m benchmarks.pictures [FOLDER]      docs by default

Nothing appears on the screen: the window uses SDL's dummy driver.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from textwrap import wrap
from time import perf_counter
from typing import Final

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

import pygame
from PIL import Image

from ai import preparation
from ai.limits import Algorithm, Limit
from game.board import parse_square, squares
from game.clock import TimeControl
from game.records.any_format import parse_game
from game.records.transcript import parse_transcript
from play.players import Seat
from play.practice.progress import Practice, Section
from play.settings import AnimationSpeed, HintStep, Language, Settings
from play.slow_motion import Phase
from play.store import Store
from tests.samples import FINAL_1977
from tests.ui.driving import do, lab, resize, start, wait
from ui.app import App
from ui.pages.practice.page import PracticePage

SIZE: Final = (1280, 800)
COLOURS: Final = 220
# The size of each of the six pictures of a first game, and the gap between two.
SMALL: Final = (560, 350)
GAP: Final = 8
# The film: its size, its pictures per second, and its seconds.
FILMED: Final = (960, 600)
FILMED_A_SECOND: Final = 8
FILM: Final = 20.0
# The share of correct answers in the practice history.
RIGHT: Final = 0.75
OPENING: Final = "f5d6c3d3c4f4f6f3e6e7f7g6"
MIDDLE: Final = OPENING + "h5c6d2h7g4e3d7g5"
QUIET: Final = Settings(Language.ENGLISH, theme="dark", animation=AnimationSpeed.OFF, muted=True)
USUAL: Final = replace(QUIET, hints=HintStep.WORDS, welcomed=True)
LEVEL: Final = Seat(Algorithm.PVS, 5, 0.5)


def opened(home: str, settings: Settings = USUAL) -> App:
    store = Store(Path(home))
    store.save_settings(settings)
    app = App(store)
    resize(app, SIZE)
    wait(app, lambda: preparation.progress().is_over)
    return app


def frames(app: App, seconds: float) -> None:
    end = perf_counter() + seconds
    while perf_counter() < end:
        app.frame()


def taken(app: App) -> Image.Image:
    app.frame()
    return Image.frombytes("RGB", SIZE, pygame.image.tobytes(app.display.surface, "RGB"))


def show_play(app: App) -> None:
    app.session.start_match((Seat(), LEVEL), TimeControl(per_game=300.0), parse_transcript(OPENING))
    do(app, "hint")
    frames(app, 4)


def show_review(app: App) -> None:
    app.session.open(parse_game(FINAL_1977.lower()))
    do(app, "page_review", "review_start")
    wait(app, lambda: app.page.is_idle)
    do(app, "review_first", *("review_mistake_on",) * 5)


def show_practice(app: App) -> None:
    """Shows an answer after four weeks of practice."""
    do(app, "page_practice", "practice_endgames")
    assert isinstance(app.page, PracticePage)
    trainer, chance = app.page.commands.trainer, Random(1)
    keys = iter(trainer.keys)
    for back in range(27, 0, -1):
        practice = Practice(trainer.practice.progress, partial(_before, back))
        for _ in range(chance.choice((0, 2, 3, 4))):
            practice.answer(Section.ENDGAMES, next(keys), chance.random() < RIGHT)
    do(app, "practice_next")
    assert trainer.task is not None
    trainer.play(next(squares(trainer.task.cursor.node.board.legal_moves())))
    frames(app, 1)


def _before(days: int) -> date:
    return date.today() - timedelta(days)


def enter_lab(app: App) -> None:
    app.session.start_match((Seat(), Seat()), TimeControl(), parse_transcript(MIDDLE))
    do(app, "page_lab")


def show_scene(app: App) -> None:
    enter_lab(app)
    commands = lab(app).scenes.commands
    wait(app, lambda: commands.scene is not None)
    do(app, "lab_scene_2", "scene_next", "scene_next", "scene_next", "scene_next")


def show_steps(app: App) -> None:
    enter_lab(app)
    do(app, "lab_steps")
    wait(app, lambda: lab(app).steps.commands.model.phase is Phase.READY)
    do(app, "next_cut", "next_cut", "next_cut")


def show_race(app: App) -> None:
    enter_lab(app)
    do(app, "lab_race")
    lab(app).race.commands.set_limit(Limit(depth=12))
    do(app, "race_start")
    wait(app, lambda: app.page.is_idle)


def show_tree(app: App) -> None:
    enter_lab(app)
    do(app, "lab_tree", "tree_start")
    frames(app, 3)
    do(app, "tree_start", "node_below", "node_below", "node_below")


def first_game(review: Image.Image) -> Image.Image:
    """Returns six pictures in one: the first start, the rules, a new game, hints, the end, the review."""
    found = []
    with tempfile.TemporaryDirectory() as home:
        app = opened(home, QUIET)
        found.append(taken(app))
        for dialog in ("rules", "new_game"):
            do(app, dialog)
            found.append(taken(app))
            assert app.overlay.dialog is not None
            app.overlay.dialog.close()
        do(app, "welcome_little", "hint")
        frames(app, 3)
        found.append(taken(app))
        *moves, last = wrap(FINAL_1977.lower(), 2)
        start(app, Seat(), LEVEL, game=parse_transcript("".join(moves)))
        wait(app, lambda: app.session.match.play(parse_square(last)))
        frames(app, 5)
        found.append(taken(app))
        app.close()
    sheet = Image.new("RGB", (3 * SMALL[0] + 2 * GAP, 2 * SMALL[1] + GAP))
    for n, picture in enumerate([*found, review]):
        sheet.paste(picture.resize(SMALL), (n % 3 * (SMALL[0] + GAP), n // 3 * (SMALL[1] + GAP)))
    return sheet


def film(path: Path) -> None:
    """Films the first game of a new user who chooses Watch, in one palette: still areas cost no bytes."""
    pictures: list[Image.Image] = []
    with tempfile.TemporaryDirectory() as home:
        app = opened(home, replace(QUIET, animation=AnimationSpeed.SYSTEM))
        frames(app, 0.5)
        do(app, "welcome_watch")
        begin = perf_counter()
        while (now := perf_counter() - begin) < FILM:
            app.frame()
            if len(pictures) <= now * FILMED_A_SECOND:
                surface = pygame.transform.smoothscale(app.display.surface, FILMED)
                pictures.append(Image.frombytes("RGB", FILMED, pygame.image.tobytes(surface, "RGB")))
        app.close()
    samples = pictures[:: len(pictures) // 8]
    sheet = Image.new("RGB", (FILMED[0], FILMED[1] * len(samples)))
    for n, picture in enumerate(samples):
        sheet.paste(picture, (0, n * FILMED[1]))
    palette = sheet.quantize(COLOURS)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    duration = round(1000 / FILMED_A_SECOND)
    first.save(path, save_all=True, append_images=others, duration=duration, loop=0, optimize=True)


PICTURES: Final[dict[str, Callable[[App], None]]] = {
    "play": show_play,
    "review": show_review,
    "practice": show_practice,
    "lab": show_scene,
    "steps": show_steps,
    "race": show_race,
    "tree": show_tree,
}


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")

    def save(name: str, picture: Image.Image) -> None:
        print(name, flush=True)
        picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            folder / f"{name}.png", optimize=True
        )

    made: dict[str, Image.Image] = {}
    for name, show in PICTURES.items():
        with tempfile.TemporaryDirectory() as home:
            app = opened(home)
            show(app)
            made[name] = taken(app)
            app.close()
        save(name, made[name])
    save("first-game", first_game(made["review"]))
    film(folder / "thinking.gif")
    return 0


if __name__ == "__main__":
    sys.exit(main())
