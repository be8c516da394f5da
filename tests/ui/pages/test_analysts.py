"""The second analyst in the window: its scores beneath ours, its line beside ours, and its end."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from ai import preparation
from ai.limits import MoveScore
from ai.programs import Program
from game.board import parse_square, square_name
from game.evaluation import Kind
from game.records.transcript import parse_transcript
from play.settings import ENGINES_FILE, HintStep
from play.store import Store
from tests.ai.test_programs import is_gone
from tests.play.scripted import ScriptedEngine, scripted_engines
from tests.play.test_analyst import HINTER, answering, needs_proc
from tests.ui.driving import SIZES, OpenPage, do, move_mouse, press, resize, wait, words_drawn
from ui.app import App
from ui.board.board_view import ScoreMark
from ui.pages.page import Page
from ui.pages.play.page import PlayPage
from ui.pages.review.page import ReviewPage
from ui.panels import tips
from ui.panels.verdict import VerdictModel

SHIFT = pygame.KMOD_SHIFT
PAGES = pytest.mark.parametrize("kind", [ReviewPage, PlayPage])
OURS = {"d6": 1.75, "f6": 0.5, "f4": -3.5}
LINES = {"d6": ("d6", "c3", "d3"), "f4": ("f4",), "f6": ("f6",)}
Open = Callable[..., App]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The groups of those that are started."""
    found: list[int] = []

    def started(*arguments: object, **options: object) -> Program:
        program = Program(*arguments, **options)  # type: ignore[arg-type]
        found.append(program.pid)
        return program

    monkeypatch.setattr("ai.arena.talk.Program", started)
    return found


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    """Of the program itself."""
    assert preparation.wait().is_ready
    return scripted_engines(monkeypatch)


@pytest.fixture
def open_it(open_page: OpenPage, store: Store, ours: list[ScriptedEngine], tmp_path: Path) -> Open:
    """Opens a page on the position after f5, with an engine for each name, which is a program in Python."""

    def make(kind: type[Page], **sources: str) -> App:
        assert not ours, "the window makes them"
        lines = []
        for name, source in sources.items():
            script = tmp_path / f"{name}.py"
            script.write_text(source, "utf-8")
            lines.append(f'name={name},command="{sys.executable} {script}",seconds=1')
        (store.directory / ENGINES_FILE).write_text("\n".join(lines), "utf-8")
        return open_page(kind, game=parse_transcript("f5"))

    return make


def switch_on(app: App, ours: list[ScriptedEngine]) -> None:
    """And let our hints be there."""
    press(app, pygame.K_t, mod=SHIFT)
    app.frame()
    analysis = next(asked for engine in ours for asked in engine.asked if asked.options.all_moves)
    scores = tuple(
        MoveScore(parse_square(name), score, 9, Kind.ESTIMATE, 87, tuple(map(parse_square, LINES[name])))
        for name, score in OURS.items()
    )
    found = replace(analysis.progress, move=scores[0].move, score=1.75, scores=scores)
    analysis.progress = replace(found, depth=9, confidence=87)


def marks(app: App) -> dict[int, ScoreMark]:
    assert isinstance(app.page, PlayPage | ReviewPage)
    return {mark.square: mark for mark in app.page.state.scene.hints}


def card(app: App) -> VerdictModel:
    page = app.page
    assert isinstance(page, PlayPage | ReviewPage)
    model = page.state.verdict if isinstance(page, ReviewPage) else page.state.card
    assert isinstance(model, VerdictModel)
    return model


def said(app: App) -> str:
    model = card(app)
    return " | ".join((model.title, *model.sentences, *(line.words for line in model.lines)))


def has_both(app: App) -> bool:
    return sum(mark.second[1:] != "" for mark in marks(app).values()) == 3


@pytest.mark.slow
@needs_proc
@PAGES
def test_both_scores_and_both_lines(open_it: Open, ours: list[ScriptedEngine], kind: type[Page]) -> None:
    app = open_it(kind, Other=HINTER.format(hint="polite()"))
    switch_on(app, ours)
    wait(app, lambda: has_both(app) and "The lines part" in said(app))
    found = marks(app)
    d6, f4, f6 = (found[parse_square(name)] for name in ("d6", "f4", "f6"))
    assert [mark.score for mark in (d6, f4, f6)] == ["−1.8", "+3.5", "−0.5"], "for Black, ours"
    assert [mark.second for mark in (d6, f4, f6)] == ["◇ +1.2", "◇ +3.0", "◆ −0.5"]
    assert [mark.apart for mark in (d6, f4, f6)] == ["3.0", "", ""]
    assert said(app) == (
        "d6: they differ by 3 discs | The lines part at move 3: c3 or c5 | "
        "● Nullwindow: White +2 |  | ◆ Other: Black +1 | "
    )
    assert [line.ringed for line in card(app).lines if line.moves] == [1, 1]
    for size in SIZES:
        resize(app, size)
        words = {"● Nullwindow: White +2", "◆ Other: Black +1", "d6", "c3", "c5"}
        assert words <= words_drawn(app), size
    assert isinstance(app.page, PlayPage | ReviewPage)
    layout = app.page.view.board.layout
    move_mouse(app, layout.cell(parse_square("f4")).center)
    app.frame()
    assert said(app).startswith("f4: they agree within 2 discs | ● ")
    assert {tips.ANALYSTS, tips.OPINIONS} <= {sentence for _place, sentence in app.page.tips}


