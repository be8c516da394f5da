"""What the move of a stopped depth is worth: python -m benchmarks.stopped [--positions N] [--time SECONDS]

Middle games and endgames of play in which some moves are random (ai/training/weights/observations.py), 20 to
44 empties, each searched for a short time with an empty table. Where the answer is not the move of the last
finished depth, both are searched for thirty times as long, on one table: told is by how much the answer is
better.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import closing
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Progress
from ai.training.weights.labels import WeightsFile
from ai.training.weights.observations import position
from benchmarks.scale import WEIGHTS
from game.board import Board, Move, final_score
from game.evaluation import Kind

FIRST_SEED: Final = 4 * 10**8
EMPTIES: Final = (20, 44)
TIMES_AS_LONG: Final = 30
TABLE_MEGABYTES: Final = 64


def main() -> int:
    parser = argparse.ArgumentParser(description="compare moves of stopped depths with those before them")
    parser.add_argument("--positions", type=int, default=400, help="(default: %(default)s)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a search (default: %(default)s)")
    options = parser.parse_args()
    preparation.wait()
    weights = WeightsFile.of(WEIGHTS)
    empties = range(EMPTIES[0], EMPTIES[1] + 1)
    gains: list[float] = []
    with closing(Engine(TABLE_MEGABYTES)) as engine:
        for seed in range(FIRST_SEED, FIRST_SEED + options.positions):
            board = position(seed, empties, weights)
            found = answer(engine, board, options.time)
            if found.kind is Kind.EXACT or not found.iterations or found.move == found.iterations[-1].move:
                continue
            engine.new_game()
            of_answer, of_depth = (
                worth(engine, board, move, TIMES_AS_LONG * options.time)
                for move in (found.move, found.iterations[-1].move)
            )
            gains.append(of_answer - of_depth)
    print(f"{len(gains)} of {options.positions} answers are of a depth that was stopped")
    if gains:
        error = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else float("nan")
        print(f"they are worth {statistics.mean(gains):+.2f} ± {error:.2f} discs more than the moves before")
    return 0


def answer(engine: Engine, board: Board, seconds: float) -> Progress:
    engine.start_anew()
    return engine.analyse(board, Limit(seconds=seconds)).result()


def worth(engine: Engine, board: Board, move: Move, seconds: float) -> float:
    """In discs for the side that makes the move."""
    after = board.play(move)
    if after.is_over():
        return -float(final_score(after.player, after.opponent))
    score = engine.analyse(after, Limit(seconds=seconds)).result().score
    assert score is not None
    return -score


if __name__ == "__main__":
    raise SystemExit(main())
