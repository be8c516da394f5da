from __future__ import annotations

from datetime import timedelta

import pytest

from play.practice.progress import DAYS, Repetition, answered
from tests.play.practice.material import DAY


def after(days: int) -> Repetition:
    return Repetition(0, DAY + timedelta(days))


def test_what_fails_comes_back_after_1_3_7_and_21_days_and_more() -> None:
    day, waits = DAY, []
    card = answered(None, False, day)
    for _ in range(7):
        assert card.due is not None
        waits.append((card.due - day).days)
        day = card.due
        card = answered(card, True, day)
    assert waits == [1, 3, 7, 21, 60, 180, 180]
    assert waits[: len(DAYS)] == list(DAYS)


def test_what_is_known_at_first_sight_does_not_come_back() -> None:
    card = answered(None, True, DAY)
    assert card.due is None
    assert answered(card, True, DAY) == card


def test_a_failure_begins_anew() -> None:
    for before in (None, Repetition(4, DAY), Repetition(1, None), Repetition(3, DAY + timedelta(20))):
        assert answered(before, False, DAY) == after(1)


def test_before_its_day_a_right_answer_moves_nothing() -> None:
    early = Repetition(2, DAY + timedelta(5))
    assert answered(early, True, DAY) == early


def test_what_waited_too_long_counts_from_today() -> None:
    assert answered(Repetition(1, DAY - timedelta(30)), True, DAY) == Repetition(2, DAY + timedelta(7))


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize("ahead", [2, 30, 365])
def test_an_answer_while_the_clock_went_ahead_does_not_put_it_off(is_right: bool, ahead: int) -> None:
    card = answered(Repetition(0, DAY), is_right, DAY + timedelta(ahead))
    assert card.is_due(DAY), "no answer of today leads to such a day"
    assert answered(card, False, DAY) == after(1)


def test_while_the_clock_goes_back_nothing_is_lost() -> None:
    card, past = Repetition(2, DAY + timedelta(7)), DAY - timedelta(20_000)
    assert card.is_due(past)
    assert not card.is_due(DAY), "once it is right again"
