"""Measures how well searches keep time: python -m benchmarks.times [--runs N] [--stops N] [--compiles N]

Prints, for limits of 100, 500 and 2000 ms, the worst and the mean of (time until the search is done) - limit;
the same with another thread that keeps the interpreter busy, as a window does; the time from a stop to the
result, with one thread and with two; the time of a switch; and the time to compile the kernels from an empty
cache, and to load them and the weights in a fresh process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import threading
import time
from random import Random
from typing import Final

from ai import preparation
from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Limit, Options
from ai.telemetry import Slot
from benchmarks import FFO, read_problems
from game.board import Board
from tests.ai.positions import random_position
from tests.ui.command_line import run_python

LIMITS: Final = (0.1, 0.5, 2.0)
# Seconds by which a search may exceed its limit, and that stopping and switching may take.
MAY_EXCEED: Final = 0.020
STOP_MAY_LAST: Final = 0.005
# One stop in a thousand may last longer: the operating system interrupts, too.
STOPS_MAY_EXCEED: Final = 0.001
SWITCH_MAY_LAST: Final = 0.050
# The same for compiling, on two cores, and for loading.
COMPILING_MAY_LAST: Final = 25.0
LOADING_MAY_LAST: Final = 0.8
# Prints the seconds until the search is ready, with its weights.
LOAD: Final = (
    "import time; from ai import preparation\n"
    "began = time.perf_counter(); preparation.wait(); print(time.perf_counter() - began)"
)

# The range of the random moment of a stop, in seconds. By then an endgame search is solving.
MIDGAME_STOPS: Final = (0.001, 0.100)
ENDGAME_STOPS: Final = (0.100, 0.300)
# Problems of the FFO that take far longer to solve.
HARD_ENDGAMES: Final = range(45, 60)


def main() -> int:
    parser = argparse.ArgumentParser(description="measure time limits, stopping and switching")
    parser.add_argument("--runs", type=int, default=20, help="searches per limit (default: %(default)s)")
    parser.add_argument("--stops", type=int, default=1000, help="per threads (default: %(default)s)")
    parser.add_argument("--compiles", type=int, default=3, help="empty caches (default: %(default)s)")
    options = parser.parse_args()
    print(preparation.wait().text)
    engine = Engine()
    reached = [kept(engine, limit, options.runs, busy) for busy in (False, True) for limit in LIMITS]
    reached += [stopping(engine, options.stops, threads) for threads in (1, 2)]
    reached += [switching(engine, 5 * options.runs)]
    engine.close()
    reached += compiling(options.compiles)
    return 0 if all(reached) else 1


def kept(engine: Engine, limit: float, runs: int, busy: bool) -> bool:
    stop = threading.Event()
    other = threading.Thread(target=keep_busy, args=(stop,))
    if busy:
        other.start()
    excesses = []
    for board in middle_games(1, runs):
        began = time.perf_counter()
        analysis = engine.analyse(board, Limit(seconds=limit))
        while not analysis.is_done:
            time.sleep(0.0002)
        excesses.append(time.perf_counter() - began - limit)
    stop.set()
    if busy:
        other.join()
    return report(f"limit {1000 * limit:4.0f} ms{', busy' if busy else '':6}", excesses, MAY_EXCEED)


def middle_games(seed: int, count: int) -> list[Board]:
    """Returns positions with a choice of moves and too many empties to solve, so no search ends early."""
    rng = Random(seed)
    found: list[Board] = []
    while len(found) < count:
        board = random_position(rng, rng.randrange(6, 26))
        if board.legal_moves().bit_count() > 3:
            found.append(board)
    return found


def keep_busy(stop: threading.Event) -> None:
    """Imitates frames: 8 ms of Python work, then 8 ms of sleep."""
    while not stop.is_set():
        until = time.perf_counter() + 0.008
        while time.perf_counter() < until:
            sum(range(100))
        time.sleep(0.008)


def stopping(engine: Engine, stops: int, threads: int) -> bool:
    """Measures the time from a stop at a random moment to the result; half of the searches are endgames."""
    rng = Random(2)
    problems = read_problems(FFO)
    kinds = (
        (middle_games(2, 200), MIDGAME_STOPS, Limit()),
        ([problems[number].board for number in HARD_ENDGAMES], ENDGAME_STOPS, Limit(solve=True)),
    )
    seconds: list[float] = []
    while len(seconds) < stops:
        boards, moments, limit = kinds[len(seconds) % 2]
        engine.clear_and_allocate()  # otherwise endgames end before their stop after some hundred searches
        analysis = engine.analyse(rng.choice(boards), limit, Options(threads=threads))
        time.sleep(rng.uniform(*moments))
        if analysis.is_done:  # a middle game with hardly a choice of moves
            continue
        began = time.perf_counter()
        analysis.stop()
        analysis.result()
        seconds.append(time.perf_counter() - began)
    name = f"stop, {threads} thread{'s' if threads > 1 else ''}"
    return report(name, seconds, STOP_MAY_LAST, int(STOPS_MAY_EXCEED * stops))


def switching(engine: Engine, runs: int) -> bool:
    """Measures the time from a switch until the search visits nodes with the other algorithm."""
    seconds = []
    for board in middle_games(3, runs):
        analysis = engine.analyse(board, Limit(), Options(Algorithm.PVS))
        time.sleep(0.02)
        began = time.perf_counter()
        analysis.switch(Algorithm.ALPHABETA)
        wait_for_new_nodes(analysis)
        seconds.append(time.perf_counter() - began)
        analysis.stop()
    return report("switch", seconds, SWITCH_MAY_LAST)


def wait_for_new_nodes(analysis: Analysis) -> None:
    """Waits until the old iteration is abandoned (it counts no more nodes) and the new one counts nodes."""
    row = analysis.rows[0]
    while analysis.progress.iterations[-1].algorithm is not Algorithm.ALPHABETA:
        nodes = row[Slot.NODES]
        time.sleep(0.0002)
        if row[Slot.ABANDONED] == 0 and row[Slot.NODES] > nodes:
            return


def compiling(runs: int) -> list[bool]:
    compiled, loaded = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home:
            began = time.perf_counter()
            output(home, "main.py", "compile")
            compiled.append(time.perf_counter() - began)
            loaded.append(float(output(home, "-c", LOAD)))
    if not runs:
        return []
    return [
        report("compile all kernels", compiled, COMPILING_MAY_LAST),
        report("load kernels and weights", loaded, LOADING_MAY_LAST),
    ]


def output(home: str, *arguments: str) -> str:
    """Returns the output of a Python process with `home` as its home, its compile cache included."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE"), home)
    return run_python(*arguments, env=os.environ | places, check=True).stdout


def report(name: str, seconds: list[float], most: float, may_exceed: int = 0) -> bool:
    """Prints the times; returns whether at most `may_exceed` of them are longer than `most`."""
    longer = sum(each > most for each in seconds)
    is_reached = longer <= may_exceed
    print(
        f"{name:24} {len(seconds):4} runs: worst {1000 * max(seconds):+8.2f} ms, "
        f"mean {1000 * statistics.mean(seconds):+8.2f} ms, least {1000 * min(seconds):+8.2f} ms; "
        f"{longer} over {1000 * most:.0f} ms: {'reached' if is_reached else 'MISSED'}",
        flush=True,
    )
    return is_reached


if __name__ == "__main__":
    raise SystemExit(main())
