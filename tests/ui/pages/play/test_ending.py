"""The card in the panel when a game is over."""

from dataclasses import replace

import pygame
import pytest

from game.board import Board
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat, Seats
from play.settings import AnimationSpeed
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import QUICK, do, find_place, given, page, press, push, start, type_text, wait, walk_to
from ui.app import App
from ui.pages.play.cards import EndCard, EndModel
from ui.pages.play.page import PlayPage
from ui.pages.review.page import ReviewPage


def shown(app: App) -> EndCard | None:
    card = page(app).view.card
    return card if isinstance(card, EndCard) else None


def ending(app: App) -> EndModel:
    return given(given(shown(app)).model)


def finish(app: App, *seats: Seat, control: TimeControl | None = None) -> None:
    """Plays a game of one move to its end."""
    start(app, *seats, game=Game(LAST_MOVE), control=control)
    type_text(app, "h8")
    wait(app, lambda: shown(app) is not None)


def test_card_keeps_board_size_and_closes_on_undo(app: App) -> None:
    before = page(app).view.layout.board
    finish(app, PERSON, PERSON)
    assert page(app).view.layout.board == before
    walk_to(app, "rematch")
    match = app.session.match
    press(app, pygame.K_z)
    app.frame()
    assert shown(app) is None
    assert page(app).view.layout.board == before
    press(app, pygame.K_SPACE)
    assert app.session.match is match, "the button has gone, and the keyboard presses it no more"
    assert match.phase is MatchPhase.PAUSED
    press(app, pygame.K_y)
    wait(app, lambda: shown(app) is not None)


def test_card_waits_for_the_last_flips(app: App) -> None:
    app.session.settings = replace(app.settings, animation=AnimationSpeed.NORMAL)
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    type_text(app, "h8")
    assert page(app).animator.is_moving
    assert shown(app) is None
    wait(app, lambda: shown(app) is not None)
    assert not page(app).animator.is_moving


@pytest.mark.parametrize(("seats", "level"), [((PERSON, QUICK), 5), ((QUICK, PERSON), 3)])
def test_next_level_is_one_click_away(app: App, seats: Seats, level: int) -> None:
    """Black wins: the next level is stronger after a win, weaker after a loss, and becomes the setting."""
    black, white = (seat if seat.is_human else replace(seat, level=4) for seat in seats)
    start(app, black, white, game=Game(LAST_MOVE), control=TimeControl(per_game=60))
    if black.is_human:
        type_text(app, "h8")
    wait(app, lambda: shown(app) is not None)
    (button,) = (one for one in given(shown(app)).buttons if one.action.identity == "next_level")
    assert button.words == f"Level {level}"
    before = shown(app)
    push(app, "next_level")
    match = app.session.match
    assert [seat.level for seat in match.seats if not seat.is_human] == [level]
    assert [seat.is_human for seat in match.seats] == [seat.is_human for seat in seats]
    assert match.control == TimeControl(per_game=60)
    assert match.game.start == LAST_MOVE
    assert app.settings.seats == match.seats
    assert shown(app) is not before  # a computer that begins may have ended the next game


def test_no_next_level_for_friends_top_and_adaptive_levels(app: App) -> None:
    for white in (PERSON, replace(QUICK, level=10), replace(QUICK, adapts=True)):
        finish(app, PERSON, white)
        assert given(shown(app)).buttons.rect_of("next_level") is None
        app.do("next_level")
        assert app.session.match.phase is MatchPhase.OVER


def test_rematch_and_review_are_one_click_away(app: App) -> None:
    press(app, pygame.K_r)
    assert isinstance(app.page, PlayPage), "the game is not over"
    start(app, PERSON, QUICK, game=Game(LAST_MOVE))
    app.do("review_game")
    assert isinstance(app.page, PlayPage), "there is nothing to review"
    finish(app, PERSON, QUICK)
    push(app, "review_game")
    assert isinstance(app.page, ReviewPage)
    assert app.page.commands.cursor.game is app.session.match.game
    review = given(app.page.commands.review)
    wait(app, lambda: review.is_over)
    app.do("page_play")
    press(app, pygame.K_r)
    assert isinstance(app.page, ReviewPage), "by its key, too"
    do(app, "page_play")
    push(app, "rematch")
    assert app.session.match.seats == (QUICK, PERSON)
    finish(app, PERSON, QUICK)
    wait(app, lambda: given(page(app).commands.turning).is_final)
    press(app, pygame.K_RETURN)
    assert app.session.match.seats == (QUICK, PERSON), "Enter does what stands out: no move was a mistake"


def test_each_finished_game_has_its_own_title(app: App) -> None:
    finish(app, PERSON, PERSON)
    first = ending(app).title
    over = Game(Board.from_text("X" * 20 + "O" * 44 + "X"))
    app.session.start_match((PERSON, PERSON), TimeControl(), over)
    app.frame()
    assert ending(app).title != first
    assert "White" in ending(app).title


def test_loss_on_time_cannot_be_taken_back(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=0.05))
    type_text(app, "f5d6")
    app.update(1.0)
    wait(app, lambda: shown(app) is not None)
    assert "time" in ending(app).title
    for key in (pygame.K_HOME, pygame.K_z):
        press(app, key)
        app.frame()
        assert shown(app) is not None
    assert app.toasts.current == "A game lost on time cannot be taken back"
    assert find_place(app, "undo") is None
    assert app.status.keys == "Enter go on · R review · F1 all keys"


def test_change_of_an_adaptive_level_is_shown(app: App) -> None:
    app.session.results.set_first_level(3)
    finish(app, PERSON, replace(QUICK, adapts=True))
    level = app.session.results.adaptive_level
    assert ending(app).level in (
        f"Level {level} next",
        f"Level {level} again",
        "Your first win at this level",
    )
