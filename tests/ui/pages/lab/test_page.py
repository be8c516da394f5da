"""What all parts of the Lab share: the position, the paused game, and a layout without overlaps."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from ai.limits import Limit
from game.board import Board
from game.records.transcript import parse_transcript
from game.tree import Game
from tests.quick import quick
from tests.samples import OVER, PERSON
from tests.ui.driving import (
    STRONG,
    assert_apart,
    assert_drawing_changes_nothing,
    do,
    lab,
    press,
    press_all,
    push,
    resize,
    start,
    start_of_strangers,
    usable,
    wait,
)
from ui.app import App
from ui.layout import MIN_SIZE
from ui.pages.lab.commands import SCENES, WAYS, middle_game
from ui.pages.lab.race import TABS as RACE_TABS
from ui.pages.lab.steps import TABS

# The race among the scenes.
RACE = SCENES[-2]
KINDS = (SCENES[0], RACE, *WAYS)


def open_part(app: App, way: str) -> None:
    """Opens a part of the Lab and waits for its search."""
    lab(app).tree.commands.limit = Limit(depth=6)
    do(app, way, *(["tree_start"] if way == "lab_tree" else []))
    wait(app, lambda: lab(app).is_idle or way == RACE)
    app.frame()


def searched(app: App) -> Any:
    """Returns the search, race or scenes of the part that is shown."""
    here = lab(app)
    found: dict[str, Any] = {
        "lab_steps": here.steps.commands.model.job,
        "lab_race": here.race.commands.race,
        "lab_tree": here.tree.commands.runner,
    }
    return found.get(here.commands.way, here.scenes.commands.scenes)


@pytest.mark.parametrize("way", quick(KINDS, 3))
def test_position_is_updated_on_page_changes_but_not_by_dialogs(app: App, way: str) -> None:
    open_part(app, way)
    if way == "lab_race":
        do(app, "race_start")
    before = searched(app)
    assert before is not None
    do(app, "help")
    game = app.session.match.game
    game.go_to(game.node.ply - 1)
    press(app, pygame.K_ESCAPE)
    assert searched(app) is before
    game.go_to(game.node.ply + 1)
    do(app, "page_play", "page_lab")
    assert searched(app) is before, "the same position is not searched again"
    game.go_to(game.node.ply - 1)
    do(app, "page_play", "page_lab")
    assert searched(app) is not before
    assert lab(app).part.state.board == app.session.match.board


@pytest.mark.parametrize("way", quick(KINDS, 3))
def test_finished_game_is_reported_and_a_middle_game_offered(app: App, way: str) -> None:
    open_part(app, way)
    lab(app).commands.set_board(OVER)
    app.frame()
    for key in (pygame.K_SPACE, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_PERIOD, pygame.K_END, pygame.K_UP):
        assert (app.status.is_problem, "game is over" in app.status.text) == (True, True)
        press(app, key)
    push(app, "lab_middle")
    app.frame()
    assert lab(app).part.state.board == middle_game()
    assert not app.status.is_problem
    assert not app.actions["lab_middle"].is_possible()
    do(app, "page_play", "page_lab")
    assert lab(app).part.state.board == middle_game(), "until the position of the game is asked for"
    press(app, pygame.K_n, mod=pygame.KMOD_CTRL)
    assert lab(app).part.state.board == app.session.match.board


def test_middle_game_replaces_a_finished_or_unstarted_game(app: App) -> None:
    played = parse_transcript("f5d6c3d3c4f4")
    for game, board in ((Game(OVER), middle_game()), (Game(), middle_game()), (played, played.board)):
        do(app, "page_play")
        start(app, PERSON, PERSON, game=game)
        do(app, "page_lab")
        assert lab(app).commands.board == board
        assert not lab(app).commands.problem
        has_begun = game.board == Board.initial()
        assert app.actions["lab_position"].is_possible() is has_begun
        assert ("a middle game in place of yours" in app.status.text) is (board == middle_game())
        if has_begun:
            do(app, "lab_position")
            assert lab(app).commands.board == game.board
            assert "in place of" not in app.status.text
            do(app, "lab_middle")
            assert "in place of" not in app.status.text
            do(app, "lab_position")


def test_game_and_hints_pause_while_the_lab_is_open(app: App) -> None:
    do(app, "page_play")
    start(app, STRONG, PERSON)
    thinking = app.session.match.thinking
    assert thinking.is_searching
    do(app, "page_lab")
    assert not thinking.is_searching
    do(app, "help")
    press(app, pygame.K_ESCAPE)
    assert not thinking.is_searching
    do(app, "page_play")
    assert thinking.is_searching
    start_of_strangers(app)
    for identity, is_hinting in (("hint", True), ("page_lab", False), ("page_play", True)):
        do(app, identity)
        assert thinking.is_hinting is is_hinting


@pytest.mark.parametrize("size", quick([MIN_SIZE, (1280, 800), (900, 1300)], 1))
def test_no_cards_or_buttons_overlap_and_drawing_changes_nothing(app: App, size: tuple[int, int]) -> None:
    resize(app, size)
    boards = set()
    for way in (*SCENES, *WAYS):
        open_part(app, way)
        press_all(app, pygame.K_PERIOD)
        tabs = {"lab_steps": TABS, "lab_race": RACE_TABS}.get(way, {way: ""})
        for tab in tabs:
            do(app, tab)
            view = lab(app).part.view
            cards = [panel.rect for panel, _model_of in view._parts]
            assert len(cards) >= 3
            assert_apart(cards, app.layout.page)
            rows = app.page.button_rows
            assert_apart([row.rect_of(name) for row in rows for name in row.usable], app.layout.page)
            if way in SCENES[:-1]:  # the exercise has no board
                boards.add(tuple(view.layout.board))
                assert_apart([view.layout.board, *cards], app.layout.page)
            if view.tree is not None:
                assert view.tree.plot.height >= 64
            assert_drawing_changes_nothing(app, lab(app).part)
    assert len(boards) == 1, "the board of the scenes stays where it is"
    assert "lab_explore" in usable(app)