@needs_proc
def test_a_gtp_engine_marks_its_move_alone(open_it: Open, ours: list[ScriptedEngine]) -> None:
    app = open_it(ReviewPage, Other=answering("F4"))
    switch_on(app, ours)
    wait(app, lambda: "Other plays f4." in said(app))
    assert {square_name(square) for square, mark in marks(app).items() if mark.second == "◆"} == {"f4"}
    assert "differ" not in said(app)


@needs_proc
@PAGES
def test_a_failure_is_a_sentence_on_the_card(
    open_it: Open, ours: list[ScriptedEngine], kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind, Other=HINTER.format(hint="sys.exit('out of cheese')"))
    switch_on(app, ours)
    wait(app, lambda: "out of cheese" in said(app) and "● Nullwindow: White +2" in said(app))
    assert card(app).colour == "mistake_text"
    assert is_gone(programs[0])


@needs_proc
@PAGES
def test_another_page_and_the_end_of_the_window_end_it(
    open_it: Open, ours: list[ScriptedEngine], kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind, Other=HINTER.format(hint="polite()"))
    switch_on(app, ours)
    wait(app, lambda: has_both(app))
    do(app, "page_lab")
    assert is_gone(programs[0])
    do(app, f"page_{kind.identity}")
    wait(app, lambda: len(programs) == 2)
    app.close()
    app.is_running = False
    assert is_gone(programs[1])


@needs_proc
def test_the_choice_of_the_engine_is_kept(open_it: Open, ours: list[ScriptedEngine]) -> None:
    app = open_it(ReviewPage, One=HINTER.format(hint="polite()"), Two=HINTER.format(hint="polite()"))
    switch_on(app, ours)
    wait(app, lambda: "◆ One: " in said(app))
    press(app, pygame.K_w, mod=SHIFT)
    wait(app, lambda: "◆ Two: " in said(app))
    assert (app.settings.two_analysts, app.settings.second_analyst) == (True, "Two")
    press(app, pygame.K_t)
    assert "Two" not in said(app)
    assert app.settings.two_analysts, "the hints come with both again"
    press(app, pygame.K_t)
    app.frame()
    press(app, pygame.K_t, mod=SHIFT)
    assert not app.settings.two_analysts
    assert all(not mark.second for mark in marks(app).values())


@PAGES
def test_without_an_engine_it_says_where_the_list_is(
    open_it: Open, kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind)
    press(app, pygame.K_t, mod=SHIFT)
    assert app.toasts.current == "There is no other engine yet: add one in the settings, under Engines"
    assert not app.settings.two_analysts
    assert not programs


def test_the_letters_alone_mean_what_they_did(open_it: Open) -> None:
    app = open_it(PlayPage)
    press(app, pygame.K_t)
    assert app.session.match.shows_hints
    assert app.settings.hints is HintStep.FIGURES
    press(app, pygame.K_w)
    assert app.settings.hints is HintStep.SHAPES


def test_the_judge_of_a_review_can_be_an_engine_with_scores(open_page: OpenPage, store: Store) -> None:
    lines = "name=Rhino,command=rhino,protocol=gtp", "name=Edax,command=no/such"
    (store.directory / ENGINES_FILE).write_text("\n".join(lines), "utf-8")
    app = open_page(ReviewPage, game=parse_transcript("f5d6"))
    do(app, "review_judge")
    said = "Rhino speaks GTP, which has no scores: it cannot judge. The next review is judged by Edax"
    assert (app.toasts.current, app.settings.judge) == (said, "Edax")
    page = app.page
    assert isinstance(page, ReviewPage)
    do(app, "review_start")
    wait(app, lambda: not page.commands.is_begun)
    assert page.state.is_problem
    assert "no/such" in page.state.status
    do(app, "review_judge")
    assert (app.toasts.current, app.settings.judge) == ("The next review is judged by Nullwindow", "")
