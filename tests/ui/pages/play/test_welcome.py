"""The first start: the welcome card beside the board, and the rules on small boards."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import pygame
import pytest

from game.board import parse_square, squares
from play.match import MatchPhase
from play.players import Seat
from play.settings import Density, Language
from tests.quick import quick
from tests.ui.driving import (
    OpenPage,
    assert_apart,
    click,
    dialog_of,
    do,
    given,
    page,
    press,
    push,
    push_in_dialog,
    resize,
    type_text,
    walk_to,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.help import HelpDialog
from ui.dialogs.new_game import NewGameDialog
from ui.dialogs.rules import LESSONS, RulesDialog
from ui.text import current_language
from ui.text.languages import OWN_NAMES


@pytest.fixture
def first(open_page: OpenPage) -> App:
    """Returns the window on its first start."""
    return open_page(welcomed=False)


def rules(app: App) -> RulesDialog:
    return dialog_of(app, RulesDialog)


def computer_of(app: App) -> Seat:
    (computer,) = (seat for seat in app.session.match.seats if not seat.is_human)
    return computer


def test_new_player_sees_the_rules_and_starts_at_level_one(first: App, reopen: Callable[[App], App]) -> None:
    press(first, pygame.K_RETURN)
    assert rules(first).number == 0
    assert page(first).welcome is None
    press(first, pygame.K_ESCAPE)
    first.frame()
    assert page(first).welcome is None
    assert (computer_of(first).level, computer_of(first).adapts) == (1, True)
    assert (first.settings.coach, first.settings.playing) == (True, Density.PLAY)
    assert first.settings.welcomed
    again = reopen(first)
    assert page(again).welcome is None
    assert again.session.results.adaptive_level == 1


def test_the_easy_game_is_one_whatever_was_played_without_a_window(open_page: OpenPage) -> None:
    app = open_page(welcomed=False, seats=(Seat(), Seat()))
    press(app, pygame.K_RETURN)
    assert (computer_of(app).level, computer_of(app).adapts) == (1, True)


def test_beginner_starts_at_level_two(first: App) -> None:
    type_text(first, "2")
    assert not first.overlay.is_open
    assert (computer_of(first).level, computer_of(first).adapts) == (2, True)
    assert first.session.match.phase is MatchPhase.HUMAN
    assert (first.settings.coach, first.settings.playing) == (True, Density.PLAY)


def test_experienced_player_starts_at_level_five(first: App) -> None:
    push(first, "welcome_well")
    dialog = dialog_of(first, NewGameDialog)
    press(first, pygame.K_RETURN)
    assert not dialog.is_open
    assert (computer_of(first).level, computer_of(first).adapts) == (5, False)
    assert (first.settings.coach, first.settings.playing) == (False, Density.ANALYSE)


def test_friends_are_asked_for_names(first: App) -> None:
    type_text(first, "4")
    dialog = dialog_of(first, NewGameDialog)
    for field, name in zip(dialog.names, ("Mara", "Jonas"), strict=True):
        field.set_text(name)
    press(first, pygame.K_RETURN)
    assert [seat.name for seat in first.session.match.seats] == ["Mara", "Jonas"]
    assert page(first).welcome is None


def test_skip_closes_card_and_dialog_hides_it(first: App) -> None:
    do(first, "settings")
    assert page(first).welcome is None
    press(first, pygame.K_ESCAPE)
    first.frame()
    assert page(first).welcome is not None
    push(first, "welcome_skip")
    first.frame()
    assert page(first).welcome is None
    assert first.settings.welcomed


def test_new_game_closes_the_welcome_card(first: App) -> None:
    do(first, "new_game")
    press(first, pygame.K_RETURN)
    first.frame()
    assert page(first).welcome is None
    assert first.session.match.game.moves == ()


def test_language_is_chosen_by_its_own_name_and_used_at_once(first: App) -> None:
    for language, name in OWN_NAMES.items():
        identity = f"welcome_{language.value}"
        push(first, identity)
        first.frame()
        assert (first.settings.language, current_language()) == (language, language.value)
        button = next(each for each in given(page(first).welcome).buttons if each.action.identity == identity)
        assert (button.words, button.is_down) == (name, True)


def test_watching_starts_a_game_of_two_computers(first: App) -> None:
    walk_to(first, "welcome_watch")
    press(first, pygame.K_RETURN)
    assert first.session.match.is_watched
    assert first.settings.seats[0].is_human, "which is no game that was chosen"


def test_move_closes_the_card_and_clicks_on_it_play_nothing(first: App) -> None:
    card = given(page(first).welcome)
    click(first, (card.rect.right - 4, card.rect.bottom - 4))
    assert page(first).welcome is card
    assert first.session.match.game.moves == ()
    type_text(first, "f5")
    first.frame()
    assert page(first).welcome is None
    assert first.settings.welcomed


@pytest.mark.parametrize(("language", "playing"), quick(zip(OWN_NAMES, cycle(Density)), 2, are_rows=True))
def test_card_survives_a_resize(open_page: OpenPage, language: Language, playing: Density) -> None:
    first = open_page(welcomed=False, language=language, playing=playing)
    for size in ((900, 640), (900, 1200), (1080, 1920), (1920, 1080)):
        resize(first, size)
        card = given(page(first).welcome)
        assert page(first).view.layout.panel.contains(card.rect)
        assert_apart([button.rect for button in card.buttons], card.rect)
        assert_apart([panel.rect for panel, _ in page(first).view._parts], first.display.surface.get_rect())
        assert not page(first).view.layout.moves.width, "nothing lies under it"
    press(first, pygame.K_ESCAPE)
    assert page(first).welcome is None


def test_an_unfinished_game_is_not_covered(first: App, reopen: Callable[[App], App]) -> None:
    type_text(first, "f5")
    first.session.settings = replace(first.settings, welcomed=False)
    assert page(reopen(first)).welcome is None


def test_rules_can_be_clicked_through(app: App) -> None:
    do(app, "help")
    click(app, dialog_of(app, HelpDialog).rules.rect.center)
    app.frame()
    for number, lesson in enumerate(LESSONS):
        assert rules(app).number == number
        if lesson.task:
            square = next(squares(lesson.task))
            click(app, rules(app).place.cell(square).center)
            app.frame()
            assert rules(app).board == lesson.board.play(square)
        assert rules(app).task == 0
        if number < len(LESSONS) - 1:
            press(app, pygame.K_RETURN)
    push_in_dialog(app, "Play")
    assert not app.overlay.is_open


def test_wrong_square_in_the_rules_is_explained(app: App) -> None:
    press(app, pygame.K_F2)
    dialog = rules(app)
    for lesson, square, said in (
        (0, "a1", "A1 turns no discs: play a square with a ring"),
        (0, "d4", "D4 is taken: play a square with a ring"),
        (2, "a2", "A2 is taken: play a square with a ring"),
        (3, "h1", "There is nothing to play here: press Next"),
    ):
        while dialog.number < lesson:
            press(app, pygame.K_RIGHT)
        click(app, dialog.place.cell(parse_square(square)).center)
        assert dialog.said.casefold() == said.casefold()
    press(app, pygame.K_LEFT)
    dialog.play(next(squares(dialog.task)))
    assert dialog.said == ""


def test_keys_go_back_and_forth_in_rules(app: App) -> None:
    press(app, pygame.K_F2)
    type_text(app, "a1")
    assert rules(app).board == LESSONS[0].board, "which is no move"
    type_text(app, "d3")
    assert rules(app).board != LESSONS[0].board
    resize(app, (900, 640))
    assert rules(app).board != LESSONS[0].board, "a resize forgets no move"
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    assert rules(app).number == 2
    walk_to_widget(app, rules(app), rules(app).back)
    press(app, pygame.K_RETURN)
    press(app, pygame.K_LEFT)
    assert (rules(app).number, rules(app).board) == (0, LESSONS[0].board)
    press(app, pygame.K_LEFT)
    assert rules(app).number == 0
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert not app.overlay.is_open
