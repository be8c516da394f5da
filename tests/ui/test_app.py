"""The whole program on SDL's dummy driver: events in, state and pixels out."""

import signal

import pygame
import pytest

from ai import preparation
from ai.limits import Preparation
from game.records.record import Record
from play.store import Store
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    STRONG,
    assert_drawing_changes_nothing,
    click,
    place_of,
    press,
    resize,
    start,
    type_text,
    wait,
    walk_to,
)
from ui.app import QUIET_FRAMES, App, run
from ui.layout import MIN_SIZE


def test_tab_walks_over_the_buttons_and_enter_presses_them(app: App) -> None:
    type_text(app, "f5")
    app.frame()
    walk_to(app, "undo")
    press(app, pygame.K_RETURN)
    assert app.session.match.game.node.ply == 0
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.focus not in (None, "undo")
    press(app, pygame.K_ESCAPE)
    assert app.focus is None


@pytest.mark.parametrize("identity", ["page_play", "pvs"])
def test_clicking_an_active_button_keeps_its_look(app: App, identity: str) -> None:
    place = place_of(app, identity)
    app.frame()
    before = app.display.surface.get_at(place.move(3, 0).midleft)
    click(app, place.center)
    for _ in range(3):
        app.frame()
    assert app.display.surface.get_at(place.move(3, 0).midleft) == before


def test_every_action_can_be_performed(app: App) -> None:
    for action in [action for action in app.actions if action.identity != "quit"]:
        app.do(action.identity)
        app.frame()
        if app.overlay.dialog is not None:
            press(app, pygame.K_ESCAPE)
            assert app.overlay.dialog is None
    if app.settings.fullscreen:
        app.do("fullscreen")
    assert app.is_running


FAILED = Preparation(0, 11, "The fast search cannot be used (ImportError: x)", has_failed=True)


def test_a_window_whose_kernels_fail_to_load_idles(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "progress", lambda: FAILED)
    waited: list[int] = []

    def wait_for_events(milliseconds: int) -> list[pygame.event.Event]:
        waited.append(milliseconds)
        return []

    monkeypatch.setattr("ui.app.events_within", wait_for_events)
    for _ in range(QUIET_FRAMES + 5):
        app.frame()
    assert waited
    assert app.status.keys == FAILED.text


def test_closing_the_window_in_mid_search_ends_the_loop(store: Store) -> None:
    app = App(store)
    start(app, STRONG, STRONG)
    wait(app, lambda: app.session.match.thinking.is_searching)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert app.run() == 0


def test_a_sigterm_while_opening_ends_cleanly(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_and_be_told(record: Record | None) -> App:
        opened = App(store, record)
        signal.raise_signal(signal.SIGTERM)
        return opened

    monkeypatch.setattr("ui.app.App", open_and_be_told)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        assert run() == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_drawing_changes_nothing(app: App) -> None:
    start(app, PERSON, QUICK)
    type_text(app, "f5")
    for size in ((1280, 800), MIN_SIZE):
        resize(app, size)
        for tab in ("tab_think", "tab_tree", "tab_moves"):
            app.do(tab)
            assert_drawing_changes_nothing(app)
