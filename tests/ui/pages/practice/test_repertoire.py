"""The openings as a list: searched, chosen, with their dates, and lines from the page Review."""

import pygame
import pytest
from pygame import Rect

from game.board import Board, square_name
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game
from play.practice.progress import Section
from tests.samples import AFTER_F5
from tests.ui.driving import (
    SIZES,
    OpenPage,
    click,
    dialog_of,
    do,
    given,
    post,
    press,
    push,
    resize,
    type_text,
    words_drawn,
)
from tests.ui.pages.practice.asked import drill, page, trainer
from ui.app import App
from ui.dialogs.line import LineDialog
from ui.pages.practice.page import PracticePage
from ui.pages.practice.view import OwnModel, OwnPanel
from ui.pages.review.page import ReviewPage


@pytest.fixture
def app(open_page: OpenPage) -> App:
    app = open_page(PracticePage)
    do(app, "practice_openings")
    app.frame()
    return app


def model(app: App) -> OwnModel:
    app.frame()
    found = page(app).state.progress
    assert isinstance(found, OwnModel)
    return found


def panel(app: App) -> OwnPanel:
    found = page(app).view.progress
    assert isinstance(found, OwnPanel)
    return found


def search(app: App, words: str) -> None:
    """By keyboard."""
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


def test_a_click_or_an_arrow_asks_for_a_line(app: App) -> None:
    assert model(app).rows[0] == ("Tiger", "50,775", "0.0", "", "", "f5 …")
    assert model(app).chosen == 0
    click(app, place_of_line(app, 2).center)
    assert model(app).chosen == 2
    assert drill(app).opening.name() == model(app).rows[2][0]
    press(app, pygame.K_DOWN)
    assert model(app).chosen == 3
    press(app, pygame.K_UP)
    assert model(app).chosen == 2


def test_words_of_the_name_or_the_moves_are_searched(app: App) -> None:
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


def test_the_list_hides_how_the_asked_line_goes_on(app: App) -> None:
    """Also where another line goes the same way, and only as long as it is asked."""
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


def test_dates_are_in_the_list_and_below_it_how_many_are_due(app: App) -> None:
    press(app, pygame.K_i)
    due = model(app).rows[0][3]
    assert due == given(trainer(app).coming_of(Section.OPENINGS)).isoformat()
    press(app, pygame.K_SPACE, " ")
    while not drill(app).is_line_done:
        type_text(app, square_name(drill(app).wanted(drill(app).cursor.node)[0]))
    assert model(app).rows[1][3] == "known"
    assert model(app).note == "0 due today"


def test_a_line_from_review_is_asked_from_today_on(app: App) -> None:
    """Turned, so that it begins with f5, and also where the page Practice has been open."""
    review = app.show(ReviewPage)
    review.commands.open_record(Record(parse_transcript("c4e3f6e6f5c5")))
    cursor = review.commands.cursor
    cursor.visit(cursor.main[5])
    press(app, pygame.K_p, mod=pygame.KMOD_SHIFT)
    assert app.toasts.current == "Added to Openings (Ctrl+3)"
    do(app, "page_practice", "practice_openings")
    first = model(app).rows[0]
    assert first == ("Tiger", "50,775", "0.0", "today", "", "f5 …")
    cursor.visit(cursor.main[6])
    app.show(ReviewPage)
    do(app, "review_line", "page_practice")
    assert model(app).rows[1] == ("Tiger …", "", "0.0", "today", "", "f5 …")
    going = trainer(app)
    assert len(going.due) == 2
    key = list(going.lines)[1]
    assert going.practice.schedule(Section.OPENINGS, key) is not None
    app.frame()
    going.show(key)
    assert drill(app).color.name == "WHITE", "whose move ends it"


@pytest.mark.parametrize("start", [Board.initial(), AFTER_F5])
def test_only_moves_from_the_usual_start_are_a_line(open_page: OpenPage, start: Board) -> None:
    game = Game(start)
    app = open_page(ReviewPage, Record(game))
    assert not app.actions["review_line"].is_possible(), "there is no move"
    game.play(next(move for move in range(64) if start.is_legal(move)))
    review = app.page
    assert isinstance(review, ReviewPage)
    review.commands.open_record(Record(game))
    review.commands.cursor.go(1)
    assert app.actions["review_line"].is_possible() == (start == Board.initial())


def test_the_list_has_lines_at_every_size(app: App) -> None:
    for size in SIZES:
        resize(app, size)
        words = words_drawn(app)
        assert {"Tiger", "50,775", "Opening", "Games", "Due"} <= words, size
        assert panel(app).list.page >= 4, size
        post(app, pygame.MOUSEWHEEL, pos=panel(app).rect.center, x=0, y=-1)
        assert panel(app).list.top == 3
