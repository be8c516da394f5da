"""The step `games`: games with labelled positions, from the WTHOR archive or by self-play."""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ai.training import labels
from ai.training.arguments import DONE, PROGRAM, Commands, Parser, add_cluster, add_work, fail, whole_number
from ai.training.cluster import ClusterError, cluster
from ai.training.console import Log, bar
from ai.training.games_file import SUFFIX, GamesFileError, Source, Writer
from ai.training.labels import Batch
from ai.training.split import Split, split_of
from game.records.wthor import SUFFIX as WTHOR_SUFFIX
from game.records.wthor import WthorError, WthorGame, parse_wthor

WTHOR_FILE: Final = f"wthor{SUFFIX}"

# Solving from here takes about 30 ms a game; two empties more take five times as long.
SOLVE_EMPTIES: Final = 18
# The games of the test are solved from further up: that is where the evaluation is measured.
SOLVE_TEST_EMPTIES: Final = 20
MOST_SOLVE_EMPTIES: Final = 24

# Games of one task: a second or so.
_BATCH: Final = 32


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "games",
        help="make games and label their positions",
        description="Make games and say of their positions what they are worth.",
    )
    sources = parser.add_subparsers(metavar="SOURCE", title="sources", parser_class=Parser, required=True)
    _add_wthor(sources)


def _add_wthor(sources: Commands) -> None:
    parser = sources.add_parser(
        "wthor",
        help="label the games of the WTHOR archive",
        description="Label the games of a folder of WTHOR files (.wtb): exact scores near the end, by\n"
        "solving, and what the archive says of the positions before. The same command goes on\n"
        f"where it was stopped. Writes {WTHOR_FILE} in the work folder.",
        epilog=f"example:\n  {PROGRAM} games wthor ~/wthor --solve 16",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the .wtb files are")
    solve = whole_number("the number of empties", labels.LEAST_EMPTIES, MOST_SOLVE_EMPTIES)
    parser.add_argument(
        "--solve",
        type=solve,
        default=SOLVE_EMPTIES,
        metavar="N",
        help="solve the positions with so many empties and fewer (default: %(default)s)",
    )
    parser.add_argument(
        "--solve-test",
        type=solve,
        default=SOLVE_TEST_EMPTIES,
        metavar="N",
        help="likewise, in the games that are kept for the test (default: %(default)s)",
    )
    parser.add_argument(
        "--most",
        type=whole_number("the number of games", 1, 10**9),
        metavar="N",
        help="label so many games, spread evenly over the years (default: all)",
    )
    add_cluster(parser)
    add_work(parser)
    parser.set_defaults(run=_run_wthor)


def _run_wthor(options: argparse.Namespace) -> int:
    log = Log(options.work / "games.log")
    try:
        records, paths, problems = read_archive(options.folder)
        for problem in problems:
            log.tell(problem)
        if not records:
            return fail(f"{options.folder}: there is no game in a {WTHOR_SUFFIX} file here")
        records = spread(records)[: options.most]
        return _label(records, paths, options, log)
    except (ClusterError, GamesFileError) as error:
        return fail(str(error))


def _label(records: list[WthorGame], paths: dict[int, Path], options: argparse.Namespace, log: Log) -> int:
    with Writer(options.work / WTHOR_FILE) as file:
        for damage in file.damages:
            log.tell(str(damage))
        left = [record for record in records if Source.wthor(record.year, record.record) not in file.sources]
        done = len(records) - len(left)
        log.tell(f"{len(records):,} games of the archive, {done:,} of them labelled before")
        tasks = batches(left, options.solve, options.solve_test)
        illegal = 0
        with (
            cluster(options.scheduler, options.workers) as workers,
            bar("Labelling", len(records), done) as advance,
        ):
            for batch in workers.map(labels.label_batch, tasks):
                file.append(batch.games)
                for source, sentence in batch.illegal:
                    log.tell(f"{paths[source.number >> 32]}: {sentence}; the game is left out")
                illegal += len(batch.illegal)
                advance(len(batch.games) + len(batch.illegal))
        log.tell(
            f"{len(file.sources):,} games are in {file.path}, {illegal} with illegal moves were left out"
        )
    return DONE


def read_archive(folder: Path) -> tuple[list[WthorGame], dict[int, Path], list[str]]:
    """(The games of all files of a folder, the file of each year, a sentence for what could not be used)."""
    records: list[WthorGame] = []
    paths: dict[int, Path] = {}
    problems = []
    for path in sorted(folder.glob(f"*{WTHOR_SUFFIX}")):
        try:
            games, errors = parse_wthor(path.read_bytes())
        except WthorError as error:
            problems.append(f"{path}: {error}; the file is left out")
            continue
        except OSError as error:
            problems.append(f"{path} cannot be read: {error.strerror}; the file is left out")
            continue
        problems += [f"{path}: {error}" for error in errors]
        if not games:
            continue
        year = games[0].year
        if year in paths:
            problems.append(f"{path}: {paths[year]} has the games of {year} already; the file is left out")
            continue
        paths[year] = path
        records += games
    return records, paths, problems


def spread(records: Iterable[WthorGame]) -> list[WthorGame]:
    """In an order that is always the same, and of which every beginning has something of every year."""
    return sorted(records, key=lambda record: zlib.crc32(b"%d %d" % (record.year, record.record)))


def batches(records: Sequence[WthorGame], solve: int, solve_test: int) -> Iterator[Batch]:
    """The tasks; games of the test are solved from `solve_test` empties."""

    def empties(record: WthorGame) -> int:
        is_test = split_of(Source.wthor(record.year, record.record)) is Split.TEST
        return solve_test if is_test else solve

    for first in range(0, len(records), _BATCH):
        yield Batch(tuple((record, empties(record)) for record in records[first : first + _BATCH]))
