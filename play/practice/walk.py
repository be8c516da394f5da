"""Questions asked one after the other, with a second try each: a lesson, or the mistakes of a game."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from ai.book import Book
from game.board import Board, Color, Move, squares
from game.cursor import Cursor
from game.evaluation import Judgement
from game.tree import Game, Node
from play.practice.exercise import Exercise, Mistake, RatedMove, as_judged, beside
from play.practice.lesson import Idea, LessonPosition
from play.review import Review, judged_moves

# Answers to a question before its solution is shown, and moves among which a hint leaves the choice.
TRIES: Final = 2
HINTED: Final = 3


class Finding(Enum):
    """How the answer to a question was found."""

    FIRST = "first"
    SECOND = "second"
    SHOWN = "shown"


class SecondTryExercise(Exercise):
    """An exercise with a second try. All moves are searched while it is asked, so that each can be judged."""

    def __init__(self, source: Mistake | LessonPosition) -> None:
        super().__init__(source)
        self.reset()

    def reset(self) -> None:
        """Ask it anew."""
        self.cursor = Cursor(Game(self.board))
        self.answer = None
        self.is_over = self.is_hinted = False
        self.wrong: list[Move] = []

    @property
    def is_refuted(self) -> bool:
        """Whether a wrong answer is on the board, and another try is left."""
        return not self.is_over and self.answer is not None and self.answer in self.wrong

    @property
    def is_waiting(self) -> bool:
        """Whether a search must say what the answer is worth."""
        return not self.is_over and not self.is_judged

    @property
    def needs_search(self) -> bool:
        return not self._was_searched

    @property
    def finding(self) -> Finding | None:
        """None before it is over."""
        if not self.is_over:
            return None
        if not self.is_right:
            return Finding.SHOWN
        return Finding.SECOND if self.wrong else Finding.FIRST

    def play(self, move: Move) -> bool:
        """Answer, or try a move once it is over; whether it is legal."""
        if self.is_over:
            return super().play(move)
        if self.is_waiting or not self.board.is_legal(move):
            return False
        self.try_again()
        self.cursor.play(move)
        self.answer = move
        self._judge()
        return True

    def try_again(self) -> None:
        """Take the answer back."""
        self.answer = None
        self.cursor.go_to(0)

    def give_up(self) -> None:
        if not self.is_over:
            self.answer = None
        super().give_up()
        self._count()

    def _count(self) -> None:
        """Stand on the position where the answer is counted on its squares."""
        if isinstance(self.source, LessonPosition) and self.source.is_counted:
            self.cursor.go_to(0)

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        super().add_lines(found)
        self._judge()

    def _judge(self) -> None:
        if self.is_over or self.answered is None or self.is_refuted:
            return
        assert self.answer is not None
        if self.is_right:
            self.is_over = True
            self._count()
            return
        self.wrong.append(self.answer)
        if len(self.wrong) == TRIES:
            self.give_up()

    @property
    def reply(self) -> Move | None:
        """What the answer allows, as far as it is known."""
        line = () if self.answered is None else self.answered.line
        return line[1] if len(line) > 1 else None

    @property
    def hints(self) -> list[Move]:
        """The best move among others, which are not known to be wrong."""
        left_out = {self.best.move, *self.wrong}
        if isinstance(self.source, Mistake):
            left_out.add(self.source.played)
        rated = [entry.move for entry in self.found]
        others = (*rated, *squares(self.board.legal_moves()))
        kept = list(dict.fromkeys(move for move in others if move not in left_out))
        return [self.best.move, *kept[: HINTED - 1]]


class MistakeExercise(SecondTryExercise):
    """A better move for a mistake of a reviewed game. The best and the played move are worth what the review
    found, moves of the book what it says; a search of all moves rates the others.
    """

    def __init__(self, ply: int, board: Board, played: Move, judged: Judgement, book: Book | None) -> None:
        known: tuple[RatedMove, ...] = as_judged(board, played, judged)
        if book is not None:
            known += tuple(beside(known, [RatedMove(each.move, each.score) for each in book.moves(board)]))
        super().__init__(Mistake(board, played, known, judged.is_exact))
        self.ply, self.played, self.judged = ply, played, judged
        self.is_kept = False
        """Whether it has gone to the mistakes that come back."""

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        self._was_searched = True
        self.found += tuple(beside(self.found, found))
        self._judge()

    @property
    def mistake(self) -> Mistake:
        """To be asked again on a later day, after a search of its own."""
        return Mistake(self.board, self.played, judged=self.judged, is_wanted=True)


class Walk:
    """Through questions in their order; behind the last one `task` is None."""

    def __init__(self, questions: Sequence[SecondTryExercise] = (), at: int = 0) -> None:
        self.questions = list(questions)
        self.at = at

    @property
    def task(self) -> SecondTryExercise | None:
        return self.questions[self.at] if self.at < len(self.questions) else None

    @property
    def is_done(self) -> bool:
        return self.task is None

    def update(self) -> None:
        """Called once a frame."""

    def rest(self) -> None:
        """Stop what searches; `update` begins it again."""

    def next(self) -> None:
        """Go on; a question that is not answered counts as shown."""
        self.at = min(self.at + 1, len(self.questions))

    @property
    def findings(self) -> list[Finding | None]:
        """How each was found; None for those still to be asked."""
        return [
            question.finding or (Finding.SHOWN if n < self.at else None)
            for n, question in enumerate(self.questions)
        ]

    @property
    def missed(self) -> list[SecondTryExercise]:
        found = zip(self.questions, self.findings, strict=True)
        return [question for question, how in found if how is Finding.SHOWN]

    def again(self) -> None:
        """Ask those that were not found, or all if there are none."""
        self.questions, self.at = self.missed or self.questions, 0
        for question in self.questions:
            question.reset()


class LessonWalk(Walk):
    """The positions of an idea, from the step where one has left it."""

    def __init__(self, idea: Idea, positions: Sequence[LessonPosition], step: int) -> None:
        self.idea = idea
        super().__init__([SecondTryExercise(position) for position in positions], step)
        self.begun = self.passed = step
        """Steps that were done before, and those that are done now."""

    @property
    def findings(self) -> list[Finding | None]:
        """Steps of an earlier time were found, as far as is known."""
        return [Finding.FIRST] * self.begun + super().findings[self.begun :]

    def again(self) -> None:
        super().again()
        self.begun, self.passed = 0, len(self.questions)


class GameWalk(Walk):
    """The marked moves of one side of a game. While a `review` still runs, it adds what that finds."""

    def __init__(
        self,
        line: Sequence[Node],
        color: Color,
        book: Book | None,
        is_own: bool = False,
        review: Review | None = None,
    ) -> None:
        self.line, self.color, self.is_own, self.review = line, color, is_own, review
        self._book = book
        self._known: set[int] = set()  # plies
        super().__init__()
        self._add_judged()

    @property
    def is_looking(self) -> bool:
        """Whether there may be more questions."""
        return self.review is not None and not self.review.is_over

    @property
    def is_done(self) -> bool:
        return self.task is None and not self.is_looking

    def number_of(self, question: SecondTryExercise) -> int:
        """That of the move of the game, without passes."""
        return self.line[0].board.empties - question.board.empties + 1

    def other_side(self) -> "GameWalk":
        return GameWalk(self.line, self.color.other, self._book, False, self.review)

    def update(self) -> None:
        """Take in what the review has found; a question that is asked stays where it is."""
        if self.review is not None and self.is_looking:
            self.review.resume()
            self.review.update()
            self._add_judged()

    def rest(self) -> None:
        if self.review is not None:
            self.review.pause()

    def _add_judged(self) -> None:
        boards = [node.board for node in self.line]
        new = [
            MistakeExercise(move.ply, boards[move.ply - 1], move.move, move.judgement, self._book)
            for move in judged_moves(self.line)
            if move.color is self.color
            and move.judgement.mark
            and move.ply not in self._known
            and boards[move.ply - 1].legal_part(move.judgement.better)
        ]
        self._known |= {question.ply for question in new}
        asked = self.at + (self.task is not None)
        self.questions[asked:] = sorted([*self.questions[asked:], *new], key=_ply)


def _ply(question: SecondTryExercise) -> int:
    assert isinstance(question, MistakeExercise)
    return question.ply
