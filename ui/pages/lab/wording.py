"""What the Lab says of searches, of their trees and of the nodes in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.engine import Analysis
from ai.limits import Algorithm
from ai.reference.choice import Choice
from ai.telemetry import Reason
from ai.trace.state import MoveState, Row, Status
from ai.trace.tree import Bound, NodeKind, RecordedTree, SearchTree
from ai.trace.visits import TraceTree
from game.board import Color
from game.evaluation import FULL_WIDTH, Kind
from game.sentences import AtLeast, Sentence, signed
from play.difference import Difference
from play.slow_motion import Run, Shown
from play.tree_cursor import turn_after
from ui.pages.lab.cards import Fact
from ui.text import N_, _, ngettext
from ui.text.wording import (
    capitalised,
    describe_depth,
    format_algorithm,
    format_count,
    format_share,
    search_name,
)
from ui.tree_view import KIND_MEANINGS, Parts, bound_of, format_line, plain, window_of, worth_of

REASONS: Final = {
    Reason.TABLE: N_("The table knew a bound that was good enough."),
    Reason.ENHANCED: N_("The table knew that one of its moves is good enough (ETC)."),
    Reason.PROBCUT: N_("The evaluation or a shallow search predicted the bound (ProbCut)."),
    Reason.STABILITY: N_("So many discs are stable that the window is out of reach."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.EVALUATED: N_("A leaf: the evaluation says what it is worth."),
    Reason.PASSED: N_("There is no move: the value is that of the position after the pass."),
    Reason.HANDED_ON: N_("It was searched by a part of the program that records nothing."),
    Reason.OPEN: N_("Removed from OPEN."),
}
"""Why a node has ended, where its kind does not say it."""


# A recorded tree


def depth_of(analysis: Analysis, tree: RecordedTree) -> str:
    """'19 plies at 87 %': as the table of depths has it; of a running one, what it will be."""
    iterations = analysis.progress.iterations
    kind = Kind.EXACT if tree.to_the_end and tree.confidence == FULL_WIDTH else Kind.ESTIMATE
    if tree.is_finished and tree.iteration < len(iterations):
        kind = iterations[tree.iteration].kind
    return describe_depth(
        replace(analysis.progress, depth=tree.depth_wanted, kind=kind, confidence=tree.confidence)
    )


def describe_tree(analysis: Analysis, tree: RecordedTree) -> str:
    """'19 plies at 87 %, PVS: 1.2 M nodes, 754 of them recorded'"""
    words = {
        "depth": depth_of(analysis, tree),
        "search": format_algorithm(Algorithm(tree.algorithm)),
        "nodes": format_count(tree.width),
        "recorded": format_count(len(tree)),
    }
    if tree.is_finished:
        said = _("{depth}, {search}: {nodes} nodes, {recorded} of them recorded")
    elif analysis.is_done:
        said = _("{depth}, {search}: ended early after {nodes} nodes, {recorded} of them recorded")
    else:
        said = _("{depth}, {search}: {nodes} nodes so far, {recorded} of them recorded")
    return capitalised(said.format(**words))


# A node

NODE_FACTS: Final = (
    (N_("Window"),
     N_("The search asked for a value between these two; where they are equal, whether it is more than "
         "that.")),
    (N_("Value"), N_("What it is worth: exactly, at least (≥) or at most (≤).")),
    (N_("Nodes"), N_("Positions searched here and below, including those not recorded.")),
    (N_("Share"), N_("The share of this iteration's nodes.")),
)  # fmt: skip


def node_facts(tree: SearchTree, node: int, turn: Color, unit: int) -> tuple[Fact, ...]:
    """In figures; `turn` is to move at the root, `unit` parts of the tree's values are a disc."""
    color = turn_after(turn, tree.line(node))
    value: Parts = ("–",)
    if tree.kind[node] != NodeKind.OPEN:
        value = bound_of(int(tree.value[node]), Bound(tree.bound[node]), unit, color)
    figures: tuple[str | Parts, ...] = (
        window_of(int(tree.alpha[node]), int(tree.beta[node]), unit, color),
        value,
        format_count(int(tree.size[node])),
        format_share(float(tree.size[node]) / max(1, tree.width)),
    )
    return tuple(
        Fact(_(name), ((figure, "text"),), meaning)
        for (name, meaning), figure in zip(NODE_FACTS, figures, strict=True)
    )


