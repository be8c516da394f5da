"""A watched search is replayed as slowly as time allows, with nothing left out."""

from collections.abc import Callable, Iterator

import pytest

from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Limit, Options
from ai.telemetry import Slot
from game.board import Board
from game.tree import Game
from play.match import WATCHED_BOOK_MOVES, Match
from play.playback import MOVING, Moment, Playback
from play.players import Seat
from play.settings import FAST, Settings
from play.thinking import RECORDED_PLIES, Thinking
from tests.waiting import wait_until

FRAME = 1 / 60


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(4)
    yield engine
    engine.close()


def searched(
    engine: Engine, depth: int = 9, algorithm: Algorithm = Algorithm.PVS, threads: int = 1
) -> Analysis:
    options = Options(algorithm, record=RECORDED_PLIES, threads=threads)
    analysis = engine.analyse(Board.initial().play(19), Limit(depth=depth), options)
    analysis.result()
    return analysis


def shown(playback: Playback, speed: float, least: float, rest: float = 0.0) -> list[Moment]:
    """Returns all moments of a finished search, frame by frame, until its end has been shown."""
    moments = []
    while playback.rested <= rest:
        playback.update(FRAME, speed, least)
        if (moment := playback.moment) is not None:
            moments.append(moment)
    return moments


def test_progress_is_replayed_in_order(engine: Engine) -> None:
    analysis = searched(engine)
    moments = shown(Playback(analysis), 1e4, 3.0)
    depths = [moment.progress.depth for moment in moments]
    shares = [moment.share for moment in moments]
    assert (depths, shares) == (sorted(depths), sorted(shares))
    assert depths[0] == 0, "nothing is shown before its time"
    assert set(range(1, 9)) <= set(depths), "no depth is left out"
    assert all(moment.slower >= 1 for moment in moments)
    assert all(0.0 <= moment.depth_share <= 1.0 for moment in moments)
    for number in range(1, 8):
        in_hand = [moment.depth_share for moment in moments if len(moment.progress.iterations) == number]
        assert in_hand == sorted(in_hand)
        assert in_hand[0] < 0.2
        assert in_hand[-1] > 0.8


def test_work_of_other_threads_after_the_end_is_hidden(engine: Engine) -> None:
    analysis = searched(engine, threads=2)
    analysis.rows[1][Slot.NODES] += 10_000
    moments = shown(Playback(analysis), 1e4, 3.0)
    assert max(len(moment.progress.iterations) for moment in moments) < len(analysis.progress.iterations)


def test_replay_speed_is_kept(engine: Engine) -> None:
    analysis = searched(engine, depth=11)
    nodes = analysis.counters().nodes
    for speed in (nodes / 2, nodes / 4):
        playback, seconds = Playback(analysis), 0.0
        while not playback.rested:
            playback.update(FRAME, speed, 0.1)
            assert playback.speed <= speed
            seconds += FRAME
        assert seconds == pytest.approx(nodes / speed, rel=0.2)


def test_short_search_is_slowed_to_the_least_time(engine: Engine) -> None:
    analysis = searched(engine, depth=5)
    for least in (1.0, 3.0):
        moments = shown(Playback(analysis), 1e9, least)
        assert len(moments) * FRAME == pytest.approx(MOVING * least, rel=0.1)
        frames = [sum(len(moment.progress.iterations) == n for moment in moments) for n in range(5)]
        assert frames == sorted(frames)
        assert frames[0] > 0


def test_faster_playback_than_the_search_shows_it_live(engine: Engine) -> None:
    analysis = engine.analyse(Board.initial(), Limit(), Options(record=RECORDED_PLIES))
    playback, shown = Playback(analysis), list[Moment | None]()

    def step() -> None:
        playback.update(10 * FRAME, 1e9, 0.01)
        shown.append(playback.moment)

    wait_until(lambda: shown.count(None) > 10, step)
    analysis.stop()


def test_progress_at_has_only_earlier_results(engine: Engine) -> None:
    analysis = searched(engine)
    assert analysis.progress_at(0).score is None
    ends = [nodes for nodes, told in analysis.history if told.depth == 5]
    assert (analysis.progress_at(ends[0]).depth, analysis.progress_at(ends[0] - 1).depth) == (5, 4)
    assert analysis.progress_at(analysis.counters().nodes) == analysis.progress


def watched(engine: Engine, speed: float, least: float, seat: Seat | None = None) -> Match:
    thinking = Thinking((engine, engine), Settings())
    seat = seat or Seat(Algorithm.PVS, 3, 1.0)
    return Match(thinking, (seat, seat), game=Game(), pace=least, speed=speed)


def until(match: Match, is_so: Callable[[], object]) -> None:
    match.update(FRAME)
    wait_until(is_so, lambda: match.update(FRAME))


def test_weak_level_is_replayed_before_its_move(engine: Engine) -> None:
    match = watched(engine, 3e5, 1.0)
    until(match, lambda: match.moment is not None and match.moment.slower > 5)
    until(match, lambda: match.moment is None)
    assert not match.game.moves, "its end stays in sight"
    assert match.thinking.answer is not None
    until(match, lambda: match.game.moves)


def test_without_a_speed_nothing_is_held_back(engine: Engine) -> None:
    match = watched(engine, FAST, 0.01)
    until(match, lambda: len(match.game.moves) == 4 or match.moment is not None)
    assert match.moment is None


def test_replay_can_pause(engine: Engine) -> None:
    match = watched(engine, 3e3, 3.0)
    until(match, lambda: match.moment is not None)
    match.pause()
    before = match.moment
    for _ in range(30):
        match.update(FRAME)
    assert before is not None
    assert match.moment is not None
    assert match.moment.depth_share == before.depth_share


def test_algorithm_switch_ends_replay(engine: Engine) -> None:
    match = watched(engine, 3e5, 60.0)
    until(match, lambda: match.thinking.answer is not None and match.moment is not None)
    shown = match.thinking.analysis
    match.switch(Algorithm.ALPHABETA)
    until(match, lambda: match.thinking.analysis is not None)
    assert match.thinking.analysis is not shown
    until(match, lambda: match.thinking.answer is not None)
    answer = match.thinking.answer
    assert answer is not None
    assert all(row.algorithm is Algorithm.ALPHABETA for row in answer.iterations)


def test_switch_in_a_running_search_skips_to_its_depth(engine: Engine) -> None:
    match = watched(engine, 3e3, 2.0, Seat(Algorithm.PVS, 10, 60.0))
    until(match, lambda: match.thinking.best_so_far is not None and match.thinking.best_so_far.depth > 8)
    until(match, lambda: match.moment is not None)
    moment = match.moment
    assert moment is not None
    assert moment.progress.depth < 8
    match.switch(Algorithm.ALPHABETA)
    match.update(FRAME)
    assert match.moment is None or match.moment.progress.depth >= 8
    match.thinking.drop()


def test_watched_game_has_few_book_moves(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    thinking = Thinking((engine, engine), Settings())
    monkeypatch.setattr(Thinking, "search", lambda *arguments: asked.append(arguments[-1]))
    seat = Seat(Algorithm.PVS, 10, 1.0)
    game = Game(moves=(37, 43, 18, 19, 26))
    for ply in range(6):
        game.go_to(ply)
        Match(thinking, (seat, seat), game=Game(moves=game.line[ply].path)).update(FRAME)
    Match(thinking, (Seat(), seat), game=Game(moves=game.moves[:5])).update(FRAME)
    assert (WATCHED_BOOK_MOVES, asked) == (4, [True] * 4 + [False] * 2 + [True])
