"""The analysis in the window: its lines on the board, what is kept of it, and a second analyst beside it."""

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from ai import preparation
from ai.limits import Algorithm, Iteration, MoveScore
from ai.programs import Program
from game.board import parse_square, square_name
from game.evaluation import Kind
from game.records.transcript import parse_transcript
from play.settings import ENGINES_FILE, HintStep
from play.store import Store
from tests.ai.test_programs import is_gone
from tests.play.scripted import ScriptedEngine, scripted_engines
from tests.play.test_analyst import HINTER, answering, needs_proc
from tests.quick import quick
from tests.samples import C3, D3, D6
from tests.ui.driving import (
    SIZES,
    OpenPage,
    click,
    do,
    given,
    move_mouse,
    page_of,
    place_of_target,
    press,
    resize,
    wait,
    words_drawn,
)  # fmt: skip
from ui.app import App
from ui.pages.page import Page
from ui.pages.play.page import PlayPage
from ui.pages.review.page import ReviewPage
from ui.panels import tips
from ui.panels.analysis import AnalysisModel

SHIFT = pygame.KMOD_SHIFT
PAGES = pytest.mark.parametrize("kind", quick([PlayPage, ReviewPage], 1))
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


def switch_on(app: App, ours: list[ScriptedEngine], mod: int = 0) -> None:
    """The analysis, with Shift beside another's; let our lines be there."""
    press(app, pygame.K_t, mod=mod)
    app.frame()
    analysis = next(asked for engine in ours for asked in engine.asked if asked.options.all_moves)
    scores = tuple(
        MoveScore(parse_square(name), score, 9, Kind.ESTIMATE, 87, tuple(map(parse_square, LINES[name])))
        for name, score in OURS.items()
    )
    found = replace(analysis.progress, move=scores[0].move, score=1.75, scores=scores)
    best = Iteration(9, Kind.ESTIMATE, found.move, 1.75, 1, 1.0, Algorithm.PVS, 87, scores[0].pv)
    analysis.progress = replace(found, depth=9, confidence=87, iterations=(best,))
    app.frame()


def sleep_until_refreshed(app: App) -> None:
    """The card of Play is made ten times a second."""
    end = time.monotonic() + 0.15
    wait(app, lambda: time.monotonic() > end)


def card(app: App) -> AnalysisModel:
    page = app.page
    assert isinstance(page, PlayPage | ReviewPage)
    return given(page.state.analysis) if isinstance(page, ReviewPage) else page.state.figures.analysis


def said(app: App) -> list[tuple[str, str, bool]]:
    """Of each line our score, the other's, and whether they are too far apart."""
    return [(line.score, line.second, line.is_apart) for line in card(app).lines]


def has_both(app: App) -> bool:
    return sum(line.second != "" for line in card(app).lines) == 3


@pytest.mark.slow
@needs_proc
@PAGES
def test_both_scores_of_each_line(open_it: Open, ours: list[ScriptedEngine], kind: type[Page]) -> None:
    app = open_it(kind, Other=HINTER.format(hint="polite()"))
    switch_on(app, ours, SHIFT)
    wait(app, lambda: has_both(app))
    rows = [("−1.8", "+1.2", True), ("−0.5", "◆ −0.5", False), ("+3.5", "+3.0", False)]
    assert said(app) == rows, "for Black"
    assert card(app).second == "Other"
    assert {tips.SECOND, *tips.COLUMNS} <= {sentence for _place, sentence in app.page.tips}
    for size in SIZES:
        resize(app, size)
        assert {"−1.8", "9@87%", "+1.2", "◆ −0.5", "◆ Other", "d6", "c3"} <= words_drawn(app), size


@needs_proc
def test_a_gtp_engine_marks_its_move_alone(open_it: Open, ours: list[ScriptedEngine]) -> None:
    app = open_it(ReviewPage, Other=answering("F4"))
    switch_on(app, ours, SHIFT)
    wait(app, lambda: card(app).note == "Other plays f4." and bool(card(app).lines))
    assert [second for _score, second, _apart in said(app)] == ["", "", "◆ "]


