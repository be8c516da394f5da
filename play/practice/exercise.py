"""Exercises: the user looks for the best move of a position, which is judged, and then explores the position.
Mistakes come from games; puzzles, which are solved and graded endgames, and lessons come with the program.
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

# The empties up to which a position is solved (the most of any review), and the plies of other searches.
SOLVED_EMPTIES: Final = review.SOLVED_EMPTIES + review.MORE_SOLVED
DEPTH: Final = 12
# Plies of a line that are stored.
LINE_PLIES: Final = 10
# The number of moves that a hint offers.
HINTED: Final = 3


class Aim(Enum):
    """The move to find."""

    WIN = "win"  # the one move that wins
    DRAW = "draw"  # the one that draws, while all others lose
    MOST = "most"  # several win, one by more discs than the others
    BEST = "best"  # the best move, in a game of the user


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move with its score, in discs for its side; `line` begins with it, as far as it is known."""

    move: Move
    score: float
    line: tuple[Move, ...] = ()


class ExerciseSource:
    """A position for an exercise; `found` has all moves, the best first."""

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
    """A position and the move `played`; `found` is empty until it is searched, `judged` is the review's."""

    board: Board
    played: Move
    found: tuple[RatedMove, ...] = ()
    is_exact: bool = False
    judged: Judgement | None = None

    @property
    def is_confirmed(self) -> bool:
        """Whether the search of all moves confirms that there is a better one than the played one."""
        scores = {entry.move: entry.score for entry in self.found}
        return bool(scores) and round(self.found[0].score - scores[self.played], 2) >= DUBIOUS

    def searched(
        self, found: tuple[RatedMove, ...], is_exact: bool, in_book: Sequence[RatedMove] = ()
    ) -> "Mistake":
        """Returns a copy with the results of a search of all moves; inexact ones give way to the review's."""
        if self.judged is not None and not is_exact and self.board.legal_part(self.judged.better):
            known: tuple[RatedMove, ...] = as_judged(self.board, self.played, self.judged)
            known += tuple(beside(known, in_book))
            found = tuple(sorted((*known, *beside(known, found)), key=lambda entry: -entry.score))
        return replace(self, found=found, is_exact=is_exact)


def found_in(progress: Progress, symmetry: Symmetry) -> tuple[RatedMove, ...]:
    """Returns all moves with the results of a search, the best first, under a symmetry."""
    seen = partial(transform_move, symmetry=symmetry)
    scores = sorted(progress.scores, key=lambda entry: -entry.score)
    return tuple(
        RatedMove(seen(each.move), each.score, tuple(map(seen, each.pv[:LINE_PLIES]))) for each in scores
    )


def as_judged(board: Board, played: Move, judged: Judgement) -> tuple[RatedMove, RatedMove]:
    """Returns the best move and the played one, as a review has judged them."""
    better = board.legal_part(judged.better)[:LINE_PLIES]
    line = board.legal_part((played, *judged.refutation))
    return RatedMove(better[0], judged.best, better), RatedMove(played, judged.played, line)


def beside(known: Sequence[RatedMove], found: Sequence[RatedMove]) -> Iterator[RatedMove]:
    """Yields the moves of `found` not in `known`, with scores by their loss against the first of `known`."""
    best = known[0]
    best_found = next((entry.score for entry in found if entry.move == best.move), None)
    for entry in found:
        if best_found is not None and all(entry.move != other.move for other in known):
            loss = round(min(0.0, entry.score - best_found), 1)
            yield replace(entry, score=max(-MOST_DISCS, round(best.score + loss, 2)))


def mistakes_of(
    line: Sequence[Node], seats_of_move: Callable[[Node], Seats], knows_players: bool = True
) -> list[Mistake]:
    """Finds the mistakes that people made in this program. `knows_players` is false for an opened game that
    only has names of strangers.
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
    older versions named a person YOU. Other players are strangers.
    """
    if not seat.is_human:
        return False
    has_clocks = node.clock is not None and (before.clock is not None or before.parent is None)
    if not seat.name:
        return has_clocks or (knows_players and node.seconds is not None)
    return has_clocks or seat.name == YOU


EASIEST: Final = 1
HARDEST: Final = 5

# A puzzle is a grade harder for each of these numbers of nodes, and of plies, that it reaches.
HARD_NODES: Final = (10_000, 150_000)
HARD_DEPTHS: Final = (4, 9)

_FIGURES: Final = re.compile(r"nodes ([0-9]{1,15}), depth ([0-9]{1,2})\b")
_LESSON: Final = re.compile(r"([a-z_]+), level [0-9]+, ([a-z0-9 ]+)(?:,|$)")


