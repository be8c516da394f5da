"""The program is killed at random moments and restarted: it keeps all that it showed but the last move."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from ai.files import UNFINISHED
from game.board import Move
from game.clock import TimeControl
from game.tree import Game
from play.library import Library
from play.players import Seat
from play.saved_game import SavedGame, parse_saved_game
from play.settings import FAST, AnimationSpeed, Settings
from play.store import GAME_FILE, LIBRARY_FILE, LOCK_FILE, SETTINGS_FILE, Store
from tests.samples import random_game
from tests.shown import COMPUTERS
from tests.sources import ROOT
from tests.waiting import PATIENCE

# Files that may be in the folder; the file of a lock stays after its release.
OWN_FILES = {SETTINGS_FILE, GAME_FILE, "game-2.json", LOCK_FILE, "window-2.lock"}
OWN_FILES |= {LIBRARY_FILE, f"{LIBRARY_FILE}-journal", f"{LIBRARY_FILE}.lock"}


@dataclass
class Window:
    """A running program, until it is killed."""

    process: subprocess.Popen[str]
    errors: Path
    lines: list[dict[str, Any]] = field(default_factory=list)

    def first_line(self) -> dict[str, Any]:
        """Returns what the window shows at first; then it waits for `go_on`."""
        self.read(1)
        return self.lines[0]

    def read(self, count: int) -> None:
        """Waits for `count` lines."""
        assert self.process.stdout is not None
        for _ in range(count):
            line = self.process.stdout.readline()
            assert line, self.errors.read_text("utf-8")
            self.lines.append(json.loads(line))

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def kill(self, after: float) -> None:
        """Kills the program, which must have run without errors; its children must end by themselves."""
        assert self.process.stdout is not None
        with pytest.raises(subprocess.TimeoutExpired):
            self.process.wait(after)
        children = psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        with self.process:
            self.lines += map(json.loads, self.process.stdout)
        _, alive = psutil.wait_procs(children, timeout=PATIENCE)
        assert alive == []
        assert self.errors.read_text("utf-8") == ""


class Desk:
    """Opens and kills windows, always with the same folders."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.folder = folder
        self.directory = folder / "nullwindow"
        self.game = Game()  # saved before the first window opens
        store = Store(self.directory)
        store.save_settings(
            Settings(
                animation=AnimationSpeed.OFF, muted=True, watch_speed=FAST, table_megabytes=16,
                seats=COMPUTERS, review_seconds=0.2,
            )
        )  # fmt: skip
        store.close()

    def keep_played_game(self) -> None:
        """Saves a game of two people as the unfinished one."""
        self.game = random_game(self.random, plies=45)
        store = Store(self.directory)
        store.save_game(SavedGame(self.game, (Seat(), Seat()), TimeControl(), None, datetime.now()))
        store.close()

    def open(self, *, is_reviewed: bool = False) -> Window:
        own = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        own |= {"XDG_CONFIG_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        handle, errors = tempfile.mkstemp(prefix="errors", dir=self.folder)
        with os.fdopen(handle, "w") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.shown", *["review"] * is_reviewed],
                cwd=ROOT,
                env=os.environ | own,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
            )
        return Window(process, Path(errors))

    def kill_while_it_starts(self, within: float) -> None:
        window = self.open()
        window.go_on()
        self.kill(window, within=within)

    def kill_while_it_plays(self, within: float, lines: int = 0) -> None:
        """Kills it after `lines` lines; the previous game must be there, and no file but the program's own.

        Unfinished files of a killed program stay for an hour, as they could belong to another window.
        """
        before = self.unfinished_game(self.directory / GAME_FILE)
        window = self.open()
        shown = window.first_line()
        assert shown["messages"] == []
        if before is not None:
            assert (shown["began"], tuple(shown["moves"])) == (
                before.began.isoformat(),
                before.game.node.path,
            )
        names = {path.name for path in self.directory.iterdir() if not path.name.endswith(UNFINISHED)}
        assert names <= OWN_FILES
        window.go_on()
        window.read(lines)
        self.kill(window, within=within)

    def kill_two(self, within: float) -> None:
        """Opens two windows at once, and kills them in random order."""
        first = self.open()
        first.first_line()
        second = self.open()
        assert [message[:22] for message in second.first_line()["messages"]] == ["Another Nullwindow win"]
        for window in (first, second):
            window.go_on()
        windows = [first, second]
        self.random.shuffle(windows)
        self.kill(*windows, within=within)

    def kill_while_it_reviews(self, within: float) -> tuple[int, int]:
        """Returns the numbers of judgements and of nodes that are saved."""
        window = self.open(is_reviewed=True)
        assert window.first_line()["messages"] == []
        window.go_on()
        window.kill(after=self.random.uniform(0, within))
        saved = self.unfinished_game(self.directory / GAME_FILE)
        assert saved is not None
        nodes = list(saved.game.root.walk())
        judged = sum(node.judgement is not None for node in nodes)
        # Only until two seconds before the end, as the last changes may not have been saved yet.
        early = [line for line in window.lines if line["at"] < window.lines[-1]["at"] - 2.0]
        if early:
            assert judged >= early[-1]["judged"]
            assert len(nodes) >= early[-1]["nodes"]
        return judged, len(nodes)

    def kill(self, *windows: Window, within: float) -> None:
        for window in windows:
            window.kill(after=self.random.uniform(0, within))
        newest: dict[datetime, tuple[Move, ...]] = {}
        for window in windows:
            newest |= {datetime.fromisoformat(line["began"]): tuple(line["moves"]) for line in window.lines}
        self.check(newest)

    def check(self, shown: dict[datetime, tuple[Move, ...]]) -> None:
        """Checks that every file is intact, and that at most the last move shown is lost."""
        files = [self.unfinished_game(path) for path in self.directory.glob("game*.json")]
        unfinished = {saved.began: saved.game for saved in files if saved is not None}
        problems: list[str] = []
        library = Library(self.directory / LIBRARY_FILE, problems)
        kept = {game.date: game for game in library.games()}
        assert problems == []
        for began, moves in shown.items():
            games = [library.open(kept[began]).game] if began in kept else []
            games += [unfinished[began]] if began in unfinished else []
            if len(moves) > 1:
                assert any(has_moves(game, moves[:-1]) for game in games), (began, moves)

    def unfinished_game(self, path: Path) -> SavedGame | None:
        """Returns the saved game, or None if there is no file; all its values must be usable."""
        try:
            return parse_saved_game(json.loads(path.read_text("utf-8")), pytest.fail)
        except FileNotFoundError:
            return None


def has_moves(game: Game, moves: tuple[Move, ...]) -> bool:
    try:
        game.node_at(moves)
    except KeyError:
        return False
    return True


@pytest.mark.slow
def test_a_killed_program_loses_at_most_one_move(tmp_path: Path) -> None:
    desk = Desk(tmp_path, seed=1)
    desk.kill_while_it_plays(within=0.1, lines=6)
    desk.kill_while_it_starts(within=0.5)
    desk.kill_two(within=0.5)
    desk.kill_while_it_plays(within=0.1, lines=4)


@pytest.mark.slow
def test_a_killed_review_resumes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, seed=3)
    desk.keep_played_game()
    before = (0, 0)
    for _ in range(12):
        after = desk.kill_while_it_reviews(within=8.0)
        assert after[0] >= before[0]
        assert after[1] >= before[1]
        before = after
    assert before[0] > 5
    assert before[1] > len(desk.game.moves)
