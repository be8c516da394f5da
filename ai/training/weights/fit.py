"""The step `fit`: learns the weights of every stage from the positions of the step `dataset`, and writes
their file.

The stages are learned from the end of the game to its start. A position without an exact score is searched
with the weights learned so far, so that its label is as accurate as they are.
"""

import argparse
from array import array
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ai.patterns import STAGE_EMPTIES, STAGE_SIZE, STAGES
from ai.training.arguments import PROGRAM, TARGET, StepParsers, add_work
from ai.training.console import bar, tell
from ai.training.weights.labels import TENTHS, Teacher
from ai.training.weights.positions import LabelKind, Positions, Split, board_at, read
from ai.training.weights.regression import FOLDED, UNKNOWNS, Reals, predict, regress, terms
from ai.weights import ONE_DISC, WEIGHT_SCALE, Weights, load

# Below the first stage no position is labelled, as the solver needs no evaluation there; above the last there
# is only the start position. Such stages get the weights of the nearest learned stage.
FIRST_STAGE: Final = 2
LAST_STAGE: Final = STAGES - 2

# Positions with one empty fewer or more than those of a stage count this much.
_NEIGHBOURS: Final = 1
_NEIGHBOUR_IMPORTANCE: Final = 0.4
# Candidate ridges, of which a fit takes the one with the least error on the validation positions; and the
# ridge for correcting learned weights, chosen for the best order of moves in solved positions.
RIDGES: Final = (5.0, 20.0, 80.0, 300.0)
CORRECTING_RIDGES: Final = (20.0,)
PASSES: Final = 30

# The label of a position is the mean of two searches of these depths, as a search favours the side that moves
# last in it; all their leaves are of lower stages.
_DEPTHS: Final = (4, 5)
# Errors in discs, which decide how much each source counts: of the result of a game, with a maximum, of a
# search (how far searches differ), and of the evaluation itself (how much two more plies change).
_RESULT_ERROR_PER_EMPTY: Final = 0.5
_MOST_RESULT_ERROR: Final = 17.0
_SEARCH_ERROR: Final = 5.0
_MISFIT: Final = 6.0
# A position with this lead counts half as much as an even one, as decided ones teach little. The lead is that
# of the guess, not of the label: else labels that err away from even would count less, and estimates shrink.
_HALF_LEAD: Final = 12.0
_LEAST_IMPORTANCE: Final = 0.3  # of labels whose errors are reported

_MOST: Final = 64.0
_MOST_WEIGHT: Final = 32767


@dataclass(frozen=True, slots=True)
class FitData:
    """The evaluation terms of positions, and their target values in discs."""

    found: Any
    targets: Reals
    importance: Reals

    def loss(self, unknowns: Reals) -> float:
        """Returns the mean squared error, weighted by importance."""
        squares = self.errors(unknowns) ** 2
        return float(np.average(squares, weights=self.importance)) if squares.size else 0.0

    def errors(self, unknowns: Reals) -> Reals:
        worth: Reals = np.clip(predict(self.found, unknowns), -_MOST, _MOST)
        return worth - self.targets


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "fit",
        description="Learn the weights of every stage by least squares, and write their file; the error "
        "model of the selective search is not in it: the step calibrate adds it.",
        epilog=f"example:\n  {PROGRAM} fit --to {TARGET}",
    )
    passes = "of conjugate gradients over the positions of a stage"
    parser.add_number("--passes", "the number of passes", 1, 1000, PASSES, passes)
    before = "correct these weights by the positions (default: learn from the positions alone)"
    parser.add_path("--from", before, dest="before")
    parser.add_path("--to", "the file of weights to write", required=True)
    zeros = "learn nothing: weights of 0, with which the first games are made"
    parser.add_argument("--zeros", action="store_true", help=zeros)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    if options.zeros:
        stages = dict.fromkeys(range(FIRST_STAGE, LAST_STAGE + 1), np.zeros(UNKNOWNS, np.float32))
    else:
        splits = {split: read(options.work / split.file_name) for split in Split}
        stages = fit(splits, options.passes, options.before and load(options.before))
    weights = packed(stages)
    weights.save(options.to)
    tell(f"{options.to}: {options.to.stat().st_size:,} bytes, fingerprint {weights.fingerprint}")


def fit(splits: dict[Split, Positions], passes: int, before: Weights | None = None) -> dict[int, Reals]:
    """Returns the unknowns of every stage; the guess is from `before`, else from the stage below. Prints mean
    absolute errors, in discs, on the validation positions and on exact scores of the test.
    """
    ridges = CORRECTING_RIDGES if before else RIDGES
    stages = range(FIRST_STAGE, LAST_STAGE + 1)
    known: dict[int, Reals] = {}
    tell(f"{'stage':>5}{'empties':>9}{'positions':>12}{'ridge':>7}{'validation':>12}{'test, exact':>13}")
    with bar("Stages", len(stages)) as advance:
        for stage in stages:
            guess = known.get(stage - 1, np.zeros(UNKNOWNS, np.float32))
            if before:
                guess = unknowns_of(before, stage)
            weights = packed(known or {stage: guess})
            known[stage] = _fit_stage(stage, splits, weights, guess, ridges, passes)
            advance(1)
    return known


