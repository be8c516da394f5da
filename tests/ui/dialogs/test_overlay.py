from __future__ import annotations

import pygame

from tests.ui.driving import click_square, press
from ui.app import App


def test_a_dialog_is_modal_and_survives_a_resize(app: App) -> None:
    press(app, pygame.K_n)
    assert app.overlay.dialog is not None
    click_square(app, "f5")
    assert app.session.match.game.moves == ()
    app.display.window.size = (1920, 1080)
    app.frame()
    app.frame()
    assert app.overlay.dialog is not None
    assert app.overlay.dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert app.overlay.dialog is None
