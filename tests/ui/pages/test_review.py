"""The page Review on SDL's dummy driver, with scripted engines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from ai import preparation
from ai.limits import MoveScore
from game.board import PASS, Board, Color, parse_square, squares
from game.cursor import Cursor
from game.evaluation import Evaluation, Kind
from game.judgement import Judgement, Mark
from game.records.any_format import parse_game
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game, Shape
from play.match import MatchPhase
from play.opening_moves import OpeningMoves
from play.players import Seat
from play.review import ReviewPhase
from play.settings import AnimationSpeed, Settings
from play.sharing import Form, shared_text
from play.store import Store
from tests import wthor_files
from tests.ai.books import small_book
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.samples import CORNER_LOST, LAST_MOVE, WHITE_PASSES
from tests.ui.driving import QUICK, click, press, wait
from ui.app import App
from ui.dialogs.archive import ArchiveDialog
from ui.dialogs.comment import CommentDialog
from ui.dialogs.share import ShareDialog
from ui.layout import MIN_SIZE, Frame
from ui.pages.race.page import RacePage
from ui.pages.review.commands import ReviewCommands
from ui.pages.review.page import ReviewPage
from ui.pages.review.view import ReviewLayout
from ui.pages.slow_motion.commands import SlowMotionCommands
from ui.pages.slow_motion.page import SlowMotionPage
from ui.system_dialog import Command

MOVES = "f5d6c3d3c4f4"
C4, F6, B4 = (parse_square(name) for name in ("c4", "f6", "b4"))
SIZES = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200))


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    """Of the review and of the hints."""
    assert preparation.wait().is_ready
    made: list[ScriptedEngine] = []

    def make(*_args: Any, **_options: Any) -> ScriptedEngine:
        made.append(ScriptedEngine())
        return made[-1]

    monkeypatch.setattr("play.session.Engine", make)
    return made


@pytest.fixture
def app(tmp_path: Path, engines: list[ScriptedEngine]) -> Iterator[App]:
    assert not engines, "the window makes them"
    store = Store(tmp_path)
    store.save_settings(Settings(animation=AnimationSpeed.OFF, muted=True, book=False))
    app = App(store, Record(parse_transcript(MOVES), black="Anna", white="Ben"))
    app.display.window.size = (1280, 800)
    open_review(app)
    yield app
    if app.is_running:
        app.close()


def open_review(app: App) -> None:
    app.do("page_review")
    app.frame()


def page(app: App) -> ReviewPage:
    assert isinstance(app.page, ReviewPage)
    return app.page


def commands(app: App) -> ReviewCommands:
    return page(app).commands


def cursor_of(app: App) -> Cursor:
    return page(app).commands.cursor


def judge(app: App, ply: int, best: float, played: float, is_exact: bool = False) -> None:
    """As a review would, with a better line and an answer."""
    node = cursor_of(app).main[ply]
    assert node.parent is not None
    others = [move for move in squares(node.parent.board.legal_moves()) if move != node.move]
    answers = list(squares(node.board.legal_moves()))
    node.judgement = Judgement(best, played, 10, is_exact, 87, (others[0],), (answers[0],), 0.5)
    sign = -1 if node.parent.board.turn is Color.WHITE else 1
    node.note(Evaluation(sign * played, 10, Kind.ESTIMATE, 87))
    cursor_of(app).game.changes += 1
    app.frame()


def asked(engine: ScriptedEngine) -> ScriptedAnalysis:
    return engine.asked[-1]


def test_a_review_goes_from_the_last_position_to_the_first(app: App, engines: list[ScriptedEngine]) -> None:
    press(app, pygame.K_SPACE)
    app.frame()
    review = commands(app).review
    assert review is not None
    assert asked(engines[0]).board == cursor_of(app).main[-1].board
    while not review.is_over:
        analysis = asked(engines[0])
        if not analysis.is_done:
            analysis.finish_depth(8, analysis.progress.move, 0.5)
            analysis.end()
        app.frame()
    assert review.phase is ReviewPhase.DONE
    assert page(app).state.summary.note == "reviewed at 0.5 s a move"
    assert len(page(app).state.graph.points) == len(cursor_of(app).main)


def test_space_pauses_and_goes_on_and_stop_ends_it(app: App, engines: list[ScriptedEngine]) -> None:
    press(app, pygame.K_SPACE)
    app.frame()
    assert commands(app).is_reviewing
    assert "reviewing, 0 of 7 positions" in page(app).state.status
    press(app, pygame.K_SPACE)
    assert not commands(app).is_reviewing
    assert asked(engines[0]).was_stopped
    assert "rests" in page(app).state.status
    press(app, pygame.K_SPACE)
    assert commands(app).is_reviewing
    press(app, pygame.K_s)
    assert commands(app).review is None
    assert not commands(app).is_begun


def test_the_time_for_a_position_is_chosen_and_kept(app: App) -> None:
    press(app, pygame.K_PLUS)
    assert app.settings.review_seconds == 1.0
    for _ in range(9):
        press(app, pygame.K_MINUS)
    assert app.settings.review_seconds == 0.1
    press(app, pygame.K_SPACE)
    app.frame()
    review = commands(app).review
    assert review is not None
    assert review.limit.seconds == 0.1


def test_an_error_of_the_review_is_told(app: App, engines: list[ScriptedEngine]) -> None:
    press(app, pygame.K_SPACE)
    app.frame()
    asked(engines[0]).error = MemoryError("no memory")
    asked(engines[0]).end()
    app.frame()
    assert page(app).status.is_problem
    assert page(app).state.status == "The review failed: no memory"


def test_beside_a_mistake_stands_what_speaks_against_it(app: App) -> None:
    text = CORNER_LOST.text()
    record = Record(Game(Board.from_text(text)))
    record.game.play(parse_square("h2"))
    commands(app).open_record(record)
    app.frame()
    judge(app, 1, best=20.0, played=4.0)
    assert "H2 lets Black take the corner H1." in page(app).state.verdict.sentences


def test_marks_are_told_in_list_graph_board_and_words(app: App) -> None:
    judge(app, 3, best=4.0, played=-6.0)
    press(app, pygame.K_HOME)
    press(app, pygame.K_PERIOD)
    state = page(app).state
    assert cursor_of(app).node.ply == 3
    assert state.moves.main[2].mark is Mark.BLUNDER
    assert state.moves.main[2].note == "−10.0"
    assert [(found.ply, found.mark) for found in state.graph.marks] == [(3, Mark.BLUNDER)]
    assert state.scene.sign is not None
    assert state.scene.sign[1] == "??"
    assert state.verdict.title == "3. C3 ?? loses 10.0 discs"
    assert state.verdict.sentences[0].startswith("Better was")
    assert "(+4.0, 10 plies at 87 %)" in state.verdict.sentences[0]
    assert state.verdict.sentences[1].startswith("After C3 (−6.0)")
    assert state.summary.sides[0].lost == "lost 10 discs · 1 ??"
    assert not commands(app).mistake(+1)


def test_a_result_that_was_lost_is_said(app: App) -> None:
    judge(app, 4, best=2.0, played=-2.0, is_exact=True)
    cursor_of(app).visit(cursor_of(app).main[4])
    app.frame()
    assert page(app).state.verdict.sentences[0] == "A won game becomes a lost one."
    assert page(app).state.verdict.title == "4. D3 ? loses 4 discs"


def test_better_line_and_answer_are_walked_on_the_board(app: App) -> None:
    judge(app, 3, best=4.0, played=-6.0)
    cursor_of(app).visit(cursor_of(app).main[3])
    app.frame()
    judged = cursor_of(app).node
    assert judged.judgement is not None
    press(app, pygame.K_l)
    assert cursor_of(app).node.path == (*judged.path[:-1], *judged.judgement.better)
    cursor_of(app).visit(judged)
    app.frame()
    press(app, pygame.K_r)
    assert cursor_of(app).node.path == (*judged.path, *judged.judgement.refutation)
    assert app.session.match.game.moves == parse_transcript(MOVES).moves, "the game has not moved"


def test_arrows_walk_and_a_click_tries_a_move(app: App) -> None:
    press(app, pygame.K_LEFT)
    press(app, pygame.K_LEFT)
    cursor = cursor_of(app)
    assert cursor.node.ply == 4
    click(app, page(app).view.layout.cell(F6).center)
    app.frame()
    before = cursor.node
    legal = next(move for move in squares(cursor.node.board.legal_moves()))
    click(app, page(app).view.layout.cell(legal).center)
    assert cursor.node.parent is before
    press(app, pygame.K_DOWN)
    assert cursor.node.ply == 5
    assert len(page(app).state.moves.asides[4]) == 1
    press(app, pygame.K_HOME)
    assert cursor.node.ply == 0
    press(app, pygame.K_END)
    assert cursor.node is cursor.line[-1]


def test_a_square_can_be_typed(app: App) -> None:
    press(app, pygame.K_HOME)
    press(app, pygame.K_f, "f")
    press(app, pygame.K_5, "5")
    assert cursor_of(app).node.ply == 1
    assert cursor_of(app).node in cursor_of(app).main


def test_the_wheel_over_the_board_goes_through_the_game(app: App) -> None:
    centre = page(app).view.layout.board.center
    for notches, ply in ((1, 5), (2, 3), (-1, 4)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, pos=centre))
        app.frame()
        assert cursor_of(app).node.ply == ply


def test_graph_and_list_are_clicked_to_travel(app: App) -> None:
    plot = page(app).view.graph._plot.move(page(app).view.graph.rect.topleft)
    click(app, (round(plot.left + plot.width * 2 / 60), plot.centery))
    assert cursor_of(app).node.ply == 2
    cell = next(cell for cell in page(app).view.moves._cells if cell.entry.node.ply == 4)
    place = page(app).view.moves._rect(cell).move(page(app).view.moves.rect.topleft)
    click(app, place.center)
    assert cursor_of(app).node.ply == 4


def test_hints_are_searched_without_an_end_and_coloured_by_loss(
    app: App, engines: list[ScriptedEngine]
) -> None:
    press(app, pygame.K_t)
    app.frame()
    analysis = asked(engines[1])
    assert analysis.board == cursor_of(app).node.board
    assert analysis.options.all_moves
    assert analysis.limit.seconds is None
    first, second, third = list(squares(analysis.board.legal_moves()))[:3]
    scores = (
        MoveScore(first, 3.0, 9, Kind.ESTIMATE, 87, (first,)),
        MoveScore(second, -2.0, 9, Kind.ESTIMATE, 87, (second,)),
        MoveScore(third, -9.0, 9, Kind.ESTIMATE, 87, (third,)),
    )
    analysis.progress = replace(analysis.progress, scores=scores)
    page(app)._refresh.forget()
    app.frame()
    marks = {mark.square: mark for mark in page(app).state.scene.hints}
    assert [marks[move].colour for move in (first, second, third)] == [
        "good_on_felt",
        "mistake_on_felt",
        "blunder_on_felt",
    ]
    press(app, pygame.K_n)
    assert [mark.square for mark in page(app).state.scene.hints] == [first], "the best one alone"
    press(app, pygame.K_LEFT)
    app.frame()
    assert analysis.was_stopped
    assert asked(engines[1]).board == cursor_of(app).node.board
    press(app, pygame.K_t)
    app.frame()
    assert asked(engines[1]).was_stopped
    assert not page(app).state.scene.hints


def test_hints_wait_while_a_review_runs(app: App, engines: list[ScriptedEngine]) -> None:
    press(app, pygame.K_SPACE)
    press(app, pygame.K_t)
    app.frame()
    assert not engines[1].asked
    press(app, pygame.K_SPACE)
    app.frame()
    assert engines[1].asked


def test_variations_are_promoted_deleted_and_that_is_taken_back(app: App) -> None:
    press(app, pygame.K_HOME)
    press(app, pygame.K_RIGHT)
    cursor = cursor_of(app)
    other = next(m for m in squares(cursor.node.board.legal_moves()) if m != cursor.main[2].move)
    cursor.play(other)
    app.frame()
    press(app, pygame.K_DELETE)
    assert cursor.node.ply == 1
    assert len(cursor.node.children) == 1
    press(app, pygame.K_z)
    assert len(cursor.node.children) == 2
    cursor.visit(cursor.node.children[1])
    app.frame()
    press(app, pygame.K_p)
    assert cursor.main[2].move == other
    assert page(app).state.moves.main[1].node.move == other
    press(app, pygame.K_z)
    assert cursor.node.parent is not None
    assert cursor.node.parent.children[1] is cursor.node


def test_a_promoted_line_is_the_main_one_until_that_is_taken_back(app: App) -> None:
    cursor, match = cursor_of(app), app.session.match
    cursor.go_to(2)
    cursor.play(C4)
    press(app, pygame.K_p)
    app.do("page_play")
    app.frame()
    assert match.game.moves == parse_transcript(MOVES).moves, "the page Play goes on from where it stands"
    open_review(app)
    assert cursor_of(app).node.path[2:] == (C4,)
    assert [entry.node.move for entry in page(app).state.moves.main][2:] == [C4]
    press(app, pygame.K_z)
    assert [entry.node.move for entry in page(app).state.moves.main] == list(match.game.moves)


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
def test_what_an_opened_game_says_of_itself_is_shown_and_shared(
    app: App, tmp_path: Path, text: str, result: str, told: str
) -> None:
    commands(app).open_text(text)
    app.frame()
    for _ in range(2):  # and after a restart
        assert page(app).state.moves.heading == told
        assert told in page(app).state.status
        dialog = share_dialog(app)
        before = parse_game(text)
        for form in (Form.GGF, Form.SGF):
            given = parse_game(shared_text(form, dialog.choice.record, cursor_of(app).node))
            assert given.result == (result if form is Form.GGF else f"+64.00:{result[-1]}")
            assert (given.place, given.event, given.round) == (before.place, before.event, before.round)
            assert (given.ratings, given.controls) == (before.ratings, before.controls)
        app.close()
        app.is_running = False
        app = App(Store(tmp_path))
        open_review(app)
    app.session.match.play(next(squares(app.session.match.board.legal_moves())))
    app.frame()
    assert page(app).state.moves.heading == "", "it goes on"
    app.close()


def test_what_was_played_is_not_deleted(app: App) -> None:
    press(app, pygame.K_DELETE)
    assert app.session.match.game.moves == parse_transcript(MOVES).moves


def test_the_graph_is_dragged_along_while_what_it_shows_is_deleted(app: App) -> None:
    app.session.match.travel(2)
    app.frame()
    cursor_of(app).go_to(3)
    plot = page(app).view.graph._plot.move(page(app).view.graph.rect.topleft)
    place = round(plot.left + plot.width * 6 / 60), plot.centery
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, unicode="", mod=0))
    click(app, place)
    assert cursor_of(app).node is cursor_of(app).main[-1]
    assert cursor_of(app).node.ply == 2


def test_nobody_moves_by_himself(app: App) -> None:
    """A game against the computer, whose turn it is, waits and goes on afterwards."""
    app.do("page_play")
    app.session.start_match((Seat(), QUICK), app.session.match.control, Game(moves=(37,)))
    app.frame()
    assert app.session.match.phase is MatchPhase.THINKING
    open_review(app)
    for _ in range(3):
        app.frame()
    assert app.session.match.phase is MatchPhase.PAUSED
    legal = next(squares(cursor_of(app).node.board.legal_moves()))
    cursor_of(app).play(legal)
    app.frame()
    app.do("page_play")
    app.frame()
    assert app.session.match.phase is MatchPhase.THINKING
    assert app.session.match.game.moves == (37,), "what was tried is a variation, not a move of the game"


def test_the_hints_of_the_game_wait_meanwhile(app: App, engines: list[ScriptedEngine]) -> None:
    app.do("page_play")
    app.do("hint")
    app.frame()
    app.frame()
    hinted = next(engine for engine in engines if engine.asked)
    open_review(app)
    app.frame()
    assert asked(hinted).was_stopped
    assert len(hinted.asked) == 1
    assert not app.session.match.thinking.is_hinting
    app.do("page_play")
    app.frame()
    assert len(hinted.asked) == 2, "they go on afterwards"
    assert app.session.match.thinking.is_hinting


def test_another_game_takes_the_place_of_the_first(app: App) -> None:
    press(app, pygame.K_SPACE)
    app.frame()
    app.do("page_play")
    app.frame()
    review = page_of_review(app).commands.review
    assert review is not None
    assert review.phase is ReviewPhase.PAUSED, "the game needs the processors"
    app.session.start_match((Seat(), Seat()), app.session.match.control, Game())
    open_review(app)
    assert commands(app).review is None
    assert cursor_of(app).game is app.session.match.game


def page_of_review(app: App) -> ReviewPage:
    return next(page for page in app.pages if isinstance(page, ReviewPage))


def test_moves_played_meanwhile_are_there_when_one_comes_back(app: App) -> None:
    press(app, pygame.K_HOME)
    app.do("page_play")
    app.frame()
    game = app.session.match.game
    game.play(next(squares(game.board.legal_moves())))
    open_review(app)
    assert len(cursor_of(app).main) == 8


def test_a_review_that_rested_goes_on_with_what_was_played_meanwhile(
    app: App, engines: list[ScriptedEngine]
) -> None:
    press(app, pygame.K_SPACE)
    app.frame()
    app.do("page_play")
    app.frame()
    game = app.session.match.game
    game.play(next(squares(game.board.legal_moves())))
    open_review(app)
    press(app, pygame.K_SPACE)
    app.frame()
    assert commands(app).is_reviewing
    assert asked(engines[0]).board == game.board
    assert "0 of 8 positions" in page(app).state.status


def test_a_loss_on_time_is_told(app: App) -> None:
    app.session.match.game.lose_on_time(Color.BLACK)
    app.frame()
    state = page(app).state
    assert "on time" in state.status
    assert "on time" in state.moves.heading
    press(app, pygame.K_LEFT)
    assert "on time" not in page(app).state.status


def test_a_pass_is_told(app: App) -> None:
    board = WHITE_PASSES
    assert board.must_pass()
    app.session.start_match((Seat(), Seat()), app.session.match.control, Game(board, (PASS,)))
    open_review(app)
    assert "passed" in page(app).state.verdict.title
    assert "passed" in page(app).state.scene.caption


def test_a_position_that_begins_with_a_pass_is_played_on_and_reviewed(app: App) -> None:
    app.session.start_match((Seat(), Seat()), app.session.match.control, Game(WHITE_PASSES))
    open_review(app)
    state, cursor = page(app).state, cursor_of(app)
    assert "has no move and passes" in state.scene.caption
    assert "Black to move" in state.status
    assert state.scene.legal == cursor.next_board.legal_moves() != 0
    assert commands(app).can_start
    square = next(squares(state.scene.legal))
    assert cursor_of(app).play(square)
    assert cursor.node.path == (PASS, square)


def test_one_known_score_is_drawn_and_no_sentence_denies_it(app: App) -> None:
    game = Game(WHITE_PASSES)
    game.root.note(Evaluation(-64.0, 10, Kind.EXACT))
    app.session.start_match((Seat(), Seat()), app.session.match.control, game)
    open_review(app)
    assert page(app).state.graph.points == ((0, -64.0),)
    over = Game(LAST_MOVE)
    over.play(next(squares(LAST_MOVE.legal_moves())))
    app.session.start_match((Seat(), Seat()), app.session.match.control, over)
    open_review(app)
    assert page(app).state.graph.points == (), "a result alone says nothing of the moves"


def test_the_name_of_the_opening_is_that_of_the_line_so_far(app: App) -> None:
    press(app, pygame.K_HOME)
    assert page(app).state.summary.title == "Game"
    for _ in range(5):
        press(app, pygame.K_RIGHT)
    assert page(app).state.summary.title == "Tiger"
    assert page(app).state.summary.line == "F5 D6 C3 D3 C4"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else(size: tuple[int, int]) -> None:
    layout = ReviewLayout.of(Frame.of(*size))
    parts = [layout.evaluation, layout.board, layout.summary, layout.graph, layout.verdict, layout.moves]
    window = pygame.Rect((0, 0), size)
    for n, part in enumerate(parts):
        assert part.width > 0
        assert part.height > 0
        assert window.contains(part)
        assert all(not part.colliderect(other) for other in parts[n + 1 :])
    assert layout.moves.height >= 80
    assert size >= MIN_SIZE or size[1] > size[0]


@pytest.mark.parametrize("size", SIZES)
def test_it_is_drawn_at_every_size(app: App, size: tuple[int, int]) -> None:
    judge(app, 3, best=4.0, played=-6.0)
    app.display.window.size = size
    app.frame()
    app.frame()
    before = app.display.surface.copy()
    app.draw()
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(app.display.surface, "RGB")
    layout = page(app).view.layout
    for part in (layout.summary, layout.graph, layout.verdict, layout.moves):
        inside = part.inflate(-20, -20)
        places = (
            (x, y) for x in range(inside.left, inside.right, 2) for y in range(inside.top, inside.bottom)
        )
        colours = {tuple(app.display.surface.get_at(place)) for place in places}
        assert len(colours) > 2, "there is something on every card"


def test_the_keyboard_alone_reaches_every_button(app: App) -> None:
    judge(app, 3, best=4.0, played=-6.0)
    judge(app, 5, best=4.0, played=-6.0)
    cursor_of(app).visit(cursor_of(app).main[4])
    app.frame()
    reached = set()
    for _ in range(40):
        press(app, pygame.K_TAB)
        reached.add(app.focus)
    assert {"review_start", "review_longer", "review_shorter", "review_hints"} <= reached
    assert {"review_mistake_back", "review_mistake_on"} <= reached


# Remarks, and giving away


def test_squares_are_marked_by_click_and_by_keys_and_that_is_taken_back(app: App) -> None:
    press(app, pygame.K_x)
    node = cursor_of(app).node
    click(app, page(app).view.layout.cell(0).center)
    press(app, pygame.K_h, "h")
    press(app, pygame.K_8, "8")
    assert node.marks == {0: Shape.CIRCLE, 63: Shape.CIRCLE}
    click(app, page(app).view.layout.cell(0).center)
    assert node.marks[0] is Shape.SQUARE
    assert dict(page(app).state.scene.marks) == node.marks
    for _ in range(3):
        press(app, pygame.K_z)
    assert node.marks == {}
    press(app, pygame.K_x)
    before = cursor_of(app).node
    click(app, page(app).view.layout.cell(0).center)
    assert cursor_of(app).node is before
    assert before.marks == {}


def test_a_position_is_commented_on(app: App) -> None:
    press(app, pygame.K_k)
    assert isinstance(app.overlay.dialog, CommentDialog)
    app.overlay.dialog.line.set_text("A good move.")
    press(app, pygame.K_RETURN)
    app.frame()
    assert cursor_of(app).node.comment == "A good move."
    assert page(app).state.verdict.sentences[0] == "A good move."
    press(app, pygame.K_z)
    assert cursor_of(app).node.comment == ""


def share_dialog(app: App) -> ShareDialog:
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    assert isinstance(app.overlay.dialog, ShareDialog)
    return app.overlay.dialog


@pytest.mark.parametrize("form", list(Form))
def test_it_is_saved_in_every_form_and_never_over_another_file(app: App, tmp_path: Path, form: Form) -> None:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, form)
    assert dialog.path.get_text().endswith(f"Anna - Ben.{form.value}")
    path = tmp_path / f"game.{form.value}"
    dialog.path.set_text(str(path))
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert path.stat().st_size > 10
    if form is Form.PNG:
        assert pygame.image.load(path).get_size() == (800, 800)
    dialog = share_dialog(app)
    dialog.path.set_text(str(path))
    press(app, pygame.K_RETURN)
    assert "already" in dialog.error
    path.write_bytes(b"")
    dialog.path.set_text(f"{path}.other")
    dialog.path.set_text(str(path))
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert path.stat().st_size > 10, "Save again replaces it"


def test_another_name_is_asked_about_anew(app: App, tmp_path: Path) -> None:
    for name in ("one.ggf", "two.ggf"):
        (tmp_path / name).write_bytes(b"before")
    dialog = share_dialog(app)
    for name in ("one.ggf", "two.ggf"):
        dialog.path.set_text(str(tmp_path / name))
        press(app, pygame.K_RETURN)
        assert f"there is a file {name} already" in dialog.error.lower()
    dialog.choose(dialog.form, Form.SGF)
    dialog.path.set_text(str(tmp_path / "two.ggf"))
    press(app, pygame.K_RETURN)
    assert "already" in dialog.error, "something else was refused"
    assert {path.read_bytes() for path in tmp_path.glob("*.ggf")} == {b"before"}


def film_dialog(app: App, path: Path) -> ShareDialog:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, Form.GIF)
    dialog.path.set_text(str(path))
    return dialog


def test_an_animated_picture_is_made_while_the_window_goes_on(app: App, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    dialog = film_dialog(app, path)
    dialog.choose(dialog.film_side, 240)
    dialog.choose(dialog.pace, 0.5)
    assert dialog.film_side.element.visible
    assert not dialog.side.element.visible
    press(app, pygame.K_RETURN)
    assert dialog.is_busy
    assert dialog.said.startswith("The picture is made: ")
    app.display.window.size = (900, 640)
    wait(app, lambda: not app.overlay.is_open)
    with Image.open(path) as picture:
        assert (picture.n_frames, picture.size) == (7, (240, 240))  # type: ignore[attr-defined]
        assert picture.info["duration"] == 500


def test_an_animated_picture_is_of_the_line_one_looks_at(app: App, tmp_path: Path) -> None:
    press(app, pygame.K_HOME)
    press(app, pygame.K_d, "d")
    press(app, pygame.K_3, "3")
    film_dialog(app, tmp_path / "game.gif")
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.n_frames == 2  # type: ignore[attr-defined]


def test_escape_ends_the_making_of_a_picture_and_leaves_no_file(app: App, tmp_path: Path) -> None:
    dialog = film_dialog(app, tmp_path / "new" / "game.gif")
    press(app, pygame.K_RETURN)
    assert dialog.is_busy
    press(app, pygame.K_ESCAPE)
    assert not app.overlay.is_open
    for _ in range(5):
        app.frame()
    assert not (tmp_path / "new").exists()


def test_the_place_is_asked_before_the_picture_is_made(app: App, tmp_path: Path) -> None:
    (tmp_path / "game.gif").write_bytes(b"before")
    dialog = film_dialog(app, tmp_path / "game.gif")
    press(app, pygame.K_RETURN)
    assert not dialog.is_busy
    assert "Save again to replace it" in dialog.error


def test_the_dialog_of_the_system_chooses_the_place(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chosen.ggf"
    command = Command((sys.executable, "-c", f"print({str(path)!r})"))
    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", lambda *_details: command)
    share_dialog(app)._browse()
    wait(app, lambda: not app.overlay.is_open)
    assert parse_game(path.read_text("utf-8")).game.moves == parse_transcript(MOVES).moves


def test_it_is_copied(app: App) -> None:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, Form.SGF)
    dialog.copy_text()
    app.frame()
    assert parse_game(pygame.scrap.get_text()).game.moves == parse_transcript(MOVES).moves
    assert not app.overlay.is_open


def test_a_picture_is_not_copied_and_a_text_has_no_size(app: App) -> None:
    dialog = share_dialog(app)
    assert dialog.copy.is_enabled
    assert not dialog.side.element.is_enabled
    dialog.choose(dialog.form, Form.PNG)
    assert not dialog.copy.is_enabled
    assert dialog.side.element.is_enabled


def test_what_was_chosen_stays_when_the_window_is_resized(app: App) -> None:
    dialog = share_dialog(app)
    dialog.choose(dialog.form, Form.OBF)
    dialog.path.set_text("/tmp/x.obf")
    app.display.window.size = (1000, 700)
    app.frame()
    again = app.overlay.dialog
    assert isinstance(again, ShareDialog)
    assert again.form.value is Form.OBF
    assert again.path.get_text() == "/tmp/x.obf"


# The archive


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "wthor"
    folder.mkdir()
    moves = parse_transcript(MOVES).moves
    (folder / "WTH_2001.wtb").write_bytes(
        wthor_files.archive(wthor_files.record(moves, 40), wthor_files.record(moves[:3], 20), year=2001)
    )
    return folder


def archive_dialog(app: App) -> ArchiveDialog:
    press(app, pygame.K_v)
    assert isinstance(app.overlay.dialog, ArchiveDialog)
    return app.overlay.dialog


def test_an_archive_is_named_once_and_tells_of_positions(
    app: App, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    dialog = archive_dialog(app)
    dialog.folder.set_text(str(archive))
    press(app, pygame.K_RETURN)
    assert app.settings.archive == str(archive)
    wait(app, lambda: commands(app).archive.index is not None)
    press(app, pygame.K_HOME)
    for _ in range(3):
        press(app, pygame.K_RIGHT)
    assert page(app).state.summary.line.endswith("2 games, the last in 2001")
    assert page(app).state.verdict.sentences[-1] == "In the archive: D3 1 (0 %)"
    assert archive_dialog(app).said == "2 games in the archive"
    press(app, pygame.K_ESCAPE)
    dialog = archive_dialog(app)
    dialog.folder.set_text("")
    press(app, pygame.K_RETURN)
    app.frame()
    assert commands(app).archive.index is None
    assert "archive" not in " ".join(page(app).state.verdict.sentences)


def test_a_folder_that_is_not_there_is_refused(app: App) -> None:
    dialog = archive_dialog(app)
    dialog.folder.set_text("/no/such/folder")
    press(app, pygame.K_RETURN)
    assert dialog.error == "There is no such folder"
    assert app.settings.archive == ""


def test_other_pages_search_the_position_looked_at(app: App) -> None:
    app.do("review_first")
    for identity, kind in (("page_race", RacePage), ("page_slow_motion", SlowMotionPage)):
        app.do("page_review")
        app.frame()
        app.do("review_on")
        app.frame()
        seen = cursor_of(app).node.board
        app.do(identity)
        app.frame()
        assert isinstance(app.page, kind)
        commands = app.page.commands
        searched = commands.board if isinstance(commands, SlowMotionCommands) else commands.setup.board
        assert searched == seen != app.session.match.board
    app.do("page_play")
    app.frame()
    assert app.position == app.session.match.board
    app.do("page_review")
    app.do("review_first")
    app.do("page_race")
    assert app.position == Board.initial()
    board = WHITE_PASSES
    app.session.start_match((Seat(), Seat()), app.session.match.control, Game(board))
    assert app.position == board
    assert app.actions["race_position"].is_possible()


def test_what_is_damaged_in_the_archive_is_told(
    app: App, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    (archive / "WTH_2002.wtb").write_bytes(b"no such file")
    dialog = archive_dialog(app)
    dialog.folder.set_text(str(archive))
    press(app, pygame.K_RETURN)
    wait(app, lambda: commands(app).archive.index is not None)
    wait(app, lambda: "WTH_2002.wtb" in (app.toasts.current or ""))
    assert (app.toasts.current or "").startswith("Something in the archive is damaged and left out: ")
    app.toasts.update(100.0)
    app.frame()
    assert app.toasts.current is None, "it is told once"
    assert "WTH_2002.wtb" in archive_dialog(app).said


def test_an_archive_that_cannot_be_used_is_told(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    (tmp_path / "empty").mkdir()
    commands(app).open_archive(str(tmp_path / "empty"))
    wait(app, lambda: bool(commands(app).archive.problem))
    wait(app, lambda: app.toasts.current == commands(app).archive.problem)


# What is known without a search


@pytest.fixture
def _small_book(app: App) -> None:
    openings = commands(app).opening_moves.openings
    commands(app).opening_moves = OpeningMoves(openings, small_book())


def point_at(app: App, name: str) -> None:
    place = page(app).view.layout.cell(parse_square(name)).center
    event = pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
    pygame.event.post(event)
    app.frame()


@pytest.mark.usefixtures("_small_book")
def test_the_moves_of_the_book_are_told_as_black_sees_them(app: App) -> None:
    cursor_of(app).visit(cursor_of(app).main[1])
    app.frame()
    sentences = page(app).state.verdict.sentences
    assert sentences[-2:] == (
        "In the opening book (+ is good for Black): D6 +0.3 · F6 +0.8 · F4 +12.0",
        "Openings from here: F4 Parallel Opening · D6 Perpendicular Opening · F6 Diagonal Opening",
    )
    press(app, pygame.K_HOME)
    assert "In the opening book" in " ".join(page(app).state.verdict.sentences)
    press(app, pygame.K_END)
    assert "In the opening book" not in " ".join(page(app).state.verdict.sentences)
    assert not page(app).state.scene.hints, "nothing on the board that could be taken for a hint"


@pytest.mark.usefixtures("_small_book")
def test_the_move_under_the_pointer_says_where_it_leads(app: App) -> None:
    cursor_of(app).visit(cursor_of(app).main[1])
    app.frame()
    for square, said in (
        ("f4", "F4 leads to “Parallel Opening”, in the opening book +12.0 Black ahead"),
        ("d6", "D6 leads to “Perpendicular Opening”, in the opening book +0.3 about even"),
        ("a1", "Move 1 of 6, White to move"),
    ):
        point_at(app, square)
        assert page(app).state.status == said


def test_without_a_book_nothing_is_said_of_it(app: App) -> None:
    commands(app).opening_moves = OpeningMoves(commands(app).opening_moves.openings, None)
    cursor_of(app).visit(cursor_of(app).main[1])
    app.frame()
    assert "book" not in " ".join(page(app).state.verdict.sentences)
    point_at(app, "f4")
    assert page(app).state.status == "F4 leads to “Parallel Opening”"


def test_marking_squares_says_so_as_long_as_it_is_on(app: App) -> None:
    press(app, pygame.K_x)
    assert page(app).state.status == "Marking squares: click or type one for the next shape, X ends it"
    press(app, pygame.K_x)
    assert page(app).state.status.startswith("Move ")


def test_the_time_of_each_move_is_that_of_the_record(app: App) -> None:
    record = Record(parse_transcript(MOVES))
    for node in record.game.line[1:4]:
        node.seconds = 10.0 * node.ply
    commands(app).open_record(record)
    app.frame()
    assert page(app).state.graph.seconds == ((1, 10.0), (2, 20.0), (3, 30.0))
