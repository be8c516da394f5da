"""Compares the coach with deep searches: python -m benchmarks.coach --games N --seen FILE

Three beginners (most discs, fewest replies, at random) play levels 1 to 3. Judges each of their moves as the
coach does and, if that is not exact, by a separate deeper search. Writes the results to FILE (lines of JSON),
from which an interrupted run goes on.
Prints how often the coach warns when it must and when it must not, and the reasons it gives.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import CORNERS, PASS, Board, Move, final_score, square_name, squares
from game.evaluation import BLUNDER, DUBIOUS
from play.coach import MEGABYTES, PATIENCE, is_bad
from play.coach_reasons import CoachReasonKind, coach_reason
from play.refutation import SOLVED, given_corners, review_move

STRONGEST = 3  # highest level of their opponents
TRUE_PLIES = 18  # depth of the truth if it is not solved


def beginner(number: int, board: Board, rng: Random) -> Move:
    def worth(move: Move) -> tuple[float, float]:
        turned, left = board.flips(move).bit_count(), board.play(move).legal_moves().bit_count()
        return (turned, -left, 0)[number], rng.random()

    return max(squares(board.legal_moves()), key=worth)


def truth(engine: Engine, board: Board) -> float:
    """Returns the value of the position for the side to move."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    if board.must_pass():
        return -truth(engine, board.play(PASS))
    engine.new_game()
    limit = Limit(solve=True) if board.empties <= SOLVED else Limit(depth=TRUE_PLIES)
    found = engine.analyse(board, limit).result().score
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class Judged:
    """The loss of a move as seen by the coach, its reason if it warns, and its processor seconds."""

    loss: float
    is_exact: bool
    warning: str | None
    seconds: float


def judged(engine: Engine, board: Board, move: Move) -> Judged:
    begun = process_time()
    review = review_move(board, move, engine, 1)
    review.run()
    found = review.line[-1].judgement
    assert found is not None
    warns = is_bad(move, found.loss, found.is_exact, given_corners(board, move))
    kind = coach_reason(board, move, found).kind.name if warns else None
    return Judged(found.loss, found.is_exact, kind, process_time() - begun)


def play(coach: Engine, foe: Engine, judge: Engine, number: int) -> Iterator[list[Any]]:
    """Yields per move: game, beginner, transcript, true loss, whether it gives a corner, and `judged`."""
    rng, errs = Random(number), Random(f"foe {number}")
    who, mine, level = number % 3, number // 3 % 2, 1 + number // 6 % STRONGEST
    board, moves = Board.initial(), ""
    coach.new_game()
    foe.new_game()
    while not board.is_over():
        legal = board.legal_moves().bit_count()
        if not legal:
            board = board.play(PASS)
            continue
        if board.turn == mine:
            move = beginner(who, board, rng)
            if legal > 1:
                seen = judged(coach, board, move)
                loss = seen.loss if seen.is_exact else truth(judge, board) + truth(judge, board.play(move))
                known = number, who, moves + square_name(move), loss, bool(given_corners(board, move))
                yield [*known, seen.loss, seen.warning, seen.seconds]
        else:
            options = Options(level=level, seed=errs.getrandbits(32))
            move = foe.analyse(board, Limit(depth=6), options).result().move
        moves += square_name(move)
        board = board.play(move)


def report(rows: list[list[Any]]) -> Iterator[str]:
    corners = tuple(map(square_name, squares(CORNERS)))
    rows = [row for row in rows if not row[2].endswith(corners)]  # the coach never warns of taking a corner
    bad = [row for row in rows if row[3] >= BLUNDER or (row[4] and row[3] >= DUBIOUS)]
    fine = [row for row in rows if row[3] < DUBIOUS]
    for name, seen in (("it must warn of", bad), ("lose less than 2 discs", fine)):
        warned = sum(row[6] is not None for row in seen)
        yield f"moves that {name}: {len(seen)}, warned of {warned}, {warned / max(1, len(seen)):.2%}"
    reasons = Counter(row[6] for row in rows if row[6] is not None)
    other = 1 - reasons[CoachReasonKind.LOSS.name] / max(1, reasons.total())
    slow = sum(row[7] > PATIENCE for row in rows)
    yield f"reasons other than the loss: {other:.1%} of {reasons.total()}: {dict(reasons.most_common())}"
    yield f"judged in more than {PATIENCE} s: {slow} of {len(rows)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="the coach beside the truth")
    parser.add_argument("--games", type=int, default=1000, help="how many (default: %(default)s)")
    parser.add_argument("--seen", type=Path, required=True, help="file of what was judged")
    options = parser.parse_args()
    assert preparation.wait().is_ready
    options.seen.touch()
    games = [json.loads(line) for line in options.seen.read_text("utf-8").splitlines()]
    with ExitStack() as stack, options.seen.open("a", encoding="utf-8") as out:
        coach, foe, judge = (
            stack.enter_context(closing(Engine(size))) for size in (MEGABYTES, MEGABYTES, 64)
        )
        for number in range(len(games), options.games):
            games.append(list(play(coach, foe, judge, number)))
            print(json.dumps(games[-1]), file=out, flush=True)
    print(f"{len(games)} games", *report([row for game in games for row in game]), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
