"""Multi-ProbCut (Buro 1995, 1997): a shallow search of a node predicts the score of a deep one, which is
skipped if the prediction is outside the window by a margin. ai/error_model.py computes the margins.
"""

from typing import Any

from numba import boolean, int64

from ai.kernels import kernel
from ai.kernels.table import UNKNOWN
from ai.kernels.workspace import WORKSPACE_TYPE
from ai.limits import Algorithm
from ai.weights import MAX_SCORE, ONE_DISC

LEAST_EMPTIES = 13  # with fewer, searching to the end is as fast as predicting
NEVER = (1 << 15) - 1  # the margin if nothing may be skipped
NO_NULL_ALPHA = NEVER


@kernel(int64(int64, int64))
def shallow_depth(depth: int, empties: int) -> int:
    """Returns the depth of the search that predicts one of `depth` plies: about half, or a quarter to the end
    of the game, as scores settle soon. Its parity is the same, so the same side moves last. The evaluation
    alone predicts one or two plies.
    """
    share = 8 if depth >= empties >= LEAST_EMPTIES else 4
    return 2 * (depth // share) + (depth & 1) if depth > 1 else 0


@kernel(boolean(int64, int64, int64))
def may_cut(alpha: int, beta: int, algorithm: int) -> bool:
    """Returns whether nodes may be skipped: always in alpha-beta, never in minimax, else in a null window."""
    return algorithm == Algorithm.ALPHABETA or (algorithm != Algorithm.MINIMAX and beta - alpha == 1)


@kernel(int64(int64, int64, int64, int64, WORKSPACE_TYPE))
def margin_at(alpha: int, beta: int, empties: int, depth: int, workspace: Any) -> int:
    """Returns the margin of a midgame node; NEVER if nothing may be skipped."""
    return int64(workspace.margins[empties, depth]) if may_cut(alpha, beta, workspace.algorithm) else NEVER


@kernel(int64(int64, int64, int64, int64, int64, int64))
def null_alpha_at(side: int, static: int, alpha: int, beta: int, margin: int, static_margin: int) -> int:
    """Returns alpha of the null window of a shallow search that may predict a score above the window (`side`
    1) or below it (-1); NO_NULL_ALPHA if no score is that high or low, or if the evaluation misses beta (or
    alpha) by more than `static_margin`.
    """
    if side > 0:
        null_alpha = beta + margin - 1
        return null_alpha if null_alpha < MAX_SCORE and static >= beta - static_margin else NO_NULL_ALPHA
    null_alpha = alpha - margin
    return null_alpha if null_alpha >= -MAX_SCORE and static <= alpha + static_margin else NO_NULL_ALPHA


@kernel(boolean(int64, int64, int64))
def is_beyond(side: int, score: int, null_alpha: int) -> bool:
    """Returns whether the score of the null window is on this `side` of it."""
    return score > null_alpha if side > 0 else score <= null_alpha


@kernel(int64(int64, int64, int64, int64))
def static_cut(static: int, alpha: int, beta: int, margin: int) -> int:
    """Returns the bound outside the window that the evaluation alone predicts, or UNKNOWN."""
    if static >= beta + margin:
        return static - margin
    if static <= alpha - margin:
        return static + margin
    return UNKNOWN


@kernel(int64(int64, int64))
def in_discs(score: int, beta: int) -> int:
    """Rounds a bound in tenths of a disc to an even result in discs: up from `beta` discs on, else down."""
    if score >= ONE_DISC * beta:
        return -2 * (-score // (2 * ONE_DISC))
    return 2 * (score // (2 * ONE_DISC))
