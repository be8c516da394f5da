"""The command line: without a command it opens the window, and every command works without one.

Exit status: 0 done, 1 it could not be done, 2 the command line was wrong, 130 ended with Ctrl-C.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.weights import WeightsError
from ui import VERSION
from ui.arguments import FAILED, INTERRUPTED, Parser, fail
from ui.commands import bench, compile, match, nboard, race, solve, window

# What Windows says when the reader of a pipe has gone.
CLOSED_PIPE: Final = ("win32", errno.EINVAL)
# In the order the help lists them.
COMMANDS: Final = (match, solve, race, bench, nboard, compile)


def main(arguments: Sequence[str], program: str = "python main.py") -> int:
    """Do what the command line asks and return the exit status; a sentence on stderr says what was wrong.

    `program` is how it was called: its help and its examples say so.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what a code page lacks becomes a question mark
    parser = _parser(program)
    try:
        options = parser.parse_args(["--open", *arguments] if _is_a_file(arguments) else arguments)
        if options.open is not None and options.run is not window.run:
            parser.error("--open belongs to the window, so it goes without a command")
    except SystemExit as done:  # argparse has said why: help, version or a wrong argument
        return done.code if isinstance(done.code, int) else FAILED
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        has_gone = isinstance(error, BrokenPipeError) or (sys.platform, error.errno) == CLOSED_PIPE
        if error.filename is not None or not (has_gone or error.errno == errno.ENOSPC):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python still holds is lost, too
        # The reader of our output, `head` perhaps, has seen enough.
        return FAILED if has_gone else fail(f"The output cannot be written: {error.strerror}")
    except WeightsError as error:
        return fail(str(error))
    except MemoryError:
        return fail("There is not enough memory: other programs use it, or --hash is too large")
    return status


def _is_a_file(arguments: Sequence[str]) -> bool:
    """Whether there is a file and no more: so a desktop hands over what was double-clicked."""
    commands = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    return len(arguments) == 1 and arguments[0] not in commands and Path(arguments[0]).is_file()


def _parser(program: str) -> Parser:
    parser = Parser(
        prog=program,
        description="Nullwindow, a desktop Othello you can watch think.\n"
        "Without a command it opens the window.",
        epilog=f"""examples:
  {program}                                   play in the window
  {program} --open game.txt                   go on with a transcript or a position
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
    return parser
