"""The kernel through which Python enters the search.

The context is passed as the addresses of its records, which the caller must keep in place: at every call
Numba takes 20 microseconds to unpack records, and less than one for numbers.
"""

from typing import Any, Final

from numba import boolean, int64, types, uint64
from numba.extending import intrinsic

from ai.kernels import kernel
from ai.kernels.endgame import endgame
from ai.kernels.evaluation import place_discs
from ai.kernels.intrinsics import popcount
from ai.kernels.midgame import midgame
from ai.kernels.sharing import close_mark, mark
from ai.kernels.table import ENDGAME, MIDGAME, position_key
from ai.kernels.workspace import CONTEXT_TYPE, SearchContext

_ADDRESSES: Final = types.UniTuple(int64, len(SearchContext._fields))  # of the records, in order


@intrinsic
def _context_at(_context: Any, addresses: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        records = [
            builder.inttoptr(builder.extract_value(arguments[0], place), target.get_value_type(record))
            for place, record in enumerate(CONTEXT_TYPE)
        ]
        return target.make_tuple(builder, CONTEXT_TYPE, records)

    return CONTEXT_TYPE(addresses), generate


@kernel(int64(uint64, uint64, int64, int64, int64, boolean, int64, _ADDRESSES))
def search(
    player: int, opponent: int, alpha: int, beta: int, depth: int, exact: bool, algorithm: int, addresses: Any
) -> int:
    """Returns the score of `midgame`, or of `endgame` if `exact`; computes the features itself."""
    context = _context_at(addresses)
    context.workspace.algorithm = algorithm
    place_discs(context.workspace, player, opponent)
    # The mark makes helper threads, which search the root, defer the move to this position.
    key = (
        position_key(player, opponent, ENDGAME)
        if exact
        else position_key(player, opponent, MIDGAME) ^ uint64(depth)
    )
    empties, row = popcount(~(player | opponent)), context.workspace.open_row
    while True:
        mark(key, empties, context)
        if exact:
            score = endgame(player, opponent, alpha, beta, context)
        else:
            score = midgame(player, opponent, alpha, beta, depth, context)
        if not close_mark(key, empties, row, context):
            return score
