"""The weights of a stage as a linear regression: a position is worth the sum of its weights.

The least-squares problem of a stage has about 180,000 unknowns, 56 of them in each position; conjugate
gradients (Hestenes & Stiefel 1952) with the diagonal as preconditioner solve it in a few dozen passes over
the positions. A ridge (Hoerl & Kennard 1970) draws each weight to a guess, from the stage with fewer empties
or from the weights to correct: a rare pattern keeps its value there.
"""

# Numba's values carry no types, and its decorators have none either.
# mypy: disable-error-code="untyped-decorator, no-any-return"

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import Any, Final, TypeAlias

import numpy as np
from numba import int32, int64, njit, uint64, void

from ai.kernels.evaluation import COUNT, place_discs
from ai.kernels.intrinsics import mobility_vector, popcount
from ai.kernels.workspace import WORKSPACE, WORKSPACE_TYPE
from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS, SHAPES, STAGE_SIZE

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
Indices: TypeAlias = np.ndarray[Any, np.dtype[np.int32]]
Reals: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

TERMS: Final = COUNT + 2  # weights that are added up for one position
_TOLERANCE: Final = 1e-9  # the passes end early at this share of the squared residual
_PARTS: Final = 16  # parts of the positions that the processors share

_CENTRES = np.array([pattern.centre for pattern in PATTERNS], np.int64)


def _folded() -> Indices:
    """Returns the unknown of every weight of a stage; states that mirror each other share one."""
    first, unknowns = 0, 0
    parts = []
    for shape in SHAPES:
        states = np.arange(shape.states)
        least = states
        if shape.mirror is not None:
            mirrored = sum(states // 3**place % 3 * 3**to for place, to in enumerate(shape.mirror))
            least = np.minimum(states, mirrored)
        distinct, inverse = np.unique(least, return_inverse=True)
        parts.append(inverse + unknowns)
        unknowns += distinct.size
        first += shape.states
    parts.append(np.arange(STAGE_SIZE - first) + unknowns)
    return np.concatenate(parts).astype(np.int32)


FOLDED: Final = _folded()
UNKNOWNS: Final = int(FOLDED[-1]) + 1


@njit(void(uint64[::1], uint64[::1], WORKSPACE_TYPE, int32[::1], int32[:, ::1]), cache=True, nogil=True)
def _look_up(players: Any, opponents: Any, workspace: Any, folded: Any, found: Any) -> None:
    for i in range(players.size):
        player, opponent = players[i], opponents[i]
        empties = popcount(~(player | opponent))
        place_discs(workspace, player, opponent)
        for lane in range(COUNT):
            found[i, lane] = folded[_CENTRES[lane] + workspace.features[empties, lane]]
        moves = min(popcount(mobility_vector(player, opponent)), MOST_MOVES)
        replies = min(popcount(mobility_vector(opponent, player)), MOST_MOVES)
        found[i, COUNT] = folded[MOBILITY_FIRST + moves * (MOST_MOVES + 1) + replies]
        found[i, COUNT + 1] = folded[EMPTIES_FIRST + empties]


def terms(players: Words, opponents: Words) -> Indices:
    """Returns (positions, TERMS): the unknowns that sum to the value of each position for its `player`."""
    found = np.empty((players.size, TERMS), np.int32)
    _look_up(players, opponents, np.zeros(1, WORKSPACE)[0], FOLDED, found)
    return found


@njit(cache=True, nogil=True, fastmath=True)
def predict(found: Any, unknowns: Any) -> Any:
    """Returns the value of every position: the sum of its unknowns."""
    worth = np.empty(found.shape[0], np.float32)
    for i in range(found.shape[0]):
        total = np.float32(0.0)
        for term in range(found.shape[1]):
            total += unknowns[found[i, term]]
        worth[i] = total
    return worth


@njit(cache=True, nogil=True)
def _collect(found: Any, values: Any, unknowns: int64) -> Any:
    """Returns the transpose of `predict`: for every unknown, the sum over the positions that use it."""
    total = np.zeros(unknowns, np.float32)
    for i in range(found.shape[0]):
        value = values[i]
        for term in range(found.shape[1]):
            total[found[i, term]] += value
    return total


def regress(
    found: Indices, targets: Reals, importance: Reals, guess: Reals, ridge: float, passes: int
) -> Reals:
    """Finds unknowns in discs: min sum(importance * (predict - targets)^2) + ridge * |unknowns - guess|^2."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        matrix = _Matrix(found, pool)
        diagonal = matrix.collect(importance) + np.float32(ridge)
        unknowns = guess.copy()
        residual = matrix.collect(importance * (targets - matrix.predict(guess)))
        better = residual / diagonal
        direction = better.copy()
        size = float(residual @ better)
        least = _TOLERANCE * size
        for _ in range(passes):
            if size <= least:
                break
            step = matrix.predict(direction)
            image = matrix.collect(importance * step) + np.float32(ridge) * direction
            length = np.float32(size / float(direction @ image))
            unknowns += length * direction
            residual -= length * image
            better = residual / diagonal
            new_size = float(residual @ better)
            direction = better + np.float32(new_size / size) * direction
            size = new_size
    return unknowns


class _Matrix:
    """`predict` and `_collect` on all processors, in fixed parts, so that any machine gets the same sums."""

    def __init__(self, found: Indices, pool: ThreadPoolExecutor) -> None:
        self._parts = np.array_split(found, _PARTS)
        self._pool = pool

    def predict(self, unknowns: Reals) -> Reals:
        return np.concatenate(list(self._pool.map(predict, self._parts, repeat(unknowns))))

    def collect(self, values: Reals) -> Reals:
        of_parts = np.array_split(values, _PARTS)
        return np.sum(list(self._pool.map(_collect, self._parts, of_parts, repeat(UNKNOWNS))), axis=0)
