"""Turns, passes and clocks. Only a match plays moves; it never blocks. Call `update(dt)` once a frame."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Final

from ai.limits import Algorithm, Iteration, MoveScore, Progress, evaluation_of
from game.board import PASS, Board, Color, Move, Result
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.records.record import Record, parse_result, reported_end
from game.starts import Start
from game.text import _, reason_of
from game.tree import Game, Node
from play.hints import note_analysis
from play.library_file import LibraryCopy
from play.playback import MOVING, Moment, Playback
from play.players import Seat, Seats
from play.record_players import knows_players
from play.settings import FAST
from play.thinking import Thinking

# Seconds for which a pass is announced before it is played.
PASS_SECONDS: Final = 1.0
# The most book moves in a watched game: they show no search to watch.
WATCHED_BOOK_MOVES: Final = 4
# The longest wait before a book move, in seconds.
BOOK_PACE: Final = 0.6


class MatchPhase(Enum):
    """Whose action the match waits for."""

    HUMAN = "human"
    THINKING = "thinking"
    PASSING = "passing"
    PAUSED = "paused"
    OVER = "over"


class Match:
    """A game being played, its clocks, and the computer's thinking for it.

    Nodes hold the clocks; a node without one uses the last before it, or a fresh one by `control`. A match
    that `waits` begins paused until the user acts. `start` is None for a position that was set up. `began`,
    by default now, in local time, identifies the match in the library; `opened_record` is the record of an
    opened game, `copy` the state in the library. `pace` is the least number of seconds before a move of the
    computer, `speed` the most positions a second at which a watched search is shown; no clock runs while a
    finished answer waits.
    """

    def __init__(
        self,
        thinking: Thinking,
        seats: Seats,
        control: TimeControl | None = None,
        game: Game | None = None,
        *,
        start: Start | None = Start.STANDARD,
        began: datetime | None = None,
        opened_record: Record | None = None,
        copy: LibraryCopy | None = None,
        waits: bool = False,
        was_coached: bool = False,
        swaps: Sequence[int] = (),
        pace: float = 0.0,
        speed: float = FAST,
    ) -> None:
        self.thinking = thinking
        self.seats = seats
        self.game = game or Game()
        self.control = control or TimeControl()
        self.start = start
        self.began = began or datetime.now()
        self.opened_record = opened_record
        self.copy = copy or LibraryCopy()
        self.pace = pace
        self.speed = speed
        self.is_paused = waits and self.result is None
        self.is_waiting = self.is_paused  # whether the clocks wait for the user's first action
        self.problem: str | None = None
        self.was_coached = was_coached
        """Whether the coach has judged moves; such a game does not count, and its clocks stop."""
        self.is_held = False
        """Whether the computer's answer and the clocks wait for the user."""
        self.wants_hints = False
        self._holds_hints = False
        nodes = list(self.game.root.walk()) if swaps else []
        self._swaps = [nodes[number] for number in swaps]  # the nodes where sides were exchanged, for undo
        self._left_running: Node | None = None  # the end of the line, if the game ran when undo began
        self._is_browsing = self.game.can_redo  # shows an earlier position, until play continues there
        self._pause_after_move = False
        self._move_now = False
        self._since_move = 0.0
        self._has_answer = False  # whether the search is over, and its move waits for the pace
        self._playback: Playback | None = None  # of the search in a watched game
        self._noted: Node | None = None  # the last node that got the scores of the book

    # Queries of the view

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def turn(self) -> Color:
        return self.board.turn

    @property
    def clock(self) -> Clock:
        """The clocks at the position on the board."""
        return clock_at(self.game.node, self.control)

    @property
    def is_timed(self) -> bool:
        """Whether the side to move can lose on time."""
        return self.clock.time_for_move(self.turn) is not None

    @property
    def seat(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.turn]

    @property
    def result(self) -> Result | None:
        return self.game.result()

    def result_at(self, node: Node) -> Result | None:
        """Returns the result by discs; at the current node also by clock, at a reported end by record."""
        found = self.result if node is self.game.node else node.result
        opened = self.opened_record
        if found is None and opened is not None and node is reported_end(opened, self.game):
            return parse_result(opened.result)
        return found

    @property
    def phase(self) -> MatchPhase:
        if self.result is not None:
            return MatchPhase.OVER
        if self.is_paused:
            return MatchPhase.PAUSED
        if self.game.node.must_pass:
            return MatchPhase.PASSING
        return MatchPhase.HUMAN if self.seat.is_human else MatchPhase.THINKING

    @property
    def is_watched(self) -> bool:
        """Whether the computer plays both sides."""
        return not any(seat.is_human for seat in self.seats)

    @cached_property
    def knows_players(self) -> bool:
        """Whether the players are known; False for the strangers of an opened game."""
        has_computer = not all(seat.is_human for seat in self.seats)
        return self.opened_record is None or has_computer or knows_players(self.opened_record)

    @property
    def density(self) -> str:
        """The name of the setting for how much is shown of this kind of game."""
        return ("watching", "playing", "friends")[sum(seat.is_human for seat in self.seats)]

    @property
    def moment(self) -> Moment | None:
        """The moment that is shown of a watched search in slow motion; None if the search is shown live."""
        playback = self._playback
        is_of_board = playback is not None and playback.analysis is self.thinking.analysis
        return playback.moment if playback is not None and is_of_board else None

    @property
    def swaps(self) -> tuple[int, ...]:
        """The indices, in the order of the walk, of the nodes where sides were exchanged."""
        if not self._swaps:
            return ()
        numbers = {node: number for number, node in enumerate(self.game.root.walk())}
        return tuple(numbers[node] for node in self._swaps if node in numbers)

    def seats_of_move(self, node: Node) -> Seats:
        """Returns the seats when the move to `node` was played: sides may have been exchanged since."""
        later = sum(swap.is_below(node) for swap in self._swaps)
        return (self.seats[1], self.seats[0]) if later % 2 else self.seats

    @property
    def was_swapped(self) -> bool:
        """Whether the sides were exchanged on the way to this position."""
        return bool(self._swaps)

    @property
    def can_swap(self) -> bool:
        return self.phase is not MatchPhase.OVER and not all(seat.is_human for seat in self.seats)

    @property
    def stays_at_live_position(self) -> bool:
        """Whether the game stays at its position while the user looks at others: the user plays with a clock,
        or the game was lost on time, which leaving the position would undo.
        """
        goes_on = self.control.is_limited and self.game.line[-1].result is None
        return self.game.is_lost_on_time or (goes_on and not self.is_watched)

    @property
    def can_step(self) -> bool:
        return self.phase is not MatchPhase.OVER and (self.game.node.must_pass or not self.seat.is_human)

    @property
    def can_hint(self) -> bool:
        return self.phase in (MatchPhase.HUMAN, MatchPhase.PAUSED) and not self.game.node.must_pass

    @property
    def shows_hints(self) -> bool:
        """Whether hints are wanted, or being searched for."""
        return self.wants_hints or self.thinking.is_hinting

    @property
    def algorithm_side(self) -> Color | None:
        """The side whose search `switch` changes: the one to move if it is the computer's, else the other."""
        for color in (self.turn, self.turn.other):
            if self.seats[color].algorithm is not None:
                return color
        return None

    @property
    def algorithm(self) -> Algorithm:
        """The algorithm of the running or the next search; of the last one when the game is over."""
        analysis = self.thinking.analysis
        if self.phase is MatchPhase.OVER and self.thinking.newest is not None:
            return self.thinking.newest.options.algorithm
        if analysis is not None and self.thinking.is_searching and not analysis.outside:
            return analysis.options.algorithm
        side = self.algorithm_side
        chosen = self.seats[side].algorithm if side is not None else None
        return chosen if chosen is not None else self.thinking.hint_algorithm

    # Actions of the user

    @property
    def awaits_person(self) -> bool:
        """Whether the user is to move, even while the game is paused."""
        return self.phase is MatchPhase.HUMAN or (self.phase is MatchPhase.PAUSED and self.seat.is_human)

    def play(self, move: Move) -> bool:
        """Plays the user's move, even while paused; returns False if it is illegal or not their turn."""
        if not self.awaits_person or not self.board.is_legal(move) or move == PASS:
            return False
        self._play(move)
        self._unpause()
        return True

    def undo(self) -> None:
        """Goes back to the last position with the user to move, or by one move, but stops where sides were
        exchanged, here included, and exchanges them back. Used time stays used.
        """
        if not self.can_undo:
            return
        if not self.game.can_redo:
            self._left_running = None if self.is_paused else self.game.node
        back = self._position_of_a_person(range(self.game.node.ply - 1, self._drawn_plies - 1, -1))
        if self._swaps and self.game.node.is_below(self._swaps[-1]):
            swapped = self._swaps[-1]
            if back is None or swapped.ply >= back:
                self._swaps.pop()
                self.thinking.drop()
                self.seats = (self.seats[1], self.seats[0])
                self._go_to(swapped)
                return
        if back is not None:
            self._go_to(self.game.line[back])

    def redo(self) -> None:
        """Reverses `undo`; the game continues at the end of the line if it was running when undo began."""
        on = self._position_of_a_person(range(self.game.node.ply + 1, len(self.game.line)))
        if on is None:
            return
        self._go_to(self.game.line[on])
        if self.game.node is self._left_running and self.result is None:
            self._begin_move()
            self._unpause()

    @property
    def can_undo(self) -> bool:
        is_lost = self.game.is_lost_on_time
        has_moves = self.game.node.ply > self._drawn_plies
        return not is_lost and (has_moves or (self.has_swapped_here and self.result is None))

    @property
    def has_swapped_here(self) -> bool:
        return bool(self._swaps) and self.game.node is self._swaps[-1]

    @property
    def _drawn_plies(self) -> int:
        """The plies of an opening that was drawn at random for this game."""
        is_drawn = self.start in (Start.RANDOM, Start.XOT, Start.SCORED)
        return self.game.root.given if is_drawn else 0

    @property
    def can_redo(self) -> bool:
        return self.game.can_redo and not self.game.is_lost_on_time

    def _position_of_a_person(self, plies: range) -> int | None:
        """Returns the first ply at which the user moves, else the first; None for an empty range."""
        human = (ply for ply in plies if self._person_acts(self.game.line[ply].board))
        return next(human, plies[0] if plies else None)

    def _person_acts(self, board: Board) -> bool:
        return self.seats[board.turn].is_human and bool(board.legal_moves())

    def travel(self, ply: int) -> None:
        """Shows the position after `ply` moves; pauses a game with a clock or the computer to move."""
        self.visit(self.game.line[max(0, min(ply, len(self.game.line) - 1))])

    def visit(self, node: Node) -> None:
        self._go_to(node, is_look=True)

    def _go_to(self, node: Node, is_look: bool = False) -> None:
        """Goes to a node; unless `is_look`, the game continues there if the user is to move."""
        if node is self.game.node:
            return
        was_held, left = self.is_paused and self.is_timed, self.game.node
        reading = self.clock.settled(self.turn)
        self.thinking.drop()
        if node in self.game.line:
            self.game.go_to(node.ply)
        else:
            self.game.visit(node)
        if not is_look:
            self.game.node.clock = reading.after_moves(
                *(_moves_of(node, c) - _moves_of(left, c) for c in Color)
            )
        self.problem = None
        self._since_move = 0.0
        self._move_now = self._pause_after_move = False
        is_held = was_held or (is_look and self.is_timed) or not self._person_acts(self.board)
        self.is_paused = self.result is None and is_held
        self._is_browsing = self.game.can_redo
        if not is_look and not self.is_paused:
            self._begin_move()

    def _begin_move(self) -> None:
        """Ends a look back: the time spent at this node by the earlier move does not count again."""
        if self._is_browsing:
            self.game.node.clock = replace(self.clock, spent=0.0)
        self._is_browsing = False

    def on_page_shown(self) -> None:
        """Continues a match that was left for another: paused, unless the user can move without a clock."""
        self._since_move = 0.0
        self.resume_hints()
        self.is_paused = self.result is None and (self.is_timed or not self._person_acts(self.board))

    def pause(self) -> None:
        """Holds clocks, search, and a waiting answer; `resume` continues with the time left."""
        if self.phase is MatchPhase.OVER or self.is_paused:
            return
        self.thinking.pause()
        self._pause_after_move = False
        self.is_paused = True

    def resume(self) -> None:
        """Continues after a pause; a search continues on the table it has filled."""
        self.thinking.resume()
        self._pause_after_move = False
        self._begin_move()
        self._unpause()

    def _unpause(self) -> None:
        self.is_paused = self.is_waiting = False
        self.problem = None

    def stop(self) -> None:
        """Ends hints, or pauses the computer's turn without a move; its used time stays used."""
        if self.thinking.is_hinting:
            self.wants_hints = False
            self.thinking.end_hints()
        elif self.phase is MatchPhase.THINKING:
            self.thinking.drop()
            self._move_now = False
            self.is_paused = True

    def on_page_hidden(self) -> None:
        """Drops the recorded search: another match is shown, and this one may stay in memory."""
        self._playback = None

    def move_now(self) -> None:
        """Makes the computer play the best move it has found so far."""
        if self.phase is MatchPhase.THINKING:
            self._move_now = True

    @property
    def is_stepping(self) -> bool:
        """Whether it pauses after the computer's next move."""
        return self._pause_after_move

    def step(self) -> None:
        """Makes the computer play one move, then pauses."""
        if not self.can_step:
            return
        if self.is_paused:
            self.resume()
        self._pause_after_move = True

    def swap_sides(self) -> None:
        """Exchanges the seats. `undo` reverses it."""
        if not self.can_swap:
            return
        self.thinking.drop()
        self._move_now = self._pause_after_move = False
        self.seats = (self.seats[1], self.seats[0])
        if not self.is_paused:
            self._begin_move()
        if self._swaps and self._swaps[-1] is self.game.node:
            self._swaps.pop()  # a second swap cancels the first
        else:
            self._swaps.append(self.game.node)

    def switch(self, algorithm: Algorithm) -> None:
        """Searches with `algorithm` from now on; a running search switches too."""
        side = self.algorithm_side
        if self.thinking.is_hinting or side is None:
            self.thinking.hint_algorithm = algorithm
        if side is not None:
            changed = replace(self.seats[side], algorithm=algorithm)
            self.seats = (changed, self.seats[1]) if side is Color.BLACK else (self.seats[0], changed)
        self.thinking.switch(algorithm)
        if self._playback is not None and self.thinking.answer is not None:
            self.thinking.drop()  # the search on show is over: it begins anew
        elif self._playback is not None:
            self._playback.skip()

    def toggle_hints(self) -> None:
        """Begins to analyse the position, or ends that and hides its results, which stay in the game."""
        self.wants_hints = not self.shows_hints
        if self.thinking.is_hinting:
            self._note_evaluation()
            self.game.changes += 1
            self.thinking.end_hints()

    def pause_hints(self) -> None:
        """Stops hints and thinking ahead until `resume_hints`: another page needs the processors."""
        self._holds_hints = True
        self.thinking.stop_thinking_ahead()
        if self.thinking.is_searching:
            self.thinking.end_hints()

    def resume_hints(self) -> None:
        self._holds_hints = False

    # Updates

    def update(self, dt: float) -> None:
        """Advances by `dt` seconds: runs clocks, starts searches, plays the moves of finished ones."""
        self._since_move = 0.0 if self.is_held else self._since_move + dt
        self._note_evaluation()
        phase = self.phase
        has_answer = self._has_answer and self.thinking.analysis is not None
        is_shown = phase is MatchPhase.THINKING and has_answer  # until the pace has passed
        is_held = (
            is_shown or self._is_browsing or self.thinking.is_starting or self.is_held or self.was_coached
        )
        if phase in (MatchPhase.HUMAN, MatchPhase.THINKING) and not is_held:
            clock = self.game.node.clock = self.clock.ticked(dt)
            if clock.has_expired(self.turn) and not (phase is MatchPhase.THINKING and self.thinking.answer):
                self.thinking.drop()
                self.game.lose_on_time(self.turn)
                return
        if phase is MatchPhase.THINKING and not (self.is_held and self.is_timed):
            self._think()
            self._follow_search(dt)
        elif phase is MatchPhase.PASSING:
            announced = PASS_SECONDS if self.pace > 0 else 0.0
            if self._since_move >= announced and not self.is_held:
                self._play(PASS)
        elif self.can_hint:
            self._hint()
        self._think_ahead()
        if self.thinking.error is not None and not self.is_paused:
            sentence = (
                _("Game paused; use Resume to try again: {reason}")
                if self.seat.outside
                else _("The search failed and the game is paused: {reason}")
            )
            self.problem = sentence.format(reason=reason_of(self.thinking.error))
            self.is_paused = True

    def _think(self) -> None:
        thinking = self.thinking
        self._has_answer = thinking.answer is not None
        if thinking.analysis is None and self.seat.outside:
            thinking.search_outside(self.game, self.seat.outside, self.control)
        elif thinking.analysis is None:
            thinking.search(self.board, self.seats, self.clock, self._may_use_book)
        elif self._move_now and thinking.best_so_far is not None:
            self._play(thinking.best_so_far.move)
        elif thinking.answer is not None:
            if self._was_shown(thinking.answer):
                self._play(thinking.answer.move)
        elif thinking.analysis.is_done and thinking.error is None:
            thinking.search_one_depth(self.board, self.seats)

    def _was_shown(self, answer: Progress) -> bool:
        if self.is_held:
            return False
        if answer.kind is Kind.BOOK:
            return self._since_move >= min(BOOK_PACE, self.pace)
        if self._playback is not None:
            return self._playback.rested >= (1 - MOVING) * self.pace
        return self._since_move >= self.pace

    def _follow_search(self, dt: float) -> None:
        analysis = self.thinking.analysis
        if not self.is_watched or analysis is None or analysis.outside or self.speed >= FAST:
            self._playback = None
            return
        if self._playback is None or self._playback.analysis is not analysis:
            self._playback = Playback(analysis)
        self._playback.update(dt, self.speed, self.pace)

    def _hint(self) -> None:
        analysis = self.thinking.analysis
        is_hinting = analysis is not None and self.thinking.is_hinting
        if self.wants_hints and not self._holds_hints and not is_hinting:
            self.thinking.hint(self.board, self.algorithm)

    @property
    def _may_use_book(self) -> bool:
        placed = self.game.root.board.empties - self.board.empties
        return not self.is_watched or placed < WATCHED_BOOK_MOVES

    def _think_ahead(self) -> None:
        is_at_it = self.phase in (MatchPhase.HUMAN, MatchPhase.THINKING) and self.seat.algorithm is None
        has_answerer = self.seats[self.turn.other].algorithm is not None
        if is_at_it and has_answerer and not self._holds_hints and not self._is_browsing:
            self.thinking.think_ahead(self.board, self.seats, self._may_use_book)

    def _play(self, move: Move) -> None:
        self._begin_move()
        self._note_evaluation()
        reading = self.clock if move == PASS else self.clock.moved(self.turn)
        worth = self._evaluation_after(move)
        self.thinking.drop()
        self.game.play(move)
        self.game.node.clock = reading
        if worth is not None:
            self.game.node.note(worth)
        self._note_by_book()
        self._since_move = 0.0
        self._playback = None
        self._move_now = False
        if self._pause_after_move and move != PASS:
            self._pause_after_move = False
            self.is_paused = self.result is None

    def _note_evaluation(self) -> None:
        self._note_by_book()
        analysis = self.thinking.analysis
        found = None if analysis is None else _newest(analysis.progress)
        if analysis is not None and self.thinking.is_hinting:
            note_analysis(self.game, self.game.node, analysis.progress)
        elif found is not None:
            self.game.node.note(self._evaluation_here(found))

    def _note_by_book(self) -> None:
        if self.thinking.book is not None and self._noted is not self.game.node:
            self._noted = self.game.node
            self.thinking.book.note(self._noted)

    def _evaluation_here(self, found: MoveScore | Iteration) -> Evaluation:
        """Converts a score of this position; a proved result keeps the size of the last score that agrees."""
        worth = evaluation_of(found, self.turn)
        if found.kind is not Kind.OUTCOME:
            return worth
        known = (before.score for before in reversed(self.game.node.evaluations.values()))
        return replace(worth, score=next((each for each in known if each * worth.score > 0), worth.score))

    def _evaluation_after(self, move: Move) -> Evaluation | None:
        """Returns the evaluation after `move` by the running search, with one ply less of depth."""
        analysis = self.thinking.analysis
        if analysis is None:
            return None
        progress = analysis.progress
        if analysis.outside and progress.evaluation is not None and progress.move == move:
            return replace(progress.evaluation, depth=max(0, progress.depth - 1))
        if progress.kind is Kind.OUTCOME and progress.move == move:
            return self.game.node.evaluation
        for found in (*progress.scores, _newest(progress)):
            if found is not None and found.move == move and found.kind is not Kind.OUTCOME:
                return replace(self._evaluation_here(found), depth=max(0, found.depth - 1))
        return None


def clock_at(node: Node, control: TimeControl) -> Clock:
    """Returns the clocks at a node, by default those of the nearest earlier node, or fresh ones."""
    if node.clock is not None:
        return node.clock
    earlier = (before.clock for before in reversed(node.line))
    last = next((clock for clock in earlier if clock is not None), Clock.start(control))
    return replace(last, spent=0.0)


def _moves_of(node: Node, color: Color) -> int:
    """Counts the moves of a side on the way to a node, without passes."""
    return sum(after.move != PASS and before.board.turn is color for before, after in pairwise(node.line))


def _newest(progress: Progress) -> Iteration | None:
    return progress.iterations[-1] if progress.iterations else None
