"""`nboard`: plays as an engine of an NBoard host, over standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai import arguments
from ai.arguments import DONE, FAILED, CommandParser, Subcommand, fail
from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH, Algorithm, Options, parse_algorithm
from game.files import read_lines
from game.text import N_, _, in_english
from ui.assets import read_book

if TYPE_CHECKING:
    from play.host_session import HostSession


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("play as an NBoard engine"),
        _(
            "Speak the NBoard protocol, versions 1 and 2, on standard input and output, so that NBoard "
            "and any other host of the protocol can play and analyse with this engine."
        ),
        _(
            "To use it in NBoard: choose a new engine, with the folder of this program as its working "
            "directory and as its command"
        ),
        f"  {command.program} nboard",
        _(
            "The depth set there is for the middle game; the end is solved from twice that many empty "
            "squares, but at most from 20. In a game with clocks (version 2) a move also takes no more than "
            "its share of the time left. With --time a move takes that time, and depth and clocks are "
            "ignored. Hints and analyses always use that depth, the full strength and the opening book."
        ),
        command.examples(
            "nboard",
            "nboard --time 2 --threads 2 --hash 256",
            ("nboard --level 4", _("an opponent for everyone")),
        ),
    )
    add_options(parser)


def add_options(parser: CommandParser) -> None:
    """Adds the options of the engine: `algorithm`, `level`, `time`, `threads`, `hash`, `book`."""
    which = _("{names} (default: {default})", names=", ".join(ALGORITHM_NAMES), default="pvs")
    search, pvs = arguments.checked(parse_algorithm), Algorithm.PVS
    parser.add_argument("--algorithm", type=search, default=pvs, metavar=_("SEARCH"), help=which)
    strength = _("1 (beginner) to {most} (full strength; the default)", most=FULL_STRENGTH)
    arguments.add_number(parser, "--level", N_("the level"), 1, FULL_STRENGTH, strength, FULL_STRENGTH)
    arguments.add_seconds(parser, "--time", _("per move (default: the host decides)"))
    arguments.add_threads(parser)
    arguments.add_hash(parser)
    arguments.add_book(parser)


def run(options: argparse.Namespace) -> int:
    from play.nboard import NBoardSession

    return serve_host(options, NBoardSession)


def serve_host(options: argparse.Namespace, make: Callable[..., HostSession]) -> int:
    """Serves a host with a session that `make` builds; returns the exit status."""
    if sys.stdin is None or sys.stdout is None:
        return fail(_("standard input and output are both needed, but one of them is closed"))

    from ai.engine import Engine
    from play.host_session import LONGEST_LINE, serve

    book, problem = read_book() if options.book else (None, "")
    if problem:
        print(problem, file=sys.stderr)
    engine = Engine(options.hash, book=book, expected_scores=True)
    how = Options(options.algorithm, options.level, threads=options.threads, book=options.book)
    try:
        # A thread keeps waiting on this file and holds its lock: so it is not sys.stdin, and is never closed.
        source = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
        lines = (line.decode("utf-8", "replace") for line in read_lines(source, LONGEST_LINE))
        with in_english():
            serve(make(engine, _send, how, options.time), lines)
    except BrokenPipeError:
        return FAILED  # the host has closed the connection
    except OSError as error:
        return fail(_("the connection to the host failed: {reason}", reason=error.strerror or error))
    finally:
        engine.close()
    return DONE


def _send(line: str) -> None:
    # Bypasses sys.stdout's buffers: lines end in LF on every system, and nothing is left to send at exit.
    os.write(sys.stdout.fileno(), line.encode("ascii", "backslashreplace") + b"\n")