@needs_proc
@PAGES
def test_a_failure_is_a_sentence_on_the_card(
    open_it: Open, ours: list[ScriptedEngine], kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind, Other=HINTER.format(hint="sys.exit('out of cheese')"))
    switch_on(app, ours, SHIFT)
    wait(app, lambda: "out of cheese" in card(app).note and bool(card(app).lines))
    assert [score for score, _second, _apart in said(app)] == ["−1.8", "−0.5", "+3.5"]
    assert is_gone(programs[0])


@PAGES
def test_lines_are_shown_on_the_board_by_pointer_and_keyboard(
    open_it: Open, ours: list[ScriptedEngine], kind: type[Page]
) -> None:
    app = open_it(kind)
    switch_on(app, ours)
    page = app.page
    assert isinstance(page, PlayPage | ReviewPage)

    def shown() -> list[str]:
        assert isinstance(page, PlayPage | ReviewPage)
        return [square_name(square) for _number, square, _color in page.state.scene.ghosts]

    move_mouse(app, place_of_target(page.view.analysis, (0, 2)).center)
    app.frame()
    assert shown() == ["d6", "c3"]
    move_mouse(app, (1, 1))
    for line in (["d6", "c3", "d3"], ["f6"], ["f4"], []):
        press(app, pygame.K_u)
        sleep_until_refreshed(app)
        assert shown() == line


def test_a_click_plays_a_line_as_a_variation(open_it: Open, ours: list[ScriptedEngine]) -> None:
    app = open_it(ReviewPage)
    switch_on(app, ours)
    page = page_of(app, ReviewPage)
    start = page.commands.cursor.node
    click(app, place_of_target(page.view.analysis, (0, 2)).center)
    assert page.commands.cursor.node.path == (*start.path, D6, C3)
    page.commands.cursor.visit(start)
    app.frame()
    assert [line.score for line in card(app).lines] == ["−1.8", "−0.5", "+3.5"], "it was kept"
    press(app, pygame.K_u)
    press(app, pygame.K_u, mod=SHIFT)
    assert page.commands.cursor.node.path == (*start.path, D6, C3, D3)


def test_it_is_there_again_after_a_restart(
    open_it: Open, ours: list[ScriptedEngine], store: Store, opened: list[App]
) -> None:
    app = open_it(ReviewPage)
    switch_on(app, ours)
    shown = card(app).lines
    app.close()
    app.is_running = False
    opened.append(again := App(Store(store.directory)))
    do(again, "page_review", "review_hints")
    assert card(again).lines == shown


@needs_proc
@PAGES
def test_another_page_and_the_end_of_the_window_end_it(
    open_it: Open, ours: list[ScriptedEngine], kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind, Other=HINTER.format(hint="polite()"))
    switch_on(app, ours, SHIFT)
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
    switch_on(app, ours, SHIFT)
    wait(app, lambda: card(app).second == "One")
    press(app, pygame.K_w, mod=SHIFT)
    wait(app, lambda: card(app).second == "Two")
    assert (app.settings.two_analysts, app.settings.second_analyst) == (True, "Two")
    press(app, pygame.K_t)
    assert app.settings.two_analysts, "the analysis comes with both again"
    press(app, pygame.K_t)
    app.frame()
    press(app, pygame.K_t, mod=SHIFT)
    assert not app.settings.two_analysts
    assert card(app).second == ""


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
    page = page_of(app, ReviewPage)
    do(app, "review_start")
    wait(app, lambda: not page.commands.is_begun)
    assert page.state.is_problem
    assert "no/such" in page.state.status
    do(app, "review_judge")
    assert (app.toasts.current, app.settings.judge) == ("The next review is judged by Nullwindow", "")
