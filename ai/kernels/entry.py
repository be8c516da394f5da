"""Where Python enters the search: a whole tree, or the help that a thread gives to others.

The means are named by their addresses: looking through records takes Numba 20 microseconds at every call,
numbers less than one. Whoever calls keeps the records where they are.
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any, Final

from numba import boolean, int64, types, uint64
from numba.extending import intrinsic

from ai.kernels import kernel
from ai.kernels.endgame import endgame
from ai.kernels.evaluation import place_discs
from ai.kernels.intrinsics import look_again
from ai.kernels.midgame import midgame
from ai.kernels.splits import NO_SPLIT, join, leave_split
from ai.kernels.workspace import MEANS_TYPE, Means

# The addresses of the records of the means, in their order.
_ADDRESSES: Final = types.UniTuple(int64, len(Means._fields))
# Times a thread looks for something to do before it says that there is nothing: some tenths of a millisecond,
# for most find something sooner than a sleep would end.
_LOOKS = 1000


@intrinsic
def _means_at(_context: Any, addresses: Any) -> Any:
    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        records = [
            builder.inttoptr(builder.extract_value(arguments[0], place), target.get_value_type(record))
            for place, record in enumerate(MEANS_TYPE)
        ]
        return target.make_tuple(builder, MEANS_TYPE, records)

    return MEANS_TYPE(addresses), generate


@kernel(int64(uint64, uint64, int64, int64, int64, boolean, int64, _ADDRESSES))
def search(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    exact: bool,
    algorithm: int,
    addresses: Any,
) -> int:
    """The score of `midgame`, or of `endgame` if it is to be `exact`, from the position alone."""
    means = _means_at(addresses)
    place_discs(means.workspace, player, opponent)
    if exact:
        return endgame(player, opponent, alpha, beta, algorithm, means)
    return midgame(player, opponent, alpha, beta, depth, algorithm, means)


@kernel(boolean(_ADDRESSES))
def help_others(addresses: Any) -> bool:
    """Search moves of one split until none is left; False if there was none to join."""
    means = _means_at(addresses)
    crew = means.crew
    number = join(NO_SPLIT, means)
    looks = 0
    while number == NO_SPLIT and looks < _LOOKS and crew.is_active != 0:
        number = join(NO_SPLIT, means)
        looks += 1
        look_again()
    if number == NO_SPLIT:
        return False
    split = crew.splits[number]
    guest = -1 - number
    if split.is_exact != 0:
        endgame(split.player, split.opponent, split.alpha, split.beta, guest, means)
    else:
        midgame(split.player, split.opponent, split.alpha, split.beta, split.depth, guest, means)
    leave_split(number, NO_SPLIT, means)
    return True
