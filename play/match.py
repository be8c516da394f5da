"""Who plays what: the only code that plays moves. It knows no pygame and never blocks.

Call `update(dt)` once a frame. Everything a view needs is an attribute or a property; a person's wishes are
methods that take effect at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from ai.engine import Analysis, Engine
from ai.limits import FULL_STRENGTH, Algorithm, Kind, Limit, MoveScore, Options, Progress
from game.board import PASS, Board, Color, Move, Result
from game.clock import Clock, TimeControl
from game.game import Game

# A pass is announced for this long before it is made.
PASS_SECONDS: Final = 1.0
# Hints are refined for this long at the most.
HINT_SECONDS: Final = 30.0
# On a game clock a move gets this share of its even part of what is left, and of the increment.
CLOCK_SHARE: Final = 0.9
# Seconds of a move's hard limit that are kept for playing the move.
MOVE_RESERVE: Final = 0.1
# A search is never given less.
LEAST_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side: a person, or the computer with an algorithm, a level and seconds per move."""

    algorithm: Algorithm | None = None
    level: int = FULL_STRENGTH
    seconds: float = 1.0

    @property
    def is_human(self) -> bool:
        return self.algorithm is None


Seats = tuple[Seat, Seat]
"""Black's and White's, indexed by Color."""


class Phase(Enum):
    """Who must act."""

    HUMAN = "human"
    THINKING = "thinking"
    PASSING = "passing"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position was found to be worth: discs, + for Black."""

    score: float
    depth: int
    kind: Kind

    def is_better_than(self, other: Evaluation | None) -> bool:
        """A shallower search never replaces a deeper one, nor an estimate a certainty."""
        order = (Kind.ESTIMATE, Kind.BOOK, Kind.OUTCOME, Kind.EXACT)
        return other is None or (order.index(self.kind), self.depth) >= (order.index(other.kind), other.depth)


class Match:
    """A game being played, the clocks, and the computer's searches for it.

    `engines[color]` thinks for that side, with `threads` threads, `selective` or over the full width; with
    `book` it plays from its opening book what that knows. `pace` is the least number of seconds between two
    moves of which the later is the computer's, so that a person can follow.
    """

    def __init__(
        self,
        engines: tuple[Engine, Engine],
        seats: Seats,
        control: TimeControl | None = None,
        game: Game | None = None,
        pace: float = 0.0,
        threads: int = 1,
        selective: bool = True,
        book: bool = False,
    ) -> None:
        self.engines = engines
        self.seats = seats
        self.pace = pace
        self.threads = threads
        self.selective = selective
        self.book = book
        self.game = game or Game()
        self.clocks = [Clock.start(control or TimeControl())] * (len(self.game.moves) + 1)
        self.evaluations: dict[int, Evaluation] = {}
        self.is_paused = False
        self.wants_hints = False
        self.problem: str | None = None
        self.analysis: Analysis | None = None  # of the position on the board
        self.last_analysis: Analysis | None = None  # the newest of all, kept readable
        self.time_before_pause = 0.0  # seconds this move was searched before it was paused
        self._hint_algorithm = Algorithm.PVS
        self._pause_after_move = False
        self._move_now = False
        self._since_move = 0.0
        self.clear_tables()

    # What a view asks

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def turn(self) -> Color:
        return self.board.turn

    @property
    def clock(self) -> Clock:
        return self.clocks[self.game.cursor]

    @property
    def seat(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.turn]

    @property
    def result(self) -> Result | None:
        return self.game.result()

    @property
    def phase(self) -> Phase:
        if self.result is not None:
            return Phase.OVER
        if self.is_paused:
            return Phase.PAUSED
        if self.board.must_pass():
            return Phase.PASSING
        return Phase.HUMAN if self.seat.is_human else Phase.THINKING

    @property
    def is_searching(self) -> bool:
        """Whether a search for the position on the board is running."""
        return self.analysis is not None and not self.analysis.is_done

    @property
    def is_hinting(self) -> bool:
        """Whether `analysis` is a hint for the position on the board."""
        return self.analysis is not None and self.analysis.options.all_moves

    @property
    def is_watched(self) -> bool:
        """Whether the computer plays both sides."""
        return not any(seat.is_human for seat in self.seats)

    @property
    def algorithm_side(self) -> Color | None:
        """The side whose search `switch` changes: the one to move if it is the computer's, else the other."""
        for color in (self.turn, self.turn.other):
            if not self.seats[color].is_human:
                return color
        return None

    @property
    def algorithm(self) -> Algorithm:
        """The search that is running, or that will run next."""
        if self.analysis is not None and self.is_searching:
            return self.analysis.options.algorithm
        side = self.algorithm_side
        chosen = self.seats[side].algorithm if side is not None else None
        return chosen if chosen is not None else self._hint_algorithm

    @property
    def evaluation(self) -> Evaluation | None:
        """The newest that is known at or before the position on the board."""
        final = self.board.result()
        if final is not None:
            return Evaluation(final.black - final.white, 0, Kind.EXACT)
        known = [ply for ply in self.evaluations if ply <= self.game.cursor]
        return self.evaluations[max(known)] if known else None

    # What a person does

    def play(self, move: Move) -> bool:
        """A person's move: played if it is their turn and legal, also while the game is paused."""
        human = self.phase is Phase.HUMAN or (self.phase is Phase.PAUSED and self.seat.is_human)
        if not human or not self.board.is_legal(move) or move == PASS:
            return False
        self._play(move)
        self.is_paused = False
        return True

    def undo(self) -> None:
        """Take back to the last position in which a person was to move; one move when there is none."""
        self._travel_back_or_on(range(self.game.cursor - 1, -1, -1))

    def redo(self) -> None:
        """The reverse of `undo`."""
        self._travel_back_or_on(range(self.game.cursor + 1, len(self.game.moves) + 1))

    def _travel_back_or_on(self, cursors: range) -> None:
        if not cursors:
            return
        human = (n for n in cursors if self._person_acts(self.game.boards[n]))
        self.travel(next(human, cursors[0]))

    def _person_acts(self, board: Board) -> bool:
        return self.seats[board.turn].is_human and bool(board.legal_moves())

    def travel(self, cursor: int) -> None:
        """Go to the position after `cursor` moves. Where the computer would move on, the game is paused."""
        if cursor == self.game.cursor:
            return
        was_held = self.is_paused and self.clock.time_for_move(self.turn) is not None
        self.drop_search()
        self.game.go_to(cursor)
        self.clocks[cursor] = replace(self.clock, spent=0.0)
        self._since_move = 0.0
        self._pause_after_move = False
        self.is_paused = self.result is None and (was_held or not self._person_acts(self.board))

    def pause(self) -> None:
        """Hold the game: clocks and search stand still; `resume` goes on with the time that is left."""
        if self.phase is Phase.OVER or self.is_paused:
            return
        if self.analysis is not None and not self.is_hinting:
            self.time_before_pause += self.analysis.counters().seconds
            self.analysis.stop()
        self._pause_after_move = False
        self.is_paused = True

    def resume(self) -> None:
        """Go on after a pause; a search continues on the table it has filled."""
        self._let_go_of_search()
        self._pause_after_move = False
        self.is_paused = False

    def stop(self) -> None:
        """End what runs without playing a move: a hint, or the computer's turn, which will begin afresh."""
        if self.is_hinting:
            self.wants_hints = False
            self.drop_search()
        elif self.phase is Phase.THINKING:
            self.drop_search()
            self.clocks[self.game.cursor] = replace(self.clock, spent=0.0)
            self.is_paused = True

    def move_now(self) -> None:
        """Make the computer play the best move it has found so far."""
        if self.phase is Phase.THINKING:
            self._move_now = True

    def step(self) -> None:
        """Let the computer make one move, then pause."""
        if self.phase is Phase.OVER or (self.seat.is_human and not self.board.must_pass()):
            return
        if self.is_paused:
            self.resume()
        self._pause_after_move = True

    def swap_sides(self) -> None:
        """Exchange the seats; whoever now has the move must act."""
        self.drop_search()
        self._pause_after_move = False
        self.seats = (self.seats[1], self.seats[0])

    def switch(self, algorithm: Algorithm) -> None:
        """Search with `algorithm` from now on, also in the search that is running."""
        side = self.algorithm_side
        if self.is_hinting or side is None:
            self._hint_algorithm = algorithm
        if side is not None:
            changed = replace(self.seats[side], algorithm=algorithm)
            self.seats = (changed, self.seats[1]) if side is Color.BLACK else (self.seats[0], changed)
        if self.analysis is not None and self.is_searching:
            self.analysis.switch(algorithm)

    def use_threads(self, threads: int) -> None:
        """Search with so many from now on; a running search begins again, on the table it has filled."""
        if threads != self.threads:
            self.threads = threads
            self._search_again()

    def use_selection(self, selective: bool) -> None:
        """Search selectively or over the full width from now on; a running search begins again."""
        if selective != self.selective:
            self.selective = selective
            self._search_again()

    def clear_tables(self) -> None:
        """Forget what was searched; a running search begins again, with its whole time."""
        self._search_again()
        for engine in set(self.engines):
            engine.new_game()

    def resize_tables(self, megabytes: int) -> None:
        """Go on with empty tables of another size, as after `clear_tables`.

        Raises ValueError when the memory is not there.
        """
        self._search_again()
        for engine in set(self.engines):
            engine.resize_table(megabytes)

    def _search_again(self) -> None:
        if self.is_searching:
            self.drop_search()

    def toggle_hints(self) -> None:
        self.wants_hints = not self.wants_hints
        if not self.wants_hints and self.is_hinting:
            self.drop_search()

    def drop_search(self) -> None:
        """End the question: the next search of a position begins with its whole time."""
        self._let_go_of_search()
        self.time_before_pause = 0.0

    def _let_go_of_search(self) -> None:
        """Stop it and drop its handle: a late answer has nowhere to arrive."""
        if self.analysis is not None:
            self.analysis.stop()
            self.last_analysis = self.analysis
        self.analysis = None
        self.problem = None
        self._move_now = False

    # Time passes

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass: clocks run, searches start, finished ones are played."""
        self._since_move += dt
        self._note_evaluation()
        phase = self.phase
        if phase in (Phase.HUMAN, Phase.THINKING):
            self.clocks[self.game.cursor] = self.clock.ticked(dt)
            if self.clock.has_fallen(self.turn) and not self._has_move_ready():
                self.drop_search()
                self.game.lose_on_time(self.turn)
                return
        if phase is Phase.THINKING:
            self._think()
        elif phase is Phase.PASSING:
            announced = PASS_SECONDS if self.pace > 0 else 0.0
            if self._since_move >= announced:
                self._play(PASS)
        elif self.wants_hints and not self.is_hinting and phase in (Phase.HUMAN, Phase.PAUSED):
            self._start_hints()
        if self.analysis is not None and self.analysis.error is not None and not self.is_paused:
            self.problem = f"The search failed and the game is paused: {self.analysis.error}"
            self.is_paused = True

    def _has_move_ready(self) -> bool:
        return not self.seat.is_human and self.analysis is not None and self.analysis.is_done

    def _think(self) -> None:
        if self.is_hinting:
            self.drop_search()
        analysis = self.analysis
        if analysis is None:
            self._start_search()
        elif self._move_now and analysis.progress.depth > 0:
            analysis.stop()
            self._play(analysis.progress.move)
        elif analysis.is_done and analysis.error is None and self._since_move >= self.pace:
            self._play(analysis.progress.move)

    def _start_search(self) -> None:
        seat = self.seat
        assert seat.algorithm is not None
        seconds = max(LEAST_SECONDS, self._thinking_time() - self.time_before_pause)
        self.analysis = self.engines[self.turn].analyse(
            self.board,
            Limit(seconds=seconds),
            Options(
                seat.algorithm, seat.level, threads=self.threads, selective=self.selective, book=self.book
            ),
        )

    def _start_hints(self) -> None:
        self._let_go_of_search()
        if self.board.legal_moves():
            self.analysis = self.engines[self.turn].analyse(
                self.board,
                Limit(seconds=HINT_SECONDS),
                Options(self.algorithm, all_moves=True, threads=self.threads, selective=self.selective),
            )

    def _thinking_time(self) -> float:
        """Seconds for the computer's next move: its own limit, and its share of the clock."""
        limit = self.seat.seconds
        control = self.clock.control
        if control.per_move is not None:
            limit = min(limit, max(control.per_move / 2, control.per_move - MOVE_RESERVE))
        left = self.clock.remaining[self.turn]
        if left is not None:
            moves_to_come = max(1, (self.board.empties + 1) // 2)
            limit = min(limit, CLOCK_SHARE * left / moves_to_come + CLOCK_SHARE * control.increment, left / 2)
        return limit

    def _play(self, move: Move) -> None:
        self._note_evaluation()
        cursor, turn = self.game.cursor, self.turn
        worth = self._evaluation_after(move)
        self.drop_search()
        if not (self.game.can_redo and self.game.moves[cursor] == move):
            self.evaluations = {ply: e for ply, e in self.evaluations.items() if ply <= cursor}
        reading = self.clock if move == PASS else self.clock.moved(turn)
        self.game.play(move)
        self.clocks = [*self.clocks[: cursor + 1], reading]
        if worth is not None and worth.is_better_than(self.evaluations.get(self.game.cursor)):
            self.evaluations[self.game.cursor] = worth
        self._since_move = 0.0
        if self._pause_after_move and move != PASS:
            self._pause_after_move = False
            self.is_paused = self.result is None

    def _note_evaluation(self) -> None:
        """Keep what the search has found for the position on the board."""
        found = None if self.analysis is None else _newest(self.analysis.progress)
        if found is None:
            return
        sign = 1 if self.turn is Color.BLACK else -1
        here = Evaluation(sign * found.score, found.depth, found.kind)
        if found.kind is Kind.OUTCOME:
            here = replace(here, score=self._discs_of_outcome(here.score))
        if here.is_better_than(self.evaluations.get(self.game.cursor)):
            self.evaluations[self.game.cursor] = here

    def _discs_of_outcome(self, score: float) -> float:
        """A proved win or loss says nothing of its size: that is as estimated before, if it agrees at all."""
        known = self.evaluations.get(self.game.cursor)
        return known.score if known is not None and known.score * score > 0 else score

    def _evaluation_after(self, move: Move) -> Evaluation | None:
        """What the running search, one ply nearer, says of the position that `move` leads to."""
        after = self.board.play(move).result()
        if after is not None:
            return Evaluation(after.black - after.white, 0, Kind.EXACT)
        sign = 1 if self.turn is Color.BLACK else -1
        if self.analysis is not None:
            progress = self.analysis.progress
            if progress.kind is Kind.OUTCOME and progress.move == move:
                return self.evaluations.get(self.game.cursor)
            for found in (*progress.scores, _newest(progress)):
                if found is not None and found.move == move and found.kind is not Kind.OUTCOME:
                    return Evaluation(sign * found.score, max(0, found.depth - 1), found.kind)
        return None


def _newest(progress: Progress) -> MoveScore | None:
    """What the last finished depth, or the book, says of its best move."""
    if progress.kind is Kind.BOOK and progress.score is not None:
        return MoveScore(progress.move, progress.score, progress.depth, progress.kind)
    if not progress.iterations:
        return None
    last = progress.iterations[-1]
    return MoveScore(last.move, last.score, last.depth, last.kind)
