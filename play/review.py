"""The review of a game: every position is searched, from the last to the first, and every move is judged.

It goes backwards because all searches share one table, which then knows the positions that follow. The book
judges its own moves. A review never blocks: call `update` once a frame. When it is repeated, it skips what
has been judged as well before.
"""

import math
import time
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from ai import preparation
from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import Iteration, Limit, Options, Progress, evaluation_of, parse_seconds
from game.board import PASS, Board, Color, Move
from game.evaluation import DUBIOUS, FULL_WIDTH, Evaluation, Judgement, Kind, Mark, MoveScore, surest
from game.symmetry import symmetry_to
from game.text import _, reason_of
from game.tree import Game, Node

# Empties up to which a position is solved, however long that takes: usually a second ...
SOLVED_EMPTIES: Final = 22
# ... and this many more if the review has a time per position.
MORE_SOLVED: Final = 2
# Plies of a better line that become a variation.
VARIATION_PLIES: Final = 8
# Seconds per position.
LEAST_SECONDS: Final = 0.1
MOST_SECONDS: Final = 10.0
DEFAULT_SECONDS: Final = 0.5
# Plies that take DEFAULT_SECONDS in a middle game, and the factor for each further ply.
DEFAULT_PLIES: Final = 24
GROWTH_PER_PLY: Final = 1.43
# The expected time of a review: seconds to solve SOLVED_EMPTIES empties, the factor for each further one,
# searches of any other position, and seconds after which the measured pace counts as much as all that.
SOLVING_SECONDS: Final = 1.0
SOLVING_GROWTH: Final = 1.9
SEARCHES: Final = 2.0
TRUSTED_SECONDS: Final = 3.0
# The empties at which the opening ends, and the middle game.
OPENING_EMPTIES: Final = 40
END_EMPTIES: Final = 20
# Least seconds between marking the game as changed, which saves it.
PUBLISH_SECONDS: Final = 1.0


def parse_review_seconds(text: str) -> float:
    """Parses the seconds per position. Raises ValueError."""
    seconds = parse_seconds(text)
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        sentence = _("the time for a position must be {least} to {most} s, not {text}")
        least, most = f"{LEAST_SECONDS:g}", f"{MOST_SECONDS:g}"
        raise ValueError(sentence.format(least=least, most=most, text=repr(text)))
    return seconds


def plies_for(seconds: float) -> int:
    """Converts seconds to a depth: searches end by depth, so that a busy machine judges the same."""
    return DEFAULT_PLIES + round(math.log(seconds / DEFAULT_SECONDS, GROWTH_PER_PLY))


class ReviewPhase(Enum):
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    board: Board
    limit: Limit


