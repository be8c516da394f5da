"""The coach: what each move costs, found while a person thinks, on a small engine of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ai import preparation
from ai.engine import Analysis, Engine
from ai.limits import Limit, MoveScore, Options
from game.board import Move, Square
from game.evaluation import BLUNDER, DUBIOUS, MISTAKE, Kind
from game.tree import Node
from play.refutation import given_corners

MEGABYTES: Final = 16
# A position is looked at for this long at the most ...
SECONDS: Final = 8.0
# ... and nothing is said before a search of this many plies.
LEAST_DEPTH: Final = 6
# Discs that an estimate may say less than a blunder loses.
MARGIN: Final = 1.0
# Discs that a good move may lose, where another one is a mistake.
GOOD: Final = 0.5


@dataclass(frozen=True, slots=True)
class Advice:
    """What a move gives away: `corners`, or else `loss` discs, exactly or by an estimate."""

    corners: tuple[Square, ...]
    loss: float
    is_exact: bool


class Coach:
    """Call `follow` once a frame."""

    def __init__(self) -> None:
        self._engine: Engine | None = None  # made when it is first needed
        self._analysis: Analysis | None = None
        self._node: Node | None = None
        self._scores: Mapping[Move, MoveScore] = {}  # all of one depth
        self._praised: Node | None = None

    @property
    def is_searching(self) -> bool:
        return self._analysis is not None and not self._analysis.is_done

    def follow(self, node: Node, is_on: bool) -> None:
        """Judge the moves of `node`, if it is on: a person thinks there."""
        if node is not self._node or not is_on:
            self._note_move(node)
            self.stop()
            self._node = node
        has_choice = node.board.legal_moves().bit_count() > 1
        if is_on and has_choice and self._analysis is None and preparation.is_ready():
            self._engine = self._engine or Engine(MEGABYTES, gives_way=True, for_people=True)
            self._analysis = self._engine.analyse(node.board, Limit(seconds=SECONDS), Options(all_moves=True))
        if self._analysis is not None:
            self._read(self._analysis.progress.scores)

    def _read(self, scores: tuple[MoveScore, ...]) -> None:
        """Takes over scores of one depth: those of different depths do not compare."""
        depths = {(found.depth, found.kind) for found in scores}
        moves = 0 if self._node is None else self._node.board.legal_moves().bit_count()
        if len(depths) == 1 and len(scores) == moves and scores[0].kind is not Kind.OUTCOME:
            self._scores = {found.move: found for found in scores}

    def _note_move(self, node: Node) -> None:
        move = node.move
        if node is not self._node and node.parent is self._node and move is not None and move in self._scores:
            worst = min(found.score for found in self._scores.values())
            is_good = self._loss(move) <= GOOD and self._best.score - worst >= MISTAKE
            self._praised = node if is_good and self._best.depth >= LEAST_DEPTH else None

    def advice(self, move: Move) -> Advice | None:
        """What speaks against a move of the position; None where nothing does, as far as is known."""
        found = self._scores.get(move)
        if (
            found is None
            or self._node is None
            or (found.depth < LEAST_DEPTH and found.kind is not Kind.EXACT)
        ):
            return None
        is_exact, loss = found.kind is Kind.EXACT, self._loss(move)
        kept = given_corners(self._node.board, self._best.move)
        corners = tuple(each for each in given_corners(self._node.board, move) if each not in kept)
        if corners and loss >= DUBIOUS:
            return Advice(corners, loss, is_exact)
        return Advice((), loss, is_exact) if loss >= BLUNDER - MARGIN * (not is_exact) else None

    def good_move(self, node: Node) -> Move | None:
        """The last move there, or the one before, if it was a good one of the person."""
        is_near = self._praised is not None and self._praised in (node, node.parent)
        return self._praised.move if self._praised is not None and is_near else None

    @property
    def _best(self) -> MoveScore:
        return max(self._scores.values(), key=lambda found: found.score)

    def _loss(self, move: Move) -> float:
        return self._best.score - self._scores[move].score

    def stop(self) -> None:
        """End the search, and forget what it has found."""
        if self._analysis is not None:
            self._analysis.stop()
        self._analysis, self._scores = None, {}

    def close(self) -> None:
        self.stop()
        if self._engine is not None:
            self._engine.close()
