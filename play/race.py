"""A race: several searches of one position, each on a separate engine with an empty table of the same size,
or, for a user's file of code, in a separate process.

The text of a lane is the name of a search and its switches: `pvs`, `alphabeta:order=none`,
`mtdf:selective=on`, `pvs:table=off:aspiration=off`. The order is `none`, `static`, `killers` or `full`; the
others are `on` or `off`. By default all techniques are on, and the search is full-width.
"""

import logging
import math
import tempfile
import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from threading import Thread
from typing import IO, Any, Final

from ai import preparation
from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Counters, Iteration, Limit, Options, Order, Techniques, processors
from ai.limits import parse_algorithm as parse_search
from ai.machine import DEFAULT_MEGABYTES, LEAST_MEGABYTES, check_table_size
from ai.own_code import MOST_BYTES, CodeFile, LaneNews, at_line, last_line, read_code, run_lane
from ai.programs import Child, wait_for_messages
from game.board import Board, squares
from game.evaluation import Kind
from game.sentences import Terms
from game.text import N_, _, reason_of

logger = logging.getLogger(__name__)

# White leads by 1.4 discs, by a search of 22 plies; Black, to move, has 15 moves.
MIDDLE_GAME: Final = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6e3e2g5c6"
LEAST_LANES: Final = 2
MOST_LANES: Final = 6
# The nodes of a minute: minimax enters about ten million a second.
MOST_MINIMAX_NODES: Final = 500_000_000
# The least branching factor that an estimate assumes: later positions may have more moves than the first.
TYPICAL_MOVES: Final = 10
# Two searches of one ply: the first allocates the table, and clearing it then touches its memory.
WARM_UPS: Final = 2
# The seconds for a user's file in a race without a time limit, and the plies that Python searches in seconds.
CODE_SECONDS: Final = 60.0
CODE_DEPTH: Final = 5
# Seconds between two checks of the process's memory, until a process that does not end by itself is killed,
# and for the start of Python on a busy machine.
CODE_LOOK: Final = 0.1
CODE_PATIENCE: Final = 5.0
CODE_START: Final = 60.0
# The number of depths over which the growth per depth is averaged: even, because odd and even depths grow
# differently.
GROWTH_SPAN: Final = 4

ORDER_NAMES: Final = dict(zip(("none", "static", "killers", "full"), Order, strict=False))
SWITCH_NAMES: Final = {"on": True, "off": False}
# The switches that affect each search: none affects minimax, and only two use a window at the root.
SWITCHES: Final[Mapping[Algorithm, tuple[str, ...]]] = {
    Algorithm.MINIMAX: (),
    **dict.fromkeys((Algorithm.ALPHABETA, Algorithm.PVS), ("order", "table", "aspiration", "selective")),
    **dict.fromkeys((Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS), ("order", "table", "selective")),
}
ALL_SWITCHES: Final = "order=none|static|killers|full, table=on|off, aspiration=on|off, selective=on|off"
LABELS: Final = {
    "order=none": N_("unsorted"),
    "order=static": N_("static order"),
    "order=killers": N_("killers"),
    "table=off": N_("no table"),
    "aspiration=off": N_("open window"),
    "selective=on": N_("selective"),
}
"""The labels of non-default switches, by their text."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A participant: a search and its techniques, of which only those in its `SWITCHES` have an effect."""

    algorithm: Algorithm = Algorithm.PVS
    order: Order = Order.FULL
    table: bool = True
    aspiration: bool = True
    selective: bool = False
    code: CodeFile | None = None
    """A file that searches in place of the engine; the other fields are unused then."""

    @property
    def switches(self) -> dict[str, str]:
        """The settings that affect its search: {'order': 'none', ..}."""
        if self.code is not None:
            return {}
        return {
            name: next(text for text, value in values_of(name).items() if value is getattr(self, name))
            for name in SWITCHES[self.algorithm]
        }

    @property
    def is_full_width(self) -> bool:
        """Whether its scores must equal those of every other full-width lane."""
        return self.code is None and (not self.selective or self.algorithm is Algorithm.MINIMAX)

    @property
    def notes(self) -> list[str]:
        """The differences from the defaults, as keys of LABELS."""
        notes = [f"{name}={value}" for name, value in self.switches.items()]
        return [note for note in notes if note in LABELS]

    def text(self) -> str:
        """Returns 'pvs:order=none:table=off' for `parse_lane`; or a file's path, which that does not read."""
        if self.code is not None:
            return str(self.code.path)
        return ":".join([self.algorithm.text, *self.notes])

    @property
    def names(self) -> Terms:
        """The name: 'PVS', 'alpha-beta, unsorted, no table' or 'search.py'."""
        if self.code is not None:
            return Terms((self.code.name,))
        return Terms((self.algorithm.term, *(LABELS[note] for note in self.notes)))


