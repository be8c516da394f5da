"""The turning point of a game, and why a move is bad, as explained on Play."""

from dataclasses import replace

import pygame
import pytest

from ai import preparation
from game.board import Board, Color, parse_square, squares
from game.clock import TimeControl
from game.evaluation import Judgement, Kind
from game.records.transcript import parse_transcript
from game.tree import Game
from play.coach_reasons import coach_reason
from play.match import MatchPhase
from play.practice.walk import MOST_QUESTIONS
from play.refutation import Refutation
from play.review import mistakes_in
from play.settings import Language
from tests.samples import CORNER_LOST, LAST_MOVE, PERSON, random_game
from tests.ui.driving import (
    QUICK,
    click,
    click_square,
    do,
    given,
    page,
    post,
    press,
    resize,
    start,
    start_of_strangers,
    type_text,
    wait,
    words_drawn,
)
from ui.app import App
from ui.board.lesson import Lesson
from ui.layout import MIN_SIZE
from ui.pages.play.cards import EndModel
from ui.panels.verdict import VerdictModel, VerdictPanel
from ui.text.coaching import describe_coach_reason
from ui.text.commentary import describe_turn

A7, H2 = parse_square("a7"), parse_square("h2")


@pytest.fixture(autouse=True)
def _ready() -> None:
    assert preparation.wait().is_ready


def lesson(app: App) -> Lesson:
    return given(page(app).commands.lessons.open)


def finish(app: App, game: Game) -> None:
    game.go_to(len(game.line) - 1)
    start(app, PERSON, PERSON, game=game)


def ending(app: App) -> EndModel:
    model = page(app).state.card
    assert isinstance(model, EndModel)
    return model


def verdict(app: App) -> VerdictModel:
    model = page(app).state.card
    assert isinstance(model, VerdictModel)
    return model


def is_final(app: App) -> bool:
    turning = page(app).commands.turning
    return turning is not None and turning.is_final


def test_card_opens_at_once_and_names_the_turning_point(app: App) -> None:
    finish(app, random_game(4, CORNER_LOST))
    app.frame()
    assert ending(app).sentences == ("Finding where it turned …",)
    wait(app, lambda: is_final(app))
    app.frame()
    first, second = ending(app).sentences
    assert first.startswith(("It turned at move ", "The costliest move was number "))
    assert " and missed " in second
    assert page(app).state.figures.scores.marks
    wait(app, lambda: page(app).is_idle)
    for size in (MIN_SIZE, (1280, 800), (900, 1200)):
        resize(app, size)
        assert "Show me" in words_drawn(app)


def test_forced_move_is_no_turning_point(app: App) -> None:
    finish(app, Game(LAST_MOVE, [parse_square("h8")]))
    wait(app, lambda: is_final(app))
    app.frame()
    assert ending(app).sentences == ("No single move lost it.",)
    assert not app.actions["why"].is_possible()
    drawn = Board.from_text("O" * 32 + "X" * 25 + "OOOOOO-X")
    finish(app, Game(drawn, [parse_square("h8")]))
    wait(app, lambda: is_final(app))
    app.frame()
    assert ending(app).sentences == ("No single move decided it.",)


def test_learn_review_and_the_card_count_the_same_mistakes(app: App) -> None:
    """Also after Learn, which stores its findings in the game."""
    game = random_game(4, CORNER_LOST)
    game.go_to(len(game.line) - 1)
    start(app, PERSON, QUICK, game=game)
    wait(app, lambda: is_final(app))
    commands = page(app).commands
    mistakes, label = given(commands.walk).mistakes, commands.next_steps[0].label
    assert f"{min(len(mistakes), MOST_QUESTIONS)} " in label
    do(app, "learn_end")
    assert [move.ply for move in mistakes_in(game.line, Color.BLACK)] == [move.ply for move in mistakes]
    do(app, "page_play")
    app.frame()
    assert (commands.next_steps[0].label, given(commands.turning).line) == (label, game.line)


