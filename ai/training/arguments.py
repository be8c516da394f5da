"""Command-line options shared by the steps, in addition to ai/arguments.py."""

import argparse
import os
from pathlib import Path
from typing import Any, Final, TypeAlias

from ai import arguments, preparation

PROGRAM: Final = "python -m ai.training"
WORK: Final = Path("build/training")  # the files of the steps, below the current folder
TARGET: Final = Path("assets/weights.bin")  # the weights of the program


class StepError(ValueError):
    """A step cannot be done; the text is the reason."""


def prepare() -> None:
    """Waits for the kernels. Raises StepError."""
    ready = preparation.wait()
    if not ready.is_ready:
        raise StepError(ready.text)


class StepParser(arguments.CommandParser):
    def add_number(
        self, flag: str, name: str, least: int, most: int, default: int | None, help: str, **more: Any
    ) -> None:
        """Adds an option for a whole number, called `name` in errors; the help ends with the default."""
        kind = arguments.whole_number(name, least, most)
        help += "" if default is None else " (default: %(default)s)"
        self.add_argument(flag, type=kind, default=default, help=help, **{"metavar": "N", **more})

    def add_path(
        self, name: str, help: str, default: Path | None = None, metavar: str = "FILE", **more: Any
    ) -> None:
        """Adds an option for a file, or with metavar 'DIR' a folder, which need not exist."""
        self.add_argument(name, type=Path, default=default, metavar=metavar, help=help, **more)


StepParsers: TypeAlias = "argparse._SubParsersAction[StepParser]"


def add_work(parser: StepParser) -> None:
    """Adds the option `work`: the folder of the steps' files."""
    which = "the folder the steps keep their files in (default: %(default)s)"
    parser.add_path("--work", which, WORK, metavar="DIR")


def add_cluster(parser: StepParser) -> None:
    """Adds the options `scheduler` and `workers`."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on the Dask cluster of this scheduler, as tcp://10.0.0.1:8786, not on this machine alone; "
        "anyone who can reach it can run code there: see docs/training.md for TLS and tunnels",
    )
    processes = "processes on this machine, by default one for each core"
    parser.add_number("--workers", "the number of workers", 1, 1024, os.cpu_count() or 1, processes)
