"""Step by step in the Lab on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pygame
import pytest
from pygame import Rect, Surface

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, Evaluator
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.reference.written import NAMED, draw_tree, parse_tree, worth
from ai.trace.state import Status
from ai.trace.written import Figure
from game.board import Board, Color
from game.sentences import Worth
from game.tree import Game
from play.settings import Language
from play.slow_motion import Phase
from tests.quick import quick
from tests.samples import PERSON, random_game
from tests.ui.driving import (
    assert_apart,
    dialog_of,
    do,
    given,
    lab,
    move_mouse,
    place_of,
    post,
    press,
    push,
    resize,
    start,
    wait,
)
from ui.app import App
from ui.boxes import TextBox
from ui.dialogs.share import PageDialog
from ui.layout import MIN_SIZE
from ui.pages.lab.options import PLAIN_GROUPS
from ui.pages.lab.rows import Chip
from ui.pages.lab.steps import StepsCommands, StepsPart
from ui.pages.lab.trees import value_of
from ui.pages.lab.wording import describe_move
from ui.theme import SMALL
from ui.tree_view import plain

SIZES = (MIN_SIZE, (1280, 800), (1920, 1080), (2560, 1080), (1000, 1200), (3840, 2160))


@pytest.fixture
def app(app: App) -> App:
    """Returns the window with a search of four plies, which has every kind of step."""
    commands(app).choices = (Choice(depth=4),)
    do(app, "lab_steps")
    settle(app)
    return app


def page(app: App) -> StepsPart:
    return lab(app).steps


def commands(app: App) -> StepsCommands:
    return page(app).commands


def settle(app: App) -> None:
    """Waits until the search is recorded."""
    app.frame()
    wait(app, lambda: commands(app).model.phase is not Phase.SEARCHING)
    app.frame()


def choose(app: App, *choices: Choice) -> None:
    commands(app).choices, commands(app).selected = choices, 0
    commands(app).search()
    settle(app)


def place_of_chip(app: App, is_wanted: Callable[[Chip], bool]) -> tuple[int, int]:
    """Returns the centre of the first matching chip, in window coordinates."""
    rows = page(app).view.rows
    return next(chip for chip in rows.chips if is_wanted(chip)).rect.move(rows.rect.topleft).center


def plot(app: App) -> pygame.Rect:
    tree = page(app).view.tree
    return tree.icicles[0].rect.move(tree.rect.topleft)


def test_position_on_the_board_is_searched(app: App) -> None:
    state = page(app).state
    assert state.board == app.session.match.board
    assert StepsCommands(app, lab(app).commands).choice == Choice(Algorithm.PVS, 3), "at first"
    assert app.status.text.startswith("Step 1 of ")
    assert len(state.rows.parts[0].state.rows) == 1
    assert state.text.line == 1, "it enters the root"


@pytest.mark.slow
def test_too_deep_search_is_refused_with_a_reason(app: App) -> None:
    choose(app, Choice(depth=7))
    assert not app.actions["lab_more"].is_possible(), "the end is too far away"
    choose(app, Choice(depth=None))
    assert "at most 8 empty squares" in app.status.text
    choose(app, Choice(Algorithm.MINIMAX, 7))
    assert commands(app).model.phase is Phase.FAILED
    assert app.status.is_problem
    assert "fewer plies" in page(app).state.rows.message
    for _ in range(4):
        press(app, pygame.K_PAGEDOWN)
    settle(app)
    assert commands(app).options.how_far == "3 plies"
    assert commands(app).model.phase is Phase.READY


def test_escape_and_space_cancel_a_search(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_board: Board, _choice: Choice, tick: Callable[[float], None]) -> NoReturn:
        while True:
            tick(0.5)

    monkeypatch.setattr("play.slow_motion.record", endless)
    for key in (pygame.K_ESCAPE, pygame.K_SPACE):
        commands(app).search()
        app.frame()
        assert commands(app).model.phase is Phase.SEARCHING
        assert page(app).state.rows.share is not None
        assert app.actions["play"].shown_label == "Stop"
        press(app, key)
        app.frame()
        assert commands(app).model.phase is Phase.EMPTY
        assert page(app).state.rows.title == "No search"
        do(app, "help")
        press(app, pygame.K_ESCAPE)
        assert commands(app).model.phase is Phase.EMPTY
    press(app, pygame.K_SPACE)
    assert commands(app).model.phase is Phase.SEARCHING
    press(app, pygame.K_SPACE)


def test_keys_walk_through_the_steps(app: App) -> None:
    model = commands(app).model
    for key, step in ((pygame.K_RIGHT, 1), (pygame.K_RIGHT, 2), (pygame.K_LEFT, 1)):
        press(app, key)
        assert model.step == step
    press(app, pygame.K_PERIOD)
    assert Event(model.runs[0].trace.events[model.step]["kind"]) is Event.CUT
    assert any(state.status is Status.CUT_OFF for state in page(app).state.rows.parts[0].state.rows[-1].moves)
    press(app, pygame.K_COMMA)
    assert Event(model.runs[0].trace.events[model.step]["kind"]) is Event.RESEARCH
    press(app, pygame.K_END)
    assert model.step == model.last
    assert not app.actions["forward"].is_possible()
    press(app, pygame.K_HOME)
    assert model.step == 0


def test_playback_has_the_chosen_speed_and_is_idle_when_paused(app: App) -> None:
    model = commands(app).model
    assert page(app).is_idle
    for _ in range(12):
        press(app, pygame.K_PLUS)
    assert model.speed == 30_000
    assert not app.actions["faster"].is_possible()
    press(app, pygame.K_SPACE)
    assert not page(app).is_idle
    assert app.actions["play"].shown_label == "Pause"
    app.update(0.03)
    assert model.step >= 500
    press(app, pygame.K_SPACE)
    before = model.step
    app.update(0.1)
    assert model.step == before
    app.do("play")
    app.update(10.0)
    assert (model.step, model.is_playing) == (model.last, False)
    app.do("play")
    assert (model.step, model.is_playing) == (0, True), "from the start again"
    app.do("page_play")
    app.do("page_lab")
    assert not model.is_playing, "it waits out of sight"


def test_dragging_in_the_tree_changes_the_step(app: App) -> None:
    model, rect = commands(app).model, plot(app)
    post(app, pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1)
    assert abs(model.shown[0].counts.nodes / len(model.runs[0].tree) - 0.5) < 0.02
    move_mouse(app, (rect.right - 1, rect.top - 200), (1, 0, 0))
    assert model.shown[0].counts.nodes > 0.97 * len(model.runs[0].tree)
    post(app, pygame.MOUSEBUTTONUP, pos=rect.center, button=1)
    step = model.step
    move_mouse(app, rect.midleft)
    assert model.step == step
    time = page(app).view.time
    post(app, pygame.MOUSEBUTTONDOWN, pos=time.line.move(time.rect.topleft).center, button=1)
    assert abs(model.step / model.last - 0.5) < 0.02


def test_hovering_shows_tips_and_a_click_goes_to_the_node(app: App) -> None:
    rect = plot(app)
    move_mouse(app, (rect.centerx, rect.top + 3))
    assert "Window" in page(app).tips[-1][1]
    press(app, pygame.K_PERIOD)
    move_mouse(app, place_of_chip(app, lambda chip: chip.state.status is Status.CUT_OFF))
    assert "is cut off" in page(app).tips[-1][1]
    post(app, pygame.WINDOWLEAVE)
    assert len(page(app).tips) == len(page(app).view.tips)
    press(app, pygame.K_END)
    where = place_of_chip(app, lambda chip: chip.state.node > 0)
    chip = given(page(app).view.rows.chip_at(where))
    post(app, pygame.MOUSEBUTTONDOWN, pos=where, button=1)
    assert commands(app).model.step == int(commands(app).model.runs[0].tree.first[chip.state.node])


class Canvas(Surface):
    """A surface that records where pictures are drawn on it."""

    def blit(self, source: Surface, dest: Any = (0, 0), *_how: Any, **_named: Any) -> Rect:
        self.put = {**getattr(self, "put", {}), id(source): Rect(dest)}
        return Rect(dest)


def test_windows_show_alpha_and_beta_and_code_names_the_side_to_move(app: App) -> None:
    """Alpha is at the left for Black and at the right for White, whose scores extend to the left."""
    letters = [id(app.theme.text(letter, SMALL, "text")) for letter in "αβ"]
    met = set[tuple[Color, bool]]()
    for step in range(0, commands(app).model.last, 21):
        commands(app).model.go_to(step)
        app.frame()
        (part,), values = page(app).state.rows.parts, page(app).state.text.values
        row, canvas = part.state.rows[-1], Canvas((120, 40))
        page(app).view.rows._draw_window(row, part.run.choice.unit, canvas, canvas.get_rect())
        alpha, beta = (canvas.put[letter] for letter in letters)
        assert (alpha.left < beta.left) == (row.color is Color.BLACK)
        assert canvas.get_rect().contains(alpha.unionall([beta]))
        numbers = [row.alpha, row.beta] if row.value is None else [row.value]
        assert [each.value for each in values if isinstance(each, Worth)] == [
            row.color.sign * number for number in numbers
        ]
        assert values[-1] == f"· {row.color.label} to move"
        met.add((row.color, row.is_null_window))
    assert len(met) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "said"),
    [
        (Algorithm.ALPHABETA, {"will avoid this position"}),
        (Algorithm.PVS, {"will avoid this position", "already settles the question"}),
        (Algorithm.MTDF, {"already settles the question"}),
        (Algorithm.SSS, {"nothing better can come of it"}),
    ],
)
def test_reason_of_a_cut_depends_on_the_search(app: App, algorithm: Algorithm, said: set[str]) -> None:
    choose(app, Choice(algorithm, 3))
    run, found = commands(app).model.runs[0], set[str]()
    for step in run.trace.steps(Event.CUT).tolist():
        rows = run.show(step).state.rows
        for state in rows[-1].moves:
            if state.status is Status.CUT_OFF:
                found |= {words for words in said if words in describe_move(run, rows, state)} or {"else"}
    assert found == said


@pytest.mark.slow
def test_question_about_one_search_is_dropped_by_choosing_the_other(app: App) -> None:
    do(app, "two", "steps_predict")
    while commands(app).player.question is None:
        press(app, pygame.K_PERIOD)
    press(app, pygame.K_t, mod=pygame.KMOD_CTRL)
    settle(app)
    assert commands(app).player.question is None


@pytest.mark.slow
@pytest.mark.parametrize("way", ["start", "end", "lab_more", "alphabeta", "a click"])
def test_question_is_dropped_when_its_step_or_search_changes(app: App, way: str) -> None:
    do(app, "steps_predict")
    while commands(app).player.question is None:
        press(app, pygame.K_PERIOD)
    assert page(app).state.rows.caption
    if way == "a click":
        where = place_of_chip(app, lambda chip: chip.state.node >= 0)
        post(app, pygame.MOUSEBUTTONDOWN, pos=where, button=1)
    else:
        do(app, way)
    settle(app)
    assert commands(app).player.question is None
    assert not commands(app).player.answers
    assert not page(app).state.rows.caption


@pytest.mark.slow
def test_every_option_has_a_button_and_is_searched(app: App) -> None:
    press(app, pygame.K_F8)
    for size in SIZES:
        resize(app, size)
        places = [place_of(app, option.identity) for group in PLAIN_GROUPS for option in group.options]
        assert_apart(places, app.layout.page)
    do(app, "lab_less", "lab_less")
    for group in PLAIN_GROUPS:
        for option in group.options:
            if not app.actions[option.identity].is_possible():
                note = commands(app).options.words[1 + PLAIN_GROUPS.index(group)]
                assert "SSS*" in note, "it says why"
                continue
            push(app, option.identity)
            assert commands(app).options.option_of(group) is option
            settle(app)
            assert commands(app).model.phase is Phase.READY, option.identity
    press(app, pygame.K_ESCAPE)
    assert not lab(app).commands.has_options


def test_keys_choose_options(app: App) -> None:
    press(app, pygame.K_PAGEDOWN)
    for key in (pygame.K_p, pygame.K_s, pygame.K_t, pygame.K_l):
        press(app, key, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    settle(app)
    wanted = Choice(Algorithm.SCOUT, 3, Order.UNSORTED, Memory.POSITIONS, False, Evaluator.DISCS)
    assert commands(app).choices[0] == wanted
    assert commands(app).options.summary == "SCOUT · unsorted · positions · discs", (
        "it has no window to begin with"
    )


@pytest.mark.slow
def test_key_goes_to_the_step_where_two_searches_differ(app: App) -> None:
    press(app, pygame.K_PAGEDOWN)
    press(app, pygame.K_INSERT)
    settle(app)
    model = commands(app).model
    assert [run.choice.algorithm for run in model.runs] == [Algorithm.ALPHABETA, Algorithm.PVS]
    assert commands(app).selected == 1
    press(app, pygame.K_j, mod=pygame.KMOD_CTRL)
    assert model.step == given(model.job.difference).step
    assert "differ from step" in app.status.text
    first, second = page(app).state.rows.parts
    assert first.sentence != second.sentence
    assert " PVS bets that " in page(app).state.rows.caption
    press(app, pygame.K_RIGHT)
    assert not page(app).state.rows.caption
    press(app, pygame.K_j, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_t, mod=pygame.KMOD_CTRL)
    assert page(app).state.text.algorithm is Algorithm.ALPHABETA
    press(app, pygame.K_PAGEDOWN)
    settle(app)
    assert {run.choice.depth for run in model.runs} == {2}
    press(app, pygame.K_INSERT)
    settle(app)
    assert [run.choice.algorithm for run in model.runs] == [Algorithm.ALPHABETA]


def test_endgames_are_searched_to_the_end(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(random_game(2, plies=54).board))
    assert app.session.match.board.empties == 6
    do(app, "lab_position")
    settle(app)
    for _ in range(4):
        press(app, pygame.K_PAGEUP)
    settle(app)
    assert commands(app).options.how_far == "to the end"
    assert commands(app).model.runs[0].choice.depth is None
    press(app, pygame.K_END)
    assert page(app).state.rows.parts[0].state.rows[0].value == commands(app).model.runs[0].trace.score


@pytest.mark.slow
def test_two_searches_are_saved_as_a_web_page(app: App, tmp_path: Path) -> None:
    choose(app, Choice(Algorithm.ALPHABETA, 2), Choice(Algorithm.PVS, 2))
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, PageDialog)
    assert dialog.wanted.endswith("alphabeta-pvs.html")
    dialog.path.set_text(str(tmp_path / "page.html"))
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert '"source":"Marsland' in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "size", "choices", "least"),
    [  # the widest and the tallest script; re-searches have the longest sentences
        (Language.RUSSIAN, MIN_SIZE, (Choice(Algorithm.PVS, 4, Order.WORST_FIRST),), 8),
        (Language.JAPANESE, MIN_SIZE, (Choice(Algorithm.PVS, 4, Order.WORST_FIRST),), 8),
        (Language.ENGLISH, MIN_SIZE, (Choice(depth=3, aspiration=True), Choice(Algorithm.MTDF, 3)), 15),
        (Language.ENGLISH, (1000, 1200), (Choice(depth=3, aspiration=True), Choice(Algorithm.MTDF, 3)), 15),
    ],
)
def test_no_sentence_is_clipped(
    app: App, language: Language, size: tuple[int, int], choices: tuple[Choice, ...], least: int
) -> None:
    app.apply(replace(app.settings, language=language))
    resize(app, size)
    choose(app, *choices)
    model, rows, found = commands(app).model, page(app).view.rows, set[str]()
    steps = range(0, model.last, 61)
    for step in steps if len(choices) > 1 else model.runs[0].trace.steps(Event.RESEARCH).tolist()[::2]:
        model.go_to(step)
        app.frame()
        shown = page(app).state.rows
        said = {shown.caption, *(part.sentence.text() for part in shown.parts)}
        for box, rect in rows.placed.places:
            if isinstance(box, TextBox) and box.words in said:
                letters, lines = box.fitted(app.theme, rect)
                assert len(lines) * app.theme.line_height(box.words, letters) <= rect.height, box.words
                assert rows.room.contains(rect), box.words
                found.add(box.words)
    assert len(found) > least


def test_own_tree_replaces_the_board(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is searched like a position; options that the tree itself determines are disabled."""
    tree = parse_tree(NAMED["pvs_loses"])
    choose(app, Choice(Algorithm.ALPHABETA, 4), Choice(Algorithm.PVS, 4))
    commands(app).lab.set_tree(tree)
    settle(app)
    assert [len(run.tree) for run in commands(app).model.runs] == [14, 21]
    assert commands(app).options.how_far == "3 plies"
    assert not any(app.actions[name].is_possible() for name in ("lab_less", "lab_more", "learned", "sorted"))
    assert app.actions["own_tree"].is_on()
    assert plain(value_of(commands(app).model.runs[0], 0)) == "= 2", "and no tenths"
    press(app, pygame.K_PERIOD)
    shown = given(page(app).state.written)
    assert shown.tree == tree
    assert shown.marks.cut
    assert "the value is at" in page(app).state.rows.parts[0].sentence.text()
    press(app, pygame.K_j, mod=pygame.KMOD_CTRL)
    assert "bets that" in page(app).state.rows.caption
    view = page(app).view.written
    post(app, pygame.MOUSEBUTTONDOWN, pos=view.place_of((1,)).center, button=1)
    app.frame()
    post(app, pygame.MOUSEBUTTONUP, pos=view.place_of((1,)).center, button=1)
    app.frame()
    assert given(page(app).state.written).marks.now == (1,)
    with monkeypatch.context() as patched:
        patched.setattr(view, "paint", lambda *_drawn: pytest.fail("drawn anew without a change"))
        app.frame()
    move_mouse(app, view.place_of((0, 0, 1)).center)
    assert any(said.endswith("A leaf: −5.") for _rect, said in page(app).tips)
    press(app, pygame.K_F7)
    press(app, pygame.K_HOME)
    press(app, pygame.K_END)
    do(app, "lab_race", "lab_steps")
    settle(app)
    assert page(app).state.written is not None
    do(app, "lab_position")
    settle(app)
    assert page(app).state.written is None
    assert page(app).state.board == app.session.match.board


@pytest.mark.parametrize("algorithm", quick(reversed(Algorithm), 3))
def test_every_algorithm_steps_through_a_tree(app: App, algorithm: Algorithm) -> None:
    choose(app, Choice(algorithm, 1))
    commands(app).lab.set_tree(draw_tree(3, 3, 2))
    settle(app)
    model = commands(app).model
    for step in range(0, model.last + 1, 9):
        model.go_to(step)
        app.frame()
    model.go_to(model.last)
    app.frame()
    shown = given(page(app).state.written)
    assert shown.marks.nodes[()].figure == Figure(worth(shown.tree.branches, is_max=True))
