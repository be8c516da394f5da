"""The user's progress in practice: the stored mistakes, when everything is due, and the answers by day.

The schedule is a box system in the manner of Leitner (1972), in days. A failure comes back the next day, and
later after each right answer. A right answer before its day moves nothing, as little had been forgotten.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from typing import Any, Final, TypeVar

from game.board import Board, Move, move_name, parse_move, squares
from game.evaluation import judgement_text, parse_judgement
from game.records.record import MOST_DISCS
from game.text import _
from play.json_values import (
    check_version,
    one_of,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_or,
    read_text,
    read_whole,
    shown,
)
from play.practice.exercise import SOLVED_EMPTIES, Finding, Mistake, RatedMove
from play.practice.lesson import STEPS, Idea
from play.repertoire import Repertoire

DAYS: Final = (1, 3, 7, 21, 60, 180)  # after a failure, then after 1, 2, ... right answers in a row since


@dataclass(frozen=True, slots=True)
class Repetition:
    """`right` answers in a row, and the day it is `due`: None, never, if it was known at first sight."""

    right: int
    due: date | None

    def is_due(self, today: date) -> bool:
        """Whether it is due. A day later than an answer today would set counts, too: the clock was wrong."""
        return self.due is not None and not today < self.due <= today + _wait(self.right)


def answered(before: Repetition | None, is_right: bool, today: date) -> Repetition:
    """Returns the schedule after an answer; `before` is None at the first try."""
    if not is_right:
        return Repetition(0, today + timedelta(DAYS[0]))
    if before is None:
        return Repetition(1, None)
    if not before.is_due(today):
        return before
    right = before.right + 1
    return Repetition(right, today + _wait(right))


def _wait(right: int) -> timedelta:
    return timedelta(DAYS[min(right, len(DAYS) - 1)])


class Section(Enum):
    MISTAKES = "mistakes"
    ENDGAMES = "endgames"
    OPENINGS = "openings"


@dataclass(frozen=True, slots=True)
class PracticeTally:
    """The numbers of right and wrong answers."""

    right: int = 0
    wrong: int = 0

    @property
    def answers(self) -> int:
        return self.right + self.wrong


LessonResults = tuple[Finding | None, ...]
"""The best result in each of the STEPS of a lesson; None for a step that was never asked."""
NO_RESULTS: Final[LessonResults] = (None,) * STEPS


def first_step_left(results: LessonResults) -> int | None:
    """Returns the first step not yet answered right, in any try; None if the lesson is learned."""
    return next((n for n, how in enumerate(results) if how is None or not how.is_right), None)


Cards = dict[str, Repetition]  # by the key of a mistake, a puzzle or an opening


@dataclass(slots=True)
class PracticeProgress:
    """All saved progress. Mistakes have cards from the beginning, all else from the first answer on."""

    mistakes: dict[str, Mistake] = field(default_factory=dict)
    cards: dict[Section, Cards] = field(default_factory=lambda: {section: {} for section in Section})
    days: dict[date, dict[Section, PracticeTally]] = field(default_factory=dict)
    lessons: dict[Idea, LessonResults] = field(default_factory=dict)
    repertoire: Repertoire = field(default_factory=Repertoire)
    """The lines that the section Openings asks."""


def _sureness(mistake: Mistake) -> tuple[int, int]:
    """Returns how sure its judgement is; older versions saved none."""
    return (-1, 0) if mistake.judged is None else (mistake.judged.source.rank, mistake.judged.depth)


class Practice:
    """The progress and its changes. `today` is called each time, as the program may run for days."""

    def __init__(self, progress: PracticeProgress, today: Callable[[], date] = date.today) -> None:
        self.progress = progress
        self.today = today
        self.changes = 0  # number of changes: the same number means the same progress

    def add(self, mistakes: Iterable[Mistake]) -> int:
        """Adds new positions, due at once; returns their number. Known ones get a surer judgement of the same
        move, and are searched again.
        """
        progress, count = self.progress, 0
        for mistake in mistakes:
            known = progress.mistakes.get(mistake.key)
            if known is None:
                progress.mistakes[mistake.key] = mistake
                progress.cards[Section.MISTAKES][mistake.key] = Repetition(0, self.today())
                count += 1
            elif known.played == mistake.played and _sureness(mistake) > _sureness(known):
                self.note(mistake)
        self.changes += bool(count)
        return count

    def add_lines(self, *keys: str) -> None:
        """Adds lines to the repertoire, due from today on."""
        self.progress.repertoire.read(keys)
        for key in set(keys).difference(self.due(Section.OPENINGS, keys)):
            if key in self.progress.repertoire.keys:
                self.progress.cards[Section.OPENINGS][key] = Repetition(0, self.today())
        self.changes += 1

    def remove_line(self, key: str) -> None:
        self.progress.repertoire.remove(key)
        self.progress.cards[Section.OPENINGS].pop(key, None)
        self.changes += 1

    def note(self, mistake: Mistake) -> None:
        self.progress.mistakes[mistake.key] = mistake
        self.changes += 1

    def answer(self, section: Section, key: str, is_right: bool) -> Repetition:
        """Counts an answer; returns the new schedule of its key."""
        today, cards = self.today(), self.progress.cards[section]
        cards[key] = answered(cards.get(key), is_right, today)
        tallies = self.progress.days.setdefault(today, {})
        tally = tallies.get(section, PracticeTally())
        tallies[section] = PracticeTally(tally.right + is_right, tally.wrong + (not is_right))
        self.changes += 1
        return cards[key]

    def note_steps(self, idea: Idea, findings: Sequence[Finding | None]) -> None:
        """Saves how the steps of a lesson were found, if that is better than before."""
        ranks = [*Finding, None]
        pairs = zip(self.results(idea), findings, strict=True)
        best = tuple(min(pair, key=ranks.index) for pair in pairs)
        if best != self.results(idea):
            self.progress.lessons[idea] = best
            self.changes += 1

    def results(self, idea: Idea) -> LessonResults:
        return self.progress.lessons.get(idea, NO_RESULTS)

    def next_lesson(self, after: Idea | None = None) -> Idea | None:
        """Returns the first unlearned lesson, beginning after `after` and wrapping around, if any."""
        ideas = list(Idea)
        at = 0 if after is None else after.number
        order = *ideas[at:], *ideas[:at]
        return next((idea for idea in order if first_step_left(self.results(idea)) is not None), None)

    def schedule(self, section: Section, key: str) -> Repetition | None:
        return self.progress.cards[section].get(key)

    def due(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Returns the keys that are due, the longest waiting first."""
        return self._by_day(section, keys, is_due=True)

    def known(self, section: Section, keys: Iterable[str]) -> int:
        """Returns the number of keys answered right the last time."""
        cards = self.progress.cards[section]
        return sum(key in cards and cards[key].right > 0 for key in keys)

    def fresh(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Returns the keys that were never tried, in their order."""
        return [key for key in keys if key not in self.progress.cards[section]]

    def later(self, section: Section, keys: Sequence[str]) -> list[str]:
        """Returns the keys that are due on a later day, the next ones first."""
        return self._by_day(section, keys, is_due=False)

    def _by_day(self, section: Section, keys: Sequence[str], is_due: bool) -> list[str]:
        cards, today = self.progress.cards[section], self.today()
        known = ((key, cards[key]) for key in keys if key in cards)
        found = [(card.due, key) for key, card in known if card.due and card.is_due(today) is is_due]
        return [key for _, key in sorted(found, key=lambda pair: pair[0])]

    def tallies(self, section: Section, days: int) -> list[PracticeTally]:
        """Returns the tallies of the last `days` days, today's last."""
        today, known = self.today(), self.progress.days
        span = (today - timedelta(back) for back in reversed(range(days)))
        return [known.get(day, {}).get(section, PracticeTally()) for day in span]


VERSION: Final = 1
# A limit that neither answers a day nor right ones in a row reach.
MOST_COUNT: Final = 1_000_000

Say = Callable[[str], object]
T = TypeVar("T")


def written_progress(progress: PracticeProgress) -> dict[str, object]:
    return {
        "version": VERSION,
        "mistakes": [_written_mistake(mistake) for mistake in progress.mistakes.values()],
        "cards": {
            section.value: {key: [card.right, card.due and str(card.due)] for key, card in cards.items()}
            for section, cards in progress.cards.items()
        },
        "days": {
            str(day): {section.value: [tally.right, tally.wrong] for section, tally in tallies.items()}
            for day, tallies in progress.days.items()
        },
        "lessons": {
            idea.value: [how and how.value for how in results] for idea, results in progress.lessons.items()
        },
        "repertoire": list(progress.repertoire.keys),
    }


def _written_mistake(mistake: Mistake) -> dict[str, object]:
    return {
        "board": mistake.board.text(),
        "played": move_name(mistake.played),
        "exact": mistake.is_exact,
        "judged": "" if mistake.judged is None else judgement_text(mistake.judged),
        "found": [
            [move_name(found.move), found.score, " ".join(map(move_name, found.line))]
            for found in mistake.found
        ],
    }


def parse_progress(content: dict[str, Any], say: Say) -> PracticeProgress:
    """Reads all valid parts; `say` gets a sentence for each part that is left out. Raises NewerVersion."""
    check_version(content, VERSION)
    progress = PracticeProgress()
    for found in read_or([], "mistakes", read_list, content.get("mistakes", []), say):
        if (mistake := _read("mistakes", found, _mistake, say)) is not None:
            progress.mistakes[mistake.key] = mistake
    cards, days = (read_or({}, name, read_object, content.get(name, {}), say) for name in ("cards", "days"))
    for section in Section:
        entries = read_or({}, section.value, read_object, cards.get(section.value, {}), say)
        for key, found in entries.items():
            if (card := _read(section.value, found, _schedule, say)) is not None:
                progress.cards[section][key] = card
    for name, found in days.items():
        if (day := _read("days", (name, found), _day, say)) is not None:
            progress.days[day[0]] = day[1]
    lessons = read_or({}, "lessons", read_object, content.get("lessons", {}), say)
    for idea in Idea:
        if idea.value in lessons and (results := _read("lessons", lessons[idea.value], _results, say)):
            progress.lessons[idea] = results
    lines = read_or([], "repertoire", read_list, content.get("repertoire", []), say)
    progress.repertoire.read(map(str, lines), say)
    kept = progress.cards[Section.MISTAKES]  # a mistake without a card is due again
    cards = {key: kept.get(key, Repetition(0, date.min)) for key in progress.mistakes}
    progress.cards[Section.MISTAKES] = cards
    return progress


def _read(name: str, found: Any, parse: Callable[[Any], T], say: Say) -> T | None:
    return read_or(None, _("an entry of {name}", name=name), parse, found, say)


def _mistake(found: Any) -> Mistake:
    found = read_object(found)
    board = _board(read_text(found.get("board")))
    played = _move(found.get("played"), board)
    moves = tuple(_found(entry, board) for entry in read_list(found.get("found", [])))
    if moves and sorted(entry.move for entry in moves) != list(squares(board.legal_moves())):
        raise ValueError(_("must have all moves of its position"))
    is_exact = read_flag(found.get("exact", False))
    if not is_exact and board.empties <= SOLVED_EMPTIES:
        moves = ()  # the version that searched it did not solve it
    judged = read_text(found.get("judged", ""))
    moves = tuple(sorted(moves, key=lambda entry: -entry.score))
    return Mistake(board, played, moves, is_exact, parse_judgement(judged) if judged else None)


def _board(text: str) -> Board:
    try:
        board = Board.from_text(text)
    except ValueError as error:
        raise ValueError(_("must have a position: {problem}", problem=error)) from error
    if not board.legal_moves():
        raise ValueError(_("must have a position with a move"))
    return board


def _move(found: Any, board: Board) -> Move:
    name = read_text(found)
    try:
        move = parse_move(name)
    except ValueError as error:
        raise ValueError(_("must have moves: {problem}", problem=error)) from error
    if not board.is_legal(move):
        raise ValueError(_("must contain legal moves, not {found}", found=shown(name)))
    return move


def _found(found: Any, board: Board) -> RatedMove:
    name, score, line = read_list(found, 3)
    move = _move(name, board)
    moves = []
    for step in read_text(line).split():
        moves.append(_move(step, board))
        board = board.play(moves[-1])
    if moves and moves[0] != move:
        raise ValueError(_("must contain lines that begin with their moves"))
    return RatedMove(move, read_number(score, -MOST_DISCS, MOST_DISCS), tuple(moves))


def _schedule(found: Any) -> Repetition:
    right, due = read_list(found, 2)
    return Repetition(read_whole(right, 0, MOST_COUNT), None if due is None else _date(due))


def _results(found: Any) -> LessonResults:
    return tuple(None if how is None else one_of(Finding, how) for how in read_list(found, STEPS))


def _date(found: Any) -> date:
    try:
        return date.fromisoformat(read_text(found))
    except ValueError as error:
        raise ValueError(_("must contain dates like 2026-11-22, not {found}", found=shown(found))) from error


def _day(found: tuple[str, Any]) -> tuple[date, dict[Section, PracticeTally]]:
    name, entry = found
    tallies = read_object(entry)
    known = {section.value: section for section in Section}
    return _date(name), {known[key]: _tally(tally) for key, tally in tallies.items() if key in known}


def _tally(found: Any) -> PracticeTally:
    right, wrong = read_list(read_list(found)[:2], 2)  # version 1.0 also wrote the discs that were lost
    return PracticeTally(read_whole(right, 0, MOST_COUNT), read_whole(wrong, 0, MOST_COUNT))
