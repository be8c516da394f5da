"""The New game dialog, and games and positions read from text."""

from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pygame
import pytest
from pygame_gui.core import UIElement
from pygame_gui.elements import UILabel

from ai.limits import Algorithm
from game.board import Color, move_name
from game.clock import TimeControl
from game.starts import ALTERNATIVE_BOARD, Start
from play.new_game import NewGame
from play.players import Seat
from play.settings import Density, Language, Settings
from tests.quick import quick
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    click,
    dialog_of,
    do,
    given,
    page,
    place_of_line,
    press,
    resize,
    wait,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.dialog import AnyDialog
from ui.dialogs.fields import Menu, is_on
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import ADAPTIVE, CONTROLS, Mode, NewGameDialog, NewGameForm, NewGameListener
from ui.layout import MIN_SIZE
from ui.text.languages import OWN_NAMES

SEATS = (Seat(), QUICK)
CLOCK = TimeControl(per_game=60)
SQUARES = ALTERNATIVE_BOARD.text()[:64]


@pytest.fixture
def app(shared: App) -> App:
    return shared


@pytest.mark.parametrize(
    ("text", "names", "moves"),
    [
        ("f5d6", ("", ""), "f5d6"),
        ("1 f5 d6 2 c3", ("", ""), "f5d6c3"),
        ("(;GM[Othello]PB[Ann]PW[Bob]B[F5];)", ("Ann", "Bob"), "f5"),
    ],
)
def test_game_text_gives_its_players_and_moves(text: str, names: tuple[str, str], moves: str) -> None:
    offered = NewGame.of_text(text, SEATS, CLOCK)
    assert [seat.name for seat in offered.seats] == list(names)
    assert all(seat.is_human for seat in offered.seats)
    assert offered.control == TimeControl()
    assert "".join(map(move_name, offered.game().moves)) == moves


@pytest.mark.parametrize("text", [f"{SQUARES} X", f"{SQUARES} X; c3:+2; % best", SQUARES, "?"])
def test_position_text_keeps_the_current_players(text: str) -> None:
    assert NewGame.of_text(text, SEATS, CLOCK) == NewGame(SEATS, CLOCK, None, text)


def paste(app: App, monkeypatch: pytest.MonkeyPatch, text: str) -> NewGameDialog:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    return dialog_of(app, NewGameDialog)


def test_missing_side_to_move_is_asked_for(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    before = app.session.match
    dialog = paste(app, monkeypatch, SQUARES)
    assert dialog.error.startswith("Who is to move?")
    press(app, pygame.K_RETURN)
    assert dialog.is_open
    assert app.session.match is before
    walk_to_widget(app, dialog, dialog.turn)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_DOWN)
    assert dialog.error == ""
    press(app, pygame.K_RETURN)
    board = app.session.match.board
    assert (board.text()[:64], board.turn) == (SQUARES, Color.WHITE)


