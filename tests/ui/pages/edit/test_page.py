"""The Edit board page on SDL's dummy driver."""

from typing import Any

import pygame
import pytest

from game.board import Board, Color, parse_square
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.symmetry import symmetric_boards
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import (
    SIZES,
    STRONG,
    OpenPage,
    click,
    disc_in,
    do,
    page_of,
    place_of_target,
    post,
    press,
    press_all,
    push,
    resize,
    start,
    type_text,
    usable,
    walk_to,
)
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.layout import MIN_SIZE
from ui.pages.edit.page import EditPage
from ui.pages.lab.page import LabPage
from ui.pages.play.page import PlayPage
from ui.pages.review.page import ReviewPage

MOVES = "f5d6c3d3c4f4"
MUST_PASS = "-" * 24 + "OX------" + "-" * 32 + " X"
CONTROL = pygame.KMOD_CTRL


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Returns a window whose editor was opened during a game on Play."""
    app = open_page(game=parse_transcript(MOVES))
    press(app, pygame.K_e, mod=CONTROL)
    return app


def page(app: App) -> EditPage:
    return page_of(app, EditPage)


def board(app: App) -> Board:
    return page(app).editor.board


def at(app: App, *names: str) -> list[Color | None]:
    return [page(app).editor.board.color_at(parse_square(name)) for name in names]


def mouse(app: App, kind: int, name: str, **details: Any) -> None:
    post(app, kind, pos=page(app).view.layout.cell(parse_square(name)).center, **details)


def press_button(app: App, name: str, button: int = 1) -> None:
    mouse(app, pygame.MOUSEBUTTONDOWN, name, button=button)


def release(app: App, name: str, button: int = 1) -> None:
    mouse(app, pygame.MOUSEBUTTONUP, name, button=button)


def move(app: App, name: str, *held: int) -> None:
    mouse(app, pygame.MOUSEMOTION, name, rel=(1, 1), buttons=tuple(int(n in held) for n in (1, 2, 3)))


def click_on(app: App, name: str, button: int = 1) -> None:
    press_button(app, name, button)
    release(app, name, button)


def paste(app: App, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    press(app, pygame.K_v, mod=CONTROL)


def edit_game(app: App, *seats: Seat, **details: Any) -> None:
    """Leaves the editor, begins a game on Play, and opens the editor there."""
    press(app, pygame.K_ESCAPE)
    start(app, *seats, **details)
    do(app, "edit_board")


def test_clicks_and_the_wheel_change_squares(app: App) -> None:
    assert board(app) == app.session.match.board
    assert not app.actions["page_play"].is_on(), "it is none of the pages of the switch"
    seen = []
    for _ in range(4):
        click_on(app, "a1")
        seen += at(app, "a1")
    assert seen == [Color.BLACK, Color.WHITE, None, Color.BLACK]
    move(app, "b1")
    move(app, "a1")
    click_on(app, "b1")
    assert at(app, "b1") == [Color.BLACK], "elsewhere it begins with the chosen one again"
    click_on(app, "d4", button=3)
    assert at(app, "d4") == [None]
    for notches, wanted in ((1, Color.BLACK), (1, Color.WHITE), (1, None), (-1, Color.WHITE)):
        mouse(app, pygame.MOUSEWHEEL, "d4", x=0, y=notches)
        assert at(app, "d4") == [wanted]
    push(app, "edit_white")
    click_on(app, "c1")
    assert at(app, "c1") == [Color.WHITE]
    push(app, "edit_empty")
    for _ in range(2):
        click_on(app, "a1")
        assert at(app, "a1") == [None]
    click(app, place_of_target(page(app).view.palette, 0).center)
    assert page(app).commands.chosen is Color.BLACK, "the picture over the button can be clicked, too"
    move(app, "h1")
    app.frame()
    for square in range(64):
        if square != parse_square("h1"):  # where the chosen disc is shown under the pointer
            shown = disc_in(app.display.surface, page(app).view.layout.cell(square))
            assert shown is page(app).editor.board.color_at(square)


def test_held_button_draws_until_release_or_resize(app: App) -> None:
    press_button(app, "a1")
    for name in ("a2", "a3", "b3", "a1"):
        move(app, name, 1)
    release(app, "a1")
    move(app, "h8")
    assert at(app, "a1", "a2", "a3", "b3", "h8") == [Color.BLACK] * 4 + [None]
    press_button(app, "a1", button=3)
    move(app, "a2", 3)
    move(app, "a3")
    assert at(app, "a1", "a2", "a3") == [None, None, Color.BLACK], "released outside"
    press_button(app, "a1")
    app.display.window.size = MIN_SIZE
    app.frame()
    move(app, "b1", 1)
    assert at(app, "a1", "b1") == [Color.BLACK, None]


def test_discs_can_be_placed_by_keyboard(app: App) -> None:
    press(app, pygame.K_LEFT)
    for _ in range(9):
        press_all(app, pygame.K_LEFT, pygame.K_UP)
    press(app, pygame.K_SPACE)
    assert at(app, "a1") == [Color.BLACK]
    press(app, pygame.K_2, "2")
    assert at(app, "a1") == [Color.WHITE]
    press_all(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert at(app, "b1") == [Color.WHITE], "the digit has chosen white"
    type_text(app, "h1g2")
    assert at(app, "h1", "g2") == [Color.WHITE] * 2
    press(app, pygame.K_0, "0")
    assert at(app, "b1", "g2") == [Color.WHITE, None], "the cursor has gone there"
    press(app, pygame.K_1, "1")
    press(app, pygame.K_DELETE)
    assert at(app, "g2") == [None]
    assert page(app).commands.chosen is Color.BLACK
    before = board(app)
    walk_to(app, "edit_white")
    press(app, pygame.K_RETURN)
    assert page(app).commands.chosen is Color.WHITE
    assert board(app) == before, "a button under the keyboard changes no square"


def test_keys_change_the_whole_board(app: App) -> None:
    before = board(app)
    press(app, pygame.K_PERIOD)
    assert board(app) == Board(before.black, before.white, before.turn.other)
    press(app, pygame.K_DELETE)
    assert board(app).empties == 64
    press(app, pygame.K_HOME)
    assert board(app) == Board.initial()
    press_all(app, *3 * [pygame.K_z])
    assert board(app) == before
    press(app, pygame.K_y)
    assert board(app).turn is before.turn.other
    first, faces = board(app), set()
    for name in ["edit_turn"] * 4 + ["edit_mirror"] + ["edit_turn"] * 3:
        do(app, name)
        faces.add(board(app))
    assert faces == set(symmetric_boards(first))
    assert len(faces) == 8


def test_copy_and_paste_accept_only_positions(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_text() -> str:
        raise pygame.error("no text")

    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    before = board(app)
    press(app, pygame.K_c, mod=CONTROL)
    assert copied == [before.text()]
    for text in ("", "hello\nworld", "X" * 63, "-" * 64 + "Q", "9" * 19_999):
        app.toasts.take_back()
        assert app.toasts.current is None
        paste(app, monkeypatch, text)
        assert app.toasts.current
    monkeypatch.setattr(pygame.scrap, "get_text", no_text)
    press(app, pygame.K_v, mod=CONTROL)
    assert app.toasts.current == "The clipboard does not hold text"
    assert board(app) == before
    assert page(app).editor.can_undo is False
    press(app, pygame.K_DELETE)
    paste(app, monkeypatch, copied[0])
    assert board(app) == before


def test_unplayable_positions_are_explained(app: App) -> None:
    press(app, pygame.K_DELETE)
    state = page(app).state
    assert state.is_problem
    assert state.verdict.title == "This cannot be played"
    assert state.verdict.sentences[0] == "There are no discs: a game needs discs of both colours."
    assert not usable(app) & {"edit_play", "edit_review", "edit_race"}
    for key in (pygame.K_n, pygame.K_r):
        press(app, key)
        assert page(app), "keys do nothing where the buttons are grey"
    type_text(app, "d4")
    assert (
        page(app).state.verdict.sentences[0]
        == "White has no discs, so neither side can move: the game is over."
    )
    press(app, pygame.K_2, "2")
    assert "Black has no discs" in page(app).state.verdict.sentences[0]
    press(app, pygame.K_1, "1")
    type_text(app, "h4")
    press(app, pygame.K_2, "2")
    type_text(app, "a1")
    verdict = page(app).state.verdict
    assert verdict.sentences[0] == "Neither side can move, so the game is over: White wins 63–1."


def test_pass_is_shown_and_not_raced(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    paste(app, monkeypatch, MUST_PASS)
    assert page(app).state.verdict.sentences[0] == "Black has no move and must pass: White is to move."
    assert app.actions["edit_play"].is_possible()
    assert not app.actions["edit_race"].is_possible()
    press(app, pygame.K_r)
    assert isinstance(app.page, ReviewPage)
    assert app.page.commands.cursor.node.board.turn is Color.WHITE, "nobody would make the pass there"
    assert app.page.commands.cursor.node.board.legal_moves()


def test_escape_discards_the_edit_and_undo_restores_it(app: App) -> None:
    game, node = app.session.match.game, app.session.match.game.node
    click_on(app, "a1")
    edited = board(app)
    press_all(app, pygame.K_LEFT, pygame.K_ESCAPE)
    assert page(app).input.cursor is None, "first the cursor goes"
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.page, PlayPage)
    assert app.session.match.game is game
    assert game.node is node
    assert app.session.match.phase is MatchPhase.HUMAN
    press(app, pygame.K_e, mod=CONTROL)
    assert board(app) == app.session.match.board
    press(app, pygame.K_z)
    assert board(app) == edited


def test_edited_position_is_played_via_new_game(app: App) -> None:
    click_on(app, "a1")
    edited = board(app)
    press(app, pygame.K_n)
    assert isinstance(app.overlay.dialog, NewGameDialog)
    press(app, pygame.K_ESCAPE)
    assert board(app) == edited, "the answer was no: the page is still there"
    press_all(app, pygame.K_n, pygame.K_RETURN)
    assert isinstance(app.page, PlayPage)
    assert app.session.match.board == edited
    assert app.session.match.phase is not MatchPhase.PAUSED
    press(app, pygame.K_z)
    assert len(app.session.match.game.moves) == 6, "Undo brings the game before back"


def test_review_of_an_edited_position_keeps_the_game(app: App) -> None:
    click_on(app, "h8")
    assert page(app).state.verdict.title == "This can be played", "though no game reaches it"
    edited = board(app)
    push(app, "edit_review")
    assert page_of(app, ReviewPage).commands.cursor.node.board == edited
    do(app, "page_play")
    assert len(app.session.match.game.moves) == 6


def test_race_keeps_the_edited_position_until_replaced(app: App) -> None:
    click_on(app, "c6")
    edited, game = board(app), app.session.match.game
    push(app, "edit_race")
    assert isinstance(app.page, LabPage)
    race = app.page.race
    assert app.page.part is race
    do(app, "help")
    press(app, pygame.K_ESCAPE)
    do(app, "page_play", "page_lab")
    assert race.commands.setup.board == edited, "a dialog and another page leave it there"
    assert app.session.match.game is game
    do(app, "lab_position")
    assert race.commands.setup.board == app.session.match.board


def test_editor_starts_at_and_returns_to_the_reviewed_move(app: App) -> None:
    press(app, pygame.K_ESCAPE)
    do(app, "page_review")
    press(app, pygame.K_LEFT)
    assert isinstance(app.page, ReviewPage)
    node = app.page.commands.cursor.node
    press(app, pygame.K_e, mod=CONTROL)
    assert board(app) == node.board
    push(app, "edit_cancel")
    assert page_of(app, ReviewPage).commands.cursor.node is node


def test_editor_opens_from_the_new_game_dialog(app: App) -> None:
    press_all(app, pygame.K_ESCAPE, pygame.K_n)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    click(app, dialog.edit.rect.center)
    app.frame()
    assert page(app).editor.board == app.session.match.board
    assert not app.overlay.is_open


def test_game_is_paused_while_the_editor_is_open(app: App) -> None:
    edit_game(app, PERSON, STRONG, game=Game(moves=[parse_square("f5")]), control=TimeControl(per_game=60))
    match = app.session.match
    spent, node = match.clock, match.game.node
    for _ in range(60):
        app.update(0.5)
    assert match.phase is MatchPhase.PAUSED
    assert (match.clock, match.game.node) == (spent, node)
    press(app, pygame.K_ESCAPE)
    assert match.phase is MatchPhase.THINKING
    do(app, "edit_board")
    edit_game(app, PERSON, PERSON, game=Game(LAST_MOVE, [63]))
    assert page(app).state.is_problem, "a finished game can be edited, too"
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.OVER


def test_leaving_the_editor_resumes_the_game_and_keeps_edits(app: App) -> None:
    edit_game(app, STRONG, PERSON)
    assert app.session.match.phase is MatchPhase.PAUSED
    click_on(app, "a1")
    edited = board(app)
    do(app, "page_lab", "lab_race")
    assert app.session.match.phase is MatchPhase.PAUSED, "a race holds it, too"
    do(app, "page_play")
    assert app.session.match.phase is MatchPhase.THINKING
    app.session.match.pause()
    do(app, "edit_board")
    press(app, pygame.K_z)
    assert board(app) == edited
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.PAUSED, "it was before"


def test_board_has_the_same_place_as_on_play(app: App) -> None:
    for size in SIZES:
        press(app, pygame.K_e, mod=CONTROL)
        resize(app, size)
        board = page(app).view.layout.board
        press(app, pygame.K_ESCAPE)
        assert page_of(app, PlayPage).view.layout.board == board
