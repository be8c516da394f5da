"""The texts of the page Review about moves, sides and progress."""

from typing import Final

from game.board import Color, Move
from game.evaluation import Judgement, Kind, Mark
from game.tree import EditKind, Game, Node
from play.hints import KnownMoves
from play.match import Match
from play.people import share_of_game
from play.review import GamePhase, Review, ReviewPhase, ReviewTally
from ui.text import N_, _, format_number, ngettext
from ui.text.people import format_share_of_people
from ui.text.wording import (
    describe_loss,
    discs_placed,
    for_black,
    format_about,
    format_line,
    format_move,
    format_opening,
    format_player,
    format_source,
    format_worth,
    signed,
)

UNDONE, REDONE = 0, 1
EDITS: Final = {
    EditKind.ADD: (N_("{move} is removed again"), N_("{move} is back")),
    EditKind.DELETE: (N_("{move} and all after it are back"), N_("{move} and all after it are gone again")),
    EditKind.PROMOTE: (N_("{move} is a variation again"), N_("{move} is the main line again")),
    EditKind.COMMENT: (N_("{move}: the comment is as before"), N_("{move}: the comment is changed again")),
    EditKind.MARK: (N_("{move}: the marks are as before"), N_("{move}: the marks are changed again")),
}
"""The messages after Undo and Redo, by the kind of edit."""


def format_judged(judgement: Judgement) -> str:
    """Returns '−15', or for the opening book '−6 book' or 'book': the loss only of a marked move."""
    source = format_source(Kind.BOOK) if judgement.source is Kind.BOOK else ""
    loss = signed(f"{-judgement.loss:.0f}")
    return " ".join(filter(None, (loss if judgement.mark is not None else "", source)))


def describe_tally(tally: ReviewTally) -> tuple[str, str, str, str]:
    """Returns a side's loss and marks, how it compares with tournament players ('' in the lower half), its
    loss by phase and its accuracy: '3.1 discs a move · 1 ??  2 ?', 'about like the best third',
    'opening 0.2 · middle 1.8 · end 0.4', '23 of 25 moves within 2 discs' of the best.
    """
    lost = _("{discs} discs a move", discs=format_number(tally.loss_a_move(), ".1f"))
    marks = "  ".join(f"{tally.marks[mark]} {mark.value}" for mark in reversed(Mark) if tally.marks[mark])
    names = {GamePhase.OPENING: _("opening"), GamePhase.MIDDLE: _("middle"), GamePhase.END: _("end")}
    phases = " · ".join(
        f"{name} {format_number(tally.loss_a_move(phase), '.1f')}" for phase, name in names.items()
    )
    accuracy = ngettext(
        "{good} of {count} move within 2 discs", "{good} of {count} moves within 2 discs", tally.moves
    ).format(good=tally.good, count=tally.moves)
    people = format_share_of_people(share_of_game(tally))
    return " · ".join(filter(None, (lost, marks))), people, phases, accuracy


def describe_progress(review: Review) -> str:
    """Returns '21 of 62, about 40 s, solving 22 empties', or '21 of 62' while paused."""
    positions = len(review.line)
    parts = [_("{done} of {positions}", done=positions - review.left, positions=positions)]
    if review.phase is ReviewPhase.RUNNING:
        parts.append(format_about(review.seconds_left))
        if (count := review.solving) is not None:
            parts.append(ngettext("solving {count} empty", "solving {count} empties", count, count=count))
    return ", ".join(parts)


def describe_players(match: Match) -> str:
    """Returns 'Ann – Ben, 1977', or 'Ann – Ben' without a date."""
    players = " – ".join(format_player(match.seats, color) for color in Color)
    opened = match.opened_record
    return players if opened is None or opened.date is None else f"{players}, {opened.date.year}"


def describe_node(game: Game, node: Node) -> str:
    """Returns '37. g4', or 'The start'."""
    return _("The start") if node.move is None else describe_move(discs_placed(game, node), node.move, None)


def describe_move(number: int, move: Move, judgement: Judgement | None) -> str:
    """Returns '37. g4 ?? loses 15 discs', or '37. g4' without a judgement."""
    name = _("{number}. {move}", number=number, move=format_move(move))
    if judgement is None:
        return name
    if judgement.loss == 0:
        return _("{name}: nothing was better", name=name)
    mark = f" {judgement.mark.value}" if judgement.mark is not None else ""
    return describe_loss(f"{name}{mark}", judgement.loss)


def describe_better(judgement: Judgement, mover: Color) -> str:
    """Returns the better line and its value: 'c6 was better (Black +1): c6 b5'"""
    better, worth = judgement.better, format_worth(for_black(judgement.best, mover), judgement.source)
    said = _("{move} was better ({score}): {line}")
    return said.format(move=format_move(better[0]), score=worth, line=format_line(better))


def describe_refutation(judgement: Judgement, move: Move, mover: Color) -> str:
    """Returns what follows the move and its value: 'After g4 (White +14): h5 h3 h4'"""
    line, worth = judgement.refutation, format_worth(for_black(judgement.played, mover), judgement.source)
    return _("After {move} ({score}): {line}", move=format_move(move), score=worth, line=format_line(line))


def describe_result_lost(judgement: Judgement) -> str:
    """Returns how the move worsened the result; '' if it did not or the scores are not exact."""
    if not judgement.loses_the_result:
        return ""
    if judgement.best <= 0:
        return _("A drawn game becomes a lost one.")
    return _("A won game becomes a draw.") if judgement.played == 0 else _("A won game becomes a lost one.")


def describe_next(known: KnownMoves, move: Move, turn: Color) -> str:
    """Returns 'd6 leads to “Tiger”, in the opening book Black +1', or '' for an unknown move."""
    name, score = known.names.get(move), known.scores.get(move)
    said = format_move(move)
    if name is not None:
        said = _("{move} leads to “{opening}”", move=said, opening=format_opening(name))
    if score is not None:
        worth = format_worth(for_black(score, turn))
        said = _("{move}, in the opening book {worth}", move=said, worth=worth)
    return "" if name is None and score is None else said


def format_games(games: int, years: tuple[int, int] | None) -> str:
    """Returns '1,284 games, 1977–2025', or '' without any."""
    if years is None:
        return ""
    said = ngettext("{games} game", "{games} games", games, games=format_number(games))
    first, last = years
    return _("{games}, {years}", games=said, years=f"{first}" if first == last else f"{first}–{last}")
