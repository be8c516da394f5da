"""What is done without a command: the window, with a game from a file if one is named."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from game.records.any_format import read_game, read_names
from game.records.record import Record
from game.records.wthor import SUFFIX as WTHOR_SUFFIX
from ui.arguments import Parser, fail, whole_number

# All games of a year in WTHOR take a hundredth of it: larger files are something else.
LARGEST_FILE: Final = 50_000_000
MOST_GAMES: Final = 1_000_000


def add(parser: Parser) -> None:
    parser.add_argument(
        "--open",
        metavar="FILE",
        type=Path,
        help="open the window with the game in FILE, as FILE alone does: GGF, SGF, PGN, WTHOR, a transcript "
        "(f5d6c3...) or a position (OBF; 64 squares X, O, -, and then X or O for the side to move)",
    )
    parser.add_argument(
        "--game",
        metavar="N",
        type=whole_number("the number of the game", 1, MOST_GAMES),
        help="the N-th game of a FILE with several (default: 1)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    record = None
    if options.open is not None:
        try:
            record = read_file(options.open, options.game or 1)
        except ValueError as error:
            return fail(f"{options.open}: {error}")
        except OSError as error:
            return fail(f"{options.open} cannot be read: {error.strerror or error}")

    from ui import app
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return app.run(record)
    except (NoDisplay, MissingAsset) as error:
        return fail(str(error))


def read_file(path: Path, number: int = 1) -> Record:
    """A game of a file. Raises OSError, or a ValueError for people.

    Where it does not tell its date it has that of the file, and the second game a microsecond more: the
    library knows a match by when it began, and so keeps a game that is opened every day once.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
        written = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime)
    if len(data) > LARGEST_FILE:
        raise ValueError("this file is too large to be a game")
    names, problems = read_names(path) if path.suffix.lower() == WTHOR_SUFFIX else (None, [])
    for problem in problems:
        print(problem, file=sys.stderr)
    record = read_game(data, number, names)
    return replace(record, date=(record.date or written) + timedelta(microseconds=number - 1))
