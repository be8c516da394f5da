"""The page Review on SDL's dummy driver, with scripted engines."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from ai import preparation
from ai.limits import MoveScore
from game.board import PASS, Board, Color, parse_square, squares
from game.evaluation import Evaluation, Judgement, Kind, Mark
from game.records.any_format import parse_game
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game, Shape
from play.archive.index import make_index
from play.hints import OpeningMoves
from play.match import MatchPhase
from play.review import Review, ReviewPhase
from play.sharing import Form, shared_text
from play.two_lines import MOST_STEPS
from tests import wthor_files
from tests.ai.books import small_book
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine, scripted_engines
from tests.samples import CORNER_LOST, LAST_MOVE, PERSON, WHITE_PASSES, random_game
from tests.ui.driving import (
    QUICK,
    SIZES,
    OpenPage,
    assert_drawing_changes_nothing,
    click,
    dialog_of,
    do,
    given,
    lab,
    move_mouse,
    page_of,
    post,
    press,
    press_all,
    push,
    push_in_dialog,
    resize,
    start,
    type_text,
    usable,
    wait,
    words_drawn,
)
from ui.app import App
from ui.dialogs.fields import TextField
from ui.dialogs.games import GamesDialog
from ui.dialogs.help import MenuDialog
from ui.dialogs.line import LineDialog
from ui.dialogs.share import ShareDialog
from ui.layout import MIN_SIZE
from ui.pages.lab.commands import WAYS
from ui.pages.lab.race import RaceCommands
from ui.pages.review.page import ReviewPage
from ui.pages.review.two_lines import TwoLines
from ui.system_dialog import Invocation
from ui.text.languages import OWN_NAMES

MOVES = "f5d6c3d3c4f4"
C4, F4, F6, B4, D6 = (parse_square(name) for name in ("c4", "f4", "f6", "b4", "d6"))


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    """Returns the engines that the review and the hints make."""
    assert preparation.wait().is_ready
    return scripted_engines(monkeypatch)


@pytest.fixture
def app(open_page: OpenPage, engines: list[ScriptedEngine]) -> App:
    assert not engines, "the window makes them"
    return open_page(ReviewPage, Record(parse_transcript(MOVES), black="Anna", white="Ben"))


@pytest.fixture
def page(app: App) -> ReviewPage:
    return page_of(app, ReviewPage)


def judge(app: App, page: ReviewPage, ply: int, best: float, played: float, is_exact: bool = False) -> None:
    """Judges a move as a review would, with a better move and a reply."""
    node = page.commands.cursor.main[ply]
    before = given(node.parent).board
    others = [move for move in squares(before.legal_moves()) if move != node.move]
    answers = list(squares(node.board.legal_moves()))
    source = Kind.EXACT if is_exact else Kind.ESTIMATE
    node.judgement = Judgement(best, played, 12, source, 87, (others[0],), (answers[0],), 0.5)
    node.note(Evaluation(before.turn.sign * played, 10, Kind.ESTIMATE, 87))
    page.commands.cursor.game.changes += 1
    app.frame()


def visit(app: App, page: ReviewPage, ply: int) -> None:
    page.commands.cursor.visit(page.commands.cursor.main[ply])
    app.frame()


def review_game(app: App, game: Game) -> None:
    """Starts a game on the page Play and returns to Review."""
    start(app, PERSON, PERSON, game=game)
    do(app, "page_review")


def begun(app: App, page: ReviewPage) -> Review:
    press(app, pygame.K_SPACE)
    return given(page.commands.review)


def asked(engine: ScriptedEngine) -> ScriptedAnalysis:
    return engine.asked[-1]


def finish(app: App, review: Review, engines: list[ScriptedEngine]) -> None:
    while not review.is_over:
        analysis = asked(engines[0])
        if not analysis.is_done:
            analysis.finish_depth(analysis.limit.depth or 12, analysis.progress.move, 0.5)
            analysis.end()
        app.frame()


def test_a_review_goes_from_end_to_start(app: App, page: ReviewPage, engines: list[ScriptedEngine]) -> None:
    review = begun(app, page)
    assert asked(engines[0]).board == page.commands.cursor.main[-1].board
    finish(app, review, engines)
    assert review.phase is ReviewPhase.DONE
    assert page.state.summary.note == "reviewed at 0.5 s a move"
    assert len(page.state.graph.evaluations) == len(page.commands.cursor.main)
    resize(app, (900, 700))
    do(app, "review_explorer")
    finish(app, begun(app, page), engines)
    assert app.toasts.current == "100 % reviewed", "the explorer covers the results"


def test_keys_pause_and_end_a_review_and_choose_its_time(
    app: App, page: ReviewPage, engines: list[ScriptedEngine]
) -> None:
    press(app, pygame.K_SPACE)
    assert page.commands.is_reviewing
    assert re.search(r"reviewing, 0 of 7, about \d+ s$", page.state.status)
    press(app, pygame.K_SPACE)
    assert not page.commands.is_reviewing
    assert asked(engines[0]).was_stopped
    assert "review paused at 0 of 7" in page.state.status
    press(app, pygame.K_SPACE)
    assert page.commands.is_reviewing
    press(app, pygame.K_s)
    assert page.commands.review is None
    assert not page.commands.is_begun
    press(app, pygame.K_PLUS)
    assert app.settings.review_seconds == 2.0
    press_all(app, *9 * [pygame.K_MINUS])
    assert app.settings.review_seconds == 0.2
    for seconds in (10.0, 0.5):
        push(app, f"review_time_{seconds:g}")
        assert app.settings.review_seconds == seconds
    assert begun(app, page).limit.seconds == 0.5


def test_review_shows_the_time_left_and_the_solved_empties(app: App, page: ReviewPage) -> None:
    page.commands.open_record(Record(Game(moves=random_game(1).moves[:44])))
    review = begun(app, page)
    assert review.solving is not None
    before = review.seconds_left
    assert f"of {len(review.line)}, about " in page.state.status
    assert page.state.status.endswith(f", solving {review.solving} empties")
    review._spent = 30.0  # without a result yet, as on a slow machine
    assert review.seconds_left > 5 * before


def test_review_error_is_reported(app: App, page: ReviewPage, engines: list[ScriptedEngine]) -> None:
    press(app, pygame.K_SPACE)
    asked(engines[0]).error = MemoryError("no memory")
    asked(engines[0]).end()
    app.frame()
    assert page.status.is_problem
    assert page.state.status == "The review failed: there is not enough memory"


def test_value_of_a_position_is_shown_at_its_move(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=-4.0, played=-4.0)
    node = page.commands.cursor.main[3]
    node.note(Evaluation(-34.2, 20, Kind.ESTIMATE))
    visit(app, page, 3)
    assert page.state.evaluation < 0.2
    assert "White +34." in page.state.verdict.sentences


def test_marks_are_shown_in_list_graph_board_and_words(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    press_all(app, pygame.K_HOME, pygame.K_PERIOD)
    state = page.state
    assert page.commands.cursor.node.ply == 3
    assert state.moves.main[2].mark is Mark.BLUNDER
    assert state.moves.main[2].note == "−10"
    assert state.graph.marks == ((3, Mark.BLUNDER),)
    assert given(state.scene.sign)[1] == "??"
    assert state.verdict.title == "3. c3 ?? loses 10 discs"
    assert state.verdict.sentences[0].split(" ", 1)[1].startswith("was better")
    assert "(Black +4)" in state.verdict.sentences[0]
    assert state.verdict.sentences[1].startswith("After c3 (White +6)")
    assert state.summary.sides[0].lost == "10.0 discs a move · 1 ??"
    assert state.summary.sides[0].details == (
        "",  # too few moves to be compared
        "opening 10.0 · middle 0.0 · end 0.0",
        "0 of 1 move within 2 discs",
    )
    assert not page.commands.mistake(+1)
    judge(app, page, 4, best=2.0, played=-2.0, is_exact=True)
    visit(app, page, 4)
    assert page.state.verdict.sentences[0] == "A won game becomes a lost one."
    assert page.state.verdict.title == "4. d3 ? loses 4 discs"


def test_square_names_are_lowercase_on_every_page(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    visit(app, page, 3)
    for shown in ("review", "play", "practice", "lab"):
        do(app, f"page_{shown}")
        words = " ".join(words_drawn(app))
        assert not re.findall(r"\b[A-EGH][1-8]\b", words), "F1 to F8 are keys"
        assert re.search(r"\b[a-h][1-8]\b", words) or shown not in ("review", "play")


def test_book_judgements_are_labelled_in_list_and_words(app: App, page: ReviewPage) -> None:
    for ply, loss, note in ((1, 0.4, "book"), (3, 6.1, "−6 book")):
        judge(app, page, ply, best=0.0, played=-loss)
        node = page.commands.cursor.main[ply]
        node.judgement = replace(given(node.judgement), source=Kind.BOOK, depth=0)
        page.commands.cursor.game.changes += 1
        visit(app, page, ply)
        assert page.state.moves.main[ply - 1].note == note
        assert "The opening book judges this move." in page.state.verdict.sentences


def test_partial_review_shows_its_progress_and_can_be_resumed(app: App, page: ReviewPage) -> None:
    label = app.actions["review_start"]
    assert (label.shown_label, page.state.summary.note) == ("Review the game", "")
    for ply in (6, 5):
        judge(app, page, ply, best=0.5, played=0.5)
    assert page.state.summary.note == "33 % reviewed"
    assert label.shown_label == "Resume"
    for ply in (4, 3, 2, 1):
        judge(app, page, ply, best=0.5, played=0.5)
    assert page.state.summary.note == "reviewed at 0.5 s a move"
    assert label.shown_label == "Review again"
    node = page.commands.cursor.main[6]
    node.judgement = replace(given(node.judgement), source=Kind.EXACT, seconds=0.1)
    judge(app, page, 5, best=0.5, played=0.5)
    assert page.state.summary.note == "reviewed at 0.5 s a move", (
        "what is exact was not searched for less long"
    )
    press(app, pygame.K_PLUS)
    begun(app, page)
    assert label.shown_label == "Pause"
    press(app, pygame.K_SPACE)
    assert label.shown_label == "Resume"


def searched_lines(app: App, page: ReviewPage, engines: list[ScriptedEngine]) -> TwoLines:
    """Answers each search of the open lines by its first legal move, and returns these lines."""
    lines = given(page.commands.lessons.open)
    for _ in range(4 * MOST_STEPS):
        if engines[1].asked and not asked(engines[1]).is_done:
            analysis = asked(engines[1])
            move = next(squares(analysis.board.legal_moves()))
            analysis.finish_depth(analysis.limit.depth or 12, move, 0.5)
            analysis.end()
        app.frame()
    return lines


def test_two_lines_step_together_on_two_boards(
    app: App, page: ReviewPage, engines: list[ScriptedEngine]
) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    visit(app, page, 0)
    press(app, pygame.K_l)
    judged = page.commands.cursor.node
    assert judged is page.commands.cursor.main[3], "the next mistake"
    assert given(page.state.lines).sentences[0].startswith("Finding out what c3 costs")
    shown = searched_lines(app, page, engines)
    played, best = given(shown.review.lines)
    found = given(judged.judgement)
    assert (played[:2], best[0]) == ((judged.move, found.refutation[0]), found.better[0])
    assert len(played) == len(best) == MOST_STEPS
    start = given(judged.parent).board
    for step in range(1, MOST_STEPS + 1):
        press(app, pygame.K_RIGHT)
        boards = [Game(start, line[:step]).board for line in (played, best)]
        assert [page.animator.board, page._beside.board] == boards
        rings = {square for square in range(64) if boards[0].color_at(square) != boards[1].color_at(square)}
        scenes = page.state.scene, page.state.beside
        assert [set(squares(scene.rings)) for scene in scenes] == [rings, rings]
        assert (
            f"Move {step} of {MOST_STEPS} · {len(rings)} squares differ" in given(page.state.lines).sentences
        )
    press(app, pygame.K_LEFT)
    chips = {box.target: place for box, place in page.view.lines.placed.places if box.target}
    click(app, chips[1, 2].move(page.view.lines.rect.topleft).center)
    assert page.animator.board == Game(start, played[:2]).board
    press(app, pygame.K_SPACE)
    assert shown.is_running
    assert page.commands.review is None, "Space reviews nothing now"
    wait(app, lambda: page.animator.board == Game(start, played[:3]).board)
    push(app, "review_play_lines")
    assert not shown.is_running
    press(app, pygame.K_ESCAPE)
    assert page.animator.board == judged.board
    assert page.view.beside is None
    assert app.session.match.game.moves == parse_transcript(MOVES).moves, "the game has not moved"


def test_right_click_compares_a_legal_move(app: App, page: ReviewPage, engines: list[ScriptedEngine]) -> None:
    visit(app, page, 0)
    for square, is_legal in (("a1", False), ("d3", True)):
        place = page.view.layout.cell(parse_square(square)).center
        post(app, pygame.MOUSEBUTTONDOWN, button=3, pos=place)
        assert (page.commands.lessons.open is not None) is is_legal
    shown = searched_lines(app, page, engines)
    assert shown.review.is_over
    assert bool(shown.model.lines) == bool(shown.review.lines), "no empty lines where nothing is better"
    for size in SIZES:
        resize(app, size)
        one, other = page.view.layout, page.view.beside
        assert one.felt.size == given(other).felt.size


def test_reason_of_a_mistake_is_in_the_verdict(app: App, page: ReviewPage) -> None:
    page.commands.open_record(Record(Game(CORNER_LOST, (parse_square("h2"),))))
    app.frame()
    judge(app, page, 1, best=20.0, played=4.0)
    assert "h2 lets Black take the corner h1." in page.state.verdict.sentences


def test_keys_wheel_graph_and_list_navigate_and_a_click_tries_a_move(app: App, page: ReviewPage) -> None:
    press_all(app, pygame.K_LEFT, pygame.K_LEFT)
    cursor = page.commands.cursor
    assert cursor.node.ply == 4
    click(app, page.view.layout.cell(F6).center)
    before = cursor.node
    legal = next(move for move in squares(cursor.node.board.legal_moves()))
    click(app, page.view.layout.cell(legal).center)
    assert cursor.node.parent is before
    press(app, pygame.K_DOWN)
    assert cursor.node.ply == 5
    assert len(page.state.moves.variations[4]) == 1
    press(app, pygame.K_END)
    assert cursor.node is cursor.line[-1]
    for notches, ply in ((1, 5), (2, 3), (-1, 4)):
        post(app, pygame.MOUSEWHEEL, x=0, y=notches, pos=page.view.layout.board.center)
        assert cursor.node.ply == ply
    press(app, pygame.K_HOME)
    assert cursor.node.ply == 0
    type_text(app, "f5")
    assert cursor.node is cursor.main[1]
    plot = page.view.graph._plot.move(page.view.graph.rect.topleft)
    click(app, (round(plot.left + plot.width * 2 / 20), plot.centery))
    assert page.commands.cursor.node.ply == 2
    cell = next(cell for cell in page.view.moves._cells if cell.entry.node.ply == 4)
    click(app, page.view.moves._rect(cell).move(page.view.moves.rect.topleft).center)
    assert page.commands.cursor.node.ply == 4


def test_graph_can_be_enlarged_and_shrunk_and_has_the_loss_of_each_move(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    assert page.state.graph.losses == ((3, 10.0),)
    for size in (MIN_SIZE, (2560, 1080)):
        resize(app, size)
        small = page.view.layout.graph.height
        push(app, "review_graph")
        assert page.view.layout.graph.height > small
        assert page.view.layout.verdict.height > 0, "what is said of the move stays"
        plot = page.view.graph._plot.move(page.view.graph.rect.topleft)
        click(app, (round(plot.left + plot.width * 2 / 20), plot.centery))
        assert page.commands.cursor.node.ply == 2
        push(app, "review_scale")
        assert page.state.graph.is_linear
        push(app, "review_scale")
        push(app, "review_graph")
        assert page.view.layout.graph.height == small


def test_graph_actions_are_enabled_only_when_the_graph_is_visible(app: App, page: ReviewPage) -> None:
    page.commands.cursor.game.comment(page.commands.cursor.node, "Seen before")
    app.change(archive="a folder")
    for size, is_beside in (((900, 700), False), ((1920, 1080), True)):
        resize(app, size)
        for tab in ("review_explorer", "review_moves"):
            do(app, tab)
            is_in_sight = is_beside or tab == "review_moves"
            assert page.view.has_moves == is_in_sight
            for identity in ("review_graph", "review_scale", "review_read"):
                assert app.actions[identity].is_possible() == is_in_sight, (size, tab, identity)


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1080)])
def test_without_an_archive_no_column_is_empty(app: App, page: ReviewPage, size: tuple[int, int]) -> None:
    resize(app, size)
    assert not page.view.has_explorer
    assert page.view.layout.moves.right == page.view.layout.summary.right
    app.change(archive="a folder")
    app.frame()
    assert page.view.has_explorer
    assert page.view.has_moves


def test_review_is_possible_except_for_the_initial_position(app: App) -> None:
    for game, is_possible in ((Game(), False), (Game(WHITE_PASSES), True), (Game(moves=(37,)), True)):
        review_game(app, game)
        assert app.actions["review_start"].is_possible() == is_possible


def test_endless_hints_are_coloured_by_loss(
    app: App, page: ReviewPage, engines: list[ScriptedEngine]
) -> None:
    press(app, pygame.K_t)
    analysis = asked(engines[1])
    assert analysis.board == page.commands.cursor.node.board
    assert analysis.options.all_moves
    assert analysis.limit.seconds is None
    moves = list(squares(analysis.board.legal_moves()))[:3]
    scores = tuple(
        MoveScore(move, score, 9, Kind.ESTIMATE, 87, (move,))
        for move, score in zip(moves, (3.0, -2.0, -9.0), strict=True)
    )
    analysis.progress = replace(analysis.progress, scores=scores)
    page._refresh.forget()
    app.frame()
    marks = {mark.square: mark.colour for mark in page.state.scene.hints}
    assert [marks[move] for move in moves] == ["good_on_felt", "mistake_on_felt", "blunder_on_felt"]
    press(app, pygame.K_LEFT)
    assert analysis.was_stopped
    assert asked(engines[1]).board == page.commands.cursor.node.board
    press(app, pygame.K_t)
    assert asked(engines[1]).was_stopped
    assert not page.state.scene.hints
    before = len(engines[1].asked)
    press_all(app, pygame.K_SPACE, pygame.K_t)
    assert len(engines[1].asked) == before, "they wait while a review runs"
    press(app, pygame.K_SPACE)
    assert len(engines[1].asked) == before + 1


def test_promoting_and_deleting_variations_can_be_undone(app: App, page: ReviewPage) -> None:
    press_all(app, pygame.K_HOME, pygame.K_RIGHT)
    cursor = page.commands.cursor
    other = next(m for m in squares(cursor.node.board.legal_moves()) if m != cursor.main[2].move)
    cursor.play(other)
    app.frame()
    press(app, pygame.K_DELETE)
    assert cursor.node.ply == 1
    assert len(cursor.node.children) == 1
    press(app, pygame.K_z)
    assert cursor.node is cursor.main[1].children[1], "one stands in what is back"
    press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
    assert cursor.main[2].move == other
    assert page.state.moves.main[1].node.move == other
    press(app, pygame.K_z)
    assert given(cursor.node.parent).children[1] is cursor.node


def test_promoted_line_is_the_main_line_until_undone(app: App, page: ReviewPage) -> None:
    cursor, match = page.commands.cursor, app.session.match
    cursor.go_to(2)
    cursor.play(C4)
    press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
    do(app, "page_play")
    assert match.game.moves == parse_transcript(MOVES).moves, "the page Play goes on from where it stands"
    do(app, "page_review")
    assert page.commands.cursor.node.path[2:] == (C4,)
    assert [entry.node.move for entry in page.state.moves.main][2:] == [C4]
    press(app, pygame.K_z)
    assert [entry.node.move for entry in page.state.moves.main] == list(match.game.moves)


@pytest.mark.parametrize(
    ("text", "result", "told"),
    [
        (
            "(;GM[Othello]PC[GGS/os]PB[Ann]PW[Ben]RB[2100.00]RE[+12.00:r]TI[5:00]TY[8]"
            "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)",
            "+12.00:r",
            "Black wins 38–26",
        ),
        (
            "(;FF[4]GM[2]PB[Ann]PW[Ben]BR[2100]RE[B+Time]EV[Cup]RO[Final]PC[GGS/os];B[f5];W[d6])",
            "+64.00:t",
            "Black wins on time",
        ),
    ],
)
def test_metadata_of_an_opened_game_is_shown_and_shared(
    app: App, page: ReviewPage, reopen: Callable[[App], App], text: str, result: str, told: str
) -> None:
    page.commands.open_text(text)
    app.frame()
    for _ in range(2):  # and after a restart
        assert page.state.moves.heading == told
        assert told in page.state.status
        dialog = share_dialog(app)
        before = parse_game(text)
        for form in (Form.GGF, Form.SGF):
            given = parse_game(shared_text(form, dialog.choice.record, page.commands.cursor.node))
            assert given.result == (result if form is Form.GGF else f"+64.00:{result[-1]}")
            assert (given.place, given.event, given.round) == (before.place, before.event, before.round)
            assert (given.ratings, given.controls) == (before.ratings, before.controls)
        app = reopen(app)
        page = app.show(ReviewPage)
        app.frame()
    page.commands.match.play(next(squares(page.commands.match.board.legal_moves())))
    app.frame()
    assert page.state.moves.heading == "", "it goes on"


def test_graph_can_be_clicked_while_its_moves_are_deleted(app: App, page: ReviewPage) -> None:
    press(app, pygame.K_DELETE)
    assert app.session.match.game.moves == parse_transcript(MOVES).moves, "what was played is not deleted"
    app.session.match.travel(2)
    app.frame()
    page.commands.cursor.go_to(3)
    plot = page.view.graph._plot.move(page.view.graph.rect.topleft)
    place = round(plot.left + plot.width * 6 / 20), plot.centery
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, unicode="", mod=0))
    click(app, place)
    assert page.commands.cursor.node is page.commands.cursor.main[-1]
    assert page.commands.cursor.node.ply == 2


def test_computer_pauses_on_review(app: App, page: ReviewPage) -> None:
    """It is the computer's turn; it goes on when the page Play is shown again."""
    do(app, "page_play")
    start(app, PERSON, QUICK, game=Game(moves=(37,)))
    assert app.session.match.phase is MatchPhase.THINKING
    do(app, "page_review")
    for _ in range(3):
        app.frame()
    assert app.session.match.phase is MatchPhase.PAUSED
    page.commands.cursor.play(next(squares(page.commands.cursor.node.board.legal_moves())))
    app.frame()
    do(app, "page_play")
    assert app.session.match.phase is MatchPhase.THINKING
    assert app.session.match.game.moves == (37,), "what was tried is a variation, not a move of the game"


