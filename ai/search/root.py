"""The root of a search, in Python: iterations, and the search of the root node itself.

Each root move is one call of a kernel, or of the reference while the kernels compile. Results are published
as frozen `Progress` values; numbers are counted in the telemetry.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from ai.levels import LEVELS, MISTAKE, Look, choose, probabilities
from ai.limits import (
    FULL_STRENGTH,
    Algorithm,
    Iteration,
    Limit,
    MoveScore,
    Options,
    Order,
    Progress,
    Question,
    SearchNode,
)
from ai.search.drivers import aspire, mtdf
from ai.search.known import KnownBounds
from ai.search.schedule import Schedule, Step
from ai.telemetry import Abandoned, Slot, Telemetry
from ai.weights import ONE_DISC
from game.board import PASS, Board, Move, squares
from game.evaluation import Kind
from game.symmetry import BitboardPair, Symmetry, canonical, symmetry_to, transform_move

if TYPE_CHECKING:
    from ai.compiled import CompiledSearcher
    from ai.reference.searcher import ReferenceSearcher
    from ai.search.parallel import Crew

# From this depth on, a search starts with a narrow window around the last score: half its width, in tenths of
# a disc or in discs, and the factor by which it widens on the side on which the search fails.
_ASPIRATION_DEPTH: Final = 4
_MIDGAME_WINDOW: Final = ONE_DISC
_ENDGAME_WINDOW: Final = 3
_WIDENING: Final = 3
# An exact line that misses its score is solved again from these numbers of empties on, one after the other:
# another thread may have replaced a best move in the table.
_SOLVED_AGAIN: Final = (10, 12, 14)
# Seconds that an iteration must take for the next one to publish its questions: faster ones pass unseen.
_FOLLOWED_SECONDS: Final = 0.005


# What the root calls: one thread, several, or the reference while the kernels compile.
Searcher: TypeAlias = "CompiledSearcher | Crew | ReferenceSearcher"


def _widths(width: int, most: int) -> list[int]:
    widths = [width]
    while widths[-1] * _WIDENING <= most:
        widths.append(widths[-1] * _WIDENING)
    return widths


def _twins(after: Mapping[Move, Board]) -> dict[Move, list[tuple[Move, Symmetry]]]:
    """Maps the first of each set of symmetric moves to all: (move, symmetry from the first's board)."""
    firsts: dict[BitboardPair, Move] = {}
    twins: dict[Move, list[tuple[Move, Symmetry]]] = {}
    for move, board in after.items():
        first = firsts.setdefault(canonical(board), move)
        twins.setdefault(first, []).append((move, symmetry_to(after[first], board) or 0))
    return twins


def first_progress(board: Board, algorithm: Algorithm) -> Progress:
    """Returns the progress before the search: any legal move. Raises ValueError if the game is over."""
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
        mistakes: set[BitboardPair] | None = None,
    ) -> None:
        """`started` is the time.perf_counter() from which the limit counts. `mistakes` are positions after
        earlier mistakes of a level, which it avoids.
        """
        self.mistake: BitboardPair | None = None
        """The position after the move a level has chosen, if that move is a mistake, else None."""
        self._progress = first_progress(board, options.algorithm)
        self._board = board
        self._options = options
        self._telemetry = telemetry
        self._listener = publish
        self._schedule = Schedule(board, limit, options, started)
        self._order: list[Move] = list(squares(board.legal_moves())) or [PASS]
        self._after = {move: board.play(move) for move in self._order}
        self._scores = {move: MoveScore(move, 0.0, 0, Kind.ESTIMATE) for move in self._order}
        self._twins = _twins(self._after) if self._schedule.every_move else {}
        self._finished_scores: tuple[MoveScore, ...] = ()
        self._level = LEVELS[options.level - 1]
        look = self._level.first_look
        self._looks: list[Look] = [{move: look(board) for move, board in self._after.items()}] if look else []
        self._mistakes = set() if mistakes is None else mistakes
        self._known = KnownBounds()
        self._asked: Question | None = None
        self._last_seconds = 0.0
        self._is_finished = False
        self._searcher: Searcher

    def run(self, searcher: Callable[[], Searcher]) -> None:
        """Searches until done; calls `searcher` in every iteration, so that a better one can take over."""
        while not self._is_finished and not self._telemetry[Slot.STOP]:
            algorithm = Algorithm(self._telemetry[Slot.WANTED])
            try:
                self._step(searcher(), algorithm)
            except Abandoned:
                self._telemetry[Slot.ABANDONED] = 0
        was_asking, self._asked = self._asked is not None, None
        if self._options.level < FULL_STRENGTH and self._finished_scores:
            self._choose_by_level()
        elif was_asking:
            self._publish(self._progress)

    def _step(self, searcher: Searcher, algorithm: Algorithm) -> None:
        """Runs one iteration, which counts only if it returns."""
        self._searcher = searcher
        step = self._schedule.next_step(algorithm, searcher.solves_endgames, self._progress.score)
        nodes, began = searcher.nodes(), time.perf_counter()
        found = self._score_root(step)
        seconds = time.perf_counter() - began
        self._last_seconds, self._asked = seconds, None
        self._schedule.finish(step, found)
        move, score, pv = self._order[0], found / step.unit, self._line(step, self._order[0], found)
        kind = Kind.EXACT if step.kind is Kind.OUTCOME and found == 0 else step.kind
        nodes, depth, confidence = searcher.nodes() - nodes, step.depth, step.confidence
        iteration = Iteration(depth, kind, move, score, nodes, seconds, algorithm, confidence, pv)
        known = (*self._progress.iterations, iteration), self._sorted_scores(), confidence
        self._publish(Progress(self._board, move, score, depth, kind, pv, algorithm, *known))
        self._is_finished = kind is Kind.EXACT or (
            kind is Kind.ESTIMATE and self._schedule.may_stop_after(step, searcher.solves_endgames)
        )

    # --- the root node

    def _score_root(self, step: Step) -> int:
        search, most = partial(self._search, step), step.most
        if self._schedule.every_move:
            return self._score_every_move(step)
        if step.kind is Kind.OUTCOME:
            return search(-1, 1)
        is_shallow = not step.exact and step.depth < _ASPIRATION_DEPTH
        # If a move tests better, SCOUT (Pearl 1980) evaluates it with an open window.
        if is_shallow or step.algorithm in (Algorithm.MINIMAX, Algorithm.SCOUT):
            return search(-most - 1, most + 1)
        if step.algorithm is Algorithm.MTDF:
            return mtdf(search, step.guess, most)
        if step.algorithm is Algorithm.MT_SSS:
            return mtdf(search, most, most)
        if not self._options.techniques.aspiration:
            return search(-most - 1, most + 1)
        widths = _widths(_ENDGAME_WINDOW if step.exact else _MIDGAME_WINDOW, 2 * most)
        return aspire(search, step.guess, widths, most + 1)

    def _search(self, step: Step, alpha: int, beta: int) -> int:
        """Searches the root like any other node, fail-soft; moves the best move to the front of the order."""
        root = self._open_root(step, alpha, beta)
        self._searcher.share(root)
        best_move, *siblings = self._moves_in_order()
        best = self._score(step, best_move, alpha, beta)
        if best >= beta and step.algorithm is not Algorithm.MINIMAX:
            self._telemetry[Slot.CUTOFFS] += 1
            self._telemetry[Slot.FIRST_CUTOFFS] += 1
        elif siblings:
            best, best_move = self._search_siblings(step, alpha, beta, best, best_move, siblings)
        if best > alpha:
            self._order.remove(best_move)
            self._order.insert(0, best_move)
        self._close_root(best)
        return best

    def _open_root(self, step: Step, alpha: int, beta: int) -> SearchNode:
        window = (self._board.player, self._board.opponent, alpha, beta)
        root = SearchNode(*window, step.depth, step.algorithm, step.exact, step.confidence)
        if self._searcher.recorder is not None:
            self._searcher.recorder.open_root(root, len(self._progress.iterations))
        return root

    def _close_root(self, score: int) -> None:
        if self._searcher.recorder is not None:
            self._searcher.recorder.close_root(score)

    def _moves_in_order(self) -> list[Move]:
        """Returns the root moves, the best one of the last depth first, or by square if unsorted."""
        return sorted(self._order) if self._options.techniques.order is Order.UNSORTED else self._order

    def _search_siblings(
        self, step: Step, alpha: int, beta: int, best: int, best_move: Move, siblings: Sequence[Move]
    ) -> tuple[int, Move]:
        """Searches the other moves one by one; returns (the best score of all moves, its move)."""
        for move in siblings:
            score = self._score_sibling(step, move, max(alpha, best), alpha, beta)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    self._publish_candidate(step, move, score)
                if score >= beta and step.algorithm is not Algorithm.MINIMAX:
                    self._telemetry[Slot.CUTOFFS] += 1
                    break
        return best, best_move

    def _score_sibling(self, step: Step, move: Move, lower: int, alpha: int, beta: int) -> int:
        if step.algorithm is Algorithm.MINIMAX:
            return self._score(step, move, alpha, beta)
        if step.algorithm is Algorithm.ALPHABETA:
            return self._score(step, move, lower, beta)
        self._telemetry[Slot.NULL_WINDOWS] += lower + 1 < beta
        score = self._score(step, move, lower, lower + 1)
        if lower < score < beta:
            self._telemetry[Slot.RESEARCHES] += 1
            before = self._progress
            self._publish_candidate(step, move, score)
            score = self._score(step, move, score, beta)
            if score <= lower:  # a selective search may contradict its null window
                self._publish(before)
        return score

    def _score(self, step: Step, move: Move, alpha: int, beta: int) -> int:
        if self._last_seconds >= _FOLLOWED_SECONDS:
            self._publish_question(step, move, alpha, beta)
        score = -self._searcher.search(self._node_after(step, move, alpha, beta))
        self._known.answer(step, move, score, alpha, beta)
        return score

    def _node_after(self, step: Step, move: Move, alpha: int, beta: int) -> SearchNode:
        after = self._after[move]
        depth = step.depth if move == PASS else step.depth - 1
        window = (after.player, after.opponent, -beta, -alpha)
        return SearchNode(*window, depth, step.algorithm, step.exact, step.confidence)

    def _publish_question(self, step: Step, move: Move, alpha: int, beta: int) -> None:
        low = None if alpha < -step.most else alpha / step.unit
        high = None if beta > step.most else beta / step.unit
        self._asked = Question(move, low, high, step.depth, step.kind, step.confidence)
        self._publish(self._progress)

    def _publish_candidate(self, step: Step, move: Move, found: int) -> None:
        """Publishes a better move of the running iteration. Its score may still be a lower bound; then its
        line is unknown.
        """
        known, score = self._progress, found / step.unit
        if self._schedule.depth and (move, score) != (known.move, known.score):
            line = self._replies(step, move)
            pv = known.pv if move == known.move and not line[1:] else line
            self._publish(replace(known, move=move, score=score, pv=pv))

    def _score_every_move(self, step: Step) -> int:
        """Scores each move with an open window, symmetric moves once, for hints and lower levels. If only
        some of the best are wanted, the others are only proved to be worse.
        """
        most = step.most + 1
        self._open_root(step, -most, most)
        scores: dict[Move, int] = {}
        for move in [move for move in self._order if move in self._twins]:
            low = self._least_of_lines(scores, -most)
            self._searcher.share(self._node_after(step, move, low, most))
            found = self._score(step, move, low, most)
            line = self._line(step, move, found)
            for twin, symmetry in self._twins[move]:
                scores[twin] = found
                self._known.answer(step, twin, found, low, most)
                if found <= low:
                    continue
                seen = tuple(transform_move(each, symmetry) for each in line[1:])
                known = found / step.unit, step.depth, step.kind, step.confidence
                self._scores[twin] = MoveScore(twin, *known, pv=(twin, *seen))
            self._publish(replace(self._progress, scores=self._sorted_scores()))
        self._order.sort(key=scores.__getitem__, reverse=True)
        self._finished_scores = self._sorted_scores()
        self._looks.append({found.move: found.score for found in self._finished_scores})
        self._close_root(scores[self._order[0]])
        return scores[self._order[0]]

    def _least_of_lines(self, scores: Mapping[Move, int], least: int) -> int:
        """Returns the score that a move must exceed to be among the wanted lines; `least` if any move may be.

        A lower level chooses among all moves.
        """
        wanted, best = self._options.lines, sorted(scores.values(), reverse=True)
        is_one_of_all = self._options.level < FULL_STRENGTH or not 0 < wanted <= len(best)
        return least if is_one_of_all else best[wanted - 1]

    def _sorted_scores(self) -> tuple[MoveScore, ...]:
        """Returns the known scores, best first; equal ones in the order of moves, as for the best move."""
        known = [self._scores[move] for move in self._order if self._scores[move].depth]
        return tuple(sorted(known, key=lambda score: score.score, reverse=True))

    # --- what is published

    def _line(self, step: Step, move: Move, score: int) -> tuple[Move, ...]:
        """Returns the PV: the move and the best replies that the searcher remembers, passes as PASS.

        The solver and the middle-game search store replies separately. An exact line that ends the game with
        another score than `score` is cut to its move.
        """
        line = self._replies(step, move)
        if step.kind is not Kind.EXACT or not self._options.techniques.table:
            return line
        for empties in _SOLVED_AGAIN if step.exact else ():
            if self._score_at_end(line) == score or self._telemetry[Slot.STOP]:
                break
            line = self._replies(step, move, empties)
        return line if self._score_at_end(line) in (None, score // step.unit) else (move,)

    def _score_at_end(self, line: Sequence[Move]) -> int | None:
        """Returns the result in discs for the side to move if the line ends the game, else None."""
        board = self._board
        for move in line:
            board = board.play(move)
        result = board.result()
        return None if result is None else self._board.turn.sign * (result.black - result.white)

    def _replies(self, step: Step, move: Move, solved_empties: int = 0) -> tuple[Move, ...]:
        line = [move]
        board = self._after[move]
        best_reply = self._searcher.best_reply
        while len(line) - line.count(PASS) < step.depth and not board.is_over():
            asked = board.player, board.opponent, step.exact, solved_empties
            reply = PASS if board.must_pass() else best_reply(*asked)
            if reply is None or not board.is_legal(reply):
                break
            line.append(reply)
            board = board.play(reply)
        return tuple(line)

    def _choose_by_level(self) -> None:
        """Chooses a move as the level does, by the scores of all iterations, but repeats no known mistake."""
        forms = {move: canonical(board) for move, board in self._after.items()}
        costs = {found.move: self._finished_scores[0].score - found.score for found in self._finished_scores}
        known = {move for move, cost in costs.items() if cost >= MISTAKE and forms[move] in self._mistakes}
        shares = probabilities(self._level, self._looks, self._finished_scores[0].kind is Kind.EXACT)
        move = choose(shares, random.Random(self._options.seed), known)
        chosen = next(found for found in self._finished_scores if found.move == move)
        self.mistake = forms[move] if costs[move] >= MISTAKE else None
        pv = self._progress.pv if self._progress.pv[:1] == (move,) else (move,)
        self._publish(replace(self._progress, move=move, score=chosen.score, pv=pv))

    def _publish(self, progress: Progress) -> None:
        self._progress = found = progress
        # Written out, as `replace` takes four times as long.
        self._listener(
            Progress(
                found.board, found.move, found.score, found.depth, found.kind, found.pv, found.algorithm,
                found.iterations, found.scores, found.confidence, self._known.bounds(), self._asked,
            )
        )  # fmt: skip
