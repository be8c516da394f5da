"""Why a move: the reasons of play/reasons.py as sentences, each of which makes sense by itself."""

from __future__ import annotations

from typing import Final

from game.board import PASS, Board, Move
from play.reasons import Edge, MoveReason, ReasonKind, reasons
from ui.text import N_, _, ngettext
from ui.text.wording import format_move

# Sentences beside a move: more are not read.
MOST_REASONS: Final = 2

SAFE_EDGES: Final = {
    Edge.TOP: N_("After {move} no disc of {side} on the top edge can ever be turned."),
    Edge.BOTTOM: N_("After {move} no disc of {side} on the bottom edge can ever be turned."),
    Edge.LEFT: N_("After {move} no disc of {side} on the left edge can ever be turned."),
    Edge.RIGHT: N_("After {move} no disc of {side} on the right edge can ever be turned."),
}


def describe_why(board: Board, move: Move) -> tuple[str, ...]:
    """The weightiest that can be said of a move, two sentences at most; none of a pass."""
    if move == PASS:
        return ()
    return tuple(describe_reason(reason, move) for reason in reasons(board, move)[:MOST_REASONS])


def describe_mistake(board: Board, move: Move, better: Move) -> tuple[str, ...]:
    """What speaks against a move, and for a better one, a sentence each where there is something to say.

    A judgement that was read from a file may name a move that is none.
    """
    against = [(reason, move) for reason in _of(board, move) if not reason.is_good]
    of_both = {reason.kind for reason in _of(board, move)}
    instead = [
        (reason, better) for reason in _of(board, better) if reason.is_good and reason.kind not in of_both
    ]
    return tuple(describe_reason(*said) for said in (*against[:1], *instead[:1]))


def _of(board: Board, move: Move) -> tuple[MoveReason, ...]:
    return reasons(board, move) if move != PASS and board.is_legal(move) else ()


def describe_reason(reason: MoveReason, move: Move) -> str:
    """'h8 takes the corner.'"""
    return _sentence(reason).format(
        move=format_move(move),
        side=reason.side.label,
        other=reason.side.other.label,
        squares=", ".join(map(format_move, reason.squares)),
        count=reason.count,
    )


def _sentence(reason: MoveReason) -> str:
    if reason.edge is not None:
        return _(SAFE_EDGES[reason.edge])
    corners, count = len(reason.squares), reason.count
    return {
        ReasonKind.ENDS_GAME: _("{move} ends the game."),
        ReasonKind.TAKES_CORNER: _("{move} takes the corner."),
        ReasonKind.GIVES_CORNER: ngettext(
            "{move} lets {other} take the corner {squares}.",
            "{move} lets {other} take one of the corners {squares}.",
            corners,
        ),
        ReasonKind.MAKES_PASS: _("After {move} {other} has no move and must pass."),
        ReasonKind.KEEPS_CORNER: ngettext(
            "After {move} {other} can no longer take the corner {squares}.",
            "After {move} {other} can no longer take the corners {squares}.",
            corners,
        ),
        ReasonKind.WINS_STABLE: ngettext(
            "{move} wins {count} disc that can never be turned.",
            "{move} wins {count} discs that can never be turned.",
            count,
        ),
        ReasonKind.GIVES_STABLE: ngettext(
            "{move} lets {other} play {squares}, which wins {count} disc that can never be turned.",
            "{move} lets {other} play {squares}, which wins {count} discs that can never be turned.",
            count,
        ),
        ReasonKind.FEW_MOVES: ngettext(
            "{move} leaves {other} only {count} move.", "{move} leaves {other} only {count} moves.", count
        ),
        ReasonKind.FEWEST_MOVES: _("{move} leaves {other} the fewest moves: {count}."),
        ReasonKind.LAST_IN_REGION: _("{move} is the last move in its region."),
        ReasonKind.EVEN_REGION: ngettext(
            "After {move} {count} empty square stays in its region: in turns there, {side} moves last.",
            "After {move} {count} empty squares stay in its region: in turns there, {side} moves last.",
            count,
        ),
    }[reason.kind]