def test_hints_of_the_game_pause_on_review(app: App, engines: list[ScriptedEngine]) -> None:
    do(app, "page_play", "hint")
    app.frame()
    hinted = next(engine for engine in engines if engine.asked)
    do(app, "page_review")
    assert asked(hinted).was_stopped
    assert len(hinted.asked) == 1
    assert not app.session.match.thinking.is_hinting
    do(app, "page_play")
    assert len(hinted.asked) == 2, "they go on afterwards"
    assert app.session.match.thinking.is_hinting


def test_new_game_on_play_replaces_the_reviewed_one(app: App, page: ReviewPage) -> None:
    review = begun(app, page)
    do(app, "page_play")
    assert review.phase is ReviewPhase.PAUSED, "the game needs the processors"
    start(app, PERSON, PERSON, game=Game())
    do(app, "page_review")
    assert page.commands.review is None
    assert page.commands.cursor.game is app.session.match.game


def test_opened_game_is_separate_from_the_one_on_play_and_keys_switch(app: App, page: ReviewPage) -> None:
    played = app.session.match
    page.commands.open_record(Record(parse_transcript("c4c3d3"), black="Cleo", white="Dan"))
    press(app, pygame.K_LEFT)
    opened = page.commands.cursor
    assert (opened.game.moves, app.session.match) == (parse_transcript("c4c3d3").moves, played)
    do(app, "page_play")
    start(app, PERSON, PERSON, game=Game())
    do(app, "page_review")
    assert page.commands.cursor is opened, "a new game on Play is none here"
    press(app, pygame.K_r, mod=pygame.KMOD_SHIFT)
    assert page.commands.cursor.game is app.session.match.game
    assert not app.actions["review_own"].is_possible()
    press(app, pygame.K_o, mod=pygame.KMOD_SHIFT)
    push_in_dialog(app, "Cleo – Dan")
    assert page.commands.cursor is opened
    assert opened.node.ply == 2, "where one was"
    press(app, pygame.K_n)
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert app.page.identity == "play"
    assert app.session.match.game.moves == parse_transcript("c4c3").moves
    assert app.session.match.seats[0].is_human, "who goes on is to move"