@pytest.mark.parametrize("language", quick(OWN_NAMES, 1))
def test_question_for_the_side_to_move_fits(
    app: App, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    app.apply(replace(app.settings, language=language))
    resize(app, MIN_SIZE)
    dialog = paste(app, monkeypatch, SQUARES)
    assert given(dialog._line).text == dialog.error != ""


def test_given_side_to_move_is_not_asked_for(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = paste(app, monkeypatch, f"{SQUARES} O")
    assert dialog.error == ""
    assert not dialog.turn.is_enabled
    dialog.text.set_text(SQUARES)
    dialog.changed()
    assert dialog.turn.is_enabled


def test_several_positions_are_listed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    board = ALTERNATIVE_BOARD.text()
    text = f"% two\n\n{board}; c3:+2;\n{board.replace('X', 'O')};\n"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    wait(app, lambda: dialog_of(app, GamesDialog).list.lines.number == 2)
    press(app, pygame.K_RETURN)
    wait(app, lambda: not isinstance(app.overlay.dialog, GamesDialog))
    assert app.session.match.board == ALTERNATIVE_BOARD


def test_no_widgets_overlap(app: App) -> None:
    resize(app, MIN_SIZE)
    for mode in Mode:
        dialog = asked(app)
        assert_apart(dialog)
        dialog.choose_mode(mode)
        assert_apart(dialog)
        dialog.toggle_more()
        dialog.choose(dialog.control, None)
        dialog.choose(dialog.begin, None)
        assert_apart(dialog)
        press(app, pygame.K_ESCAPE)


def asked(app: App) -> NewGameDialog:
    press(app, pygame.K_n)
    return dialog_of(app, NewGameDialog)


def assert_apart(dialog: AnyDialog) -> None:
    inside = dialog.window.get_container().rect
    parts = [element.rect for element in dialog.focusable]
    assert all(inside.contains(part) for part in parts)
    assert not any(one.colliderect(other) for n, one in enumerate(parts) for other in parts[:n])


def made(app: App, chosen: NewGame, listener: NewGameListener | None = None) -> NewGameDialog:
    dialog = NewGameDialog(
        NewGameForm.of(chosen, 4, Settings()), listener or NewGameListener(Mock(), Mock(), Mock())
    )
    dialog.lay_out(app.overlay.manager, app.theme)
    return dialog


def new_game(dialog: NewGameDialog) -> NewGame:
    return dialog.chosen().new_game()


def test_dialog_starts_its_game_and_explains_bad_text(app: App) -> None:
    start = Mock()
    chosen = NewGame((PERSON, replace(QUICK, level=4)), start=None, text="f5d6c3d3c4")
    dialog = made(app, chosen, NewGameListener(start, Mock(), Mock()))
    assert new_game(dialog) == chosen
    dialog.accept()
    ((_, game),) = (call.args for call in start.mock_calls)
    assert "".join(map(move_name, game.moves)) == "f5d6c3d3c4"
    assert not dialog.is_open
    for text, word in (("f5a1", "a1"), ("", "transcript"), ("zz", "zz"), ("X" * 64 + " X", "over")):
        bad = made(app, replace(chosen, text=text))
        bad.accept()
        assert bad.is_open
        assert word in bad.error
        bad.close()


def test_start_is_read_in_the_background(app: App, tmp_path: Path) -> None:
    path, start = tmp_path / "xot.txt", Mock()
    path.write_text("f5f6e6f4g5e7f7h5\nf5f6e6\n", "utf-8")
    chosen = NewGame((PERSON, QUICK), start=Start.XOT, text=f"{path}#1")
    listener = NewGameListener(start, Mock(), Mock())
    for begins, text, word in (
        (Start.SCORED, "zz", "plies and scores"),
        (Start.XOT, "", "XOT list"),
        (Start.XOT, f"{path}#2", "line 2: an XOT"),
        (Start.XOT, f"{path}#3", "no opening 3"),
        (Start.XOT, chosen.text, ""),
    ):
        dialog = made(app, replace(chosen, start=begins, text=text), listener)
        dialog.accept()
        assert dialog.is_open
        while dialog.is_busy:
            dialog.update()
        assert word in dialog.error
        assert dialog.is_open is bool(word)
        dialog.close()
    ((choice, game),) = (call.args for call in start.mock_calls)
    assert (choice.text, game.start_name, game.root.given) == (chosen.text, "XOT 1", 8)
    page(app).commands.start_game(choice, game)
    do(app, "again")
    assert dialog_of(app, NewGameDialog).choice.chosen.text == chosen.text


SLOW = replace(QUICK, algorithm=Algorithm.ALPHABETA, level=10, seconds=5.0)


def test_adaptive_level_is_offered_before_the_others(app: App) -> None:
    dialog = made(app, NewGame((PERSON, SLOW)))
    assert list(dialog.levels[0]) == [ADAPTIVE, *range(1, 11)]
    assert "ahead" in words_of(dialog)
    dialog.choose_level(0, ADAPTIVE)
    assert new_game(dialog).seats == (PERSON, replace(SLOW, level=4, adapts=True))
    assert "Today: level 4, Casual." in words_of(dialog)
    dialog = made(app, new_game(dialog))
    assert dialog.levels[0][ADAPTIVE].is_selected
    dialog.choose_mode(Mode.WATCH)
    assert not any(seat.adapts for seat in new_game(dialog).seats), "nobody's results are followed"


def words_of(dialog: NewGameDialog) -> str:
    """Returns the text of all labels."""
    return " ".join(one.text for one in dialog.window.get_container() if isinstance(one, UILabel))


def test_digit_chooses_a_level_unless_a_field_has_focus(app: App) -> None:
    dialog = asked(app)
    dialog.choose_mode(Mode.COMPUTER)
    for key, level in ((pygame.K_7, 7), (pygame.K_0, 10), (pygame.K_1, 1)):
        press(app, key)
        (computer,) = (seat for seat in new_game(dialog).seats if not seat.is_human)
        assert (computer.level, computer.adapts) == (level, False)
    dialog = type_clock(app, "", "")
    walk_to_widget(app, dialog, dialog.minutes)
    before = dialog.choice
    press(app, pygame.K_7)
    press(app, pygame.K_TAB)
    press(app, pygame.K_TAB)
    click(app, dialog.minutes.rect.center)
    press(app, pygame.K_7, "7")
    assert dialog.choice == before


def test_watched_games_have_separate_levels(app: App) -> None:
    dialog = asked(app)
    dialog.choose_mode(Mode.COMPUTER)
    dialog.choose_level(0, 3)
    press(app, pygame.K_RETURN)
    played = app.settings.seats
    dialog = asked(app)
    dialog.choose_mode(Mode.WATCH)
    assert [seat.level for seat in new_game(dialog).seats] == [10, 10]
    dialog.choose_level(1, 8)
    press(app, pygame.K_RETURN)
    assert app.session.match.is_watched
    assert app.settings.seats == played
    assert [seat.level for seat in app.settings.watched] == [10, 8]
    dialog = asked(app)
    assert dialog.choice.mode is Mode.WATCH
    dialog.choose_mode(Mode.COMPUTER)
    assert dialog.choice.opponent.level == 3


def test_dialog_preserves_the_given_choice(app: App) -> None:
    two = SLOW, replace(QUICK, seconds=SLOW.seconds)
    for seats in ((PERSON, SLOW), (SLOW, PERSON), two, (PERSON, PERSON), (Seat(name="Ann"), Seat())):
        for has_more in (False, True):
            chosen = NewGame(seats, TimeControl(per_game=77, increment=1), Start.ALTERNATIVE)
            dialog = made(app, chosen)
            if has_more:
                dialog.toggle_more()
            assert new_game(dialog) == chosen
            dialog.lay_out(app.overlay.manager, app.theme)
            assert new_game(dialog) == chosen
            dialog.close()


def test_game_can_be_chosen_by_mouse(app: App) -> None:
    dialog = asked(app)
    click(app, dialog.modes[0].rect.center)
    app.frame()
    click(app, dialog.sides[1].rect.center)
    app.frame()
    click(app, dialog.levels[0][8].rect.center)
    for _ in range(5):
        app.frame()
    press(app, pygame.K_RETURN)
    computer, person = app.session.match.seats
    assert person.is_human
    assert not computer.is_human
    assert app.settings.seats == (computer, person)
    assert (computer.level, computer.adapts) == (8, False)


def test_game_can_be_chosen_by_keyboard(app: App) -> None:
    app.session.settings = replace(app.settings, seats=SEATS)
    dialog = asked(app)
    walk_to_widget(app, dialog, dialog.modes[2])
    press(app, pygame.K_SPACE)
    assert dialog.focus is dialog.modes[2], "the keyboard stays where it was"
    walk_to_widget(app, dialog, dialog.levels[1][2])
    press(app, pygame.K_SPACE)
    (play,) = (button for button in dialog.focusable if getattr(button, "text", "") == "Play")
    walk_to_widget(app, dialog, play)
    press(app, pygame.K_RETURN)
    assert [seat.level for seat in app.session.match.seats] == [SEATS[0].level, 2]
    assert app.session.match.is_watched


def test_thinking_time_is_only_for_levels_without_other_limit(app: App) -> None:
    dialog = made(app, NewGame((PERSON, replace(QUICK, level=9))))
    dialog.toggle_more()
    assert not dialog.thinking.is_enabled
    dialog.choose_level(0, 10)
    assert dialog.thinking.is_enabled


def test_search_is_described_only_under_more(app: App) -> None:
    for seats in (SEATS, (replace(QUICK, level=10),) * 2):
        dialog = made(app, NewGame(seats, CLOCK, Start.ALTERNATIVE))
        said = words_of(dialog)
        assert "1 min per game · Alternative" in said
        assert not any(word in said for word in ("PVS", "search", "s per move"))
        dialog.toggle_more()
        assert "search" in words_of(dialog)


def test_friends_choose_names_and_clock_without_more(app: App) -> None:
    dialog = asked(app)
    dialog.choose_mode(Mode.FRIEND)
    assert "thinks" not in words_of(dialog)
    for field, name in zip(dialog.names, ("Ann", " Bob "), strict=True):
        field.set_text(name)
    dialog.choose(dialog.control, CLOCK)
    press(app, pygame.K_RETURN)
    match = app.session.match
    assert ([seat.name for seat in match.seats], match.control) == (["Ann", "Bob"], CLOCK)
    dialog = asked(app)
    assert [field.get_text() for field in dialog.names] == ["Ann", "Bob"]
    dialog.choose_mode(Mode.COMPUTER)
    assert not any(seat.name for seat in new_game(dialog).seats)


def test_density_is_saved_for_each_kind_of_game(app: App) -> None:
    app.session.settings = replace(app.settings, playing=Density.PLAY, watching=Density.ANALYSE)
    for mode, was_on in ((Mode.COMPUTER, False), (Mode.WATCH, True), (Mode.COMPUTER, True)):
        dialog = asked(app)
        dialog.choose_mode(mode)
        assert is_on(dialog.density) is was_on
        click(app, dialog.density.rect.center)
        app.frame()
        press(app, pygame.K_RETURN)
        assert page(app).commands.is_analysing is not was_on
    assert (app.settings.playing, app.settings.watching) == (Density.PLAY, Density.PLAY)


def test_coach_is_offered_only_against_a_computer(app: App) -> None:
    for was_on in (False, True):
        dialog = asked(app)
        dialog.choose_mode(Mode.WATCH)
        assert new_game(dialog).coach is None
        dialog.choose_mode(Mode.COMPUTER)
        assert is_on(dialog.coach) is was_on
        click(app, dialog.coach.rect.center)
        app.frame()
        press(app, pygame.K_RETURN)
        assert app.settings.coach is not was_on


def test_either_draws_colours_and_is_remembered(app: App) -> None:
    app.session.settings = replace(app.settings, seats=SEATS)
    dialog = asked(app)
    dialog.choose_side(None)
    press(app, pygame.K_RETURN)
    assert app.settings.either
    drawn = {NewGame.last(app.settings).drawn_seats(Random(seed)) for seed in range(20)}
    assert drawn == {SEATS, SEATS[::-1]}
    assert not NewGame.last(app.settings, is_watched=True).either, "of two computers each has its colour"
    dialog = asked(app)
    assert new_game(dialog).either
    dialog.choose_mode(Mode.WATCH)
    assert not new_game(dialog).either


def type_clock(app: App, minutes: str, seconds: str) -> NewGameDialog:
    dialog = asked(app)
    dialog.toggle_more()
    dialog.choose(dialog.control, None)
    dialog.minutes.set_text(minutes)
    dialog.seconds.set_text(seconds)
    press(app, pygame.K_RETURN)
    return dialog


def test_custom_clock_can_be_typed(app: App) -> None:
    for minutes, seconds, control in (
        ("2", "", TimeControl(per_game=120)),
        ("1,5", "2", TimeControl(per_game=90, increment=2)),
        ("0", "7.5", TimeControl(per_move=7.5)),
    ):
        type_clock(app, minutes, seconds)
        offered = new_game(asked(app)).control
        assert app.session.match.control == app.settings.control == offered == control
        press(app, pygame.K_ESCAPE)


def test_invalid_clock_is_rejected(app: App) -> None:
    before, dialog = app.session.match, type_clock(app, "", "0")
    assert "needs" in dialog.error
    wrong = ("1", "-1", "“-1”"), ("1e9", "", "day"), ("nan", "", "“nan”"), ("x", "1", "“x”")
    for minutes, seconds, word in wrong:
        dialog.minutes.set_text(minutes)
        dialog.seconds.set_text(seconds)
        press(app, pygame.K_RETURN)
        assert word in dialog.error
        assert app.session.match is before
        assert_says_under(dialog, dialog.minutes)
    resize(app, (900, 640))
    assert dialog.minutes.get_text() == "x", "what was typed is still there"
    assert_says_under(dialog, dialog.minutes)
    dialog.choose(dialog.control, TimeControl())
    assert dialog.error == ""


def assert_says_under(dialog: NewGameDialog, field: UIElement) -> None:
    """Asserts that the error begins below `field`, and covers no other widget."""
    place = given(dialog._line).relative_rect
    assert place.left == field.relative_rect.left
    assert 0 <= place.top - field.relative_rect.bottom <= 4
    others = [other for other in dialog.focusable if place.inflate(-2, -4).colliderect(other.relative_rect)]
    assert not others


def test_transcript_error_is_shown_below_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = paste(app, monkeypatch, "f5 d6")
    dialog.text.set_text("f5 f5")
    press(app, pygame.K_RETURN)
    assert "f5" in dialog.error
    assert_says_under(dialog, dialog.text)
    assert has_frame(app, dialog.text)
    dialog.text.set_text("f5 d6")
    dialog.changed()
    assert dialog.error == ""
    assert not has_frame(app, dialog.text)


def has_frame(app: App, field: UIElement) -> bool:
    """Whether `field` has the frame of an error."""
    app.draw()
    at = int(field.rect.left), int(field.rect.centery)
    return app.display.surface.get_at(at) == app.theme["mistake"]


def test_again_repeats_the_last_choice(app: App) -> None:
    chosen = NewGame(SEATS[::-1], CLOCK, Start.ALTERNATIVE)
    page(app).commands.start_game(chosen, chosen.game())
    app.frame()
    first = app.session.match
    do(app, "again")
    again = app.session.match
    assert again is not first
    assert (again.seats, again.control, again.start) == (first.seats, first.control, first.start)
    assert again.game.start == ALTERNATIVE_BOARD
    assert not app.overlay.is_open


@pytest.mark.parametrize("size", quick([MIN_SIZE, (1280, 800), (900, 1280)], 1))
def test_menu_list_fits_and_receives_the_keyboard(app: App, size: tuple[int, int]) -> None:
    resize(app, size)
    before, dialog = app.session.match, asked(app)
    dialog.toggle_more()
    for menu in (element for element in dialog.focusable if isinstance(element, Menu) and element.is_enabled):
        click(app, menu.rect.center)
        app.frame()
        box = given(menu.list)
        assert app.display.surface.get_rect().contains(box.rect)
        assert not box.rect.colliderect(menu.rect)
        assert box.page >= len(menu.values), "all values are in sight"
        press(app, pygame.K_ESCAPE)
        assert menu.list is None
        assert dialog.is_open
    click(app, dialog.control.rect.center)
    app.frame()
    press(app, pygame.K_END)
    press(app, pygame.K_UP)
    press(app, pygame.K_RETURN)
    assert dialog.control.value == CONTROLS[-1]
    assert (dialog.control.list, app.session.match) == (None, before), "Enter was for the list"
    walk_to_widget(app, dialog, dialog.control)
    press(app, pygame.K_SPACE)
    app.frame()
    box = given(dialog.control.list)
    press(app, pygame.K_7, "7")
    assert dialog.control.list is box
    click(app, place_of_line(box, 3).center)
    app.frame()
    assert (dialog.control.list, dialog.control.value) == (None, CONTROLS[3])
    click(app, dialog.control.rect.center)
    app.frame()
    click(app, dialog.window.rect.midtop)
    assert (dialog.control.list, dialog.is_open) == (None, True)
