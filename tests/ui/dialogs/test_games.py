"""The dialog of the games played before."""

from __future__ import annotations

import pygame

from game.board import parse_square
from game.clock import TimeControl
from game.tree import Game
from play.match import Phase
from play.store import Store
from tests.ui.driving import PERSON, QUICK, click, press, start, type_text, wait
from ui.app import App
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import NewGameDialog


def test_a_game_left_for_another_lies_in_the_library_and_opens_paused(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3"):
        type_text(app, square)
    app.session.start_match((PERSON, QUICK), TimeControl(per_game=60.0), Game())
    app.frame()
    wait(app, lambda: len(store.library.games()) == 1)
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    assert isinstance(app.overlay.dialog, GamesDialog)
    press(app, pygame.K_RETURN)
    match = app.session.match
    assert match.game.moves == tuple(parse_square(s) for s in ("f5", "d6", "c3"))
    assert all(seat.is_human for seat in match.seats)
    assert match.phase is Phase.PAUSED
    assert not match.is_timed
    app.close()


def test_the_games_played_before_are_reached_by_the_mouse(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    app.session.start_match((PERSON, PERSON), TimeControl(), Game())
    app.frame()
    wait(app, lambda: len(store.library.games()) == 1)
    place = app.toolbar.rect_of("new_game")
    assert place is not None
    click(app, place.center)
    app.frame()
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    click(app, dialog.games.rect.center)
    app.frame()
    assert isinstance(app.overlay.dialog, GamesDialog)
    press(app, pygame.K_RETURN)
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert not app.overlay.is_open
    app.close()
