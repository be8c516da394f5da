"""Why a move: the reasons of play/reasons.py as sentences, each of which makes sense by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.board import PASS, Board, Color, Move
from game.evaluation import Judgement
from play.coach import Advice
from play.reasons import Edge, MoveReason, ReasonKind, reasons
from play.refutation import Refutation
from ui.text import N_, _, ngettext
from ui.text.wording import describe_forced_pass, for_black, format_move, format_worth

# Sentences beside a move: more are not read.
MOST_REASONS: Final = 2
# Discs: an estimated loss below has no number.
LEAST_COST: Final = 0.5

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


def describe_step(board: Board, move: Move, *, is_mistake: bool = False) -> str:
    """One sentence about a move of a line; of a mistake what speaks against it, if there is anything."""
    if move == PASS:
        return describe_forced_pass(board.turn)
    found = sorted(reasons(board, move), key=lambda reason: is_mistake and reason.is_good)
    if found:
        return describe_reason(found[0], move)
    moves, other = board.play(move).legal_moves().bit_count(), board.turn.other.label
    return ngettext(
        "After {move} {other} has {count} move.", "After {move} {other} has {count} moves.", moves
    ).format(move=format_move(move), other=other, count=moves)


def describe_cost(found: Refutation) -> str:
    """'b2 gives away the corner a1 and 12 discs', 'Nothing is better than c4'"""
    move, judgement, corners = format_move(found.move), found.judgement, found.corners
    if not judgement.loss:
        return _("Nothing is better than {move}").format(move=move)
    if judgement.loss < LEAST_COST:
        return _("{move} gives away less than a disc").format(move=move)
    if not corners:
        return _("{move} gives away {cost}").format(move=move, cost=_cost(judgement))
    sentence = ngettext(
        "{move} gives away the corner {corners} and {cost}",
        "{move} gives away the corners {corners} and {cost}",
        len(corners),
    )
    return sentence.format(move=move, corners=_list(corners), cost=_cost(judgement))


def describe_turn(number: int, found: Refutation) -> str:
    """Of a game that is over: 'The game turned at move 41: b2 gave away the corner a1 and 12 discs.'; where
    the side was behind before 'Most was lost at move 41: ...'.
    """
    corners = found.corners
    if not corners:
        what = _("{move} gave away {cost}")
    else:
        what = ngettext(
            "{move} gave away the corner {corners} and {cost}",
            "{move} gave away the corners {corners} and {cost}",
            len(corners),
        )
    what = what.format(move=format_move(found.move), corners=_list(corners), cost=_cost(found.judgement))
    was_behind = found.judgement.best < 0
    sentence = (
        _("The biggest loss was at move {number}: {what}.")
        if was_behind
        else _("The game turned at move {number}: {what}.")
    )
    return sentence.format(number=number, what=what)


def describe_worths(found: Refutation) -> str:
    """'With best play: g2 +7.3 for Black, b2 +4 for White.'; '' where nothing was better."""
    judgement, turn = found.judgement, found.board.turn
    if not judgement.better:
        return ""
    best, played = (
        format_worth(for_black(score, turn), judgement.source) for score in (judgement.best, judgement.played)
    )
    return _("With best play: {better} {best}, {move} {played}.").format(
        better=format_move(judgement.better[0]), best=best, move=format_move(found.move), played=played
    )


def describe_advice(advice: Advice, other: Color) -> str:
    """Before a move: 'That lets White take a1', 'That gives away about 9 discs'"""
    if not advice.corners:
        return _("That gives away {cost}").format(cost=_cost(advice))
    sentence = ngettext(
        "That lets {other} take {corners}", "That lets {other} take one of {corners}", len(advice.corners)
    )
    return sentence.format(other=other.label, corners=_list(advice.corners))


def _cost(judgement: Judgement | Advice) -> str:
    """'12 discs', 'about 7 discs'"""
    discs = round(judgement.loss)
    cost = (
        ngettext("{discs} disc", "{discs} discs", discs)
        if judgement.is_exact
        else ngettext("about {discs} disc", "about {discs} discs", discs)
    )
    return cost.format(discs=discs)


def _list(moves: Iterable[Move]) -> str:
    return ", ".join(map(format_move, moves))


def _of(board: Board, move: Move) -> tuple[MoveReason, ...]:
    return reasons(board, move) if move != PASS and board.is_legal(move) else ()


def describe_reason(reason: MoveReason, move: Move) -> str:
    """'h8 takes the corner.'"""
    return _sentence(reason).format(
        move=format_move(move),
        side=reason.side.label,
        other=reason.side.other.label,
        squares=_list(reason.squares),
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
            "After {move} {count} empty square is left in its region: if both play there, {side} moves last.",
            "After {move} {count} empty squares are left in its region: if both play there, {side} "
            "moves last.",
            count,
        ),
    }[reason.kind]
