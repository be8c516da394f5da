"""The strip under the board when a game is over."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.board import Board
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from play.settings import AnimationSpeed
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import (
    QUICK,
    assert_apart,
    do,
    page,
    press,
    push,
    resize,
    start,
    type_text,
    wait,
    walk_to,
)
from ui.app import App
from ui.layout import MIN_SIZE, Frame
from ui.pages.play.cards import EndStrip
from ui.pages.play.page import PlayPage
from ui.pages.play.view import PlayLayout
from ui.pages.review.page import ReviewPage

SIZES = [MIN_SIZE, (1000, 800), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200)]


def strip(app: App) -> EndStrip:
    ending = page(app).ending
    assert ending is not None
    return ending


def finish(app: App, *seats: Seat, control: TimeControl | None = None) -> None:
    """Play a game of one move to its end."""
    start(app, *seats, game=Game(LAST_MOVE), control=control)
    type_text(app, "h8")
    wait_for_strip(app)


def wait_for_strip(app: App) -> None:
    wait(app, lambda: page(app).ending is not None)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("has_bar", [True, False])
def test_the_strip_is_under_the_board_and_over_nothing(size: tuple[int, int], has_bar: bool) -> None:
    frame = Frame.of(*size)
    before, after = (PlayLayout.of(frame, has_bar, is_over) for is_over in (False, True))
    assert before.ending.height == 0
    assert after.ending.top > after.board.bottom
    assert frame.page.contains(after.ending)
    assert not after.ending.colliderect(after.panel)
    assert after.board.width >= 0.8 * before.board.width


def test_its_buttons_have_room(app: App) -> None:
    finish(app, PERSON, QUICK)
    for size in SIZES:
        resize(app, size)
        places = [strip(app).buttons.rect_of(name) for name in ("rematch", "review_game", "next_level")]
        assert_apart(places, strip(app).rect)


def test_the_board_is_whole_again_when_the_game_goes_on(app: App) -> None:
    before = page(app).view.layout.board
    finish(app, PERSON, PERSON)
    assert page(app).view.layout.board != before
    walk_to(app, "rematch")
    match = app.session.match
    press(app, pygame.K_z)
    app.frame()
    assert page(app).ending is None
    assert page(app).view.layout.board == before
    press(app, pygame.K_SPACE)
    assert app.session.match is match, "the button has gone, and the keyboard presses it no more"
    assert match.phase is MatchPhase.PAUSED
    press(app, pygame.K_y)
    wait_for_strip(app)


def test_the_last_discs_turn_before_it_comes(app: App) -> None:
    app.session.settings = replace(app.settings, animation=AnimationSpeed.SLOW)
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    type_text(app, "h8")
    assert page(app).animator.is_moving
    assert page(app).ending is None
    wait(app, lambda: page(app).ending is not None)
    assert not page(app).animator.is_moving


def test_the_next_level_is_one_click_away_and_is_the_last_choice(app: App) -> None:
    finish(app, PERSON, replace(QUICK, level=4), control=TimeControl(per_game=60))
    push(app, "next_level")
    match = app.session.match
    assert [seat.level for seat in match.seats if not seat.is_human] == [5]
    assert match.seats[0].is_human
    assert match.control == TimeControl(per_game=60)
    assert match.game.start == LAST_MOVE
    assert app.settings.seats == match.seats
    assert page(app).ending is None


def test_there_is_no_next_level_for_friends_and_after_the_last(app: App) -> None:
    for white in (PERSON, replace(QUICK, level=10)):
        finish(app, PERSON, white)
        assert strip(app).buttons.rect_of("next_level") is None
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
    review = app.page.commands.review
    assert review is not None
    wait(app, lambda: review.is_over)
    app.do("page_play")
    press(app, pygame.K_r)
    assert isinstance(app.page, ReviewPage), "by its key, too"
    do(app, "page_play")
    push(app, "rematch")
    assert app.session.match.seats == (QUICK, PERSON)
    finish(app, PERSON, QUICK)
    press(app, pygame.K_RETURN)
    assert app.session.match.seats == (QUICK, PERSON), "Enter does what stands out"


def test_another_game_that_is_over_has_its_own_words(app: App) -> None:
    finish(app, PERSON, PERSON)
    first = strip(app).title
    over = Game(Board.from_text("X" * 20 + "O" * 44 + "X"))
    app.session.start_match((PERSON, PERSON), TimeControl(), over)
    app.frame()
    assert strip(app).title != first
    assert "White" in strip(app).title


def test_after_a_loss_on_time_it_says_so_and_looking_back_takes_it_away(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=0.05))
    type_text(app, "f5d6")
    app.update(1.0)
    wait(app, lambda: page(app).ending is not None)
    assert "time" in strip(app).title
    press(app, pygame.K_HOME)
    app.frame()
    assert page(app).ending is None
