"""Series of questions: from Review and Play to the page Practice and back, and lessons."""

from collections.abc import Iterator

import pygame
import pytest

from game.board import Color, square_name, squares
from game.evaluation import Judgement, Kind
from game.records.record import Record
from play.practice.exercise import Exercise, Finding
from play.practice.lesson import Idea
from play.practice.progress import Section
from play.practice.walk import GameWalk, Walk
from play.review import ReviewPhase
from tests.quick import quick
from tests.samples import random_game
from tests.ui.driving import (
    OpenPage,
    click,
    do,
    given,
    place_of,
    place_of_target,
    press,
    push,
    type_text,
    usable,
    wait,
)
from tests.ui.pages.practice.asked import exercise, page, trainer
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.pages.play.page import PlayPage
from ui.pages.practice.page import PracticePage
from ui.pages.practice.view import MISSED, PLAYED
from ui.pages.review.page import ReviewPage


def marked(black: str, white: str, is_reviewed: bool = True) -> Record:
    """Builds a game: Black loses 5.5 and 4 discs, White 8; if reviewed, ply 7 loses 3 and all others 0."""
    game = random_game(3)
    lost = {5: 5.5, 12: 8.0, 21: 4.0}
    for ply, (before, node) in enumerate(zip(game.line, game.line[1:], strict=False), start=1):
        moves = list(squares(before.board.legal_moves()))
        if ply in lost:
            better = next(other for other in moves if other != node.move)
            node.judgement = Judgement(3.0, 3.0 - lost[ply], 16, Kind.ESTIMATE, 90, (better,))
        elif is_reviewed:
            node.judgement = Judgement(3.0, 0.0 if ply == 7 else 3.0, 16, Kind.ESTIMATE, 90)
    return Record(game, black, white)


def test_practice_button_resumes_questions_and_then_shows_today(app: App) -> None:
    app.do("review_learn")
    app.do("page_play")
    push(app, "page_practice")
    assert trainer(app).walk is not None, "coming back goes on with them"
    push(app, "page_practice")
    assert trainer(app).walk is None
    assert page(app).commands.is_today


