"""When the clock of a person ticks: once for each of the last seconds."""

from __future__ import annotations

import math
from typing import Final

from game.tree import Node
from play.match import Match, MatchPhase

LAST_SECONDS: Final = 10


class ClockTicks:
    def __init__(self) -> None:
        self._last: tuple[Node, int] | None = None

    def is_due(self, match: Match) -> bool:
        """Whether another of the last seconds has begun, in which a person has to move, since this was asked
        the last time.
        """
        left = match.clock.time_for_move(match.turn) if match.phase is MatchPhase.HUMAN else None
        if left is None or not 0 < left <= LAST_SECONDS:
            return False
        before, self._last = self._last, (match.game.node, math.ceil(left))
        return self._last != before
