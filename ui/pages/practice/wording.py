"""What the page Practice says of what is asked, what came of it, and when it comes back."""

from __future__ import annotations

from datetime import date

from game.board import Board
from game.evaluation import Evaluation, Kind
from play.practice.drill import Drill
from play.practice.exercise import DEPTH, Aim, Exercise, Mistake, RatedMove
from play.practice.progress import Schedule, Section
from ui.text import _, ngettext
from ui.text.wording import describe_score, for_black, format_line, format_move, format_opening


def format_section(section: Section) -> str:
    names = {
        Section.MISTAKES: _("Mistakes"),
        Section.ENDGAMES: _("Endgames"),
        Section.OPENINGS: _("Openings"),
    }
    return names[section]


def describe_aim(board: Board, aim: Aim) -> str:
    """'White to move. One move wins.'"""
    sentences = {
        Aim.WIN: _("{side} to move. One move wins."),
        Aim.DRAW: _("{side} to move. One move draws, all others lose."),
        Aim.MOST: _("{side} to move. One move wins by the most discs."),
        Aim.BEST: _("{side} to move. One move is clearly the best."),
    }
    return sentences[aim].format(side=board.turn.label)


def describe_answer(exercise: Exercise) -> str:
    """'Right: f1', 'h7 loses 8 discs', 'The answer is f1'"""
    best = format_move(exercise.best.move)
    if exercise.answer is None:
        return _("The answer is {move}", move=best)
    move = format_move(exercise.answer)
    return _("Right: {move}", move=move) if exercise.is_right else describe_loss(move, exercise.lost)


def describe_loss(move: str, discs: float) -> str:
    """'h7 loses 8 discs', '4.5' where it is not a whole number."""
    return ngettext(
        "{move} loses {discs} disc", "{move} loses {discs} discs", round(discs), move=move, discs=f"{discs:g}"
    )


def describe_worth(found: RatedMove, board: Board, is_exact: bool) -> str:
    """'f1: White wins by 4 discs with best play.'"""
    kind = Kind.EXACT if is_exact else Kind.ESTIMATE
    worth = Evaluation(for_black(found.score, board.turn), DEPTH, kind)
    return _("{move}: {score}.", move=format_move(found.move), score=describe_score(worth, board))


def describe_played(exercise: Exercise) -> str:
    """What was done in the game it is from, '' if it is from none."""
    if not isinstance(exercise.source, Mistake):
        return ""
    return _("In the game {move} was played.", move=format_move(exercise.source.played))


def describe_schedule(card: Schedule, today: date) -> str:
    """'It comes back in 3 days, on 2026-11-25.'"""
    if card.due is None:
        return _("Known at first sight: it does not come back.")
    return _("It comes back {when}.", when=format_day(card.due, today))


def format_day(day: date, today: date) -> str:
    """'tomorrow', 'in 3 days, on 2026-11-25'"""
    days = (day - today).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("tomorrow")
    return ngettext(
        "in {days} day, on {day}", "in {days} days, on {day}", days, days=days, day=day.isoformat()
    )


def describe_drill(drill: Drill) -> str:
    """'Tiger: you play Black'; at the end, how it went."""
    name, left = format_opening(drill.opening), drill.departure
    if left is None:
        if not drill.is_line_done:
            return _("{name}: you play {side}", name=name, side=drill.color.label)
        return _("Right: {name}", name=name)
    if left.move is None:
        return _("The answer is {move}", move=format_move(left.wanted[0]))
    move = format_move(left.move)
    if left.is_in_line:
        return _("{move} leaves the line", move=move)
    return describe_loss(move, left.lost) if left.lost else _("{move} is not in the book", move=move)


def describe_drill_further(drill: Drill) -> tuple[str, ...]:
    """What comes next, or what the line or the book would have been."""
    left = drill.departure
    if left is not None:
        line = format_line(drill.line_from(left.node))
        if not left.is_in_line:
            return _("The line is done; the book continues: {line}", line=line), *_said_of_book(drill)
        name = format_opening(drill.opening)
        return _("{name} continues: {line}", name=name, line=line), *_said_of_book(drill)
    ply, plies = drill.cursor.game.node.ply, len(drill.opening.moves)
    if not drill.is_line_done:
        return (_("Move {number} of {moves}: play the next one of the line.", number=ply + 1, moves=plies),)
    if drill.has_ended:
        return (_("The line is done, and the book ends here."),)
    return (_("The line is done. You may go on as long as the book knows a reply."),)


def _said_of_book(drill: Drill) -> tuple[str, ...]:
    left = drill.departure
    if left is None or left.lost is None or left.move is None:
        return ()
    if left.lost == 0:
        return (_("According to the book, {move} is as good.", move=format_move(left.move)),)
    return (_("According to the book: {loss}.", loss=describe_loss(format_move(left.move), left.lost)),)
