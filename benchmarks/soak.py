"""Plays in the window at random for hours, and watches memory, threads, files, frames and the saved game.

    python -m benchmarks.soak [--hours N] [--seed S] [--wthor DIR]

The window is a real one at 1280x800, on a separate screen with pointer and keyboard. Settings, games and
pictures go into a folder that is deleted at the end. With --wthor the program uses the archive in DIR, its
library holds a hundred of those games, and their most frequent player is "me". Tables stay small, and Ctrl+Q
is pressed only at the end, during a search: a new process in between would hide growth. An exception, a
hanging window, an unexpected message, or a saved game that differs from the board ends the run with status 1,
the seed and the last deeds. Every minute the run stops everything and counts memory, threads and open files;
growth of these counts between the first minutes and the last also gives status 1.

Needs Xvfb, openbox, wmctrl and xdotool.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import signal
import sys
import tempfile
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, cast
from unittest.mock import patch

from ai.limits import Algorithm, Limit
from ai.reference.choice import Choice
from benchmarks.deeds import BURSTS, Deed, deeds
from benchmarks.hands import LARGEST_TABLE, Hands
from benchmarks.watch import Frames, Rest, SavedGameWatch, Trouble, Watch
from game.clock import TimeControl
from game.records.any_format import read_games, read_names
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from play.settings import FAST, Settings
from play.slow_motion import Phase as SlowPhase
from tests.display import missing_tools, virtual_display

if TYPE_CHECKING:
    from ui.app import App
    from ui.pages.lab.page import LabPage
    from ui.pages.play.page import PlayPage
    from ui.pages.review.page import ReviewPage

SCREEN: Final = (1920, 1080)
SIZE: Final = (1280, 800)
LARGE: Final = (1800, 1000)
# Seconds between two deeds: no user keeps up a faster pace for long.
PACE: Final = 0.3
# Seconds between two reads of the saved game.
READING: Final = 2.0
# Seconds of play between two rests.
RESTING: Final = 60.0
# Seconds without a frame after which the window counts as hanging.
HANGING: Final = 2.0
# Minutes after which the rests are compared with the end; in a short run, after a sixth of it.
SETTLED: Final = 10.0
# The number of last deeds to print when a run fails.
TOLD: Final = 200
# The number of archive games to put into the library.
KEPT: Final = 100
QUICK: Final = Seat(Algorithm.PVS, level=1, seconds=0.1)
QUICK_BOTH: Final = (QUICK, replace(QUICK, algorithm=Algorithm.ALPHABETA))


class Soak:
    """One run in the window of `app`. `hands` perform the deeds; without them it only watches."""

    def __init__(
        self, app: App, watch: Watch, seed: int, hands: Hands | None = None, settings: Settings | None = None
    ) -> None:
        """Applies `settings` at every rest."""
        self.app = app
        self.settings = settings or Settings()
        self.watch = watch
        self.hands = hands
        self.done: deque[Deed] = deque(maxlen=TOLD)
        self.number = 0  # of deeds done
        self.beat = perf_counter()
        self._deeds = deeds(seed)
        self._woke = 0.0
        self.saved = SavedGameWatch(app.session.store.directory / app.session.store.game_file)
        app.toasts.add = watch.warn  # type: ignore[method-assign]

    # Frames

    def frame(self, frames: Frames | None = None) -> None:
        """Runs one turn of the program and adds its time, picture to picture without idle sleep, to `frames`.

        Raises Trouble.
        """
        began, self._woke = self.beat, 0.0
        self.app.frame()
        self.beat = perf_counter()
        milliseconds = 1000 * (self.beat - (self._woke or began))
        if frames is not None:
            frames.add(milliseconds)
        if not self.app.is_running:
            raise Trouble("the program has ended by itself")
        match = self.app.session.match
        if match.problem is not None:
            raise Trouble(match.problem)
        self.saved.see(match, self.beat)
        self.watch.check()

    def wait(self, is_so: Callable[[], bool], seconds: float, what: str) -> None:
        """Runs frames until a condition holds. Raises Trouble if that takes more than `seconds`."""
        end = perf_counter() + seconds
        while not is_so():
            if perf_counter() > end:
                raise Trouble(f"{what} took more than {seconds:g} s")
            self.frame()

    def pass_time(self, seconds: float) -> None:
        end = perf_counter() + seconds
        while perf_counter() < end:
            self.frame()

    @contextmanager
    def sleeps_left_out(self) -> Iterator[None]:
        """Notes when the idle program wakes, so that frame times exclude its sleep."""
        import pygame

        wait = pygame.event.wait

        def waiting(*arguments: Any) -> pygame.event.Event:
            event = wait(*arguments)
            self._woke = perf_counter()
            return event

        with patch.object(pygame.event, "wait", waiting):
            yield

    # Play and rests

    def play(self, seconds: float) -> Frames:
        """Performs deed after deed; returns the frame times."""
        frames = Frames()
        end = perf_counter() + seconds
        next_deed = next_reading = perf_counter()
        while perf_counter() < end:
            self.frame(frames)
            if self.hands is not None and self.beat >= next_deed and self.hands.are_free:
                deed = next(self._deeds)
                self.done.append(deed)
                self.number += 1
                self.hands.do(deed)
                next_deed = max(next_deed + PACE, self.beat)
                if deed.kind in BURSTS:
                    self.frame()
            if self.beat >= next_reading:
                next_reading = self.beat + READING
                self.saved.check()
                self.frame()  # not measured, since the reading delayed it
        return frames

    def rest(self, minute: float) -> Rest:
        """Stops everything, restores the same state every time, and counts."""
        self._stop()
        self._empty_pages()
        app, session = self.app, self.app.session
        app.reviews.close()  # a review of all games has a process and threads
        app.do("page_play")
        session.start_match((QUICK, Seat()), TimeControl(), Game())
        self.wait(lambda: session.match.phase is MatchPhase.HUMAN, 10, "a move of the first level")
        session.thinking.clear_tables()
        self.pass_time(1.5)
        app.theme.text.cache_clear()  # its size depends on what was drawn before
        rest = self.watch.rest(minute)
        app.reviews._is_new = True  # the review goes on, as after a start
        return rest

    def _stop(self) -> None:
        """Pauses the game, waits until it is saved, and restores all settings and the window size."""

        app = self.app
        self.pass_time(0.3)  # for deeds still in progress
        while app.overlay.dialog is not None:
            app.overlay.dialog.close()
            self.frame()
        if app.session.match.phase is not MatchPhase.PAUSED:
            app.session.match.pause()
        self.wait(self.saved.is_up_to_date, 3, "saving the game")
        app.apply(replace(self.settings, watch_speed=FAST))
        if self.hands is not None:
            self.pass_time(0.5)  # until it is no longer full screen
            for size in (LARGE, SIZE):  # a change of scale rebuilds texts and fonts
                self.hands.resize(*size)
                self.wait(partial(self._has_size, size), 5, "giving the window its size")

    def _has_size(self, size: tuple[int, int]) -> bool:
        return self.app.display.window.size == size

    def _empty_pages(self) -> None:
        """Resets every page to the content that it has at every rest."""
        from play.race import PRESETS

        app = self.app
        pages = {page.identity: page for page in app.pages}
        review, lab = cast("ReviewPage", pages["review"]), cast("LabPage", pages["lab"])
        app.do("page_play")
        # Short searches replace the last one of each engine and algorithm: megabytes of recorded trees.
        app.session.start_match(QUICK_BOTH, TimeControl(), Game())
        match = app.session.match
        self.wait(lambda: match.game.node.ply >= len(QUICK_BOTH), 10, "two moves of the first level")
        app.session.start_match((Seat(), Seat()), TimeControl(), Game())
        play = cast("PlayPage", pages["play"])
        play.commands.coach.follow(match.game.node, True)  # creates the engine of the coach
        play.commands.coach.stop()
        for action in ("edit_board", "edit_cancel", "page_practice"):  # lays them out at this window size
            app.do(action)
        review.commands.look_at(None)
        review.commands.stop()
        review.commands.hints.is_on = review.commands.is_marking = False
        app.do("page_review")
        self.wait(lambda: not app.archive.is_reading, 60, "reading the archive")
        app.do("page_lab")
        lab.tree.commands.limit = Limit(depth=2)
        app.do("lab_tree")
        lab.tree.commands.search()
        self.wait(lambda: not lab.tree.commands.is_running, 10, "a tree of two plies")
        app.do("lab_race")
        for preset in PRESETS[1::-1]:
            lab.race.commands.set_preset(preset)
        app.do("lab_steps")
        steps = lab.steps.commands
        steps.choices, steps.selected = (Choice(depth=1),), 0
        steps.search()
        self.wait(lambda: steps.model.phase is SlowPhase.READY, 10, "a search of one ply")

    def quit(self) -> None:
        """Presses Ctrl+Q during a search. Raises Trouble unless the program saves the game and ends."""
        app, session = self.app, self.app.session
        session.start_match((Seat(Algorithm.PVS, seconds=60.0), Seat()), TimeControl(), Game())
        session.apply(replace(session.settings, book=False))
        self.wait(lambda: session.thinking.is_searching, 10, "beginning to search")
        self.pass_time(0.5)
        if self.hands is None:
            app.quit()
        else:
            self.hands.press("ctrl+q")
        began = perf_counter()
        while app.is_running and perf_counter() - began < HANGING:
            app.frame()
        if app.is_running:
            raise Trouble("Ctrl+Q does not end the program")
        place = self.saved
        place.see(session.match, perf_counter())
        app.close()
        self.beat = perf_counter()
        if self.beat - began > HANGING:
            raise Trouble(f"to end took the program {self.beat - began:.1f} s")
        if not place.is_up_to_date():
            raise Trouble("the game was not saved when the program ended")

    # Failures

    def tell(self) -> str:
        return "\n".join([f"the last {len(self.done)} of {self.number} deeds:", *map(str, self.done)])


def watch_beat(soak: Soak, is_over: threading.Event, seed: int) -> None:
    """Ends the process when the window hangs."""
    while not is_over.wait(HANGING / 8):
        still = perf_counter() - soak.beat
        if still > HANGING:
            faulthandler.dump_traceback(all_threads=True)
            print(f"seed {seed}, {soak.tell()}", flush=True)
            print(f"FAILED: no frame for {still:.1f} s; where everybody is stands above", flush=True)
            os._exit(1)


def run(soak: Soak, minutes: float) -> None:
    """Plays and rests in turn, and prints a line for each minute."""
    total = Frames()
    soak.watch.frames = total
    began = perf_counter()
    while (perf_counter() - began) / 60 < minutes - 0.01:
        left = 60 * minutes - (perf_counter() - began)
        frames = soak.play(min(RESTING, left))
        total.join(frames)
        minute = (perf_counter() - began) / 60
        rest = soak.rest(minute)
        print(
            f"{minute:6.1f} min  {rest.memory / 2**20:7.1f} MB  {rest.threads} threads  {rest.files} files  "
            f"{soak.number:,} deeds  {frames}",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="play in the window at random, and watch what it takes")
    parser.add_argument("--hours", type=float, default=1.0, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the deeds (default: %(default)s)")
    parser.add_argument("--wthor", type=Path, metavar="DIR", help="files of the WTHOR archive")
    options = parser.parse_args()
    if options.hours <= 0:
        parser.error("--hours must be more than 0")
    if missing_tools():
        parser.error(f"this needs {', '.join(missing_tools())}")
    minutes = 60 * options.hours
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the screen ends, too
    with tempfile.TemporaryDirectory() as home, virtual_display(*SCREEN) as screen, Watch() as watch:
        os.environ |= screen | {"SDL_AUDIODRIVER": "dummy"}
        os.environ |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"), home)
        return _soak(watch, screen, minutes, options.seed, options.wthor)


def studied(app: App, archive: Path) -> Settings:
    """Fills the library with games of the archive; returns settings with its folder and a player's name."""
    newest = max(archive.glob("*.wtb"))
    players, _problems = read_names(newest)
    games = [found.record for found in islice(read_games(newest.read_bytes(), players), KEPT)]
    for record in games:
        app.session.store.library.keep_record(record)
    names = Counter(name for record in games for name in (record.black, record.white))
    return replace(Settings(), archive=str(archive), names=names.most_common(1)[0][0])


