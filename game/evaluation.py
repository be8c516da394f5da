"""Evaluations of positions, judgements of moves, and how sure they are."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol, TypeVar
from urllib.parse import quote, unquote

from game.board import PASS, Color, Move, move_name, parse_square
from game.plain_text import parse_number, printable
from game.text import _

FULL_WIDTH: Final = 100
"""The confidence of a search without selective cuts, in percent."""

# The least loss in discs for each mark of a move.
DUBIOUS: Final = 2.0
MISTAKE: Final = 4.0
BLUNDER: Final = 8.0
# The least depth of a search, in plies, at which an estimated loss gets a mark.
LEAST_MARK_DEPTH: Final = 12

PASSED: Final = "PA"
# Limits for numbers in the text of a judgement: discs, plies, seconds.
MOST_DISCS: Final = 64.0
DEEPEST: Final = 99
LONGEST: Final = 86_400.0


class Kind(Enum):
    """Kinds of scores, from the least to the most certain."""

    ESTIMATE = "estimate"  # by the evaluation function, some plies ahead
    BOOK = "book"  # from the opening book, without a search
    OUTCOME = "outcome"  # win, draw or loss is certain, the number of discs is not
    EXACT = "exact"  # the result with perfect play

    @property
    def rank(self) -> int:
        """0 to 3: a higher rank is surer, whatever the depth."""
        return list(Kind).index(self)


SOURCES: Final = {"=": Kind.EXACT, "~": Kind.ESTIMATE, "*": Kind.BOOK}
"""The sources of judgements, by their signs in text."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A score in discs, + for Black, found by a search of `depth` plies. `confidence` is the percentage at
    which each cut of a selective search is right; FULL_WIDTH: no cuts.
    """

    score: float
    depth: int
    kind: Kind
    confidence: int = FULL_WIDTH


@dataclass(frozen=True, slots=True)
class MoveScore:
    """The score of a move for the side that makes it; `pv`, if known, is the line that begins with it."""

    move: Move
    score: float
    depth: int
    kind: Kind
    confidence: int = FULL_WIDTH
    pv: tuple[Move, ...] = ()


class ComparableScore(Protocol):
    """A score that can be compared by how sure it is: an evaluation or the result of a search."""

    @property
    def kind(self) -> Kind: ...
    @property
    def depth(self) -> int: ...
    @property
    def confidence(self) -> int: ...


T = TypeVar("T", bound=ComparableScore)


def sureness(found: ComparableScore) -> tuple[int, int, int]:
    """Returns the key that orders scores by certainty: kind, then depth, then confidence."""
    return found.kind.rank, found.depth, found.confidence


def surest(found: Iterable[T | None]) -> T | None:
    """Returns the surest of the scores of a position or move, None if there is none.

    Exact scores come first, then proved outcomes, the book and estimates; within a kind the deepest, then the
    one with the highest confidence, then the latest in `found`. Everything that shows a score uses this.
    """
    known = [each for each in found if each is not None]
    return max(reversed(known), key=sureness, default=None)


class Mark(Enum):
    """Annotations of bad moves, from the mildest to the most severe."""

    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> "Mark | None":
        """Returns the mark for a loss in discs, or None."""
        marks = {BLUNDER: cls.BLUNDER, MISTAKE: cls.MISTAKE, DUBIOUS: cls.DUBIOUS}
        return next((mark for least, mark in marks.items() if loss >= least), None)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move compared with its alternatives. Scores are in discs, + for the side that made the move.

    `best` is the score of the best move, `played` that of this one: both from the opening book, both exact,
    or both from searches of `depth` plies from the position before the move. `source` is BOOK, EXACT or
    ESTIMATE, `confidence` as in Evaluation.
    """

    best: float
    played: float
    depth: int
    source: Kind
    confidence: int = FULL_WIDTH
    better: tuple[Move, ...] = ()
    """The line of the best move; empty if no move was better."""
    refutation: tuple[Move, ...] = ()
    """The best line after the move; empty if no move was better, or it ended the game."""
    seconds: float | None = None
    """Seconds per position of the review; None if it searched to a fixed depth."""
    judge: str = ""
    """The engine that made the judgement; '' for this program."""

    @property
    def is_exact(self) -> bool:
        return self.source is Kind.EXACT

    @property
    def is_markable(self) -> bool:
        """Whether the move may have a mark; if not, the next review searches it again."""
        return self.source is not Kind.ESTIMATE or self.depth >= LEAST_MARK_DEPTH

    @property
    def loss(self) -> float:
        """The loss in discs, to the tenth; 0 if two estimates contradict each other."""
        return max(0.0, round(self.best - self.played, 1))

    @property
    def loses_the_result(self) -> bool:
        """Whether the move turned a win into a draw or loss, or a draw into a loss, by exact scores."""
        return self.is_exact and self.loss > 0 and outcome(self.played) < outcome(self.best)

    @property
    def mark(self) -> Mark | None:
        """None if not markable or below DUBIOUS discs; losing the result is at least a mistake."""
        if not self.is_markable:
            return None
        return Mark.of(max(self.loss, MISTAKE) if self.loses_the_result else self.loss)

    @property
    def is_mistake(self) -> bool:
        """Whether the mark is a mistake or a blunder: these are counted, asked about and practised."""
        return self.mark in (Mark.MISTAKE, Mark.BLUNDER)