class Review:
    """A review of a line of `game`. `limit` is for each position: seconds, which stand for a depth, or plies;
    positions with at most `solved` empties are solved. It is repeatable with one thread and an empty table.
    Nodes get evaluations and judgements as found, marked moves the better line as a variation beside them.
    """

    judge = ""  # the listed engine that judges; '' for this program

    def __init__(
        self,
        game: Game,
        engine: Engine | None,
        limit: Limit,
        threads: int = 1,
        solved: int = SOLVED_EMPTIES,
        line: Sequence[Node] | None = None,
    ) -> None:
        self.limit = limit
        self.solved = solved
        self.threads = threads  # for the positions that are still to be searched
        self.line: Sequence[Node] = tuple(line or game.line)
        self.left = len(self.line)
        """The number of positions left to judge, including the one being searched, which is the last."""
        self.phase = ReviewPhase.RUNNING
        self.problem = ""  # why it has failed
        self._game = game
        self._engine = engine
        self._analysis: Analysis | None = None
        self._book: Book | None = None if engine is None else engine.book
        self._lines: dict[Node, tuple[Move, ...]] = {}  # the best line from each searched position
        self._questions = self._judge_all()
        self._question: ReviewQuestion | None = None
        self._published = self._since = time.monotonic()
        self._spent = 0.0  # seconds, on the finished positions
        followed = zip(self.line, (*self.line[1:], None), strict=True)
        self._expected = [self._seconds_expected(node, following) for node, following in followed]
        self._go_on()

    @property
    def is_over(self) -> bool:
        return self.phase in (ReviewPhase.DONE, ReviewPhase.FAILED)

    @property
    def seconds_left(self) -> float:
        """The estimated time left, from the positions that are left and the pace so far."""
        pace = (self._spent + TRUSTED_SECONDS) / (sum(self._expected[self.left :]) + TRUSTED_SECONDS)
        left, after_this = sum(self._expected[: self.left]), sum(self._expected[: self.left - 1])
        return max(pace * left - (time.monotonic() - self._since), pace * after_this)

    @property
    def solving(self) -> int | None:
        question = self._question
        return question.board.empties if question is not None and question.limit.solve else None

    def update(self) -> None:
        """Processes a finished search and starts the next one."""
        if self.phase is not ReviewPhase.RUNNING or self._question is None:
            return
        if not preparation.is_ready():
            self._since = time.monotonic()
            preparation.start()
            if preparation.progress().is_over:
                self._fail(_(preparation.progress().text))
        elif self._analysis is None or self._analysis.was_dropped:
            assert self._engine is not None
            options = Options(threads=self.threads)
            self._analysis = self._engine.analyse(self._question.board, self._question.limit, options)
        elif self._analysis.is_done:
            analysis, self._analysis = self._analysis, None
            if analysis.error is not None:
                self._fail(reason_of(analysis.error))
            else:
                self._go_on(analysis.progress)

    def pause(self) -> None:
        """Stops the search of the current position; `resume` begins it again."""
        if self.phase is ReviewPhase.RUNNING:
            self.phase = ReviewPhase.PAUSED
            if self._analysis is not None:
                self._analysis.stop()
                self._analysis = None
            self._game.changes += 1  # so that it is saved

    def resume(self) -> None:
        if self.phase is ReviewPhase.PAUSED:
            self.phase, self._since = ReviewPhase.RUNNING, time.monotonic()

    def run(self) -> None:
        """Runs to the end and waits for every search: for the command line."""
        preparation.wait()
        while self.phase is ReviewPhase.RUNNING:
            self.update()
            if self._analysis is not None:
                self._analysis.wait()

    def _fail(self, problem: str) -> None:
        self.phase, self.problem, self._question = ReviewPhase.FAILED, problem, None

    def _go_on(self, answer: Progress | None = None) -> None:
        now = time.monotonic()
        self._spent, self._since = self._spent + now - self._since, now
        try:
            self._question = next(self._questions) if answer is None else self._questions.send(answer)
        except StopIteration:
            self.phase, self._question = ReviewPhase.DONE, None
            self._game.changes += 1  # so that it is saved

    def _judge_all(self) -> Generator[ReviewQuestion, Progress, None]:
        following: Node | None = None
        for node in reversed(self.line):
            if self._is_known(node, following):
                self._recall(node, following)
            else:
                yield from self._judge(node, following)
                self._publish()
            following = node
            self.left -= 1

    def _publish(self) -> None:
        """Marks the game as changed, so that it is saved: a killed program loses about a second."""
        now = time.monotonic()
        if now - self._published >= PUBLISH_SECONDS:
            self._published = now
            self._game.changes += 1

    def _seconds_expected(self, node: Node, following: Node | None) -> float:
        is_forced = following is not None and node.board.legal_moves().bit_count() <= 1
        if is_forced or self._is_known(node, following) or self._moves_of_book(node):
            return 0.0
        if self._limit_of(node.board).solve:
            return SOLVING_SECONDS * SOLVING_GROWTH ** (node.board.empties - SOLVED_EMPTIES)
        return SEARCHES * (self.limit.seconds or DEFAULT_SECONDS)

    def _is_known(self, node: Node, following: Node | None) -> bool:
        """Whether there is nothing to search, or a search would find nothing surer than is known already."""
        if node.result is not None or (following or node).is_given:
            return True
        # If the last move was judged, the position after it has been searched.
        known = (following or node).judgement
        if known is None or known.judge != self.judge or (following is None and node.evaluation is None):
            return False
        if following is not None and any(found.move == following.move for found in self._moves_of_book(node)):
            return known.source is Kind.BOOK
        depth = self._limit_of(node.board).depth
        return known.is_exact or (depth is not None and known.depth >= depth)

    def _recall(self, node: Node, following: Node | None) -> None:
        if following is not None and following.move is not None and following.judgement is not None:
            played = (following.move, *self._lines.get(following, ()))
            self._lines[node] = following.judgement.better or played

    def _judge(self, node: Node, following: Node | None) -> Generator[ReviewQuestion, Progress, None]:
        if following is not None and node.board.legal_moves().bit_count() <= 1:
            self._note_forced(node, following)
            return
        if known := self._moves_of_book(node):
            yield from self._judge_by_book(node, following, known)
            return
        found = yield ReviewQuestion(node.board, self._limit_of(node.board))
        self._note(node, found)
        if following is None or not found.iterations:
            return
        last = found.iterations[-1]
        if symmetry_to(node.board.play(found.move), following.board) is not None:
            pair: Pair | None = Pair(last.score, last.score, last.depth, last.kind, last.confidence)
        else:
            pair = self._exact_pair(node, following, last)
            if pair is None:
                pair = yield from self._compare(following, found)
                played = self._exact_score(node, following)
                if pair is not None and played is not None:
                    losses = pair.best - pair.played, last.score - played
                    best = round(played + max(0.0, min(losses)), 2)  # at most the smaller loss above it
                    pair = replace(pair, played=played, best=best)
                    is_doubtful = len(set(map(Mark.of, losses))) > 1
                    if is_doubtful and node.board.empties == self._most_solved + 1:
                        found = yield ReviewQuestion(node.board, Limit(solve=True))
                        self._note(node, found)
                        pair = self._exact_pair(node, following, found.iterations[-1]) or pair
        self._conclude(node, following, pair, found.pv)

    def _judge_by_book(
        self, node: Node, following: Node | None, known: Sequence[MoveScore]
    ) -> Generator[ReviewQuestion, Progress, None]:
        """Judges a move by the book; if the book lacks it, searches after it and after the best move."""
        assert self._book is not None
        best = known[0]
        self._lines[node] = line = self._book.line(node.board, best.move)
        self._book.note(node)
        if following is None:
            return
        score = next((found.score for found in known if found.move == following.move), None)
        if score is not None:
            pair: Pair | None = Pair(best.score, score, 0, Kind.BOOK)
            self._book.note(following)
        else:
            after = node.board.play(best.move)
            found = yield ReviewQuestion(after, self._limit_of(after))
            pair = yield from self._compare(following, found, plies=1)
        self._conclude(node, following, pair, line)

    def _moves_of_book(self, node: Node) -> Sequence[MoveScore]:
        return () if self._book is None else self._book.moves(node.board)

    def _limit_of(self, board: Board) -> Limit:
        """Returns a limit that solves the position, or a depth: seconds never solve it."""
        seconds = self.limit.seconds
        if board.empties <= self._most_solved:
            return Limit(solve=True)
        return self.limit if seconds is None else Limit(depth=min(plies_for(seconds), board.empties - 1))

    @property
    def _most_solved(self) -> int:
        """The most empties that are solved; with one more, only if the mark of the move is in doubt."""
        return self.solved + (0 if self.limit.seconds is None else MORE_SOLVED)

    def _compare(
        self, following: Node, found: Progress, plies: int = 0
    ) -> "Generator[ReviewQuestion, Progress, Pair | None]":
        """Searches after the played move as deep as `found`, which begins after the best if `plies` is 1."""
        reply = yield ReviewQuestion(following.board, Limit(depth=max(1, found.depth + plies - 1)))
        self._note(following, reply)
        return Pair.deepest(found, reply, plies)

    def _exact_pair(self, node: Node, following: Node, last: Iteration) -> "Pair | None":
        """Returns both scores if both are exact or the move has ended the game, else None."""
        score = self._exact_score(node, following)
        if score is None or (last.kind is not Kind.EXACT and following.result is None):
            return None
        return Pair(last.score, score, last.depth, last.kind, last.confidence)

    @staticmethod
    def _exact_score(node: Node, following: Node) -> float | None:
        """Returns the exact score of the played move, None if there is none."""
        played = following.evaluation
        is_exact = played is not None and played.kind is Kind.EXACT
        return node.board.turn.sign * played.score if played is not None and is_exact else None

    def _conclude(self, node: Node, following: Node, pair: "Pair | None", line: tuple[Move, ...]) -> None:
        if pair is None:
            return
        is_loss = round(pair.best - pair.played, 1) > 0  # as `Judgement.loss` counts
        lines = (line, self._lines.get(following, ())) if is_loss else ((), ())
        known = pair.best, pair.played, pair.depth, pair.source, pair.confidence
        following.judgement = judgement = Judgement(*known, *lines, self.limit.seconds, self.judge)
        if judgement.mark is not None:
            _attach_line(self._game, node, judgement)

    def _note(self, node: Node, found: Progress) -> None:
        if not found.iterations:
            return
        worth = evaluation_of(found.iterations[-1], node.board.turn)
        if node not in self._lines or surest((node.evaluation, worth)) is worth:
            self._lines[node] = found.pv  # a shallower search for comparison does not replace an exact line
        node.note(worth)

    def _note_forced(self, node: Node, following: Node) -> None:
        """Copies the value of the next position, because at most one move is legal."""
        assert following.move is not None
        self._lines[node] = (following.move, *self._lines.get(following, ()))
        worth = following.evaluation
        if worth is not None:
            node.note(replace(worth, depth=worth.depth + (following.move != PASS)))


