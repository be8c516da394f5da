"""Levels 1 to 10: how deep each searches, and how it errs: as people do, by how good a move looks."""

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from game.board import CORNERS, Board, Move, squares
from game.evaluation import outcome

# The extra doubt (see `doubts`) that makes a move e times less likely: fitted to the moves of people in
# tournaments (`python -m benchmarks.people --fit`), and a value that nearly always picks the least doubt.
PEOPLE_TEMPER: Final = 0.86
_CAREFUL_TEMPER: Final = 0.18

# A move at least this many discs behind the best is remembered, and not chosen again in its position.
MISTAKE: Final = 1.0


def turned(after: Board) -> int:
    """Rates a move like a player who counts only the discs of its side."""
    return after.opponent.bit_count()


def fewest_replies(after: Board) -> int:
    """Rates a move like a player who counts only the replies it leaves."""
    return -after.legal_moves().bit_count()


def mobility_after_reply(after: Board) -> int:
    """Counts the moves left after the worst reply, blind to replies that take a corner."""
    answers = squares(after.legal_moves() & ~CORNERS)
    return min((after.play(answer).legal_moves().bit_count() for answer in answers), default=0)


@dataclass(frozen=True, slots=True)
class Level:
    """A playing level: searches `depth` plies (None: no limit), and to the end from `exact` empties on.

    It chooses a share `careless` of its moves as people do, the others with care; `temper` is how much doubt
    careless moves overlook. Careful moves give away no win or draw that it knows of. It may begin with a
    `first_look` that is no search. `counts` is the slice of its looks that count. How much it gives away is
    measured with positions from games of people (`python -m benchmarks.people`, docs/strength.md).
    """

    depth: int | None
    exact: int
    careless: float = 0.0
    temper: float = PEOPLE_TEMPER
    counts: tuple[int | None, int | None] = (None, None)
    first_look: Callable[[Board], int] | None = None


WHOLE_GAME: Final = 64  # empties: those of a board without discs

# Calibrated with benchmarks/ladder.py: each scores far more than 65 % against the level two below.
LEVELS: Final = (
    Level(1, 0, careless=1, temper=1.0, counts=(0, 1), first_look=turned),
    Level(2, 2, careless=1, temper=1.9, first_look=fewest_replies),
    Level(2, 4, careless=1, temper=1.01, first_look=mobility_after_reply),
    Level(3, 7, careless=1, temper=1.01),
    Level(5, 9, careless=0.77),
    Level(6, 11, careless=0.34),
    Level(8, 13, careless=0.08),
    Level(11, 18),
    Level(15, 20, counts=(-1, None)),
    Level(None, WHOLE_GAME),
)


# The apparent value of each legal move, in discs or in the unit of a first look.
Look = Mapping[Move, float]


def doubts(looks: Sequence[Look]) -> dict[Move, float]:
    """Returns the doubt of each move: the mean over all looks of the square root of its lag behind the best.

    So a move that is good at every depth is obvious, and a good move that only the last look finds is easily
    missed. Raises IndexError without looks.
    """
    best = [max(look.values()) for look in looks]
    return {
        move: fmean(math.sqrt(most - look[move]) for most, look in zip(best, looks, strict=True))
        for move in looks[-1]
    }


def probabilities(level: Level, looks: Sequence[Look], is_known: bool) -> dict[Move, float]:
    """Returns the probability of each move at the level; `is_known` if its last look has the result."""
    found, last = doubts(looks[slice(*level.counts)]), looks[-1]
    best = outcome(max(last.values()))
    kept = {move: doubt for move, doubt in found.items() if not is_known or outcome(last[move]) == best}
    careful, careless = _softmax(kept, _CAREFUL_TEMPER), _softmax(found, level.temper)
    return {
        move: (1 - level.careless) * careful.get(move, 0.0) + level.careless * careless[move]
        for move in found
    }


def choose(
    shares: Mapping[Move, float], random_source: random.Random, mistakes: Collection[Move] = ()
) -> Move:
    """Draws a move, but none of the `mistakes` unless there is no other."""
    allowed = {move: share for move, share in shares.items() if move not in mistakes} or shares
    return random_source.choices(list(allowed), list(allowed.values()))[0]


def _softmax(found: Mapping[Move, float], temper: float) -> dict[Move, float]:
    least = min(found.values())
    weights = {move: math.exp((least - doubt) / temper) for move, doubt in found.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}
