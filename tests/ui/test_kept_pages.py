"""Pages that were open before: they are kept, and show the current state."""

import operator
from dataclasses import replace

import pygame
import pytest

from ai import preparation
from game.records.transcript import parse_transcript
from play.settings import Coordinates
from tests.samples import PERSON
from tests.ui.driving import do, pixels, place_of, post, resize, start, type_text, wait
from ui.app import PAGES, App
from ui.pages.play.page import PlayPage
from ui.toasts import TOAST_SECONDS

NAMES = [page.identity for page in PAGES]


def show(app: App, identity: str) -> None:
    do(app, f"page_{identity}")
    wait(app, lambda: app.page.is_idle)
    app.frame()


def assert_as_made_anew(app: App) -> None:
    """Asserts that a rebuilt page looks the same, once all is compiled."""
    preparation.wait()
    app.frame()
    kept = pixels(app)
    app.rebuild()
    app.frame()
    assert pixels(app) == kept


def test_a_page_opened_before_is_not_rebuilt(app: App) -> None:
    toolbars = []
    for name in NAMES * 2:
        do(app, f"page_{name}")
        toolbars.append(app.toolbar)
    assert all(map(operator.is_, toolbars[: len(NAMES)], toolbars[len(NAMES) :]))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_page_shown_again_looks_as_if_rebuilt(app: App, name: str) -> None:
    """With another game than before, and settings that change its buttons."""
    type_text(app, "f5")
    show(app, name)
    show(app, "review" if name == "play" else "play")
    app.do("mute")
    start(app, PERSON, PERSON, game=parse_transcript("c4c3d3"))
    show(app, name)
    app.toasts.update(TOAST_SECONDS)
    app.frame()
    assert_as_made_anew(app)


def test_behind_a_dialog_a_page_is_up_to_date(app: App) -> None:
    type_text(app, "f5d6")
    show(app, "play")
    assert "undo" in app.toolbar.usable
    show(app, "review")
    for _ in range(2):
        app.session.undo()
    do(app, "settings")
    app.show(PlayPage)
    for _ in range(3):
        app.frame()
    assert "undo" not in app.toolbar.usable
    assert_as_made_anew(app)


def test_another_size_or_appearance_rebuilds_a_page(app: App) -> None:
    show(app, "review")
    show(app, "play")
    before = app.toolbar
    app.apply(replace(app.settings, coordinates=Coordinates.NONE))
    show(app, "review")
    show(app, "play")
    assert app.toolbar is not before
    before = app.toolbar
    show(app, "review")
    resize(app, (1000, 700))
    show(app, "play")
    assert app.toolbar is not before
    assert app.display.surface.get_rect().contains(place_of(app, "settings"))


def test_leaving_a_page_releases_a_held_button(app: App) -> None:
    """Otherwise the next click that ends over it would press it."""
    show(app, "review")
    show(app, "play")
    type_text(app, "f5")
    place = place_of(app, "undo")
    post(app, pygame.MOUSEBUTTONDOWN, pos=place.center, button=1)
    show(app, "review")
    post(app, pygame.MOUSEBUTTONUP, pos=(600, 400), button=1)
    show(app, "play")
    post(app, pygame.MOUSEBUTTONUP, pos=place.center, button=1)
    app.frame()
    assert app.session.match.game.node.ply == 1
