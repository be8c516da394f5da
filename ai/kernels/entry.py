"""Where Python enters the search: the search of a whole tree, or of moves that another thread shares.

The context is passed as the addresses of its records: Numba takes 20 microseconds at every call to look
through records, and less than one for numbers. The caller keeps the records where they are.
"""

from typing import Any, Final

from numba import boolean, int64, types, uint64
from numba.extending import intrinsic

from ai.kernels import kernel
from ai.kernels.endgame import endgame
from ai.kernels.evaluation import place_discs
from ai.kernels.intrinsics import look_again
from ai.kernels.midgame import midgame
from ai.kernels.splits import NO_SPLIT, join, leave_split
from ai.kernels.workspace import CONTEXT_TYPE, SearchContext

# The addresses of the records of the context, in their order.
_ADDRESSES: Final = types.UniTuple(int64, len(SearchContext._fields))
# How often a thread looks for moves before it reports that there are none: for some tenths of a millisecond,
# as most find some sooner than a sleep would end.
_LOOKS = 1000


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
    """The score of `midgame`, or of `endgame` if it is to be `exact`, from the position alone."""
    context = _context_at(addresses)
    context.workspace.algorithm = algorithm
    place_discs(context.workspace, player, opponent)
    if exact:
        return endgame(player, opponent, alpha, beta, int64(NO_SPLIT), context)
    return midgame(player, opponent, alpha, beta, depth, int64(NO_SPLIT), context)


@kernel(boolean(_ADDRESSES))
def help_others(addresses: Any) -> bool:
    """Search moves of one split until none is left; False if there was none to join."""
    context = _context_at(addresses)
    crew = context.crew
    number = join(NO_SPLIT, context)
    looks = 0
    while number == NO_SPLIT and looks < _LOOKS and crew.is_active != 0:
        number = join(NO_SPLIT, context)
        looks += 1
        look_again()
    if number == NO_SPLIT:
        return False
    split = crew.splits[number]
    context.workspace.algorithm = split.algorithm
    if split.is_exact != 0:
        endgame(split.player, split.opponent, split.alpha, split.beta, number, context)
    else:
        midgame(split.player, split.opponent, split.alpha, split.beta, split.depth, number, context)
    leave_split(number, NO_SPLIT, context)
    return True