def values_of(switch: str) -> Mapping[str, Any]:
    return ORDER_NAMES if switch == "order" else SWITCH_NAMES


def parse_lane(text: str) -> Lane:
    """Parses a lane such as 'pvs:order=none:table=off'. Raises ValueError."""
    name, *switches = text.split(":")
    found: dict[str, Any] = {}
    for switch in switches:
        key, _equals, value = switch.partition("=")
        if key not in SWITCHES[Algorithm.PVS] or value not in values_of(key):
            raise ValueError(
                _("{switch} is not a switch: use {switches}", switch=repr(switch), switches=ALL_SWITCHES)
            )
        found[key] = values_of(key)[value]
    return Lane(parse_search(name), **found)


def parse_lanes(text: str) -> tuple[Lane, ...]:
    return tuple(map(parse_lane, text.split(",")))


# The default opponents of a user's file: textbook searches, node for node.
PLAIN_LANES: Final = parse_lanes(
    "alphabeta:order=none:table=off:aspiration=off,pvs:order=none:table=off:aspiration=off"
)


@dataclass(frozen=True, slots=True)
class Preset:
    """An instructive race; at `depth`, its slowest lane takes only seconds."""

    identity: str
    short: str
    label: str
    lanes: tuple[Lane, ...]
    depth: int


PRESETS: Final = (
    Preset("windows", N_("Windows"), N_("Alpha-beta against PVS"), parse_lanes("alphabeta,pvs"), 12),
    Preset("sorting", N_("Sorting"), N_("What is sorting worth?"),
           parse_lanes("pvs,pvs:order=killers,pvs:order=static,pvs:order=none"), 9),
    Preset("table", N_("Table"), N_("What is the table worth?"),
           parse_lanes("pvs,pvs:table=off,alphabeta,alphabeta:table=off"), 12),
    Preset("textbook", N_("Textbook"), N_("Six textbook searches"),
           parse_lanes("minimax,alphabeta,pvs,scout,mtdf,mtsss"), 7),
)  # fmt: skip


def minimax_nodes(board: Board) -> list[float]:
    """Estimates minimax's nodes by depth, from 0 on: with the branching factor of the first two plies, but
    at least TYPICAL_MOVES.
    """
    after = [board.play(move) for move in squares(board.legal_moves())]
    replies = sum(max(1, child.legal_moves().bit_count()) for child in after)
    growth = max(TYPICAL_MOVES, math.sqrt(replies))
    left = range(board.empties, 0, -1)
    widths = accumulate(left, lambda nodes, empties: nodes * min(growth, empties), initial=1.0)
    return list(accumulate(widths))


def deepest_minimax(board: Board, most: int = MOST_MINIMAX_NODES) -> int:
    """Returns the greatest depth at which minimax should enter at most `most` nodes; at least 1."""
    return max(1, bisect_right(minimax_nodes(board), most) - 1)


def minimax_problem(board: Board, lanes: Sequence[Lane], limit: Limit) -> str:
    """Returns a sentence if the depth is too great for minimax without a time limit, else ''."""
    has_minimax = any(lane.algorithm is Algorithm.MINIMAX for lane in lanes)
    if not has_minimax or limit.depth is None or limit.seconds is not None or board.is_over():
        return ""
    board = board.after_pass()
    deepest = deepest_minimax(board)
    if min(limit.depth, board.empties) <= deepest:
        return ""
    sentence = _(
        "{depth} plies are too many for minimax here: about {nodes} nodes; use at most {most}, or set a time"
    )
    nodes = minimax_nodes(board)[min(limit.depth, board.empties)]
    return sentence.format(depth=limit.depth, nodes=f"{nodes:.0e}", most=deepest)


