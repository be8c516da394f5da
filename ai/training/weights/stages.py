"""What the step `fit` finds for every stage of the game, its files, and the weights that are made of it."""

import zipfile
from array import array
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np

from ai.patterns import STAGE_SIZE, STAGES
from ai.training.arguments import PROGRAM
from ai.training.weights.regression import FOLDED, Reals
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


TARGET: Final = Path("assets/weights.bin")
_MOST: Final = 32767


def packed(stages: dict[int, Reals]) -> Weights:
    """Weights as the kernels want them, in whole parts of a disc, from unknowns in discs."""
    unfolded = [
        stages[min(max(stage, FIRST_STAGE), LAST_STAGE)][FOLDED] * (ONE_DISC * WEIGHT_SCALE)
        for stage in range(STAGES)
    ]
    values = np.clip(np.rint(np.concatenate(unfolded)), -_MOST, _MOST).astype(np.int16)
    assert values.size == STAGES * STAGE_SIZE
    return from_values(array("h", values.tobytes()), f"{PROGRAM} fit", ())
