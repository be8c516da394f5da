"""A person practises for two weeks, in a program that is restarted every day and killed on one of them."""

import os
from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from play.practice.exercise import Exercise
from play.practice.progress import Practice, Section, written_progress
from play.practice.trainer import Trainer
from play.store import PRACTICE_FILE, Store
from tests.play.practice.material import Calendar, card, mistake, trainer

# By the day they come: a game is reviewed on three days of the two weeks.
GAMES = {0: (1, 2, 3), 4: (4, 5), 9: (6,)}
# Mistakes by their numbers: how they are answered, one time after the other; at last all are right.
ANSWERS = {
    1: "wrong right wrong",
    2: "right",
    3: "wrong",
    4: "wrong wrong right",
    5: "right wrong",
    6: "right",
}
KILLED = 6


class Person:
    """Answers as the script says, and knows by a plain rule what has to be shown on which day."""

    def __init__(self) -> None:
        self.keys = {mistake(number).key: number for number in ANSWERS}
        self.answered: dict[int, list[bool]] = defaultdict(list)
        self.days: dict[int, list[date]] = defaultdict(list)
        self.expected: dict[int, date] = {}

    def wants_right(self, number: int) -> bool:
        script, times = ANSWERS[number].split(), len(self.answered[number])
        return times >= len(script) or script[times] == "right"

    def has_answered(self, number: int, today: date) -> None:
        """A wrong answer waits a day, the right ones after it 3, 7, 21 days."""
        row = self.answered[number]
        row.append(self.wants_right(number))
        self.days[number].append(today)
        in_a_row = len(row) - (max((n for n, right in enumerate(row) if not right), default=-1) + 1)
        self.expected[number] = today + timedelta((1, 3, 7, 21, 60)[in_a_row])

    def due(self, today: date) -> set[int]:
        return {number for number, day in self.expected.items() if day <= today}


def answer(going: Trainer, is_right: bool) -> None:
    assert isinstance(going.task, Exercise)
    assert going.play(going.task.found[0 if is_right else -1].move)


def opened(folder: Path, today: Calendar) -> tuple[Store, Practice]:
    store = Store(folder)
    assert store.keeps_practice
    practice = Practice(store.load_practice(), today)
    assert store.messages == []
    return store, practice


def test_two_weeks_show_everything_on_its_day_and_nothing_twice(tmp_path: Path) -> None:
    calendar, person = Calendar(), Person()
    begin = calendar.today
    for day in range(15):
        calendar.today = begin + timedelta(day)
        store, practice = opened(tmp_path, calendar)
        for number in GAMES.get(day, ()):
            assert practice.add([mistake(number)]) == 1
            person.expected[number] = calendar.today
        assert practice.add([mistake(number) for number in person.expected]) == 0
        going = trainer(practice)
        shown: list[int] = []
        wanted = person.due(calendar.today)
        was_killed = False
        going.open(Section.MISTAKES)
        while going.task is not None:
            number = person.keys[going.task.key]
            if day == KILLED and len(shown) == len(wanted) - 1 and not was_killed:
                # Answered, but the program ends before it is written, amid another file.
                answer(going, person.wants_right(number))
                unfinished = tmp_path / f"{PRACTICE_FILE}.abc.new"
                unfinished.write_text('{"mist', "utf-8")
                os.utime(unfinished, (0, 0))  # long ago
                store.close()
                store, practice = opened(tmp_path, calendar)
                assert not list(tmp_path.glob("*.new"))
                going = trainer(practice)
                going.open(Section.MISTAKES)
                was_killed = True
                continue
            answer(going, person.wants_right(number))
            person.has_answered(number, calendar.today)
            assert going.outcome is not None
            assert going.outcome.due == person.expected[number]
            shown.append(number)
            store.save_practice(written_progress(practice.progress))
            going.next()
        assert sorted(shown) == sorted(wanted), f"on day {day}"
        assert was_killed == (day == KILLED)
        assert going.coming == min(person.expected.values()) > calendar.today
        store.save_practice(written_progress(practice.progress))
        store.close()
    _, practice = opened(tmp_path, calendar)
    tallies = practice.tallies(Section.MISTAKES, 15)
    rights = [right for row in person.answered.values() for right in row]
    assert sum(tally.right for tally in tallies) == rights.count(True)
    assert sum(tally.wrong for tally in tallies) == rights.count(False)
    waits = {(later - early).days for row in person.days.values() for early, later in pairwise(row)}
    assert waits == {1, 3, 7}  # the fourth interval is longer than the two weeks


@pytest.mark.parametrize("is_right", [True, False])
def test_a_day_that_passes_while_the_program_runs_brings_what_is_due(tmp_path: Path, is_right: bool) -> None:
    calendar = Calendar()
    store, practice = opened(tmp_path, calendar)
    practice.add([mistake(1)])
    going = trainer(practice)
    going.update()
    answer(going, is_right)
    going.next()
    going.update()
    assert going.task is None
    calendar.sleep(3 if is_right else 1)
    going.update()
    assert going.task is not None
    assert card(practice, Section.MISTAKES, going.task.key).right == is_right
    store.close()
