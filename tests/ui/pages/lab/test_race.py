"""A race in the Lab on SDL's dummy driver, with scripted engines."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from ai import preparation
from ai.limits import Algorithm, Limit
from ai.own_code import read_code
from game.sentences import Worth
from play.race import CODE_DEPTH, MOST_LANES, PLAIN_LANES, PRESETS, Lane
from tests.samples import BLACK_PASSES, PERSON
from tests.ui.driving import click, dialog_of, do, lab, press, start
from tests.ui.pages.lab.racing import RacingEngine
from tests.waiting import wait_until
from ui.app import App
from ui.dialogs.own_code import OwnCodeDialog
from ui.pages.lab.options import LIMITS
from ui.pages.lab.race import RacePart, RaceState

# Actions that a storm never performs.
UNWANTED = {"quit", "fullscreen", "leave_fullscreen"}
# The usual size comes twice as often as the others.
SIZES = ((900, 640), (1000, 1200), (1100, 730), (1280, 800), (1920, 1080), (2560, 1080), (1280, 800))


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> list[RacingEngine]:
    """Returns the engines that races make, in order of creation."""
    assert preparation.wait().is_ready
    RacingEngine.made = []
    monkeypatch.setattr("play.race.Engine", RacingEngine)
    monkeypatch.setattr("ai.limits.processors", lambda: 3)
    return RacingEngine.made


@pytest.fixture
def app(app: App) -> App:
    """Returns the window with the race open, at the initial position."""
    do(app, "page_play")
    start(app, PERSON, PERSON)
    do(app, "page_lab", "lab_race")
    return app


def page(app: App) -> RacePart:
    return lab(app).race


def begin(app: App) -> None:
    """Starts the race and runs frames until the first lanes search."""
    do(app, "race_start")
    for _ in range(5):
        app.frame()


def refresh(app: App) -> RaceState:
    """Recomputes the figures and returns the state of the race."""
    page(app)._refresh.forget()
    app.frame()
    return page(app).state


def end(engines: list[RacingEngine]) -> None:
    for engine in engines:
        for search in engine.asked:
            search.end()


def test_a_race_shows_depths_best_move_and_nodes(app: App, engines: list[RacingEngine]) -> None:
    begin(app)
    engines[0].search.finish_depth(1, 19, 0.5)
    engines[0].search.finish_depth(2, 26, 1.5)
    lane = refresh(app).lanes.lanes[0]
    assert lane.totals == ((1, 100), (2, 200))
    assert lane.running == 100
    assert (lane.best, lane.total) == (("c4", Worth(15, 10), "· 2 plies"), ("100", "< 0.5 s · = 1×"))
    assert [len(fact.values) for fact in page(app).state.why.facts].count(1) < 7, "a figure for each lane"
    assert not page(app).state.lanes.lanes[0].has_won
    for _ in range(8):
        end(engines)
        app.frame()
    assert not page(app).commands.is_running
    assert all(engine.is_closed for engine in engines), "engines and tables are given back"


def test_clicking_the_time_line_shows_that_depth(app: App, engines: list[RacingEngine]) -> None:
    begin(app)
    for engine in engines:
        for depth in (1, 2, 3):
            engine.search.finish_depth(depth, 19, 0.5)
    refresh(app)
    deepest = page(app).commands.setup.limit.depth or 0
    line = page(app).view.time.line.move(page(app).view.time.rect.topleft)
    click(app, (line.left + round(2 / deepest * line.width), line.centery))
    lane = page(app).state.lanes.lanes[0]
    assert (lane.totals, lane.total[0], lane.running) == (((1, 100), (2, 200)), "200", None)
    assert page(app).state.time.words == "2 plies"
    click(app, (line.right, line.centery))
    assert len(page(app).state.lanes.lanes[0].totals) == 3
    for _ in range(8):
        end(engines)
        app.frame()
    assert [lane.has_won for lane in refresh(app).lanes.lanes] == [True, True], "a tie crowns both"


def test_unknown_figures_of_a_depth_are_dashes(app: App, engines: list[RacingEngine]) -> None:
    begin(app)
    for engine, depths in zip(engines, ((1, 2, 3), (2, 3)), strict=True):
        for depth in depths:
            engine.search.finish_depth(depth, 19, 0.5)
    assert _told(refresh(app)) == ({"Leaves", "Nodes/s"}, 2)
    page(app).commands.at = 2
    unknown = {"First-move cuts", "Null windows", "Searched again", "From the table", "Leaves", "Nodes/s"}
    assert _told(refresh(app)) == (unknown, 1), "who won, not why"


def _told(state: RaceState) -> tuple[set[str], int]:
    """Returns (names of figures that no lane has, number of sentences)."""
    facts = {fact.name: {str(value)[-1] for value, _ink in fact.values} for fact in state.why.facts}
    return {name for name, values in facts.items() if values == {"–"}}, len(state.conditions.words)


def test_differing_score_is_shown_as_a_fault(app: App, engines: list[RacingEngine]) -> None:
    begin(app)
    for engine, score in zip(engines, (0.5, 2.5), strict=True):
        engine.search.finish_depth(1, 19, 0.5)
        engine.search.finish_depth(2, 19, score)
    state = refresh(app)
    right, wrong = state.lanes.lanes
    assert "2" in wrong.fault
    assert any("bug" in words for words, ink in state.conditions.words if ink == "mistake_text")
    assert not right.fault


def test_position_with_a_pass_cannot_be_raced(app: App) -> None:
    lab(app).commands.set_board(BLACK_PASSES)
    app.frame()
    assert not app.actions["race_start"].is_possible()
    press(app, pygame.K_SPACE)
    assert page(app).commands.race is None
    assert "must pass" in app.status.text


def test_depth_too_great_for_minimax_is_refused(app: App) -> None:
    app.do("race_preset_textbook")
    page(app).commands.change(limit=Limit(depth=14))
    do(app, "race_start")
    assert page(app).commands.race is None
    assert app.status.is_problem
    assert "minimax" in app.status.text
    do(app, "lab_less", "lab_less", "lab_less", "lab_less")
    assert not app.status.is_problem


def test_leaving_the_page_stops_the_race_and_keeps_its_results(app: App, engines: list[RacingEngine]) -> None:
    begin(app)
    engines[0].search.finish_depth(1, 19, 0.5)
    do(app, "help")
    assert page(app).commands.is_running, "a dialog does not disturb it"
    press(app, pygame.K_ESCAPE)
    app.do("page_play")
    assert all(engine.search.was_stopped for engine in engines)
    end(engines)
    do(app, "page_lab", "page_lab")
    assert not page(app).commands.is_running
    assert page(app).state.lanes.lanes[0].totals[0][0] == 1
    assert all(engine.is_closed for engine in engines)
    begin(app)
    assert not all(engine.is_closed for engine in engines)
    app.page.close()
    assert all(engine.is_closed for engine in engines), "and so does closing the window"


def test_lanes_are_added_changed_and_removed(app: App) -> None:
    here = page(app).commands
    assert not app.actions["race_remove_1"].is_possible(), "a race has two lanes at least"
    press(app, pygame.K_2, mod=pygame.KMOD_CTRL)
    assert lab(app).commands.has_options
    assert here.options.title() == "Lane 2"
    do(app, "alphabeta")
    assert "lane exists already" in str(app.toasts.current)
    assert here.setup.lanes == PRESETS[0].lanes
    for _ in range(MOST_LANES - 2):
        press(app, pygame.K_INSERT)
    assert len(here.setup.lanes) == MOST_LANES
    assert len({lane.text() for lane in here.setup.lanes}) == MOST_LANES
    assert not app.actions["race_add"].is_possible()
    press(app, pygame.K_6, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert len(here.setup.lanes) == MOST_LANES - 1
    press(app, pygame.K_3, mod=pygame.KMOD_CTRL)
    do(app, "scout", "table_none")
    assert not app.actions["window_open"].is_possible(), "it makes no difference to SCOUT"
    assert "SCOUT does not begin with a window around the last score." in here.options.words
    assert here.setup.lanes[2].text() == "scout:table=off"
    press(app, pygame.K_1, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert here.setup.lanes[here.selected_lane].text() == "scout:table=off", "it stays chosen"
    press(app, pygame.K_ESCAPE)
    assert not lab(app).commands.has_options


def test_own_code_becomes_a_lane_after_consent(app: App, engines: list[RacingEngine], tmp_path: Path) -> None:
    here, trace = page(app).commands, tmp_path / "trace"
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, OwnCodeDialog)
    dialog.set_path(tmp_path / "own.py")
    dialog.accept()
    assert "own.py cannot be read" in dialog.error
    (tmp_path / "own.py").write_text(
        f"open({str(trace)!r}, 'w')\ndef search(position):\n    return 1 // 0\n", "utf-8"
    )
    dialog.accept()
    app.frame()
    code = read_code(tmp_path / "own.py")
    assert here.setup.lanes == (*PLAIN_LANES, Lane(code=code))
    assert here.setup.limit == Limit(depth=CODE_DEPTH)
    assert not app.actions["race_change_3"].is_possible()
    assert not trace.exists(), "asked, and not raced yet"
    begin(app)

    def race_on() -> None:
        end(engines)
        app.frame()

    wait_until(lambda: not here.is_running, race_on)
    assert refresh(app).lanes.lanes[2].fault.startswith("line 3: ZeroDivisionError")
    assert trace.exists()
    (tmp_path / "own.py").write_text("def search(position):\n    return 1 // 0\n", "utf-8")
    do(app, "race_start")
    again = dialog_of(app, OwnCodeDialog)
    assert (again.wanted, again.said) == (str(code.path), "It has changed since you agreed to run it")
    assert not here.is_running
    again.accept()
    assert here.is_running
    assert here.setup.lanes == (*PLAIN_LANES, Lane(code=read_code(code.path)))
    wait_until(lambda: not here.is_running, race_on)
    assert refresh(app).lanes.lanes[2].fault.startswith("line 2: ZeroDivisionError")


def test_keys_change_the_options_and_the_limit(app: App) -> None:
    here = page(app).commands
    press(app, pygame.K_F8)
    for key in (pygame.K_t, pygame.K_w, pygame.K_l, pygame.K_s):
        press(app, key, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert here.setup.lanes[0].text() == "alphabeta:order=killers:table=off:aspiration=off:selective=on"
    press(app, pygame.K_p, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert here.choice.algorithm is Algorithm.PVS
    press(app, pygame.K_r, mod=pygame.KMOD_CTRL)
    assert here.setup.lanes == PRESETS[0].lanes
    press(app, pygame.K_r, mod=pygame.KMOD_CTRL)
    assert here.setup.lanes == PRESETS[1].lanes
    assert here.setup.limit == Limit(depth=PRESETS[1].depth)
    assert here.options.how_far == "9 plies"
    press(app, pygame.K_PAGEUP)
    assert here.options.how_far == "10 plies"
    for _ in LIMITS:
        press(app, pygame.K_PAGEUP)
    assert here.options.how_far == "30 s"
    assert not app.actions["lab_more"].is_possible()
    press(app, pygame.K_PAGEDOWN)
    assert here.options.how_far == "10 s"
    for limit, before, after in (
        (Limit(depth=3), None, Limit(depth=4)),
        (Limit(depth=7), Limit(depth=6), Limit(depth=8)),
        (Limit(depth=24), Limit(depth=20), Limit(seconds=1.0)),
        (Limit(seconds=2.0), Limit(seconds=1.0), Limit(seconds=3.0)),
        (Limit(seconds=99.0), Limit(seconds=30.0), None),
    ):
        here.set_limit(limit)
        assert (here.options.next_limit(-1), here.options.next_limit(1)) == (before, after)


def test_random_input_leaves_no_engine_open(app: App) -> None:
    dice = random.Random(7)
    for _ in range(40):
        storm(app, dice)
        for engine in RacingEngine.made:
            search_on(engine)
    if app.overlay.is_open:
        press(app, pygame.K_ESCAPE)
    do(app, "page_lab", "lab_explore", "page_play")
    end(RacingEngine.made)
    do(app, "page_lab")
    for part in (lab(app).race, lab(app).tree, lab(app).scenes):
        part.commands.update(0.0)  # also of parts that are not shown
    assert all(engine.is_closed for engine in RacingEngine.made)


def search_on(engine: RacingEngine) -> None:
    """Finishes one more depth of each search; ends a search that was stopped or is deep."""
    for search in engine.asked:
        if search.limit.depth != 1 and not search.is_done:
            depth = search.progress.depth + 1
            search.finish_depth(depth, 19, float(depth))
            if search.was_stopped or depth > 12:
                search.end()


def storm(app: App, dice: random.Random) -> None:
    """Performs one random input: an action, a click, a key or a new size of the window."""
    kind = dice.randrange(10)
    if kind == 0:
        app.display.window.size = dice.choice(SIZES)
    elif kind < 4 and not app.overlay.is_open:
        names = {action.identity for action in app.actions} - UNWANTED
        app.do(dice.choice(sorted(names)))
    elif kind < 7:
        width, height = app.display.surface.get_size()
        position = dice.randrange(width), dice.randrange(height)
        for event in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            details = {"pos": position, "button": 1, "buttons": (0, 0, 0), "rel": (0, 0)}
            pygame.event.post(pygame.event.Event(event, details))
    elif kind < 9:
        keys = [pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_DOWN, pygame.K_n]
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=dice.choice(keys), unicode="", mod=0))
    if app.page.identity != "lab" and dice.randrange(4) == 0 and not app.overlay.is_open:
        app.do("page_lab")
    app.frame()
