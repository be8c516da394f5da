"""The list of openings: search, selection, due dates, and lines added on the page Review."""

from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from game.board import Board, Color, parse_square, square_name, squares
from game.records.any_format import read_game
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import parse_transcript
from game.tree import Game
from play.archive.index import ArchiveIndex
from play.practice.drill import Drill
from play.practice.progress import Section
from play.repertoire import games_of
from tests.samples import AFTER_F5
from tests.ui.driving import (
    OpenPage,
    click,
    dialog_of,
    do,
    given,
    page_of,
    post,
    press,
    push,
    resize,
    type_text,
    wait,
    words_drawn,
)
from tests.ui.pages.practice.asked import drill, page, trainer
from ui.app import App
from ui.dialogs.help import MenuDialog
from ui.dialogs.line import LineDialog
from ui.layout import MIN_SIZE
from ui.pages.practice.page import PracticePage
from ui.pages.practice.view import ListCardPanel, ListModel
from ui.pages.review.page import ReviewPage


@pytest.fixture
def app(open_page: OpenPage) -> App:
    app = open_page(PracticePage)
    do(app, "practice_openings")
    app.frame()
    return app


def model(app: App) -> ListModel:
    app.frame()
    found = page(app).state.progress
    assert isinstance(found, ListModel)
    return found


def panel(app: App) -> ListCardPanel:
    found = page(app).view.progress
    assert isinstance(found, ListCardPanel)
    return found


def search(app: App, words: str) -> None:
    """Searches the list by keyboard."""
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, LineDialog)
    dialog.line.set_text(words)
    dialog.accept()
    app.frame()


def place_of_line(app: App, line: int) -> Rect:
    shown, place = panel(app), panel(app).placed.areas["list"].move(panel(app).rect.topleft)
    px = app.theme.px
    top = place.top + px(shown.list.heading) + (line - shown.list.top) * px(shown.list.row)
    return Rect(place.left + px(10), top, px(60), px(shown.list.row))


def test_click_or_arrow_selects_a_line(app: App) -> None:
    assert model(app).rows[0] == ("Tiger", "50,775", "0.0", "", "", "f5 …")
    assert model(app).chosen == 0
    click(app, place_of_line(app, 2).center)
    assert model(app).chosen == 2
    assert drill(app).opening.name() == model(app).rows[2][0]
    press(app, pygame.K_DOWN)
    assert model(app).chosen == 3
    press(app, pygame.K_UP)
    assert model(app).chosen == 2


def test_list_is_searched_by_name_or_moves(app: App) -> None:
    search(app, "ROSE bill")
    assert [row[0] for row in model(app).rows] == ["Rose-Bill", "Central Rose-Bill"]
    assert model(app).title == "Openings: ROSE bill"
    assert drill(app).opening.name() == "Rose-Bill"
    press(app, pygame.K_DOWN)
    assert drill(app).opening.name() == "Central Rose-Bill"
    search(app, "bill")
    assert drill(app).opening.name() == "Central Rose-Bill", "which is found, too"
    search(app, "f5d6c5")
    press(app, pygame.K_i)
    assert {row[-1][:8] for row in model(app).rows} == {"f5 d6 c5"}
    search(app, "f5d6c5 zz")
    assert (model(app).rows, panel(app).list.empty) == ((), "No opening has all these words.")
    asked = drill(app)
    press(app, pygame.K_DOWN)
    assert drill(app) is asked, "there is none to go to"
    push(app, "practice_find")
    assert dialog_of(app, LineDialog).line.get_text() == "f5d6c5 zz"
    dialog_of(app, LineDialog).line.set_text("")
    dialog_of(app, LineDialog).accept()
    assert len(model(app).rows) > 90


def test_list_hides_the_rest_of_the_asked_line(app: App) -> None:
    """Also in lines that begin the same way; the end of the question reveals it."""
    asked = drill(app)
    lines = trainer(app).lines
    while not asked.is_line_done:
        ply = max(1, asked.cursor.node.ply)
        for opening, row in zip(lines.values(), model(app).rows, strict=True):
            if opening.moves[: ply + 1] == asked.opening.moves[: ply + 1]:
                assert len(row[-1].split()) == ply + 1
            else:
                assert row[-1].split() == [square_name(move) for move in opening.moves]
        type_text(app, square_name(asked.wanted(asked.cursor.node)[0]))
    press(app, pygame.K_i)
    assert model(app).rows[0][-1] == "f5 d6 c3 d3 c4"


def test_list_shows_due_dates_and_the_number_due_today(app: App) -> None:
    press(app, pygame.K_i)
    due = model(app).rows[0][3]
    assert due == given(trainer(app).next_due_date(Section.OPENINGS)).isoformat()
    press(app, pygame.K_SPACE, " ")
    while not drill(app).is_line_done:
        type_text(app, square_name(drill(app).wanted(drill(app).cursor.node)[0]))
    assert model(app).rows[1][3] == "known"
    assert model(app).note == "0 due today"


def test_line_added_on_review_is_due_today(app: App) -> None:
    """It is turned to begin with f5. A menu asks for the side if only the other side has its start."""
    review = app.show(ReviewPage)
    review.commands.open_record(Record(parse_transcript("c4e3f6e6f5c5")))
    cursor = review.commands.cursor
    cursor.visit(cursor.main[5])
    press(app, pygame.K_p, mod=pygame.KMOD_SHIFT)
    assert app.toasts.current == "1 line added to Openings"
    do(app, "page_practice", "practice_openings")
    first = model(app).rows[0]
    assert first == ("✓ Tiger", "50,775", "0.0", "today", "", "f5 …")
    cursor.visit(cursor.main[6])
    app.show(ReviewPage)
    do(app, "review_line")
    dialog_of(app, MenuDialog).choice[Color.WHITE].perform()
    app.overlay.drop()
    do(app, "page_practice")
    assert model(app).rows[1] == ("✓ Tiger …", "", "0.0", "today", "", "f5 …")
    going = trainer(app)
    assert len(going.due) == 2
    key = list(going.lines)[1]
    assert going.practice.schedule(Section.OPENINGS, key) is not None
    app.frame()
    going.show(key)
    assert drill(app).color.name == "WHITE", "whose move ends it"


