"""Questions asked one after the other, with a second try each: a lesson, or the mistakes of a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ai.book import Book
from game.board import Board, Color
from game.tree import Node
from play.practice.exercise import Exercise, Finding, Mistake, RatedMove, as_judged, beside
from play.practice.lesson import Idea
from play.review import JudgedMove, Review, mistakes_in

# Answers to a question before its solution is shown.
TRIES: Final = 2
# Mistakes of a game that are asked: those that cost most.
MOST_QUESTIONS: Final = 5


class Walk:
    """Through questions in their order; behind the last one `task` is None. A lesson has an `idea`, a game of
    the person's own `is_own`. What was right `earlier`, by the key of the question, is not asked again.
    """

    is_own = False

    def __init__(
        self,
        questions: Iterable[Exercise] = (),
        idea: Idea | None = None,
        earlier: Mapping[str, Finding] | None = None,
    ) -> None:
        self.questions, self.idea, self.earlier = list(questions), idea, dict(earlier or {})
        self.at = self._asked_from(0)

    @property
    def task(self) -> Exercise | None:
        return self.questions[self.at] if self.at < len(self.questions) else None

    @property
    def is_done(self) -> bool:
        return self.task is None

    def next(self) -> None:
        """Go on; a question that is not answered counts as shown."""
        self.at = self._asked_from(self.at + 1)

    def _asked_from(self, first: int) -> int:
        known = {key for key, how in self.earlier.items() if how.is_right}
        left = (n for n in range(first, len(self.questions)) if self.questions[n].key not in known)
        return next(left, len(self.questions))

    @property
    def findings(self) -> list[Finding | None]:
        """How each was found; None for those never asked."""
        return [
            question.finding or self.earlier.get(question.key) or (Finding.SHOWN if n < self.at else None)
            for n, question in enumerate(self.questions)
        ]

    @property
    def missed(self) -> list[Exercise]:
        found = zip(self.questions, self.findings, strict=True)
        return [question for question, how in found if how is Finding.SHOWN]

    def again(self) -> None:
        """Ask those that were not found, or all if there are none."""
        known = zip(self.questions, self.findings, strict=True)
        self.earlier = {question.key: how for question, how in known if how} if self.missed else {}
        for question in self.questions:
            question.reset()
        self.at = self._asked_from(0)


class GameWalk(Walk):
    """The mistakes of one side of a game; the person's own side is `own`. While a `review` still runs, it
    adds what that finds.
    """

    def __init__(
        self,
        line: Sequence[Node],
        color: Color,
        book: Book | None,
        own: Color | None = None,
        review: Review | None = None,
    ) -> None:
        super().__init__()
        self.line, self.color, self.own, self.review = line, color, own, review
        self.is_own = color is own
        self.kept: dict[str, bool] = {}
        """By the keys of answered questions whether they were found at first; the others come back."""
        self._book = book
        self._add_judged()

    @property
    def is_looking(self) -> bool:
        """Whether there may be more questions."""
        return self.review is not None and not self.review.is_over

    @property
    def is_done(self) -> bool:
        return self.task is None and not self.is_looking

    def number_of(self, question: Exercise) -> int:
        """That of the move of the game, without passes."""
        return self.line[0].board.empties - question.board.empties + 1

    def other_side(self) -> "GameWalk":
        return GameWalk(self.line, self.color.other, self._book, self.own, self.review)

    def update(self) -> None:
        """Take in what the review has found; a question that is asked stays where it is."""
        if self.review is not None and self.is_looking:
            self.review.resume()
            self.review.update()
            if self._judged != [node.judgement for node in self.line]:
                self._add_judged()

    def rest(self) -> None:
        if self.review is not None:
            self.review.pause()

    def _add_judged(self) -> None:
        """Ask about the moves that cost most; what was asked already stays."""
        self._judged = [node.judgement for node in self.line]
        asked = self.questions[: self.at + (self.task is not None)]
        known = {question.key: question for question in self.questions}
        keys = {question.key for question in asked}
        self.mistakes = mistakes_in(self.line, self.color)
        costliest = sorted(self.mistakes, key=lambda move: -move.judgement.loss)
        places = [(self.line[move.ply - 1].board, move) for move in costliest]
        wanted = [
            (board, move)
            for board, move in places
            if board.text() not in keys and board.legal_part(move.judgement.better)
        ][: max(0, MOST_QUESTIONS - len(asked))]
        waiting = [known.get(board.text()) or asked_again(board, move, self._book) for board, move in wanted]
        self.questions = [*asked, *sorted(waiting, key=self.number_of)]


def asked_again(board: Board, move: JudgedMove, book: Book | None) -> Exercise:
    """Asks for a better move. The best and the played one are worth what the review found, moves of the book
    what it says; a search of all moves rates the others.
    """
    judged = move.judgement
    known: tuple[RatedMove, ...] = as_judged(board, move.move, judged)
    if book is not None:
        known += tuple(beside(known, [RatedMove(each.move, each.score) for each in book.moves(board)]))
    return Exercise(Mistake(board, move.move, known, judged.is_exact, judged), TRIES)
