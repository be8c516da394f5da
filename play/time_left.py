"""How long an analysis will still take to solve a position, by the work of its looks at the end before."""

from typing import Final

from ai.limits import Counters, Progress
from game.evaluation import Kind

# The nodes of all looks at the end that follow one of this confidence are MORE times a power of its own, and
# GROWTH times as many with each empty square above 25: fitted to 70 games with 24 to 27, all moves solved.
MORE: Final = {60: (4230.0, 0.68), 87: (4910.0, 0.63), 98: (6370.0, 0.59)}
GROWTH: Final = 1.72
# The share of moves that are solved, to this power, is how much these count beside the look before.
WEIGHT: Final = 0.3
# An estimate that was too low still leaves this share of what the last look has taken.
LEAST_LEFT: Final = 0.1
# The move that is being solved counts for as much of one that is.
BEGUN: Final = 0.3


def seconds_left(found: Progress, counters: Counters) -> float | None:
    """None before the first look at the end, and once it is solved.

    In the last look the moves that are solved tell more about the others with each of them.
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
