"""Results of games, the level that follows from them, and the file that keeps them."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ai.limits import FULL_STRENGTH, Algorithm
from game.board import Color, parse_square
from game.evaluation import Judgement, Kind
from game.starts import Start
from game.tree import Game
from play.players import Seat
from play.results import FIRST_LEVEL, GameResult, Results, ResultTally
from play.session import Session
from play.store import RESULTS_FILE, Store
from tests.play.scripted import ScriptedEngine
from tests.play.stored import BEGAN, results_of
from tests.samples import LAST_MOVE, PERSON

ROOT = Path(__file__).resolve().parents[2]
ADAPTIVE = Seat(Algorithm.PVS, 1, 1.0, adapts=True)
SERIES = 30


@pytest.mark.parametrize(
    ("outcomes", "tally"),
    [
        ((), ResultTally()),
        ((1, 1, 0, -1), ResultTally(2, 1, 1, -1)),
        ((-1, 1, 1, 1), ResultTally(3, 0, 1, 3)),
        ((1, 0), ResultTally(1, 1, 0, 0)),
    ],
)
def test_games_are_added_up(outcomes: tuple[int, ...], tally: ResultTally) -> None:
    assert results_of(*outcomes).tally() == results_of(*outcomes).tally(4) == tally
    assert results_of(*outcomes).tally(5) == ResultTally()


def test_review_sets_the_average_loss_of_the_person() -> None:
    results = results_of(1, 1)
    game = Game()
    for move, best, depth in ((37, 1.0, 12), (43, 40.0, 12), (18, 2.0, 12), (19, 0, 12), (26, 60.0, 3)):
        game.play(move)
        game.node.judgement = Judgement(best, 0.0, depth, Kind.ESTIMATE)
    results.note_review(BEGAN, game.line)
    results.note_review(BEGAN - timedelta(days=1), game.line)  # a game that does not count
    assert results.tally().lost == 1.5
    changes = results.changes
    results.note_review(BEGAN, game.line)
    assert results.changes == changes, "nothing new is not written again"


def test_adaptive_level_follows_the_results() -> None:
    assert Results().adaptive_level == FIRST_LEVEL
    assert [results_of(outcome, level=6, adapts=True).adaptive_level for outcome in (1, 0, -1)] == [7, 6, 5]
    assert results_of(1, level=FULL_STRENGTH, adapts=True).adaptive_level == FULL_STRENGTH
    assert results_of(-1, level=1, adapts=True).adaptive_level == 1
    assert results_of(1, level=9).adaptive_level == FIRST_LEVEL, "a level that was chosen says nothing"


def elo_of_levels() -> list[float]:
    """Returns the measured Elo of the levels above level 1, from docs/strength.md."""
    lines = (ROOT / "docs" / "strength.md").read_text("utf-8").splitlines()
    rows = [re.split(r"\s*\|\s*", line) for line in lines if re.match(r"\| \d+ \|", line)]
    elo = [float(row[6]) for row in rows if len(row) > 7]
    assert len(elo) == FULL_STRENGTH
    return elo


def share_won(player: int, seed: int) -> float:
    """Returns the share of SERIES games that a player as strong as a level wins against the adaptive one."""
    elo, source, results = elo_of_levels(), random.Random(seed), Results()
    for number in range(SERIES):
        level = results.adaptive_level
        expected = 1 / (1 + 10 ** ((elo[level - 1] - elo[player - 1]) / 400))
        outcome = 1 if source.random() < expected else -1
        results.add(GameResult(BEGAN + timedelta(hours=number), level, Color.BLACK, outcome, True))
    return results.tally().wins / SERIES


@pytest.mark.parametrize("player", [2, 4, 6, 8])
def test_player_wins_about_half_of_30_games(player: int) -> None:
    """In at least 19 of 20 series, by the measured differences of the levels."""
    shares = [share_won(player, seed) for seed in range(100)]
    assert 0.4 <= sum(shares) / len(shares) <= 0.6
    assert sum(0.4 <= share <= 0.6 for share in shares) >= 95


@pytest.fixture
def session(tmp_path: Path, engines: list[ScriptedEngine]) -> Iterator[Session]:  # noqa: ARG001 - no real ones
    session = Session(Store(tmp_path))
    yield session
    session.close()


def finish(session: Session, *seats: Seat, start: Start | None = Start.STANDARD, swaps: bool = False) -> None:
    """Plays a game that Black wins with the last move."""
    session.start_match((seats[0], seats[1]), session.match.control, Game(LAST_MOVE), start)
    if swaps:
        session.match.swap_sides()
    session.match.play(parse_square("h8"))
    session.update(0.1)


def test_finished_game_counts_once_and_sets_the_next_level(session: Session) -> None:
    finish(session, PERSON, ADAPTIVE)
    (result,) = session.results.games.values()
    assert (result.level, result.color, result.outcome) == (FIRST_LEVEL, Color.BLACK, 1)
    session.undo()
    session.match.play(parse_square("h8"))
    session.update(0.1)
    assert session.results.tally().games == 1
    session.rematch()
    assert session.match.seats[Color.BLACK] == replace(ADAPTIVE, level=FIRST_LEVEL + 1)


def test_other_games_do_not_count(session: Session) -> None:
    for black in (PERSON, Seat(name="Anna")):
        finish(session, black, PERSON)
    finish(session, PERSON, ADAPTIVE, start=None)
    finish(session, ADAPTIVE, PERSON, swaps=True)
    assert not session.results.games


@pytest.mark.usefixtures("engines")
def test_swapped_sides_survive_a_restart(tmp_path: Path) -> None:
    with closing(Session(Store(tmp_path))) as session:
        session.start_match((ADAPTIVE, PERSON), session.match.control, Game(LAST_MOVE))
        session.match.swap_sides()
        session.update(0.1)
    with closing(Session(Store(tmp_path))) as session:
        assert session.match.was_swapped
        session.match.play(parse_square("h8"))
        session.update(0.1)
        assert not session.results.games
        session.undo()
        session.undo()
        assert session.match.seats[Color.WHITE] == PERSON


@pytest.mark.usefixtures("engines")
def test_adaptive_seat_and_results_are_kept(tmp_path: Path) -> None:
    with closing(Session(Store(tmp_path))) as session:
        finish(session, PERSON, ADAPTIVE)
        session.apply(replace(session.settings, seats=(PERSON, ADAPTIVE)))
        session.keep_settings()
        session.start_match((PERSON, ADAPTIVE), session.match.control, Game())
        session.match.play(parse_square("f5"))
        session.update(0.1)
    with closing(Store(tmp_path)) as store:
        saved = store.load_game()
        assert saved is not None
        assert (store.load_settings().seats[1].adapts, saved.seats[1].adapts) == (True, True)
        assert (store.load_results().tally(), store.messages) == (ResultTally(wins=1, streak=1), [])


GAME = {"began": "2026-11-22T12:00:00", "level": 3, "color": "white", "outcome": -1}


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"level": 11}, "games must be a whole number from 1 to 10, not 11"),
        ({"level": True}, "not true"),
        ({"outcome": 2}, "games must be a whole number from -1 to 1, not 2"),
        ({"color": "red"}, 'games must have the color black or white, not "red"'),
        ({"color": []}, "black or white, not a list of 0"),
        ({"began": "yesterday"}, 'games must be a date and a time, not "yesterday"'),
        ({"began": 3}, "must be a date and a time, not 3"),
        ({"adapts": 1}, "must be true or false"),
        ({"lost": -1}, "must be from 0 to 128"),
        ({"lost": "much"}, "must be a number"),
    ],
)
def test_only_bad_entries_are_skipped(store: Store, damage: dict[str, Any], sentence: str) -> None:
    file = store.directory / RESULTS_FILE
    file.parent.mkdir(exist_ok=True)
    other = GAME | {"began": "2026-11-21T12:00:00"}
    file.write_text(json.dumps({"version": 1, "games": [other, GAME | damage, 7]}), "utf-8")
    assert store.load_results().tally().games == 1
    (message,) = store.messages
    assert re.search(f"{re.escape(sentence)}.*and 1 more", message)
    assert list(store.directory.glob("results*damaged*")) != []
