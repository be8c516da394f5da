"""Reviews a game with an engine of the list that gives a score for every move of a position."""

import time
from collections.abc import Generator, Sequence
from typing import Final

from ai.arena.host import Protocol
from ai.limits import Limit, MoveScore, Progress
from game.board import Board
from game.evaluation import Evaluation
from game.text import _
from game.tree import Game, Node
from play.analyst import Analyst
from play.review import DEFAULT_SECONDS, Pair, Review, ReviewPhase, ReviewQuestion
from play.thinking import Thinking

# Seconds until an engine without scores of equal depth for all moves is given up.
PATIENCE: Final = 60.0


class JudgedReview(Review):
    """Analyses each position for the seconds of `limit`, and until all moves have a score of equal depth."""

    def __init__(
        self, game: Game, thinking: Thinking, judge: str, limit: Limit, line: Sequence[Node]
    ) -> None:
        self.judge = judge
        self._thinking = thinking
        self._analyst = Analyst(thinking)
        self._begun_at: float | None = None
        self._scores: tuple[MoveScore, ...] = ()
        super().__init__(game, None, limit, line=line)

    def update(self) -> None:
        if self._question is None or self.phase is not ReviewPhase.RUNNING:
            return
        self._analyst.update(self._node, self.judge)
        asked, problem = self._analyst.analysis_of(self._node), self._analyst.problem
        if self.judge not in self._thinking.listed:
            problem = _("{name} is not in the list of engines in the settings", name=self.judge)
        if asked is not None and asked.engine.protocol is Protocol.GTP:
            problem = no_scores(self.judge)
        if asked is not None and asked.has_begun and not problem:
            self._begun_at = self._begun_at or time.monotonic()
            spent = time.monotonic() - self._begun_at
            self._scores = asked.equal_depth_scores
            if self._scores and spent > (self.limit.seconds or DEFAULT_SECONDS):
                self._begun_at = None
                self._go_on(asked.progress)
            elif spent > PATIENCE:
                problem = _("{name} did not give a score for every move", name=self.judge)
        if problem:
            self._fail(problem)
        if self.is_over:
            self._analyst.end()

    def pause(self) -> None:
        super().pause()
        self._analyst.end()
        self._begun_at = None

    def _is_known(self, node: Node, following: Node | None) -> bool:
        if (following or node).is_given:
            return True
        known = (following or node).judgement
        if known is None or known.judge != self.judge or (following or node.evaluation) is None:
            return node.result is not None
        return known.is_markable and (known.seconds or 0.0) >= (self.limit.seconds or 0.0)

    def _limit_of(self, board: Board) -> Limit:  # noqa: ARG002 - the same for all
        return self.limit

    def _judge(self, node: Node, following: Node | None) -> Generator[ReviewQuestion, Progress, None]:
        """Searches once for both the best move and the move that was played."""
        if node.board.legal_moves().bit_count() <= (following is not None):
            if following is not None:
                self._note_forced(node, following)
            return
        self._node = node
        yield ReviewQuestion(node.board, self._limit_of(node.board))
        best = self._scores[0]
        self._lines[node] = best.pv
        node.note(Evaluation(node.board.turn.sign * best.score, best.depth, best.kind, best.confidence))
        if following is not None:
            played = next(found for found in self._scores if found.move == following.move)
            pair = Pair(best.score, played.score, best.depth, best.kind, best.confidence)
            self._conclude(node, following, pair, best.pv)


def no_scores(name: str) -> str:
    """Returns a sentence that explains why a program that speaks GTP cannot judge."""
    return _("{name} speaks GTP, which has no scores: it cannot judge", name=name)
