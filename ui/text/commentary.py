"""Sentences about moves, from the reasons of play/reasons.py. Each makes sense on its own."""

from collections.abc import Iterable
from typing import Final

from game.board import PASS, Board, Color, Move
from game.evaluation import Judgement, Kind, outcome
from play.coach_reasons import CoachReasonKind, coach_reason
from play.reasons import Edge, MoveReason, ReasonKind, reasons
from play.refutation import Refutation
from play.two_lines import Decision
from ui.text import N_, _, ngettext
from ui.text.coaching import describe_coach_reason
from ui.text.wording import describe_forced_pass, for_black, format_move, format_worth

# Sentences about a move at most: users do not read more.
MOST_REASONS: Final = 2

SAFE_EDGES: Final = {
    Edge.TOP: N_("After {move} no disc of {side} on the top edge can ever be turned."),
    Edge.BOTTOM: N_("After {move} no disc of {side} on the bottom edge can ever be turned."),
    Edge.LEFT: N_("After {move} no disc of {side} on the left edge can ever be turned."),
    Edge.RIGHT: N_("After {move} no disc of {side} on the right edge can ever be turned."),
}


def describe_why(board: Board, move: Move) -> tuple[str, ...]:
    """Returns at most two sentences, the strongest reasons of a move; none for a pass."""
    if move == PASS:
        return ()
    return tuple(describe_reason(reason, move) for reason in reasons(board, move)[:MOST_REASONS])


def describe_mistake(found: Refutation) -> tuple[str, ...]:
    """Returns what is wrong with a move, and a reason for the best move that the move itself lacks."""
    of_both = {reason.kind for reason in reasons(found.board, found.move)}
    instead = [
        describe_reason(reason, move)
        for move in found.board.legal_part(found.judgement.better[:1])
        if move != PASS
        for reason in reasons(found.board, move)
        if reason.is_good and reason.kind not in of_both
    ]
    return (*describe_against(found), *instead[:1])


def describe_against(found: Refutation) -> tuple[str, ...]:
    """Returns up to two sentences against a move; () for a result, wipeout, corner not taken, mere loss."""
    reason, side = coach_reason(found.board, found.move, found.judgement), found.board.turn
    answer = reason.line[0] if reason.line else found.move
    match reason.kind:
        case CoachReasonKind.RESULT | CoachReasonKind.WIPEOUT | CoachReasonKind.LEAVES | CoachReasonKind.LOSS:
            return ()
        case CoachReasonKind.OPENS:
            moves = (found.move, reason.theirs), (found.judgement.better[0], reason.ours)
            return tuple(_describe_moves(move, side.other, count) for move, count in moves)
        case CoachReasonKind.MOBILITY:
            theirs = _describe_moves(found.move, side.other, reason.theirs)
            return theirs, _describe_moves(answer, side, reason.ours)
        case CoachReasonKind.CLOSES:
            return (_describe_moves(answer, side, reason.ours),)
        case CoachReasonKind.CORNER:
            return describe_coach_reason(found, reason)[:1]
    return describe_coach_reason(found, reason)


def describe_step(board: Board, move: Move) -> str:
    """Returns a sentence about a move of a line: 'White: a4 leaves Black the fewest moves: 6.'"""
    if move == PASS:
        return describe_forced_pass(board.turn)
    if found := reasons(board, move):
        said = describe_reason(found[0], move)
    else:
        said = _describe_moves(move, board.turn.other, board.play(move).legal_moves().bit_count())
    return _("{side}: {sentence}", side=board.turn.label, sentence=said)


def _describe_moves(move: Move, other: Color, count: int) -> str:
    return ngettext(
        "After {move} {other} has {count} move.", "After {move} {other} has {count} moves.", count
    ).format(move=format_move(move), other=other.label, count=count)


