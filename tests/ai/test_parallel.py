"""Several threads: the same scores as one, however they interrupt each other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from ai import parallel
from ai.compiled import CompiledSearcher
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from ai.node import Node
from ai.parallel import Crew, _Hand, _Split
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from game.board import Board
from game.evaluation import FULL_WIDTH
from tests.ai.positions import positions, random_position

SINGLE = CompiledSearcher(0)
SEARCHES = (Algorithm.ALPHABETA, Algorithm.PVS)


@pytest.fixture(autouse=True)
def _small_trees_are_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that searches short enough for a test are full of splits."""
    monkeypatch.setattr(parallel, "_SPLIT_PLIES", 60)
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 4)
    monkeypatch.setattr(parallel, "_LEAST_EMPTIES", 11)


def begun(crew: Crew, algorithm: Algorithm) -> list[Telemetry]:
    rows = [new_telemetry() for _ in range(crew.threads)]
    for row in rows:
        row[Slot.WANTED] = algorithm
    crew.begin(rows)
    return rows


def alone(board: Board, depth: int, algorithm: Algorithm) -> int:
    row = new_telemetry()
    row[Slot.WANTED] = algorithm
    SINGLE.begin(row)
    return SINGLE.midgame(board.player, board.opponent, -641, 641, depth, algorithm)


@pytest.fixture(
    params=[(0, 2), (0, 3), (1, 2)], ids=["2 threads, no table", "3 threads, no table", "2 threads"]
)
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    megabytes, threads = request.param
    crew = Crew(CompiledSearcher(megabytes), threads)
    yield crew
    crew.close()


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_the_scores_of_the_middle_game_are_those_of_one_thread(algorithm: Algorithm) -> None:
    crew = Crew(CompiledSearcher(0), 3)
    helped = 0
    for board in positions(Random(5), 40):
        rows = begun(crew, algorithm)
        score = crew.midgame(board.player, board.opponent, -641, 641, 7, algorithm)
        assert score == alone(board, 7, algorithm), board.text()
        helped += sum(bool(row[Slot.NODES]) for row in rows[1:])
    crew.close()
    assert helped, "or this test tests nothing; how often depends on how many processors are free"


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_endgames_are_solved_right(crew: Crew, algorithm: Algorithm) -> None:
    rng = Random(6)
    for plies in (43, 44, 44, 45, 45, 46):
        board = random_position(rng, plies)
        begun(crew, algorithm)
        row = new_telemetry()
        row[Slot.WANTED] = algorithm
        SINGLE.begin(row)
        expected = SINGLE.endgame(board.player, board.opponent, -64, 64, algorithm)
        assert crew.endgame(board.player, board.opponent, -64, 64, algorithm) == expected
        for alpha, beta in ((-1, 1), (expected - 1, expected), (expected, expected + 1)):
            score = crew.endgame(board.player, board.opponent, alpha, beta, algorithm)
            if score <= alpha:
                assert expected <= score
            elif score >= beta:
                assert expected >= score
            else:
                assert score == expected


def test_it_can_be_stopped_at_any_moment_and_go_on() -> None:
    crew = Crew(CompiledSearcher(1), 3)
    rng = Random(7)
    board = random_position(rng, 30)
    stopped = 0
    for _ in range(60):
        rows = begun(crew, Algorithm.PVS)

        def stop(rows: list[Telemetry] = rows) -> None:
            for row in rows:
                row[Slot.STOP] = 1

        timer = threading.Timer(rng.random() * 0.03, stop)
        timer.start()
        try:
            crew.midgame(board.player, board.opponent, -641, 641, 14, Algorithm.PVS)
        except Abandoned:
            stopped += 1
        timer.join()
    begun(crew, Algorithm.PVS)
    score = crew.midgame(board.player, board.opponent, -641, 641, 6, Algorithm.PVS)
    crew.close()
    assert stopped > 50
    assert abs(score) <= 640


def test_no_thread_outlives_the_crew() -> None:
    before = threading.active_count()
    crew = Crew(CompiledSearcher(0), 4)
    assert threading.active_count() == before + 3
    crew.close()
    assert threading.active_count() == before


def test_an_engine_searches_with_as_many_threads_as_it_is_told() -> None:
    engine = Engine(16)
    board = random_position(Random(8), 40)
    results = []
    for threads in (1, 2, 3, 1):
        engine.new_game()
        analysis = engine.analyse(board, Limit(solve=True), Options(threads=threads))
        results.append((analysis.result(60).score, len(analysis.rows)))
        assert sum(bool(row[Slot.NODES]) for row in analysis.rows) == threads
        assert analysis.counters().nodes == sum(row[Slot.NODES] for row in analysis.rows)
    engine.close()
    assert len({score for score, _ in results}) == 1
    assert [threads for _, threads in results] == [1, 2, 3, 1]
    assert not [thread for thread in threading.enumerate() if "helper" in thread.name]


def test_an_engine_of_several_threads_keeps_its_time_and_switches() -> None:
    engine = Engine(16)
    board = random_position(Random(9), 12)
    engine.analyse(board, Limit(depth=3), Options(threads=2)).result(60)
    analysis = engine.analyse(board, Limit(seconds=0.3), Options(threads=2))
    for index in range(20):
        time.sleep(0.01)
        analysis.switch(SEARCHES[index % 2])
    progress = analysis.result(60)  # which without a limit would take hours
    assert board.is_legal(progress.move)
    assert {row.algorithm for row in progress.iterations} <= set(SEARCHES)
    engine.close()


