"""What the step `fit` finds for every stage of the game, its files and plots, and the step `export`, which
makes the file of weights that players install.
"""

from __future__ import annotations

import argparse
import math
import zipfile
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.patterns import STAGE_EMPTIES, STAGE_SIZE, STAGES
from ai.training.arguments import DONE, PROGRAM, Commands, StepError, add_work, file_errors
from ai.training.weights.regression import FOLDED, Numbers, Reals
from ai.weights import ONE_DISC, WEIGHT_SCALE, Weights, from_values

FOLDER: Final = "fit"

# Below this stage no position is labelled, for the solver asks for no evaluation there; the first weights are
# those of the last stage that was learned. The start position alone is no stage either.
FIRST_STAGE: Final = 2
LAST_STAGE: Final = STAGES - 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A stage that is learned.

    `validation` and `test_exact` are means of the absolute error in discs by the number of empties, nan where
    there is none; the second is of exact scores of games that were not learned from.
    """

    stage: int
    unknowns: Reals
    ridge: float
    positions: int
    exact_share: float
    losses: Reals  # root of the mean square error after each pass
    label_noise: float  # the root of the mean square difference of result and search, nan if unknown
    validation: Numbers
    test_exact: Numbers


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


def plot(stages: Sequence[Fitted], folder: Path) -> list[Path]:
    """Loss by pass and stage, and error by the number of empties; the files written."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes: Any = figure.subplots()
    colours = mpl.colormaps["viridis"]
    for place, each in enumerate(stages):
        colour = colours(place / max(len(stages) - 1, 1))
        axes.plot(range(1, len(each.losses) + 1), each.losses, color=colour, label=f"stage {each.stage}")
    axes.set(xlabel="pass", ylabel="root of the mean square error, discs", title="Loss by stage")
    axes.legend(ncols=3, fontsize="small")
    loss = folder / "loss.png"
    figure.savefig(loss)

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name, marker, errors in (
        ("validation, all labels", ".", [each.validation for each in stages]),
        ("test, exact labels", "o", [each.test_exact for each in stages]),
    ):
        axes.plot(np.fmax.reduce(errors), marker, label=name)
    middle = STAGE_EMPTIES // 2
    noise = [
        (STAGE_EMPTIES * each.stage + middle, each.label_noise)
        for each in stages
        if not math.isnan(each.label_noise)
    ]
    axes.plot([x for x, _ in noise], [y for _, y in noise], "--", label="result against search (rms)")
    axes.set(xlabel="empties", ylabel="mean absolute error, discs", title="Error by the number of empties")
    axes.set_ylim(bottom=0)
    axes.legend()
    error = folder / "error.png"
    figure.savefig(error)
    return [loss, error]


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
