"""`bench`: measures the rules, the searches and the endgames, or the frames of the window."""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

from ai.bench import perft, signature
from ai.limits import Algorithm
from game.plain_text import parse_digits, to_right
from game.text import N_, _
from ui import VERSION, arguments, assets
from ui.arguments import DONE, FAILED, MISUSED, Command, Commands, Parser, fail, prepare
from ui.commands.solve import solve_all

if TYPE_CHECKING:
    from ai.bench.runs import Report, Tell
    from game.records.obf import Problem

# Seconds that `--frames` runs by default.
FRAMES_SECONDS: Final = 60.0

FFO: Final = "positions/ffo.obf"
MOST_FFO: Final = 59
MIDDLEGAMES: Final = "positions/middlegames.obf"


def add(command: Command) -> None:
    parser = command.parser(
        run,
        _("measure the searches, or the frames of the window"),
        _(
            "Measure the program. Without a measurement, search fixed positions to a fixed depth and print "
            "the signature (all nodes of the search) and a table that compares alpha-beta and PVS."
        ),
        command.examples(
            "bench",
            "bench perft",
            "bench ffo 20-39 --json > ffo.json",
            "bench ffo 40-44 --threads 2 --hash 256",
            ("bench --frames 20", _("how smoothly the window runs while both sides think")),
        ),
        _(
            "Each measurement has its own --help. --json writes one object to stdout; the table then "
            "goes to stderr. Stopped with Ctrl-C, it reports what has been measured. The exit status "
            "is 1 when a count or a result is wrong."
        ),
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help=_("write the figures as JSON"))
    frames = _("show the computer playing itself, and measure the time between frames (default: %(const)s)")
    what.add_argument(
        "--frames",
        type=arguments.parse_seconds,
        nargs="?",
        const=FRAMES_SECONDS,
        metavar=_("SECONDS"),
        help=frames,
    )
    parser.set_defaults(measure=_signature)
    measurements = parser.add_subparsers(
        metavar=_("MEASUREMENT"), title=_("measurements"), parser_class=Parser
    )
    _add_perft(measurements)
    _add_ffo(measurements)


def run(options: argparse.Namespace) -> int:
    if options.frames is not None:
        if options.measure is not _signature:
            sentence = _(
                "--frames measures the window and cannot be combined with another measurement (see --help)"
            )
            return fail(sentence, MISUSED)
        return _frames(options.frames)
    if options.measure is None:  # `solve` does it
        options.file, problems = FFO, read_problems(FFO)
        return solve_all([problems[number] for number in options.numbers], options)

    if not prepare().is_ready:
        return FAILED
    tell = functools.partial(print, file=sys.stderr if options.json else sys.stdout, flush=True)
    report: Report = options.measure(options, tell)
    if report.ending.was_interrupted:
        print(_("Interrupted: reporting what has been measured"), file=sys.stderr)
    if options.json:
        print(json.dumps({"version": VERSION, **report.ending.as_json(), **report.figures}, indent=1))
    report.ending.raise_error()
    return DONE if report.is_right else FAILED


def parse_numbers(text: str) -> range:
    """'7' or '20-39' -> the numbers of FFO problems. Raises ValueError."""
    parts = text.split("-")
    first, last = parse_digits(parts[0]), parse_digits(parts[-1])
    if len(parts) > 2 or first is None or last is None:
        sentence = _("{text} is not a problem: give a number or a range of 1 to {most}, such as 20-39")
        raise ValueError(sentence.format(text=repr(text), most=MOST_FFO))
    if first > last:
        sentence = _("{text} ends before it begins: the lower number comes first, as in 20-39")
        raise ValueError(sentence.format(text=repr(text)))
    if first < 1 or last > MOST_FFO:
        sentence = _("{text} is outside the collection: its problems are numbered 1 to {most}")
        raise ValueError(sentence.format(text=repr(text), most=MOST_FFO))
    return range(first, last + 1)


# The measurements


def _signature(_options: argparse.Namespace, tell: Tell) -> Report:
    return signature.measure(tell)


