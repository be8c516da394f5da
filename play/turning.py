"""The turning point of a finished game: the costliest move of the side that lost it."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit
from game.board import Color
from game.evaluation import MISTAKE, Kind
from game.tree import Game, Node
from play.refutation import Refutation
from play.review import (
    Review,
    ReviewPhase,
    ReviewTally,
    judged_moves,
    reviewed_share,
    take_over,
    tallies_of,
)

# The plies of a quick review, and the empties solved in its stages, each based on the one before ...
PLIES: Final = 14
SOLVED: Final = (16, 20, 22, 24)
# ... until this time is up.
MOST_SECONDS: Final = 9.0


class TurningPointReview:
    """A review of a copy of a game that has ended on the board, a little at each `update`. A game that has
    been reviewed already is not reviewed again.
    """

    def __init__(self, game: Game, engine: Engine, threads: int) -> None:
        assert game.node.result is not None
        self.loser: Color | None = None if game.node.result.winner is None else game.node.result.winner.other
        """None in a draw, when the moves of both sides count."""
        self.end = game.node
        self.seconds = 0.0
        self.is_final = reviewed_share(game.node.line) == 1
        self._is_reviewed = self.is_final  # at least once from start to end
        self._game = Game(game.start, game.node.path)
        self._game.name_start(game.start_name)
        self.line: Sequence[Node] = tuple(game.node.line) if self.is_final else self._game.line
        self._engine, self._threads = engine, threads
        self._stages = iter(SOLVED)
        self._review: Review | None = None
        if not self.is_final:
            self._guess = self._guessed(game.node.line)
            engine.new_game()  # its table would change the results
            self._begin()

    @property
    def turn(self) -> Node | None:
        """The position after the last move that surely lost the result, whatever was given back before, else
        after the costliest mistake; None if there was none. It has no judgement while it is a guess from
        the game's own searches.
        """
        if not self._is_reviewed:
            return self._guess
        costs = {
            self.line[move.ply]: (found.loses_the_result, move.ply if found.loses_the_result else found.loss)
            for move in judged_moves(self.line)
            if (found := move.judgement).is_mistake and self.loser in (None, move.color)
        }
        return max(costs, key=lambda node: costs[node], default=None)

    @cached_property
    def tallies(self) -> tuple[ReviewTally, ReviewTally]:
        """The totals of Black and White; read them once `is_final` is true."""
        return tallies_of(judged_moves(self.line))

    @property
    def number(self) -> int:
        """The number of the disc placed by the move to `turn`, 0 if there is none."""
        return 0 if self.turn is None else self._game.start.empties - self.turn.board.empties

    @property
    def problem(self) -> str:
        return "" if self._review is None else self._review.problem

    @property
    def refutation(self) -> Refutation | None:
        """The refutation of the move to `turn`; None if there is none, or if it is a guess."""
        node = self.turn
        if node is None or node.parent is None or node.move is None or node.judgement is None:
            return None
        return Refutation(node.parent.board, node.move, node.judgement)

    def update(self, dt: float) -> None:
        if self.is_final or self._review is None:
            return
        self._review.update()
        self.seconds += dt * preparation.is_ready()
        if self._review.phase is ReviewPhase.DONE:
            self._is_reviewed = True
            self._begin()
        elif self._review.phase is ReviewPhase.FAILED or (self._is_reviewed and self.seconds >= MOST_SECONDS):
            self.stop()
            self.is_final = True

    def keep_in(self, game: Game) -> None:
        """Copies the results to the game as its review, which a longer review continues."""
        if self.line != (line := tuple(self.end.line)):
            take_over(self.line, game, line)

    def stop(self) -> None:
        """Stops the search to free the engine; `update` continues it."""
        if self._review is not None and not self._review.is_over:
            self._review.pause()
            self._review.resume()

    def _begin(self) -> None:
        solved = next(self._stages, None)
        if solved is None:
            self.is_final = True
        else:
            self._review = Review(self._game, self._engine, Limit(depth=PLIES), self._threads, solved)

    def _guessed(self, line: Sequence[Node]) -> Node | None:
        losses: dict[int, float] = {}
        for before, after in pairwise(line):
            turn, best, played = before.board.turn, before.evaluation, after.evaluation
            had_choice = before.board.legal_moves().bit_count() > 1 and not after.is_given
            if best is None or played is None or best.kind is not played.kind or best.kind is Kind.OUTCOME:
                continue
            if had_choice and self.loser in (None, turn):
                losses[after.ply] = turn.sign * (best.score - played.score)
        worst = max(losses, key=lambda ply: losses[ply], default=0)
        return self.line[worst] if losses.get(worst, 0.0) >= MISTAKE else None
