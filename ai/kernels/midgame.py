"""The midgame search: minimax, alpha-beta and PVS in one kernel; the workspace holds the Algorithm."""

from typing import Any

from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score, make_move
from ai.kernels.evaluation import change_sides, evaluate, follow
from ai.kernels.intrinsics import ONE, first_square, mobility_vector, popcount
from ai.kernels.leaves import NOTHING, frontier, leaf, recorded_frontier, recorded_leaf
from ai.kernels.ordering import (
    CORNERS,
    HISTORY_LIMIT,
    HISTORY_SHARE,
    SQUARE_VALUES,
    list_moves,
    reward,
    sort_moves,
)
from ai.kernels.probcut import (
    NEVER,
    NO_NULL_ALPHA,
    is_beyond,
    margin_at,
    null_alpha_at,
    shallow_depth,
    static_cut,
)
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.sharing import check_overtaken, close_mark, is_marked, keep_order, mark, recall_order
from ai.kernels.table import (
    MIDGAME,
    NO_MOVE,
    UNKNOWN,
    data_move,
    position_key,
    prefetch_entry,
    probe,
    probe_bounds,
    store,
)
from ai.kernels.workspace import CONTEXT_TYPE
from ai.limits import Algorithm, Order
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC

# From the first depth on, the table is probed for all moves; from the second on, a node without a table move
# searches for one at half the depth, which helps after a change of algorithm or a lost entry.
_ENHANCED_DEPTH = 5
_INTERNAL_DEPTH = 8
# In tenths of a disc: the cost of each reply, without and with the evaluation, the extra cost of a corner
# reply, and the bonus of a killer.
_MOBILITY_WEIGHT = 40
_EVALUATED_MOBILITY_WEIGHT = 10
_CORNER_REPLY_WEIGHT = 30
_KILLER_BONUS = 15
# From the first depth on, the evaluation orders the moves; from the second on, a search of one ply does.
_FORESEEN_DEPTHS = (5, 9)
# With less depth, moves that another thread is searching are not deferred: marks cost time.
_DEFERRED_DEPTH = 5


@kernel(int64(uint64, uint64, uint64, int64, CONTEXT_TYPE))
def sort_midgame(player: int, opponent: int, moves: int, depth: int, context: Any) -> int:
    """Sorts `moves` into the workspace row for this number of empties; returns their number."""
    workspace = context.workspace
    empties = popcount(~(player | opponent))
    order = workspace.order
    if order == Order.UNSORTED:
        return list_moves(workspace, empties, moves)
    plies = int64(-1)
    if order == Order.FULL:
        for least in _FORESEEN_DEPTHS:
            plies += depth >= least
    weight = _MOBILITY_WEIGHT if plies < 0 else _EVALUATED_MOBILITY_WEIGHT
    killers = workspace.killers[empties, 0] | workspace.killers[empties, 1]
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - ONE
        worth = SQUARE_VALUES[square]
        if order >= Order.KILLERS:
            worth += HISTORY_SHARE * workspace.history[empties & 1, square] // HISTORY_LIMIT
            if ONE << uint64(square) & killers:
                worth += _KILLER_BONUS
        child, rest = make_move(player, opponent, square)
        replies = mobility_vector(child, rest)
        worth -= weight * popcount(replies) + _CORNER_REPLY_WEIGHT * popcount(replies & CORNERS)
        if plies >= 0:
            follow(workspace, empties, square, opponent ^ child)
        if plies == 0:
            worth -= leaf(child, rest, empties - 1, context)
        elif plies > 0:
            worth -= frontier(child, rest, -MAX_SCORE - 1, MAX_SCORE + 1, None, context)
        workspace.unsorted[empties, count] = worth * 64 + square
        count += 1
    sort_moves(workspace, empties, count)
    return count


