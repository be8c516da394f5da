"""One sentence for every event, as data for translation; none is assembled from pieces.

A score names its side, a bound the side that gets at least that.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from ai.limits import Algorithm, Order
from ai.reference.choice import Evaluator
from ai.reference.searches import INFINITE
from ai.reference.tree import Event
from ai.reference.written import WrittenTree
from ai.telemetry import Reason
from ai.trace.events import Trace
from ai.trace.state import avoiding_move, state_at
from ai.trace.tree import NO_NODE, Bound, NodeKind
from ai.trace.visits import TraceTree
from game.board import PASS, Color
from game.sentences import AtLeast, FieldValue, Line, Sentence, Terms, Worth
from game.text import N_


class Phrase(Enum):
    """The English, with fields in braces: `color` is to move, `other` the other side, `bound` the least that
    one of them gets; `move`, `moves` and `line` are squares; `count`, `depth` and `number` are numbers.
    """

    ENTER_ROOT = N_("The root: {color} is to move. Plies to go: {depth}.")
    ENTER_PASS = N_("{other} has passed, so {color} is to move again.")
    ENTER_OPEN = N_("After {move} {color} is to move. Any score counts.")
    ENTER_BELOW = N_("After {move} {color} is to move. {beta} is good enough: better makes no difference.")
    ENTER_ABOVE = N_("After {move} {color} is to move. {alpha} is too little: less makes no difference.")
    ENTER_WINDOW = N_("After {move} {color} is to move. Only scores from {alpha} to {beta} matter.")
    ENTER_NULL_WINDOW = N_(
        "After {move} {color} is to move. Null window: is it better for {color} than {alpha}?"
    )
    EVALUATED = N_("No plies are left. The evaluation is {value}.")
    COUNTED = N_("No plies are left. The discs are counted: {value}.")
    GAME_OVER = N_("The game is over: {value}.")
    TABLE = N_("This position is in the table: {value}. That is enough for this window.")
    LEAVE_TABLE = N_("So no search is needed here: {value}.")
    LEAVE_PV = N_("All moves are done. Exactly {value}.")
    LEAVE_ALL = N_("All moves are done, and none is better for {color} than {alpha}: {bound}.")
    LEAVE_LAST = N_("Done here: {bound}.")
    LEAVE_CUT = N_("Done here: {bound}. The other moves could only make it better for {color}.")
    MOVES = N_("The moves of {color}, in the order they are searched: {moves}.")
    MOVES_BEST_BEFORE = N_(
        "The moves of {color}: {moves}. {move} was the best here before, so it goes first."
    )
    MOVES_KILLER = N_("The moves of {color}: {moves}. {move} goes first as a killer: it has cut at this ply.")
    MOVES_HISTORY = N_("The moves of {color}: {moves}. {move} goes first: its cuts have the most points.")
    MOVES_EVALUATION = N_("The moves of {color}: {moves}. {move} goes first: it has the best evaluation.")
    MUST_PASS = N_("{color} has no move and must pass. That costs no ply.")
    NULL_WINDOW = N_(
        "{move} is expected to be no better for {color} than {alpha}. A null window asks only that."
    )
    RESEARCH = N_(
        "{move} was expected to be no better for {color} than {alpha}. The null window says it is: {bound}. "
        "It is searched again with the open window."
    )
    IMPROVE = N_("{move} is the best move so far: {value}.")
    IMPROVE_BOUND = N_("{move} is good enough for this window: {bound}.")
    CUT = N_(
        "With {move} {bound}. If it is {beta} or better for {color}, {other} avoids this position, so the "
        "other moves do not matter. Cut off: {count}."
    )
    CUT_ANSWERED = N_(
        "With {move} {bound}. That answers what the window asks, whatever the other moves are worth. Cut"
        " off: {count}."
    )
    CUT_ROOT = N_("With {move} {bound}, which is all this pass asked. Cut off: {count}.")
    CUT_NOTHING = N_("With {move} {bound}: enough for a cut, but it was the last move.")
    PASS_TEST = N_("Pass {number}: is the score {beta} or better for {color}?")
    PASS_TOP = N_("Pass {number} tests an impossible score, so the result is an upper bound for {color}.")
    ORDER = N_("The order of the moves is now: {order}.")
    DEEPEN = N_("Depth {depth} begins.")
    ASPIRE = N_("Depth {depth}: a score from {alpha} to {beta} is expected.")
    ASPIRE_LOW = N_("The score was lower than expected for {color}. Search again, up to {beta}.")
    ASPIRE_HIGH = N_("The score was higher than expected for {color}. Search again, above {alpha}.")
    # For written trees; `low` and `high` are numbers for Black.
    NODE_ROOT = N_("The root: {color} is to move.")
    NODE_OPEN = N_("At {move} {color} is to move. Any value counts.")
    NODE_WINDOW = N_("At {move} {color} is to move. Only values from {low} to {high} matter.")
    NODE_NULL_WINDOW = N_(
        "At {move} {color} is to move. Null window: is the value at most {low}, or at least {high}?"
    )
    NODE_LEAF = N_("The leaf {move} is next.")
    LEAF = N_("A leaf: {value}.")
    HOPE_FIRST = N_("Nothing is known yet: {color} can hope for anything.")
    HOPE = N_("The most {color} can still hope for is down to {beta}.")
    POP_ROOT = N_("The root is taken from OPEN.")
    POP_LIVE = N_("Nothing in OPEN promises {color} more than {line}, {merit}: it is next.")
    POP_SOLVED = N_("Nothing in OPEN promises {color} more than {line}, {merit}, and it is solved.")
    SOLVED = N_("The root is solved: {merit}.")
    PUSH_ROOT = N_("The root is added to OPEN.")
    PUSH_LIVE = N_("{line} is added to OPEN. It promises {color}: {merit}.")
    PUSH_SOLVED = N_("{line} is added to OPEN as solved: {merit}.")
    PUSH_SOLVED_ROOT = N_("The root is added to OPEN as solved: {merit}.")
    SOLVE_BEST = N_("{move} is the best move here, as nothing else promises more: {value}.")
    SOLVE_ENOUGH = N_("{move} is good enough here, as nothing else promises {color} more: {bound}.")
    STRIKE = N_("So the other moves of {color} are removed from OPEN. Cut off unseen: {count}.")
    SOLVE_LEFT = N_("This position is solved: {value}.")
    PURGE = N_("{line} is removed from OPEN.")


ORDER_TERMS: Final = {
    Order.UNSORTED: N_("unsorted"),
    Order.KILLERS: N_("killers"),
    Order.HISTORY: N_("history"),
    Order.EVALUATION: N_("evaluation"),
    Order.PV_FIRST: N_("last best first"),
}
"""What the orders that the Lab compares are called."""


def sentence_at(trace: Trace, nodes: TraceTree, step: int) -> Sentence[Phrase]:
    event = trace.events[step]
    kind, node = Event(event["kind"]), int(event["node"])
    if kind is Event.ANOTHER_PASS:
        return _pass(trace, step)
    if kind in (Event.PUSH, Event.POP, Event.PURGE):
        return _state(trace, nodes, step, kind)

    color, unit = trace.color(int(event["ply"])), trace.unit

    def score(value: int) -> Worth:
        return Worth(color.sign * int(value), unit)

    sides: dict[str, FieldValue] = {"color": color, "other": color.other, "value": score(event["value"])}
    sides |= {"move": Line((int(event["move"]),)), "bound": AtLeast(color, int(event["value"]), unit)}
    sides["alpha"] = score(event["alpha"])
    if kind is Event.ENTER:
        sides |= {"beta": score(event["beta"]), "depth": int(event["depth"])}
        sides["low"], sides["high"] = sorted((score(event["alpha"]), score(event["beta"])))
        return _sentence(_entry(trace, step), sides)
    if kind is Event.ANSWER or (kind is Event.LEAVE and event["detail"] == Reason.TABLE):
        sides["value"] = worth_in((nodes.alpha[node], nodes.beta[node]), int(event["value"]), color, unit)
    if kind is Event.LEAVE:
        phrase = _exit(trace, nodes, step)
        if phrase is Phrase.LEAVE_ALL:
            sides["bound"] = AtLeast(color.other, -int(event["value"]), unit)
        elif phrase is Phrase.SOLVE_LEFT and node:
            sides["value"] = _bounded(int(nodes.value[node]), Bound(nodes.bound[node]), color, unit)
        return _sentence(phrase, sides)
    if kind is Event.ANSWER:
        return _sentence(Phrase.TABLE, sides)
    if kind is Event.MOVES:
        moves = nodes.moves(node)
        phrase = Phrase.MUST_PASS if moves == [PASS] else _OF_FIRSTS[event["detail"]]
        return _sentence(phrase, sides | {"moves": Line(tuple(moves)), "move": Line((moves[0],))})
    if kind in (Event.NULL_WINDOW, Event.RESEARCH):
        return _sentence(Phrase[kind.name], sides)
    if trace.choice.algorithm is Algorithm.SSS:
        best = Phrase.SOLVE_ENOUGH if node else Phrase.SOLVE_BEST
        phrase = best if kind is Event.IMPROVE else Phrase.STRIKE
        sides["bound"] = _bounded(int(nodes.value[node]), Bound(nodes.bound[node]), color, unit)
        return _sentence(phrase, sides | {"count": int(nodes.spared[node])})
    if kind is Event.IMPROVE:
        phrase = Phrase.IMPROVE_BOUND if event["value"] >= nodes.beta[node] else Phrase.IMPROVE
        return _sentence(phrase, sides)
    phrase = _cut(trace, nodes, step)
    return _sentence(phrase, sides | {"beta": score(nodes.beta[node]), "count": int(nodes.spared[node])})


def worth_in(window: tuple[int, int], value: int, color: Color, unit: int) -> Worth | AtLeast:
    """Returns a value for `color`, as a bound if it is not inside the window of its search."""
    alpha, beta = window
    bound = Bound.LOWER if value >= beta else Bound.UPPER if value <= alpha else Bound.EXACT
    return _bounded(value, bound, color, unit)


def _bounded(value: int, bound: Bound, color: Color, unit: int) -> Worth | AtLeast:
    if bound is Bound.LOWER:
        return AtLeast(color, value, unit)
    return AtLeast(color.other, -value, unit) if bound is Bound.UPPER else Worth(color.sign * value, unit)


# Indexed by the First of the moves.
_OF_FIRSTS: Final = (
    *(Phrase.MOVES, Phrase.MOVES_BEST_BEFORE, Phrase.MOVES_KILLER),
    *(Phrase.MOVES_HISTORY, Phrase.MOVES_EVALUATION),
)


def _sentence(phrase: Phrase, fields: Mapping[str, FieldValue]) -> Sentence[Phrase]:
    """Builds a sentence with only the fields that the phrase uses."""
    return Sentence(phrase, {name: field for name, field in fields.items() if f"{{{name}}}" in phrase.value})


def _entry(trace: Trace, step: int) -> Phrase:
    event = trace.events[step]
    if isinstance(trace.root, WrittenTree):
        return _node_entry(event)
    if event["ply"] == 0:
        return Phrase.ENTER_ROOT
    if event["move"] == PASS:
        return Phrase.ENTER_PASS
    if event["alpha"] + 1 == event["beta"]:
        return Phrase.ENTER_NULL_WINDOW
    if event["alpha"] <= -INFINITE:
        return Phrase.ENTER_OPEN if event["beta"] >= INFINITE else Phrase.ENTER_BELOW
    return Phrase.ENTER_ABOVE if event["beta"] >= INFINITE else Phrase.ENTER_WINDOW


def _node_entry(event: Any) -> Phrase:
    """Returns the phrase for entering a node of a written tree."""
    if event["ply"] == 0:
        return Phrase.NODE_ROOT
    if event["depth"] == 0:
        return Phrase.NODE_LEAF
    if event["alpha"] + 1 == event["beta"]:
        return Phrase.NODE_NULL_WINDOW
    is_open = event["alpha"] <= -INFINITE and event["beta"] >= INFINITE
    return Phrase.NODE_OPEN if is_open else Phrase.NODE_WINDOW


def _exit(trace: Trace, nodes: TraceTree, step: int) -> Phrase:
    event = trace.events[step]
    reason = Reason(event["detail"])
    if reason is Reason.EVALUATED and isinstance(trace.root, WrittenTree):
        return Phrase.LEAF
    if reason is Reason.EVALUATED:
        return Phrase.EVALUATED if trace.choice.evaluator is Evaluator.LEARNED else Phrase.COUNTED
    if reason is Reason.GAME_OVER:
        return Phrase.GAME_OVER
    if reason is Reason.TABLE:
        return Phrase.LEAVE_TABLE
    if trace.choice.algorithm is Algorithm.SSS:
        return Phrase.SOLVE_LEFT
    cut = Phrase.LEAVE_CUT if nodes.spared[event["node"]] else Phrase.LEAVE_LAST
    kinds = {NodeKind.PV: Phrase.LEAVE_PV, NodeKind.CUT: cut, NodeKind.ALL: Phrase.LEAVE_ALL}
    return kinds[NodeKind(nodes.kind[event["node"]])]


def _cut(trace: Trace, nodes: TraceTree, step: int) -> Phrase:
    if not nodes.spared[trace.events["node"][step]]:
        return Phrase.CUT_NOTHING
    if not trace.events["ply"][step]:
        return Phrase.CUT_ROOT
    return Phrase.CUT if avoiding_move(state_at(trace, nodes, step).rows) else Phrase.CUT_ANSWERED


def _pass(trace: Trace, step: int) -> Sentence[Phrase]:
    """Returns the sentence for a pass of the root: a new order, depth, window or bound."""
    event, algorithm = trace.events[step], trace.choice.algorithm
    passes = trace.steps(Event.ANOTHER_PASS)
    since = passes[: int(passes.searchsorted(step)) + 1]
    orders = trace.events["detail"][since].nonzero()[0]  # each restarts the search
    since = since[orders[-1] + 1 :] if len(orders) else since
    number = int((trace.events["depth"][since] == event["depth"]).sum())
    turn = trace.root.turn
    fields: dict[str, FieldValue] = {"color": turn}
    fields |= {name: Worth(turn.sign * int(event[name]), trace.unit) for name in ("alpha", "beta")}
    fields |= {"depth": int(event["depth"]), "number": number}
    if event["detail"]:
        order = Order(int(event["detail"]) - 1)
        return _sentence(Phrase.ORDER, fields | {"order": Terms((ORDER_TERMS[order],))})
    if algorithm is Algorithm.SSS:
        return _sentence(Phrase.HOPE if number > 1 else Phrase.HOPE_FIRST, fields)
    if algorithm in (Algorithm.MTDF, Algorithm.MT_SSS):
        is_top = event["beta"] >= INFINITE
        return _sentence(Phrase.PASS_TOP if is_top else Phrase.PASS_TEST, fields)
    if event["alpha"] <= -INFINITE and event["beta"] >= INFINITE and number == 1:
        return _sentence(Phrase.DEEPEN, fields)
    if number == 1:
        return _sentence(Phrase.ASPIRE, fields)
    return _sentence(Phrase.ASPIRE_LOW if event["alpha"] <= -INFINITE else Phrase.ASPIRE_HIGH, fields)


def _state(trace: Trace, nodes: TraceTree, step: int, kind: Event) -> Sentence[Phrase]:
    """Returns the sentence for a state of SSS*; merits are those of the side to move at the root."""
    event = trace.events[step]
    is_solved, node = bool(event["detail"]), int(event["node"])
    line = nodes.line(node)
    if not is_solved and node != NO_NODE:
        line.append(int(event["move"]))
    merit = Worth(trace.root.turn.sign * int(event["value"]), trace.unit)
    fields: dict[str, FieldValue] = {"color": trace.root.turn, "merit": merit, "line": Line(tuple(line))}
    if kind is Event.PURGE:
        return _sentence(Phrase.PURGE, fields)
    return _sentence(_OF_STATES[kind is Event.PUSH, is_solved, bool(line)], fields)


# Indexed by whether the state is added to OPEN, whether it is solved, and whether it is below the root.
_OF_STATES: Final = {
    (False, False, False): Phrase.POP_ROOT,
    (False, False, True): Phrase.POP_LIVE,
    (False, True, False): Phrase.SOLVED,
    (False, True, True): Phrase.POP_SOLVED,
    (True, False, False): Phrase.PUSH_ROOT,
    (True, False, True): Phrase.PUSH_LIVE,
    (True, True, False): Phrase.PUSH_SOLVED_ROOT,
    (True, True, True): Phrase.PUSH_SOLVED,
}
