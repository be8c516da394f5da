"""Texts of the coach and of the end of a game: at most two short sentences, in terms of the board."""

from typing import Final

from game.board import Color, Ending, Move, Result
from game.evaluation import Judgement, outcome
from play.coach import Advice
from play.coach_reasons import CoachReason, CoachReasonKind
from play.players import Seats
from play.practice.lesson import Idea
from play.refutation import Refutation
from play.turning import TurningPointReview
from ui.text import N_, _, ngettext
from ui.text.wording import are_named, capitalised, format_move, format_player, format_side

Remark = tuple[str, str]
"""A headline, and a sentence below it, which may be ''."""

IDEA_NAMES: Final = {
    Idea.CORNERS: N_("Corners"),
    Idea.BESIDE_CORNERS: N_("Beside them"),
    Idea.FEW_DISCS: N_("Few discs"),
}
IDEA_WORDS: Final = {
    Idea.CORNERS: (N_("A corner can never be turned back."), N_("Take it when you can.")),
    Idea.BESIDE_CORNERS: (
        N_("Careful beside an empty corner."),
        N_("A disc there often gives the corner away."),
    ),
    Idea.FEW_DISCS: (N_("Early on, few discs are better."), N_("Turn few discs, keep many moves.")),
}
"""Headlines and sentences, translated when shown."""


def describe_outcome(seats: Seats, result: Result) -> str:
    """Returns 'You won 38–26', 'Black won 40–24', 'You lost on time', 'A draw, 32–32'."""
    winner, most, least = result.winner, max(result.black, result.white), min(result.black, result.white)
    if winner is None:
        return _("A draw, {most}–{least}", most=most, least=least)
    people = [color for color in Color if seats[color].is_human]
    is_timed, is_counted = result.ending is Ending.TIME, result.ending is not Ending.UNCOUNTED
    if len(people) == 1 and is_counted:
        won, lost = (
            (_("You won on time"), _("You lost on time"))
            if is_timed
            else (_("You won {most}–{least}"), _("You lost {least}–{most}"))
        )
        return (won if winner is people[0] else lost).format(most=most, least=least)
    name, other = (format_player(seats, color) for color in (winner, winner.other))
    player = name if name != other else winner.label
    if is_timed:
        return _("{player} won on time", player=player)
    who = _("{player} won", player=player)
    if player == winner.label:
        who = capitalised(_("Black won") if winner is Color.BLACK else _("White won"))
    return _("{who} {most}–{least}", who=who, most=most, least=least) if is_counted else who


def describe_turning_point(turning: TurningPointReview, seats: Seats) -> tuple[str, ...]:
    """Returns when and how a game turned: 'It turned at move 28.', 'White played d8 and missed g1.'"""
    node, found = turning.turn, turning.refutation
    if turning.problem:
        return (_("The search failed: {reason}", reason=turning.problem),)
    if not turning.is_final or found is None or node is None:
        if not turning.is_final:
            return (_("Finding where it turned …"),)
        is_draw = turning.loser is None
        return (_("No single move decided it.") if is_draw else _("No single move lost it."),)
    judged, side = found.judgement, found.board.turn
    first = _("It turned at move {number}.", number=turning.number)
    if outcome(judged.played) == outcome(judged.best):
        first = _("The costliest move was number {number}.", number=turning.number)
    is_person = seats[side].is_human and not seats[side.other].is_human
    sentence = (
        _("You played {move} and missed {better}.")
        if is_person
        else _("{side} played {move} and missed {better}.")
    )
    if are_named(seats):
        sentence = _("{player} played {move} and missed {better}.")
    better, move = format_move(judged.better[0]) if judged.better else "", format_move(found.move)
    player = format_side(seats, side)
    return first, sentence.format(side=player, player=player, move=move, better=better)


def describe_warning(move: Move, side: Color, advice: Advice) -> Remark:
    """Returns the warning before `side` makes a move that gives something away."""
    played, other, again = format_move(move), side.other.label, _("Try another ring.")
    if advice.corners:
        corner = format_move(advice.corners[0])
        return _("Careful: {move} opens the corner {corner} to {other}.").format(
            move=played, corner=corner, other=other
        ), again
    return _("Careful: {loss}", loss=describe_cost_by_end(move, advice.loss, advice.is_exact)), again


