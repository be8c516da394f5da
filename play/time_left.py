"""How long an analysis will still take to solve a position, by the work of its looks at the end before."""

from typing import Final

from ai.limits import Counters, Progress
from game.evaluation import Kind

# The nodes of all looks at the end that follow one of this confidence, by its own nodes: fitted to middle
# games with 24 to 26 empties.
MORE: Final = {60: 15.0, 87: 5.5, 98: 3.8}
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
        total = MORE[last.confidence] * last.nodes
        share = (solved / moves) ** 0.5 if last.confidence == max(MORE) else 0.0
        total = total ** (1 - share) * (max(1, spent) * moves / (solved + BEGUN)) ** share
    elif solved:
        total = spent * moves / solved
    else:
        return None
    left = max(total - spent, LEAST_LEFT * spent)
    return left * counters.seconds / counters.nodes
