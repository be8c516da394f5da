"""Fixtures: new pages and answers for each test, in the window of its module."""

from collections.abc import Iterator

import pytest

from ai import preparation
from game.records.record import Record
from game.tree import Game
from play.practice.progress import Practice, PracticeProgress
from tests.samples import PERSON
from tests.ui.driving import STILL, OpenPage, resize, start
from ui.app import App
from ui.pages.page import Page
from ui.pages.play.page import PlayPage


@pytest.fixture
def open_page(window: App) -> Iterator[OpenPage]:
    """Yields a function that opens a page in the window of the module."""
    assert preparation.wait().is_ready
    session = window.session
    session._practice, session.store.keeps_practice = Practice(PracticeProgress()), True
    start(window, PERSON, PERSON, game=Game())

    def open_it(kind: type[Page] = PlayPage, record: Record | None = None, game: Game | None = None) -> App:
        window.apply(STILL)
        resize(window, (1280, 800))
        if record is not None:
            session.open(record)
        elif game is not None:
            start(window, PERSON, PERSON, game=game)
        window.frame()
        if kind is not PlayPage:
            window.show(kind)
            window.frame()
        return window

    yield open_it
    window.overlay.drop()
    window.toasts.take_back()
    window.do("page_play")
    pages = [window._pages.pop(name) for name in ("practice", "review") if name in window._pages]
    window.frame()
    for page in pages:
        page.close()
