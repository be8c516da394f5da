"""A watched search shown at the speed of watching: what it has told, again, a depth after the other."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from ai.engine import Analysis
from ai.limits import Progress

# Of the least time that a search is in sight, the share of its depths; the rest is that of its end.
MOVING: Final = 0.75


@dataclass(frozen=True, slots=True)
class Moment:
    """A search as it was with this `share` of its positions searched, and `depth_share` of those of the
    current depth. It is shown that many times `slower` than it was.
    """

    progress: Progress
    depth_share: float
    share: float
    slower: float


class Playback:
    """Of one search. Each depth is searched at full speed, and shown while the next ones are searched."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.speed = 0.0  # positions that are shown each second
        self.rested = 0.0  # seconds for which all of a search that is over has been shown
        self._is_behind = True
        self._at = 0.0  # positions that are shown
        self._ends: list[int] = []  # positions at the end of each depth
        self._read = 0  # of what it has told

    def skip(self) -> None:
        """Show it as it is, from now on."""
        self._at = self.analysis.counters().nodes

    def update(self, dt: float, speed: float, least: float) -> None:
        """Advances by `dt` seconds at `speed` positions a second; slower where a depth, or the whole of a
        finished search, would be in sight for less than its share of `least` seconds.
        """
        is_done, nodes = self.analysis.is_done, self.analysis.counters().nodes
        ends = self._read_ends()
        if is_done and ends and not self.analysis.was_stopped:
            nodes = ends[-1]  # the last depth was finished: what other threads have searched since is none
        if is_done and nodes > (ends[-1] if ends else 0):
            ends = [*ends, nodes]
        whole = len(ends) * (len(ends) + 1) / 2
        self.speed = speed
        while dt > 0 and self._at < nodes:
            number = bisect_right(ends, self._at)
            end, self.speed = nodes, speed
            if number < len(ends):
                end, begin = ends[number], ends[number - 1] if number else 0
                share = (number + 1) / whole
                self.speed = min(speed, (end - begin) / (MOVING * least * share))
            seconds = (end - self._at) / self.speed
            self._at = float(end) if seconds <= dt else self._at + dt * self.speed
            dt -= min(dt, seconds)
        self._is_behind = self._at < nodes
        self.rested = self.rested + dt if is_done and not self._is_behind else 0.0

    def _read_ends(self) -> list[int]:
        history = self.analysis.history
        for nodes, told in history[self._read :]:
            if len(told.iterations) > len(self._ends):
                self._ends.append(nodes)
            self._read += 1
        return self._ends

    @property
    def moment(self) -> Moment | None:
        """What is shown; None: the search as it is."""
        if not self._is_behind:
            return None
        analysis, counters = self.analysis, self.analysis.counters()
        progress, iterations = analysis.progress_at(self._at), analysis.progress.iterations
        number = min(len(progress.iterations), len(self._ends))  # it may have told more since
        begin = self._ends[number - 1] if number else 0
        if number < min(len(self._ends), len(iterations)):  # what was begun before a switch is none of it
            begin = self._ends[number] - iterations[number].nodes
        end = self._ends[number] if number < len(self._ends) else counters.nodes
        depth_share = max(0.0, (self._at - begin) / max(1, end - begin))
        slower = max(1.0, counters.nodes_per_second / self.speed)
        return Moment(progress, depth_share, self._at / counters.nodes, slower)
