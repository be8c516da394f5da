"""The step `tempo`: adds the value of having the move to the weights.

A search favours the side that moves last in it, as that side chooses estimates that are too high, so that
scores would swing with each further ply. The step adds a constant to the weights for each number of empties,
so that searches of consecutive depths agree on average.
"""

import argparse
from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

import numpy as np

from ai.patterns import EMPTIES_FIRST, STAGE_EMPTIES, STAGE_SIZE, STAGES
from ai.training.arguments import PROGRAM, StepParsers
from ai.training.console import bar, tell
from ai.training.weights.labels import TENTHS, Teacher
from ai.training.weights.positions import LabelKind, Positions, Split, board_at
from ai.training.weights.tuning import add_tuning, read_inputs
from ai.weights import ONE_DISC, WEIGHT_SCALE, Weights

POSITIONS: Final = 100
# Positions with these numbers of empties and a lead below this (discs) are searched to this depth in plies;
# changes below the least number of empties are left out, as the game is solved there.
EMPTIES: Final = range(12, 52)
_LEAD: Final = 12
_DEPTH: Final = 5
_LEAST: Final = 8
_TABLE_MEGABYTES: Final = 4
# How much a difference between constants of neighbouring numbers of empties counts, relative to a position
# that is one disc off, so that odd numbers are not favoured.
_SMOOTHNESS: Final = 10.0


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "tempo",
        description="Search close positions that were not learned from at full width, a ply deeper each "
        "time, and add to the weights, for each number of empties, what keeps the scores from swinging.",
        epilog=f"example:\n  {PROGRAM} tempo --positions 50",
    )
    add_tuning(parser, POSITIONS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    weights, rows = read_inputs(options)
    found = swings(weights, chosen(rows, options.positions))
    if not found:
        path = options.work / Split.VALIDATION.file_name
        tell(f"{path}: no position with {EMPTIES[0]} to {EMPTIES[-1]} empties is close; nothing was added")
        return
    constants = tempo(found)
    raised(weights, constants).save(options.weights)
    mean = np.mean([change for _, change in found])
    tell(f"with a ply more the score of the side to move rose by {mean:+.2f} discs on average")
    tell(f"{options.weights}: {min(constants):+.2f} to {max(constants):+.2f} discs were added")


def chosen(rows: Positions, count: int) -> Positions:
    """Returns close positions, at most `count` for each number of empties."""
    close = rows[(rows["kind"] != LabelKind.NONE) & (np.abs(rows["score"]) < _LEAD * TENTHS)]
    return np.concatenate([close[close["empties"] == empties][:count] for empties in EMPTIES])


def swings(weights: Weights, rows: Positions) -> list[tuple[int, float]]:
    """Returns (empties where a search ends, change of score at one more ply, for the side to move there)."""
    teacher = Teacher(_TABLE_MEGABYTES, weights)
    found = []
    with bar("Positions", rows.size) as advance:
        for row in rows:
            board, empties = board_at(row), int(row["empties"])
            teacher.new_game()
            scores = [teacher.search(board, depth)[0] for depth in range(1, _DEPTH + 1)]
            for depth, (shallow, deep) in enumerate(pairwise(scores), start=1):
                if empties - depth - 1 >= _LEAST:
                    sign = 1 if depth % 2 == 0 else -1  # for the side to move after the shallow search
                    found.append((empties - depth, sign * (deep - shallow) / TENTHS))
            advance(1)
    return found


def tempo(found: Iterable[tuple[int, float]]) -> Any:
    """Returns the discs to add for 0 to 60 empties so that the changes vanish on average: least squares.

    A change is the sum of what is missing at its number of empties and at the next lower one.
    """
    unknowns = 60 + 1
    rows, targets = [], []
    changes: dict[int, list[float]] = {}
    for empties, change in found:
        changes.setdefault(empties, []).append(change)
    for empties, some in changes.items():
        row = np.zeros(unknowns)
        row[[empties, empties - 1]] = len(some) ** 0.5
        rows.append(row)
        targets.append(row[empties] * np.mean(some))
    for empties in range(1, unknowns):
        row = np.zeros(unknowns)
        row[[empties, empties - 1]] = _SMOOTHNESS, -_SMOOTHNESS
        rows.append(row)
        targets.append(0.0)
    return np.linalg.lstsq(np.array(rows), np.array(targets), rcond=None)[0]


def raised(weights: Weights, constants: Any) -> Weights:
    """Returns the weights with these discs added, by number of empties. They keep the error model and lose
    the expectation, which the step `expect` makes anew.
    """
    values = np.array(weights.values, np.int16).reshape(STAGES, STAGE_SIZE)
    for empties, discs in enumerate(constants):
        values[empties // STAGE_EMPTIES, EMPTIES_FIRST + empties] += round(discs * ONE_DISC * WEIGHT_SCALE)
    return Weights(array("h", values.tobytes()), weights.error_model)
