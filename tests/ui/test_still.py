"""With the animation off nothing in the window moves by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.evaluation import Evaluation, Kind
from play.settings import AnimationSpeed
from tests.ui.driving import PERSON, press, start, type_text
from ui.app import App
from ui.window_actions import apply


def picture(app: App, seconds: float) -> bytes:
    """What is seen so many seconds later."""
    app.update(seconds)
    app.draw()
    return pygame.image.tobytes(app.display.surface, "RGB")


def play_on(app: App) -> None:
    start(app, PERSON, PERSON)
    app.frame()
    type_text(app, "f5")
    app.session.match.game.node.note(Evaluation(20.0, 10, Kind.ESTIMATE, 87))


def open_page(identity: str) -> Callable[[App], object]:
    return lambda app: app.do(f"page_{identity}")


DEEDS: dict[str, Callable[[App], object]] = {
    "a move": play_on,
    "a dialog": lambda app: press(app, pygame.K_o),
    "a toast": lambda app: app.toasts.add("one"),
    "hints": lambda app: app.session.match.toggle_hints(),
    "the tree": lambda app: app.do("tree"),
    **{identity: open_page(identity) for identity in ("review", "practice", "race")},
}


@pytest.mark.parametrize("deed", list(DEEDS))
def test_two_pictures_are_alike(app: App, deed: str) -> None:
    DEEDS[deed](app)
    app.session.match.hold_hints()
    picture(app, 0.0)
    first = picture(app, 0.01)
    assert picture(app, 0.5) == first


def test_with_it_the_evaluation_glides(app: App) -> None:
    apply(app, replace(app.settings, animation=AnimationSpeed.NORMAL))
    play_on(app)
    app.update(3.0)  # the discs
    app.session.match.game.node.note(Evaluation(-40.0, 12, Kind.ESTIMATE, 87))
    first = picture(app, 0.01)
    assert picture(app, 0.02) != first
