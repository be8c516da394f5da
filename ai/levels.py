"""Levels 1 to 10: how deep each looks, and how many discs it gives away on purpose, by plausible mistakes."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.limits import FULL_STRENGTH, MoveScore


@dataclass(frozen=True, slots=True)
class Level:
    """`depth` in plies (None: as far as the time goes); from `exact` empties on it plays knowing the result.

    `loss` is the expected number of discs given away by each move, compared with the best one it sees.
    """

    depth: int | None
    exact: int
    loss: float


# The deepest a level without a limit of its own can look: a whole game.
WHOLE_GAME: Final = 60

# Calibrated with benchmarks/ladder.py: each beats the level two below with far more than 65 %.
LEVELS: Final = (
    Level(1, 0, 8.0),
    Level(2, 2, 5.0),
    Level(2, 4, 3.0),
    Level(3, 7, 2.0),
    Level(5, 9, 1.3),
    Level(6, 11, 0.75),
    Level(8, 13, 0.38),
    Level(10, 16, 0.13),
    Level(15, 20, 0.01),
    Level(None, WHOLE_GAME, 0.0),
)

# Temperatures the bisection looks between, in discs, and its steps (each halves the interval).
_COLDEST: Final = 0.01
_HOTTEST: Final = 1000.0
_BISECTIONS: Final = 40


def level(number: int) -> Level:
    """Raises ValueError outside 1 .. FULL_STRENGTH."""
    if not 1 <= number <= FULL_STRENGTH:
        raise ValueError(f"a level is a number from 1 to {FULL_STRENGTH}, not {number}")
    return LEVELS[number - 1]


def probabilities(losses: Sequence[float], expected: float) -> list[float]:
    """How likely to make each mistake, exp(-loss / T), with T such that the mean loss is `expected` discs.

    `losses` are discs behind the best move, 0 for the best. When even playing at random loses less, all moves
    are equally likely.
    """
    if expected <= 0:
        best = [float(loss <= 0) for loss in losses]
        return [share / sum(best) for share in best]
    cold, hot = _COLDEST, _HOTTEST
    for _ in range(_BISECTIONS):
        middle = math.sqrt(cold * hot)
        if _mean_loss(losses, _softmax(losses, middle)) < expected:
            cold = middle
        else:
            hot = middle
    return _softmax(losses, hot)


def choose(scores: Sequence[MoveScore], loss: float, random_source: random.Random) -> MoveScore:
    """One of the moves, by chance: the expected loss is `loss` discs. Raises ValueError without moves."""
    if not scores:
        raise ValueError("there are no moves to choose from")
    best = max(score.score for score in scores)
    shares = probabilities([best - score.score for score in scores], loss)
    return random_source.choices(scores, shares)[0]


def _softmax(losses: Sequence[float], temperature: float) -> list[float]:
    weights = [math.exp(-loss / temperature) for loss in losses]
    total = sum(weights)
    return [weight / total for weight in weights]


def _mean_loss(losses: Sequence[float], shares: Sequence[float]) -> float:
    return sum(loss * share for loss, share in zip(losses, shares, strict=True))
