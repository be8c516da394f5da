"""The game in plain lines, of which each makes sense read alone: for `python main.py text`."""

from __future__ import annotations

from ai.limits import MoveScore, evaluation_of
from game.board import PASS, Board, Color, Move, Square, move_name, square_name, squares
from play.match import Match
from play.players import Seats
from ui.text import _, ngettext
from ui.text.wording import describe_score, format_level


def format_squares(found: list[Square]) -> str:
    """'d3, c4, f5, e6'"""
    return ", ".join(map(square_name, found))


def turn_line(board: Board) -> str:
    """'Black to move. You may play: d3, c4, f5, e6.'"""
    return _("{side} to move. You may play: {moves}.").format(
        side=board.turn.label, moves=format_squares(list(squares(board.legal_moves())))
    )


def move_line(board: Board, move: Move) -> str:
    """What a side played, and what that turned: 'White played c6 and turned 2 discs: c5, d5.'"""
    side = board.turn.label
    if move == PASS:
        return _("{side} had no move and passed.", side=side)
    turned = list(squares(board.flips(move)))
    return ngettext(
        "{side} played {move} and turned {count} disc: {turned}.",
        "{side} played {move} and turned {count} discs: {turned}.",
        len(turned),
    ).format(side=side, move=move_name(move), count=len(turned), turned=format_squares(turned))


def count_line(board: Board) -> str:
    """'Black has 4 discs, White has 1 disc.'"""
    black, white = (
        ngettext("{side} has {count} disc", "{side} has {count} discs", count, side=color.label, count=count)
        for color, count in ((color, board.discs(color).bit_count()) for color in Color)
    )
    return _("{black}, {white}.", black=black, white=white)


def board_lines(board: Board) -> list[str]:
    """A line for each row: 'Row 4: d4 white, e4 black, the rest is empty.'"""
    return [_row_line(board, row) for row in range(8)]


def _row_line(board: Board, row: int) -> str:
    places = [square for square in range(8 * row, 8 * row + 8) if (board.black | board.white) >> square & 1]
    if not places:
        return _("Row {number}: empty.", number=row + 1)
    discs = ", ".join(
        (_("{square} black") if board.black >> square & 1 else _("{square} white")).format(
            square=square_name(square)
        )
        for square in places
    )
    sentence = (
        _("Row {number}: {discs}.") if len(places) == 8 else _("Row {number}: {discs}, the rest is empty.")
    )
    return sentence.format(number=row + 1, discs=discs)


def seats_line(seats: Seats) -> str:
    """'You play Black, the computer plays White at level 5, Regular.'"""
    for color in Color:
        seat, other = seats[color], seats[color.other]
        if seat.is_human and not other.is_human:
            if other.outside:
                sentence = _("You play {side}, {engine} plays {other}.")
                return sentence.format(side=color.label, other=color.other.label, engine=other.outside)
            sentence = _("You play {side}, the computer plays {other} at level {level}, {name}.")
            if other.adapts:
                sentence = _(
                    "You play {side}, the computer plays {other}; the level follows your results and is "
                    "{level}, {name}."
                )
            return sentence.format(
                side=color.label, other=color.other.label,
                level=other.level, name=format_level(other.level),
            )  # fmt: skip
    return _("Two people play, Black and White.")


def clock_line(match: Match) -> str:
    """'You have 4 minutes and 12 seconds left.', '' without a clock."""
    left = match.clock.time_for_move(match.turn)
    if left is None:
        return ""
    minutes, seconds = divmod(int(left), 60)
    shown_minutes = ngettext("{count} minute", "{count} minutes", minutes, count=minutes)
    shown_seconds = ngettext("{count} second", "{count} seconds", seconds, count=seconds)
    return _("The clock leaves {minutes} and {seconds}.", minutes=shown_minutes, seconds=shown_seconds)


def hint_line(board: Board, hint: MoveScore, best: MoveScore) -> str:
    """'The best move is c4: Black wins by 4 discs with best play.', then 'The next is d3: ...'"""
    if hint == best:
        sentence = _("The best move is {move}: {worth}.")
    elif hint.score == best.score:
        sentence = _("{move} is just as good: {worth}.")
    else:
        sentence = _("Next best is {move}: {worth}.")
    worth = describe_score(evaluation_of(hint, board.turn), board)
    return sentence.format(move=move_name(hint.move), worth=worth)
