"""The root of a search, in Python: iterative deepening, aspiration windows, and the exact result near the
end.

Each root move is one call of a kernel (or of the reference while the kernels compile). Facts leave it as
frozen `Progress` values; numbers are counted in the telemetry.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from ai.levels import choose, level
from ai.limits import FULL_STRENGTH, Algorithm, Iteration, Limit, MoveScore, Options, Order, Progress
from ai.node import Node
from ai.search.drivers import aspire, mtdf
from ai.telemetry import Abandoned, Slot, Telemetry
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import PASS, Bitboard, Board, Move, squares
from game.evaluation import FULL_WIDTH, Kind

if TYPE_CHECKING:
    from ai.trace.rows import RowRecorder

# From this depth on a search starts with a narrow window around the last score.
_ASPIRATION_DEPTH: Final = 4
# Half the width of that window: tenths of a disc in the middle game, discs in the endgame.
_MIDGAME_WINDOW: Final = ONE_DISC
_ENDGAME_WINDOW: Final = 3
# How much wider the window gets on the side it failed on.
_WIDENING: Final = 3

# A selective search leaves nothing out of the first plies, which take no time. It deepens with this
# confidence, in percent ...
_FULL_DEPTH: Final = 6
_CONFIDENCE: Final = 87
# ... until so many plies before the end of the game; then it looks at the end itself, step by step surer, if
# that fits the time: the first look takes as long as all before it, and so much longer for each ply left.
# With 8 of them that is 3 times. From 6 to 13 plies were measured.
_PLIES_LEFT: Final = 8
_LOOK_PER_PLY: Final = 1.15
_END_CONFIDENCES: Final = (60, 87, 98, FULL_WIDTH)

# Without selection: iterations before the first attempt to solve; they order the moves.
_WARM_UP_DEPTH: Final = 9
# Up to this many empties solving is a matter of milliseconds and needs less of that. With selection, too, the
# first look at the end comes no earlier: one that is stopped has no move.
_QUICK_EMPTIES: Final = 14
_QUICK_WARM_UP_DEPTH: Final = 4
# Seconds to solve a hard position with 20 empties, and how many times longer one more empty takes.
_SECONDS_FOR_20: Final = 0.3
_GROWTH_PER_EMPTY: Final = 2.8
# Solving starts when it should take at most this share of the time left ...
_SHARE_OF_TIME_LEFT: Final = 0.6
# ... and without a time limit, this many times the time used so far (but a first second is always spent).
_TIMES_OF_TIME_USED: Final = 1.0

# With one legal move there is nothing to choose: a timed search ends at this depth, or after this share of
# time.
_ONLY_MOVE_DEPTH: Final = 8
_ONLY_MOVE_SHARE: Final = 0.1


class Searcher(Protocol):
    """What the root calls: the kernels, or the reference. With a `recorder` the first plies of the tree are
    recorded, below the windows of the root that it is told.
    """

    @property
    def solves_endgames(self) -> bool: ...

    @property
    def recorder(self) -> RowRecorder | None: ...

    def search(self, node: Node) -> int:
        """The score of the whole tree below a node, fail-soft. Raises Abandoned."""

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None: ...

    def table_fill(self) -> int: ...

    def nodes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class _Trees:
    """The trees below the moves of the root: who searches them, how, and in which unit."""

    searcher: Searcher
    algorithm: Algorithm
    depth: int  # of the root: plies, or the empties if exact
    exact: bool
    confidence: int

    @property
    def unit(self) -> int:
        return 1 if self.exact else ONE_DISC

    @property
    def most(self) -> int:
        return 64 if self.exact else MAX_SCORE

    def score(self, after: Board, depth: int, alpha: int, beta: int) -> int:
        """Of a move, by the position after it; the window is the root's."""
        how = (self.algorithm, self.confidence)
        if self.exact:
            return -self.searcher.search(Node.endgame(after, -beta, -alpha, *how))
        return -self.searcher.search(Node.midgame(after, -beta, -alpha, depth, *how))


