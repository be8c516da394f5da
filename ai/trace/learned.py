"""What the move order has learned by a step of a trace: killers, or history points."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

import numpy as np

from ai.limits import Order
from ai.reference.tree import CutMemory, Event
from ai.trace.events import Trace
from game.board import PASS, Move


@dataclass(frozen=True, slots=True)
class Learned:
    """Learned moves: `rows` are (ply, moves with points, best first); history has one for each side, 0 and 1.

    Killers also have their history points, but their order does not depend on them.
    """

    order: Order
    rows: tuple[tuple[int, tuple[tuple[Move, int], ...]], ...]

    def at(self, ply: int) -> tuple[tuple[Move, int], ...]:
        """Returns the learned moves that count at a ply, with their points."""
        return dict(self.rows).get(ply % 2 if self.order is Order.HISTORY else ply, ())


class Learning:
    """Replays the cuts of a trace; going forward is cheap, going back starts over. Thread-safe: a page may be
    made while the window shows the same trace.
    """

    def __init__(self, trace: Trace) -> None:
        events = trace.events[cuts := trace.steps(Event.CUT)]
        is_learned = events["move"] != PASS
        self._steps, self._events = cuts[is_learned], events[is_learned]
        passes = trace.steps(Event.ANOTHER_PASS)
        self._begun = passes[trace.events["detail"][passes] > 0]
        begun = (Order(int(detail) - 1) for detail in trace.events["detail"][self._begun])
        self._orders = [trace.choice.order, *begun]
        self._known, self._memory, self._lock = (0, 0), CutMemory(), Lock()

    def order_at(self, step: int) -> Order:
        return self._orders[int(np.searchsorted(self._begun, step, "right"))]

    def at(self, step: int) -> Learned | None:
        """Returns what is learned after `step`; None if the order learns nothing."""
        order = self.order_at(step)
        if order not in (Order.KILLERS, Order.HISTORY):
            return None
        number = int(np.searchsorted(self._begun, step, "right"))
        first = int(np.searchsorted(self._steps, self._begun[number - 1])) if number else 0
        last = int(np.searchsorted(self._steps, step, "right"))
        with self._lock:
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
