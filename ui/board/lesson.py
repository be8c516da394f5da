"""Explains what is wrong with a move: plays it and the best replies on the board, then the better line."""

from dataclasses import replace
from typing import Final

from ai.limits import MoveScore
from game.board import PASS, Board, Move
from game.evaluation import Evaluation
from game.text import _
from play.coach_reasons import CoachReason, coach_reason
from play.refutation import Refutation
from play.review import Review
from ui.board.board_view import BoardScene
from ui.board.hint_marks import answer_mark, figures_of, playable
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text.coaching import describe_coach_reason
from ui.text.commentary import describe_against, describe_cost, describe_step, describe_turn, describe_worths
from ui.text.wording import for_black, format_move

# Seconds that each position of a line stays on the board.
STEP_SECONDS: Final = 1.8

LessonPlace = tuple[int, int]
"""The index of a line, and the number of its moves on the board."""


class Lesson:
    """Starts before the move and plays through its lines, by itself until the user takes a step.

    `review` judges the move if `found` is None. `turn` is the number of a move that turned a game. With
    `has_scores` the texts give the values of the moves, else the reasons of the coach.
    """

    _reason: CoachReason | None = None

    def __init__(
        self, board: Board, move: Move, found: Refutation | None, review: Review | None, turn: int | None,
        *, has_scores: bool = True,
    ) -> None:  # fmt: skip
        self.start = board
        """The position before the move; the user may ask about its other moves, too."""
        self.move = move
        self.review = review
        self.place: LessonPlace = 0, 0
        self._turn = turn
        self._has_scores = has_scores
        self._is_running = True
        self._seconds = 0.0
        self._show(found)

    def _show(self, found: Refutation | None) -> None:
        self.found = found
        if found is not None and found.judgement.better and not self._has_scores and self._turn is None:
            self._reason = coach_reason(found.board, found.move, found.judgement)
        self._lines = () if found is None else found.lines
        self._boards: dict[LessonPlace, Board] = {(0, 0): self.start}
        for n, line in enumerate(self._lines):
            self._boards[n, 0] = board = self.start
            for step, move in enumerate(line, start=1):
                self._boards[n, step] = board = board.play(move)

    @property
    def is_moving(self) -> bool:
        is_searching = self.review is not None and not self.review.is_over
        return is_searching or (self._is_running and self.place != list(self._boards)[-1])

    def update(self, dt: float, speed: float) -> None:
        """Advances by `dt` seconds, `speed` times as fast as usual; at 0 nothing moves by itself."""
        if self.found is None and self.review is not None:
            self.review.update()
            judged = self.review.line[-1].judgement
            if self.review.is_over and judged is not None:
                self._show(Refutation(self.start, self.move, judged))
        elif self._is_running:
            self._seconds += dt * speed
            if self._seconds >= STEP_SECONDS:
                self._seconds, self.place = 0.0, self._near(1)

    def _near(self, steps: int) -> LessonPlace:
        """Returns the place that many steps on through all lines, clamped to their ends."""
        places = list(self._boards)
        return places[min(len(places) - 1, max(0, places.index(self.place) + steps))]

    def go(self, steps: int) -> None:
        """Moves that many steps through all lines, and stops playing by itself."""
        self.show(self._near(steps))

    def show(self, place: LessonPlace) -> None:
        """Shows this place, and stops playing by itself."""
        self.place, self._is_running = place, False

    # What is shown

    @property
    def board(self) -> Board:
        return self._boards[self.place]

    @property
    def _moves(self) -> tuple[Move, ...]:
        """The moves of the line that are on the board."""
        line, step = self.place
        return self._lines[line][:step] if step else ()

    @property
    def evaluation(self) -> Evaluation | None:
        """The value of the line on the board, + for Black; None until it is known."""
        if self.found is None:
            return None
        found, turn = self.found.judgement, self.start.turn
        score = found.best if self.place[0] else found.played
        return Evaluation(for_black(score, turn), found.depth, found.source, found.confidence)

    @property
    def scene(self) -> BoardScene:
        """The scene; before any move, it marks the values of move and best move, or '?' without scores."""
        turn, placed = self.board.turn, [move for move in self._moves if move != PASS]
        if placed:
            numbers = tuple((move, number) for number, move in enumerate(placed, start=1))
            scene = BoardScene(turn=turn, last_disc=placed[-1], numbers=numbers)
            if self.found is None or self._reason is None or self.place != (0, 1):
                return scene
            answer = answer_mark(self.board, self._reason.answer(self.found.judgement))
            return replace(scene, answer=answer)
        scene = BoardScene(turn=turn, legal=self.start.legal_moves())
        if self.found is None:
            return scene
        found = self.found.judgement
        if not self._has_scores:
            return replace(scene, sign=(self.move, "?", "mistake_text") if found.better else None)
        sure = found.depth, found.source, found.confidence
        mark = figures_of(MoveScore(self.move, found.played, *sure), turn, not found.better)
        if not found.better:
            return replace(scene, hints=(mark,))
        best = figures_of(MoveScore(found.better[0], found.best, *sure), turn, True)
        return replace(scene, hints=(replace(mark, colour="blunder_on_felt"), best))

    @property
    def model(self) -> VerdictModel:
        found, move = self.found, format_move(self.move)
        if found is None:
            said = _("Finding out what {move} costs …", move=move)
            if self.review is not None and self.review.problem:
                said = _("The search failed: {reason}", reason=self.review.problem)
            elif self.review is not None and self.review.is_over:
                said = _("It was the only move.")
            return VerdictModel(move, "text", (said,))
        lines = tuple(
            MoveLine(words, tuple(playable(self.start, moves)), self.place[1] if n == self.place[0] else None)
            for n, (words, moves) in enumerate(zip((_("Then"), _("Better")), self._lines, strict=False))
        )
        sentences: tuple[str, ...] = (describe_worths(found) if self._has_scores else "",)
        line, step = self.place
        if self.place == (0, 1) and found.judgement.better:
            sentences = *describe_against(found), *sentences
        elif step:
            sentences = describe_step(self._boards[line, step - 1], self._moves[-1]), *sentences
        colour = "mistake_text" if found.judgement.mark else "text"
        title = describe_cost(found) if self._turn is None else describe_turn(self._turn, found)
        if self._reason is not None:
            title, further = describe_coach_reason(found, self._reason)
            sentences = (further,) if self.place == (0, 1) else sentences
        return VerdictModel(title, colour, tuple(filter(None, sentences)), lines)
