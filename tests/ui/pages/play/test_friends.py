"""A game between two people: their names, and no engine until it is over."""

from dataclasses import replace

import pygame
import pytest

from play.settings import Density
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import do, page, press, start, type_text, usable, wait
from game.tree import Game
from ui.app import App
from ui.pages.play.commands import FRIENDS
from ui.pages.play.view import CardKind

MARA, JONAS = replace(PERSON, name="Mara"), replace(PERSON, name="Jonas")
ENGINE_KEYS = (
    (pygame.K_t, 0), (pygame.K_t, pygame.KMOD_SHIFT), (pygame.K_l, 0), (pygame.K_v, 0), (pygame.K_p, 0),
)  # fmt: skip


def test_no_engine_works_between_two_people_until_the_end(app: App) -> None:
    app.change(friends=Density.PLAY)
    start(app, MARA, JONAS, game=Game(LAST_MOVE))
    for key, mod in ENGINE_KEYS:
        app.toasts.answer("")
        press(app, key, mod=mod)
        assert app.toasts.current == FRIENDS
        assert not (app.session.match.wants_hints or page(app).commands.lessons.is_on)
    assert not {"hint", "density"} & usable(app)
    assert not app.actions["second_analyst"].is_possible()
    type_text(app, "h8")
    wait(app, lambda: page(app).view.shape.card is CardKind.END)
    assert app.status.text.startswith("Game over: ")
    assert {"Mara", "Jonas"} & set(app.status.text.split())
    do(app, "density")
    assert page(app).commands.is_analysing
    do(app, "rematch")
    assert not page(app).commands.is_analysing, "what was shown at the end is not shown in the next game"
