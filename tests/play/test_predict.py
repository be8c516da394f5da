"""Questions about a search, checked by the same search without a trace (plain_searches.py)."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from ai.limits import Algorithm
from ai.reference.choice import Choice
from ai.reference.searches import INFINITE
from ai.reference.tree import Event
from ai.trace.events import record
from play.predict import (
    Answer,
    QuestionKind,
    QuizQuestion,
    QuizScore,
    questions_of,
    reason_for,
    sample_questions,
)
from play.slow_motion import Run
from tests.ai.positions import random_position
from tests.play.plain_searches import Plain, Search

PLIES = 3
NOT_CUT = "Nothing is cut off here: the next move follows."


@cache
def traced(number: int) -> tuple[Run, Plain, Search]:
    """Returns a traced and a plain search: PVS for two positions in three, else alpha-beta."""
    board = random_position(Random(number), 2 + number % 52)
    algorithm = Algorithm.ALPHABETA if number % 3 == 2 else Algorithm.PVS
    plain = Plain(board, PLIES)
    search = plain.alphabeta() if algorithm is Algorithm.ALPHABETA else plain.pvs()
    return Run(record(board, Choice(algorithm, PLIES))), plain, search


def answer(question: QuizQuestion, run: Run, plain: Plain, search: Search) -> Answer:
    """Returns the answer, from the progress of the search, the position and the move alone."""
    entered = run.show(question.step).counts.nodes
    line = tuple(run.tree.line(question.node))
    if question.kind is QuestionKind.NEXT:
        following = search.entered[entered]
        before = search.entered[:entered]
        # Again, if this position was visited since the last visit of the position above it.
        above = max(index for index, each in enumerate(before) if each == following[:-1])
        return Answer(line=following, is_again=following in before[above:])
    if question.kind is QuestionKind.CUT:
        cut_by = search.cuts.get((entered, line))
        moves = plain.moves(line)
        assert cut_by is None or moves[moves.index(cut_by) + 1] == question.move
        return Answer(is_yes=cut_by is not None)
    floor, is_lost, _positions = search.bets[entered, line, question.move]
    by_minimax = -plain.minimax((*line, question.move)) > floor
    assert is_lost == by_minimax
    return Answer(is_yes=is_lost)


def alike(question: QuizQuestion, run: Run) -> int:
    """Returns 1 for yes or a move of the same position, 2 for the same move again, else 0."""
    if question.kind is not QuestionKind.NEXT:
        return int(question.answer.is_yes)
    if question.answer.is_again:
        return 2
    return int(question.answer.line[:-1] == tuple(run.tree.line(question.node)))


def checked(numbers: Iterable[int]) -> Counter[tuple[QuestionKind, int]]:
    """Checks all questions; counts them by kind and sort of answer."""
    asked: Counter[tuple[QuestionKind, int]] = Counter()
    for number in numbers:
        run, plain, search = traced(number)
        questions = questions_of(run)
        assert list(questions) == sorted(questions, key=lambda question: question.step)
        for question in questions:
            assert question.answer == answer(question, run, plain, search)
            assert question.answer in question.options
            assert len({option.text() for option in question.options}) == len(question.options) > 1
            assert question.step < question.seen < len(run)
            asked[question.kind, alike(question, run)] += 1
    return asked


def most_alike(asked: Counter[tuple[QuestionKind, int]]) -> dict[QuestionKind, float]:
    counts = {kind: [asked[pair] for pair in asked if pair[0] is kind] for kind in QuestionKind}
    return {kind: max(each) / sum(each) for kind, each in counts.items()}


def test_answers_agree_with_an_untraced_search() -> None:
    asked = checked((6, 17))
    assert {kind for kind, _sort in asked} == set(QuestionKind)


@pytest.mark.slow
def test_many_answers_are_right() -> None:
    asked = checked(range(1, 50, 2))
    for kind in QuestionKind:
        assert sum(count for (of, _sort), count in asked.items() if of is kind) >= 200


def test_reason_fits_its_question() -> None:
    asked: Counter[tuple[str, bool]] = Counter()
    for number in (6, 17):
        run, plain, _search = traced(number)
        for question in questions_of(run):
            said, no_cut = reason_for(question, run), question.answer == Answer(is_yes=False)
            if question.kind is QuestionKind.NEXT:
                kinds = run.trace.events["kind"][question.step + 1 : question.seen]
                ends = [
                    n
                    for n, kind in enumerate(kinds, question.step + 1)
                    if kind in (Event.LEAVE, Event.RESEARCH)
                ]
                assert said == (run.show(ends[-1]).sentence.text() if ends else NOT_CUT)
                asked["next", bool(ends)] += 1
            if question.kind is not QuestionKind.CUT or not no_cut:
                assert "good enough" not in said
                continue
            asked["cut", run.tree.beta[question.node] >= INFINITE] += 1
            tried, tree = int(run.trace.events["node"][question.step]), run.tree
            color, limit = run.trace.color(int(tree.ply[question.node])), int(tree.beta[question.node])
            assert plain.worth(tuple(tree.line(tried)), color) < limit, "not only as far as was seen"
            side = color.other.label
            if limit >= INFINITE:
                assert said.startswith(f"Nothing better for {side}")
            elif said.startswith(f"{side} can hold"):
                above = (tuple(tree.line(row.node)) for row in run.show(question.step).state.rows)
                assert any(plain.worth(line, color) <= limit for line in above), "so it need not come here"
            else:
                assert said.startswith(f"The question is whether {color.label} gets ")
                assert run.choice.algorithm is Algorithm.PVS


def test_place_of_an_option_does_not_reveal_the_answer() -> None:
    places = Counter(
        question.options.index(question.answer)
        for number in (6, 17, 31)
        for question in questions_of(traced(number)[0])
        if question.kind is QuestionKind.NEXT
    )
    assert max(places.values()) <= 0.7 * places.total()


def test_sample_has_all_kinds_from_the_whole_search() -> None:
    asked: Counter[tuple[QuestionKind, int]] = Counter()
    for number in (0, 6, 17, 31, 49):
        run = traced(number)[0]
        chosen = sample_questions(questions_of(run), 6)
        assert set(chosen) <= set(questions_of(run))
        assert len(chosen) <= 6
        asked.update((question.kind, alike(question, run)) for question in chosen)
    assert {kind for kind, _sort in asked} == set(QuestionKind)
    assert max(most_alike(asked).values()) <= 0.7
    steps = [question.step / len(run) for question in chosen]
    assert steps[0] < 0.4
    assert steps[-1] > 0.4


@pytest.mark.parametrize("algorithm", [Algorithm.MINIMAX, Algorithm.SSS])
def test_questions_with_only_one_answer_are_not_asked(algorithm: Algorithm) -> None:
    run = Run(record(random_position(Random(6), 8), Choice(algorithm, 2)))
    assert sample_questions(questions_of(run), 9) == ()


def test_score_counts_right_answers() -> None:
    question = next(each for each in questions_of(traced(6)[0]) if each.kind is QuestionKind.BET)
    wrong = next(option for option in question.options if option != question.answer)
    score = QuizScore()
    score.answer(question, question.answer)
    assert score.text() == "1 of 1 answer right"
    score.answer(question, wrong)
    assert (score.asked, score.right, score.text()) == (2, 1, "1 of 2 answers right")


def test_questions_and_answers_have_words() -> None:
    questions = questions_of(traced(6)[0])
    said = {question.kind: question.text() for question in questions}
    assert said[QuestionKind.NEXT] == "Which move is searched next?"
    assert all("{" not in text for text in said.values())
    assert (Answer(is_yes=True).text(), Answer().text()) == ("Yes", "No")
    assert (Answer(line=(0, 63)).text(), Answer(line=(0,), is_again=True).text()) == ("a1 h8", "a1 again")
