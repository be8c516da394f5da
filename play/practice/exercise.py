"""A position with one best move: it is asked for, judged, and then walked through. Mistakes come from games;
puzzles, which are solved and graded endgames, and positions of lessons come with the program.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import pairwise
from typing import Final

from ai.limits import Limit, Progress
from game.board import Board, Move, squares
from game.cursor import Cursor
from game.evaluation import DUBIOUS, MOST_DISCS, Judgement
from game.records.obf import Problem, parse_obf
from game.symmetry import Symmetry, transform_move
from game.text import _
from game.tree import Game, Node
from play import review
from play.players import Seat, Seats
from play.practice.lesson import COUNTED, STEPS, Idea
from play.record_players import YOU

# The empties up to which a position is solved, as a review does at most, and the depth of other searches.
SOLVED_EMPTIES: Final = review.SOLVED_EMPTIES + review.MORE_SOLVED
DEPTH: Final = 12
# Plies of a line that are kept.
LINE_PLIES: Final = 10
# Moves among which a hint leaves the choice.
HINTED: Final = 3


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


class ExerciseSource:
    """A position that is asked about; `found` has all moves, the best first."""

    __slots__ = ()
    board: Board
    found: tuple[RatedMove, ...]
    is_exact: bool

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def aim(self) -> Aim:
        return Aim.BEST

    @property
    def limit(self) -> Limit:
        return Limit(solve=True) if self.board.empties <= SOLVED_EMPTIES else Limit(depth=DEPTH)


@dataclass(frozen=True, slots=True)
class Mistake(ExerciseSource):
    """A position and the move `played`; `found` is empty until it is searched, `judged` is by the review."""

    board: Board
    played: Move
    found: tuple[RatedMove, ...] = ()
    is_exact: bool = False
    judged: Judgement | None = None

    @property
    def is_confirmed(self) -> bool:
        """Whether the search of all moves, too, has found better ones than the played one."""
        scores = {entry.move: entry.score for entry in self.found}
        return bool(scores) and round(self.found[0].score - scores[self.played], 2) >= DUBIOUS

    def searched(
        self, found: tuple[RatedMove, ...], is_exact: bool, in_book: Sequence[RatedMove] = ()
    ) -> "Mistake":
        """With what a search of all moves has found; what is not solved is worth what the review says."""
        if self.judged is not None and not is_exact and self.board.legal_part(self.judged.better):
            known: tuple[RatedMove, ...] = as_judged(self.board, self.played, self.judged)
            known += tuple(beside(known, in_book))
            found = tuple(sorted((*known, *beside(known, found)), key=lambda entry: -entry.score))
        return replace(self, found=found, is_exact=is_exact)


def found_in(progress: Progress, symmetry: Symmetry) -> tuple[RatedMove, ...]:
    """What a search has found of all moves, the best first, seen under a symmetry."""
    seen = partial(transform_move, symmetry=symmetry)
    scores = sorted(progress.scores, key=lambda entry: -entry.score)
    return tuple(
        RatedMove(seen(each.move), each.score, tuple(map(seen, each.pv[:LINE_PLIES]))) for each in scores
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
    """Finds the mistakes that people made in this program. Of a game opened elsewhere it `knows_players`
    only by what strangers are called.
    """
    return [
        Mistake(before.board, node.move, judged=node.judgement)
        for before, node in pairwise(line)
        if node.judgement is not None
        and node.move is not None
        and node.judgement.is_mistake
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
_LESSON: Final = re.compile(r"([a-z_]+), level [0-9]+, ([a-z0-9 ]+)(?:,|$)")


@dataclass(frozen=True, slots=True)
class Puzzle(ExerciseSource):
    """A solved endgame with one move that is better than all others. Solving it takes `nodes` nodes; a search
    ply by ply keeps to the move from `depth`.
    """

    board: Board
    found: tuple[RatedMove, ...]
    nodes: int
    depth: int
    is_exact: bool = True

    @property
    def aim(self) -> Aim:
        best, second = self.found[:2]
        return Aim.DRAW if best.score == 0 else Aim.WIN if second.score <= 0 else Aim.MOST

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


def parse_puzzles(text: str) -> Puzzles:
    """Reads OBF with all moves, as docs/training.md makes it. Raises ValueError that names the line."""
    puzzles = []
    for problem in _problems(text):
        figures = _FIGURES.search(problem.comment)
        if figures is None:
            raise ValueError(_("line {line}: the comment does not give nodes and depth", line=problem.line))
        found = _found(problem)
        if len(found) < 2 or found[0].score == found[1].score:
            raise ValueError(_("line {line}: no move is better than all others", line=problem.line))
        puzzles.append(Puzzle(problem.board, found, int(figures[1]), int(figures[2])))
    if not puzzles:
        raise ValueError(_("there are no puzzles in it"))
    return Puzzles(puzzles)


@dataclass(frozen=True, slots=True)
class LessonPosition(ExerciseSource):
    """A position that its idea decides."""

    idea: Idea
    board: Board
    found: tuple[RatedMove, ...]
    is_exact: bool


LessonPositions = dict[Idea, tuple[LessonPosition, ...]]


def parse_lessons(text: str) -> LessonPositions:
    """Reads what `python -m release.lessons` writes. Raises ValueError that names the line."""
    ideas = {idea.value: idea for idea in Idea}
    lessons = defaultdict[Idea, list[LessonPosition]](list)
    for problem in _problems(text):
        comment = _LESSON.match(problem.comment)
        if comment is None or comment[1] not in ideas:
            raise ValueError(_("line {line}: the comment names no lesson", line=problem.line))
        idea, found = ideas[comment[1]], _found(problem)
        lessons[idea].append(LessonPosition(idea, problem.board, found, comment[2] == "solved"))
    for idea in Idea:
        if len(lessons[idea]) != STEPS:
            raise ValueError(_("the lesson {name} needs {count} positions", name=idea.value, count=STEPS))
    return {idea: tuple(lessons[idea]) for idea in Idea}


def _problems(text: str) -> Sequence[Problem]:
    problems, errors = parse_obf(text)
    if errors:
        raise errors[0]
    return problems


def _found(problem: Problem) -> tuple[RatedMove, ...]:
    """All moves, the best first."""
    if {move for move, _score in problem.scores} != set(squares(problem.board.legal_moves())):
        raise ValueError(_("line {line}: not every move has a score", line=problem.line))
    rated = (RatedMove(move, score) for move, score in problem.scores)
    return tuple(sorted(rated, key=lambda entry: -entry.score))


class Finding(Enum):
    """How the answer to a question was found, the best way first."""

    FIRST = "first"
    SECOND = "second"
    SHOWN = "shown"

    @property
    def is_right(self) -> bool:
        return self is not Finding.SHOWN


class Exercise:
    """A position that is asked about, with one answer or more `tries`; answered, it is walked freely.

    `found` has all moves, the best first; their lines may come later. With several tries it may lack some,
    for all moves are searched while it is asked.
    """

    def __init__(self, source: ExerciseSource, tries: int = 1) -> None:
        self.source, self.tries = source, tries
        self.key, self.aim, self.board, self.limit = source.key, source.aim, source.board, source.limit
        self.is_exact, self.found = source.is_exact, source.found
        self._was_searched = False
        self.reset()

    def reset(self) -> None:
        """Ask it anew."""
        self.cursor = Cursor(Game(self.board))
        self.answer: Move | None = None
        self.wrong: list[Move] = []
        self.is_over = False  # whether it was answered, or the answer was shown
        self.is_hinted = False

    @property
    def best(self) -> RatedMove:
        return self.found[0]

    @property
    def answered(self) -> RatedMove | None:
        """What is known of the move that was answered."""
        return self.rated(self.answer)

    @property
    def tried(self) -> RatedMove | None:
        """The same of the last answer, also once the solution is shown in its place."""
        return self.rated(self.wrong[-1] if self.answer is None and self.wrong else self.answer)

    def rated(self, move: Move | None) -> RatedMove | None:
        return next((entry for entry in self.found if entry.move == move), None)

    @property
    def lost(self) -> float:
        """Discs, to the tenth, by the answer; what the worst move would, where none was given."""
        entry = self.answered or self.found[-1]
        return round(self.best.score - entry.score, 1)

    @property
    def is_right(self) -> bool:
        return self.answer is not None and self.lost < DUBIOUS

    @property
    def finding(self) -> Finding | None:
        """None before it is over."""
        if not self.is_over:
            return None
        return Finding.SHOWN if not self.is_right else Finding.SECOND if self.wrong else Finding.FIRST

    @property
    def is_waiting(self) -> bool:
        """Whether a search must say what the answer is worth."""
        return not self.is_over and self.answer is not None and self.answered is None

    @property
    def is_refuted(self) -> bool:
        """Whether a wrong answer is on the board, and another try is left."""
        return not self.is_over and self.answer in self.wrong

    @property
    def can_hint(self) -> bool:
        return not (self.is_over or self.is_refuted or self.is_hinted)

    @property
    def has_lines(self) -> bool:
        """Whether the best line is known, and goes on as long as the game does; or no search knows more."""
        line = self.best.line
        goes_on = len(line) > 1 or (len(line) == 1 and self.board.play(line[0]).is_over())
        return goes_on or self._was_searched

    @property
    def needs_search(self) -> bool:
        return not self._was_searched if self.tries > 1 else self.is_over and not self.has_lines

    def play(self, move: Move) -> bool:
        """Answer, or try a move once it is over; whether it is legal."""
        if self.is_over:
            return self.cursor.play(move)
        if self.is_waiting or not self.board.is_legal(move):
            return False
        self.try_again()
        self.cursor.play(move)
        self.answer = move
        self._judge()
        return True

    def try_again(self) -> None:
        """Take the answer back."""
        self.answer = None
        self.cursor.go_to(0)

    def give_up(self) -> None:
        if not self.is_over:
            self.answer, self.is_over = None, True
            self.show_best()
            self._show_counts()

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        """What a search has found of all moves: the lines of those that have none, and the others."""
        self._was_searched = True
        lines = {entry.move: entry.line for entry in found}
        self.found = (
            *(e if len(e.line) > 1 else replace(e, line=lines.get(e.move, e.line)) for e in self.found),
            *beside(self.found, found),
        )
        self._judge()

    def _judge(self) -> None:
        """With the last try it is over; a wrong one shows the solution, but for the only one."""
        if self.is_over or self.is_refuted or self.answer is None or self.answered is None:
            return
        if not self.is_right:
            self.wrong.append(self.answer)
        if self.is_right or self.tries == 1:
            self.is_over = True
            self._show_counts()
        elif len(self.wrong) == self.tries:
            self.give_up()

    def _show_counts(self) -> None:
        """Stand on the position where the answer is counted on its squares."""
        if isinstance(self.source, LessonPosition) and self.source.idea in COUNTED:
            self.cursor.go_to(0)

    def show_best(self) -> None:
        """Stand on the best move, with what follows it."""
        self.cursor.show(self.cursor.game.root, self.best.line or (self.best.move,))

    @property
    def has_answer(self) -> bool:
        return self.tried is not None

    def show_answer(self) -> None:
        """Stand on the answer, with what follows it."""
        if (entry := self.tried) is not None:
            self.cursor.show(self.cursor.game.root, entry.line or (entry.move,))

    @property
    def hints(self) -> list[Move]:
        """The best move among others, which are not known to be wrong."""
        left_out = {self.best.move, *self.wrong}
        if isinstance(self.source, Mistake):
            left_out.add(self.source.played)
        others = (*(entry.move for entry in self.found), *squares(self.board.legal_moves()))
        kept = list(dict.fromkeys(move for move in others if move not in left_out))
        return [self.best.move, *kept[: HINTED - 1]]
