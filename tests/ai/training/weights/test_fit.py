"""The regression, the step `fit` that uses it, and the file of weights that it writes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.patterns import STAGE_EMPTIES, STAGES
from ai.reference.evaluation import evaluate
from ai.training.__main__ import main
from ai.training.weights import fit as step
from ai.training.weights.fit import FIRST_STAGE, LAST_STAGE, packed
from ai.training.weights.labels import Teacher
from ai.training.weights.positions import LabelKind, Positions, Split, board_at, write
from ai.training.weights.regression import FOLDED, UNKNOWNS, Reals, predict, regress, terms
from ai.weights import ONE_DISC, load
from game.board import Board
from tests.ai.positions import random_position
from tests.ai.training.weights.games import rows_of


def some_positions(seed: int, count: int) -> Positions:
    """Returns positions of random games, scored by the weights of `truth` to a tenth of a disc."""
    rng = Random(seed)
    rows = rows_of(random_position(rng, rng.randrange(2, 55)) for _ in range(count))
    worth = predict(terms(rows["player"].copy(), rows["opponent"].copy()), truth())
    rows["score"] = np.clip(np.rint(10 * worth), -640, 640)
    rows["kind"] = LabelKind.EXACT
    return rows


def truth() -> Reals:
    """Returns weights that few positions suffice to find: of the shortest diagonals and of mobility."""
    unknowns = np.zeros(UNKNOWNS, np.float32)
    random = np.random.default_rng(1)
    unknowns[-64 - 32 * 32 - 60 : -64] = random.normal(0, 4, 32 * 32 + 60).astype(np.float32)
    return unknowns


STAGES_LEARNED = range(FIRST_STAGE, LAST_STAGE + 1)
FIT = ("fit", "--passes", "12", "--work")


@pytest.fixture(scope="module", autouse=True)
def _few_ridges() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(step, "RIDGES", step.RIDGES[:2])
        yield


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    for split, count in ((Split.TRAIN, 6000), (Split.VALIDATION, 400), (Split.TEST, 400)):
        write(folder / split.file_name, some_positions(int(split), count))
    return folder


def test_states_that_mirror_each_other_are_one_unknown() -> None:
    board = random_position(Random(4), 30)
    turned = Board.from_text(board.text()[:64][::-1] + board.text()[64:])
    found = [
        sorted(terms(np.array([face.player], np.uint64), np.array([face.opponent], np.uint64))[0])
        for face in (board, turned)
    ]
    assert found[0] == found[1]
    assert np.array_equal(np.unique(FOLDED), np.arange(UNKNOWNS)), "every weight unfolds from one"
    assert STAGES > LAST_STAGE


@pytest.mark.slow
def test_conjugate_gradients_end_at_a_zero_gradient() -> None:
    rows = some_positions(5, 100)
    found = terms(rows["player"].copy(), rows["opponent"].copy())
    targets = (rows["score"] / 10).astype(np.float32)
    importance = np.ones(100, np.float32)
    guess: Reals = (truth() / 2).astype(np.float32)
    unknowns = regress(found, targets, importance, guess, 20.0, 200)
    errors = targets - predict(found, unknowns)
    gradient, start = 20.0 * (unknowns - guess), np.zeros(UNKNOWNS, np.float32)
    np.subtract.at(gradient, found, errors[:, None])
    np.subtract.at(start, found, (targets - predict(found, guess))[:, None])
    assert np.abs(gradient).max() < 1e-3 * np.abs(start).max()


@pytest.mark.slow
def test_fit_learns_and_writes_the_file(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = work / "weights.bin"
    assert main([*FIT, str(work), "--to", str(target)]) == 0
    assert "test, exact" in capsys.readouterr().out
    weights = load(target)
    test = some_positions(9, 200)
    errors = []
    for row in test:
        if FIRST_STAGE <= row["empties"] // STAGE_EMPTIES <= LAST_STAGE:
            guess = evaluate(int(row["player"]), int(row["opponent"]), weights) / ONE_DISC
            errors.append(abs(guess - row["score"] / 10))
    assert np.mean(errors) < 0.6 * np.abs(test["score"] / 10).mean()


@pytest.mark.slow
def test_fit_continues_from_earlier_weights(work: Path, tmp_path: Path) -> None:
    """From weights that have learned all it changes little; rounded ones are restored as they were."""
    target, again = tmp_path / "before.bin", tmp_path / "again.bin"
    assert main([*FIT, str(work), "--to", str(target)]) == 0
    before = load(target)
    assert list(step.unknowns_of(packed(dict.fromkeys(STAGES_LEARNED, truth())), 9)) == pytest.approx(
        list(truth()), abs=0.004
    )
    for split in Split:
        (tmp_path / split.file_name).write_bytes((work / split.file_name).read_bytes())
    assert main([*FIT, str(tmp_path), "--from", str(target), "--to", str(again)]) == 0
    change = np.abs(np.array(load(again).values) - np.array(before.values))
    size = np.abs(np.array(before.values))
    assert 0 < change.mean() < 0.2 * size.mean()
    assert main(["fit", "--from", str(work / "train.npy"), "--work", str(tmp_path), "--to", str(again)]) == 1


def test_positions_without_an_exact_score_are_searched() -> None:
    """An exact score replaces that of the searches, the result of a game has a share in it."""
    rows = some_positions(12, 300)
    rows = rows[(rows["empties"] >= 20) & (rows["empties"] < 40)]
    rows["kind"] = np.resize([LabelKind.NONE, LabelKind.RESULT, LabelKind.EXACT], rows.size)
    guess = np.zeros(UNKNOWNS, np.float32)
    guess[-60:] = 5.0  # discs for the side to move
    weights = packed({FIRST_STAGE: guess})
    targets = step._part(rows, weights, guess).targets
    searched = [
        Teacher(weights=weights).search(board_at(row), depth)[0] / 10 for row in rows for depth in (4, 5)
    ]
    means = np.reshape(searched, (-1, 2)).mean(axis=1)
    none, result, exact = (rows["kind"] == kind for kind in LabelKind)
    scores = rows["score"] / 10
    assert targets[none] == pytest.approx(means[none], abs=0.01)
    assert targets[exact] == pytest.approx(scores[exact], abs=0.01)
    share = (targets[result] - means[result]) / (scores[result] - means[result])
    assert 0.05 < share.min() <= share.max() < 0.25


def test_importance_does_not_depend_on_the_error_of_a_label() -> None:
    rows = some_positions(11, 400)
    low, high = rows.copy(), rows.copy()
    low["score"] -= 100
    high["score"] += 100
    parts = [step._part(each, packed({9: truth()}), truth()) for each in (low, rows, high)]
    assert np.array_equal(parts[0].importance, parts[1].importance)
    assert np.array_equal(parts[2].importance, parts[1].importance)
    ahead = np.abs(rows["score"]) > 200
    assert parts[1].importance[ahead].max() < parts[1].importance[np.abs(rows["score"]) < 50].min()


def test_fit_can_write_weights_of_zeros(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--work", str(tmp_path), "--to", str(tmp_path / "weights.bin")]
    assert main(["fit", *command]) == 1
    assert "the step dataset makes it" in capsys.readouterr().err
    assert main(["fit", "--zeros", *command]) == 0
    assert set(load(tmp_path / "weights.bin").values) == {0}
