"""The depth reached in a second on one core: python -m benchmarks.depths [--time SECONDS]

On the 20 middle games of assets/positions/middlegames.obf, each with an empty table. The depth that counts is
that of the last finished iteration, beside it stands with how much confidence it holds.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import closing
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Options
from benchmarks.positions import MIDDLEGAMES, read_problems

# What the engine is meant to reach, selectively.
MUST_REACH: Final = 16.0


def main() -> int:
    parser = argparse.ArgumentParser(description="measure the depth reached in a second")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per position (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="of the search (default: %(default)s)")
    parser.add_argument("--full-width", action="store_true", help="without the selective search")
    options = parser.parse_args()
    print(preparation.wait().text)
    how = Options(threads=options.threads, selective=not options.full_width)
    depths = []
    with closing(Engine()) as engine:
        for number, problem in read_problems(MIDDLEGAMES).items():
            engine.start_anew()
            analysis = engine.analyse(problem.board, Limit(seconds=options.time), how)
            last = analysis.result().iterations[-1]
            depths.append(last.depth)
            nodes = analysis.counters().nodes_per_second
            print(
                f"{number:3}  depth {last.depth} at {last.confidence} %, {nodes / 1e6:.1f} M nodes/s",
                flush=True,
            )
    mean = statistics.mean(depths)
    print(
        f"mean depth {mean:.2f} in {options.time:g} s, from {min(depths)} to {max(depths)} "
        f"(at least {MUST_REACH:g})"
    )
    return 0 if mean >= MUST_REACH else 1


if __name__ == "__main__":
    raise SystemExit(main())
