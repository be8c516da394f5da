"""Background review of many games: each is reviewed once, whatever ends meanwhile."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import psutil
import pytest

from ai.limits import Limit
from ai.programs import Child
from game.board import parse_square
from game.clock import TimeControl
from game.records.ggf import ggf
from game.records.transcript import parse_transcript
from play.background_review import BackgroundReview
from play.library import Library
from play.players import Seat
from play.review import judged_moves
from play.review_batch import review_numbered
from play.review_file import Effort
from play.saved_game import SavedGame
from tests.play import fake_reviewer
from tests.play.reviewed import record
from tests.waiting import wait_until

EFFORT = Effort(Limit(depth=2), 2)
REVIEWED = "{} games reviewed; see your totals in My play (page Practice)"


class Place:
    def __init__(self, folder: Path) -> None:
        self.messages: list[str] = []
        self.library, self.path = Library(folder / "library.sqlite", self.messages), folder / "reviews.txt"
        self.review = self.opened()

    def opened(self) -> BackgroundReview:
        self.review = BackgroundReview(self.library, self.path, self.messages)
        return self.review

    def wait(self, is_so: Callable[[], bool], is_busy: bool = False) -> None:
        wait_until(is_so, lambda: self.review.update(is_busy))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    found = Place(tmp_path)
    yield found
    found.review.close()


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Replaces reviews by ones without a search; returns a function that lists their games."""
    log = tmp_path / "asked"
    monkeypatch.setenv(fake_reviewer.LOG, str(log))
    monkeypatch.setattr("play.review_batch.review_numbered", fake_reviewer.answer)
    monkeypatch.setattr("ai.limits.processors", lambda: 3)
    return lambda: log.read_text().splitlines() if log.exists() else []


def test_failed_review_returns_number_and_problem() -> None:
    number, line, problem = review_numbered((7, "f5f5"), EFFORT, 64)
    assert (number, line) == (7, "")
    assert "not a legal" in problem


@pytest.mark.slow
def test_reviews_are_added_to_the_library(place: Place) -> None:
    """Games of the library keep their rows and comments; other games get new rows."""
    kept = record(1)
    kept.game.root.comment = "Mine"
    place.library.keep_record(kept)
    (game,) = place.library.games()
    place.review.start([f"row {game.id}", ggf(record(2)), "row 99", f"row {game.id}"], EFFORT)
    place.wait(lambda: not place.review.is_running)
    assert place.messages == [REVIEWED.format(2)]
    assert not place.path.exists()
    rows = [place.library.open(each) for each in place.library.games()]
    assert sorted(row.game.moves for row in rows) == sorted(record(seed).game.moves for seed in (1, 2))
    assert all(len(judged_moves(row.game.line)) > 30 for row in rows)
    assert {row.game.root.comment for row in rows} == {"Mine", ""}


def test_variation_deleted_during_a_review_stays_deleted(
    place: Place, asked: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = parse_transcript("f5d6c3")
    game.add(game.line[1], parse_square("f6"))
    saved = SavedGame(game, (Seat(), Seat()), TimeControl(), None, datetime(2026, 1, 2))
    place.library.keep(saved)
    (row,) = place.library.games()
    text = place.library.text

    def edited_when_sent(number: int) -> str:
        sent = text(number)
        if len(game.line[1].children) > 1:
            game.delete(game.line[1].children[1])
            place.library.keep(saved)
        return sent

    monkeypatch.setattr(place.library, "text", edited_when_sent)
    place.review.start([f"row {row.id}"], EFFORT)
    place.wait(lambda: not place.review.is_running)
    assert (place.messages, len(asked())) == ([REVIEWED.replace("games", "game").format(1)], 1)
    assert len(place.library.open(row).game.line[1].children) == 1


@pytest.mark.slow
def test_restart_repeats_only_unfinished_games(place: Place, asked: Callable[[], list[str]]) -> None:
    games = [ggf(record(seed)) for seed in range(12)]
    place.review.start(games, EFFORT)
    place.wait(lambda: place.review.done > 2)
    place.review.close()
    open_then = len(asked()) - place.review.done
    assert 0 <= open_then <= 2, "one at most of each process"
    with place.path.open("a") as file:
        file.write("don")  # as a killed program leaves it
    place.opened()
    place.wait(lambda: place.review.done == 12 and not place.review.is_running)
    assert place.messages == [REVIEWED.format(12)]
    assert set(asked()) == set(games)
    assert len(asked()) <= 12 + open_then
    assert len(place.library.games()) == 12


@pytest.mark.slow
def test_games_queued_earlier_are_also_reviewed(place: Place, asked: Callable[[], list[str]]) -> None:
    games = [ggf(record(seed)) for seed in range(4)]
    place.path.write_text("\n".join([Effort(Limit(depth=3), 3).text(), *games[:3], "done 3", ""]))
    place.review.start(games[3:], EFFORT)  # before the earlier review resumes
    place.wait(lambda: not place.review.is_running)
    assert sorted(asked()) == sorted([games[0], games[2], games[3]])
    assert place.messages == [REVIEWED.format(3)]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there the niceness is a class")
def test_review_pauses_during_other_searches(place: Place, asked: Callable[[], list[str]]) -> None:
    place.review.update(is_busy=True)
    place.review.start([ggf(record(seed)) for seed in range(9)], EFFORT)

    def children() -> list[Child]:
        return list(place.review._pool._at_work) if place.review._pool is not None else []

    place.wait(lambda: len(children()) == 2, is_busy=True)  # one processor is left to the window
    processes = [psutil.Process(child.pid) for child in children()]
    assert {process.nice() for process in processes} == {19}
    place.wait(lambda: {process.status() for process in processes} == {psutil.STATUS_STOPPED}, is_busy=True)
    assert (place.review.is_paused, place.review.done, asked()) == (True, 0, [])
    place.wait(lambda: place.review.done > 1)
    place.review.stop()
    place.wait(lambda: not place.review.is_running)
    assert not place.path.exists(), "stopped, it does not go on"


@pytest.mark.slow
def test_game_that_crashes_twice_is_skipped(place: Place, asked: Callable[[], list[str]]) -> None:
    games = [record(1), record(2, "Once"), record(3), record(4, "Twice"), record(5)]
    place.review.start([*map(ggf, games), "(;no game"], EFFORT)
    place.wait(lambda: not place.review.is_running)
    done, left_out = place.messages
    assert done == REVIEWED.format(4)
    assert re.fullmatch(r"Not reviewed: \(;GM\[Othello\].*\(and 1 more\)", left_out)
    assert Counter(line.count("[Once]") + line.count("[Twice]") for line in asked()) == {0: 4, 1: 4}
    assert {game.black for game in place.library.games()} == {"Ann", "Once"}


def test_damaged_queue_file_is_set_aside(place: Place) -> None:
    place.path.write_text("what is this?\nrow 1\n")
    place.wait(lambda: bool(place.messages))
    assert place.messages == ["The games cannot be reviewed: reviews.txt is damaged"]
    assert place.path.with_name("reviews.txt.damaged").exists()
