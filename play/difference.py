"""Where two traced searches part: the first node in which they differ, and what one of them knew there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.trace.events import Event, Trace
from ai.trace.tree import NO_NODE
from ai.trace.visits import TraceTree
from game.board import Move
from game.sentences import Field, Line, Worth
from game.text import N_


class Parting(Enum):
    """The English, with fields in braces: `one` and `two` are searches, `color` is to move in the node."""

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
    TOP = N_(
        "{one} first asks for more than is possible, to come down on the score from above. {two} does not."
    )
    ASPIRATION = N_(
        "{one} begins with fewer plies ({depth}), and expects a score from {alpha} to {beta}. {two} does not."
    )
    LIST = N_(
        "{one} keeps a list of all positions that may matter, and takes the most promising one. {two} "
        "looks at one move after the other."
    )
    OTHER = N_("{one} and {two} do different things from here on.")


@dataclass(frozen=True, slots=True)
class Difference:
    """`step` is the first that is not the same in both; `line` leads to the node where that is. `knowing`
    is the search that the sentence calls {one}: 0 or 1.
    """

    step: int
    line: tuple[Move, ...]
    knowing: int
    parting: Parting
    fields: Mapping[str, Field]


def first_difference(one: Trace, other: Trace) -> int | None:
    """The first step in which two traces differ; where one ends is one. None if they are the same."""
    length = min(len(one), len(other))
    differ = np.flatnonzero(one.events[:length] != other.events[:length])
    if len(differ):
        return int(differ[0])
    return length if len(one) != len(other) else None


def difference_of(one: tuple[Trace, TraceTree], two: tuple[Trace, TraceTree]) -> Difference | None:
    """None if they are the same."""
    step = first_difference(one[0], two[0])
    if step is None:
        return None
    ways = [_parting(*way, step) for way in ((one[0], two[0]), (two[0], one[0]))]
    knowing = 0 if ways[0] is not None or ways[1] is None else 1
    parting, fields = ways[knowing] or (Parting.OTHER, {})
    node = min(_node_of(trace, step) for trace, _tree in (one, two) if step < len(trace))
    line = () if node == NO_NODE else tuple(one[1].line(node))
    color: dict[str, Field] = {"color": one[0].color(len(line))}
    return Difference(step, line, knowing, parting, color | fields)


def _node_of(trace: Trace, step: int) -> int:
    """That in which something is done: of an entry the node that is entered from."""
    event = trace.events[step]
    node = int(event["node"])
    return int(trace.parents[node]) if Event(event["kind"]) is Event.ENTER else node


def _parting(trace: Trace, rival: Trace, step: int) -> tuple[Parting, dict[str, Field]] | None:
    """What `trace` knows at this step that `rival` does not; None if it is not known that way round."""
    if step >= min(len(trace), len(rival)):
        return None
    event, other = trace.events[step], rival.events[step]
    kind, rivals = Event(event["kind"]), Event(other["kind"])
    turn = trace.color(int(event["ply"]) - (kind is Event.ENTER))

    def score(value: int) -> Worth:
        """Of one for the side to move in the node in which something is done."""
        return Worth(turn.sign * value, trace.choice.unit)

    alpha, beta = int(event["alpha"]), int(event["beta"])
    fields: dict[str, Field] = {"move": Line((int(event["move"]),))}
    fields |= {"alpha": score(alpha), "beta": score(beta), "value": score(int(event["value"]))}
    if trace.choice.algorithm is Algorithm.SSS:
        return (Parting.LIST, {}) if rival.choice.algorithm is not Algorithm.SSS else None
    if kind is Event.ANSWER:
        return Parting.TABLE, fields
    if kind is Event.ANOTHER_PASS and (rivals is not kind or _pass(event) is not _pass(other)):
        return _pass(event), fields | {"depth": int(event["depth"])}
    if rivals is not Event.ENTER or other["ply"] == 0:
        return None
    fields |= {"low": score(-int(other["beta"])), "high": score(-int(other["alpha"]))}
    fields["rival"] = Line((int(other["move"]),))
    if fields["rival"] != fields["move"]:
        return (Parting.ORDER, fields) if kind in (Event.ENTER, Event.NULL_WINDOW) else None
    if kind is Event.NULL_WINDOW:
        best = _best_move(trace, step)
        return (Parting.BET, fields | {"best": best}) if best else (Parting.QUESTION, fields)
    if kind is Event.ENTER and beta - alpha < int(other["beta"]) - int(other["alpha"]):
        return Parting.NARROWER, fields | {"alpha": score(-beta), "beta": score(-alpha)}
    return None


def _pass(event: Any) -> Parting:
    """What a search of the root with a window begins with."""
    if event["beta"] >= INFINITE:
        return Parting.TOP
    return Parting.TEST if event["alpha"] + 1 == event["beta"] else Parting.ASPIRATION


def _best_move(trace: Trace, step: int) -> Line | None:
    """The best one so far of the node in which something is done; None if none is above its window."""
    steps: Any = trace.steps(Event.IMPROVE)
    steps = steps[steps < step]
    found = steps[trace.events["node"][steps] == trace.events["node"][step]]
    return Line((int(trace.events["move"][found[-1]]),)) if len(found) else None
