"""Races without a window, run by the real engine on small depths."""

import re
import threading
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from ai import preparation
from ai.bench.runs import new_engine, search
from ai.engine import Engine
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Iteration, Limit, Options, Order, Preparation
from ai.search.root import RootSearch, Searcher
from benchmarks import MIDDLEGAMES, read_problems
from game.board import Board
from game.evaluation import Kind
from play.race import (
    LABELS,
    MOST_MINIMAX_NODES,
    PRESETS,
    SWITCHES,
    Lane,
    LaneProgress,
    LaneState,
    Race,
    deepest_minimax,
    depths_of,
    minimax_nodes,
    minimax_problem,
    parse_lane,
    parse_lanes,
)
from play.race_report import mismatches
from tests.samples import BLACK_PASSES, ENDGAME, OVER
from tests.waiting import PATIENCE, wait_until

BOARDS = [problem.board for problem in read_problems(MIDDLEGAMES).values()]
BOARD = BOARDS[9]
TWO = parse_lanes("alphabeta,pvs")
Make = Callable[..., Race]


@pytest.fixture
def make() -> Iterator[Make]:
    """Yields a function that makes races of BOARD, which are closed at the end."""
    made: list[Race] = []

    def race(
        lanes: str, limit: Limit, megabytes: int = 64, board: Board = BOARD, at_once: int | None = None
    ) -> Race:
        made.append(Race(board, parse_lanes(lanes), limit, megabytes, at_once))
        return made[-1]

    yield race
    for each in made:
        each.close()


def run(race: Race) -> tuple[LaneProgress, ...]:
    """Runs a race to its end and returns its standings."""
    race.start()
    wait_until(lambda: race.is_over, race.update)
    return race.standings


def states(race: Race) -> list[LaneState]:
    return [standing.state for standing in race.standings]


@pytest.mark.parametrize(
    ("text", "lane"),
    [
        ("pvs", Lane()),
        ("AlphaBeta", Lane(Algorithm.ALPHABETA)),
        (" minimax ", Lane(Algorithm.MINIMAX)),
        ("pvs:order=none:table=off", Lane(order=Order.UNSORTED, table=False)),
        ("alphabeta:aspiration=off", Lane(Algorithm.ALPHABETA, aspiration=False)),
        ("mtdf:selective=on:order=killers", Lane(Algorithm.MTDF, Order.KILLERS, selective=True)),
        ("pvs:order=full:table=on:aspiration=on:selective=off", Lane()),
    ],
)
def test_lane_is_parsed_from_text(text: str, lane: Lane) -> None:
    assert (parse_lane(text), parse_lane(lane.text())) == (lane, lane)


@pytest.mark.parametrize("switch", ["order=bad", "order", "foo=on", "code=on", "table=", ""])
def test_wrong_switch_of_a_lane_is_named(switch: str) -> None:
    with pytest.raises(ValueError, match=f"'{switch}' is not a switch: use order=none|static"):
        parse_lane(f"pvs:{switch}")


def test_lane_has_a_display_name() -> None:
    assert parse_lane("pvs").names.text() == "PVS"
    assert parse_lane("alphabeta:order=none:table=off").names.text() == "alpha-beta, unsorted, no table"
    assert parse_lane("pvs:selective=on:aspiration=off").names.text() == "PVS, open window, selective"
    names = {name for names in SWITCHES.values() for name in names}
    assert {note.partition("=")[0] for note in LABELS} == names
    lane = Lane(Algorithm.MINIMAX, Order.STATIC, table=False, selective=True)
    assert (lane.text(), lane.switches, lane.is_full_width) == ("minimax", {}, True)


def test_presets_can_be_raced_in_middle_games() -> None:
    assert [preset.identity for preset in PRESETS] == ["windows", "sorting", "table", "textbook"]
    for preset in PRESETS:
        for board in BOARDS[::5]:
            Race(board, preset.lanes, Limit(depth=min(preset.depth, deepest_minimax(board))), 1)
    assert [lane.algorithm for lane in PRESETS[3].lanes] == list(ENGINE_ALGORITHMS)


