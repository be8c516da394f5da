"""Sentences about moves, by the reasons of play/reasons.py, and about searches.

Each makes sense alone. The best move of a selective search only seems best.
"""

from collections.abc import Iterable
from typing import Final

from ai.limits import FULL_STRENGTH, Algorithm, Iteration, MoveBound, Options, Progress, Question
from game.board import PASS, Board, Color, Move
from game.evaluation import FULL_WIDTH, Evaluation, Judgement, Kind, outcome, surest
from play.coach_reasons import CoachReasonKind, coach_reason
from play.reasons import Edge, MoveReason, ReasonKind, reasons
from play.refutation import Refutation
from ui.text import N_, _, ngettext
from ui.text.coaching import describe_given
from ui.text.wording import capitalised, describe_forced_pass, for_black, format_move, format_worth

# Sentences beside a move: more are not read.
MOST_REASONS: Final = 2

SAFE_EDGES: Final = {
    Edge.TOP: N_("After {move} no disc of {side} on the top edge can ever be turned."),
    Edge.BOTTOM: N_("After {move} no disc of {side} on the bottom edge can ever be turned."),
    Edge.LEFT: N_("After {move} no disc of {side} on the left edge can ever be turned."),
    Edge.RIGHT: N_("After {move} no disc of {side} on the right edge can ever be turned."),
}


def describe_why(board: Board, move: Move) -> tuple[str, ...]:
    """The weightiest reasons of a move, two sentences at most; none for a pass."""
    if move == PASS:
        return ()
    return tuple(describe_reason(reason, move) for reason in reasons(board, move)[:MOST_REASONS])


def describe_mistake(found: Refutation) -> tuple[str, ...]:
    """What speaks against a move and not against the best one, and what for the best one alone."""
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
    """What speaks against a move, in two sentences at most; () where only what it loses is known."""
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
            return describe_given(found, reason)[:1]
    return describe_given(found, reason)


def describe_step(board: Board, move: Move) -> str:
    """A sentence about a move of a line."""
    if move == PASS:
        return describe_forced_pass(board.turn)
    if found := reasons(board, move):
        return describe_reason(found[0], move)
    return _describe_moves(move, board.turn.other, board.play(move).legal_moves().bit_count())


def _describe_moves(move: Move, other: Color, count: int) -> str:
    return ngettext(
        "After {move} {other} has {count} move.", "After {move} {other} has {count} moves.", count
    ).format(move=format_move(move), other=other.label, count=count)


def describe_cost(found: Refutation) -> str:
    """'b2 gives away the corner a1 and 12 discs', 'Nothing is better than c4'"""
    move, judgement, corners = format_move(found.move), found.judgement, found.corners
    if not judgement.loss:
        return _("Nothing is better than {move}", move=move)
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
    """'The game turned at move 41: b2 gives away the corner a1 and 12 discs.', or 'The biggest loss was at
    move 41: ...' where the side was behind before, or still ahead.
    """
    what, judged = describe_cost(found), found.judgement
    if outcome(judged.played) == outcome(judged.best):
        return _("The biggest loss was at move {number}: {what}.", number=number, what=what)
    return _("The game turned at move {number}: {what}.", number=number, what=what)


def describe_worths(found: Refutation) -> str:
    """'g2: Black +7. b2: White +4.'; '' where nothing was better."""
    judgement, turn = found.judgement, found.board.turn
    if not judgement.better:
        return ""
    worths = (judgement.better[0], judgement.best), (found.move, judgement.played)
    return " ".join(describe_worth(move, for_black(score, turn), judgement.source) for move, score in worths)


def describe_worth(move: Move, score: float, kind: Kind) -> str:
    """'f1: White wins by 4.'"""
    return _("{move}: {score}.", move=format_move(move), score=format_worth(score, kind))


def _cost(judgement: Judgement) -> str:
    """'12 discs', 'about 7 discs'"""
    discs = round(judgement.loss)
    if judgement.is_exact:
        return ngettext("{discs} disc", "{discs} discs", discs, discs=discs)
    return ngettext("about {discs} disc", "about {discs} discs", discs, discs=discs)


