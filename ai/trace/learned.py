"""What the order of the moves has learned by a step of a trace: killers, or points of history."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ai.limits import Order
from ai.reference.tree import CutMemory, Event
from ai.trace.events import Trace
from game.board import PASS, Move


@dataclass(frozen=True, slots=True)
class Learned:
    """`rows` are (ply, moves with their points, best first); history has one for each side, by ply 0 and 1.

    A killer has the points that it has by history, but its place does not depend on them.
    """

    order: Order
    rows: tuple[tuple[int, tuple[tuple[Move, int], ...]], ...]

    def at(self, ply: int) -> tuple[tuple[Move, int], ...]:
        """Those that count at a ply."""
        return dict(self.rows).get(ply % 2 if self.order is Order.HISTORY else ply, ())


class Learning:
    """Replays the cuts of a trace; going on is cheap, going back begins anew."""

    def __init__(self, trace: Trace) -> None:
        events = trace.events[cuts := trace.steps(Event.CUT)]
        is_learned = events["move"] != PASS
        self._steps, self._events = cuts[is_learned], events[is_learned]
        passes = trace.steps(Event.ANOTHER_PASS)
        self._begun = passes[trace.events["detail"][passes] > 0]
        begun = (Order(int(detail) - 1) for detail in trace.events["detail"][self._begun])
        self._orders = [trace.choice.order, *begun]
        self._known, self._memory = (0, 0), CutMemory()

    def order_at(self, step: int) -> Order:
        return self._orders[int(np.searchsorted(self._begun, step, "right"))]

    def at(self, step: int) -> Learned | None:
        """None where the order learns nothing."""
        order = self.order_at(step)
        if order not in (Order.KILLERS, Order.HISTORY):
            return None
        number = int(np.searchsorted(self._begun, step, "right"))
        first = int(np.searchsorted(self._steps, self._begun[number - 1])) if number else 0
        last = int(np.searchsorted(self._steps, step, "right"))
        if self._known[0] != first or self._known[1] > last:
            self._known, self._memory = (first, first), CutMemory()
        for event in self._events[self._known[1] : last]:
            self._memory.learn(int(event["ply"]), int(event["depth"]), int(event["move"]))
        self._known = first, last
        return Learned(order, tuple(self._rows(order)))

    def _rows(self, order: Order) -> Iterator[tuple[int, tuple[tuple[Move, int], ...]]]:
        points = self._memory.history
        if order is Order.HISTORY:
            for side in (0, 1):
                found = [(move, points[ply, move]) for ply, move in points if ply == side]
                yield side, tuple(sorted(found, key=lambda each: (-each[1], each[0])))
            return
        for ply, moves in sorted(self._memory.killers.items()):
            yield ply, tuple((move, points[ply % 2, move]) for move in moves)
