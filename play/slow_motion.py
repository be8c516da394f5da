"""Slow motion without a screen: one search of a position, or two beside each other, replayed step by step.

`start` searches in a thread of its own; `update(dt)` then moves on through the steps. What is to be shown are
frozen values.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.choice import Choice, minimax_nodes, root_of
from ai.trace.events import Event, Trace, record
from ai.trace.sentences import Phrase, sentence_at
from ai.trace.source import Text, text_of
from ai.trace.state import OpenState, State, open_list, state_at
from ai.trace.visits import Counts, Tally, TraceTree
from game.board import Board
from game.sentences import Sentence
from play.difference import Difference, difference_of
from play.transport import Transport

# Steps a second: from what can be followed to what runs through 65,005 nodes of minimax in some seconds.
SPEEDS: Final = (1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000)
_FIRST_SPEED: Final = 5
# How many states of OPEN are shown.
OPEN_SHOWN: Final = 12
# Seconds that the search sleeps at every tick: it holds the interpreter, and the window must stay smooth.
_BREATH: Final = 0.0001


class Phase(Enum):
    EMPTY = "empty"  # nothing was asked, or it was cancelled
    SEARCHING = "searching"
    READY = "ready"
    FAILED = "failed"  # `problem` says why


class Jump(Enum):
    """An event to go to."""

    CUT = "cut"
    RESEARCH = "re-search"
    PV_CHANGE = "PV change"  # another best move at the root


@dataclass(frozen=True, slots=True)
class Shown:
    """One search at a step. Where it is shorter than the other one, its last step stays."""

    step: int
    state: State
    line: int  # of the run's text, from 0
    sentence: Sentence[Phrase]
    counts: Counts
    x: float  # where the line of the present stands in the icicle, 0 .. the number of nodes
    open_count: int  # states in OPEN; 0 but for SSS*
    open_states: tuple[OpenState, ...]  # the first of them


class Run:
    """A finished search, and what can be asked of it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.choice: Choice = trace.choice
        self.text: Text = text_of(trace.choice)
        self.tree = TraceTree(trace)
        # What minimax needs for the same depth.
        self.minimax_nodes, self.is_exact = minimax_nodes(trace.board, trace.choice)
        self._tally = Tally(trace, self.tree)
        self._jumps = {
            Jump.CUT: trace.steps(Event.CUT),
            Jump.RESEARCH: trace.steps(Event.RESEARCH),
            Jump.PV_CHANGE: self._pv_changes(),
        }

    def __len__(self) -> int:
        return len(self.trace)

    @property
    def total(self) -> Counts:
        """At the end."""
        return self._tally.at(len(self) - 1)

    def show(self, step: int) -> Shown:
        """After `step`, or after the last one if there are fewer."""
        trace, nodes = self.trace, self.tree
        step = min(step, len(self) - 1)
        counts = self._tally.at(step)
        state = state_at(trace, nodes, step)
        x, in_open = float(counts.nodes), open_list(trace, nodes, step, OPEN_SHOWN)
        if self.choice.algorithm is Algorithm.SSS:
            x = float(nodes.start[max(state.node, 0)])
        line, sentence = int(trace.lines[step]), sentence_at(trace, nodes, step)
        return Shown(step, state, line, sentence, counts, x, *in_open)

    def next(self, jump: Jump, step: int) -> int | None:
        """The first step after `step` where it happens."""
        steps = self._jumps[jump]
        index = int(np.searchsorted(steps, step, "right"))
        return int(steps[index]) if index < len(steps) else None

    def _pv_changes(self) -> NDArray[np.int64]:
        """Where the root gets another best move than it had."""
        steps = self.trace.steps(Event.IMPROVE)
        events = self.trace.events[steps]
        at_root = events["ply"] == 0
        steps, moves = steps[at_root], events["move"][at_root].astype(np.int64)
        changes: NDArray[np.int64] = steps[np.diff(moves, prepend=-2) != 0]
        return changes


class SlowMotion(Transport):
    """The model of the page. It never waits; all of it belongs to one thread, that of the window."""

    def __init__(self) -> None:
        self.job = Job(())
        self._shown: tuple[int, tuple[Shown, ...]] | None = None
        super().__init__(speed=_FIRST_SPEED)

    def start(self, board: Board, *choices: Choice) -> None:
        """Search; what was there before is forgotten. Raises ValueError when there is nothing to search, or
        the end of the game is too far away for a search to it. A search too long is a `problem` later.
        """
        for choice in choices:
            root_of(board, choice)
        self.cancel()
        self.job = Job(choices)
        self.job.start(board)

    def cancel(self) -> None:
        """End the search, and show nothing."""
        self.job.is_cancelled = True
        self.job = Job(())
        self._shown = None
        self.pause()
        self.go_to(0)

    @property
    def phase(self) -> Phase:
        return self.job.phase

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.job.runs

    @property
    def last(self) -> int:
        """The last step of the longer search; 0 while there is nothing."""
        return max((len(run) - 1 for run in self.runs), default=0)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Every search at the present step."""
        if self._shown is None or self._shown[0] != self.step or not self._shown[1]:
            self._shown = self.step, tuple(run.show(self.step) for run in self.runs)
        return self._shown[1]

    def next(self, jump: Jump) -> int | None:
        """The next step where it happens, in one search or the other."""
        steps = [run.next(jump, self.step) for run in self.runs]
        return min((step for step in steps if step is not None), default=None)

    def jump(self, step: int | None) -> None:
        """Go there and stop; stay where there is none."""
        self.pause()
        if step is not None:
            self.go_to(step)

    @property
    def parted(self) -> int | None:
        """The step where two searches first differ."""
        return None if self.job.difference is None else self.job.difference.step


class _Cancelled(Exception):
    """The result of this search is no longer needed."""


class Job:
    """The searches of one `start`; none without choices. The other thread writes each answer at once."""

    def __init__(self, choices: tuple[Choice, ...]) -> None:
        self.choices = choices
        self.is_cancelled = False
        self.progress = 0.0
        """The estimated share of the searches that is done."""
        self.problem: str | None = None
        """Why there is nothing to show, a sentence."""
        self.runs: tuple[Run, ...] = ()
        """One for each choice; none before all are done."""
        self.difference: Difference | None = None
        """Where two searches part."""

    def start(self, board: Board) -> None:
        threading.Thread(target=self.run, args=(board,), name="slow motion", daemon=True).start()

    @property
    def phase(self) -> Phase:
        if not self.choices:
            return Phase.EMPTY
        if self.problem is not None:
            return Phase.FAILED
        return Phase.READY if self.runs else Phase.SEARCHING

    def run(self, board: Board) -> None:
        """In the thread that calls it."""
        try:
            runs = tuple(self._run(board, index) for index in range(len(self.choices)))
            self.prepare(runs)
            self.runs = runs
        except _Cancelled:
            pass
        except Exception as error:  # noqa: BLE001 - shown on the page
            self.problem = str(error) or repr(error)

    def prepare(self, runs: tuple[Run, ...]) -> None:
        """Find what is to be known of the runs when they are shown."""
        if len(runs) > 1:
            one, two = ((run.trace, run.tree) for run in runs)
            self.difference = difference_of(one, two)

    def _run(self, board: Board, index: int) -> Run:
        def tick(share: float) -> None:
            if self.is_cancelled:
                raise _Cancelled
            self.progress = (index + share) / len(self.choices)
            time.sleep(_BREATH)

        return Run(record(board, self.choices[index], tick))
