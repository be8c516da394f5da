"""The time an analysis still needs to solve a position, estimated from its earlier endgame searches."""

from typing import Final

from ai.limits import Counters, Progress
from game.evaluation import Kind

# (factor, power) by the confidence of an endgame search: all later ones take factor * nodes ** power nodes,
# GROWTH times as many with each empty square above 25. Fitted to 70 games with 24 to 27, all moves solved.
MORE: Final = {60: (4230.0, 0.68), 87: (4910.0, 0.63), 98: (6370.0, 0.59)}
GROWTH: Final = 1.72
# The share of solved moves, to this power, is their weight against the search before.
WEIGHT: Final = 0.3
# The least estimate, as a share of what the last search has taken.
LEAST_LEFT: Final = 0.1
# The move that is being solved counts as this part of a solved one.
BEGUN: Final = 0.3


def seconds_left(found: Progress, counters: Counters) -> float | None:
    """Estimates the seconds left; None before the first endgame search, and once the position is solved.

    In the last search, every solved move makes the estimate for the others more reliable.
    """
    steps, moves = found.iterations, found.board.legal_moves().bit_count()
    if not steps or steps[-1].kind is Kind.EXACT or not counters.nodes:
        return None
    last, spent = steps[-1], counters.nodes - sum(step.nodes for step in steps)
    solved = sum(bound.kind is Kind.EXACT for bound in found.bounds)
    if last.depth >= found.board.empties and last.confidence in MORE:
        more, power = MORE[last.confidence]
        total: float = more * last.nodes**power * GROWTH ** (found.board.empties - 25)
        share = (solved / moves) ** WEIGHT if last.confidence == max(MORE) else 0.0
        total = total ** (1 - share) * (max(1, spent) * moves / (solved + BEGUN)) ** share
    elif solved:
        total = spent * moves / solved
    else:
        return None
    left = max(total - spent, LEAST_LEFT * spent)
    return left * counters.seconds / counters.nodes