def test_reopened_game_is_listed_once_and_the_game_on_play_is_followed(app: App, page: ReviewPage) -> None:
    for _ in range(2):
        for black in ("Cleo", "Eve"):
            page.commands.open_record(Record(parse_transcript("c4c3"), black=black, white="Dan"))
    do(app, "review_opened")
    rows = [action.label for action in dialog_of(app, MenuDialog).choice]
    assert rows == ["On the page Play: Anna – Ben", "Cleo – Dan"]
    push_in_dialog(app, rows[0])
    start(app, PERSON, PERSON, game=Game())
    assert page.commands.cursor.game is app.session.match.game
    page.commands.open_record(Record(parse_transcript("c4c3d3")))
    do(app, "page_play")
    app.session.open(Record(parse_transcript("c4e3")))
    do(app, "page_review")
    assert page.commands.cursor.game is app.session.match.game, "a game opened on Play is the one to review"


def test_paused_review_resumes_with_moves_played_meanwhile(
    app: App, page: ReviewPage, engines: list[ScriptedEngine]
) -> None:
    press_all(app, pygame.K_SPACE, pygame.K_HOME)
    do(app, "page_play")
    game = app.session.match.game
    game.play(next(squares(game.board.legal_moves())))
    do(app, "page_review")
    assert len(page.commands.cursor.main) == 8
    press(app, pygame.K_SPACE)
    assert page.commands.is_reviewing
    assert asked(engines[0]).board == game.board
    assert "0 of 8, about" in page.state.status


