"""Slow motion without a screen: replays one search of a position, or two side by side, step by step, and
finds the first node in which the two differ. `start` searches in a thread, `update(dt)` advances.
"""

import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.choice import Choice, Root, minimax_nodes, root_of
from ai.reference.searches import INFINITE
from ai.reference.tree import Event
from ai.trace.events import Trace, record
from ai.trace.learned import Learned, Learning
from ai.trace.sentences import Phrase, sentence_at, worth_in
from ai.trace.source import Text, text_of
from ai.trace.state import OpenState, TraceState, open_list, state_at
from ai.trace.tree import NO_NODE
from ai.trace.visits import Counts, Tally, TraceTree
from game.board import Move
from game.sentences import FieldValue, Line, Sentence, Worth
from game.text import N_, reason_of

logger = logging.getLogger(__name__)

# Steps a second: from a pace that can be followed to one that replays minimax in some seconds.
SPEEDS: Final = (1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000)
_FIRST_SPEED: Final = 5
# The number of states of OPEN that are shown.
OPEN_SHOWN: Final = 12
# Seconds that the search sleeps at every tick, to release the interpreter: the window must stay smooth.
_BREATH: Final = 0.0001


class Phase(Enum):
    EMPTY = "empty"  # no search was started, or it was cancelled
    SEARCHING = "searching"
    READY = "ready"
    FAILED = "failed"  # `problem` says why


class Jump(Enum):
    CUT = "cut"
    RESEARCH = "re-search"
    PV_CHANGE = "PV change"  # another best move at the root


