"""A place in a recorded run: it is played, waits at stops, and goes step by step or anywhere at once."""

from __future__ import annotations

from collections.abc import Mapping


class Transport:
    """Whole numbers of `place` are steps, what is between them is on the way to the next one."""

    def __init__(self, last: int = 0, speed: float = 1.0, waits: Mapping[int, float] | None = None) -> None:
        """`speed` is in steps a second; `waits` are the seconds it stays at a step, by the step."""
        self._last = last
        self.speed = speed
        self.waits = waits or {}
        self.is_playing = False
        self.go_to(self.first)

    @property
    def first(self) -> int:
        """Where playing begins."""
        return min(self.waits, default=0)

    @property
    def last(self) -> int:
        """The last step."""
        return self._last

    @property
    def step(self) -> int:
        return int(self.place)

    @property
    def is_at_end(self) -> bool:
        return self.step >= self.last

    @property
    def seconds(self) -> tuple[float, float]:
        """How much has been played, were it played from the beginning, of how much."""
        waited = sum(seconds for step, seconds in self.waits.items() if step <= self.step) - self._waiting
        return self.place / self.speed + waited, self.last / self.speed + sum(self.waits.values())

    def update(self, dt: float, known: float | None = None) -> None:
        """Go on by `dt` seconds of playing, as far as the run is `known`; None: to its end."""
        end = self.last if known is None else known
        while self.is_playing and dt > 0:
            waited = min(dt, self._waiting)
            self._waiting -= waited
            dt -= waited
            self.is_playing = self._waiting > 0 or not self.is_at_end
            if self._waiting > 0 or self.is_at_end:
                return
            stop = min((step for step in self.waits if step > self.place), default=self.last)
            way = max(0.0, min(dt, (min(stop, end) - self.place) / self.speed))
            self.place += way * self.speed
            if stop - self.place < 1e-6:
                self.go_to(stop)
                self.is_playing = self._waiting > 0 or not self.is_at_end
            elif way < dt:  # the rest is not known yet
                return
            dt -= way

    def play(self) -> None:
        """At the end it plays from the start."""
        if self.is_at_end:
            self.go_to(self.first)
        self.is_playing = self.last > 0

    def pause(self) -> None:
        self.is_playing = False

    def go_to(self, step: float) -> None:
        """As far as there are steps; playing goes on from there."""
        self.place = float(min(max(step, 0), self.last))
        self._waiting = self.waits.get(self.step, 0.0)
