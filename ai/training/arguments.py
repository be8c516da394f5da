"""What the steps share on the command line: the parser, types of arguments, exit statuses.

Like ui/arguments.py, which is a floor above.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from ai import preparation
from game.plain_text import parse_digits, printable, shortened

PROGRAM: Final = "python -m ai.training"

DONE: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130

# Where the steps leave their files for each other, in the folder the command is started from.
WORK: Final = Path("build/training")
# The weights of the program.
TARGET: Final = Path("assets/weights.bin")


class StepError(ValueError):
    """The step cannot be done; the text says why."""


def prepare() -> None:
    """Wait for the kernels. Raises StepError."""
    ready = preparation.wait()
    if not ready.is_ready:
        raise StepError(ready.text)


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, and no more."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {printable(shortened(message))} (see --help)\n")

    def add_number(
        self, flag: str, name: str, least: int, most: int, default: int | None, help: str, **more: Any
    ) -> None:
        """An option whose value is a whole number, `name` in complaints; the help ends with the default."""
        kind = whole_number(name, least, most)
        help += "" if default is None else " (default: %(default)s)"
        self.add_argument(flag, type=kind, default=default, help=help, **{"metavar": "N", **more})

    def add_path(
        self, name: str, help: str, default: Path | None = None, metavar: str = "FILE", **more: Any
    ) -> None:
        """A file, or as 'DIR' a folder; it need not be there."""
        self.add_argument(name, type=Path, default=default, metavar=metavar, help=help, **more)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""What a step adds its own parser to."""


def whole_number(name: str, least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        number = parse_digits(text)
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"{name} must be a whole number from {least} to {most}, not {text!r}"
            )
        return number

    return parse


def add_work(parser: Parser) -> None:
    """Where files are kept: `work`."""
    parser.add_path(
        "--work", "the folder the steps keep their files in (default: %(default)s)", WORK, metavar="DIR"
    )


def add_cluster(parser: Parser) -> None:
    """Who does the work: `scheduler`, `workers`."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on the Dask cluster of this scheduler, as tcp://10.0.0.1:8786, not on this machine alone; "
        "anyone who can reach it can run code there: see docs/training.md for TLS and tunnels",
    )
    processes = "processes on this machine, by default one for each core"
    parser.add_number("--workers", "the number of workers", 1, 1024, os.cpu_count() or 1, processes)


def fail(problem: str) -> int:
    print(printable(problem), file=sys.stderr)
    return FAILED
