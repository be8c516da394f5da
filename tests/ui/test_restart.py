"""The start of the program: what it restores, and what it reports as unusable."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psutil
import pygame
import pytest

from ai import weights
from game.records.transcript import parse_transcript
from play.store import Store
from tests.samples import PERSON
from tests.ui.driving import QUICK, OpenPage, press_all, start, type_text, wait
from ui.app import App


def test_the_unfinished_game_and_the_settings_are_restored(app: App, reopen: Callable[[App], App]) -> None:
    type_text(app, "f5d6c3")
    press_all(app, pygame.K_z, pygame.K_m)
    again = reopen(app)
    assert again.session.match.game.moves == parse_transcript("f5d6c3").moves
    assert again.session.match.game.node.ply == 2
    assert again.session.match.seats == (PERSON, PERSON)
    assert not again.settings.muted


def test_settings_are_saved_before_the_end(app: App, store: Store) -> None:
    app.do("mute")
    wait(app, lambda: not Store(store.directory).load_settings().muted)


def test_too_little_memory_gives_the_default(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=300 << 20))
    app = open_page(table_megabytes=4096)
    assert app.toasts.current == (
        "2 tables of 4,096 MB do not fit into memory: 300 MB are free; each player now has 64 MB."
    )
    assert app.settings.table_megabytes == 64


def test_a_missing_book_is_reported(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (None, "The opening book cannot be used: it was eaten"))
    app = open_page()
    wait(app, lambda: app.toasts.current == "The opening book cannot be used: it was eaten")


def test_damaged_weights_are_reported_by_the_first_search(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "weights.bin"
    damaged.write_bytes(weights._DEFAULT.read_bytes()[:-1])
    monkeypatch.setattr(weights, "_DEFAULT", damaged)
    weights.default_weights.cache_clear()
    app = open_page(book=False)
    start(app, QUICK, PERSON)
    wait(app, lambda: app.status.is_problem)
    assert f"the game is paused: {damaged}: the " in app.status.text
    assert "are damaged or cut off" in app.status.text
