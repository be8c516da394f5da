"""The openings as a list: searched, chosen, with their dates, and lines from the page Review."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from ai import preparation
from game.board import Board, square_name
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game
from play.practice.drill import Drill
from play.practice.progress import Section
from tests.samples import AFTER_F5
from tests.ui.driving import OpenPage, click, do, post, press, resize, type_text, words_drawn
from ui.app import App
from ui.pages.practice.page import PracticePage
from ui.pages.practice.repertoire import RepertoireModel, RepertoirePanel
from ui.pages.review.page import ReviewPage

SIZES = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200))


@pytest.fixture
def app(open_page: OpenPage) -> App:
    assert preparation.wait().is_ready
    app = open_page(PracticePage)
    do(app, "practice_openings")
    app.frame()
    return app


def page(app: App) -> PracticePage:
    assert isinstance(app.page, PracticePage)
    return app.page


def model(app: App) -> RepertoireModel:
    app.frame()
    found = page(app).state.progress
    assert isinstance(found, RepertoireModel)
    return found


def panel(app: App) -> RepertoirePanel:
    found = page(app).view.progress
    assert isinstance(found, RepertoirePanel)
    return found


def drill(app: App) -> Drill:
    found = page(app).commands.trainer.task
    assert isinstance(found, Drill)
    return found


def type_words(app: App, text: str) -> None:
    for sign in text:
        press(app, ord(sign), sign)
        post(app, pygame.TEXTINPUT, text=sign)


def place_of_line(app: App, line: int) -> Rect:
    shown, place = panel(app), panel(app)._list_place.move(panel(app).rect.topleft)
    px = app.theme.px
    top = place.top + px(shown.list.heading) + (line - shown.list.top) * px(shown.list.row)
    return Rect(place.left + px(10), top, px(60), px(shown.list.row))


def test_a_click_or_an_arrow_asks_for_a_line(app: App) -> None:
    assert model(app).rows[0] == ("Tiger", "f5 d6 c3 d3 c4", "50,775", "")
    assert model(app).chosen == 0
    click(app, place_of_line(app, 2).center)
    assert model(app).chosen == 2
    assert drill(app).opening.name() == model(app).rows[2][0]
    press(app, pygame.K_DOWN)
    assert model(app).chosen == 3
    press(app, pygame.K_UP)
    assert model(app).chosen == 2


def test_words_of_the_name_or_the_moves_are_searched(app: App) -> None:
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    type_words(app, "rose bill")
    assert [row[0] for row in model(app).rows] == ["Rose-Bill", "Central Rose-Bill"]
    press(app, pygame.K_RETURN)
    assert drill(app).opening.name() == "Rose-Bill"
    press(app, pygame.K_DOWN)
    assert drill(app).opening.name() == "Central Rose-Bill"
    place = panel(app)._filter_place.move(panel(app).rect.topleft)
    click(app, place.center)
    press(app, pygame.K_BACKSPACE, mod=pygame.KMOD_CTRL)
    type_words(app, "f5d6c5")
    assert {row[1][:8] for row in model(app).rows} == {"f5 d6 c5"}
    type_words(app, "zz")
    assert model(app).rows == ()
    assert panel(app).list.empty == "No opening has all these words."
    press(app, pygame.K_DOWN)
    assert drill(app).opening.name() == "Central Rose-Bill", "there is none to go to"
    press(app, pygame.K_ESCAPE)
    assert len(model(app).rows) > 90


def test_letters_that_are_typed_into_the_field_are_no_keys(app: App) -> None:
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    color = drill(app).color
    type_words(app, "x2f5")
    assert (drill(app).color, drill(app).cursor.game.node.ply) == (color, 0)
    click(app, page(app).view.layout.board.topleft)
    press(app, pygame.K_x, "x")
    assert drill(app).color is color.other


def test_dates_are_in_the_list_and_below_it_how_many_are_due(app: App) -> None:
    press(app, pygame.K_i)
    due = model(app).rows[0][3]
    assert due == page(app).commands.trainer.coming.isoformat()  # type: ignore[union-attr]
    press(app, pygame.K_SPACE, " ")
    while not drill(app).is_line_done:
        type_text(app, square_name(drill(app).wanted(drill(app).cursor.node)[0]))
    assert model(app).rows[1][3] == "known"
    assert model(app).said == f"0 due today, 1 of {len(model(app).rows)} known"


def test_a_line_from_review_is_asked_from_today_on(app: App) -> None:
    """Turned, so that it begins with f5, and also where the page Practice has been open."""
    review = app.show(ReviewPage)
    review.commands.open_record(Record(parse_transcript("c4e3f6e6f5c5")))
    cursor = review.commands.cursor
    cursor.visit(cursor.main[5])
    press(app, pygame.K_p, mod=pygame.KMOD_SHIFT)
    assert app.toasts.current == "Added to Openings (3)"
    do(app, "page_practice", "practice_openings")
    first = model(app).rows[0]
    assert (first[1], first[2:]) == ("f5 d6 c3 d3 c4", ("50,775", "today"))
    cursor.visit(cursor.main[6])
    app.show(ReviewPage)
    do(app, "review_line", "page_practice")
    assert model(app).rows[0] == ("Tiger …", "f5 d6 c3 d3 c4 f4", "", "today")
    trainer = page(app).commands.trainer
    assert trainer.due == 2
    key = next(iter(trainer.lines))
    assert trainer.practice.schedule(Section.OPENINGS, key) is not None
    app.frame()
    trainer.show(key)
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
