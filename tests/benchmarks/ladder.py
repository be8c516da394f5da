"""Every level against the levels below it: python -m tests.benchmarks.ladder [--games N] [--time SECONDS]

Both sides are made as in the menu and by `match`; the games begin with random openings, each played with both
colours. A level must score more than 65 % against the level two below. Errors are one standard error of the
mean.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import Final

from ai import preparation
from ai.limits import FULL_STRENGTH, Algorithm, Options
from game.board import Color
from game.starts import RANDOM_PLIES
from ui.tournament import Player, play_games

MUST_SCORE: Final = 0.65


def main() -> int:
    parser = argparse.ArgumentParser(description="play every level against those below it")
    parser.add_argument(
        "--games", type=int, default=40, help="per pair, an even number (default: %(default)s)"
    )
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and mistakes (default: %(default)s)")
    parser.add_argument("--below", type=int, default=2, help="how many levels below (default: %(default)s)")
    parser.add_argument("--levels", type=int, nargs="*", help="only these (default: all)")
    options = parser.parse_args()
    ready = preparation.wait()
    if not ready.is_ready:
        print(ready.text, file=sys.stderr)
        return 1
    print(f"{options.games} games per pair, {options.time} s per move, {RANDOM_PLIES} random plies first")
    levels = options.levels or range(1 + options.below, FULL_STRENGTH + 1)
    scores = [played(level, level - options.below, options) for level in levels]
    if options.below != 2:
        return 0
    print(f"the lowest score is {min(scores):.1%}; it must be above {MUST_SCORE:.0%}")
    return 0 if min(scores) > MUST_SCORE else 1


def played(stronger: int, weaker: int, options: argparse.Namespace) -> float:
    """The share of the points that the stronger level makes."""
    began = time.perf_counter()
    players = tuple(Player(f"level {n}", Options(Algorithm.PVS, n)) for n in (stronger, weaker))
    reports = play_games(
        (players[0], players[1]),
        options.time,
        options.games,
        swap=True,
        opening_plies=RANDOM_PLIES,
        seed=options.seed,
    )
    points, leads = [], []
    for report in reports:
        black = report.result.black - report.result.white
        lead = black if report.colors[0] is Color.BLACK else -black
        leads.append(lead)
        points.append(0.5 + 0.5 * ((lead > 0) - (lead < 0)))
    error = statistics.stdev(points) / len(points) ** 0.5
    score = statistics.mean(points)
    print(
        f"level {stronger:2} - level {weaker:2}: {points.count(1):3} won, {points.count(0.5):2} drawn, "
        f"{points.count(0):3} lost: {score:6.1%} +- {error:5.1%}, {statistics.mean(leads):+6.1f} discs "
        f"a game, {time.perf_counter() - began:5.1f} s",
        flush=True,
    )
    return score


if __name__ == "__main__":
    raise SystemExit(main())
