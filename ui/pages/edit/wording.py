"""What is said of a position that is being set up."""

from __future__ import annotations

from game.board import Board, Color
from play.position_editor import Unplayable, Unreachable
from ui.text import _, ngettext
from ui.text.wording import format_result


def describe_unplayable(board: Board, reason: Unplayable) -> str:
    """Why the position cannot be played, and what to do."""
    if reason is Unplayable.EMPTY:
        return _("There are no discs: a game needs some of both colours.")
    if reason is Unplayable.ONE_SIDE:
        side = (Color.WHITE if board.black else Color.BLACK).label
        return _("{side} has no discs, so nobody can move: the game is over.").format(side=side)
    result = board.result()
    assert result is not None
    return _("Neither side can move, so the game is over: {result}.").format(result=format_result(result))


def describe_unreachable(reason: Unreachable) -> str:
    """Why no game leads to the position."""
    if reason is Unreachable.CENTRE:
        return _("Every game begins with discs on d4, e4, d5 and e5, and no disc ever leaves the board.")
    if reason is Unreachable.ISLAND:
        return _("Every disc is placed beside another one, so in a game all of them hang together.")
    return _("The disc placed last would stand in line with two of its colour, and none does.")


def describe_moves(board: Board) -> str:
    """Who is to move, and how many moves there are, in a position that can be played."""
    side, other = board.turn.label, board.turn.other.label
    if board.must_pass():
        return _("{side} has no move and must pass: {other} is to move.").format(side=side, other=other)
    count = board.legal_moves().bit_count()
    said = ngettext("{side} is to move, with one move.", "{side} is to move, with {count} moves.", count)
    return said.format(side=side, count=count)
