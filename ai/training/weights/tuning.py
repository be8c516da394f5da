"""Code shared by the steps that search validation positions and change the weights."""

import argparse
from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.training.arguments import TARGET, StepParser, add_work
from ai.training.weights.positions import Positions, Split, read
from ai.training.weights.regression import Numbers
from ai.weights import Weights, load

# The most steps towards the likeliest model, and a change of its numbers that ends them early.
_STEPS: Final = 60
_NOTHING: Final = 1e-7
# The most a squared difference counts, relative to the expected one, so that no blunder spoils the model.
_MOST_SURPRISE: Final = 7.0


def add_tuning(parser: StepParser, positions: int) -> None:
    """Adds the options `weights`, `positions` and `work`."""
    which = "the weights to search with, and to write into (default: %(default)s)"
    parser.add_path("--weights", which, TARGET)
    name = "the number of positions"
    parser.add_number("--positions", name, 1, 10_000, positions, "for each number of empties")
    add_work(parser)


def read_inputs(options: argparse.Namespace) -> tuple[Weights, Positions]:
    """Reads the weights and the validation positions. Raises WeightsError, StepError."""
    return load(options.weights), read(options.work / Split.VALIDATION.file_name)


def likeliest(terms: Numbers, differences: Numbers, first: Sequence[float], fitted: int) -> tuple[float, ...]:
    """Returns the model under which normal differences are most likely: the logarithm of their deviation is
    the sum of its numbers times the `terms`, a row for each difference.

    Uses Fisher scoring: each step is a linear regression on the surprise of the differences. Starts from the
    `first` numbers and fits only the first `fitted` of them.
    """
    model = np.array(first)
    for _ in range(_STEPS):
        surprise = np.minimum(differences**2 / np.exp(2 * (terms @ model)), _MOST_SURPRISE)
        change = np.linalg.lstsq(terms[:, :fitted], (surprise - 1) / 2, rcond=None)[0]
        model[:fitted] += change / max(1, np.max(np.abs(terms[:, :fitted] @ change)))
        if np.max(np.abs(change)) < _NOTHING:
            break
    return tuple(float(number) for number in model)
