import pygame
import pytest

from tests.ui.driving import (
    click_square,
    dialog_of,
    do,
    open_dialog,
    pixels,
    place_of,
    post,
    press,
    resize,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.fields import is_on
from ui.dialogs.line import LineDialog
from ui.dialogs.settings import SettingsDialog
from ui.pointer import DELAY


@pytest.fixture
def app(shared: App) -> App:
    return shared


def test_a_dialog_is_modal_and_survives_a_resize(app: App) -> None:
    press(app, pygame.K_n)
    assert app.overlay.dialog is not None
    click_square(app, "f5")
    assert app.session.match.game.moves == ()
    resize(app, (1920, 1080))
    assert app.overlay.dialog is not None
    assert app.overlay.dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert app.overlay.dialog is None


def test_a_dialog_leaves_no_tip_of_the_window_behind_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    place = place_of(app, "new_game")
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: place.center)
    app.frame()
    app.update(2 * DELAY)
    app.frame()
    assert app.pointer.card is not None
    press(app, pygame.K_n)
    assert app.overlay.dialog is not None
    app.frame()
    assert app.pointer.card is None


def test_a_dialog_stands_over_the_page_that_was_opened_just_before(app: App) -> None:
    do(app, "page_lab", "lab_race")
    app.do("page_play")
    do(app, "help")
    at_once = pixels(app)
    press(app, pygame.K_ESCAPE)
    do(app, "help")
    assert pixels(app) == at_once


def test_the_page_behind_a_dialog_keeps_its_buttons_when_the_window_changes_its_size(app: App) -> None:
    do(app, "settings")
    resize(app, (900, 640))
    assert app.overlay.is_open
    bar = app.display.surface.subsurface(app.layout.toolbar)
    assert len({tuple(bar.get_at((x, bar.get_height() // 2))) for x in range(bar.get_width())}) > 10


def test_the_letter_that_opens_a_dialog_is_not_written_into_it(app: App) -> None:
    """Nor while its key is held down; all that is typed afterwards is."""
    do(app, "page_review")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_k, unicode="k", mod=0))
    for text in ("k", "k"):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    app.frame()
    dialog = dialog_of(app, LineDialog)
    assert dialog.line.get_text() == ""
    post(app, pygame.TEXTINPUT, text="ok")
    assert dialog.line.get_text() == "ok"


def test_a_key_that_is_held_confirms_nothing_twice(app: App) -> None:
    dialog = open_dialog(app, "settings", SettingsDialog)
    box = dialog.boxes["show_legal_moves"]
    walk_to_widget(app, dialog, box)
    down, up = (
        pygame.event.Event(kind, key=pygame.K_SPACE, mod=0) for kind in (pygame.KEYDOWN, pygame.KEYUP)
    )
    for events, turns in (((down, down, down), 1), ((down, up, down), 2)):
        before = is_on(box)
        for event in events:
            pygame.event.post(event)
        app.frame()
        assert is_on(box) == (before if turns == 2 else not before)
