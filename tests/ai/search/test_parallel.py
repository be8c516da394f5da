"""Several threads: the same scores as one, however they interrupt each other."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import numpy as np
import pytest

from ai.compiled import CompiledSearcher
from ai.engine import Engine
from ai.kernels.table import ENDGAME, position_key
from ai.kernels.workspace import MARKS
from ai.limits import Algorithm, Limit, Options, SearchNode
from ai.search import parallel
from ai.search.parallel import Crew
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from game.board import squares
from game.evaluation import FULL_WIDTH
from tests.ai.positions import endgame_node, midgame_node, positions, random_position
from tests.ai.searching import FULL_WINDOW, check_bound, estimated, solved
from tests.waiting import comes_true

SEARCHES = (Algorithm.ALPHABETA, Algorithm.PVS)
SEARCH = CompiledSearcher.search


@pytest.fixture(autouse=True)
def _small_trees_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 3)
    monkeypatch.setattr(parallel, "_LEAST_EMPTIES", 9)


def begun(crew: Crew, algorithm: Algorithm) -> list[Telemetry]:
    rows = [new_telemetry(algorithm) for _ in range(crew.threads)]
    crew.begin(rows)
    return rows


def shared_search(crew: Crew, node: SearchNode) -> int:
    """Returns the score that all threads find together."""
    crew.share(node)
    try:
        return crew.search(node)
    finally:
        crew.rest()


def check_that_all_is_left(crew: Crew) -> None:
    """Checks that a search leaves no busy thread and no mark behind, however it ended."""
    assert comes_true(lambda: not crew._busy, 10)
    assert not any(searcher._workspace["open_marks"].any() for searcher in crew._searchers)


@pytest.fixture(params=[(0, 2), (1, 2), (1, 5)], ids=["2 threads, no table", "2 threads", "5 threads"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    megabytes, threads = request.param
    with closing(Crew(CompiledSearcher(megabytes), threads)) as crew:
        yield crew


@pytest.fixture
def three() -> Iterator[Crew]:
    with closing(Crew(CompiledSearcher(1), 3)) as crew:
        yield crew


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_middle_game_scores_are_those_of_one_thread(three: Crew, algorithm: Algorithm) -> None:
    rng, helped = Random(5), 0
    for plies in range(10, 34, 2):
        board = random_position(rng, plies)
        three._leader.clear()
        rows = begun(three, algorithm)
        node = midgame_node(board, *FULL_WINDOW, 8, algorithm)
        assert shared_search(three, node) == estimated(board, 8, algorithm), board.text()
        helped += sum(bool(row[Slot.NODES]) for row in rows[1:])
        check_that_all_is_left(three)
    assert helped, "or this test tests nothing; how often depends on how many processors are free"


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_endgame_scores_are_true(crew: Crew, algorithm: Algorithm) -> None:
    rng = Random(6)
    for plies in (43, 44, 45, 46):
        board = random_position(rng, plies)
        begun(crew, algorithm)
        exact = solved(board, algorithm)
        for window in ((-64, 64), (-1, 1), (exact - 1, exact), (exact, exact + 1)):
            check_bound(exact, shared_search(crew, endgame_node(board, *window, algorithm)), *window)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_moves_marked_by_others_are_searched_anyway(algorithm: Algorithm) -> None:
    """The thread that marked them may never finish."""
    with closing(Crew(CompiledSearcher(1), 2)) as crew:
        for board in positions(Random(12), 200):
            if not 12 <= board.empties <= 14 or board.is_over():
                continue
            begun(crew, algorithm)
            for move in squares(board.legal_moves()):
                after = board.play(move)
                key = position_key(np.uint64(after.player), np.uint64(after.opponent), ENDGAME)
                crew._record["marks"][int(key) % MARKS] = key
            assert crew.search(endgame_node(board, -64, 64, algorithm)) == solved(board, algorithm)
            check_that_all_is_left(crew)


@pytest.mark.parametrize("exact", [False, True], ids=["middle game", "endgame"])
def test_disturbed_threads_find_the_same_scores(three: Crew, exact: bool) -> None:
    """A thread inverts all marks again and again, and overwrites sorted moves."""
    rng, is_over = np.random.default_rng(14), threading.Event()
    marks, moves = three._record["marks"], three._record["orders"]["moves"]

    def disturb() -> None:
        while not is_over.wait(0.0005):
            np.invert(marks, out=marks)
            moves[:: rng.integers(1, 9)] = rng.integers(64, size=moves.shape[1])

    disturbing = threading.Thread(target=disturb)
    disturbing.start()
    try:
        for plies in (40, 42, 44) if exact else (12, 22, 32):
            board = random_position(Random(plies), plies)
            three._leader.clear()
            begun(three, Algorithm.PVS)
            if exact:
                score = shared_search(three, endgame_node(board, -64, 64, Algorithm.PVS))
                assert score == solved(board, Algorithm.PVS)
            else:
                score = shared_search(three, midgame_node(board, *FULL_WINDOW, 8, Algorithm.PVS))
                assert score == estimated(board, 8, Algorithm.PVS)
            check_that_all_is_left(three)
    finally:
        is_over.set()
        disturbing.join()


def test_a_crew_can_be_stopped_and_used_again(three: Crew) -> None:
    rng = Random(7)
    board = random_position(rng, 30)
    stopped = 0
    for _ in range(12):
        rows = begun(three, Algorithm.PVS)

        def stop(rows: list[Telemetry] = rows) -> None:
            for row in rows:
                row[Slot.STOP] = 1

        timer = threading.Timer(rng.random() * 0.03, stop)
        timer.start()
        try:
            shared_search(three, midgame_node(board, *FULL_WINDOW, 14, Algorithm.PVS))
        except Abandoned:
            stopped += 1
        check_that_all_is_left(three)
        timer.join()
    begun(three, Algorithm.PVS)
    score = shared_search(three, midgame_node(board, *FULL_WINDOW, 6, Algorithm.PVS))
    assert stopped > 8
    assert abs(score) <= 640


def helpers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "helper" in thread.name]


def test_an_engine_uses_the_given_number_of_threads(engine: Engine) -> None:
    board = random_position(Random(8), 40)
    scores = set()
    for threads in (1, 2, 3, 1):
        engine.new_game()
        analysis = engine.analyse(board, Limit(solve=True), Options(threads=threads))
        scores.add(analysis.result(60).score)
        assert len(analysis.rows) == threads
        if threads > 1:  # one thread alone leaves the helpers of the last search idle
            assert len(helpers()) == threads - 1
        assert analysis.counters().nodes == sum(row[Slot.NODES] for row in analysis.rows)
    assert len(scores) == 1
    engine.new_game()
    assert comes_true(lambda: not helpers(), 10), "they hold the table, which is made anew"


def test_an_engine_of_several_threads_keeps_its_time_and_switches(engine: Engine) -> None:
    board = random_position(Random(9), 12)
    analysis = engine.analyse(board, Limit(), Options(threads=3))
    assert comes_true(lambda: all(row[Slot.NODES] for row in analysis.rows), 60), "every thread takes part"
    analysis.stop()
    analysis = engine.analyse(board, Limit(seconds=0.3), Options(threads=2))
    for index in range(20):
        time.sleep(0.01)
        analysis.switch(SEARCHES[index % 2])
    progress = analysis.result(60)  # which without a limit would take hours
    assert board.is_legal(progress.move)
    assert {row.algorithm for row in progress.iterations} <= set(SEARCHES)


def test_switching_there_and_back_loses_no_move(three: Crew) -> None:
    """A thread that sees the other algorithm drops its search, which must not count as done."""
    rng = Random(11)
    rows: list[Telemetry] = []
    is_over = threading.Event()
    longest = 0.005  # seconds between two switches; adapts, so that on any machine some searches are dropped

    def switch() -> None:
        while not is_over.wait(rng.random() * longest):
            for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS):
                for row in rows:
                    row[Slot.WANTED] = algorithm
                if rng.random() < 0.5:
                    time.sleep(0)  # lets another thread run, even on one processor

    switching = threading.Thread(target=switch)
    answers = dropped = 0
    switching.start()
    for plies in (42, 43, 43, 44, 44):
        board = random_position(rng, plies)
        expected, node = solved(board), endgame_node(board, -64, 64, Algorithm.PVS)
        for _ in range(6):
            three._leader.clear()
            rows[:] = begun(three, Algorithm.PVS)
            try:
                score = shared_search(three, node)
            except Abandoned:
                dropped += 1
                longest *= 1.5
            else:
                assert score == expected, board.text()
                answers += 1
                longest *= 0.7
            check_that_all_is_left(three)
        rows.clear()
        begun(three, Algorithm.PVS)
        # The entries of the table are true, too.
        assert shared_search(three, node) == expected, board.text()
    is_over.set()
    switching.join()
    assert dropped > 2, answers
    assert answers > 2, dropped


def fail_in_helpers(searcher: CompiledSearcher, node: SearchNode) -> int:
    if "helper" in threading.current_thread().name:
        raise MemoryError("no room")
    return SEARCH(searcher, node)


def test_an_error_in_a_helper_reaches_the_caller(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    board = random_position(Random(8), 30)
    with monkeypatch.context() as patch:
        patch.setattr(CompiledSearcher, "search", fail_in_helpers)
        with pytest.raises(MemoryError, match="no room"):
            engine.analyse(board, Limit(depth=12), Options(threads=2)).result(30)
    assert engine.analyse(board, Limit(depth=8), Options(threads=2)).result(30).depth == 8
    assert engine._crew is not None
    engine._crew._problem = MemoryError("too late for its search")
    assert engine.analyse(board, Limit(depth=9)).result(30).depth == 9
    assert engine.analyse(board, Limit(depth=10), Options(threads=2)).result(30).depth == 10


def test_minimax_of_several_threads_uses_no_table(engine: Engine) -> None:
    """The table has scores of a deeper search, which minimax does not find."""
    board, found = random_position(Random(8), 44), []
    for threads in (1, 2):
        engine.clear_and_allocate()
        engine.analyse(board, Limit(depth=9), Options(selective=False)).result(60)
        analysis = engine.analyse(board, Limit(depth=7), Options(Algorithm.MINIMAX, threads=threads))
        found.append((analysis.result(60).score, analysis.counters().nodes))
    assert found[0] == found[1]


def test_a_crew_is_selective_on_request() -> None:
    nodes = {}
    with closing(Crew(CompiledSearcher(4), 2)) as crew:
        for confidence in (73, FULL_WIDTH):
            begun(crew, Algorithm.PVS)
            board = random_position(Random(31), 20)
            shared_search(crew, midgame_node(board, *FULL_WINDOW, 11, Algorithm.PVS, confidence))
            nodes[confidence] = crew.nodes()
    assert nodes[FULL_WIDTH] > 2 * nodes[73]
