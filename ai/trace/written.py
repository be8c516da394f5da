"""What a search knows of a written tree at a step, node by node; values and windows are Black's."""

from dataclasses import dataclass
from typing import Final

from ai.limits import Algorithm
from ai.reference.tree import Path
from ai.trace.events import Trace
from ai.trace.state import PathRow, Status, TraceState
from ai.trace.tree import Bound, NodeKind
from ai.trace.visits import NO_STEP, TraceTree
from game.board import Color

WITHOUT_WINDOWS: Final = (Algorithm.MINIMAX, Algorithm.SSS)


@dataclass(frozen=True, slots=True)
class NodeKnown:
    """Of a node that was entered: its value, as far as it has one, and its window while it is searched."""

    value: int | None = None
    bound: Bound = Bound.NONE
    window: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class WrittenState:
    """`known` are the nodes that were looked at, `cut` the branches that need no look; `now` is searched."""

    known: dict[Path, NodeKnown]
    cut: frozenset[Path]
    now: Path


def written_state(trace: Trace, nodes: TraceTree, state: TraceState, step: int) -> WrittenState:
    """With the event at `step`, after which the way to the root is `state`."""
    known, newest = dict[Path, NodeKnown](), dict[Path, int]()
    for node, path in enumerate(nodes.paths[: int(nodes.first.searchsorted(step, "right"))]):
        newest[path] = node
        known.setdefault(path, NodeKnown())
        if nodes.last[node] <= step:
            known[path] = known_after(trace, nodes, node, known[path])
    cut = frozenset(
        (*path, place)
        for path, node in newest.items()
        if NO_STEP != nodes.cut[node] <= step
        for place in range(int(nodes.move_count[node]))
        if (*path, place) not in newest
    )
    way = [nodes.paths[node] for node in nodes.path(state.node)]
    for path, row in zip(way, state.rows, strict=True):
        if row.value is None:
            known[path] = _under_way(row, has_window=trace.choice.algorithm not in WITHOUT_WINDOWS)
    return WrittenState(known, cut, way[-1] if way else ())


def known_after(trace: Trace, nodes: TraceTree, node: int, before: NodeKnown) -> NodeKnown:
    """What is known of a node once a visit of it is over, and was known `before`."""
    if nodes.kind[node] == NodeKind.OPEN:
        return before
    color, bound = trace.color(int(nodes.ply[node])), Bound(nodes.bound[node])
    found = NodeKnown(color.sign * int(nodes.value[node]), _of_black(bound, color))
    both = {before.bound, found.bound} == {Bound.LOWER, Bound.UPPER} and before.value == found.value
    return NodeKnown(found.value, Bound.EXACT) if both else found


def _under_way(row: PathRow, has_window: bool) -> NodeKnown:
    """The best so far is a bound of what it will be worth."""
    sure = [
        move.value
        for move in row.moves
        if move.status is Status.DONE and move.value is not None and move.bound is not Bound.UPPER
    ]
    low, high = sorted((row.color.sign * row.alpha, row.color.sign * row.beta))
    window = (low, high) if has_window else None
    if not sure:
        return NodeKnown(window=window)
    return NodeKnown(row.color.sign * max(sure), _of_black(Bound.LOWER, row.color), window)


def _of_black(bound: Bound, color: Color) -> Bound:
    return bound if color is Color.BLACK else bound.turned()
