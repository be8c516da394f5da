"""The rules of Othello on a series of boards, some of which ask for a move."""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Bitboard, Board, Square, parse_square, square_name, squares
from game.tree import Shape
from ui.board.board_view import LONGEST_STEP, Animator, BoardScene, BoardView
from ui.boxes import column, solve, text
from ui.dialogs.dialog import MARGIN, Dialog
from ui.input import InputState, is_plain
from ui.layout import BoardPlace
from ui.text import N_, _, pgettext
from ui.theme import LARGE, SMALL

# A game before its last move, and after it.
_LAST: Final = "OOOOOOXXOXOXXOXXOXXXOOXXOXXXXXOOOXXOXXOOOXOXXXOXOXXXXOXXOOXOOOO-"
_FULL: Final = "OOOOOOXXOXOXXOXXOXXXOOXXOXXXXXOOOXXOXXOOOXOXXXOXOXXXXOXXOOXXXXXX"


@dataclass(frozen=True, slots=True)
class RulesLesson:
    """`task` holds the squares to play, `done` is shown afterwards. The texts are marked for translation."""

    title: str
    words: str
    board: Board
    task: Bitboard = 0
    done: str = ""


LESSONS: Final = (
    RulesLesson(
        N_("Placing a disc"),
        N_(
            "Black begins. Place a disc so that white discs lie in a straight line between it and another "
            "black disc. Click a square with a ring."
        ),
        Board.initial(),
        Board.initial().legal_moves(),
        N_("That is a move: the white disc in between has turned black. Now it would be White's turn."),
    ),
    RulesLesson(
        N_("Turning discs"),
        N_(
            "All enclosed discs turn, in every direction at once: along rows, columns and diagonals. "
            "Play the square with the ring, e3, and see which ones do."
        ),
        Board.from_text("----X-----XXO-----XO--X---OOOOO--OOXXXX--O-XXX----X--X---------- X"),
        1 << parse_square("e3"),
        N_(
            "The discs with a ring have turned, in four directions. Discs that turn do not make other discs "
            "turn."
        ),
    ),
    RulesLesson(
        N_("Corners"),
        N_(
            "A disc in a corner can never be turned, because nothing lies beyond it, and the discs "
            "beside it soon become as safe. Take the corner a1, and do not let the other side have one."
        ),
        Board.from_text("-OOOXXX-X-XXXX---XXOO----OOOOOOO--OXX----OXX-X--O--------------- X"),
        1 << parse_square("a1"),
        N_("Three discs have turned, and none of the seven at the edge can ever be turned back."),
    ),
    RulesLesson(
        N_("Passing"),
        N_(
            "A side that can turn nothing must pass, and the other side moves again. Here Black is to "
            "move and has no square: it is White's turn. As long as you have a move, you may not pass."
        ),
        Board.from_text("-------O----X--O-XXXXXXO---XXXOO---XXOXO--XXXXXO--XXOXOOOOOOOOOO X"),
    ),
    RulesLesson(
        N_("The end"),
        N_(
            "When neither side can move, the game is over. Usually that is when the board is full, "
            "after 60 moves; sometimes it comes earlier. Play the last square."
        ),
        Board.from_text(f"{_LAST} X"),
        1 << parse_square("h8"),
        N_("No square is left: the game is over, and the discs are counted."),
    ),
    RulesLesson(
        N_("Who wins"),
        N_(
            "The side with more discs wins. Black has 38 here and White 26: Black wins 38–26. With 32 "
            "each it is a draw. How many you have before the end says little: they turn."
        ),
        Board.from_text(f"{_FULL} X"),
    ),
    RulesLesson(
        N_("Empty squares"),
        N_(
            "Squares left empty count for the winner. Here neither side can move: Black has 54 discs, "
            "White 7, and three squares are empty, so Black wins 57–7. Now you know all the rules."
        ),
        Board.from_text("--XXXXXX-XXXXXXXXXXXOOXXXXXXXXOOXXXXXXOOXXOXXXXXXXXXXXXXXXXXXXXX O"),
    ),
)