class DifferenceKind(Enum):
    """The English sentences. Fields are in braces: `one` and `two` are searches, `color` is to move."""

    BET = N_(
        "{one} bets that {best} is the best move, and only asks whether {move} is better for {color} "
        "than {alpha}. {two} also asks by how much, up to {high}."
    )
    QUESTION = N_(
        "{one} only asks whether {move} is better for {color} than {alpha}. {two} also asks by how "
        "much, up to {high}."
    )
    NARROWER = N_(
        "{one} knows that for {move} only scores from {alpha} to {beta} matter. {two} does not, and "
        "searches from {low} to {high}."
    )
    ORDER = N_("{one} looks at {move} here, {two} at {rival}: their moves are in a different order.")
    TABLE = N_(
        "{one} has seen this position before, and its table knows enough: {value}. {two} remembers "
        "nothing of it."
    )
    TEST = N_("{one} first asks only whether the score is {beta} or better for {color}. {two} does not.")
    TOP = N_("{one} first tests an impossible score, to approach the true one from above. {two} does not.")
    ASPIRATION = N_(
        "{one} begins with fewer plies ({depth}), and expects a score from {alpha} to {beta}. {two} does not."
    )
    DEPTH = N_("{one} begins with fewer plies ({depth}). {two} does not.")
    LIST = N_(
        "{one} keeps a list of all positions that may matter, and takes the most promising one. {two} "
        "looks at one move after another."
    )
    AGAIN = N_(
        "{one} searches {move} again. {two} knows that {value} is exact, as nothing below {move} was left "
        "out."
    )
    OTHER = N_("{one} and {two} do different things from here on.")


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first `step` that differs, in the node after `line`; `explainer`, 0 or 1, is the index of {one}."""

    step: int
    line: tuple[Move, ...]
    explainer: int
    kind: DifferenceKind
    fields: Mapping[str, FieldValue]


def first_difference(one: Trace, other: Trace) -> int | None:
    """Returns the first step in which two traces differ, if only by ending; None if they are the same."""
    length = min(len(one), len(other))
    events = [trace.events[:length].copy() for trace in (one, other)]
    for each in events:  # why a move goes first does not count
        each["detail"][each["kind"] == Event.MOVES] = 0
    differ = np.flatnonzero(events[0] != events[1])
    if len(differ):
        return int(differ[0])
    return length if len(one) != len(other) else None


def difference_of(one: tuple[Trace, TraceTree], two: tuple[Trace, TraceTree]) -> Divergence | None:
    """Returns where two searches first differ; None if they are the same."""
    step = first_difference(one[0], two[0])
    if step is None:
        return None
    ways = [_kind_of(*way, step) for way in ((one[0], two[0]), (two[0], one[0]))]
    explainer = 0 if ways[0] is not None or ways[1] is None else 1
    kind, fields = ways[explainer] or (DifferenceKind.OTHER, {})
    node = min(_node_of(trace, step) for trace, _tree in (one, two) if step < len(trace))
    line = () if node == NO_NODE else tuple(one[1].line(node))
    color: dict[str, FieldValue] = {"color": one[0].color(len(line))}
    return Divergence(step, line, explainer, kind, color | fields)


def _node_of(trace: Trace, step: int) -> int:
    """Returns the node in which a step acts; for an entry, that is the parent of the entered node."""
    event = trace.events[step]
    node = int(event["node"])
    return int(trace.parents[node]) if Event(event["kind"]) is Event.ENTER else node


def _kind_of(trace: Trace, rival: Trace, step: int) -> tuple[DifferenceKind, dict[str, FieldValue]] | None:
    """Returns what `trace` knows at this step and `rival` does not; None if there is nothing."""
    if step >= min(len(trace), len(rival)):
        return None
    event, other = trace.events[step], rival.events[step]
    kind, rivals = Event(event["kind"]), Event(other["kind"])
    turn = trace.color(int(event["ply"]) - (kind is Event.ENTER))

    def score(value: int) -> Worth:
        """Converts a value for the side to move in the acting node to Black's."""
        return Worth(turn.sign * value, trace.unit)

    def window(alpha: int, beta: int) -> tuple[Worth, Worth]:
        """Converts a window; plain numbers are always Black's, so their order may have to change."""
        ends = score(alpha), score(beta)
        return ends if trace.unit else (min(ends), max(ends))

    alpha, beta = int(event["alpha"]), int(event["beta"])
    fields: dict[str, FieldValue] = {"move": Line((int(event["move"]),))}
    fields |= {"alpha": score(alpha), "beta": score(beta), "value": score(int(event["value"]))}
    if trace.choice.algorithm is Algorithm.SSS:
        return (DifferenceKind.LIST, {}) if rival.choice.algorithm is not Algorithm.SSS else None
    if kind is Event.ANSWER:
        left = trace.events[step + 1]
        fields["value"] = worth_in((left["alpha"], left["beta"]), int(left["value"]), turn, trace.unit)
        return DifferenceKind.TABLE, fields
    if kind is Event.ANOTHER_PASS and (rivals is not kind or _pass(event) is not _pass(other)):
        return _pass(event), fields | {"depth": int(event["depth"])}
    if kind is Event.RESEARCH and rivals is not kind:
        return DifferenceKind.AGAIN, fields
    if rivals is not Event.ENTER or other["ply"] == 0:
        return None
    fields |= {"low": score(-int(other["beta"])), "high": score(-int(other["alpha"]))}
    fields["rival"] = Line((int(other["move"]),))
    if fields["rival"] != fields["move"]:
        return (DifferenceKind.ORDER, fields) if kind in (Event.ENTER, Event.NULL_WINDOW) else None
    if kind is Event.NULL_WINDOW:
        best = _best_move(trace, step)
        return (DifferenceKind.BET, fields | {"best": best}) if best else (DifferenceKind.QUESTION, fields)
    if kind is Event.ENTER and beta - alpha < int(other["beta"]) - int(other["alpha"]):
        fields["alpha"], fields["beta"] = window(-beta, -alpha)
        fields["low"], fields["high"] = window(-int(other["beta"]), -int(other["alpha"]))
        return DifferenceKind.NARROWER, fields
    return None


def _pass(event: Any) -> DifferenceKind:
    """Returns the kind of another search of the root, by its window."""
    is_endless = event["beta"] >= INFINITE
    if event["alpha"] + 1 == event["beta"]:
        return DifferenceKind.TOP if is_endless else DifferenceKind.TEST
    return DifferenceKind.DEPTH if is_endless and event["alpha"] <= -INFINITE else DifferenceKind.ASPIRATION


