"""`review`: judges every move of many games, reports them as text or JSON, and saves them as GGF."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from ai import arguments
from ai.arguments import DONE, FAILED, MISUSED, Subcommand, fail, prepare
from ai.bench.runs import Interruption
from ai.limits import Limit, processors
from game.evaluation import LEAST_MARK_DEPTH
from game.files import STANDARD_INPUT
from game.text import N_, _, ngettext
from play.review import DEFAULT_SECONDS, SOLVED_EMPTIES, parse_review_seconds
from play.review_batch import (
    BatchError,
    Map,
    ReviewSource,
    answer_lines,
    queued,
    review_all,
    this_process,
    workers_of,
)
from play.review_file import Effort, NoFileError, ReviewedGame, ReviewFile, ReviewFileError, parse_reviewed
from play.review_table import Summary, game_as_json, game_header, game_row
from ui import VERSION
from ui.assets import reading
from ui.commands.convert import CLEARED_LINE

# Plies of a search: each move is judged by a search one ply shallower, and no game is longer.
LEAST_DEPTH: Final = 2
DEEPEST: Final = 60
# Solving from more empty squares takes hours a position.
MOST_SOLVED: Final = 30
MOST_WORKERS: Final = 1024
# Width of the progress bar in characters, and seconds between redraws.
BAR_WIDTH: Final = 24
REDRAW_SECONDS: Final = 0.1
BEHIND_A_TUNNEL: Final = (
    "  PYTHONPATH=. dask scheduler --host 127.0.0.1",
    "  PYTHONPATH=. dask worker tcp://127.0.0.1:8786 --host 127.0.0.1 --nthreads 1",
    "  ssh -N -L 8786:127.0.0.1:8786 10.0.0.1",
)
"""The commands that start Dask safely on a machine that others can reach."""


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("judge every move of many games"),
        _("Search every position of every game, and report how many discs each move lost."),
        _("A game that occurs twice is reviewed once."),
        command.examples(
            "review games.ggf",
            "review games.ggf --seconds 2 --to reviewed.ggf",
            "review WTH_*.wtb --depth 8 --solve 16 --workers 16 --to reviewed.ggf",
            "review WTH_*.wtb --scheduler tcp://10.0.0.1:8786 --to reviewed.ggf",
            "review games.ggf --json > report.json",
        ),
        _(
            "--to saves each game as soon as it is reviewed, with the scores of its positions. The same "
            "command continues where it was stopped, and the report covers all games in the file. "
            "--seconds is turned into a depth: with one thread a game is judged the same every time, "
            "whatever the order, and a busy machine takes longer."
        ),
        _(
            "With - instead of files, games are read from standard input, one per line; for each, the line "
            "that --to would save is printed, or an empty line."
        ),
        _(
            "--scheduler needs Dask (requirements-cluster.txt). If a worker dies, another one reviews "
            "its game."
        ),
        _(
            "Anyone who can reach a scheduler or a worker can run any code there: bind both to 127.0.0.1 "
            "and reach them through a tunnel, or use TLS, as docs/training.md says:"
        ),
        "\n".join(BEHIND_A_TUNNEL),
        _(
            "The exit status is 1 when something in the files is not a game; the games are still "
            "reviewed. --json writes one object to stdout; the table then goes to stderr."
        ),
    )
    games = _("games in any format")
    parser.add_argument("files", nargs="+", type=arguments.file_path, metavar=_("FILE"), help=games)
    how_far = parser.add_mutually_exclusive_group()
    seconds = arguments.checked(parse_review_seconds)
    how_far.add_argument(
        "--seconds", type=seconds, default=DEFAULT_SECONDS, metavar=_("SECONDS"),
        help=_("for each position (default: %(default)s)"),
    )  # fmt: skip
    plies = _("depth of each search, instead of a time; below {least} plies estimated losses get no marks")
    depth = N_("the depth"), LEAST_DEPTH, DEEPEST, plies.format(least=LEAST_MARK_DEPTH)
    arguments.add_number(how_far, "--depth", *depth, metavar=_("PLIES"))
    few = _("solve positions with at most this many empties; with --seconds, two more (default: %(default)s)")
    solved = N_("the number of empties"), 0, MOST_SOLVED, few
    arguments.add_number(parser, "--solve", *solved, SOLVED_EMPTIES, _("EMPTIES"))
    of_each = _("for each search (default: one per processor, {count}; with workers, 1)")
    arguments.add_threads(parser, of_each.format(count=processors()), None)
    arguments.add_hash(parser)
    who = parser.add_mutually_exclusive_group()
    here = _(
        "review this many games at a time, each in a process on this machine (default: one, in this process)"
    )
    arguments.add_number(who, "--workers", N_("the number of workers"), 1, MOST_WORKERS, here)
    cluster = _("review on the Dask cluster of this scheduler, such as tcp://10.0.0.1:8786")
    who.add_argument("--scheduler", metavar=_("ADDRESS"), help=cluster)
    kept = _("save the reviewed games in this file")
    parser.add_argument("--to", type=arguments.file_path, metavar=_("FILE"), help=kept)
    parser.add_argument("--json", action="store_true", help=_("write the report as JSON"))


def run(options: argparse.Namespace) -> int:
    if options.workers is not None:
        from ai.machine import check_table_size

        try:
            check_table_size(options.hash, options.workers)
        except ValueError as error:
            return fail(_("--hash and --workers: {problem}", problem=error), MISUSED)
    limit = Limit(seconds=options.seconds) if options.depth is None else Limit(depth=options.depth)
    effort = Effort(limit, options.solve)
    if options.files == [Path("-")]:
        if options.to or options.json or options.workers or options.scheduler:
            return fail(_("- cannot be combined with --to, --json, --workers or --scheduler"), MISUSED)
        if sys.stdin is None or sys.stdout is None:
            return fail(_("standard input and output are both needed, but one of them is closed"))
        prepare()
        threads = options.threads or processors()
        answered = answer_lines(_lines(sys.stdin.buffer), sys.stdout.buffer, effort, threads, options.hash)
        return max((fail(problem) for problem in answered), default=DONE)
    sources: list[ReviewSource] = []
    for path in options.files:
        try:
            sources.append(ReviewSource.read(path))
        except ValueError as error:
            fail(str(error))
    if not sources:
        return FAILED
    try:
        with nullcontext() if options.to is None else ReviewFile(options.to, effort) as kept:
            report = _Report(options, sum(source.count for source in sources), kept)
            with Interruption() as ending:
                _review(sources, effort, report)
            status = report.end(ending)
        return FAILED if len(sources) < len(options.files) else status
    except NoFileError as error:
        return fail(str(error), MISUSED)
    except ReviewFileError as error:
        return fail(str(error))


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    with reading(arguments.input_name(STANDARD_INPUT)):
        yield from file


class _Report:
    """Prints the report during the review and at its end; counts games that are `bad` or already `known`."""

    def __init__(self, options: argparse.Namespace, total: int, kept: ReviewFile | None) -> None:
        self.options, self.kept, self._total = options, kept, total
        self.bad = self.known = self.reviewed = 0
        self._out = sys.stderr if options.json else sys.stdout
        self._summary = Summary()
        self._games: list[dict[str, Any]] = []
        self._line = ProgressLine(total)

    def begin(self) -> None:
        """Warns of a shallow depth, and counts the games that are already in the file."""
        depth = self.options.depth
        if depth is not None and depth < LEAST_MARK_DEPTH:
            sentence = _("--depth {depth}: estimated losses get no marks below {least} plies")
            print(sentence.format(depth=depth, least=LEAST_MARK_DEPTH), file=sys.stderr)
        if self.kept is not None and self.kept.known:
            count = len(self.kept.known)
            sentence = ngettext(
                "{path}: {count} game already reviewed", "{path}: {count} games already reviewed", count
            )
            print(sentence.format(path=self.kept.path, count=f"{count:,}"), file=sys.stderr)
            for game in self.kept.games():
                self._count(game)

    def leave_out(self, problem: str) -> None:
        """Counts a game that is not reviewed: already known if `problem` is '', else bad."""
        if problem:
            self.bad += 1
            self._line.clear()
            print(problem, file=sys.stderr)
        else:
            self.known += 1
        self.draw()

    def add(self, line: str) -> None:
        if self.kept is not None:
            self.kept.append(line)
        game = parse_reviewed(line)
        self._line.clear()
        if not self.reviewed:
            print(game_header(), file=self._out)
        self.reviewed += 1
        self._count(game)
        print(game_row(self._summary.games, game), file=self._out, flush=True)
        self.draw()

    def draw(self) -> None:
        self._line.draw(self.known + self.bad + self.reviewed, self.reviewed)

    def end(self, ending: Interruption) -> int:
        self._line.clear()
        if ending.was_interrupted:
            sentence = (
                _("Interrupted: {done} of {count} games reviewed")
                if self.kept is None
                else _("Interrupted: {done} of {count} games reviewed; the same command continues from there")
            )
            left = self._total - self.known
            print(sentence.format(done=f"{self.reviewed:,}", count=f"{left:,}"), file=sys.stderr)
        if self._summary.games:
            print("", *self._summary.table(), sep="\n", file=self._out)
        if self.options.json:
            print(json.dumps(self._as_json(ending), indent=1))
        if isinstance(ending.error, BatchError | ReviewFileError):
            return fail(str(ending.error))
        ending.raise_error()
        return FAILED if self.bad else DONE

    def _count(self, game: ReviewedGame) -> None:
        self._summary.add(game)
        if self.options.json:
            self._games.append(game_as_json(game))

    def _as_json(self, ending: Interruption) -> dict[str, Any]:
        options = self.options
        return {
            "version": VERSION,
            "files": [str(path) for path in options.files],
            "seconds": None if options.depth is not None else options.seconds,
            "depth": options.depth,
            "solved_empties": options.solve,
            **ending.as_json(),
            "left_out": {"known": self.known, "bad": self.bad},
            "totals": self._summary.as_json(),
            "games": self._games,
        }


def _review(sources: list[ReviewSource], effort: Effort, report: _Report) -> None:
    options = report.options
    report.begin()
    tasks = queued(sources, () if report.kept is None else report.kept.known, report.leave_out)
    first = next(tasks, None)
    if first is None:
        return
    is_alone = options.workers is None and options.scheduler is None
    threads = options.threads or (processors() if is_alone else 1)
    with _reviewers(options) as spread:
        report.draw()
        for line in review_all(chain((first,), tasks), effort, threads, options.hash, spread):
            report.add(line)


def _reviewers(options: argparse.Namespace) -> AbstractContextManager[Map]:
    """Returns a context manager of the `Map`. Raises BatchError if it runs here without a fast search."""
    if options.scheduler is None:
        ready = prepare()
        if not ready.is_ready:
            raise BatchError(_(ready.text))
    if options.workers is None and options.scheduler is None:
        return this_process()
    return workers_of(options.scheduler, options.workers or 1)


class ProgressLine:
    """A progress bar on standard error if that is a terminal; `clear` it before printing other lines."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._drawn = -REDRAW_SECONDS

    def draw(self, done: int, worked: int) -> None:
        """Draws the bar; the time left is estimated from the `worked` games, as the others took no time."""
        now = time.monotonic()
        if self._is_shown and (now - self._drawn >= REDRAW_SECONDS or done == self._total):
            self._drawn = now
            left = (now - self._began) / worked * (self._total - done) if worked else None
            text = progress_line(done, self._total, left)
            print(f"{CLEARED_LINE}{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            print(CLEARED_LINE, end="", file=sys.stderr, flush=True)
            self._drawn = -REDRAW_SECONDS


def progress_line(done: int, total: int, seconds_left: float | None) -> str:
    """Returns '[######..................] 1,200 of 4,800 games, 3:20 left'."""
    from ui.text.wording import describe_progress  # loads pygame

    filled = BAR_WIDTH * done // total if total else BAR_WIDTH
    return f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {describe_progress(done, total, seconds_left)}"
