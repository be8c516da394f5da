"""Exercises as web pages: with keys and clicks they show what the Lab shows for the same answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.reference.written import parse_tree
from ai.trace.written import Figure
from game.records.any_format import read_text
from play.exercise_role import Role
from play.settings import Language
from play.tree_exercise import Attempt, ExerciseQuestion, Topic, TreeExercise, tree_of
from tests.ui.command_line import Command
from tests.ui.test_web_page import Keys, assert_in_order, browser, needs_browser, page, webdriver  # noqa: F401
from ui.exercise_page import exercise_page
from ui.text.languages import set_language
from ui.tree_svg import path_name

SIGNS = {True: "✓", False: "×", None: "→"}
TREE = "((3 12 8)(2 4 6)(14 5 2))"
# The steps with their reasons, newest first; value and window of each node; nodes that are struck out.
LOOK = """
const text = element => element?.textContent ?? "", all = (from, what) => [...from.querySelectorAll(what)];
return [
  all(document, "#steps li").map(row => [text(row.firstChild), text(row.querySelector("p"))]),
  Object.fromEntries(all(document, "#tree g:has(circle)").map(node =>
    [node.dataset.path, [text(node.querySelector(".value")), text(node.querySelector(".window"))]])),
  all(document, "#tree .struck").map(group => group.dataset.path),
];
"""


def wrong(question: ExerciseQuestion, n: int) -> tuple[int, ...]:
    """Returns a wrong answer; for windows α and β are wrong by turns."""
    answer = question.answer
    if question.kind is Topic.CUTS:
        return () if answer else tuple(question.options[:1])
    if question.kind is Topic.BET:
        return ((answer[0] + 1) % len(question.options),)
    at = n % len(answer)
    return (*answer[:at], 77, *answer[at + 1 :])


def type_answer(driver: Any, question: ExerciseQuestion, given: tuple[int, ...]) -> None:
    """Types an answer, after taking back the marks."""
    keys: list[str] = []
    if question.kind is Topic.CUTS:
        marked = driver.execute_script("return question.branches.filter((_, n) => isOn(n))")
        before = {int(branch.split(",")[-1]) for branch in marked}
        keys = [str(place + 1) for place in before ^ set(given)]
    elif question.kind is Topic.BET:
        keys = [str(given[0] + 1)]
    else:
        for n, value in enumerate(given):
            keys += [Keys.TAB] * bool(n) + [Figure(value).text().replace("∞", "i").replace("−", "-")]
    driver.execute_script("document.activeElement.blur()")
    webdriver.ActionChains(driver, 0).send_keys(*keys, Keys.ENTER).perform()


def assert_shown(driver: Any, attempt: Attempt) -> None:
    steps, nodes, struck = driver.execute_script(LOOK)
    assert steps == [
        [f"{SIGNS[step.is_right]} {step.words}", step.reason] for step in reversed(attempt.steps)
    ]
    marks = attempt.exercise.marks(attempt.count)
    assert sorted(struck) == sorted(2 * list(map(path_name, marks.cut)))
    for path, mark in marks.nodes.items():
        value, window = nodes.get(path_name(path), ("", ""))
        if mark.window is not None and mark.figure is None:
            alpha, beta = map(Figure, mark.window)
            assert window == f"({alpha.text()}, {beta.text()})"
        elif path_name(path) in nodes:
            assert (value, window) == (mark.figure.text() if mark.figure else "", "")
    assert driver.find_element("id", "score").text == attempt.score()


@needs_browser
@pytest.mark.parametrize(
    ("role", "language"),
    [
        pytest.param(Role.MINIMAX, Language.ENGLISH, marks=pytest.mark.slow),
        (Role.ALPHABETA, Language.RUSSIAN),
        pytest.param(Role.FAIL_HARD, Language.CHINESE, marks=pytest.mark.slow),
        pytest.param(Role.PVS, Language.JAPANESE, marks=pytest.mark.slow),
        pytest.param(Role.SCOUT, Language.ENGLISH, marks=pytest.mark.slow),
        pytest.param(Role.MTDF, Language.ENGLISH, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_page_judges_as_the_lab_does(page: Any, role: Role, language: Language) -> None:  # noqa: F811
    """With keys alone: by turns right at once, after one or two wrong answers, with a hint, and filled in."""
    set_language(language)
    attempt = Attempt(TreeExercise.drawn(7, role))
    driver = page(exercise_page(attempt.exercise))
    while (question := attempt.question) is not None:
        n, bad, good = attempt.count, wrong(question, attempt.count // 2), question.answer
        assert question.text() in driver.find_element("id", "question").text
        if n % 5 == 3:
            driver.switch_to.active_element.send_keys(Keys.F7)
            assert driver.find_element("id", "help").text == question.hint()
        if n % 5 == 4:
            driver.switch_to.active_element.send_keys(Keys.F4)
            attempt.show()
        for given in ([good], [bad, good], [bad, bad], [good], [])[n % 5]:
            type_answer(driver, question, given)
            attempt.answer(given)
        assert_shown(driver, attempt)
    assert driver.find_element("id", "question").text == attempt.score()
    assert_in_order(driver)
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert_shown(driver, Attempt(attempt.exercise))


@needs_browser
def test_clicks_and_digits_suffice(page: Any) -> None:  # noqa: F811
    """Clicks on branches of the tree, outcomes, signs that number pads lack, and buttons."""
    attempt = Attempt(TreeExercise.drawn(7, Role.PVS))
    driver, kinds = page(exercise_page(attempt.exercise)), {Topic.WINDOW, Topic.CUTS, Topic.VALUE, Topic.BET}
    while kinds and (question := attempt.question) is not None:
        if question.kind is not Topic.CUTS or question.answer:
            kinds.discard(question.kind)
        if question.kind is Topic.CUTS:
            for place in question.answer:
                path = path_name((*question.visit.path, place))
                node = driver.find_element("css selector", f'#tree [data-path="{path}"] > :is(circle, rect)')
                webdriver.ActionChains(driver, 0).click(node).perform()
        elif question.kind is Topic.BET:
            driver.find_elements("css selector", "#options button")[question.answer[0]].click()
        else:
            fields = driver.find_elements("css selector", "#fields input")
            signs = driver.find_elements("css selector", "#fields button")
            for field, words in zip(fields, question.words(question.answer), strict=True):
                field.click()
                field.send_keys(*filter(str.isdecimal, words))
                for button, sign in zip(signs, "−∞", strict=True):
                    if sign in words:
                        button.click()
        driver.find_element("id", "check").click()
        attempt.answer(question.answer)
        assert_shown(driver, attempt)
    assert not kinds


@needs_browser
def test_an_incomplete_answer_is_not_judged(page: Any) -> None:  # noqa: F811
    exercise = TreeExercise.drawn(7, Role.ALPHABETA)
    driver = page(exercise_page(exercise))
    assert driver.find_element("id", "check").get_attribute("aria-disabled") == "true"
    field = driver.find_element("css selector", "#fields input")
    for keys, words in [
        ("-", "−"),
        ("03", "−3"),
        ("-", "3"),
        ("i", "∞"),
        ("5", "5"),
        ("x", "5"),
        ("678", "567"),
    ]:
        field.send_keys(Keys.END, keys)
        assert field.get_attribute("value") == words
    field.clear()
    field.send_keys("-", Keys.ENTER)
    assert_shown(driver, Attempt(exercise))


def test_the_command_writes_exercises(tmp_path: Path, command: Command) -> None:
    place = tmp_path / "exercise.html"
    moves = "f5d6c3d3c4"
    position = tree_of(read_text(moves).game.end.board, 3, 2)
    for arguments, exercise in [
        (("7", "--tree", "--exercise", "mtdf"), TreeExercise.drawn(7, Role.MTDF)),
        (
            ("7", "--tree", "--exercise", "failhard", "--plies", 3, "--branches", 2),
            TreeExercise.drawn(7, Role.FAIL_HARD, 3, 2),
        ),
        ((TREE, "--tree", "--exercise", "alphabeta"), TreeExercise(parse_tree(TREE), Role.ALPHABETA)),
        ((moves, "--exercise", "scout"), TreeExercise(position, Role.SCOUT)),
    ]:
        command("export", *arguments, place, "--replace")
        assert place.read_text("utf-8") == exercise_page(exercise)


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [
        ((TREE, "--tree", "--exercise", "pvs", "--branches", 2), "a tree as text has its own size", 2),
        ((TREE, "--tree", "--search", "pvs", "--branches", 2), "--branches is for --exercise", 2),
        ((TREE, "--tree"), "--tree needs --search or --exercise", 2),
        (("7", "--tree", "--exercise", "pvs", "--plies", 2), "needs at least three plies", 1),
        (("f5d6", "--exercise", "pvs", "--plies", 5), "2–4 plies", 1),
    ],
)
def test_invalid_exercises_are_refused(
    tmp_path: Path, command: Command, arguments: tuple[object, ...], said: str, status: int
) -> None:
    place = tmp_path / "exercise.html"
    assert said in command("export", *arguments, place, status=status).err
    assert not place.exists()
