"""Buttons under the pointer: their looks, presses and tips."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from tests.ui.driving import do, page, place_of, post, type_text
from ui.app import App
from ui.buttons import Button, ButtonLook
from ui.colours import THEMES, offered
from ui.panels.tips import CARD
from ui.pointer import DELAY

PointAt = Callable[[tuple[int, int]], None]
NOWHERE = (1, 1)


@pytest.fixture
def point_at(app: App, monkeypatch: pytest.MonkeyPatch) -> PointAt:
    def point(position: tuple[int, int]) -> None:
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: position)
        app.frame()
        app.frame()

    return point


@pytest.fixture
def undo(app: App) -> Button:
    type_text(app, "f5d6")
    app.frame()
    return next(button for button in app.toolbar if button.action.identity == "undo")


def test_a_button_is_lit_under_the_pointer(app: App, undo: Button, point_at: PointAt) -> None:
    point_at(undo.rect.center)
    assert undo.look is ButtonLook.HOVERED
    assert app.display.surface.get_at(undo.rect.move(4, 4).topleft) == app.theme["hover"]
    point_at(NOWHERE)
    assert undo.look is ButtonLook.NORMAL


def test_a_press_counts_only_if_it_begins_and_ends_on_the_button(app: App, undo: Button) -> None:
    other = place_of(app, "new_game")
    before = app.session.match.board
    for elsewhere in (NOWHERE, other.center):
        post(app, pygame.MOUSEBUTTONDOWN, pos=undo.rect.center, button=1)
        assert undo.look is ButtonLook.PRESSED
        post(app, pygame.MOUSEBUTTONUP, pos=elsewhere, button=1)
        assert undo.look is not ButtonLook.PRESSED
        assert app.session.match.board == before
        assert not app.overlay.is_open
    post(app, pygame.MOUSEBUTTONDOWN, pos=NOWHERE, button=1)
    post(app, pygame.MOUSEBUTTONUP, pos=undo.rect.center, button=1)
    post(app, pygame.MOUSEBUTTONDOWN, pos=undo.rect.center, button=pygame.BUTTON_RIGHT)
    post(app, pygame.MOUSEBUTTONUP, pos=undo.rect.center, button=pygame.BUTTON_RIGHT)
    assert app.session.match.board == before
    post(app, pygame.MOUSEBUTTONDOWN, pos=undo.rect.center, button=1)
    post(app, pygame.MOUSEBUTTONUP, pos=undo.rect.center, button=1)
    assert app.session.match.board != before


@pytest.mark.parametrize("theme", offered(THEMES))
def test_only_enabled_buttons_have_edge_and_background(app: App, undo: Button, theme: str) -> None:
    app.session.settings = replace(app.settings, theme=theme)
    app.frame()
    undo = next(button for button in app.toolbar if button.action.identity == "undo")
    edge, ground = undo.rect.midleft, undo.rect.move(4, 4).topleft
    seen = [app.display.surface.get_at(place) for place in (edge, ground)]
    assert seen == [app.theme["edge"], app.theme["button"]]
    app.session.match.travel(0)
    app.frame()
    assert undo.look is ButtonLook.DISABLED
    assert [app.display.surface.get_at(place) for place in (edge, ground)] == [app.theme["bar"]] * 2


def test_a_disabled_button_is_grey_and_ignores_clicks(app: App, point_at: PointAt) -> None:
    do(app, "page_review")
    grey = next(button for button in app.page.button_rows[0] if not button.is_enabled)
    assert grey.look is ButtonLook.DISABLED
    app.focus = "settings"
    post(app, pygame.MOUSEBUTTONDOWN, pos=grey.rect.center, button=1)
    assert app.focus == "settings", "the page was told nothing"
    point_at(grey.rect.center)
    app.update(DELAY + 0.1)
    app.update(0.1)
    assert app.pointer.card is None
    assert grey.look is ButtonLook.DISABLED


def test_a_tip_is_delayed_and_goes_with_the_pointer(app: App, undo: Button, point_at: PointAt) -> None:
    point_at(undo.rect.center)
    app.update(DELAY / 2)
    assert app.pointer.card is None
    app.update(DELAY)
    app.update(0.1)
    assert app.pointer.card is not None
    place, _ = app.pointer.card
    assert place.top == undo.rect.bottom
    assert app.layout.window.contains(place)
    post(app, pygame.MOUSEBUTTONDOWN, pos=undo.rect.center, button=1)
    assert app.pointer.card is None
    app.update(DELAY)
    app.update(0.1)
    assert app.pointer.card is None, "it does not come back after a click"
    point_at(NOWHERE)
    assert app.pointer.card is None
    do(app, "mute")
    point_at(place_of(app, "mute").center)
    app.update(DELAY + 0.1)
    app.update(0.1)
    assert app.pointer.card is not None, "of a button that is lit, too"
    for _second in range(6):
        app.update(1.0)
    assert app.pointer.card is None, "it has been read"


def test_new_content_under_a_resting_pointer_gets_no_tip(app: App, point_at: PointAt) -> None:
    point_at(page(app).view.moves.rect.center)
    do(app, "page_review")
    (place,) = [place for place, _words in app.page.tips if place.collidepoint(app.display.pointer)]
    for _second in range(3):
        app.update(DELAY)
    assert app.pointer.card is None
    assert not app.pointer.is_tip_due
    left, top = app.display.pointer
    point_at((left + 1, top))
    assert place.collidepoint(app.display.pointer)
    for _second in range(3):
        app.update(DELAY)
    assert app.pointer.card is not None, "once it has moved, if only inside the place"


def test_tips_of_panels_stay_in_the_window(app: App, point_at: PointAt) -> None:
    for place, sentence in app.page.tips:
        point_at(place.center)
        app.update(DELAY + 0.1)
        app.update(0.1)
        assert app.pointer.card is not None, sentence
        assert app.layout.window.contains(app.pointer.card[0]), sentence
        assert not app.layout.status.colliderect(app.pointer.card[0]), sentence
    assert any(sentence == CARD for __, sentence in app.page.tips)
