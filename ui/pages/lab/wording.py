"""The texts of the Lab about searches, their trees and the nodes in them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.engine import Analysis
from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.searches import INFINITE
from ai.telemetry import Reason
from ai.trace.coverage import Cover
from ai.trace.sentences import ORDER_TERMS, Phrase
from ai.trace.state import MoveState, PathRow, Status, avoiding_move
from ai.trace.tree import Bound, NodeKind, RecordedTree, SearchTree
from ai.trace.visits import TraceTree
from game.board import Color
from game.evaluation import FULL_WIDTH, Kind
from game.sentences import PLAIN, AtLeast, Sentence, Worth, signed
from play.scenes import Scene
from play.slow_motion import Divergence, Run, ShownStep
from play.tree_cursor import turn_after
from ui.pages.lab.cards import Fact
from ui.text import N_, _, ngettext
from ui.text.wording import (
    capitalised,
    describe_depth,
    format_algorithm,
    format_count,
    format_move,
    format_share,
    search_name,
)
from ui.tree_view import KIND_MEANINGS, Parts, bound_of, format_line, plain, window_of, worth_of

REASONS: Final = {
    Reason.TABLE: N_("The table had a bound that was good enough."),
    Reason.ENHANCED: N_("By the table, one of its moves is good enough (ETC)."),
    Reason.PROBCUT: N_("The evaluation or a shallow search predicted the bound (ProbCut)."),
    Reason.STABILITY: N_("So many discs are stable that the window is out of reach."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.EVALUATED: N_("A leaf, valued by the evaluation."),
    Reason.PASSED: N_("There is no move: the value is from the position after the pass."),
    Reason.HANDED_ON: N_("It was searched by a part of the program that records nothing."),
    Reason.OPEN: N_("Removed from OPEN."),
}
"""Why the search of a node ended, if the kind of the node does not say it."""


# A recorded tree


def depth_of(analysis: Analysis, tree: RecordedTree) -> str:
    """Returns '19 plies at 87 %', as in the table of depths; for a running iteration, its goal."""
    iterations = analysis.progress.iterations
    kind = Kind.EXACT if tree.to_the_end and tree.confidence == FULL_WIDTH else Kind.ESTIMATE
    if tree.is_finished and tree.iteration < len(iterations):
        kind = iterations[tree.iteration].kind
    depth, confidence = tree.root_depth, tree.confidence
    return describe_depth(replace(analysis.progress, depth=depth, kind=kind, confidence=confidence))


def describe_tree(analysis: Analysis, tree: RecordedTree) -> str:
    """Returns '19 plies at 87 %, PVS: 1.2 M nodes, 754 of them recorded'."""
    depth, search = depth_of(analysis, tree), format_algorithm(Algorithm(tree.algorithm))
    nodes, recorded = format_count(tree.width), format_count(len(tree))
    if tree.is_finished:
        sentence = _("{depth}, {search}: {nodes} nodes, {recorded} of them recorded")
    elif analysis.is_done:
        sentence = _("{depth}, {search}: ended early after {nodes} nodes, {recorded} of them recorded")
    else:
        sentence = _("{depth}, {search}: {nodes} nodes so far, {recorded} of them recorded")
    return capitalised(sentence.format(depth=depth, search=search, nodes=nodes, recorded=recorded))


# A node

NODE_FACTS: Final = (
    (N_("Window"),
     N_("The search looked for a value between these two; if only one is shown, it tested whether the side "
        "to move has more than that.")),
    (N_("Value"), N_("What it is worth: exactly, at least (≥) or at most (≤).")),
    (N_("Nodes"), N_("Positions searched here and below, including those not recorded.")),
    (N_("Share of nodes"), N_("The share of this iteration's nodes.")),
)  # fmt: skip


def node_facts(tree: SearchTree, node: int, turn: Color, unit: int) -> tuple[Fact, ...]:
    """Returns the figures of a node; `turn` is to move at the root, `unit` parts of a value are a disc."""
    color = turn_after(turn, tree.line(node))
    value: Parts = ("–",)
    if tree.kind[node] != NodeKind.OPEN:
        value = bound_of(int(tree.value[node]), Bound(tree.bound[node]), unit, color)
    window = window_of(int(tree.alpha[node]), int(tree.beta[node]), unit, color)
    share = format_share(float(tree.size[node]) / max(1, tree.width))
    figures: tuple[str | Parts, ...] = (window, value, format_count(int(tree.size[node])), share)
    named = zip(NODE_FACTS, figures, strict=True)
    return tuple(Fact(_(name), ((figure, "text"),), meaning) for (name, meaning), figure in named)


def describe_node(tree: SearchTree, node: int, turn: Color, is_running: bool = False) -> str:
    """Returns who is to move, the depth that was left, and why the search of the node ended."""
    depth = int(tree.depth[node])
    sentence = ngettext("{color} to move, {depth} ply left.", "{color} to move, {depth} plies left.", depth)
    if isinstance(tree, RecordedTree) and tree.is_exact[node]:
        sentence = ngettext(
            "{color} to move, {depth} empty left.", "{color} to move, {depth} empties left.", depth
        )
    parts = [sentence.format(color=turn_after(turn, tree.line(node)).label, depth=depth)]
    if isinstance(tree, RecordedTree) and tree.is_look[node]:
        parts.append(_("A shallower search of the same position."))
    kind = NodeKind(tree.kind[node])
    is_given_up = isinstance(tree, RecordedTree) and kind is NodeKind.OPEN
    reason = (
        KIND_MEANINGS[kind] if is_given_up else REASONS.get(Reason(tree.reason[node]), KIND_MEANINGS[kind])
    )
    parts.append(_("It is being searched.") if kind is NodeKind.OPEN and is_running else _(reason))
    if isinstance(tree, TraceTree) and (spared := int(tree.spared[node])):
        cut = ngettext("{number} move was cut off.", "{number} moves were cut off.", spared)
        parts.append(cut.format(number=spared))
    return " ".join(parts)


def node_tip(run: Run, node: int) -> str:
    """Returns the tip of a node in a search step by step: its line, its figures, how it was searched."""
    turn, tree = run.trace.root.turn, run.tree
    name = format_line(tuple(tree.line(node)))
    if run.trace.unit == PLAIN and not tree.depth[node]:
        leaf = Worth(run.trace.color(int(tree.ply[node])).sign * int(tree.value[node]), PLAIN)
        return f"{name}\n{Sentence(Phrase.LEAF, {'value': leaf}).text()}"
    figures = ((fact.name, fact.values[0][0]) for fact in node_facts(tree, node, turn, run.trace.unit))
    facts = (f"{name} {each if isinstance(each, str) else plain(each)}" for name, each in figures)
    sentence = f"{describe_node(tree, node, turn)} {' · '.join(facts)}"
    return f"{name}\n{sentence}"


def cover_tip(scene: Scene, node: int) -> str:
    """Returns the tip of a node in minimax's tree: what the search of a scene knows of it so far."""
    found, cover = int(scene.coverage.newest(scene.step)[node]), int(scene.coverage.at(scene.step)[node])
    if cover not in (Cover.UNDER_WAY, Cover.NOT_YET, Cover.CUT_OFF):
        return node_tip(scene.run, found)
    sentence = {
        Cover.UNDER_WAY: _("It is being searched."),
        Cover.NOT_YET: _("Not searched yet."),
        Cover.CUT_OFF: _("Cut off: it can no longer matter."),
    }[Cover(cover)]
    return f"{format_line(tuple(scene.tree.line(node)))}\n{sentence}"


