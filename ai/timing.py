"""How long a move may take."""

from __future__ import annotations

from typing import Final

from game.board import Board
from game.clock import Clock

CLOCK_SHARE: Final = 0.9
MOVE_RESERVE: Final = 0.1


def seconds_for_move(board: Board, clock: Clock) -> float | None:
    """Stands in until the real one arrives."""
    limits = []
    control = clock.control
    if control.per_move is not None:
        limits.append(max(control.per_move / 2, control.per_move - MOVE_RESERVE) - clock.spent)
    left = clock.game_time(board.turn, board.turn)
    if left is not None:
        moves = max(1, (board.empties + 1) // 2)
        limits.append(min(CLOCK_SHARE * left / moves + CLOCK_SHARE * control.increment, left / 2))
    return min(limits, default=None)