def test_learn_reviews_moves_played_meanwhile(app: App, page: ReviewPage) -> None:
    press(app, pygame.K_SPACE)
    do(app, "page_play")
    game = app.session.match.game
    game.play(next(squares(game.board.legal_moves())))
    do(app, "page_review")
    page.commands.learn()
    assert given(page.commands.review).line == page.commands.cursor.main


def test_loss_on_time_is_shown(app: App, page: ReviewPage) -> None:
    app.session.match.game.lose_on_time(Color.BLACK)
    app.frame()
    state = page.state
    assert "on time" in state.status
    assert "on time" in state.moves.heading
    press(app, pygame.K_LEFT)
    assert "on time" not in page.state.status


def test_pass_is_shown_and_a_position_that_begins_with_one_is_played(app: App, page: ReviewPage) -> None:
    review_game(app, Game(WHITE_PASSES, (PASS,)))
    assert "passed" in page.state.verdict.title
    assert "passed" in page.state.scene.caption
    review_game(app, Game(WHITE_PASSES))
    state, cursor = page.state, page.commands.cursor
    assert "has no move and passes" in state.scene.caption
    assert "Black to move" in state.status
    assert state.scene.legal == cursor.next_board.legal_moves() != 0
    assert page.commands.can_start
    square = next(squares(state.scene.legal))
    assert page.commands.cursor.play(square)
    assert cursor.node.path == (PASS, square)


