"""The coach on Play: its warnings, and its games, which do not count."""

from dataclasses import replace

import pygame
import pytest

from ai import preparation
from game.board import Board, Color, parse_square
from game.clock import TimeControl
from game.starts import Start
from game.tree import Game
from play.match import MatchPhase
from play.results import result_of
from play.saved_game import SavedGame, parse_saved_game, written_game
from play.settings import Density
from tests.quick import quick
from tests.samples import CORNER_LOST, LAST_MOVE, PERSON, random_game
from tests.ui.driving import QUICK, click_square, given, move_mouse, page, press, start, wait
from ui.app import App
from ui.pages.play.cards import CoachModel, EndModel

H1, H2 = parse_square("h1"), parse_square("h2")


@pytest.fixture(autouse=True)
def _ready() -> None:
    assert preparation.wait().is_ready


def advises(app: App) -> bool:
    return page(app).commands.coach.advice(H2) is not None


def card(app: App) -> CoachModel:
    model = page(app).state.card
    assert isinstance(model, CoachModel)
    return model


def coached(app: App) -> None:
    """Starts a coached game whose first move can give away a corner."""
    start(app, PERSON if CORNER_LOST.turn is Color.BLACK else QUICK,
          QUICK if CORNER_LOST.turn is Color.BLACK else PERSON, game=Game(CORNER_LOST))  # fmt: skip
    press(app, pygame.K_q)
    assert "do not count" in str(app.toasts.current)
    wait(app, lambda: advises(app))


def test_coach_warns_at_the_pointed_square_and_shows_why(app: App) -> None:
    coached(app)
    move_mouse(app, page(app).view.layout.cell(H2).center)
    app.frame()
    assert card(app).title == "Careful: h2 opens the corner h1 to Black."
    scene = page(app).state.scene
    assert (scene.sign, given(scene.answer).square) == ((H2, "!", "warning"), H1)
    page(app).input = type(page(app).input)()
    app.frame()
    assert page(app).state.scene.sign is None
    page(app).input = type(page(app).input)(cursor=H2)
    app.frame()
    assert page(app).state.scene.sign == (H2, "!", "warning")


def mistaken(app: App) -> None:
    coached(app)
    click_square(app, "h2")
    wait(app, lambda: page(app).commands.coach.mistake is not None)
    app.frame()


@pytest.mark.parametrize("go_on", quick(["show", "return", "space", "click"], 2))
def test_after_a_mistake_the_computer_waits(app: App, go_on: str) -> None:
    mistaken(app)
    match, coach = app.session.match, page(app).commands.coach
    assert card(app).title == "h2 lets Black take the corner h1."
    app.update(5.0)
    assert match.game.moves == (H2,), "no answer"
    if go_on == "return":
        press(app, pygame.K_RETURN)
        assert match.game.node.ply == 0
        return
    if go_on == "show":
        app.do("show_mistake")
        app.frame()
        assert given(page(app).commands.lessons.open).move == H2
        press(app, pygame.K_l)
        app.frame()
        assert coach.mistake is not None
        app.do("play_on")
    elif go_on == "click":
        click_square(app, "a1")
    else:
        press(app, pygame.K_SPACE)
    assert coach.mistake is None
    wait(app, lambda: len(match.game.moves) > 1)


def test_coach_is_silent_if_off_and_between_friends(app: App) -> None:
    coached(app)
    app.do("coach_off")
    app.frame()
    move_mouse(app, page(app).view.layout.cell(H2).center)
    app.frame()
    assert page(app).state.scene.sign is None
    assert not page(app).commands.coach.is_searching
    start(app, PERSON, PERSON, game=Game(CORNER_LOST))
    assert not app.actions["coach"].is_possible()
    app.change(friends=Density.PLAY)
    app.frame()
    offered = [button.action.identity for row in app.button_rows for button in row]
    assert {"hint", "why", "density"}.isdisjoint(offered)


@pytest.mark.parametrize("is_coached", [False, True])
def test_coached_games_do_not_count_and_say_so(app: App, is_coached: bool) -> None:
    app.change(coach=is_coached)
    seat = replace(QUICK, adapts=True)
    app.session.start_match((PERSON, seat), app.session.match.control, Game(LAST_MOVE), Start.STANDARD)
    app.frame()
    match = app.session.match
    click_square(app, "h8")
    assert match.phase is MatchPhase.OVER
    assert (result_of(match) is None) == match.was_coached == is_coached
    assert bool(app.session.results.games) != is_coached
    wait(app, lambda: isinstance(page(app).state.card, EndModel))
    steps = [action.identity for action in page(app).commands.next_steps]
    assert ("without_coach" in steps) == is_coached
    assert (page(app).commands.level_words == "Level 4 again: the coach helped") == is_coached
    kept = parse_saved_game(written_game(SavedGame.of(match)), pytest.fail)
    assert kept.was_coached == is_coached


def test_replay_without_coach_keeps_the_start(app: App) -> None:
    app.change(coach=True)
    opening = Game(Board.initial(), random_game(3).moves[:8])
    opening.name_start("XOT")
    for game, kind in ((Game(LAST_MOVE), None), (opening, Start.XOT)):
        app.session.start_match((PERSON, QUICK), TimeControl(), game, kind)
        app.do("without_coach")
        match = app.session.match
        assert (match.start, match.game.start, match.game.moves) == (kind, game.start, game.moves)


def test_coach_after_the_end_leaves_the_game_counted(app: App) -> None:
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


def test_game_between_computers_is_not_coached(app: App) -> None:
    press(app, pygame.K_q)
    start(app, QUICK, QUICK)
    wait(app, lambda: app.session.match.game.node.ply >= 2)
    assert not app.session.match.was_coached
    assert not app.actions["coach"].is_possible()
