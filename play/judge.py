"""The review of a game by an engine of the list, which says what every move of a position is worth."""

import time
from collections.abc import Generator, Sequence
from typing import Final

from ai.arena.host import Protocol
from ai.limits import Limit, Progress
from game.clock import TimeControl
from game.evaluation import Evaluation
from game.text import _
from game.tree import Game, Node
from play.outside import OutsideAnalysis, OutsideEngine
from play.review import DEFAULT_SECONDS, Pair, Question, Review, ReviewPhase
from play.thinking import Thinking

# Seconds until an engine that has not looked equally far at all moves is given up.
PATIENCE: Final = 60.0


class JudgedReview(Review):
    """It looks at each position for the seconds of `limit`, and until it has looked as far at all moves."""

    def __init__(
        self, game: Game, thinking: Thinking, judge: str, limit: Limit, line: Sequence[Node]
    ) -> None:
        """`thinking` has the list, in which `judge` is a name."""
        self.judge = judge
        self._thinking = thinking
        self._program: OutsideEngine | None = None
        self._asked: OutsideAnalysis | None = None
        self._begun_at: float | None = None
        super().__init__(game, None, limit, line=line)

    def update(self) -> None:
        asked, program, now = self._asked, self._program, time.monotonic()
        if self._question is None or self.phase is not ReviewPhase.RUNNING:
            return
        if asked is None:
            if program is None or program.is_ended:
                line = self._thinking.listed.get(self.judge)
                program = self._program = OutsideEngine(self.judge, line, TimeControl())
            self._asked, self._begun_at = program.analyse(self._node, all_moves=True), None
        elif asked.is_done:
            self._asked = None
            if asked.error is not None:
                self._fail(str(asked.error) or type(asked.error).__name__)
            elif asked.engine.protocol is Protocol.GTP:
                self._fail(no_scores(self.judge))
            elif not asked.even_scores:
                self._fail(_("{name} has not said what all moves are worth", name=self.judge))
            else:
                self._scores = asked.even_scores
                self._go_on(asked.progress)
        elif asked.has_begun:
            self._begun_at = self._begun_at or now
            spent = now - self._begun_at
            seconds = self.limit.seconds or DEFAULT_SECONDS
            asked.is_left = spent > seconds and (bool(asked.even_scores) or spent > PATIENCE)

    def pause(self) -> None:
        super().pause()
        self._end()

    def _fail(self, problem: str) -> None:
        super()._fail(problem)
        self._end()

    def _go_on(self, answer: Progress | None = None) -> None:
        super()._go_on(answer)
        if self.is_over:
            self._end()

    def _end(self) -> None:
        """`update` starts the engine again."""
        if self._program is not None:
            self._program.end()
        self._program = self._asked = None

    def _is_known(self, node: Node, following: Node | None) -> bool:
        known = (following or node).judgement
        if known is None or known.judge != self.judge or (following or node.evaluation) is None:
            return node.result is not None
        return (known.seconds or 0.0) >= (self.limit.seconds or 0.0)

    def _judge(self, node: Node, following: Node | None) -> Generator[Question, Progress, None]:
        """One question says what the best move and the one that was played are worth."""
        if node.board.legal_moves().bit_count() <= (following is not None):
            if following is not None:
                self._note_forced(node, following)
            return
        self._node = node
        yield Question(node.board, self.limit)
        best = self._scores[0]
        self._lines[node] = best.pv
        node.note(Evaluation(node.board.turn.sign * best.score, best.depth, best.kind, best.confidence))
        if following is not None:
            played = next(found for found in self._scores if found.move == following.move)
            pair = Pair(best.score, played.score, best.depth, best.kind, best.confidence)
            self._conclude(node, following, pair, best.pv)


def no_scores(name: str) -> str:
    """Why a program that speaks GTP cannot judge."""
    return _("{name} speaks GTP, which has no scores: it cannot judge", name=name)
