"""Runs a user's file as a lane of a race: its `search(position)`, or else its `evaluation(board)`.

`read_code` parses the file and runs none of it. `run_lane` runs it in a process of its own (ai/programs.py),
with limits on time, memory and output; nothing else in the program runs the code of a user. Values are
tenths of a disc for the side to move.
"""

import faulthandler
import hashlib
import io
import os
import re
import reprlib
import symtable
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ai.limits import Algorithm, Iteration, Order
from ai.machine import give_way, is_busy
from ai.reference.evaluation import evaluate as evaluate_learned
from ai.reference.searches import INFINITE, Searches
from ai.reference.tree import NO_MOVE, Evaluate, Event, Observer, Tree, TreePosition
from ai.weights import MAX_SCORE, ONE_DISC, default_weights
from game.board import PASS, Board, Color, Move, final_score, squares
from game.evaluation import Kind
from game.files import LARGEST_SETTINGS, read_file
from game.plain_text import CONTROLS_IN_LINES, printable, shortened
from game.text import _, ngettext

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SEARCH: Final = "search"
EVALUATION: Final = "evaluation"
# Limits of a lane: memory beyond what the program itself needs, and printed characters.
MOST_BYTES: Final = 1 << 30
MOST_PRINTED: Final = 100_000
# Seconds between two reports of the number of positions.
NEWS_SECONDS: Final = 0.1
# The name of the file in tracebacks: faulthandler writes only ASCII.
_FILE: Final = "<own_code>"
_LINE: Final = re.compile(rf'File "{_FILE}", line (\d+)')


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A user's file and the function to race; `digest` is the hash of the content that may be run."""

    path: Path
    function: str
    digest: str = ""

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def has_changed(self) -> bool:
        """Whether the content of the file has changed; False if it cannot be read."""
        try:
            return _digest(_read(self)) != self.digest
        except ValueError:
            return False

    def message(self, problem: str, line: int | None = None) -> str:
        """Returns a message such as 'search.py, line 12: ...'."""
        return f"{printable(self.name)}{', ' if line else ': '}{at_line(problem, line)}"


class LaneNews(NamedTuple):
    """Positions and seconds so far; a depth that has just been finished; the problem that ended the lane; the
    depth whose value is being `checked`, 0 for none.
    """

    nodes: int
    seconds: float
    row: Iteration | None = None
    problem: str = ""
    checked: int = 0


def read_code(path: Path, function: str = "") -> CodeFile:
    """Finds the function; if none is named, `search` or else `evaluation`. Raises ValueError."""
    code = CodeFile(path, function)
    data = _read(code)
    names = _names(code, data)
    found = [each for each in (SEARCH, EVALUATION) if each in names and function in ("", each)]
    if found:
        return CodeFile(path, found[0], _digest(data))
    if function:
        raise ValueError(code.message(_("it has no function {function}", function=function)))
    sentence = _("it has neither a function {search} nor a function {evaluation}")
    raise ValueError(code.message(sentence.format(search=SEARCH, evaluation=EVALUATION)))


def _read(code: CodeFile) -> bytes:
    try:
        return read_file(code.path, LARGEST_SETTINGS)
    except OSError as error:
        name, reason = printable(code.name), error.strerror or error
        raise ValueError(_("{name} cannot be read: {reason}", name=name, reason=reason)) from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def question_to_run(count: int) -> str:
    """Returns the question whether `count` files of code may be run."""
    return ngettext(
        "This file is a program and can do anything you can. Run its code?",
        "These files are programs and can do anything you can. Run their code?",
        count,
    )


def _names(code: CodeFile, data: bytes) -> set[str]:
    """Returns the names that the file defines or imports. Raises ValueError."""
    try:
        table = symtable.symtable(data.decode("utf-8-sig"), _FILE, "exec")
    except (UnicodeDecodeError, MemoryError, RecursionError) as error:
        raise ValueError(code.message(_("this is not a Python file"))) from error
    except (SyntaxError, ValueError) as error:
        if b"\0" in data or not isinstance(error, SyntaxError):
            raise ValueError(code.message(_("this is not a Python file"))) from error
        raise ValueError(code.message(f"{type(error).__name__}: {error.msg}", error.lineno)) from error
    return {name.get_name() for name in table.get_symbols() if name.is_assigned() or name.is_imported()}


def at_line(problem: str, line: int | None) -> str:
    return _("line {line}: {problem}", line=line, problem=problem) if line else problem


def last_line(trace: str) -> int | None:
    """Returns the line of the file that was running when faulthandler wrote `trace`, if it is there."""
    found = _LINE.search(trace)
    return int(found[1]) if found else None


# What the functions of the file can use


