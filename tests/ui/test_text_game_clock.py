"""The text game with a kept game: clocks that run while a line is typed, and where one has looked back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai import preparation
from ai.limits import Algorithm
from game.board import Color, squares
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat, Seats
from play.results import result_of
from play.session import Session
from play.store import Store
from ui.text_game import TextGame

PERSON, COMPUTER = Seat(), Seat(Algorithm.PVS, 1)
NO_CLOCK = TimeControl()


class Typing:
    """What is typed, each line after some seconds of thought, and what is said."""

    def __init__(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: list[str] = []
        self.session, self._thought = session, 0.0
        clock = SimpleNamespace(monotonic=lambda: time.monotonic() + self._thought, sleep=time.sleep)
        monkeypatch.setattr("ui.text_game.time", clock)

    def run(self, *lines: tuple[float, str]) -> None:
        waiting = iter(lines)

        def read() -> str:
            thought, line = next(waiting, (0.0, ""))
            self._thought += thought
            if not line:
                raise EOFError
            return line

        TextGame(self.session, read, lambda *lines: self.said.extend(lines)).run()


Kept = Callable[..., Typing]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """Begins a game, keeps it, and takes it up again `back` plies before its end."""
    preparation.wait()
    sessions: list[Session] = []

    def make(seats: Seats, seconds: float | None = None, back: int = 0) -> Typing:
        with closing(Session(Store(tmp_path))) as before:
            before.start_match(seats, TimeControl(per_game=seconds), Game())
            match = before.match
            for _ in range(2):
                if match.phase is MatchPhase.HUMAN:
                    match.play(next(squares(match.board.legal_moves())))
                while match.phase is MatchPhase.THINKING:
                    time.sleep(0.01)
                    before.update(0.01)
            if back:
                match.travel(match.game.node.ply - back)
        sessions.append(Session(Store(tmp_path)))
        return Typing(sessions[-1], monkeypatch)

    yield make
    for session in sessions:
        session.close()


def test_the_time_for_undo_is_the_persons(kept: Kept) -> None:
    game = kept((COMPUTER, PERSON), 60.0)
    game.run((20.0, "undo"))
    black, white = game.session.match.clock.remaining
    assert black is not None
    assert white is not None
    assert black > 55.0


@pytest.mark.parametrize("line", ["d3", "undo", "moves", "score"])
def test_who_runs_out_of_time_at_any_line_is_told(kept: Kept, line: str) -> None:
    game = kept((PERSON, COMPUTER), 10.0)
    game.run((10.5, line))
    assert "The game is over. You lose on time." in game.said


def test_the_clock_that_is_told_is_that_of_now(kept: Kept) -> None:
    game = kept((PERSON, COMPUTER), 600.0)
    game.run((300.0, "moves"))
    assert any("4 minutes and 5" in line for line in game.said)


def test_hints_end_with_the_clock(kept: Kept) -> None:
    game = kept((PERSON, COMPUTER), 1.0)
    game.run((0.0, "hint"))
    assert "The game is over. You lose on time." in game.said


def test_a_game_keeps_its_level_and_the_next_one_has_the_other(kept: Kept) -> None:
    """A game is one against its level, for the results."""
    game = kept((PERSON, COMPUTER))
    game.run((0.0, "level 3"))
    assert game.session.match.seats[1].level == 1
    assert game.said[-1] == "This game keeps its level: type new for one at level 3."
    game.run((0.0, "level 4"), (0.0, "new"), (0.0, "level 2"))
    assert game.session.match.seats[1].level == 2, "before the first move it is another one"
    assert result_of(game.session.match) is None


def test_where_one_looked_back_at_the_computers_move_it_makes_one(kept: Kept) -> None:
    game = kept((PERSON, COMPUTER), back=1)
    assert game.session.match.board.turn is Color.WHITE
    game.run()
    assert game.session.match.board.turn is Color.BLACK
    assert not any("White to move" in line for line in game.said)
