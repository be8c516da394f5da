"""Chooses the next step of a search: deepen, look at the end of the game, or solve it."""

import time
from dataclasses import dataclass
from typing import Final

from ai.levels import LEVELS
from ai.limits import FULL_STRENGTH, Algorithm, Limit, Options
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import Board
from game.evaluation import FULL_WIDTH, Kind

# A selective search skips nothing up to this depth, then deepens with this confidence in percent,
_FULL_DEPTH: Final = 6
_CONFIDENCE: Final = 87
# until this many plies are left to the end of the game; then it searches to the end with growing confidence
# if time allows: the first look takes as long as everything before it, times this factor for each ply left.
PLIES_LEFT: Final = 8
_LOOK_PER_PLY: Final = 1.15
END_CONFIDENCES: Final = (60, 87, 98, FULL_WIDTH)

# Without selection: depth to reach before the first attempt to solve, as iterations order the moves.
_WARM_UP_DEPTH: Final = 9
# Up to this many empties, solving takes milliseconds and needs fewer iterations. A selective search runs
# them, too, before its first look at the end: a search that is stopped earlier has no move.
_QUICK_EMPTIES: Final = 14
_QUICK_WARM_UP_DEPTH: Final = 4
# Seconds to solve a hard position with 20 empties, and the factor for each further empty.
_SECONDS_FOR_20: Final = 0.3
_GROWTH_PER_EMPTY: Final = 2.8
# Solving starts if it should take at most this share of the time left; without a time limit, at most this
# many times the time used so far, or a second.
_SHARE_OF_TIME_LEFT: Final = 0.6
_TIMES_OF_TIME_USED: Final = 1.0

