"""Minimax, alpha-beta and PVS: one kernel, the algorithm is an argument."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score
from ai.kernels.evaluation import WEIGHTS, change_sides, evaluate, follow
from ai.kernels.intrinsics import flips_vector, mobility_vector, popcount
from ai.kernels.ordering import reward, sort_midgame
from ai.kernels.probcut import (
    LEAST_DEPTH,
    NEVER,
    hopes_high,
    hopes_low,
    shallow_depth,
)
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.table import (
    MIDGAME,
    NO_MOVE,
    UNKNOWN,
    announce,
    consult,
    data_move,
    position_key,
    probe,
    store,
)
from ai.kernels.workspace import TELEMETRY_TYPE, WORKSPACE_TYPE
from ai.limits import Algorithm, Order
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC
from game.evaluation import FULL_WIDTH

_ONE = np.uint64(1)
_MINIMAX = int(Algorithm.MINIMAX)
_ALPHABETA = int(Algorithm.ALPHABETA)
_PVS = int(Algorithm.PVS)
_UNSORTED = int(Order.UNSORTED)
_ALL_MOVES = int(Reason.ALL_MOVES)
_CUT = int(Reason.CUT)
_PROBCUT = int(Reason.PROBCUT)
_GAME_OVER = int(Reason.GAME_OVER)
_PASSED = int(Reason.PASSED)
# Below every score.
_NOTHING = -MAX_SCORE - 1
# Nodes nearer to the leaves than this are not worth an entry in the table, nor asking whether to record them.
_TABLE_DEPTH = 2
# From these depths on the table is asked for all moves at once, and a node without a first move from the
# table looks for one at half the depth. The latter gains nothing while the root deepens step by step (+-0.3 %
# of the nodes), but after a change of algorithm or a lost entry it finds the way again.
_ENHANCED_DEPTH = 3
_INTERNAL_DEPTH = 8


@kernel(
    int64(uint64, uint64, int64, int64, int64, int64, TELEMETRY_TYPE, WORKSPACE_TYPE, WEIGHTS, uint64[::1]),
)
def midgame(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    algorithm: int,
    telemetry: Any,
    workspace: Any,
    weights: Any,
    table: Any,
) -> int:
    """The score of `depth` plies in tenths of a disc, fail-soft; a pass costs no depth, an empty table is
    off.

    r <= alpha is an upper bound, r >= beta a lower bound, between them r is exact. Once STOP or
    CANCELLED is set or another algorithm WANTED, ABANDONED is set and the value returned means nothing.
    The features of the position must stand in the workspace.
    """
    # 1. Leave when told to. Read at every entry, so that neither flag can be hoisted out of a loop.
    if telemetry.stop | telemetry.cancelled != 0 or telemetry.wanted != algorithm:
        telemetry.abandoned = 1
        return 0
    row = int64(NO_ROW)
    if depth >= _TABLE_DEPTH and depth >= workspace.recorded_depth:
        row = enter(player, opponent, alpha, beta, depth, False, telemetry, workspace)
    telemetry.nodes += 1

    use_table = depth >= _TABLE_DEPTH and table.size > 0
    key = uint64(0)
    if use_table:
        key = position_key(player, opponent, MIDGAME)
        announce(table, key)

    # 2. The end of the game, a leaf, a pass.
    empties = popcount(~(player | opponent))
    moves = mobility_vector(player, opponent)
    if moves == 0 or depth <= 0:
        replies = mobility_vector(opponent, player)
        if moves == 0 and replies == 0:
            score = ONE_DISC * final_score(player, opponent)
            return leave(row, score, _GAME_OVER, telemetry, workspace)
        if depth <= 0:
            telemetry.leaves += 1
            return evaluate(workspace, empties, moves, replies, weights)
        change_sides(workspace, empties)
        score = -midgame(
            opponent, player, -beta, -alpha, depth, algorithm, telemetry, workspace, weights, table
        )
        change_sides(workspace, empties)
        if telemetry.abandoned != 0:
            return 0
        return leave(row, score, _PASSED, telemetry, workspace)

    # 3. The transposition table: a bound that is good enough, or at least a first move.
    #    (Minimax prunes nothing: it only leaves its moves there, for the PV.)
    table_move = NO_MOVE
    if use_table and algorithm != _MINIMAX:
        is_enhanced = depth >= _ENHANCED_DEPTH
        known, found = consult(
            player,
            opponent,
            moves,
            alpha,
            beta,
            depth,
            key,
            MIDGAME,
            is_enhanced,
            telemetry,
            workspace,
            table,
        )
        if known != UNKNOWN:
            return leave(row, known, found, telemetry, workspace)
        table_move = found

    # 4. Multi-ProbCut: a shallow search with a margin foretells a cut. (`foretell` does the same for
    #    others; two kernels that call each other would break the compile cache.)
    if depth >= LEAST_DEPTH and algorithm != _MINIMAX and (algorithm == _ALPHABETA or beta - alpha == 1):
        margin = int64(workspace.margins[empties, min(depth, empties)])
        if margin < NEVER:
            static = evaluate(workspace, empties, moves, mobility_vector(opponent, player), weights)
            near = shallow_depth(depth)
            bound = beta + margin
            if bound <= MAX_SCORE and hopes_high(static, beta, empties, depth, workspace):
                score = midgame(
                    player, opponent, bound - 1, bound, near, algorithm, telemetry, workspace, weights, table
                )
                if telemetry.abandoned != 0:
                    return 0
                if score >= bound:
                    return leave(row, score - margin, _PROBCUT, telemetry, workspace)
            bound = alpha - margin
            if bound >= -MAX_SCORE and hopes_low(static, alpha, empties, depth, workspace):
                score = midgame(
                    player, opponent, bound, bound + 1, near, algorithm, telemetry, workspace, weights, table
                )
                if telemetry.abandoned != 0:
                    return 0
                if score <= bound:
                    return leave(row, score + margin, _PROBCUT, telemetry, workspace)

    # 5. Internal iterative deepening (Anantharaman 1991).
    if (
        use_table
        and table_move == NO_MOVE
        and depth >= _INTERNAL_DEPTH
        and algorithm != _MINIMAX
        and workspace.order != _UNSORTED
    ):
        midgame(player, opponent, alpha, beta, depth // 2, algorithm, telemetry, workspace, weights, table)
        if telemetry.abandoned != 0:
            return 0
        data = probe(table, key)
        if data != 0:
            table_move = data_move(data)

    # 6. The moves, the table's first; the others are sorted once it has failed to cut.
    best = _NOTHING
    best_move = NO_MOVE
    lower = alpha
    count = 0
    place = 0
    tried = 0
    square = table_move
    while True:
        if tried > 0 or table_move == NO_MOVE:
            if tried == 0 or (tried == 1 and table_move != NO_MOVE):
                count = sort_midgame(player, opponent, moves, depth, telemetry, workspace, weights)
            if place == count:
                break
            square = workspace.moves[empties, place] & 63
            place += 1
        else:
            moves ^= _ONE << uint64(square)
        turned = flips_vector(player, opponent, square)
        child = opponent ^ turned
        rest = player ^ turned ^ (_ONE << uint64(square))
        follow(workspace, empties, square, turned)

        # 7. Full window, or the null window of one unit and a second look when the value falls inside.
        if algorithm >= _PVS and tried > 0:
            telemetry.null_windows += lower + 1 < beta
            score = -midgame(
                child, rest, -lower - 1, -lower, depth - 1, algorithm, telemetry, workspace, weights, table
            )
            if telemetry.abandoned == 0 and lower < score < beta:
                telemetry.researches += 1
                score = -midgame(
                    child, rest, -beta, -score, depth - 1, algorithm, telemetry, workspace, weights, table
                )
        else:
            score = -midgame(
                child, rest, -beta, -lower, depth - 1, algorithm, telemetry, workspace, weights, table
            )
        if telemetry.abandoned != 0:
            return 0
        tried += 1
        if score > best:
            best = score
            best_move = square
            if algorithm != _MINIMAX:
                lower = max(lower, best)
                if best >= beta:
                    telemetry.cutoffs += 1
                    telemetry.first_cutoffs += tried == 1
                    reward(workspace, empties, square, depth)
                    break

    # 8. Remember it.
    if use_table:
        confidence = workspace.confidence if depth >= LEAST_DEPTH else FULL_WIDTH
        store(table, key, best, alpha, beta, depth, best_move, workspace.age, confidence)
    is_cut = best >= beta and algorithm != _MINIMAX
    return leave(row, best, _CUT if is_cut else _ALL_MOVES, telemetry, workspace)


@kernel(
    int64(uint64, uint64, int64, int64, int64, int64, TELEMETRY_TYPE, WORKSPACE_TYPE, WEIGHTS, uint64[::1]),
)
def foretell(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    algorithm: int,
    telemetry: Any,
    workspace: Any,
    weights: Any,
    table: Any,
) -> int:
    """The same prediction for those who search the moves themselves: a bound outside the window, or UNKNOWN.

    Tenths of a disc; `depth` is what it foretells, the empties for the end of the game. To be asked only
    where there are moves, and the features of the position are in place.
    """
    empties = popcount(~(player | opponent))
    margin = int64(workspace.margins[empties, depth])
    if margin == NEVER:
        return UNKNOWN
    moves, replies = mobility_vector(player, opponent), mobility_vector(opponent, player)
    static = evaluate(workspace, empties, moves, replies, weights)
    near = shallow_depth(depth)
    bound = beta + margin
    if bound <= MAX_SCORE and hopes_high(static, beta, empties, depth, workspace):
        score = midgame(
            player, opponent, bound - 1, bound, near, algorithm, telemetry, workspace, weights, table
        )
        if telemetry.abandoned == 0 and score >= bound:
            return score - margin
    bound = alpha - margin
    if bound >= -MAX_SCORE and hopes_low(static, alpha, empties, depth, workspace):
        score = midgame(
            player, opponent, bound, bound + 1, near, algorithm, telemetry, workspace, weights, table
        )
        if telemetry.abandoned == 0 and score <= bound:
            return score + margin
    return UNKNOWN