@dataclass(frozen=True, slots=True)
class Pair:
    """The scores of the best move and the played one for their side, by equally deep searches."""

    best: float
    played: float
    depth: int
    source: Kind
    confidence: int = FULL_WIDTH

    @classmethod
    def deepest(cls, found: Progress, reply: Progress, plies: int) -> "Pair | None":
        """Compares the deepest equal depths, as odd and even ones differ by discs. An estimate is the mean of
        the last two depths, which is steadier. With `plies` 1, `found` begins after the best move.
        """
        sign = -1 if plies else 1
        ours = {(row.depth + plies, row.confidence): row for row in found.iterations}
        theirs = {(row.depth + 1, row.confidence): row for row in reply.iterations}
        both = [each for each in ours if each in theirs and ours[each].kind is not Kind.OUTCOME]
        if not both:
            return None
        (depth, confidence), kind = both[-1], ours[both[-1]].kind
        used = [both[-1]]
        if kind is Kind.ESTIMATE and (depth - 1, confidence) in both:
            used.append((depth - 1, confidence))
        best = round(fmean(sign * ours[each].score for each in used), 2)
        played = round(fmean(-theirs[each].score for each in used), 2)
        return cls(best, played, depth, kind, confidence)


def _attach_line(game: Game, node: Node, judgement: Judgement) -> None:
    """Adds the better line beside a marked move, as a variation of `node`."""
    line = [node]
    for move in judgement.better[:VARIATION_PLIES]:
        line.append(game.add(line[-1], move))
    score, depth = node.board.turn.sign * judgement.best, max(0, judgement.depth - 1)
    line[1].note(Evaluation(score, depth, judgement.source, judgement.confidence))


