"""A position with one best move: it is asked for, judged, and then walked through."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from ai.limits import Limit
from game.board import Move
from game.cursor import Cursor
from game.judgement import DUBIOUS
from game.tree import Game
from play.practice.mistakes import Mistake, RatedMove
from play.practice.puzzles import Puzzle


class Aim(Enum):
    """What is asked for."""

    WIN = "win"  # the one move that wins
    DRAW = "draw"  # the one that draws, where all others lose
    MOST = "most"  # several win, one by more discs than the others
    BEST = "best"  # the best move, in a game of the person


class Exercise:
    """`found` has all moves, the best first; their lines may come later. Answered, it is walked freely."""

    def __init__(
        self, key: str, aim: Aim, found: tuple[RatedMove, ...], is_exact: bool, source: Mistake | Puzzle
    ) -> None:
        self.key = key
        self.aim = aim
        self.found = found
        self.is_exact = is_exact
        self.source = source
        self.board = source.board
        self.cursor = Cursor(Game(source.board))
        self.answer: Move | None = None
        self.is_over = False
        """Whether it was answered, or the answer was shown."""
        self._was_searched = False

    @classmethod
    def of_mistake(cls, mistake: Mistake) -> Exercise:
        return cls(mistake.key, Aim.BEST, mistake.found, mistake.is_exact, mistake)

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle) -> Exercise:
        (_, best), (_, second) = puzzle.scores[:2]
        aim = Aim.DRAW if best == 0 else Aim.WIN if second <= 0 else Aim.MOST
        found = tuple(RatedMove(move, score) for move, score in puzzle.scores)
        return cls(puzzle.key, aim, found, True, puzzle)

    @property
    def best(self) -> RatedMove:
        return self.found[0]

    @property
    def answered(self) -> RatedMove | None:
        """What is known of the move that was answered."""
        return next((entry for entry in self.found if entry.move == self.answer), None)

    @property
    def lost(self) -> float:
        """Discs, to the tenth, by the answer; what the worst move would, where none was given."""
        entry = self.answered or self.found[-1]
        return round(self.best.score - entry.score, 1)

    @property
    def is_right(self) -> bool:
        return self.answer is not None and self.lost < DUBIOUS

    @property
    def has_lines(self) -> bool:
        """Whether the best line is known, and goes on as long as the game does; or no search knows more."""
        line = self.best.line
        goes_on = len(line) > 1 or (len(line) == 1 and self.board.play(line[0]).is_over())
        return goes_on or self._was_searched

    @property
    def limit(self) -> Limit:
        """Of the search for the lines."""
        return self.source.limit if isinstance(self.source, Mistake) else Limit(solve=True)

    def play(self, move: Move) -> bool:
        """Answer, or try a move after that; whether it is legal."""
        if not self.cursor.play(move):
            return False
        if not self.is_over:
            self.answer, self.is_over = move, True
        return True

    def give_up(self) -> None:
        """Show the answer without having given one."""
        if not self.is_over:
            self.is_over = True
            self.show_best()

    def take_lines(self, found: tuple[RatedMove, ...]) -> None:
        """The lines of all moves, as a search has found them."""
        self._was_searched = True
        lines = {entry.move: entry.line for entry in found}
        self.found = tuple(replace(entry, line=lines.get(entry.move, ())) for entry in self.found)

    def show_best(self) -> None:
        """Stand on the best move, with what follows it."""
        self.cursor.show(self.cursor.game.root, self.best.line or (self.best.move,))

    @property
    def has_answer(self) -> bool:
        return self.answer is not None

    def show_answer(self) -> None:
        """Stand on the answer, with what follows it."""
        if (entry := self.answered) is not None:
            self.cursor.show(self.cursor.game.root, entry.line or (entry.move,))
