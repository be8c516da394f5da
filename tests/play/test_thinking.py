"""Thinking ahead in the opponent's time, combined with all that ends or changes a search."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from ai.engine import Analysis
from ai.limits import FULL_STRENGTH, Algorithm, Limit, Options
from game.board import Board
from game.clock import Clock, TimeControl
from game.tree import Game
from play.match import Match, MatchPhase
from play.players import Seat, Seats
from play.settings import Settings
from play.thinking import AHEAD_SECONDS, LEVEL_SECONDS, Thinking
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.samples import COMPUTER, D3, D6, F5, PERSON

STRONG = replace(COMPUTER, level=FULL_STRENGTH)
OUTSIDE = Seat(outside="Other")
TWO_THREADS = Settings(search_threads=2)


class Table:
    """A match with an engine for each side, by default a person as Black against full strength."""

    def __init__(self, seats: Seats = (PERSON, STRONG), control: TimeControl | None = None) -> None:
        self.person, self.computer = ScriptedEngine(), ScriptedEngine()
        engines = self.person.as_engine(), self.computer.as_engine()
        self.thinking = Thinking(engines, TWO_THREADS)
        self.match = Match(self.thinking, seats, control)
        self.match.update(0.1)

    @property
    def ahead(self) -> list[ScriptedAnalysis]:
        """The searches ahead."""
        return [asked for asked in self.computer.asked if asked.limit.seconds == AHEAD_SECONDS]

    def answer(self) -> ScriptedAnalysis:
        """Plays a person's move and the computer's; returns the computer's search."""
        self.match.play(F5)
        self.match.update(0.1)
        asked = self.computer.asked[-1]
        self.computer.finish(D6)
        self.match.update(0.1)
        self.match.update(0.1)
        return asked


@pytest.fixture(autouse=True)
def _ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.preparation.is_ready", lambda: True)


@pytest.fixture
def table() -> Table:
    return Table()


def test_computer_searches_while_the_person_thinks(table: Table) -> None:
    (ahead,) = table.ahead
    assert ahead.board == Board.initial()
    assert ahead.options == Options(Algorithm.PVS, threads=2, book=True)  # a book move ends it
    assert not ahead.is_done
    assert table.match.thinking.is_thinking_ahead
    assert table.thinking.newest is None  # the window shows only requested searches
    assert not table.person.asked


def test_search_ahead_starts_once_and_ends_with_the_move(table: Table) -> None:
    for _ in range(3):
        table.match.update(0.1)
    assert len(table.ahead) == 1
    table.ahead[0].end()
    table.match.update(0.1)
    assert len(table.ahead) == 1
    after, answer = table.match.board.play(F5), table.answer()
    assert table.ahead[0].was_stopped
    assert (answer.board, answer.limit.seconds, answer.options.book) == (after, STRONG.seconds, True)
    assert [ahead.board.empties for ahead in table.ahead] == [60, 58]


THREADS: list[tuple[Seats, Settings, int, list[int], int]] = [
    ((PERSON, STRONG), Settings(), 4, [3], 3),
    ((PERSON, STRONG), Settings(), 2, [1], 1),
    ((OUTSIDE, STRONG), Settings(), 4, [3], 3),
    ((OUTSIDE, STRONG), TWO_THREADS, 2, [1], 2),
    ((OUTSIDE, STRONG), TWO_THREADS, 4, [2], 2),
    ((PERSON, STRONG), Settings(think_ahead=False), 4, [], 3),
    ((PERSON, STRONG), Settings(search_threads=1), 4, [1], 1),
    ((PERSON, COMPUTER), Settings(), 4, [], 1),
    ((PERSON, COMPUTER), TWO_THREADS, 4, [], 2),
    ((STRONG, STRONG), Settings(), 4, [], 1),
]


@pytest.mark.parametrize(("seats", "settings", "processors", "ahead", "answer"), THREADS)
def test_full_strength_uses_spare_processors(
    seats: Seats, settings: Settings, processors: int, ahead: list[int], answer: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("ai.limits.processors", lambda: processors)
    monkeypatch.setattr(Thinking, "search_outside", search_outside)
    table = Table(seats)
    table.thinking.use(settings)
    for _ in range(2):
        table.match.update(0.1)
    assert [asked.options.threads for asked in table.ahead if not asked.was_stopped] == ahead
    if seats[0] == PERSON:
        table.match.play(F5)
    else:
        asked = cast(ScriptedAnalysis, table.thinking.analysis)
        asked.finish_depth(5, F5, 1.0)
        asked.end()
        table.match.update(0.1)
    assert all(asked.was_stopped for asked in table.ahead)
    table.match.update(0.1)
    assert [asked.options.threads for asked in table.computer.asked if not asked.was_stopped] == [answer]


def search_outside(thinking: Thinking, game: Game, name: str, control: TimeControl) -> None:  # noqa: ARG001
    """Stands in for an outside engine."""
    asked = ScriptedAnalysis(game.board, Limit(), Options())
    asked.outside = OUTSIDE.outside
    thinking.analysis = cast(Analysis, asked)


def test_no_search_ahead_while_an_engine_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinking, "search_outside", search_outside)
    monkeypatch.setattr(ScriptedAnalysis, "has_begun", False)
    table = Table((OUTSIDE, STRONG))
    assert not table.ahead
    monkeypatch.setattr(ScriptedAnalysis, "has_begun", True)
    table.match.update(0.1)
    assert len(table.ahead) == 1
    table.match.pause()
    assert table.ahead[0].was_stopped


