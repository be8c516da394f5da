"""Compares searches: python -m benchmarks.compare WHAT

`algorithms` compares the compiled searches on twenty middle games; `threads` measures the speed-up of one,
two, four and more threads in endgames of the FFO and in middle games; `depths` shows how deep a second
reaches in middle games, and with what confidence; `recording` measures the cost of recording the tree: the
median ratio of processor times of pairs of searches, with and without. Every search begins on empty tables.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ai import preparation
from ai.bench.runs import TABLE_MEGABYTES, Cost, new_engine, search, total
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from benchmarks import FFO, MIDDLEGAMES, read_problems
from game.board import Board
from game.records.obf import Problem

ALGORITHMS: Final = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS)
DEPTH: Final = 12
ENDGAMES: Final = range(40, 50)
THREADED: Final = (1, 5, 9, 13, 17)
THREADED_DEPTH: Final = 26
THREADS: Final = tuple(takewhile(lambda count: count <= (os.cpu_count() or 1), (1, 2, 4, 8, 16, 32, 64)))
THREADED_MEGABYTES: Final = 256
# Searches to record to PLIES plies, each in PAIRS pairs: a file, a number in it, limit and options.
RECORDED: Final = (
    *((FFO, number, Limit(solve=True), Options()) for number in (40, 41, 42)),
    *((MIDDLEGAMES, number, Limit(depth=12), Options(selective=False)) for number in (2, 9)),
    (MIDDLEGAMES, 4, Limit(depth=12), Options(Algorithm.ALPHABETA, selective=False)),
    *((MIDDLEGAMES, number, Limit(depth=18), Options()) for number in (1, 9)),
)
PLIES: Final = 7
PAIRS: Final = 14


def algorithms(engine: Engine) -> None:
    """Prints the costs at full width, where only deeper entries in the table make scores differ."""
    print(f"{'':19}" + "".join(f"{each.term:>{21 if n < 2 else 12}}" for n, each in enumerate(ALGORITHMS)))
    rows = []
    for number, problem in read_problems(MIDDLEGAMES).items():
        runs = [
            search(engine, problem.board, Limit(depth=DEPTH), Options(each, selective=False))
            for each in ALGORITHMS
        ]
        rows.append(runs)
        compare(f"{number:3}{64 - problem.board.empties:6}{runs[0].score:+7.1f}", runs)
        for each, run in zip(ALGORITHMS, runs, strict=True):
            if run.score != runs[0].score:
                print(f"    {each.term} says {run.score:+.1f}")
    compare("sum", [total(costs) for costs in zip(*rows, strict=True)])


def compare(name: str, costs: Sequence[Cost]) -> None:
    """Prints nodes and seconds of the first two, and the ratios of all but the first to the first."""
    first = costs[0]
    print(
        f"{name:16}"
        + "".join(f"{cost.nodes:13,}{cost.seconds:8.3f}" for cost in costs[:2])
        + "".join(
            f"{cost.nodes / first.nodes:6.2f}{cost.seconds / first.seconds:6.2f}" for cost in costs[1:]
        ),
        flush=True,
    )


def threads(engine: Engine) -> None:
    """Prints the speed-up by threads, for selective searches."""
    print(f"{'position':20}{'threads':>8}{'nodes':>18}{'s':>10}{'speed-up':>10}{'nodes':>9}")
    endgames, middlegames = read_problems(FFO), read_problems(MIDDLEGAMES)
    share(engine, {f"FFO {n}": endgames[n] for n in ENDGAMES}, Limit(solve=True))
    share(engine, {f"middle game {n}": middlegames[n] for n in THREADED}, Limit(depth=THREADED_DEPTH))


def share(engine: Engine, problems: dict[str, Problem], limit: Limit) -> None:
    rows: dict[str, list[Cost]] = {}
    for name, problem in problems.items():
        runs = [search(engine, problem.board, limit, Options(threads=count)) for count in THREADS]
        assert all(problem.best in (None, run.score) for run in runs), f"{name} is wrong"
        rows[name] = [*runs]
    rows["sum"] = [total(costs) for costs in zip(*rows.values(), strict=True)]
    for name, costs in rows.items():
        for count, cost in zip(THREADS, costs, strict=True):
            ratios = f"{costs[0].seconds / cost.seconds:10.2f}{cost.nodes / costs[0].nodes:9.2f}"
            print(f"{name:20}{count:8}{cost.nodes:18,}{cost.seconds:10.3f}{ratios}", flush=True)


def depths(engine: Engine) -> None:
    """Prints the depths of the last finished iterations."""
    reached = []
    for number, problem in read_problems(MIDDLEGAMES).items():
        engine.clear_and_allocate()
        analysis = engine.analyse(problem.board, Limit(seconds=1.0))
        last = analysis.result().iterations[-1]
        reached.append(last.depth)
        nodes = analysis.counters().nodes_per_second
        print(
            f"{number:3}  depth {last.depth} at {last.confidence} %, {nodes / 1e6:.1f} M nodes/s", flush=True
        )
    print(f"mean depth {statistics.mean(reached):.2f} in 1 s, from {min(reached)} to {max(reached)}")


def recording(engine: Engine) -> None:
    ratios: list[float] = []
    for file, number, limit, options in RECORDED:
        board = read_problems(file)[number].board
        for pair in range(PAIRS):
            seconds = {}
            for plies in (0, PLIES) if pair % 2 else (PLIES, 0):
                seconds[plies] = processor_seconds(engine, board, limit, replace(options, record=plies))
            ratios.append(seconds[PLIES] / seconds[0])
        print(f"{file} {number:2}: {statistics.median(ratios[-PAIRS:]):.4f}", flush=True)
    print(f"{len(ratios)} pairs, {PLIES} plies: {statistics.median(ratios):.4f} times the time without")


def processor_seconds(engine: Engine, board: Board, limit: Limit, options: Options) -> float:
    engine.clear_and_allocate()
    began = time.process_time()
    engine.analyse(board, limit, options).result()
    return time.process_time() - began


def main() -> None:
    measures = {each.__name__: each for each in (algorithms, threads, depths, recording)}
    parser = argparse.ArgumentParser(description="compare searches, threads, depths, or recording and not")
    parser.add_argument("what", choices=measures)
    measure = measures[parser.parse_args().what]
    print(preparation.wait().text)
    with new_engine(THREADED_MEGABYTES if measure is threads else TABLE_MEGABYTES) as engine:
        measure(engine)


if __name__ == "__main__":
    main()