class RulesDialog(Dialog[float, None]):
    """`choice` is the speed of animations."""

    def __init__(self, speed: float) -> None:
        super().__init__(speed, None)
        self._time = time.monotonic()
        self._open_lesson(0)

    def _open_lesson(self, number: int) -> None:
        self.number = number
        self.lesson = LESSONS[number]
        self.board = self.lesson.board
        self.animator = Animator(self.board, self.choice)
        self.input = InputState()
        self._pointer: Square | None = None

    def fill(self) -> None:
        self.open_window(_("The rules of Othello"), (760, 500))
        inside = self.inside.move(self.window.get_container().rect.topleft)
        side = min(360, self.bottom.top / self.theme.scale - 20)
        board, self._words = self.parts(inside, side, 0, gap=MARGIN)
        self.place = BoardPlace(Rect(board.topleft, 2 * [board.width]))
        self._view = BoardView(self.theme, self.place)
        self.buttons(self._further, has_cancel=False)
        if self.number > 0:
            self.back = self.button_at_left(_("Back"), partial(self._go, -1))

    @property
    def _further(self) -> str:
        return pgettext("button", "Play") if self.number == len(LESSONS) - 1 else _("Next")

    @property
    def task(self) -> int:
        """The squares that may be played now."""
        return self.lesson.task if self.board == self.lesson.board else 0

    def play(self, square: Square) -> None:
        """Plays the move of the lesson, or shows why the square is wrong."""
        name = square_name(square)
        if self.task >> square & 1:
            self.board = self.board.play(square)
            self.animator.show(self.board)
            self.show_message("")
        elif not self.task:
            self.show_message(_("There is nothing to play here: press {next}", next=self._further))
        elif (self.board.black | self.board.white) >> square & 1:
            self.show_error(_("{square} is taken: play a square with a ring", square=name))
        elif self.board.is_legal(square):
            self.show_error(_("{square} turns discs, too, but play the square with the ring", square=name))
        else:
            self.show_error(_("{square} turns no discs: play a square with a ring", square=name))

    def accept(self) -> None:
        if self.number == len(LESSONS) - 1:
            self.close()
        else:
            self._go(1)

    def _go(self, step: int) -> None:
        number = self.number + step
        if 0 <= number < len(LESSONS):
            self._open_lesson(number)
            self.refill()

    # Frames and events

    @property
    def is_busy(self) -> bool:
        return self.animator.is_moving

    def update(self) -> None:
        now = time.monotonic()
        self.animator.update(min(now - self._time, LONGEST_STEP))
        self._time = now

    def process(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._pointer = self.place.square_at(self.manager.calculate_scaled_mouse_position(event.pos))
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._pointer is not None:
                self.play(self._pointer)
        elif event.type == pygame.KEYDOWN and self._type(event):
            return
        super().process(event)

    def _type(self, event: pygame.event.Event) -> bool:
        """Handles a key that names a square or turns the page; returns whether it did."""
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.play(square)
            self.input = InputState()
        elif not is_used and is_plain(event) and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._go(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return square is not None or is_used

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if not self.is_open:
            return
        task, board, before, hover = self.task, self.board, self.lesson.board, self._pointer
        placed = (board.black | board.white) & ~(before.black | before.white)
        turned = 0 if self.animator.is_moving else board.black & before.white
        marks = tuple((square, Shape.CIRCLE) for square in squares(turned))
        scene = BoardScene(next(squares(placed), None), task, board.turn, marks=marks)
        if hover is not None and task >> hover & 1:
            scene = replace(scene, hover=hover, hover_flips=board.flips(hover))
        scene = replace(scene, typed_file=self.input.typed_file)
        self._view.draw(surface, self.animator, scene)
        count = _("{number} of {count}", number=self.number + 1, count=len(LESSONS))
        title = text(_(self.lesson.title), LARGE, bold=True)
        said = text(_(self.lesson.words if board == before else self.lesson.done))
        words = column(text(count, SMALL, ink="quiet"), title, said, gap=6)
        solve(words, self.theme, self._words).paint(self.theme, surface)
