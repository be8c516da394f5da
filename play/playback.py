"""A watched search shown at the pace of watching: what it has told, again, as slowly as there is time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ai.engine import Analysis
from ai.limits import Progress

# A search shown at this share of its speed, or faster, is shown as it is.
NEARLY_ONE: Final = 0.9
# Seconds over which what is left is shown at least, however late it is.
LEAST_REST: Final = 0.05


@dataclass(frozen=True, slots=True)
class Moment:
    """A search as it was, after `nodes` positions; it is shown that many times `slower` than it was."""

    progress: Progress
    nodes: int
    slower: float


class Playback:
    """Of one search, from its beginning to its end in the seconds that a move takes."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.rate = 1.0
        """Seconds of the search that are shown each second."""
        self._at = 0.0  # second of the search that is shown

    def update(self, dt: float, left: float) -> None:
        """Go on by `dt` seconds, of which `left` remain until the move is made."""
        analysis = self.analysis
        now = analysis.counters().seconds
        end = now if analysis.is_done else max(now, analysis.limit.seconds or now)
        self.rate = min(1.0, (end - self._at) / max(LEAST_REST, left)) if left > 0 else 1.0
        self._at = min(now, self._at + self.rate * dt) if left > 0 else now

    @property
    def moment(self) -> Moment | None:
        """What is shown; None: the search as it is."""
        if self.rate >= NEARLY_ONE:
            return None
        told = self.analysis.told_at(self._at)
        return None if told is None else Moment(*told, slower=1 / max(1e-6, self.rate))
