"""What a position was found to be worth, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

FULL_WIDTH: Final = 100
"""The confidence of a search that leaves nothing out, in percent."""


class Kind(Enum):
    """What a score is worth, the least sure first."""

    BOOK = "book"  # from the opening book, at once and without a search
    ESTIMATE = "estimate"  # the evaluation, some plies ahead
    OUTCOME = "outcome"  # win, draw or loss is certain, the number of discs is not
    EXACT = "exact"  # the result with perfect play

    @property
    def rank(self) -> int:
        """0 .. 3: an evaluation of a higher rank is surer, whatever the depth."""
        return list(Kind).index(self)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Discs ahead, + for Black, found by a search of `depth` plies.

    `confidence` is how likely, in percent, each cut of a selective search was right far from the leaves;
    nearer they are bolder. FULL_WIDTH: none was made.
    """

    score: float
    depth: int
    kind: Kind
    confidence: int = FULL_WIDTH

    def is_better_than(self, other: Evaluation | None) -> bool:
        """Whether this replaces `other`; of two alike the newer one, this, does.

        A shallower search never replaces a deeper one, nor an estimate a certainty; any search replaces what
        the book says.
        """
        return other is None or self._worth >= other._worth

    @property
    def _worth(self) -> tuple[int, int, int]:
        return self.kind.rank, self.depth, self.confidence
