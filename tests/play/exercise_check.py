"""The searches of exercises, written from their definitions alone: max and min in turn, no negation.

No code of `ai.reference` runs here; ∞ has the same value as there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from ai.reference.searches import INFINITE
from ai.reference.tree import Path
from ai.reference.written import Branches, WrittenTree
from ai.trace.written import Figure
from game.board import Color
from game.nodes import node_name
from play.exercise_role import Role
from play.tree_exercise import OUTCOMES, ExerciseQuestion, Outcome, Topic, TreeExercise, Why
from tests.ai.trace.replay import holds


@dataclass
class Fact:
    """A search of a node."""

    path: Path
    is_max: bool
    window: tuple[int, int]
    above: "Fact | None"
    value: int = 0
    cut: tuple[int, ...] = ()
    outcome: Outcome | None = None
    is_known: bool = False
    below: list["Fact"] = field(default_factory=list)


def worth(node: Branches | int, is_max: bool) -> int:
    """Returns the minimax value."""
    if isinstance(node, int):
        return node
    return (max if is_max else min)([worth(below, not is_max) for below in node])


class Definition:
    """All searches of nodes in order, and each γ of MTD(f)."""

    def __init__(self, tree: WrittenTree, role: Role) -> None:
        self.tree, self.role = tree, role
        self.names = {node_name(move): path for path, move in tree.moves.items()}
        self.facts: list[Fact] = []
        self.gammas: list[int] = []
        self._known: dict[Path, tuple[int, int]] = {}
        if role is not Role.MTDF:
            self._search((), (-INFINITE, INFINITE), role, None)
            return
        lower, upper, guess = -INFINITE, INFINITE, 0
        while lower < upper:
            self.gammas.append(gamma := guess if guess > lower else guess + 1)
            guess = self._search((), (gamma - 1, gamma), role, None)
            lower, upper = (guess, upper) if guess >= gamma else (lower, guess)

    def worth(self, path: Path) -> int:
        return worth(self.node(path), self.is_max(path))

    def is_max(self, path: Path) -> bool:
        return self.tree.is_max == (len(path) % 2 == 0)

    def node(self, path: Path) -> Branches | int:
        node: Branches | int = self.tree.branches
        for place in path:
            assert isinstance(node, tuple)
            node = node[place]
        return node

    def _search(self, path: Path, window: tuple[int, int], role: Role, above: Fact | None) -> int:
        fact = Fact(path, self.is_max(path), window, above)
        self.facts.append(fact)
        if above is not None:
            above.below.append(fact)
        node, (low, high) = self.node(path), window
        if isinstance(node, int):
            fact.value = node
            return node
        if role is Role.MTDF:
            least, most = self._known.get(path, (-INFINITE, INFINITE))
            if least >= high or most <= low:
                fact.is_known, fact.value = True, least if least >= high else most
                return fact.value
        values: list[int] = []
        for place in range(len(node)):
            values.append(self._branch(fact, place, values, role))
            if values[-1] >= high if fact.is_max else values[-1] <= low:
                fact.cut = tuple(range(place + 1, len(node)))
                break
        fact.value = max(values) if fact.is_max else min(values)
        if role is Role.FAIL_HARD:
            fact.value = sorted((low, fact.value, high))[1]
        if role is Role.MTDF:
            least, most = self._known.get(path, (-INFINITE, INFINITE))
            self._known[path] = (fact.value, most) if fact.value >= high else (least, fact.value)
        return fact.value

    def _branch(self, fact: Fact, place: int, values: list[int], role: Role) -> int:
        path, (low, high), is_max = (*fact.path, place), fact.window, fact.is_max
        low, high = (max([low, *values]), high) if is_max else (low, min([high, *values]))
        if (role is Role.SCOUT and values) or (role is Role.PVS and values and high - low > 1):
            best = low if is_max else high
        else:
            is_open = role in (Role.MINIMAX, Role.SCOUT)
            return self._search(path, fact.window if is_open else (low, high), role, fact)
        window = (best, best + 1) if is_max else (best - 1, best)
        value = self._search(path, window, Role.ALPHABETA if role is Role.SCOUT else role, fact)
        bet, node = fact.below[-1], self.node(path)
        is_lost = value > best if is_max else value < best
        is_exact = isinstance(node, int) or all(isinstance(below, int) for below in node)
        if not is_lost:
            bet.outcome = Outcome.WON
        elif role is Role.PVS and (value >= high if is_max else value <= low):
            bet.outcome = Outcome.CUT
        elif role is Role.PVS and is_exact:
            bet.outcome = Outcome.EXACT
        else:
            bet.outcome = Outcome.AGAIN
            again = (value, high) if is_max else (low, value)
            value = self._search(path, again if role is Role.PVS else (-INFINITE, INFINITE), role, fact)
        return value

    def is_leaf(self, path: Path) -> bool:
        return isinstance(self.node(path), int)

    def is_asked(self, fact: Fact) -> bool:
        return not fact.is_known and not self.is_leaf(fact.path)


def check_answers(exercise: TreeExercise) -> Definition:
    """Compares all answers and reasons with the definition and with minimax; returns the definition."""
    found = Definition(exercise.tree, exercise.role)
    assert exercise.value == found.worth(())
    visits = list(exercise.all_visits)
    assert [visit.path for visit in visits] == [fact.path for fact in found.facts]
    facts = {id(visit): fact for visit, fact in zip(visits, found.facts, strict=True)}
    asked: dict[Topic, list[int]] = {kind: [] for kind in Topic}
    gammas = iter(found.gammas[1:])
    for question in exercise.questions:
        fact = facts[id(question.visit)]
        asked[question.kind].append(id(fact))
        right = (next(gammas),) if question.kind is Topic.GAMMA else right_answer(question, fact, found)
        assert question.answer == right, question
        assert holds(question.visit.figure, found.worth(fact.path))
        for reason in question.reasons:
            assert is_true_reason(reason.phrase, dict(reason.fields), question, fact, found), reason
            assert not {"{", "}"} & set(reason.text())
    asked_about = [fact for fact in found.facts if found.is_asked(fact)]
    assert set(asked[Topic.VALUE]) == set(map(id, asked_about))
    assert set(asked[Topic.BET]) == {id(fact) for fact in asked_about if fact.outcome is not None}
    cuts = {id(fact) for fact in asked_about if fact.cut and fact.below[-1].outcome is None}
    assert cuts <= set(asked[Topic.CUTS])
    assert next(gammas, None) is None
    return found


def right_answer(question: ExerciseQuestion, fact: Fact, found: Definition) -> tuple[int, ...]:
    if question.kind is Topic.WINDOW:
        return fact.window
    if question.kind is Topic.VALUE:
        return (fact.value,)
    if question.kind is Topic.BET:
        assert fact.outcome is not None
        return (OUTCOMES.index(fact.outcome),)
    since = [each for each in fact.below if each.path[-1] >= question.options[0] - 1]
    is_last = len({each.path for each in since}) == 1 or not any(map(found.is_asked, since))
    return fact.cut if is_last else ()


def is_true_reason(
    why: Why, fields: dict[str, Any], question: ExerciseQuestion, fact: Fact, found: Definition
) -> bool:
    """Returns whether a reason holds by minimax and by the definition of the window."""
    figure = {key: each.value for key, each in fields.items() if isinstance(each, Figure)}
    value, low, high = figure["value"], figure.get("alpha", 0), figure.get("beta", 0)
    node, child = (found.names.get(fields.get(key, ""), ()) for key in ("node", "child"))
    above = fact.above or fact
    kind, is_max = why.name, found.is_max(node)
    if question.kind is Topic.WINDOW:
        assert above.path == node
        before = above.below[: above.below.index(fact)]
    if why in (Why.FOUND, Why.FROM_ABOVE, Why.OPEN):
        end = "αβ".index(fields["end"])
        if why is Why.FOUND:
            is_brother = child in [each.path for each in before]
            return is_brother and is_max is (end == 0) and value == fact.window[end] == found.worth(child)
        is_open, is_side = abs(value) >= INFINITE, fields["color"] is tuple(Color)[end]
        return value == fact.window[end] == above.window[end] and is_side and is_open is (why is Why.OPEN)
    if why in (Why.BET_MAX, Why.BET_MIN):
        best = [found.worth(each.path) for each in before]
        most = max(best) if is_max else min(best)
        of_brothers = low == max(most, above.window[0]) if is_max else high == min(most, above.window[1])
        return is_max is (why is Why.BET_MAX) and (low, high) == fact.window == (low, low + 1) and of_brothers
    if why in (Why.AGAIN_MAX, Why.AGAIN_MIN):
        is_more = why is Why.AGAIN_MAX
        is_bound = found.worth(child) >= value if is_more else found.worth(child) <= value
        other_end = high == above.window[1] if is_more else low == above.window[0]
        return is_max is is_more and child == fact.path and value in fact.window and is_bound and other_end
    if why is Why.CUT_MIN:
        has_more = any(found.worth(way) >= low for way in ancestors(node) if found.is_max(way))
        return not is_max and found.worth(child) <= value <= low == fact.window[0] and has_more
    if why is Why.CUT_MAX:
        has_less = any(found.worth(way) <= high for way in ancestors(node) if not found.is_max(way))
        return is_max and found.worth(child) >= value >= high == fact.window[1] and has_less
    if why is Why.ANSWER_MIN:
        return not is_max and found.worth(child) <= value <= low and fact.window == (low, low + 1)
    if why is Why.ANSWER_MAX:
        return is_max and found.worth(child) >= value > low and fact.window == (low, low + 1)
    seen = [each for each in fact.below if each.value == value]
    if why is Why.NO_CUT_MIN:
        return not is_max and value > low == fact.window[0] and bool(seen)
    if why is Why.NO_CUT_MAX:
        return is_max and value < high == fact.window[1] and bool(seen)
    if kind.startswith("NO_ANSWER"):
        is_settled = value > low if is_max else value <= low
        is_of_side = is_max is (why is Why.NO_ANSWER_MAX)
        return is_of_side and not is_settled and fact.window == (low, low + 1) and bool(seen)
    if why is Why.LAST:
        is_enough = value >= fact.window[1] if is_max else value <= fact.window[0]
        branches = found.node(node)
        assert isinstance(branches, tuple)
        return is_enough and value == found.worth(child) and child[-1] + 1 == len(branches)
    if why in (Why.VALUE_MAX, Why.VALUE_MIN, Why.ONE_VALUE):
        last = {each.path: each.figure for each in question.visit.visits}
        assert fields["values"] == ", ".join(each.text() for each in last.values())
        are_true = all(holds(each, found.worth(path)) for path, each in last.items())
        most = (max if why is Why.VALUE_MAX else min)(each.value for each in last.values())
        is_of_side = why is Why.ONE_VALUE or is_max is (why is Why.VALUE_MAX)
        return are_true and is_of_side and most == fact.value
    if why is Why.INSIDE:
        return not low <= figure["best"] <= high and value == sorted((low, figure["best"], high))[1]
    # For bets, `node` is the node that returns; the side to move above it has bet.
    if kind.startswith("WON"):
        return value <= low if why is Why.WON_MAX else value >= high
    if kind.startswith("LOST"):
        return value > low if why is Why.LOST_MAX else value < high
    if why is Why.EXACT:
        branches = found.node(node)
        return (
            isinstance(branches, tuple) and set(map(type, branches)) == {int} and value == found.worth(node)
        )
    if why is Why.ENOUGH:
        limit = figure["limit"]
        assert (fields["end"], limit) == ("αβ"[above.is_max], above.window[above.is_max])
        return value >= limit if above.is_max else value <= limit
    if why in (Why.AT_LEAST, Why.NOT_LESS):
        return found.worth(()) >= value == question.answer[0] - 1
    return why in (Why.AT_MOST, Why.NOT_MORE) and found.worth(()) <= value == question.answer[0]


def ancestors(path: Path) -> Iterator[Path]:
    for length in range(len(path)):
        yield path[:length]


def wrong_answer(question: ExerciseQuestion, random: Random) -> tuple[int, ...]:
    """Returns a random wrong answer that a learner may give."""
    if question.kind in (Topic.CUTS, Topic.BET):
        options = question.options
        answers = [tuple(options[n:]) for n in range(len(options) + 1)]
        answers = [(n,) for n in options] if question.kind is Topic.BET else answers
    else:
        ends = [(end, end - 1, end + 1, -end, INFINITE) for end in question.answer]
        answers = list(product(*ends))
    return random.choice([answer for answer in answers if answer != question.answer])
