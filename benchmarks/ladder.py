"""Plays each level against the one below: python -m benchmarks.ladder [--games N] [--time SECONDS] [--write]

Prints the steps of the ladder in Elo. The games begin with the list of balanced openings and, if there are
more games, with random even ones, each played with both colours. With --write the table goes into
docs/strength.md. With --below 2 every level plays the level two below and should score more than 65 %.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from random import Random
from typing import Final

from ai import preparation
from ai.arena.elo import EloDifference, difference
from ai.arena.openings import BALANCED, read_openings
from ai.arena.players import parse_player
from ai.arena.report import Standing
from ai.arena.tournament import Tournament, play_games
from ai.even_openings import even_opening
from ai.limits import FULL_STRENGTH
from benchmarks import ROOT
from game.records.transcript import transcript
from ui.text.wording import format_level

REPORT: Final = ROOT / "docs" / "strength.md"
# The lines of the report before and after the table.
BEGIN: Final = "<!-- the ladder, written by benchmarks/ladder.py -->"
END: Final = "<!-- end of the ladder -->"


@dataclass(frozen=True, slots=True)
class Step:
    """The results of a level against a lower one."""

    upper: int
    lower: int
    standing: Standing

    @property
    def difference(self) -> EloDifference:
        return difference(self.standing.pairs)

    def text(self) -> str:
        standing = self.standing
        return (
            f"level {self.upper:2} - level {self.lower:2}: {standing.wins:3} won, {standing.draws:2} drawn, "
            f"{standing.losses:3} lost: {standing.share:6.1%}, {standing.mean_lead:+6.1f} discs a game, "
            f"Elo {self.difference.text()}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="play every level against one below it")
    parser.add_argument("--games", type=int, default=100, help="per pair, even (default: %(default)s)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and mistakes (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (default: %(default)s)")
    parser.add_argument("--below", type=int, default=1, help="how many levels below (default: %(default)s)")
    parser.add_argument("--levels", type=int, nargs="*", help="only these (default: all)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/strength.md")
    options = parser.parse_args()
    if options.write and (options.levels or options.below != 1):
        parser.error("--write wants every level against the one below")
    if options.write:
        around_table()  # fails now rather than after the games
    assert preparation.wait().is_ready
    print(f"{options.games} games per pair, {options.time:g} s per move")
    steps = []
    for upper in options.levels or range(1 + options.below, FULL_STRENGTH + 1):
        began = time.perf_counter()
        steps.append(played(upper, upper - options.below, options))
        print(f"{steps[-1].text()}, {time.perf_counter() - began:.0f} s", flush=True)
    if options.write:
        before, after = around_table()
        REPORT.write_text(f"{before}\n\n{table(steps, options.games, options.time)}\n\n{after}", "utf-8")
    return 0


def played(upper: int, lower: int, options: argparse.Namespace) -> Step:
    first, second = (parse_player(f"level={number},seconds={options.time}") for number in (upper, lower))
    openings = [*read_openings(BALANCED)[0].values()]
    rng = Random(options.seed)
    rng.shuffle(openings)
    openings += [transcript(even_opening(rng)) for _ in range(options.games // 2 - len(openings))]
    tournament = Tournament((first, second), tuple(openings), options.seed)
    games = tournament.pairings()[: options.games]
    return Step(upper, lower, Standing.of(play_games(tournament.players, games, options.jobs)))


def table(steps: list[Step], games: int, seconds: float) -> str:
    """Returns the table in Markdown; the Elo of a level is the sum of the steps up to it."""
    lines = [
        f"{games} games for each step, {seconds:g} s a move at most.",
        "",
        "| level | | step in Elo (95 %) | share of the points | discs a game | Elo above level 1 |",
        "|---:|---|---:|---:|---:|---:|",
        f"| 1 | {format_level(1)} | | | | 0 |",
    ]
    above = 0.0
    for step in steps:
        above += step.difference.elo
        share, lead = step.standing.share, step.standing.mean_lead
        lines.append(
            f"| {step.upper} | {format_level(step.upper)} | {step.difference.text()} | {100 * share:.1f} % "
            f"| {lead:+.1f} | {above:+.0f} |"
        )
    return "\n".join(lines)


def around_table() -> tuple[str, str]:
    """Returns the report before and after the table. Raises OSError or ValueError."""
    before, begin, rest = REPORT.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{REPORT} has no place for the table: between the lines {BEGIN} and {END}")
    return before + begin, end + after


if __name__ == "__main__":
    raise SystemExit(main())
