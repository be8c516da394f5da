"""What a table of the move before is worth: python -m benchmarks.warm [--depth PLIES]

Each middle game of assets/positions/middlegames.obf is searched; then the position after the two moves that
were expected, as deep, on that table and on an empty one.
"""

from __future__ import annotations

import argparse
from contextlib import closing

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit
from benchmarks.positions import MIDDLEGAMES, read_problems
from game.board import Board


def main() -> int:
    parser = argparse.ArgumentParser(description="measure what a table of the move before is worth")
    parser.add_argument("--depth", type=int, default=20, help="of all searches (default: %(default)s)")
    limit = Limit(depth=parser.parse_args().depth)
    print(preparation.wait().text)
    with closing(Engine()) as engine:

        def nodes(board: Board) -> int:
            analysis = engine.analyse(board, limit)
            analysis.result()
            return analysis.counters().nodes

        warm = cold = 0
        for problem in read_problems(MIDDLEGAMES).values():
            engine.start_anew()
            expected = engine.analyse(problem.board, limit).result().pv[:2]
            board = problem.board
            for move in expected:
                board = board.play(move)
            warm += nodes(board)
            engine.start_anew()
            cold += nodes(board)
    print(f"depth {limit.depth}: {warm:,} nodes instead of {cold:,}, {warm / cold:.2f} of them")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
