"""What is known of every move of a position: by a search, by the names of openings, and by the book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import Limit, MoveScore, Options, evaluation_of
from game.board import Board, Move
from game.openings import Opening, Openings
from game.tree import Node


class Hints:
    """A search without a limit of the position one looks at, while `is_on`. Call `update` once a frame."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self.is_on = False
        self.threads = threads
        self.analysis: Analysis | None = None
        """Of `node`; None while there is nothing to search."""
        self.node: Node | None = None
        self._engine = engine

    @property
    def is_searching(self) -> bool:
        return self.analysis is not None and not self.analysis.is_done

    def scores_of(self, node: Node) -> Sequence[MoveScore]:
        """The moves, best first, + for the side to move; none before the first depth and of other nodes."""
        return () if self.analysis is None or self.node is not node else self.analysis.progress.scores

    @property
    def problem(self) -> str:
        error = None if self.analysis is None else self.analysis.error
        return "" if error is None else str(error) or type(error).__name__

    def update(self, node: Node) -> None:
        """Search `node` if that is wanted and possible, and keep what has been found of it."""
        wanted = node if self.is_on and node.board.legal_moves() else None
        analysis = self.analysis
        is_outdated = analysis is not None and (
            analysis.was_dropped or analysis.options.threads != self.threads
        )
        if wanted is not self.node or is_outdated:
            self.stop()
            self.node = wanted
            if wanted is not None:
                options = Options(all_moves=True, threads=self.threads)
                self.analysis = self._engine.analyse(wanted.board, Limit(), options)
        elif wanted is not None and analysis is not None and analysis.progress.iterations:
            wanted.note(evaluation_of(analysis.progress.iterations[-1], wanted.board.turn))

    def stop(self) -> None:
        """End the search; `update` begins it again."""
        if self.analysis is not None:
            self.analysis.stop()
        self.analysis = self.node = None


@dataclass(frozen=True, slots=True)
class KnownMoves:
    """`names` of the openings that moves lead to, and `scores` in discs for the side to move, best first."""

    names: Mapping[Move, Opening] = field(default_factory=dict)
    scores: Mapping[Move, float] = field(default_factory=dict)


class OpeningMoves:
    """May be asked in every frame: the last answer is remembered."""

    def __init__(self, openings: Openings, book: Book | None) -> None:
        self.openings = openings
        self._book = book
        self._asked: tuple[Board, KnownMoves] | None = None

    def look_up(self, board: Board) -> KnownMoves:
        if self._asked is None or self._asked[0] != board:
            known = () if self._book is None else self._book.moves(board)
            scores = {found.move: found.score for found in known}
            self._asked = board, KnownMoves(self.openings.next(board), scores)
        return self._asked[1]
