"""The step `tempo`: constants under which searches of consecutive depths agree on average."""

from __future__ import annotations

from array import array
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np
import pytest

from ai.patterns import EMPTIES_FIRST, STAGE_EMPTIES, STAGE_SIZE, STAGES
from ai.training.__main__ import main
from ai.training.weights.positions import POSITION, LabelKind, Positions, Split, write
from ai.training.weights.tempo import raised, swings, tempo
from ai.weights import Weights, default_weights, load
from tests.ai.positions import random_position


def close_positions(count: int) -> Positions:
    rng = Random(1)
    rows = np.zeros(count, POSITION)
    for number, row in enumerate(rows):
        board = random_position(rng, 20 + number % 16)
        row["player"], row["opponent"], row["empties"] = board.player, board.opponent, board.empties
    rows["kind"] = LabelKind.EXACT
    return rows


def uneven() -> Weights:
    """Good weights, but whoever moves is thought to be three discs worse off."""
    values = np.array(default_weights().values, np.int16).reshape(STAGES, STAGE_SIZE)
    for empties in range(61):
        values[empties // STAGE_EMPTIES, EMPTIES_FIRST + empties] -= 3 * 160
    return Weights(array("h", values.tobytes()), default_weights().error_model)


def test_scores_swing_no_more(tmp_path: Path) -> None:
    wanted = tempo([(empties, 2.0) for empties in range(9, 50) for _ in range(200)])
    assert list(wanted[9:50]) == pytest.approx([1.0] * 41, abs=0.01), "both ends of a ply share it"
    path, rows = tmp_path / "weights.bin", close_positions(64)
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


def by_parity(found: list[tuple[int, float]]) -> list[float]:
    changes = defaultdict(list)
    for empties, change in found:
        changes[empties % 2].append(change)
    return [mean(some) for some in changes.values()]


def test_what_is_missing_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, weights = tmp_path / "weights.bin", uneven()
    arguments = ["tempo", "--weights", str(path), "--work", str(tmp_path)]
    assert main(arguments) == 1
    assert "weights.bin" in capsys.readouterr().err
    weights.save(path)
    assert main(arguments) == 1
    assert "the step dataset makes it" in capsys.readouterr().err
    write(tmp_path / Split.VALIDATION.file_name, np.zeros(0, POSITION))
    assert main(arguments) == 0
    assert "nothing was added" in capsys.readouterr().out
    assert load(path).fingerprint == weights.fingerprint