def describe_node(tree: SearchTree, node: int, turn: Color, is_running: bool = False) -> str:
    """Who is to move, how much was left, and why it ended."""
    depth = int(tree.depth[node])
    said = ngettext("{color} to move, {depth} ply left.", "{color} to move, {depth} plies left.", depth)
    is_look = False
    if isinstance(tree, RecordedTree):
        is_look = bool(tree.is_look[node])
        if tree.is_exact[node]:
            said = ngettext(
                "{color} to move, {depth} empty left.", "{color} to move, {depth} empties left.", depth
            )
    parts = [said.format(color=turn_after(turn, tree.line(node)).label, depth=depth)]
    if is_look:
        parts.append(_("A shallower search of the same position."))
    kind = NodeKind(tree.kind[node])
    if kind is NodeKind.OPEN and is_running:
        parts.append(_("It is being searched."))
    else:
        parts.append(_(REASONS.get(Reason(tree.reason[node]), KIND_MEANINGS[kind])))
    if isinstance(tree, TraceTree) and (spared := int(tree.spared[node])):
        cut = ngettext("{number} move was cut off.", "{number} moves were cut off.", spared)
        parts.append(cut.format(number=spared))
    return " ".join(parts)


def node_tip(run: Run, node: int) -> str:
    """Of a column of a search step by step: its line, its figures, and how it was searched."""
    turn, tree = run.trace.board.turn, run.tree
    facts = (
        f"{fact.name} {figure if isinstance(figure, str) else plain(figure)}"
        for fact in node_facts(tree, node, turn, run.choice.unit)
        for figure, _ink in fact.values
    )
    return "\n".join(
        (format_line(tuple(tree.line(node))), f"{describe_node(tree, node, turn)} {' · '.join(facts)}")
    )


# A step


def code_values(run: Run, shown: Shown) -> str:
    """What the code has at this step, with its own signs: 'alpha −0.4, beta +2.8'."""
    if not shown.state.rows or run.choice.algorithm is Algorithm.SSS:
        return ""
    row, unit = shown.state.rows[-1], run.choice.unit
    names = (
        [("alpha", row.alpha), ("beta", row.beta)] if run.choice.algorithm is not Algorithm.MINIMAX else []
    )
    if row.value is not None:
        names = [("value", row.value)]
    return "  ".join(f"{name} {signed(value, unit)}" for name, value in names)


def describe_difference(difference: Difference, choices: Sequence[Choice]) -> str:
    """Where two searches part, and what one knew that the other did not."""
    names = [search_name(choice.algorithm) for choice in choices]
    if names[0] == names[1]:
        sides = _("{search} on the left"), _("{search} on the right")
        names = [side.format(search=names[0]) for side in sides]
    fields = {"one": names[difference.knowing], "two": names[1 - difference.knowing]}
    said = Sentence(difference.parting, {**difference.fields, **fields}).text()
    if not difference.line:
        return said
    return _("After {line}: {sentence}", line=format_line(difference.line), sentence=said)


def describe_move(row: Row, state: MoveState, unit: int) -> str:
    """What is known of a move, and why it is as it is."""
    words = {
        "move": format_line((state.move,)),
        "color": row.color.label,
        "other": row.color.other.label,
        "bound": "" if state.value is None else AtLeast(row.color, state.value, unit).text(),
        "beta": worth_of(row.beta, unit, row.color).text(),
    }
    if state.status is Status.CUT_OFF:
        if row.cut_by is None:
            return _("{move} is no longer considered: nothing better can come of it.", **words)
        said = _(
            "{move} is cut off: {by} is good enough. {other} has a way around this that gives {color} only"
            " {beta}, and will not let it come to this."
        )
        return said.format(by=format_line((row.cut_by,)), **words)
    if state.status is Status.WAITING:
        return _("{move} waits for its turn.", **words)
    if state.status is Status.AGAIN:
        said = _("{move} was better for {color} than expected: {bound}. It is searched again.")
        return said.format(**words)
    if state.status is Status.UNDER_WAY:
        if state.visit:
            return _("{move} is being searched again.", **words)
        if state.is_zero:
            return _("{move} is being searched with a zero window.", **words)
        return _("{move} is being searched.", **words)
    if state.value is None or state.bound is Bound.NONE:
        said = _("{move} has been searched.", **words)
    else:
        value = plain(bound_of(state.value, state.bound, unit, row.color))
        said = _("{move} is worth {value}.", move=words["move"], value=value)
    return said + " " + _(KIND_MEANINGS[state.kind])
