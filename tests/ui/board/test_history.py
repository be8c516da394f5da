"""What the board shows of the moves before: numbers of moves, and discs that were just turned."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.board import PASS, parse_square, squares
from game.records.transcript import parse_transcript
from game.tree import Game
from tests.samples import PERSON
from tests.ui.driving import page, resize, start
from ui.app import App
from ui.board.hint_marks import move_numbers, turned_discs


def test_moves_are_numbered_in_their_order_on_the_squares_they_were_played_on() -> None:
    game = parse_transcript("f5 d6 c3")
    wanted = tuple((parse_square(name), number) for number, name in enumerate(("f5", "d6", "c3"), start=1))
    assert move_numbers(game.node) == wanted
    game.go_to(game.node.ply - 1)
    assert move_numbers(game.node) == wanted[:2]
    assert move_numbers(Game().node) == ()


@pytest.mark.parametrize("moves", ["f5", "f5 d6", "f5 d6 c3 d3 c4"])
def test_discs_are_turned_that_had_the_other_colour_before(moves: str) -> None:
    node = parse_transcript(moves).node
    assert node.parent is not None
    before, after = node.parent.board, node.board
    turned = (before.black & after.white) | (before.white & after.black)
    assert turned_discs(node) == turned != 0
    assert turned_discs(Game().node) == 0


def test_a_pass_has_no_number_and_leaves_what_was_turned_before_it() -> None:
    chance, game = Random(2), Game()
    while not game.board.must_pass():
        assert not game.board.is_over()
        game.play(chance.choice(list(squares(game.board.legal_moves()))))
    turned, numbers = turned_discs(game.node), move_numbers(game.node)
    assert turned
    game.play(PASS)
    assert (turned_discs(game.node), move_numbers(game.node)) == (turned, numbers)


@pytest.mark.parametrize("name", ["page_play", "page_review"])
def test_settings_show_numbers_and_turned_discs_at_once(app: App, name: str) -> None:
    start(app, PERSON, PERSON, game=parse_transcript("f5 d6 c3"))
    app.do(name)
    app.frame()
    scene = app.page.state.scene  # type: ignore[attr-defined]
    assert (scene.numbers, scene.turned) == ((), 0)
    app.session.settings = replace(app.settings, show_move_numbers=True, show_turned=True)
    app.frame()
    scene = app.page.state.scene  # type: ignore[attr-defined]
    assert len(scene.numbers) == 3
    assert scene.turned == turned_discs(app.session.match.game.node)


def test_everything_grows_at_once_and_the_open_dialog_with_it(app: App) -> None:
    resize(app, (1920, 1080))
    app.do("settings")
    before = app.theme.scale
    app.session.settings = replace(app.settings, interface_scale=1.25)
    app.frame()
    assert app.theme.scale == 1.25 * before
    assert app.overlay.dialog is not None
    assert app.overlay.dialog.theme is app.theme
    assert page(app).view.board.theme is app.theme
