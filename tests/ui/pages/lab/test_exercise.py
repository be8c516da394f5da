"""The scene "You are the algorithm", by keys and by clicks."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect

from ai.reference.searches import INFINITE
from ai.reference.written import parse_tree
from game.records.transcript import parse_transcript
from play.exercise_role import Role
from play.tree_exercise import Topic
from tests.quick import quick
from tests.ui.driving import assert_apart, click, do, given, lab, open_dialog, press, push, resize, wait
from ui.app import App
from ui.dialogs.own_tree import OwnTreeDialog
from ui.dialogs.share import PageDialog
from ui.exercise_page import exercise_page
from ui.layout import MIN_SIZE
from ui.pages.lab.commands import SCENES
from ui.pages.lab.exercise import ROLES, ExercisePart


@pytest.fixture
def app(app: App) -> App:
    do(app, SCENES[-1])
    return app


def part(app: App) -> ExercisePart:
    found = lab(app).part
    assert isinstance(found, ExercisePart)
    return found


def type_value(app: App, value: int) -> None:
    words = "i" if abs(value) >= INFINITE else str(abs(value))
    for sign in "-" * (value < 0) + words:
        press(app, ord(sign), sign)


def give(app: App, answer: tuple[int, ...]) -> None:
    """Enters an answer by keys alone."""
    question = given(part(app).commands.question)
    if question.kind in (Topic.CUTS, Topic.BET):
        for place in answer:
            press(app, pygame.K_1 + place, str(place + 1))
    else:
        for n, value in enumerate(answer):
            if n:
                press(app, pygame.K_TAB)
            type_value(app, value)
    press(app, pygame.K_RETURN)


def role_places(app: App) -> list[Rect | None]:
    return [part(app).view.time.buttons.rect_of(name) for name in ROLES]


@pytest.mark.parametrize("size", [MIN_SIZE, *quick([(1280, 720), (900, 1300)], 0)])
@pytest.mark.parametrize("role", quick(Role, 3))
def test_keys_alone_solve_an_exercise(app: App, role: Role, size: tuple[int, int]) -> None:
    resize(app, size)
    commands = part(app).commands
    push(app, f"exercise_{role.value}")
    places = role_places(app)
    count = len(commands.attempt.exercise.questions)
    for _question in range(count):
        give(app, given(commands.question).answer)
        app.frame()
        assert lab(app).part is part(app), "a digit leads nowhere else"
        view = part(app).view
        assert_apart([panel.rect for panel in view.panels], app.display.surface.get_rect())
    assert part(app).state.sentence.text == f"{count} of {count} right at once"
    assert role_places(app) == places
    assert commands.lab.scene in commands.lab.done
    seed = commands.seed
    press(app, pygame.K_RETURN)
    assert (commands.seed, commands.attempt.count) == (seed + 1, 0)


def test_second_wrong_answer_fills_in_the_right_one(app: App) -> None:
    commands = part(app).commands
    question = given(commands.question)
    wrong = (question.answer[0] + 1,)
    give(app, wrong)
    assert commands.question is question
    press(app, pygame.K_BACKSPACE)
    press(app, pygame.K_BACKSPACE)
    give(app, wrong)
    assert [step.is_right for step in commands.attempt.steps] == [False, False, None]
    assert commands.attempt.steps[0].reason.startswith("White takes the smallest of ")
    do(app, "exercise_hint")
    app.frame()
    assert part(app).state.answer.detail.startswith("A hands down its window")
    do(app, "exercise_show")
    assert commands.attempt.count == 2
    assert commands.attempt.right_at_once == 0


def test_empty_field_takes_the_value_handed_down(app: App) -> None:
    commands = part(app).commands
    give(app, given(commands.question).answer)
    question = given(commands.question)
    assert question.kind is Topic.WINDOW
    type_value(app, question.answer[0])
    press(app, pygame.K_RETURN)
    assert commands.attempt.right_at_once == 2


def test_branches_are_marked_by_digits_letters_space_and_clicks(app: App) -> None:
    commands = part(app).commands
    push(app, f"exercise_{Role.PVS.value}")
    while commands.question is not None and not (
        commands.question.kind is Topic.CUTS and commands.question.visit.height > 1
    ):
        do(app, "exercise_show")
    question = given(commands.question)
    place = question.options[0]
    letter = question.visit.branches[place].lower()
    ways = [(place + pygame.K_1, str(place + 1)), (ord(letter), letter), (pygame.K_SPACE, " ")]
    for n, (key, text) in enumerate(ways, start=1):
        press(app, key, text)
        assert commands.marked == ({place} if n % 2 else set())
    app.frame()
    view = part(app).view.tree_panel
    click(app, view.place_of(question.visit.path).center)
    assert commands.marked == {place}, "a node is no branch of its own"
    click(app, view.place_of((*question.visit.path, place)).center)
    assert not commands.marked
    assert commands.cursor == place


def test_tree_is_made_from_the_position(app: App) -> None:
    commands = part(app).commands
    do(app, "exercise_position")
    tree = commands.attempt.exercise.tree
    assert (tree.depth, tree.leaves, tree.turn) == (2, 9, commands.lab.board.turn)
    push(app, f"exercise_{Role.SCOUT.value}")
    tree = commands.attempt.exercise.tree
    assert (tree.depth, tree.leaves) == (3, 8), "as many plies as its bets need"
    do(app, "exercise_new")
    assert commands.attempt.exercise.tree != tree


def test_typed_tree_is_used(app: App) -> None:
    dialog = open_dialog(app, "exercise_own", OwnTreeDialog)
    assert dialog.line.get_text() == part(app).commands.attempt.exercise.tree.text()
    dialog.line.set_text("((3 12 8)(2 4 6)(14 5 2))")
    dialog.changed()
    press(app, pygame.K_RETURN)
    commands = part(app).commands
    assert commands.attempt.exercise.tree == parse_tree("((3 12 8)(2 4 6)(14 5 2))")
    push(app, f"exercise_{Role.FAIL_HARD.value}")
    assert commands.attempt.exercise.tree.leaves == 9


def test_a_sheet_is_saved(app: App, tmp_path: Path) -> None:
    do(app, "exercise_new")
    dialog = open_dialog(app, "exercise_sheet", PageDialog)
    assert dialog.wanted.endswith("sheet-2.html")
    dialog.path.set_text(str(tmp_path / "page.html"))
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    drawn = part(app).commands.attempt.exercise.tree
    assert str(drawn.at((0, 0))).replace("-", "−") in (tmp_path / "page.html").read_text("utf-8")


def test_the_exercise_is_saved_as_a_web_page(app: App, tmp_path: Path) -> None:
    push(app, "exercise_pvs")
    dialog = open_dialog(app, "lab_share", PageDialog)
    assert dialog.wanted.endswith("exercise-pvs.html")
    dialog.path.set_text(str(tmp_path / "page.html"))
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    page = exercise_page(part(app).commands.attempt.exercise)
    assert (tmp_path / "page.html").read_text("utf-8") == page


def test_typing_replaces_a_wrong_value(app: App) -> None:
    commands = part(app).commands
    question = given(commands.question)
    assert question.kind is Topic.VALUE
    give(app, (question.answer[0] + 1,))
    type_value(app, question.answer[0])
    press(app, pygame.K_RETURN)
    assert [step.is_right for step in commands.attempt.steps] == [False, True]


def test_typing_replaces_each_of_two_wrong_values(app: App) -> None:
    push(app, f"exercise_{Role.FAIL_HARD.value}")
    commands = part(app).commands
    while len(commands.fields) < 2:
        give(app, given(commands.question).answer)
    answer = given(commands.question).answer
    give(app, (3, 5) if answer != (3, 5) else (2, 5))
    press(app, pygame.K_TAB)
    give(app, answer)
    assert [step.is_right for step in commands.attempt.steps][-2:] == [False, True]


def test_every_answer_can_be_typed(app: App) -> None:
    """A null window may reach one beyond the leaves."""
    push(app, f"exercise_{Role.PVS.value}")
    commands, seen = part(app).commands, set[int]()
    commands.use_tree(lambda: parse_tree("(((-99 -99)(-99 5))((5 6)(7 8)))"))
    while commands.question is not None:
        seen |= set(commands.question.answer)
        give(app, commands.question.answer)
    assert all(step.is_right for step in commands.attempt.steps)
    assert -100 in seen


def test_full_width_digits_are_accepted(app: App) -> None:
    press(app, 0, "３")
    assert part(app).commands.fields[0] == "3"
    press(app, pygame.K_i, "i")
    assert part(app).commands.fields[0] == "∞"
    app.frame()


def test_tree_of_the_position_is_kept_when_the_board_changes(app: App) -> None:
    do(app, "exercise_position")
    tree = part(app).commands.attempt.exercise.tree
    lab(app).commands.board = parse_transcript("f5d6c3").board
    push(app, f"exercise_{Role.FAIL_HARD.value}")
    assert part(app).commands.attempt.exercise.tree == tree
