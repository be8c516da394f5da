"""How much stronger one player is than another, from pairs of games: one opening, played with both colours.

The games of a pair depend on each other: an opening that favours one colour gives each player a win. So the
statistics count pairs by their points: 0, 1/2, 1, 3/2 or 2 (the "pentanomial" of engine testers). A share of
the points corresponds to a difference in Elo: share = 1 / (1 + 10 ** (-difference / 400)).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from game.text import _

# The five results of a pair, as shares of its two points.
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)

# Error bars hold with this probability.
CONFIDENCE: Final = 0.95
_DEVIATIONS: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
# A result that did not occur in n pairs has a frequency below this / n, with the same probability (Hanley &
# Lippman-Hand 1983, "If nothing goes wrong, is everything all right?").
_RULE_OF_THREE: Final = 3.0

MOST_ELO: Final = 2000  # larger differences are as good as certain

_UNSEEN: Final = 1e-3  # added to the count of each result, so that no likelihood is zero
_BISECTIONS: Final = 100  # steps of the search for the likeliest distribution


@dataclass(frozen=True, slots=True)
class Pairs:
    """The numbers of pairs that ended with 0, 1/2, 1, 3/2 and 2 points for the first player."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> "Pairs":
        """Counts the pairs, given the points of each (0 to 2)."""
        found = Counter(round(2 * earned) for earned in points)
        return cls((found[0], found[1], found[2], found[3], found[4]))

    @property
    def number(self) -> int:
        return sum(self.counts)

    @property
    def share(self) -> float:
        """The first player's share of the points, 0 to 1. Raises ZeroDivisionError without pairs."""
        return sum(count * share for count, share in zip(self.counts, SHARES, strict=True)) / self.number

    @property
    def error(self) -> float:
        """The standard error of `share`; infinite for fewer than two pairs."""
        if self.number < 2:
            return math.inf
        mean = self.share
        spread = sum(count * (share - mean) ** 2 for count, share in zip(self.counts, SHARES, strict=True))
        return math.sqrt(spread / (self.number - 1) / self.number)

    def interval(self) -> tuple[float, float]:
        """Returns the CONFIDENCE interval of the true share as (low, high), which may go beyond 0 and 1."""
        if max(self.counts) == self.number:  # no two pairs differ, so their spread says nothing
            below, above = (_RULE_OF_THREE / self.number * rest for rest in (self.share, 1 - self.share))
        else:
            below = above = _student(self.number - 1) * self.error
        return self.share - below, self.share + above


@dataclass(frozen=True, slots=True)
class EloDifference:
    """A difference in Elo with its error bar; limits that the points do not determine are infinite."""

    elo: float
    low: float
    high: float

    def text(self) -> str:
        """Returns a text such as '+35 ± 12'; a vaguer one if nearly all or nearly no points were won."""
        bound, is_sweep = self.low if self.elo > 0 else self.high, math.isinf(self.elo)
        if math.isinf(bound) or (is_sweep and bound * math.copysign(1, self.elo) <= 0):
            return _("too few games")
        if is_sweep:
            return (_("above {elo}") if self.elo > 0 else _("below {elo}")).format(elo=f"{bound:+.0f}")
        if math.isinf(self.low) or math.isinf(self.high):
            sentence = _("{elo}, from {low} to {high}")
            return sentence.format(elo=f"{self.elo:+.0f}", low=f"{self.low:+.0f}", high=f"{self.high:+.0f}")
        return f"{self.elo:+.0f} ± {(self.high - self.low) / 2:.0f}"


def _student(freedom: int) -> float:
    """Returns Student's t in place of _DEVIATIONS, for few pairs (Abramowitz & Stegun 26.7.5)."""
    z, n = _DEVIATIONS, freedom
    terms = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z, 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + terms[0] / (4 * n) + terms[1] / (96 * n**2) + terms[2] / (384 * n**3)


def elo(share: float) -> float:
    """Returns the difference in Elo that leads to this share of the points (0 to 1)."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return 400 * math.log10(share / (1 - share))


def expected_share(difference: float) -> float:
    """Returns the share of the points that this difference in Elo leads to: the inverse of `elo`."""
    return 1 / (1 + 10 ** (-difference / 400))


def difference(pairs: Pairs) -> EloDifference:
    """Returns the difference in Elo with its error bar. Raises ZeroDivisionError without pairs."""
    low, high = pairs.interval()
    return EloDifference(elo(pairs.share), elo(low), elo(high))


def superiority(pairs: Pairs) -> float:
    """Returns the likelihood (0 to 1) that the first player is the stronger one."""
    if pairs.number < 2:
        return 0.5
    share, (low, high) = pairs.share, pairs.interval()
    return NormalDist().cdf(_DEVIATIONS * (share - 0.5) / (share - low if share > 0.5 else high - share))


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential probability ratio test (Wald 1945): is the difference `elo0` or `elo1`?

    Each difference is represented by the likeliest distribution of pairs with its expectation (Van den Bergh,
    "A practical introduction to the GSPRT"). The probability of a wrong result is `alpha` if elo0 is true and
    `beta` if elo1 is.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            sentence = _("the first Elo difference must be below the second, not {first} {second}")
            raise ValueError(sentence.format(first=f"{self.elo0:g}", second=f"{self.elo1:g}"))
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(_("Elo differences must be from -{most} to {most}", most=MOST_ELO))

    @property
    def bounds(self) -> tuple[float, float]:
        """The limits of `ratio`: the test accepts elo0 below the first, and elo1 above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """Returns the logarithm of the likelihood ratio of elo1 to elo0, given these pairs."""
        if not pairs.number:
            return 0.0
        counts = [count + _UNSEEN for count in pairs.counts]
        shares = map(expected_share, (self.elo0, self.elo1))
        likeliest0, likeliest1 = (_likeliest(counts, share) for share in shares)
        terms = zip(counts, likeliest0, likeliest1, strict=True)
        return sum(count * math.log(share1 / share0) for count, share0, share1 in terms)

    def accepted(self, pairs: Pairs) -> float | None:
        """Returns the accepted difference, or None while more games are needed."""
        lower, upper = self.bounds
        ratio = self.ratio(pairs)
        return self.elo0 if ratio <= lower else self.elo1 if ratio >= upper else None


def _likeliest(counts: Sequence[float], expectation: float) -> list[float]:
    """Returns the distribution over SHARES with this expectation that makes `counts` (all above 0) likeliest.

    It is p / (1 + t * (share - expectation)), where p is the observed frequency and t a Lagrange multiplier
    for the expectation; the sum below falls as t rises.
    """
    total, leads = sum(counts), [share - expectation for share in SHARES]
    low, high = -1 / leads[-1], -1 / leads[0]
    for _bisection in range(_BISECTIONS):
        t = (low + high) / 2
        weights = [count / (1 + t * lead) for count, lead in zip(counts, leads, strict=True)]
        if sum(weight * lead for weight, lead in zip(weights, leads, strict=True)) > 0:
            low = t
        else:
            high = t
    return [weight / total for weight in weights]
