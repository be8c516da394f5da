"""A game in plain text, where each line makes sense when read alone: no colours, no cursor, no pictures."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

from ai.limits import FULL_STRENGTH, Algorithm, MoveScore, evaluation_of
from game.board import (
    PASS,
    Bitboard,
    Board,
    Color,
    Move,
    Square,
    move_name,
    parse_square,
    square_name,
    squares,
)
from game.clock import TimeControl
from game.plain_text import parse_digits, quoted
from game.records.transcript import describe_error
from game.tree import Game, Node
from play.conversion import FORMS
from play.hints import with_known
from play.library import record_of
from play.match import Match, MatchPhase
from play.players import Seat, Seats
from play.saved_game import SavedGame
from play.session import Session
from play.sharing import AlreadyThere, Form, save_files, shared_files
from ui.text import N_, _, ngettext
from ui.text.commentary import describe_why
from ui.text.wording import describe_result, format_level, format_worth

# Polls of a search per second.
TICKS: Final = 50
# Seconds of search for a hint, and the number of moves that it lists.
HINT_SECONDS: Final = 2.0
HINTED_MOVES: Final = 3
# The default level of the computer.
USUAL_LEVEL: Final = 5
# Typed in place of a level: the level that follows the user's results.
ADAPTIVE: Final = "auto"
# Characters quoted at most from a line that is not understood.
SHOWN_CHARS: Final = 40

SIDES: Final = {"black": (Color.BLACK,), "white": (Color.WHITE,), "both": tuple(Color)}
"""The sides that the user plays, by the typed word."""


def seats_for(people: tuple[Color, ...], computer: Seat) -> Seats:
    black, white = (Seat() if color in people else computer for color in Color)
    return black, white


class TextGame:
    """A game in a terminal: `read` returns the next typed line or raises EOFError; `say` prints lines."""

    def __init__(self, session: Session, read: Callable[[], str], say: Callable[..., None]) -> None:
        self.session = session
        self._read = read
        self._print = say
        self._is_over = False
        self._reported: Node | None = None  # the last reported position
        self._next: Seat | None = None  # the computer of the next game, if it changes
        self._then = time.monotonic()
        # The function of each command, an example of its use, and its description.
        self.commands: Final[dict[str, tuple[Callable[[str], None], str, str]]] = {
            "moves": (self._print_turn, "moves", N_("your legal moves")),
            "board": (self._print_board, "board", N_("the discs on the board, row by row")),
            "score": (self._print_count, "score", N_("how many discs each side has")),
            "hint": (self._hint, "hint", N_("the best moves, and why")),
            "undo": (self._undo, "undo", N_("take your last move back")),
            "redo": (self._redo, "redo", N_("replay the move you took back")),
            "resume": (self._resume, "resume", N_("let a failed engine try again")),
            "level": (self._set_level, "level 3",
                      N_("the computer's level, from 1 to 10, or auto, which follows your results")),
            "new": (self._new, "new white", N_("start a new game as black, white or both")),
            "save": (self._save, "save game.ggf", N_("save the game to a file")),
            "help": (self._help, "help", N_("this list")),
            "quit": (self._quit, "quit", N_("leave; the game is kept")),
        }  # fmt: skip

    @property
    def match(self) -> Match:
        return self.session.match

    def run(self, seats: Seats | None = None) -> None:
        """Runs until the user quits or the input ends; with `seats`, begins a new game."""
        self._print(_("Nullwindow, Othello in plain text. Type a move, such as d3, or help."))
        if seats is None:
            self._resume_saved()
        else:
            self._begin(seats)
        while not self._is_over:
            self._print_messages()
            try:
                line = self._read()
            except EOFError:
                return
            self._obey(line)

    def say_goodbye(self) -> None:
        """Prints the last lines; called after everything possible has been saved."""
        self._print_messages()
        if self.match.result is None and self.match.game.moves and self.session.store.keeps_game:
            self._print(_("The game is kept, and continues next time. Goodbye."))
        else:
            self._print(_("Goodbye."))

    def _resume_saved(self) -> None:
        """Continues the saved game, or begins a new one if it is over or has no human player."""
        if self.match.is_watched or self.match.phase is MatchPhase.OVER:
            self._begin(seats_for(SIDES["black"], Seat(Algorithm.PVS, USUAL_LEVEL)))
            return
        if self.match.game.moves:
            self._print(_("Your last game continues."))
        if self.match.is_paused and not (self.match.game.can_redo and self.match.seat.is_human):
            self.match.resume()
        self._print(seats_line(self.match.seats))
        self._go_on()

    def _obey(self, line: str) -> None:
        """Executes a typed line; the user's clock has run meanwhile and may have ended the game."""
        was_over = self.match.phase is MatchPhase.OVER
        self._pass_time()
        if self.match.phase is MatchPhase.OVER and not was_over:
            self._print_result()
        word, _space, rest = line.strip().partition(" ")
        if not word:
            return
        if word.lower() in self.commands:
            perform, *_help = self.commands[word.lower()]
            perform(rest.strip())
            return
        try:
            square = parse_square(word)
        except ValueError:
            shown = quoted(line.strip(), SHOWN_CHARS)
            self._print(_("{line} is neither a move nor a command: type moves, or help.", line=shown))
        else:
            self._play(square)

    # Commands

    def _play(self, square: Square) -> None:
        if self.match.play(square):
            self._go_on()
        elif self.match.phase is MatchPhase.OVER:
            can_undo = self.session.can_undo
            over = _("The game is over: type new, or undo.") if can_undo else _("The game is over: type new.")
            self._print(over)
        elif not self.match.awaits_person:
            self._print_turn()
        else:
            sentence = _("{move} is not a legal move. You may play: {moves}.")
            self._print(sentence.format(move=square_name(square), moves=legal_squares(self.match.board)))

    def _print_turn(self, _rest: str = "") -> None:
        if self.match.phase is MatchPhase.OVER:
            self._print_result()
            return
        if self.match.problem is not None:
            self._print(self.match.problem)
        if not self.match.awaits_person:
            return
        board = self.match.board
        moves = legal_squares(board)
        self._print(_("{side} to move. You may play: {moves}.", side=board.turn.label, moves=moves))
        if clock := clock_line(self.match):
            self._print(clock)

    def _print_board(self, _rest: str) -> None:
        self._print(*board_lines(self.match.board))
        self._print_count()
        self._print_turn()

    def _print_count(self, _rest: str = "") -> None:
        self._print(count_line(self.match.board))

    def _hint(self, _rest: str) -> None:
        match = self.match
        if not match.can_hint:
            self._print_turn()
            return
        match.wants_hints = True
        end = time.monotonic() + HINT_SECONDS
        while match.can_hint and (time.monotonic() < end or match.thinking.best_so_far is None):
            self._tick()
            analysis = match.thinking.analysis
            if match.problem is not None or (analysis is not None and analysis.is_done):
                break
        analysis = match.thinking.analysis
        node, book = match.game.node, match.thinking.book
        best = () if analysis is None else with_known(analysis.progress, node, book).scores[:HINTED_MOVES]
        match.wants_hints = False
        match.thinking.end_hints()
        if match.problem is not None:
            self._print(match.problem)
        for hint in best:
            self._print(hint_line(match.board, hint, best[0]))
            if hint is best[0]:
                self._print(*describe_why(match.board, hint.move))
        self._print_turn()

    def _resume(self, _rest: str) -> None:
        self.match.resume()
        self._go_on()

    def _undo(self, _rest: str) -> None:
        if not self.session.can_undo:
            self._print(_("There is nothing to take back."))
            return
        before = self.match
        self.session.undo()
        is_other = self.match is not before
        self._print(_("The previous game is back.") if is_other else _("Taken back."))
        self._reported = self.match.game.node
        self._resume_after_undo()

    def _redo(self, _rest: str) -> None:
        if not self.session.can_redo:
            self._print(_("There is nothing to redo."))
            return
        before = self.match
        self.session.redo()
        if self.match is not before:
            self._print(_("The newer game is back."))
            self._reported = self.match.game.node
        self._resume_after_undo()

    def _resume_after_undo(self) -> None:
        """Resumes the match after undo or redo, since the computer does not move by itself then."""
        if self.match.is_paused and not self.match.seat.is_human and self.match.result is None:
            self.match.resume()
        self._go_on()

    def _set_level(self, rest: str) -> None:
        adapts = rest.lower() == ADAPTIVE
        level = self.session.results.adaptive_level if adapts else parse_digits(rest)
        if level is None or not 1 <= level <= FULL_STRENGTH:
            said = _("Type a level from 1 to 10, as in: level 3; or level auto, which follows your results.")
            self._print(said)
            return
        if all(seat.is_human for seat in self.match.seats):
            self._print(_("Two people are playing: type new black to play against the computer."))
            return
        algorithm = next(seat.algorithm for seat in self.match.seats if not seat.is_human)
        changed = partial(
            replace, algorithm=algorithm or Algorithm.PVS, level=level, adapts=adapts, outside=""
        )
        black, white = (seat if seat.is_human else changed(seat) for seat in self.match.seats)
        self._offer((black, white))
        if self.match.game.moves:
            self._next = white if black.is_human else black
            self._print(_("This game keeps its level: type new to play at level {level}.", level=level))
        else:
            self.match.seats = black, white
            self._print(seats_line(self.match.seats))

    def _new(self, rest: str) -> None:
        seats = self.match.seats
        people = SIDES.get(rest.lower()) if rest else tuple(c for c in Color if seats[c].is_human)
        if people is None:
            self._print(_("You can play black, white or both, as in: new white."))
            return
        computer = self._next or next((seat for seat in seats if not seat.is_human), None)
        self._begin(seats_for(people, computer or Seat(Algorithm.PVS, USUAL_LEVEL)))

    def _begin(self, seats: Seats) -> None:
        self.session.start_match(seats, TimeControl(), Game())  # chooses the adaptive level
        self._reported = self._next = None
        self._offer(self.match.seats)
        self._print(_("A new game begins."), seats_line(self.match.seats))
        self._go_on()

    def _offer(self, seats: Seats) -> None:
        """Saves these players in the settings, for the next new game."""
        self.session.apply(replace(self.session.settings, seats=seats))
        self.session.keep_settings()

    def _save(self, rest: str) -> None:
        if not rest:
            self._print(
                _("The game is kept automatically. To save it to a file, add its name: save game.ggf.")
            )
            return
        record = record_of(SavedGame.of(self.match))
        try:
            form = FORMS.get(Path(rest).suffix.lower().removeprefix("."), Form.GGF)
            place = save_files(rest, shared_files(form, record, self.match.game.node))
        except AlreadyThere as error:
            self._print(_("Not saved: {reason}. Choose another name.", reason=error))
        except ValueError as error:
            self._print(_("Not saved: {reason}.", reason=describe_error(error)))
        except OSError as error:
            self._print(_("Not saved: {reason}.", reason=error.strerror or error))
        else:
            self._print(_("The game is saved as {file}.", file=place))

    def _help(self, _rest: str) -> None:
        self._print(_("Type a square to play there, such as d3, or one of these words."))
        known = self.commands.values()
        self._print(*(_("{usage}: {what}.", usage=usage, what=_(what)) for _perform, usage, what in known))

    def _quit(self, _rest: str) -> None:
        self._is_over = True

    # Continuing the game

    def _go_on(self) -> None:
        """Runs the match until the user must act, and reports the moves."""
        self._print_moves()
        while self.match.phase in (MatchPhase.THINKING, MatchPhase.PASSING):
            self._tick()
            self._print_moves()
        self._print_turn()

    def _print_moves(self) -> None:
        """Reports the moves since the last report, along the line of the game."""
        line = self.match.game.node.line
        if self._reported is not None:
            known = line.index(self._reported) if self._reported in line else 0
            for before, played in pairwise(line[known:]):
                assert played.move is not None
                self._print(move_line(before.board, played.move))
        self._reported = line[-1]

    def _print_result(self) -> None:
        result = self.match.result
        assert result is not None
        self._print_count()
        said = describe_result(self.match.seats, result, self.match.board)
        self._print(_("The game is over. {result}.", result=said))

    def _print_messages(self) -> None:
        messages = self.session.store.messages
        while messages:
            self._print(messages.pop(0))

    def _tick(self) -> None:
        time.sleep(1 / TICKS)
        self._pass_time()

    def _pass_time(self) -> None:
        """Advances the session to the present: clocks also run while a line is typed."""
        now = time.monotonic()
        self.session.update(now - self._then)
        self._then = now


