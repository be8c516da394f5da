"""The engine: its handle, its threads, its limits. Times are measured by benchmarks/times.py."""

import inspect
import sys
import threading
import time
from contextlib import closing
from itertools import count
from random import Random
from types import FrameType

import pytest

from ai.engine import Analysis, Engine
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Options
from game.board import Board
from game.evaluation import Kind
from tests.ai.positions import positions
from tests.samples import ENDGAME, OVER
from tests.ui.command_line import run_python
from tests.waiting import comes_true

# Far longer than anything here takes: a test that waits so long has failed.
PATIENCE = 30.0


def wait_for_depth(analysis: Analysis, depth: int) -> None:
    assert comes_true(lambda: analysis.progress.depth >= depth, PATIENCE)


def test_an_analysis_with_a_time_limit_ends_with_a_move(engine: Engine) -> None:
    analysis = engine.analyse(Board.initial(), Limit(seconds=0.1))
    assert not analysis.is_done
    assert analysis.board.is_legal(analysis.progress.move), "a move is there before the first depth"
    result = analysis.result(PATIENCE)
    assert analysis.is_done
    assert result.depth >= 1
    solved = engine.analyse(ENDGAME, Limit(seconds=PATIENCE)).result(PATIENCE)
    assert (solved.kind, solved.score) == (Kind.EXACT, 18), "long before the time is up"
    counters = analysis.counters()
    assert counters.nodes > 10
    assert counters == analysis.counters(), "the seconds stop with the search"
    assert sum(row.nodes for row in result.iterations) <= counters.nodes


@pytest.mark.parametrize("seconds", [1e10, 1e300, float("inf")])
def test_a_huge_limit_does_not_affect_later_limits(seconds: float) -> None:
    with closing(Engine(1)) as engine:
        analysis = engine.analyse(Board.initial(), Limit(seconds))
        wait_for_depth(analysis, 1)
        assert engine.analyse(Board.initial(), Limit(seconds=0.1)).result(PATIENCE).depth >= 1


def test_stop_keeps_finished_depths(engine: Engine) -> None:
    analysis = engine.analyse(Board.initial(), Limit())
    with pytest.raises(TimeoutError, match="not done"):
        analysis.result(0.001)
    wait_for_depth(analysis, 6)
    assert not analysis.is_done
    analysis.stop()
    result = analysis.result(PATIENCE)
    assert result.depth >= 6
    assert result.score is not None
    with pytest.raises(ValueError, match="the game is over"):
        engine.analyse(OVER, Limit(depth=1))


def test_only_displaced_searches_count_as_dropped(engine: Engine) -> None:
    done = engine.analyse(Board.initial(), Limit(depth=3))
    done.result(PATIENCE)
    dropped = [engine.analyse(Board.initial(), Limit()) for _ in range(3)]
    engine.new_game()
    stopped = engine.analyse(Board.initial(), Limit())
    stopped.stop()
    stopped.result(PATIENCE)
    timed = engine.analyse(Board.initial(), Limit(seconds=0.05))
    timed.result(PATIENCE)
    for analysis in dropped:
        assert analysis.was_dropped
        assert analysis.result(PATIENCE).depth < 60
    assert not any(analysis.was_dropped for analysis in (done, stopped, timed))


def test_an_error_in_the_worker_reaches_the_caller(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("ai.engine.RootSearch.run", broken)
    analysis = engine.analyse(Board.initial(), Limit(depth=1))
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        analysis.result(PATIENCE)
    assert isinstance(analysis.error, ZeroDivisionError)
    monkeypatch.undo()
    assert engine.analyse(Board.initial(), Limit(depth=2)).result(PATIENCE).depth == 2


def test_frequent_switching_loses_no_depth(engine: Engine) -> None:
    analysis = engine.analyse(Board.initial(), Limit(), Options(Algorithm.PVS))
    wait_for_depth(analysis, 6)
    depths = [analysis.progress.depth]
    for turn in range(20):
        analysis.switch((Algorithm.PVS, Algorithm.ALPHABETA)[turn % 2])
        depths.append(analysis.progress.depth)
        time.sleep(0.005)
    assert analysis.options.algorithm is Algorithm.ALPHABETA
    wait_for_depth(analysis, analysis.progress.depth + 2)
    analysis.stop()
    result = analysis.result(PATIENCE)
    assert depths == sorted(depths)
    assert [row.depth for row in result.iterations] == list(range(1, result.depth + 1))
    searches = [row.algorithm for row in result.iterations]
    assert (searches[0], searches[-1]) == (Algorithm.PVS, Algorithm.ALPHABETA)
    assert result.board.is_legal(result.move)


def test_random_use_ends_every_search(engine: Engine) -> None:
    rng = Random(4)
    handles = []
    for board in positions(rng, 30):
        options = Options(rng.choice(ENGINE_ALGORITHMS), rng.randint(1, 10), rng.random() < 0.3, 1)
        handles.append(engine.analyse(board, Limit(seconds=0.02), options))
        if rng.random() < 0.3:
            engine.new_game()
        if rng.random() < 0.5:
            handles[-1].result(PATIENCE)
    for handle in handles:
        assert handle.board.is_legal(handle.result(PATIENCE).move)


def test_a_closed_engine_has_no_threads_and_raises() -> None:
    before = threading.active_count()
    engine = Engine(1)
    analysis = engine.analyse(Board.initial(), Limit())
    engine.close()
    engine.close()
    assert analysis.is_done
    assert threading.active_count() == before
    with pytest.raises(RuntimeError, match="closed"):
        engine.analyse(Board.initial(), Limit())


def test_ctrl_c_at_any_call_lets_the_engine_close() -> None:
    """Python raises it where a call begins or has returned, even in the Python code of a lock."""
    for call in count():
        engine = Engine(1)
        engine.clear_and_allocate()
        was_interrupted = _ask_and_interrupt(engine, call)
        closer = threading.Thread(target=engine.close, daemon=True)
        closer.start()
        closer.join(PATIENCE)
        assert not closer.is_alive(), f"interrupted at call {call}"
        if not was_interrupted:
            break
    assert call > 40


def _ask_and_interrupt(engine: Engine, call: int) -> bool:
    """Searches, with Ctrl-C at a call or return, counted from 0; returns whether it came to that."""
    passed = count()

    def interrupt(frame: FrameType, event: str, _argument: object) -> None:
        is_generator = frame.f_code.co_flags & inspect.CO_GENERATOR  # errors in a discarded one are lost
        if event in ("call", "c_return") and not is_generator and next(passed) == call:
            raise KeyboardInterrupt

    before = sys.getprofile()
    sys.setprofile(interrupt)
    try:
        engine.clear_and_allocate()
        engine.analyse(Board.initial(), Limit(depth=2)).result()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(before)
    return False


def test_the_engine_imports_no_numpy_and_may_exit_during_a_search() -> None:
    code = (
        "import sys, time, ai.engine, ai.limits, game.board\n"
        "print([name for name in ('numpy', 'numba') if name in sys.modules])\n"
        "ai.engine.Engine(1).analyse(game.board.Board.initial(), ai.limits.Limit()); time.sleep(0.5)"
    )
    done = run_python("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
