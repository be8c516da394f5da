"""What the page says of values, windows, moves and nodes; scores are those of the side to move.

A search has a sign besides its colour.
"""

from __future__ import annotations

from typing import Final

from ai.limits import Algorithm
from ai.telemetry import Reason
from ai.trace.sentences import Field, Sentence
from ai.trace.state import MoveState, OpenState, Row, Status
from ai.trace.tree import Bound, NodeKind
from game.board import Color
from play.slow_motion import Run
from ui.text import N_, _, ngettext
from ui.text.tree_wording import KIND_MEANINGS, format_bound, format_line, format_value

COLOURS: Final = {
    Algorithm.MINIMAX: "minimax",
    Algorithm.ALPHABETA: "alphabeta",
    Algorithm.PVS: "pvs",
    Algorithm.SCOUT: "scout",
    Algorithm.MTDF: "mtdf",
    Algorithm.MT_SSS: "sss",
    Algorithm.SSS: "sss",
}
SIGNS: Final = {
    Algorithm.MINIMAX: "■",
    Algorithm.ALPHABETA: "◆",
    Algorithm.PVS: "●",
    Algorithm.SCOUT: "▲",
    Algorithm.MTDF: "▼",
    Algorithm.MT_SSS: "□",
    Algorithm.SSS: "◇",
}


REASONS: Final = {
    Reason.EVALUATED: N_("A leaf: the evaluation says what it is worth."),
    Reason.GAME_OVER: N_("A leaf: the game is over."),
    Reason.TABLE: N_("The table knew its value."),
    Reason.OPEN: N_("Struck from OPEN."),
}


def format_open(state: OpenState, unit: int) -> str:
    return f"{format_line(state.line)}  {format_value(state.merit, unit)}"


def describe(sentence: Sentence) -> str:
    """What happened, in the language of the window."""
    return _(sentence.phrase.value).format(**{name: _word(field) for name, field in sentence.fields.items()})


def _word(field: Field) -> str:
    if isinstance(field, Color):
        return field.label
    if isinstance(field, str):  # names of moves
        return " ".join(_("pass") if word == "pass" else word.upper() for word in field.split())
    return str(field)


def describe_move(row: Row, state: MoveState, unit: int) -> str:
    """What is known of a move, and why it is as it is."""
    words = {
        "move": format_line((state.move,)),
        "color": row.color.label,
        "other": row.color.other.label,
        "value": "" if state.value is None else format_value(state.value, unit),
        "beta": format_value(row.beta, unit),
    }
    if state.status is Status.CUT_OFF:
        if row.cut_by is None:
            return _("{move} is not looked at any more: nothing better can come of it.").format(**words)
        said = _(
            "{move} is cut off: {by} is good enough. {other} has a way around this that gives {color} only"
            " {beta}, and will not let it come to this."
        )
        return said.format(by=format_line((row.cut_by,)), **words)
    if state.status is Status.WAITING:
        return _("{move} waits for its turn.").format(**words)
    if state.status is Status.AGAIN:
        said = _("{move} was better than expected, at least {value} for {color}: it is searched again.")
        return said.format(**words)
    if state.status is Status.UNDER_WAY:
        if state.visit:
            return _("{move} is being searched again.").format(**words)
        if state.is_zero:
            return _("{move} is being searched with a zero window.").format(**words)
        return _("{move} is being searched.").format(**words)
    said = {
        Bound.EXACT: _("{move} is worth exactly {value} for {color}."),
        Bound.LOWER: _("{move} is worth at least {value} for {color}."),
        Bound.UPPER: _("{move} is worth at most {value} for {color}."),
        Bound.NONE: _("{move} has been searched."),
    }[state.bound]
    return said.format(**words) + " " + _(KIND_MEANINGS[state.kind])


def describe_node(run: Run, node: int) -> str:
    """Of a column of the tree: its line, window, value and bound, and why it ended."""
    nodes, unit = run.tree, run.choice.unit
    line = tuple(nodes.line(node))
    color = run.trace.color(int(nodes.ply[node])).label
    alpha, beta = (format_value(int(bound[node]), unit) for bound in (nodes.alpha, nodes.beta))
    parts = [format_line(line)]
    said = _("Window from {alpha} to {beta}, {color} to move.")
    parts.append(said.format(alpha=alpha, beta=beta, color=color))
    kind = NodeKind(nodes.kind[node])
    if kind is not NodeKind.OPEN:
        value = format_bound(int(nodes.value[node]), Bound(nodes.bound[node]), unit)
        parts.append(_("Value {value}.").format(value=value))
    reason = REASONS.get(Reason(nodes.reason[node]))
    parts.append(_(reason if reason is not None else KIND_MEANINGS[kind]))
    if spared := int(nodes.spared[node]):
        said = ngettext("{number} move was cut off.", "{number} moves were cut off.", spared)
        parts.append(said.format(number=spared))
    below = int(nodes.size[node]) - 1
    if below:
        parts.append(
            ngettext("{number} node below.", "{number} nodes below.", below).format(number=f"{below:,}")
        )
    return "\n".join((parts[0], " ".join(parts[1:])))
