"""Use by keyboard: Tab reaches each button and each widget, and a ring marks the focus."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest
from pygame import Rect
from pygame_gui.elements import UICheckBox, UIDropDownMenu, UITextEntryLine

from tests.quick import quick
from tests.ui.driving import do, given, place_of, press, push_in_dialog, resize, wait
from ui.app import App
from ui.layout import MIN_SIZE
from ui.list_view import ListView

PAGES = ("page_play", "page_review", "page_practice", "page_lab", "edit_board")
WORKED_BY_KEYS = (UIDropDownMenu, UITextEntryLine, UICheckBox, ListView)
# More than any page or dialog has.
MOST = 80


def ring_is_drawn(app: App, rect: Rect) -> bool:
    """Whether a line in the colour of the focus surrounds a widget on all four sides."""
    surface = app.display.surface
    near = rect.inflate(app.theme.px(4) + 8, app.theme.px(4) + 8).clip(surface.get_rect())
    sides = (
        [(x, rect.centery) for x in range(near.left, rect.left + 1)],
        [(x, rect.centery) for x in range(rect.right - 1, near.right)],
        [(rect.centerx, y) for y in range(near.top, rect.top + 1)],
        [(rect.centerx, y) for y in range(rect.bottom - 1, near.bottom)],
    )
    return all(any(surface.get_at(place) == app.theme["warning"] for place in side) for side in sides)


def walk(app: App, focus: Callable[[], Any], place: Callable[[Any], Rect]) -> list[Any]:
    """Presses Tab until it returns; returns all that it reached, each with its ring."""
    reached: list[Any] = []
    for _ in range(MOST):
        press(app, pygame.K_TAB)
        now = given(focus())
        if now in reached:
            return reached
        reached.append(now)
        assert ring_is_drawn(app, place(now)), f"no ring around {now}"
    raise AssertionError("Tab never comes back")


def walk_page(app: App) -> list[str]:
    return walk(app, lambda: app.focus, partial(place_of, app))


@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_every_button_of_a_page(app: App, name: str) -> None:
    do(app, name)
    resize(app, MIN_SIZE)
    wait(app, lambda: app.page.is_idle)  # the end of a search makes more buttons usable
    reached = walk_page(app)
    for row in app.button_rows:
        assert [identity for identity in reached if identity in row.usable] == row.usable


def test_tab_walks_the_toolbar_from_left_to_right_and_shift_tab_back(app: App) -> None:
    reached = walk_page(app)
    places = [app.toolbar.rect_of(identity) for identity in reached if identity in app.toolbar.usable]
    lefts = [place.left for place in places if place is not None]
    assert lefts == sorted(lefts)
    assert app.focus == reached[0], "it is where it began"
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.focus == reached[-1]


# The actions and buttons that open each dialog.
DIALOGS = {
    "new game": ["new_game"],
    "games": ["games"],
    "open file": ["open_file"],
    "settings": ["settings"],
    "help": ["help"],
    "engines": ["settings", "Advanced", "Engines"],
    "results": ["results"],
    "comment": ["page_review", "review_comment"],
    "share": ["page_review", "review_share"],
    "archive": ["page_review", "review_archive"],
}


@pytest.mark.parametrize("steps", quick(DIALOGS.values(), 3), ids=DIALOGS)
def test_tab_reaches_every_widget_of_a_dialog(app: App, steps: list[str]) -> None:
    for step in steps:
        (push_in_dialog if step[0].isupper() else do)(app, step)
    resize(app, MIN_SIZE)
    dialog = given(app.overlay.dialog)
    reached = walk(app, lambda: dialog.focus, lambda element: Rect(element.rect))
    elements: list[Any] = app.overlay.manager.get_sprite_group().sprites()
    for element in elements:
        is_own = isinstance(element, WORKED_BY_KEYS) or element in dialog._actions
        if is_own and element.alive() and element.is_enabled and element.visible:
            assert element in reached, f"Tab does not come to {element}"
