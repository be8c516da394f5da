"""How much a search has done up to a step of its trace."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.trace.events import Event, Trace
from ai.trace.tree import LEAF_REASONS
from ai.trace.visits import TraceTree


@dataclass(frozen=True, slots=True)
class Counts:
    nodes: int  # positions entered, searched again or not
    leaves: int  # ... that were valued: by the evaluation, or as the game is over
    zero_nodes: int  # ... that were entered with a window of zero width
    cuts: int  # nodes that were left early
    cut_off: int  # moves that were not looked at for that
    null_windows: int  # moves that were tried with a zero window where there was an open one
    researches: int  # ... and searched again
    answers: int  # of the table


class Tally:
    """Looks the numbers up; every question is a few binary searches."""

    def __init__(self, trace: Trace, nodes: TraceTree) -> None:
        self._entered = nodes.first
        self._zero = nodes.first[nodes.alpha.astype(int) + 1 == nodes.beta]
        self._valued = np.sort(nodes.last[np.isin(nodes.reason, LEAF_REASONS)])
        self._cuts = trace.steps(Event.CUT)
        self._cut_off = np.append(0, np.cumsum(nodes.spared[trace.events["node"][self._cuts]]))
        self._null_windows = trace.steps(Event.NULL_WINDOW)
        self._researches = trace.steps(Event.RESEARCH)
        self._answers = trace.steps(Event.ANSWER)

    def at(self, step: int) -> Counts:
        """With the event at `step`."""

        def count(steps: np.typing.NDArray[np.int64]) -> int:
            return int(np.searchsorted(steps, step, "right"))

        return Counts(
            nodes=count(self._entered),
            leaves=count(self._valued),
            zero_nodes=count(self._zero),
            cuts=count(self._cuts),
            cut_off=int(self._cut_off[count(self._cuts)]),
            null_windows=count(self._null_windows),
            researches=count(self._researches),
            answers=count(self._answers),
        )
