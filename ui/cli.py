"""The command line: without a command it opens the window, and every command works without one.

Exit status: 0 done, 1 it could not be done, 2 the command line was wrong, 130 ended with Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from ai.weights import WeightsError
from ui import VERSION
from ui.arguments import FAILED, INTERRUPTED, Parser, fail
from ui.commands import bench, compile, match, nboard, race, solve, window

# In the order the help lists them.
COMMANDS: Final = (match, solve, race, bench, nboard, compile)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks and return the exit status; a sentence on stderr says what was wrong."""
    parser, commands = _parser()
    try:
        options = parser.parse_args(_with_open(parser, arguments, commands))
        if options.open is not None and options.run is not window.run:
            parser.error("--open belongs to the window, so it goes without a command")
        if options.game is not None and options.open is None:
            parser.error("--game chooses one of the games of a FILE, so it goes with --open FILE")
    except SystemExit as done:  # argparse has said why: help, version or a wrong argument
        return done.code if isinstance(done.code, int) else FAILED
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        if error.filename is not None or error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python still holds is lost, too
        return fail(f"The output cannot be written: {error.strerror}")
    except WeightsError as error:
        return fail(str(error))
    except MemoryError:
        return fail("There is not enough memory: other programs use it, or --hash is too large")
    return status


def _with_open(parser: Parser, arguments: Sequence[str], commands: Collection[str]) -> Sequence[str]:
    """A file in the place of a command is one to be opened: that is how desktops start programs."""
    first = arguments[0] if arguments else "-"
    if first.startswith("-") or first in commands:
        return arguments
    if not Path(first).is_file():
        parser.error(f"{first!r} is neither a file nor one of the commands {', '.join(commands)}")
    return ["--open", *arguments]


def _parser() -> tuple[Parser, Collection[str]]:
    """With the names of the commands."""
    program = Path(sys.executable).stem if getattr(sys, "frozen", False) else "python main.py"
    parser = Parser(
        prog=program,
        description="Nullwindow, a desktop Othello you can watch think.\n"
        "Without a command it opens the window.",
        epilog=f"""examples:
  {program}                                   play in the window
  {program} game.txt                          go on with a transcript, a position or a game
  {program} match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10
  {program} solve positions.obf               solve positions exactly, and check the results
  {program} race --lanes alphabeta,pvs        let searches of one position race
  {program} bench                             measure the searches
  {program} nboard                            play for an NBoard host

Each command has its own --help.""",
    )
    parser.add_argument("--version", action="version", version=f"Nullwindow {VERSION}")
    window.add(parser)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    for command in COMMANDS:
        command.add(commands, program)
    return parser, commands.choices
