"""The exact result of a position with few empties: alpha-beta or PVS in discs, empties to the winner."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score
from ai.kernels.evaluation import change_sides, evaluate, follow, place_discs
from ai.kernels.intrinsics import first_square, flips_vector, mobility_vector, popcount
from ai.kernels.last_squares import last_five, last_four, last_one, last_three, last_two
from ai.kernels.midgame import foretell, midgame
from ai.kernels.ordering import CORNERS, list_moves, odd_quadrants, sort_moves
from ai.kernels.probcut import LEAST_EMPTIES, in_discs, may_cut
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.splits import (
    NO_SPLIT,
    close_split,
    is_somebody_inside,
    join,
    leave_split,
    offer,
    open_split,
    take,
)
from ai.kernels.stability import STABILITY_ALPHA, most_score
from ai.kernels.table import ENDGAME, NO_MOVE, UNKNOWN, announce, consult, position_key, store
from ai.kernels.workspace import MEANS_TYPE
from ai.limits import Algorithm, Order
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC
from game.evaluation import FULL_WIDTH

_ONE = np.uint64(1)
_PVS = int(Algorithm.PVS)
_UNSORTED = int(Order.UNSORTED)
_FULL = int(Order.FULL)
_ALL_MOVES = int(Reason.ALL_MOVES)
_CUT = int(Reason.CUT)
_PROBCUT = int(Reason.PROBCUT)
_STABILITY = int(Reason.STABILITY)
_GAME_OVER = int(Reason.GAME_OVER)
_PASSED = int(Reason.PASSED)
_HANDED_ON = int(Reason.HANDED_ON)
# Below every score.
_NOTHING = -65
# With fewer empties than these the table, and asking it for all moves, cost more than they save. Measured on
# FFO #20-#44, the first again on 60 fresh endgames.
TABLE_EMPTIES = 9
_ENHANCED_EMPTIES = 10
# What a reply of the opponent costs, what a corner among the replies costs besides, and what an odd quadrant
# is worth, in tenths of a disc. Measured on 60 fresh endgames.
_MOBILITY_WEIGHT = 24
_CORNER_REPLY_WEIGHT = 20
_PARITY_BONUS = 12
# To sort the moves the position after each is evaluated from this many empties on (with fewer it costs more
# than it saves), and from these on searched for one ply more each. Measured on FFO #31-#49 and 60 fresh
# endgames.
_EVALUATED_EMPTIES = 11
_FORESEEN_EMPTIES = (16, 19, 22)


@kernel(int64(uint64, uint64, uint64, int64, MEANS_TYPE))
def sort_endgame(player: int, opponent: int, moves: int, algorithm: int, means: Any) -> int:
    """Sort `moves` into the row of the workspace for this number of empties; how many there are.

    Fastest first (fewest replies), odd quadrants, and where the tree below is large the evaluation, or a
    search of some plies where it is larger still.
    """
    workspace = means.workspace
    empty = ~(player | opponent)
    empties = popcount(empty)
    if workspace.order == _UNSORTED:
        return list_moves(workspace, empties, moves)
    is_evaluated = empties >= _EVALUATED_EMPTIES and workspace.order == _FULL
    odd = odd_quadrants(empty)
    plies = int64(0)
    for least in _FORESEEN_EMPTIES:
        plies += empties >= least
    count = 0
    while moves:
        square = first_square(moves)
        moves &= moves - _ONE
        turned = flips_vector(player, opponent, square)
        child = opponent ^ turned
        rest = player ^ turned ^ (_ONE << uint64(square))
        replies = mobility_vector(child, rest)
        worth = -_MOBILITY_WEIGHT * popcount(replies) - _CORNER_REPLY_WEIGHT * popcount(replies & CORNERS)
        if odd & (_ONE << uint64(square)):
            worth += _PARITY_BONUS
        if is_evaluated:
            follow(workspace, empties, square, turned)
            if plies > 0:
                worth -= midgame(child, rest, -MAX_SCORE - 1, MAX_SCORE + 1, plies, algorithm, means)
            else:
                worth -= evaluate(
                    workspace, empties - 1, replies, mobility_vector(rest, child), means.weights
                )
        workspace.unsorted[empties, count] = worth * 64 + square
        count += 1
    sort_moves(workspace, empties, count)
    return count


@kernel(int64(uint64, uint64, int64, int64, int64, int64, MEANS_TYPE))
def without_table(
    player: int, opponent: int, alpha: int, beta: int, empties: int, algorithm: int, means: Any
) -> int:
    """With five empties and more, but fewer than the table is asked for: down to six the moves are sorted,
    which saves more than it costs (measured on 60 fresh endgames).
    """
    if empties == 5:
        return last_five(player, opponent, alpha, beta, means.telemetry)
    means.telemetry.nodes += 1
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            return final_score(player, opponent)
        return -without_table(opponent, player, -beta, -alpha, empties, algorithm, means)
    if alpha >= STABILITY_ALPHA:
        bound = most_score(player, opponent)
        if bound <= alpha:
            return bound
    best = _NOTHING
    count = sort_endgame(player, opponent, moves, algorithm, means)
    for place in range(count):
        square = int64(means.workspace.moves[empties, place])
        turned = flips_vector(player, opponent, square)
        rest = player ^ turned ^ (_ONE << uint64(square))
        lower = max(alpha, best)
        score = -without_table(opponent ^ turned, rest, -beta, -lower, empties - 1, algorithm, means)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@kernel(int64(uint64, uint64, int64, int64, int64, MEANS_TYPE))
def endgame(player: int, opponent: int, alpha: int, beta: int, algorithm: int, means: Any) -> int:
    """The exact score in discs, fail-soft as in `midgame`, left in the same way; an empty table is off.

    From _EVALUATED_EMPTIES on the features of the position must stand in the workspace.
    """
    telemetry, workspace, table, crew = means.telemetry, means.workspace, means.table, means.crew
    # 1. The last squares, and leaving when told to.
    empty = ~(player | opponent)
    empties = popcount(empty)
    if empties <= 4:
        if empties == 4:
            return last_four(player, opponent, alpha, beta, telemetry)
        if empties == 0:
            telemetry.nodes += 1
            return final_score(player, opponent)
        a = first_square(empty)
        empty &= empty - _ONE
        if empties == 1:
            telemetry.nodes += 1
            return last_one(player, a)
        b = first_square(empty)
        if empties == 2:
            return last_two(player, opponent, a, b, alpha, beta, telemetry)
        c = first_square(empty & (empty - _ONE))
        return last_three(player, opponent, a, b, c, alpha, beta, telemetry)
    row = int64(NO_ROW)
    if empties >= workspace.recorded_depth:
        row = enter(player, opponent, alpha, beta, empties, True, telemetry, workspace)
    if empties < TABLE_EMPTIES:
        score = without_table(player, opponent, alpha, beta, empties, algorithm, means)
        return leave(row, score, _HANDED_ON, telemetry, workspace)
    if telemetry.stop | telemetry.cancelled != 0 or telemetry.wanted != algorithm:
        if algorithm >= 0:
            telemetry.abandoned = 1
            return 0

        # Or search moves of the split -1 - `algorithm`, of which this is the node, as in 7.
        number = -1 - algorithm
        algorithm = crew.splits[number].algorithm
        place_discs(workspace, player, opponent)
        square = take(crew, number)
        while square != NO_MOVE:
            turned = flips_vector(player, opponent, square)
            child = opponent ^ turned
            rest = player ^ turned ^ (_ONE << uint64(square))
            follow(workspace, empties, square, turned)
            lower = max(alpha, crew.splits[number].best)
            if algorithm >= _PVS:
                telemetry.null_windows += lower + 1 < beta
                score = -endgame(child, rest, -lower - 1, -lower, algorithm, means)
                if telemetry.abandoned == 0 and lower < score < beta:
                    telemetry.researches += 1
                    lower = min(max(score, crew.splits[number].best), beta - 1)
                    score = -endgame(child, rest, -beta, -lower, algorithm, means)
            else:
                score = -endgame(child, rest, -beta, -lower, algorithm, means)
            if telemetry.abandoned != 0:
                break
            offer(crew, number, workspace.hand, square, score)
            square = take(crew, number)
        return 0
    telemetry.nodes += 1
    use_table = table.size > 0
    key = uint64(0)
    if use_table:
        key = position_key(player, opponent, ENDGAME)
        announce(table, key)

    # 2. A pass, or the end of the game.
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            return leave(row, final_score(player, opponent), _GAME_OVER, telemetry, workspace)
        change_sides(workspace, empties)
        score = -endgame(opponent, player, -beta, -alpha, algorithm, means)
        change_sides(workspace, empties)
        if telemetry.abandoned != 0:
            return 0
        return leave(row, score, _PASSED, telemetry, workspace)

    # 3. What the opponent cannot lose any more bounds the score.
    if alpha >= STABILITY_ALPHA:
        bound = most_score(player, opponent)
        if bound <= alpha:
            return leave(row, bound, _STABILITY, telemetry, workspace)

    # 4. The transposition table: a bound that is good enough, or at least a first move.
    table_move = NO_MOVE
    if use_table:
        is_enhanced = empties >= _ENHANCED_EMPTIES
        known, found = consult(
            player, opponent, moves, alpha, beta, empties, key, ENDGAME, is_enhanced, means
        )
        if known != UNKNOWN:
            return leave(row, known, found, telemetry, workspace)
        table_move = found

    # 5. Multi-ProbCut: a shallow search of the middle game with a margin foretells a cut.
    if empties >= LEAST_EMPTIES and workspace.confidence < FULL_WIDTH and may_cut(alpha, beta, algorithm):
        score = foretell(player, opponent, ONE_DISC * alpha, ONE_DISC * beta, algorithm, means)
        if telemetry.abandoned != 0:
            return 0
        if score != UNKNOWN:
            return leave(row, in_discs(score, beta), _PROBCUT, telemetry, workspace)

    # 6. The moves, the table's first; the others are sorted once it has failed to cut.
    best = _NOTHING
    lower = alpha
    best_move = NO_MOVE
    count = 0
    place = 0
    tried = 0
    square = table_move
    while True:
        if tried > 0 or table_move == NO_MOVE:
            if tried == 0 or (tried == 1 and table_move != NO_MOVE):
                count = sort_endgame(player, opponent, moves, algorithm, means)
            if place == count:
                break
            if (
                tried > 0
                and crew.idle > crew.unjoined
                and empties >= crew.least_empties
                and place + 1 < count
            ):
                number = open_split(
                    player,
                    opponent,
                    alpha,
                    beta,
                    empties,
                    algorithm,
                    True,
                    best,
                    best_move,
                    place,
                    count,
                    means,
                )
                if number != NO_SPLIT:
                    inside = number
                    while inside != NO_SPLIT or is_somebody_inside(number, means):
                        if inside != NO_SPLIT:
                            split = crew.splits[inside]
                            guest = -1 - inside
                            endgame(split.player, split.opponent, split.alpha, split.beta, guest, means)
                            leave_split(inside, number, means)
                        inside = join(number, means)
                    if not close_split(number, means):
                        return 0
                    best, best_move = crew.splits[number].best, crew.splits[number].best_move
                    telemetry.cutoffs += best >= beta
                    break
            square = int64(workspace.moves[empties, place])
            place += 1
        else:
            moves ^= _ONE << uint64(square)
        turned = flips_vector(player, opponent, square)
        child = opponent ^ turned
        rest = player ^ turned ^ (_ONE << uint64(square))
        if empties > _EVALUATED_EMPTIES:
            follow(workspace, empties, square, turned)

        # 7. Full window, or the null window and a second look when the value falls inside.
        if algorithm >= _PVS and tried > 0:
            telemetry.null_windows += lower + 1 < beta
            score = -endgame(child, rest, -lower - 1, -lower, algorithm, means)
            if telemetry.abandoned == 0 and lower < score < beta:
                telemetry.researches += 1
                score = -endgame(child, rest, -beta, -score, algorithm, means)
        else:
            score = -endgame(child, rest, -beta, -lower, algorithm, means)
        if telemetry.abandoned != 0:
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

    # 8. Remember it.
    if use_table:
        confidence = workspace.confidence if empties >= LEAST_EMPTIES else FULL_WIDTH
        store(table, key, best, alpha, beta, empties, best_move, workspace.age, confidence)
    return leave(row, best, _CUT if best >= beta else _ALL_MOVES, telemetry, workspace)
