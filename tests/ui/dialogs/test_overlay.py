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


def test_opening_a_dialog_hides_the_tip(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_dialog_appears_over_a_page_opened_just_before(app: App) -> None:
    do(app, "page_lab", "lab_race")
    app.do("page_play")
    do(app, "help")
    at_once = pixels(app)
    press(app, pygame.K_ESCAPE)
    do(app, "help")
    assert pixels(app) == at_once


def test_page_behind_a_dialog_keeps_its_buttons_on_resize(app: App) -> None:
    do(app, "settings")
    resize(app, (900, 640))
    assert app.overlay.is_open
    bar = app.display.surface.subsurface(app.layout.toolbar)
    assert len({tuple(bar.get_at((x, bar.get_height() // 2))) for x in range(bar.get_width())}) > 10


def test_key_that_opens_a_dialog_is_not_typed_into_it(app: App) -> None:
    """Nor are its repeats while the key is held; later text is."""
    do(app, "page_review")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_k, unicode="k", mod=0))
    for text in ("k", "k"):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    app.frame()
    dialog = dialog_of(app, LineDialog)
    assert dialog.line.get_text() == ""
    post(app, pygame.TEXTINPUT, text="ok")
    assert dialog.line.get_text() == "ok"


def test_held_key_toggles_a_box_only_once(app: App) -> None:
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
