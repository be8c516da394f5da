"""What `midgame` and `endgame` do at a node before they search its moves, but for internal deepening: for a
caller that searches the moves itself.
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

from numba import boolean, int64, uint64
from numba.types import UniTuple

from ai.kernels import kernel
from ai.kernels.bitboard import final_score
from ai.kernels.evaluation import WEIGHTS, place_discs
from ai.kernels.intrinsics import flips_vector, mobility_vector, popcount
from ai.kernels.midgame import foretell
from ai.kernels.ordering import insert_move, sort_endgame, sort_midgame
from ai.kernels.probcut import in_discs
from ai.kernels.stability import STABILITY_ALPHA, most_score
from ai.kernels.table import ENDGAME, MIDGAME, NO_MOVE, UNKNOWN, consult, position_key
from ai.kernels.workspace import TELEMETRY_TYPE, WORKSPACE_TYPE
from ai.limits import Algorithm
from ai.weights import ONE_DISC

_PVS = int(Algorithm.PVS)
# Worth more than any move that is sorted.
_FIRST = 1 << 30


@kernel(
    UniTuple(int64, 2)(
        uint64,
        uint64,
        int64,
        int64,
        int64,
        int64,
        boolean,
        TELEMETRY_TYPE,
        WORKSPACE_TYPE,
        WEIGHTS,
        uint64[::1],
    ),
)
def expand(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    algorithm: int,
    exact: bool,
    telemetry: Any,
    workspace: Any,
    weights: Any,
    table: Any,
) -> tuple[int, int]:
    """(The score, if it is known without a search, or UNKNOWN; how many moves there are, 0 for a pass).

    The moves are left in the workspace's row for this number of empties, the best first, and what they turn
    in its `turned`. With `exact` the search is that of `endgame`, else that of `midgame`.
    """
    telemetry.nodes += 1
    empties = popcount(~(player | opponent))
    moves = mobility_vector(player, opponent)
    if moves == 0:
        if mobility_vector(opponent, player) != 0:
            return UNKNOWN, 0
        return final_score(player, opponent) * (1 if exact else ONE_DISC), 0
    if exact and alpha >= STABILITY_ALPHA:
        bound = most_score(player, opponent)
        if bound <= alpha:
            return bound, 0
    table_move = NO_MOVE
    if table.size > 0:
        kind = ENDGAME if exact else MIDGAME
        key = position_key(player, opponent, kind)
        known, table_move = consult(
            player, opponent, moves, alpha, beta, depth, key, kind, True, telemetry, workspace, table
        )
        if known != UNKNOWN:
            return known, 0
    place_discs(workspace, player, opponent)
    if algorithm < _PVS or beta - alpha == 1:
        unit = ONE_DISC if exact else 1
        score = foretell(
            player,
            opponent,
            unit * alpha,
            unit * beta,
            depth,
            algorithm,
            telemetry,
            workspace,
            weights,
            table,
        )
        if score != UNKNOWN:
            return in_discs(score, beta) if exact else score, 0
    if table_move != NO_MOVE:
        moves ^= uint64(1) << uint64(table_move)
    if exact:
        count = sort_endgame(player, opponent, moves, telemetry, workspace, weights)
    else:
        count = sort_midgame(player, opponent, moves, depth, telemetry, workspace, weights)
    if table_move != NO_MOVE:
        insert_move(workspace, empties, count, _FIRST, table_move)
        count += 1
    for place in range(count):
        square = workspace.moves[empties, place] & 63
        workspace.turned[place] = flips_vector(player, opponent, square)
    return UNKNOWN, count
