"""What the step `fit` finds for every stage of the game, its files, and the step `export`, which
makes the file of weights that players install.
"""

import argparse
import zipfile
from array import array
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np

from ai.patterns import STAGE_SIZE, STAGES
from ai.training.arguments import DONE, PROGRAM, Commands, StepError, add_work, file_errors
from ai.training.weights.regression import FOLDED, UNKNOWNS, Reals
from ai.weights import ONE_DISC, WEIGHT_SCALE, Weights, from_values

FOLDER: Final = "fit"

# Below this stage no position is labelled, for the solver asks for no evaluation there; the first weights are
# those of the last stage that was learned. The start position alone is no stage either.
FIRST_STAGE: Final = 2
LAST_STAGE: Final = STAGES - 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A stage that is learned.

    `validation` and `test_exact` are means of the absolute error in discs, nan where there is none; the
    second is of exact scores of games that were not learned from.
    """

    stage: int
    unknowns: Reals
    ridge: float
    positions: int
    validation: float
    test_exact: float


def path_of(folder: Path, stage: int) -> Path:
    return folder / f"stage-{stage:02}.npz"


def save(path: Path, key: int, fitted: Fitted) -> None:
    """Under its name the file is there as a whole or not at all. Raises OSError."""
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, key=key, **asdict(fitted))
    unfinished.replace(path)


def load(path: Path, key: int) -> Fitted | None:
    """What was learned from the same positions in the same way before, as the `key` says; None if nothing."""
    if not path.exists():
        return None
    try:
        with path.open("rb") as data, np.load(data) as file:
            if int(file["key"]) != key:
                return None
            found = {field.name: file[field.name] for field in fields(Fitted)}
            return Fitted(**{name: each if each.ndim else each.item() for name, each in found.items()})
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None  # cut off, or of an older version: learned again


def load_all(folder: Path) -> dict[int, Reals]:
    """The unknowns of all stages that were learned. Raises FileNotFoundError for one that is missing."""
    return {
        stage: np.load(path_of(folder, stage))["unknowns"] for stage in range(FIRST_STAGE, LAST_STAGE + 1)
    }


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
    zeros = "write weights of 0, with which the first games are made"
    parser.add_argument("--zeros", action="store_true", help=zeros)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        stages = (
            dict.fromkeys(range(FIRST_STAGE, LAST_STAGE + 1), np.zeros(UNKNOWNS, np.float32))
            if options.zeros
            else load_all(options.work / FOLDER)
        )
    except (OSError, ValueError, KeyError) as error:
        problem = f"{options.work / FOLDER}: not all stages are there: {error}; the step fit makes them"
        raise StepError(problem) from error
    weights = packed(stages)
    with file_errors("cannot be written", options.to):
        weights.save(options.to)
    size = options.to.stat().st_size
    print(f"{options.to}: {size:,} bytes, fingerprint {weights.fingerprint}")
    return DONE


def packed(stages: dict[int, Reals]) -> Weights:
    """Weights as the kernels want them, in whole parts of a disc, from unknowns in discs."""
    unfolded = [
        stages[min(max(stage, FIRST_STAGE), LAST_STAGE)][FOLDED] * (ONE_DISC * WEIGHT_SCALE)
        for stage in range(STAGES)
    ]
    values = np.clip(np.rint(np.concatenate(unfolded)), -_MOST, _MOST).astype(np.int16)
    assert values.size == STAGES * STAGE_SIZE
    return from_values(array("h", values.tobytes()), f"{PROGRAM} export", ())
