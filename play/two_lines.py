"""A move compared with the best one: both lines, move by move, until the board shows their difference."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from ai.engine import Engine
from ai.limits import Limit, Progress
from ai.reference.evaluation import stable_discs
from game.board import CORNERS, PASS, Board, Color, Move
from game.evaluation import Judgement
from game.tree import Game
from play.coach_reasons import LEAST_STABLE
from play.refutation import PLIES, SOLVED
from play.review import Review, ReviewQuestion

# The most moves of a line, passes included.
MOST_STEPS: Final = 12

LinePair = tuple[tuple[Move, ...], tuple[Move, ...]]  # from one position, of the played move and the best one


@dataclass(frozen=True, slots=True)
class Decision:
    """What `side` gains by the line of `move` in `step` steps, but not by the other: the corner `square`, a
    PASS of the other side, or, if `square` is None, `count` stable discs instead of `fewer`.
    """

    step: int
    move: Move
    side: Color
    square: Move | None = None
    count: int = 0
    fewer: int = 0


def decide(board: Board, lines: LinePair) -> Decision | None:
    """Returns the first advantage of the best line; None if there is none in MOST_STEPS."""
    events, found = [_events(board, line) for line in lines], _stable_apart(board, lines)
    for n, gainer in enumerate((board.turn.other, board.turn)):
        for (side, square), step in events[n].items():
            is_apart = side is gainer and (side, square) not in events[1 - n]
            played, best = (_balance(each, board.turn, square == PASS) for each in events)
            if is_apart and played < best:
                found.append(Decision(step, lines[n][0], side, square))
    # In the same step a corner comes before a pass, and a pass before stable discs.
    return min(found, key=lambda each: (each.step, each.square is None, each.square == PASS), default=None)


def boards_along(board: Board, line: Sequence[Move], steps: int = MOST_STEPS) -> list[Board]:
    """Returns `steps` + 1 positions; a line that ends earlier stays at its last one."""
    boards = list(accumulate(line[:steps], Board.play, initial=board))
    return boards + boards[-1:] * (steps + 1 - len(boards))


def _events(board: Board, line: Sequence[Move]) -> Mapping[tuple[Color, Move], int]:
    """Returns the step of each corner and of the first PASS, by the side that gains by it."""
    found: dict[tuple[Color, Move], int] = {}
    for step, (before, move) in enumerate(zip(boards_along(board, line), line[:MOST_STEPS], strict=False), 1):
        if move == PASS or CORNERS >> move & 1:
            found.setdefault((before.turn.other if move == PASS else before.turn, move), step)
    return found


def _balance(events: Mapping[tuple[Color, Move], int], mover: Color, is_pass: bool) -> int:
    gainers = [side for side, square in events if (square == PASS) is is_pass]
    return gainers.count(mover) - gainers.count(mover.other)


def _stable_apart(board: Board, lines: LinePair) -> list[Decision]:
    """Returns the decision at the step from which on stable discs differ by LEAST_STABLE, if there is one."""
    sides, walks = (board.turn.other, board.turn), [boards_along(board, line) for line in lines]
    found: list[Decision] = []
    for step in range(MOST_STEPS, 0, -1):
        counts = [[_stable(boards[step], side) for boards in walks] for side in sides]
        gains = [counts[n][n] - counts[n][1 - n] for n in range(2)]
        if sum(gains) < LEAST_STABLE:
            break
        n = gains.index(max(gains))
        found = [Decision(step, lines[n][0], sides[n], None, counts[n][n], counts[n][1 - n])]
    return found


def _stable(board: Board, side: Color) -> int:
    return stable_discs(board.discs(side), board.discs(side.other)).bit_count()


class LinesReview(Review):
    """A review that judges a legal move, unless its judgement is known, and extends both lines as far as they
    are compared. It is repeatable: one thread, a fixed depth, and a table that it empties first.
    """

    lines: LinePair | None = None
    """None while they are searched, and if nothing is better than the move."""
    decision: Decision | None = None

    def __init__(self, board: Board, move: Move, engine: Engine, known: Judgement | None = None) -> None:
        game = Game(board, (move,))
        game.line[-1].judgement = known
        engine.new_game()
        super().__init__(game, engine, Limit(depth=PLIES), 1, SOLVED)

    def _judge_all(self) -> Generator[ReviewQuestion, Progress, None]:
        board, node = self.line[0].board, self.line[-1]
        if node.judgement is None:
            yield from super()._judge_all()
        if (judged := node.judgement) is None or node.move is None or not judged.better:
            return
        played = yield from self._complete(board, (node.move, *judged.refutation), judged.is_exact)
        best = yield from self._complete(board, judged.better, judged.is_exact)
        self.decision = decide(board, (played, best))
        steps = MOST_STEPS if self.decision is None else self.decision.step
        self.lines = played[:steps], best[:steps]

    def _complete(
        self, board: Board, moves: Sequence[Move], is_exact: bool
    ) -> Generator[ReviewQuestion, Progress, tuple[Move, ...]]:
        """Extends a line to MOST_STEPS or the end of the game."""
        line = board.legal_part(moves[:MOST_STEPS])
        while len(line) < MOST_STEPS and not (after := boards_along(board, line)[-1]).is_over():
            more: Sequence[Move] = (PASS,)
            if not after.must_pass():
                limit = Limit(solve=True) if is_exact else self._limit_of(after)
                found = yield ReviewQuestion(after, limit)
                more = found.pv or (found.move,)
            line = (*line, *after.legal_part(more))[:MOST_STEPS]
        return line
