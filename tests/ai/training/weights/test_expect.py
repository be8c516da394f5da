"""The step `expect`: from positions, searches and true scores to expected scores."""

from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest

from ai.expectation import Expectation
from ai.training.__main__ import main
from ai.training.arguments import TARGET
from ai.training.weights import observations
from ai.training.weights.expect import FILE, FOLDS, SearchSample, fit, found_of, table
from ai.training.weights.labels import WeightsFile
from ai.training.weights.observations import SOLVED_EMPTIES, Observation, line_of, observe, read
from ai.weights import default_weights, load
from game.board import Board
from game.evaluation import FULL_WIDTH, Evaluation, Kind
from tests.sources import ROOT

MODEL = Expectation(
    (0.1, 0.1, 0.1, 0.5, 0.4, 0.4, 0.5, 0.2, -0.3, 0.2, 1.6, -0.2, 0.05, 0.0, 0.2, 0.02, 0.1, 1.645, 0.0, 1.0)
)
WEIGHTS = WeightsFile.of(ROOT / TARGET)


def made_up(count: int) -> list[SearchSample]:
    rng = np.random.default_rng(4)
    rows = []
    for _ in range(count):
        empties, confidence = int(rng.integers(10, 51)), int(rng.choice([87, FULL_WIDTH]))
        depth, score = int(rng.integers(4, min(21, empties))), float(rng.normal(0, 12))
        expected = MODEL.score(score, Kind.ESTIMATE, depth, empties)
        deviation = MODEL.deviation(Evaluation(expected, depth, Kind.ESTIMATE, confidence), empties)
        truth = 2 * round(rng.normal(expected, deviation) / 2)
        rows.append(SearchSample(empties, depth, confidence, score, float(truth)))
    return rows


def observed(rows: list[SearchSample]) -> list[Observation]:
    return [
        Observation(seed, "-" * row.empties, row.truth, ((row.depth, row.confidence, row.score),))
        for seed, row in enumerate(rows)
    ]


@pytest.mark.slow
def test_the_fit_recovers_the_model() -> None:
    found = fit(made_up(12_000))
    for empties, depth, confidence in ((20, 6, 87), (36, 12, FULL_WIDTH), (48, 18, 87)):
        for score in (1.0, 8.0, 25.0):
            expected = MODEL.score(score, Kind.ESTIMATE, depth, empties)
            assert found.score(score, Kind.ESTIMATE, depth, empties) == pytest.approx(
                expected, rel=0.04, abs=0.2
            )
            known = Evaluation(expected, depth, Kind.ESTIMATE, confidence)
            assert found.interval(known, empties) == pytest.approx(MODEL.interval(known, empties), abs=0.6)
            assert found.chances(known, empties).win == pytest.approx(
                MODEL.chances(known, empties).win, abs=0.03
            )


def test_the_table_shows_how_true_expected_scores_are() -> None:
    heading, *lines = table([MODEL] * FOLDS, observed(made_up(6_000)))
    assert heading.split()[:3] == ["empties", "positions", "slope"]
    last = next(line.split() for line in lines if line.split()[0] == "all")
    assert float(last[2]) == pytest.approx(1, abs=0.02)
    assert float(last[3]) > 1.1  # of the raw score
    assert float(last[4]) < float(last[5])
    assert float(last[-1].rstrip("%")) == pytest.approx(90, abs=1.5)
    chances = [line.split() for line in lines if line.split()[0].endswith("%+")]
    assert len(chances) == 10
    assert all(abs(float(said[:-1]) - float(won[:-1])) < 10 for *_, said, won in chances)


def test_a_position_is_searched_and_solved() -> None:
    [first, second] = observe([3, 4], 10, 12, WEIGHTS)
    again = observations.observation(3, Board.from_text(first.position), WEIGHTS)
    assert again == first
    assert 10 <= first.empties <= 12
    assert first.position != second.position
    assert first.truth % 2 == 0
    assert all(found.depth <= first.empties for found in found_of(first))
    assert found_of(first)


def test_unsolvable_positions_get_a_deeper_search_as_truth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(observations, "TRUTH_PLIES", 12)
    empties = SOLVED_EMPTIES + 4
    [deep] = observe([5], empties, empties, WEIGHTS)
    assert deep.empties == empties
    assert max(found.depth for found in found_of(deep)) == 4


@pytest.mark.slow
def test_expect_writes_its_numbers_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "weights.bin"
    copyfile(ROOT / TARGET, target)
    path = tmp_path / f"{default_weights().fingerprint[:16]}.{FILE}"
    made = observed(made_up(340))
    lines = [line_of(each) for each in made]
    command = ["expect", "--work", str(tmp_path), "--weights", str(target), "--workers", "1", "--deep", "0"]
    path.write_text("\n".join(lines[:10]), "utf-8")
    assert list(read(path)) == made[:10]
    assert main([*command, "--solved", "10"]) == 1
    assert "searches are too few to fit 20 numbers with" in capsys.readouterr().err
    path.write_text("\n".join([*lines, lines[-1][:20]]), "utf-8")  # a kill in the middle of a line
    assert main([*command, "--solved", "340"]) == 0
    assert load(target).expectation != default_weights().expectation
    assert load(target).values == default_weights().values
    assert "340" not in capsys.readouterr().out.splitlines()[0]
    path.write_text("\n".join([lines[0], '{"seed": 1}', *lines]), "utf-8")
    assert main([*command, "--solved", "340"]) == 1
    assert f"{FILE}: line 2: this is no observation of a position" in capsys.readouterr().err
