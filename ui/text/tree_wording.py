"""What is said of the nodes of trees; scores are those of the side to move."""

from __future__ import annotations

from typing import Final

from ai.trace.sentences import Score
from ai.trace.tree import Bound, NodeKind
from game.board import Move
from ui.text import N_, _
from ui.text.wording import format_move

BOUNDS: Final = {Bound.EXACT: "= ", Bound.LOWER: "≥ ", Bound.UPPER: "≤ ", Bound.NONE: ""}
KIND_MEANINGS: Final = {
    NodeKind.PV: N_("PV node: its value lies inside its window and is exact."),
    NodeKind.CUT: N_("Cut node: a move was so good that the others were not looked at."),
    NodeKind.ALL: N_("All node: all moves were searched, and none was good enough."),
    NodeKind.OPEN: N_("This node was given up before it had a value."),
}


def format_value(value: int, unit: int) -> str:
    """'+0.7', '−∞'; `unit` parts are a disc."""
    if abs(value) > 64 * unit:
        return "+∞" if value > 0 else "−∞"
    return str(Score(value, unit))


def format_bound(value: int | None, bound: Bound, unit: int) -> str:
    """'≤ −4.3'"""
    return "" if value is None else BOUNDS[bound] + format_value(value, unit)


def format_window(alpha: int, beta: int, unit: int) -> str:
    """'−1.2 … +0.8', '> −1.3 ?' for a zero window: is it more than that?"""
    if alpha + 1 >= beta:
        return f"> {format_value(alpha, unit)} ?"
    return f"{format_value(alpha, unit)} … {format_value(beta, unit)}"


def format_line(moves: tuple[Move, ...]) -> str:
    """'D7 C6 –', the root by its name."""
    return " ".join(map(format_move, moves)) or _("the root")