@kernel(int64(uint64, uint64, int64, int64, int64, CONTEXT_TYPE))
def midgame(player: int, opponent: int, alpha: int, beta: int, depth: int, context: Any) -> int:
    """Returns the score of `depth` plies in tenths of a disc, fail-soft; a pass costs no depth.

    A score r <= alpha is an upper bound, r >= beta a lower bound, between them r is exact. From two plies on,
    once STOP or CANCELLED is set or another algorithm WANTED, the search sets ABANDONED and its result is
    void. The workspace must hold the features of the position. A table of size 0 is off.
    """
    telemetry, workspace, weights, table, crew = context
    algorithm = workspace.algorithm
    empties = popcount(~(player | opponent))
    if depth <= 1:
        if depth < workspace.recorded_depth:
            if depth == 1:
                return frontier(player, opponent, alpha, beta, None, context)
            return leaf(player, opponent, empties, context)
        if depth == 1:
            return recorded_frontier(player, opponent, alpha, beta, True, context)
        return recorded_leaf(player, opponent, alpha, beta, empties, context)

    # 1. Stop on request. Flags are read at every entry, so that no read can be hoisted out of a loop.
    if telemetry.stop | telemetry.cancelled != 0 or telemetry.wanted != algorithm:
        telemetry.abandoned = 1
        return 0

    row = int64(NO_ROW)
    if depth >= workspace.recorded_depth:
        row = enter(player, opponent, alpha, beta, depth, False, telemetry, workspace)
    telemetry.nodes += 1
    use_table = table.size > 0
    key = uint64(0)
    if use_table:
        key = position_key(player, opponent, MIDGAME)
        prefetch_entry(table, key)

    # 2. The end of the game, or a pass.
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            return leave(
                row, ONE_DISC * final_score(player, opponent), Reason.GAME_OVER, telemetry, workspace
            )
        change_sides(workspace, empties)
        score = -midgame(opponent, player, -beta, -alpha, depth, context)
        change_sides(workspace, empties)
        if telemetry.abandoned != 0:
            return 0
        return leave(row, score, Reason.PASSED, telemetry, workspace)

    # 3. Evaluate for ProbCut while the table entry is fetched; two plies need the evaluation alone.
    static = 0
    reach = min(depth, empties)
    margin = margin_at(alpha, beta, empties, reach, workspace)
    shallow = shallow_depth(depth, empties)
    if margin < NEVER:
        static = evaluate(workspace, empties, moves, mobility_vector(opponent, player), weights)
        if shallow == 0:
            score = static_cut(static, alpha, beta, margin)
            if score != UNKNOWN:
                return leave(row, score, Reason.PROBCUT, telemetry, workspace)

    # 4. The transposition table: a bound that is good enough, or at least a first move.
    #    (Minimax prunes nothing: it only stores its moves, for the PV.)
    table_move = NO_MOVE
    if use_table and algorithm != Algorithm.MINIMAX:
        is_enhanced = depth >= _ENHANCED_DEPTH
        known, found = probe_bounds(
            player, opponent, moves, alpha, beta, depth, key, MIDGAME, is_enhanced, context
        )
        if known != UNKNOWN:
            return leave(row, known, found, telemetry, workspace)
        table_move = found

    # 5. Multi-ProbCut: a shallow search with a margin predicts a cut.
    if margin < NEVER and shallow > 0:
        for side in (1, -1):
            static_margin = int64(workspace.static_margins[empties, reach])
            null_alpha = null_alpha_at(side, static, alpha, beta, margin, static_margin)
            if null_alpha != NO_NULL_ALPHA:
                score = midgame(player, opponent, null_alpha, null_alpha + 1, shallow, context)
                if telemetry.abandoned != 0:
                    return 0
                if is_beyond(side, score, null_alpha):
                    return leave(row, score - side * margin, Reason.PROBCUT, telemetry, workspace)

    # 6. Internal iterative deepening (Anantharaman 1991).
    if (
        use_table
        and table_move == NO_MOVE
        and depth >= _INTERNAL_DEPTH
        and algorithm != Algorithm.MINIMAX
        and workspace.order != Order.UNSORTED
    ):
        midgame(player, opponent, alpha, beta, depth // 2, context)
        if telemetry.abandoned != 0:
            return 0
        data = probe(table, key)
        if data != 0:
            table_move = data_move(data)

    # 7. Take the next move: the table's first, the others sorted once that has failed to cut.
    best = NOTHING
    best_move = NO_MOVE
    lower = alpha
    count = int64(-1)
    place = 0
    tried = 0
    deferred = 0
    is_shared = use_table and crew.threads > 1 and depth >= _DEFERRED_DEPTH and algorithm != Algorithm.MINIMAX
    may_defer = is_shared
    square = table_move
    if table_move != NO_MOVE:
        moves ^= ONE << uint64(table_move)
    while True:
        if tried > 0 or table_move == NO_MOVE:
            if count < 0 and is_shared:
                count = recall_order(key ^ uint64(depth), moves, empties, context)
            if count < 0:
                count = sort_midgame(player, opponent, moves, depth, context)
                if is_shared:
                    keep_order(key ^ uint64(depth), count, empties, context)
            if place == count:
                if deferred == 0:
                    break
                count, place, deferred, may_defer = deferred, 0, 0, False
            square = int64(workspace.moves[empties, place])
            place += 1

        # 8. Search with the full window, or a null window of one unit and again if the value falls inside.
        child, rest = make_move(player, opponent, square)
        if is_shared:
            child_key = position_key(child, rest, MIDGAME) ^ uint64(depth - 1)
            if may_defer and tried > 0 and is_marked(child_key, crew):
                workspace.moves[empties, deferred] = square
                deferred += 1
                continue
        follow(workspace, empties, square, opponent ^ child)
        upper = lower + 1 if algorithm >= Algorithm.PVS and tried > 0 else beta
        telemetry.null_windows += upper < beta
        while True:
            if is_shared:
                mark(child_key, empties - 1, context)
            score = -midgame(child, rest, -upper, -lower, depth - 1, context)
            if upper <= score < beta and telemetry.abandoned == 0:
                telemetry.researches += 1
                score = -midgame(child, rest, -beta, -score, depth - 1, context)
            if not is_shared or not close_mark(child_key, empties - 1, row, context):
                break
        if telemetry.abandoned != 0 or (is_shared and check_overtaken(empties, context)):
            return 0
        tried += 1
        if score > best:
            best = score
            best_move = square
            if algorithm != Algorithm.MINIMAX:
                lower = max(lower, best)
                if best >= beta:
                    telemetry.cutoffs += 1
                    telemetry.first_cutoffs += tried == 1
                    reward(workspace, empties, square, depth)
                    break

    # 9. Store the result.
    if use_table:
        store(table, key, best, alpha, beta, depth, best_move, workspace.age, workspace.confidence)
    is_cut = best >= beta and algorithm != Algorithm.MINIMAX
    return leave(row, best, Reason.CUT if is_cut else Reason.ALL_MOVES, telemetry, workspace)


@kernel(int64(uint64, uint64, int64, int64, CONTEXT_TYPE))
def probcut(player: int, opponent: int, alpha: int, beta: int, context: Any) -> int:
    """Returns the bound outside the window that Multi-ProbCut predicts for a search to the end, or UNKNOWN.

    Scores are tenths of a disc. The position must have moves, and its features must be in the workspace.
    """
    telemetry, workspace, weights = context.telemetry, context.workspace, context.weights
    empties = popcount(~(player | opponent))
    margin = int64(workspace.margins[empties, empties])
    if margin == NEVER:
        return UNKNOWN
    moves, replies = mobility_vector(player, opponent), mobility_vector(opponent, player)
    static = evaluate(workspace, empties, moves, replies, weights)
    static_margin = int64(workspace.static_margins[empties, empties])
    shallow = shallow_depth(empties, empties)
    for side in (1, -1):
        null_alpha = null_alpha_at(side, static, alpha, beta, margin, static_margin)
        if null_alpha != NO_NULL_ALPHA:
            score = midgame(player, opponent, null_alpha, null_alpha + 1, shallow, context)
            if telemetry.abandoned != 0:
                return UNKNOWN
            if is_beyond(side, score, null_alpha):
                return score - side * margin
    return UNKNOWN
