"""How long a move may take: the only code that divides the time on a clock."""

from itertools import pairwise
from typing import Final

from ai.limits import LONGEST_MOVE
from game.board import PASS, Board
from game.clock import Clock, TimeControl
from game.tree import Game

# A position with this many empties is solved in a second, and each further empty doubles that. The moves
# after a solved position need little time: one part of the clock for all.
SECOND_EMPTIES: Final = 22
# Seconds of a limit per move that are reserved for playing the move, at most half of the limit.
MOVE_RESERVE: Final = 0.1
# Seconds of a game clock that are reserved for each empty square, which this side may have to fill: what a
# move costs in addition to its thinking.
MOVE_OVERHEAD: Final = 0.025
# The least time of a search, even on a clock that has run out.
LEAST_SECONDS: Final = 0.001


def seconds_for_move(board: Board, clock: Clock) -> float | None:
    """Returns for how many more seconds the side to move should think; None if nothing limits it.

    Its earlier thinking about this move, `clock.spent`, is subtracted. Thinking alone never loses on time.
    """
    limits = []
    per_move, left = clock.control.per_move, clock.remaining[board.turn]
    if per_move is not None:
        limits.append(max(per_move - MOVE_RESERVE, per_move / 2))
    if left is not None:
        limits.append(_share(left, clock.control.increment, board.empties))
    if not limits:
        return None
    return max(LEAST_SECONDS, min(*limits, LONGEST_MOVE) - clock.spent)


def clock_in(game: Game, control: TimeControl) -> Clock:
    """Returns the clock of the side to move after its moves; one without seconds counts as its full share."""
    turn = game.board.turn
    clock = Clock.start(control)
    for before, node in pairwise(game.line):
        if before.board.turn is turn:
            seconds = node.seconds
            if seconds is None:
                seconds = 0.0 if node.move == PASS else seconds_for_move(before.board, clock) or 0.0
            clock = clock.ticked(seconds)
            clock = clock.settled(turn) if node.move == PASS else clock.moved(turn)
    return clock


def _share(left: float, increment: float, empties: int) -> float:
    """Returns one of the equal parts of a game clock: a part for each move of this side until a part suffices
    to solve the position, and one for all moves after that; each move adds the increment. At most half.
    """
    left_to_think = left - MOVE_OVERHEAD * empties
    share = 0.0
    for solved in range(empties, 0, -1):
        unsolved = max(1, (empties - solved + 1) // 2)
        share = (left_to_think + increment * unsolved) / (unsolved + 1)
        if share >= 2.0 ** (solved - SECOND_EMPTIES):
            break
    return min(share, left / 2)
