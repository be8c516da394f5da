"""Lessons for beginners: an idea, and positions that it decides."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from ai.limits import Limit
from ai.reference.evaluation import stable_discs
from game.board import Board, Move, Square, legal_moves, squares
from game.records.obf import Problem, parse_obf
from game.text import _
from play.practice.exercise import DEPTH, SOLVED_EMPTIES, Aim, RatedMove
from play.reasons import ReasonKind, reasons


class Idea(Enum):
    """In the order they are taught."""

    CORNERS = "corners"
    BESIDE_CORNERS = "beside_corners"
    FEW_DISCS = "few_discs"
    FEW_MOVES = "few_moves"
    QUIET = "quiet"
    EDGES = "edges"
    WEDGES = "wedges"
    STABLE = "stable"
    PARITY = "parity"
    COUNTING = "counting"

    @property
    def number(self) -> int:
        return list(Idea).index(self) + 1


# Positions of each lesson.
STEPS: Final = 5
# Ideas whose answer is shown on the squares of the position itself.
COUNTED: Final = (
    *(Idea.BESIDE_CORNERS, Idea.FEW_DISCS, Idea.FEW_MOVES, Idea.QUIET, Idea.STABLE, Idea.COUNTING),
)
# What speaks for the moves of ideas that count nothing.
REASONS: Final = {
    Idea.EDGES: frozenset({ReasonKind.SAFE_EDGE}),
    Idea.PARITY: frozenset({ReasonKind.EVEN_REGION, ReasonKind.LAST_IN_REGION}),
}
_SOLVED: Final = "solved"
_COMMENT: Final = re.compile(r"([a-z_]+), level [0-9]+, ([a-z0-9 ]+)(?:,|$)")


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position that its idea decides; `found` has all moves, the best first."""

    idea: Idea
    board: Board
    found: tuple[RatedMove, ...]
    is_exact: bool
    aim: ClassVar = Aim.BEST

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def is_counted(self) -> bool:
        return self.idea in COUNTED

    @property
    def limit(self) -> Limit:
        return Limit(solve=True) if self.board.empties <= SOLVED_EMPTIES else Limit(depth=DEPTH)


LessonPositions = dict[Idea, tuple[LessonPosition, ...]]


def parse_lessons(text: str) -> LessonPositions:
    """Reads what `python -m release.lessons` writes. Raises ValueError that names the line."""
    problems, errors = parse_obf(text)
    if errors:
        raise errors[0]
    lessons = defaultdict[Idea, list[LessonPosition]](list)
    for problem in problems:
        position = _position(problem)
        lessons[position.idea].append(position)
    for idea in Idea:
        if len(lessons[idea]) != STEPS:
            raise ValueError(_("the lesson {name} needs {count} positions", name=idea.value, count=STEPS))
    return {idea: tuple(lessons[idea]) for idea in Idea}


def _position(problem: Problem) -> LessonPosition:
    known, found = {idea.value: idea for idea in Idea}, _COMMENT.match(problem.comment)
    if found is None or found[1] not in known:
        raise ValueError(_("line {line}: the comment names no lesson", line=problem.line))
    if {move for move, _score in problem.scores} != set(squares(problem.board.legal_moves())):
        raise ValueError(_("line {line}: not every move has a score", line=problem.line))
    rated = (RatedMove(move, score) for move, score in problem.scores)
    in_order = tuple(sorted(rated, key=lambda entry: -entry.score))
    return LessonPosition(known[found[1]], problem.board, in_order, found[2] == _SOLVED)


def counts(idea: Idea, board: Board) -> dict[Move, int]:
    """What an idea counts for each move: discs turned, answers left, new answers, discs made stable. Empty
    where it counts nothing; the fewest is best but for STABLE.
    """
    moves = {move: board.play(move) for move in squares(board.legal_moves())}
    before = legal_moves(board.opponent, board.player)
    stable = stable_discs(board.player, board.opponent)
    match idea:
        case Idea.FEW_DISCS:
            return {move: board.flips(move).bit_count() for move in moves}
        case Idea.FEW_MOVES:
            return {move: after.legal_moves().bit_count() for move, after in moves.items()}
        case Idea.QUIET:
            return {move: (after.legal_moves() & ~before).bit_count() for move, after in moves.items()}
        case Idea.STABLE:
            return {
                move: (stable_discs(after.opponent, after.player) & ~stable).bit_count()
                for move, after in moves.items()
            }
    return {}


def corner_givers(board: Board, moves: Iterable[Move]) -> tuple[Square, ...]:
    """The moves after which the other side may take a corner that it could not take before."""
    kinds = {move: [reason.kind for reason in reasons(board, move)] for move in moves}
    return tuple(move for move, found in kinds.items() if ReasonKind.GIVES_CORNER in found)
