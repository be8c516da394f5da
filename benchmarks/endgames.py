"""What a second thread is worth in endgames of our own: python -m benchmarks.endgames [--games N]

The time in which one thread solves a position of 24 empties, in parts of that of two: of one position of each
game of benchmarks/evaluation.py, which nothing was tuned on. FFO #40-#44, which benchmarks.compare
solves, are five positions, and one of them is a matter of luck (docs/performance.md).
"""

from __future__ import annotations

import argparse
import statistics
from typing import Final

from ai import preparation
from ai.bench.runs import new_engine, search
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
    print("position   score   1 thread, s  2 threads, s  speed-up")
    costs = []
    with new_engine() as engine:
        for number, problem in enumerate(problems):
            board = problem.board
            one, two = (search(engine, board, Limit(solve=True), Options(threads=n)) for n in (1, 2))
            assert one.score == two.score == problem.best, board.text()
            costs.append((one.seconds, two.seconds))
            print(
                f"{number:8}  {one.score:+6.0f}  {one.seconds:12.2f}  {two.seconds:12.2f}"
                f"{one.seconds / two.seconds:10.2f}",
                flush=True,
            )
    alone, together = map(sum, zip(*costs, strict=True))
    speedups = sorted(one / two for one, two in costs)
    print(
        f"all {len(costs)}: {alone / together:.2f}; the median {statistics.median(speedups):.2f}, "
        f"{speedups[0]:.2f} to {speedups[-1]:.2f}; at least {LEAST_SPEEDUP}"
    )
    return 0 if alone / together >= LEAST_SPEEDUP else 1


if __name__ == "__main__":
    raise SystemExit(main())