def take_over(found: Sequence[Node], game: Game, line: Sequence[Node]) -> None:
    """Copies a review's results to the same moves in a line of `game`; markable judgements there stay."""
    for node, other in zip(line, found, strict=True):
        if other.evaluation is not None and node.result is None:
            node.note(other.evaluation)
        if other.judgement is None or (node.judgement is not None and node.judgement.is_markable):
            continue
        node.judgement = other.judgement
        if node.parent is not None and node.judgement.mark is not None:
            _attach_line(game, node.parent, node.judgement)
    game.changes += 1  # so that it is saved


def reviewed_share(line: Sequence[Node]) -> float:
    """Returns the share of a line's moves with alternatives that have a firm judgement, 0 .. 1."""
    if not judged_moves(line):
        return 0.0
    firm = [
        node.judgement is not None and node.judgement.is_markable
        for before, node in pairwise(line)
        if not node.is_given and (node.judgement is not None or before.board.legal_moves().bit_count() > 1)
    ]
    return sum(firm) / len(firm)


class GamePhase(Enum):
    OPENING = "opening"
    MIDDLE = "middle game"
    END = "endgame"


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A judged move. `ply` counts from 1 with passes; `empties` are those before the move."""

    ply: int
    color: Color
    move: Move
    empties: int
    judgement: Judgement

    @property
    def phase(self) -> GamePhase:
        """The phase of the game; each has twenty moves."""
        if self.empties > OPENING_EMPTIES:
            return GamePhase.OPENING
        return GamePhase.MIDDLE if self.empties > END_EMPTIES else GamePhase.END

    @property
    def best(self) -> Move:
        return self.judgement.better[0] if self.judgement.better else self.move


class ReviewTally:
    """Totals of judged moves by sides; a side is one player in one game."""

    def __init__(self) -> None:
        self.sides = 0
        self.moves_in: Counter[GamePhase] = Counter()
        self.firm = 0  # moves judged exactly, by the book or deep enough for a mark
        self.good = 0  # moves that lost less than DUBIOUS discs
        self.lost: dict[GamePhase, float] = dict.fromkeys(GamePhase, 0.0)  # discs
        self.marks: Counter[Mark] = Counter()

    def add(self, moves: Iterable[JudgedMove]) -> None:
        """Adds the moves of one side of one game."""
        self.sides += 1
        for move in moves:
            judgement = move.judgement
            self.moves_in[move.phase] += 1
            self.firm += judgement.is_markable
            self.good += judgement.loss < DUBIOUS
            self.lost[move.phase] += judgement.loss
            if judgement.mark is not None:
                self.marks[judgement.mark] += 1

    @property
    def moves(self) -> int:
        return self.moves_in.total()

    @property
    def lost_in_all(self) -> float:
        return sum(self.lost.values())

    def loss_a_move(self, *phases: GamePhase) -> float:
        """Returns the mean of discs lost per move, in all phases if none is named; 0 without a move."""
        phases = phases or tuple(GamePhase)
        moves = sum(self.moves_in[phase] for phase in phases)
        return sum(self.lost[phase] for phase in phases) / moves if moves else 0.0

    @property
    def accuracy(self) -> float | None:
        """Share of good moves, 0 .. 1; None without a move."""
        return self.good / self.moves if self.moves else None

    def as_json(self) -> dict[str, Any]:
        """Returns the totals as JSON; losses are discs of all sides together."""
        return {
            "sides": self.sides,
            "moves": self.moves,
            "lost": round(self.lost_in_all, 1),
            "lost_by_phase": {phase.value: round(lost, 1) for phase, lost in self.lost.items()},
            "marks": {mark.value: self.marks[mark] for mark in Mark},
            "accuracy": None if self.accuracy is None else round(self.accuracy, 4),
        }


def judged_moves(line: Sequence[Node]) -> tuple[JudgedMove, ...]:
    """Returns the judged moves of a line in order, except those of a set opening."""
    return tuple(
        JudgedMove(node.ply, before.board.turn, node.move, before.board.empties, node.judgement)
        for before, node in pairwise(line)
        if node.judgement is not None and node.move is not None and not node.is_given
    )


def mistakes_in(line: Sequence[Node], color: Color) -> tuple[JudgedMove, ...]:
    """Returns the mistakes of a side in order: the only definition, used by totals, walks and practice."""
    return tuple(move for move in judged_moves(line) if move.color is color and move.judgement.is_mistake)


def tallies_of(moves: Sequence[JudgedMove]) -> tuple[ReviewTally, ReviewTally]:
    """Returns the totals of Black and White in one game, indexed by Color."""
    tallies = ReviewTally(), ReviewTally()
    for color in Color:
        tallies[color].add(move for move in moves if move.color is color)
    return tallies