def describe_cost(found: Refutation) -> str:
    """Returns 'b2 gives away the corner a1 and 12 discs', 'No move is better than c4'."""
    move, judgement, corners = format_move(found.move), found.judgement, found.corners
    if not judgement.loss:
        return _("No move is better than {move}", move=move)
    if not round(judgement.loss):
        return _("{move} gives away less than a disc", move=move)
    if not corners:
        return _("{move} gives away {cost}", move=move, cost=_cost(judgement))
    sentence = ngettext(
        "{move} gives away the corner {corners} and {cost}",
        "{move} gives away the corners {corners} and {cost}",
        len(corners),
    )
    return sentence.format(move=move, corners=_list(corners), cost=_cost(judgement))


def describe_turn(number: int, found: Refutation) -> str:
    """Returns 'The game turned at move 41: b2 gives away the corner a1 and 12 discs.', or 'The biggest loss
    was at move 41: ...' if the move did not change the outcome.
    """
    what, judged = describe_cost(found), found.judgement
    if outcome(judged.played) == outcome(judged.best):
        return _("The biggest loss was at move {number}: {what}.", number=number, what=what)
    return _("The game turned at move {number}: {what}.", number=number, what=what)


def describe_worths(found: Refutation) -> str:
    """Returns 'g2: Black +7. b2: White +4.'; '' if no move was better."""
    judgement, turn = found.judgement, found.board.turn
    if not judgement.better:
        return ""
    worths = (judgement.better[0], judgement.best), (found.move, judgement.played)
    return " ".join(describe_worth(move, for_black(score, turn), judgement.source) for move, score in worths)


def describe_decision(decision: Decision, found: Refutation) -> str:
    """Returns 'g2 gives White the corner h1.'"""
    move, side = format_move(decision.move), decision.side.label
    if decision.square == PASS:
        return _("{move} makes {side} pass.", move=move, side=decision.side.other.label)
    if decision.square == decision.move:
        return _("{move} takes the corner.", move=move)
    if decision.square is not None:
        square = format_move(decision.square)
        return _("{move} gives {side} the corner {square}.", move=move, side=side, square=square)
    other = found.judgement.better[0] if decision.move == found.move else found.move
    return ngettext(
        "{move} gives {side} {count} disc that can never be turned, {other} {fewer}.",
        "{move} gives {side} {count} discs that can never be turned, {other} {fewer}.",
        decision.count,
    ).format(move=move, side=side, count=decision.count, other=format_move(other), fewer=decision.fewer)


def describe_results(found: Refutation) -> tuple[str, ...]:
    """Returns 'If both play their best, g2 leads to 25–39, h6 to 37–27.'; () if the scores are not exact."""
    judged, sign = found.judgement, found.board.turn.sign
    if not judged.is_exact:
        return ()
    sentence = _("If both play their best, {move} leads to {result}, {other} to {other_result}.")
    leads = (round(sign * score) // 2 for score in (judged.played, judged.best))
    result, other_result = (f"{32 + lead}–{32 - lead}" for lead in leads)
    move, other = format_move(found.move), format_move(judged.better[0])
    return (sentence.format(move=move, result=result, other=other, other_result=other_result),)


def describe_worth(move: Move, score: float, kind: Kind) -> str:
    """Returns 'f1: White wins by 4.'"""
    return _("{move}: {score}.", move=format_move(move), score=format_worth(score, kind))


def _cost(judgement: Judgement) -> str:
    """Returns '12 discs', 'about 7 discs'."""
    discs = round(judgement.loss)
    if judgement.is_exact:
        return ngettext("{discs} disc", "{discs} discs", discs, discs=discs)
    return ngettext("about {discs} disc", "about {discs} discs", discs, discs=discs)


def _list(moves: Iterable[Move]) -> str:
    return ", ".join(map(format_move, moves))


def describe_reason(reason: MoveReason, move: Move) -> str:
    """Returns 'h8 takes the corner.'"""
    side, other, where = reason.side.label, reason.side.other.label, _list(reason.squares)
    fields = {"move": format_move(move), "side": side, "other": other, "squares": where}
    return _sentence(reason).format(**fields, count=reason.count)


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
