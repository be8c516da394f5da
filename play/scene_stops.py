"""Where a scene of the Lab stops, and what it says there, read from the trace of its search.

A stop is of the kind of its phrase. All cuts, bets and searches done again are stops; `chosen` are the few at
which playing stops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.telemetry import Reason
from ai.trace.coverage import Coverage
from ai.trace.events import Event
from ai.trace.tree import LEAF_REASONS, NO_NODE, Bound
from game.board import PASS, Color
from game.sentences import AtLeast, Field, Line, Sentence, Worth
from play.scene_sentences import ScenePhrase
from play.slow_motion import Run

# Playing stops at the first of each kind, and at others up to this number.
STOPS: Final = 12

CUTS: Final = (ScenePhrase.CUT, ScenePhrase.CUT_EQUAL, ScenePhrase.CUT_BET)
REPLIES: Final = (ScenePhrase.REPLY, ScenePhrase.REPLY_ONLY, ScenePhrase.REPLY_PASS)
BETS: Final = (ScenePhrase.BET,)
RESEARCHES: Final = (ScenePhrase.LOST,)


@dataclass(frozen=True, slots=True)
class Stop:
    """A sentence of a scene, true after `step`. `weight` is how many positions it is about."""

    step: int
    sentence: Sentence[ScenePhrase]
    weight: int = 0

    @property
    def kind(self) -> ScenePhrase:
        return self.sentence.phrase


def chosen(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """The first of each kind, the beginning and the end among them, then those about most positions."""
    firsts = {stop.kind: stop for stop in reversed(stops)}
    rest = sorted((stop for stop in stops if stop.weight), key=lambda stop: (-stop.weight, stop.step))
    wanted = {stop.step: stop for stop in (*firsts.values(), *rest)}  # each has a step of its own
    most = max(len(firsts), STOPS)
    return tuple(sorted(list(wanted.values())[:most], key=lambda stop: stop.step))


def stops_of(run: Run, whole: Run, rival: Run, passed: Color | None) -> tuple[Stop, ...]:
    """All stops of a search, in the order of their steps. `whole` is minimax on the same position, `rival`
    alpha-beta; `passed` is the side that had to pass before it, if one had.
    """
    found = _Stops(run, whole, rival)
    stops = [*found.beginning(passed), *found.passes(), *found.end()]
    if run.choice.algorithm is Algorithm.MINIMAX:
        stops += [*found.leaves(), *found.replies(), *found.improvements(ScenePhrase.BEST, ScenePhrase.BEST)]
    else:
        stops += [*found.cuts(), *found.improvements(ScenePhrase.SURE, ScenePhrase.BETTER), *found.bets()]
    return tuple(sorted(stops, key=lambda stop: stop.step))


class _Stops:
    def __init__(self, run: Run, whole: Run, rival: Run) -> None:
        self._run, self._trace, self._tree = run, run.trace, run.tree
        self._whole, self._rival = whole, rival
        self._coverage = Coverage(whole.tree, run.tree)
        self._unit = run.choice.unit
        self._has_bets = run.choice.algorithm is Algorithm.PVS

    def beginning(self, passed: Color | None) -> Iterator[Stop]:
        """Of the root: steps 0 and 1 are its entry and its moves."""
        color, moves = self._trace.color(0), self._tree.moves(0)
        if passed is not None:
            yield _stop(0, ScenePhrase.HAD_TO_PASS, other=passed)
        if len(moves) == 1:
            yield _stop(1, ScenePhrase.ONLY_MOVE, color=color, move=Line((moves[0],)))
        elif self._run.choice.algorithm is Algorithm.MINIMAX:
            yield _stop(1, ScenePhrase.LOOK_AHEAD, color=color, count=int(self._tree.depth[0]))
        elif self._run.choice.algorithm is Algorithm.ALPHABETA:
            yield _stop(1, ScenePhrase.STOP_EARLY)
        else:
            yield _stop(1, ScenePhrase.FIRST_IS_BEST, move=Line((moves[0],)))

    def passes(self) -> Iterator[Stop]:
        """The first pass in the tree."""
        nodes = np.flatnonzero(self._tree.move == PASS)
        if len(nodes):
            above = int(self._tree.parent[nodes[0]])
            yield _stop(int(self._tree.moved[above]), ScenePhrase.MUST_PASS, color=self._color(above))

    def leaves(self) -> Iterator[Stop]:
        """The first of each kind."""
        for reason in LEAF_REASONS:
            for node in np.flatnonzero(self._tree.reason == reason)[:1].tolist():
                step, worth = int(self._tree.last[node]), self._worth(node, self._tree.value[node])
                if reason is Reason.EVALUATED:
                    yield _stop(step, ScenePhrase.LEAF, score=worth)
                else:
                    discs = worth.value // worth.unit
                    yield _stop(step, ScenePhrase.GAME_OVER, score=Worth(discs, 1))

    def replies(self) -> Iterator[Stop]:
        """What each move of the root is worth, and one ply further the first."""
        inner = np.flatnonzero((self._tree.reason == Reason.ALL_MOVES) & (self._tree.ply > 0))
        deeper = [node for node in inner.tolist() if self._tree.ply[node] > 1]
        for node in deeper[:1] + [node for node in inner.tolist() if self._tree.ply[node] == 1]:
            moves = self._tree.moves(node)
            phrase = ScenePhrase.REPLY if len(moves) > 1 else ScenePhrase.REPLY_ONLY
            yield _stop(
                int(self._tree.last[node]),
                ScenePhrase.REPLY_PASS if moves == [PASS] else phrase,
                int(self._tree.size[node]),
                line=Line(tuple(self._tree.line(node))),
                color=self._color(node),
                move=self._best(node),
                score=self._worth(node, self._tree.value[node]),
            )

    def improvements(self, first: ScenePhrase, later: ScenePhrase) -> Iterator[Stop]:
        """Where the root gets a better move than it had."""
        steps = self._trace.steps(Event.IMPROVE)
        for index, step in enumerate(steps[self._trace.events["ply"][steps] == 0].tolist()):
            event = self._trace.events[step]
            fields: dict[str, Field] = {"move": Line((int(event["move"]),))}
            fields["score"] = self._worth(0, event["value"])
            if first is not ScenePhrase.BEST:
                fields["color"] = self._trace.color(0)
            yield Stop(step, Sentence(first if index == 0 else later, fields))

    def cuts(self) -> Iterator[Stop]:
        """Where moves were left out."""
        for step in self._trace.steps(Event.CUT).tolist():
            event = self._trace.events[step]
            node, value = int(event["node"]), int(event["value"])
            color, count = self._color(node), int(self._tree.spared[node])
            if not count:
                continue
            fields: dict[str, Field] = {
                "move": Line((int(event["move"]),)),
                "bound": AtLeast(color, value, self._unit),
                "count": count,
            }
            phrase, elsewhere = ScenePhrase.CUT_BET, self._elsewhere(node)
            if elsewhere >= -value:
                phrase = ScenePhrase.CUT if elsewhere > -value else ScenePhrase.CUT_EQUAL
                fields["other"] = color.other
            yield Stop(step, Sentence(phrase, fields), 0 if self._has_bets else self._coverage.spared(node))

    def bets(self) -> Iterator[Stop]:
        """Of PVS: each bet, how it ended, and what a search done again has found."""
        for step in self._trace.steps(Event.NULL_WINDOW).tolist():
            event = self._trace.events[step]
            node = int(event["node"])
            move, color = Line((int(event["move"]),)), self._color(node)
            limit = self._worth(node, event["alpha"])
            yield _stop(step, ScenePhrase.BET, move=move, color=color, score=limit)
            child = self._entered_after(step)
            found = -int(self._tree.value[child])
            ended, size = int(self._tree.last[child]), int(self._tree.size[child])
            if found <= event["alpha"]:
                spared = int(self._whole.tree.size[self._coverage.node[child]]) - size
                yield _stop(ended, ScenePhrase.WON, spared, count=size, move=move, color=color, score=limit)
            elif ended + 1 < len(self._trace) and self._is_researched(ended + 1):
                again = self._entered_after(ended + 1)
                size += int(self._tree.size[again])
                bound = AtLeast(color, found, self._unit)
                yield _stop(ended + 1, ScenePhrase.LOST, size, move=move, bound=bound)
                value = -int(self._tree.value[again])
                if value < self._tree.beta[node]:  # else it is good enough for a cut
                    last = int(self._tree.last[again])
                    yield _stop(last, ScenePhrase.AGAIN, move=move, score=self._worth(node, value))

    def end(self) -> Iterator[Stop]:
        yield Stop(len(self._trace) - 1, Sentence(*self._ending()))

    def _ending(self) -> tuple[ScenePhrase, dict[str, Field]]:
        """What is said of the whole search, compared with the one before it."""
        best: dict[str, Field] = {"move": self._best(0), "score": self._worth(0, self._trace.score)}
        nodes, whole, rival = len(self._tree), len(self._whole.tree), len(self._rival.tree)
        bets = self._run.total.null_windows
        if self._run.choice.algorithm is Algorithm.MINIMAX:
            return ScenePhrase.MINIMAX_END, best | {"count": nodes}
        if self._run.choice.algorithm is Algorithm.ALPHABETA:
            if nodes == whole:
                return ScenePhrase.NO_CUT, best | {"count": nodes}
            percent = 100 * (whole - nodes) // whole
            return ScenePhrase.ALPHABETA_END, best | {"count": nodes, "whole": whole, "percent": percent}
        if not bets:
            return ScenePhrase.NO_BET, best
        if nodes == rival:
            return ScenePhrase.PVS_SAME, best | {"nodes": nodes}
        if nodes < rival:
            return ScenePhrase.PVS_FEWER, best | {"nodes": nodes, "whole": rival, "saved": rival - nodes}
        lost = int(lost_bets(self._run).sum())
        figures: dict[str, Field] = {"nodes": nodes, "whole": rival, "count": bets}
        figures["again"] = self._searched_again()
        if lost == bets:
            return ScenePhrase.PVS_ALL_LOST, figures
        return ScenePhrase.PVS_MORE, figures | {"lost": lost}

    # How these are read

    def _searched_again(self) -> int:
        """The nodes in the second visits of a move."""
        again = self._tree.visit > 0
        for ply in range(1, self._tree.plies):
            nodes = np.flatnonzero(self._tree.ply == ply)
            again[nodes] |= again[self._tree.parent[nodes]]
        return int(again.sum())

    def _color(self, node: int) -> Color:
        return self._trace.color(int(self._tree.ply[node]))

    def _worth(self, node: int, value: int) -> Worth:
        return Worth(self._color(node).sign * int(value), self._unit)

    def _best(self, node: int) -> Line:
        """The first of the moves that are worth as much as the node."""
        value = int(self._tree.value[node])
        improved = self._trace.events[self._trace.steps(Event.IMPROVE)]
        here = improved[(improved["node"] == node) & (improved["value"] == value)]
        return Line((int(here["move"][0]),))

    def _elsewhere(self, node: int) -> int:
        """What the other side is sure of by moves it had before it came here. The window of PVS may say more:
        it may be no more than a question.
        """
        tree, best = self._tree, -INFINITE
        inner, above = node, int(tree.parent[node])
        while above != NO_NODE:
            if self._color(above) is not self._color(node):
                for other in tree.children(above):
                    is_sure = tree.bound[other] in (Bound.UPPER, Bound.EXACT)
                    if tree.place[other] < tree.place[inner] and is_sure:
                        best = max(best, -int(tree.value[other]))
            inner, above = above, int(tree.parent[above])
        return best

    def _entered_after(self, step: int) -> int:
        """The node entered by the event after `step`."""
        return int(self._trace.events["node"][step + 1])

    def _is_researched(self, step: int) -> bool:
        return bool(self._trace.events["kind"][step] == Event.RESEARCH)


def lost_bets(run: Run) -> NDArray[np.bool_]:
    """Of each bet of PVS, in their order: whether the move was better than was bet."""
    steps, events = run.trace.steps(Event.NULL_WINDOW), run.trace.events
    found = -run.tree.value[events["node"][steps + 1]]
    lost: NDArray[np.bool_] = found > events["alpha"][steps]
    return lost


def _stop(step: int, phrase: ScenePhrase, weight: int = 0, /, **fields: Field) -> Stop:
    return Stop(step, Sentence(phrase, fields), weight)
