"""The step `games`: makes games with labelled positions, from the WTHOR archive or by self-play."""

import argparse
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from ai.cluster import cluster
from ai.training.arguments import PROGRAM, StepError, StepParser, StepParsers, add_cluster, add_work
from ai.training.console import bar, tell
from ai.training.weights import labels, play
from ai.training.weights.games_file import LEAST_EMPTIES, SUFFIX, GameId, Origin, Writer, split_of
from ai.training.weights.labels import LabelledBatch, WeightsFile
from ai.training.weights.positions import Split
from game.records.wthor import SUFFIX as WTHOR_SUFFIX
from game.records.wthor import WthorError, WthorGame, parse_wthor

WTHOR_FILE: Final = f"wthor{SUFFIX}"
PLAY_FILE: Final = f"play{SUFFIX}"

SOLVE_EMPTIES: Final = 18  # two more take four times as long
SOLVE_TEST_EMPTIES: Final = 20  # in test games, which measure the evaluation
MOST_SOLVE_EMPTIES: Final = 24

PLAY_DEPTH: Final = 4
MOST_DEPTH: Final = 20

_BATCH: Final = 32  # games of one task: a second or so

Wanted = TypeVar("Wanted")
T = TypeVar("T")


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "games", description="Make games and say of their positions what they are worth."
    )
    sources = parser.add_subparsers(metavar="SOURCE", title="sources", parser_class=StepParser, required=True)
    _add_wthor(sources)
    _add_play(sources)


def _add_wthor(sources: StepParsers) -> None:
    parser = sources.add_parser(
        "wthor",
        help="label the games of the WTHOR archive",
        description="Label the games of a folder of WTHOR files (.wtb): exact scores near the end, by "
        "solving, and what the archive says of the positions before. The same command goes on "
        f"where it was stopped. Writes {WTHOR_FILE} in the work folder.",
        epilog=f"example:\n  {PROGRAM} games wthor ~/wthor --solve 16",
    )
    parser.add_path("folder", "where the .wtb files are", metavar="DIR")
    empties = "the number of empties", LEAST_EMPTIES, MOST_SOLVE_EMPTIES
    parser.add_number("--solve", *empties, SOLVE_EMPTIES, "solve positions with this many empties or fewer")
    test = "likewise, in the games that are kept for the test"
    parser.add_number("--solve-test", *empties, SOLVE_TEST_EMPTIES, test)
    most = "label this many games, spread evenly over the years (default: all)"
    parser.add_number("--most", "the number of games", 1, 10**9, None, most)
    _add_weights(parser)
    add_cluster(parser)
    add_work(parser)
    parser.set_defaults(run=_run_wthor)


def _run_wthor(options: argparse.Namespace) -> None:
    weights = _weights(options)
    records, paths = read_archive(options.folder)

    def source(record: WthorGame) -> GameId:
        return GameId.wthor(record.year, record.record)

    def job(record: WthorGame) -> labels.SolveJob:
        is_test = split_of(source(record)) is Split.TEST
        solve = options.solve_test if is_test else options.solve
        return labels.SolveJob(str(paths[record.year]), record, solve, weights)

    def tasks(left: Iterable[WthorGame]) -> Iterator[tuple[labels.SolveJob, ...]]:
        return (tuple(map(job, batch)) for batch in batches(left))

    # In an order that never changes, so that the first games come from every year.
    wanted = sorted(records, key=lambda record: zlib.crc32(b"%d %d" % (record.year, record.record)))
    _make(WTHOR_FILE, wanted[: options.most], source, tasks, labels.label_games, options)


