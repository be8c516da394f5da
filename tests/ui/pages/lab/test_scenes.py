"""The four scenes of the Lab on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

import pygame
import pytest

from ai.trace.coverage import Cover
from game.board import Color
from game.tree import Game
from play.scene_stops import ScenePhrase
from play.scenes import PATH
from tests.samples import PERSON, WHITE_PASSES
from tests.ui.driving import (
    click,
    do,
    find_place,
    lab,
    press,
    press_all,
    push,
    start,
    wait,
)
from ui.app import App
from ui.layout import MIN_SIZE
from ui.pages.lab.commands import SCENES, WAYS
from ui.pages.lab.scenes import ScenePart, describe_certainty

SIZES = (MIN_SIZE, (1280, 800), (1920, 1080), (900, 1300))


@pytest.fixture
def app(app: App) -> App:
    ready(app)
    return app


def part(app: App) -> ScenePart:
    return lab(app).scenes


def ready(app: App) -> None:
    wait(app, lambda: part(app).commands.scene is not None, 60)
    app.frame()


def test_the_lab_begins_with_the_first_scene_of_the_position(app: App) -> None:
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
    press(app, pygame.K_1 + len(PATH))
    assert lab(app).commands.way == WAYS[0]
    press(app, pygame.K_F6)
    assert lab(app).commands.way == WAYS[1]
    push(app, SCENES[1])
    assert lab(app).commands.scene == 1
    assert find_place(app, "lab_options") is None
    assert not app.actions["lab_options"].is_possible()
    push(app, "lab_explore")
    assert lab(app).commands.way == WAYS[1], "as it was left"


@pytest.mark.parametrize("key", [pygame.K_1, pygame.K_2, pygame.K_3])
def test_next_goes_where_playing_waits_and_the_sentence_is_the_models(app: App, key: int) -> None:
    press(app, key)
    scene = part(app).commands.scene
    assert scene is not None
    stops = [stop.step for stop in scene.played]
    assert len(stops) > 3
    for step in stops[stops[0] <= scene.step :]:
        press(app, pygame.K_RIGHT)
        assert scene.step == step
        assert part(app).state.sentence.text == scene.stop.sentence.text()
        never_needed = f"{(scene.coverage.at(step) == Cover.CUT_OFF).sum():,}"
        assert key == pygame.K_1 or part(app).state.numbers.facts[1].values[0][0] == never_needed
        assert part(app).state.tree is not None
    press(app, pygame.K_LEFT)
    assert scene.step == stops[-2]
    assert {round(tick * scene.last) for tick in part(app).state.time.ticks} == set(stops)


def test_a_bet_is_asked_of_the_side_to_move(app: App) -> None:
    """The words have the answer of the window, for every score."""
    press(app, pygame.K_3)
    scene = part(app).commands.scene
    assert scene is not None
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


def test_a_ring_is_on_what_is_better_for_the_other_side(app: App) -> None:
    """At a cut that only answers a bet there is none."""
    press(app, pygame.K_3)
    commands = part(app).commands
    assert commands.scene is not None
    kinds = ScenePhrase.CUT, ScenePhrase.CUT_EQUAL, ScenePhrase.CUT_BET
    stops = [stop for stop in commands.scene.stops if stop.kind in kinds]
    assert {stop.kind for stop in stops[::3]} > {ScenePhrase.CUT_BET}
    for stop in stops[::3]:
        commands.player.show_step(stop.step)
        app.frame()
        assert (part(app).state.scene.better is None) == (stop.kind is ScenePhrase.CUT_BET)


def test_playing_comes_to_the_end_which_rings_its_number(app: App) -> None:
    press(app, pygame.K_3)
    press(app, pygame.K_SPACE)
    assert part(app).commands.player.is_playing
    assert app.actions["scene_play"].shown_label == "Pause"
    playback = part(app).commands.scene
    assert playback is not None
    app.update(playback.seconds[1] + 1)
    assert playback.is_at_end
    assert lab(app).commands.done == {2}
    assert app.actions["scene_next"].shown_label == "Next scene"
    press(app, pygame.K_SPACE)
    assert playback.is_playing, "once more"
    do(app, "page_play", "page_lab")
    assert not playback.is_playing, "it waits out of sight"


def test_from_the_end_of_a_scene_its_main_button_goes_on_to_the_next_one(app: App) -> None:
    for n in range(3):
        assert lab(app).commands.scene == n
        playback = part(app).commands.scene
        assert playback is not None
        playback.go_to(playback.last)
        app.frame()
        push(app, "scene_next")
    assert lab(app).commands.scene == 3
    explore = part(app).view.button_rows[0].rect_of("lab_explore")
    assert explore is not None
    click(app, explore.center)
    app.frame()
    assert lab(app).commands.is_exploring


def test_the_race_crowns_who_needs_the_fewest(app: App) -> None:
    press(app, pygame.K_4)
    race = part(app).commands.race
    assert race is not None
    while not race.is_at_end:
        app.update(0.5)
        app.frame()
    app.update(0.1)
    bars = part(app).state.lanes
    assert bars is not None
    totals = [lane.totals[-1][1] for lane in bars.lanes]
    assert [lane.has_won for lane in bars.lanes] == [total == min(totals) for total in totals]
    assert bars.true is not None
    assert bars.true.has_won
    assert part(app).state.sentence.text == race.sentence().text()
    assert lab(app).commands.done == {3}
    press_all(app, pygame.K_F1, pygame.K_ESCAPE)
    app.update(0.1)
    assert race.is_at_end, "a dialog that is closed does not begin it again"


def test_a_pass_is_made_before(app: App) -> None:
    do(app, "page_play")
    start(app, PERSON, PERSON, game=Game(WHITE_PASSES))
    do(app, "page_lab")
    ready(app)
    assert "must pass" in part(app).state.sentence.text
    assert part(app).commands.race is not None


def asked(app: App) -> None:
    """Let the second scene ask."""
    do(app, "lab_scene_2") if "lab_scene_2" in app.actions else press(app, pygame.K_2, "2")
    press(app, pygame.K_F7)
    predict = part(app).commands.player
    for _ in range(30):
        if predict.is_asking:
            return
        do(app, "scene_next")
    raise AssertionError("it asks nothing")


def test_a_question_is_answered_by_a_digit_or_a_button(app: App) -> None:
    asked(app)
    commands = part(app).commands
    question = commands.player.question
    assert question is not None
    assert part(app).state.sentence.text == question.text()
    assert commands.scene is not None
    assert commands.scene.step == question.step
    right = question.options.index(question.answer)
    press(app, pygame.K_1 + right, str(right + 1))
    assert lab(app).part is part(app), "the digit was an answer, not another scene"
    assert part(app).state.sentence.text == f"Right: {question.answer.text()}. 1 of 1 answer right."
    assert part(app).state.sentence.detail
    assert commands.scene.step == question.seen
    press(app, pygame.K_3, "3")
    assert lab(app).commands.scene == 1, "no digit leads away from what was just asked"
    do(app, "scene_next")
    while not commands.player.is_asking:
        do(app, "scene_next")
    question = commands.player.question
    assert question is not None
    wrong = next(n for n, option in enumerate(question.options) if option != question.answer)
    do(app, f"answer_{wrong}")
    assert part(app).state.sentence.text.startswith(f"Wrong. The answer is: {question.answer.text()}. 1 of 2")


def test_questions_are_off_until_wanted_and_let_go(app: App) -> None:
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
    app.do("scene_play")  # before a picture: in a long one it would come to the next question
    press(app, pygame.K_F7)
    assert not predict.has_questions
