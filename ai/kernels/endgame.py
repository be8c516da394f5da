"""The endgame solver: alpha-beta or PVS with scores in discs; final empties count for the winner."""

from typing import Any

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score, make_move
from ai.kernels.evaluation import change_sides, evaluate, follow
from ai.kernels.intrinsics import ONE, first_square, mobility_vector, popcount
from ai.kernels.last_squares import NOTHING, last_five, last_four, last_one, last_three, last_two
from ai.kernels.midgame import midgame, probcut
from ai.kernels.ordering import (
    CORNERS,
    greatest_of_eight,
    list_moves,
    odd_quadrants,
    sort_moves,
    without_number,
)
from ai.kernels.probcut import LEAST_EMPTIES, in_discs, may_cut
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.sharing import check_overtaken, close_mark, is_marked, keep_order, mark, recall_order
from ai.kernels.stability import STABILITY_ALPHA, max_score
from ai.kernels.table import ENDGAME, NO_MOVE, UNKNOWN, position_key, prefetch_entry, probe_bounds, store
from ai.kernels.workspace import CONTEXT_TYPE, FEW_EMPTIES
from ai.limits import Algorithm, Order
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC
from game.evaluation import FULL_WIDTH

# With fewer empties than these, the table and probing it for all moves cost more than they save.
TABLE_EMPTIES = FEW_EMPTIES + 1
_ENHANCED_EMPTIES = 10
# With fewer empties, moves that another thread is searching are not deferred: marks cost time.
_DEFERRED_EMPTIES = 12
# In tenths of a disc: the cost of each reply, the extra cost of a corner reply, the bonus of an odd quadrant.
_MOBILITY_WEIGHT = 24
_CORNER_REPLY_WEIGHT = 20
_PARITY_BONUS = 12
_WORTH_BIAS = 256  # keeps the worth of a move positive, to pack it with the square into 16 bits
assert _WORTH_BIAS > (FEW_EMPTIES - 1) * _MOBILITY_WEIGHT + 4 * _CORNER_REPLY_WEIGHT
_SQUARE = np.uint64(63)
_N16, _N48 = np.uint64(16), np.uint64(48)
# From the first number of empties on, sorting evaluates the position after each move; from each of the others
# on, it searches one ply more. With fewer empties that costs more than it saves.
_EVALUATED_EMPTIES = 11
_FORESEEN_EMPTIES = (16, 19, 22)


@kernel(int64(uint64, uint64))
def _quick_worth(replies: int, odd: int) -> int:
    """Returns the worth of a move by its replies and by parity; positive with few empties."""
    worth = (
        _WORTH_BIAS
        - _MOBILITY_WEIGHT * popcount(replies)
        - _CORNER_REPLY_WEIGHT * popcount(replies & CORNERS)
    )
    return worth + _PARITY_BONUS if odd else worth


