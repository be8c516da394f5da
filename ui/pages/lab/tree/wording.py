"""What is said of a recorded tree and of its nodes. Scores are those of the side to move."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ai import preparation
from ai.engine import Analysis
from ai.limits import Algorithm
from ai.telemetry import Reason
from ai.trace.tree import NodeKind, RecordedTree
from game.evaluation import FULL_WIDTH, Kind
from play.tree_cursor import Missing, NodeFacts
from ui.text import N_, _, ngettext
from ui.text.key_names import keyed
from ui.text.wording import (
    capitalised,
    describe_depth,
    describe_preparation,
    format_algorithm,
    format_count,
    format_depth,
)
from ui.tree_view import KIND_MEANINGS, format_bound

INTRODUCTION: Final = N_(
    "A column is a position, as wide as the search below it was large; below it stand the positions after its"
    " moves, from left to right as they were searched. Point at one, or walk with the arrow keys."
)

REASONS: Final = {
    Reason.TABLE: N_("The table knew a bound that was good enough."),
    Reason.ENHANCED: N_("The table knew that one of its moves is good enough (ETC)."),
    Reason.PROBCUT: N_("The evaluation or a shallow search foretold the bound (ProbCut)."),
    Reason.STABILITY: N_("So many discs are stable that the window is out of reach."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.EVALUATED: N_("A leaf: the evaluation says what it is worth."),
    Reason.PASSED: N_("There is no move: the value is that of the position after the pass."),
    Reason.HANDED_ON: N_("It was searched by a part of the program that records nothing."),
}
"""Why a node has ended, where its kind does not say it."""
MISSING: Final = {
    Missing.NO_SEARCH: (
        N_("No search yet"),
        N_("Start ({tree_start}) searches the position, and the tree of the search grows here."),
    ),
    Missing.BOOK: (
        N_("No search"),
        N_(
            "This move comes from the opening book, so nothing was searched. Switch the book off in the"
            " settings ({settings}) to see a tree for every move."
        ),
    ),
    Missing.THREADS: (
        N_("Nothing is recorded"),
        N_(
            "Several threads search one tree at the same time, and what each of them does is not recorded."
            " Choose one thread in the settings ({settings}), and the next search shows its tree."
        ),
    ),
    Missing.PLAIN: (N_("Nothing is recorded"), N_("This is the plain search, which records nothing.")),
    Missing.BEGINNING: (N_("The search begins"), N_("Its tree is there in a moment.")),
    Missing.NOTHING: (N_("No tree"), N_("The search ended before it had recorded anything.")),
}
"""(A title, a sentence) for when there is no tree."""
FULL: Final = N_("There was no room to record the rest: it is missing in the lower rows.")


def describe_missing(missing: Missing) -> tuple[str, str]:
    """(A title, why there is no tree and what can be done)."""
    title, why = MISSING[missing]
    sentence = keyed(_(why))
    if missing is Missing.PLAIN:
        sentence = f"{sentence} {describe_preparation(preparation.progress())}."
    return _(title), sentence


# A tree


def kind_of(analysis: Analysis, tree: RecordedTree) -> Kind:
    """What its score is, as the table of depths has it; of a running one, what it will be."""
    iterations = analysis.progress.iterations
    if tree.is_finished and tree.iteration < len(iterations):
        return iterations[tree.iteration].kind
    return Kind.EXACT if tree.to_the_end and tree.confidence == FULL_WIDTH else Kind.ESTIMATE


def name_tree(analysis: Analysis, tree: RecordedTree) -> str:
    """'19', and at the end of the game '22@87%', 'exact': short, but different from the others; '20…' is not
    finished.
    """
    confidence = tree.confidence if tree.to_the_end else FULL_WIDTH
    name = format_depth(tree.depth_wanted, kind_of(analysis, tree), confidence)
    return name if tree.is_finished else f"{name}…"


def describe_tree(analysis: Analysis, tree: RecordedTree) -> str:
    """'19 plies at 87 %, PVS: 1.2 M nodes, 754 of them recorded'"""
    kind = kind_of(analysis, tree)
    found = replace(analysis.progress, depth=tree.depth_wanted, kind=kind, confidence=tree.confidence)
    words = {
        "depth": describe_depth(found),
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


def format_worth(facts: NodeFacts) -> str:
    """'≥ +0.8'; a dash as long as there is no value."""
    if facts.kind is NodeKind.OPEN:
        return "–"
    return format_bound(facts.value, facts.bound, facts.unit)


def describe_node(facts: NodeFacts, is_running: bool) -> str:
    """Who is to move, how much was left, and why it ended."""
    color = facts.board.turn.label
    if facts.is_exact:
        said = ngettext(
            "{color} to move, {depth} empty left.", "{color} to move, {depth} empties left.", facts.depth
        )
    else:
        said = ngettext(
            "{color} to move, {depth} ply left.", "{color} to move, {depth} plies left.", facts.depth
        )
    parts = [said.format(color=color, depth=facts.depth)]
    if facts.is_look:
        parts.append(_("A shallower search of the same position."))
    if facts.kind is NodeKind.OPEN and is_running:
        parts.append(_("It is being searched."))
    else:
        parts.append(_(REASONS.get(facts.reason, KIND_MEANINGS[facts.kind])))
    return " ".join(parts)