# A step


def code_values(shown: ShownStep) -> Parts:
    """Returns the variables of the code at this step, each with its sign in the code and as a side's score
    ('alpha −0.4 =', the score, ..), and last the side to move, for whom the code counts.
    """
    if not shown.state.rows or shown.algorithm is Algorithm.SSS:
        return ()
    row, unit = shown.state.rows[-1], shown.run.trace.unit
    alpha = int(shown.run.tree.alpha[row.node])
    names = [("alpha" if row.alpha == alpha else "lower", row.alpha), ("beta", row.beta)]
    if row.value is not None:
        names = [("value", row.value)]
    elif shown.algorithm is Algorithm.MINIMAX:
        return ()
    elif shown.algorithm is Algorithm.SCOUT and alpha <= -INFINITE and row.beta >= INFINITE:
        names = [("best", row.alpha)]
    parts = list[str | Worth]()
    for name, value in names:
        parts += f"{name} {signed(value, unit)} =", worth_of(value, unit, row.color)
    return *parts, _("· {color} to move", color=row.color.label)


def learned_rows(shown: ShownStep) -> list[tuple[str, Color, str, bool]]:
    """Returns what killers or history have learned: (the ply, from 1, or the side; its color; the moves;
    whether they count at this step).
    """
    learned, rows = shown.learned, list[tuple[str, Color, str, bool]]()
    if learned is None:
        return rows
    here, has_points = learned.at(max(len(shown.state.rows) - 1, 0)), learned.order is Order.HISTORY
    for ply, moves in learned.rows:
        words = (f"{format_move(move)} {points if has_points else ''}".rstrip() for move, points in moves)
        color = shown.run.trace.color(ply)
        rows.append((color.label if has_points else str(ply + 1), color, "  ".join(words), moves is here))
    return [row for row in rows if row[2]]


