"""Searches of the root that call another search with one window, or depth, after another.

`search` takes alpha and beta and returns a fail-soft score; no score is above `bound` or below -`bound`.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

DepthSearch: TypeAlias = Callable[[int, int], int]
WindowSearch: TypeAlias = Callable[[int, int], int]


def deepen(search: DepthSearch, guess: int, depth: int) -> int:
    """Slate & Atkin 1977. Iterative deepening: one ply, two plies and so on, each with the score before.

    A time-out ends `search` by an exception: only finished depths return.
    """
    score = guess
    for plies in range(1, depth + 1):
        score = search(plies, score)
    return score


def mtdf(search: WindowSearch, guess: int, bound: int) -> int:
    """Plaat, Schaeffer, Pijls & de Bruin 1996. Null windows until both bounds meet.

    From a `guess` of +`bound` it is MT-SSS*: the score comes down from above, and the same leaves are
    evaluated as by SSS*.
    """
    lower, upper, score = -bound, bound, guess
    while lower < upper:
        beta = score + 1 if score == lower else score
        score = search(beta - 1, beta)
        if score < beta:
            upper = score
        else:
            lower = score
    return score


def aspire(search: WindowSearch, guess: int, widths: Sequence[int], bound: int) -> int:
    """A window around the guess, the first width to either side; where the score falls outside, the window is
    moved there, with the next width on that side. The last window is open.
    """
    alpha, beta = max(guess - widths[0], -bound), min(guess + widths[0], bound)
    score = search(alpha, beta)
    for width in widths[1:]:
        if alpha < score < beta:
            return score
        if score <= alpha:
            alpha, beta = max(score - width, -bound), score + 1
        else:
            alpha, beta = score - 1, min(score + width, bound)
        score = search(alpha, beta)
    return score if alpha < score < beta else search(-bound, bound)
