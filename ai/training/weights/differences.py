"""How far the scores of shallow and deep searches of the same positions lie apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass(frozen=True, slots=True)
class Scores:
    """Of one position, in discs: by the depth of the search, and the result of the game if it is known."""

    player: int
    opponent: int
    by_depth: tuple[float, ...]
    exact: float | None

    @property
    def empties(self) -> int:
        return 64 - (self.player | self.opponent).bit_count()

    def differences(self, to_the_end: bool) -> Iterator[tuple[int, int, int, float]]:
        """(Empties, depth, shallow depth, difference) of all pairs whose last move is by the same side."""
        for shallow, score in enumerate(self.by_depth):
            if to_the_end:
                if self.exact is not None:
                    yield self.empties, self.empties, shallow, self.exact - score
            else:
                for depth in range(shallow + 2, len(self.by_depth), 2):
                    yield self.empties, depth, shallow, self.by_depth[depth] - score


@dataclass(frozen=True, slots=True)
class Differences:
    """As columns: empties, depth, shallow depth, and the difference of the scores in discs."""

    empties: Numbers
    depth: Numbers
    shallow: Numbers
    difference: Numbers

    @classmethod
    def of(cls, scores: list[Scores], to_the_end: bool) -> Differences:
        rows = [row for each in scores for row in each.differences(to_the_end)]
        return cls(*np.array(rows, np.float64).reshape(-1, 4).T)