def format_squares(bits: Bitboard) -> str:
    """Returns 'd3, c4, f5, e6'."""
    return ", ".join(map(square_name, squares(bits)))


def legal_squares(board: Board) -> str:
    return format_squares(board.legal_moves())


def move_line(board: Board, move: Move) -> str:
    """Returns 'White played c6 and turned 2 discs: c5, d5.'"""
    side = board.turn.label
    if move == PASS:
        return _("{side} had no move and passed.", side=side)
    turned = board.flips(move)
    count = turned.bit_count()
    return ngettext(
        "{side} played {move} and turned {count} disc: {turned}.",
        "{side} played {move} and turned {count} discs: {turned}.",
        count,
    ).format(side=side, move=move_name(move), count=count, turned=format_squares(turned))


def count_line(board: Board) -> str:
    """Returns 'Black has 4 discs, White has 1 disc.'"""
    counts = {color: board.discs(color).bit_count() for color in Color}
    black, white = (
        ngettext("{side} has {count} disc", "{side} has {count} discs", count, side=color.label, count=count)
        for color, count in counts.items()
    )
    return _("{black}, {white}.", black=black, white=white)


def board_lines(board: Board) -> list[str]:
    """Returns a line for each row: 'Row 4: d4 white, e4 black, the rest is empty.'"""
    return [_row_line(board, row) for row in range(8)]