def check_race(board: Board, lanes: Sequence[Lane], limit: Limit, megabytes: int, at_once: int) -> None:
    """Raises ValueError, with a sentence for the user, for a race that cannot be run."""
    if board.is_over():
        sentence = _("the game is over, so there is nothing to search in {position}")
        raise ValueError(sentence.format(position=board.text()))
    if board.must_pass():
        sentence = _("{side} has no move and must pass: use the position after the pass")
        raise ValueError(sentence.format(side=board.turn.label))
    if problem := minimax_problem(board, lanes, limit):
        raise ValueError(problem)
    tables = sum(lane.table for lane in lanes if lane.code is None)
    check_table_size(megabytes, max(1, min(tables, at_once)))


class LaneState(Enum):
    WAITING = N_("waiting")  # for a processor
    PREPARING = N_("preparing")  # allocating the table, or compiling the kernels
    RUNNING = "running"
    DONE = "done"
    STOPPED = N_("stopped")
    FAILED = N_("failed")

    @property
    def is_over(self) -> bool:
        return self in (LaneState.DONE, LaneState.STOPPED, LaneState.FAILED)

    @property
    def is_busy(self) -> bool:
        return self in (LaneState.PREPARING, LaneState.RUNNING)

    @property
    def reason(self) -> str:
        """Why a lane has no result; '' for one that searches or is done."""
        return "" if self in (LaneState.RUNNING, LaneState.DONE) else _(self.value)


def depths_of(iterations: Sequence[Iteration]) -> tuple[Iteration, ...]:
    """Merges the rows of each depth and adds their nodes and seconds; leaves out proved outcomes."""
    found: dict[int, Iteration] = {}
    for row in iterations:
        if (before := found.get(row.depth)) is not None:
            row = replace(row, nodes=before.nodes + row.nodes, seconds=before.seconds + row.seconds)
        found[row.depth] = row
    return tuple(row for row in found.values() if row.kind is not Kind.OUTCOME)


@dataclass(frozen=True, slots=True)
class LaneProgress:
    """How far a lane is; `counters` of the whole search (None before it), and the depth it is `searching`."""

    lane: Lane
    state: LaneState = LaneState.WAITING
    depths: tuple[Iteration, ...] = ()
    counters: Counters | None = None
    searching: int | None = None
    error: str = ""

    @property
    def deepest(self) -> Iteration | None:
        return self.depths[-1] if self.depths else None

    @property
    def reached(self) -> int:
        """The deepest finished depth; 0 for none."""
        return self.depths[-1].depth if self.depths else 0

    def at(self, depth: int) -> Iteration | None:
        return next((found for found in self.depths if found.depth == depth), None)

    def cost(self, depth: int) -> int:
        """Returns the nodes up to and including this depth."""
        return sum(row.nodes for row in self.depths if row.depth <= depth)

    def seconds(self, depth: int) -> float:
        return sum(row.seconds for row in self.depths if row.depth <= depth)

    @property
    def branching(self) -> float | None:
        """The mean growth in nodes per depth over the last GROWTH_SPAN; None before two depths in a row, and
        where own code entered no positions.
        """
        row = [self.depths[-1]] if self.depths else []
        while row and len(row) <= GROWTH_SPAN and (before := self.at(row[0].depth - 1)) is not None:
            row.insert(0, before)
        if len(row) < 2 or not all(each.nodes for each in row):
            return None
        return float((row[-1].nodes / row[0].nodes) ** (1 / (len(row) - 1)))