@pytest.mark.parametrize(
    ("board", "lanes", "limit", "problem"),
    [
        (OVER, TWO, Limit(depth=3), "the game is over, so there is nothing to search in XXXXXXXX"),
        (BLACK_PASSES, TWO, Limit(depth=3), "Black has no move and must pass: use the position after "),
        (BOARD, parse_lanes("minimax,pvs"), Limit(depth=12), "12 plies are too many for minimax here: "),
    ],
)
def test_bad_race_is_refused(board: Board, lanes: tuple[Lane, ...], limit: Limit, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        Race(board, lanes, limit, 1)


def test_minimax_is_refused_before_a_pass_as_after_it() -> None:
    board = Board.from_text("OX" + "-" * 62 + "X")
    assert board.must_pass()
    found = [
        minimax_problem(each, parse_lanes("minimax"), Limit(depth=16)) for each in (board, board.after_pass())
    ]
    assert "16 plies are too many for minimax here" in found[0] == found[1]


def test_memory_check_counts_simultaneous_tables() -> None:
    megabytes = psutil.virtual_memory().available // (1 << 20) // 2 + 100
    Race(BOARD, TWO, Limit(depth=3), megabytes, at_once=1)
    Race(BOARD, parse_lanes("pvs,pvs:table=off"), Limit(depth=3), megabytes, at_once=2)
    with pytest.raises(ValueError, match=r"2 tables of .* MB do not fit into memory"):
        Race(BOARD, TWO, Limit(depth=3), megabytes, at_once=2)


def test_minimax_depth_is_limited_by_its_nodes() -> None:
    assert 6 <= deepest_minimax(BOARD) <= 8
    assert minimax_nodes(BOARD)[deepest_minimax(BOARD)] <= MOST_MINIMAX_NODES
    assert deepest_minimax(ENDGAME) >= 9
    Race(BOARD, parse_lanes("minimax,pvs"), Limit(depth=12, seconds=1.0), 1)


def test_a_race_finishes_every_depth_of_every_lane(make: Make) -> None:
    race = make("alphabeta,pvs,pvs:order=none,pvs:table=off,mtdf,minimax", Limit(depth=5), 4)
    assert (race.is_running, states(race)) == (False, [LaneState.WAITING] * 6)
    for standing in run(race):
        assert (standing.state, standing.searching) == (LaneState.DONE, None)
        assert [at.depth for at in standing.depths] == [1, 2, 3, 4, 5]
        assert standing.counters is not None
        assert standing.cost(5) == standing.counters.nodes
        assert all(at.pv[0] == at.move for at in standing.depths)
    assert not mismatches(race.standings)
    assert not race.is_running


def test_the_nodes_are_those_of_the_bench(make: Make) -> None:
    """Each lane counts as a search alone does, however many lanes search at a time."""
    with new_engine() as engine:
        options = [Options(each, selective=False) for each in (Algorithm.ALPHABETA, Algorithm.PVS)]
        searches = [search(engine, BOARD, Limit(depth=7), each) for each in options]
    expected = [(each.nodes, each.move, each.score) for each in searches]
    for at_once in (1, 2):
        lanes = run(make("alphabeta,pvs", Limit(depth=7), at_once=at_once))
        found = [(lane.counters and lane.counters.nodes, lane.depths[-1]) for lane in lanes]
        assert [(nodes, at.move, at.score) for nodes, at in found] == expected


def test_lanes_wait_for_their_turn(make: Make) -> None:
    race = make("pvs,alphabeta,scout", Limit(depth=6), 1, at_once=1)
    race.start()
    assert states(race) == [LaneState.PREPARING, LaneState.WAITING, LaneState.WAITING]
    busy: list[int] = []

    def is_over() -> bool:
        busy.append(sum(state.is_busy for state in states(race)))
        return race.is_over

    wait_until(is_over, race.update)
    assert (max(busy), states(race)) == (1, [LaneState.DONE] * 3)


def test_a_race_to_the_end_of_the_game_solves_it(make: Make) -> None:
    lanes = "pvs,alphabeta,pvs:aspiration=off,pvs:table=off,scout,mtdf:order=none"
    race = make(lanes, Limit(depth=24), 4, board=ENDGAME)
    assert race.limit == Limit(depth=ENDGAME.empties, solve=True)
    for standing in run(race):
        assert (standing.depths[-1].kind, standing.depths[-1].score) == (Kind.EXACT, 18.0)
    assert not mismatches(race.standings)


def test_a_race_for_seconds_ends_in_time(make: Make) -> None:
    """Without the limit it would take days."""
    standings = run(make("alphabeta,pvs", Limit(seconds=0.1), 4, at_once=2))
    assert [(each.state, not each.depths) for each in standings] == [(LaneState.DONE, False)] * 2
    assert not mismatches(standings)


def test_stopped_race_keeps_finished_depths(make: Make) -> None:
    race = make("pvs,alphabeta,scout", Limit(depth=24), 4, at_once=1)
    race.start()
    wait_until(lambda: len(race.standings[0].depths) >= 6, race.update)
    standing = race.standings[0]
    assert standing.searching == len(standing.depths) + 1
    race.stop()
    first, *others = run(race)
    assert (states(race), len(first.depths) >= 6) == ([LaneState.STOPPED] * 3, True)
    assert [each.counters for each in others] == [None, None]


def test_race_never_blocks(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start, update and stop do not wait for a search, here one that does not end by itself."""
    step, gate = RootSearch._step, threading.Event()

    def held(search: RootSearch, searcher: Searcher, algorithm: Algorithm) -> None:
        if search._board == BOARD:  # a lane warms up on another board
            assert gate.wait(PATIENCE)
        step(search, searcher, algorithm)

    monkeypatch.setattr(RootSearch, "_step", held)
    race = make("alphabeta,pvs", Limit(depth=20), 64, at_once=2)
    race.start()
    wait_until(lambda: states(race) == [LaneState.RUNNING] * 2, race.update)
    race.update()
    race.stop()
    race.update()
    assert states(race) == [LaneState.RUNNING] * 2
    gate.set()
    assert [standing.state for standing in run(race)] == [LaneState.STOPPED] * 2


def test_a_race_may_be_closed_at_any_time() -> None:
    before = set(threading.enumerate())
    for pause in (0.0, 0.001, 0.01, 0.05):
        Race(BOARD, TWO, Limit(depth=20), 4).close()
        race = Race(BOARD, TWO, Limit(depth=20), 4)
        race.start()
        patience = time.perf_counter() + pause
        while time.perf_counter() < patience:
            race.update()
        race.close()
        race.close()
        assert race.is_over
        race.update()
    wait_until(lambda: set(threading.enumerate()) <= before)


def test_closing_a_race_does_not_wait_for_searches_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    has_processor = threading.Event()
    monkeypatch.setattr(Engine, "_clear", lambda _engine: has_processor.wait(PATIENCE))
    race = Race(BOARD, TWO, Limit(depth=20), 4)
    race.start()
    wait_until(lambda: any(getattr(runner, "_warm_up", None) for runner in race.runners), race.update)
    began = time.perf_counter()
    race.stop()
    race.close()
    seconds = time.perf_counter() - began
    has_processor.set()
    assert seconds < PATIENCE / 2


def test_failed_lane_has_an_error_and_others_continue(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def engine(megabytes: int, gives_way: bool) -> Engine:
        made.append(megabytes)
        if len(made) == 1:
            raise ValueError("no memory is left")
        return Engine(megabytes, gives_way=gives_way)

    monkeypatch.setattr("play.race.Engine", engine)
    first, second = run(make("alphabeta,pvs", Limit(depth=4), 4, at_once=1))
    assert (first.state, first.error, first.depths) == (LaneState.FAILED, "no memory is left", ())
    assert (second.state, second.error, len(second.depths)) == (LaneState.DONE, "", 4)


def test_failed_search_is_reported(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("something broke")

    monkeypatch.setattr("ai.search.root.RootSearch._score_root", fail)
    for standing in run(make("alphabeta,pvs", Limit(depth=4), 4)):
        assert (standing.state, standing.error) == (LaneState.FAILED, "something broke")
    failed = Preparation(0, 11, "The fast search cannot be used", has_failed=True)
    monkeypatch.setattr(preparation, "progress", lambda: failed)
    for standing in run(make("alphabeta,pvs,scout", Limit(depth=3), 1, at_once=1)):
        assert (standing.state, standing.error) == (LaneState.FAILED, failed.text)


def iteration(depth: int, nodes: int, score: float = 0.0, kind: Kind = Kind.ESTIMATE) -> Iteration:
    return Iteration(depth, kind, 20, score, nodes, nodes / 1000, Algorithm.PVS, pv=(20,))


def test_steps_to_the_same_depth_count_together() -> None:
    solving = iteration(14, 100, 1.0, Kind.OUTCOME), iteration(14, 200, 6.0, Kind.EXACT)
    rows = iteration(1, 10), iteration(2, 30), *solving
    standing = LaneProgress(Lane())
    assert (standing.at(3), standing.deepest, standing.reached) == (None, None, 0), "it has not begun"
    standing = LaneProgress(Lane(), depths=depths_of(rows))
    found = [(at.depth, at.nodes, standing.cost(at.depth), at.score) for at in standing.depths]
    assert found == [(1, 10, 10, 0.0), (2, 30, 40, 0.0), (14, 300, 340, 6.0)]
    assert (standing.seconds(14), [at.depth for at in depths_of(rows[:3])]) == (pytest.approx(0.34), [1, 2])


@pytest.mark.parametrize(
    ("nodes", "branching"),
    [
        ([], None),
        ([10], None),
        ([10, 30], 3.0),
        ([0, 20, 300], None),
        ([1, 2, 4, 8, 16, 32], 2.0),
        ([1000, 10, 40, 90, 360, 810], 3.0),  # the last five: 3 = (810 / 10) ** (1 / 4)
    ],
)
def test_the_branching_factor_is_a_mean_growth(nodes: list[int], branching: float | None) -> None:
    rows = [iteration(depth, count) for depth, count in enumerate(nodes, start=1)]
    standing = LaneProgress(Lane(), depths=depths_of(rows))
    assert standing.branching == (None if branching is None else pytest.approx(branching))
