"""The practice file: written, read back, damaged, and the days when tasks return."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from game.board import PASS, Board
from game.evaluation import Judgement, Kind
from play.practice.exercise import Finding, Mistake, RatedMove
from play.practice.lesson import STEPS, Idea
from play.practice.progress import (
    DAYS,
    Practice,
    PracticeProgress,
    Repetition,
    Section,
    answered,
    parse_progress,
    written_progress,
)
from play.store import PRACTICE_FILE, Store
from tests.play.practice.material import DAY, Calendar, mistake
from tests.play.stored import write


@pytest.fixture
def progress() -> PracticeProgress:
    """Builds progress of two days in every section, with searched mistakes and an unsearched one."""
    calendar = Calendar()
    practice = Practice(PracticeProgress(), calendar)
    practice.add([mistake(1), mistake(2), Mistake(Board.initial(), 19)])
    for section in Section:
        practice.answer(section, mistake(1).key, False)
    calendar.sleep()
    practice.answer(Section.ENDGAMES, "another", True)
    practice.note_steps(Idea.CORNERS, [Finding.FIRST] * STEPS)
    practice.note_steps(Idea.BESIDE_CORNERS, [Finding.SECOND, Finding.SHOWN, None, None, None])
    return practice.progress


def read(text: str) -> tuple[PracticeProgress, list[str]]:
    said: list[str] = []
    return parse_progress(json.loads(text), said.append), said


def test_written_progress_reads_back_the_same(progress: PracticeProgress) -> None:
    assert read(json.dumps(written_progress(progress))) == (progress, [])


def test_the_deepest_review_judges_a_mistake() -> None:
    """A deeper review clears what was found for a known mistake."""
    shallow, deep = (Judgement(6.0, 1.0, depth, Kind.ESTIMATE) for depth in (14, 24))
    practice = Practice(PracticeProgress())
    practice.add([replace(mistake(1), judged=shallow)])
    for judged in (deep, shallow):
        assert practice.add([replace(mistake(1), found=(), judged=judged)]) == 0
    (known,) = practice.progress.mistakes.values()
    assert (known.judged, known.found) == (deep, ())


def test_a_file_of_version_1_0_without_lessons_is_read(progress: PracticeProgress) -> None:
    written = json.loads(json.dumps(written_progress(progress)))
    del written["lessons"]
    for tallies in written["days"].values():
        for tally in tallies.values():
            tally.append(3.5)
    for kept in written["mistakes"]:
        kept["wanted"] = True
    older = parse_progress(written, pytest.fail)
    assert (older.days, older.mistakes, older.lessons) == (progress.days, progress.mistakes, {})


def test_a_line_with_a_pass_is_kept(store: Store) -> None:
    board = Board.from_text("-XO" + "-" * 53 + "XO------ X")
    assert board.play(3).must_pass()
    others = (RatedMove(m, 0.0) for m in range(64) if m != 3 and board.is_legal(m))
    found = RatedMove(3, 64.0, (3, PASS)), *others
    progress = PracticeProgress()
    progress.mistakes[board.text()] = Mistake(board, 3, found, True)
    progress.cards[Section.MISTAKES][board.text()] = Repetition(0, DAY)
    store.save_practice(written_progress(progress))
    assert (store.load_practice(), store.messages) == (progress, [])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mistakes", 7),
        ("mistakes", [7]),
        ("mistakes", [{"board": "rubbish", "played": "a1"}]),
        ("cards", {"mistakes": 1}),
        ("cards", {"endgames": {"x": [0, "never"]}}),
        ("cards", {"openings": {"x": [-1, None]}}),
        ("days", {"today": {}}),
        ("days", {"2026-11-22": {"mistakes": [1]}}),
        ("lessons", {"corners": 6}),
        ("lessons", {"corners": ["first", "guessed", None, None, None]}),
    ],
)
def test_bad_entries_are_left_out(store: Store, progress: PracticeProgress, name: str, value: object) -> None:
    content = written_progress(progress) | {name: value}
    write(store, PRACTICE_FILE, content)
    read = store.load_practice()
    (said,) = store.messages
    assert said.startswith("practice.json: ")
    assert json.loads((store.directory / f"{PRACTICE_FILE}.damaged").read_text("utf-8")) == content
    assert (read.days == progress.days) == (name != "days")
    assert (read.mistakes == progress.mistakes) == (name != "mistakes")


def test_a_mistake_without_its_card_is_due(progress: PracticeProgress) -> None:
    written = json.loads(json.dumps(written_progress(progress)))
    key = mistake(2).key
    del written["cards"]["mistakes"][key]
    assert Practice(read(json.dumps(written))[0], Calendar()).due(Section.MISTAKES, [key]) == [key]
    written["mistakes"][0]["found"].pop()
    written["mistakes"][1]["found"][0][2] = "a1 a1"
    kept, said = read(json.dumps(written))
    assert (len(kept.mistakes), len(said)) == (1, 2)


def after(days: int) -> Repetition:
    return Repetition(0, DAY + timedelta(days))


def test_failed_tasks_return_after_1_3_7_21_and_more_days() -> None:
    day, waits = DAY, []
    card = answered(None, False, day)
    for _ in range(7):
        assert card.due is not None
        waits.append((card.due - day).days)
        day = card.due
        card = answered(card, True, day)
    assert (waits, waits[: len(DAYS)]) == ([1, 3, 7, 21, 60, 180, 180], list(DAYS))


@pytest.mark.parametrize(
    ("before", "is_right", "card"),
    [
        *((before, False, after(1)) for before in (None, Repetition(4, DAY), Repetition(1, None))),
        (None, True, Repetition(1, None)),  # right at first sight: it does not return
        (Repetition(1, None), True, Repetition(1, None)),
        (Repetition(2, DAY + timedelta(5)), True, Repetition(2, DAY + timedelta(5))),  # before it is due
        (Repetition(1, DAY - timedelta(30)), True, Repetition(2, DAY + timedelta(7))),  # long overdue
    ],
)
def test_an_answer_reschedules_a_card(before: Repetition | None, is_right: bool, card: Repetition) -> None:
    assert answered(before, is_right, DAY) == card


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize("ahead", [2, 30, 365])
def test_an_answer_while_the_clock_is_ahead_postpones_no_card(is_right: bool, ahead: int) -> None:
    card = answered(Repetition(0, DAY), is_right, DAY + timedelta(ahead))
    assert card.is_due(DAY), "no answer of today leads to such a day"
    assert answered(card, False, DAY) == after(1)


def test_a_card_is_due_while_the_clock_is_behind() -> None:
    card, past = Repetition(2, DAY + timedelta(7)), DAY - timedelta(20_000)
    assert card.is_due(past)
    assert not card.is_due(DAY), "once it is right again"
