"""Loops for the bench: a kernel called over many positions, so that the call from Python costs nothing.

Nothing else needs them, so they are compiled when they are imported, which takes no time, and are not kept.
Each returns a sum of all results, which a test compares with the plain functions, and which keeps the
compiler from leaving the calls out.
"""

from __future__ import annotations

from typing import Any

from numba import int64, njit, uint64

from ai.kernels.bitboard import flips, legal_moves
from ai.kernels.evaluation import evaluate, follow, place_discs
from ai.kernels.intrinsics import ONE, first_square, popcount
from ai.kernels.workspace import WEIGHTS_TYPE, WORKSPACE_TYPE


@njit(int64(uint64[::1], uint64[::1], WORKSPACE_TYPE, WEIGHTS_TYPE), nogil=True)
def evaluate_many(players: Any, opponents: Any, workspace: Any, weights: Any) -> int:
    """The sum of the evaluations after every move, as a search makes them: the features follow the move, and
    the legal moves of both sides are found.
    """
    total = 0
    for i in range(players.size):
        player, opponent = players[i], opponents[i]
        empties = popcount(~(player | opponent))
        place_discs(workspace, player, opponent)
        moves = legal_moves(player, opponent)
        while moves:
            square = first_square(moves)
            moves &= moves - ONE
            turned = flips(player, opponent, square)
            follow(workspace, empties, square, turned)
            child, rest = opponent ^ turned, player ^ turned ^ (ONE << uint64(square))
            total += evaluate(
                workspace, empties - 1, legal_moves(child, rest), legal_moves(rest, child), weights
            )
    return total


@njit(uint64(uint64[::1], uint64[::1]), nogil=True)
def legal_moves_many(players: Any, opponents: Any) -> int:
    """The sum of the masks, modulo 2^64."""
    total = uint64(0)
    for i in range(players.size):
        total += legal_moves(players[i], opponents[i])
    return total


@njit(uint64(uint64[::1], uint64[::1], int64[::1]), nogil=True)
def flips_many(players: Any, opponents: Any, squares: Any) -> int:
    """The sum of the masks, modulo 2^64, of one move for each position."""
    total = uint64(0)
    for i in range(players.size):
        total += flips(players[i], opponents[i], squares[i])
    return total
