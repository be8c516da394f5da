"""The score to expect with best play, computed from the score of a search: the scores that users see.

A search of some plies underrates a lead, as the plies beyond its depth bring more of the same. So a score is
stretched, more so the fewer of the plies to the end were searched, by one number for small and one for large
leads; and some tenths of a disc go to the side that parity favours, and to the side to move. The truth is
normally distributed around the result. The training step `expect` fits the numbers to the weights they are
stored with. Exact scores and book scores stay as they are. Standard library only.
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

# The numbers of a model, in this order: stretching; parity and the right to move; the logarithm of the
# deviation; the width of an interval in deviations, the discs that chances add for the side to move if the
# number of empties is odd, and the spread of chances in deviations.
STRETCHING: Final = 6
PARITY: Final = 4
CHANCES: Final = 3
DEVIATION: Final = EXPECTATION_NUMBERS - STRETCHING - PARITY - CHANCES

# The unsearched plies, and the discs, that have half of the greatest effect.
_HALF_OF_PLIES: Final = 10.0
_HALF_OF_DISCS: Final = 12.0
# Empties at which the stretching has its own numbers; in between they are interpolated.
_KNOTS: Final = (14, 26, 38)
# The most empties of the positions used for fitting; the deviation does not change beyond that.
MOST_EMPTIES: Final = 50
# The lead in discs beyond which the deviation does not change.
_FAR_AHEAD: Final = 40.0
# The least factor by which a score is stretched, so that a larger score stays larger.
_LEAST_SLOPE: Final = 0.1
# The depth assumed for the search behind a book score.
_BOOK_PLIES: Final = 20
# A result is an even number of discs: a truth within this much of 0 is a draw.
_DRAWN: Final = 1.0

# The numbers for weights that have none: scores stay as they are.
UNFITTED: Final = (*(0.0,) * (STRETCHING + PARITY), 1.0, -0.2, 0.0, 0.0, 0.3, 0.0, 0.0, 1.65, 0.0, 1.0)

T = TypeVar("T", Iteration, MoveScore)
Between = TypeVar("Between", MoveBound, Question)


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities (0 to 1) that a position is won, drawn and lost for one side with best play."""

    win: float
    draw: float
    loss: float

    @property
    def share(self) -> float:
        """The expected result: a win counts 1, a draw 1/2."""
        return self.win + self.draw / 2

    def mirrored(self) -> "Chances":
        """Returns the chances of the other side."""
        return Chances(self.loss, self.draw, self.win)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The model with its numbers. Scores are in discs; `empties` are those of the scored position."""

    numbers: tuple[float, ...]

    def score(self, found: float, kind: Kind, depth: int, empties: int) -> float:
        """Returns the score to expect if a search of `depth` plies returned `found`; monotone in `found`."""
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
        """Returns the typical error, in discs, of an expected score; 0 if the score is exact."""
        if known.kind is Kind.EXACT:
            return 0.0
        depth = _BOOK_PLIES if known.kind is Kind.BOOK else known.depth
        factors = deviation_terms(known.score, depth, known.confidence, empties)
        numbers = self.numbers[STRETCHING + PARITY : -CHANCES]
        return math.exp(sum(number * factor for number, factor in zip(numbers, factors, strict=True)))

    def interval(self, known: Evaluation, empties: int) -> tuple[float, float]:
        """Returns the lowest and the highest score of the interval that holds the truth in 90 % of cases."""
        width = self.numbers[-CHANCES] * self.deviation(known, empties)
        return max(-MOST_DISCS, known.score - width), min(MOST_DISCS, known.score + width)

    def chances(self, known: Evaluation, empties: int) -> Chances:
        """Returns the chances of the side that moves; the score of `known` is from its view."""
        score = known.score
        if known.kind in (Kind.EXACT, Kind.OUTCOME):
            return Chances(float(score > 0), float(score == 0), float(score < 0))
        _width, lean, spread = self.numbers[-CHANCES:]
        spread *= self.deviation(known, empties)
        truth = NormalDist(score + (lean if empties % 2 else 0.0), spread)
        loss, win = truth.cdf(-_DRAWN), 1 - truth.cdf(_DRAWN)
        return Chances(win, max(0.0, 1 - loss - win), loss)

    def chances_of(self, evaluation: Evaluation, board: Board) -> Chances:
        """Returns Black's chances, given an expected score of the board."""
        if (board.turn is Color.BLACK) is not board.must_pass():
            return self.chances(evaluation, board.empties)
        return self.chances(replace(evaluation, score=-evaluation.score), board.empties).mirrored()

    def progress(self, found: Progress) -> Progress:
        """Returns `found` with expected scores, by which moves searched to different depths are sorted."""
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
        """Converts a bound; its open sides stay open."""
        return replace(row, low=self._bound(row.low, row, board), high=self._bound(row.high, row, board))

    def _bound(self, found: float | None, row: Progress | MoveBound | Question, board: Board) -> float | None:
        return None if found is None else self._of(board, found, row.kind, row.depth)

    def _of(self, board: Board, found: float, kind: Kind, depth: int) -> float:
        """Returns the expected score; if the side must pass, that of the other side with the sign changed."""
        sign = -1 if board.must_pass() else 1
        return sign * self.score(sign * found, kind, depth, board.empties)


def plies_unseen(depth: int, empties: int) -> int:
    return max(0, empties - depth)


def stretching_terms(unseen: int, size: float, empties: int) -> Sequence[float]:
    """Returns the factors of the stretching numbers."""
    near = unseen / (unseen + _HALF_OF_PLIES)
    far = near * size / (size + _HALF_OF_DISCS)
    shares = _shares_of_knots(empties)
    return *(near * share for share in shares), *(far * share for share in shares)


def _shares_of_knots(empties: int) -> Sequence[float]:
    """Returns the share of each knot's numbers; the shares add up to 1."""
    first, middle, last = _KNOTS
    if empties <= middle:
        share = min(1.0, max(0.0, (empties - first) / (middle - first)))
        return 1 - share, share, 0.0
    share = min(1.0, (empties - middle) / (last - middle))
    return 0.0, 1 - share, share


def parity_terms(unseen: int, empties: int) -> Sequence[float]:
    """Returns the factors of the parity numbers of all knots and of the move's, scaled by unseen plies."""
    share = unseen / (unseen + _HALF_OF_PLIES)
    sign = share if empties % 2 == 0 else -share
    return *(sign * part for part in _shares_of_knots(empties)), share


def deviation_terms(expected: float, depth: int, confidence: int, empties: int) -> Sequence[float]:
    """Returns the factors of the numbers that make up the logarithm of the deviation."""
    ahead = min(abs(expected), _FAR_AHEAD) / 10
    unseen = math.log(plies_unseen(depth, empties) + 1)
    tens = min(empties, MOST_EMPTIES) / 10
    return 1.0, math.log(depth + 2), tens, tens**2, unseen, ahead, float(confidence < FULL_WIDTH)


def default_expectation() -> Expectation:
    """Returns the model of the program's weights; UNFITTED if they are damaged, which a search reports."""
    try:
        return expectation_of(default_weights())
    except WeightsError:
        return Expectation(UNFITTED)


def expectation_of(weights: Weights) -> Expectation:
    return Expectation(weights.expectation or UNFITTED)
