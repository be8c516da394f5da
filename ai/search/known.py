"""Bounds on the score of each root move, as the windows of a search have proved them."""

from ai.limits import MoveBound
from ai.search.schedule import Step
from game.board import Move


class KnownBounds:
    """Bounds proved by the last step that searched each move; of contradictory ones the newest counts."""

    def __init__(self) -> None:
        self._bounds: dict[Move, MoveBound] = {}
        self._step: Step | None = None
        self._windows: dict[Move, tuple[int, int]] = {}  # the bounds of each move's score in this step

    def answer(self, step: Step, move: Move, score: int, alpha: int, beta: int) -> None:
        """Updates the bounds of a move by the fail-soft score of a search with the window (alpha, beta)."""
        if step is not self._step:
            self._step = step
            self._windows.clear()
        low, high = self._windows.get(move, (-step.most, step.most))
        if alpha < score < beta:
            low = high = score
        elif score <= alpha:
            low, high = low if low <= score else -step.most, min(high, score)
        else:
            low, high = max(low, score), high if high >= score else step.most
        self._windows[move] = low, high
        at_least = low / step.unit if low > -step.most or low == high else None
        at_most = high / step.unit if high < step.most or low == high else None
        if at_least is None and at_most is None:  # a trivial bound, such as at least the loss of all discs
            at_least, at_most = (low / step.unit, None) if score >= beta else (None, high / step.unit)
        self._bounds[move] = MoveBound(move, at_least, at_most, step.depth, step.kind, step.confidence)

    def bounds(self) -> tuple[MoveBound, ...]:
        return tuple(self._bounds.values())
