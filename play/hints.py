"""Knowledge of a position and its moves: from a search, from the book, and from the names of openings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import Limit, MoveScore, Options, Progress, evaluation_of
from ai.search.root import first_progress
from game.board import PASS, Board, Move
from game.evaluation import Kind, sureness, surest
from game.openings import Opening, Openings
from game.text import reason_of
from game.tree import Game, Node


def moves_after(node: Node, by_book: bool = True) -> Iterator[MoveScore]:
    """Yields the scores of the moves by the positions after them, for the side to move."""
    for child in node.children:
        known = child.evaluation
        if not by_book and known is not None and known.kind is Kind.BOOK:
            known = surest(found for found in child.evaluations.values() if found.kind is not Kind.BOOK)
        if known is not None and child.move is not None:
            depth = known.depth + (known.kind is not Kind.BOOK and child.move != PASS)
            score = node.board.turn.sign * known.score
            yield MoveScore(child.move, score, depth, known.kind, known.confidence, (child.move,))


def firm_scores(found: Progress) -> tuple[MoveScore, ...]:
    """Returns the scores of the last finished depth or later, not the older ones that a search for the best
    lines has for other moves. A search for one move has only the score of its line.
    """
    if found.scores:
        least = max(map(sureness, found.iterations[-1:]), default=(0, 0, 0))
        return tuple(each for each in found.scores if sureness(each) >= least)
    if found.score is None:
        return ()
    known = found.score, found.depth, found.kind, found.confidence
    return (MoveScore(found.move, *known, found.pv or (found.move,)),)


def note_analysis(game: Game, node: Node, found: Progress) -> None:
    """Stores the results for a position and its moves in its node; each finished depth changes the game."""
    if found.iterations:
        before = dict(node.evaluations)
        node.note(evaluation_of(found.iterations[-1], node.board.turn))
        node.note_scores(firm_scores(found))
        game.changes += node.evaluations != before


def with_known(found: Progress, node: Node, book: Book | None) -> Progress:
    """Adds the moves of the book to a result, and replaces scores by surer ones. The first move is the best
    and has the score of the position; another may have a higher score from a less sure search.
    """
    scores: dict[Move, MoveScore] = {}
    by_book = () if book is None else book.scores(node.board)
    for each in (*by_book, *moves_after(node), *node.scores.values(), *firm_scores(found)):
        scores[each.move] = surest((scores.get(each.move), each)) or each
    rest = sorted(scores.values(), key=lambda each: -each.score)
    worth = surest((found.evaluation, node.evaluation))
    if worth is None or not rest or found.evaluation is None:
        return replace(found, scores=tuple(rest))
    score = node.board.turn.sign * worth.score
    alike = [each for each in rest if (each.kind, each.score) == (worth.kind, score)] or rest
    best = next((each for each in alike if each.move == found.move), alike[0])
    rest.remove(best)
    best = MoveScore(best.move, score, worth.depth, worth.kind, worth.confidence, best.pv)
    return replace(found, move=best.move, pv=best.pv, scores=(best, *rest))


class Hints:
    """Searches the position on view without a limit while `is_on`. Call `update` once a frame."""

    def __init__(self, engine: Engine, options: Options) -> None:
        self.is_on = False
        self.options = options
        self.analysis: Analysis | None = None  # the search of `node`; None if there is nothing to search
        self.node: Node | None = None
        self._engine = engine
        self._game: Game | None = None  # the game of `node`
        self._noted: Node | None = None  # the last node that got the scores of the book

    @property
    def is_searching(self) -> bool:
        return self.analysis is not None and not self.analysis.is_done

    def found_of(self, node: Node) -> Progress | None:
        """Returns the results of the search; None for a node that it does not search."""
        return None if self.analysis is None or self.node is not node else self.analysis.progress

    def scores_of(self, node: Node) -> Sequence[MoveScore]:
        """Returns the best `options.lines` moves, best first, + for the side to move; none unless `is_on`."""
        if not self.is_on or node.result is not None:
            return ()
        found = self.found_of(node) or first_progress(node.board, self.options.algorithm)
        known = with_known(found, node, self._engine.book).scores
        return known[: self.options.lines or None]

    @property
    def problem(self) -> str:
        error = None if self.analysis is None else self.analysis.error
        return "" if error is None else reason_of(error)

    def update(self, game: Game, node: Node) -> None:
        """Searches `node` if `is_on` and it has a legal move, and stores the results in it."""
        if node is not self._noted and self._engine.book is not None:
            self._engine.book.note(node)
            self._noted = node
        wanted = node if self.is_on and node.board.legal_moves() else None
        analysis = self.analysis
        is_outdated = analysis and (analysis.was_dropped or analysis.options != self.options)
        if wanted is not self.node or is_outdated:
            self.stop()
            self.node, self._game = wanted, game
            if wanted is not None:
                self.analysis = self._engine.analyse(wanted.board, Limit(), self.options)
        elif wanted is not None and analysis is not None:
            note_analysis(game, wanted, analysis.progress)

    def stop(self) -> None:
        """Stops the search and stores its results in the game; `update` begins it again."""
        if self.analysis is not None and self.node is not None and self._game is not None:
            self.analysis.stop()
            note_analysis(self._game, self.node, self.analysis.progress)
            self._game.changes += bool(self.analysis.progress.iterations)
        self.analysis = self.node = None


@dataclass(frozen=True, slots=True)
class KnownMoves:
    """`names` of the openings that moves lead to; `scores` in discs for the side to move, best first."""

    names: Mapping[Move, Opening] = field(default_factory=dict)
    scores: Mapping[Move, float] = field(default_factory=dict)


class OpeningMoves:
    """Looks up the moves of a position; caches the last one, so that each frame may call it."""

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
