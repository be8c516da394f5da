"""What a plain search does, counted."""

from __future__ import annotations

from typing import Any

from ai.reference.choice import Choice, search
from ai.reference.tree import Event, Observer, TreePosition
from ai.telemetry import Reason
from game.board import Board


class Counter(Observer):
    """Counts, and keeps the leaves in the order in which they were valued."""

    def __init__(self) -> None:
        self.nodes = self.researches = 0
        self.leaves: list[tuple[int, ...]] = []

    def note(self, event: Event, position: TreePosition, *fields: int, **moves: Any) -> None:  # noqa: ARG002
        self.nodes += event is Event.ENTER
        self.researches += event is Event.RESEARCH
        if event is Event.LEAVE and fields[-1] in (Reason.EVALUATED, Reason.GAME_OVER):
            self.leaves.append(position.path)


def counted(board: Board, choice: Choice) -> Counter:
    counter = Counter()
    search(board, choice, counter)
    return counter
