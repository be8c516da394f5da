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
    assert (waits, waits[: len(DAYS)]) == ([1, 3, 7, 21, 60, 180, 180], list(DAYS))


@pytest.mark.parametrize(
    ("before", "is_right", "card"),
    [
        *(
            (before, False, after(1))
            for before in (None, Repetition(4, DAY), Repetition(1, None), Repetition(3, DAY))
        ),
        (None, True, Repetition(1, None)),  # what is known at first sight does not come back
        (Repetition(1, None), True, Repetition(1, None)),
        (Repetition(2, DAY + timedelta(5)), True, Repetition(2, DAY + timedelta(5))),  # before its day
        (Repetition(1, DAY - timedelta(30)), True, Repetition(2, DAY + timedelta(7))),  # what waited too long
    ],
)
def test_an_answer_moves_a_card(before: Repetition | None, is_right: bool, card: Repetition) -> None:
    assert answered(before, is_right, DAY) == card


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