def _add_play(sources: StepParsers) -> None:
    parser = sources.add_parser(
        "play",
        help="make games by self-play",
        description="Let the search play against itself, from even and uneven positions after "
        f"{min(play.PLIES)} to {max(play.PLIES)} plies, and solve the last positions. A seed is a game: it "
        "makes the same game every time, and those in the file already are skipped, so the same "
        f"command goes on where it was stopped. Writes {PLAY_FILE} in the work folder.",
        epilog=f"example:\n  {PROGRAM} games play --count 20000",
    )
    parser.add_number("--count", "the number of games", 1, 10**9, None, "how many games", required=True)
    parser.add_number("--seed", "the seed", 0, 10**11, 1, "of the first game; the others follow", metavar="S")
    parser.add_number(
        "--depth", "the depth", 2, MOST_DEPTH, PLAY_DEPTH, "of the search that plays", metavar="PLIES"
    )
    empties = "the number of empties", LEAST_EMPTIES, MOST_SOLVE_EMPTIES, SOLVE_EMPTIES
    parser.add_number(
        "--solve", *empties, "play perfectly with this many empties or fewer, in games of odd seeds one less"
    )
    _add_weights(parser)
    add_cluster(parser)
    add_work(parser)
    parser.set_defaults(run=_run_play)


def _run_play(options: argparse.Namespace) -> None:
    work = partial(play.play_games, depth=options.depth, solve=options.solve, weights=_weights(options))
    seeds = range(options.seed, options.seed + options.count)
    _make(PLAY_FILE, seeds, partial(GameId, Origin.PLAY), batches, work, options)


def _add_weights(parser: StepParser) -> None:
    parser.add_path("--weights", "the weights to search with (default: the program's own)")


def _weights(options: argparse.Namespace) -> WeightsFile | None:
    return None if options.weights is None else WeightsFile.of(options.weights)


def _make(
    name: str,
    wanted: Sequence[Wanted],
    source: Callable[[Wanted], GameId],
    tasks: Callable[[Iterable[Wanted]], Iterable[T]],
    work: Callable[[T], LabelledBatch],
    options: argparse.Namespace,
) -> None:
    """Makes the games that the file lacks, and adds each as soon as it is made. Raises ClusterError."""
    with Writer(options.work / name) as file:
        done = sum(source(game) in file.sources for game in wanted)
        tell(f"{file.path}: {done:,} of {len(wanted):,} games are there already")
        if done == len(wanted):
            return
        left = (game for game in wanted if source(game) not in file.sources)  # lazy: there may be millions
        left_out, scheduler = 0, options.scheduler
        with cluster(scheduler, options.workers) as workers, bar(name, len(wanted), done) as advance:
            for made in workers.map(work, tasks(left)):
                file.append(made.games)
                tell(*(f"{sentence}; the game is left out" for sentence in made.left_out))
                left_out += len(made.left_out)
                advance(len(made.games) + len(made.left_out))
        tell(f"{file.path}: {len(file.sources):,} games, and {left_out:,} were left out")


def read_archive(folder: Path) -> tuple[list[WthorGame], dict[int, Path]]:
    """Returns (the games of all files in a folder, the file of each year). Raises StepError without games."""
    records: list[WthorGame] = []
    paths: dict[int, Path] = {}
    for path in sorted(folder.glob(f"*{WTHOR_SUFFIX}")):
        try:
            games, errors = parse_wthor(path.read_bytes())
        except WthorError as error:
            tell(f"{path}: {error}; the file is left out")
            continue
        except OSError as error:
            tell(f"{path} cannot be read: {error.strerror}; the file is left out")
            continue
        for problem in errors:
            tell(f"{path}: {problem}")
        if not games:
            continue
        year = games[0].year
        if year in paths:
            tell(f"{path}: {paths[year]} has the games of {year} already; the file is left out")
            continue
        paths[year] = path
        records += games
    if not records:
        raise StepError(f"{folder}: there is no game in a {WTHOR_SUFFIX} file here")
    return records, paths


def batches(things: Iterable[Wanted]) -> Iterator[Sequence[Wanted]]:
    """Yields the games of one task after another."""
    waiting = iter(things)
    while batch := tuple(islice(waiting, _BATCH)):
        yield batch
