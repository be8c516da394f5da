"""Today, the first view of Practice: due positions, the next lesson, ten lessons, the sections."""

import pygame
import pytest

from play.practice.exercise import Aim, Finding
from play.practice.lesson import STEPS, Idea
from play.practice.progress import Section
from tests.play.practice.material import mistake
from tests.ui.driving import OpenPage, click, do, given, place_of_target, press, push, type_text, words_drawn
from tests.ui.pages.practice.asked import exercise, page, trainer
from ui import assets
from ui.app import App
from ui.pages.practice.page import PracticePage
from ui.pages.practice.view import COLOURS, NOW, OPEN, SECTION_BUTTONS

SECTION_OFFERS = tuple(name.replace("practice", "today") for name in SECTION_BUTTONS)


@pytest.fixture
def app(open_page: OpenPage) -> App:
    return open_page(PracticePage)


def idea(app: App) -> Idea:
    return given(given(trainer(app).walk).idea)


def test_lesson_comes_first_when_nothing_is_due(app: App) -> None:
    state = page(app).state
    due, follow = state.offers["due"], state.offers["next"]
    assert (due.button, follow.is_primary, follow.title) == ("", True, "1  Corners")
    press(app, pygame.K_RETURN)
    assert idea(app) is Idea.CORNERS
    press(app, pygame.K_ESCAPE)
    assert page(app).commands.is_today


def test_due_positions_are_asked_and_lead_back(app: App) -> None:
    app.session.practice.add([mistake(1), mistake(2)])
    app.frame()
    offers = page(app).state.offers
    assert (offers["due"].title, offers["due"].sentence) == ("2 positions", "2 mistakes. About 2 minutes.")
    assert (offers["due"].is_primary, offers["next"].is_primary) == (True, False)
    push(app, "today_start")
    for number in (1, 2):
        assert exercise(app).key == mistake(number).key
        trainer(app).play(mistake(number).found[0].move)
        press(app, pygame.K_SPACE, " ")
    assert page(app).commands.is_today
    assert page(app).state.offers["due"].note == "Practised on 1 of the last 7 days"


def test_digits_and_clicks_open_lessons(app: App) -> None:
    press(app, pygame.K_0, "0")
    assert idea(app) is Idea.COUNTING
    do(app, "practice_lessons")
    click(app, place_of_target(page(app).view.lessons, Idea.FEW_MOVES).center)
    assert idea(app) is Idea.FEW_MOVES


def test_begun_lesson_shows_its_steps_and_resumes(app: App) -> None:
    practice = app.session.practice
    practice.note_steps(Idea.CORNERS, [Finding.SECOND] * STEPS)
    practice.note_steps(Idea.BESIDE_CORNERS, [Finding.FIRST, Finding.SHOWN, Finding.FIRST, None, None])
    app.frame()
    state = page(app).state
    assert state.lessons.next is Idea.BESIDE_CORNERS
    assert state.offers["next"].note == "Step 2 of 5"
    assert "1 of 10" in words_drawn(app)
    push(app, "today_lesson")
    model = page(app).state.question
    assert (model.place, model.segments) == ("2 of 5", ("good", NOW, "good", OPEN, OPEN))
    push(app, "practice_show")
    app.frame()
    assert page(app).state.question.segments[1] == COLOURS[Finding.SHOWN]


def test_endgame_other_than_a_draw_follows_the_last_lesson(app: App) -> None:
    for each in Idea:
        app.session.practice.note_steps(each, [Finding.FIRST] * STEPS)
    app.frame()
    assert page(app).state.offers["next"].button == "today_endgames"
    press(app, pygame.K_SPACE, " ")
    assert trainer(app).section is Section.ENDGAMES
    assert exercise(app).aim is not Aim.DRAW


def test_buttons_and_keys_open_each_section(app: App) -> None:
    for number, (offer, section) in enumerate(zip(SECTION_OFFERS, SECTION_BUTTONS, strict=True)):
        push(app, offer)
        assert app.actions[section].is_on()
        push(app, "practice_today")
        assert page(app).commands.is_today
        press(app, pygame.K_1 + number, mod=pygame.KMOD_CTRL)
        assert app.actions[section].is_on()
        do(app, "practice_today")


def test_typed_squares_do_nothing(app: App) -> None:
    type_text(app, "f")
    assert page(app).commands.is_today
    click(app, page(app).view.offers["due"].rect.center)
    assert page(app).commands.is_today


def test_missing_lessons_are_reported(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    original = assets.read_asset
    damaged = {assets.LESSONS: b"% nothing\n"}
    monkeypatch.setattr(assets, "read_asset", lambda name: damaged.get(name) or original(name))
    app = open_page(PracticePage)
    assert page(app).status.is_problem
    assert page(app).status.text.startswith("There are no lessons: assets/positions/lessons.obf")
    assert page(app).state.offers["next"].button == "today_endgames"
    assert not app.actions["lesson_1"].is_possible()