def describe_coach_reason(found: Refutation, reason: CoachReason) -> Remark:
    """Returns the remark of the coach on a mistake."""
    judgement = found.judgement
    played, other = format_move(found.move), found.board.turn.other.label
    corner = format_move(reason.squares[0]) if reason.squares else ""
    line = ", ".join(map(format_move, reason.line))
    answer = format_move(reason.line[0]) if reason.line else ""
    ours, theirs = reason.ours, reason.theirs
    never, gives = _("A corner can never be turned back."), _("A disc there often gives the corner away.")

    def left() -> str:
        return ngettext(
            "If {other} answers {move}, you have {count} move.",
            "If {other} answers {move}, you have {count} moves.",
            ours, other=other, move=answer, count=ours,
        )  # fmt: skip

    match reason.kind:
        case CoachReasonKind.CORNER:
            said = _("{move} lets {other} take the corner {corner}.", move=played, other=other, corner=corner)
            return said, never
        case CoachReasonKind.WIPEOUT:
            said = _("{other} can turn all your discs now.", other=other)
            return said, _("The move is {move}.", move=answer)
        case CoachReasonKind.RESULT if judgement.best > 0:
            return _("You were winning before {move}.", move=played), _result_after(judgement, other)
        case CoachReasonKind.RESULT:
            return _("{move} gives away the draw.", move=played), _result_after(judgement, other)
        case CoachReasonKind.MOBILITY | CoachReasonKind.OPENS:
            said = ngettext(
                "{other} now has {count} move.", "{other} now has {count} moves.", theirs,
                other=other, count=theirs,
            )  # fmt: skip
            if reason.kind is CoachReasonKind.MOBILITY:
                return said, left()
            return said, ngettext(
                "Your best move leaves {other} {count} move.", "Your best move leaves {other} {count} moves.",
                ours, other=other, count=ours,
            )  # fmt: skip
        case CoachReasonKind.NEXT_CORNER:
            said = _("{other} gets the corner {corner} in a few moves.", other=other, corner=corner)
            return said, _("Next: {line}.", line=line)
        case CoachReasonKind.STABLE:
            count = len(reason.squares)
            said = ngettext(
                "{other} gets {count} disc for good.", "{other} gets {count} discs for good.", count,
                other=other, count=count,
            )  # fmt: skip
            return said, _("Next: {line}.", line=line)
        case CoachReasonKind.PARITY:
            said = ngettext(
                "{count} empty square is left there.", "{count} empty squares are left there.", theirs,
                count=theirs,
            )  # fmt: skip
            return said, _("{other} can play the last one.", other=other)
        case CoachReasonKind.LEAVES:
            return _("You could take the corner {corner}.", corner=corner), never
        case CoachReasonKind.BESIDE:
            return _("{move} is beside the empty corner {corner}.", move=played, corner=corner), gives
        case CoachReasonKind.TOO_MANY:
            said = ngettext(
                "{move} turned {count} disc.", "{move} turned {count} discs.", ours, move=played, count=ours
            )
            return said, _("Early on few discs are better: the best move turns {count}.", count=theirs)
        case CoachReasonKind.CLOSES:
            return left(), ngettext(
                "Your best move leaves you {count} move.", "Your best move leaves you {count} moves.",
                theirs, count=theirs,
            )  # fmt: skip
        case CoachReasonKind.LOSS:
            move = reason.answer(judgement)
            cost = describe_cost_by_end(found.move, judgement.loss, judgement.is_exact)
            answer = "" if move is None else format_move(move)
            return cost, _("{other} can answer {move}.", other=other, move=answer) if answer else ""


def _result_after(judgement: Judgement, other: str) -> str:
    """Returns 'White wins by 4 now.', 'Now it is a draw.'"""
    discs = -round(judgement.played)
    return (
        _("Now it is a draw.") if not discs else _("{other} wins by {discs} now.", other=other, discs=discs)
    )


def describe_cost_by_end(move: Move, loss: float, is_exact: bool) -> str:
    """Returns 'f7 costs about 5 discs by the end.'"""
    discs = round(loss)
    if is_exact:
        sentence = ngettext(
            "{move} costs {count} disc by the end.", "{move} costs {count} discs by the end.", discs
        )
    else:
        sentence = ngettext(
            "{move} costs about {count} disc by the end.",
            "{move} costs about {count} discs by the end.",
            discs,
        )
    return sentence.format(move=format_move(move), count=discs)