@dataclass(frozen=True, slots=True)
class Puzzle(ExerciseSource):
    """A solved endgame with one move that is better than all others. Solving it takes `nodes` nodes; a search
    ply by ply keeps the move from `depth` on.
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
    """All puzzles, by key and by grade; within a grade those with fewer nodes come first, and those that only
    draw last.
    """

    def __init__(self, puzzles: Sequence[Puzzle] = ()) -> None:
        self.by_key = {puzzle.key: puzzle for puzzle in puzzles}
        self.by_grade: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in sorted(puzzles, key=lambda each: (each.aim is Aim.DRAW, each.nodes, each.key)):
            self.by_grade[puzzle.grade].append(puzzle)


def parse_puzzles(text: str) -> Puzzles:
    """Reads OBF with all moves, made as in docs/training.md. Raises ValueError that names the line."""
    puzzles = []
    for problem in _problems(text):
        figures = _FIGURES.search(problem.comment)
        if figures is None:
            raise ValueError(_("line {line}: the comment lacks nodes and depth", line=problem.line))
        found = _found(problem)
        if len(found) < 2 or found[0].score == found[1].score:
            raise ValueError(_("line {line}: no move is better than all others", line=problem.line))
        puzzles.append(Puzzle(problem.board, found, int(figures[1]), int(figures[2])))
    if not puzzles:
        raise ValueError(_("there are no puzzles in it"))
    return Puzzles(puzzles)


@dataclass(frozen=True, slots=True)
class LessonPosition(ExerciseSource):
    """A position whose best move follows from its idea."""

    idea: Idea
    board: Board
    found: tuple[RatedMove, ...]
    is_exact: bool


LessonPositions = dict[Idea, tuple[LessonPosition, ...]]


def parse_lessons(text: str) -> LessonPositions:
    """Reads the output of `python -m release.lessons`. Raises ValueError that names the line."""
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
    """Returns all moves, the best first. Raises ValueError."""
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
    """A question for the best move of a position, with one or more `tries`; then it can be explored freely.

    `found` has all moves, the best first; their lines may come later. With several tries it may lack some,
    as the search of all moves runs during the question.
    """

    def __init__(self, source: ExerciseSource, tries: int = 1) -> None:
        self.source, self.tries = source, tries
        self.key, self.aim, self.board, self.limit = source.key, source.aim, source.board, source.limit
        self.is_exact, self.found = source.is_exact, source.found
        self._was_searched = False
        self.reset()

    def reset(self) -> None:
        """Asks the question anew."""
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
        """The rating of the answer, if known."""
        return self.rated(self.answer)

    @property
    def tried(self) -> RatedMove | None:
        """The rating of the last answer, also once the solution has replaced it."""
        return self.rated(self.wrong[-1] if self.answer is None and self.wrong else self.answer)

    def rated(self, move: Move | None) -> RatedMove | None:
        return next((entry for entry in self.found if entry.move == move), None)

    @property
    def lost(self) -> float:
        """The discs lost by the answer, to the tenth; without an answer, those lost by the worst move."""
        entry = self.answered or self.found[-1]
        return round(self.best.score - entry.score, 1)

    @property
    def is_right(self) -> bool:
        return self.answer is not None and self.lost < DUBIOUS

    @property
    def finding(self) -> Finding | None:
        """How the answer was found; None before the exercise is over."""
        if not self.is_over:
            return None
        return Finding.SHOWN if not self.is_right else Finding.SECOND if self.wrong else Finding.FIRST

    @property
    def is_waiting(self) -> bool:
        """Whether a search has yet to rate the answer."""
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
        """Whether the best line goes beyond its first move, that move ends the game, or a search was made."""
        line = self.best.line
        goes_on = len(line) > 1 or (len(line) == 1 and self.board.play(line[0]).is_over())
        return goes_on or self._was_searched

    @property
    def needs_search(self) -> bool:
        return not self._was_searched if self.tries > 1 else self.is_over and not self.has_lines

    def play(self, move: Move) -> bool:
        """Plays the answer, or tries a move once the exercise is over; returns whether it was played."""
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
        """Takes the answer back."""
        self.answer = None
        self.cursor.go_to(0)

    def give_up(self) -> None:
        if not self.is_over:
            self.answer, self.is_over = None, True
            self.show_best()
            self._show_counts()

    def add_lines(self, found: tuple[RatedMove, ...]) -> None:
        """Adds the results of a search of all moves: lines of moves that have none, and missing moves."""
        self._was_searched = True
        lines = {entry.move: entry.line for entry in found}
        self.found = (
            *(e if len(e.line) > 1 else replace(e, line=lines.get(e.move, e.line)) for e in self.found),
            *beside(self.found, found),
        )
        self._judge()

    def _judge(self) -> None:
        """Judges the answer: right or last, it ends the exercise; the last of several shows the solution."""
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
        """Goes back to the position if the answer is shown as counts on its squares."""
        if isinstance(self.source, LessonPosition) and self.source.idea in COUNTED:
            self.cursor.go_to(0)

    def show_best(self) -> None:
        """Shows the best move, with the moves that follow."""
        self.cursor.show(self.cursor.game.root, self.best.line or (self.best.move,))

    @property
    def has_answer(self) -> bool:
        return self.tried is not None

    def show_answer(self) -> None:
        """Shows the answer, with the moves that follow."""
        if (entry := self.tried) is not None:
            self.cursor.show(self.cursor.game.root, entry.line or (entry.move,))

    @property
    def hints(self) -> list[Move]:
        """The best move, and others that are not known to be wrong."""
        left_out = {self.best.move, *self.wrong}
        if isinstance(self.source, Mistake):
            left_out.add(self.source.played)
        others = (*(entry.move for entry in self.found), *squares(self.board.legal_moves()))
        kept = list(dict.fromkeys(move for move in others if move not in left_out))
        return [self.best.move, *kept[: HINTED - 1]]
