"""The sentences of the Lab's scenes, and the steps of a trace at which a scene shows one. All cuts, bets
and repeated searches are stops; playback waits at those that are `chosen`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.tree import Event
from ai.telemetry import Reason
from ai.trace.coverage import Coverage
from ai.trace.state import avoiding_move
from ai.trace.tree import LEAF_REASONS
from game.board import PASS, Color
from game.sentences import AtLeast, FieldValue, Line, Sentence, Worth, say
from game.text import N_, N_forms, format_number, localised
from play.slow_motion import Run


class ScenePhrase(Enum):
    """The English sentences: one form, or singular and plural by `count`. Fields are in braces."""

    # In all scenes
    HAD_TO_PASS = N_("{other} has no move and must pass: this is the position after that.")
    ONLY_MOVE = N_("{color} has only one move, {move}: nothing to compare.")
    MUST_PASS = N_("{color} has no move here and must pass. That does not count as a move ahead.")
    # 1: minimax
    LOOK_AHEAD = N_forms(
        "{color} is to move. Minimax looks {count} move ahead and tries every one.",
        "{color} is to move. Minimax looks {count} moves ahead: every move, and every answer to it.",
    )
    LEAF = N_("The look-ahead ends here. The evaluation of this position is {score}.")
    GAME_OVER = N_("The game is over here: {score}.")
    REPLY = N_("After {line} {color}'s best is {move}: {score}.")
    REPLY_ONLY = N_("After {line} {color} has only one move, {move}: {score}.")
    REPLY_PASS = N_("After {line} {color} has no move and must pass: {score}.")
    BEST = N_("{move} is the best so far: {score}.")
    MINIMAX_END = N_forms(
        "Minimax has looked at {count} position and left nothing out. The best move is {move}: {score}.",
        "Minimax has looked at all {count} positions and left nothing out. The best move is {move}: {score}.",
    )
    # 2: alpha-beta
    STOP_EARLY = N_(
        "Alpha-beta finds the same result as minimax, but leaves a position once it cannot matter."
    )
    SURE = N_("With {move} {color} is sure of {score}. A move that gives less can be left early.")
    BETTER = N_("{move} is better: now {color} is sure of {score}.")
    CUT = N_forms(
        "With {move} {bound}. {other} has a better line elsewhere and avoids this one: {count} other move "
        "can be skipped.",
        "With {move} {bound}. {other} has a better line elsewhere and avoids this one: {count} other moves "
        "can be skipped.",
    )
    CUT_EQUAL = N_forms(
        "With {move} {bound}. {other} does as well elsewhere and gains nothing here: {count} other move can "
        "be skipped.",
        "With {move} {bound}. {other} does as well elsewhere and gains nothing here: {count} other moves can"
        " be skipped.",
    )
    ALPHABETA_END = N_forms(
        "{move} again, {score}. Alpha-beta looked at {count} position of {whole}: {percent} % were never "
        "needed.",
        "{move} again, {score}. Alpha-beta looked at {count} positions of {whole}: {percent} % were never "
        "needed.",
    )
    NO_CUT = N_forms(
        "{move} again, {score}. Nothing could be cut off: alpha-beta looked at {count} position, like "
        "minimax.",
        "{move} again, {score}. Nothing could be cut off: alpha-beta looked at all {count} positions, "
        "like minimax.",
    )
    # 3: the order decides
    ORDERS_START = N_forms(
        "Alpha-beta looks {count} move ahead here, five times. Only the order of the moves changes.",
        "Alpha-beta looks {count} moves ahead here, five times. Only the order of the moves changes.",
    )
    KILLERS_START = N_("Now killers: a move that has cut goes first in the next positions at the same depth.")
    HISTORY_START = N_(
        "Now history: every cut gives its move points, wherever it is. Moves with more points go first."
    )
    EVALUATION_START = N_(
        "Now the evaluation: it values the position after each move; the best move goes first."
    )
    PV_START = N_(
        "Now the previous depth: look 1 move ahead, then 2, and so on. The best move found goes first next "
        "time."
    )
    KILLER = N_forms(
        "{move} cuts off {count} other move: from now on it is a killer of {color}.",
        "{move} cuts off {count} other moves: from now on it is a killer of {color}.",
    )
    KILLER_CUT = N_forms(
        "{move} was a killer and went first: it cuts off {count} other move at once.",
        "{move} was a killer and went first: it cuts off {count} other moves at once.",
    )
    HISTORY_CUT = N_forms(
        "No move had more points than {move}, so it went first: it cuts off {count} other move at once.",
        "No move had more points than {move}, so it went first: it cuts off {count} other moves at once.",
    )
    SORTING = N_forms(
        "{count} position was evaluated to sort the moves; it is counted, too.",
        "{count} positions were evaluated to sort the moves; they are counted, too.",
    )
    BOARD_END = N_("In board order, from a1 to h8, it takes {nodes} positions.")
    ORDER_FEWER = N_("In this order it takes {nodes} positions: {difference} fewer than in board order.")
    ORDER_MORE = N_("In this order it takes {nodes} positions: {difference} more than in board order.")
    ORDER_SAME = N_("In this order it takes {nodes} positions, as many as in board order.")
    ORDERS_END = N_(
        "The result is always {score}. Fewest positions: {names}, {nodes}. Board order takes {times} times "
        "as many."
    )
    ORDERS_EVEN = N_(
        "The result is always {score}. Here no order beats board order, {whole} positions. In most middle "
        "games they do."
    )
    # 4: PVS
    FIRST_IS_BEST = N_(
        "PVS bets that the first move, {move}, is best. It only asks whether another is better."
    )
    BET = N_("The bet: {move} is no better for {color} than {score}. PVS asks only whether that is true.")
    WON = N_forms(
        "The bet is won after {count} position: {move} is no better for {color} than {score}.",
        "The bet is won after {count} positions: {move} is no better for {color} than {score}.",
    )
    LOST = N_("The bet is lost: with {move} {bound}. It is searched again, to learn how good it is.")
    AGAIN = N_("Searched again, {move} is worth {score}.")
    CUT_BET = N_forms(
        "With {move} {bound}. That answers the question: {count} other move can be skipped.",
        "With {move} {bound}. That answers the question: {count} other moves can be skipped.",
    )
    PVS_FEWER = N_(
        "{move} again, {score}. PVS looked at {nodes} positions, alpha-beta at {whole}: betting saved "
        "{saved}."
    )
    PVS_SAME = N_("{move} again, {score}. PVS looked at {nodes} positions, as many as alpha-beta.")
    PVS_MORE = N_forms(
        "PVS needs {nodes} positions, alpha-beta {whole}: {lost} of {count} bet was lost, and searching "
        "again cost {again}.",
        "PVS needs {nodes} positions, alpha-beta {whole}: {lost} of {count} bets were lost, and searching "
        "again cost {again}.",
    )
    NO_BET = N_("{move} again, {score}. There was nothing to bet on: PVS did what alpha-beta did.")
    # 5: deeper and deeper
    DEPTHS_START = N_forms(
        "Time may be up at any moment. So look 1 move ahead first, then more, up to {count}.",
        "Time may be up at any moment. So look 1 move ahead first, then 2, up to {count}.",
    )
    DEPTHS_ONE = N_forms(
        "Only {count} move is left: there is no earlier depth to learn from.",
        "Only {count} moves are left: there is no earlier depth to learn from.",
    )
    DEPTH_DONE = N_forms(
        "{count} move ahead: the best line is {line}, {score}.",
        "{count} moves ahead: the best line is {line}, {score}.",
    )
    DEPTH_NEXT = N_forms(
        "Now {count} move ahead: {move}, the best move so far, goes first.",
        "Now {count} moves ahead: {move}, the best move so far, goes first.",
    )
    REPLY_NEXT = N_("After {line} the best answer so far, {move}, goes first, too.")
    NEW_BEST = N_("{move} proves better than {best}: from here on it would be played.")
    TABLE = N_("The table knows this position from another order of moves: it is not searched again.")
    TIME_KEPT = N_forms(
        "If time were up here, {move} would be played: it was best {count} move ahead, and nothing has "
        "proved better.",
        "If time were up here, {move} would be played: it was best {count} moves ahead, and nothing has "
        "proved better.",
    )
    TIME_NEW = N_(
        "If time were up here, {move} would be played: this depth is not done, but {move} has proved better "
        "than {best}."
    )
    DEPTHS_FEWER = N_forms(
        "{move}, {score}. All depths together: {nodes} positions. {count} move ahead at once, in board "
        "order: {whole}.",
        "{move}, {score}. All depths together: {nodes} positions. {count} moves ahead at once, in board "
        "order: {whole}.",
    )
    DEPTHS_MORE = N_forms(
        "{move}, {score}. Earlier depths do not pay here: {nodes} positions; {count} move ahead at once: "
        "{whole}.",
        "{move}, {score}. Earlier depths do not pay here: {nodes} positions; {count} moves ahead at once: "
        "{whole}.",
    )
    DEPTHS_SAME = N_forms(
        "{move}, {score}. All depths together: {nodes} positions, as many as {count} move ahead at once.",
        "{move}, {score}. All depths together: {nodes} positions, as many as {count} moves ahead at once.",
    )
    # 6: the race
    RACE_START = N_forms(
        "All four look {count} move ahead in the same position: who needs the fewest positions?",
        "All four look {count} moves ahead in the same position: who needs the fewest positions?",
    )
    RACE_DEPTH = N_forms(
        "{count} move ahead: {whole} positions for minimax, {nodes} for {names}.",
        "{count} moves ahead: {whole} positions for minimax, {nodes} for {names}.",
    )
    RACE_DEPTH_EVEN = N_forms(
        "{count} move ahead: minimax looks at {whole} positions, and no other at fewer yet.",
        "{count} moves ahead: minimax looks at {whole} positions, and no other at fewer yet.",
    )
    RACE_END = N_("{names}: {times} times fewer positions than minimax.")
    RACE_EVEN = N_("Nothing can be saved here: minimax looks at {whole} positions, and no other at fewer.")
    RACE_SHARES = N_("Stopping early {early}, betting {betting}, remembering positions {remembering}.")


class Times(NamedTuple):
    """How many times larger one number is than another, rounded down."""

    more: int
    fewer: int

    def text(self) -> str:
        if self.more >= 10 * self.fewer:
            return format_number(self.more // self.fewer)
        return format_number(10 * self.more // self.fewer / 10, ".1f")


class Change(NamedTuple):
    """The change from one number to another in per cent; with two decimals below −99 %."""

    before: int
    after: int

    def text(self) -> str:
        percent = 100 * (self.after - self.before) / self.before
        shown = f"{percent:+.2f}" if percent < -99 else f"{round(percent):+}" if round(percent) else "0"
        return f"{localised(shown.replace('-', '−'))} %"


# Playback waits at the first stop of each kind, and at others up to this number.
STOPS: Final = 12


@dataclass(frozen=True, slots=True)
class Stop:
    """A sentence of a scene, true after `step`. `weight` is the number of positions concerned."""

    step: int
    sentence: Sentence[ScenePhrase]
    weight: int = 0

    @property
    def kind(self) -> ScenePhrase:
        return self.sentence.phrase


def chosen(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """Returns the first stop of each kind, beginning and end included, then those of the largest weight."""
    firsts = {stop.kind: stop for stop in reversed(stops)}
    rest = sorted((stop for stop in stops if stop.weight), key=lambda stop: (-stop.weight, stop.step))
    wanted = {stop.step: stop for stop in (*firsts.values(), *rest)}  # one stop per step
    most = max(len(firsts), STOPS)
    return tuple(sorted(list(wanted.values())[:most], key=lambda stop: stop.step))


def stops_of(run: Run, whole: Run, rival: Run, coverage: Coverage) -> list[Stop]:
    """Returns all stops of a search. `whole` is minimax on the same position, `rival` alpha-beta."""
    found = _Stops(run, whole, rival, coverage)
    stops = [found.beginning(), *found.passes(), found.end()]
    if run.choice.algorithm is Algorithm.MINIMAX:
        stops += [*found.leaves(), *found.replies(), *found.improvements(ScenePhrase.BEST, ScenePhrase.BEST)]
    else:
        stops += [*found.cuts(), *found.improvements(ScenePhrase.SURE, ScenePhrase.BETTER), *found.bets()]
    return stops


class _Stops:
    def __init__(self, run: Run, whole: Run, rival: Run, coverage: Coverage) -> None:
        self._run, self._trace, self._tree = run, run.trace, run.tree
        self._whole, self._rival, self._coverage = whole, rival, coverage
        self._unit = run.choice.unit
        self._has_bets = run.choice.algorithm is Algorithm.PVS

    def beginning(self) -> Stop:
        """Returns the stop of the root, whose entry and moves are steps 0 and 1."""
        color, moves = self._trace.color(0), self._tree.moves(0)
        if len(moves) == 1:
            return make_stop(1, ScenePhrase.ONLY_MOVE, color=color, move=Line((moves[0],)))
        if self._run.choice.algorithm is Algorithm.MINIMAX:
            return make_stop(1, ScenePhrase.LOOK_AHEAD, color=color, count=int(self._tree.depth[0]))
        if self._run.choice.algorithm is Algorithm.ALPHABETA:
            return make_stop(1, ScenePhrase.STOP_EARLY)
        return make_stop(1, ScenePhrase.FIRST_IS_BEST, move=Line((moves[0],)))

    def passes(self) -> Iterator[Stop]:
        """Yields the stop of the first pass in the tree."""
        nodes = np.flatnonzero(self._tree.move == PASS)
        if len(nodes):
            above = int(self._tree.parent[nodes[0]])
            yield make_stop(int(self._tree.moved[above]), ScenePhrase.MUST_PASS, color=self._color(above))

    def leaves(self) -> Iterator[Stop]:
        """Yields the stop of the first leaf of each kind."""
        for reason in LEAF_REASONS:
            for node in np.flatnonzero(self._tree.reason == reason)[:1].tolist():
                step, worth = int(self._tree.last[node]), self._worth(node, self._tree.value[node])
                if reason is Reason.EVALUATED:
                    yield make_stop(step, ScenePhrase.LEAF, score=worth)
                else:
                    discs = worth.value // worth.unit
                    yield make_stop(step, ScenePhrase.GAME_OVER, score=Worth(discs, 1))

    def replies(self) -> Iterator[Stop]:
        """Yields a stop for the first inner node deeper than ply 1, then one for each move of the root."""
        inner = np.flatnonzero((self._tree.reason == Reason.ALL_MOVES) & (self._tree.ply > 0))
        deeper = [node for node in inner.tolist() if self._tree.ply[node] > 1]
        for node in deeper[:1] + [node for node in inner.tolist() if self._tree.ply[node] == 1]:
            moves = self._tree.moves(node)
            phrase = ScenePhrase.REPLY if len(moves) > 1 else ScenePhrase.REPLY_ONLY
            yield make_stop(
                int(self._tree.last[node]),
                ScenePhrase.REPLY_PASS if moves == [PASS] else phrase,
                int(self._tree.size[node]),
                line=Line(tuple(self._tree.line(node))),
                color=self._color(node),
                move=self._best(node),
                score=self._worth(node, self._tree.value[node]),
            )

    def improvements(self, first: ScenePhrase, later: ScenePhrase) -> Iterator[Stop]:
        """Yields the stops at which the root gets a better move."""
        for index, step in enumerate(self._trace.improvements(0).tolist()):
            event, color = self._trace.events[step], self._trace.color(0)
            score, move = self._worth(0, event["value"]), Line((int(event["move"]),))
            yield make_stop(step, later if index else first, color=color, move=move, score=score)

    def cuts(self) -> Iterator[Stop]:
        for step in self._trace.steps(Event.CUT).tolist():
            event = self._trace.events[step]
            node, value = int(event["node"]), int(event["value"])
            color, count = self._color(node), int(self._tree.spared[node])
            if not count:
                continue
            phrase, better = ScenePhrase.CUT_BET, avoiding_move(self._run.show(step).state.rows)
            if better is not None:
                phrase = ScenePhrase.CUT if better[0] > -value else ScenePhrase.CUT_EQUAL
            weight = 0 if self._has_bets else self._coverage.spared(node)
            move, bound = Line((int(event["move"]),)), AtLeast(color, value, self._unit)
            yield make_stop(step, phrase, weight, move=move, bound=bound, count=count, other=color.other)

    def bets(self) -> Iterator[Stop]:
        """Yields each bet of PVS, how it ended, and what a second search has found."""
        for step in self._trace.steps(Event.NULL_WINDOW).tolist():
            event = self._trace.events[step]
            node = int(event["node"])
            move, color = Line((int(event["move"]),)), self._color(node)
            limit = self._worth(node, event["alpha"])
            yield make_stop(step, ScenePhrase.BET, move=move, color=color, score=limit)
            child = int(self._trace.events["node"][step + 1])
            found = -int(self._tree.value[child])
            ended, size = int(self._tree.last[child]), int(self._tree.size[child])
            if found <= event["alpha"]:
                spared = int(self._whole.tree.size[self._coverage.node[child]]) - size
                yield make_stop(
                    ended, ScenePhrase.WON, spared, count=size, move=move, color=color, score=limit
                )
            elif self._trace.events["kind"][ended + 1 : ended + 2].tolist() == [Event.RESEARCH]:
                again = int(self._trace.events["node"][ended + 2])
                size += int(self._tree.size[again])
                bound = AtLeast(color, found, self._unit)
                yield make_stop(ended + 1, ScenePhrase.LOST, size, move=move, bound=bound)
                value = -int(self._tree.value[again])
                if value < self._tree.beta[node]:  # else it is good enough for a cut
                    last = int(self._tree.last[again])
                    yield make_stop(last, ScenePhrase.AGAIN, move=move, score=self._worth(node, value))

    def end(self) -> Stop:
        """Returns the stop that sums up the search, compared with `whole` or, for PVS, with `rival`."""
        nodes, whole, rival = len(self._tree), len(self._whole.tree), len(self._rival.tree)
        are_lost = lost_bets(self._run)
        bets, lost = len(are_lost), int(are_lost.sum())
        if self._run.choice.algorithm is Algorithm.MINIMAX:
            phrase, count = ScenePhrase.MINIMAX_END, nodes
        elif self._run.choice.algorithm is Algorithm.ALPHABETA:
            phrase, count = ScenePhrase.NO_CUT if nodes == whole else ScenePhrase.ALPHABETA_END, nodes
        elif not bets or nodes == rival:
            phrase, count = ScenePhrase.PVS_SAME if bets else ScenePhrase.NO_BET, bets
        elif nodes < rival:
            phrase, count = ScenePhrase.PVS_FEWER, bets
        else:
            phrase, count = ScenePhrase.PVS_MORE, bets
        best = {"move": self._best(0), "score": self._worth(0, self._trace.score)}
        figures = {"count": count, "nodes": nodes, "whole": rival if self._has_bets else whole, "lost": lost}
        again, percent, saved = self._searched_again(), 100 * (whole - nodes) // whole, rival - nodes
        fields = {**best, **figures, "again": again, "percent": percent, "saved": saved}
        return make_stop(len(self._trace) - 1, phrase, **fields)

    def _searched_again(self) -> int:
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
        """Returns the first of the moves whose value is that of the node."""
        improved = self._trace.events[self._trace.improvements(node)]
        return Line((int(improved["move"][improved["value"] == self._tree.value[node]][0]),))


def lost_bets(run: Run) -> NDArray[np.bool_]:
    """Returns for each bet of PVS, in order, whether it was lost: whether the move was better."""
    steps, events = run.trace.steps(Event.NULL_WINDOW), run.trace.events
    found = -run.tree.value[events["node"][steps + 1]]
    lost: NDArray[np.bool_] = found > events["alpha"][steps]
    return lost


def make_stop(step: int, phrase: ScenePhrase, weight: int = 0, /, **fields: FieldValue) -> Stop:
    return Stop(step, say(phrase, **fields), weight)
