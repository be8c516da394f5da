"""Why not a move: it and what follows are played out on the board, then what was better."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ai.limits import MoveScore
from game.board import PASS, Board, Move
from game.evaluation import Evaluation
from game.text import _
from play.refutation import Inquiry, Refutation
from ui.board.board_view import Scene, ScoreMark
from ui.board.hint_marks import figures_of
from ui.board.history import playable
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text.reason_wording import describe_cost, describe_step, describe_worths
from ui.text.wording import for_black, format_move

# How long each position of a line is seen.
STEP_SECONDS: Final = 1.8

Place = tuple[int, int]
"""A line, and how many of its moves are on the board."""


class Lesson:
    """Begins before the move of an inquiry and goes through its lines, by itself until one goes a step.

    `title` is what is said of the move, unless another title is given.
    """

    def __init__(self, inquiry: Inquiry, title: str = "") -> None:
        self.inquiry = inquiry
        self.place: Place = 0, 0
        self.is_running = True
        self._title = title
        self._seconds = 0.0

    @property
    def start(self) -> Board:
        """The position before the move, of which any other move can be asked, too."""
        return self.inquiry.board

    @property
    def refutation(self) -> Refutation | None:
        return self.inquiry.refutation

    @property
    def is_moving(self) -> bool:
        """Whether something will change by itself."""
        return not self.inquiry.is_over or (self.is_running and self._index + 1 < len(self._places))

    def update(self, dt: float, speed: float) -> None:
        """Go on by `dt` seconds, `speed` times as fast as usual; with 0 nothing moves by itself."""
        self.inquiry.update()
        if not self.is_moving or not self.inquiry.is_over:
            return
        self._seconds += dt * speed
        if self._seconds >= STEP_SECONDS:
            self._seconds, self.place = 0.0, self._places[self._index + 1]

    def go(self, steps: int) -> None:
        """Go that far through all lines, and stay there."""
        self.show(self._places[min(len(self._places) - 1, max(0, self._index + steps))])

    def show(self, place: Place) -> None:
        """Show the board after so many moves of a line, and stay there."""
        self.place, self.is_running = place, False

    # What is seen

    @property
    def _places(self) -> list[Place]:
        lines = ((self.inquiry.move,),) if self.refutation is None else self.refutation.lines
        return [(n, step) for n, line in enumerate(lines) for step in range(len(line) + 1)]

    @property
    def _index(self) -> int:
        return self._places.index(self.place)

    @property
    def _moves(self) -> tuple[Move, ...]:
        """Those on the board."""
        line, step = self.place
        return () if self.refutation is None else self.refutation.lines[line][:step]

    @property
    def board(self) -> Board:
        return _after(self.start, self._moves)

    @property
    def evaluation(self) -> Evaluation | None:
        """What the line on the board is worth."""
        if self.refutation is None:
            return None
        found, turn = self.refutation.judgement, self.start.turn
        score = found.best if self.place[0] else found.played
        return Evaluation(for_black(score, turn), found.depth, found.source, found.confidence)

    @property
    def scene(self) -> Scene:
        board, moves = self.board, self._moves
        if not moves:
            return Scene(turn=board.turn, legal=board.legal_moves(), hints=self._marks())
        placed = [move for move in moves if move != PASS]
        numbers = tuple((move, number) for number, move in enumerate(placed, start=1))
        return Scene(turn=board.turn, last_disc=placed[-1], numbers=numbers)

    def _marks(self) -> tuple[ScoreMark, ...]:
        """What the move and the best one are worth, before either is played."""
        found = self.refutation
        if found is None:
            return ()
        judgement, turn = found.judgement, self.start.turn
        sure = judgement.depth, judgement.source, judgement.confidence
        mark = figures_of(MoveScore(found.move, judgement.played, *sure), turn, not judgement.better)
        if not judgement.better:
            return (mark,)
        best = figures_of(MoveScore(judgement.better[0], judgement.best, *sure), turn, True)
        return replace(mark, colour="blunder_on_felt"), best

    @property
    def model(self) -> VerdictModel:
        found = self.refutation
        move = format_move(self.inquiry.move)
        if found is None:
            return VerdictModel(self._title or move, "text", (self._describe_search(move),))
        lines = tuple(
            MoveLine(words, tuple(playable(self.start, moves)), self.place[1] if n == self.place[0] else None)
            for n, (words, moves) in enumerate(zip((_("Then"), _("Better")), found.lines, strict=False))
        )
        colour = "mistake_text" if found.judgement.mark else "text"
        return VerdictModel(self._title or describe_cost(found), colour, (self._sentence(found),), lines)

    def _describe_search(self, move: str) -> str:
        if self.inquiry.problem:
            return _("The search failed: {reason}").format(reason=self.inquiry.problem)
        if self.inquiry.is_over:
            return _("It was the only move.")
        return _("Looking for what {move} costs …").format(move=move)

    def _sentence(self, found: Refutation) -> str:
        moves = self._moves
        if not moves:
            return describe_worths(found)
        is_mistake = self.place == (0, 1) and bool(found.judgement.better)
        return describe_step(_after(self.start, moves[:-1]), moves[-1], is_mistake=is_mistake)


def _after(board: Board, moves: tuple[Move, ...]) -> Board:
    for move in moves:
        board = board.play(move)
    return board
