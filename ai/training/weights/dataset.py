"""The step `dataset`: turns labelled games into positions for training, validation and test."""

import argparse
from pathlib import Path

from ai.training.arguments import PROGRAM, StepError, StepParsers, add_work
from ai.training.console import tell
from ai.training.weights.games_file import SUFFIX, GameId, read, split_of
from ai.training.weights.positions import merged, write


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "dataset",
        description="Turn labelled games into positions, each once, for learning (90 of 100 games), for "
        "checks while learning (5) and for the test at the end (5).",
        epilog=f"example:\n  {PROGRAM} dataset",
    )
    files = f"files of labelled games (default: all {SUFFIX} files of the work folder)"
    parser.add_path("files", files, nargs="*")
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    paths = options.files or sorted(options.work.glob(f"*{SUFFIX}"))
    if not paths:
        raise StepError(f"{options.work}: there is no {SUFFIX} file here; make one with {PROGRAM} games")
    games = read_games(paths)
    if not games:
        raise StepError(f"{', '.join(map(str, paths))}: there is no game in it")
    positions = merged(list(games.values()), list(map(split_of, games)))
    options.work.mkdir(parents=True, exist_ok=True)
    for split, rows in positions.items():
        path = options.work / split.file_name
        write(path, rows)
        tell(f"{path}: {len(rows):,} positions")


def read_games(paths: list[Path]) -> dict[GameId, bytes]:
    """Returns the positions of all games; of games with the same source, the first. Raises StepError."""
    games: dict[GameId, bytes] = {}
    for path in paths:
        found = read(path)
        tell(f"{path}: {len(found.keys() - games.keys()):,} games")
        games = found | games
    return games