def _row_line(board: Board, row: int) -> str:
    names = {Color.BLACK: _("{square} black"), Color.WHITE: _("{square} white")}
    places = {square: board.color_at(square) for square in range(8 * row, 8 * row + 8)}
    discs = [names[color].format(square=square_name(at)) for at, color in places.items() if color is not None]
    if not discs:
        return _("Row {number}: empty.", number=row + 1)
    whole, part = _("Row {number}: {discs}."), _("Row {number}: {discs}, the rest is empty.")
    return (whole if len(discs) == 8 else part).format(number=row + 1, discs=", ".join(discs))


def seats_line(seats: Seats) -> str:
    """Returns 'You play Black, the computer plays White at level 5, Regular.'"""
    for color in Color:
        seat, other = seats[color], seats[color.other]
        if seat.is_human and not other.is_human:
            if other.outside:
                sentence = _("You play {side}, {engine} plays {other}.")
                return sentence.format(side=color.label, other=color.other.label, engine=other.outside)
            sentence = _("You play {side}, the computer plays {other} at level {level}, {name}.")
            if other.adapts:
                sentence = _(
                    "You play {side}, the computer plays {other}; the level follows your results: {level}, "
                    "{name}."
                )
            return sentence.format(
                side=color.label, other=color.other.label,
                level=other.level, name=format_level(other.level),
            )  # fmt: skip
    return _("Two people play, Black and White.")


def clock_line(match: Match) -> str:
    """Returns 'You have 4 minutes and 12 seconds left.', or '' without a clock."""
    left = match.clock.time_for_move(match.turn)
    if left is None:
        return ""
    minutes, seconds = divmod(int(left), 60)
    shown_minutes = ngettext("{count} minute", "{count} minutes", minutes, count=minutes)
    shown_seconds = ngettext("{count} second", "{count} seconds", seconds, count=seconds)
    return _("You have {minutes} and {seconds} left.", minutes=shown_minutes, seconds=shown_seconds)


def hint_line(board: Board, hint: MoveScore, best: MoveScore) -> str:
    """Returns 'The best move is c4: Black wins by 4.', for other moves 'Next best is d3: ...'"""
    if hint == best:
        sentence = _("The best move is {move}: {worth}.")
    elif hint.score == best.score:
        sentence = _("{move} is just as good: {worth}.")
    else:
        sentence = _("Next best is {move}: {worth}.")
    evaluation = evaluation_of(hint, board.turn)
    worth = format_worth(evaluation.score, evaluation.kind)
    return sentence.format(move=move_name(hint.move), worth=worth)