def test_graph_draws_a_single_score_but_not_a_bare_result(app: App, page: ReviewPage) -> None:
    game = Game(WHITE_PASSES)
    game.root.note(Evaluation(-64.0, 10, Kind.EXACT))
    review_game(app, game)
    assert [(ply, known.score) for ply, known in page.state.graph.evaluations] == [(0, -64.0)]
    review_game(app, Game(LAST_MOVE, (next(squares(LAST_MOVE.legal_moves())),)))
    assert page.state.graph.evaluations == (), "a result alone says nothing of the moves"


def test_page_is_drawn_at_every_size(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    judge(app, page, 5, best=4.0, played=-6.0)
    visit(app, page, 4)
    for size in SIZES:
        resize(app, size)
        assert_drawing_changes_nothing(app)
        assert {"review_mistake_back", "review_mistake_on"} <= {*usable(app), *app.toolbar.usable}
        layout = page.view.layout
        for part in (layout.summary, layout.graph, layout.verdict, layout.moves):
            card = pygame.surfarray.array2d(app.display.surface.subsurface(part.inflate(-20, -20)))
            assert len(np.unique(card)) > 2, "there is something on every card"


# Comments, marks and sharing


def test_squares_are_marked_by_click_or_keys_and_marking_is_undone(app: App, page: ReviewPage) -> None:
    press(app, pygame.K_m, mod=pygame.KMOD_CTRL)
    assert page.state.status == "Marking squares: click or type one for its next shape; Ctrl+M to stop"
    node = page.commands.cursor.node
    click(app, page.view.layout.cell(0).center)
    type_text(app, "h8")
    assert node.marks == {0: Shape.CIRCLE, 63: Shape.CIRCLE}
    click(app, page.view.layout.cell(0).center)
    assert node.marks[0] is Shape.SQUARE
    assert dict(page.state.scene.marks) == node.marks
    press_all(app, *3 * [pygame.K_z])
    assert node.marks == {}
    press(app, pygame.K_m, mod=pygame.KMOD_CTRL)
    assert page.state.status.startswith("Move ")
    click(app, page.view.layout.cell(0).center)
    assert page.commands.cursor.node is node
    assert node.marks == {}


def test_position_can_be_commented(app: App, page: ReviewPage) -> None:
    press(app, pygame.K_k)
    dialog_of(app, LineDialog).line.set_text("A good move.")
    press(app, pygame.K_RETURN)
    assert page.commands.cursor.node.comment == "A good move."
    press(app, pygame.K_k)
    dialog_of(app, LineDialog).line.set_text("A good move. | Or not?")
    press(app, pygame.K_RETURN)
    assert page.commands.cursor.node.comment == "A good move.\nOr not?"
    press(app, pygame.K_k)
    assert dialog_of(app, LineDialog).line.get_text() == "A good move. | Or not?"
    assert page.state.verdict.comment == "A good move.\nOr not?"
    press_all(app, pygame.K_ESCAPE, pygame.K_z, pygame.K_z)
    assert page.commands.cursor.node.comment == ""
    node = page.commands.cursor.node
    node.comment = "A family: \U0001f468\u200d\U0001f467"
    press(app, pygame.K_k)
    press(app, pygame.K_RETURN)
    assert node.comment == "A family: \U0001f468\u200d\U0001f467", "it was only looked at"


def test_long_comment_is_paged_beside_the_score_and_noted_in_the_list(app: App, page: ReviewPage) -> None:
    judge(app, page, 3, best=4.0, played=-6.0)
    node = page.commands.cursor.main[3]
    page.commands.cursor.game.comment(node, "\n".join(f"Line {number}" for number in range(40)))
    visit(app, page, 3)
    resize(app, MIN_SIZE)
    assert [entry.is_noted for entry in page.state.moves.main] == [ply == 3 for ply in range(1, 7)]
    assert "White +6" in " ".join(page.state.verdict.sentences)
    assert lines_read(app)[0].startswith("Line 0")
    words = page.view.verdict.rect.center
    click(app, words)
    seen = set()
    for _ in range(10):
        seen |= set(lines_read(app))
        press(app, pygame.K_k, mod=pygame.KMOD_SHIFT)
        if not page.commands.enlarged_card:
            break
    assert {f"Line {number}" for number in range(40)} <= seen
    assert page.view.layout.moves.height > 0, "it is small again after its end"


def lines_read(app: App) -> list[str]:
    """Returns the lines of the comment drawn beside the score."""
    page, read = page_of(app, ReviewPage), list[str]()
    panel = page.view.verdict
    draw = panel.theme.text

    def spy(text: str, *details: Any) -> pygame.Surface:
        read.append(text)
        return draw(text, *details)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(panel.theme, "text", spy)
        panel._repaint(page.state.verdict)
    assert " ".join(read[1:3]).startswith(page.state.verdict.sentences[0])
    return [text.removesuffix(" …") for text in read if text.startswith("Line")]


def accept(app: App, entry: TextField, text: Path | str) -> None:
    entry.set_text(str(text))
    press(app, pygame.K_RETURN)


def share_dialog(app: App) -> ShareDialog:
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    return dialog_of(app, ShareDialog)


def test_game_is_saved_in_every_format_and_asks_before_replacing(app: App, tmp_path: Path) -> None:
    for form in set(Form) - {Form.WTHOR}:
        dialog = share_dialog(app)
        dialog.choose(dialog.form, form)
        assert dialog.path.get_text().endswith(f"Anna - Ben.{form.value}")
        assert (dialog.copy.is_enabled, dialog.side.is_enabled) == (form.is_text, form is Form.PNG)
        path = tmp_path / f"game.{form.value}"
        path.write_bytes(b"")
        accept(app, dialog.path, path)
        assert dialog.error == "It already exists: Save again to replace it, or choose another name"
        assert not dialog.is_busy, "the place is asked before a picture is made"
        press(app, pygame.K_RETURN)
        wait(app, lambda: not app.overlay.is_open)
        assert path.stat().st_size > 10, "Save again replaces it"
    assert pygame.image.load(tmp_path / "game.png").get_size() == (800, 800)
    assert '"move":"f5"' in (tmp_path / "game.html").read_text("utf-8")


def test_message_about_an_existing_file_is_not_cut(app: App, tmp_path: Path) -> None:
    resize(app, MIN_SIZE)
    (tmp_path / "game.ggf").touch()
    for language in OWN_NAMES:
        app.apply(replace(app.settings, language=language))
        dialog = share_dialog(app)
        accept(app, dialog.path, tmp_path / "game.ggf")
        assert given(dialog._line).text == dialog.error != "", language
        press(app, pygame.K_ESCAPE)


def test_each_existing_file_is_confirmed_and_a_text_is_copied(app: App, tmp_path: Path) -> None:
    for name in ("one.ggf", "two.ggf"):
        (tmp_path / name).write_bytes(b"before")
    dialog = share_dialog(app)
    for name in ("one.ggf", "two.ggf"):
        accept(app, dialog.path, tmp_path / name)
        assert "already" in dialog.error
    dialog.choose(dialog.form, Form.SGF)
    accept(app, dialog.path, tmp_path / "two.ggf")
    assert "already" in dialog.error, "something else was refused"
    assert {path.read_bytes() for path in tmp_path.glob("*.ggf")} == {b"before"}
    dialog.copy_text()
    app.frame()
    assert parse_game(pygame.scrap.get_text()).game.moves == parse_transcript(MOVES).moves
    assert not app.overlay.is_open


def test_wthor_saves_three_files_or_explains_why_not(app: App, tmp_path: Path) -> None:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, Form.WTHOR)
    assert not dialog.copy.is_enabled
    accept(app, dialog.path, tmp_path / "game.wtb")
    assert dialog.error == "WTHOR can hold only games with a result"
    assert not (tmp_path / "game.wtb").exists()
    dialog.choice = replace(dialog.choice, record=replace(dialog.choice.record, result="+64.00:t"))
    accept(app, dialog.path, tmp_path / "game.wtb")
    wait(app, lambda: not app.overlay.is_open)
    assert {".jou", ".trn", ".wtb"} <= {path.suffix for path in tmp_path.glob("game.*")}


