"""The solver of the last few empties, where a table or sorted moves cost more than they save."""

from typing import Any

import numpy as np
from numba import int64, uint64

from ai.kernels import kernel
from ai.kernels.bitboard import final_score, last_flips
from ai.kernels.intrinsics import ONE, first_square, flips_vector, mobility_vector, popcount
from ai.kernels.ordering import odd_quadrants
from ai.kernels.stability import STABILITY_ALPHA, max_score
from ai.kernels.workspace import TELEMETRY_TYPE
from game.board import DIRECTIONS, shift

NOTHING = -65  # below every score
_QUADRANT_BITS = 0b100100  # of a square's number: they select its quadrant

_NEIGHBOURS = np.array(
    [sum(shift(1 << square, *direction) for direction in DIRECTIONS) for square in range(64)], np.uint64
)


@kernel(uint64(uint64, uint64, int64))
def flips_next_to(player: int, opponent: int, square: int) -> int:
    """Returns `flips`; quickly 0 if no neighbouring square belongs to the opponent."""
    if _NEIGHBOURS[uint64(square)] & opponent == 0:
        return uint64(0)
    return flips_vector(player, opponent, square)


@kernel(int64(uint64, int64))
def last_one(player: int, square: int) -> int:
    """Returns the score with one empty `square`; the opponent has all others that are not `player`'s."""
    mine = popcount(player)
    turned = last_flips(player, square)
    if turned:
        return 2 * (mine + turned + 1) - 64
    turned = last_flips(~player, square)
    if turned:
        return 2 * (mine - turned) - 64
    return 2 * mine - (62 if mine > 31 else 64)


@kernel(int64(uint64, uint64, int64, int64, int64, TELEMETRY_TYPE), is_inlined=True)
def _best_of_two(player: int, opponent: int, a: int, b: int, beta: int, telemetry: Any) -> int:
    """Returns the better score of the moves to two squares, or NOTHING if neither is legal."""
    best = NOTHING
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
    return best


@kernel(int64(uint64, uint64, int64, int64, int64, TELEMETRY_TYPE))
def _two_after_pass(player: int, opponent: int, a: int, b: int, beta: int, telemetry: Any) -> int:
    best = _best_of_two(player, opponent, a, b, beta, telemetry)
    if best == NOTHING:  # the game was over before the pass, so the pass is no node
        telemetry.nodes -= 1
        return final_score(player, opponent)
    return best


@kernel(int64(uint64, uint64, int64, int64, int64, int64, TELEMETRY_TYPE), is_inlined=True)
def last_two(player: int, opponent: int, a: int, b: int, alpha: int, beta: int, telemetry: Any) -> int:
    best = _best_of_two(player, opponent, a, b, beta, telemetry)
    if best != NOTHING:
        return best
    return -_two_after_pass(opponent, player, a, b, -alpha, telemetry)


@kernel(int64(uint64, uint64, int64, int64, int64, int64, int64, TELEMETRY_TYPE))
def last_three(
    player: int, opponent: int, a: int, b: int, c: int, alpha: int, beta: int, telemetry: Any
) -> int:
    """Returns the score with three empties; tries a square alone in its quadrant first."""
    telemetry.nodes += 1
    if (a ^ b) & _QUADRANT_BITS == 0:
        a, c = c, a
    elif (a ^ c) & _QUADRANT_BITS == 0:
        a, b = b, a
    best = NOTHING
    turned = flips_next_to(player, opponent, a)
    if turned:
        rest = player ^ turned ^ (ONE << uint64(a))
        best = -last_two(opponent ^ turned, rest, b, c, -beta, -alpha, telemetry)
        if best >= beta:
            return best
    turned = flips_next_to(player, opponent, b)
    if turned:
        rest = player ^ turned ^ (ONE << uint64(b))
        best = max(best, -last_two(opponent ^ turned, rest, a, c, -beta, -max(alpha, best), telemetry))
        if best >= beta:
            return best
    turned = flips_next_to(player, opponent, c)
    if turned:
        rest = player ^ turned ^ (ONE << uint64(c))
        best = max(best, -last_two(opponent ^ turned, rest, a, b, -beta, -max(alpha, best), telemetry))
    if best != NOTHING:
        return best
    if mobility_vector(opponent, player) == 0:
        return final_score(player, opponent)
    return -last_three(opponent, player, a, b, c, -beta, -alpha, telemetry)


@kernel(int64(uint64, uint64, int64, int64, TELEMETRY_TYPE))
def last_four(player: int, opponent: int, alpha: int, beta: int, telemetry: Any) -> int:
    """Returns the score with four empties; tries odd quadrants first, without a list of legal moves."""
    telemetry.nodes += 1
    if alpha >= STABILITY_ALPHA:
        bound = max_score(player, opponent)
        if bound <= alpha:
            return bound
    empty = ~(player | opponent)
    odd = empty & odd_quadrants(empty)
    even = empty ^ odd
    best = NOTHING
    while odd | even:
        if odd:
            square = first_square(odd)
            odd &= odd - ONE
        else:
            square = first_square(even)
            even &= even - ONE
        turned = flips_next_to(player, opponent, square)
        if turned:
            others = empty ^ (ONE << uint64(square))
            a = first_square(others)
            others &= others - ONE
            b = first_square(others)
            c = first_square(others & (others - ONE))
            rest = player ^ turned ^ (ONE << uint64(square))
            score = -last_three(opponent ^ turned, rest, a, b, c, -beta, -max(alpha, best), telemetry)
            if score > best:
                best = score
                if best >= beta:
                    return best
    if best != NOTHING:
        return best
    if mobility_vector(opponent, player) == 0:
        return final_score(player, opponent)
    return -last_four(opponent, player, -beta, -alpha, telemetry)


@kernel(int64(uint64, uint64, uint64, int64, int64, TELEMETRY_TYPE))
def last_five(player: int, opponent: int, moves: int, alpha: int, beta: int, telemetry: Any) -> int:
    """Returns the score with five empties; tries the legal `moves` in odd quadrants first."""
    telemetry.nodes += 1
    if moves == 0:
        replies = mobility_vector(opponent, player)
        if replies == 0:
            return final_score(player, opponent)
        return -last_five(opponent, player, replies, -beta, -alpha, telemetry)
    if alpha >= STABILITY_ALPHA:
        bound = max_score(player, opponent)
        if bound <= alpha:
            return bound
    first = moves & odd_quadrants(~(player | opponent))
    later = moves ^ first
    best = NOTHING
    while first | later:
        if first:
            square = first_square(first)
            first &= first - ONE
        else:
            square = first_square(later)
            later &= later - ONE
        turned = flips_vector(player, opponent, square)
        rest = player ^ turned ^ (ONE << uint64(square))
        score = -last_four(opponent ^ turned, rest, -beta, -max(alpha, best), telemetry)
        if score > best:
            best = score
            if best >= beta:
                return best
    return best
