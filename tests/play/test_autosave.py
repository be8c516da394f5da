import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.board import Move, squares
from game.clock import TimeControl
from game.records.record import Record
from game.starts import Start
from game.tree import Game
from play.autosave import CLOCK_SECONDS, Autosave
from play.library_file import KeptGame
from play.match import Match, MatchPhase
from play.players import Seat
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import Store
from tests.play.scripted import ScriptedEngine, answer, match_of
from tests.play.stored import BEGAN, files, loaded, tree_of
from tests.samples import C3, COMPUTER, D6, F5, PERSON

CLOCKS = TimeControl(per_game=60, increment=2)


class Disk:
    """A store, its autosave, and the matches saved in it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.engine = ScriptedEngine()
        self.autosave = Autosave(store, Settings())

    def match(self, *seats: Seat, **options: Any) -> Match:
        return match_of(self.engine, *seats, **options)

    def answer(self, match: Match, move: Move, seconds: float = 0.1) -> None:
        match.update(seconds)
        answer(self.engine, match, move)

    def keep(self, *matches: Match) -> None:
        """Saves matches as they are, one after the other, and waits until all are on the disk."""
        for match in matches:
            self.autosave.keep_game(match)
        self.wait()

    def finished_match(self) -> Match:
        """Returns a match that was saved at its beginning and at its end."""
        match = self.match()
        self.keep(match)
        play_to_the_end(match)
        self.keep(match)
        return match

    def wait(self) -> None:
        self.autosave._writer.submit(lambda: None).result()

    @property
    def saved(self) -> SavedGame:
        return loaded(self.store)

    def restart(self) -> Match:
        """Returns the match that the next start restores from the disk."""
        saved = self.saved
        options = {"control": saved.control, "start": saved.start, "began": saved.began}
        return self.match(*saved.seats, game=saved.game, **options)

    def close(self, match: Match) -> None:
        Autosave(self.store, Settings()).close(match, Settings())

    def games(self) -> list[KeptGame]:
        return self.store.library.games()

    def only_game(self) -> Game:
        (kept,) = self.games()
        return self.store.library.open(kept).game


@pytest.fixture
def disk(store: Store) -> Iterator[Disk]:
    disk = Disk(store)
    yield disk
    disk.autosave._writer.shutdown(wait=True)
    assert store.messages == []


def play_to_the_end(match: Match, seed: int = 1) -> None:
    rng = Random(seed)
    while match.result is None:
        if match.phase is MatchPhase.PASSING:
            match.update(2.0)
        else:
            assert match.play(rng.choice(list(squares(match.board.legal_moves()))))


def test_only_a_changed_game_is_saved(disk: Disk) -> None:
    match = disk.match()
    saves = 0
    for step in (lambda: None, lambda: match.play(F5), lambda: match.update(0.1), lambda: match.undo()):
        step()
        before = disk.autosave._played._save
        disk.autosave.keep_game(match)
        saves += disk.autosave._played._save is not before
        after = disk.autosave._played._save
        disk.autosave.keep_game(match)
        assert disk.autosave._played._save is after
    assert saves == 3
    disk.wait()
    assert tree_of(disk.saved.game) == tree_of(match.game)


def test_save_uses_a_snapshot(disk: Disk) -> None:
    """While a slow disk delays the write, the game may change; the saved one must not."""
    gate = threading.Event()
    disk.autosave._writer.submit(gate.wait)
    match = disk.match()
    match.play(F5)
    disk.autosave.keep_game(match)
    match.game.node.children.clear()
    match.game.root.children.clear()
    gate.set()
    disk.wait()
    assert disk.saved.game.moves == (F5,)


@pytest.mark.parametrize("is_over", [False, True])
def test_slow_disk_skips_older_saves(disk: Disk, monkeypatch: pytest.MonkeyPatch, is_over: bool) -> None:
    seen: list[SavedGame] = []
    monkeypatch.setattr(disk.store, "move_to_library" if is_over else "save_game", seen.append)
    gate = threading.Event()
    disk.autosave._writer.submit(gate.wait)
    match = disk.match()
    disk.autosave.keep_game(match)
    if is_over:
        play_to_the_end(match)
    for said in ("one", "two", "three"):
        match.game.comment(match.game.root, said)
        disk.autosave.keep_game(match)
    gate.set()
    disk.wait()
    assert [saved.game.root.comment for saved in seen] == ["three"]


def test_failed_write_is_reported(store: Store) -> None:
    autosave = Autosave(store, Settings())
    match = Disk(store).match()
    match.game.root.clock = match.clock.ticked(float("nan"))  # JSON has no NaN
    autosave.close(match, Settings())
    assert "could not be saved" in store.messages[0]


def test_opened_game_that_the_library_refused_is_kept_in_the_end(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(Game(moves=(F5, D6, C3)), "Ann", "Ben")
    match = disk.match(game=record.game)
    with monkeypatch.context() as busy:
        busy.setattr(disk.store.library, "keep_record", lambda *_arguments: False)
        disk.autosave.keep_opened(record, match)
        disk.keep(match, disk.match())
    assert disk.games() == []
    disk.autosave.close(disk.match(), Settings())
    assert [kept.moves for kept in disk.games()] == [3]


def test_browsing_a_deleted_game_keeps_it_deleted(disk: Disk) -> None:
    match = disk.finished_match()
    disk.store.library.delete(disk.games())
    end = match.game.node.ply
    for ply in (0, end):
        match.travel(ply)
        disk.keep(match)
    assert (disk.games(), disk.store.load_game()) == ([], None)
    match.game.comment(match.game.root, "This is new.")
    disk.keep(match)
    assert len(disk.games()) == 1
    disk.store.library.delete(disk.games())
    disk.keep(disk.match())
    assert disk.games() == [], "nor is it set aside for a new game"


def test_settings_are_saved_when_they_change(disk: Disk) -> None:
    disk.autosave.keep_settings(Settings())
    disk.wait()
    assert files(disk.store) == set()
    disk.autosave.keep_settings(Settings(muted=True))
    disk.wait()
    assert disk.store.load_settings() == Settings(muted=True)


def test_clocks_survive_swap_restart_and_pause(disk: Disk) -> None:
    match = disk.match(PERSON, COMPUTER, control=CLOCKS, start=Start.ALTERNATIVE, began=BEGAN)
    match.update(5.0)
    match.play(F5)
    match.update(3.0)
    match.swap_sides()
    match.update(1.0)
    match.pause()
    match.update(100.0)
    disk.close(match)
    match = disk.restart()
    assert (match.seats, match.clock.remaining) == ((COMPUTER, PERSON), (57.0, 60.0))
    assert match.clock.spent == pytest.approx(4.0)
    match.update(2.0)
    assert match.play(D6)
    assert match.clock.remaining == (57.0, pytest.approx(56.0))
    disk.answer(match, C3, 1.0)
    match.travel(1)
    assert match.clock.remaining == (57.0, 60.0)
    disk.close(match)
    match = disk.restart()
    match.travel(3)
    assert match.clock.remaining == (pytest.approx(57.8), pytest.approx(56.0))
    assert (match.control, match.start, match.began) == (CLOCKS, Start.ALTERNATIVE, BEGAN)


def test_kill_refunds_only_seconds_of_a_move(disk: Disk) -> None:
    match = disk.match(PERSON, PERSON, control=TimeControl(per_move=60))
    for _ in range(30):
        match.update(1.1)
        disk.keep(match)
    assert match.clock.spent - CLOCK_SECONDS <= disk.restart().clock.spent <= match.clock.spent


@pytest.mark.parametrize(("control", "most"), [(TimeControl(), 1), (CLOCKS, 1 + 30 / CLOCK_SECONDS)])
def test_writes_are_rare(
    disk: Disk, monkeypatch: pytest.MonkeyPatch, control: TimeControl, most: float
) -> None:
    saves: list[SavedGame] = []
    monkeypatch.setattr(disk.store, "save_game", saves.append)
    match = disk.match(control=control)
    for _ in range(300):
        disk.keep(match)
        match.update(0.1)
        disk.wait()
    assert 1 <= len(saves) <= most


def test_a_game_finished_twice_is_kept_once(disk: Disk) -> None:
    match = disk.finished_match()
    match.travel(40)
    disk.keep(match)
    assert len(disk.saved.game.moves) > 40
    match.resume()
    play_to_the_end(match, seed=2)
    disk.keep(match)
    assert disk.only_game().moves == match.game.moves
    assert ([kept.result for kept in disk.games()], disk.store.load_game()) == ([match.result], None)


def test_new_game_archives_the_running_one(disk: Disk) -> None:
    match = disk.match(PERSON, COMPUTER)
    disk.keep(match)
    match.play(F5)
    disk.answer(match, D6)
    disk.keep(match)
    match.travel(0)
    other = disk.match(PERSON, COMPUTER)
    disk.keep(other)
    (kept,) = disk.games()
    assert (kept.date, kept.moves, kept.result) == (match.began, 2, None)
    saved = disk.saved
    assert (saved.began, saved.game.moves) == (other.began, ())
    disk.keep(disk.match())  # no move was made in the other: nothing to keep
    assert len(disk.games()) == 1


def test_close_saves_clocks_and_clears_a_finished_game(disk: Disk) -> None:
    match = disk.match(control=CLOCKS)
    for seconds, settings in ((7.0, Settings(muted=True)), (60.0, Settings())):
        autosave = Autosave(disk.store, Settings())
        autosave.keep_game(match)
        match.update(seconds)
        autosave.close(match, settings)
        if match.phase is not MatchPhase.OVER:
            assert disk.store.load_settings().muted
            match = disk.restart()
            assert match.clock.spent == pytest.approx(7.0)
    assert (match.phase, disk.store.load_game()) == (MatchPhase.OVER, None)
