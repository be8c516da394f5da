"""The margins of ai/kernels/probcut.py: how much a shallow search may differ from a deep one.

The standard deviation of the difference is a function of ten numbers, which the training step `calibrate`
fits to the weights; a margin covers the difference with a given confidence, and is reduced near the leaves.
"""

from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import Any, Final, TypeAlias

import numpy as np

from ai.kernels.probcut import NEVER, shallow_depth
from ai.weights import ERROR_NUMBERS, ONE_DISC
from game.evaluation import FULL_WIDTH

Margins: TypeAlias = "np.ndarray[Any, np.dtype[np.int16]]"

# The model for weights that were not calibrated.
FIRST_MODEL: Final = (2.76, -0.44, -0.073, 0.00098, 0.25, 1.96, -0.1, -0.072, 0.0, 0.5)
# How many numbers a model has for each kind of search.
TERMS: Final = ERROR_NUMBERS // 2
# With more empties no results are known for calibration: positions are predicted as with this many.
MOST_SOLVED: Final = 20

# The share of the full margin at depth 1, which grows with each ply up to 1: an error near the leaves is one
# of many below a node, and the others compensate for it.
_LEAST_CAUTION: Final = 0.65
_CAUTION_PER_PLY: Final = 0.05

# Tables of margins are indexed by empties and depth, both below this.
_SIZE: Final = 64


def deviation(model: Sequence[float], empties: Any, depth: Any, shallow: Any) -> Any:
    """Returns the standard deviation, in discs, of the score of `depth` plies from that of `shallow` plies.

    Its logarithm is the sum of the `terms` times the numbers of the model: the first half of the numbers for
    the midgame, the second for a deep search to the end of the game.
    """
    is_middle = depth < empties
    found = terms(empties, depth, shallow)
    return np.exp(sum(np.where(is_middle, model[n], model[n + TERMS]) * found[n] for n in range(TERMS)))


def terms(empties: Any, depth: Any, shallow: Any) -> tuple[Any, ...]:
    """Returns the factors of the model's numbers; a random walk would give the last one, the gap, 1/2."""
    known = np.where(depth < empties, empties, np.minimum(empties, MOST_SOLVED))
    with np.errstate(divide="ignore", invalid="ignore"):  # without a gap the deviation is 0
        return np.ones_like(known), np.log(shallow + 2), known, known**2, np.log(depth - shallow)


def standard_deviations(confidence: int) -> float:
    """Returns how many standard deviations to either side hold `confidence` percent of a normal variable."""
    return NormalDist().inv_cdf((1 + confidence / 100) / 2)


@cache
def margins(confidence: int, model: tuple[float, ...]) -> tuple[Margins, Margins]:
    """Returns two tables by empties and depth, in tenths of a disc: how far outside the window a shallow
    score must be, and how far inside it the evaluation may be. Cached, as every search uses them all.
    """
    empties, depth = np.meshgrid(np.arange(_SIZE), np.arange(_SIZE), indexing="ij")
    if confidence == FULL_WIDTH:
        nothing = np.full(depth.shape, NEVER, np.int16)
        return nothing, nothing
    caution = np.minimum(_LEAST_CAUTION + _CAUTION_PER_PLY * (depth - 1), 1)
    is_predicted = (depth >= 1) & (depth <= empties)

    def table(deviations: Any) -> Margins:
        found = np.rint(ONE_DISC * standard_deviations(confidence) * deviations * caution)
        return np.where(is_predicted, np.clip(found, 1, NEVER - 1), NEVER).astype(np.int16)

    of_search = deviation(model, empties, depth, np.vectorize(shallow_depth)(depth, empties))
    return table(of_search), table((deviation(model, empties, depth, 0 * depth) + of_search) / 2)
