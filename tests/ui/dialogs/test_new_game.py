"""The dialog New game, and what a text says of a game."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.board import Color, move_name, parse_square
from game.clock import TimeControl
from game.starts import ALTERNATIVE_BOARD
from game.tree import Game
from play.players import Seat
from tests.ui.driving import PERSON, QUICK, click, press, walk_to_widget
from ui.app import App
from ui.dialogs.new_game import NewGame, NewGameDialog

SEATS = (Seat(), QUICK)
CLOCK = TimeControl(per_game=60)
SQUARES = ALTERNATIVE_BOARD.text()[:64]


@pytest.mark.parametrize(
    ("text", "names", "moves"),
    [
        ("f5d6", ("", ""), "f5d6"),
        ("1 f5 d6 2 c3", ("", ""), "f5d6c3"),
        ("(;GM[Othello]PB[Ann]PW[Bob]B[F5];)", ("Ann", "Bob"), "f5"),
    ],
)
def test_a_game_is_offered_to_the_two_who_played_it(text: str, names: tuple[str, str], moves: str) -> None:
    offered = NewGame.of_text(text, SEATS, CLOCK)
    assert [seat.name for seat in offered.seats] == list(names)
    assert all(seat.is_human for seat in offered.seats)
    assert offered.control == TimeControl()
    assert "".join(map(move_name, offered.game().moves)) == moves


@pytest.mark.parametrize("text", [f"{SQUARES} X", f"{SQUARES} X; c3:+2; % best", SQUARES, "?"])
def test_a_position_is_offered_to_those_who_play_here(text: str) -> None:
    assert NewGame.of_text(text, SEATS, CLOCK) == NewGame(SEATS, CLOCK, None, text)


def paste(app: App, monkeypatch: pytest.MonkeyPatch, text: str) -> NewGameDialog:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    return dialog


def test_who_is_to_move_is_asked_where_the_position_does_not_say_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = app.session.match
    dialog = paste(app, monkeypatch, SQUARES)
    assert dialog.error.startswith("Who is to move?")
    press(app, pygame.K_RETURN)
    assert dialog.is_open
    assert app.session.match is before
    walk_to_widget(app, dialog, dialog.turn.element)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_DOWN)
    assert dialog.error == ""
    press(app, pygame.K_RETURN)
    board = app.session.match.board
    assert (board.text()[:64], board.turn) == (SQUARES, Color.WHITE)


def test_who_is_to_move_is_not_asked_where_the_text_says_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = paste(app, monkeypatch, f"{SQUARES} O")
    assert dialog.error == ""
    assert not dialog.turn.element.is_enabled
    dialog.text.set_text(SQUARES)
    dialog.changed()
    assert dialog.turn.element.is_enabled


def test_of_several_positions_the_first_is_pasted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    board = ALTERNATIVE_BOARD.text()
    paste(app, monkeypatch, f"% two\n\n{board}; c3:+2;\n{board.replace('X', 'O')};\n")
    press(app, pygame.K_RETURN)
    assert app.session.match.board == ALTERNATIVE_BOARD


def test_every_widget_has_room(app: App) -> None:
    for size in ((900, 640), (1280, 800)):
        app.display.window.size = size
        app.frame()
        app.frame()
        press(app, pygame.K_n)
        dialog = app.overlay.dialog
        assert isinstance(dialog, NewGameDialog)
        inside = dialog.window.get_container().rect
        parts = [element.rect for element in dialog.focusable]
        assert all(inside.contains(part) for part in parts)
        assert not any(one.colliderect(other) for n, one in enumerate(parts) for other in parts[:n])
        press(app, pygame.K_ESCAPE)


def test_the_new_game_dialog_starts_what_it_says_and_explains_bad_text(app: App) -> None:
    started: list[tuple[NewGame, Game]] = []
    chosen = NewGame((PERSON, replace(QUICK, level=4)), start=None, text="f5d6c3d3c4")
    dialog = NewGameDialog(
        app.dialogs, app.theme, chosen, lambda choice, game: started.append((choice, game)), lambda: None
    )
    assert dialog.choice() == replace(chosen, seats=(replace(PERSON, seconds=0.1), chosen.seats[1]))
    dialog.accept()
    assert started[0][1].moves == tuple(parse_square(s) for s in ("f5", "d6", "c3", "d3", "c4"))
    assert not dialog.is_open
    for text, word in (("f5a1", "a1"), ("", "transcript"), ("zz", "zz"), ("X" * 64 + " X", "over")):
        bad = NewGameDialog(app.dialogs, app.theme, replace(chosen, text=text), lambda *_: None, lambda: None)
        bad.accept()
        assert bad.is_open
        assert word in bad.error
        bad.close()


def test_escape_folds_an_open_menu_before_it_closes_the_dialog(app: App) -> None:
    press(app, pygame.K_n)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    menu, _ = dialog.players[0]
    click(app, menu.element.rect.center)
    app.frame()
    press(app, pygame.K_ESCAPE)
    assert dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open
