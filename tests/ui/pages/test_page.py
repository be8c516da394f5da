"""A new page with its own action, added without a change to another file of ui/."""

from collections.abc import Iterator

import pygame
import pytest

from game.clock import TimeControl
from play.store import Store
from tests.samples import PERSON
from tests.ui.driving import do, press, push, resize, start
from ui.actions import Action, Group, Place
from ui.app import PAGES, App
from ui.dialogs.help import help_columns
from ui.input import Key
from ui.pages.page import Page, PageName, StatusLine
from ui.pages.play.page import PlayPage
from ui.window import Window

COUNTING = PageName("counting", "Counting", f"{__name__}:Counting")


class Counting(Page):
    identity = "counting"

    def __init__(self, _window: Window) -> None:
        self.count = 0

    @property
    def actions(self) -> tuple[Action, ...]:
        tip = "One more, up to two"
        keys = (Key(pygame.K_k),)
        row = Action("count", "Count", tip, self.add, keys, place=Place.LEFT, is_possible=self.may_add)
        return (row,)

    def add(self) -> None:
        self.count += 1

    def may_add(self) -> bool:
        return self.count < 2

    @property
    def status(self) -> StatusLine:
        return StatusLine(f"Counted to {self.count}")


@pytest.fixture
def app(store: Store) -> Iterator[App]:
    app = App(store, pages=(PAGES[0], COUNTING))
    yield app
    app.close()


def test_new_page_gets_a_switch_button_key_tip_and_help(app: App) -> None:
    push(app, "page_counting")
    assert isinstance(app.page, Counting)
    push(app, "count")
    assert app.page.count == 1
    assert app.status.text == "Counted to 1"
    press(app, pygame.K_k)
    assert app.page.count == 2
    press(app, pygame.K_k)
    assert app.page.count == 2, "what is not possible is not done"
    assert "count" not in app.toolbar.usable
    assert ("K", "Count") in help_columns(app.actions.rows)[Group.PLAY]
    assert app.actions["count"].shown_tip == "One more, up to two (K)"
    assert app.toolbar.rect_of("undo") is None, "each page brings its own"
    press(app, pygame.K_F1)
    press(app, pygame.K_ESCAPE)
    push(app, "page_play")
    assert isinstance(app.page, PlayPage)
    assert app.toolbar.rect_of("undo") is not None


def test_a_single_page_has_no_switch(store: Store) -> None:
    app = App(store, pages=PAGES[:1])
    app.frame()
    assert app.toolbar.rect_of("page_play") is None
    app.close()


def test_clock_is_stopped_while_its_page_is_hidden(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=60.0))
    app.session.match.play(37)
    app.frame()
    assert not app.session.match.is_paused
    app.do("page_counting")
    before = app.session.match.clock
    for _ in range(5):
        app.frame()
    assert app.session.match.clock == before
    app.do("page_play")
    assert not app.session.match.is_paused


def test_pages_survive_resizes_and_dialogs(app: App) -> None:
    for size in ((900, 640), (1920, 1080), (1000, 1200)):
        for identity in ("page_counting", "page_play"):
            app.do(identity)
            resize(app, size)
            assert app.layout.window.size == size
            do(app, "settings")
            press(app, pygame.K_ESCAPE)
            assert not app.overlay.is_open
