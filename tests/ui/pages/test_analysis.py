"""The analysis in the window: its lines on the board, what is saved of it, and a second analyst."""

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
    """Returns a list that collects the process ids of started engines."""
    found: list[int] = []

    def started(*arguments: object, **options: object) -> Program:
        program = Program(*arguments, **options)  # type: ignore[arg-type]
        found.append(program.pid)
        return program

    monkeypatch.setattr("ai.arena.talk.Program", started)
    return found


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    """Returns the scripted engines of Nullwindow."""
    assert preparation.wait().is_ready
    return scripted_engines(monkeypatch)


@pytest.fixture
def open_it(open_page: OpenPage, store: Store, ours: list[ScriptedEngine], tmp_path: Path) -> Open:
    """Returns a function that opens a page after f5, with an engine for each named Python source."""

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
    """Switches the analysis on, with Shift both analysts, and publishes our lines."""
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
    """Waits longer than the card of Play takes: it is refreshed ten times a second."""
    end = time.monotonic() + 0.15
    wait(app, lambda: time.monotonic() > end)


def card(app: App) -> AnalysisModel:
    page = app.page
    assert isinstance(page, PlayPage | ReviewPage)
    return given(page.state.analysis) if isinstance(page, ReviewPage) else page.state.figures.analysis


def said(app: App) -> list[tuple[str, str, bool]]:
    """Returns our score, the other's, and whether they are too far apart, for each line."""
    return [(line.score, line.second, line.is_apart) for line in card(app).lines]


def has_both(app: App) -> bool:
    return sum(line.second != "" for line in card(app).lines) == 3


@pytest.mark.slow
@needs_proc
@PAGES
def test_each_line_has_two_scores(open_it: Open, ours: list[ScriptedEngine], kind: type[Page]) -> None:
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
def test_gtp_engine_marks_only_its_move(open_it: Open, ours: list[ScriptedEngine]) -> None:
    app = open_it(ReviewPage, Other=answering("F4"))
    switch_on(app, ours, SHIFT)
    wait(app, lambda: card(app).note == "Other plays f4." and bool(card(app).lines))
    assert [second for _score, second, _apart in said(app)] == ["", "", "◆ "]


@needs_proc
@PAGES
def test_failed_engine_is_named_on_the_card(
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


def test_analysis_survives_a_restart(
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
def test_leaving_page_or_window_ends_the_engine(
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
def test_choice_of_the_engine_is_saved(open_it: Open, ours: list[ScriptedEngine]) -> None:
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
def test_without_engines_a_toast_explains_the_key(
    open_it: Open, kind: type[Page], programs: list[int]
) -> None:
    app = open_it(kind)
    press(app, pygame.K_t, mod=SHIFT)
    assert app.toasts.current == "There is no other engine yet: add one in the settings, under Engines"
    assert not app.settings.two_analysts
    assert not programs


def test_keys_without_shift_are_unchanged(open_it: Open) -> None:
    app = open_it(PlayPage)
    press(app, pygame.K_t)
    assert app.session.match.shows_hints
    assert app.settings.hints is HintStep.FIGURES
    press(app, pygame.K_w)
    assert app.settings.hints is HintStep.SHAPES


def test_review_judge_can_be_an_engine_with_scores(open_page: OpenPage, store: Store) -> None:
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
