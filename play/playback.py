"""Replays a watched search in slow motion, depth by depth."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from ai.engine import Analysis
from ai.limits import Progress

# The share of the least display time for the depths; the rest is for the finished search.
MOVING: Final = 0.75


@dataclass(frozen=True, slots=True)
class Moment:
    """A search at the moment when it had searched this `share` of its positions, and `depth_share` of those
    of the current depth. The replay is `slower` by this factor.
    """

    progress: Progress
    depth_share: float
    share: float
    slower: float


class Playback:
    """The replay of one search, which runs at full speed: each depth is shown during the next ones."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.speed = 0.0  # positions shown per second
        self.rested = 0.0  # seconds since the end of a finished search was shown
        self._is_behind = True
        self._at = 0.0  # positions shown so far
        self._ends: list[int] = []  # positions at the end of each depth
        self._read = 0  # entries of the history that have been read

    def skip(self) -> None:
        """Jumps to the current state of the search."""
        self._at = self.analysis.counters().nodes

    def update(self, dt: float, speed: float, least: float) -> None:
        """Advances by `dt` seconds at `speed` positions a second; slower if a depth, or the rest of a
        finished search, would be shown for less than its share of `least` seconds.
        """
        is_done, nodes = self.analysis.is_done, self.analysis.counters().nodes
        ends = self._read_ends()
        if is_done and ends and not self.analysis.was_stopped:
            nodes = ends[-1]  # the last depth was finished: ignore later nodes of other threads
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
        """The moment to show; None if the replay has caught up with the search."""
        if not self._is_behind:
            return None
        analysis, counters = self.analysis, self.analysis.counters()
        progress, iterations = analysis.progress_at(self._at), analysis.progress.iterations
        number = min(len(progress.iterations), len(self._ends))  # the history may have grown since
        begin = self._ends[number - 1] if number else 0
        if number < min(len(self._ends), len(iterations)):  # exclude work from before a switch
            begin = self._ends[number] - iterations[number].nodes
        end = self._ends[number] if number < len(self._ends) else counters.nodes
        depth_share = max(0.0, (self._at - begin) / max(1, end - begin))
        slower = max(1.0, counters.nodes_per_second / self.speed)
        return Moment(progress, depth_share, self._at / counters.nodes, slower)
