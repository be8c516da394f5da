"""Measures how often a move chosen in a second is the best: python -m benchmarks.accuracy [--wthor DIR]

Prints the share of moves that are exactly best and the mean loss in discs, on solved positions with 26
empties from games of many years. Keeps the positions and their scores in build/accuracy.obf, those after a
chosen move in build/accuracy-moves.obf, each as soon as it is solved, so that an interrupted run can go on.
With --wthor, fills the first file from the WTHOR archive in that folder up to --count positions.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Options
from benchmarks import ROOT
from game.board import PASS, Board, final_score, move_name
from game.evaluation import Kind
from game.records.obf import Problem, obf, parse_obf
from game.records.wthor import WthorError, WthorGame, parse_wthor, replay
from game.symmetry import canonical

BUILD: Final = ROOT / "build"
POSITIONS: Final = BUILD / "accuracy.obf"
MOVES: Final = BUILD / "accuracy-moves.obf"

EMPTIES: Final = 26
YEARS: Final = range(1990, 2026)
SEED: Final = 26

# Size of the table in megabytes for solving positions; the measured engine has the usual one.
SOLVER_TABLE: Final = 128


class Solved:
    """Positions and their exact scores, written to disk as soon as they are known."""

    def __init__(self, path: Path) -> None:
        """Reads the file. Raises ValueError for a line that is not a position with a score."""
        self._path = path
        self.scores: dict[Board, int] = {}
        problems, errors = parse_obf(path.read_text("utf-8")) if path.exists() else ([], [])
        for error in errors:
            raise ValueError(f"{path}, {error}; delete the line")
        for problem in problems:
            if problem.best is None:
                raise ValueError(f"{path}, line {problem.line}: the position has no score; delete the line")
            self.scores[problem.board] = problem.best

    def solve(self, engine: Engine, board: Board, comment: str) -> int:
        """Returns the exact score for the side to move, from the file or a search that adds it there."""
        if board not in self.scores:
            engine.new_game()
            found = engine.analyse(board, Limit(solve=True), Options(selective=False)).result()
            assert found.kind is Kind.EXACT
            assert found.score is not None
            self.scores[board] = round(found.score)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(obf(Problem(board, best=self.scores[board], comment=comment)) + "\n")
        return self.scores[board]


def main() -> int:
    parser = argparse.ArgumentParser(description="measure how often a move is exactly best")
    parser.add_argument("--wthor", type=Path, metavar="DIR", help="choose positions of these, solve them")
    parser.add_argument("--count", type=int, default=100, help="positions (default: %(default)s)")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per move (default: %(default)s)")
    options = parser.parse_args()
    print(preparation.wait().text)
    POSITIONS.parent.mkdir(exist_ok=True)
    positions, moves = Solved(POSITIONS), Solved(MOVES)
    if options.wthor:
        solve_positions(positions, options.wthor, options.count)
    chosen = list(positions.scores)[: options.count]
    if not chosen:
        print(f"{POSITIONS} has no positions: say with --wthor where WTHOR lies", file=sys.stderr)
        return 1
    with closing(Engine()) as engine, closing(Engine(SOLVER_TABLE)) as solver:
        limit = Limit(seconds=options.time)
        losses = [loss(engine, solver, board, limit, positions, moves) for board in chosen]
    print(
        f"{len(losses)} positions with {EMPTIES} empties, {options.time:g} s each: "
        f"{losses.count(0) / len(losses):.0%} best moves, mean loss {statistics.mean(losses):.2f} discs, "
        f"worst {max(losses)}"
    )
    return 0


def loss(engine: Engine, solver: Engine, board: Board, limit: Limit, positions: Solved, moves: Solved) -> int:
    """Returns the discs that the move chosen within `limit` loses."""
    engine.clear_and_allocate()
    found = engine.analyse(board, limit).result()
    best = positions.scores[board]
    reached = score_after(solver, board, found.move, moves)
    move = f"{board.text()}  {move_name(found.move)}"
    assert reached <= best, f"{move} reaches {reached:+}, the best {best:+}"
    loses = f"loses {best - reached} of {best:+}"
    print(f"{move} at depth {found.depth} ({found.confidence} %): {loses}", flush=True)
    return best - reached


def score_after(solver: Engine, board: Board, move: int, moves: Solved) -> int:
    """Returns the exact score after the move, for the side to move in `board`."""
    after = board.play(move)
    if after.is_over():
        return final_score(after.opponent, after.player)
    sign = -1
    if after.must_pass():
        after, sign = after.play(PASS), 1
    return sign * moves.solve(solver, after, f"after {move_name(move)}")


def solve_positions(positions: Solved, folder: Path, count: int) -> None:
    """Chooses positions, the same in every run, and solves the new ones."""
    with closing(Engine(SOLVER_TABLE)) as engine:
        for number, (board, comment) in enumerate(chosen_positions(folder, count), start=1):
            if board in positions.scores:
                continue
            began = time.perf_counter()
            score = positions.solve(engine, board, comment)
            print(f"{number:3} {comment}: {score:+}, {time.perf_counter() - began:.1f} s", flush=True)


def chosen_positions(folder: Path, count: int) -> Iterator[tuple[Board, str]]:
    """Yields positions with a choice of moves and their sources: different games spread over YEARS."""
    rng = Random(SEED)
    seen = set()
    for number in range(count):
        year = YEARS[number * len(YEARS) // count]
        games, _ = parse_wthor((folder / f"WTH_{year}.wtb").read_bytes())
        while True:
            record = rng.choice(games)
            board = position_of(record)
            if board is None or board.legal_moves().bit_count() < 2:
                continue
            position = canonical(board)
            if position not in seen:
                seen.add(position)
                yield board, f"WTHOR {year}, record {record.record}"
                break


def position_of(record: WthorGame) -> Board | None:
    """Returns the position of a game with EMPTIES empties; None if it ended earlier or is damaged."""
    try:
        game = replay(record)
    except WthorError:
        return None
    return next((board for board in game.boards if board.empties == EMPTIES), None)


if __name__ == "__main__":
    raise SystemExit(main())
