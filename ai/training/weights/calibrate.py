"""The step `calibrate`: measures how well a shallow search predicts a deep one, for Multi-ProbCut.

It searches validation positions at full width, one ply deeper each time, and solves those near the end. Then
it writes into the file of weights the error model (see ai/error_model.py) under which the differences between
these scores are most likely.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from ai.error_model import FIRST_MODEL, MOST_SOLVED, TERMS, terms
from ai.kernels.probcut import LEAST_EMPTIES
from ai.training.arguments import PROGRAM, StepError, StepParsers
from ai.training.console import bar, tell
from ai.training.weights.labels import TENTHS, Teacher
from ai.training.weights.positions import Split, board_at
from ai.training.weights.regression import Numbers
from ai.training.weights.tuning import add_tuning, likeliest, read_inputs
from game.board import Board


class Scores(NamedTuple):
    """The scores of one position, in discs: by depth of the search, and the exact score if it is known."""

    empties: int
    by_depth: tuple[float, ...]
    exact: float | None


_EMPTIES: Final = range(LEAST_EMPTIES, 55)  # of the positions that are searched
DEPTH: Final = 9
POSITIONS: Final = 24
_TABLE_MEGABYTES: Final = 16
_END_TERMS: Final = 3  # numbers fitted for the end of the game, where the depth equals the empties


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "calibrate",
        description="Search positions that were not learned from at full width, with all depths, and write "
        "into the file of weights how far the scores of shallow and deep searches lie apart.",
        epilog=f"example:\n  {PROGRAM} calibrate --positions 50",
    )
    add_tuning(parser, POSITIONS)
    parser.add_number("--depth", "the depth", 4, 20, DEPTH, "plies of the deepest search")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    weights, rows = read_inputs(options)
    chosen = choose(rows, options.positions)
    teacher, scores = Teacher(_TABLE_MEGABYTES, weights), []
    with bar("Positions", len(chosen)) as advance:
        for board in chosen:
            scores.append(search(teacher, board, options.depth))
            advance(1)
    parts = [differences(scores, to_the_end) for to_the_end in (False, True)]
    if not all(part.size for part in parts):
        raise StepError(f"{options.work / Split.VALIDATION.file_name}: too few positions to calibrate with")
    model = fit(*parts)
    replace(weights, error_model=model).save(options.weights)
    tell(f"{options.weights}: error model {' '.join(f'{number:.4f}' for number in model)}")


def choose(rows: Any, count: int) -> list[Board]:
    """Returns at most `count` positions for each number of empties; the same in every run."""
    rng = Random(1)
    chosen = []
    for empties in _EMPTIES:
        places = np.flatnonzero(rows["empties"] == empties).tolist()
        chosen += [board_at(rows[place]) for place in rng.sample(places, min(count, len(places)))]
    return chosen


def search(teacher: Teacher, board: Board, depth: int) -> Scores:
    """Searches a position at full width, to all depths up to this one."""
    teacher.new_game()
    depths = range(min(depth + 1, board.empties))  # at the end of the game there is nothing to predict
    scores = tuple(teacher.search(board, each)[0] / TENTHS for each in depths)
    exact = teacher.solve(board, guess=round(scores[-1])) if board.empties <= MOST_SOLVED else None
    return Scores(board.empties, scores, exact)


def differences(scores: Sequence[Scores], to_the_end: bool) -> Numbers:
    """Returns (4, n): empties, depth, shallow depth, and score difference in discs, of all pairs of searches
    whose last move is by the same side, or `to_the_end`, of each search and the exact score.
    """
    rows: list[tuple[float, ...]] = []
    for empties, by_depth, exact in scores:
        for shallow, score in enumerate(by_depth):
            if not to_the_end:
                depths = range(shallow + 2, len(by_depth), 2)
                rows += [(empties, depth, shallow, by_depth[depth] - score) for depth in depths]
            elif exact is not None:
                rows.append((empties, empties, shallow, exact - score))
    return np.array(rows, np.float64).reshape(-1, 4).T


def fit(middle: Numbers, end: Numbers) -> tuple[float, ...]:
    """Returns the likeliest error model, given normally distributed `differences`."""
    return (*_fit(middle, FIRST_MODEL[:TERMS], TERMS), *_fit(end, FIRST_MODEL[TERMS:], _END_TERMS))


def _fit(found: Numbers, first: Sequence[float], fitted: int) -> tuple[float, ...]:
    """Fits the first `fitted` of the `first` numbers."""
    return likeliest(np.stack(terms(*found[:3]), axis=1), found[3], first, fitted)
