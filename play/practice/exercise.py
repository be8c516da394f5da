"""A position with one best move: it is asked for, judged, and then walked through. Mistakes come from the
person's games; puzzles are solved and graded endgames that come with the program.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import ClassVar, Final, Protocol

from ai.limits import Limit, Progress
from game.board import Board, Move, squares
from game.cursor import Cursor
from game.evaluation import DUBIOUS, MISTAKE, MOST_DISCS, Judgement
from game.records.obf import Problem, parse_obf
from game.symmetry import Symmetry, symmetry_to, transform_move
from game.text import _
from game.tree import Game, Node
from play import review
from play.players import Seat, Seats
from play.record_players import YOU

# Discs by which the best move is better than every other.
CLEAR: Final = 2.0
# The empties up to which a position is solved, as a review does at most, and the depth of other searches.
SOLVED_EMPTIES: Final = review.SOLVED_EMPTIES + review.MORE_SOLVED
DEPTH: Final = 12
# Plies of a line that are kept.
LINE_PLIES: Final = 10


class Aim(Enum):
    """What is asked for."""

    WIN = "win"  # the one move that wins
    DRAW = "draw"  # the one that draws, where all others lose
    MOST = "most"  # several win, one by more discs than the others
    BEST = "best"  # the best move, in a game of the person


@dataclass(frozen=True, slots=True)
class RatedMove:
    """What a move is worth, in discs for its side; `line` begins with it, as far as it is known."""

    move: Move
    score: float
    line: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position and the move `played`; `found` has all moves once searched, `judged` is by the review."""

    board: Board
    played: Move
    found: tuple[RatedMove, ...] = ()
    is_exact: bool = False
    judged: Judgement | None = None
    is_wanted: bool = False  # asked for by the person, however many moves are good
    aim: ClassVar = Aim.BEST

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def is_clear(self) -> bool:
        """Whether a move, with its twins by symmetry, is CLEAR better than the others, the played one too."""
        if len(self.found) < 2:
            return False
        best, *others = self.found
        after = self.board.play(best.move)
        while (
            others
            and others[0].score == best.score
            and symmetry_to(after, self.board.play(others[0].move)) is not None
        ):
            del others[0]
        is_other = any(entry.move == self.played for entry in others)
        return is_other and (self.is_wanted or round(best.score - others[0].score, 2) >= CLEAR)

    @property
    def limit(self) -> Limit:
        return Limit(solve=True) if self.board.empties <= SOLVED_EMPTIES else Limit(depth=DEPTH)

    def searched(
        self, found: tuple[RatedMove, ...], is_exact: bool, in_book: Sequence[RatedMove] = ()
    ) -> "Mistake":
        """With what a search of all moves has found; what is not solved is worth what the review says."""
        if self.judged is not None and not is_exact and self.board.legal_part(self.judged.better):
            known: tuple[RatedMove, ...] = as_judged(self.board, self.played, self.judged)
            known += tuple(beside(known, in_book))
            found = tuple(sorted((*known, *beside(known, found)), key=lambda entry: -entry.score))
        return replace(self, found=found, is_exact=is_exact)


def found_in(progress: Progress, symmetry: Symmetry = 0) -> tuple[RatedMove, ...]:
    """What a search has found of all moves, the best first, seen under a symmetry."""
    scores = sorted(progress.scores, key=lambda entry: -entry.score)
    return tuple(
        RatedMove(
            transform_move(entry.move, symmetry),
            entry.score,
            tuple(transform_move(move, symmetry) for move in entry.pv[:LINE_PLIES]),
        )
        for entry in scores
    )


def as_judged(board: Board, played: Move, judged: Judgement) -> tuple[RatedMove, RatedMove]:
    """The best move and the one that was played, as a review has judged them."""
    better = board.legal_part(judged.better)[:LINE_PLIES]
    line = board.legal_part((played, *judged.refutation))
    return RatedMove(better[0], judged.best, better), RatedMove(played, judged.played, line)


def beside(known: Sequence[RatedMove], found: Sequence[RatedMove]) -> Iterator[RatedMove]:
    """The other moves that were found, by how much worse than the first of `known` they were found to be."""
    best = known[0]
    best_found = next((entry.score for entry in found if entry.move == best.move), None)
    for entry in found:
        if best_found is not None and all(entry.move != other.move for other in known):
            loss = round(min(0.0, entry.score - best_found), 1)
            yield replace(entry, score=max(-MOST_DISCS, round(best.score + loss, 2)))


def mistakes_of(
    line: Sequence[Node], seats_of_move: Callable[[Node], Seats], knows_players: bool = True
) -> list[Mistake]:
    """Finds where people lost MISTAKE discs and more by moves made in this program. Of a game opened
    elsewhere it `knows_players` only by what strangers are called.
    """
    return [
        Mistake(before.board, node.move, judged=node.judgement)
        for before, node in pairwise(line)
        if node.judgement is not None
        and node.move is not None
        and node.judgement.is_firm
        and node.judgement.loss >= MISTAKE
        and _was_played_here(node, before, seats_of_move(node)[before.board.turn], knows_players)
    ]


def _was_played_here(node: Node, before: Node, seat: Seat, knows_players: bool) -> bool:
    """Whether a person made a move in this program, which leaves clocks around it, or seconds in the library;
    older versions called a person YOU. Players of other games are not known.
    """
    if not seat.is_human:
        return False
    has_clocks = node.clock is not None and (before.clock is not None or before.parent is None)
    if not seat.name:
        return has_clocks or (knows_players and node.seconds is not None)
    return has_clocks or seat.name == YOU


EASIEST: Final = 1
HARDEST: Final = 5

