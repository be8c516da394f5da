"""Levels beside people: python -m benchmarks.people --wthor DIR [--years FIRST LAST] [--positions N] [--fit]

Positions of tournament games of the WTHOR archive, in each of which every level says how likely it chooses
which move: the share of the moves of people that it would have played, and what it and people give away, as
level 8 sees it. With --fit it says which temper fits people best (ai/levels.py).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.levels import PEOPLE_TEMPER, Level, Look, level, probabilities
from ai.limits import Limit, Options
from game.board import Board, Move, squares
from game.evaluation import Kind
from game.records.wthor import WthorError, parse_names, parse_wthor, replay

# The level whose last look judges all moves.
JUDGE: Final = 8
# Plies played before a position.
PLIES: Final = range(5, 53)
# Of the phases the plies before which they end.
PHASES: Final = (20, 40, 60)
# Bytes of a player's name in the archive.
NAME_BYTES: Final = 20
TEMPERS: Final = [0.4 + 0.02 * step for step in range(61)]


Seen = tuple[list[Look], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, what people played, what each level saw of it, and what each move gives away, in discs."""

    board: Board
    move: Move
    looks: dict[int, Seen]
    lost: dict[Move, float]


def positions(folder: Path, first: int, last: int, count: int) -> Iterator[tuple[Board, Move]]:
    """Boards with a choice, and what people played there; no games of programs."""
    names, _ = parse_names((folder / "WTH.JOU").read_bytes(), NAME_BYTES)
    years = range(first, last + 1)
    games = [game for year in years for game in parse_wthor((folder / f"WTH_{year}.wtb").read_bytes())[0]]
    rng, found = Random(first), 0
    while found < count:
        game, ply = rng.choice(games), rng.choice(PLIES)
        if any("(" in names[each] or "???" in names[each] for each in (game.black, game.white)):
            continue
        try:
            line = replay(game).line
        except WthorError:
            continue
        if ply + 1 >= len(line):
            continue
        board, move = line[ply].board, line[ply + 1].move
        if board.legal_moves().bit_count() > 1 and move is not None:
            found += 1
            yield board, move


def looks_of(engine: Engine, board: Board, number: int) -> Seen:
    """All that a level sees before it chooses, and whether it then knows the result."""
    engine.new_game()
    analysis = engine.analyse(board, Limit(), Options(level=number, record=1))
    is_known = analysis.result().kind is Kind.EXACT
    seen: dict[int, Look] = {}
    for _, progress in analysis.history:
        if progress.iterations:  # the first of as many iterations is told when the last of them is finished
            scores = {each.move: each.score for each in progress.scores}
            seen.setdefault(len(progress.iterations), scores)
    first = level(number).first_look
    before = [{move: first(board.play(move)) for move in squares(board.legal_moves())}] if first else []
    return [*before, *seen.values()], is_known


def cases(found: Iterable[tuple[Board, Move]], levels: Iterable[int]) -> Iterator[Case]:
    with closing(Engine()) as engine:
        for board, move in found:
            looks = {number: looks_of(engine, board, number) for number in {*levels, JUDGE}}
            judged = looks[JUDGE][0][-1]
            best = max(judged.values())
            yield Case(board, move, looks, {each: best - score for each, score in judged.items()})


def report(number: int, level: Level, seen: list[Case]) -> str:
    """A line: moves of people matched, discs given away as the level sees it and as the judge does."""
    matched, own, lost = [], [], []
    for case in seen:
        shares, last = probabilities(level, *case.looks[number]), case.looks[number][0][-1]
        best = max(last.values())
        matched.append(shares[case.move])
        own.append(sum(share * (best - last[move]) for move, share in shares.items()))
        lost.append(sum(share * case.lost[move] for move, share in shares.items()))
    error = 1.96 * pstdev(matched) / sqrt(len(matched))
    match = f"{100 * fmean(matched):.1f} ± {100 * error:.1f} %"
    return f"| level {number} | {match} | {fmean(own):.2f} | {by_phase(lost, seen)}"


def people(seen: list[Case]) -> str:
    return f"| people | | | {by_phase([case.lost[case.move] for case in seen], seen)}"


def by_phase(lost: Sequence[float], seen: Sequence[Case]) -> str:
    """The mean of all, and of each of the PHASES."""
    begins = (0, *PHASES)
    phases = [
        [found for found, case in zip(lost, seen, strict=True) if begin <= 60 - case.board.empties < end]
        for begin, end in pairwise(begins)
    ]
    return "".join(f"{fmean(found):.2f} | " for found in (lost, *phases)).rstrip()


def fitted(number: int, seen: list[Case]) -> str:
    """The temper with which the moves of people are likeliest, by all that a level sees."""

    def likelihood(temper: float) -> float:
        alone = replace(level(number), careless=1, temper=temper)
        return fmean(log(probabilities(alone, *case.looks[number])[case.move]) for case in seen)

    temper = max(TEMPERS, key=likelihood)
    return f"level {number}: temper {temper:.2f}, mean log likelihood {likelihood(temper):.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(description="compare the levels with people")
    parser.add_argument("--wthor", type=Path, required=True, help="folder of the archive")
    parser.add_argument("--years", type=int, nargs=2, default=(2023, 2025), help="first and last")
    parser.add_argument("--positions", type=int, default=2000, help="how many (default: %(default)s)")
    parser.add_argument("--levels", type=int, nargs="*", default=range(1, JUDGE + 1), help="default: 1 to 8")
    parser.add_argument("--fit", action="store_true", help="say which temper fits people")
    options = parser.parse_args()
    ready = preparation.wait()
    if not ready.is_ready:
        print(ready.text, file=sys.stderr)
        return 1
    first, last = options.years
    seen = list(cases(positions(options.wthor, first, last, options.positions), options.levels))
    print(f"{len(seen)} positions of the years {first} to {last}; the temper of people is {PEOPLE_TEMPER}")
    for number in options.levels:
        print(fitted(number, seen) if options.fit else report(number, level(number), seen))
    print(people(seen))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
