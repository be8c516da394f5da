"""The dialog New game, and what a text says of a game."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pygame
import pytest
from pygame_gui.core import UIElement

from ai.levels import LEVELS
from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color, move_name, parse_square
from game.clock import TimeControl
from game.starts import ALTERNATIVE_BOARD, Start
from game.tree import Game
from play.players import Seat, Seats
from tests.samples import PERSON
from tests.ui.driving import QUICK, click, page, press, walk_to_widget
from ui.app import App
from ui.dialogs.new_game import ADAPTIVE, Kind, NewGame, NewGameDialog, NewGameForm, NewGameListener
from ui.text.level_wording import describe_level

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


@pytest.mark.parametrize("size", [(900, 640), (1280, 800)])
@pytest.mark.parametrize("kind", Kind)
def test_every_widget_has_room(app: App, size: tuple[int, int], kind: Kind) -> None:
    app.display.window.size = size
    app.frame()
    app.frame()
    dialog = asked(app)
    assert_apart(dialog)
    dialog.choose_kind(kind)
    assert_apart(dialog)
    dialog.toggle_more()
    dialog.choose(dialog.control, None)
    dialog.choose(dialog.begin, None)
    assert_apart(dialog)


def asked(app: App) -> NewGameDialog:
    press(app, pygame.K_n)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    return dialog


def assert_apart(dialog: NewGameDialog) -> None:
    inside = dialog.window.get_container().rect
    parts = [element.rect for element in dialog.focusable]
    assert all(inside.contains(part) for part in parts)
    assert not any(one.colliderect(other) for n, one in enumerate(parts) for other in parts[:n])


def dialog_of(app: App, chosen: NewGame, started: list[tuple[NewGame, Game]]) -> NewGameDialog:
    listener = NewGameListener(lambda choice, game: started.append((choice, game)), lambda: None)
    dialog = NewGameDialog(NewGameForm.of(chosen, 4), listener)
    dialog.lay_out(app.overlay.manager, app.theme)
    return dialog


def test_the_new_game_dialog_starts_what_it_says_and_explains_bad_text(app: App) -> None:
    started: list[tuple[NewGame, Game]] = []
    chosen = NewGame((PERSON, replace(QUICK, level=4)), start=None, text="f5d6c3d3c4")
    dialog = dialog_of(app, chosen, started)
    assert dialog.chosen().new_game() == chosen
    dialog.accept()
    assert started[0][1].moves == tuple(parse_square(s) for s in ("f5", "d6", "c3", "d3", "c4"))
    assert not dialog.is_open
    for text, word in (("f5a1", "a1"), ("", "transcript"), ("zz", "zz"), ("X" * 64 + " X", "over")):
        bad = dialog_of(app, replace(chosen, text=text), [])
        bad.accept()
        assert bad.is_open
        assert word in bad.error
        bad.close()


SLOW = replace(QUICK, algorithm=Algorithm.ALPHABETA, level=10, seconds=5.0)


def test_an_opponent_that_adapts_is_chosen_behind_the_levels(app: App) -> None:
    dialog = dialog_of(app, NewGame((PERSON, SLOW)), [])
    slider, name, sentence = dialog.levels[0]
    assert slider.value_range == (1, ADAPTIVE)
    slider.set_current_value(ADAPTIVE)
    dialog.changed()
    assert dialog.chosen().new_game().seats == (PERSON, replace(SLOW, level=4, adapts=True))
    assert name.text.startswith("Adaptive, now 4")
    assert sentence is not None
    assert "one level higher" in sentence.text
    dialog = dialog_of(app, dialog.chosen().new_game(), [])
    assert dialog.levels[0][0].get_current_value() == ADAPTIVE
    dialog.choose_kind(Kind.WATCH)
    assert not any(seat.adapts for seat in dialog.chosen().new_game().seats), "nobody's results are followed"


@pytest.mark.parametrize(
    "seats", [(PERSON, SLOW), (SLOW, PERSON), (SLOW, QUICK), (PERSON, PERSON), (Seat(name="Ann"), Seat())]
)
@pytest.mark.parametrize("has_more", [False, True])
def test_what_was_chosen_last_is_offered_again(app: App, seats: Seats, has_more: bool) -> None:
    if seats == (SLOW, QUICK):
        seats = SLOW, replace(QUICK, seconds=SLOW.seconds)
    chosen = NewGame(seats, TimeControl(per_game=77, increment=1), Start.ALTERNATIVE)
    dialog = dialog_of(app, chosen, [])
    if has_more:
        dialog.toggle_more()
    assert dialog.chosen().new_game() == chosen
    dialog.lay_out(app.overlay.manager, app.theme)
    assert dialog.chosen().new_game() == chosen


def test_a_game_is_chosen_by_clicks_alone(app: App) -> None:
    dialog = asked(app)
    click(app, dialog.kinds[0].rect.center)
    app.frame()
    click(app, dialog.sides[1].rect.center)
    app.frame()
    level = dialog.levels[0][0].rect
    click(app, (level.right - 4, level.centery))
    for _ in range(60):
        app.frame()
    press(app, pygame.K_RETURN)
    computer, person = app.session.match.seats
    assert person.is_human
    assert not computer.is_human
    assert app.settings.seats == (computer, person)


def test_a_game_is_chosen_by_keys_alone(app: App) -> None:
    app.session.settings = replace(app.settings, seats=SEATS)
    dialog = asked(app)
    walk_to_widget(app, dialog, dialog.kinds[2])
    press(app, pygame.K_SPACE)
    assert dialog.focus is dialog.kinds[2], "the keyboard stays where it was"
    walk_to_widget(app, dialog, dialog.levels[1][0])
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RETURN)
    assert [seat.level for seat in app.session.match.seats] == [1, 2]
    assert app.session.match.is_watched


def test_a_time_to_think_is_asked_where_a_level_has_no_other_limit(app: App) -> None:
    dialog = dialog_of(app, NewGame((PERSON, replace(QUICK, level=9))), [])
    assert not dialog.thinking.element.visible
    walked = dialog.levels[0][0]
    walked.set_current_value(10)
    dialog.changed()
    assert dialog.thinking.element.visible
    assert dialog.seconds_label.visible


def test_either_lets_chance_decide_and_is_remembered(app: App) -> None:
    app.session.settings = replace(app.settings, seats=SEATS)
    dialog = asked(app)
    dialog.choose_side(None)
    press(app, pygame.K_RETURN)
    assert app.settings.either
    drawn = {NewGame.last(app.settings).drawn_seats(Random(seed)) for seed in range(20)}
    assert drawn == {SEATS, SEATS[::-1]}
    dialog = asked(app)
    assert dialog.chosen().new_game().either
    dialog.choose_kind(Kind.WATCH)
    assert not dialog.chosen().new_game().either


@pytest.mark.parametrize(
    ("minutes", "seconds", "control"),
    [
        ("2", "", TimeControl(per_game=120)),
        ("1,5", "2", TimeControl(per_game=90, increment=2)),
        ("0", "7.5", TimeControl(per_move=7.5)),
    ],
)
def test_a_clock_of_ones_own_is_typed(app: App, minutes: str, seconds: str, control: TimeControl) -> None:
    dialog = asked(app)
    dialog.toggle_more()
    dialog.choose(dialog.control, None)
    dialog.minutes.set_text(minutes)
    dialog.seconds.set_text(seconds)
    press(app, pygame.K_RETURN)
    assert app.session.match.control == control
    assert app.settings.control == control
    assert asked(app).chosen().new_game().control == control


@pytest.mark.parametrize(
    ("minutes", "seconds", "word"),
    [("", "0", "needs"), ("x", "1", "“x”"), ("1", "-1", "“-1”"), ("1e9", "", "day"), ("nan", "", "“nan”")],
)
def test_a_clock_that_is_none_is_refused(app: App, minutes: str, seconds: str, word: str) -> None:
    before = app.session.match
    dialog = asked(app)
    dialog.toggle_more()
    dialog.choose(dialog.control, None)
    dialog.minutes.set_text(minutes)
    dialog.seconds.set_text(seconds)
    press(app, pygame.K_RETURN)
    assert word in dialog.error
    assert app.session.match is before
    app.display.window.size = (900, 640)
    app.frame()
    app.frame()
    again = app.overlay.dialog
    assert isinstance(again, NewGameDialog)
    assert again.minutes.get_text() == minutes, "what was typed is still there"
    for shown in (dialog, again):
        assert_says_under(shown, shown.minutes)
    again.choose(again.control, TimeControl())
    assert again.error == ""


def assert_says_under(dialog: NewGameDialog, field: UIElement) -> None:
    """The sentence begins under the field that is wrong, and lies over nothing else."""
    assert dialog._line is not None
    place = dialog._line.relative_rect
    assert place.left == field.relative_rect.left
    assert 0 <= place.top - field.relative_rect.bottom <= 4
    others = [other for other in dialog.focusable if place.inflate(-2, -4).colliderect(other.relative_rect)]
    assert not others


def test_an_error_in_a_transcript_stands_under_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = paste(app, monkeypatch, "f5 d6")
    dialog.text.set_text("f5 f5")
    press(app, pygame.K_RETURN)
    assert "f5" in dialog.error
    assert_says_under(dialog, dialog.text)
    app.draw()
    frame = app.display.surface.get_at((dialog.text.rect.left, dialog.text.rect.centery))
    assert frame == app.theme["mistake"]
    dialog.text.set_text("f5 d6")
    dialog.changed()
    assert dialog.error == ""
    app.draw()
    frame = app.display.surface.get_at((dialog.text.rect.left, dialog.text.rect.centery))
    assert frame != app.theme["mistake"]


def test_the_last_choice_is_one_click_away(app: App) -> None:
    chosen = NewGame(SEATS[::-1], CLOCK, Start.ALTERNATIVE)
    dialog_of(app, chosen, [])
    page(app).commands.start_game(chosen, chosen.game())
    app.frame()
    first = app.session.match
    place = app.toolbar.rect_of("again")
    assert place is not None
    click(app, place.center)
    app.frame()
    again = app.session.match
    assert again is not first
    assert (again.seats, again.control, again.start) == (first.seats, first.control, first.start)
    assert again.game.start == ALTERNATIVE_BOARD
    assert not app.overlay.is_open


def test_the_words_for_a_level_have_its_figures() -> None:
    sentences = [describe_level(number) for number in range(1, FULL_STRENGTH + 1)]
    assert len(set(sentences)) == FULL_STRENGTH
    for level, sentence in zip(LEVELS[1:-1], sentences[1:-1], strict=True):
        depth, loss = map(float, re.findall(r"\d+(?:\.\d+)?", sentence))
        assert depth == level.depth
        assert loss == pytest.approx(level.loss if level.loss >= 1 else 10 * level.loss)


def test_escape_folds_an_open_menu_before_it_closes_the_dialog(app: App) -> None:
    dialog = asked(app)
    dialog.toggle_more()
    click(app, dialog.control.element.rect.center)
    app.frame()
    press(app, pygame.K_ESCAPE)
    assert dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open
