"""Thinking ahead in a person's time, crossed with all that ends or changes a search."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ai.limits import FULL_STRENGTH, Algorithm, Options
from game.board import Board
from game.clock import Clock, TimeControl
from play.match import Match, MatchPhase
from play.players import Seat
from play.settings import Settings
from play.thinking import AHEAD_SECONDS, LEVEL_SECONDS, Thinking
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.samples import COMPUTER, D3, D6, F5, PERSON


class Table:
    """A person as Black against the computer, with an engine each."""

    def __init__(self, control: TimeControl | None = None) -> None:
        self.person, self.computer = ScriptedEngine(), ScriptedEngine()
        engines = self.person.as_engine(), self.computer.as_engine()
        self.thinking = Thinking(engines, Settings(threads=2, think_ahead=True))
        self.match = Match(self.thinking, (PERSON, COMPUTER), control)
        self.match.update(0.1)

    @property
    def ahead(self) -> list[ScriptedAnalysis]:
        """What was searched ahead."""
        return [asked for asked in self.computer.asked if asked.limit.seconds == AHEAD_SECONDS]

    def answer(self) -> ScriptedAnalysis:
        """A person's move and the computer's."""
        self.match.play(F5)
        self.match.update(0.1)
        asked = self.computer.asked[-1]
        self.computer.finish(D6)
        self.match.update(0.1)
        self.match.update(0.1)
        return asked


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_one_who_answers_searches_where_the_person_thinks(table: Table) -> None:
    (ahead,) = table.ahead
    assert ahead.board == Board.initial()
    assert ahead.options == Options(Algorithm.PVS, 5, threads=2)  # of a book nothing would be kept
    assert not ahead.is_done
    assert table.thinking.newest is None  # what the window shows is what was asked for
    assert not table.person.asked


def test_it_begins_once_for_each_position_and_ends_with_the_move(table: Table) -> None:
    for _ in range(3):
        table.match.update(0.1)
    assert len(table.ahead) == 1
    table.ahead[0].end()
    table.match.update(0.1)
    assert len(table.ahead) == 1
    after, answer = table.match.board.play(F5), table.answer()
    assert table.ahead[0].was_stopped
    assert (answer.board, answer.limit.seconds, answer.options.book) == (after, COMPUTER.seconds, True)
    assert [ahead.board.empties for ahead in table.ahead] == [60, 58]


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (COMPUTER, COMPUTER), (COMPUTER, PERSON), None])
def test_only_when_wished_in_the_time_of_a_person(seats: tuple[Seat, Seat] | None) -> None:
    engines = ScriptedEngine(), ScriptedEngine()
    settings = Settings(think_ahead=seats is not None)
    thinking = Thinking((engines[0].as_engine(), engines[1].as_engine()), settings)
    match = Match(thinking, seats or (PERSON, COMPUTER))
    for _ in range(3):
        match.update(0.1)
    assert all(asked.limit.seconds != AHEAD_SECONDS for engine in engines for asked in engine.asked)


def begin_another(table: Table) -> None:
    table.thinking.new_game()
    table.match = Match(table.thinking, (PERSON, PERSON))


ENDS: dict[str, Callable[[Table], object]] = {
    "pause": lambda table: table.match.pause(),
    "hints": lambda table: table.match.toggle_hints(),
    "elsewhere": lambda table: table.match.pause_hints(),
    "swap": lambda table: table.match.swap_sides(),
    "not wanted": lambda table: table.thinking.use(Settings(threads=2)),
    "another match": begin_another,
}


@pytest.mark.parametrize("end", list(ENDS))
def test_what_takes_the_processor_away_ends_it(table: Table, end: str) -> None:
    ENDS[end](table)
    table.match.update(0.1)
    table.match.update(0.1)
    assert table.ahead[0].was_stopped
    assert len(table.ahead) == 1


BEGINS: dict[str, Callable[[Table], object]] = {
    "pause": lambda table: table.match.resume(),
    "hints": lambda table: table.match.toggle_hints(),
    "elsewhere": lambda table: table.match.resume_hints(),
    "not wanted": lambda table: table.thinking.use(Settings(threads=2, think_ahead=True)),
}


@pytest.mark.parametrize("back", list(BEGINS))
def test_it_begins_again_when_that_is_over(table: Table, back: str) -> None:
    ENDS[back](table)
    table.match.update(0.1)
    BEGINS[back](table)
    table.match.update(0.1)
    assert len(table.ahead) == 2
    assert not table.ahead[1].was_stopped


CHANGES: dict[str, Callable[[Thinking], object]] = {
    "threads": lambda thinking: thinking.use(replace(thinking.settings, threads=1)),
    "selection": lambda thinking: thinking.use(replace(thinking.settings, selective=False)),
    "cleared": lambda thinking: thinking.clear_tables(),
    "resized": lambda thinking: thinking.resize_tables(32),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_another_search_begins_it_again(table: Table, change: str) -> None:
    CHANGES[change](table.thinking)
    table.match.update(0.1)
    assert table.ahead[0].was_stopped
    assert (len(table.ahead), table.ahead[1].options.threads) == (2, table.thinking.settings.threads)
    assert table.ahead[1].options.selective == table.thinking.settings.selective


def test_it_takes_up_the_search_that_is_switched_to(table: Table) -> None:
    table.match.switch(Algorithm.ALPHABETA)
    assert (table.ahead[0].options.algorithm, len(table.ahead)) == (Algorithm.ALPHABETA, 1)


def test_not_where_one_looks_back(table: Table) -> None:
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


def test_where_it_fails_the_game_is_paused_with_a_sentence(table: Table) -> None:
    table.ahead[0].error = MemoryError("no memory")
    table.ahead[0].end()
    table.match.update(0.1)
    assert table.match.problem == "The search failed and the game is paused: there is not enough memory"
    table.match.resume()
    table.match.update(0.1)
    assert (table.match.problem, len(table.ahead)) == (None, 2)


@pytest.mark.parametrize(("level", "seconds"), [(FULL_STRENGTH, 0.1), (8, LEVEL_SECONDS)])
def test_a_level_with_limits_of_its_own_has_the_time_for_them(level: int, seconds: float) -> None:
    engine = ScriptedEngine()
    thinking = Thinking((engine.as_engine(), engine.as_engine()), Settings())
    thinking.search(Board.initial(), Seat(Algorithm.PVS, level, 0.1), Clock(TimeControl(), (None, None)))
    assert engine.asked[-1].limit.seconds == seconds
