"""The patterns of the evaluation: small groups of squares whose discs are looked up in a table of weights.

After Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello". A
shape is placed on the board by every symmetry, with one table for all places. The state of a pattern is a
number in balanced ternary: each square counts +1 for a disc of the side to move, -1 for one of the opponent
and 0 if empty, times its power of three; for the other side it is negated. Standard library only.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from game.board import Square, parse_square
from game.symmetry import SYMMETRIES, Symmetry, transform_square


@dataclass(frozen=True)
class PatternShape:
    """A shape: its squares in order; the first counts 1, the next 3, then 9."""

    name: str
    squares: tuple[Square, ...]

    @property
    def states(self) -> int:
        return int(3 ** len(self.squares))

    @cached_property
    def placements(self) -> tuple[tuple[Square, ...], ...]:
        """The squares of the shape in each of its different places."""
        found: dict[frozenset[Square], tuple[Square, ...]] = {}
        for squares in map(self._on, SYMMETRIES):
            found.setdefault(frozenset(squares), squares)
        return tuple(found.values())

    @cached_property
    def mirror(self) -> tuple[int, ...] | None:
        """The index to which a symmetry of the shape moves each square, or None without one. States that
        mirror each other share one weight.
        """
        for squares in map(self._on, SYMMETRIES[1:]):
            if set(squares) == set(self.squares):
                return tuple(self.squares.index(square) for square in squares)
        return None

    def _on(self, symmetry: Symmetry) -> tuple[Square, ...]:
        return tuple(transform_square(square, symmetry) for square in self.squares)


def _shape(name: str, squares: str) -> PatternShape:
    return PatternShape(name, tuple(parse_square(each) for each in squares.split()))


SHAPES: Final = (
    _shape("corner", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    _shape("triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    _shape("edge and X squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
    _shape("edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    _shape("corner of 2 by 5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    _shape("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    _shape("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    _shape("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    _shape("diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    _shape("diagonal of 7", "b1 c2 d3 e4 f5 g6 h7"),
    _shape("diagonal of 6", "c1 d2 e3 f4 g5 h6"),
    _shape("diagonal of 5", "d1 e2 f3 g4 h5"),
    _shape("diagonal of 4", "e1 f2 g3 h4"),
)


@dataclass(frozen=True)
class Pattern:
    """A shape in one place. `centre` is the index of the weight of state 0 among the weights of a stage."""

    squares: tuple[Square, ...]
    centre: int


def _place_all() -> tuple[Pattern, ...]:
    patterns, first = [], 0
    for shape in SHAPES:
        patterns += [Pattern(squares, first + shape.states // 2) for squares in shape.placements]
        first += shape.states
    return tuple(patterns)


PATTERNS: Final = _place_all()

# The weights of the shapes are followed by those of mobility, one for each pair of numbers of legal moves of
# both sides, and by those of the number of empties.
MOST_MOVES: Final = 31
MOBILITY_FIRST: Final = sum(shape.states for shape in SHAPES)
EMPTIES_FIRST: Final = MOBILITY_FIRST + (MOST_MOVES + 1) ** 2
STAGE_SIZE: Final = EMPTIES_FIRST + 64  # weights
STAGE_EMPTIES: Final = 3  # a stage is a number of empties divided by this
STAGES: Final = 60 // STAGE_EMPTIES + 1
