"""What a position is expected to be worth with best play, given the score of a search: the scores people see.

A search of some plies underrates a lead, as what it has not looked at brings more of the same. So a score is
stretched, the more the fewer of the plies to the end were searched, by one number for small and one for large
leads; and some tenths of a disc go to the side that parity favours, and to the one that moves. The truth lies
around that as a normal variable. The step `expect` of the training finds the numbers for the weights they are
kept with. Exact scores, and those of the book, stay as they are. Standard library only.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final, TypeVar

from ai.limits import Iteration, MoveBound, MoveScore, Progress, Question
from ai.weights import EXPECTATION_NUMBERS, Weights, WeightsError, default_weights
from game.board import Board, Color
from game.evaluation import FULL_WIDTH, MOST_DISCS, Evaluation, Kind

# The numbers of a model, in their order: the stretching; parity and the right to move; the logarithm of the
# deviation; the width of an interval in deviations, the discs a chance gives the side that moves with an odd
# number of empties, and the width of a chance in deviations.
STRETCHING: Final = 6
PARITY: Final = 4
CHANCES: Final = 3
DEVIATION: Final = EXPECTATION_NUMBERS - STRETCHING - PARITY - CHANCES

# Plies not looked at, and discs, at which half of their effect is reached.
_HALF_OF_PLIES: Final = 10.0
_HALF_OF_DISCS: Final = 12.0
# Empties at which the stretching has its own numbers; in between it passes evenly from one to the next.
_KNOTS: Final = (14, 26, 38)
# Of the positions the numbers were fitted with: beyond it the deviation stays as it is there.
MOST_EMPTIES: Final = 50
# Discs from which on the deviation does not change any more.
_FAR_AHEAD: Final = 40.0
# A score is never stretched below this part of itself, so that a larger one stays larger.
_LEAST_SLOPE: Final = 0.1
# The depth assumed for the searches behind a score of the book.
_BOOK_PLIES: Final = 20
# A result is an even number of discs: this much on either side of 0 is a draw.
_DRAWN: Final = 1.0

# For weights without numbers of their own: scores stay as they are.
UNFITTED: Final = (*(0.0,) * (STRETCHING + PARITY), 1.0, -0.2, 0.0, 0.0, 0.3, 0.0, 0.0, 1.65, 0.0, 1.0)

T = TypeVar("T", Iteration, MoveScore)
Between = TypeVar("Between", MoveBound, Question)


@dataclass(frozen=True, slots=True)
class Chances:
    """How often, 0 .. 1, a position is won, drawn and lost with best play, for one side."""

    win: float
    draw: float
    loss: float

    @property
    def share(self) -> float:
        """A draw counts half."""
        return self.win + self.draw / 2

    def mirrored(self) -> "Chances":
        """The other side's."""
        return Chances(self.loss, self.draw, self.win)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The model with its numbers. Scores are in discs; `empties` are those of the position they are of."""

    numbers: tuple[float, ...]

    def score(self, found: float, kind: Kind, depth: int, empties: int) -> float:
        """The score to expect after a search of `depth` plies has found this much; monotone in `found`."""
        if kind is not Kind.ESTIMATE:
            return found
        unseen, size = plies_unseen(depth, empties), abs(found)
        factors = stretching_terms(unseen, size, empties)
        slope = 1 + sum(number * factor for number, factor in zip(self.numbers, factors, strict=False))
        stretched = math.copysign(size * max(_LEAST_SLOPE, slope), found)
        shifts = self.numbers[STRETCHING : STRETCHING + PARITY]
        factors = parity_terms(unseen, empties)
        expected = stretched + sum(number * factor for number, factor in zip(shifts, factors, strict=True))
        return max(-MOST_DISCS, min(MOST_DISCS, expected))

    def deviation(self, known: Evaluation, empties: int) -> float:
        """Discs by which the truth typically lies above or below an expected score; 0 of an exact one."""
        if known.kind is Kind.EXACT:
            return 0.0
        depth = _BOOK_PLIES if known.kind is Kind.BOOK else known.depth
        factors = deviation_terms(known.score, depth, known.confidence, empties)
        numbers = self.numbers[STRETCHING + PARITY : -CHANCES]
        return math.exp(sum(number * factor for number, factor in zip(numbers, factors, strict=True)))

    def interval(self, known: Evaluation, empties: int) -> tuple[float, float]:
        """The lowest and the highest score between which the truth lies in 90 cases of 100."""
        width = self.numbers[-CHANCES] * self.deviation(known, empties)
        return max(-MOST_DISCS, known.score - width), min(MOST_DISCS, known.score + width)

    def chances(self, known: Evaluation, empties: int) -> Chances:
        """Of the side that moves, for which the score counts."""
        score = known.score
        if known.kind in (Kind.EXACT, Kind.OUTCOME):
            return Chances(float(score > 0), float(score == 0), float(score < 0))
        _width, lean, spread = self.numbers[-CHANCES:]
        spread *= self.deviation(known, empties)
        truth = NormalDist(score + (lean if empties % 2 else 0.0), spread)
        loss, win = truth.cdf(-_DRAWN), 1 - truth.cdf(_DRAWN)
        return Chances(win, max(0.0, 1 - loss - win), loss)

    def chances_of(self, evaluation: Evaluation, board: Board) -> Chances:
        """Black's, of an expected score of the board."""
        if (board.turn is Color.BLACK) is not board.must_pass():
            return self.chances(evaluation, board.empties)
        return self.chances(replace(evaluation, score=-evaluation.score), board.empties).mirrored()

    def progress(self, found: Progress) -> Progress:
        """The same answer with expected scores, by which moves of different depths are sorted."""
        board = found.board
        scores = (self._expected(row, board) for row in found.scores)
        return replace(
            found,
            score=self._bound(found.score, found, board),
            iterations=tuple(self._expected(row, board) for row in found.iterations),
            scores=tuple(sorted(scores, key=lambda row: row.score, reverse=True)),
            bounds=tuple(self._between(row, board) for row in found.bounds),
            asked=None if found.asked is None else self._between(found.asked, board),
        )

    def _expected(self, row: T, board: Board) -> T:
        return replace(row, score=self._of(board, row.score, row.kind, row.depth))

    def _between(self, row: Between, board: Board) -> Between:
        """Keeps the sides of a bound that are open."""
        return replace(row, low=self._bound(row.low, row, board), high=self._bound(row.high, row, board))

    def _bound(self, found: float | None, row: Progress | MoveBound | Question, board: Board) -> float | None:
        return None if found is None else self._of(board, found, row.kind, row.depth)

    def _of(self, board: Board, found: float, kind: Kind, depth: int) -> float:
        """A side that must pass expects what the other one does, which moves."""
        sign = -1 if board.must_pass() else 1
        return sign * self.score(sign * found, kind, depth, board.empties)


