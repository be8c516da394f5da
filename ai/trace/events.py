"""The events of a search: recorded as packed bytes while it runs, read as NumPy arrays afterwards."""

import struct
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FrameType
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.choice import Choice, Root, estimate_nodes, search
from ai.reference.tree import NO_MOVE, Event, Observer, Path, TreePosition
from ai.trace.source import text_of
from ai.trace.tree import NO_NODE
from game.board import Board, Color, Move
from game.sentences import PLAIN
from game.text import _

MAX_EVENTS: Final = 2_000_000
# Events per node of a search. SSS* also has events for the states in its list.
_EVENTS_PER_NODE: Final = 3.0
_EVENTS_PER_NODE_OF_LIST: Final = 7.0
_NODES_PER_TICK: Final = 64  # about two milliseconds

Tick: TypeAlias = Callable[[float], None]

_FORMAT: Final = struct.Struct("<BBibbihhh")
EVENT: Final = np.dtype(
    [("kind", "u1"), ("detail", "u1"), ("move", "<i4"), ("depth", "i1"), ("ply", "i1"), ("node", "<i4")]
    + [(name, "<i2") for name in ("alpha", "beta", "value")]
)


@dataclass(frozen=True, eq=False)
class Trace:
    """A finished search. `events` have the dtype EVENT; a step is an index into them."""

    root: Root
    choice: Choice
    score: int  # for the side to move: tenths of a disc, or discs if the choice is to the end of the game
    events: NDArray[Any]
    parents: NDArray[np.int32]  # the parent of each node, NO_NODE for a root
    move_lists: NDArray[np.int32]  # the moves of all nodes that have any, in the order of the MOVES events
    pushed: NDArray[np.int32]  # the step in which each state was added to OPEN
    removed: NDArray[np.int32]  # the step in which each state was removed from OPEN, or 0
    lines: NDArray[np.uint16]  # the line of the shown source (ai/trace/source.py) that each step executed

    def __len__(self) -> int:
        return len(self.events)

    def steps(self, kind: Event) -> NDArray[np.int64]:
        """Returns all steps of a kind, ascending."""
        return self._steps[kind]

    def improvements(self, node: int) -> NDArray[np.int64]:
        """Returns the steps in which a better move of a node was found."""
        steps = self.steps(Event.IMPROVE)
        found: NDArray[np.int64] = steps[self.events["node"][steps] == node]
        return found

    def color(self, ply: int) -> Color:
        return self.root.turn if ply % 2 == 0 else self.root.turn.other

    @property
    def unit(self) -> int:
        """The value of one disc in this trace; PLAIN if its values are not discs."""
        return self.choice.unit if isinstance(self.root, Board) else PLAIN

    def position(self, line: Iterable[Move] = ()) -> Board:
        """Returns the board after a line. A written tree has none."""
        assert isinstance(self.root, Board)
        board = self.root
        for move in line:
            board = board.play(move)
        return board

    @cached_property
    def _steps(self) -> list[NDArray[np.int64]]:
        return [np.flatnonzero(self.events["kind"] == kind) for kind in Event]


class EventRecorder(Observer):
    """Records every event. It calls `tick`, which may raise, with the number of nodes so far."""

    def __init__(self, choice: Choice, tick: Callable[[int], None], most: int = MAX_EVENTS) -> None:
        # A depth-first search has one node per ply at a time; SSS* may return to any state of its list.
        is_depth_first = choice.algorithm is not Algorithm.SSS
        self._key: Callable[[Path], Hashable] = len if is_depth_first else lambda path: path
        self._places = text_of(choice).places
        self._lines = array("H")
        self._nodes: dict[Hashable, int] = {}
        self._tick = tick
        self._most = most
        self._events = bytearray()
        self._parents = array("i")
        self._move_lists = array("i")
        self._pushed = array("i")
        self._removed = array("i")
        self._in_open: dict[Path, int] = {}

    def trace(self, root: Root, choice: Choice, score: int) -> Trace:
        events, lines = np.frombuffer(self._events, EVENT), np.frombuffer(self._lines, np.uint16)
        moves, parents = np.frombuffer(self._move_lists, np.int32), np.frombuffer(self._parents, np.int32)
        pushed, removed = (np.frombuffer(steps, np.int32) for steps in (self._pushed, self._removed))
        return Trace(root, choice, score, events, parents, moves, pushed, removed, lines)

    def note(
        self, event: Event, position: TreePosition, alpha: int = 0, beta: int = 0, value: int = 0,
        detail: int = 0, *, move: Move = NO_MOVE, moves: Sequence[Move] = (),
    ) -> None:  # fmt: skip
        path, node, step = position.path, NO_NODE, len(self._events) // _FORMAT.size
        if event is Event.ENTER:
            node, detail = len(self._parents), path[-1] if path else 0
            self._nodes[self._key(path)] = node
            self._parents.append(self._nodes[self._key(path[:-1])] if path else NO_NODE)
        elif event in (Event.PUSH, Event.POP, Event.PURGE):
            if path or detail:  # a live state has no node yet, so its parent counts
                node = self._nodes.get(self._key(path if detail else path[:-1]), NO_NODE)
            if event is Event.PUSH:
                self._in_open[path] = len(self._pushed)
                self._pushed.append(step)
                self._removed.append(0)
            else:
                self._removed[self._in_open.pop(path)] = step
        elif event is not Event.ANOTHER_PASS:
            node = self._nodes[self._key(path)]
        if event is Event.MOVES:
            self._move_lists.extend(moves)
            value = len(moves)
        elif move == NO_MOVE:
            move = position.move
        if step >= self._most:
            sentence = _("this search has more than {count} steps, the most that can be recorded")
            raise ValueError(sentence.format(count=f"{self._most:,}"))
        fields = detail, move, position.depth, len(path), node, alpha, beta, value
        self._events += _FORMAT.pack(event, *fields)
        frame: FrameType | None = sys._getframe(1)  # of the search, its helper or its caller
        while frame is not None and frame.f_code not in self._places:
            frame = frame.f_back
        self._lines.append(0 if frame is None else self._places[frame.f_code][frame.f_lineno])
        if event is Event.ENTER and node % _NODES_PER_TICK == 0:
            self._tick(node)


def record(root: Root, choice: Choice, tick: Tick = lambda _done: None) -> Trace:
    """Records a search. Calls `tick` every 2 ms or so with the estimated share done (0 to 1); it may raise.

    Raises ValueError if the game is over, its end too far away to be searched to, or the search too long.
    """
    choice = choice.fitting(root)
    nodes = estimate_nodes(root, choice)
    has_list = choice.algorithm is Algorithm.SSS
    most = MAX_EVENTS / (_EVENTS_PER_NODE_OF_LIST if has_list else _EVENTS_PER_NODE)
    if nodes > most:
        sentence = _(
            "this search would look at about {count} positions, but only {most} can be recorded: choose "
            "fewer plies or another search"
        )
        raise ValueError(sentence.format(count=f"{rounded(nodes):,}", most=f"{rounded(int(most)):,}"))
    recorder = EventRecorder(choice, lambda done: tick(min(done / max(nodes, done + 1), 1.0)))
    score = search(root, choice, recorder)
    tick(1.0)
    return recorder.trace(root, choice, score)


def rounded(number: int) -> int:
    """Rounds an estimate to two digits: it is no more accurate."""
    return round(number, 2 - len(str(number)))
