"""What a plain search does, counted."""

from __future__ import annotations

from ai.reference.choice import Choice, search
from ai.reference.tree import Observer, Position
from ai.telemetry import Reason
from game.board import Board


class Counter(Observer):
    """Counts, and keeps the leaves in the order in which they were valued."""

    def __init__(self) -> None:
        self.nodes = self.researches = 0
        self.leaves: list[tuple[int, ...]] = []

    def enter(self, position: Position, alpha: int, beta: int) -> None:  # noqa: ARG002
        self.nodes += 1

    def leave(self, position: Position, alpha: int, beta: int, value: int, reason: Reason) -> None:  # noqa: ARG002
        if reason in (Reason.EVALUATED, Reason.GAME_OVER):
            self.leaves.append(position.path)

    def research(self, *_: object) -> None:
        self.researches += 1


def counted(board: Board, choice: Choice) -> Counter:
    counter = Counter()
    search(board, choice, counter)
    return counter
