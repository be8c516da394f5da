"""The coach warns while the user thinks, and judges each move before the computer answers it.

It has a separate small engine. `review_move` judges the user's moves as elsewhere: by 16 plies, or solved.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from ai import preparation
from ai.engine import Analysis, Engine
from ai.limits import Limit, MoveScore, Options
from ai.reference.evaluation import stable_discs
from game.board import CORNERS, PASS, Board, Move, Square
from game.evaluation import BLUNDER, DUBIOUS, MISTAKE, Kind
from game.tree import Node
from play.coach_reasons import DIAGONALS, CoachReason, coach_reason
from play.practice.lesson import Idea, counts
from play.reasons import MoveReason, ReasonKind, reasons
from play.refutation import Refutation, given_corners, lost_corners, review_move
from play.review import Review

MEGABYTES: Final = 16
# Seconds of the longest search of a position ...
SECONDS: Final = 8.0
# ... and the least depth in plies of a score that the coach uses.
LEAST_DEPTH: Final = 6
# Estimates understate what a move loses: this share of the discs that deserve a remark is enough.
ENOUGH: Final = 0.75
# The fewest legal moves for which a good one is praised, and the user's moves between two praises.
LEAST_CHOICE: Final = 4
MOVES_BETWEEN: Final = 4
# The moves from the start between which the idea of few discs is shown, and the least difference in flips.
EARLIEST: Final = 5
LATEST: Final = 16
MORE_TURNED: Final = 2
# Reasons that no answer can undo.
LASTING: Final = (ReasonKind.TAKES_CORNER, ReasonKind.SAFE_EDGE, ReasonKind.WINS_STABLE)
# The longest wait of the computer for the judgement of a move, in seconds.
PATIENCE: Final = 2.0


IDEAS: Final = (Idea.CORNERS, Idea.BESIDE_CORNERS, Idea.FEW_DISCS)
"""The ideas that the coach introduces, at most one a game."""


def shows_idea(board: Board, idea: Idea) -> bool:
    """Returns whether `idea`, one of IDEAS, decides between the moves of the position."""
    legal, empty = board.legal_moves(), ~(board.black | board.white)
    if idea is Idea.CORNERS:
        return bool(legal & CORNERS)
    if idea is Idea.BESIDE_CORNERS:
        return any(empty >> corner & legal >> beside & 1 for corner, beside in DIAGONALS.items())
    if not EARLIEST <= Board.initial().empties - board.empties <= LATEST:
        return False
    turned = counts(idea, board).values()
    return max(turned, default=0) >= min(turned, default=0) + MORE_TURNED


@dataclass(frozen=True, slots=True)
class Advice:
    """What a move gives away: `corners` and `loss` discs, exactly or by an estimate; and the `answer`."""

    corners: tuple[Square, ...]
    loss: float
    is_exact: bool
    answer: Move | None = None


@dataclass(frozen=True, slots=True)
class CoachMistake:
    """A move that gave something away, and why; `node` is the position after the move."""

    node: Node
    found: Refutation
    reason: CoachReason

    @property
    def answer(self) -> Move | None:
        """The answer by which the opponent profits; None for a pass."""
        return self.reason.answer(self.found.judgement)


@dataclass(frozen=True, slots=True)
class CoachPraise:
    """A good move that was hard to find, and what it achieves; `node` is the position after the move."""

    node: Node
    move: Move
    reason: MoveReason


class Coach:
    """Judges the user's moves. Call `follow` once a frame."""

    def __init__(self) -> None:
        self.remark: CoachMistake | CoachPraise | None = None
        """The remark on the user's last move."""
        self._engine: Engine | None = None  # made when first needed
        self._analysis: Analysis | None = None
        self._node: Node | None = None
        self._scores: Mapping[Move, MoveScore] = {}  # all of one depth
        self._inquiry: Review | None = None  # the judging of the move that led to `_node`
        self._seconds = 0.0  # spent on `_inquiry`
        self._moves_since_praise = MOVES_BETWEEN
        self._idea: tuple[Node, Idea] | None = None

    @property
    def is_judging(self) -> bool:
        """Whether the last move is being judged, for which the computer's answer waits."""
        return self._inquiry is not None

    @property
    def is_searching(self) -> bool:
        return self.is_judging or (self._analysis is not None and not self._analysis.is_done)

    @property
    def mistake(self) -> CoachMistake | None:
        """The mistake that the user has yet to take back or play on from."""
        return self.remark if isinstance(self.remark, CoachMistake) else None

    def follow(self, node: Node, is_on: bool, dt: float = 0.0) -> None:
        """Judges the legal moves of `node` if `is_on`, which means that the user is to move there; and
        the move that led there, if the user made it.
        """
        if node is not self._node:
            was_thinking = self._analysis is not None and node.parent is self._node
            scores, self._scores = self._scores, {}
            self.stop()
            if was_thinking and node.move not in (None, PASS):
                self._begin_inquiry(node, scores)
            elif self.remark is not None and not node.is_below(self.remark.node):
                self.remark = None
            self._node = node
        if self._inquiry is not None:
            self._follow_inquiry(self._inquiry, node, dt)
        elif not is_on:
            self.stop()
        elif self._analysis is None and node.board.legal_moves().bit_count() > 1 and preparation.is_ready():
            self._analysis = self._own_engine().analyse(
                node.board, Limit(seconds=SECONDS), Options(all_moves=True)
            )
        if self._analysis is not None:
            self._read(self._analysis.progress.scores)

    def advice(self, move: Move) -> Advice | None:
        """Returns what a move of the position gives away; None without a known fault."""
        found = self._scores.get(move)
        if found is None or self._node is None:
            return None
        is_exact = found.kind is Kind.EXACT
        if found.depth < LEAST_DEPTH and not is_exact:
            return None
        best = max(self._scores.values(), key=lambda each: each.score)
        loss = best.score - found.score
        if not is_bad(move, loss, is_exact, given_corners(self._node.board, move)):
            return None
        corners = lost_corners(self._node.board, move, (best.move,))
        answer = corners[0] if corners else found.pv[1] if len(found.pv) > 1 else None
        return Advice(corners, loss, is_exact, answer)

    def introduce_idea(self, node: Node, met: Collection[Idea]) -> Idea | None:
        """Returns an idea that the position shows and the user has not `met` yet; at most one in a game."""
        if self._idea is not None and node.line[0] is self._idea[0].line[0]:
            return None
        found = next((idea for idea in IDEAS if idea not in met and shows_idea(node.board, idea)), None)
        if found is not None:
            self._idea = node, found
        return found

    def idea_at(self, node: Node) -> Idea | None:
        """Returns the idea that was introduced at this position or one move earlier."""
        if self._idea is None or self._idea[0] not in (node, node.parent):
            return None
        return self._idea[1]

    def dismiss(self) -> None:
        """Forgets the remark: the game goes on."""
        self.remark = None

    def stop(self) -> None:
        """Stops the search and the judging, and forgets what the search has found."""
        if self._analysis is not None:
            self._analysis.stop()
        if self._inquiry is not None:
            self._inquiry.pause()
        self._analysis = self._inquiry = None
        self._scores = {}

    def close(self) -> None:
        self.stop()
        if self._engine is not None:
            self._engine.close()

    def _own_engine(self) -> Engine:
        self._engine = self._engine or Engine(MEGABYTES, gives_way=True, expected_scores=True)
        return self._engine

    def _read(self, scores: tuple[MoveScore, ...]) -> None:
        """Keeps the scores if all moves have one of the same depth: others cannot be compared."""
        depths = {(found.depth, found.kind) for found in scores}
        moves = 0 if self._node is None else self._node.board.legal_moves().bit_count()
        if len(depths) == 1 and len(scores) == moves and scores[0].kind is not Kind.OUTCOME:
            self._scores = {found.move: found for found in scores}

    def _begin_inquiry(self, node: Node, scores: Mapping[Move, MoveScore]) -> None:
        assert node.parent is not None
        assert node.move is not None
        self.remark = self._praise(node, scores)
        self._inquiry = review_move(node.parent.board, node.move, self._own_engine(), 1)
        self._seconds = 0.0

    def _follow_inquiry(self, review: Review, node: Node, dt: float) -> None:
        review.update()
        self._seconds += dt
        if not review.is_over and self._seconds < PATIENCE:
            return
        before, after = review.line[0], review.line[-1]
        board, move, judged = before.board, after.move, after.judgement
        self.stop()
        if move is None or judged is None:
            return
        if is_bad(move, judged.loss, judged.is_exact, given_corners(board, move)):
            found = Refutation(board, move, judged)
            self.remark = CoachMistake(node, found, coach_reason(board, move, judged))

    def _praise(self, node: Node, scores: Mapping[Move, MoveScore]) -> CoachPraise | None:
        """Praises each corner, and now and then the only good move. The user reads the praise after the
        answer, so it names only reasons that last.
        """
        self._moves_since_praise += 1
        if node.parent is None or node.move is None:
            return None
        known = reasons(node.parent.board, node.move)
        good = next((each for each in known if lasts(each, node.board, node.move)), None)
        if good is None:
            return None
        if good.kind is not ReasonKind.TAKES_CORNER:
            if self._moves_since_praise < MOVES_BETWEEN or not is_only(node.move, scores):
                return None
            self._moves_since_praise = 0
        return CoachPraise(node, node.move, good)


def is_only(move: Move, scores: Mapping[Move, MoveScore]) -> bool:
    """Returns whether all other moves were mistakes, of LEAST_CHOICE moves or more."""
    found, others = scores.get(move), [each.score for each in scores.values() if each.move != move]
    if found is None or found.depth < LEAST_DEPTH or len(others) + 1 < LEAST_CHOICE:
        return False
    return found.score - max(others) >= MISTAKE


def lasts(reason: MoveReason, board: Board, move: Move) -> bool:
    """Returns whether `reason` is LASTING and the disc of `move` is stable on the `board` after it."""
    kept = stable_discs(board.opponent, board.player) >> move & 1
    return reason.kind in LASTING and bool(kept)


def is_bad(move: Move, loss: float, is_exact: bool, corners: tuple[Square, ...]) -> bool:
    """Returns whether a move that loses `loss` discs and gives away `corners` deserves a remark. Taking a
    corner never does: that would puzzle a learner who has just heard that corners are safe.
    """
    if CORNERS >> move & 1:
        return False
    return loss >= (DUBIOUS if corners else BLUNDER) * (1.0 if is_exact else ENOUGH)
