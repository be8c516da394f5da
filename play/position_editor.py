"""An editor of a board, disc by disc, with undo; and the reasons why a position cannot be played."""

from enum import Enum
from typing import Final

from game.board import Board, Color, Square
from game.records.any_format import first_part, lacks_side, read_part, with_side
from game.symmetry import Symmetry, transform_board
from game.text import N_

# The most steps that can be undone.
MAX_STEPS: Final = 1000
# The contents through which `cycle` takes a square.
CYCLE: Final = (None, Color.BLACK, Color.WHITE)


class Unplayable(Enum):
    """Why a position cannot be played: sentences about the `side` without discs, or the `result`."""

    EMPTY = N_("There are no discs: a game needs discs of both colours.")
    ONE_SIDE = N_("{side} has no discs, so neither side can move: the game is over.")
    NO_MOVE = N_("Neither side can move, so the game is over: {result}.")


def why_unplayable(board: Board) -> Unplayable | None:
    """Returns the reason; None if the side to move, or the other after a pass, has a move."""
    if not board.is_over():
        return None
    if not board.black | board.white:
        return Unplayable.EMPTY
    return Unplayable.NO_MOVE if board.black and board.white else Unplayable.ONE_SIDE


class PositionEditor:
    """The `board` and its earlier states. A change without effect adds no step to undo."""

    def __init__(self, board: Board) -> None:
        self._boards = [board]
        self._at = 0
        self._begun = board

    @property
    def board(self) -> Board:
        return self._boards[self._at]

    def begin(self, board: Board) -> None:
        """Begins with another board; undo leads back to the earlier one if that was edited."""
        kept = self._boards[: self._at + (self.board != self._begun)]
        self._boards = kept if kept[-1:] == [board] else [*kept, board]
        self._at = len(self._boards) - 1
        self._begun = board

    def set_board(self, board: Board) -> None:
        """Replaces the board, as a step that can be undone; drops undone boards."""
        if board != self.board:
            self._boards = [*self._boards[: self._at + 1], board][-MAX_STEPS:]
            self._at = len(self._boards) - 1

    def set_disc(self, square: Square, color: Color | None) -> None:
        """Puts a disc on a square; None empties it."""
        bit, board = 1 << square, self.board
        black, white = board.black & ~bit, board.white & ~bit
        if color is Color.BLACK:
            black |= bit
        elif color is Color.WHITE:
            white |= bit
        self.set_board(Board(black, white, board.turn))

    def cycle(self, square: Square, step: int = 1) -> None:
        """Changes a square from empty to black, white and back to empty; in reverse order with -1."""
        at = CYCLE.index(self.board.color_at(square))
        self.set_disc(square, CYCLE[(at + step) % len(CYCLE)])

    def set_turn(self, turn: Color) -> None:
        self.set_board(Board(self.board.black, self.board.white, turn))

    def transform(self, symmetry: Symmetry) -> None:
        self.set_board(transform_board(self.board, symmetry))

    def read(self, text: str) -> None:
        """Sets the final position of the first game in a text; 64 squares without a side keep the side to
        move. Raises ValueError as `parse_game` does, and then changes nothing.
        """
        part = first_part(text.removeprefix("\ufeff"))
        if lacks_side(part):
            part = with_side(part, self.board.turn)
        self.set_board(read_part(part).whole().game.board)

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    def undo(self) -> None:
        self._at = max(0, self._at - 1)

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._boards) - 1

    def redo(self) -> None:
        self._at = min(len(self._boards) - 1, self._at + 1)