# The nodes and depths from which on a puzzle is a grade harder.
HARD_NODES: Final = (10_000, 150_000)
HARD_DEPTHS: Final = (4, 9)

_FIGURES: Final = re.compile(r"nodes ([0-9]{1,15}), depth ([0-9]{1,2})\b")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`scores` are those of all moves, in discs for the side to move, best first, and it alone so good.
    Solving it takes `nodes` nodes; a search ply by ply keeps to the move from `depth`.
    """

    board: Board
    scores: tuple[tuple[Move, int], ...]
    nodes: int
    depth: int
    is_exact: ClassVar = True
    limit: ClassVar = Limit(solve=True)

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def aim(self) -> Aim:
        (_, best), (_, second) = self.scores[:2]
        return Aim.DRAW if best == 0 else Aim.WIN if second <= 0 else Aim.MOST

    @property
    def found(self) -> tuple[RatedMove, ...]:
        return tuple(RatedMove(move, score) for move, score in self.scores)

    @property
    def grade(self) -> int:
        """EASIEST .. HARDEST, by the nodes of its solution and the depth at which the move is found."""
        harder = sum(self.nodes >= nodes for nodes in HARD_NODES)
        return EASIEST + harder + sum(self.depth >= depth for depth in HARD_DEPTHS)


class Puzzles:
    """All of them, by their keys and by their grades; of a grade those with less to look at first, and those
    that only draw last.
    """

    def __init__(self, puzzles: Sequence[Puzzle] = ()) -> None:
        self.by_key = {puzzle.key: puzzle for puzzle in puzzles}
        self.by_grade: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in sorted(puzzles, key=lambda each: (each.aim is Aim.DRAW, each.nodes, each.key)):
            self.by_grade[puzzle.grade].append(puzzle)

    def __len__(self) -> int:
        return len(self.by_key)


def parse_puzzles(text: str) -> Puzzles:
    """Reads OBF with all moves, as docs/training.md makes it. Raises ValueError that names the line."""
    problems, errors = parse_obf(text)
    if errors:
        raise errors[0]
    if not problems:
        raise ValueError(_("there are no puzzles in it"))
    return Puzzles([_puzzle(problem) for problem in problems])


def _puzzle(problem: Problem) -> Puzzle:
    found = _FIGURES.search(problem.comment)
    if found is None:
        raise ValueError(_("line {line}: the comment does not give nodes and depth", line=problem.line))
    if {move for move, _score in problem.scores} != set(squares(problem.board.legal_moves())):
        raise ValueError(_("line {line}: not every move has a score", line=problem.line))
    scores = tuple(sorted(problem.scores, key=lambda pair: -pair[1]))
    if len(scores) < 2 or scores[0][1] == scores[1][1]:
        raise ValueError(_("line {line}: no move is better than all others", line=problem.line))
    return Puzzle(problem.board, scores, int(found[1]), int(found[2]))


class ExerciseSource(Protocol):
    """A position to be asked about: a mistake, a puzzle or one of a lesson."""

    @property
    def key(self) -> str: ...
    @property
    def aim(self) -> Aim: ...
    @property
    def board(self) -> Board: ...
    @property
    def found(self) -> tuple[RatedMove, ...]: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def limit(self) -> Limit: ...


class Exercise:
    """`found` has all moves, the best first; their lines may come later. Answered, it is walked freely."""

    def __init__(self, source: ExerciseSource) -> None:
        self.key = source.key
        self.aim = source.aim
        self.found = source.found
        self.is_exact = source.is_exact
        self.source = source
        self.board = source.board
        self.cursor = Cursor(Game(source.board))
        self.answer: Move | None = None
        self.is_over = False  # whether it was answered, or the answer was shown
        self._was_searched = False

    @property
    def best(self) -> RatedMove:
        return self.found[0]

    @property
    def answered(self) -> RatedMove | None:
        """What is known of the move that was answered."""
        return next((entry for entry in self.found if entry.move == self.answer), None)

    @property
    def lost(self) -> float:
        """Discs, to the tenth, by the answer; what the worst move would, where none was given."""
        entry = self.answered or self.found[-1]
        return round(self.best.score - entry.score, 1)

    @property
    def is_right(self) -> bool:
        return self.answer is not None and self.lost < DUBIOUS

    @property
    def has_lines(self) -> bool:
        """Whether the best line is known, and goes on as long as the game does; or no search knows more."""
        line = self.best.line
        goes_on = len(line) > 1 or (len(line) == 1 and self.board.play(line[0]).is_over())
        return goes_on or self._was_searched

    @property
    def is_judged(self) -> bool:
        """Whether it is known what the answer is worth."""
        return self.answer is None or self.answered is not None

    @property
    def needs_search(self) -> bool:
        return self.is_over and not self.has_lines

    @property
    def limit(self) -> Limit:
        return self.source.limit

    def play(self, move: Move) -> bool:
        """Answer, or try a move after that; whether it is legal."""
        if not self.cursor.play(move):
            return False
        if not self.is_over:
            self.answer, self.is_over = move, True
        return True

    def give_up(self) -> None:
        if not self.is_over:
            self.is_over = True
            self.show_best()

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        """The lines of all moves, as a search has found them."""
        self._was_searched = True
        lines = {entry.move: entry.line for entry in found}
        self.found = tuple(replace(entry, line=lines.get(entry.move, ())) for entry in self.found)

    def show_best(self) -> None:
        """Stand on the best move, with what follows it."""
        self.cursor.show(self.cursor.game.root, self.best.line or (self.best.move,))

    @property
    def has_answer(self) -> bool:
        return self.answer is not None

    def show_answer(self) -> None:
        """Stand on the answer, with what follows it."""
        if (entry := self.answered) is not None:
            self.cursor.show(self.cursor.game.root, entry.line or (entry.move,))
