"""The dialog New game, and what a text says of a game."""

from __future__ import annotations

import pygame
import pytest

from game.board import Color, move_name
from game.clock import TimeControl
from game.starts import ALTERNATIVE_BOARD
from play.players import Seat
from tests.ui.driving import QUICK, press, walk_to_widget
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