def _best_move(trace: Trace, step: int) -> Line | None:
    """Returns the best move so far in the acting node; None if none is above its window."""
    steps = trace.improvements(int(trace.events["node"][step]))
    moves = trace.events["move"][steps[steps < step]]
    return Line((int(moves[-1]),)) if len(moves) else None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One search at a step. If it is shorter than the other one, it stays at its last step."""

    run: "Run"
    step: int
    state: TraceState
    line: int  # of the run's text, from 0
    sentence: Sentence[Phrase]
    counts: Counts
    x: float  # where the icicle marks the current step, 0 .. the number of nodes
    open_count: int  # states in OPEN; 0 except for SSS*
    open_states: tuple[OpenState, ...]  # the first of them
    learned: Learned | None  # by killers or history, if one of them orders the moves

    @property
    def algorithm(self) -> Algorithm:
        return self.run.choice.algorithm


class Run:
    """A finished search, and the data for showing it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.choice: Choice = trace.choice
        self.text: Text = text_of(trace.choice)
        self.tree = TraceTree(trace)
        # The nodes that minimax needs for the same depth.
        self.minimax_nodes, self.is_exact = minimax_nodes(trace.root, trace.choice)
        self.learning = Learning(trace)
        self._tally = Tally(trace, self.tree)
        self._jumps = {
            Jump.CUT: trace.steps(Event.CUT),
            Jump.RESEARCH: trace.steps(Event.RESEARCH),
            Jump.PV_CHANGE: self._pv_changes(),
        }

    def __len__(self) -> int:
        return len(self.trace)

    def show(self, step: int) -> ShownStep:
        """Returns the search after `step`, or after its last step if it has fewer."""
        trace, nodes = self.trace, self.tree
        step = min(step, len(self) - 1)
        counts = self._tally.at(step)
        state = state_at(trace, nodes, step)
        x, in_open = float(counts.nodes), open_list(trace, nodes, step, OPEN_SHOWN)
        if self.choice.algorithm is Algorithm.SSS:
            x = float(nodes.start[max(state.node, 0)])
        line, sentence = int(trace.lines[step]), sentence_at(trace, nodes, step)
        return ShownStep(self, step, state, line, sentence, counts, x, *in_open, self.learning.at(step))

    def steps(self, jump: Jump) -> list[int]:
        found: list[int] = self._jumps[jump].tolist()
        return found

    def next(self, jump: Jump, step: int) -> int | None:
        """Returns the first step after `step` where `jump` happens, if any."""
        steps = self._jumps[jump]
        index = int(np.searchsorted(steps, step, "right"))
        return int(steps[index]) if index < len(steps) else None

    def _pv_changes(self) -> NDArray[np.int64]:
        steps = self.trace.steps(Event.IMPROVE)
        events = self.trace.events[steps]
        at_root = events["ply"] == 0
        steps, moves = steps[at_root], events["move"][at_root].astype(np.int64)
        changes: NDArray[np.int64] = steps[np.diff(moves, prepend=-2) != 0]
        return changes


class Transport:
    """A place in a recorded run, played with waits at stops, or moved anywhere. Whole numbers are steps."""

    def __init__(self, last: int = 0, speed: float = 1.0, waits: Mapping[int, float] | None = None) -> None:
        """`speed` is in steps a second; `waits` maps steps to the seconds that playback waits there."""
        self._last = last
        self.speed = speed
        self.waits = waits or {}
        self.is_playing = False
        self.go_to(self.first)

    @property
    def first(self) -> int:
        return min(self.waits, default=0)

    @property
    def last(self) -> int:
        return self._last

    @property
    def known(self) -> int:
        """The last step that is available already."""
        return self.last

    @property
    def step(self) -> int:
        return int(self.place)

    @property
    def is_at_end(self) -> bool:
        return self.step >= self.last

    @property
    def seconds(self) -> tuple[float, float]:
        """The seconds of playback from the beginning to this place, and to the end."""
        waited = sum(seconds for step, seconds in self.waits.items() if step <= self.step) - self._waiting
        return self.place / self.speed + waited, self.last / self.speed + sum(self.waits.values())

    def update(self, dt: float) -> None:
        """Advances playback by `dt` seconds, as far as the run is `known`."""
        end = self.known
        while self.is_playing and dt > 0:
            waited = min(dt, self._waiting)
            self._waiting -= waited
            dt -= waited
            self.is_playing = self._waiting > 0 or not self.is_at_end
            if self._waiting > 0 or self.is_at_end:
                return
            stop = min((step for step in self.waits if step > self.place), default=self.last)
            way = max(0.0, min(dt, (min(stop, end) - self.place) / self.speed))
            self.place += way * self.speed
            if stop - self.place < 1e-6:
                self.go_to(stop)
                self.is_playing = self._waiting > 0 or not self.is_at_end
            elif way < dt:  # the rest is not known yet
                return
            dt -= way

    def play(self) -> None:
        """Starts playback, at the end from the start."""
        if self.is_at_end:
            self.go_to(self.first)
        self.is_playing = self.last > 0

    def pause(self) -> None:
        self.is_playing = False

    def go_to(self, step: float) -> None:
        """Moves to a step, as far as steps are known; playback goes on from there."""
        self.place = float(min(max(step, 0), self.known))
        self._waiting = self.waits.get(self.step, 0.0)

    def jump(self, step: float | None) -> None:
        """Pauses, and moves to a step unless it is None."""
        self.pause()
        if step is not None:
            self.go_to(step)


