"""Step `gauntlet`: two players meet over balanced openings; what is the difference in strength?

Finished games are kept in a file as they come, so that a gauntlet that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ai.arena.players import INSIDE, OUTSIDE, PlayerSpec, parse_player
from ai.arena.talk import EngineError
from ai.arena.tournament import Specs, play_games
from ai.training.arguments import DONE, PROGRAM, Commands, StepError, add_work, file_errors
from ai.training.strength.balanced_openings import BALANCED, read_openings
from ai.training.strength.elo import CONFIDENCE, Pairs, Sprt, difference, superiority
from ai.training.strength.gauntlet_file import TOLERANCE, GameRecord, Gauntlet, GauntletFile
from game.plain_text import parse_digits

NAMES: Final = ("A", "B")


@dataclass(frozen=True, slots=True)
class Standing:
    """The results so far, as player A sees them. Pairs are those of which both games are finished."""

    wins: int
    draws: int
    losses: int
    mean_lead: float
    pairs: Pairs

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> Standing:
        games = {record.number: record for record in records}
        points = [game.points for game in games.values()]
        both = [number for number in games if number % 2 == 0 and number + 1 in games]
        return cls(
            wins=points.count(1.0),
            draws=points.count(0.5),
            losses=points.count(0.0),
            mean_lead=sum(game.lead for game in games.values()) / max(1, len(games)),
            pairs=Pairs.of(games[number].points + games[number + 1].points for number in both),
        )

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Of the points, 0 .. 1; one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def text(self) -> str:
        """'+12 =1 -7, 62.5 %, Elo +89 ± 42'."""
        elo = f", Elo {difference(self.pairs).text()}" if self.pairs.number else ""
        return f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.share:.1f} %{elo}"


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "gauntlet",
        description="Let two players meet over balanced openings, each played with both colours, and print\n"
        "wins, draws, losses, the mean lead in discs and the difference in Elo with its error bar.",
        epilog=f"""A player is a search and a level, as pvs:8, or name=value pairs. Of this program's engine:
{", ".join(INSIDE)}.
Of an outside program that speaks NBoard: {", ".join(OUTSIDE)}; its seconds are those its flags make
a move take. With clock= a program is told what it has for a game, and how long each move took.

examples:
  {PROGRAM} gauntlet seconds=0.1 seconds=0.1,selective=no --games 200
  {PROGRAM} gauntlet seconds=0.1,level=7 seconds=0.1,level=6 --games 100 --jobs 2
  {PROGRAM} gauntlet seconds=0.1 'command="python old/main.py nboard --time 0.1",seconds=0.1'
  {PROGRAM} gauntlet clock=60 'command="python old/main.py nboard",clock=60' --games 100
  {PROGRAM} gauntlet depth=8 depth=8,algorithm=mtdf --games 400 --sprt 0 20 --results games.jsonl

