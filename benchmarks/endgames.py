"""What a second thread is worth in endgames of our own: python -m benchmarks.endgames [--games N]

The time in which one thread solves a position of 24 empties, in parts of that of two: of one position of each
game of benchmarks/evaluation.py, which nothing was tuned on. Beside it the nodes, which do not depend on what
else the machine does: those of one thread are the same each time.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Final

from ai import preparation
from ai.bench.runs import new_engine, search, total
from ai.limits import Limit, Options
from benchmarks.evaluation import solve

EMPTIES: Final = 24
# What the second thread is meant to be worth.
LEAST_SPEEDUP: Final = 1.75


def main() -> int:
    parser = argparse.ArgumentParser(description="measure what a second thread is worth in endgames")
    parser.add_argument("--games", type=int, default=60, help="one position of each (default: %(default)s)")
    games = parser.parse_args().games
    problems = [problem for problem in solve(games) if problem.board.empties == EMPTIES]
    print(preparation.wait().text)
    print("position   score   1 thread, s  2 threads, s  speed-up    1 thread, nodes     nodes")
    costs = []
    with new_engine() as engine:
        for number, problem in enumerate(problems):
            board = problem.board
            one, two = (search(engine, board, Limit(solve=True), Options(threads=n)) for n in (1, 2))
            assert one.score == two.score == problem.best, board.text()
            costs.append((one, two))
            print(
                f"{number:8}  {one.score:+6.0f}  {one.seconds:12.2f}  {two.seconds:12.2f}"
                f"{one.seconds / two.seconds:10.2f}  {one.nodes:17,}{two.nodes / one.nodes:10.2f}",
                flush=True,
            )
    alone, together = map(total, zip(*costs, strict=True))
    speedup = alone.seconds / together.seconds
    speedups = sorted(one.seconds / two.seconds for one, two in costs)
    print(
        f"all {len(costs)}: {speedup:.2f}; the median {statistics.median(speedups):.2f}, "
        f"{speedups[0]:.2f} to {speedups[-1]:.2f}; at least {LEAST_SPEEDUP}; "
        f"one thread {alone.seconds:.2f} s, {alone.nodes:,} nodes, "
        f"two {together.nodes / alone.nodes:.2f} of these"
    )
    return 0 if speedup >= LEAST_SPEEDUP else 1


if __name__ == "__main__":
    raise SystemExit(main())
