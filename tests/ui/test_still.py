"""With the animation off, by choice or for a system that prefers less motion, nothing moves by itself."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from ai import preparation
from game.evaluation import Evaluation, Kind
from play.settings import AnimationSpeed, Language
from tests.quick import quick
from tests.samples import PERSON
from tests.ui.driving import dialog_of, do, lab, page, press, start, type_text, wait
from ui.app import App
from ui.dialogs.settings import SettingsDialog


def picture(app: App, seconds: float) -> bytes:
    """Returns the picture `seconds` later."""
    app.update(seconds)
    app.draw()
    return pygame.image.tobytes(app.display.surface, "RGB")


def play_on(app: App) -> None:
    start(app, PERSON, PERSON)
    app.frame()
    type_text(app, "f5")
    app.session.match.game.node.note(Evaluation(20.0, 10, Kind.ESTIMATE, 87))


def open_lab(app: App) -> None:
    do(app, "page_lab")
    wait(app, lambda: lab(app).scenes.commands.scene is not None)


def open_page(identity: str) -> Callable[[App], object]:
    return lambda app: app.do(f"page_{identity}")


DEEDS: dict[str, Callable[[App], object]] = {
    "a move": play_on,
    "a dialog": lambda app: press(app, pygame.K_o),
    "a toast": lambda app: app.toasts.add("one"),
    "hints": lambda app: app.session.match.toggle_hints(),
    "the lab": open_lab,
    **{identity: open_page(identity) for identity in ("review", "practice")},
}


def moves(app: App) -> bool:
    """Whether discs turn and the evaluation bar glides, both or neither, in a new game."""
    play_on(app)
    app.update(0.01)
    is_turning = page(app).animator.is_moving
    app.update(3.0)
    app.session.match.game.node.note(Evaluation(-40.0, 60, Kind.EXACT))  # surer than the book
    first = picture(app, 0.01)
    assert (picture(app, 0.02) != first) is is_turning
    return is_turning


@pytest.mark.parametrize("deed", quick(DEEDS, 2))
def test_the_picture_stays_still(app: App, deed: str) -> None:
    assert app.animation_speed == 0.0
    DEEDS[deed](app)
    app.session.match.pause_hints()
    picture(app, 0.0)
    first = picture(app, 0.01)
    assert picture(app, 0.5) == first


def test_an_open_window_follows_the_system_and_the_settings(app: App) -> None:
    assert preparation.wait().is_ready, "before, the evaluation bar waits"
    app.apply(replace(app.settings, animation=AnimationSpeed.SYSTEM))
    assert moves(app)
    app.system.prefers_less_motion = True
    assert not moves(app)
    for language in (Language.RUSSIAN, Language.ENGLISH):
        press(app, pygame.K_o)
        dialog = dialog_of(app, SettingsDialog)
        dialog.choose(dialog.menus["language"], language)
        app.frame()
        dialog = dialog_of(app, SettingsDialog)
        assert dialog.menus["animation"].value is AnimationSpeed.SYSTEM, "whatever its name"
        dialog.choose(dialog.menus["animation"], AnimationSpeed.NORMAL)
        app.update(0.01)
        assert app.animation_speed == 1.0, "as soon as it is chosen"
        press(app, pygame.K_ESCAPE)
        assert not moves(app)
    app.apply(replace(app.settings, animation=AnimationSpeed.SYSTEM))
    assert not moves(app)
    app.system.prefers_less_motion = False
    assert moves(app)
    app.apply(replace(app.settings, animation=AnimationSpeed.OFF))
    assert not moves(app)
