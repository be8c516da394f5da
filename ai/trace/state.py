"""The state of a search at a step of its trace: the path from the root, and what is known of its moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.trace.events import Trace
from ai.trace.tree import NO_NODE, Bound, NodeKind
from ai.trace.visits import TraceTree
from game.board import Color, Move


class Status(Enum):
    """The status of a move at a step."""

    WAITING = "waiting"
    UNDER_WAY = "under way"
    AGAIN = "to be searched again"
    DONE = "done"
    CUT_OFF = "cut off"


@dataclass(frozen=True, slots=True)
class MoveState:
    """A move in a row. `value` and `bound` are what is proved of it, for the side that plays it.

    `visit` counts its earlier searches; `is_null_window` means that no number is inside its window.
    """

    move: Move
    status: Status
    value: int | None = None
    bound: Bound = Bound.NONE
    kind: NodeKind = NodeKind.OPEN  # of the node after the move, once it is done
    visit: int = 0
    is_null_window: bool = False
    node: int = NO_NODE


@dataclass(frozen=True, slots=True)
class PathRow:
    """A node on the path from the root to the current node. `ply` counts passes, too; `color` is to move.

    `alpha` includes the best value found since the node was entered. SSS* has no windows: in their place is
    the value it hopes for at the node, or less if the side of the root is to move, or more if the other is.
    `value` is the final value of the node, once it is left.
    """

    node: int
    ply: int
    color: Color
    alpha: int
    beta: int
    moves: tuple[MoveState, ...]
    best: Move | None
    value: int | None
    bound: Bound
    kind: NodeKind
    cut_by: Move | None  # the move that has cut off the others, if any

    @property
    def proved(self) -> list[tuple[int, Move]]:
        """The (value, move) of each finished move that guarantees its side that value."""
        return [
            (state.value, state.move)
            for state in self.moves
            if state.status is Status.DONE and state.value is not None and state.bound is not Bound.UPPER
        ]

    @property
    def is_null_window(self) -> bool:
        """Whether no whole number lies inside the window."""
        return self.alpha + 1 >= self.beta


@dataclass(frozen=True, slots=True)
class OpenState:
    """A state of SSS* in OPEN: the moves that lead to it, and its merit for the side of the root."""

    line: tuple[Move, ...]
    is_solved: bool
    merit: int


@dataclass(frozen=True, slots=True)
class TraceState:
    """The state after a step; `line` has the moves that lead to the last row."""

    node: int
    rows: tuple[PathRow, ...]
    line: tuple[Move, ...]


def state_at(trace: Trace, nodes: TraceTree, step: int) -> TraceState:
    """Returns the state after a step. Raises IndexError if there is no such step."""
    if not 0 <= step < len(trace):
        raise IndexError(f"there are {len(trace)} steps, and no step {step}")
    event = trace.events[step]
    node = int(event["node"])
    rows = tuple(_row(trace, nodes, each, step) for each in nodes.path(node))
    return TraceState(node, rows, tuple(nodes.line(node)))


def avoiding_move(rows: Sequence[PathRow]) -> tuple[int, Move] | None:
    """Returns (value, move) by which the other side avoids the last row, where moves were cut off: the best
    it is sure of further up, if that is worth as much as the cut. Without one the window was only a test.
    """
    *above, here = rows
    limits = [-state.value for state in here.moves if state.move == here.cut_by and state.value is not None]
    known = [each for row in above if row.color is not here.color for each in row.proved]
    return max((each for each in known if limits and each[0] >= limits[0]), default=None)


def open_list(trace: Trace, nodes: TraceTree, step: int, most: int) -> tuple[int, tuple[OpenState, ...]]:
    """Returns OPEN of SSS* after a step as (number of states, the first `most` of them in its order)."""
    is_in = (trace.pushed <= step) & ((trace.removed > step) | (trace.removed == 0))
    events = trace.events[trace.pushed[is_in]]
    merits = np.sort(events["value"])[::-1]
    shown = events[events["value"] >= merits[min(most, len(merits)) - 1]] if len(merits) else events
    states = [(-int(event["value"]), *_way(nodes, event), bool(event["detail"])) for event in shown]
    states.sort()
    return len(events), tuple(
        OpenState(line, is_solved, -minus_merit) for minus_merit, _, line, is_solved in states[:most]
    )


def _way(nodes: TraceTree, pushed: np.void) -> tuple[tuple[int, ...], tuple[Move, ...]]:
    """Returns (places, moves) that lead to a state of OPEN."""
    moves = nodes.line(int(pushed["node"]))
    places = [int(nodes.place[node]) for node in nodes.path(int(pushed["node"]))[1:]]
    if not pushed["detail"] and pushed["node"] != NO_NODE:  # a live state is below that node
        moves.append(int(pushed["move"]))
        places.append(nodes.moves(int(pushed["node"])).index(moves[-1]))
    return tuple(places), tuple(moves)


def _row(trace: Trace, nodes: TraceTree, node: int, step: int) -> PathRow:
    left = bool(nodes.last[node] <= step)
    cut = int(nodes.cut[node])
    cut_by = int(trace.events[cut]["move"]) if 0 <= cut <= step else None
    moves = _move_states(nodes, node, step, is_over=left or cut_by is not None)
    alpha, beta = int(nodes.alpha[node]), int(nodes.beta[node])
    best, best_move = alpha, None
    for state in moves:
        if state.status is Status.DONE and state.value is not None and state.value > best:
            best, best_move = state.value, state.move
    ply, algorithm = int(nodes.ply[node]), trace.choice.algorithm
    if algorithm is Algorithm.SSS:
        alpha, beta = (alpha, INFINITE) if ply % 2 else (-INFINITE, beta)
    elif algorithm is not Algorithm.MINIMAX:  # minimax has no window to narrow
        alpha = min(best, beta)
    ended = left and nodes.kind[node] != NodeKind.OPEN
    return PathRow(
        node=node,
        ply=ply,
        color=trace.color(ply),
        alpha=alpha,
        beta=beta,
        moves=moves,
        best=best_move,
        value=int(nodes.value[node]) if ended else None,
        bound=Bound(nodes.bound[node]) if ended else Bound.NONE,
        kind=NodeKind(nodes.kind[node]) if ended else NodeKind.OPEN,
        cut_by=cut_by,
    )


def _move_states(nodes: TraceTree, node: int, step: int, is_over: bool) -> tuple[MoveState, ...]:
    """Returns the states of the moves of a node; none before the moves are generated."""
    if nodes.moved[node] > step or not nodes.move_count[node]:
        return ()
    moves = nodes.moves(node)
    visits: dict[int, list[int]] = {}
    for child in nodes.children(node).tolist():
        visits.setdefault(int(nodes.place[child]), []).append(child)
    return tuple(
        _move_state(nodes, move, visits.get(place, []), step, is_over) for place, move in enumerate(moves)
    )


def _move_state(nodes: TraceTree, move: Move, visits: list[int], step: int, is_over: bool) -> MoveState:
    begun = [child for child in visits if nodes.first[child] <= step]
    if not begun:
        return MoveState(move, Status.CUT_OFF if is_over else Status.WAITING)
    newest = begun[-1]
    done = [child for child in begun if nodes.last[child] <= step and nodes.kind[child] != NodeKind.OPEN]
    value, bound = _proved(nodes, done)
    if newest not in done:
        status = Status.CUT_OFF if is_over else Status.UNDER_WAY
    elif len(begun) < len(visits):
        status = Status.AGAIN
    else:
        status = Status.DONE
    return MoveState(
        move,
        status,
        value,
        bound,
        NodeKind(nodes.kind[newest]) if newest in done else NodeKind.OPEN,
        int(nodes.visit[newest]),
        bool(nodes.alpha[newest] + 1 == nodes.beta[newest]) and not nodes.is_sss,
        newest,
    )


def _proved(nodes: TraceTree, done: list[int]) -> tuple[int | None, Bound]:
    """Returns what several visits prove together, for the side that plays the move."""
    if not done:
        return None, Bound.NONE
    value, bound = -int(nodes.value[done[-1]]), Bound(nodes.bound[done[-1]]).turned()
    others = {(-int(nodes.value[child]), Bound(nodes.bound[child]).turned()) for child in done[:-1]}
    if bound is Bound.UPPER and (value, Bound.LOWER) in others:
        bound = Bound.EXACT
    return value, bound
