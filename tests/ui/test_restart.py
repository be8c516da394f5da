"""What the program begins with: what was kept, what is opened, and what of it cannot be used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psutil
import pygame
import pytest

from game.board import parse_square
from game.clock import TimeControl
from game.records.record import Record
from game.tree import Game
from play.match import MatchPhase
from play.store import Store
from tests.samples import PERSON
from tests.ui.driving import QUICK, click_square, press, start, type_text, wait
from ui.app import App
from ui.toasts import TOAST_SECONDS


def test_the_unfinished_game_and_the_settings_come_back(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3"):
        type_text(app, square)
    press(app, pygame.K_z)
    press(app, pygame.K_m)
    app.close()
    again = App(Store(store.directory))
    assert again.session.match.game.moves == tuple(parse_square(s) for s in ("f5", "d6", "c3"))
    assert again.session.match.game.node.ply == 2
    assert again.session.match.seats == (PERSON, PERSON)
    assert not again.settings.muted
    again.close()


def test_settings_are_written_down_before_the_end(store: Store) -> None:
    app = App(store)
    app.do("mute")
    wait(app, lambda: not Store(store.directory).load_settings().muted, 15)
    app.close()


def test_a_finished_game_is_not_taken_up_again(store: Store) -> None:
    app = App(store)
    start(app, QUICK, QUICK)
    wait(app, lambda: app.session.match.phase is MatchPhase.OVER, 60)
    app.frame()
    app.close()
    assert Store(store.directory).load_game() is None


def test_damaged_files_are_set_aside_and_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{ not json", "utf-8")
    (tmp_path / "game.json").write_text('{"game": "f5 a1"}', "utf-8")
    app = App(Store(tmp_path))
    said = set()
    for _ in range(2):
        app.frame()
        said.add(app.toasts.current)
        app.toasts.update(TOAST_SECONDS)
    assert any("settings.json" in str(toast) for toast in said)
    assert any("game.json" in str(toast) for toast in said)
    assert (tmp_path / "settings.json.damaged").read_text("utf-8") == "{ not json"
    assert (tmp_path / "game.json.damaged").exists()
    app.close()


def test_a_start_with_too_little_memory_has_the_default_and_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save_settings(replace(store.load_settings(), table_megabytes=4096))
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=300 << 20))
    app = App(store)
    app.frame()
    assert app.toasts.current == (
        "2 tables of 4,096 MB do not fit into memory: 300 MB are free; each player has 64 MB now."
    )
    assert app.settings.table_megabytes == 64
    app.close()


def test_without_a_book_the_window_says_why(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (None, "There is no opening book: it was eaten"))
    app = App(store)
    wait(app, lambda: app.toasts.current == "There is no opening book: it was eaten", 5)
    app.close()


def test_an_opened_game_leaves_the_unfinished_one_on_the_disk(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    app.close()
    App(Store(store.directory), Record(Game(moves=[parse_square("d3")]))).close()
    library = Store(store.directory).library
    assert {kept.line for kept in library.games()} == {"f5", "d3"}


def test_an_opened_game_waits_whatever_the_last_settings_were(store: Store) -> None:
    clock = TimeControl(per_game=60.0)
    store.save_settings(replace(store.load_settings(), seats=(QUICK, QUICK), control=clock))
    app = App(store, Record(Game(moves=[parse_square("f5")])))
    for _ in range(30):
        app.frame()
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.session.match.phase is MatchPhase.PAUSED
    assert not app.session.match.is_timed
    app.close()


def test_a_game_looked_back_at_is_neither_played_on_nor_cut_after_a_restart(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3", "d3"):
        type_text(app, square)
    app.session.match.seats = (QUICK, PERSON)
    app.session.match.travel(2)
    app.frame()
    app.close()
    again = App(Store(store.directory))
    for _ in range(60):
        again.frame()
    assert len(again.session.match.game.moves) == 4
    assert again.session.match.game.node.ply == 2
    assert again.session.match.phase is MatchPhase.PAUSED
    again.close()
    third = App(Store(store.directory))
    assert len(third.session.match.game.moves) == 4
    third.close()


def test_a_clock_does_not_run_because_the_program_was_opened(store: Store) -> None:
    store.save_settings(
        replace(store.load_settings(), seats=(PERSON, PERSON), control=TimeControl(per_game=60.0))
    )
    app = App(store)
    for _ in range(2):
        for _ in range(30):
            app.frame()
        match = app.session.match
        assert match.is_waiting
        assert match.clock.game_time(match.turn, match.turn) == 60.0
        app.close()
        app = App(Store(store.directory))
    click_square(app, "f5")
    app.update(0.5)
    assert app.session.match.clock.game_time(app.session.match.turn, app.session.match.turn) == pytest.approx(
        59.5, abs=0.2
    )
    app.close()
