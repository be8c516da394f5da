"""A race: several searches of one position, each on its own engine with an empty table of the same size,
or in a process with a file of one's own.

A lane is the name of a search and what it leaves out: `pvs`, `alphabeta:order=none`, `mtdf:selective=on`,
`pvs:table=off:aspiration=off`. The order is `none`, `static`, `killers` or `full`; the others are `on` or
`off`. By default a lane has everything and searches the full width.
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
from ai.machine import LEAST_MEGABYTES, check_table_size
from ai.own_code import MOST_BYTES, CodeFile, LaneNews, at_line, last_line, read_code, run_lane
from ai.programs import Child, wait_for_messages
from game.board import Board, squares
from game.evaluation import Kind
from game.sentences import Terms
from game.text import N_, _, reason_of

logger = logging.getLogger(__name__)

# White is ahead by 1.4 discs, as a search of 22 plies says; Black, to move, has 15 moves.
MIDDLE_GAME: Final = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6e3e2g5c6"
LEAST_LANES: Final = 2
MOST_LANES: Final = 6
DEFAULT_MEGABYTES: Final = 64
# Minimax enters about ten million nodes a second: a minute of them.
MOST_MINIMAX_NODES: Final = 500_000_000
# Moves of a position in the middle game, where minimax is not to be surprised by more than it began with.
TYPICAL_MOVES: Final = 10
# An engine's table is made by its first search, and touched by being emptied: two searches of one ply.
WARM_UPS: Final = 2
# What a file of one's own may take where the race has no time, and how far plain Python gets in seconds.
CODE_SECONDS: Final = 60.0
CODE_DEPTH: Final = 5
# Seconds between two looks at the memory of its process, until one that does not end by itself is ended, and
# for Python to start in, on a busy machine.
CODE_LOOK: Final = 0.1
CODE_PATIENCE: Final = 5.0
CODE_START: Final = 60.0
# Depths over which the mean growth from one to the next is taken: an even number, for odd and
# even depths grow differently.
GROWTH_SPAN: Final = 4

ORDER_NAMES: Final = dict(zip(("none", "static", "killers", "full"), Order, strict=False))
SWITCH_NAMES: Final = {"on": True, "off": False}
# What changes the work of a search: minimax leaves nothing out, and only two have a window at the root.
SWITCHES: Final[Mapping[Algorithm, tuple[str, ...]]] = {
    Algorithm.MINIMAX: (),
    **dict.fromkeys((Algorithm.ALPHABETA, Algorithm.PVS), ("order", "table", "aspiration", "selective")),
    **dict.fromkeys((Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS), ("order", "table", "selective")),
}
LABELS: Final = {
    "order=none": N_("unsorted"),
    "order=static": N_("static order"),
    "order=killers": N_("killers"),
    "table=off": N_("no table"),
    "aspiration=off": N_("open window"),
    "selective=on": N_("selective"),
}
"""What a lane is called besides its search, by what its text says."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A participant: a search and what it may use. Only those in `SWITCHES` of it make a difference."""

    algorithm: Algorithm = Algorithm.PVS
    order: Order = Order.FULL
    table: bool = True
    aspiration: bool = True
    selective: bool = False
    code: CodeFile | None = None
    """A file that searches in place of the engine; the other fields are unused then."""

    @property
    def switches(self) -> dict[str, str]:
        """Its settings that make a difference to its search: {'order': 'none', ..}."""
        if self.code is not None:
            return {}
        return {
            name: next(text for text, value in values_of(name).items() if value is getattr(self, name))
            for name in SWITCHES[self.algorithm]
        }

    @property
    def is_full_width(self) -> bool:
        """Whether its scores must be those of every other such lane."""
        return self.code is None and (not self.selective or self.algorithm is Algorithm.MINIMAX)

    @property
    def notes(self) -> list[str]:
        """Its differences from the defaults, as keys of LABELS."""
        notes = [f"{name}={value}" for name, value in self.switches.items()]
        return [note for note in notes if note in LABELS]

    def text(self) -> str:
        """What `parse_lane` reads: 'pvs:order=none:table=off'; or a file's path, which it does not read."""
        if self.code is not None:
            return str(self.code.path)
        return ":".join([self.algorithm.text, *self.notes])

    @property
    def names(self) -> Terms:
        """'PVS', 'alpha-beta, unsorted, no table', 'search.py'"""
        if self.code is not None:
            return Terms((self.code.name,))
        return Terms((self.algorithm.term, *(LABELS[note] for note in self.notes)))