# With one legal move a timed search ends at this depth, or after this share of its time.
_ONLY_MOVE_DEPTH: Final = 8
_ONLY_MOVE_SHARE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration: its depth, its kind of search, and its expected score, `guess`.

    An `exact` step searches to the end of the game: `depth` is the number of empties, scores are in discs;
    else they are in tenths of a disc. A step of kind OUTCOME only finds a win, a draw or a loss.
    """

    algorithm: Algorithm
    depth: int
    exact: bool
    confidence: int
    kind: Kind
    guess: int

    @property
    def unit(self) -> int:
        return 1 if self.exact else ONE_DISC

    @property
    def most(self) -> int:
        return 64 if self.exact else MAX_SCORE


class Schedule:
    """The steps of one search. `depth` is the last depth that its middle-game search has finished."""

    def __init__(self, board: Board, limit: Limit, options: Options, started: float) -> None:
        """`started` is the time.perf_counter() from which the limit counts."""
        self._empties = board.empties
        self._moves = board.legal_moves().bit_count()
        self._limit = limit
        self._options = options
        self._started = started
        self._level = LEVELS[options.level - 1]
        self.every_move = options.all_moves or options.level < FULL_STRENGTH
        depths = [d for d in (limit.depth, self._level.depth) if d is not None]
        self._last_depth = min([*depths, max(board.empties, 1)])
        self.depth = 0
        self._confidence = 0  # of the last look at the end of the game
        self._outcome: int | None = None
        self._estimate = 0.0

    def next_step(self, algorithm: Algorithm, solves_endgames: bool, score: float | None) -> Step:
        """Returns the next step; `score` is that of the last step, in discs."""
        may_solve = self._may_solve(algorithm, solves_endgames)
        confidence = FULL_WIDTH
        # Without the kernels there is no selection, and minimax leaves nothing out.
        if self._options.selective and solves_endgames and algorithm is not Algorithm.MINIMAX:
            if may_solve and self._should_search_to_end():
                return self._selective_end_step(algorithm)
            if self.depth >= _FULL_DEPTH:
                confidence = _CONFIDENCE
        elif may_solve and self._should_solve():
            return self._solve(algorithm)
        depth = self.depth + 1
        is_exact = depth >= self._empties and confidence == FULL_WIDTH
        kind = Kind.EXACT if is_exact else Kind.ESTIMATE
        return Step(algorithm, depth, False, confidence, kind, round((score or 0) * ONE_DISC))

    def finish(self, step: Step, score: int) -> None:
        """Records the score of a finished step."""
        if not step.exact:
            self.depth = step.depth
        elif step.kind is Kind.OUTCOME:
            self._outcome = score
        else:
            self._confidence = step.confidence
        if step.kind is Kind.ESTIMATE:
            self._estimate = score / step.unit

    def may_stop_after(self, step: Step, solves_endgames: bool) -> bool:
        """Returns whether the search may end with the estimate of this step."""
        if step.depth >= self._last_depth and not self._may_solve(step.algorithm, solves_endgames):
            return True
        if self._moves > 1 or self._limit.seconds is None:
            return False
        return step.depth >= _ONLY_MOVE_DEPTH or self._seconds_used() > _ONLY_MOVE_SHARE * self._limit.seconds

    def _may_solve(self, algorithm: Algorithm, solves_endgames: bool) -> bool:
        """Returns whether there is a solver and the limits allow its use."""
        if not solves_endgames or algorithm is Algorithm.MINIMAX:
            return False
        if self._limit.depth is not None and self._limit.depth < self._empties:
            return False
        return self._empties <= self._level.exact

    # A selective search

    def _should_search_to_end(self) -> bool:
        if self.depth < min(_QUICK_WARM_UP_DEPTH, self._last_depth):
            return False
        if self._confidence > 0 or self.depth >= self._last_depth:
            return True
        left = self._empties - self.depth
        seconds = _LOOK_PER_PLY**left * self._seconds_used()
        has_time = self._limit.seconds is None or seconds <= self._limit.seconds - self._seconds_used()
        return left <= PLIES_LEFT and has_time

    def _selective_end_step(self, algorithm: Algorithm) -> Step:
        """Returns a step to the end of the game, with more confidence than the last look."""
        confidence = FULL_WIDTH
        if self._empties > _QUICK_EMPTIES:
            confidence = next(step for step in END_CONFIDENCES if step > self._confidence)
        kind = Kind.EXACT if confidence == FULL_WIDTH else Kind.ESTIMATE
        return Step(algorithm, self._empties, True, confidence, kind, 2 * round(self._estimate / 2))

    # A search without selection

    def _should_solve(self) -> bool:
        if self._outcome is not None:
            return True
        warm_up = _QUICK_WARM_UP_DEPTH if self._empties <= _QUICK_EMPTIES else _WARM_UP_DEPTH
        if self.depth < min(warm_up, self._last_depth):
            return False
        if self.depth >= self._last_depth or self._limit.solve:
            return True
        needed = _SECONDS_FOR_20 * _GROWTH_PER_EMPTY ** (self._empties - 20)
        if self.every_move:
            needed *= max(self._moves, 1)
        if self._limit.seconds is None:
            return needed <= max(1.0, _TIMES_OF_TIME_USED * self._seconds_used())
        return needed <= _SHARE_OF_TIME_LEFT * (self._limit.seconds - self._seconds_used())

    def _solve(self, algorithm: Algorithm) -> Step:
        """Returns a solving step: with aspiration, first the outcome (win, draw or loss), then the score."""
        low, high, kind = -64, 64, Kind.EXACT
        has_window = algorithm in (Algorithm.ALPHABETA, Algorithm.PVS) and self._options.techniques.aspiration
        if has_window and not self.every_move:
            if self._outcome is None:
                kind = Kind.OUTCOME
            # The outcome is a bound; scores are even, so no other score is one disc away.
            elif self._outcome > 0:
                low = self._outcome - 1
            else:
                high = self._outcome + 1
        guess = min(max(round(self._estimate), low), high)
        return Step(algorithm, self._empties, True, FULL_WIDTH, kind, guess)

    def _seconds_used(self) -> float:
        return time.perf_counter() - self._started