def test_system_dialog_chooses_the_file(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chosen.ggf"
    command = Invocation((sys.executable, "-c", f"print({str(path)!r})"))
    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", lambda *_details: command)
    share_dialog(app)._browse()
    wait(app, lambda: not app.overlay.is_open)
    assert parse_game(path.read_text("utf-8")).game.moves == parse_transcript(MOVES).moves


def test_share_dialog_keeps_its_choices_when_resized(app: App) -> None:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, Form.OBF)
    dialog.path.set_text("/tmp/x.obf")
    app.display.window.size = (1000, 700)
    app.frame()
    again = dialog_of(app, ShareDialog)
    assert again.form.value is Form.OBF
    assert again.path.get_text() == "/tmp/x.obf"
    again.choose(again.form, Form.SGF)
    assert again.path.get_text() == again.said == "/tmp/x.sgf", "another form, another ending, the same place"
    again.path.set_text("/tmp/x.txt")
    again.changed()
    again.choose(again.form, Form.PGN)
    assert again.path.get_text() == "/tmp/x.txt"


@pytest.mark.parametrize(("result", "played"), [("-64.00:r", 3), ("?", 4)])
def test_moves_tried_after_the_end_are_not_shared_as_played(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, result: str, played: int
) -> None:
    """They are shared as played if the game has no result: it may go on."""
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    app = open_page(ReviewPage, Record(parse_transcript("f5d6c3"), result=result))
    press(app, pygame.K_END)
    type_text(app, "d3")
    for form in (Form.GGF, Form.SGF, Form.PGN):
        dialog = share_dialog(app)
        dialog.choose(dialog.form, form)
        dialog.copy_text()
        wait(app, lambda: not app.overlay.is_open)
        record = parse_game(copied[-1])
        assert (len(record.game.moves), len(record.game.main) - 1) == (
            (3, 4) if form is Form.GGF else (played, played)
        )
        assert record.date is None
        said = app.toasts.current or ""
        assert ("without the moves tried" in said) == (played == 3 and form is not Form.GGF)


