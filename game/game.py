"""A game: where it started, the moves (passes are entries of their own), and a cursor for undo and redo."""

from __future__ import annotations

from collections.abc import Iterable

from game.board import Board, Color, Ending, Move, Result


class Game:
    """The history of one game. `moves` and `boards` hold the redo tail too; `cursor` says where we stand."""

    def __init__(self, start: Board | None = None, moves: Iterable[Move] = ()) -> None:
        """Raises IllegalMove if one of `moves` cannot be played from `start`."""
        self._boards = [start or Board.initial()]
        self._moves: list[Move] = []
        self._lost_on_time: Color | None = None
        self.cursor = 0
        for move in moves:
            self.play(move)

    @property
    def start(self) -> Board:
        return self._boards[0]

    @property
    def board(self) -> Board:
        return self._boards[self.cursor]

    @property
    def boards(self) -> tuple[Board, ...]:
        """boards[n] is the position before moves[n]; one more board than moves."""
        return tuple(self._boards)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def last_move(self) -> Move | None:
        return self._moves[self.cursor - 1] if self.cursor else None

    @property
    def can_undo(self) -> bool:
        return self.cursor > 0

    @property
    def can_redo(self) -> bool:
        return self.cursor < len(self._moves)

    def play(self, move: Move) -> Board:
        """Play a square or PASS at the cursor; what lay beyond it is forgotten. Raises IllegalMove.

        Like undo, a move leaves the position and so takes back a loss on time.
        """
        board = self.board.play(move)
        self._lost_on_time = None
        del self._moves[self.cursor :], self._boards[self.cursor + 1 :]
        self._moves.append(move)
        self._boards.append(board)
        self.cursor += 1
        return board

    def go_to(self, cursor: int) -> Board:
        """Travel to the position after `cursor` moves. Raises IndexError outside 0 .. len(moves).

        A loss on time belongs to the position it happened in: leaving that position takes it back.
        """
        if not 0 <= cursor <= len(self._moves):
            raise IndexError(f"the game has {len(self._moves)} moves, so there is no position {cursor}")
        if cursor != self.cursor:
            self._lost_on_time = None
        self.cursor = cursor
        return self.board

    def undo(self) -> Board:
        return self.go_to(self.cursor - 1)

    def redo(self) -> Board:
        return self.go_to(self.cursor + 1)

    def lose_on_time(self, color: Color) -> None:
        """End the game because the clock of `color` has run out; no effect where the discs have ended it."""
        self._lost_on_time = color

    def result(self) -> Result | None:
        """None while the game at the cursor goes on."""
        board, loser = self.board, self._lost_on_time
        if loser is None or board.is_over():
            return board.result()
        return Result(board.black.bit_count(), board.white.bit_count(), loser.other, Ending.TIME)
