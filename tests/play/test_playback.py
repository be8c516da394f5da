"""A watched search is shown again as slowly as there is time, and nothing of it is left out."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Limit, Options
from game.board import Board
from game.tree import Game
from play.match import WATCHED_BOOK_MOVES, Match
from play.playback import Playback
from play.players import Seat
from play.settings import Settings
from play.thinking import RECORDED_PLIES, Thinking

FRAME = 1 / 60


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(4)
    yield engine
    engine.close()


def searched(engine: Engine, depth: int = 9, algorithm: Algorithm = Algorithm.PVS) -> Analysis:
    options = Options(algorithm, record=RECORDED_PLIES)
    analysis = engine.analyse(Board.initial().play(19), Limit(depth=depth), options)
    analysis.result()
    return analysis


def test_what_was_told_is_told_again_in_its_order(engine: Engine) -> None:
    analysis = searched(engine)
    playback, left = Playback(analysis), 3.0
    depths, nodes = [], []
    while left > 0:
        playback.update(FRAME, left)
        left -= FRAME
        moment = playback.moment
        if moment is not None:
            depths.append(moment.progress.depth)
            nodes.append(moment.nodes)
            assert moment.slower > 1
    assert depths == sorted(depths)
    assert nodes == sorted(nodes)
    assert len(set(depths)) >= 3
    assert nodes[-1] <= analysis.counters().nodes


def test_it_takes_the_time_there_is(engine: Engine) -> None:
    analysis = searched(engine)
    for seconds in (1.0, 4.0):
        playback, left, shown = Playback(analysis), seconds, 0.0
        while left > 0 and playback._at < analysis.counters().seconds:
            playback.update(FRAME, left)
            left, shown = left - FRAME, shown + FRAME
        assert seconds * 0.8 < shown <= seconds + FRAME


def test_without_time_to_lose_it_is_shown_as_it_is(engine: Engine) -> None:
    playback = Playback(searched(engine, depth=3))
    playback.update(FRAME, -1.0)
    assert playback.moment is None
    live = engine.analyse(Board.initial(), Limit(seconds=0.5), Options(record=RECORDED_PLIES))
    playback = Playback(live)
    playback.update(FRAME, 0.5)
    assert playback.moment is None
    live.stop()


def test_positions_between_two_reports_are_reckoned(engine: Engine) -> None:
    analysis = searched(engine)
    end = analysis.counters().seconds
    steps = [analysis.told_at(end * share / 50) for share in range(51)]
    nodes = [told[1] for told in steps if told is not None]
    assert nodes == sorted(nodes)
    assert nodes[-1] == analysis.counters().nodes
    assert analysis.told_at(-1.0) is None


def watched(engine: Engine, pace: float, seat: Seat | None = None) -> Match:
    thinking = Thinking((engine, engine), Settings())
    seat = seat or Seat(Algorithm.PVS, 3, 1.0)
    return Match(thinking, (seat, seat), game=Game(), pace=pace)


def until(match: Match, is_so: object, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end
        match.update(FRAME)
        time.sleep(FRAME / 4)


def test_a_weak_level_is_played_back_till_its_move(engine: Engine) -> None:
    match = watched(engine, pace=1.0)
    until(match, lambda: match.moment is not None)
    moment = match.moment
    assert moment is not None
    assert moment.slower > 5
    assert match.thinking.analysis is not None
    assert match.thinking.analysis.is_done or match.thinking.is_searching
    until(match, lambda: match.game.moves)
    assert match.moment is None or match.game.node.ply == 1


def test_a_pause_holds_it_and_a_switch_begins_anew(engine: Engine) -> None:
    match = watched(engine, pace=3.0)
    until(match, lambda: match.moment is not None)
    match.pause()
    before = match._playback and match._playback._at
    for _ in range(30):
        match.update(FRAME)
    assert (match._playback and match._playback._at) == before
    match.resume()
    match.switch(Algorithm.ALPHABETA)
    assert match.moment is None
    until(match, lambda: match.moment is not None)
    match.undo()
    match.travel(0)


def test_the_book_gives_few_moves_of_a_watched_game(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    thinking = Thinking((engine, engine), Settings())
    monkeypatch.setattr(
        Thinking, "search", lambda _self, _board, _seat, _clock, may_use_book=True: asked.append(may_use_book)
    )
    seat = Seat(Algorithm.PVS, 10, 1.0)
    game = Game(moves=(37, 43, 18, 19, 26))
    for ply in range(6):
        game.go_to(ply)
        Match(thinking, (seat, seat), game=Game(moves=game.line[ply].path)).update(FRAME)
    Match(thinking, (Seat(), seat), game=Game(moves=game.moves[:5])).update(FRAME)
    assert WATCHED_BOOK_MOVES == 4
    assert asked == [True] * 4 + [False] * 2 + [True]