def test_lesson_without_scores_uses_the_words_of_the_coach() -> None:
    """It also shows the answer; with scores the title differs and no answer is shown."""
    board = parse_transcript("f5d6c3").board
    move, better, *_ = squares(board.legal_moves())
    answer = next(squares(board.play(move).legal_moves()))
    found = Refutation(board, move, Judgement(4.0, -5.0, 16, Kind.ESTIMATE, 90, (better,), (answer,)))
    for has_scores in (False, True):
        lesson = Lesson(board, move, found, None, None, has_scores=has_scores)
        lesson.show((0, 1))
        said = describe_coach_reason(found, coach_reason(board, move, found.judgement))[0]
        assert (lesson.model.title == said) is not has_scores
        assert (lesson.scene.answer is not None) is not has_scores


def test_show_me_plays_the_mistake_and_then_the_better_line(app: App) -> None:
    finish(app, random_game(4, CORNER_LOST))
    end = app.session.match.game.node
    wait(app, lambda: is_final(app))
    press(app, pygame.K_l)
    shown = lesson(app)
    found = given(shown.found)
    assert page(app).animator.board == shown.board == found.board
    assert "Close" in words_drawn(app)
    title = verdict(app).title
    seen = [shown.place]
    while shown.place != (1, len(found.lines[1])):
        press(app, pygame.K_RIGHT)
        seen.append(shown.place)
        assert page(app).animator.board == shown.board
        assert verdict(app).title == title
        assert verdict(app).sentences[0]
    assert seen == [(n, k) for n, line in enumerate(found.lines) for k in range(len(line) + 1)]
    press(app, pygame.K_LEFT)
    assert shown.place == seen[-2]
    press(app, pygame.K_ESCAPE)
    assert page(app).commands.lessons.open is None
    assert page(app).animator.board == end.board
    assert app.session.match.game.node is end
    press(app, pygame.K_l)
    english = lesson(app).model.title
    app.apply(replace(app.settings, language=Language.RUSSIAN))
    app.frame()
    turning = given(page(app).commands.turning)
    assert lesson(app).model.title == describe_turn(turning.number, given(turning.refutation)) != english
    card = page(app).view.card
    assert isinstance(card, VerdictPanel)
    places = {
        place: (x, y)
        for x in range(card.rect.left, card.rect.right, 4)
        for y in range(card.rect.top, card.rect.bottom, 4)
        if (place := card.move_at((x, y))) is not None
    }
    lines = card.model.lines if card.model is not None else ()
    assert set(places) == {(n, k + 1) for n, line in enumerate(lines) for k in range(len(line.moves))}
    click(app, places[1, 1])
    assert lesson(app).place == (1, 1)


def test_any_hinted_move_can_be_explained_then_played(app: App) -> None:
    start_of_strangers(app, Game(CORNER_LOST), TimeControl(per_game=60.0))
    app.session.match.resume()
    press(app, pygame.K_t)
    place = page(app).view.layout.cell(H2).center
    post(app, pygame.MOUSEBUTTONDOWN, pos=place, button=3)
    assert app.session.match.phase is MatchPhase.PAUSED, "the clock stands still"
    wait(app, lambda: lesson(app).found is not None)
    app.frame()
    assert verdict(app).title.startswith("h2 gives away the corner h1 and ")
    assert app.session.match.game.moves == ()
    click_square(app, "a7")
    wait(app, lambda: lesson(app).found is not None)
    app.frame()
    assert "a7" in verdict(app).title
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.HUMAN
    click_square(app, "h2")
    assert app.session.match.game.moves == (H2,)


def test_next_typed_square_is_explained_not_played(app: App) -> None:
    start_of_strangers(app, Game(CORNER_LOST))
    press(app, pygame.K_l)
    app.frame()
    assert page(app).state.status.startswith("Choose the move")
    type_text(app, "h2")
    assert app.session.match.game.moves == ()
    assert lesson(app).move == H2
    press(app, pygame.K_l)
    assert not page(app).commands.lessons.is_on
    type_text(app, "h2")
    assert app.session.match.game.moves == (H2,)


def test_lesson_ends_on_undo_and_on_page_change(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(CORNER_LOST, [A7]))
    for leave in ("undo", "page_review"):
        move = page(app).match.board.legal_moves().bit_length() - 1
        assert page(app).commands.lessons.ask(app.session.match.game.node, move)
        app.frame()
        app.do(leave)
        app.frame()
        app.do("page_play")
        assert page(app).commands.lessons.open is None
