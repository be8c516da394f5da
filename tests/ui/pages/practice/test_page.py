"""The page Practice on SDL's dummy driver."""

from contextlib import closing
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from game.board import square_name, squares
from game.clock import Clock, TimeControl
from game.evaluation import Judgement, Kind
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game
from play.practice.exercise import Mistake
from play.practice.progress import PracticeTally, Section
from play.review import Review, ReviewPhase
from play.store import Store
from tests.play.practice.material import mistake
from tests.quick import quick
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    OpenPage,
    assert_apart,
    click,
    do,
    given,
    place_of_target,
    press,
    press_all,
    resize,
    start,
    type_text,
    usable,
    wait,
    walk_to,
    words_drawn,
)
from tests.ui.pages.practice.asked import drill, exercise, page, task, trainer
from ui import assets
from ui.actions import Actions
from ui.app import App
from ui.input import MODIFIERS
from ui.layout import MIN_SIZE
from ui.pages.practice.page import PracticePage
from ui.pages.practice.view import LINE_BUTTONS, MISSED, SECTION_BUTTONS, ProgressModel, ProgressPanel
from ui.pages.review.page import ReviewPage
from ui.theme import Theme

GAME = "f5d6c3d3c4f4f6f3"


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Returns the window with Practice open on three searched mistakes."""
    app = open_page(game=played_here())
    app.session.practice.add([mistake(number) for number in (1, 2, 3)])
    app.show(PracticePage)
    do(app, "practice_mistakes")
    return app


def played_here() -> Game:
    """Returns a game with a clock at each move, as a match leaves it."""
    game = parse_transcript(GAME)
    for node in game.line:
        node.clock = Clock.start(TimeControl())
    return game


def said(app: App) -> str:
    model = page(app).state.question
    return " ".join((*(words for words, _ink in model.lines), *model.details, model.heading))


def answer(app: App, square: int) -> None:
    type_text(app, square_name(square))


def test_typing_or_clicking_a_square_answers(app: App) -> None:
    found = exercise(app).found
    assert "Find a better move." in said(app)
    assert f"{square_name(found[-1].move)} was played in the game." in said(app)
    answer(app, found[1].move)
    assert f"{square_name(found[1].move)} costs about 5 discs" in said(app)
    assert "It comes back tomorrow." in said(app)
    assert f"In the game: {square_name(found[-1].move)} costs about " in said(app)
    sign = given(page(app).state.scene.sign)
    assert sign[:2] == (found[1].move, MISSED)
    press(app, pygame.K_SPACE, " ")
    best = exercise(app).best.move
    click(app, page(app).view.layout.cell(best).center)
    assert said(app).startswith(f"Right: {square_name(best)}")
    assert "It comes back in 3 days, on " in said(app)


def test_a_square_that_cannot_be_played_answers_itself(app: App) -> None:
    """Also after the answer, when moves are tried; a legal move clears the caption."""
    board = exercise(app).board
    taken, empty = (
        next(square for square in range(64) if not board.is_legal(square) and (discs >> square & 1) == is_one)
        for discs, is_one in ((board.black | board.white, True), (board.black | board.white, False))
    )
    for square, sentence in ((taken, "is taken"), (empty, "turns no discs")):
        click(app, page(app).view.layout.cell(square).center)
        scene = page(app).state.scene
        assert (scene.refused, scene.caption) == ((square, 0.0), f"{square_name(square)} {sentence}")
    assert page(app).animator.board == board
    app.update(10.0)
    app.frame()
    assert (page(app).state.scene.refused, page(app).state.scene.caption) == (None, "")
    answer(app, taken)
    answer(app, exercise(app).best.move)
    assert page(app).state.scene.refused is None
    answer(app, taken)
    assert given(page(app).state.scene.refused)[0] == taken


def test_space_goes_on_until_nothing_is_due(app: App) -> None:
    keys = []
    for _ in range(3):
        keys.append(task(app).key)
        answer(app, exercise(app).best.move)
        press(app, pygame.K_SPACE, " ")
    assert keys == [mistake(number).key for number in (1, 2, 3)]
    assert "Nothing is due today" in said(app)
    assert "The next one comes back in 3 days, on " in said(app)
    press(app, pygame.K_n, mod=pygame.KMOD_CTRL)
    assert task(app).key == keys[0]


def test_moves_are_walked_and_tried_after_the_answer(app: App) -> None:
    found = exercise(app).found
    root = task(app).cursor.node
    press(app, pygame.K_RIGHT)
    assert task(app).cursor.node is root, "before the answer nothing is walked"
    answer(app, found[1].move)
    press(app, pygame.K_LEFT)
    assert task(app).cursor.node is root
    press(app, pygame.K_PERIOD)
    assert task(app).cursor.node.move == found[0].move
    press(app, pygame.K_COMMA)
    assert task(app).cursor.node.move == found[1].move
    before = task(app).cursor.node
    answer(app, next(squares(before.board.legal_moves())))
    assert task(app).cursor.node.parent is before
    press(app, pygame.K_HOME)
    assert task(app).cursor.node is root
    assert trainer(app).practice.tallies(Section.MISTAKES, 1) == [PracticeTally(0, 1)]


def test_chip_of_a_line_goes_to_its_move_and_i_shows_the_answer(app: App) -> None:
    found = exercise(app).found
    answer(app, found[1].move)
    lines = page(app).view.lines
    click(app, place_of_target(lines, (0, 1)).center)
    assert task(app).cursor.node.move == found[0].move
    assert page(app).state.lines.lines[0].shown == 1
    press(app, pygame.K_SPACE, " ")
    best = exercise(app).best.move
    press(app, pygame.K_i)
    assert said(app).startswith(f"The answer is {square_name(best)}")
    assert task(app).cursor.node.move == best
    assert not task(app).has_answer


def test_tip_of_show_is_true_for_a_finished_line(app: App) -> None:
    """Show then reveals the continuation in the book, and the line does not come back."""
    do(app, "practice_openings")
    line = drill(app)
    while not line.is_line_done:
        answer(app, line.wanted(line.cursor.node)[0])
    assert trainer(app).is_asking, "as long as the book knows an answer"
    press(app, pygame.K_i)
    assert line.is_over
    assert "it does not come back" in said(app)
    tip = app.actions["practice_show"].shown_tip
    assert tip == "Show the solution; an unanswered position comes back tomorrow (I)"


def test_buttons_open_sections_and_digits_name_squares(app: App) -> None:
    press(app, pygame.K_2, "2")
    type_text(app, "a2")
    assert trainer(app).section is Section.MISTAKES
    answer(app, exercise(app).found[1].move)
    assert {*SECTION_BUTTONS, *LINE_BUTTONS} - usable(app) == {"practice_on"}, "the answer is the last move"
    walk_to(app, "practice_endgames")
    press(app, pygame.K_RETURN)
    assert trainer(app).section is Section.ENDGAMES
    press(app, pygame.K_ESCAPE)  # the button's
    press(app, pygame.K_ESCAPE)
    assert page(app).commands.is_today


def test_endgame_is_solved_and_its_lines_are_shown(app: App) -> None:
    do(app, "practice_endgames")
    board = exercise(app).board
    assert "One move" in said(app)
    assert f"{board.empties} empty squares · grade 1 of 5" in said(app)
    wrong = exercise(app).found[1].move
    answer(app, wrong)
    wait(app, lambda: exercise(app).has_lines)
    app.frame()
    labels = [(line.words, line.moves[0][0]) for line in page(app).state.lines.lines]
    assert labels == [("Best", exercise(app).best.move), ("You", wrong)]
    press(app, pygame.K_SPACE, " ")
    press(app, pygame.K_PLUS, "+")
    assert "grade 2 of 5" in said(app)
    press(app, pygame.K_MINUS, "-")
    assert "grade 1 of 5" in said(app)


def test_leaving_an_opening_shows_its_continuation(app: App) -> None:
    do(app, "practice_openings")
    press_all(app, *6 * [pygame.K_DOWN])
    app.frame()
    line = drill(app)
    assert said(app).startswith(f"{line.opening.name()}: you play")
    if line.cursor.node.ply == 0:
        answer(app, line.wanted(line.cursor.node)[0])
    node = line.cursor.node
    wrong = next(move for move in squares(node.board.legal_moves()) if move not in line.wanted(node))
    answer(app, wrong)
    assert said(app).startswith(f"{square_name(wrong)} leaves the line")
    assert f"{line.opening.name()} continues: {square_name(line.wanted(node)[0])}" in said(app)
    assert [shown.words for shown in page(app).state.lines.lines] == ["Played", "Line", "You"]
    press(app, pygame.K_x)
    assert (drill(app).opening, drill(app).color) == (line.opening, line.color.other)


def test_opened_game_is_not_asked_and_the_page_says_what_to_do(open_page: OpenPage) -> None:
    app = open_page(record=Record(parse_transcript(GAME), "Ann", "Bob"))
    app.session.match.game.line[3].judgement = Judgement(6.0, 0.5, 12, Kind.ESTIMATE)
    do(app, "page_practice", "practice_mistakes")
    assert said(app).startswith("No mistakes yet Play a game, open the page Review and press Space there.")
    assert "Only your own moves, not those of games you open" in said(app)
    assert not app.actions["practice_next"].is_possible()


def test_mistakes_of_a_reviewed_game_are_searched_and_added(app: App) -> None:
    game = played_here()
    start(app, PERSON, QUICK, game=game)
    for ply in (3, 4):
        game.line[ply].judgement = Judgement(6.0, 0.5, 12, Kind.ESTIMATE)
    app.show(PracticePage)
    wait(app, lambda: trainer(app).unsearched == 0)
    assert Mistake(game.line[2].board, game.moves[2]).key in app.session.practice.progress.mistakes
    assert game.line[3].board.text() not in app.session.practice.progress.mistakes, "that was the computer"


def test_end_of_a_review_adds_its_mistakes_once(app: App) -> None:
    app.show(ReviewPage)
    review_page = app.page
    assert isinstance(review_page, ReviewPage)
    game = app.session.match.game
    review_page.commands.start_or_pause()
    review = review_page.commands.review
    assert isinstance(review, Review)
    game.line[3].judgement = Judgement(6.0, 0.5, 12, Kind.ESTIMATE)
    review.pause()
    review.phase = ReviewPhase.DONE
    before = len(app.session.practice.progress.mistakes)
    app.frame()
    assert len(app.session.practice.progress.mistakes) == before + 1
    assert app.toasts.current == "Analysing 1 move for practice"
    app.frame()
    assert len(app.session.practice.progress.mistakes) == before + 1


def test_second_window_warns_that_answers_are_not_saved(app: App) -> None:
    with closing(Store(app.session.store.directory)) as store:
        app.session.store.keeps_practice = store.keeps_practice
    do(app, "practice_endgames")
    said = page(app).status.text
    assert said == "Answers given here are not saved: the file belongs to another window or a newer version"


@pytest.mark.parametrize("content", quick([None, b"\xff\xfe", b"", b"% nothing\n"], 2))
def test_missing_endgames_leave_other_sections_usable(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    """Each content is reported; the window is the same for all, so only one opens it."""
    original = assets.read_asset

    def damaged(name: str) -> bytes:
        if name != assets.PUZZLES:
            return original(name)
        if content is None:
            raise assets.MissingAsset(assets.ASSETS / name, "No such file or directory")
        return content

    monkeypatch.setattr(assets, "read_asset", damaged)
    puzzles, problem = assets.read_puzzles()
    assert not puzzles.by_key
    assert "positions/puzzles.obf" in problem
    assert "einstall Nullwindow" in problem
    if content is not None:
        return
    app = open_page(PracticePage)
    do(app, "practice_endgames")
    assert said(app).startswith("There are no endgames")
    assert problem in said(app)
    do(app, "practice_openings")
    assert task(app).key


def test_every_section_has_its_words_and_buttons(app: App) -> None:
    resize(app, MIN_SIZE)
    for section in Section:
        do(app, f"practice_{section.value}")
        words = words_drawn(app)
        assert page(app).state.question.lines[0][0] in words
        has_list = trainer(app).section is Section.OPENINGS
        shown = {"Opening", "Games", "Due", "Tiger"} if has_list else {"right", "wrong", "today"}
        assert shown <= words, "the chart says by words what its colours mean"
        assert_apart([button.rect for button in app.toolbar], app.layout.window)
        keys = [key for action in Actions(*page(app).actions) for key in action.all_keys]
        codes = {each.code for each in keys if not each.control}
        assert not codes & {*range(pygame.K_a, pygame.K_h + 1), *MODIFIERS}, "letters belong to squares"


@pytest.mark.parametrize("height", [160, 300])
def test_no_line_of_the_empty_chart_crosses_its_words(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    places: dict[str, Rect] = {}
    write = ProgressPanel.write

    def spy(panel: ProgressPanel, surface: Surface, text: str, *details: Any, **named: Any) -> Rect:
        places[text] = write(panel, surface, text, *details, **named)
        return places[text]

    monkeypatch.setattr(ProgressPanel, "write", spy)
    panel = ProgressPanel(Theme(1.0), Rect(0, 0, 360, height))
    tallies = PracticeTally(), PracticeTally()
    panel.paint(Surface((360, height)), ProgressModel("", (("0", "due today"),), tallies))
    words = places["No answers yet"]
    for count in ("0", "2", "4"):
        assert not words.top < places[count].centery < words.bottom - 2