@kernel(int64(uint64, uint64, uint64, CONTEXT_TYPE))
def sort_endgame(player: int, opponent: int, moves: int, context: Any) -> int:
    """Sorts `moves` into the workspace row for this number of empties; returns their number.

    Prefers few replies and odd quadrants; in a large tree few replies and a high score, by the evaluation or
    a shallow search.
    """
    workspace = context.workspace
    empty = ~(player | opponent)
    empties = popcount(empty)
    if workspace.order == Order.UNSORTED:
        return list_moves(workspace, empties, moves)
    is_evaluated = empties >= _EVALUATED_EMPTIES and workspace.order == Order.FULL
    odd = uint64(0) if is_evaluated else odd_quadrants(empty)  # the evaluation includes parity
    plies = int64(0)
    for least in _FORESEEN_EMPTIES:
        plies += empties >= least
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - ONE
        child, rest = make_move(player, opponent, square)
        replies = mobility_vector(child, rest)
        worth = _quick_worth(replies, odd & (ONE << uint64(square)))
        if is_evaluated:
            follow(workspace, empties, square, opponent ^ child)
            if plies > 0:
                worth -= midgame(child, rest, -MAX_SCORE - 1, MAX_SCORE + 1, plies, context)
            else:
                worth -= evaluate(
                    workspace, empties - 1, replies, mobility_vector(rest, child), context.weights
                )
        workspace.unsorted[empties, count] = worth * 64 + square
        count += 1
    sort_moves(workspace, empties, count)
    return count


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, CONTEXT_TYPE))
def without_table(
    player: int, opponent: int, moves: int, alpha: int, beta: int, empties: int, context: Any
) -> int:
    """Returns the score of `endgame` from five empties to TABLE_EMPTIES - 1; sorts down to six empties.

    A vector of eight holds each move as worth * 64 + square. The greatest is taken out when the next move is
    needed, usually only once. The board after each move and the replies to it are kept until it is searched.
    """
    if empties == 5:
        return last_five(player, opponent, moves, alpha, beta, context.telemetry)
    context.telemetry.nodes += 1
    if moves == 0:
        replies = mobility_vector(opponent, player)
        if replies == 0:
            return final_score(player, opponent)
        return -without_table(opponent, player, replies, -beta, -alpha, empties, context)
    if alpha >= STABILITY_ALPHA:
        bound = max_score(player, opponent)
        if bound <= alpha:
            return bound
    workspace = context.workspace
    is_sorted = workspace.order != Order.UNSORTED
    odd = odd_quadrants(~(player | opponent))
    former = later = uint64(0)
    while moves:
        square = first_square(moves)
        moves &= moves - ONE
        child, rest = make_move(player, opponent, square)
        replies = mobility_vector(child, rest)
        workspace.boards[empties, square] = child
        workspace.replies[empties, square] = replies
        number = uint64(_WORTH_BIAS * 64 + 63 - square)
        if is_sorted:
            number = uint64(_quick_worth(replies, odd & (ONE << uint64(square))) * 64 + square)
        later = later << _N16 | former >> _N48
        former = former << _N16 | number
    best = NOTHING
    while former | later:
        number = greatest_of_eight(former, later)
        former, later = without_number(former, later, number)
        square = int64(number & _SQUARE if is_sorted else _SQUARE - (number & _SQUARE))
        child = workspace.boards[empties, square]
        rest = player ^ opponent ^ child ^ (ONE << uint64(square))
        replies = workspace.replies[empties, square]
        score = -without_table(child, rest, replies, -beta, -max(alpha, best), empties - 1, context)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@kernel(int64(uint64, uint64, int64, int64, CONTEXT_TYPE))
