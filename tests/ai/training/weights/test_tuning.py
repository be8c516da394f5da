"""The steps `calibrate` and `tempo`: from positions to the error model, and to the value of the move."""

from array import array
from collections import defaultdict
from pathlib import Path
from random import Random
from shutil import copyfile
from statistics import mean

import numpy as np
import pytest

from ai.error_model import deviation
from ai.patterns import EMPTIES_FIRST, STAGE_EMPTIES, STAGE_SIZE, STAGES
from ai.training.__main__ import main
from ai.training.arguments import TARGET
from ai.training.weights.calibrate import Scores, differences, fit
from ai.training.weights.positions import POSITION, LabelKind, Split, write
from ai.training.weights.regression import Numbers
from ai.training.weights.tempo import raised, swings, tempo
from ai.weights import Weights, default_weights, load
from tests.ai.positions import random_position
from tests.ai.training.weights.games import rows_of
from tests.sources import ROOT

MODEL = (1.1, -0.3, -0.02, 0.0002, 0.4, 1.4, -0.1, -0.04, 0.0, 0.5)


def synthetic(to_the_end: bool) -> Numbers:
    rng = np.random.default_rng(3)
    empties = rng.integers(12, 50, 20_000).astype(float)
    shallow = rng.integers(0, 8, empties.size).astype(float)
    depth = empties if to_the_end else shallow + 2.0 * rng.integers(1, 3, empties.size)
    found = rng.normal(0, deviation(MODEL, empties, depth, shallow)).astype(float)
    return np.stack((empties, depth, shallow, found))


def test_the_fit_recovers_the_error_model() -> None:
    parts = synthetic(to_the_end=False), synthetic(to_the_end=True)
    found = fit(*parts)
    for part in parts:
        assert deviation(found, *part[:3]) == pytest.approx(deviation(MODEL, *part[:3]), rel=0.05)


def test_paired_depths_have_the_same_side_to_move_last() -> None:
    scores = Scores(20, (0.0, 1.0, 2.0, 3.0, 5.0), 12.0), Scores(63, (0.0, 1.0), None)
    pairs = [[2, 0, 2.0], [4, 0, 5.0], [3, 1, 2.0], [4, 2, 3.0]]
    assert differences(scores, to_the_end=False).T.tolist() == [[20, *pair] for pair in pairs]
    to_the_end = [[20, 20, depth, 12.0 - score] for depth, score in enumerate(scores[0].by_depth)]
    assert differences(scores, to_the_end=True).T.tolist() == to_the_end


def test_calibrate_adds_the_model_to_the_weights(tmp_path: Path) -> None:
    rng, target = Random(5), tmp_path / "weights.bin"
    boards = [random_position(rng, ply) for ply in (43, 44, 45, 46) * 2]
    write(tmp_path / Split.VALIDATION.file_name, rows_of(boards))
    copyfile(ROOT / TARGET, target)
    assert main(["calibrate", "--work", str(tmp_path), "--weights", str(target), "--depth", "4"]) == 0
    assert load(target).error_model != default_weights().error_model
    assert load(target).values == default_weights().values


def uneven() -> Weights:
    """Returns good weights that rate the side to move three discs too low."""
    values = np.array(default_weights().values, np.int16).reshape(STAGES, STAGE_SIZE)
    for empties in range(61):
        values[empties // STAGE_EMPTIES, EMPTIES_FIRST + empties] -= 3 * 160
    return Weights(array("h", values.tobytes()), default_weights().error_model)


def by_parity(found: list[tuple[int, float]]) -> list[float]:
    changes = defaultdict(list)
    for empties, change in found:
        changes[empties % 2].append(change)
    return [mean(some) for some in changes.values()]


@pytest.mark.slow
def test_tempo_ends_the_swing(tmp_path: Path) -> None:
    wanted = tempo([(empties, 2.0) for empties in range(9, 50) for _ in range(200)])
    assert list(wanted[9:50]) == pytest.approx([1.0] * 41, abs=0.01), "both ends of a ply share it"
    rng, path = Random(1), tmp_path / "weights.bin"
    rows = rows_of(random_position(rng, 20 + number % 16) for number in range(32))
    rows["kind"] = LabelKind.EXACT
    uneven().save(path)
    write(tmp_path / Split.VALIDATION.file_name, rows)
    assert main(["tempo", "--weights", str(path), "--positions", "10", "--work", str(tmp_path)]) == 0
    evened = load(path)
    assert evened.error_model == default_weights().error_model
    before, after = (by_parity(swings(weights, rows)) for weights in (uneven(), evened))
    assert min(before) > 3
    assert max(map(abs, after)) < 0.5
    constants = np.zeros(61)
    constants[30] = 1.5
    values = np.array(raised(evened, constants).values) - np.array(evened.values)
    assert np.flatnonzero(values).tolist() == [30 // STAGE_EMPTIES * STAGE_SIZE + EMPTIES_FIRST + 30]
    assert values.max() == 240


@pytest.mark.parametrize("step", ["tempo", "calibrate"])
def test_missing_data_is_named(step: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights.bin"
    arguments = [step, "--weights", str(path), "--work", str(tmp_path)]
    assert main(arguments) == 1
    assert "weights.bin: the weights cannot be read" in capsys.readouterr().err
    copyfile(ROOT / TARGET, path)
    assert main(arguments) == 1
    assert "validation.npy: No such file or directory; the step dataset makes it" in capsys.readouterr().err
    write(tmp_path / Split.VALIDATION.file_name, np.zeros(0, POSITION))
    assert main(arguments) == (0 if step == "tempo" else 1)
    said = capsys.readouterr()
    assert ("nothing was added" in said.out) or ("too few positions to calibrate with" in said.err)
    assert path.read_bytes() == (ROOT / TARGET).read_bytes()
