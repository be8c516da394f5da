"""`bench`: measures the searches and the endgames."""

from __future__ import annotations

import argparse
import functools
from typing import TYPE_CHECKING, Final

from ai import arguments
from ai.arguments import DONE, FAILED, Command, Commands, Parser, prepare
from ai.bench import signature
from game.plain_text import parse_digits
from game.text import _
from ui import assets
from ui.commands.solve import solve_all

if TYPE_CHECKING:
    from game.records.obf import Problem

FFO: Final = "positions/ffo.obf"
MOST_FFO: Final = 59
MIDDLEGAMES: Final = "positions/middlegames.obf"


def add(command: Command) -> None:
    parser = command.parser(
        run,
        _("measure the searches"),
        _(
            "Measure the program. Without a measurement, search fixed positions to a fixed depth and print "
            "the signature (all nodes of the search) and a table that compares alpha-beta and PVS."
        ),
        command.examples(
            "bench",
            "bench ffo 20-39 --json > ffo.json",
            "bench ffo 40-44 --threads 2 --hash 256",
        ),
        _("Each measurement has its own --help. The exit status is 1 when a count or a result is wrong."),
    )
    parser.set_defaults(numbers=None)
    measurements = parser.add_subparsers(
        metavar=_("MEASUREMENT"), title=_("measurements"), parser_class=Parser
    )
    _add_ffo(measurements)


def run(options: argparse.Namespace) -> int:
    if options.numbers is not None:  # `solve` does it
        options.file, problems = FFO, read_problems(FFO)
        return solve_all([problems[number] for number in options.numbers], options)
    if not prepare().is_ready:
        return FAILED
    signature.measure(functools.partial(print, flush=True))
    return DONE


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


def _add_ffo(measurements: Commands) -> None:
    parser = measurements.add_parser(
        "ffo",
        help=_("solve endgames of the FFO collection"),
        description=_(
            "Solve endgames of the FFO (Fédération Française d'Othello) collection exactly, each with "
            "an empty table, and check score and best move."
        ),
    )
    which = _("the problems A to B, or one of them: 1 to {most}", most=MOST_FFO)
    parser.add_argument("numbers", type=arguments.checked(parse_numbers), metavar="A-B", help=which)
    arguments.add_solver_options(parser)


def read_problems(name: str) -> dict[int, Problem]:
    """The positions of a file that travels with the program, numbered from 1. Raises MissingAsset."""
    from game.records.obf import parse_obf

    problems, errors = parse_obf(assets.read_asset(name).decode("utf-8", errors="replace"))
    if errors:
        raise assets.MissingAsset(assets.ASSETS / name, errors[0])
    return dict(enumerate(problems, start=1))
