"""Measures how soon lists of many games and the explorer are ready, and the frame times meanwhile.

    python -m benchmarks.lists FOLDER        a folder of WTHOR files

Runs on SDL's dummy driver at 1280x800. A frame is the work between two pictures: events, update and drawing,
without the wait at its end. A step of the explorer looks up the figures and newest games of a position.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pygame

from ai import preparation
from benchmarks.watch import Frames
from game.board import Board
from game.records.ggf import ggf
from game.symmetry import transform_board
from play.archive.files import ArchiveFiles
from play.archive.games import read_files
from play.archive.reader import ArchiveReader
from play.library import Library
from play.lists.sources import source_of
from play.lists.table import Field, Query
from play.settings import AnimationSpeed, Settings
from play.store import Store
from ui.app import App
from ui.dialogs.games import GamesDialog, Tab, list_wording
from ui.pages.play.page import PlayPage
from ui.pages.review.page import ReviewPage

GAMES_OF_TEXT = 130_000
DIFFERENT = 2_000
FRAMES = 300
POSITIONS = 1000
PATIENCE = 300

FrameTimes = list[tuple[float, float]]
"""Milliseconds of many frames: by the clock, and of processor time in the window's thread."""


def summary(frames: FrameTimes) -> str:
    clock, processor = (Frames(times) for times in zip(*frames, strict=True))
    return f"clock {clock}; CPU {processor}"


class Bench:
    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def dialog(self) -> GamesDialog:
        assert isinstance(self.app.overlay.dialog, GamesDialog)
        return self.app.overlay.dialog

    def frame(self, *events: pygame.event.Event) -> tuple[float, float]:
        """Runs one turn of the loop; returns its milliseconds as in FrameTimes."""
        began, worked = time.perf_counter(), time.thread_time()
        self.app._take_events([*events, *pygame.event.get()])
        self.app.update(1 / 60)
        self.app.draw()
        took, worked = time.perf_counter() - began, time.thread_time() - worked
        time.sleep(max(0.001, 1 / 60 - took))  # lets background threads work
        return 1000 * took, 1000 * worked

    def until(self, is_so: Callable[[], bool]) -> tuple[float, str]:
        """Runs frames until a condition holds; returns the seconds and a summary of the frames."""
        began = time.perf_counter()
        frames: FrameTimes = []
        while not is_so() or not frames:
            frames.append(self.frame())
            assert time.perf_counter() - began < PATIENCE
        return time.perf_counter() - began, summary(frames)

    def settled(self) -> bool:
        return self.dialog.listing.is_settled and self.dialog._shown is self.dialog.listing.shown

    def scrolled(self) -> str:
        """Scrolls by wheel, by pages, and by the bar from end to end; returns a summary of the frames."""
        frames = []
        for n in range(FRAMES):
            frames.append(self.frame(pygame.event.Event(pygame.MOUSEWHEEL, y=-1 - n % 5, x=0)))
        page = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, unicode="", mod=0)
        frames += [self.frame(page) for _ in range(FRAMES)]
        for n in range(FRAMES):
            self.dialog.list.top = n * self.dialog.list._most_top // FRAMES
            frames.append(self.frame())
        return summary(frames)


@contextmanager
def window(archive: Path) -> Iterator[Bench]:
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        settings = Settings(animation=AnimationSpeed.OFF, muted=True, book=False, archive=str(archive))
        store.save_settings(settings)
        app = App(store)
        app.display.window.size = (1280, 800)
        app.archive._cache = Path(folder) / "cache"  # forces a new index
        bench = Bench(app)
        preparation.start()
        bench.until(lambda: preparation.progress().is_over)
        try:
            yield bench
        finally:
            app.close()


def explore(archive: Path) -> None:
    with window(archive) as bench:
        reader = bench.app.archive
        bench.app.show(ReviewPage)
        for name, is_there in (
            ("index", lambda: reader.index is not None),
            ("list", lambda: reader.table is not None),
        ):
            seconds, frames = bench.until(is_there)
            print(f"the {name} is made in {seconds:.2f} s; {frames}")
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        for how in ("made", "opened"):
            reader = ArchiveReader(list_wording(), Library(cache / "library.sqlite", []), cache)
            began = time.perf_counter()
            reader.open(archive)
            while reader.index is None and not reader.problem:
                time.sleep(0.001)
            print(f"the index {how}: {time.perf_counter() - began:.2f} s {reader.problem}")
        while reader.table is None:
            time.sleep(0.01)
        times = []
        for board in sampled(reader, POSITIONS):
            began = time.perf_counter()
            reader.look_up(board)
            reader.rows(board, Query("", Field.DATE, is_descending=True))
            times.append(1000 * (time.perf_counter() - began))
        print(f"{len(times)} steps: median {statistics.median(times):.2f} ms, worst {max(times):.1f}")


def sampled(reader: ArchiveReader, count: int) -> Iterator[Board]:
    """Yields positions of the games of `reader`, each in a random symmetry."""
    chance = Random(7)
    assert reader.index is not None
    games = reader.index.games.records["moves"]
    for _ in range(count):
        board, moves = Board.initial(), [int(move) for move in chance.choice(games) if move < 64]
        for move in moves[: chance.randrange(len(moves))]:
            board = board.after_pass().play(move)
        yield transform_board(board.after_pass(), chance.randrange(8))


def main(archive: Path) -> None:
    explore(archive)
    with window(archive) as bench, tempfile.TemporaryDirectory() as folder:
        page = bench.app.show(PlayPage)
        page.commands.open_games_dialog()
        bench.dialog.show_tab(Tab.ARCHIVE)
        seconds, frames = bench.until(bench.settled)
        print(f"archive, {bench.dialog.list.lines.number:,} games: {seconds:.2f} s; {frames}")
        print(f"  scrolling: {bench.scrolled()}")
        bench.dialog.close()
        bench.frame()
        text = Path(folder) / "games.ggf"
        text.write_text(text_of(archive), "utf-8")
        page.commands.open_games_dialog(source_of(text))
        first, _ = bench.until(lambda: bench.dialog.list.lines.number > 0)
        seconds, frames = bench.until(bench.settled)
        number = bench.dialog.list.lines.number
        print(f"GGF, {number:,} games: {first:.2f} s until the first, {first + seconds:.2f} s; {frames}")
        print(f"  scrolling: {bench.scrolled()}")
        bench.dialog.close()


def text_of(archive: Path) -> str:
    games = read_files(ArchiveFiles.of(archive).games, [])
    texts = [ggf(games.open(10 * number)) for number in range(DIFFERENT)]
    return "\n".join(texts * (GAMES_OF_TEXT // DIFFERENT))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