def move_score_text(found: MoveScore, turn: Color) -> str:
    """Returns one word for records: line:kind:score:depth:confidence, the score for Black."""
    line, score = line_text(found.pv or (found.move,)), float(turn.sign * found.score)
    return f"{line}:{found.kind.value}:{score!r}:{found.depth}:{found.confidence}"


def parse_move_score(text: str, turn: Color) -> MoveScore:
    """Reads the text of `move_score_text`. Raises ValueError for any other."""
    line, kind, score, depth, confidence = [*text.split(":"), *[""] * 4][:5]
    pv, kinds = parse_line(line), {kind.value: kind for kind in Kind}
    if not pv or kind not in kinds:
        raise ValueError(_("this is not the score of a move: {text}", text=repr(text[:40])))
    return MoveScore(
        pv[0],
        turn.sign * _number(score, -MOST_DISCS, MOST_DISCS),
        int(_number(depth, 0, DEEPEST)),
        kinds[kind],
        int(_number(confidence, 1, FULL_WIDTH)),
        pv,
    )


def judgement_text(judgement: Judgement) -> str:
    """Returns one word for records: best/played/depth/confidence/source/better/refutation/seconds/judge.

    The source is `=` (exact), `~` (estimate) or `*` (book); lines are as in `line_text`. The seconds are
    empty after a review to a fixed depth; the judge is left out if it is this program.
    """
    fields = (
        *(float(judgement.best), float(judgement.played), judgement.depth, judgement.confidence),
        next(sign for sign, source in SOURCES.items() if source is judgement.source),
        *(line_text(judgement.better), line_text(judgement.refutation)),
        "" if judgement.seconds is None else float(judgement.seconds),
        *([quote(judgement.judge, safe="", errors="replace")] if judgement.judge else []),
    )
    return "/".join(map(str, fields))


def parse_judgement(text: str) -> Judgement:
    """Reads the text of `judgement_text`. Raises ValueError for any other."""
    fields = text.split("/")
    if len(fields) not in (8, 9) or fields[4] not in SOURCES:
        raise ValueError(_("this is not a judgement: {text}", text=repr(text[:40])))
    best, played, depth, confidence, sign, better, refutation, seconds, *judge = fields
    found = Judgement(
        best=_number(best, -MOST_DISCS, MOST_DISCS),
        played=_number(played, -MOST_DISCS, MOST_DISCS),
        depth=int(_number(depth, 0, DEEPEST)),
        source=SOURCES[sign],
        confidence=int(_number(confidence, 1, FULL_WIDTH)),
        better=parse_line(better),
        refutation=parse_line(refutation),
        seconds=_number(seconds, 0, LONGEST) if seconds else None,
        judge=" ".join(printable(unquote("".join(judge))).split()),
    )
    # Earlier versions wrote lines also for less than a tenth of a disc.
    return found if found.loss else replace(found, better=(), refutation=())


def line_text(moves: Iterable[Move]) -> str:
    """Returns a line of moves as text: 'F5D6PA'."""
    return "".join(PASSED if move == PASS else move_name(move).upper() for move in moves)


def parse_line(text: str) -> tuple[Move, ...]:
    """Reads the text of `line_text`. Raises ValueError."""
    names = (text[begin : begin + 2] for begin in range(0, len(text), 2))
    return tuple(PASS if name == PASSED else parse_square(name.lower()) for name in names)


def _number(text: str, least: float, most: float) -> float:
    number = parse_number(text, least, most)
    if number is None:
        sentence = _("{text} is not a number from {least} to {most}")
        raise ValueError(sentence.format(text=repr(text[:20]), least=f"{least:g}", most=f"{most:g}"))
    return number


def outcome(score: float) -> int:
    """Returns 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)
