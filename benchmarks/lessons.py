"""Whether what is said of games is true: python -m benchmarks.lessons --wthor DIR [--games 100] [--coach 300]

Games of the WTHOR archive are looked at as the window does after a game: where they turned, within the time
of the window. Of those that turned in the last 24 moves every loss of the loser there is then solved without
a limit of time, on a table of its own. With --coach positions are shown to the coach for a second, and every
move of them is solved.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit
from game.board import PASS, Board, move_name, squares
from game.evaluation import BLUNDER
from game.records.wthor import parse_wthor, replay
from game.tree import Game
from play.coach import Coach
from play.refutation import given_corners
from play.turning import Turning

SEED: Final = 38
# Megabytes of the table, as the program has it.
TABLE: Final = 64
# The empties before the last 24 moves.
LAST: Final = 24
FRAME_SECONDS: Final = 1 / 60
# How long the coach may look, and at positions with how many empties.
COACH_SECONDS: Final = 1.0
COACHED: Final = (8, 18)


def games_of(folder: Path, rng: Random) -> Iterator[Game]:
    """Finished games of the archive in an order of chance."""
    files = sorted(folder.glob("*.wtb"))
    while True:
        found, _problems = parse_wthor(rng.choice(files).read_bytes())
        game = replay(rng.choice(found))
        if game.node.result is not None and game.node.result.winner is not None:
            yield game


def turned(game: Game, engine: Engine) -> tuple[Turning, float]:
    """And the seconds until it was final."""
    began, last = time.perf_counter(), time.perf_counter()
    turning = Turning(game, engine, 1)
    while not turning.is_final:
        time.sleep(FRAME_SECONDS)
        now = time.perf_counter()
        turning.update(now - last)
        last = now
    return turning, time.perf_counter() - began


def worth(engine: Engine, board: Board) -> float:
    """For the side to move, exactly."""
    if board.is_over():
        result = board.result()
        assert result is not None
        return board.turn.sign * (result.black - result.white)
    if board.must_pass():
        return -worth(engine, board.play(PASS))
    score = engine.analyse(board, Limit(solve=True)).result().score
    assert score is not None
    return score


def check_turns(folder: Path, wanted: int) -> None:
    engine, solver, rng = Engine(TABLE, for_people=True), Engine(TABLE), Random(SEED)
    looked = late = right = odd = 0
    slowest = 0.0
    for game in games_of(folder, rng):
        turning, seconds = turned(game, engine)
        looked, slowest = looked + 1, max(slowest, seconds)
        node, found = turning.turn, turning.refutation
        if node is None or found is None or found.board.empties > LAST:
            continue
        losses = {}
        for before, after in reversed(list(pairwise(game.line))):
            if before.board.empties <= LAST and before.board.turn is turning.loser and after.move != PASS:
                losses[after.ply] = worth(solver, before.board) + worth(solver, after.board)
        late += 1
        is_right = (
            losses[node.ply] == max(losses.values()) == found.judgement.loss and found.judgement.is_exact
        )
        right += is_right
        odd += found.judgement.is_exact and found.judgement.loss % 2 > 0
        if not is_right:
            print(f"  {move_name(found.move)} at {node.ply}: {found.judgement.loss} for {losses[node.ply]}, "
                  f"most {max(losses.values())}")  # fmt: skip
        print(
            f"{looked} games, {late} turned late: {right} of them right; slowest {slowest:.1f} s", flush=True
        )
        if late == wanted:
            print(f"odd exact losses: {odd}")
            return


def check_coach(folder: Path, positions: int) -> None:
    coach, solver, rng = Coach(), Engine(TABLE), Random(SEED)
    blunders = warned = quiet = alarms = 0
    for game in games_of(folder, rng):
        nodes = [node for node in game.line if COACHED[0] <= node.board.empties <= COACHED[1]]
        nodes = [node for node in nodes if node.board.legal_moves().bit_count() > 1]
        for node in rng.sample(nodes, min(3, len(nodes))):
            ends = time.perf_counter() + COACH_SECONDS
            coach.follow(node, True)
            while coach.is_searching and time.perf_counter() < ends:
                time.sleep(FRAME_SECONDS)
                coach.follow(node, True)
            coach.follow(node, True)
            spoke = {move for move in squares(node.board.legal_moves()) if coach.advice(move)}
            scores = {
                move: -worth(solver, node.board.play(move)) for move in squares(node.board.legal_moves())
            }
            lost = {move for move in scores if max(scores.values()) - scores[move] >= BLUNDER}
            blunders, warned = blunders + len(lost), warned + len(lost & spoke)
            if not lost and not any(given_corners(node.board, move) for move in scores):
                quiet, alarms = quiet + 1, alarms + bool(spoke)
            positions -= 1
            coach.follow(game.line[0], False)
        if positions <= 0:
            break
    print(f"blunders: {warned} of {blunders} announced; it spoke in {alarms} of {quiet} quiet positions")
    coach.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wthor", type=Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--coach", type=int, default=0)
    options = parser.parse_args()
    preparation.wait()
    if options.coach:
        check_coach(options.wthor, options.coach)
    else:
        check_turns(options.wthor, options.games)


if __name__ == "__main__":
    main()