def values_of(switch: str) -> Mapping[str, Any]:
    return ORDER_NAMES if switch == "order" else SWITCH_NAMES


def parse_lane(text: str) -> Lane:
    """'pvs:order=none:table=off' -> the lane."""
    name, *switches = text.split(":")
    pairs = (switch.split("=") for switch in switches)
    return Lane(parse_search(name), **{key: values_of(key)[value] for key, value in pairs})


def parse_lanes(text: str) -> tuple[Lane, ...]:
    return tuple(map(parse_lane, text.split(",")))


# What a file of one's own meets by default: the same search as that of a textbook, node for node.
PLAIN_LANES: Final = parse_lanes(
    "alphabeta:order=none:table=off:aspiration=off,pvs:order=none:table=off:aspiration=off"
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A race worth seeing. `depth` keeps its slowest lane within seconds."""

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
    """Estimates minimax's nodes by depth, from 0 on: each position has as many moves as the next two
    plies, or as are typical.
    """
    after = [board.play(move) for move in squares(board.legal_moves())]
    replies = sum(max(1, child.legal_moves().bit_count()) for child in after)
    growth = max(TYPICAL_MOVES, math.sqrt(replies))
    left = range(board.empties, 0, -1)
    widths = accumulate(left, lambda nodes, empties: nodes * min(growth, empties), initial=1.0)
    return list(accumulate(widths))


def deepest_minimax(board: Board, most: int = MOST_MINIMAX_NODES) -> int:
    """The plies of the deepest minimax that is expected to enter at most `most` nodes here; at least 1."""
    return max(1, bisect_right(minimax_nodes(board), most) - 1)


def minimax_problem(board: Board, lanes: Sequence[Lane], limit: Limit) -> str:
    """Why a lane by minimax cannot search as deep as that without a time, a sentence; '' where all can."""
    has_minimax = any(lane.algorithm is Algorithm.MINIMAX for lane in lanes)
    if not has_minimax or limit.depth is None or limit.seconds is not None or not board.legal_moves():
        return ""
    deepest = deepest_minimax(board)
    if min(limit.depth, board.empties) <= deepest:
        return ""
    sentence = _(
        "{depth} plies are too many for minimax here: about {nodes} nodes; use at most {most}, or set a time"
    )
    nodes = minimax_nodes(board)[min(limit.depth, board.empties)]
    return sentence.format(depth=limit.depth, nodes=f"{nodes:.0e}", most=deepest)


def check_race(board: Board, lanes: Sequence[Lane], limit: Limit, megabytes: int, at_once: int) -> None:
    """Raises ValueError, with a sentence for people, for a race that cannot be run."""
    if board.is_over():
        sentence = _("the game is over, there is nothing to search in {position}")
        raise ValueError(sentence.format(position=board.text()))
    if board.must_pass():
        sentence = _("{side} has no move and must pass: use the position after that")
        raise ValueError(sentence.format(side=board.turn.label))
    if problem := minimax_problem(board, lanes, limit):
        raise ValueError(problem)
    tables = sum(lane.table for lane in lanes if lane.code is None)
    check_table_size(megabytes, max(1, min(tables, at_once)))


class LaneState(Enum):
    WAITING = N_("waiting")  # for a processor
    PREPARING = N_("preparing")  # the table is made, or the kernels are compiled
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
        """Why a lane has found nothing; '' for one that searches or is done."""
        return "" if self in (LaneState.RUNNING, LaneState.DONE) else _(self.value)


def depths_of(iterations: Sequence[Iteration]) -> tuple[Iteration, ...]:
    """Merges the rows of each depth, whose nodes and seconds add up. A proved outcome is no result."""
    found: dict[int, Iteration] = {}
    for row in iterations:
        if (before := found.get(row.depth)) is not None:
            row = replace(row, nodes=before.nodes + row.nodes, seconds=before.seconds + row.seconds)
        found[row.depth] = row
    return tuple(row for row in found.values() if row.kind is not Kind.OUTCOME)


@dataclass(frozen=True, slots=True)
class LaneProgress:
    """How far a lane is; `counters` of the whole search are None before it, `searching` is its depth now."""

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
        """The depth it has finished; 0 for none."""
        return self.depths[-1].depth if self.depths else 0

    def at(self, depth: int) -> Iteration | None:
        return next((found for found in self.depths if found.depth == depth), None)

    def cost(self, depth: int) -> int:
        """The nodes it took to get to this depth, those of the ones before it included."""
        return sum(row.nodes for row in self.depths if row.depth <= depth)

    def seconds(self, depth: int) -> float:
        return sum(row.seconds for row in self.depths if row.depth <= depth)

    @property
    def branching(self) -> float | None:
        """The mean growth in nodes from depth to depth over the last ones; None before two in a row."""
        row = [self.depths[-1]] if self.depths else []
        while row and len(row) <= GROWTH_SPAN and (before := self.at(row[0].depth - 1)) is not None:
            row.insert(0, before)
        if len(row) < 2 or not row[0].nodes:
            return None
        return float((row[-1].nodes / row[0].nodes) ** (1 / (len(row) - 1)))


class Runner:
    """A lane on its way: its engine, while it needs one, and its search."""

    def __init__(self, lane: Lane, board: Board, limit: Limit, megabytes: int, record: int = 0) -> None:
        """`record` plies of its trees are recorded."""
        self.lane = lane
        self.state = LaneState.WAITING
        self.analysis: Analysis | None = None
        """The search itself, None before it has begun; readable for ever after."""
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
        """Make the engine; the search begins when its table is there."""
        try:
            self._engine = Engine(self._megabytes, gives_way=True)
        except (ValueError, RuntimeError) as error:  # the memory, or the system's threads, are gone meanwhile
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
        """A running search needs a moment; what it has finished stays."""
        self.update()
        self._is_stopping = True
        if self.state is LaneState.RUNNING:
            assert self.analysis is not None
            self.analysis.stop()
        elif not self.state.is_over:
            self._end(LaneState.STOPPED)

    def close(self) -> None:
        """End it and close its engine, without waiting for the search."""
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
    """A lane by a file of one's own: a process, and a thread that watches it."""

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
        """The thread ends the process, with all it has started; what it has finished stays."""
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
        """Why it could not search to the end; '' where it could, or the time of the race was over."""
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
            pass  # it has been ended, or has ended itself
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
    """Lanes of one position. No method waits for a search."""

    def __init__(
        self,
        board: Board,
        lanes: Sequence[Lane],
        limit: Limit,
        megabytes: int = DEFAULT_MEGABYTES,
        at_once: int | None = None,
    ) -> None:
        """`limit` has plies, or seconds for each lane, or both; `at_once` lanes search at a time. Raises
        ValueError.
        """
        at_once = min(len(lanes), at_once or processors())
        check_race(board, lanes, limit, megabytes, at_once)
        if limit.depth is not None and limit.depth >= board.empties:
            # With `solve` it solves once the moves are sorted, however long that takes.
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
        """How far each lane is, the first one the one that the others are compared with."""
        return tuple(runner.standing for runner in self.runners)

    @property
    def is_running(self) -> bool:
        return self.has_started and not self.is_over

    @property
    def is_over(self) -> bool:
        return all(runner.state.is_over for runner in self.runners)

    def start(self) -> None:
        """Start the first lanes; later calls do nothing."""
        if not self.has_started:
            self.has_started = True
            preparation.start()
            self._start_next()

    def update(self) -> None:
        """See how far the lanes are, and start those that have waited."""
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
        """End all lanes; those that search are over with one of the next calls of `update`."""
        for runner in self.runners:
            runner.stop()

    def close(self) -> None:
        """End all lanes, and do not wait for their threads. May be called twice."""
        self.stop()
        for runner in self.runners:
            runner.close()
