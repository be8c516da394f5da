"""The last ply before the evaluation, which has most of the positions of a search."""

from typing import Any

from numba import boolean, int64, none, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score, make_move
from ai.kernels.evaluation import change_sides, evaluate, follow
from ai.kernels.intrinsics import ONE, first_square, mobility_vector, popcount
from ai.kernels.ordering import GROUPS, first_group, reward
from ai.kernels.probcut import NEVER, margin_at, static_cut
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.table import UNKNOWN
from ai.kernels.workspace import CONTEXT_TYPE
from ai.limits import Algorithm
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC

NOTHING = -MAX_SCORE - 1  # below every score


@kernel(int64(uint64, uint64, int64, CONTEXT_TYPE))
def leaf(player: int, opponent: int, empties: int, context: Any) -> int:
    """Returns the score of a position without searching its moves, in tenths of a disc."""
    telemetry = context.telemetry
    telemetry.nodes += 1
    moves, replies = mobility_vector(player, opponent), mobility_vector(opponent, player)
    if moves == 0 and replies == 0:
        return ONE_DISC * final_score(player, opponent)
    telemetry.leaves += 1
    return evaluate(context.workspace, empties, moves, replies, context.weights)


@kernel(int64(uint64, uint64, int64, int64, int64, CONTEXT_TYPE))
def recorded_leaf(player: int, opponent: int, alpha: int, beta: int, empties: int, context: Any) -> int:
    """Returns the score of `leaf`, and records the node in a row."""
    telemetry, workspace = context.telemetry, context.workspace
    row = enter(player, opponent, alpha, beta, 0, False, telemetry, workspace)
    is_over = mobility_vector(player, opponent) == 0 and mobility_vector(opponent, player) == 0
    reason = Reason.GAME_OVER if is_over else Reason.EVALUATED
    return leave(row, leaf(player, opponent, empties, context), reason, telemetry, workspace)


@kernel(int64(uint64, uint64, int64, int64, none, CONTEXT_TYPE))
def frontier(player: int, opponent: int, alpha: int, beta: int, records: bool | None, context: Any) -> int:
    """Returns the score of `midgame` at one ply, the most frequent depth: probing the table for leaves, or
    sorting the moves, would take longer than evaluating them. Compiled twice: without code for rows if
    `records` is None.
    """
    telemetry, workspace = context.telemetry, context.workspace
    row = NO_ROW
    if records is not None:
        row = enter(player, opponent, alpha, beta, 1, False, telemetry, workspace)
    telemetry.nodes += 1
    empties = popcount(~(player | opponent))
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            score = ONE_DISC * final_score(player, opponent)
            return leave(row, score, Reason.GAME_OVER, telemetry, workspace)
        change_sides(workspace, empties)
        score = -frontier(opponent, player, -beta, -alpha, records, context)
        change_sides(workspace, empties)
        return leave(row, score, Reason.PASSED, telemetry, workspace)
    margin = margin_at(alpha, beta, empties, 1, workspace)
    if margin < NEVER:
        static = evaluate(workspace, empties, moves, mobility_vector(opponent, player), context.weights)
        score = static_cut(static, alpha, beta, margin)
        if score != UNKNOWN:
            return leave(row, score, Reason.PROBCUT, telemetry, workspace)
    best = NOTHING
    lower = alpha
    tried = 0
    group = 0
    left = first_group(workspace, empties, moves)
    moves ^= left
    while True:
        if left == 0:
            if moves == 0:
                break
            left = moves & GROUPS[group]
            moves ^= left
            group += 1
            continue
        square = first_square(left)
        left &= left - ONE
        child, rest = make_move(player, opponent, square)
        follow(workspace, empties, square, opponent ^ child)
        if records is None:
            score = -leaf(child, rest, empties - 1, context)
        else:
            score = -recorded_leaf(child, rest, -beta, -lower, empties - 1, context)
        if score > best:
            best = score
            if workspace.algorithm != Algorithm.MINIMAX:
                lower = max(lower, best)
                if best >= beta:
                    telemetry.cutoffs += 1
                    telemetry.first_cutoffs += tried == 0
                    reward(workspace, empties, square, 1)
                    return leave(row, best, Reason.CUT, telemetry, workspace)
        tried += 1
    return leave(row, best, Reason.ALL_MOVES, telemetry, workspace)


recorded_frontier = kernel(int64(uint64, uint64, int64, int64, boolean, CONTEXT_TYPE))(frontier.py_func)
