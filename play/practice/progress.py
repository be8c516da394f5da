"""What a person has practised: the mistakes that wait, when everything is due, and how it went by day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum

from play.practice.mistakes import Mistake
from play.practice.schedule import Schedule, answered


class Section(Enum):
    MISTAKES = "mistakes"
    ENDGAMES = "endgames"
    OPENINGS = "openings"


@dataclass(frozen=True, slots=True)
class PracticeTally:
    """Answers: how many were right and wrong, and the discs that were lost with them."""

    right: int = 0
    wrong: int = 0
    lost: float = 0.0

    @property
    def answers(self) -> int:
        return self.right + self.wrong

    def __add__(self, other: PracticeTally) -> PracticeTally:
        lost = round(self.lost + other.lost, 1)
        return PracticeTally(self.right + other.right, self.wrong + other.wrong, lost)


Cards = dict[str, Schedule]
"""By the key of a mistake, a puzzle or an opening."""


@dataclass(slots=True)
class PracticeProgress:
    """All that is kept. Mistakes have their cards from the beginning, all else from the first answer on."""

    mistakes: dict[str, Mistake] = field(default_factory=dict)
    cards: dict[Section, Cards] = field(default_factory=lambda: {section: {} for section in Section})
    days: dict[date, dict[Section, PracticeTally]] = field(default_factory=dict)


class Practice:
    """The progress, and what happens to it. `today` is asked again and again: a program may run for days."""

    def __init__(self, progress: PracticeProgress, today: Callable[[], date] = date.today) -> None:
        self.progress = progress
        self.today = today
        self.changes = 0
        """Counts what has happened: the same number, the same progress."""

    def add(self, mistakes: Iterable[Mistake]) -> int:
        """Keep positions that are not known yet, due at once; returns how many."""
        progress, count = self.progress, 0
        for mistake in mistakes:
            if mistake.key not in progress.mistakes:
                progress.mistakes[mistake.key] = mistake
                progress.cards[Section.MISTAKES][mistake.key] = Schedule(0, self.today())
                count += 1
        self.changes += bool(count)
        return count

    def note(self, mistake: Mistake) -> None:
        """Keep what a search has found of a mistake."""
        self.progress.mistakes[mistake.key] = mistake
        self.changes += 1

    def answer(self, section: Section, key: str, is_right: bool, lost: float = 0.0) -> Schedule:
        """Count an answer; returns when it comes back."""
        today, cards = self.today(), self.progress.cards[section]
        cards[key] = answered(cards.get(key), is_right, today)
        tallies = self.progress.days.setdefault(today, {})
        tallies[section] = tallies.get(section, PracticeTally()) + PracticeTally(is_right, not is_right, lost)
        self.changes += 1
        return cards[key]

    def schedule(self, section: Section, key: str) -> Schedule | None:
        return self.progress.cards[section].get(key)

    def due(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Which of them are due, those that wait longest first."""
        cards, today = self.progress.cards[section], self.today()
        waiting = [(card.due, key) for key in keys if (card := cards.get(key)) and card.is_due(today)]
        return [key for _, key in sorted(waiting, key=lambda pair: pair[0] or today)]

    def fresh(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Which of them were never tried, in their order."""
        cards = self.progress.cards[section]
        return [key for key in keys if key not in cards]

    def later(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Which of them come back on a later day, the next ones first."""
        cards, today = self.progress.cards[section], self.today()
        coming = [
            (card.due, key)
            for key in keys
            if (card := cards.get(key)) and card.due and not card.is_due(today)
        ]
        return [key for _, key in sorted(coming, key=lambda pair: pair[0])]

    def tallies(self, section: Section, days: int) -> list[PracticeTally]:
        """Of the last `days` days, today's the last."""
        today, known = self.today(), self.progress.days
        span = (today - timedelta(back) for back in reversed(range(days)))
        return [known.get(day, {}).get(section, PracticeTally()) for day in span]
