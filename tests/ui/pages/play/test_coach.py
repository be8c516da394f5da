"""The coach on the page Play: what it says, and that games with it do not count."""

import pygame
import pytest

from ai import preparation
from game.board import Move, parse_square, square_name, squares
from game.starts import Start
from game.tree import Game
from play.match import MatchPhase
from play.results import result_of
from play.saved_game import SavedGame, parse_saved_game, written_game
from tests.samples import CORNER_LOST, LAST_MOVE, PERSON
from tests.ui.driving import QUICK, click_square, move_mouse, page, press, start, wait
from ui.app import App

H2 = parse_square("h2")


@pytest.fixture(autouse=True)
def _ready() -> None:
    assert preparation.wait().is_ready


def advises(app: App) -> bool:
    return page(app).commands.coach.advice(H2) is not None


def best(app: App) -> Move:
    return next(move for move in squares(CORNER_LOST.legal_moves()) if not loss(app, move))


def loss(app: App, move: Move) -> float:
    return page(app).commands.coach._loss(move)


def test_it_speaks_when_a_square_is_pointed_at_or_chosen_and_the_move_stays_possible(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(CORNER_LOST))
    press(app, pygame.K_q)
    assert "do not count" in str(app.toasts.current)
    wait(app, lambda: advises(app), 20)
    move_mouse(app, page(app).view.layout.cell(H2).center)
    app.frame()
    assert page(app).state.scene.caption == "That lets Black take h1"
    assert page(app).state.scene.sign == (H2, "!", "warning")
    move_mouse(app, page(app).view.layout.cell(best(app)).center)
    app.frame()
    assert page(app).state.scene.sign is None
    page(app).input = type(page(app).input)(cursor=H2)
    app.frame()
    assert page(app).state.scene.sign == (H2, "!", "warning")
    click_square(app, "h2")
    assert app.session.match.game.moves == (H2,)


def test_after_a_good_move_there_is_a_word_and_nothing_where_it_is_off(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(CORNER_LOST))
    press(app, pygame.K_q)
    coach = page(app).commands.coach
    wait(app, lambda: advises(app) and not coach.is_searching, 20)
    click_square(app, square_name(best(app)))
    app.frame()
    assert page(app).state.scene.caption.endswith(" was a good move")
    press(app, pygame.K_z)
    wait(app, lambda: advises(app), 20)
    press(app, pygame.K_q)
    move_mouse(app, page(app).view.layout.cell(H2).center)
    app.frame()
    assert page(app).state.scene.sign is None
    assert not page(app).commands.coach.is_searching


@pytest.mark.parametrize("is_coached", [False, True])
def test_games_with_it_do_not_count_and_say_so(app: App, is_coached: bool) -> None:
    if is_coached:
        press(app, pygame.K_q)
    app.session.start_match((PERSON, QUICK), app.session.match.control, Game(LAST_MOVE), Start.STANDARD)
    app.frame()
    match = app.session.match
    click_square(app, "h8")
    assert match.phase is MatchPhase.OVER
    assert (result_of(match) is None) == match.was_coached == is_coached
    assert bool(app.session.results.games) != is_coached
    wait(app, lambda: bool(page(app).state.card.title))
    said = " ".join(page(app).state.card.sentences)
    assert ("With the coach" in said) == is_coached
    kept = parse_saved_game(written_game(SavedGame.of(match)), pytest.fail)
    assert kept.was_coached == is_coached


def test_a_game_that_was_counted_is_not_said_not_to_count(app: App) -> None:
    app.session.start_match((PERSON, QUICK), app.session.match.control, Game(LAST_MOVE), Start.STANDARD)
    match = app.session.match
    click_square(app, "h8")
    app.frame()
    assert app.session.results.games
    press(app, pygame.K_q)
    match.visit(match.game.root)
    app.frame()
    assert match.phase is MatchPhase.HUMAN
    assert not match.was_coached


def test_a_game_is_coached_only_where_a_person_thinks(app: App) -> None:
    press(app, pygame.K_q)
    start(app, QUICK, QUICK)
    wait(app, lambda: app.session.match.game.node.ply >= 2)
    assert not app.session.match.was_coached
    assert not app.actions["coach"].is_possible()
