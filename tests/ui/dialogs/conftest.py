from collections.abc import Iterator

import pytest

from game.tree import Game
from play.results import Results
from tests.samples import PERSON
from tests.ui.driving import STILL, do, resize, start
from ui.app import App


@pytest.fixture
def shared(window: App) -> Iterator[App]:
    """Yields the module's window, reset to a new game between two people."""
    window.apply(STILL)
    window.session.results = Results()
    do(window, "page_play")
    resize(window, (1280, 800))
    start(window, PERSON, PERSON, game=Game())
    yield window
    window.overlay.drop()
    window.toasts.take_back()
