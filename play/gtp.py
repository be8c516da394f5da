"""The engine's side of GTP version 2, with Othello's squares. The host may leave out a forced pass."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar, Final, TypeVar

from ai import timing
from ai.engine import Engine
from ai.limits import LONGEST_MOVE, Limit, Options
from game.board import PASS, Board, Color, Move, parse_move
from game.clock import Clock, TimeControl
from game.plain_text import parse_digits, parse_number, shortened
from game.records.gtp import parse_color, vertex
from play.host_session import NAME, QUIT, HostSession

PROTOCOL_VERSION: Final = "2"
SIZE: Final = 8
# Seconds for a move if neither the host nor the command line sets them.
USUAL_SECONDS: Final = 1.0
# The most digits of a command's id.
LONGEST_ID: Final = 10
# The most seconds that a host may set.
LONGEST_GAME: Final = 1e9
# Characters that GTP drops from a line, as it does comments.
DROPPED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

T = TypeVar("T")


class GtpSession(HostSession):
    """The session of one host: its board, its clocks, and the running search."""

    answers_in_order: ClassVar = True

    def __init__(
        self,
        engine: Engine,
        send: Callable[[str], None],
        options: Options,
        seconds: float | None = None,
        names: tuple[str, str] = (NAME, ""),
    ) -> None:
        """`names` are the program's name and its version."""
        super().__init__(engine, send, options, seconds)
        self._id = ""
        self._boards = [Board.initial()]  # the start, and the board after each move
        self._main = self._period = 0.0  # seconds for a game, then for each further move
        self._time_left: dict[Color, tuple[float, int]] = {}
        """Each side's seconds left and the moves they are for (0: the game); empty without a limit."""
        self._commands: dict[str, tuple[int, Callable[..., str | None]]] = {
            "protocol_version": (0, lambda: PROTOCOL_VERSION),
            "name": (0, lambda: names[0]),
            "version": (0, lambda: names[1]),
            "known_command": (1, lambda name: "true" if name in self._commands else "false"),
            "list_commands": (0, lambda: "\n".join(self._commands)),
            "boardsize": (1, self._set_size),
            "clear_board": (0, self._clear),
            "play": (2, self._play),
            "genmove": (1, lambda color: self._choose(color, plays=True)),
            "reg_genmove": (1, lambda color: self._choose(color, plays=False)),
            "undo": (0, self._undo),
            "showboard": (0, self._drawn),
            "final_score": (0, self._final_score),
            "time_settings": (3, self._set_times),
            "time_left": (3, self._set_time_left),
            "set_game": (1, self._set_game),
            "list_games": (0, lambda: "Othello"),
            QUIT: (0, lambda: ""),
        }

    def receive(self, line: str) -> bool:
        words = DROPPED.sub("", line.partition("#")[0]).split()
        has_id = bool(words) and len(words[0]) <= LONGEST_ID and parse_digits(words[0]) is not None
        self._id = words.pop(0) if has_id else ""
        if not words:
            return True
        name, *arguments = words
        if name not in self._commands:
            self._answer("?", "unknown command")
            return True
        count, command = self._commands[name]
        try:
            if len(arguments) != count:
                raise ValueError("syntax error")
            answer = command(*arguments)
        except ValueError as error:
            self._answer("?", shortened(str(error)))
        else:
            if answer is not None:
                self._answer("=", answer)
        return name != QUIT

    def _answer(self, sign: str, text: str) -> None:
        space = "" if text.startswith("\n") else " "
        self._send(f"{sign}{self._id}{space}{text}".rstrip() + "\n")

    @property
    def _board(self) -> Board:
        return self._boards[-1]

    def _set_size(self, size: str) -> str:
        if parse_digits(size) != SIZE:
            raise ValueError("unacceptable size")
        return self._clear()

    def _clear(self) -> str:
        self._boards = [Board.initial()]
        self._start_clocks()
        return ""

    def _set_game(self, name: str) -> str:
        if name.lower() != "othello":
            raise ValueError("unsupported game")
        return self._clear()

    def _play(self, color: str, square: str) -> str:
        board, move = self._board_of(color), _read(parse_move, square)
        if not board.is_legal(move):
            raise ValueError("illegal move")
        self._boards.append(board.play(move))
        return ""

    def _undo(self) -> str:
        if len(self._boards) == 1:
            raise ValueError("cannot undo")
        self._boards.pop()
        return ""

    def _drawn(self) -> str:
        files = "  " + " ".join("ABCDEFGH")
        signs = self._board.text()
        rows = [f"{row + 1} {' '.join(signs[8 * row : 8 * row + 8]).replace('-', '.')}" for row in range(8)]
        return "\n".join(["", files, *rows, f"{self._board.turn.name.lower()} to move"])

    def _final_score(self) -> str:
        result = self._board.result()
        if result is None:
            raise ValueError("the game is not over")
        lead = result.black - result.white
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}"

    def _board_of(self, color: str) -> Board:
        """Returns the board with `color` to move, after a pass that was left out. Raises ValueError."""
        board, side = self._board, _read(parse_color, color)
        if board.turn is side or board.is_over():
            return board
        if not board.must_pass():
            raise ValueError("illegal move: it is the turn of the other side")
        return board.play(PASS)

    def _set_times(self, *values: str) -> str:
        main, period = (_number(value) for value in values[:2])
        stones = parse_digits(values[2])
        if stones is None:
            raise ValueError("syntax error")
        is_endless = period > 0 and stones == 0  # by the protocol
        self._main, self._period = (0.0 if is_endless else main), (period / stones if stones else 0.0)
        self._start_clocks()
        return ""

    def _start_clocks(self) -> None:
        self._time_left = dict.fromkeys(Color, (self._main, 0)) if self._main > 0 or self._period > 0 else {}

    def _set_time_left(self, color: str, seconds: str, stones: str) -> str:
        number = parse_digits(stones)
        if number is None:
            raise ValueError("syntax error")
        self._time_left[_read(parse_color, color)] = _number(seconds), number
        return ""

    def _limit(self, board: Board) -> Limit:
        if self._seconds is not None or board.turn not in self._time_left:
            return Limit(min(self._seconds or USUAL_SECONDS, LONGEST_MOVE))
        left, stones = self._time_left[board.turn]
        controls = [TimeControl(per_move=self._period)] if self._period else []
        if stones:
            controls = [TimeControl(per_move=max(left, timing.LEAST_SECONDS) / stones)]
        elif left > 0 or not controls:
            controls.append(TimeControl(per_game=max(left, timing.LEAST_SECONDS)))
        shares = (timing.seconds_for_move(board, Clock.start(control)) or 0.0 for control in controls)
        return Limit(min(sum(shares), LONGEST_MOVE))

    def _choose(self, color: str, plays: bool) -> str | None:
        board = self._board_of(color)
        if board.must_pass() or board.is_over():
            if plays and board.must_pass():
                self._boards.append(board.play(PASS))
            return vertex(PASS)
        self._begin(self._search(board, plays))
        return None

    def _search(self, board: Board, plays: bool) -> Iterator[None]:
        analysis = self._analyse(board, self._limit(board), self._options)
        while not analysis.is_done:
            yield
        if analysis.error is not None:
            self._answer("?", shortened(f"the search failed: {analysis.error!r}"))
            return
        move: Move = analysis.progress.move
        if plays:
            self._boards.append(board.play(move))
            left, stones = self._time_left.get(board.turn, (0.0, 1))
            if not stones:
                self._time_left[board.turn] = left - analysis.counters().seconds, 0
        self._answer("=", vertex(move))


def _number(text: str) -> float:
    number = parse_number(text, least=0.0, most=LONGEST_GAME)
    if number is None:
        raise ValueError("syntax error")
    return number


def _read(parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise ValueError("syntax error") from error
