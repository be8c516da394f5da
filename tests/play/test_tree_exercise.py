"""Exercises: `exercise_check`, which shares no code with them, checks every answer and reason."""

from itertools import product
from random import Random

import pytest

from ai.reference.tree import Path
from ai.reference.written import Arrangement, WrittenTree, parse_tree
from play.exercise_role import Role
from play.tree_exercise import Topic, TreeExercise, Why
from tests.ai.reference.test_written import random_branches
from tests.play.exercise_check import check_answers, wrong_answer

SHAPES = [
    (role, plies, branches, arrangement)
    for role, plies, branches, arrangement in product(Role, (2, 3, 4), (2, 3, 4), Arrangement)
    if plies > 2 or not role.bets
]


def check_exercises(count: int, wrong: int, random: Random) -> None:
    """Checks `count` exercises of all shapes in turn, and a wrong answer to the first `wrong` of them."""
    for n in range(count):
        role, plies, branches, arrangement = SHAPES[n % len(SHAPES)]
        exercise = TreeExercise.drawn(random.randrange(1_000_000), role, plies, branches, arrangement)
        facts = check_answers(exercise).facts
        has_point = any(fact.cut or fact.outcome for fact in facts)
        may_have_none = role is Role.MINIMAX or (
            arrangement is Arrangement.WORST_FIRST and not role.has_null_windows
        )
        assert has_point or may_have_none, (role, exercise.tree.text())
        if n < wrong:
            question = random.choice(exercise.questions)
            given = wrong_answer(question, random)
            assert not question.is_right(given)
            reason = question.reason(given)
            assert reason in question.reasons  # checked by `check_answers`
            if question.kind is Topic.WINDOW and len(question.reasons) > 1:
                assert ("β" in reason.text()) is (given[0] == question.answer[0])


def test_answers_and_reasons_agree_with_definition() -> None:
    check_exercises(len(SHAPES), len(SHAPES), Random(61))


@pytest.mark.slow
def test_20_000_exercises() -> None:
    check_exercises(20_000, 3_000, Random(7))


@pytest.mark.parametrize("role", Role)
def test_written_trees_work_with_either_side_at_root(role: Role) -> None:
    random = Random(12)
    for _tree in range(20):
        check_answers(TreeExercise(WrittenTree(random_branches(random, 3), random.random() < 0.5), role))


@pytest.mark.parametrize("role", Role)
def test_tree_reveals_no_answer(role: Role) -> None:
    exercise = TreeExercise.drawn(47 if role is Role.MINIMAX else 1, role, 3, 3)
    seen: set[Path] = set()
    for count, question in enumerate(exercise.questions):
        visit, marks, after = question.visit, exercise.marks(count), exercise.marks(count + 1)
        is_first = visit.path not in seen
        if question.kind is Topic.VALUE:
            seen.add(visit.path)
            assert marks.nodes[visit.path].figure is None
            assert after.nodes[visit.path].figure == visit.figure
        elif question.kind is Topic.WINDOW:
            assert visit.path not in marks.nodes or not is_first
            assert after.nodes[visit.path].window == question.answer
        elif question.kind is Topic.CUTS:
            assert not marks.cut.intersection((*visit.path, place) for place in question.options)
        if question.kind is Topic.CUTS and is_first:
            below = {*((*visit.path, place) for place in question.answer)}
            assert after.cut - marks.cut == below
    assert sum(len(path) == 3 for path in exercise.marks().nodes) == exercise.looked_at


@pytest.mark.parametrize(
    ("text", "given", "why"),
    [
        ("((3 12 8)(2 4 6)(14 5 2))", 3, Why.NOT_LESS),
        ("((3 12 8)(2 4 6)(14 5 2))", 5, Why.AT_LEAST),
        ("((-3 12 8)(-4 4 6)(14 5 -5))", -2, Why.NOT_MORE),
        ("((-3 12 8)(-4 4 6)(14 5 -5))", -4, Why.AT_MOST),
    ],
)
def test_a_wrong_gamma_has_the_reason_of_its_side(text: str, given: int, why: Why) -> None:
    questions = TreeExercise(parse_tree(text), Role.MTDF).questions
    question = next(question for question in questions if question.kind is Topic.GAMMA)
    assert question.answer != (given,)
    assert question.reason((given,)).phrase is why