With --sprt the games end as soon as one of the two differences in Elo is far likelier than the other
(Wald 1945; an error of 5 %). The finished games are kept in the file of --results: with the same file,
players, openings and seed a gauntlet goes on. Games at a time share the processor: where players have
seconds or a clock, no more of them than there are idle cores.""",
    )
    for name in NAMES:
        parser.add_argument(name.lower(), metavar=name, type=_player, help=f"player {name}, as seconds=0.1")
    parser.add_argument(
        "--games", type=_even_number, default=200, metavar="N", help="an even number (default: %(default)s)"
    )
    parser.add_path(
        "--openings", f"transcripts, one per line (default: assets/positions/{BALANCED.name})", BALANCED
    )
    parser.add_number(
        "--jobs", "the number of games at a time", 1, 1024, 1, "games at a time, each in a process of its own"
    )
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when one of these differences holds",
    )
    parser.add_number(
        "--seed", "the seed", 0, 2**63, 1, "of the order of the openings and of the lower levels' mistakes"
    )
    parser.add_path("--results", "where games are kept (default: a new file in the work folder)")
    add_work(parser)
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    sprt = Sprt(*options.sprt) if options.sprt else None
    with file_errors("cannot be used"):
        gauntlet = make_gauntlet((options.a, options.b), options.openings, options.games, options.seed)
        file = GauntletFile(options.results or _new_file(options.work), gauntlet)
    for problem in file.problems:
        print(f"{problem}; that game is played again", file=sys.stderr)
    if file.records:
        print(f"{len(file.records)} games were finished before, in {file.path}", file=sys.stderr)
    try:
        play(file, options.games, options.jobs, sprt)
    except EngineError as error:
        raise StepError(f"{error}\n{_kept(file)}") from error
    except KeyboardInterrupt:
        print(_kept(file), file=sys.stderr)
        raise
    standing = Standing.of(file.records.values())
    if options.json:
        print(json.dumps(_as_json(file, standing, sprt), indent=1))
    else:
        _print_report(file, standing, sprt)
    return DONE


def make_gauntlet(players: Specs, openings: Path, games: int, seed: int) -> Gauntlet:
    """The openings of a list, shuffled. Raises OSError, OpeningsError, StepError when they are too few."""
    found = read_openings(openings)
    if games > 2 * len(found):
        most = 2 * len(found)
        raise StepError(f"{openings} has {len(found)} openings, enough for {most} games, not {games}")
    Random(seed).shuffle(found)
    return Gauntlet(players, tuple(found), seed)


def play(file: GauntletFile, games: int, jobs: int = 1, sprt: Sprt | None = None) -> None:
    """Play what the file lacks, until all games are finished or the test has decided. Raises EngineError."""
    players = file.gauntlet.players
    missing = [pairing for pairing in file.gauntlet.pairings()[:games] if pairing.number not in file.records]
    standing = Standing.of(file.records.values())
    if not missing or _is_decided(sprt, standing):
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True, highlight=False)) as bar:
        task = bar.add_task(standing.text(), total=games, completed=games - len(missing))
        with closing(play_games(players, missing, jobs)) as reports:
            for report in reports:
                file.add(GameRecord.of(report, players))
                standing = Standing.of(file.records.values())
                bar.update(task, advance=1, description=_so_far(standing, sprt))
                if _is_decided(sprt, standing):
                    return


def _kept(file: GauntletFile) -> str:
    return f"{len(file.records)} finished games are kept; go on with --results {file.path}"


def _is_decided(sprt: Sprt | None, standing: Standing) -> bool:
    return sprt is not None and sprt.accepted(standing.pairs) is not None


def _so_far(standing: Standing, sprt: Sprt | None) -> str:
    ratio = f", LLR {sprt.ratio(standing.pairs):+.2f}" if sprt else ""
    return standing.text() + ratio


def _print_report(file: GauntletFile, standing: Standing, sprt: Sprt | None) -> None:
    records = list(file.records.values())
    for i, name in enumerate(NAMES):
        longest = max(record.longest[i] for record in records)
        overruns = sum(record.overruns[i] for record in records)
        print(
            f"{name}: {file.gauntlet.players[i].name}: longest move {longest:.3f} s"
            + (f", {overruns} times over its time, by {1000 * TOLERANCE:.0f} ms a move" if overruns else "")
        )
    print(
        f"games {standing.games}: A won {standing.wins}, drew {standing.draws}, lost {standing.losses}: "
        f"{100 * standing.share:.1f} %, {standing.mean_lead:+.2f} discs a game"
    )
    if standing.pairs.number:
        print(
            f"pairs with 0, 1/2, 1, 3/2, 2 points: {', '.join(map(str, standing.pairs.counts))}\n"
            f"Elo {difference(standing.pairs).text()} ({100 * CONFIDENCE:.0f} %), "
            f"A is stronger with a likelihood of {100 * superiority(standing.pairs):.1f} %"
        )
    if sprt:
        accepted = sprt.accepted(standing.pairs)
        verdict = "undecided" if accepted is None else f"{accepted:+g} holds"
        lower, upper = sprt.bounds
        print(
            f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g}: {verdict}, "
            f"log-likelihood ratio {sprt.ratio(standing.pairs):+.2f} ({lower:.2f} .. {upper:.2f})"
        )
    print(f"the games are in {file.path}")


def _as_json(file: GauntletFile, standing: Standing, sprt: Sprt | None) -> dict[str, object]:
    pairs = standing.pairs
    report: dict[str, object] = {
        "players": [player.name for player in file.gauntlet.players],
        "seed": file.gauntlet.seed,
        **asdict(standing),
        "share": standing.share,
        "pairs": pairs.counts,
    }
    if pairs.number:
        report |= {  # JSON has no infinity
            name: value if math.isfinite(value) else None for name, value in asdict(difference(pairs)).items()
        }
        report["superiority"] = superiority(pairs)
    if sprt:
        report["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio(pairs),
            "accepted": sprt.accepted(pairs),
        }
    report["file"] = str(file.path)
    report["games"] = [asdict(file.records[number]) for number in sorted(file.records)]
    return report


def _new_file(work: Path) -> Path:
    return work / "gauntlets" / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"


def _player(text: str) -> PlayerSpec:
    try:
        return parse_player(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _even_number(text: str) -> int:
    number = parse_digits(text)
    if number is None or not 0 < number <= 1_000_000 or number % 2:
        raise argparse.ArgumentTypeError(
            f"the games must be an even number, both colours for each opening, not {text!r}"
        )
    return number
