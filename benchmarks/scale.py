"""How true scores are in even and uneven positions: python -m benchmarks.scale [--weights FILE] [--count N]

With 20 and 25 empties, solved, and with 30, searched by 28 plies: positions of play in which some moves are
random, up to 40 discs ahead (ai/training/weights/observations.py). Told are the slope of the truth on the
score of the evaluation alone and of 8 plies, 1.0 where scores are true, and the mean errors of it, of one ply
and of 8. The positions are reached with the program's own weights, whatever weights are measured, and kept in
build/scale.jsonl, each as soon as its truth is known, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from ai import preparation, reference
from ai.engine import Engine
from ai.files import add_line
from ai.limits import Limit
from ai.training.weights.labels import WeightsFile
from ai.training.weights.observations import Observation, line_of, observe, read
from ai.weights import ONE_DISC, Weights, load
from benchmarks import ROOT
from game.board import Board

WEIGHTS: Final = ROOT / "assets" / "weights.bin"
KEPT: Final = ROOT / "build" / "scale.jsonl"
EMPTIES: Final = (20, 25, 30)
# Seeds of each number of empties follow from here, times that number.
FIRST_SEED: Final = 10**7
DEPTHS: Final = (1, 8)
TABLE_MEGABYTES: Final = 64


def main() -> int:
    parser = argparse.ArgumentParser(description="measure how true scores are")
    parser.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        default=WEIGHTS,
        help="to be measured (default: the program's)",
    )
    parser.add_argument("--count", type=int, default=400, help="of each kind (default: %(default)s)")
    options = parser.parse_args()
    weights = load(options.weights)
    preparation.wait()
    print(" empties  positions  slope  8 plies  error  1 ply  8 plies")
    for empties in EMPTIES:
        print(table_row(empties, observed(empties, options.count), weights), flush=True)
    return 0


def observed(empties: int, count: int) -> list[Observation]:
    """Those that are kept, and those that are missing."""
    known = {each.seed: each for each in read(KEPT)}
    seeds = range(FIRST_SEED * empties, FIRST_SEED * empties + count)
    for seed in seeds:
        if seed not in known:
            [known[seed]] = observe([seed], empties, empties, WeightsFile.of(WEIGHTS))
            add_line(KEPT, line_of(known[seed]))
    return [known[seed] for seed in seeds]


def table_row(empties: int, positions: list[Observation], weights: Weights) -> str:
    engine = Engine(TABLE_MEGABYTES, weights=weights)
    truth = np.array([each.truth for each in positions])
    static, by_depth = list[float](), {depth: list[float]() for depth in DEPTHS}
    for each in positions:
        board = Board.from_text(each.position)
        static.append(reference.evaluate(board.player, board.opponent, weights) / ONE_DISC)
        for depth, scores in by_depth.items():
            engine.new_game()
            score = engine.analyse(board, Limit(depth=depth)).result().score
            assert score is not None
            scores.append(score)
    alone, one_ply, deep = map(np.array, (static, *by_depth.values()))
    slopes = [float(scores @ truth / (scores @ scores)) for scores in (alone, deep)]
    errors = [float(np.mean(np.abs(scores - truth))) for scores in (alone, one_ply, deep)]
    return (
        f"{empties:8}{len(positions):11,}{slopes[0]:7.3f}{slopes[1]:9.3f}"
        f"{errors[0]:7.2f}{errors[1]:7.2f}{errors[2]:9.2f}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
