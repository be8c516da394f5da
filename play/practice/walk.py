"""A series of questions, with a second try each: a lesson, or the mistakes of a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ai.book import Book
from game.board import Board, Color
from game.tree import Node
from play.practice.exercise import (
    SOLVED_EMPTIES,
    Exercise,
    Finding,
    Mistake,
    RatedMove,
    as_judged,
    beside,
)
from play.practice.lesson import Idea
from play.review import JudgedMove, Review, mistakes_in

# Answers to a question before its solution is shown.
TRIES: Final = 2
# The most mistakes of a game that are asked: the costliest.
MOST_QUESTIONS: Final = 5


class Walk:
    """A walk through questions; after the last one `task` is None. A lesson has an `idea`; `is_own` is for
    the user's own game. Questions that were answered right `earlier`, by key, are not asked again.
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
        """Goes to the next question; an unanswered one counts as shown."""
        self.at = self._asked_from(self.at + 1)

    def _asked_from(self, first: int) -> int:
        known = {key for key, how in self.earlier.items() if how.is_right}
        left = (n for n in range(first, len(self.questions)) if self.questions[n].key not in known)
        return next(left, len(self.questions))

    @property
    def findings(self) -> list[Finding | None]:
        """How each question was found; None for those never asked."""
        return [
            question.finding or self.earlier.get(question.key) or (Finding.SHOWN if n < self.at else None)
            for n, question in enumerate(self.questions)
        ]

    @property
    def missed(self) -> list[Exercise]:
        found = zip(self.questions, self.findings, strict=True)
        return [question for question, how in found if how is Finding.SHOWN]

    def again(self) -> None:
        """Asks again the questions that were not found, or all if there are none."""
        known = zip(self.questions, self.findings, strict=True)
        self.earlier = {question.key: how for question, how in known if how} if self.missed else {}
        for question in self.questions:
            question.reset()
        self.at = self._asked_from(0)


class GameWalk(Walk):
    """Questions about the mistakes of one side of a game; the user's side is `own`. A running `review` adds
    what it finds.
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
        """Whether answered questions, by key, were found at the first try; the others come back."""
        self._book = book
        self._add_judged()

    @property
    def is_looking(self) -> bool:
        """Whether the review may add more questions."""
        return self.review is not None and not self.review.is_over

    @property
    def is_done(self) -> bool:
        return self.task is None and not self.is_looking

    def number_of(self, question: Exercise) -> int:
        """Returns the number of the question's move in the game, without passes."""
        return self.line[0].board.empties - question.board.empties + 1

    def other_side(self) -> "GameWalk":
        return GameWalk(self.line, self.color.other, self._book, self.own, self.review)

    def update(self) -> None:
        """Adds what the review has found; the current question stays where it is."""
        if self.review is not None and self.is_looking:
            self.review.resume()
            self.review.update()
            if self._judged != [node.judgement for node in self.line]:
                self._add_judged()

    def rest(self) -> None:
        if self.review is not None:
            self.review.pause()

    def _add_judged(self) -> None:
        """Selects the costliest moves as questions; those asked already stay."""
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
        waiting = [known.get(board.text()) or question_of(board, move, self._book) for board, move in wanted]
        self.questions = [*asked, *sorted(waiting, key=self.number_of)]


def question_of(board: Board, move: JudgedMove, book: Book | None) -> Exercise:
    """Returns a question for a better move. The review rates the best move and the played one, the book its
    own moves, and a search of all moves the others.
    """
    judged = move.judgement
    known: tuple[RatedMove, ...] = as_judged(board, move.move, judged)
    if book is not None:
        known += tuple(beside(known, [RatedMove(each.move, each.score) for each in book.moves(board)]))
    is_exact = judged.is_exact and board.empties <= SOLVED_EMPTIES  # as the search of the others is
    return Exercise(Mistake(board, move.move, known, is_exact, judged), TRIES)
