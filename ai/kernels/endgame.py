"""The exact result of a position with few empties: alpha-beta or PVS in discs, empties to the winner."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score, last_flips
from ai.kernels.evaluation import change_sides, follow, place_discs
from ai.kernels.intrinsics import first_square, flips_vector, mobility_vector, popcount
from ai.kernels.midgame import foretell
from ai.kernels.ordering import EVALUATED_EMPTIES, odd_quadrants, sort_endgame
from ai.kernels.probcut import LEAST_EMPTIES, in_discs
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
from ai.kernels.workspace import MEANS_TYPE, TELEMETRY_TYPE
from ai.limits import Algorithm
from ai.telemetry import Reason
from ai.weights import ONE_DISC
from game.evaluation import FULL_WIDTH

_ONE = np.uint64(1)
_PVS = int(Algorithm.PVS)
_ALL_MOVES = int(Reason.ALL_MOVES)
_CUT = int(Reason.CUT)
_PROBCUT = int(Reason.PROBCUT)
_STABILITY = int(Reason.STABILITY)
_GAME_OVER = int(Reason.GAME_OVER)
_PASSED = int(Reason.PASSED)
_HANDED_ON = int(Reason.HANDED_ON)
# Below every score.
_NOTHING = -65
# With fewer empties than these the sort and the table, and looking for the moves in the table, cost more than
# they save. Measured on FFO #20-#44.
_SORTED_EMPTIES = 8
_ENHANCED_EMPTIES = 10
# These bits of a square's number name its quadrant.
_QUADRANT_BITS = 0b100100


def _neighbour_masks() -> Any:
    masks = []
    for square in range(64):
        x, y = square % 8, square // 8
        near = [
            8 * (y + dy) + x + dx
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (dx or dy) and 0 <= x + dx < 8 and 0 <= y + dy < 8
        ]
        masks.append(sum(1 << other for other in near))
    return np.array(masks, np.uint64)


_NEIGHBOURS = _neighbour_masks()


@kernel(uint64(uint64, uint64, int64))
def flips_next_to(player: int, opponent: int, square: int) -> int:
    """`flips`, with a quick no where no neighbour belongs to the opponent."""
    if _NEIGHBOURS[uint64(square)] & opponent == 0:
        return uint64(0)
    return flips_vector(player, opponent, square)


@kernel(int64(uint64, int64))
def last_one(player: int, square: int) -> int:
    """The score with one empty square; all the others that are not `player`'s are the opponent's."""
    mine = popcount(player)
    turned = last_flips(player, square)
    if turned:
        return 2 * (mine + turned + 1) - 64
    turned = last_flips(~player, square)
    if turned:
        return 2 * (mine - turned) - 64
    return 2 * mine - (62 if mine > 31 else 64)


@kernel(int64(uint64, uint64, int64, int64, int64, int64, TELEMETRY_TYPE))
def last_two(player: int, opponent: int, a: int, b: int, alpha: int, beta: int, telemetry: Any) -> int:
    best = _NOTHING
    nodes = 1
    turned = flips_next_to(player, opponent, a)
    if turned:
        nodes += 1
        best = -last_one(opponent ^ turned, b)
    if best < beta:
        turned = flips_next_to(player, opponent, b)
        if turned:
            nodes += 1
            best = max(best, -last_one(opponent ^ turned, a))
    telemetry.nodes += nodes
    if best != _NOTHING:
        return best
    if flips_next_to(opponent, player, a) == 0 and flips_next_to(opponent, player, b) == 0:
        return final_score(player, opponent)
    return -last_two(opponent, player, a, b, -beta, -alpha, telemetry)


@kernel(int64(uint64, uint64, int64, int64, int64, int64, int64, TELEMETRY_TYPE))
def last_three(
    player: int, opponent: int, a: int, b: int, c: int, alpha: int, beta: int, telemetry: Any
) -> int:
    """Three empties; a square alone in its quadrant goes first."""
    telemetry.nodes += 1
    if (a ^ b) & _QUADRANT_BITS == 0:
        a, c = c, a
    elif (a ^ c) & _QUADRANT_BITS == 0:
        a, b = b, a
    best = _NOTHING
    turned = flips_next_to(player, opponent, a)
    if turned:
        rest = player ^ turned ^ (_ONE << uint64(a))
        best = -last_two(opponent ^ turned, rest, b, c, -beta, -alpha, telemetry)
        if best >= beta:
            return best
    turned = flips_next_to(player, opponent, b)
    if turned:
        rest = player ^ turned ^ (_ONE << uint64(b))
        best = max(best, -last_two(opponent ^ turned, rest, a, c, -beta, -max(alpha, best), telemetry))
        if best >= beta:
            return best
    turned = flips_next_to(player, opponent, c)
    if turned:
        rest = player ^ turned ^ (_ONE << uint64(c))
        best = max(best, -last_two(opponent ^ turned, rest, a, b, -beta, -max(alpha, best), telemetry))
    if best != _NOTHING:
        return best
    if mobility_vector(opponent, player) == 0:
        return final_score(player, opponent)
    return -last_three(opponent, player, a, b, c, -beta, -alpha, telemetry)


@kernel(int64(uint64, uint64, int64, int64, TELEMETRY_TYPE))
def last_four(player: int, opponent: int, alpha: int, beta: int, telemetry: Any) -> int:
    """Four empties: squares in odd quadrants first, without a list of legal moves."""
    telemetry.nodes += 1
    empty = ~(player | opponent)
    odd = empty & odd_quadrants(empty)
    even = empty ^ odd
    best = _NOTHING
    while odd | even:
        if odd:
            square = first_square(odd)
            odd &= odd - _ONE
        else:
            square = first_square(even)
            even &= even - _ONE
        turned = flips_next_to(player, opponent, square)
        if turned:
            others = empty ^ (_ONE << uint64(square))
            a = first_square(others)
            others &= others - _ONE
            b = first_square(others)
            c = first_square(others & (others - _ONE))
            rest = player ^ turned ^ (_ONE << uint64(square))
            score = -last_three(opponent ^ turned, rest, a, b, c, -beta, -max(alpha, best), telemetry)
            if score > best:
                best = score
                if best >= beta:
                    return best
    if best != _NOTHING:
        return best
    if mobility_vector(opponent, player) == 0:
        return final_score(player, opponent)
    return -last_four(opponent, player, -beta, -alpha, telemetry)


@kernel(int64(uint64, uint64, int64, int64, int64, TELEMETRY_TYPE))
def shallow(player: int, opponent: int, alpha: int, beta: int, empties: int, telemetry: Any) -> int:
    """At least five empties, but few: odd quadrants first, no sort, no table."""
    telemetry.nodes += 1
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) == 0:
            return final_score(player, opponent)
        return -shallow(opponent, player, -beta, -alpha, empties, telemetry)
    if alpha >= STABILITY_ALPHA:
        bound = most_score(player, opponent)
        if bound <= alpha:
            return bound
    first = moves & odd_quadrants(~(player | opponent))
    later = moves ^ first
    best = _NOTHING
    while first | later:
        if first:
            square = first_square(first)
            first &= first - _ONE
        else:
            square = first_square(later)
            later &= later - _ONE
        turned = flips_vector(player, opponent, square)
        child = opponent ^ turned
        rest = player ^ turned ^ (_ONE << uint64(square))
        if empties == 5:
            score = -last_four(child, rest, -beta, -max(alpha, best), telemetry)
        else:
            score = -shallow(child, rest, -beta, -max(alpha, best), empties - 1, telemetry)
        if score > best:
            best = score
            if best >= beta:
                return best
    return best


@kernel(int64(uint64, uint64, int64, int64, int64, MEANS_TYPE))
def endgame(player: int, opponent: int, alpha: int, beta: int, algorithm: int, means: Any) -> int:
    """The exact score in discs, fail-soft as in `midgame`, left in the same way; an empty table is off.

    From EVALUATED_EMPTIES on the features of the position must stand in the workspace.
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
    if empties < _SORTED_EMPTIES:
        score = shallow(player, opponent, alpha, beta, empties, telemetry)
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
    if (
        empties >= LEAST_EMPTIES
        and workspace.confidence < FULL_WIDTH
        and (algorithm < _PVS or beta - alpha == 1)
    ):
        score = foretell(player, opponent, ONE_DISC * alpha, ONE_DISC * beta, empties, algorithm, means)
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
                count = sort_endgame(player, opponent, moves, means)
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
        if empties > EVALUATED_EMPTIES:
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