def _list(moves: Iterable[Move]) -> str:
    return ", ".join(map(format_move, moves))


def describe_reason(reason: MoveReason, move: Move) -> str:
    """'h8 takes the corner.'"""
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


# Discs below the best move, up to which another one is nearly as good.
NEARLY: Final = 1.0


def search_sentence(
    progress: Progress,
    options: Options,
    is_running: bool,
    has_chosen: bool = False,
    is_late: bool = False,
    known: Evaluation | None = None,
) -> str:
    """`known` is an evaluation from elsewhere; a weak level `has_chosen`; the time of a late search is up."""
    board, iterations, worth = progress.board, progress.iterations, surest((progress.evaluation, known))
    if progress.kind is Kind.BOOK and progress.score is not None:
        sentence = _("The opening book plays {move}, {worth}.")
        return sentence.format(move=format_move(progress.move), worth=_worth(worth))
    if not board.legal_moves():
        return _("{side} has no move and must pass.", side=board.turn.label)
    if board.legal_moves().bit_count() == 1:
        return _("{move} is the only move.", move=format_move(progress.move))
    if not iterations or progress.score is None:
        if progress.asked is not None:
            return _("Looking at {move} first.", move=format_move(progress.asked.move))
        return _("The search begins.") if is_running else _("There was no time to search.")
    if options.level < FULL_STRENGTH:
        return _of_level(progress, options.level, has_chosen)
    if options.all_moves:
        sentence = _("Every move has a score, {ahead}: {best}, {worth}.")
        ahead = _ahead(iterations[-1], board.empties)
        return sentence.format(ahead=ahead, best=_best(progress), worth=_worth(worth))
    return (_of_question(progress) if is_running else "") or _of_result(progress, worth, is_late)


def _of_level(progress: Progress, level: int, has_chosen: bool) -> str:
    """A level below full strength gives every move an open window."""
    move, best = format_move(progress.move), progress.iterations[-1]
    if not has_chosen:
        sentence = _(
            "Every move gets an open window, because level {level} chooses among them: {move} leads."
        )
        return sentence.format(level=level, move=format_move(best.move))
    assert progress.score is not None
    discs = round(best.score - progress.score)
    if progress.score >= best.score:
        return _("Level {level} chose {move}, the best move it saw.", level=level, move=move)
    if not discs:
        sentence = _("Level {level} chose {move}, a little below {best}.")
    else:
        sentence = ngettext(
            "Level {level} chose {move}, {discs} disc below {best}.",
            "Level {level} chose {move}, {discs} discs below {best}.",
            discs,
        )
    return sentence.format(level=level, move=move, discs=discs, best=format_move(best.move))


def _of_result(progress: Progress, known: Evaluation | None, is_late: bool) -> str:
    """The result of the last finished depth."""
    move, turn, score = format_move(progress.move), progress.board.turn, progress.score
    assert score is not None
    winner = (turn if score > 0 else turn.other).label
    if progress.kind is Kind.EXACT and not score:
        return _("The end is solved: {move} draws.", move=move)
    if progress.kind is Kind.EXACT:
        sentence = _("The end is solved: {side} wins by {discs} with {move}.")
        if score < 0:
            sentence = _("The end is solved: {side} wins by {discs}, even after {move}.")
        return sentence.format(side=winner, discs=round(abs(score)), move=move)
    if progress.kind is Kind.OUTCOME and known is not None and known.kind is Kind.OUTCOME:
        sentence = _("{side} wins with {move}: by how much is still open.")
        if score <= 0:
            sentence = _("{side} wins, even after {move}: by how much is still open.")
        return sentence.format(side=winner, move=move)
    ahead, near = _ahead(progress.iterations[-1], progress.board.empties), _nearly_as_good(progress)
    if is_late:
        return _("Time is up, {ahead}: {best}.", ahead=ahead, best=_best(progress))
    if near is not None:
        sentence, other = _("{ahead}: {best}, {other} nearly as good."), format_move(near)
    else:
        sentence, other = _("{ahead}: {best}, {worth}."), ""
    worth = _worth(known)
    return sentence.format(ahead=capitalised(ahead), best=_best(progress), other=other, worth=worth)