# The archive


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr("play.archive.reader.make_index_apart", make_index)  # in-process: faster
    folder = tmp_path / "wthor"
    folder.mkdir()
    moves = parse_transcript(MOVES).moves
    (folder / "WTH_2001.wtb").write_bytes(
        wthor_files.archive(wthor_files.record(moves, 40), wthor_files.record(moves[:3], 20), year=2001)
    )
    return folder


def archive_dialog(app: App) -> GamesDialog:
    """Opens the dialog of the archive and waits until it is read."""
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, GamesDialog)
    wait(app, lambda: dialog.listing.is_settled)
    app.frame()
    return dialog


def test_archive_can_be_chosen_and_removed(app: App, page: ReviewPage, archive: Path) -> None:
    dialog = archive_dialog(app)
    accept(app, dialog.path, "/no/such/folder")
    assert dialog.error == "There is no such folder"
    assert app.settings.archive == ""
    accept(app, dialog.path, archive / "WTH_2001.wtb")  # a file of it will do
    assert app.settings.archive == str(archive)
    wait(app, lambda: dialog.said == "2 games")
    press(app, pygame.K_ESCAPE)
    wait(app, lambda: page.commands.archive.index is not None)
    dialog = archive_dialog(app)
    assert dialog.said == "2 games"
    accept(app, dialog.path, "")
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert page.commands.archive.index is None


def test_lab_searches_the_position_shown_on_review(app: App, page: ReviewPage) -> None:
    do(app, "review_first")
    for way in WAYS:
        do(app, "page_review", "review_on")
        seen = page.commands.cursor.node.board
        do(app, "page_lab", way)
        commands = lab(app).part.commands
        searched = commands.setup.board if isinstance(commands, RaceCommands) else commands.board
        assert searched == seen != app.session.match.board
    do(app, "page_play")
    assert app.position == app.session.match.board
    do(app, "page_review", "review_first", "page_lab")
    assert app.position == Board.initial()
    start(app, PERSON, PERSON, game=Game(WHITE_PASSES))
    assert app.position == WHITE_PASSES
    assert app.actions["lab_position"].is_possible()