def _widths(width: int, most: int) -> list[int]:
    widths = [width]
    while widths[-1] * _WIDENING <= most:
        widths.append(widths[-1] * _WIDENING)
    return widths


def first_progress(board: Board, algorithm: Algorithm) -> Progress:
    """What is known before the search: any legal move. Raises ValueError when the game is over."""
    if board.is_over():
        raise ValueError(f"the game is over, there is no move to look for in {board.text()}")
    move = next(squares(board.legal_moves()), PASS)
    return Progress(board, move, None, 0, Kind.ESTIMATE, (), algorithm)


class RootSearch:
    """One search, from the first depth until its limit or STOP."""

    def __init__(
        self,
        board: Board,
        limit: Limit,
        options: Options,
        telemetry: Telemetry,
        publish: Callable[[Progress], None],
        started: float,
    ) -> None:
        """`started` is the reading of time.perf_counter from which the limit counts."""
        self._progress = first_progress(board, options.algorithm)
        self._board = board
        self._limit = limit
        self._options = options
        self._telemetry = telemetry
        self._publish_progress = publish
        self._started = started
        self._level = level(options.level)
        self._weakened = options.level < FULL_STRENGTH
        self._every_move = options.all_moves or self._weakened
        self._random = random.Random(options.seed)
        self._order: list[Move] = list(squares(board.legal_moves())) or [PASS]
        self._after = {move: board.play(move) for move in self._order}
        self._scores = {move: MoveScore(move, 0.0, 0, Kind.ESTIMATE) for move in self._order}
        depths = [d for d in (limit.depth, self._level.depth) if d is not None]
        self._last_depth = min([*depths, max(board.empties, 1)])
        self._depth = 0
        self._confidence = 0  # of the last look at the end of the game
        self._outcome: int | None = None
        self._finished_scores: tuple[MoveScore, ...] = ()
        self._is_finished = False

    def run(self, searcher: Callable[[], Searcher]) -> None:
        """Search until done; `searcher` is asked anew for every iteration, so that a better one can take
        over.
        """
        while not self._is_finished and not self._telemetry[Slot.STOP]:
            algorithm = Algorithm(self._telemetry[Slot.WANTED])
            try:
                self._step(searcher(), algorithm)
            except Abandoned:
                self._telemetry[Slot.ABANDONED] = 0
        if self._weakened and self._finished_scores:
            self._make_a_mistake()

    def _step(self, searcher: Searcher, algorithm: Algorithm) -> None:
        """One iteration; it counts only if it returns."""
        nodes, began = searcher.nodes(), time.perf_counter()
        if not self._is_selective(searcher, algorithm):
            confidence = FULL_WIDTH
            if is_to_end := self._should_solve(searcher, algorithm):
                depth, kind, score = self._solve(searcher, algorithm)
            else:
                depth, kind, score = self._deepen(searcher, algorithm, confidence)
        elif is_to_end := self._should_look_at_end(searcher, algorithm):
            confidence = self._next_confidence()
            depth, kind, score = self._look_at_end(searcher, algorithm, confidence)
        else:
            confidence = FULL_WIDTH if self._depth < _FULL_DEPTH else _CONFIDENCE
            depth, kind, score = self._deepen(searcher, algorithm, confidence)
        seconds = time.perf_counter() - began
        self._telemetry[Slot.TABLE_FILL] = searcher.table_fill()
        pv = self._line(searcher, self._order[0], depth, is_to_end)
        iteration = Iteration(
            depth,
            kind,
            self._order[0],
            score,
            searcher.nodes() - nodes,
            seconds,
            algorithm,
            confidence,
            pv,
        )
        self._tell(
            replace(
                self._progress,
                move=iteration.move,
                score=score,
                depth=depth,
                kind=kind,
                pv=pv,
                algorithm=algorithm,
                iterations=(*self._progress.iterations, iteration),
                scores=self._sorted_scores(),
                confidence=confidence,
            )
        )
        self._is_finished = kind is Kind.EXACT or (
            kind is Kind.ESTIMATE and self._may_stop_at(depth, self._may_solve(searcher, algorithm))
        )

    def _may_stop_at(self, depth: int, may_solve: bool) -> bool:
        if depth >= self._last_depth and not may_solve:
            return True
        if len(self._order) > 1 or self._limit.seconds is None:
            return False
        return depth >= _ONLY_MOVE_DEPTH or self._seconds_used() > _ONLY_MOVE_SHARE * self._limit.seconds

    # --- the middle game

    def _deepen(self, searcher: Searcher, algorithm: Algorithm, confidence: int) -> tuple[int, Kind, float]:
        depth = self._depth + 1
        is_exact = depth >= self._board.empties and confidence == FULL_WIDTH
        kind = Kind.EXACT if is_exact else Kind.ESTIMATE
        trees = _Trees(searcher, algorithm, depth, exact=False, confidence=confidence)
        if self._every_move:
            score = self._score_every_move(trees, kind)
        elif algorithm is Algorithm.MINIMAX or depth < _ASPIRATION_DEPTH:
            score = self._search(trees, -MAX_SCORE - 1, MAX_SCORE + 1)
        else:
            score = self._drive(trees, round((self._progress.score or 0) * ONE_DISC), _MIDGAME_WINDOW)
        self._depth = depth
        return depth, kind, score / ONE_DISC

    # --- the endgame

    def _is_selective(self, searcher: Searcher, algorithm: Algorithm) -> bool:
        """Without the kernels there is no selection, and minimax leaves nothing out."""
        return self._options.selective and searcher.solves_endgames and algorithm is not Algorithm.MINIMAX

    def _should_look_at_end(self, searcher: Searcher, algorithm: Algorithm) -> bool:
        """Whether the next step of a selective search is one to the end of the game."""
        if not self._may_solve(searcher, algorithm):
            return False
        if self._depth < min(_QUICK_WARM_UP_DEPTH, self._last_depth):
            return False
        left = self._board.empties - self._depth
        if self._confidence > 0 or self._depth >= self._last_depth:
            return True
        return left <= _PLIES_LEFT and self._has_time_for(_LOOK_PER_PLY**left * self._seconds_used())

    def _has_time_for(self, seconds: float) -> bool:
        return self._limit.seconds is None or seconds <= self._limit.seconds - self._seconds_used()

    def _next_confidence(self) -> int:
        if self._board.empties <= _QUICK_EMPTIES:
            return FULL_WIDTH
        return next(step for step in _END_CONFIDENCES if step > self._confidence)

    def _look_at_end(
        self, searcher: Searcher, algorithm: Algorithm, confidence: int
    ) -> tuple[int, Kind, float]:
        """The result of the game, by a search of this confidence."""
        empties = self._board.empties
        kind = Kind.EXACT if confidence == FULL_WIDTH else Kind.ESTIMATE
        trees = _Trees(searcher, algorithm, empties, exact=True, confidence=confidence)
        if self._every_move:
            score = self._score_every_move(trees, kind)
        else:
            score = self._drive(trees, 2 * round(self._estimate() / 2), _ENDGAME_WINDOW)
        self._confidence = confidence
        return empties, kind, float(score)

    def _may_solve(self, searcher: Searcher, algorithm: Algorithm) -> bool:
        """Whether there is a solver, and the limits allow looking to the end of the game."""
        if not searcher.solves_endgames or algorithm is Algorithm.MINIMAX:
            return False
        empties = self._board.empties
        if self._limit.depth is not None and self._limit.depth < empties:
            return False
        return empties <= self._level.exact

    def _should_solve(self, searcher: Searcher, algorithm: Algorithm) -> bool:
        if not self._may_solve(searcher, algorithm):
            return False
        if self._outcome is not None:
            return True
        empties = self._board.empties
        warm_up = _QUICK_WARM_UP_DEPTH if empties <= _QUICK_EMPTIES else _WARM_UP_DEPTH
        if self._depth < min(warm_up, self._last_depth):
            return False
        if self._depth >= self._last_depth or self._limit.solve:
            return True
        needed = _SECONDS_FOR_20 * _GROWTH_PER_EMPTY ** (empties - 20)
        if self._every_move:
            needed *= len(self._order)
        if self._limit.seconds is None:
            return needed <= max(1.0, _TIMES_OF_TIME_USED * self._seconds_used())
        return needed <= _SHARE_OF_TIME_LEFT * (self._limit.seconds - self._seconds_used())

    def _solve(self, searcher: Searcher, algorithm: Algorithm) -> tuple[int, Kind, float]:
        """First whether the game is won, drawn or lost; then, in the next step, by how many discs."""
        empties = self._board.empties
        trees = _Trees(searcher, algorithm, empties, exact=True, confidence=FULL_WIDTH)
        if self._every_move:
            return empties, Kind.EXACT, float(self._score_every_move(trees, Kind.EXACT))
        low, high = -64, 64
        if algorithm in (Algorithm.ALPHABETA, Algorithm.PVS) and self._options.techniques.aspiration:
            if self._outcome is None:
                score = self._search(trees, -1, 1)
                self._outcome = score
                return empties, Kind.EXACT if score == 0 else Kind.OUTCOME, float(score)
            # The outcome is a bound; scores are even, so nothing lies between it and the next.
            low, high = (self._outcome - 1, 64) if self._outcome > 0 else (-64, self._outcome + 1)
        guess = min(max(round(self._estimate()), low), high)
        return empties, Kind.EXACT, float(self._drive(trees, guess, _ENDGAME_WINDOW))

    def _estimate(self) -> float:
        estimates = [row.score for row in self._progress.iterations if row.kind is Kind.ESTIMATE]
        return estimates[-1] if estimates else 0.0

    # --- the root node

    def _drive(self, trees: _Trees, guess: int, width: int) -> int:
        """The score of the root, by the windows of the algorithm; `guess` is where it is expected."""
        search = partial(self._search, trees)
        if trees.algorithm is Algorithm.MTDF:
            return mtdf(search, guess, trees.most)
        if trees.algorithm is Algorithm.MT_SSS:
            return mtdf(search, trees.most, trees.most)
        bound = trees.most + 1
        # SCOUT (Pearl 1980) evaluates without a window what tests better.
        if trees.algorithm is Algorithm.SCOUT or not self._options.techniques.aspiration:
            return search(-bound, bound)
        return aspire(search, guess, _widths(width, 2 * trees.most), bound)

    def _search(self, trees: _Trees, alpha: int, beta: int) -> int:
        """The root as a node like any other, fail-soft; the best move is put first in the order."""
        self._open_root(trees, alpha, beta)
        best_move, *brothers = self._moves_in_order()
        best = self._score(trees, best_move, alpha, beta)
        if best >= beta and trees.algorithm is not Algorithm.MINIMAX:
            self._telemetry[Slot.CUTOFFS] += 1
            self._telemetry[Slot.FIRST_CUTOFFS] += 1
        elif brothers:
            best, best_move = self._search_brothers(trees, alpha, beta, best, best_move, brothers)
        if best > alpha:
            self._order.remove(best_move)
            self._order.insert(0, best_move)
        self._close_root(trees, best)
        return best

    def _open_root(self, trees: _Trees, alpha: int, beta: int) -> None:
        if trees.searcher.recorder is not None:
            window = (self._board.player, self._board.opponent, alpha, beta)
            root = Node(*window, trees.depth, trees.algorithm, trees.exact, trees.confidence)
            trees.searcher.recorder.open_root(root, len(self._progress.iterations))

    def _close_root(self, trees: _Trees, score: int) -> None:
        if trees.searcher.recorder is not None:
            trees.searcher.recorder.close_root(score)

    def _moves_in_order(self) -> list[Move]:
        """In which they are searched; the best one of the last depth is the first."""
        return sorted(self._order) if self._options.techniques.order is Order.UNSORTED else self._order

    def _search_brothers(
        self, trees: _Trees, alpha: int, beta: int, best: int, best_move: Move, brothers: Sequence[Move]
    ) -> tuple[int, Move]:
        """The other moves, one by one: (the best score of all, its move)."""
        for move in brothers:
            score = self._score_brother(trees, move, max(alpha, best), alpha, beta)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    self._announce(move, score / trees.unit)
                if score >= beta and trees.algorithm is not Algorithm.MINIMAX:
                    self._telemetry[Slot.CUTOFFS] += 1
                    break
        return best, best_move

    def _score_brother(self, trees: _Trees, move: Move, lower: int, alpha: int, beta: int) -> int:
        if trees.algorithm is Algorithm.MINIMAX:
            return self._score(trees, move, alpha, beta)
        if trees.algorithm is Algorithm.ALPHABETA:
            return self._score(trees, move, lower, beta)
        self._telemetry[Slot.NULL_WINDOWS] += lower + 1 < beta
        score = self._score(trees, move, lower, lower + 1)
        if lower < score < beta:
            self._telemetry[Slot.RESEARCHES] += 1
            before = self._progress
            self._announce(move, score / trees.unit)
            score = self._score(trees, move, score, beta)
            if score <= lower:  # a selective search may take back what it said of the null window
                self._tell(before)
        return score

    def _score(self, trees: _Trees, move: Move, alpha: int, beta: int) -> int:
        self._telemetry[Slot.TABLE_FILL] = trees.searcher.table_fill()
        depth = trees.depth if move == PASS else trees.depth - 1
        return trees.score(self._after[move], depth, alpha, beta)

    def _announce(self, move: Move, score: float) -> None:
        """A move proved better than the first one of a running iteration is the new candidate, though how
        much better may not be known yet: then the score is a lower bound.
        """
        known = self._progress
        if self._depth and (move, score) != (known.move, known.score):
            pv = known.pv if move == known.move else (move,)
            self._tell(replace(known, move=move, score=score, pv=pv))

    def _score_every_move(self, trees: _Trees, kind: Kind) -> int:
        """Every move with a window of its own: the scores of hints, and what the lower levels choose from."""
        window = (-trees.most - 1, trees.most + 1)
        self._open_root(trees, *window)
        scores = {}
        for move in list(self._order):
            scores[move] = self._score(trees, move, *window)
            line = self._line(trees.searcher, move, trees.depth, trees.exact)
            self._scores[move] = MoveScore(
                move, scores[move] / trees.unit, trees.depth, kind, trees.confidence, line
            )
            self._tell(replace(self._progress, scores=self._sorted_scores()))
        self._order.sort(key=scores.__getitem__, reverse=True)
        self._finished_scores = self._sorted_scores()
        self._close_root(trees, scores[self._order[0]])
        return scores[self._order[0]]

    def _sorted_scores(self) -> tuple[MoveScore, ...]:
        """Best first; of equals the one that is first in the order, as for the best move itself."""
        known = [self._scores[move] for move in self._order if self._scores[move].depth]
        return tuple(sorted(known, key=lambda score: score.score, reverse=True))

    # --- what is told

    def _line(self, searcher: Searcher, move: Move, depth: int, exact: bool) -> tuple[Move, ...]:
        """The PV: the move and what the searcher remembers of the answers, passes as PASS.

        `exact` asks the solver, not the middle game's search: their answers are kept apart.
        """
        line = [move]
        board = self._after[move]
        while len(line) - line.count(PASS) < depth and not board.is_over():
            reply = PASS if board.must_pass() else searcher.best_reply(board.player, board.opponent, exact)
            if reply is None or not board.is_legal(reply):
                break
            line.append(reply)
            board = board.play(reply)
        return tuple(line)

    def _make_a_mistake(self) -> None:
        """Choose as the level does, by the scores of the last finished iteration."""
        chosen = choose(self._finished_scores, self._level.loss, self._random)
        pv = self._progress.pv if self._progress.pv[:1] == (chosen.move,) else (chosen.move,)
        self._tell(replace(self._progress, move=chosen.move, score=chosen.score, pv=pv))

    def _tell(self, progress: Progress) -> None:
        self._progress = progress
        self._publish_progress(progress)

    def _seconds_used(self) -> float:
        return time.perf_counter() - self._started
