"""What a search knows of a written tree at a step, node by node; values and windows are for Black."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ai.limits import Algorithm
from ai.reference.tree import Path
from ai.trace.events import Trace
from ai.trace.state import PathRow, Status, TraceState
from ai.trace.tree import Bound, NodeKind
from ai.trace.visits import NO_STEP, TraceTree
from game.board import Color
from game.sentences import PLAIN, signed

WITHOUT_WINDOWS: Final = (Algorithm.MINIMAX, Algorithm.SSS)


class Figure(NamedTuple):
    """A value for Black, or a bound on it."""

    value: int
    bound: Bound = Bound.EXACT

    @classmethod
    def of(cls, value: int, bound: Bound, color: Color) -> "Figure":
        """Builds a figure from a value and its bound for `color`, the side to move."""
        return cls(color.sign * value, bound if color is Color.BLACK else bound.turned())

    def text(self) -> str:
        sign = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}.get(self.bound, "")
        return sign + signed(self.value, PLAIN)


class NodeMark(NamedTuple):
    """What is known of a node that was entered: its value or a bound, and its window, if any."""

    figure: Figure | None = None
    window: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TreeMarks:
    """The marks of a tree: `nodes` were entered, `cut` branches are skipped, `now` is being searched."""

    nodes: dict[Path, NodeMark] = field(default_factory=dict)
    cut: frozenset[Path] = frozenset()
    now: Path | None = None


def marks_at(trace: Trace, nodes: TraceTree, state: TraceState, step: int) -> TreeMarks:
    """Returns the marks after the event at `step`, when the path from the root is `state`."""
    marks, newest = dict[Path, NodeMark](), dict[Path, int]()
    for node, path in enumerate(nodes.paths[: int(nodes.first.searchsorted(step, "right"))]):
        newest[path] = node
        marks.setdefault(path, NodeMark())
        if nodes.last[node] <= step:
            marks[path] = mark_after(trace, nodes, node, marks[path])
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
            marks[path] = _under_way(row, has_window=trace.choice.algorithm not in WITHOUT_WINDOWS)
    return TreeMarks(marks, cut, way[-1] if way else None)


def mark_after(trace: Trace, nodes: TraceTree, node: int, before: NodeMark) -> NodeMark:
    """Returns what is known of a node after a visit, given what was known `before`."""
    if nodes.kind[node] == NodeKind.OPEN:
        return before
    bound, color = Bound(nodes.bound[node]), trace.color(int(nodes.ply[node]))
    found = Figure.of(int(nodes.value[node]), bound, color)
    is_met = before.figure is not None and before.figure.value == found.value
    return NodeMark(Figure(found.value) if is_met and before.figure != found else found)


def _under_way(row: PathRow, has_window: bool) -> NodeMark:
    """Returns the mark of an unfinished node: its best value so far is a lower bound for its side."""
    sure = [
        move.value
        for move in row.moves
        if move.status is Status.DONE and move.value is not None and move.bound is not Bound.UPPER
    ]
    low, high = sorted((row.color.sign * row.alpha, row.color.sign * row.beta))
    figure = Figure.of(max(sure), Bound.LOWER, row.color) if sure else None
    return NodeMark(figure, (low, high) if has_window else None)