def _soak(watch: Watch, screen: dict[str, str], minutes: float, seed: int, archive: Path | None) -> int:
    from ai import preparation
    from play.settings import TABLE_SIZES
    from ui.app import App

    sizes = tuple(size for size in TABLE_SIZES if size <= LARGEST_TABLE)
    is_over = threading.Event()
    with patch("ui.dialogs.settings.TABLE_SIZES", sizes):
        app = App()
        while not preparation.progress().is_over:
            app.frame()
        hands = Hands(app, screen)
        settings = studied(app, archive) if archive else Settings()
        app.apply(settings)
        soak = Soak(app, watch, seed, hands, settings)
        heart = threading.Thread(target=watch_beat, args=(soak, is_over, seed), name="beat", daemon=True)
        heart.start()
        settled = min(SETTLED, minutes / 6)
        problems = []
        try:
            with soak.sleeps_left_out():
                run(soak, minutes)
                soak.quit()
        except KeyboardInterrupt:
            problems = ["it was told to end"]
        except Trouble as trouble:
            problems = [str(trouble)]
        except Exception:  # noqa: BLE001 - that is what is looked for
            problems = [traceback.format_exc()]
        is_over.set()
        hands.close()
        if app.is_running:
            app.close()
    if watch.rests:
        print(watch.table(settled))
        print(f"saved game: at most {soak.saved.most_behind} changes behind the board")
        problems += watch.growth(settled)
    if problems:
        print(f"seed {seed}, {soak.tell()}")
    for problem in problems:
        print(f"FAILED: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
