"""Two lines, the one after a move and the best one, on two boards that step together."""

from dataclasses import replace

import pygame

from game.board import PASS, Bitboard, Board, Move
from play.refutation import Refutation
from play.two_lines import LinesReview, boards_along
from ui.board.board_view import BoardScene
from ui.board.hint_marks import playable
from ui.board.lesson import Lesson, LessonPlace
from ui.boxes import Box, grow, row, text
from ui.input import code_of, is_plain
from ui.layout import GAP
from ui.pages.board_page import Lessons
from ui.panels import tips
from ui.panels.panel import BoxPanel
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text import _, ngettext
from ui.text.commentary import describe_cost, describe_decision, describe_results, describe_worth
from ui.theme import NORMAL, SMALL


class TwoLines(Lesson):
    """A lesson that plays two lines at the same time: the first on the board, the second beside it."""

    review: LinesReview

    def _show(self, found: Refutation | None) -> None:
        self.found, self._lines, self._is_running = found, self.review.lines or ((), ()), False
        steps = max(map(len, self._lines))
        played, self._beside = (boards_along(self.start, line, steps) for line in self._lines)
        self._boards = {(0, step): board for step, board in enumerate(played)}

    def can_go(self, steps: int) -> bool:
        return self._near(steps) != self.place

    def show(self, place: LessonPlace) -> None:
        super().show((0, place[1]))

    @property
    def is_running(self) -> bool:
        return self._is_running and self.can_go(+1)

    def run(self) -> None:
        """Plays both lines from here, or at their end from the beginning; or stops them."""
        self._is_running, self._seconds = not self.is_running, 0.0
        self.place = self.place if self.can_go(+1) else (0, 0)

    def update(self, dt: float, speed: float) -> None:
        super().update(dt, speed or 1.0)  # moves on request even without animation

    # Display

    @property
    def beside(self) -> Board:
        """The board of the best line."""
        return self._beside[self.place[1]]

    @property
    def _apart(self) -> Bitboard:
        return (self.board.black ^ self.beside.black) | (self.board.white ^ self.beside.white)

    @property
    def scenes(self) -> tuple[BoardScene, BoardScene]:
        """Both boards, with rings on differing squares; at the start, with the values of the first moves."""
        if not self.place[1]:
            return self.scene, self.scene
        placed = ([move for move in line[: self.place[1]] if move != PASS] for line in self._lines)
        one, other = (BoardScene(last_disc=moves[-1], rings=self._apart) for moves in placed)
        return one, other

    @property
    def heads(self) -> tuple[str, ...]:
        """The values of the first moves, in words; empty until both lines are known."""
        if self.found is None or not self.review.lines:
            return ()
        found, sign = self.found.judgement, self.start.turn.sign
        worths = (self.move, found.played), (found.better[0], found.best)
        return tuple(describe_worth(move, sign * score, found.source) for move, score in worths)

    @property
    def model(self) -> VerdictModel:
        if self.found is None or not self.review.lines:
            return replace(super().model, lines=())
        step, last, apart = self.place[1], len(self._boards) - 1, self._apart.bit_count()
        lines = tuple(
            MoveLine(words, tuple(playable(self.start, moves)), step)
            for words, moves in zip((_("This move"), _("Best")), self._lines, strict=True)
        )
        decision = self.review.decision
        title = describe_cost(self.found)
        if decision is not None and step == last:
            title = describe_decision(decision, self.found)
        place = ngettext(
            "Move {step} of {last} · {count} square differs",
            "Move {step} of {last} · {count} squares differ",
            apart,
        ).format(step=step, last=last, count=apart)
        return VerdictModel(title, "text", (*describe_results(self.found), place), lines)


class LinesLessons(Lessons):
    """Compares a chosen move with the best one."""

    open: TwoLines | None

    def _make(self, board: Board, move: Move, known: Refutation | None, _turn: int | None) -> Lesson:
        judged, engine = None if known is None else known.judgement, self._window.session.engines.hints
        return TwoLines(board, move, None, LinesReview(board, move, engine, judged), None)

    def run(self) -> None:
        if self.open is not None:
            self.open.run()

    def on_key(self, event: pygame.event.Event) -> bool:
        """Plays or stops both lines when Space is pressed."""
        if self.open is None or code_of(event) != pygame.K_SPACE or not is_plain(event):
            return super().on_key(event)
        self.run()
        return True


class HeadsPanel(BoxPanel[tuple[str, ...]]):
    """The headings above two boards."""

    has_card, padding = False, (2, 0)

    def content(self, model: tuple[str, ...]) -> Box:
        inked = zip(model, ("mistake_text", "good"), strict=False)
        heads = (text(words, NORMAL, SMALL, ink=ink, bold=True, lines=1) for words, ink in inked)
        return row(*map(grow, heads), gap=GAP, alike=True, tip=tips.TURN)
