"""Searches or threads beside each other: python -m benchmarks.compare algorithms | threads

The compiled searches against each other on twenty middle games; what threads are worth, in endgames of the
FFO and in middle games: one, two, four and so on, as many as there are processors. Every search begins on an
empty table.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ai import preparation
from ai.bench.runs import TABLE_MEGABYTES, Cost, new_engine, search, total
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from benchmarks.positions import FFO, MIDDLEGAMES, read_problems
from game.records.obf import Problem

ALGORITHMS: Final = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS)
DEPTH: Final = 12
ENDGAMES: Final = range(40, 50)
THREADED: Final = (1, 5, 9, 13, 17)
THREADED_DEPTH: Final = 26
THREADS: Final = tuple(takewhile(lambda count: count <= (os.cpu_count() or 1), (1, 2, 4, 8, 16, 32, 64)))
THREADED_MEGABYTES: Final = 256


def algorithms(engine: Engine) -> None:
    """At full width all come to the same score, but for deeper entries that the table lends."""
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
    """Nodes and seconds of the first two, and all but the first in parts of it."""
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
    """Selectively."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description="compare searches, or threads")
    parser.add_argument("what", choices=("algorithms", "threads"))
    measure, megabytes = {
        "algorithms": (algorithms, TABLE_MEGABYTES),
        "threads": (threads, THREADED_MEGABYTES),
    }[parser.parse_args().what]
    print(preparation.wait().text)
    with new_engine(megabytes) as engine:
        measure(engine)


if __name__ == "__main__":
    main()
