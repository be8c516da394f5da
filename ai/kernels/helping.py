"""The work of a thread that others have called to help."""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

from numba import boolean

from ai.kernels import kernel
from ai.kernels.endgame import endgame
from ai.kernels.intrinsics import look_again
from ai.kernels.midgame import midgame
from ai.kernels.splits import NO_SPLIT, join, leave_split
from ai.kernels.workspace import MEANS_TYPE

# Times a thread looks for something to do before it says that there is nothing; some ten microseconds.
_LOOKS = 100


@kernel(boolean(MEANS_TYPE))
def help_others(means: Any) -> bool:
    """Search moves of one split until none is left; False if there was none to join."""
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