def _of_question(progress: Progress) -> str:
    """The question of the search; '' while there is none."""
    asked, before = progress.asked, progress.iterations[-1]
    if asked is None:
        return ""
    old, new, move = format_move(before.move), format_move(progress.move), format_move(asked.move)
    is_sure = asked.confidence == FULL_WIDTH
    if progress.move != before.move:
        better = _("{new} is better than {old}") if is_sure else _("{new} seems better than {old}")
        sentence = _("{better}: now the other moves.")
        if asked.move == progress.move:
            sentence = _("{better}: finding out by how much.")
        return sentence.format(better=better.format(new=new, old=old))
    if asked.kind is Kind.OUTCOME:
        return _("Solving the end: does {move} win for {side}?", move=move, side=progress.board.turn.label)
    new_bounds = {bound.move: bound for bound in progress.bounds if _is_of(bound, asked)}
    known = new_bounds.get(before.move)
    if known is not None and known.low is None and progress.algorithm in (Algorithm.ALPHABETA, Algorithm.PVS):
        return _of_failure(known, is_sure)
    ahead = _("Looking {ahead}", ahead=_ahead(asked, progress.board.empties))
    if asked.kind is Kind.EXACT:
        ahead = _("Solving the end")
    if asked.move == before.move:
        return _("{ahead}: first {move}, the previous best.", ahead=ahead, move=old)
    so_far = _("{best} is best so far") if is_sure else _("{best} seems best so far")
    others = progress.board.legal_moves().bit_count() - 1
    sentence = _("{ahead}: {so_far}, is {move} better?")
    if len(new_bounds) == others and asked.move not in new_bounds:
        sentence = _("{ahead}: {so_far}, only {move} is left.")
    return sentence.format(ahead=ahead, so_far=so_far.format(best=old), move=move)


def _of_failure(known: MoveBound, is_sure: bool) -> str:
    """The move that was best is worth less at this depth than its window expected."""
    if known.reply is None:
        sentence, reply = _("{move} looked best, but no longer: looking for something better."), ""
    else:
        reply = format_move(known.reply)
        sentence = _("{move} looked best, but {reply} answers it: looking for something better.")
        if not is_sure:
            sentence = _("{move} looked best, but {reply} seems to answer it: looking for something better.")
    return sentence.format(move=format_move(known.move), reply=reply)


def _is_of(bound: MoveBound, asked: Question | Progress) -> bool:
    """Whether it was found at that depth."""
    return (bound.kind, bound.depth, bound.confidence) == (asked.kind, asked.depth, asked.confidence)


def _nearly_as_good(progress: Progress) -> int | None:
    """A move that is proved to be worth hardly less than the best one."""
    assert progress.score is not None
    near = [
        (bound.low, bound.move)
        for bound in progress.bounds
        if bound.low is not None and bound.move != progress.move
        and _is_of(bound, progress) and bound.low >= progress.score - NEARLY
    ]  # fmt: skip
    return max(near)[1] if near else None


def _ahead(looked: Iteration | Question, empties: int) -> str:
    """'17 moves ahead', 'to the end'"""
    depth = looked.depth
    if looked.kind is not Kind.ESTIMATE or (looked.confidence < FULL_WIDTH and depth >= empties):
        return _("to the end")
    return ngettext("{depth} move ahead", "{depth} moves ahead", depth, depth=depth)


def _best(progress: Progress) -> str:
    """'a5 is best', 'a5 seems best'"""
    is_sure = progress.confidence == FULL_WIDTH or progress.kind is Kind.EXACT
    words = _("{move} is best") if is_sure else _("{move} seems best")
    return words.format(move=format_move(progress.move))


def _worth(found: Evaluation | None) -> str:
    assert found is not None
    return format_worth(found.score, found.kind)
