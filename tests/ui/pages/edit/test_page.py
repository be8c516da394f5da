"""The page Edit board on SDL's dummy driver."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.board import Board, Color, parse_square
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.symmetry import symmetric_boards
from game.tree import Game
from play.match import MatchPhase
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import STRONG, OpenPage, click, disc_in, do, press, press_all, start, walk_to
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.layout import MIN_SIZE, Frame
from ui.pages.edit.page import EditPage
from ui.pages.edit.view import BOARD_BUTTONS, DISC_BUTTONS, END_BUTTONS, TURN_BUTTONS, EditLayout
from ui.pages.play.page import PlayPage
from ui.pages.race.page import RacePage
from ui.pages.review.page import ReviewPage

MOVES = "f5d6c3d3c4f4"
SIZES = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200))
MUST_PASS = "-" * 24 + "OX------" + "-" * 32 + " X"
CONTROL = pygame.KMOD_CTRL
A1, D3, D4 = (parse_square(name) for name in ("a1", "d3", "d4"))


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """The editor, opened from the page Play in the middle of a game."""
    app = open_page(game=parse_transcript(MOVES))
    press(app, pygame.K_e, mod=CONTROL)
    return app


def page(app: App) -> EditPage:
    assert isinstance(app.page, EditPage)
    return app.page


def board(app: App) -> Board:
    return page(app).editor.board


def at(app: App, name: str) -> Color | None:
    return page(app).editor.color_at(parse_square(name))


def mouse(app: App, kind: int, name: str, **details: Any) -> None:
    place = page(app).layout.cell(parse_square(name)).center
    pygame.event.post(pygame.event.Event(kind, pos=place, **details))
    app.frame()


def press_button(app: App, name: str, button: int = 1) -> None:
    mouse(app, pygame.MOUSEBUTTONDOWN, name, button=button)


def release(app: App, name: str, button: int = 1) -> None:
    mouse(app, pygame.MOUSEBUTTONUP, name, button=button)


def move(app: App, name: str, *held: int) -> None:
    mouse(app, pygame.MOUSEMOTION, name, rel=(1, 1), buttons=tuple(int(n in held) for n in (1, 2, 3)))


def click_on(app: App, name: str, button: int = 1) -> None:
    press_button(app, name, button)
    release(app, name, button)


def click_button(app: App, identity: str) -> None:
    place = next(rect for row in page(app).button_rows if (rect := row.rect_of(identity)) is not None)
    click(app, place.center)


def type_square(app: App, name: str) -> None:
    for sign in name:
        press(app, ord(sign), sign)


def paste(app: App, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    press(app, pygame.K_v, mod=CONTROL)


# Mouse


def test_it_begins_with_the_position_that_was_looked_at(app: App) -> None:
    assert board(app) == app.session.match.board
    assert not app.toolbar.is_down("page_play"), "it is none of the pages of the switch"


def test_a_click_puts_the_chosen_disc_and_another_goes_on_changing_it(app: App) -> None:
    seen = []
    for _ in range(4):
        click_on(app, "a1")
        seen.append(at(app, "a1"))
    assert seen == [Color.BLACK, Color.WHITE, None, Color.BLACK]
    move(app, "b1")
    move(app, "a1")
    click_on(app, "b1")
    assert at(app, "b1") is Color.BLACK, "elsewhere it begins with the chosen one again"


def test_the_chosen_kind_is_what_a_click_puts(app: App) -> None:
    click_button(app, "edit_white")
    click_on(app, "a1")
    assert at(app, "a1") is Color.WHITE
    click_button(app, "edit_empty")
    for _ in range(2):
        click_on(app, "a1")
        assert at(app, "a1") is None
    choice = page(app).view.palette.choice
    click(app, (choice.left + 20, choice.top - 20))
    assert page(app).commands.chosen is Color.BLACK, "the picture over the button can be clicked, too"


def test_the_right_button_takes_discs_away_and_the_wheel_goes_through_all(app: App) -> None:
    click_on(app, "d4", button=3)
    assert at(app, "d4") is None
    for wanted in (Color.BLACK, Color.WHITE, None):
        mouse(app, pygame.MOUSEWHEEL, "d4", x=0, y=1)
        assert at(app, "d4") is wanted
    mouse(app, pygame.MOUSEWHEEL, "d4", x=0, y=-1)
    assert at(app, "d4") is Color.WHITE


def test_a_held_button_draws(app: App) -> None:
    press_button(app, "a1")
    for name in ("a2", "a3", "b3", "a1"):
        move(app, name, 1)
    release(app, "a1")
    move(app, "h8")
    assert [at(app, name) for name in ("a1", "a2", "a3", "b3", "h8")] == [Color.BLACK] * 4 + [None]
    press_button(app, "a1", button=3)
    move(app, "a2", 3)
    move(app, "a3")
    assert [at(app, name) for name in ("a1", "a2", "a3")] == [None, None, Color.BLACK], "released outside"


def test_the_board_on_the_screen_is_the_one_that_is_edited(app: App) -> None:
    click_on(app, "a1")
    move(app, "h1")
    app.frame()
    for square in range(64):
        if square != parse_square("h1"):  # where the chosen disc is shown under the pointer
            shown = disc_in(app.display.surface, page(app).layout.cell(square))
            assert shown is page(app).editor.color_at(square)


# Keys


def test_arrows_move_and_space_and_digits_put_discs(app: App) -> None:
    press(app, pygame.K_LEFT)
    for _ in range(9):
        press_all(app, pygame.K_LEFT, pygame.K_UP)
    press(app, pygame.K_SPACE)
    assert at(app, "a1") is Color.BLACK
    press(app, pygame.K_2, "2")
    assert at(app, "a1") is Color.WHITE
    press_all(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert at(app, "b1") is Color.WHITE, "the digit has chosen white"
    press(app, pygame.K_0, "0")
    assert at(app, "b1") is None
    press(app, pygame.K_1, "1")
    press(app, pygame.K_DELETE)
    assert at(app, "b1") is None
    assert page(app).commands.chosen is Color.BLACK


def test_a_typed_square_gets_the_chosen_disc(app: App) -> None:
    press(app, pygame.K_2, "2")
    type_square(app, "a1")
    type_square(app, "b2")
    assert (at(app, "a1"), at(app, "b2")) == (Color.WHITE, Color.WHITE)
    press(app, pygame.K_0, "0")
    assert at(app, "b2") is None, "the cursor has gone there"


def test_keys_change_the_whole_board(app: App) -> None:
    before = board(app)
    press(app, pygame.K_s)
    assert board(app) == Board(before.black, before.white, before.turn.other)
    press(app, pygame.K_n)
    assert board(app).empties == 64
    press(app, pygame.K_i)
    assert board(app) == Board.initial()
    press_all(app, *3 * [pygame.K_z])
    assert board(app) == before
    press(app, pygame.K_y)
    assert board(app).turn is before.turn.other


def test_mirror_and_turn_show_all_eight_faces(app: App) -> None:
    faces = set()
    first = board(app)
    for key in [pygame.K_t] * 4 + [pygame.K_x] + [pygame.K_t] * 3:
        press(app, key)
        faces.add(board(app))
    assert faces == set(symmetric_boards(first))
    assert len(faces) == 8


def test_tab_comes_to_every_button(app: App) -> None:
    for identity in (*DISC_BUTTONS, *TURN_BUTTONS, *BOARD_BUTTONS, *END_BUTTONS):
        walk_to(app, identity)
    press(app, pygame.K_RETURN)
    assert isinstance(app.page, PlayPage), "the last one cancels"


def test_a_button_of_the_palette_under_the_keyboard_changes_no_square(app: App) -> None:
    press(app, pygame.K_LEFT)
    before = board(app)
    walk_to(app, "edit_white")
    press(app, pygame.K_RETURN)
    assert page(app).commands.chosen is Color.WHITE
    assert board(app) == before


# Text


def test_the_position_is_copied_and_pasted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    before = board(app)
    press(app, pygame.K_c, mod=CONTROL)
    assert copied == [before.text()]
    press(app, pygame.K_n)
    paste(app, monkeypatch, copied[0])
    assert board(app) == before


@pytest.mark.parametrize(
    "text", ["", "hello\nworld", "X" * 63, "f5f5", "(;GM[Othello", "-" * 64 + "Q", "9" * 19_999]
)
def test_pasted_rubbish_is_told_and_changes_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    before = board(app)
    paste(app, monkeypatch, text)
    assert board(app) == before
    assert app.toasts.current
    assert page(app).editor.can_undo is False


def test_a_clipboard_without_text_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_text() -> str:
        raise pygame.error("no text")

    monkeypatch.setattr(pygame.scrap, "get_text", no_text)
    press(app, pygame.K_v, mod=CONTROL)
    assert app.toasts.current == "What is on the clipboard is no text"


# What is said


def test_it_says_why_a_position_cannot_be_played(app: App) -> None:
    press(app, pygame.K_n)
    state = page(app).state
    assert state.is_problem
    assert state.verdict.title == "This cannot be played"
    assert state.verdict.sentences[0] == "There are no discs: a game needs some of both colours."
    usable = {name for row in page(app).button_rows for name in row.usable}
    assert not usable & {"edit_play", "edit_review", "edit_race"}
    for key in (pygame.K_p, pygame.K_r, pygame.K_v):
        press(app, key)
        assert page(app), "keys do nothing where the buttons are grey"
    type_square(app, "d4")
    assert page(app).state.verdict.sentences[0] == "White has no discs, so nobody can move: the game is over."
    press(app, pygame.K_2, "2")
    assert "Black has no discs" in page(app).state.verdict.sentences[0]
    press(app, pygame.K_1, "1")
    type_square(app, "h4")
    press(app, pygame.K_2, "2")
    type_square(app, "a1")
    verdict = page(app).state.verdict
    assert verdict.sentences[0] == "Neither side can move, so the game is over: White wins 63–1."


def test_a_position_that_no_game_reaches_is_said_and_allowed(app: App) -> None:
    click_on(app, "h8")
    verdict = page(app).state.verdict
    assert verdict.title == "It can be played, but no game leads here"
    assert "hang together" in verdict.sentences[1]
    click_button(app, "edit_review")
    assert isinstance(app.page, ReviewPage)


def test_a_pass_is_said_and_not_raced(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    paste(app, monkeypatch, MUST_PASS)
    assert page(app).state.verdict.sentences[0] == "Black has no move and must pass: White is to move."
    assert app.actions["edit_play"].is_possible()
    assert not app.actions["edit_race"].is_possible()
    press(app, pygame.K_r)
    assert isinstance(app.page, ReviewPage)
    assert app.page.commands.cursor.node.board.turn is Color.WHITE, "nobody would make the pass there"
    assert app.page.commands.cursor.node.board.legal_moves()


# The end


def test_cancel_and_escape_change_nothing(app: App) -> None:
    game, node = app.session.match.game, app.session.match.game.node
    press_all(app, pygame.K_n, pygame.K_LEFT, pygame.K_ESCAPE)
    assert page(app).input.cursor is None, "first the cursor goes"
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.page, PlayPage)
    assert app.session.match.game is game
    assert game.node is node
    assert app.session.match.phase is MatchPhase.HUMAN


def test_what_was_edited_before_is_a_step_back(app: App) -> None:
    click_on(app, "a1")
    edited = board(app)
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_e, mod=CONTROL)
    assert board(app) == app.session.match.board
    press(app, pygame.K_z)
    assert board(app) == edited


def test_it_is_played_by_those_who_are_asked_for(app: App) -> None:
    click_on(app, "a1")
    edited = board(app)
    press(app, pygame.K_p)
    assert isinstance(app.overlay.dialog, NewGameDialog)
    press(app, pygame.K_ESCAPE)
    assert board(app) == edited, "the answer was no: the page is still there"
    press_all(app, pygame.K_p, pygame.K_RETURN)
    assert isinstance(app.page, PlayPage)
    assert app.session.match.board == edited
    assert app.session.match.phase is not MatchPhase.PAUSED
    press(app, pygame.K_z)
    assert len(app.session.match.game.moves) == 6, "Undo brings the game before back"


def test_it_is_reviewed_as_a_game_of_its_own_and_the_other_is_kept(app: App) -> None:
    click_on(app, "c6")
    edited = board(app)
    press(app, pygame.K_r)
    assert isinstance(app.page, ReviewPage)
    assert app.page.commands.cursor.node.board == edited
    assert app.toasts.current == "The game before is kept: Undo (Z) on the page Play brings it back"
    do(app, "page_play")
    press(app, pygame.K_z)
    assert len(app.session.match.game.moves) == 6


def test_it_is_raced_and_stays_there_until_the_game_is_asked_for(app: App) -> None:
    click_on(app, "c6")
    edited, game = board(app), app.session.match.game
    press(app, pygame.K_v)
    race = app.page
    assert isinstance(race, RacePage)
    race.commands.ask_lane(0)
    app.frame()
    press(app, pygame.K_ESCAPE)
    do(app, "page_play", "page_race")
    assert race.commands.setup.board == edited, "a dialog and another page leave it there"
    assert app.session.match.game is game
    do(app, "race_position")
    assert race.commands.setup.board == app.session.match.board


def test_from_the_review_it_begins_where_one_stands_and_goes_back_there(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    do(app, "page_review")
    press(app, pygame.K_LEFT)
    assert isinstance(app.page, ReviewPage)
    node = app.page.commands.cursor.node
    press(app, pygame.K_e, mod=CONTROL)
    assert board(app) == node.board
    click_button(app, "edit_cancel")
    assert isinstance(app.page, ReviewPage)
    assert app.page.commands.cursor.node is node


def test_it_is_reached_from_the_dialog_new_game(app: App) -> None:
    press_all(app, pygame.K_ESCAPE, pygame.K_n)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    click(app, dialog.edit.rect.center)
    app.frame()
    assert page(app).editor.board == app.session.match.board
    assert not app.overlay.is_open


# The game meanwhile


def test_clocks_stand_and_nobody_moves_until_one_is_back(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    start(app, PERSON, STRONG, control=TimeControl(per_game=60))
    match = app.session.match
    match.play(parse_square("f5"))
    app.frame()
    do(app, "edit_board")
    spent, game = match.clock, match.game.node
    for _ in range(60):
        app.update(0.5)
    assert match.phase is MatchPhase.PAUSED
    assert (match.clock, match.game.node) == (spent, game)
    press(app, pygame.K_ESCAPE)
    assert match.phase is MatchPhase.THINKING


def test_another_page_in_the_middle_lets_the_game_go_on_and_loses_no_edit(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    start(app, STRONG, PERSON)
    do(app, "edit_board")
    assert app.session.match.phase is MatchPhase.PAUSED
    click_on(app, "a1")
    edited = board(app)
    do(app, "page_race")
    assert app.session.match.phase is MatchPhase.PAUSED, "a race holds it, too"
    do(app, "page_play")
    assert app.session.match.phase is MatchPhase.THINKING
    do(app, "edit_board")
    press(app, pygame.K_z)
    assert board(app) == edited


def test_a_game_that_was_paused_stays_paused(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    start(app, STRONG, PERSON)
    app.session.match.pause()
    do(app, "edit_board")
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.PAUSED


def test_a_finished_game_can_be_edited(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    game = Game(LAST_MOVE)
    game.play(63)
    start(app, PERSON, PERSON, game=game)
    do(app, "edit_board")
    assert page(app).state.is_problem
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.OVER


# Places


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_leaves_its_card(app: App, size: tuple[int, int]) -> None:
    app.display.window.size = size
    app.frame()
    view = page(app).view
    layout = view.layout
    rects = [rect for rect in (layout.board, layout.palette, layout.verdict, layout.guide) if rect.height]
    for n, rect in enumerate(rects):
        assert app.layout.page.contains(rect)
        assert rect.collidelist(rects[n + 1 :]) == -1
    for names, card in (
        ((*DISC_BUTTONS, *TURN_BUTTONS, *BOARD_BUTTONS), layout.palette),
        (END_BUTTONS, layout.verdict),
    ):
        places = [row.rect_of(name) for name in names for row in view.button_rows if row.rect_of(name)]
        assert len(places) == len(names)
        for n, place in enumerate(places):
            assert place is not None
            assert card.contains(place)
            assert place.collidelist([other for other in places[n + 1 :] if other is not None]) == -1
    for row in (app.toolbar, *view.button_rows):
        shown = [place for name in row.usable if (place := row.rect_of(name)) is not None]
        assert all(app.layout.window.contains(place) for place in shown if place is not None)


def test_a_resize_in_the_middle_ends_what_the_mouse_draws_and_loses_nothing(app: App) -> None:
    press_button(app, "a1")
    app.display.window.size = (900, 640)
    app.frame()
    assert at(app, "a1") is Color.BLACK
    move(app, "b1", 1)
    assert at(app, "b1") is None


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_where_the_page_play_has_it(app: App, size: tuple[int, int]) -> None:
    app.display.window.size = size
    app.frame()
    here = page(app).layout.board
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.page, PlayPage)
    assert app.page.view.layout.board == here


def test_the_smallest_window_has_room_for_the_longest_verdict() -> None:
    layout = EditLayout.of(Frame.of(*MIN_SIZE), has_evaluation_bar=True)
    assert layout.verdict.height >= 180
    assert layout.verdict.width >= 360


@pytest.mark.parametrize("size", SIZES)
def test_buttons_of_the_toolbar_never_overlap_on_the_page_play(app: App, size: tuple[int, int]) -> None:
    press(app, pygame.K_ESCAPE)
    app.display.window.size = size
    app.frame()
    names = [action.identity for action in app.actions if app.toolbar.rect_of(action.identity) is not None]
    places = [app.toolbar.rect_of(name) for name in names]
    assert "tree" in names
    for n, place in enumerate(places):
        assert place is not None
        assert place.collidelist([other for other in places[n + 1 :] if other is not None]) == -1
    assert "edit_board" in names, "there is room for all of them"
