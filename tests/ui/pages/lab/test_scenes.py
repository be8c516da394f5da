"""The scenes of the Lab on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from ai.reference.tree import Event
from ai.trace.coverage import Cover
from game.board import Color
from game.sentences import Line
from game.tree import Game
from play.scene_stops import ScenePhrase
from play.scenes import PATH, Scene
from tests.quick import quick
from tests.samples import PERSON, WHITE_PASSES
from tests.ui.driving import (
    click,
    do,
    find_place,
    given,
    lab,
    move_mouse,
    press,
    press_all,
    push,
    resize,
    start,
    wait,
)
from ui.app import App
from ui.layout import MIN_SIZE
from ui.pages.lab.commands import SCENES, WAYS
from ui.pages.lab.scenes import ScenePart, describe_certainty
from ui.pages.lab.trees import CoverIcicle, value_of
from ui.tree_view import format_line, plain

RACE = next(n for n, kind in enumerate(PATH) if kind.search is None)


@pytest.fixture
def app(app: App) -> App:
    ready(app)
    return app


def part(app: App) -> ScenePart:
    return lab(app).scenes


def ready(app: App) -> None:
    wait(app, lambda: part(app).commands.scene is not None)
    app.frame()


def test_lab_opens_with_the_first_scene_of_the_position(app: App) -> None:
    assert lab(app).part is part(app)
    assert app.status.text == f"Scene 1 of {len(PATH)}: Minimax looks at everything"
    assert part(app).state.sentence.text.startswith("Black is to move. Minimax looks 3 moves ahead")
    assert part(app).state.board == app.session.match.board
    assert part(app).is_idle, "it waits for Play"


def test_keys_and_buttons_choose_a_scene_and_explore(app: App) -> None:
    for n, kind in enumerate(PATH[:-1]):
        press(app, pygame.K_1 + n)
        assert app.status.text == f"Scene {n + 1} of {len(PATH)}: {kind.title}"
        assert lab(app).commands.scene == n
    press(app, pygame.K_1 + len(PATH), str(len(PATH) + 1))
    assert lab(app).commands.way == WAYS[0]
    press(app, pygame.K_F6)
    assert lab(app).commands.way == WAYS[1]
    push(app, SCENES[1])
    assert lab(app).commands.scene == 1
    assert find_place(app, "lab_options") is None
    assert not app.actions["lab_options"].is_possible()
    push(app, "lab_explore")
    assert lab(app).commands.way == WAYS[1], "as it was left"


@pytest.mark.parametrize("key", quick([pygame.K_4, pygame.K_1, pygame.K_2], 2))
def test_next_goes_to_each_stop_and_shows_its_sentence(app: App, key: int) -> None:
    press(app, key)
    scene = part(app).commands.scene
    assert isinstance(scene, Scene)
    stops = [stop.step for stop in scene.played]
    assert len(stops) > 3
    for step in stops[stops[0] <= scene.step :]:
        press(app, pygame.K_RIGHT)
        assert scene.step == step
        assert part(app).state.sentence.text == scene.stop.sentence.text()
        never_needed = f"{(scene.coverage.at(step) == Cover.CUT_OFF).sum():,}"
        figures = {fact.name: fact.values[0][0] for fact in part(app).state.numbers.facts}
        assert figures.get("Never needed", "0") == never_needed
        assert part(app).state.tree is not None
    press(app, pygame.K_LEFT)
    assert scene.step == stops[-2]
    assert {round(tick * scene.last) for tick in part(app).state.time.ticks} == set(stops)


def test_bet_is_phrased_for_the_side_to_move(app: App) -> None:
    """The condition in words is true of exactly the scores above alpha."""
    press(app, pygame.K_4)
    scene = part(app).commands.scene
    assert isinstance(scene, Scene)
    signs = set[str]()
    for step in range(0, len(scene.run), 3):
        shown = scene.run.show(step)
        for row, sure in zip(shown.state.rows, scene.certainties(shown), strict=True):
            if not sure.is_question:
                continue
            ((color, words),) = describe_certainty(sure, scene.run.choice.unit)
            sign, number, *whose = words.split()
            alpha, limit = scene.run.tree.alpha[row.node], 0.0 if number == "even" else float(number)
            side = Color.WHITE if "White" in whose else Color.BLACK
            for score in (
                *range(alpha - 1, alpha + 3),
                *range(-alpha - 2, -alpha + 2),
            ):  # of the side to move
                told = side.sign * row.color.sign * score / 10
                assert (told > limit if sign == ">" else told < limit) == (score > alpha), words
            assert color is row.color
            signs.add(sign)
    assert signs == {"<", ">"}


def test_cut_has_a_ring_unless_it_answers_a_bet(app: App) -> None:
    """The ring marks the move by which the other side avoids the position."""
    press(app, pygame.K_4)
    commands = part(app).commands
    kinds = ScenePhrase.CUT, ScenePhrase.CUT_EQUAL, ScenePhrase.CUT_BET
    stops = [stop for stop in given(commands.scene).stops if stop.kind in kinds]
    assert {stop.kind for stop in stops[::3]} > {ScenePhrase.CUT_BET}
    for stop in stops[::3]:
        commands.player.show_step(stop.step)
        app.frame()
        assert (not part(app).state.scene.rings) == (stop.kind is ScenePhrase.CUT_BET)


def test_tree_node_has_a_value_and_a_tip_and_a_click_goes_to_it(app: App) -> None:
    """Uses PVS, which searches some nodes twice and cuts others off."""
    press(app, pygame.K_4)
    scene, cover = part(app).commands.scene, given(part(app).view.shown_tree)
    assert isinstance(scene, Scene)
    scene.jump(scene.last)
    app.frame()
    icicle, met = cover.icicles[0], set[str]()
    assert isinstance(icicle, CoverIcicle)
    for node in range(0, len(scene.tree), 3):
        rect = icicle.rect_of(node).move(cover.rect.topleft)
        if icicle.node_at(cover.local(rect.center)) != node:
            continue  # too thin
        scene.jump(scene.last)
        app.frame()
        move_mouse(app, rect.center)
        where, words = part(app).tips[-1]
        line, said = words.split("\n")
        assert where == rect
        assert line == format_line(tuple(scene.tree.line(node)))
        visits = np.flatnonzero(scene.coverage.node == node).tolist()
        assert (said == "Cut off: it can no longer matter.") == (not visits)
        if visits:
            assert plain(icicle.value_of(node)) in said
            assert plain(icicle.value_of(node)) == plain(value_of(scene.run, visits[-1]))
        click(app, rect.center)
        entered = scene.run.trace.events[scene.step]
        assert Event(entered["kind"]) is (Event.ENTER if visits else Event.CUT)
        assert not visits or entered["node"] == visits[0]
        met.add(f"{min(len(visits), 2)} visits")
    assert met == {"0 visits", "1 visits", "2 visits"}


def test_playing_to_the_end_marks_the_scene_as_done(app: App) -> None:
    press(app, pygame.K_4)
    press(app, pygame.K_SPACE)
    assert part(app).commands.player.is_playing
    assert app.actions["scene_play"].shown_label == "Pause"
    playback = given(part(app).commands.scene)
    app.update(playback.seconds[1] + 1)
    assert playback.is_at_end
    assert lab(app).commands.done == {3}
    assert app.actions["scene_next"].shown_label == "Next scene"
    press(app, pygame.K_SPACE)
    assert playback.is_playing, "once more"
    do(app, "page_play", "page_lab")
    assert not playback.is_playing, "it waits out of sight"


def test_main_button_at_the_end_of_a_scene_opens_the_next_one(app: App) -> None:
    for n in range(RACE):
        assert lab(app).commands.scene == n
        playback = given(part(app).commands.scene)
        playback.go_to(playback.last)
        app.frame()
        push(app, "scene_next")
    assert lab(app).commands.scene == RACE
    click(app, given(part(app).view.button_rows[0].rect_of("lab_explore")).center)
    app.frame()
    assert lab(app).commands.is_exploring


def test_lane_with_the_fewest_nodes_wins_the_race(app: App) -> None:
    press(app, pygame.K_1 + RACE)
    race = given(part(app).commands.race)
    app.frame()
    assert not race.race.has_started, "it waits for Start"
    press(app, pygame.K_SPACE)
    while not race.is_at_end:
        app.update(0.5)
        app.frame()
    app.update(0.1)
    bars = given(part(app).state.lanes)
    totals = [lane.totals[-1][1] for lane in bars.lanes]
    assert [lane.has_won for lane in bars.lanes] == [total == min(totals) for total in totals]
    assert given(bars.true).has_won
    assert part(app).state.sentence.text == race.sentence().text()
    assert lab(app).commands.done == {RACE}
    press_all(app, pygame.K_F1, pygame.K_ESCAPE)
    app.update(0.1)
    assert race.is_at_end, "a dialog that is closed does not begin it again"


def test_position_with_a_forced_pass_has_scenes(app: App) -> None:
    do(app, "page_play")
    start(app, PERSON, PERSON, game=Game(WHITE_PASSES))
    do(app, "page_lab")
    ready(app)
    assert "must pass" in part(app).state.sentence.text
    assert part(app).commands.race is not None


def asked(app: App) -> None:
    """Turns questions on in the second scene and steps to the first one."""
    do(app, "lab_scene_2") if "lab_scene_2" in app.actions else press(app, pygame.K_2, "2")
    press(app, pygame.K_F7)
    predict = part(app).commands.player
    for _ in range(30):
        if predict.is_asking:
            return
        do(app, "scene_next")
    raise AssertionError("it asks nothing")


def path(app: App) -> list[bool]:
    """Returns, for Explore freely and each scene not done, whether its button has its number."""
    words = [button.words for button in lab(app)._path]
    return [word[0].isdigit() for word in words if not word.startswith("✓")]


def test_a_question_is_answered_by_a_digit_or_a_button(app: App) -> None:
    asked(app)
    commands = part(app).commands
    question, scene = given(commands.player.question), given(commands.scene)
    assert part(app).state.sentence.text == question.text()
    assert scene.step == question.step
    right = question.options.index(question.answer)
    assert not any(path(app)), "its digits are those of answers"
    press(app, pygame.K_KP1 + right, str(right + 1))
    assert lab(app).part is part(app), "the digit was an answer, not another scene"
    assert part(app).state.sentence.text == f"Right: {question.answer.text()}. 1 of 1 answer right."
    assert part(app).state.sentence.detail
    assert scene.step == question.seen
    press(app, pygame.K_3, "3")
    assert lab(app).commands.scene == 1, "no digit leads away from what was just asked"
    do(app, "scene_next")
    while not commands.player.is_asking:
        do(app, "scene_next")
    question = given(commands.player.question)
    wrong = next(n for n, option in enumerate(question.options) if option != question.answer)
    do(app, f"answer_{wrong}")
    assert part(app).state.sentence.text.startswith(f"Wrong. The answer is: {question.answer.text()}. 1 of 2")
    do(app, "scene_predict")
    assert all(path(app))


def test_questions_start_off_and_end_when_playing(app: App) -> None:
    press(app, pygame.K_2, "2")
    predict = part(app).commands.player
    for _ in range(10):
        do(app, "scene_next")
    assert predict.question is None
    press(app, pygame.K_2, "2")
    for _ in range(40):
        do(app, "scene_back")
    asked(app)
    app.do("scene_play")
    assert predict.question is None
    app.do("scene_play")  # paused before a frame: a long one would reach the next question
    press(app, pygame.K_F7)
    assert not predict.has_questions


@pytest.mark.parametrize("number", [2, 4])
def test_compared_costs_grow_to_the_totals_of_the_run(app: App, number: int) -> None:
    press(app, pygame.K_1 + number)
    scene = given(part(app).commands.scene)
    assert not isinstance(scene, Scene)
    part(app).commands.travel(0.0)
    app.frame()
    costs = given(part(app).state.costs)
    assert not any(cost.number for cost in costs), "nothing is searched before the first"
    press(app, pygame.K_RIGHT)
    assert [cost.is_now for cost in given(part(app).state.costs)].count(True) == 1
    scene.go_to(scene.last)
    app.frame()
    after = given(part(app).state.costs)
    sizes = [int(cost.number.replace(",", "")) for cost in after]
    assert sum(sizes) >= len(scene.run.tree)
    assert [round(cost.share, 3) for cost in after] == [round(size / max(sizes), 3) for size in sizes]
    winners = [cost.has_won for cost in after]
    assert winners == [number == 2 and size == min(sizes) for size in sizes]
    assert part(app).state.runs is not None
    assert part(app).state.tree is None


def test_killer_tables_are_shown_as_they_fill(app: App) -> None:
    press(app, pygame.K_3)
    scene = given(part(app).commands.scene)
    kinds = ScenePhrase.KILLER, ScenePhrase.HISTORY_CUT
    for stop in (stop for stop in scene.stops if stop.kind in kinds):
        part(app).commands.player.show_step(stop.step)
        app.frame()
        learned, model = given(scene.run.show(stop.step).learned), given(part(app).state.learned)
        assert len(model.facts) == len([moves for _ply, moves in learned.rows if moves])
        here = [str(fact.values[0][0]) for fact in model.facts if fact.values[0][1] == "warning"]
        move = stop.sentence.fields["move"]
        assert isinstance(move, Line)
        assert here
        assert here[0].startswith(move.text())


def test_narrow_path_shows_numbers_and_one_name(app: App) -> None:
    resize(app, MIN_SIZE)
    for n, scene in enumerate(SCENES):
        push(app, scene)
        words = [button.action.label for button in lab(app)._path]
        assert words == [f"{m + 1}  {PATH[n].short}" if m == n else f"{m + 1}" for m in range(len(PATH) + 1)]