def learned_line(shown: ShownStep) -> str:
    """Returns the learned rows in one line: 'killers 1: c2 d2, 2: f4'."""
    plies = ", ".join(f"{name}: {moves}" for name, _color, moves, _is_here in learned_rows(shown))
    return f"{_(ORDER_TERMS[shown.learned.order])} {plies}" if shown.learned and plies else ""


def describe_difference(difference: Divergence, choices: Sequence[Choice]) -> str:
    """Returns where two searches first differ, and what one knew that the other did not."""
    names = [search_name(choice.algorithm) for choice in choices]
    if names[0] == names[1]:
        sides = _("{search} on the left"), _("{search} on the right")
        names = [side.format(search=names[0]) for side in sides]
    fields = {"one": names[difference.explainer], "two": names[1 - difference.explainer]}
    sentence = Sentence(difference.kind, {**difference.fields, **fields}).text()
    if not difference.line:
        return sentence
    return _("After {line}: {sentence}", line=format_line(difference.line), sentence=sentence)


def _end_reason(run: Run, state: MoveState) -> str:
    """Returns why the search of the node after a move ended; '' if its value is enough."""
    tree, node = run.tree, state.node
    if state.kind is NodeKind.CUT and not tree.spared[node] and Reason(tree.reason[node]) is Reason.CUT:
        return ""
    if run.trace.unit == PLAIN and not tree.depth[node]:
        return ""
    return " " + _(REASONS.get(Reason(tree.reason[node]), KIND_MEANINGS[state.kind]))


def describe_move(run: Run, rows: Sequence[PathRow], state: MoveState) -> str:
    """Returns what is known of a move in the last of the rows, and why."""
    kind, row, unit, around = "", rows[-1], run.trace.unit, avoiding_move(rows)
    if state.status is Status.CUT_OFF and (row.cut_by is None or run.choice.algorithm is Algorithm.SSS):
        sentence = _("{move} is no longer considered: nothing better can come of it.")
    elif state.status is Status.CUT_OFF and around is None:
        sentence = _("{move} is cut off: {by} already settles the question.")
    elif state.status is Status.CUT_OFF:
        sentence = _(
            "{move} is cut off: {by} is good enough. {other} will avoid this position: a move further up "
            "gives {color} only {beta}."
        )
    elif state.status is Status.WAITING:
        sentence = _("{move} waits for its turn.")
    elif state.status is Status.AGAIN:
        sentence = _("{move} was better for {color} than expected: {bound}. It is searched again.")
    elif state.status is Status.UNDER_WAY and state.visit:
        sentence = _("{move} is being searched again.")
    elif state.status is Status.UNDER_WAY:
        asked = _("{move} is being searched with a null window.")
        sentence = asked if state.is_null_window else _("{move} is being searched.")
    else:
        is_valued, kind = state.bound is not Bound.NONE, _end_reason(run, state)
        sentence = _("{move} is worth {value}.") if is_valued else _("{move} has been searched.")
    color, bound = row.color, "" if state.value is None else AtLeast(row.color, state.value, unit).text()
    move, by = format_line((state.move,)), "" if row.cut_by is None else format_line((row.cut_by,))
    beta = "" if around is None else worth_of(-around[0], unit, color).text()
    value = plain(bound_of(state.value, state.bound, unit, color))
    words = {"move": move, "by": by, "bound": bound, "beta": beta, "value": value}
    return sentence.format(color=color.label, other=color.other.label, **words) + kind
