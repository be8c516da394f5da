"""Levels versus people: python -m benchmarks.people --wthor DIR [--years FIRST LAST] [--positions N] [--fit]

Prints, for positions of tournament games in the WTHOR archive, the share of human moves that each level would
have played, and the discs that the level and people lose, as judged by level 8. --fit prints the temper that
fits people best (ai/levels.py). --players N prints what N people with at least 20 games lose, each in
--positions positions: the best tenth, the best quarter, the median, and so on.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev, pvariance
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.levels import LEVELS, PEOPLE_TEMPER, Level, Look, probabilities
from ai.limits import Limit, Options
from game.board import Board, Color, Move, squares
from game.evaluation import Kind
from game.records.wthor import WthorError, WthorGame, parse_names, parse_wthor, replay

# The level whose last look judges all moves.
JUDGE: Final = 8
# The number of plies before a sampled position.
PLIES: Final = range(5, 53)
# The plies before which the phases end.
PHASES: Final = (20, 40, 60)
# Bytes of a player's name in the archive.
NAME_BYTES: Final = 20
# Shares of people: for each, --players prints the loss that they stay below.
SHARES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
LEAST_GAMES: Final = 20
TEMPERS: Final = [0.4 + 0.02 * step for step in range(61)]

Seen = tuple[list[Look], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, the move of a person, the looks of each level, and the discs that each move loses."""

    board: Board
    move: Move
    looks: dict[int, Seen]
    lost: dict[Move, float]


def games_of_people(folder: Path, first: int, last: int) -> list[WthorGame]:
    """Returns all games of these years, without those of programs."""
    names, _ = parse_names((folder / "WTH.JOU").read_bytes(), NAME_BYTES)
    years = range(first, last + 1)
    games = [game for year in years for game in parse_wthor((folder / f"WTH_{year}.wtb").read_bytes())[0]]
    programs = {number for number, name in enumerate(names) if "(" in name or "???" in name}
    return [game for game in games if programs.isdisjoint((game.black, game.white))]


def positions(
    games: Sequence[WthorGame], rng: Random, count: int, player: int | None = None
) -> Iterator[tuple[Board, Move]]:
    """Yields boards with a choice and the moves played there, only those of `player` if given."""
    found = 0
    while found < count:
        game, ply = rng.choice(games), rng.choice(PLIES)
        try:
            line = replay(game).line
        except WthorError:
            continue
        if ply + 1 >= len(line):
            continue
        board, move = line[ply].board, line[ply + 1].move
        mover = game.black if board.turn is Color.BLACK else game.white
        if player in (None, mover) and board.legal_moves().bit_count() > 1 and move is not None:
            found += 1
            yield board, move


def looks_of(engine: Engine, board: Board, number: int) -> Seen:
    """Returns the looks of a level before it chooses, and whether its result is exact."""
    engine.new_game()
    analysis = engine.analyse(board, Limit(), Options(level=number, record=1))
    is_known = analysis.result().kind is Kind.EXACT
    seen: dict[int, Look] = {}
    for _, progress in analysis.history:
        if progress.iterations:  # the first progress with n iterations comes when the n-th is finished
            scores = {each.move: each.score for each in progress.scores}
            seen.setdefault(len(progress.iterations), scores)
    first = LEVELS[number - 1].first_look
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
    """Returns a table row: human moves matched, discs lost as judged by the level and by JUDGE."""
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
    """Returns the mean of all losses, and of those in each of the PHASES, '-' for one without positions."""
    begins = (0, *PHASES)
    phases = [
        [found for found, case in zip(lost, seen, strict=True) if begin <= 60 - case.board.empties < end]
        for begin, end in pairwise(begins)
    ]
    return "".join(f"{fmean(found):.2f} | " if found else "- | " for found in (lost, *phases)).rstrip()


def fitted(number: int, seen: list[Case]) -> str:
    """Returns a line with the temper that makes the moves of people likeliest."""

    def likelihood(temper: float) -> float:
        alone = replace(LEVELS[number - 1], careless=1, temper=temper)
        return fmean(log(probabilities(alone, *case.looks[number])[case.move]) for case in seen)

    temper = max(TEMPERS, key=likelihood)
    return f"level {number}: temper {temper:.2f}, mean log likelihood {likelihood(temper):.3f}"


def players(games: Sequence[WthorGame], count: int, each: int) -> Iterator[str]:
    """Yields lines with the discs that people lose a move. Shrinks the means of players towards the average,
    to remove the spread by chance of so few positions.
    """
    playing = defaultdict(list)
    for game in games:
        playing[game.black].append(game)
        playing[game.white].append(game)
    known = sorted(player for player in playing if len(playing[player]) >= LEAST_GAMES)
    means, errors = [], []
    for player in Random(each).sample(known, min(count, len(known))):
        found = positions(playing[player], Random(player), each, player)
        lost = [case.lost[case.move] for case in cases(found, ())]
        means.append(fmean(lost))
        errors.append(pvariance(lost) / each)
    middle = fmean(means)
    kept = sqrt(max(0.0, 1 - fmean(errors) / pvariance(means)))
    drawn = sorted(middle + kept * (mean - middle) for mean in means)
    yield (
        f"{len(means)} of {len(known)} people with {LEAST_GAMES} games and more, {each} positions each: "
        f"{middle:.2f} discs a move, spread {pstdev(means):.2f}, {kept * pstdev(means):.2f} without chance"
    )
    for share in SHARES:
        yield f"| {share:.0%} of them give away less than | {drawn[int(share * len(drawn))]:.2f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="compare the levels with people")
    parser.add_argument("--wthor", type=Path, required=True, help="folder of the archive")
    parser.add_argument("--years", type=int, nargs=2, default=(2023, 2025), help="first and last")
    parser.add_argument("--positions", type=int, default=2000, help="how many (default: %(default)s)")
    parser.add_argument("--levels", type=int, nargs="*", default=range(1, JUDGE + 1), help="default: 1 to 8")
    parser.add_argument("--players", type=int, metavar="N", help="say what this many people give away a move")
    parser.add_argument("--fit", action="store_true", help="say which temper fits people")
    options = parser.parse_args()
    assert preparation.wait().is_ready
    first, last = options.years
    games = games_of_people(options.wthor, first, last)
    if options.players:
        print(*players(games, options.players, options.positions), sep="\n")
        return 0
    found = positions(games, Random(first), options.positions)
    seen = list(cases(found, options.levels))
    print(f"{len(seen)} positions of the years {first} to {last}; the temper of people is {PEOPLE_TEMPER}")
    for number in options.levels:
        print(fitted(number, seen) if options.fit else report(number, LEVELS[number - 1], seen))
    print(people(seen))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