def plies_unseen(depth: int, empties: int) -> int:
    return max(0, empties - depth)


def stretching_terms(unseen: int, size: float, empties: int) -> Sequence[float]:
    """The factors of the numbers of the stretching."""
    near = unseen / (unseen + _HALF_OF_PLIES)
    far = near * size / (size + _HALF_OF_DISCS)
    shares = _shares_of_knots(empties)
    return *(near * share for share in shares), *(far * share for share in shares)


def _shares_of_knots(empties: int) -> Sequence[float]:
    """How much the numbers of each knot count, 1 in all."""
    first, middle, last = _KNOTS
    if empties <= middle:
        share = min(1.0, max(0.0, (empties - first) / (middle - first)))
        return 1 - share, share, 0.0
    share = min(1.0, (empties - middle) / (last - middle))
    return 0.0, 1 - share, share


def parity_terms(unseen: int, empties: int) -> Sequence[float]:
    """The factors of the numbers of parity at each knot and of the move, as far as they are unseen."""
    share = unseen / (unseen + _HALF_OF_PLIES)
    sign = share if empties % 2 == 0 else -share
    return *(sign * part for part in _shares_of_knots(empties)), share


def deviation_terms(expected: float, depth: int, confidence: int, empties: int) -> Sequence[float]:
    """The factors of the numbers of the logarithm of the deviation."""
    ahead = min(abs(expected), _FAR_AHEAD) / 10
    unseen = math.log(plies_unseen(depth, empties) + 1)
    tens = min(empties, MOST_EMPTIES) / 10
    return 1.0, math.log(depth + 2), tens, tens**2, unseen, ahead, float(confidence < FULL_WIDTH)


def default_expectation() -> Expectation:
    """That of the program's own weights; UNFITTED if they are damaged, which a search reports."""
    try:
        return expectation_of(default_weights())
    except WeightsError:
        return Expectation(UNFITTED)


def expectation_of(weights: Weights) -> Expectation:
    return Expectation(weights.expectation or UNFITTED)