class Runner:
    """Runs a lane: its engine, while it needs one, and its search."""

    def __init__(self, lane: Lane, board: Board, limit: Limit, megabytes: int, record: int = 0) -> None:
        """Records `record` plies of the search trees."""
        self.lane = lane
        self.state = LaneState.WAITING
        self.analysis: Analysis | None = None
        """The search; None before it begins, readable ever after."""
        self.error = ""
        self.board = board
        self._limit = limit
        techniques = Techniques(lane.table, lane.order, lane.aspiration)
        self._options = Options(
            lane.algorithm, selective=lane.selective, techniques=techniques, record=record
        )
        self._megabytes = megabytes if lane.table else LEAST_MEGABYTES
        self._engine: Engine | None = None
        self._warm_up: Analysis | None = None
        self._warm_ups_left = WARM_UPS
        self._is_stopping = False

    @property
    def standing(self) -> LaneProgress:
        analysis = self.analysis
        depths = () if analysis is None else depths_of(analysis.progress.iterations)
        return _standing(self, depths, None if analysis is None else analysis.counters())

    def start(self) -> None:
        """Creates the engine; the search begins once its table is allocated."""
        try:
            self._engine = Engine(self._megabytes, gives_way=True)
        except (ValueError, RuntimeError) as error:  # out of memory or threads
            self._fail(error)
        else:
            self.state = LaneState.PREPARING

    def update(self) -> None:
        if self.state is LaneState.PREPARING:
            self._prepare()
        elif self.state is LaneState.RUNNING:
            assert self.analysis is not None
            if self.analysis.error is not None:
                self._fail(self.analysis.error)
            elif self.analysis.is_done:
                self._end(LaneState.STOPPED if self._is_stopping else LaneState.DONE)

    def _prepare(self) -> None:
        ready = preparation.progress()
        if ready.has_failed:
            self._fail(RuntimeError(_(ready.text)))
        if not ready.is_ready or (self._warm_up is not None and not self._warm_up.is_done):
            return
        assert self._engine is not None
        if self._warm_up is not None and self._warm_up.error is not None:
            self._fail(self._warm_up.error)
        elif self._warm_ups_left:
            self._warm_ups_left -= 1
            self._engine.new_game()
            self._warm_up = self._engine.analyse(Board.initial(), Limit(depth=1))
        else:
            self._engine.new_game()
            self.analysis = self._engine.analyse(self.board, self._limit, self._options)
            self.state = LaneState.RUNNING

    def stop(self) -> None:
        """Stops the lane; a running search takes a moment, and its finished depths stay."""
        self.update()
        self._is_stopping = True
        if self.state is LaneState.RUNNING:
            assert self.analysis is not None
            self.analysis.stop()
        elif not self.state.is_over:
            self._end(LaneState.STOPPED)

    def close(self) -> None:
        """Ends the lane and closes its engine, without waiting for the search."""
        if not self.state.is_over:
            self._end(LaneState.STOPPED)

    def _fail(self, error: Exception) -> None:
        self.error = reason_of(error)
        self._end(LaneState.FAILED)

    def _end(self, state: LaneState) -> None:
        self.state = state
        if self._engine is not None:
            self._engine.close(wait=False)
            self._engine = None


class CodeRunner:
    """Runs the lane of a user's file: a process, and a thread that watches it."""

    def __init__(self, lane: Lane, board: Board, limit: Limit) -> None:
        self.lane = lane
        self.state = LaneState.WAITING
        self.error = ""
        self.board, self._limit = board, limit
        self._news = LaneNews(0, 0.0)
        self._depths: tuple[Iteration, ...] = ()
        self._thread: Thread | None = None
        self._is_stopping = False

    @property
    def standing(self) -> LaneProgress:
        nodes, seconds = self._news[:2]
        return _standing(self, self._depths, Counters(nodes, seconds) if nodes > 0 else None)

    def start(self) -> None:
        self.state = LaneState.RUNNING
        self._thread = Thread(target=self._watch, name="lane", daemon=True)
        self._thread.start()

    def update(self) -> None:
        if self.state is LaneState.RUNNING and self._thread is not None and not self._thread.is_alive():
            if self._is_stopping:
                self.state = LaneState.STOPPED
            else:
                self.state = LaneState.FAILED if self.error else LaneState.DONE

    def stop(self) -> None:
        """Has the thread end the process and its children; finished depths stay."""
        self._is_stopping = True
        if self.state is LaneState.WAITING:
            self.state = LaneState.STOPPED

    def close(self) -> None:
        self.stop()
        if not self.state.is_over:
            self.state = LaneState.STOPPED

    def _watch(self) -> None:
        try:
            code = self.lane.code
            assert code is not None
            with tempfile.TemporaryFile() as trace:
                read_code(code.path, code.function)
                self.error = self._run(code, trace)
        except Exception as error:
            logger.exception("The lane %s has failed", self.lane.text())
            self.error = reason_of(error)

    def _run(self, code: CodeFile, trace: IO[bytes]) -> str:
        """Runs the file; returns why it failed, or '' if it finished or the time of the race ran out."""
        depth = min(self._limit.depth or self.board.empties, self.board.empties)
        seconds = self._limit.seconds or CODE_SECONDS
        child = Child(run_lane, code, self.board, depth, seconds, output=trace)
        heard = time.monotonic() + CODE_START
        is_too_large = is_late = False
        try:
            while not (self._is_stopping or is_too_large or is_late):
                if wait_for_messages([child], CODE_LOOK):
                    heard, news = time.monotonic(), child.receive()
                    if news is None or news.problem:
                        return "" if news is None else str(news.problem)
                    self._news = news
                    self._depths += () if news.row is None else (news.row,)
                is_too_large = child.memory() > 2 * MOST_BYTES
                is_late = time.monotonic() - heard > seconds + CODE_PATIENCE
        except EOFError:
            pass  # the process has ended
        finally:
            child.close()
        if self._is_stopping:
            return ""
        trace.seek(0)
        left = trace.read().decode("ascii", "replace")
        if is_too_large:
            problem = _("it needs more than {gigabytes} GB of memory", gigabytes=MOST_BYTES >> 30)
        elif is_late or left.startswith("Timeout"):
            if self._limit.seconds and self._depths:
                return ""
            if self._news.checked:
                problem = _("depth {depth} could not be checked by plain alpha-beta in {seconds} seconds")
                problem = problem.format(depth=self._news.checked, seconds=f"{seconds:g}")
            else:
                problem = _("no answer after {seconds} seconds", seconds=f"{seconds:g}")
        else:
            problem = _("its process has ended by itself")
        return at_line(problem, last_line(left))


