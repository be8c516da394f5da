"""What a search knows now of each legal move, as marks on the squares with a legend: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from ai.limits import MoveBound, Progress, Question
from game.board import PASS, Color, Square, squares
from game.evaluation import FULL_WIDTH, Kind
from ui.text import N_, _
from ui.text.wording import for_black, format_score

FOR_BLACK: Final = N_("Scores for Black, in discs")
"""What the figures on the board are; to be translated when shown."""
# Of the expected line the moves after the best one, by their numbers.
LINE: Final = range(2, 6)
# Discs worse than the best move, at which the bar of a move is empty and its disc the palest; and the steps
# between.
WORST: Final = 6.0
STEPS: Final = 20


class Standing(Enum):
    """What is known of a move at the depth that is being searched."""

    BEST = "best"
    EXACT = "exact"  # how good it is, and that it is not the best
    BOUND = "bound"  # that it is no better, or no worse, than that
    EARLIER = "earlier"  # nothing yet: what there is was found by the depth before


@dataclass(frozen=True, slots=True)
class Thought:
    """The mark of one move. `text` has a sign, + for Black; `short` is for narrow squares, and `words` stand
    below. `share` is 1 as good as the best .. 0, and `number` the move's place in the expected line.
    """

    square: Square
    standing: Standing
    text: str = ""
    short: str = ""
    words: str = ""
    share: float = 0.0
    is_asked: bool = False
    is_solved: bool = False
    number: int | None = None

    @property
    def is_hollow(self) -> bool:
        """Whether its time is still to come."""
        return self.standing is Standing.EARLIER and not self.is_asked


@dataclass(frozen=True, slots=True)
class Entry:
    """What one sign means: the name of a shape, or a letter. `short` is for small boards, and `shared` stands
    there for all entries that have it, after their signs.
    """

    sign: str
    words: str
    short: str = ""
    shared: str = ""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """`turn` would make the marked moves; the `line` goes on, as numbers, on squares that have no mark."""

    turn: Color
    marks: tuple[Thought, ...]
    line: tuple[tuple[Square, int, Color], ...]
    legend: tuple[Entry, ...]


def thoughts(progress: Progress, is_choice: bool = False) -> Thoughts | None:
    """None before anything is known; `is_choice`: a weak level has chosen the move on purpose."""
    if progress.score is None and not progress.bounds and progress.asked is None:
        return None
    board, line = progress.board, enumerate(progress.pv, start=1)
    numbers = {move: number for number, move in line if number in LINE and move != PASS}
    bounds = {bound.move: bound for bound in progress.bounds}
    best = _("chosen") if is_choice else _("best")
    marks = tuple(
        _mark(progress, square, bounds.get(square), numbers.pop(square, None), best)
        for square in squares(board.legal_moves())
        if progress.kind is not Kind.BOOK or square == progress.move
    )
    players = board.turn.other, board.turn
    rest = tuple((square, number, players[number % 2]) for square, number in numbers.items())
    return Thoughts(board.turn, marks, rest, _legend(progress, marks))


def _mark(
    progress: Progress, square: Square, bound: MoveBound | None, number: int | None, best: str
) -> Thought:
    asked = progress.asked if progress.asked is not None and progress.asked.move == square else None
    is_new = bound is not None and _depth(bound) == _newest_depth(progress)
    is_best = progress.score is not None and progress.move == square
    standing = Standing.BEST if is_best else Standing.EARLIER
    if bound is not None and is_new and not is_best:
        standing = Standing.BOUND if bound.score is None else Standing.EXACT
    return Thought(
        square,
        standing,
        *_texts(progress, bound, asked, is_best, is_new),
        words=best if is_best else "",
        share=_share(progress.score, bound) if is_new and not is_best else float(is_best),
        is_asked=asked is not None,
        is_solved=bound is not None and bound.kind in (Kind.EXACT, Kind.OUTCOME),
        number=number,
    )


def _texts(
    progress: Progress, bound: MoveBound | None, asked: Question | None, is_best: bool, is_new: bool
) -> tuple[str, str]:
    """What is written on a square, and its short form."""
    turn = progress.board.turn
    if is_best and progress.score is not None and not is_new:
        return _signed("", progress.score, progress.kind, turn)
    if asked is not None and asked.low is not None and asked.kind is not Kind.OUTCOME and not is_new:
        return _signed(">" if turn is Color.BLACK else "<", asked.low, asked.kind, turn, " ?")
    if bound is None:
        return "", ""
    is_high = bound.low is None or (bound.high is not None and not is_best)
    worth = bound.high if is_high else bound.low
    assert worth is not None
    is_plain = bound.score is not None or bound.kind is Kind.OUTCOME
    return _signed(
        "" if is_plain else "≤" if is_high is (turn is Color.BLACK) else "≥", worth, bound.kind, turn
    )


def _signed(sign: str, score: float, kind: Kind, turn: Color, end: str = "") -> tuple[str, str]:
    """'≤ +1.7' and '≤+2'"""
    worth = for_black(score, turn)
    short = kind if kind is Kind.OUTCOME else Kind.EXACT
    return f"{sign} {format_score(worth, kind)}{end}".strip(), f"{sign}{format_score(worth, short)}"


def _share(best: float | None, bound: MoveBound | None) -> float:
    """How good a move is beside the best one, by what it can be at most."""
    worth = None if bound is None else bound.low if bound.high is None else bound.high
    if worth is None or best is None:
        return 0.0
    return round(STEPS * max(0.0, min(1.0, 1 - (best - worth) / WORST))) / STEPS


def _depth(known: MoveBound | Question) -> tuple[int, int, int]:
    """The steps of one search grow in this."""
    return known.kind.rank, known.depth, known.confidence


def _newest_depth(progress: Progress) -> tuple[int, int, int]:
    """Of what is being searched, or was searched last."""
    if progress.asked is not None:
        return _depth(progress.asked)
    return max(map(_depth, progress.bounds), default=(0, 0, 0))


def _legend(progress: Progress, marks: tuple[Thought, ...]) -> tuple[Entry, ...]:
    """What the signs mean. Of a selective search nothing is said to be certain."""
    is_exact = progress.kind is Kind.EXACT
    confidence = min((bound.confidence for bound in progress.bounds), default=progress.confidence)
    scores = _("Solved: the result for Black, in discs") if is_exact else _(FOR_BLACK)
    short, no_better, no_worse = "", _("no better than"), _("no worse than")
    brief, both = (_("no better"), _("no worse")), ""
    if confidence < FULL_WIDTH and not is_exact:
        scores = _("{scores}, at {confidence} %").format(scores=scores, confidence=confidence)
        short, brief, both = f"{confidence} %", (_("hardly better"), _("hardly worse")), _("probably")
        no_better, no_worse = _("probably no better than"), _("probably no worse than")
    at_most, at_least = "≤≥" if progress.board.turn is Color.BLACK else "≥≤"
    signs = {mark.text[:1] for mark in marks}
    is_partly_solved = not is_exact and any(mark.is_solved for mark in marks)
    entries = (
        (True, Entry("scores", scores, short)),
        (True, Entry("best", _("best") if is_exact else _("best so far"), _("best"))),
        (at_most in signs, Entry(at_most, no_better, brief[0], both)),
        (at_least in signs, Entry(at_least, no_worse, brief[1], both)),
        (is_partly_solved, Entry("solved", _("solved"))),
        (any(mark.is_hollow for mark in marks), Entry("earlier", _("not yet"))),
        (any(mark.is_asked for mark in marks), Entry("asked", _("being searched"), _("now"))),
    )
    return tuple(entry for is_seen, entry in entries if is_seen)
