"""The marks of hints on the squares: shapes, words or figures; the last disc, playable lines, replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ai.limits import MoveScore, Progress
from game.board import PASS, Board, Color, Move, Square
from game.evaluation import MISTAKE, Kind
from game.tree import Node
from play.settings import HintStep
from ui.board.board_view import AnswerMark, Rating, ScoreMark
from ui.text import N_, _, ngettext
from ui.text.wording import for_black, format_score, format_source

# A move that loses fewer discs than this counts as good as the best.
AS_GOOD: Final = 0.75
SHAPES: Final = N_("Star: best · ring: as good · diamond: worse · cross: bad")


def hint_marks(progress: Progress, step: HintStep) -> tuple[ScoreMark, ...]:
    """Returns a mark for every move that already has a score."""
    hints = [hint for hint in progress.scores if hint.move != PASS]
    turn = progress.board.turn
    if step is HintStep.FIGURES:
        return tuple(figures_of(hint, turn, is_best(hint, hints)) for hint in hints)
    return tuple(_mark(hint, hints, step) for hint in hints)


def is_best(found: MoveScore, scores: Sequence[MoveScore]) -> bool:
    """Returns whether a move has the score and the kind of the first; less certain scores may be higher."""
    return (found.score, found.kind) == (scores[0].score, scores[0].kind)


def figures_of(found: MoveScore, turn: Color, is_best: bool) -> ScoreMark:
    """Returns a mark with the score (+ for Black), and its source below: 'exact', 'book' or nothing."""
    score, is_exact = for_black(found.score, turn), found.kind is Kind.EXACT
    source = "" if found.kind is Kind.OUTCOME else format_source(found.kind)
    short = "" if found.kind is Kind.OUTCOME else format_score(score, Kind.EXACT)
    return ScoreMark(
        found.move, format_score(score, found.kind), source, is_best, is_exact=is_exact, short=short
    )


def _rate(loss: float, is_best: bool) -> Rating:
    if is_best:
        return Rating.BEST
    if loss < AS_GOOD:
        return Rating.AS_GOOD
    return Rating.WORSE if loss < MISTAKE else Rating.BAD


def _mark(hint: MoveScore, hints: Sequence[MoveScore], step: HintStep) -> ScoreMark:
    first, loss = is_best(hint, hints), hints[0].score - hint.score
    rating = _rate(loss, first)
    colour = "good_on_felt" if rating is Rating.AS_GOOD else ""
    if step is HintStep.SHAPES:
        return ScoreMark(hint.move, "", "", first, colour=colour, rating=rating)
    upper, _end, lower = _words(hint, rating, loss).partition("\n")
    return ScoreMark(hint.move, upper, lower, first, colour=colour)


def _words(hint: MoveScore, rating: Rating, loss: float) -> str:
    """Returns one line, or two with a newline between them."""
    if hint.kind is Kind.OUTCOME:
        return _("wins") if hint.score > 0 else _("loses") if hint.score < 0 else _("draws")
    if rating is Rating.BEST:
        return _("best")
    if rating is Rating.AS_GOOD:
        return _("as good")
    discs = max(1, round(loss))
    return ngettext("loses\n{discs} disc", "loses\n{discs} discs", discs, discs=discs)


def last_disc(node: Node) -> Square | None:
    """Returns the square of the disc placed last; None at the start of the game."""
    while node.move == PASS and node.parent is not None:
        node = node.parent
    return node.move


def playable(board: Board, moves: Iterable[Move]) -> Iterator[tuple[Move, Color]]:
    """Yields the moves, each with the colour that makes it, and stops before the first illegal one."""
    for move in moves:
        if not board.is_legal(move):
            return
        yield move, board.turn
        board = board.play(move)


def answer_mark(board: Board, move: Move | None, is_ahead: bool = False) -> AnswerMark | None:
    """Returns the mark of a reply on `board`; None for a pass or an illegal move."""
    if move is None or move == PASS or not board.is_legal(move):
        return None
    return AnswerMark(move, board.turn, board.flips(move), is_ahead)
