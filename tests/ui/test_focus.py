"""Everything by the keyboard: Tab comes to each button and each widget, and a ring says where one is."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pygame_gui
import pytest
from pygame import Rect
from pygame_gui.core import UIElement
from pygame_gui.elements import (
    UICheckBox,
    UIDropDownMenu,
    UIHorizontalSlider,
    UISelectionList,
    UITextEntryLine,
)

from tests.ui.driving import dialog_of, press
from ui.app import App
from ui.dialogs.settings import SettingsDialog
from ui.list_view import ListView

PAGES = ("play", "review", "practice", "race", "slow_motion", "edit")
WORKED_BY_KEYS = (UIDropDownMenu, UIHorizontalSlider, UITextEntryLine, UISelectionList, UICheckBox, ListView)
# More than any page or dialog has.
MOST = 80


def ring_is_drawn(app: App, rect: Rect) -> bool:
    """Whether there is a line of the colour of the focus around a widget, on all four sides."""
    ring, surface = rect.inflate(app.theme.px(4), app.theme.px(4)), app.display.surface
    colour = pygame.Color(app.theme["warning"])
    near = ring.inflate(8, 8).clip(surface.get_rect())
    sides = (
        [(x, ring.centery) for x in range(near.left, rect.left + 1)],
        [(x, ring.centery) for x in range(rect.right - 1, near.right)],
        [(ring.centerx, y) for y in range(near.top, rect.top + 1)],
        [(ring.centerx, y) for y in range(rect.bottom - 1, near.bottom)],
    )
    return all(any(surface.get_at(place)[:3] == colour[:3] for place in side) for side in sides)


def elements(manager: pygame_gui.UIManager) -> list[UIElement]:
    sprites = manager.get_sprite_group().sprites()
    return [sprite for sprite in sprites if isinstance(sprite, UIElement) and sprite.alive()]


def walk(app: App) -> list[str]:
    """The buttons that Tab comes to, each with its ring, until it is where it began."""
    reached: list[str] = []
    for _ in range(MOST):
        press(app, pygame.K_TAB)
        assert app.focus is not None
        if app.focus in reached:
            return reached
        reached.append(app.focus)
        place = next(row.rect_of(app.focus) for row in app.button_rows if row.rect_of(app.focus))
        assert place is not None
        assert ring_is_drawn(app, place), f"no ring around {app.focus}"
    raise AssertionError("Tab never comes back")


@pytest.mark.parametrize("size", [(900, 640), (1280, 800)])
@pytest.mark.parametrize("name", PAGES)
def test_tab_comes_to_every_button_of_a_page(app: App, name: str, size: tuple[int, int]) -> None:
    app.display.window.size = size
    app.do("edit_board" if name == "edit" else f"page_{name}")
    app.frame()
    usable = {identity for row in app.button_rows for identity in row.usable}
    reached = walk(app)
    assert usable <= set(reached)
    for row in app.button_rows:
        assert [identity for identity in reached if identity in row.usable] == [
            identity for identity in row.usable if identity in reached
        ]


def test_tab_walks_along_the_toolbar_from_left_to_right_and_shift_tab_back(app: App) -> None:
    reached = walk(app)
    places = [app.toolbar.rect_of(identity) for identity in reached if identity in app.toolbar.usable]
    lefts = [place.left for place in places if place is not None]
    assert lefts == sorted(lefts)
    assert app.focus == reached[0], "it is where it began"
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.focus == reached[-1]


def open_from_settings(app: App, label: str) -> None:
    app.do("settings")
    dialog = dialog_of(app, SettingsDialog)
    (open_it,) = (do for button, do in dialog._actions.items() if getattr(button, "text", "") == label)
    open_it()


DIALOGS: dict[str, tuple[str, Callable[[App], object]]] = {
    "new game": ("play", lambda app: app.do("new_game")),
    "games": ("play", lambda app: app.do("games")),
    "open file": ("play", lambda app: app.do("open_file")),
    "settings": ("play", lambda app: app.do("settings")),
    "help": ("play", lambda app: app.do("help")),
    "keys": ("play", lambda app: open_from_settings(app, "Change keys")),
    "sounds": ("play", lambda app: open_from_settings(app, "Sounds")),
    "results": ("play", lambda app: app.do("results")),
    "comment": ("review", lambda app: app.do("review_comment")),
    "share": ("review", lambda app: app.do("review_share")),
    "archive": ("review", lambda app: app.do("review_archive")),
}


@pytest.mark.parametrize("size", [(900, 640), (1280, 800)])
@pytest.mark.parametrize("name", DIALOGS)
def test_tab_comes_to_every_widget_of_a_dialog(app: App, name: str, size: tuple[int, int]) -> None:
    app.display.window.size = size
    page, open_it = DIALOGS[name]
    app.do(f"page_{page}")
    app.frame()
    open_it(app)
    app.frame()
    dialog = app.overlay.dialog
    assert dialog is not None
    reached: list[UIElement] = []
    for _ in range(MOST):
        press(app, pygame.K_TAB)
        assert dialog.focus is not None
        if dialog.focus in reached:
            break
        reached.append(dialog.focus)
        assert ring_is_drawn(app, Rect(dialog.focus.rect)), f"no ring around {dialog.focus}"
    for element in elements(app.overlay.manager):
        is_own = isinstance(element, WORKED_BY_KEYS) or element in dialog._actions
        if is_own and element.is_enabled and element.visible:
            assert element in reached, f"Tab does not come to {element}"
