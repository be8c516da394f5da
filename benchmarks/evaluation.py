"""How good the evaluation alone is: python -m benchmarks.evaluation [--weights FILE]

Against exact scores, by the number of empties, on games that nothing was learned from: each from an even
opening of ten random plies, played by searches of eight plies without a mistake on purpose, and solved from
24 empties on. The positions are kept in build/evaluation.obf, those of a game as soon as it is solved, so
that a run that was stopped goes on. Then the scores of searches of consecutive depths are compared on
positions of the same games, earlier: from one depth to the next a score is not to swing.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from ai.compiled import CompiledSearcher
from ai.even_openings import even_opening
from ai.limits import Algorithm, SearchNode
from ai.telemetry import new_telemetry
from ai.training.weights.labels import Teacher, solve_game
from ai.weights import MAX_SCORE, ONE_DISC, Weights, load
from benchmarks import ROOT
from game.board import Board, Color
from game.records.obf import Problem, obf, parse_obf
from game.tree import Game

BUILD: Final = ROOT / "build"
POSITIONS: Final = BUILD / "evaluation.obf"

PLIES: Final = 10
DEPTH: Final = 8
SOLVED: Final = range(10, 25)
EARLIER: Final = range(27, 51)
DEPTHS: Final = range(4, 13)
CONFIDENCE: Final = 87
TABLE_MEGABYTES: Final = 64

# What the evaluation is meant to reach, in discs.
MOST_BIAS: Final = 0.3
MOST_SWING: Final = 0.8
MOST_ERROR: Final = {20: 3.7, 24: 3.4}


def main() -> int:
    parser = argparse.ArgumentParser(description="measure the evaluation against exact scores")
    parser.add_argument("--weights", type=Path, metavar="FILE", help="measure these (default: the program's)")
    parser.add_argument("--games", type=int, default=300, help="to be solved (default: %(default)s)")
    parser.add_argument("--swing", type=int, default=200, help="earlier positions (default: %(default)s)")
    options = parser.parse_args()
    weights = load(options.weights) if options.weights else None
    solved = solve(options.games)
    good = tell_errors(solved, weights)
    return 0 if tell_swing(earlier(options.swing), weights) and good else 1


def solve(count: int) -> list[Problem]:
    """The solved positions of so many games; those that are not in the file are played and solved first."""
    text = POSITIONS.read_text("utf-8") if POSITIONS.exists() else ""
    problems, errors = parse_obf(text)
    for error in errors:
        raise ValueError(f"{POSITIONS}, {error}; delete the line")
    known = {problem.comment for problem in problems}
    POSITIONS.parent.mkdir(exist_ok=True)
    teacher = Teacher(TABLE_MEGABYTES)
    for number in range(count):
        if name(number) in known:
            continue
        played = play(number, teacher)
        new = []
        for ply, black in solve_game(played, SOLVED[-1], teacher).items():
            board = played.boards[ply]
            if board.empties in SOLVED:
                score = black if board.turn is Color.BLACK else -black
                new.append(Problem(board, best=score, comment=name(number)))
        with POSITIONS.open("a", encoding="utf-8") as file:
            file.write("".join(obf(problem) + "\n" for problem in new))
        problems += new
        print(f"{name(number)}: {len(new)} positions", flush=True)
    wanted = {name(number) for number in range(count)}
    return [problem for problem in problems if problem.comment in wanted]


def name(number: int) -> str:
    return f"game {number}"


def play(number: int, teacher: Teacher) -> Game:
    """Always the same game, down to the last position that is wanted."""
    teacher.new_game()
    game = even_opening(Random(f"even game {number}"), PLIES)
    while not game.board.is_over() and game.board.empties >= SOLVED[0]:
        _, move = teacher.search(game.board, DEPTH)
        game.play(move)
    return game


def earlier(count: int) -> Iterator[Board]:
    """One position of each game, of all numbers of EARLIER in turn, in which there is a move."""
    teacher = Teacher()
    for number in range(count):
        empties = EARLIER[number % len(EARLIER)]
        for board in play(number, teacher).boards:
            if board.empties == empties and board.legal_moves():
                yield board


def tell_errors(solved: Sequence[Problem], weights: Weights | None) -> bool:
    """The table by the number of empties; returns whether all is as it is meant to be."""
    searcher = CompiledSearcher(1, weights)
    errors: dict[int, list[float]] = defaultdict(list)
    for problem in solved:
        assert problem.best is not None
        score = ask(searcher, problem.board, depth=0, confidence=100)
        errors[problem.board.empties].append(score - problem.best)
    good = True
    print("empties  positions   bias  mean error")
    for empties, some in sorted(errors.items()):
        bias, error = statistics.mean(some), statistics.mean(map(abs, some))
        print(f"{empties:7}  {len(some):9}  {bias:+5.2f}  {error:10.2f}")
        good = good and abs(bias) < MOST_BIAS and error <= MOST_ERROR.get(empties, error)
    return good


def tell_swing(boards: Iterator[Board], weights: Weights | None) -> bool:
    """The change of the score with each ply more; returns whether it is as small as it is meant to be."""
    searcher = CompiledSearcher(TABLE_MEGABYTES, weights)
    changes: dict[int, list[float]] = defaultdict(list)
    for board in boards:
        searcher.clear()
        before = None
        for depth in DEPTHS:
            score = ask(searcher, board, depth, CONFIDENCE)
            if before is not None:
                changes[depth].append(score - before)
            before = score
    print(f"depth  mean change  the same without its sign ({CONFIDENCE} %)")
    for depth, some in changes.items():
        print(f"{depth:5}  {statistics.mean(some):+11.2f}  {statistics.mean(map(abs, some)):.2f}")
    mean = statistics.mean(abs(change) for some in changes.values() for change in some)
    print(f"swing between consecutive depths: {mean:.2f} discs (less than {MOST_SWING})")
    return mean < MOST_SWING


def ask(searcher: CompiledSearcher, board: Board, depth: int, confidence: int) -> float:
    """Discs for the side to move."""
    telemetry = new_telemetry(Algorithm.PVS)
    searcher.begin(telemetry)
    position = board.player, board.opponent, -MAX_SCORE, MAX_SCORE
    return searcher.search(SearchNode(*position, depth, Algorithm.PVS, False, confidence)) / ONE_DISC


if __name__ == "__main__":
    raise SystemExit(main())