class _Counter(Observer):
    """An observer that counts positions without the root, and reports the count now and then."""

    def __init__(self, report: Callable[[int], None]) -> None:
        self.nodes = -1
        self._report = report
        self._due = perf_counter() + NEWS_SECONDS

    def note(self, event: Event, *_fields: Any, **_moves: Any) -> None:
        if event is Event.ENTER:
            self.count()

    def count(self) -> None:
        self.nodes += 1
        if self.nodes % 64 == 0 and (now := perf_counter()) > self._due:
            self._due = now + NEWS_SECONDS
            self._report(self.nodes)


@dataclass(frozen=True, slots=True)
class Position:
    """The argument of a user's search, seen by the side to move; `depth` plies are left.

    `move` led here (PASS is -1). Every call of `children` or `evaluate` counts one position.
    """

    board: Board
    depth: int
    move: Move = field(default=NO_MOVE, compare=False)
    _counter: _Counter = field(kw_only=True, repr=False, compare=False)
    _evaluate: Evaluate = field(kw_only=True, repr=False, compare=False)

    @property
    def is_leaf(self) -> bool:
        """Whether no plies are left, or the game is over."""
        return self.depth <= 0 or self.board.is_over()

    def children(self) -> list["Position"]:
        """Returns the positions after each move, a1 first; a pass costs no depth."""
        self._counter.count()
        if self.board.must_pass():
            return [self._after(PASS, self.depth)]
        return [self._after(move, self.depth - 1) for move in squares(self.board.legal_moves())]

    def evaluate(self) -> int:
        """Returns the evaluation in tenths of a disc; if the game is over, the final score."""
        self._counter.count()
        board = self.board
        if board.is_over():
            return ONE_DISC * final_score(board.player, board.opponent)
        return self._evaluate(board.player, board.opponent)

    def _after(self, move: Move, depth: int) -> "Position":
        board = self.board.play(move)
        return Position(board, depth, move, _counter=self._counter, _evaluate=self._evaluate)


# In the process of a lane


class _Refused(Exception):
    """The code broke a rule; `line` is where the function begins, None if the traceback has the line."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.line = line


class _Output(io.TextIOBase):
    """A text stream to the terminal of the program, up to a limit."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._left = descriptor, MOST_PRINTED

    def write(self, text: str) -> int:
        self._left -= len(text)
        if self._left < 0:
            raise _Refused(_("it prints more than {most} characters", most=f"{MOST_PRINTED:,}"))
        with suppress(OSError):
            os.write(self._descriptor, printable(text, CONTROLS_IN_LINES).encode("utf-8", "replace"))
        return len(text)


def run_lane(parent: "Connection", code: CodeFile, board: Board, depth: int, seconds: float) -> None:
    """Searches 1, 2, .. `depth` plies and sends LaneNews of each, then None; `seconds` limits the total.

    Standard output is a file for faulthandler: if it ends the process, the line of the code is in the file.
    """
    default_weights()  # loads them before memory is limited
    if not is_busy():
        give_way()
    parent.send(LaneNews(0, 0.0))
    with os.fdopen(os.dup(1), "w", encoding="ascii") as trace:
        _redirect()
        faulthandler.enable(trace)
        try:
            with _limited_memory():
                _Lane(parent, code, board, trace).run(depth, seconds)
        except BaseException as error:  # noqa: BLE001 - the code may raise anything
            line, problem = _describe(error)
            traceback.clear_frames(error.__traceback__)
            parent.send(LaneNews(0, 0.0, problem=at_line(problem, line)))
        else:
            parent.send(None)


def _redirect() -> None:
    """Keeps anything that the code starts from writing to this program's output."""
    with suppress(OSError):  # a program with a window has none on Windows
        sys.stdout = sys.stderr = _Output(os.dup(2))
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - it is no file
        for number in (1, 2):
            os.dup2(nothing.fileno(), number)


@contextmanager
def _limited_memory() -> Iterator[None]:
    """Makes the line that allocates too much memory fail (Linux); elsewhere the parent ends the process."""
    if sys.platform != "linux":
        yield
        return
    import resource

    import psutil

    before = resource.getrlimit(resource.RLIMIT_AS)
    most = psutil.Process().memory_info().vms + MOST_BYTES
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _describe(error: BaseException) -> tuple[int | None, str]:
    """Returns (line of the file or None, what is wrong there)."""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == _FILE]
    line = lines[-1] if lines else None
    if isinstance(error, _Refused):
        return error.line or line, str(error)
    if isinstance(error, MemoryError):
        return line, _("it needs more than {gigabytes} GB of memory", gigabytes=MOST_BYTES >> 30)
    words = " ".join(traceback.format_exception_only(error)[-1].split())
    return line, shortened(re.sub(r"^(\w+\.)+", "", words))  # removes the module of the exception