def endgame(player: int, opponent: int, alpha: int, beta: int, context: Any) -> int:
    """Returns the exact score in discs; fail-soft and abandoned as in `midgame`. A table of size 0 is off.

    From _EVALUATED_EMPTIES on, the workspace must hold the features of the position.
    """
    telemetry, workspace, table, crew = context.telemetry, context.workspace, context.table, context.crew
    # 1. The last squares.
    empty = ~(player | opponent)
    empties = popcount(empty)
    if empties <= 4:
        if empties == 4:
            return last_four(player, opponent, alpha, beta, telemetry)
        if empties == 0:
            telemetry.nodes += 1
            return final_score(player, opponent)
        a = first_square(empty)
        empty &= empty - ONE
        if empties == 1:
            telemetry.nodes += 1
            return last_one(player, a)
        b = first_square(empty)
        if empties == 2:
            return last_two(player, opponent, a, b, alpha, beta, telemetry)
        c = first_square(empty & (empty - ONE))
        return last_three(player, opponent, a, b, c, alpha, beta, telemetry)
    row = int64(NO_ROW)
    if empties >= workspace.recorded_depth:
        row = enter(player, opponent, alpha, beta, empties, True, telemetry, workspace)
    if empties < TABLE_EMPTIES:
        moves = mobility_vector(player, opponent)
        score = without_table(player, opponent, moves, alpha, beta, empties, context)
        return leave(row, score, Reason.HANDED_ON, telemetry, workspace)
    algorithm = workspace.algorithm

    # 2. Stop on request.
    if telemetry.stop | telemetry.cancelled != 0 or telemetry.wanted != algorithm:
        telemetry.abandoned = 1
        return 0

    telemetry.nodes += 1
    use_table = table.size > 0
    key = uint64(0)
    if use_table:
        key = position_key(player, opponent, ENDGAME)
        prefetch_entry(table, key)

    # 3. A pass, or the end of the game.
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            return leave(row, final_score(player, opponent), Reason.GAME_OVER, telemetry, workspace)
        change_sides(workspace, empties)
        score = -endgame(opponent, player, -beta, -alpha, context)
        change_sides(workspace, empties)
        if telemetry.abandoned != 0:
            return 0
        return leave(row, score, Reason.PASSED, telemetry, workspace)

    # 4. The stable discs of the opponent bound the score.
    if alpha >= STABILITY_ALPHA:
        bound = max_score(player, opponent)
        if bound <= alpha:
            return leave(row, bound, Reason.STABILITY, telemetry, workspace)

    # 5. The transposition table: a bound that is good enough, or at least a first move.
    table_move = NO_MOVE
    if use_table:
        is_enhanced = empties >= _ENHANCED_EMPTIES
        known, found = probe_bounds(
            player, opponent, moves, alpha, beta, empties, key, ENDGAME, is_enhanced, context
        )
        if known != UNKNOWN:
            return leave(row, known, found, telemetry, workspace)
        table_move = found

    # 6. Multi-ProbCut: a shallow midgame search, with a margin, predicts a cut.
    if empties >= LEAST_EMPTIES and workspace.confidence < FULL_WIDTH and may_cut(alpha, beta, algorithm):
        score = probcut(player, opponent, ONE_DISC * alpha, ONE_DISC * beta, context)
        if telemetry.abandoned != 0:
            return 0
        if score != UNKNOWN:
            return leave(row, in_discs(score, beta), Reason.PROBCUT, telemetry, workspace)

    # 7. Take the next move: the table's first, the others sorted once that has failed to cut.
    best = NOTHING
    lower = alpha
    best_move = NO_MOVE
    count = int64(-1)
    place = 0
    tried = 0
    deferred = 0
    is_shared = may_defer = use_table and crew.threads > 1 and empties >= _DEFERRED_EMPTIES
    square = table_move
    if table_move != NO_MOVE:
        moves ^= ONE << uint64(table_move)
    while True:
        if tried > 0 or table_move == NO_MOVE:
            if count < 0 and is_shared:
                count = recall_order(key, moves, empties, context)
            if count < 0:
                count = sort_endgame(player, opponent, moves, context)
                if is_shared:
                    keep_order(key, count, empties, context)
            if place == count:
                if deferred == 0:
                    break
                count, place, deferred, may_defer = deferred, 0, 0, False
            square = int64(workspace.moves[empties, place])
            place += 1

        # 8. Search with the full window, or with a null window and again if the value falls inside.
        child, rest = make_move(player, opponent, square)
        if is_shared:
            child_key = position_key(child, rest, ENDGAME)
            if may_defer and tried > 0 and is_marked(child_key, crew):
                workspace.moves[empties, deferred] = square
                deferred += 1
                continue
        if empties > _EVALUATED_EMPTIES:
            follow(workspace, empties, square, opponent ^ child)
        upper = lower + 1 if algorithm >= Algorithm.PVS and tried > 0 else beta
        telemetry.null_windows += upper < beta
        while True:
            if is_shared:
                mark(child_key, empties - 1, context)
            score = -endgame(child, rest, -upper, -lower, context)
            if upper <= score < beta and telemetry.abandoned == 0:
                telemetry.researches += 1
                score = -endgame(child, rest, -beta, -score, context)
            if not is_shared or not close_mark(child_key, empties - 1, row, context):
                break
        if telemetry.abandoned != 0 or (is_shared and check_overtaken(empties, context)):
            return 0
        tried += 1
        if score > best:
            best = score
            best_move = square
            lower = max(lower, best)
            if best >= beta:
                telemetry.cutoffs += 1
                telemetry.first_cutoffs += tried == 1
                break

    # 9. Store the result.
    if use_table:
        confidence = workspace.confidence if empties >= LEAST_EMPTIES else FULL_WIDTH
        store(table, key, best, alpha, beta, empties, best_move, workspace.age, confidence)
    return leave(row, best, Reason.CUT if best >= beta else Reason.ALL_MOVES, telemetry, workspace)
