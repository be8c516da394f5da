"""What recording the tree costs: python -m benchmarks.recording [--rounds N] [--plies N]

Searches are run in pairs, with and without, each first every other time; printed is the median of the ratios
of their processor times, which minds other programs less than the time of the clock.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Final

from ai import preparation
from ai.bench.runs import new_engine
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from benchmarks import ROOT
from game.board import Board
from game.records.obf import parse_obf

# More may not be lost by recording, as a share of the time.
MAY_COST: Final = 0.03

SEARCHES: Final = (
    *(("ffo", number, Limit(solve=True), Options()) for number in (40, 41, 42)),
    *(("middlegames", number, Limit(depth=12), Options(selective=False)) for number in (2, 9)),
    ("middlegames", 4, Limit(depth=12), Options(Algorithm.ALPHABETA, selective=False)),
    *(("middlegames", number, Limit(depth=18), Options()) for number in (1, 9)),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="measure what recording the tree costs")
    parser.add_argument("--rounds", type=int, default=14, help="pairs of each search (default: %(default)s)")
    parser.add_argument("--plies", type=int, default=7, help="below the root (default: %(default)s)")
    options = parser.parse_args()
    assert preparation.wait().is_ready
    ratios = []
    with new_engine() as engine:
        for file, number, limit, how in SEARCHES:
            board = read(file)[number - 1]
            pairs = [
                pair(engine, board, limit, how, options.plies, n % 2 == 1) for n in range(options.rounds)
            ]
            ratios += [recorded / plain for plain, recorded in pairs]
            own = statistics.median(ratios[-len(pairs) :])
            print(
                f"{file} {number:2}: {statistics.median(plain for plain, _ in pairs):.3f} s, {own:.4f}",
                flush=True,
            )
    median = statistics.median(ratios)
    print(f"{len(ratios)} pairs, {options.plies} plies: {median:.4f} times the time without")
    return 0 if median <= 1 + MAY_COST else 1


def pair(
    engine: Engine, board: Board, limit: Limit, how: Options, plies: int, is_recorded_first: bool
) -> tuple[float, float]:
    """Processor seconds (without recording, with it)."""
    seconds = {}
    for record in (plies, 0) if is_recorded_first else (0, plies):
        engine.start_anew()
        began = time.process_time()
        engine.analyse(board, limit, Options(how.algorithm, selective=how.selective, record=record)).result()
        seconds[record] = time.process_time() - began
    return seconds[0], seconds[plies]


def read(name: str) -> list[Board]:
    text = (ROOT / "assets" / "positions" / f"{name}.obf").read_text("utf-8")
    return [problem.board for problem in parse_obf(text)[0]]


if __name__ == "__main__":
    raise SystemExit(main())