class SlowMotion(Transport):
    """The model of the page. It never blocks; only the thread of the window may use it."""

    def __init__(self) -> None:
        self.job = TraceJob(())
        self._shown: tuple[int, tuple[ShownStep, ...]] | None = None
        super().__init__(speed=_FIRST_SPEED)

    def start(self, root: Root, *choices: Choice) -> None:
        """Starts searches and forgets those before. Raises ValueError if there is nothing to search, or the
        end of the game is too far away; a search that is too long becomes a `problem` later.
        """
        for choice in choices:
            root_of(root, choice)
        self.cancel()
        self.job = TraceJob(choices)
        self.job.start(root)

    def cancel(self) -> None:
        self.job.is_cancelled = True
        self.job = TraceJob(())
        self._shown = None
        self.jump(0)

    @property
    def phase(self) -> Phase:
        return self.job.phase

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.job.runs

    @property
    def last(self) -> int:
        return max((len(run) - 1 for run in self.runs), default=0)

    @property
    def shown(self) -> tuple[ShownStep, ...]:
        """Every search at the current step."""
        if self._shown is None or self._shown[0] != self.step or not self._shown[1]:
            self._shown = self.step, tuple(run.show(self.step) for run in self.runs)
        return self._shown[1]

    def next(self, jump: Jump) -> int | None:
        """Returns the next step where `jump` happens in any of the searches."""
        steps = [run.next(jump, self.step) for run in self.runs]
        return min((step for step in steps if step is not None), default=None)

    @property
    def differs_at(self) -> int | None:
        """The step where two searches first differ."""
        return None if self.job.difference is None else self.job.difference.step


class _Cancelled(Exception):
    """The result of this search is no longer needed."""


class TraceJob:
    """The searches of one `start`; none without choices. The search thread sets each result in one step."""

    def __init__(self, choices: tuple[Choice, ...]) -> None:
        self.choices = choices
        self.is_cancelled = False
        self.progress = 0.0  # the estimated share of the searches that is done
        self.problem: str | None = None  # why there is nothing to show, a sentence
        self.runs: tuple[Run, ...] = ()  # one for each choice; none before all are done
        self.difference: Divergence | None = None  # where two searches first differ

    def start(self, root: Root) -> None:
        threading.Thread(target=self.run, args=(root,), name="slow motion", daemon=True).start()

    @property
    def phase(self) -> Phase:
        if not self.choices:
            return Phase.EMPTY
        if self.problem is not None:
            return Phase.FAILED
        return Phase.READY if self.runs else Phase.SEARCHING

    def run(self, root: Root) -> None:
        """Runs the searches in the calling thread."""
        try:
            runs = tuple(self._run(root, index) for index in range(len(self.choices)))
            self.prepare(runs)
            self.runs = runs
        except _Cancelled:
            pass
        except Exception as error:
            logger.exception("The searches in slow motion have failed")
            self.problem = reason_of(error)

    def prepare(self, runs: tuple[Run, ...]) -> None:
        """Computes what is needed to show the runs."""
        if len(runs) > 1:
            one, two = ((run.trace, run.tree) for run in runs)
            self.difference = difference_of(one, two)

    def _run(self, root: Root, index: int) -> Run:
        def tick(share: float) -> None:
            if self.is_cancelled:
                raise _Cancelled
            self.progress = (index + share) / len(self.choices)
            time.sleep(_BREATH)

        return Run(record(root, self.choices[index], tick))
