"""A first game by the window's own words: everything it needs is at most two clicks away."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.board import squares
from play.match import MatchPhase
from play.store import Store
from tests.ui.driving import click, dialog_of, page, resize, wait
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.dialogs.rules import RulesDialog
from ui.layout import MIN_SIZE
from ui.lessons import LESSONS
from ui.pages.review.page import ReviewPage


def place_of(app: App, identity: str) -> Rect:
    """Of a button that is to be seen."""
    rows = (app.toolbar, *app.page.button_rows)
    return next(filter(None, (row.rect_of(identity) for row in rows)))


def press_button(app: App, identity: str) -> None:
    click(app, place_of(app, identity).center)
    app.frame()


def press_in_dialog(app: App, words: str) -> None:
    dialog = app.overlay.dialog
    assert dialog is not None
    buttons = (element for element in dialog.focusable if getattr(element, "text", "") == words)
    click(app, next(buttons).rect.center)
    app.frame()


@pytest.mark.parametrize("size", [MIN_SIZE, (1280, 800)])
def test_rules_new_game_hint_undo_end_and_review_by_clicks_alone(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = App(Store(tmp_path))
    resize(app, size)
    # The rules: one click, and one more for each board.
    press_button(app, "welcome_rules")
    assert isinstance(app.overlay.dialog, RulesDialog)
    for _ in LESSONS[1:]:
        press_in_dialog(app, "Next")
    press_in_dialog(app, "Close")
    # A game: two clicks.
    press_button(app, "new_game")
    dialog = dialog_of(app, NewGameDialog)
    dialog.levels[0][0].set_current_value(1)
    press_in_dialog(app, "Play")
    match = app.session.match
    assert match.phase is MatchPhase.HUMAN
    # A hint: one click, and it is on the board.
    press_button(app, "hint")
    wait(app, lambda: bool(page(app).state.scene.hints), 30)
    press_button(app, "hint")
    # Moves, the first of which is taken back by one click.
    first = next(squares(match.board.legal_moves()))
    click(app, page(app).view.layout.cell(first).center)
    press_button(app, "undo")
    assert match.game.node.ply == 0

    def go_on() -> bool:
        if match.phase is MatchPhase.HUMAN:
            square = next(squares(match.board.legal_moves()))
            click(app, page(app).view.layout.cell(square).center)
        return match.phase is MatchPhase.OVER

    wait(app, go_on, 120)
    # The end tells itself; the review is one click away.
    wait(app, lambda: page(app).ending is not None)
    press_button(app, "review_game")
    assert isinstance(app.page, ReviewPage)
    app.close()


def test_the_rules_are_two_clicks_away_at_any_time(app: App) -> None:
    press_button(app, "help")
    press_in_dialog(app, "Rules")
    assert isinstance(app.overlay.dialog, RulesDialog)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0))
    app.frame()
