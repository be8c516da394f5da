"""The step `export`: what `fit` found becomes the file of weights that players install; `calibrate` adds the
error model to it.
"""

from __future__ import annotations

import argparse
from array import array
from pathlib import Path
from typing import Final

import numpy as np

from ai.patterns import STAGE_SIZE, STAGES
from ai.training.arguments import DONE, PROGRAM, Commands, StepError, add_work, file_errors
from ai.training.weights.regression import FOLDED, Reals
from ai.training.weights.stages import FIRST_STAGE, FOLDER, LAST_STAGE, load_all
from ai.weights import ONE_DISC, WEIGHT_SCALE, Weights, from_values

TARGET: Final = Path("assets/weights.bin")
_MOST: Final = 32767


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "export",
        description="Write what the step fit has found as the file of weights that the program loads. The\n"
        "error model of the selective search is not in it: the step calibrate adds it.",
        epilog=f"example:\n  {PROGRAM} export --to /tmp/other.bin",
    )
    parser.add_path("--to", "the file to write (default: %(default)s)", TARGET)
    parser.add_argument(
        "--command",
        default=f"{PROGRAM} all DIR",
        metavar="TEXT",
        help="what the file says it was made with (default: %(default)s)",
    )
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        stages = load_all(options.work / FOLDER)
    except (OSError, ValueError, KeyError) as error:
        problem = f"{options.work / FOLDER}: not all stages are there: {error}; the step fit makes them"
        raise StepError(problem) from error
    weights = packed(stages, options.command)
    with file_errors("cannot be written", options.to):
        weights.save(options.to)
    size = options.to.stat().st_size
    print(f"{options.to}: {size:,} bytes, fingerprint {weights.fingerprint}")
    return DONE


def packed(stages: dict[int, Reals], command: str) -> Weights:
    """Weights as the kernels want them, in whole parts of a disc, from unknowns in discs."""
    unfolded = [
        stages[min(max(stage, FIRST_STAGE), LAST_STAGE)][FOLDED] * (ONE_DISC * WEIGHT_SCALE)
        for stage in range(STAGES)
    ]
    values = np.clip(np.rint(np.concatenate(unfolded)), -_MOST, _MOST).astype(np.int16)
    assert values.size == STAGES * STAGE_SIZE
    return from_values(array("h", values.tobytes()), command, ())
