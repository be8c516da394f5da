"""The levels: what they give away is what they promise."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from ai.levels import LEVELS, choose, level, probabilities
from ai.limits import FULL_STRENGTH, MoveScore
from game.evaluation import Kind


def mean(losses: list[float], shares: list[float]) -> float:
    return sum(loss * share for loss, share in zip(losses, shares, strict=True))


@pytest.mark.parametrize("expected", [0.1, 0.5, 1.0, 2.5])
def test_the_expected_loss_is_the_one_asked_for(expected: float) -> None:
    losses = [0.0, 0.4, 2.0, 3.1, 9.0, 20.0]
    shares = probabilities(losses, expected)
    assert sum(shares) == pytest.approx(1)
    assert mean(losses, shares) == pytest.approx(expected, abs=1e-3)
    assert shares == sorted(shares, reverse=True), "a larger mistake is a rarer one"


def test_no_more_is_lost_than_by_playing_at_random() -> None:
    assert probabilities([0.0, 1.0], 5.0) == pytest.approx([0.5, 0.5], abs=0.01)
    assert probabilities([0.0], 5.0) == [1.0]


def test_without_loss_only_the_best_is_played() -> None:
    assert probabilities([1.0, 0.0, 3.0], 0.0) == [0, 1, 0]


def test_mistakes_are_made_as_often_as_promised() -> None:
    scores = [MoveScore(move, -2.0 * move, 4, Kind.ESTIMATE) for move in range(4)]
    rng = Random(1)
    losses = [-choose(scores, 1.5, rng).score for _ in range(4000)]
    assert sum(losses) / len(losses) == pytest.approx(1.5, abs=0.1)


def test_levels_get_stronger_one_by_one() -> None:
    assert len(LEVELS) == FULL_STRENGTH
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.loss > stronger.loss
        assert weaker.exact <= stronger.exact
    assert LEVELS[-1].loss == 0
    assert LEVELS[-1].depth is None


@pytest.mark.parametrize("number", [0, FULL_STRENGTH + 1, -1])
def test_there_are_no_other_levels(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 10"):
        level(number)