@pytest.mark.parametrize("way", quick(["practice_more", "ctrl", "page_play", "page_practice", "page_lab"], 3))
def test_every_exit_from_a_summary_leads_to_practice(app: App, way: str) -> None:
    """Also through another page, and by the key of a section."""
    do(app, "review_learn", "practice_skip", "practice_skip")
    app.frame()
    assert walk(app).is_done
    if way == "ctrl":
        press(app, pygame.K_4, mod=pygame.KMOD_CTRL)
        assert page(app).commands.own.is_open
        return
    push(app, way)
    if way != "practice_more":
        push(app, "page_practice")
    assert page(app).commands.is_today


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Returns the window with Review open, on a game of strangers."""
    return open_page(ReviewPage, marked("Ann", "Bob"))


@pytest.fixture
def lesson(open_page: OpenPage) -> App:
    app = open_page(PracticePage)
    do(app, f"lesson_{Idea.FEW_MOVES.number}")
    return app


def walk(app: App) -> Walk:
    return given(trainer(app).walk)


def game_walk(app: App) -> GameWalk:
    found = walk(app)
    assert isinstance(found, GameWalk)
    return found


def said(app: App) -> str:
    app.frame()
    model = page(app).state.question
    return " ".join((*(words for words, _ink in model.lines), *model.details))


def test_walk_begins_with_the_side_with_more_mistakes_and_x_switches_sides(app: App) -> None:
    press(app, pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert said(app).startswith("Move 5. Black played ")
    scene, board = page(app).state.scene, exercise(app).board
    assert page(app).animator.board == board
    played = given(scene.answer).square
    assert given(scene.sign)[:2] == (played, PLAYED)
    press(app, pygame.K_x)
    assert (game_walk(app).color, page(app).state.question.place) == (Color.WHITE, "1 of 1")


@pytest.mark.parametrize(("black", "white"), [("Nullwindow PVS 4", "You"), ("Bob", " ANN")])
def test_own_game_is_asked_only_about_own_moves(open_page: OpenPage, black: str, white: str) -> None:
    app = open_page(ReviewPage, marked(black, white))
    app.change(names="Zoe, ann")
    do(app, "review_learn")
    assert game_walk(app).color is Color.WHITE
    assert said(app).startswith("Move 12. You played ")
    do(app, "practice_side", "practice_side")
    assert said(app).startswith("Move 12. You played ")


def test_wrong_answer_can_be_retried_and_the_end_offers_three_exits(app: App) -> None:
    do(app, "review_learn")
    place = place_of(app, "practice_hint").top
    type_text(app, square_name(exercise(app).found[1].move))
    played = square_name(exercise(app).found[1].move)
    assert said(app).startswith(f"{played} costs about 6 discs by the end.")
    assert given(page(app).state.scene.sign)[1] == MISSED
    assert place_of(app, "practice_next").top == place, "buttons stay where they are"
    press(app, pygame.K_RETURN)
    best = exercise(app).best.move
    click(app, page(app).view.layout.cell(best).center)
    assert said(app).startswith(f"Right: {square_name(best)}.")
    worths = f"{square_name(best)}: Black +3. {played}: White +2."
    assert said(app).endswith(f"{worths} In the game: {played} costs about 6 discs by the end.")
    assert place_of(app, "practice_next").top == place
    click(app, place_of_target(page(app).view.lines, (1, 1)).center)
    assert square_name(given(exercise(app).cursor.node.move)) == played, "the lines are walked on the board"
    press(app, pygame.K_SPACE, " ")
    do(app, "practice_show", "practice_next")
    app.frame()
    assert said(app).startswith("1 of 2 found 2 positions come back tomorrow.")
    assert walk(app).findings == [Finding.SECOND, Finding.SHOWN]
    assert {"practice_new", "practice_again", "practice_leave"} <= usable(app)
    missed = walk(app).questions[1]
    assert list(app.session.practice.progress.mistakes) == [each.key for each in walk(app).questions]
    push(app, "practice_again")
    assert walk(app).task is missed
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.page, ReviewPage)


def test_the_end_leads_to_a_new_game(app: App) -> None:
    do(app, "review_learn", "practice_skip", "practice_skip")
    app.frame()
    press(app, pygame.K_RETURN)
    assert isinstance(app.overlay.dialog, NewGameDialog)


def test_cost_of_an_unsearched_move_is_searched(app: App) -> None:
    do(app, "review_learn")
    known = {entry.move for entry in exercise(app).found}
    other = next(move for move in squares(exercise(app).board.legal_moves()) if move not in known)
    trainer(app).play(other)
    assert said(app).startswith(f"Finding out what {square_name(other)} costs …")
    wait(app, lambda: not exercise(app).is_waiting)
    assert "Finding out" not in said(app)


def test_unreviewed_game_is_reviewed_in_the_background(open_page: OpenPage) -> None:
    """The first question comes at once; the review pauses on other pages and resumes on the way back."""
    app = open_page(ReviewPage, marked("Ann", "Bob", is_reviewed=False))
    do(app, "review_learn")
    review = given(game_walk(app).review)
    assert (exercise(app).board.empties, review.phase) == (56, ReviewPhase.RUNNING)
    app.open_page(app.page_of("play"))
    assert review.phase is ReviewPhase.PAUSED
    app.show(PracticePage)
    app.frame()
    assert review.phase is ReviewPhase.RUNNING
    assert not app.page.is_idle, "each frame reviews"
    press(app, pygame.K_ESCAPE)
    assert (isinstance(app.page, ReviewPage), review.phase) == (True, ReviewPhase.RUNNING)
    do(app, "review_learn")
    page(app).commands.open_today()
    assert review.phase is ReviewPhase.PAUSED, "it is of use only while Learn is open"
    review.phase = ReviewPhase.DONE


def test_failed_review_is_reported_at_the_end(open_page: OpenPage) -> None:
    app = open_page(ReviewPage, marked("Ann", "Bob", is_reviewed=False))
    do(app, "review_learn")
    review = given(game_walk(app).review)
    review.pause()
    review.phase, review.problem = ReviewPhase.FAILED, "no answer"
    while game_walk(app).task is not None:
        trainer(app).next()
    assert said(app) == "The review failed: no answer"


def test_learn_is_disabled_for_a_game_without_moves(open_page: OpenPage) -> None:
    other = open_page(ReviewPage)
    assert not other.actions["review_learn"].is_possible()


def test_side_without_mistakes_is_named_and_has_exits(open_page: OpenPage) -> None:
    record = marked("Ann", "Bob")
    record.game.line[12].judgement = Judgement(0.0, 0.0, 16, Kind.ESTIMATE)
    app = open_page(ReviewPage, record)
    do(app, "review_learn", "practice_side")
    assert said(app).startswith("White made no mistake in this game")
    assert {"practice_new", "practice_leave"} <= usable(app)


def test_learn_on_the_page_play_uses_its_game_and_returns_there(open_page: OpenPage) -> None:
    """The game that is open on Review makes no difference."""
    app = open_page(PlayPage, marked("Ann", "Bob"))
    app.session.review(Record(random_game(4)))
    press(app, pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert game_walk(app).line[-1].board == random_game(3).board
    do(app, "practice_leave")
    assert isinstance(app.page, PlayPage)


def path_of(app: App) -> Iterator[Exercise]:
    while (task := walk(app).task) is not None:
        yield task
        press(app, pygame.K_SPACE, " ")


def test_lesson_can_be_completed(lesson: App) -> None:
    """With a hint, a wrong answer, right ones with counts on the squares, and the next lesson after it."""
    app = lesson
    assert page(app).state.remember.heading == "The idea"
    press(app, pygame.K_t)
    assert page(app).state.scene.legal.bit_count() == 3
    for number, task in enumerate(path_of(app), start=1):
        assert said(app).startswith("Which move leaves ")
        best, wrong = task.found[0].move, task.found[-1].move
        if number == 1:
            type_text(app, square_name(wrong))
            assert said(app).startswith(f"Not {square_name(wrong)}.")
            press(app, pygame.K_RETURN)
        type_text(app, square_name(best))
        assert said(app).startswith(f"Right: {square_name(best)}. {square_name(best)} leaves ")
        counted = {mark.square: int(mark.score) for mark in page(app).state.scene.hints}
        assert min(counted, key=lambda move: counted[move]) == best
        assert set(counted) == set(squares(task.board.legal_moves()))
        assert page(app).state.remember.heading == "Remember"
    assert said(app) == "5 of 5 found The lesson is done."
    results = app.session.practice.results(Idea.FEW_MOVES)
    assert results == (Finding.SECOND, *(Finding.FIRST,) * 4)
    assert app.session.practice.progress.cards[Section.MISTAKES] == {}
    press(app, pygame.K_SPACE, " ")
    assert walk(app).task is not None, "the first lesson"
