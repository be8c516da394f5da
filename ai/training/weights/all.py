"""The step `all`: the shipped weights from nothing, by the other steps one after the other.

Every step sees what it has done before and does the rest, so the same command goes on where it was stopped.
The first weights, of the archive alone, have a folder of their own: what is learned later never changes them.
The second, of the archive and of play with mistakes, are what strong play is made with and corrects.
"""

from __future__ import annotations

import argparse
import shlex
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from ai.patterns import STAGE_SIZE, STAGES
from ai.training.arguments import DONE, PROGRAM, Commands, Parser, add_cluster, add_work, file_errors
from ai.training.console import Log
from ai.training.weights import calibrate, dataset, expect, fit, games, stages, tempo
from ai.weights import from_values

# In the work folder: what the games are made with, at first zeros, then what the archive alone teaches.
WEIGHTS_FILE: Final = "weights.bin"
FIRST: Final = "first"
SECOND_FILE: Final = "second.bin"
STRONG: Final = "strong"

# Empties from which the games of the archive are solved.
ARCHIVE_SOLVE: Final = 16


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Games of the step `games play`."""

    depth: int
    solve: int
    count: int
    seed: int


# Poor play, for late positions that no player would choose, and then better play.
SELF_PLAY: Final = (
    SelfPlay(depth=2, solve=14, count=90_000, seed=1_000_000),
    SelfPlay(depth=6, solve=16, count=70_000, seed=1),
)


STRONG_PLAY: Final = SelfPlay(depth=4, solve=14, count=280_000, seed=1)


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "all",
        description="Make the weights from nothing but the games of the archive, by the other steps one\n"
        "after the other. The same command goes on where it was stopped.",
        epilog=f"example:\n  {PROGRAM} all ~/wthor",
    )
    parser.add_path("folder", "where the .wtb files are", metavar="DIR")
    parser.add_path("--to", "the file of weights to write (default: %(default)s)", stages.TARGET)
    most = (
        "to try it out: at most this many games of the archive and of each self-play, and positions\n"
        "of each number of empties to calibrate with (default: all)"
    )
    parser.add_number("--most", "the number of games", 1, 10**9, None, most)
    add_cluster(parser)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    log = Log(options.work / "all.log")
    first = options.work / WEIGHTS_FILE
    if not first.exists():
        zeros = array("h", [0]) * (STAGES * STAGE_SIZE)
        with file_errors("cannot be written", first):
            from_values(zeros, "zeros", ()).save(first)
    for step, arguments in commands(options):
        log.tell(f"{PROGRAM} {shlex.join(arguments)}")
        status = _do(step, arguments)
        if status != DONE:
            return status
    return DONE


def commands(options: argparse.Namespace) -> Iterator[tuple[ModuleType, list[str]]]:
    """The steps in their order, each with its command line."""
    archive, work, target, most = str(options.folder), str(options.work), str(options.to), options.most
    weights, first = str(options.work / WEIGHTS_FILE), str(options.work / FIRST)
    second, strong = str(options.work / SECOND_FILE), str(options.work / STRONG)
    making = ["--workers", str(options.workers)]
    making += ["--scheduler", options.scheduler] if options.scheduler else []
    by_first = ["--weights", weights, *making, "--work", work]
    limit = ["--most", str(most)] if most else []
    made_by = " ".join([PROGRAM, "all DIR", *limit])

    def how(play: SelfPlay) -> list[str]:
        count = min(play.count, most or play.count)
        options = "--depth", play.depth, "--solve", play.solve, "--count", count, "--seed", play.seed
        return list(map(str, options))

    yield games, ["games", "wthor", archive, "--solve", str(ARCHIVE_SOLVE), *limit, *by_first]
    yield dataset, ["dataset", str(options.work / games.WTHOR_FILE), "--work", first]
    yield fit, ["fit", "--work", first]
    yield stages, ["export", "--to", weights, "--command", f"{made_by}: the archive alone", "--work", first]
    for play in SELF_PLAY:
        yield games, ["games", "play", "--wthor", archive, *how(play), *by_first]
    yield dataset, ["dataset", "--work", work]
    yield fit, ["fit", "--work", work]
    yield stages, ["export", "--to", second, "--command", f"{made_by}: before strong play", "--work", work]
    by_second = ["--weights", second, *making, "--work", strong]
    yield games, ["games", "play", "--strong", *how(STRONG_PLAY), *by_second]
    yield dataset, ["dataset", "--work", strong]
    yield fit, ["fit", "--from", second, "--work", strong]
    yield stages, ["export", "--to", target, "--command", made_by, "--work", strong]
    positions = [str(min(step.POSITIONS, most or step.POSITIONS)) for step in (tempo, calibrate)]
    yield tempo, ["tempo", "--weights", target, "--positions", positions[0], "--work", strong]
    yield calibrate, ["calibrate", "--weights", target, "--positions", positions[1], "--work", strong]
    solved, deep = (expect.FEW, 0) if most else (expect.SOLVED, expect.DEEP)
    told = ["--weights", target, "--solved", str(solved), "--deep", str(deep), *making, "--work", strong]
    yield expect, ["expect", *told]


def _do(step: ModuleType, arguments: list[str]) -> int:
    """As the command line would."""
    parser = Parser(prog=PROGRAM)
    step.add(parser.add_subparsers(parser_class=Parser))
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status
