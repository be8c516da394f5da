"""Several threads: the same scores as one, however they interrupt each other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from random import Random

import numpy as np
import pytest

from ai import preparation
from ai.compiled import CompiledSearcher
from ai.engine import Engine
from ai.kernels.table import ENDGAME, position_key
from ai.kernels.workspace import MARKS
from ai.limits import Algorithm, Limit, Options, SearchNode
from ai.search import parallel
from ai.search.parallel import Crew
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from game.board import Board, squares
from game.evaluation import FULL_WIDTH
from tests.ai.positions import endgame_node, midgame_node, positions, random_position
from tests.display import wait_until

SINGLE = CompiledSearcher(0)
SEARCHES = (Algorithm.ALPHABETA, Algorithm.PVS)


@pytest.fixture(autouse=True)
def _small_trees_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 3)
    monkeypatch.setattr(parallel, "_LEAST_EMPTIES", 9)


def begun(crew: Crew, algorithm: Algorithm) -> list[Telemetry]:
    rows = [new_telemetry(algorithm) for _ in range(crew.threads)]
    crew.begin(rows)
    return rows


def shared_search(crew: Crew, node: SearchNode) -> int:
    """The score that all threads find."""
    crew.share(node)
    try:
        return crew.search(node)
    finally:
        crew.rest()


def check_that_all_is_left(crew: Crew) -> None:
    """Whatever happened in a search, nothing of it is left for the next one."""
    assert wait_until(lambda: not crew._busy, 10)
    assert not crew._record["marks"].any()


def alone(node: SearchNode) -> int:
    """The score that one thread finds."""
    SINGLE.begin(new_telemetry(node.algorithm))
    return SINGLE.search(node)


def in_discs(board: Board, algorithm: Algorithm = Algorithm.PVS) -> SearchNode:
    return endgame_node(board, -64, 64, algorithm)


@pytest.fixture
def engine() -> Iterator[Engine]:
    assert preparation.wait().is_ready
    with closing(Engine(16)) as engine:
        yield engine


@pytest.fixture(params=[(0, 2), (1, 2), (1, 5)], ids=["2 threads, no table", "2 threads", "5 threads"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    megabytes, threads = request.param
    crew = Crew(CompiledSearcher(megabytes), threads)
    yield crew
    crew.close()


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_the_scores_of_the_middle_game_are_those_of_one_thread(algorithm: Algorithm) -> None:
    crew = Crew(CompiledSearcher(1), 3)
    rng = Random(5)
    helped = 0
    for plies in range(10, 34):
        board = random_position(rng, plies)
        crew._leader.clear()
        rows = begun(crew, algorithm)
        node = midgame_node(board, -641, 641, 8, algorithm)
        assert shared_search(crew, node) == alone(node), board.text()
        helped += sum(bool(row[Slot.NODES]) for row in rows[1:])
        check_that_all_is_left(crew)
    crew.close()
    assert helped, "or this test tests nothing; how often depends on how many processors are free"


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_endgames_are_solved_right(crew: Crew, algorithm: Algorithm) -> None:
    rng = Random(6)
    for plies in (43, 44, 44, 45, 45, 46):
        board = random_position(rng, plies)
        begun(crew, algorithm)
        expected = alone(in_discs(board, algorithm))
        assert shared_search(crew, in_discs(board, algorithm)) == expected
        for alpha, beta in ((-1, 1), (expected - 1, expected), (expected, expected + 1)):
            score = shared_search(crew, endgame_node(board, alpha, beta, algorithm))
            if score <= alpha:
                assert expected <= score
            elif score >= beta:
                assert expected >= score
            else:
                assert score == expected


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_moves_that_others_search_are_searched_all_the_same(algorithm: Algorithm) -> None:
    """Who has marked them may never come back."""
    with closing(Crew(CompiledSearcher(1), 2)) as crew:
        for board in positions(Random(12), 200):
            if not 12 <= board.empties <= 14 or board.is_over():
                continue
            begun(crew, algorithm)
            for move in squares(board.legal_moves()):
                after = board.play(move)
                key = position_key(np.uint64(after.player), np.uint64(after.opponent), ENDGAME)
                crew._record["marks"][int(key) % MARKS] = key
            assert crew.search(in_discs(board, algorithm)) == alone(in_discs(board, algorithm))
            check_that_all_is_left(crew)


def test_it_can_be_stopped_at_any_moment_and_go_on() -> None:
    crew = Crew(CompiledSearcher(1), 3)
    rng = Random(7)
    board = random_position(rng, 30)
    stopped = 0
    for _ in range(40):
        rows = begun(crew, Algorithm.PVS)

        def stop(rows: list[Telemetry] = rows) -> None:
            for row in rows:
                row[Slot.STOP] = 1

        timer = threading.Timer(rng.random() * 0.03, stop)
        timer.start()
        try:
            shared_search(crew, midgame_node(board, -641, 641, 14, Algorithm.PVS))
        except Abandoned:
            stopped += 1
        check_that_all_is_left(crew)
        timer.join()
    begun(crew, Algorithm.PVS)
    score = shared_search(crew, midgame_node(board, -641, 641, 6, Algorithm.PVS))
    crew.close()
    assert stopped > 30
    assert abs(score) <= 640


def test_no_thread_outlives_the_crew() -> None:
    before = threading.active_count()
    crew = Crew(CompiledSearcher(0), 4)
    assert threading.active_count() == before + 3
    crew.close()
    assert threading.active_count() == before


def helpers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "helper" in thread.name]


def test_an_engine_searches_with_as_many_threads_as_it_is_told(engine: Engine) -> None:
    board = random_position(Random(8), 40)
    scores = set()
    for threads in (1, 2, 3, 1):
        engine.new_game()
        analysis = engine.analyse(board, Limit(solve=True), Options(threads=threads))
        scores.add(analysis.result(60).score)
        assert len(analysis.rows) == threads
        if threads > 1:  # one alone leaves those of the last search at rest
            assert len(helpers()) == threads - 1
        assert analysis.counters().nodes == sum(row[Slot.NODES] for row in analysis.rows)
    assert len(scores) == 1
    engine.close()
    assert not helpers()


def test_every_thread_of_an_engine_takes_part(engine: Engine) -> None:
    analysis = engine.analyse(random_position(Random(8), 20), Limit(), Options(threads=3))
    assert wait_until(lambda: all(row[Slot.NODES] for row in analysis.rows), 60)
    analysis.stop()
    analysis.result(60)


def test_an_engine_of_several_threads_keeps_its_time_and_switches(engine: Engine) -> None:
    board = random_position(Random(9), 12)
    engine.analyse(board, Limit(depth=3), Options(threads=2)).result(60)
    analysis = engine.analyse(board, Limit(seconds=0.3), Options(threads=2))
    for index in range(20):
        time.sleep(0.01)
        analysis.switch(SEARCHES[index % 2])
    progress = analysis.result(60)  # which without a limit would take hours
    assert board.is_legal(progress.move)
    assert {row.algorithm for row in progress.iterations} <= set(SEARCHES)


def test_one_thread_searches_the_same_nodes_on_every_run(engine: Engine) -> None:
    board = random_position(Random(10), 20)
    nodes = set()
    for _ in range(3):
        engine.new_game()
        analysis = engine.analyse(board, Limit(depth=9), Options(threads=1))
        analysis.result(60)
        nodes.add(analysis.counters().nodes)
    assert len(nodes) == 1


def test_switching_there_and_back_loses_no_move() -> None:
    """Whoever sees the other algorithm in between drops what it searches; that must not count as searched."""
    rng = Random(11)
    leader = CompiledSearcher(1)
    crew = Crew(leader, 3)
    rows: list[Telemetry] = []
    is_over = threading.Event()
    longest = 0.005  # seconds between two switches; adapts, so that on any machine some searches are dropped

    def switch() -> None:
        while not is_over.wait(rng.random() * longest):
            for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS):
                for row in rows:
                    row[Slot.WANTED] = algorithm
                if rng.random() < 0.5:
                    time.sleep(0)  # another thread may come in between, even on one processor

    switching = threading.Thread(target=switch)
    answers = dropped = 0
    switching.start()
    for plies in (42, 43, 43, 44, 44) * 4:
        board = random_position(rng, plies)
        expected = alone(in_discs(board))
        for _ in range(5):
            leader.clear()
            rows[:] = begun(crew, Algorithm.PVS)
            try:
                score = shared_search(crew, in_discs(board))
            except Abandoned:
                dropped += 1
                longest *= 1.5
            else:
                assert score == expected, board.text()
                answers += 1
                longest *= 0.7
            check_that_all_is_left(crew)
        rows.clear()
        begun(crew, Algorithm.PVS)
        # And what the table has kept is true.
        assert shared_search(crew, in_discs(board)) == expected, board.text()
    is_over.set()
    switching.join()
    crew.close()
    assert dropped > 5, answers
    assert answers > 5, dropped


def failing(seconds: float) -> Callable[[CompiledSearcher, SearchNode], int]:
    """A search that fails in helpers only, in each some seconds later than in the one before."""
    search, helpers = CompiledSearcher.search, count()

    def fail(searcher: CompiledSearcher, node: SearchNode) -> int:
        if "helper" not in threading.current_thread().name:
            return search(searcher, node)
        time.sleep(seconds * next(helpers))
        raise MemoryError("no room")

    return fail


def test_an_error_in_a_helper_reaches_whoever_asked(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    board = random_position(Random(8), 30)
    with monkeypatch.context() as patch:
        patch.setattr(CompiledSearcher, "search", failing(0.0))
        with pytest.raises(MemoryError, match="no room"):
            engine.analyse(board, Limit(depth=12), Options(threads=2)).result(30)
    assert engine.analyse(board, Limit(depth=8), Options(threads=2)).result(30).depth == 8


def test_one_thread_is_not_told_what_ended_a_helper_before(engine: Engine) -> None:
    board = random_position(Random(8), 30)
    engine.analyse(board, Limit(depth=8), Options(threads=2)).result(30)
    assert engine._crew is not None
    engine._crew._problem = MemoryError("too late for its search")
    assert engine.analyse(board, Limit(depth=9)).result(30).depth == 9
    assert engine.analyse(board, Limit(depth=10), Options(threads=2)).result(30).depth == 10


def test_minimax_of_several_threads_asks_no_table(engine: Engine) -> None:
    """What a deeper search has left there is not what minimax finds."""
    board, found = random_position(Random(8), 44), []
    for threads in (1, 2):
        engine.start_anew()
        engine.analyse(board, Limit(depth=9), Options(selective=False)).result(60)
        analysis = engine.analyse(board, Limit(depth=7), Options(Algorithm.MINIMAX, threads=threads))
        found.append((analysis.result(60).score, analysis.counters().nodes))
    assert found[0] == found[1]


def test_an_error_of_one_search_is_not_told_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = Crew(CompiledSearcher(1), 3)
    question = midgame_node(random_position(Random(13), 30), -641, 641, 10, Algorithm.PVS)

    def search_often() -> None:
        """Until one of the searches lasts until a helper wakes up, which nearly always the first does."""
        for _ in range(100):
            crew._leader.clear()
            shared_search(crew, question)

    for _ in range(10):
        begun(crew, Algorithm.PVS)
        with monkeypatch.context() as patch:
            patch.setattr(CompiledSearcher, "search", failing(0.05))
            with pytest.raises(MemoryError):
                search_often()
        for row in begun(crew, Algorithm.PVS):
            row[Slot.STOP] = 1
        with pytest.raises(Abandoned):
            shared_search(crew, question)
        check_that_all_is_left(crew)
    crew.close()


def test_a_crew_is_selective_where_it_is_asked_to_be() -> None:
    crew = Crew(CompiledSearcher(4), 2)
    nodes = {}
    for confidence in (73, FULL_WIDTH):
        begun(crew, Algorithm.PVS)
        board = random_position(Random(31), 20)
        shared_search(crew, midgame_node(board, -641, 641, 11, Algorithm.PVS, confidence))
        nodes[confidence] = crew.nodes()
    crew.close()
    assert nodes[FULL_WIDTH] > 2 * nodes[73]
