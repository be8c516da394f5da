"""Learn from this game: from Review to the page Practice, question by question, and back."""

import pygame
import pytest

from ai import preparation
from game.board import Color, square_name, squares
from game.evaluation import Judgement, Kind
from game.records.record import Record
from play.practice.walk import MistakeExercise, Walk
from tests.samples import random_game
from tests.ui.driving import (
    SIZES,
    OpenPage,
    click,
    do,
    given,
    page_of,
    press,
    push,
    resize,
    type_text,
    usable,
    wait,
    words_drawn,
)
from ui.app import App
from ui.pages.play.page import PlayPage
from ui.pages.practice.page import PracticePage
from ui.pages.review.page import ReviewPage


def marked(black: str, white: str) -> Record:
    """Black loses 2.5 and 4 discs by two moves, White 8 by one."""
    game = random_game(3)
    for ply, lost in {5: 2.5, 12: 8.0, 21: 4.0}.items():
        board, move = game.line[ply - 1].board, game.moves[ply - 1]
        better = next(other for other in squares(board.legal_moves()) if other != move)
        game.line[ply].judgement = Judgement(3.0, 3.0 - lost, 16, Kind.ESTIMATE, 90, (better,))
    return Record(game, black, white)


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Review, with a game of strangers."""
    assert preparation.wait().is_ready
    return open_page(ReviewPage, marked("Ann", "Bob"))


def page(app: App) -> PracticePage:
    return page_of(app, PracticePage)


def walk(app: App) -> Walk:
    return given(page(app).commands.trainer.walk)


def question(app: App) -> MistakeExercise:
    return given(walk(app).task)


def said(app: App) -> str:
    app.frame()
    model = page(app).state.task
    return " ".join((model.title, *model.sentences, model.note))


def test_it_begins_with_whoever_has_more_marks_and_the_other_side_is_a_key_away(app: App) -> None:
    press(app, pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert said(app).startswith("Black to move A different move was played in the game.")
    assert page(app).animator.board == question(app).board
    push(app, "practice_side")
    assert (walk(app).color, said(app)[-15:]) == (Color.WHITE, "Question 1 of 1")
    press(app, pygame.K_2, "2")
    assert page(app).commands.trainer.walk is None, "a section ends it"
    assert "One move" in said(app)


@pytest.mark.parametrize(("black", "white"), [("Nullwindow PVS 4", "You"), ("Bob", " ANN")])
def test_of_a_game_of_ones_own_it_begins_with_ones_own_moves(
    open_page: OpenPage, black: str, white: str
) -> None:
    app = open_page(ReviewPage, marked(black, white))
    app.change(names="Zoe, ann")
    do(app, "review_learn")
    assert walk(app).color is Color.WHITE


def test_answers_are_judged_and_added_up(app: App) -> None:
    do(app, "review_learn")
    best, played = question(app).found[:2]
    type_text(app, square_name(best.move))
    assert said(app).startswith(f"Right: {square_name(best.move)}")
    assert f"In the game: {square_name(played.move)} loses 2 discs." in said(app)
    press(app, pygame.K_SPACE, " ")
    played = question(app).found[1]
    click(app, page(app).view.layout.cell(played.move).center)
    assert said(app).startswith(f"{square_name(played.move)} loses 4 discs")
    assert [value for value, _name in page(app).state.progress.figures] == ["2 / 2", "1", "4.0", "6.5"]
    press(app, pygame.K_SPACE, " ")
    assert said(app) == (
        "Right: 1 of 2 Your answers lost 4.0 discs; the moves of the game lost 6.5 there. "
        "Other side (X) asks about the moves of White. "
    )
    assert not app.actions["practice_next"].is_possible()


@pytest.mark.parametrize("waits", [True, False])
def test_what_another_move_costs_is_found_out_unless_one_goes_on(app: App, waits: bool) -> None:
    do(app, "review_learn")
    known = {entry.move for entry in question(app).found}
    other = next(move for move in squares(question(app).board.legal_moves()) if move not in known)
    page(app).commands.trainer.play(other)
    if not waits:
        do(app, "practice_next", "practice_next")
        assert said(app).startswith("Right: 0 of 2 Your answers lost 0.0 discs;"), "it is in no sum"
        return
    assert said(app).startswith(f"Finding out what {square_name(other)} costs …")
    assert page(app).state.scene.sign is None
    wait(app, lambda: question(app).is_judged, 60)
    assert square_name(other) in said(app)
    assert "Finding out" not in said(app)


def test_only_a_reviewed_game_can_be_learned_from(open_page: OpenPage) -> None:
    other = open_page(ReviewPage, Record(random_game(3)))
    assert not other.actions["review_learn"].is_possible()
    press(other, pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert isinstance(other.page, ReviewPage)


def test_a_side_without_a_marked_move_is_named(open_page: OpenPage) -> None:
    record = marked("Ann", "Bob")
    record.game.line[12].judgement = None
    app = open_page(ReviewPage, record)
    do(app, "review_learn")
    assert walk(app).color is Color.BLACK
    do(app, "practice_side")
    assert said(app).startswith("White made no marked move in this game")


def test_the_game_on_the_page_play_is_learned_from_there(open_page: OpenPage) -> None:
    """Whatever is open on Review."""
    app = open_page(PlayPage, marked("Ann", "Bob"))
    app.session.review(Record(random_game(4)))
    press(app, pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert walk(app).line[-1].board == random_game(3).board
    assert app.session.reviewed is app.session.match


def test_its_words_are_there_at_every_size(app: App) -> None:
    do(app, "review_learn")
    type_text(app, square_name(question(app).found[1].move))
    for size in SIZES:
        resize(app, size)
        words = words_drawn(app)
        assert {page(app).state.task.title, "answered", "lost now", "in the game"} <= words, size
        assert any(each.startswith("In the game: ") for each in words), size
        assert {"practice_best", "practice_own", "practice_mistakes"} <= usable(app)