def test_damage_in_the_archive_is_reported_once(app: App, page: ReviewPage, archive: Path) -> None:
    (archive / "WTH_2002.wtb").write_bytes(b"no such file")
    accept(app, archive_dialog(app).path, archive)
    press(app, pygame.K_ESCAPE)
    wait(app, lambda: page.commands.archive.index is not None)
    wait(app, lambda: "WTH_2002.wtb" in (app.toasts.current or ""))
    assert (app.toasts.current or "").startswith("Damaged: ")
    app.toasts.update(100.0)
    app.frame()
    assert app.toasts.current is None, "it is told once"
    assert "WTH_2002.wtb" in archive_dialog(app).error
    press(app, pygame.K_ESCAPE)
    for file in archive.iterdir():
        file.unlink()
    page.on_open()
    wait(app, lambda: bool(page.commands.archive.problem))
    wait(app, lambda: app.toasts.current == page.commands.archive.problem)


# Known without a search


def point_at(app: App, page: ReviewPage, name: str) -> None:
    move_mouse(app, page.view.layout.cell(parse_square(name)).center)


def test_book_moves_show_scores_for_black_and_the_openings_they_lead_to(app: App, page: ReviewPage) -> None:
    page.commands.opening_moves = OpeningMoves(page.commands.opening_moves.openings, small_book())
    visit(app, page, 1)
    press(app, pygame.K_2)
    rows = {row.move: row for row in given(page.state.explorer).rows}
    scores = {move: row.book.score for move, row in rows.items() if row.book is not None}
    assert scores == {D6: "+0.3", F6: "+0.8", F4: "+12.0"}
    assert rows[F4].name == "Parallel Opening"
    assert [move for move, row in rows.items() if row.book and row.book.is_best] == [D6]
    assert not page.state.scene.hints, "nothing on the board that could be taken for a hint"
    press(app, pygame.K_1)
    for square, said in (
        ("f4", "f4 leads to “Parallel Opening”, in the opening book Black +12"),
        ("d6", "d6 leads to “Perpendicular Opening”, in the opening book about even"),
        ("a1", "Move 1 of 6, White to move"),
    ):
        point_at(app, page, square)
        assert page.state.status == said
    page.commands.opening_moves = OpeningMoves(page.commands.opening_moves.openings, None)
    visit(app, page, 2)
    visit(app, page, 1)
    point_at(app, page, "f4")
    assert page.state.status == "f4 leads to “Parallel Opening”"


def test_time_of_each_move_and_name_of_the_opening_are_shown(app: App, page: ReviewPage) -> None:
    record = Record(parse_transcript(MOVES))
    for node in record.game.line[1:4]:
        node.seconds = 10.0 * node.ply
    page.commands.open_record(record)
    app.frame()
    assert page.state.graph.seconds == ((1, 10.0), (2, 20.0), (3, 30.0))
    press(app, pygame.K_HOME)
    assert page.state.summary.title == "Game"
    press_all(app, *5 * [pygame.K_RIGHT])
    assert page.state.summary.title == "Tiger"
    assert page.state.summary.line == "f5 d6 c3 d3 c4"
    page.commands.open_record(Record(parse_transcript("d3c5f6f5e6")))
    press(app, pygame.K_END)
    assert (page.state.summary.title, page.state.summary.line) == ("Tiger", "d3 c5 f6 f5 e6"), (
        "as it was played"
    )


def test_undo_and_redo_go_to_the_change_and_describe_it(app: App, page: ReviewPage) -> None:
    cursor = page.commands.cursor
    cursor.game.go_to(0)
    visit(app, page, 1)
    page.commands.use_square(F6)
    do(app, "review_delete")
    assert "Undo (Z) brings them back" in (app.toasts.current or "")
    cursor.game.comment(cursor.main[3], "so")
    visit(app, page, 0)
    said = []
    for action in ("review_undo",) * 3 + ("review_redo",) * 3:
        do(app, action)
        said.append((app.toasts.current, cursor.node.ply))
    assert said == [
        ("3. c3: the comment is as before", 3),
        ("2. f6 and all after it are back", 2),
        ("2. f6 is removed again", 1),
        ("2. f6 is back", 2),
        ("2. f6 and all after it are gone again", 1),
        ("3. c3: the comment is changed again", 3),
    ]
    press_all(app, pygame.K_z, pygame.K_y, pygame.K_z)
    assert app.toasts.current == "3. c3: the comment is as before"


def test_passes_are_not_counted_in_list_heading_and_status(app: App, page: ReviewPage) -> None:
    game = random_game(3)
    passed = next(node for node in game.line if node.move == PASS)
    game.go_to(0)
    review_game(app, game)
    number = passed.ply
    visit(app, page, passed.ply + 1)
    app.frame()
    panel = page.view.moves
    first = next(cell for cell in panel._cells if cell.entry.node is page.commands.cursor.node)
    row = [cell for cell in panel._cells if cell.row == first.row]
    label = next(text for at, _left, text in panel._labels if at == first.row)
    assert int(label) + sum(c.entry.node.move != PASS for c in row[: row.index(first)]) == number
    assert page.state.verdict.title.startswith(f"{number}. ")
    assert f"Move {number} of " in page.state.status
    assert page.state.graph.passes[0] == passed.ply
    main = page.commands.cursor.main
    fork = next(n for n in main[passed.ply :] if n.board.legal_moves().bit_count() > 1)
    visit(app, page, fork.ply)
    others = [move for move in squares(fork.board.legal_moves()) if move != main[fork.ply + 1].move]
    page.commands.use_square(others[0])
    app.frame()
    aside = next(variation for each in page.state.moves.variations for variation in each)
    assert aside.prefix == f"{60 - fork.board.empties + 1}."
