"""Toolbar and rows of buttons: pictures, contents, and that nothing moves under the pointer."""

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from pygame import Rect
from pygame_gui.elements import UIButton, UILabel

from game.clock import TimeControl
from play.match import MatchPhase
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    STRONG,
    click,
    dialog_of,
    do,
    find_place,
    has_reached,
    page,
    place_of,
    post,
    press,
    push,
    push_in_dialog,
    resize,
    start,
    type_text,
    wait,
)
from ui import paint
from ui.actions import Place
from ui.app import App
from ui.assets import ASSETS
from ui.buttons import ButtonRow, content_width
from ui.dialogs.help import MenuDialog
from ui.layout import MIN_SIZE

PAGES = ("page_play", "page_review", "page_practice", "page_lab", "edit_board")
ICONS = {file.stem for file in (ASSETS / paint.ICONS).glob("*.svg")}


def places(app: App) -> dict[str, Rect]:
    """Returns the places of the visible buttons of the toolbar."""
    found = ((action.identity, app.toolbar.rect_of(action.identity)) for action in app.actions)
    return {name: place for name, place in found if place is not None}


def test_every_picture_can_be_drawn_and_no_two_are_alike() -> None:
    pictures = {pygame.image.tobytes(paint.icon(name, 18, (255, 255, 255, 255)), "RGBA") for name in ICONS}
    assert len(pictures) == len(ICONS)
    for name in ICONS:
        used = paint.icon(name, 72, (255, 255, 255, 255)).get_bounding_rect(min_alpha=64)
        assert Rect(0, 0, 72, 72).contains(used)
        assert max(used.size) >= 36, f"{name} is too small to be seen"


def test_buttons_in_the_toolbar_of_every_page_have_pictures_and_tips(app: App) -> None:
    for identity in PAGES:
        do(app, "page_play", identity)
        shown = [action for action in app.actions if action.place is not None]
        assert any(action.place is not Place.RIGHT for action in shown)
        for action in shown:
            has_words = action.is_primary or action.identity == "new_game"
            assert has_words or {action.icon, action.icon_on or action.icon} <= ICONS
            assert action.tip, action.identity
            assert action.label != action.tip, f"{action.identity} says the same twice"
            assert action.tip in action.shown_tip
            assert not action.icon or action.label in replace(action, has_words=False).shown_tip
        for row in app.page.button_rows:
            for button in row:
                said = button.words or button.icon
                assert said, f"{button.action.identity} shows nothing on the page {identity}"


def faces_of(row: ButtonRow) -> dict[str, tuple[str, str]]:
    """Returns the pictures and the words of buttons."""
    return {button.action.identity: (button.icon, button.words) for button in row}


def test_buttons_have_picture_and_words_and_drop_words_without_room(app: App) -> None:
    do(app, "page_practice", "practice_openings")
    for name in ("practice_show", "practice_ahead", "practice_side"):
        assert faces_of(app.toolbar)[name] == (app.actions[name].icon, app.actions[name].label)
    assert "practice_ahead" not in app.toolbar.usable
    tips = {button.action.identity: button.tip for button in app.toolbar}
    assert tips["practice_show"].startswith("Show the solution")
    resize(app, MIN_SIZE)
    assert faces_of(app.toolbar)["practice_show"] == ("show", "Show answer")
    do(app, "page_review")
    assert faces_of(app.toolbar)["review_hints"] == ("hint", "Analysis")
    assert faces_of(app.toolbar)["review_share"] == ("save", "")
    shown = sorted(places(app).values(), key=lambda place: place.left)
    assert all(before.right <= after.left for before, after in pairwise(shown))


def test_a_narrow_button_drops_its_picture_before_its_words(app: App) -> None:
    do(app, "edit_board")
    mirror = app.actions["edit_mirror"]
    row = ButtonRow(app.theme)
    for width, picture in ((200, "mirror"), (content_width(app.theme, mirror) - 1, "")):
        row.add(Rect(0, 0, width, 30), mirror)
        assert faces_of(row) == {"edit_mirror": (picture, "Mirror")}


def test_impossible_buttons_are_disabled_and_none_moves(app: App) -> None:
    start(app, PERSON, STRONG)
    before = places(app)
    assert "undo" in before
    assert "undo" not in app.toolbar.usable
    type_text(app, "f5")
    wait(app, lambda: has_reached(app, 1))
    app.frame()
    assert "undo" in app.toolbar.usable
    assert places(app) == before


