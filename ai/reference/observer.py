"""An Observer hears of every step of a plain search, and may stop it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.reference.position import Position
from ai.telemetry import Reason
from game.board import Move


class Observer:
    """This one does nothing. `child` is the position after a move in `position`, and values and windows are
    those of the side to move in `position`. What a method raises ends the search.
    """

    def enter(self, position: Position, alpha: int, beta: int) -> None:
        """A node begins, with its window."""

    def leave(self, position: Position, alpha: int, beta: int, value: int, reason: Reason) -> None:
        """It ends with a value, fail-soft: a bound outside the window it began with, exact inside."""

    def answer(self, position: Position, value: int) -> None:
        """The table has a value that is good enough."""

    def moves(self, position: Position, moves: Sequence[Move]) -> None:
        """The moves, in the order in which they will be searched; [PASS] if there are none."""

    def null_window(self, position: Position, child: Position, alpha: int) -> None:
        """The next move is searched with a window of zero width: is it better than `alpha`?"""

    def research(self, position: Position, child: Position, alpha: int, beta: int, value: int) -> None:
        """It is better than `alpha`: at least `value`. It is searched again, from there up to `beta`."""

    def improve(self, position: Position, child: Position, value: int) -> None:
        """This move is the best so far, and better than alpha."""

    def cut(self, position: Position, child: Position, value: int) -> None:
        """`value` is not below beta: the moves after this one need not be looked at."""

    def another_pass(self, root: Position, alpha: int, beta: int) -> None:
        """The root is searched, or searched once more, with this window."""

    def push(self, position: Position, is_solved: bool, merit: int) -> None:
        """SSS*: a state comes into OPEN; the merit is seen by the side to move at the root."""

    def pop(self, position: Position, is_solved: bool, merit: int) -> None:
        """SSS*: the state of the highest merit is taken from OPEN."""

    def purge(self, position: Position, is_solved: bool, merit: int) -> None:
        """SSS*: a state is struck from OPEN, as a brother of it was good enough."""


SILENT: Final = Observer()