def begin_another(table: Table) -> None:
    table.thinking.new_game()
    table.match = Match(table.thinking, (PERSON, PERSON))


ENDS: dict[str, Callable[[Table], object]] = {
    "pause": lambda table: table.match.pause(),
    "hints": lambda table: table.match.toggle_hints(),
    "elsewhere": lambda table: table.match.pause_hints(),
    "swap": lambda table: table.match.swap_sides(),
    "not wanted": lambda table: table.thinking.use(replace(TWO_THREADS, think_ahead=False)),
    "another match": begin_another,
}


@pytest.mark.parametrize("end", list(ENDS))
def test_other_work_ends_the_search_ahead(table: Table, end: str) -> None:
    ENDS[end](table)
    table.match.update(0.1)
    table.match.update(0.1)
    assert table.ahead[0].was_stopped
    assert len(table.ahead) == 1


BEGINS: dict[str, Callable[[Table], object]] = {
    "pause": lambda table: table.match.resume(),
    "hints": lambda table: table.match.toggle_hints(),
    "elsewhere": lambda table: table.match.resume_hints(),
    "not wanted": lambda table: table.thinking.use(TWO_THREADS),
}


@pytest.mark.parametrize("back", list(BEGINS))
def test_search_ahead_resumes_afterwards(table: Table, back: str) -> None:
    ENDS[back](table)
    table.match.update(0.1)
    BEGINS[back](table)
    table.match.update(0.1)
    assert len(table.ahead) == 2
    assert not table.ahead[1].was_stopped


CHANGES: dict[str, Callable[[Thinking], object]] = {
    "threads": lambda thinking: thinking.use(replace(thinking.settings, search_threads=1)),
    "selection": lambda thinking: thinking.use(replace(thinking.settings, selective=False)),
    "cleared": lambda thinking: thinking.clear_tables(),
    "resized": lambda thinking: thinking.resize_tables(32),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_changes_restart_search_ahead(table: Table, change: str) -> None:
    CHANGES[change](table.thinking)
    table.match.update(0.1)
    assert table.ahead[0].was_stopped
    assert (len(table.ahead), table.ahead[1].options.threads) == (2, table.thinking.settings.threads)
    assert table.ahead[1].options.selective == table.thinking.settings.selective


def test_unrelated_settings_restart_no_search(table: Table) -> None:
    table.thinking.use(replace(table.thinking.settings, lines=3, analysis_threads=1))
    table.match.update(0.1)
    assert (table.ahead[0].was_stopped, len(table.ahead)) == (False, 1)


def test_search_ahead_follows_algorithm_switch(table: Table) -> None:
    table.match.switch(Algorithm.ALPHABETA)
    assert (table.ahead[0].options.algorithm, len(table.ahead)) == (Algorithm.ALPHABETA, 1)


def test_looking_back_ends_search(table: Table) -> None:
    table.answer()
    begun = len(table.ahead)
    table.match.travel(0)
    table.match.update(0.1)
    assert (table.ahead[-1].was_stopped, len(table.ahead)) == (True, begun)
    assert table.match.play(D3)
    table.match.update(0.1)
    assert table.match.phase is MatchPhase.THINKING


def test_the_clock_of_the_person_runs_meanwhile() -> None:
    table = Table(control=TimeControl(per_game=1.0))
    assert not table.ahead[0].is_done
    table.match.update(2.0)
    assert table.match.phase is MatchPhase.OVER
    assert table.ahead[0].was_stopped


def test_failure_pauses_the_game_with_a_message(table: Table) -> None:
    table.ahead[0].error = MemoryError("no memory")
    table.ahead[0].end()
    table.match.update(0.1)
    assert table.match.problem == "The search failed and the game is paused: there is not enough memory"
    table.match.resume()
    table.match.update(0.1)
    assert (table.match.problem, len(table.ahead)) == (None, 2)


@pytest.mark.parametrize(("level", "seconds"), [(FULL_STRENGTH, 0.1), (8, LEVEL_SECONDS)])
def test_level_with_its_own_limits_gets_enough_time(level: int, seconds: float) -> None:
    engine = ScriptedEngine()
    thinking = Thinking((engine.as_engine(), engine.as_engine()), Settings())
    seat = Seat(Algorithm.PVS, level, 0.1)
    thinking.search(Board.initial(), (seat, PERSON), Clock(TimeControl(), (None, None)))
    assert engine.asked[-1].limit.seconds == seconds