def _add_perft(measurements: Commands) -> None:
    parser = _add(
        measurements,
        "perft",
        lambda options, tell: perft.measure(options.depth, tell),
        help=_("count the leaves of the tree of the rules"),
        description=_(
            "Count the leaves of the game tree from the start position, in one thread, and check them "
            "against the known numbers. A pass costs a ply, and a game that ends earlier is one leaf."
        ),
    )
    most = len(perft.KNOWN_LEAVES)
    far = _("up to this depth, at most {most} (default: %(default)s)", most=most)
    arguments.add_number(parser, "--depth", N_("the depth"), 1, most, far, perft.DEPTH, _("PLIES"))


def _add_ffo(measurements: Commands) -> None:
    parser = _add(
        measurements,
        "ffo",
        None,
        help=_("solve endgames of the FFO collection"),
        description=_(
            "Solve endgames of the FFO (Fédération Française d'Othello) collection exactly, each with "
            "an empty table, and check score and best move."
        ),
    )
    which = _("the problems A to B, or one of them: 1 to {most}", most=MOST_FFO)
    parser.add_argument("numbers", type=arguments.checked(parse_numbers), metavar="A-B", help=which)
    arguments.add_solver_options(parser)


# What they share


def _add(
    measurements: Commands,
    name: str,
    measure: Callable[[argparse.Namespace, Tell], Report] | None,
    help: str,
    description: str,
) -> Parser:
    parser = measurements.add_parser(name, help=help, description=description)
    # Without a default, or the value given before the name of the measurement would be lost.
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=_("write the figures as JSON")
    )
    parser.set_defaults(measure=measure)
    return parser


def read_problems(name: str) -> dict[int, Problem]:
    """The positions of a file that travels with the program, numbered from 1. Raises MissingAsset."""
    from game.records.obf import parse_obf

    problems, errors = parse_obf(assets.read_asset(name).decode("utf-8", errors="replace"))
    if errors:
        raise assets.MissingAsset(assets.ASSETS / name, errors[0])
    return dict(enumerate(problems, start=1))


def _frames(seconds: float) -> int:
    """Print how long frames take while the computer plays itself at full strength; the exit status.

    Raises NoDisplay. A frame is measured from one picture to the next.
    """
    from ai import preparation
    from game.clock import TimeControl
    from game.records.record import Record
    from game.tree import Game
    from play.players import Seat
    from play.store import Store
    from ui.app import App

    seat = Seat(Algorithm.PVS, seconds=1.0)
    with TemporaryDirectory() as directory:  # a measurement leaves the settings and the game alone
        app = App(Store(Path(directory)), Record())
        session = app.session
        app.apply(replace(app.settings, muted=True, book=False))  # it is searching that takes time
        while app.is_running and not preparation.progress().is_over:
            app.frame()
        ready = preparation.progress()
        if ready.has_failed or not app.is_running:
            app.close()
            closed = _("The window was closed: nothing was measured")
            return fail(_(ready.text) if ready.has_failed else closed)
        session.start_match((seat, seat), TimeControl(), Game())
        times = [perf_counter()]
        while app.is_running and times[-1] - times[0] < seconds:
            app.frame()
            times.append(perf_counter())
            if session.match.result is not None:
                session.start_match((seat, seat), TimeControl(), Game())
        app.close()
    frames = sorted(1000 * (after - before) for before, after in pairwise(times))
    width, height = app.layout.window.size
    sentence = _("{count} frames in {seconds} s at {width}x{height}, PVS against PVS")
    lasted = f"{times[-1] - times[0]:.1f}"
    print(sentence.format(count=len(frames), seconds=lasted, width=width, height=height))
    shares = ((_("median"), 0.5), ("99 %", 0.99), ("99.9 %", 0.999), (_("worst"), 1.0))
    for name, share in shares:
        at = frames[min(len(frames) - 1, int(share * len(frames)))]
        lasted = _("{milliseconds} ms", milliseconds=f"{at:6.1f}")
        print(f"{to_right(name, 8)}  {lasted}")
    print(f"{'<= 20 ms':>8}  {100 * sum(f <= 20 for f in frames) / len(frames):6.2f} %")
    return DONE
