"""The step calibrate: from positions to the numbers of the error model."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.error_model import TERMS, deviation
from ai.training.__main__ import main
from ai.training.weights.calibrate import Differences, Scores, fit
from ai.training.weights.positions import POSITION, Split, write
from ai.weights import default_weights, load
from game.board import Board
from tests.ai.positions import random_position

MODEL = (1.1, -0.3, -0.02, 0.0002, 0.4, 1.4, -0.1, -0.04, 0.0, 0.5)


def boards(count: int, plies: tuple[int, ...]) -> list[Board]:
    rng = Random(5)
    return [random_position(rng, ply) for ply in plies for _ in range(count)]


def synthetic(to_the_end: bool) -> Differences:
    rng = np.random.default_rng(3)
    empties = rng.integers(12, 50, 40_000).astype(float)
    shallow = rng.integers(0, 8, empties.size).astype(float)
    depth = empties if to_the_end else shallow + 2.0 * rng.integers(1, 3, empties.size)
    return Differences(
        empties, depth, shallow, rng.normal(0, deviation(MODEL, empties, depth, shallow)).astype(float)
    )


def test_the_fit_finds_the_model_that_made_the_differences() -> None:
    parts = synthetic(to_the_end=False), synthetic(to_the_end=True)
    found = fit(*parts)
    for part in parts:
        where = part.empties, part.depth, part.shallow
        assert deviation(found, *where) == pytest.approx(deviation(MODEL, *where), rel=0.05)


def test_pairs_are_made_of_depths_with_the_same_side_to_move_last() -> None:
    scores = Scores(20, (0.0, 1.0, 2.0, 3.0, 5.0), 12.0)
    assert list(scores.differences(to_the_end=False)) == [
        (20, 2, 0, 2.0), (20, 4, 0, 5.0), (20, 3, 1, 2.0), (20, 4, 2, 3.0),
    ]  # fmt: skip
    assert list(scores.differences(to_the_end=True))[4] == (20, 20, 4, 7.0)
    assert not list(Scores(63, (0.0, 1.0), None).differences(to_the_end=True))


def test_the_step_adds_the_model_to_the_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = np.zeros(12, POSITION)
    for row, board in zip(rows, boards(3, (42, 43, 44, 45)), strict=True):
        row["player"], row["opponent"], row["empties"] = board.player, board.opponent, board.empties
    write(tmp_path / Split.VALIDATION.file_name, rows)
    target = tmp_path / "weights.bin"
    default_weights().save(target)
    command = ["calibrate", "--work", str(tmp_path), "--weights", str(target), "--depth", "5"]
    assert main(["calibrate", "--work", str(tmp_path / "none")]) == 1
    assert "validation.npy: No such file or directory; the step dataset" in capsys.readouterr().err
    assert main(["calibrate", "--weights", str(tmp_path / "no.bin"), "--work", str(tmp_path)]) == 1
    assert "no.bin: the weights cannot be read" in capsys.readouterr().err
    assert main(command) == 0
    model = load(target).error_model
    assert len(model) == 2 * TERMS
    assert load(target).values == default_weights().values