def test_only_lines_that_were_added_count(app: App) -> None:
    review = app.show(ReviewPage)
    review.commands.open_record(Record(parse_transcript("f5d6c3")))
    review.commands.cursor.visit(review.commands.cursor.main[3])
    for said in ("1 line added to Openings", "Nothing to add: these lines are in Openings"):
        do(app, "review_line")
        assert str(app.toasts.current).startswith(said)


def test_same_key_adds_and_removes_a_line(app: App) -> None:
    for is_kept in (True, False):
        press(app, pygame.K_p, mod=pygame.KMOD_SHIFT)
        assert model(app).rows[0][0] == ("✓ Tiger" if is_kept else "Tiger")
        assert len(trainer(app).due) == is_kept


def test_holes_are_offered_and_opened_in_the_explorer(app: App) -> None:
    going = trainer(app).practice
    games = ["f5d6c3d3c4", "f5d6c3f4", "f5f6", "f5f6e6"]
    app.archive.index = ArchiveIndex.of(games_of([bytes(parse_transcript(game).moves) for game in games]))
    assert not app.actions["practice_holes"].is_possible()
    going.add_lines("f5d6c3d3c4 black", "f5d6c4 black")
    wait(app, lambda: going.progress.repertoire.coverage is not None)
    assert model(app).note == "2 due today · 25.0 % covered"
    press(app, pygame.K_m, mod=pygame.KMOD_SHIFT)
    rows = dialog_of(app, MenuDialog).choice
    assert [row.label for row in rows] == ["2 × f5 f6", "1 × f5 d6 c3 f4"]
    app.overlay.drop()
    rows[1].perform()
    review = page_of(app, ReviewPage).commands
    assert review.explorer.uses_arrow_keys
    assert review.cursor.node.path == parse_transcript("f5d6c3f4").moves


def test_lines_of_a_side_survive_export_as_a_game(app: App) -> None:
    """A menu asks for the side when the user has the other one in the game."""
    going, keys = trainer(app).practice, {"f5d6c3d3c4 black", "f5d6c4d3c3 black", "f5f6 white"}
    going.add_lines(*keys)
    press(app, pygame.K_y, mod=pygame.KMOD_SHIFT)
    record = read_game(sgf(Record(page_of(app, ReviewPage).commands.cursor.game)).encode())
    for key in keys:
        going.remove_line(key)
    page_of(app, ReviewPage).commands.open_record(record)
    page_of(app, ReviewPage).commands.cursor.go_to(0)
    do(app, "review_line")
    dialog_of(app, MenuDialog).choice[Color.BLACK].perform()
    app.overlay.drop()
    assert going.progress.repertoire.keys.keys() == {key for key in keys if key.endswith("black")}
    review = page_of(app, ReviewPage).commands
    review.open_record(replace(record, white="You"))
    review.cursor.go_to(3)
    do(app, "review_line")
    dialog_of(app, MenuDialog).choice[Color.WHITE].perform()
    assert "f5d6 white" in going.progress.repertoire.keys


def test_move_of_another_own_line_is_right_and_switches_to_it(app: App) -> None:
    going = trainer(app)
    going.practice.add_lines("f5d6c3d3c4 black", "f5d6c4d3c3 black", "f5d6c5f4e3 black")
    do(app, "practice_openings")
    going.show("f5d6c3d3c4 black")
    for move in ("f5", "c5"):
        going.play(parse_square(move))
    task = going.task
    assert isinstance(task, Drill)
    assert (task.key, task.is_right) == ("f5d6c5f4e3 black", True)
    node = task.cursor.node
    going.play(next(move for move in squares(node.board.legal_moves()) if move not in task.wanted(node)))
    assert not task.is_right, "no line has it"
    assert not app.actions["practice_side"].is_possible(), "an own line is of one side"


def test_removed_line_is_no_longer_asked(app: App) -> None:
    going = trainer(app)
    going.practice.add_lines("f5d6c3d3c4 black", "f5d6c5f4e3 black")
    do(app, "practice_openings")
    going.show("f5d6c3d3c4 black")
    do(app, "practice_keep")
    assert app.toasts.current == "Removed from my repertoire"
    assert going.task is not None
    assert going.task.key == "f5d6c5f4e3 black"


@pytest.mark.parametrize("start", [Board.initial(), AFTER_F5])
def test_line_begins_at_the_initial_position(open_page: OpenPage, start: Board) -> None:
    game = Game(start)
    app = open_page(ReviewPage, Record(game))
    assert not app.actions["review_line"].is_possible(), "there is no move"
    game.play(next(move for move in range(64) if start.is_legal(move)))
    review = app.page
    assert isinstance(review, ReviewPage)
    review.commands.open_record(Record(game))
    review.commands.cursor.go(1)
    assert app.actions["review_line"].is_possible() == (start == Board.initial())


def test_list_shows_lines_in_the_smallest_window(app: App) -> None:
    resize(app, MIN_SIZE)
    assert {"Tiger", "50,775", "Opening", "Games", "Due"} <= words_drawn(app)
    assert panel(app).list.page >= 4
    post(app, pygame.MOUSEWHEEL, pos=panel(app).rect.center, x=0, y=-1)
    assert panel(app).list.top == 3
