"""The stops of the two scenes in which one run searches a root several times: in different orders of the
moves, and depth by depth with a time-out.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from ai.limits import Order
from ai.reference.tree import Event, First
from ai.trace.sentences import ORDER_TERMS
from ai.trace.tree import NO_NODE, NodeKind
from ai.trace.visits import NO_STEP
from game.board import PASS, Move
from game.sentences import Line, Terms, Worth
from play.scene_stops import ScenePhrase, Stop, Times, make_stop
from play.slow_motion import Run

COMPARED: Final = tuple(ORDER_TERMS)
"""The orders of the moves that are compared; the first is the baseline of the others."""
_STARTS: Final = {
    Order.KILLERS: ScenePhrase.KILLERS_START,
    Order.HISTORY: ScenePhrase.HISTORY_START,
    Order.EVALUATION: ScenePhrase.EVALUATION_START,
    Order.PV_FIRST: ScenePhrase.PV_START,
}
_CUTS: Final = {First.KILLER: ScenePhrase.KILLER_CUT, First.HISTORY: ScenePhrase.HISTORY_CUT}


class RootPart(NamedTuple):
    """One search of the root: its first and last steps, and its `size` nodes, from `node` on."""

    order: Order
    depth: int
    node: int
    size: int
    first: int
    last: int

    def nodes(self, run: Run, step: int) -> int:
        """Returns the number of its nodes that are entered up to a step."""
        entered = int(np.searchsorted(run.tree.first, step, "right"))
        return min(max(entered - self.node, 0), self.size)

    def sorted_by_value(self, run: Run, step: int) -> int:
        """Returns the number of positions that are evaluated up to a step only to sort moves."""
        events = run.trace.events[self.first : min(step, self.last) + 1]
        is_valued = (events["kind"] == Event.MOVES) & (events["detail"] == First.EVALUATION)
        return int(events["value"][is_valued].sum())

    def cost(self, run: Run, step: int) -> int:
        return self.nodes(run, step) + self.sorted_by_value(run, step)


def parts_of(run: Run) -> tuple[RootPart, ...]:
    tree = run.tree
    roots = np.flatnonzero(tree.parent == NO_NODE).tolist()
    return tuple(
        RootPart(
            run.learning.order_at(int(tree.first[root])),
            int(tree.depth[root]),
            root,
            int(tree.size[root]),
            int(tree.first[root]),
            int(tree.last[root]),
        )
        for root in roots
    )


def lanes_of(run: Run) -> tuple[tuple[RootPart, ...], ...]:
    """Returns the parts of each order."""
    return tuple(tuple(parts) for _order, parts in groupby(parts_of(run), lambda part: part.order))


# The order decides


def order_stops(run: Run) -> Iterator[Stop]:
    lanes, end = lanes_of(run), len(run) - 1
    yield make_stop(int(run.tree.first[0]), ScenePhrase.ORDERS_START, count=lanes[0][0].depth)
    costs = [sum(part.cost(run, end) for part in lane) for lane in lanes]
    for lane, cost in zip(lanes, costs, strict=True):
        order, first, last = lane[0].order, lane[0], lane[-1]
        if order in _STARTS:
            yield make_stop(first.first + 1, _STARTS[order])
        yield from _cuts_of(run, first.first, last.last)
        valued = first.sorted_by_value(run, end)
        if valued:
            yield make_stop(last.last - 1, ScenePhrase.SORTING, count=valued)
        phrase = ScenePhrase.ORDER_FEWER if cost < costs[0] else ScenePhrase.ORDER_MORE
        if cost == costs[0]:
            phrase = ScenePhrase.BOARD_END if order is COMPARED[0] else ScenePhrase.ORDER_SAME
        step = last.last - (last.last == end)  # the last step belongs to the conclusion
        yield make_stop(step, phrase, nodes=cost, difference=abs(costs[0] - cost))
    fewest, score = min(costs), Worth(run.trace.root.turn.sign * run.trace.score, run.choice.unit)
    if fewest == costs[0]:
        yield make_stop(end, ScenePhrase.ORDERS_EVEN, score=score, whole=costs[0])
        return
    best = [lane[0].order for lane, cost in zip(lanes, costs, strict=True) if cost == fewest]
    names, times = Terms(tuple(ORDER_TERMS[order] for order in best)), Times(costs[0], fewest)
    yield make_stop(end, ScenePhrase.ORDERS_END, score=score, names=names, nodes=fewest, times=times)


def _cuts_of(run: Run, first: int, last: int) -> Iterator[Stop]:
    """Yields the first cut that makes a killer, and the first ones by a killer and a history move."""
    trace, tree = run.trace, run.tree
    found = set[ScenePhrase]()
    cuts = trace.steps(Event.CUT)
    for step in cuts[(cuts > first) & (cuts < last)].tolist():
        node, move = int(trace.events["node"][step]), int(trace.events["move"][step])
        count = int(tree.spared[node])
        if move == PASS or not count:
            continue
        why = First(int(trace.events["detail"][tree.moved[node]]))
        phrase = _CUTS.get(why) if move == tree.moves(node)[0] else None
        before = run.learning.at(step - 1)
        if phrase is None and before is not None and before.order is Order.KILLERS:
            ply = int(tree.ply[node])
            phrase = None if move in dict(before.at(ply)) else ScenePhrase.KILLER
        if phrase is not None and phrase not in found:
            found.add(phrase)
            color = trace.color(int(tree.ply[node]))
            yield make_stop(step, phrase, move=Line((move,)), color=color, count=count)


# Deeper and deeper


def depth_stops(run: Run, at_once: Run) -> Iterator[Stop]:
    """Yields the stops; `at_once` is the same search without the depths before, in the order of the board."""
    parts, trace = parts_of(run), run.trace
    is_deep = len(parts) > 1
    phrase = ScenePhrase.DEPTHS_START if is_deep else ScenePhrase.DEPTHS_ONE
    yield make_stop(int(run.tree.first[0]), phrase, count=parts[-1].depth)
    has_reply = False
    for before, part in zip((None, *parts), parts, strict=False):
        moved = int(run.tree.moved[part.node])
        if trace.events["detail"][moved] == First.BEST_BEFORE:
            move = Line((run.tree.moves(part.node)[0],))
            yield make_stop(moved, ScenePhrase.DEPTH_NEXT, count=part.depth, move=move)
        if not has_reply and (reply := _reply_before(run, part)) is not None:
            has_reply = True
            yield reply
        if before is not None and (new := _new_best(run, part)) is not None:
            step, move_before = new
            better, best = (Line((move,)) for move in (int(trace.events["move"][step]), move_before))
            yield make_stop(step, ScenePhrase.NEW_BEST, move=better, best=best)
        if part is not parts[-1]:
            yield _depth_done(run, part)
    answers = trace.steps(Event.ANSWER)
    if len(answers):
        yield make_stop(int(answers[0]), ScenePhrase.TABLE)
    if is_deep:
        yield _time_up(run, *parts[-2:])
    yield _depths_end(run, at_once, parts)


def best_move(run: Run, part: RootPart, step: int) -> Move | None:
    """Returns the best move that a search of the root has proved up to a step; None if none yet."""
    steps = run.trace.improvements(part.node)
    moves = run.trace.events["move"][steps[steps <= step]]
    return int(moves[-1]) if len(moves) else None


def line_of(run: Run, node: int) -> tuple[Move, ...]:
    """Returns the best moves of both sides from a node on, as far as the search knows them exactly."""
    tree, line = run.tree, list[Move]()
    while tree.kind[node] == NodeKind.PV and len(steps := run.trace.improvements(node)):
        line.append(int(run.trace.events["move"][steps[-1]]))
        node = next(child for child in tree.children(node).tolist() if tree.move[child] == line[-1])
    return tuple(line)


def _depth_done(run: Run, part: RootPart) -> Stop:
    score = Worth(run.trace.root.turn.sign * int(run.tree.value[part.node]), run.choice.unit)
    line = Line(line_of(run, part.node))
    return make_stop(part.last, ScenePhrase.DEPTH_DONE, count=part.depth, line=line, score=score)


def _reply_before(run: Run, part: RootPart) -> Stop | None:
    """Returns a stop if the first move and its first reply both come from the depth before, else None."""
    tree, child = run.tree, part.node + 1
    moved = int(tree.moved[child])
    if moved == NO_STEP or run.trace.events["detail"][moved] != First.BEST_BEFORE:
        return None
    moves = {"line": Line(tuple(tree.line(child))), "move": Line((tree.moves(child)[0],))}
    return make_stop(moved, ScenePhrase.REPLY_NEXT, **moves)


def _new_best(run: Run, part: RootPart) -> tuple[int, Move] | None:
    """Returns the step in which another move proves better than the first one, and that first move."""
    first, steps = run.tree.moves(part.node)[0], run.trace.improvements(part.node)
    here = steps[run.trace.events["move"][steps] != first]
    return (int(here[0]), first) if len(here) else None


def _time_up(run: Run, before: RootPart, last: RootPart) -> Stop:
    """Returns a stop in the middle of the last depth. As in ai/search/root.py, the move of the depth before,
    which is searched first, is kept until another one has proved better.
    """
    step = int(run.tree.first[last.node + last.size // 2])
    kept = best_move(run, before, before.last)
    assert kept is not None
    best, better = Line((kept,)), best_move(run, last, step)
    if better is None or better == kept:
        return make_stop(step, ScenePhrase.TIME_KEPT, count=before.depth, move=best)
    return make_stop(step, ScenePhrase.TIME_NEW, move=Line((better,)), best=best)


def _depths_end(run: Run, at_once: Run, parts: tuple[RootPart, ...]) -> Stop:
    nodes, whole = len(run.tree), len(at_once.tree)
    phrase = ScenePhrase.DEPTHS_FEWER if nodes < whole else ScenePhrase.DEPTHS_MORE
    if nodes == whole:
        phrase = ScenePhrase.DEPTHS_SAME
    score = Worth(run.trace.root.turn.sign * run.trace.score, run.choice.unit)
    line = Line(line_of(run, parts[-1].node)[:1])
    figures = {"count": parts[-1].depth, "nodes": nodes, "whole": whole}
    return make_stop(len(run) - 1, phrase, **figures, move=line, score=score)
