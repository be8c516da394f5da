"""Learn from a game: the moves of a side that its review has marked, asked for one after the other."""

from collections.abc import Sequence

from ai.book import Book
from game.board import Board, Color, Move
from game.evaluation import Judgement
from game.tree import Node
from play.practice.exercise import Exercise, Mistake, RatedMove, as_judged, beside
from play.review import judged_moves


class MistakeExercise(Exercise):
    """A better move for a mistake of a reviewed game. The best and the played move are worth what the review
    found, moves of the book what it says; a search of all moves, perhaps after the answer, rates the others.
    """

    def __init__(self, board: Board, played: Move, judged: Judgement, book: Book | None) -> None:
        known: tuple[RatedMove, ...] = as_judged(board, played, judged)
        if book is not None:
            known += tuple(beside(known, [RatedMove(each.move, each.score) for each in book.moves(board)]))
        super().__init__(Mistake(board, played, known, judged.is_exact))
        self.lost_in_game = judged.loss

    @property
    def needs_search(self) -> bool:
        return not self._was_searched

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        self._was_searched = True
        self.found += tuple(beside(self.found, found))


class Walk:
    """Through the questions of one side, in their order; behind the last one `task` is None."""

    def __init__(self, line: Sequence[Node], color: Color, book: Book | None) -> None:
        self.line, self.color = line, color
        boards = [node.board for node in line]
        self.questions = tuple(
            MistakeExercise(boards[move.ply - 1], move.move, move.judgement, book)
            for move in judged_moves(line)
            if move.color is color
            and move.judgement.mark
            and boards[move.ply - 1].legal_part(move.judgement.better)
        )
        self.at = 0

    @property
    def task(self) -> MistakeExercise | None:
        return self.questions[self.at] if self.at < len(self.questions) else None

    def next(self) -> None:
        self.at = min(self.at + 1, len(self.questions))

    @property
    def sums(self) -> tuple[int, int, float, float]:
        """How many were answered, and right; the discs that answers lost, and moves of the game there."""
        known = [question for question in self.questions if question.answered is not None]
        lost, in_game = sum(each.lost for each in known), sum(each.lost_in_game for each in known)
        return len(known), sum(each.is_right for each in known), lost, in_game