@pytest.mark.parametrize("size", [MIN_SIZE, (1280, 800)])
def test_page_buttons_never_move_and_all_buttons_have_different_names(
    app: App, size: tuple[int, int]
) -> None:
    resize(app, size)
    switches = []
    for identity in PAGES:
        do(app, "page_play", identity)
        switches.append([place for name, place in places(app).items() if name.startswith("page_")])
        names = [button.action.shown_label for button in app.toolbar]
        assert len(set(names)) == len(names), identity
        assert all(button.words or button.icon for button in app.toolbar)
    assert all(switch == switches[0] for switch in switches)


def test_the_menu_has_other_actions_and_keys(app: App) -> None:
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    press(app, pygame.K_F10)
    dialog = dialog_of(app, MenuDialog)
    shown = [one.text for one in dialog.focusable if isinstance(one, UIButton) and one.is_enabled]
    rest = [action for action in app.actions if action.place is Place.MENU]
    assert shown == [action.shown_label for action in rest if action.is_possible()]
    assert "Pause" in shown
    assert "Redo" not in shown
    keys = {one.text for one in dialog.window.get_container() if isinstance(one, UILabel)}
    assert {"Space", "Ctrl+E"} <= keys
    push_in_dialog(app, "Pause")
    assert app.session.match.is_paused
    assert not app.overlay.is_open
    do(app, "page_practice")
    assert app.toolbar.rect_of("menu") is None
    press(app, pygame.K_F10)
    assert not app.overlay.is_open, "there is nothing in it"


def test_a_menu_outlives_its_page(app: App) -> None:
    """As when a file that was dropped before it was opened has been read meanwhile."""
    press(app, pygame.K_F10)
    app.do("page_practice")
    push_in_dialog(app, "Edit board")
    assert not app.overlay.is_open
    assert app.page.identity == "edit"


def test_the_travel_buttons_are_below_the_moves_and_work(app: App) -> None:
    app.do("tab_moves")
    type_text(app, "f5d6c3")
    game = app.session.match.game
    for size in (MIN_SIZE, (1280, 800), (1920, 1080), (900, 1200)):
        resize(app, size)
        for identity, cursor in (("first", 0), ("on", 1), ("last", 3), ("back", 2)):
            assert place_of(app, identity).top > page(app).view.moves.rect.bottom
            push(app, identity)
            assert game.node.ply == cursor
        push(app, "first")
        assert not {"first", "back"} & {name for row in page(app).button_rows for name in row.usable}
        do(app, "last")


@pytest.mark.parametrize("control", [TimeControl(), TimeControl(per_game=60)])
def test_the_wheel_over_the_board_shows_earlier_moves(app: App, control: TimeControl) -> None:
    """A game with a clock goes on meanwhile; a click on the board returns to it."""
    start(app, PERSON, PERSON, control=control)
    type_text(app, "f5d6c3")
    match, opened = app.session.match, page(app)
    middle, boards = opened.view.layout.board.center, match.game.boards
    for notches, cursor in ((1, 2), (1, 1), (5, 0), (-1, 1), (-9, 3)):
        post(app, pygame.MOUSEWHEEL, pos=middle, x=0, y=notches)
        assert opened.animator.board == boards[cursor]
        assert match.game.node.ply == (3 if control.is_limited else cursor)
    if control.is_limited:
        post(app, pygame.MOUSEWHEEL, pos=middle, x=0, y=2)
        app.update(2.0)
        assert (match.phase, opened.state.players[1].clock) == (MatchPhase.HUMAN, "0:58")
        click(app, middle)
        assert (match.game.node.ply, opened.animator.board) == (3, boards[3])


def test_the_swap_button_is_between_the_cards(app: App) -> None:
    start(app, PERSON, QUICK)
    app.frame()
    cards = [panel.rect for panel in page(app).view.players]
    place = place_of(app, "swap")
    assert cards[0].right <= place.left
    assert place.right <= cards[1].left
    push(app, "swap")
    assert app.session.match.seats == (QUICK, PERSON)
    start(app, PERSON, PERSON)
    app.frame()
    assert find_place(app, "swap") is None, "two friends look for themselves who is who"