def packed(stages: dict[int, Reals]) -> Weights:
    """Converts unknowns in discs to weights for the kernels; missing stages get those of the nearest."""
    unfolded = [
        stages[min(max(stage, min(stages)), max(stages))][FOLDED] * (ONE_DISC * WEIGHT_SCALE)
        for stage in range(STAGES)
    ]
    values = np.clip(np.rint(np.concatenate(unfolded)), -_MOST_WEIGHT, _MOST_WEIGHT).astype(np.int16)
    assert values.size == STAGES * STAGE_SIZE
    return Weights(array("h", values.tobytes()))


def unknowns_of(weights: Weights, stage: int) -> Reals:
    """Returns the unknowns of a stage, in discs, that lead to these weights."""
    values = np.frombuffer(weights.values, np.int16).reshape(STAGES, STAGE_SIZE)[stage]
    sums = np.bincount(FOLDED, values, UNKNOWNS) / np.bincount(FOLDED, minlength=UNKNOWNS)
    return (sums / (ONE_DISC * WEIGHT_SCALE)).astype(np.float32)


def _fit_stage(
    stage: int,
    splits: dict[Split, Positions],
    weights: Weights,
    guess: Reals,
    ridges: tuple[float, ...],
    passes: int,
) -> Reals:
    """Fits a stage; `weights` are those of the stages below, in which the searches end."""
    first, last = stage * STAGE_EMPTIES, stage * STAGE_EMPTIES + STAGE_EMPTIES - 1
    rows = _between(splits[Split.TRAIN], first - _NEIGHBOURS, last + _NEIGHBOURS)
    train = _part(rows, weights, guess)
    importance = train.importance
    importance[(rows["empties"] < first) | (rows["empties"] > last)] *= _NEIGHBOUR_IMPORTANCE
    validation = _part(_between(splits[Split.VALIDATION], first, last), weights, guess)
    test = _between(splits[Split.TEST], first, last)
    exact = _part(test[test["kind"] == LabelKind.EXACT], weights, guess)
    solved = [
        (ridge, regress(train.found, train.targets, importance, guess, ridge, passes)) for ridge in ridges
    ]
    ridge, unknowns = min(solved, key=lambda found: validation.loss(found[1]))
    of_validation = _mean_error(validation, unknowns, validation.importance > _LEAST_IMPORTANCE)
    of_test = _mean_error(exact, unknowns, slice(None))
    tell(f"{stage:>5}{f'{first}-{last}':>9}{rows.size:12,}{ridge:7g}{of_validation:12.2f}{of_test:13.2f}")
    return unknowns


def _between(rows: Positions, first: int, last: int) -> Positions:
    return rows[(rows["empties"] >= first) & (rows["empties"] <= last)]


def _part(rows: Positions, weights: Weights, guess: Reals) -> FitData:
    """Makes the data of a fit; averages the result and the search of a position by their precision."""
    found = terms(*(np.ascontiguousarray(rows[side]) for side in ("player", "opponent")))
    score, exact = rows["score"].astype(np.float32) / TENTHS, rows["kind"] == LabelKind.EXACT
    of_result = np.minimum(_RESULT_ERROR_PER_EMPTY * rows["empties"], _MOST_RESULT_ERROR) ** -2.0
    of_result[rows["kind"] == LabelKind.NONE] = 0
    precision = of_result + _SEARCH_ERROR**-2
    mean = (score * of_result + _searched(rows, weights) * _SEARCH_ERROR**-2) / precision
    importance = _MISFIT**2 / (_MISFIT**2 + np.where(exact, 0, 1 / precision))
    importance *= np.sqrt(rows["weight"]) / (1 + (predict(found, guess) / _HALF_LEAD) ** 2)
    return FitData(found, np.where(exact, score, mean).astype(np.float32), importance.astype(np.float32))


def _searched(rows: Positions, weights: Weights) -> Reals:
    """Returns search scores, in discs, of the positions without an exact score; 0 for others."""
    teacher, scores = Teacher(weights=weights), np.zeros(rows.size, np.float32)
    for place in np.flatnonzero(rows["kind"] != LabelKind.EXACT):
        board = board_at(rows[place])
        scores[place] = sum(teacher.search(board, depth)[0] for depth in _DEPTHS) / len(_DEPTHS) / TENTHS
    return scores


def _mean_error(part: FitData, unknowns: Reals, chosen: Any) -> float:
    errors = np.abs(part.errors(unknowns))[chosen]
    return float(np.mean(errors)) if errors.size else np.nan