class _Lane:
    def __init__(self, parent: "Connection", code: CodeFile, board: Board, trace: io.TextIOBase) -> None:
        self._parent, self._code, self._board, self._trace = parent, code, board, trace
        self._nodes, self._seconds, self._began = 0, 0.0, 0.0  # totals of finished depths; start of this one
        self._evaluate: Evaluate = evaluate_learned

    def run(self, depth: int, seconds: float) -> None:
        with self._time_limit(seconds):
            began = perf_counter()
            self._load()
            left = seconds - (perf_counter() - began)
        for ply in range(1, depth + 1):
            counter = _Counter(self._report)
            with self._time_limit(left - self._seconds):
                self._began = perf_counter()
                value = self._function(ply, counter)
                took = perf_counter() - self._began
            nodes = max(counter.nodes, 0)  # -1 if it played its own moves
            self._nodes, self._seconds = self._nodes + nodes, self._seconds + took
            self._parent.send(LaneNews(self._nodes, self._seconds, checked=ply))
            with self._time_limit(seconds):
                score, move = self._check(ply, value)
            kind = Kind.EXACT if ply >= self._board.empties else Kind.ESTIMATE
            how = Algorithm.ALPHABETA
            row = Iteration(ply, kind, move, score / ONE_DISC, nodes, took, how, pv=(move,))
            self._parent.send(LaneNews(self._nodes, self._seconds, row))

    def _report(self, nodes: int) -> None:
        seconds = self._seconds + perf_counter() - self._began
        self._parent.send(LaneNews(self._nodes + nodes, seconds))

    @contextmanager
    def _time_limit(self, seconds: float) -> Iterator[None]:
        """Ends this process after `seconds`, even if a call holds the interpreter; records the line."""
        faulthandler.dump_traceback_later(max(seconds, 0.01), exit=True, file=self._trace)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()

    def _load(self) -> None:
        module = ModuleType("own_code")
        sys.modules[module.__name__] = module  # where dataclasses look up their module
        sys.path.append(str(self._code.path.absolute().parent))
        data = _read(self._code)
        if _digest(data) != self._code.digest:
            raise _Refused(_("it has changed since you agreed to run it"))
        exec(compile(data, _FILE, "exec"), module.__dict__)
        found = {name: getattr(module, name, None) for name in (SEARCH, EVALUATION)}
        own = found[self._code.function]
        self._line = getattr(getattr(own, "__code__", None), "co_firstlineno", None)
        if not callable(own):
            raise _Refused(_("it has no function {function}", function=self._code.function))
        self._own: Callable[[Any], Any] = own
        if callable(evaluation := found[EVALUATION]):
            self._evaluate = self._checked(evaluation)

    def _checked(self, own: Callable[[Board], Any]) -> Evaluate:
        line = getattr(getattr(own, "__code__", None), "co_firstlineno", None)

        def evaluate(player: int, opponent: int) -> int:
            value = own(Board(player, opponent, Color.BLACK))
            _check_number(EVALUATION, value, line)
            if not abs(value) <= MAX_SCORE:
                sentence = _("{function} returned {value}: the limit is {most} (64 discs in tenths)")
                found = sentence.format(function=EVALUATION, value=reprlib.repr(value), most=MAX_SCORE)
                raise _Refused(found, line)
            rounded: int = round(value)
            return rounded

        return evaluate

    def _function(self, depth: int, counter: _Counter) -> Any:
        board = self._board
        if self._code.function == SEARCH:
            return self._own(Position(board, depth, _counter=counter, _evaluate=self._evaluate))
        return self._plain(Tree(self._evaluate, observer=counter), depth)[0]

    def _plain(self, tree: Tree, depth: int) -> tuple[int, Move]:
        """Returns the value by plain alpha-beta, which equals minimax's, and a best move."""
        root = TreePosition(self._board.player, self._board.opponent, depth)
        searches = Searches(tree)
        value = searches.alphabeta(root, -INFINITE, INFINITE)
        return value, searches.best[root.player, root.opponent]

    def _check(self, depth: int, value: Any) -> tuple[int, Move]:
        """Returns minimax's value and a move that has it. Raises _Refused if `value` differs."""
        _check_number(self._code.function, value, self._line)
        score, move = self._plain(Tree(self._evaluate, Order.STATIC), depth)
        if value != score:
            sentence = _(
                "it differs from minimax at depth {depth}: {value}, not {score}, in tenths of a disc"
            )
            found = sentence.format(depth=depth, value=reprlib.repr(value), score=score)
            raise _Refused(found, self._line)
        return score, move


def _check_number(function: str, value: Any, line: int | None) -> None:
    if not isinstance(value, Real):
        sentence = _("{function} returned {value}, which is not a number")
        raise _Refused(sentence.format(function=function, value=reprlib.repr(value)), line)