def test_one_thread_searches_the_same_nodes_on_every_run() -> None:
    engine = Engine(16)
    board = random_position(Random(10), 20)
    nodes = set()
    for _ in range(3):
        engine.new_game()
        analysis = engine.analyse(board, Limit(depth=9), Options(threads=1))
        analysis.result(60)
        nodes.add(analysis.counters().nodes)
    engine.close()
    assert len(nodes) == 1


def test_switching_there_and_back_loses_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sees the other algorithm in between drops what it searches; that must not count as searched."""
    rng = Random(11)
    crew = Crew(CompiledSearcher(1), 3)
    rows: list[Telemetry] = []
    search = CompiledSearcher.search

    def want(algorithm: Algorithm) -> None:
        for row in rows:
            row[Slot.WANTED] = algorithm

    def there_and_back(self: CompiledSearcher, node: Node) -> int:
        if rng.random() < 0.001:
            want(Algorithm.ALPHABETA)
        try:
            return search(self, node)
        finally:
            want(Algorithm.PVS)

    answers = dropped = 0
    for plies in (42, 43, 43, 44, 44) * 4:
        board = random_position(rng, plies)
        row = new_telemetry()
        row[Slot.WANTED] = Algorithm.PVS
        SINGLE.begin(row)
        expected = SINGLE.endgame(board.player, board.opponent, -64, 64, Algorithm.PVS)
        rows = begun(crew, Algorithm.PVS)
        with monkeypatch.context() as patch:
            patch.setattr(CompiledSearcher, "search", there_and_back)
            for _ in range(5):
                try:
                    score = crew.endgame(board.player, board.opponent, -64, 64, Algorithm.PVS)
                except Abandoned:
                    dropped += 1
                    rows[0][Slot.ABANDONED] = 0  # as the root does
                else:
                    assert score == expected, board.text()
                    answers += 1
        # And what the table has kept is true.
        assert crew.endgame(board.player, board.opponent, -64, 64, Algorithm.PVS) == expected, board.text()
    crew.close()
    assert dropped > 5
    assert answers > 5


def failing_search(is_to_fail: Callable[[Telemetry], bool]) -> Callable[[CompiledSearcher, Node], int]:
    """A search that runs out of memory where `is_to_fail` says so of its row: before it, or called off."""
    search = CompiledSearcher.search

    def fail(self: CompiledSearcher, node: Node) -> int:
        try:
            if is_to_fail(self.row):
                raise MemoryError("no room")
            return search(self, node)
        except Abandoned:
            if is_to_fail(self.row):
                raise MemoryError("no room") from None
            raise

    return fail


def is_helper() -> bool:
    return "helper" in threading.current_thread().name


def test_an_error_in_a_helper_reaches_whoever_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(16)
    board = random_position(Random(8), 30)
    with monkeypatch.context() as patch:
        patch.setattr(CompiledSearcher, "search", failing_search(lambda _: is_helper()))
        with pytest.raises(MemoryError, match="no room"):
            engine.analyse(board, Limit(depth=12), Options(threads=2)).result(30)
    assert engine.analyse(board, Limit(depth=8), Options(threads=2)).result(30).depth == 8
    engine.close()


def test_an_error_while_a_thread_helps_another_one_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not the other one's wait for it."""
    helping: set[int] = set()
    wait_and_help = Crew._wait_and_help

    def help_others(self: Crew, hand: _Hand, split: _Split) -> None:
        helping.add(threading.get_ident())
        try:
            wait_and_help(self, hand, split)
        finally:
            helping.discard(threading.get_ident())

    monkeypatch.setattr(Crew, "_wait_and_help", help_others)
    monkeypatch.setattr(
        CompiledSearcher, "search", failing_search(lambda _: threading.get_ident() in helping)
    )
    crew = Crew(CompiledSearcher(0), 3)
    errors: list[BaseException] = []

    def ask() -> None:
        rng = Random(12)
        while not errors:
            board = random_position(rng, 30)
            begun(crew, Algorithm.PVS)
            try:
                crew.midgame(board.player, board.opponent, -641, 641, 8, Algorithm.PVS)
            except MemoryError as error:
                errors.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(30)
    assert not asking.is_alive()
    crew.close()


def test_an_error_of_one_search_is_not_told_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it comes when nobody needs what the helper did any more, and the search has a score."""
    rng = Random(13)
    crew = Crew(CompiledSearcher(0), 3)
    failed = 0
    for _ in range(20):
        board = random_position(rng, 30)
        begun(crew, Algorithm.PVS)
        with monkeypatch.context() as patch:
            called_off = failing_search(lambda row: is_helper() and bool(row[Slot.CANCELLED]))
            patch.setattr(CompiledSearcher, "search", called_off)
            try:
                crew.midgame(board.player, board.opponent, -641, 641, 8, Algorithm.PVS)
            except MemoryError:
                failed += 1
        for row in begun(crew, Algorithm.PVS):
            row[Slot.STOP] = 1
        with pytest.raises(Abandoned):
            crew.midgame(board.player, board.opponent, -641, 641, 8, Algorithm.PVS)
    crew.close()
    assert failed > 0


def test_a_crew_is_selective_where_it_is_asked_to_be() -> None:
    crew = Crew(CompiledSearcher(4), 2)
    nodes = {}
    for confidence in (73, FULL_WIDTH):
        begun(crew, Algorithm.PVS)
        board = random_position(Random(31), 20)
        crew.midgame(board.player, board.opponent, -641, 641, 11, Algorithm.PVS, confidence)
        nodes[confidence] = crew.nodes()
    crew.close()
    assert nodes[FULL_WIDTH] > 2 * nodes[73]