def _standing(
    runner: Runner | CodeRunner, depths: tuple[Iteration, ...], counters: Counters | None
) -> LaneProgress:
    found = LaneProgress(runner.lane, runner.state, depths, counters, error=runner.error)
    if runner.state is not LaneState.RUNNING:
        return found
    return replace(found, searching=min(found.reached + 1, runner.board.empties))


class Race:
    """A race of lanes in one position. No method waits for a search."""

    def __init__(
        self,
        board: Board,
        lanes: Sequence[Lane],
        limit: Limit,
        megabytes: int = DEFAULT_MEGABYTES,
        at_once: int | None = None,
    ) -> None:
        """`limit` has plies, seconds for each lane, or both; `at_once` lanes search at a time. Raises
        ValueError.
        """
        at_once = min(len(lanes), at_once or processors())
        check_race(board, lanes, limit, megabytes, at_once)
        if limit.depth is not None and limit.depth >= board.empties:
            # With `solve` the search solves once the moves are sorted, however long that takes.
            limit = replace(limit, depth=board.empties, solve=True)
        self.board = board
        self.limit = limit
        self.megabytes = megabytes
        self.at_once = at_once
        self.runners = tuple(
            CodeRunner(lane, board, limit) if lane.code else Runner(lane, board, limit, megabytes)
            for lane in lanes
        )
        self.has_started = False

    @property
    def standings(self) -> tuple[LaneProgress, ...]:
        """The progress of each lane, in order."""
        return tuple(runner.standing for runner in self.runners)

    @property
    def is_running(self) -> bool:
        return self.has_started and not self.is_over

    @property
    def is_over(self) -> bool:
        return all(runner.state.is_over for runner in self.runners)

    def start(self) -> None:
        """Starts the first lanes; later calls do nothing."""
        if not self.has_started:
            self.has_started = True
            preparation.start()
            self._start_next()

    def update(self) -> None:
        """Updates the lanes, and starts waiting ones."""
        if self.is_running:
            for runner in self.runners:
                runner.update()
            self._start_next()

    def _start_next(self) -> None:
        for runner in self.runners:
            busy = sum(other.state.is_busy for other in self.runners)
            if runner.state is LaneState.WAITING and busy < self.at_once:
                runner.start()

    def stop(self) -> None:
        """Stops all lanes; those that search are over after one of the next calls of `update`."""
        for runner in self.runners:
            runner.stop()

    def close(self) -> None:
        """Ends all lanes without waiting for their threads. May be called twice."""
        self.stop()
        for runner in self.runners:
            runner.close()
