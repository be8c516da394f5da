"""A first game, guided by the window alone: everything it needs is at most two clicks away."""

from pathlib import Path

import pygame
import pytest

from game.board import squares
from play import match, session
from play.match import MatchPhase
from play.store import Store
from tests.samples import random_game
from tests.ui.driving import click, dialog_of, page, press, push, push_in_dialog, resize, start, wait
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.dialogs.rules import LESSONS, RulesDialog
from ui.layout import MIN_SIZE
from ui.pages.review.page import ReviewPage


def test_a_game_by_clicks_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, new game, hint, undo, the end, and its review, in the smallest window."""
    monkeypatch.setattr(session, "ANSWER_PACE", 0.0)
    monkeypatch.setattr(match, "PASS_SECONDS", 0.0)
    app = App(Store(tmp_path))
    resize(app, MIN_SIZE)
    # The rules: one click, and one more for each board.
    push(app, "welcome_never")
    assert isinstance(app.overlay.dialog, RulesDialog)
    for _ in LESSONS[1:]:
        push_in_dialog(app, "Next")
    push_in_dialog(app, "Play")
    # A game: two clicks.
    push(app, "new_game")
    dialog_of(app, NewGameDialog).choose_level(0, 1)
    push_in_dialog(app, "Play")
    played = app.session.match
    assert played.phase is MatchPhase.HUMAN
    # A hint: one click, and it is on the board.
    push(app, "hint")
    wait(app, lambda: bool(page(app).state.scene.hints))
    push(app, "hint")
    # Moves, the first of which is taken back by one click.
    click(app, page(app).view.layout.cell(next(squares(played.board.legal_moves()))).center)
    push(app, "undo")
    assert played.game.node.ply == 0
    start(app, *played.seats, game=random_game(1, plies=54))  # the moves between are like all others
    played = app.session.match

    def go_on() -> bool:
        app.do("play_on")
        if played.phase is MatchPhase.HUMAN:
            click(app, page(app).view.layout.cell(next(squares(played.board.legal_moves()))).center)
        return played.phase is MatchPhase.OVER

    wait(app, go_on)
    # The end is shown by itself; the review is one click away.
    wait(app, lambda: app.page.button_rows[0].rect_of("review_game") is not None)
    push(app, "review_game")
    assert isinstance(app.page, ReviewPage)
    app.close()


def test_the_rules_are_always_two_clicks_away(app: App) -> None:
    push(app, "help")
    push_in_dialog(app, "The rules, on seven small boards")
    assert isinstance(app.overlay.dialog, RulesDialog)
    press(app, pygame.K_ESCAPE)
    assert not app.overlay.is_open
