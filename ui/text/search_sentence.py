"""What goes on in a search, in one sentence.

Nothing is said to be certain of a search that leaves out what it holds for unlikely: its best move only
seems best.
"""

from __future__ import annotations

from typing import Final

from ai.limits import FULL_STRENGTH, Algorithm, Iteration, MoveBound, Options, Progress, Question
from game.evaluation import FULL_WIDTH, Kind
from ui.text import _, ngettext
from ui.text.wording import capitalised, format_move, format_worth

# Discs below the best move, up to which another one is nearly as good.
NEARLY: Final = 1.0


def search_sentence(
    progress: Progress, options: Options, is_running: bool, has_chosen: bool = False, is_late: bool = False
) -> str:
    """`has_chosen`: a weak level has come to its choice; `is_late`: the search has used up its time."""
    board, iterations = progress.board, progress.iterations
    if progress.kind is Kind.BOOK and progress.score is not None:
        sentence = _("The opening book plays {move}, {worth}.")
        return sentence.format(move=format_move(progress.move), worth=_worth(progress))
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
        return sentence.format(ahead=ahead, best=_best(progress), worth=_worth(progress))
    return (_of_question(progress) if is_running else "") or _of_result(progress, is_late)


def _of_level(progress: Progress, level: int, has_chosen: bool) -> str:
    """It gives every move an open window, so that there are no null windows to be seen."""
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


def _of_result(progress: Progress, is_late: bool) -> str:
    """What the last finished depth has found."""
    move, turn, score = format_move(progress.move), progress.board.turn, progress.score
    assert score is not None
    winner = (turn if score > 0 else turn.other).label
    if progress.kind is Kind.EXACT and not score:
        return _("The end is solved: {move} draws.", move=move)
    if progress.kind is Kind.EXACT:
        sentence = (
            _("The end is solved: {side} wins by {discs} with {move}.")
            if score > 0
            else _("The end is solved: {side} wins by {discs}, even after {move}.")
        )
        return sentence.format(side=winner, discs=round(abs(score)), move=move)
    if progress.kind is Kind.OUTCOME:
        sentence = (
            _("{side} wins with {move}: by how much is still open.")
            if score > 0
            else _("{side} wins, even after {move}: by how much is still open.")
        )
        return sentence.format(side=winner, move=move)
    ahead, near = _ahead(progress.iterations[-1], progress.board.empties), _nearly_as_good(progress)
    if is_late:
        return _("Time is up, {ahead}: {best}.", ahead=ahead, best=_best(progress))
    if near is not None:
        sentence, other = _("{ahead}: {best}, {other} nearly as good."), format_move(near)
    else:
        sentence, other = _("{ahead}: {best}, {worth}."), ""
    worth = _worth(progress)
    return sentence.format(ahead=capitalised(ahead), best=_best(progress), other=other, worth=worth)


def _of_question(progress: Progress) -> str:
    """What is being found out; '' while that is not told."""
    asked, before = progress.asked, progress.iterations[-1]
    if asked is None:
        return ""
    old, new, move = format_move(before.move), format_move(progress.move), format_move(asked.move)
    is_sure = asked.confidence == FULL_WIDTH
    if progress.move != before.move:
        better = _("{new} is better than {old}") if is_sure else _("{new} seems better than {old}")
        sentence = (
            _("{better}: finding out by how much.")
            if asked.move == progress.move
            else _("{better}: now the other moves.")
        )
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
    is_last = len(new_bounds) == others and asked.move not in new_bounds
    sentence = (
        _("{ahead}: {so_far}, only {move} is left.") if is_last else _("{ahead}: {so_far}, is {move} better?")
    )
    return sentence.format(ahead=ahead, so_far=so_far.format(best=old), move=move)


def _of_failure(known: MoveBound, is_sure: bool) -> str:
    """The move that was best is worth less at this depth than its window expected."""
    if known.reply is None:
        sentence, reply = _("{move} looked best, but no longer: looking for something better."), ""
    else:
        reply = format_move(known.reply)
        sentence = (
            _("{move} looked best, but {reply} answers it: looking for something better.")
            if is_sure
            else _("{move} looked best, but {reply} seems to answer it: looking for something better.")
        )
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
    """'17 moves ahead', '17 moves ahead at 87 %', 'to the end', 'to the end at 95 %'"""
    depth, confidence = looked.depth, looked.confidence
    if looked.kind is not Kind.ESTIMATE:
        return _("to the end")
    if confidence == FULL_WIDTH:
        return ngettext("{depth} move ahead", "{depth} moves ahead", depth, depth=depth)
    if depth >= empties:
        return _("to the end at {confidence} %", confidence=confidence)
    sentence = ngettext(
        "{depth} move ahead at {confidence} %", "{depth} moves ahead at {confidence} %", depth
    )
    return sentence.format(depth=depth, confidence=confidence)


def _best(progress: Progress) -> str:
    """'a5 is best', 'a5 seems best'"""
    is_sure = progress.confidence == FULL_WIDTH or progress.kind is Kind.EXACT
    words = _("{move} is best") if is_sure else _("{move} seems best")
    return words.format(move=format_move(progress.move))


def _worth(progress: Progress) -> str:
    """'about +1.7 for Black'"""
    found = progress.evaluation
    assert found is not None
    worth = format_worth(found.score, found.kind)
    is_sure = found.kind is Kind.EXACT or not round(found.score, 1)
    return worth if is_sure else _("about {worth}", worth=worth)
