"""The first start: a card over the board, and the rules on six boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.board import squares
from tests.ui.driving import (
    OpenPage,
    click,
    dialog_of,
    page,
    press,
    push,
    resize,
    type_text,
    walk_to,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.help import HelpDialog
from ui.dialogs.new_game import NewGameDialog
from ui.dialogs.rules import LESSONS, RulesDialog


@pytest.fixture
def first(open_page: OpenPage) -> App:
    """The window on its first start."""
    return open_page(welcomed=False)


def rules(app: App) -> RulesDialog:
    return dialog_of(app, RulesDialog)


def test_each_button_does_what_it_says_and_the_card_is_gone(first: App, reopen: Callable[[App], App]) -> None:
    push(first, "welcome_rules")
    assert rules(first).number == 0
    press(first, pygame.K_ESCAPE)
    first.session.settings = replace(first.settings, welcomed=False)
    first.frame()
    push(first, "welcome_play")
    assert isinstance(first.overlay.dialog, NewGameDialog)
    press(first, pygame.K_ESCAPE)
    assert page(first).welcome is None
    assert first.settings.welcomed
    assert page(reopen(first)).welcome is None


def test_somebody_who_only_watches_sees_two_searches(first: App) -> None:
    walk_to(first, "welcome_watch")
    press(first, pygame.K_RETURN)
    assert first.session.match.is_watched
    assert first.settings.seats[0].is_human, "which is no game that was chosen"


def test_a_move_or_escape_puts_the_card_away_and_clicks_on_it_move_nothing(first: App) -> None:
    card = page(first).welcome
    assert card is not None
    assert page(first).view.layout.square_at(card.rect.center) is not None
    for legal in squares(first.session.match.board.legal_moves()):
        cell = page(first).view.layout.cell(legal)
        if card.rect.contains(cell):
            click(first, cell.center)
    assert first.session.match.game.moves == ()
    type_text(first, "f5")
    first.frame()
    assert page(first).welcome is None
    assert first.settings.welcomed


def test_the_card_is_there_after_a_resize(first: App) -> None:
    for size in ((900, 640), (900, 1200), (1920, 1080)):
        resize(first, size)
        card = page(first).welcome
        assert card is not None
        assert page(first).view.layout.board.contains(card.rect)
    press(first, pygame.K_ESCAPE)
    assert page(first).welcome is None


def test_an_unfinished_game_is_not_covered(first: App, reopen: Callable[[App], App]) -> None:
    type_text(first, "f5")
    first.session.settings = replace(first.settings, welcomed=False)
    assert page(reopen(first)).welcome is None


def test_all_six_boards_are_clicked_through(app: App) -> None:
    press(app, pygame.K_F1)
    click(app, dialog_of(app, HelpDialog).rules.rect.center)
    app.frame()
    for number, lesson in enumerate(LESSONS):
        assert rules(app).number == number
        if lesson.task:
            square = next(squares(lesson.task))
            click(app, rules(app).place.cell(square).center)
            app.frame()
            assert rules(app).board == lesson.board.play(square)
        assert rules(app).task == 0
        press(app, pygame.K_RETURN)
    app.frame()
    assert not app.overlay.is_open


def test_the_rules_go_by_keys_back_and_forth(app: App) -> None:
    press(app, pygame.K_F2)
    type_text(app, "a1")
    assert rules(app).board == LESSONS[0].board, "which is no move"
    type_text(app, "d3")
    assert rules(app).board != LESSONS[0].board
    resize(app, (900, 640))
    assert rules(app).board != LESSONS[0].board, "a resize forgets no move"
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    assert rules(app).number == 2
    walk_to_widget(app, rules(app), rules(app).back)
    press(app, pygame.K_RETURN)
    press(app, pygame.K_LEFT)
    assert (rules(app).number, rules(app).board) == (0, LESSONS[0].board)
    press(app, pygame.K_LEFT)
    assert rules(app).number == 0
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert not app.overlay.is_open
